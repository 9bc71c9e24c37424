#!/usr/bin/env python3
"""Live conversations of the real binary with the stand-in for the service, judged by what was heard and when.

    .build/peers-venv/bin/python Tests/Conversation/run.py --binary .build/release/anicca [NAME…] [--jobs 2] [--ci]

`--ci`: without those that differ from another only in the language or in the way in which WebRTC fails. NAME: part of a
scenario's name; `--list` prints the names. Prints one line for each scenario with its milliseconds, then
`N passed, N failed`. `--keep FOLDER` keeps what was heard where a scenario fails. Loopback only.
"""

import argparse
import os
import pathlib
import signal
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Peers"), str(HERE.parent / "Bench")]

import controls  # noqa: E402
import controls_of_judging  # noqa: E402
import crowding  # noqa: E402,F401
import doctoring  # noqa: E402,F401
import failing  # noqa: E402,F401
import flooding  # noqa: E402,F401
import forgetting  # noqa: E402,F401
import helping  # noqa: E402,F401
import judging  # noqa: E402
import meditating  # noqa: E402,F401
import remembering  # noqa: E402,F401
import summarizing  # noqa: E402,F401
import recording  # noqa: E402,F401
import talking  # noqa: E402,F401
import waking  # noqa: E402,F401
from budget import Budget  # noqa: E402
from pulse_rig import boot_ns  # noqa: E402
from registry import SCENARIOS  # noqa: E402
from stage import standstill, stopping  # noqa: E402

# The phrases themselves are compared in both languages by BedsideTests; each way in which WebRTC fails is met where the
# WebSocket saves it; what works alike over WebRTC and the WebSocket is tried over one; RealtimeTests tell the service's
# answers apart; of the memory there is one scenario for each kind of thing that can go wrong with it, and its rules are
# BedsideTests' and StoreTests'. `make test-conversations` holds all.
OUTSIDE_CI = {
    "a_certificate_that_nobody_vouches_for_in_japanese", "no_key_in_japanese",
    "the_service_answers_with_401_in_japanese", "the_service_answers_with_402_in_japanese",
    "the_service_answers_with_429_too_many_requests_in_japanese", "hanging_with_no_session_updated_in_japanese",
    "in_mid_sentence_the_line_vanishes_in_japanese", "a_line_that_is_lost_again_and_again_in_japanese",
    "a_ring_whose_line_hangs_is_still_answered_by_a_voice_in_japanese",
    *(f"{name}_{fault}" for name in ("the_websocket_fails_too_after", "no_voice_gets_through_where_only_webrtc_is_wanted")
      for fault in ("dtls_with_another_fingerprint", "dtls_that_stalls", "a_channel_that_never_opens",
                    "ice_never_connects_in_japanese")),
    "what_is_said_at_bedtime_begins_the_morning_when_its_alarm_rings", "while_paused_nothing_is_kept_or_told",
    "who_asks_what_is_remembered_hears_it_and_nothing_else", "what_is_off_the_record_is_not_kept_and_not_sent",
    "the_key_changes_during_a_talk", "a_talk_is_summed_up_before_its_call_is_closed_websocket",
    *(f"a_summary_{how}" for how in ("that_is_late", "that_fails", "of_another_function", "in_words", "of_a_megabyte",
                                     "of_deep_json")),
    "what_failed_is_summed_up_with_the_next_talk", "a_wipe_during_a_talk_leaves_nothing_of_it",
    *(f"what_is_forgotten_{how}" for how in ("by_voice_is_in_no_file", "is_in_no_file_by_number",
                                             "is_in_no_file_with_the_appliance_off")),
    "the_help_line_is_said_in_japanese", "no_network_in_japanese", "in_mid_sentence_the_line_is_closed_in_japanese",
    "speaks_first_hears_the_owner_and_answers_in_japanese",
    *(f"the_service_answers_with_{answer}_of_the_call" for answer in (401, 500)),
    "the_service_answers_with_429_too_many_requests", "hanging_with_no_answer_to_the_secret",
    "hanging_with_no_session_created", "in_mid_sentence_the_line_is_closed_on_websocket",
    "it_ends_by_silence_after_twenty_seconds", "a_pause_on_purpose_is_left_to_the_companion_websocket",
    "a_muted_microphone_is_not_on_the_line_websocket", "both_voices_of_a_talk_are_recorded_websocket",
    "a_companion_with_nothing_to_say", "what_is_forgotten_is_in_no_file_by_what_it_is_about",
}


def main():
    parser = argparse.ArgumentParser(description="Scenarios of live conversations.")
    parser.add_argument("names", nargs="*", help="parts of names; default: all")
    parser.add_argument("--binary", default=".build/debug/anicca")
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("SCENARIO_JOBS", os.cpu_count() or 2)),
                        help="side by side; more than there are cores disturb each other's timing")
    Budget.add_options(parser)
    parser.add_argument("--keep", help="folder for the recordings of failed scenarios")
    parser.add_argument("--limit-seconds", type=float, default=1100, help="for all of them; what is left fails")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--ci", action="store_true", help="what .ci/test runs")
    options = parser.parse_args()
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
    controls.main()
    controls_of_judging.main()
    options.budget = Budget(options)
    signal.signal(signal.SIGTERM, lambda *_: stopping.set())
    signal.signal(signal.SIGINT, lambda *_: stopping.set())
    # Whatever hangs, the run ends, and everything that it started too.
    guard = threading.Timer(options.limit_seconds, stopping.set)
    guard.daemon = True
    guard.start()
    began = boot_ns()
    passed, failed = judging.judge(chosen, options, options.jobs)
    if lost := standstill.milliseconds(began):
        print(f"the machine stood still for {lost} ms in all; the bounds of those instants grew by as much")
    standstill.close()
    sys.exit(options.budget.conclude(passed, failed))


if __name__ == "__main__":
    main()
