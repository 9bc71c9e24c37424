"""The alarm and the buttons on GPIO: ALARM-2, ALARM-3, BOARD-1, BOARD-2, SOUND-1.

Requirements: ALARM-3, BOARD-2
"""

import re

from bed import Bed
from expecting import Unexpected
from registry import scenario

WAKE = "habits: { wake: { at: '06:00', follow_ups: 2 } }"


def stop_silences(bed):
    mark = bed.hda.frames()
    bed.press("STOP")
    bed.measured["after_stop_ms"] = round(1000 * bed.falls_silent(bed.hda, mark))
    bed.ended("dismissed")
    return bed.measured


@scenario
def rings_at_its_minute_and_stop_with_bounce_silences_it(options):
    """Requirements: ALARM-2, SOUND-1"""
    with Bed(options) as bed:
        bed.boot("05:59:54", WAKE)
        bed.hears_alarm(bed.hda, due="06:00:00", is_from_file=True)
        bed.shows("ringing", activity="ringing", light="ringing")
        stop_silences(bed)
        bed.shows("at rest", activity="idle", light="idle")
        return bed.measured


@scenario
def start_with_bounce_opens_a_conversation_that_is_heard(options):
    """Requirements: TALK-6, TALK-7"""
    with Bed(options) as bed:
        bed.boot("05:59:54", WAKE)
        bed.hears_alarm(bed.hda, due="06:00:00")
        mark = bed.hda.frames()
        bed.press("START")
        bed.hears_phrase(bed.hda, "It is time to get up. Are you awake? Answer me out loud.", mark)
        bed.press("STOP")
        bed.shows("at rest", activity="idle")
        # Nobody was heard in it: whoever presses Stop then is awake all the same.
        bed.ended("dismissed")
        return bed.measured


@scenario
def buttons_that_come_late_are_found(options):
    """A chip that is there after the appliance (a module, an expander on I2C, udev): it rings, and both buttons work."""
    with Bed(options) as bed:
        bed.boot("05:59:54", WAKE)
        bed.sh("anicca-service stop; for chip in /dev/gpiochip*; do mv $chip /dev/late-${chip##*/}; done; "
               "anicca-service start")
        bed.hears_alarm(bed.hda, due="06:00:00")
        told = bed.cli("status", "--metrics")
        if not re.search("^anicca_board_missing_buttons [1-9]", told, re.MULTILINE):
            raise Unexpected(f"nobody is told of the buttons: {told}")
        bed.sh("for chip in /dev/late-*; do mv $chip /dev/${chip#/dev/late-}; done")
        bed.sh("usleep 4000000")
        blinks = bed.flashes("LIGHT", seconds=2)
        if not 0 < blinks < 1:
            raise Unexpected(f"the light came late, too, and was on {blinks:.0%} of the time")
        return stop_silences(bed)


@scenario
def buttons_whose_chip_goes_in_a_ring_work_once_it_is_back(options):
    """An expander on USB that was pulled out: the kernel (6.1) tells nobody who waits for its edges."""
    with Bed(options, cores=1) as bed:
        bed.boot("05:59:54", WAKE)
        bed.hears_alarm(bed.hda, due="06:00:00")
        bed.sh("board-panel unplug")
        bed.shows("lost buttons", attention=lambda attention: "button" in attention, activity="ringing")
        bed.sh("board-panel plug")
        bed.shows("buttons", attention=lambda attention: "button" not in attention, activity="ringing")
        blinks = bed.flashes("LIGHT", seconds=2)
        if not 0 < blinks < 1:
            raise Unexpected(f"the light is back, too, and was on {blinks:.0%} of the time")
        return stop_silences(bed)


@scenario
def both_buttons_are_live_before_any_sound(options):
    """An alarm that is due when the appliance starts: a press counts before its ring has begun (BOARD-2)."""
    with Bed(options) as bed:
        bed.boot("05:59:54", "habits: { wake: { at: '06:00' }, training: { at: '06:02', follow_ups: 5 } }")
        for button, number, habit, due in (("STOP", 1, "wake", "06:00"), ("START", 0, "training", "06:02")):
            bed.sh("anicca-service stop")
            bed.set_clock(f"{due}:05")
            # Its socket is there between its first look at the buttons and what was due.
            pull = f"/run/panel/sim_gpio{number}/pull"
            bed.sh("anicca-service start; until [ -S /var/lib/anicca/control.sock ]; do :; done; "
                   f"echo pull-down >{pull}; usleep 120000; echo pull-up >{pull}")
            if button == "STOP":
                bed.ended("dismissed", habit)
            else:
                bed.shows("a conversation", activity=lambda activity: activity in ("speaking", "listening"))
                bed.press("STOP")
            if "resumed" not in bed.kinds(habit):
                raise Unexpected(f"{habit} was not due when it started: {bed.kinds(habit)}")
        return bed.measured


@scenario
def a_short_glitch_is_no_press(options):
    """With the longest hold time and one core: a busy emulator still makes glitches that are shorter, and sees them."""
    with Bed(options, hold_milliseconds=500, cores=1) as bed:
        bed.boot("05:59:54", WAKE)
        bed.hears_alarm(bed.hda, due="06:00:00")
        for _ in range(8):
            longest = int(bed.sh("board-probe glitch /run/panel/sim_gpio1/pull 3")) / 1e6
            bed.measured["longest_glitch_ms"] = max(bed.measured.get("longest_glitch_ms", 0), round(longest, 2))
            if longest > 480:
                raise Unexpected(f"the emulator made a glitch of {longest:.0f} ms, which is a press; run it again")
            counted = bed.shows("still ringing", activity="ringing")["buttonGlitches"]
            # Of some a busy guest's kernel sees one level only.
            if counted >= 5:
                break
        else:
            raise Unexpected(f"24 glitches were made, and {counted} counted")
        bed.down("STOP")
        bed.ended("dismissed")
        return bed.measured


@scenario
def a_stuck_stop_and_a_shorted_start_are_reported_and_ignored(options):
    """Both down at start: an alarm rings all the same; the one that is let go works, the other stays ignored."""
    with Bed(options) as bed:
        bed.boot("05:50:00", starts=False)
        bed.down("STOP")
        bed.down("START")
        bed.start()
        bed.provision(WAKE)
        bed.shows("a stuck button", attention=lambda attention: "button" in attention)
        named = {entry.get("detail") for entry in bed.night() if entry["kind"] == "button_stuck"}
        if named != {"start", "stop"}:
            raise Unexpected(f"Start and Stop are down, and the log names {named}")
        bed.set_clock("05:59:54")
        bed.hears_alarm(bed.hda, due="06:00:00")
        mark = bed.hda.frames()
        bed.up("STOP")
        bed.shows("still ringing: letting go is no press", activity="ringing")
        bed.press("STOP")
        bed.falls_silent(bed.hda, mark, at_most=15)
        bed.ended("dismissed")
        bed.shows("the other one is still reported", attention=lambda attention: "button" in attention)
        bed.up("START")
        bed.shows("both are free", attention=lambda attention: "button" not in attention)
