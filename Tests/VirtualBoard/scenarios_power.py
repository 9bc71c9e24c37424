"""The power goes: SIGKILL to the machine, the same disk, the battery clock goes on (ALARM-6, ALARM-7; BOARD-2).

Requirements: ALARM-6, ALARM-7
"""

import collections
import time

from bed import Bed
from expecting import Unexpected
from ledger import Ledger
from registry import scenario
from scenarios_fading import LINE
from speaker import RATE

WAKE = "habits: { wake: { at: '06:00', follow_ups: 3 } }"


def rings(bed, habit="wake"):
    """How often each ring of a habit began: follow-up to count."""
    return dict(collections.Counter(
        entry["followUp"] for entry in bed.night() if entry["kind"] == "ring" and entry.get("habit") == habit))


@scenario
def power_cut_before_the_main_ring(options):
    with Bed(options, cores=1, boots=True) as bed:
        bed.boot("05:59:54", WAKE)
        bed.cut_power()
        bed.power_returns("06:00:08")
        bed.hears_alarm(bed.hda)
        mark = bed.hda.frames()
        bed.press("STOP")
        bed.falls_silent(bed.hda, mark)
        bed.ended("dismissed")
        if rings(bed) != {0: 1}:
            raise Unexpected(f"one main ring was expected: {rings(bed)}")


@scenario
def power_cut_in_mid_ring_and_between_follow_ups(options):
    with Bed(options, cores=1, boots=True) as bed:
        bed.boot("05:59:54", WAKE)
        bed.hears_alarm(bed.hda, due="06:00:00")
        bed.cut_power()
        # In the ring's own 30 s: it goes on. No other ring may be twice.
        bed.power_returns("06:00:12")
        bed.hears_alarm(bed.hda)
        bed.cut_power()
        # After it: silence until the follow-up's own time.
        bed.power_returns("06:00:32")
        bed.shows("waiting", activity="waiting", followUp=1)
        bed.cut_power()
        bed.power_returns("06:00:48")
        # On a loaded machine it may still be booting then.
        bed.hears_alarm(bed.hda, due="06:01:00", late_seconds=25)
        bed.press("STOP")
        bed.ended("dismissed")
        seen = rings(bed)
        if set(seen) != {0, 1} or seen[0] > 2 or seen[1] != 1:
            raise Unexpected(f"rings by follow-up: {seen}")


@scenario
def power_cut_in_a_conversation(options):
    """Nobody was heard in it, so the follow-ups go on (ALARM-14); the main ring is over and does not come again.

    Requirements: ALARM-14
    """
    with Bed(options, cores=1) as bed:
        bed.boot("05:59:54", WAKE)
        bed.hears_alarm(bed.hda, due="06:00:00")
        bed.press("START")
        bed.shows("a conversation", activity=lambda activity: activity in ("speaking", "listening"))
        bed.cut_power()
        bed.power_returns("06:00:50")
        bed.hears_alarm(bed.hda, due="06:01:00", late_seconds=25)
        bed.press("STOP")
        bed.ended("dismissed")
        if rings(bed) != {0: 1, 1: 1}:
            raise Unexpected(f"rings by follow-up: {rings(bed)}")


@scenario
def power_cut_in_the_voice_of_a_ring(options):
    """For a heavy sleeper the pattern rings from the first ring on, and the voice takes turns with it. The power fails
    while it speaks: the ring goes on, once, and both buttons work.

    Requirements: SOUND-7, ALARM-3
    """
    with Bed(options, cores=1) as bed:
        bed.boot("05:59:54", "habits: { wake: { at: '06:00', follow_ups: 3, sleeper: heavy } }")
        began = bed.hears_alarm(bed.hda, due="06:00:00", is_pattern=True)
        begin, end = bed.hears_ring_voice_begin(bed.hda, LINE, began + 6 * RATE)
        bed.measured["voice_after_ms"] = round(1000 * (begin - began) / RATE)
        bed.measured["voice_left_ms"] = round(1000 * (end - bed.hda.frames()) / RATE)
        bed.cut_power()
        if bed.measured["voice_left_ms"] < 0:
            raise Unexpected("the voice was over when the power failed")
        bed.power_returns("06:00:11")
        bed.hears_alarm(bed.hda, is_pattern=True)
        mark = bed.hda.frames()
        bed.press("START")
        bed.hears_phrase(bed.hda, "It is time to get up. Are you awake? Answer me out loud.", mark)
        mark = bed.hda.frames()
        bed.press("STOP")
        bed.falls_silent(bed.hda, mark)
        bed.ended("dismissed")
        # The ring that was cut off, and what is left of it; on a slow machine the follow-up.
        if rings(bed) not in ({0: 2}, {0: 1, 1: 1}):
            raise Unexpected(f"rings by follow-up: {rings(bed)}")
        return bed.measured


