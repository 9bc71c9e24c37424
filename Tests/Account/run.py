#!/usr/bin/env python3
"""A speaker and its gateway, end to end: the real programs, the stand-in for the service, the owner's browser.

    .build/peers-venv/bin/python Tests/Account/run.py --binary .build/release/anicca --gateway gateway/.build/debug/anicca-gateway

NAME: part of a scenario's name; `--list` prints the names. One line for each scenario, then `N passed, N failed`.
Loopback only.
"""

import argparse
import os
import pathlib
import signal
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), *(str(HERE.parent / name) for name in ("Conversation", "Peers", "Bench"))]

import judging  # noqa: E402
import scenarios  # noqa: E402,F401
import voice_scenarios  # noqa: E402,F401
from budget import Budget  # noqa: E402
from registry import SCENARIOS  # noqa: E402
from stage import standstill, stopping  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description="A speaker and its gateway.")
    parser.add_argument("names", nargs="*", help="parts of names; default: all")
    parser.add_argument("--binary", default=".build/release/anicca")
    parser.add_argument("--gateway", default="gateway/.build/debug/anicca-gateway")
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("SCENARIO_JOBS", os.cpu_count() or 2)),
                        help="side by side; more than there are cores disturb each other's timing")
    parser.add_argument("--keep", help="folder for the recordings of failed scenarios")
    parser.add_argument("--limit-seconds", type=float, default=1700, help="for all of them; what is left fails")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--ci", action="store_true", help="what .ci/test runs: without a voice's lessons, 140 s")
    Budget.add_options(parser)
    options = parser.parse_args()
    chosen = [s for s in SCENARIOS if not options.names or any(name in s.__name__ for name in options.names)]
    if options.ci:
        chosen = [s for s in chosen if s.__module__ != "voice_scenarios"]
    if options.list:
        return print("\n".join(s.__name__ for s in chosen))
    if not chosen:
        parser.error("no scenario has such a name")
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    signal.signal(signal.SIGINT, lambda *_: stopping.set())
    # Whatever hangs, the run ends, and everything that it started too.
    guard = threading.Timer(options.limit_seconds, stopping.set)
    guard.daemon = True
    guard.start()
    options.budget = Budget(options)
    passed, failed = judging.judge(chosen, options, options.jobs)
    standstill.close()
    sys.exit(options.budget.conclude(passed, failed))


if __name__ == "__main__":
    main()
