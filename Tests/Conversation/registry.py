"""The list of scenarios, in the order of their definition."""

SCENARIOS = []


def scenario(function):
    """One scenario: takes the run's options, returns what it measured (name to milliseconds)."""
    SCENARIOS.append(function)
    return function


def family(*cases):
    """The same steps for several cases: one scenario each, called NAME_CASE; a case is (name, arguments…)."""
    def register(function):
        for name, *arguments in cases:
            def run(options, arguments=arguments):
                return function(options, *arguments)
            run.__name__, run.__module__ = f"{function.__name__}_{name}", function.__module__
            SCENARIOS.append(run)
        return function
    return register
