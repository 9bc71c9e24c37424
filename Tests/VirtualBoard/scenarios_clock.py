"""The civil clock on a real kernel: unset, set, stepped, and the edges of daylight saving (ALARM-6, ALARM-8).

Requirements: ALARM-6
"""

import datetime

from bed import UTC, Bed
from expecting import Unexpected
from registry import scenario

WAKE = "habits: { wake: { at: '06:00', follow_ups: 2 } }"


@scenario
def clock_unset_at_boot_then_set(options):
    """A board without a battery: it boots in the year 2000, says so, and arms as soon as the clock is set.

    Requirements: ALARM-8
    """
    with Bed(options, cores=1, boots=True) as bed:
        bed.boot(datetime.datetime(2000, 1, 1, 5, 59, 50, tzinfo=UTC))
        bed.provision(WAKE)
        bed.shows("an untrusted clock", clockTrusted=False, light="needs_attention",
                  attention=lambda attention: "clock" in attention)
        bed.wait_for(datetime.datetime(2000, 1, 1, 6, 0, 3, tzinfo=UTC))
        bed.shows("no alarm by that clock", activity="idle")
        bed.set_clock("05:59:53")
        bed.shows("a trusted clock", clockTrusted=True, attention=[])
        bed.hears_alarm(bed.hda, due="06:00:00")
        bed.press("STOP")
        bed.ended("dismissed")
        return bed.measured


@scenario
def clock_stepped_forward_over_an_alarm(options):
    """`date -s` to 25 s after it: it rings at once; a whole day later it does not ring for what is long past."""
    with Bed(options, cores=1, boots=True) as bed:
        bed.boot("05:50:00")
        bed.provision(WAKE)
        bed.set_clock("06:00:25")
        bed.hears_alarm(bed.hda, within=15)
        mark = bed.hda.frames()
        bed.press("STOP")
        bed.falls_silent(bed.hda, mark)
        bed.ended("dismissed")
        bed.set_clock(bed.at("12:00:00") + datetime.timedelta(days=1))
        bed.stays_silent(4)
        kinds = bed.kinds()
        if kinds.count("missed") != 1:
            raise Unexpected(f"the second day's alarm should be recorded as missed once: {kinds}")
        return bed.measured


@scenario
def clock_stepped_back_over_an_alarm(options):
    """It rang and was stopped; the clock goes back an hour: that day's alarm does not ring again."""
    with Bed(options, cores=1, boots=True) as bed:
        bed.boot("05:59:54", WAKE)
        bed.hears_alarm(bed.hda, due="06:00:00")
        bed.press("STOP")
        bed.ended("dismissed")
        bed.set_clock("05:59:50")
        status = bed.shows("the next alarm", next=lambda following: following is not None)
        if not status["next"]["at"].startswith(str(bed.day + datetime.timedelta(days=1))):
            raise Unexpected(f"the next alarm should be tomorrow's: {status['next']['at']}")
        bed.wait_for("06:00:05")
        bed.shows("at rest", activity="idle")
        return bed.measured


def last_sunday(year, month):
    day = datetime.date(year, month, 31)
    return day - datetime.timedelta(days=(day.weekday() + 1) % 7)


@scenario
def daylight_saving_skips_the_hour_and_it_rings_after_the_gap(options):
    """02:30 does not exist in Berlin on that Sunday: it rings at 03:00 summer time, 01:00 UTC."""
    day = last_sunday(datetime.date.today().year + 1, 3)
    with Bed(options, zone="Europe/Berlin", day=day, cores=1, boots=True) as bed:
        bed.boot("00:59:54", "habits: { wake: { at: '02:30' } }")
        bed.hears_alarm(bed.hda, due="01:00:00")
        bed.press("STOP")
        bed.ended("dismissed")
        return bed.measured


@scenario
def daylight_saving_repeats_the_hour_and_it_rings_once(options):
    """02:30 comes twice in Berlin on that Sunday: it rings at 00:30 UTC, and not at 01:30 UTC, nor after a reboot."""
    day = last_sunday(datetime.date.today().year + 1, 10)
    with Bed(options, zone="Europe/Berlin", day=day, cores=1, boots=True) as bed:
        bed.boot("00:29:54", "habits: { wake: { at: '02:30' } }")
        bed.hears_alarm(bed.hda, due="00:30:00")
        bed.press("STOP")
        bed.ended("dismissed")
        bed.cut_power()
        bed.power_returns("01:29:54")
        bed.wait_for("01:30:04")
        bed.shows("at rest", activity="idle")
        if bed.kinds().count("ring") != 1:
            raise Unexpected(f"one ring was expected: {bed.kinds()}")
        return bed.measured


@scenario
def clock_chip_starts_a_board_that_was_switched_off(options):
    """Three minutes ahead of the alarm."""
    with Bed(options, cores=1, boots=True) as bed:
        bed.boot("05:50:00")
        bed.provision(WAKE)
        bed.cut_power()
        bed.power_returns("05:52:00")
        # However long that took: the chip, too, is set.
        bed.set_clock("05:56:40")
        bed.sh("hwclock -u -w")
        bed.switch_off(wakes_within=90)
        woken = (bed.at("06:00:00") - bed.now()).total_seconds()
        # It takes some seconds to start.
        if not 120 <= woken <= 181:
            raise Unexpected(f"the board was started {woken:.0f} s before the alarm")
        bed.set_clock("05:59:54")
        bed.hears_alarm(bed.hda, due="06:00:00")
        bed.press("STOP")
        bed.ended("dismissed")
        return bed.measured


WAITING = (clock_chip_starts_a_board_that_was_switched_off, clock_stepped_back_over_an_alarm,
           daylight_saving_repeats_the_hour_and_it_rings_once, clock_unset_at_boot_then_set)
