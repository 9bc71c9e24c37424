"""That judging.py tries nothing again but what was late: on made-up scenarios, of which each fails once at most."""

import collections
import contextlib
import io
import types

import judging
from stage import Late, Unexpected


def main():
    runs = collections.Counter()
    options = types.SimpleNamespace(budget=types.SimpleNamespace(leaves_out=lambda name: False))

    def scenario(name, error=None):
        def play(_):
            runs[name] += 1
            if error and runs[name] == 1:
                raise error
        play.__name__ = name
        return play
    scenarios = [scenario("well"), scenario("late", Late("2 s")), scenario("wrong", Unexpected("another word")),
                 scenario("broken", KeyError("word"))]
    with contextlib.redirect_stdout(io.StringIO()):
        beside = judging.judge(scenarios, options, jobs=2)
        seen = dict(runs)
        runs.clear()
        alone = judging.judge(scenarios, options, jobs=1)
    assert beside == (2, 2) and seen == {"well": 1, "late": 2, "wrong": 1, "broken": 1}, (beside, seen)
    assert alone == (1, 3) and set(runs.values()) == {1}, (alone, runs)
