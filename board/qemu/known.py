"""Scenarios that show a fault of the program's which is known and not mended yet.

They run with the others, and count for neither side while they fail; one that passes fails the run, so that the mark is
taken away with the fault.
"""

from registry import SCENARIOS


def known_bug(why):
    def register(function):
        function.known_bug = why
        SCENARIOS.append(function)
        return function
    return register
