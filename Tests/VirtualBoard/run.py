#!/usr/bin/env python3
"""Scenarios on the virtual board: the release binary on a real Linux kernel in QEMU, judged by what speakers played.

    Tests/VirtualBoard/run.py --binary .build/release/anicca [NAME…] [--jobs 2] [--cuts 4] [--seed N] [--ci]

`--ci`: fewer random cuts, and without the conversations that have no alarm in them. NAME: part of a scenario's name;
`--list` prints the names. Prints one line for each scenario with its milliseconds, and at the end `N passed, N failed`.
`--keep FOLDER` keeps the speakers' WAV files and the logs of scenarios that fail. The Python
needs numpy (Tests/Peers/make_venv.sh prints one that has it). Set-up is done on the way (Tests/VirtualBoard/guest.sh).
"""

import argparse
import concurrent.futures
import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Conversation")]

# In the order in which they run: the long ones first, so that none is left for the end.
import scenarios_cuts  # noqa: E402,F401
import scenarios_nights  # noqa: E402,F401
import scenarios_memory  # noqa: E402,F401
import scenarios_migration  # noqa: E402,F401
import scenarios_power  # noqa: E402
import scenarios_clock  # noqa: E402
import scenarios_disk  # noqa: E402,F401
import scenarios_buttons  # noqa: E402,F401
import scenarios_boards  # noqa: E402
import scenarios_fading  # noqa: E402,F401
import scenarios_figures  # noqa: E402,F401
import scenarios_sound  # noqa: E402
import scenarios_network  # noqa: E402
import scenarios_year  # noqa: E402,F401
from expecting import Unexpected  # noqa: E402
from machine import MachineError  # noqa: E402
from registry import SCENARIOS  # noqa: E402
from saved_states import SavedStates  # noqa: E402


ALONE = [*scenarios_sound.ALONE, *scenarios_network.ALONE]
# Most of their time they wait for the guest's clock: they run one after the other, beside the others.
WAITING = [*scenarios_boards.WAITING, *scenarios_clock.WAITING, *scenarios_power.WAITING]

# Conversations without an alarm: Tests/Conversation and RealtimeTests hold them with the same faults, on this machine.
# Continuous integration has one of each kind here, and those at a ring; `make test-board` has all.
OUTSIDE_CI = {"owner_is_heard_and_answered_websocket", "owner_interrupts_the_companion", "lossy_network",
              "network_gone_for_a_moment_in_a_conversation",
              "network_gone_in_a_conversation_until_the_line_is_lost"}
CUTS, CUTS_IN_CI = 50, 25

# A guest that wanted a processor for so much of its time and had none cannot keep real time. A few of those that failed
# run once more; where there are more, this machine is too busy, and that is a failure, too.
STARVED = 0.15
MOST_AGAIN = 3


def run(scenario, options):
    """(scenario, seconds, measured, what went wrong, share of its time for which the guest was starved)"""
    began = time.monotonic()
    measured, wrong, starved = {}, None, 0.0
    try:
        if options.stopping.is_set():
            raise Unexpected("the run was ended before it")
        measured = scenario(options) or {}
    except (Unexpected, MachineError) as error:
        step = traceback.extract_tb(error.__traceback__)
        where = next((f"{s.name}:{s.lineno}" for s in reversed(step) if "scenarios_" in s.filename), "")
        wrong = f"{error} ({where})\n{getattr(error, 'story', '')}"
        starved = getattr(error, "starved", 0.0)
    except Exception as error:  # noqa: BLE001: a broken scenario is a failed one
        wrong = "".join(traceback.format_exception(error))
    return scenario, time.monotonic() - began, measured, wrong, starved


def tell(scenario, seconds, measured, wrong, starved):
    name, figures = scenario.__name__.replace("_", " "), " ".join(f"{key}={value}" for key, value in measured.items())
    print(f"{'FAILED' if wrong else 'ok    '} {seconds * 1000:7.0f} ms  {name}  {figures}", flush=True)
    if wrong:
        print(f"    starved for {starved:.0%} of its time\n    " + wrong.strip().replace("\n", "\n    "), flush=True)


