#!/usr/bin/env python3
"""Scenarios on the virtual board: the release binary on a real Linux kernel in QEMU, judged by what speakers played.

    Tests/VirtualBoard/run.py --binary .build/release/anicca [NAME…] [--jobs 2] [--cuts 4] [--seed N] [--ci]

`--ci`: one scenario of each kind, and fewer random cuts. NAME: part of a scenario's name;
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
sys.path[:0] = [str(HERE), *(str(HERE.parent / name) for name in ("Conversation", "Account"))]

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
import scenarios_account  # noqa: E402
import scenarios_year  # noqa: E402,F401
from budget import Budget  # noqa: E402
from expecting import Unexpected  # noqa: E402
from machine import MachineError  # noqa: E402
from registry import SCENARIOS  # noqa: E402
from saved_states import SavedStates  # noqa: E402


ALONE = [*scenarios_sound.ALONE, *scenarios_network.ALONE, *scenarios_account.ALONE]
# Most of their time they wait for the guest's clock: they run one after the other, beside the others.
WAITING = [*scenarios_boards.WAITING, *scenarios_clock.WAITING, *scenarios_power.WAITING]

# What continuous integration has time for: of each thing that may go wrong with a ring, the one that says most. The unit
# tests hold the others' rules on a virtual clock; `make test-board` has all, and is run when what rings has changed.
IN_CI = {
    "random_power_cuts_1", "random_power_cuts_2", "power_cut_in_mid_ring_and_between_follow_ups",
    "power_cut_in_the_voice_of_a_ring", "power_cut_during_provisioning", "nights_1",
    "a_hung_main_loop_or_sound_is_reset_by_the_boards_watchdog_and_rings",
    "rings_at_its_minute_and_stop_with_bounce_silences_it", "start_with_bounce_opens_a_conversation_that_is_heard",
    "both_buttons_are_live_before_any_sound", "a_stuck_stop_and_a_shorted_start_are_reported_and_ignored",
    "usb_speaker_unplugged_in_mid_ring", "no_sound_card_at_all_buzzes_and_blinks",
    "disk_full", "var_turns_read_only", "database_damaged", "another_key_or_a_damaged_vault_leaves_the_alarms",
    "clock_unset_at_boot_then_set", "clock_stepped_back_over_an_alarm",
    "daylight_saving_repeats_the_hour_and_it_rings_once", "network_gone_before_start_at_wake_time",
}
CUTS, CUTS_IN_CI = 50, 25

# A guest that wanted a processor for so much of its time and had none cannot keep real time. A few of those that failed
# run once more; where there are more, this machine is too busy, and that is a failure, too.
STARVED = 0.15
MOST_AGAIN = 3


def run(scenario, options):
    """(scenario, seconds, measured, what went wrong, share of its time for which the guest was starved); None: there
    was no time for it"""
    if options.budget.leaves_out(scenario.__name__):
        return None
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
    if not result:
        return
    scenario, _, _, wrong, starved = result
    tell(*result)
    (again if wrong and starved > STARVED else [] if wrong else passed).append(scenario)


def main():
    parser = argparse.ArgumentParser(description="Scenarios on the virtual board.")
    parser.add_argument("names", nargs="*", help="parts of names; default: all")
    parser.add_argument("--binary", default=".build/release/anicca")
    parser.add_argument("--gateway", default="gateway/.build/debug/anicca-gateway", help="of the account's scenarios")
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("BOARD_JOBS", min(2, os.cpu_count() or 2))),
                        help="machines side by side")
    parser.add_argument("--cuts", type=int, default=int(os.environ.get("BOARD_CUTS", 0)),
                        help=f"random power cuts; default: {CUTS}, with --ci {CUTS_IN_CI}")
    parser.add_argument("--nights", type=int, default=int(os.environ.get("BOARD_NIGHTS", 2)),
                        help="nights with random faults")
    parser.add_argument("--presses", type=int, default=5, help="of the figure from GPIO edge to silence")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("BOARD_SEED", 1)), help="of the random ones")
    Budget.add_options(parser)
    parser.add_argument("--keep", help="folder for the recordings and logs of failed scenarios")
    parser.add_argument("--limit-seconds", type=float,
                        help="for all of them; what is left fails; default: 2700, with --ci 1500")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--ci", action="store_true", help="what .ci/test runs")
    options = parser.parse_args()
    options.limit_seconds = options.limit_seconds or (1500 if options.ci else 2700)
    options.cuts = options.cuts or (CUTS_IN_CI if options.ci else CUTS)
    chosen = [s for s in SCENARIOS if not options.names or any(name in s.__name__ for name in options.names)]
    if unknown := IN_CI - {s.__name__ for s in SCENARIOS}:
        parser.error(f"no scenario is called {', '.join(unknown)}: see IN_CI")
    if options.ci:
        chosen = [s for s in chosen if s.__name__ in IN_CI]
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
    options.budget = Budget(options)
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
            if options.budget.leaves_out(scenario.__name__):
                continue
            print(f"again               {scenario.__name__.replace('_', ' ')}", flush=True)
            judge(run(scenario, options), passed, [])
    if again:
        print(f"{len(again)} starved of processor time, of which {min(len(again), MOST_AGAIN)} ran again")
    sys.exit(options.budget.conclude(len(passed), len(chosen) - len(passed) - len(options.budget.left_out)))


if __name__ == "__main__":
    main()