@scenario
def power_cut_after_a_missed_alarm_and_a_change(options):
    """The miss is still shown, and the store is taken for sound.

    Requirements: ALARM-4
    """
    with Bed(options, cores=1) as bed:
        bed.boot("05:59:54", "habits: { wake: { at: '06:00', follow_ups: 0 } }")
        bed.cut_power()
        bed.power_returns("06:20:00")
        bed.shows("a miss", light="missed")
        bed.cli("volume", "50")
        bed.cut_power()
        bed.power_returns("06:21:00")
        bed.shows("the miss, and nothing recovered", within=5, light="missed", attention=[])


@scenario
def a_hung_main_loop_or_sound_is_reset_by_the_boards_watchdog_and_rings(options):
    """GUARD-3: it lives while both give signs of life. The loop alone hangs just before the alarm, which rings after the
    reset; then, in that ring, the thread alone that tells the others what sounds.

    Requirements: GUARD-3
    """
    with Bed(options, watchdog_seconds=15, cores=1) as bed:
        bed.boot("05:58:00", starts=False)
        bed.start()
        bed.provision(WAKE)
        bed.cut_power()
        # The reset finds the battery clock that this boot begins with: no `date` here.
        bed.power_returns("05:59:20")
        boot = bed.sh("cat /proc/sys/kernel/random/boot_id")
        bed.wait_for("05:59:50")
        if bed.sh("cat /proc/sys/kernel/random/boot_id") != boot:
            raise Unexpected("the board was reset, and nothing hung")
        mark = 0
        for thread in ("anicca", "sound"):
            hung = bed.now()
            bed.hang(thread)
            bed.is_reset()
            bed.measured[f"{thread}_hung_to_armed_ms"] = round((bed.now() - hung).total_seconds() * 1000)
            mark = bed.hears_alarm(bed.hda, since=mark if thread == "anicca" else bed.hda.frames())
        mark = bed.hda.frames()
        bed.press("STOP")
        bed.falls_silent(bed.hda, mark)
        bed.ended("dismissed")
        # On a slow machine it may be started a follow-up late. A ring that was cut off goes on.
        seen = rings(bed)
        if max(seen.values()) > 2 or sum(seen.values()) > len(seen) + 1:
            raise Unexpected(f"rings by follow-up: {seen}")
        return bed.measured


@scenario
def power_cut_during_provisioning(options):
    """At instants from before the command to after its answer: the old profile whole, or the new one.

    Requirements: SETUP-2
    """
    with Bed(options, cores=1) as bed:
        bed.boot("12:00:00")
        ledger = Ledger()
        began = time.monotonic()
        ledger.provision(bed)
        usual = time.monotonic() - began
        applied = 0
        for delay in (0.5 * usual, 0.8 * usual, 1.2 * usual):
            ledger.provision(bed, is_waited_for=False)
            time.sleep(delay)
            newest = max(ledger.serials)
            if bed.sh("cat /run/code 2>/dev/null || echo none").strip() == "0":
                ledger.serials = {newest}
            bed.cut_power()
            bed.power_returns(dark_seconds=5)
            ledger.verify(bed)
            applied += newest in ledger.serials
        return {"applied": f"{applied}/3"}


WAITING = (power_cut_in_mid_ring_and_between_follow_ups, power_cut_in_a_conversation)