def judge(result, passed, again):
    scenario, _, _, wrong, starved = result
    tell(*result)
    (again if wrong and starved > STARVED else [] if wrong else passed).append(scenario)


def main():
    parser = argparse.ArgumentParser(description="Scenarios on the virtual board.")
    parser.add_argument("names", nargs="*", help="parts of names; default: all")
    parser.add_argument("--binary", default=".build/release/anicca")
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("BOARD_JOBS", min(2, os.cpu_count() or 2))),
                        help="machines side by side")
    parser.add_argument("--cuts", type=int, default=int(os.environ.get("BOARD_CUTS", 0)),
                        help=f"random power cuts; default: {CUTS}, with --ci {CUTS_IN_CI}")
    parser.add_argument("--nights", type=int, default=int(os.environ.get("BOARD_NIGHTS", 2)),
                        help="nights with random faults")
    parser.add_argument("--presses", type=int, default=5, help="of the figure from GPIO edge to silence")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("BOARD_SEED", 1)), help="of the random ones")
    parser.add_argument("--count-file", help="writes `PASSED FAILED` there")
    parser.add_argument("--keep", help="folder for the recordings and logs of failed scenarios")
    parser.add_argument("--limit-seconds", type=float, default=1500, help="for all of them; what is left fails")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--ci", action="store_true", help="what .ci/test runs")
    options = parser.parse_args()
    options.cuts = options.cuts or (CUTS_IN_CI if options.ci else CUTS)
    chosen = [s for s in SCENARIOS if not options.names or any(name in s.__name__ for name in options.names)]
    if unknown := OUTSIDE_CI - {s.__name__ for s in SCENARIOS}:
        parser.error(f"no scenario is called {', '.join(unknown)}: see OUTSIDE_CI")
    if options.ci:
        chosen = [s for s in chosen if s.__name__ not in OUTSIDE_CI]
    if options.list:
        return print("\n".join(s.__name__ for s in chosen))
    if not chosen:
        parser.error("no scenario has such a name")
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    made = subprocess.run([str(HERE / "guest.sh"), options.binary], stdout=subprocess.PIPE, text=True)
    if made.returncode:
        sys.exit(made.returncode)
    options.guest = made.stdout.split()
    options.stopping = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: options.stopping.set())
    signal.signal(signal.SIGINT, lambda *_: options.stopping.set())
    # Whatever hangs, the run ends, and everything that it started too.
    guard = threading.Timer(options.limit_seconds, options.stopping.set)
    guard.daemon = True
    guard.start()
    passed, again = [], []
    with SavedStates(options.guest, options.stopping) as options.saved_states:
        with contextlib.ExitStack() as pools:
            pool = pools.enter_context(concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)))
            beside = pools.enter_context(concurrent.futures.ThreadPoolExecutor(1)) if options.jobs > 1 else pool
            runs = [(beside if s in WAITING else pool).submit(run, s, options) for s in chosen if s not in ALONE]
            for future in concurrent.futures.as_completed(runs):
                judge(future.result(), passed, again)
        for scenario in [s for s in chosen if s in ALONE]:
            judge(run(scenario, options), passed, again)
        # Once more, and alone, where this machine had too little time for the guest.
        for scenario in again[:MOST_AGAIN]:
            print(f"again               {scenario.__name__.replace('_', ' ')}", flush=True)
            result = run(scenario, options)
            tell(*result)
            passed += [] if result[3] else [scenario]
    if again:
        print(f"{len(again)} starved of processor time, of which {min(len(again), MOST_AGAIN)} ran again")
    passed, failed = len(passed), len(chosen) - len(passed)
    if options.count_file:
        pathlib.Path(options.count_file).write_text(f"{passed} {failed}\n")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
