"""A habit that needs less, and what a ring is made of: FADE-1, FADE-2, SOUND-7.

Requirements: FADE-1, SOUND-7
"""

import datetime
import json
import sqlite3

from bed import Bed
from expecting import Unexpected
from registry import scenario
from scenarios_migration import fetch, put
from speaker import RATE

WAKE = "habits: { wake: { at: '06:00', follow_ups: 2 } }"
# What a ring says after its melody, if there is no wake message (Sources/Bedside/Words/RingLine.swift).
LINE = "Stand up, feet on the floor. Press Start."


def has_unaided_days(bed, count, habit="wake"):
    """So many days before the bed's day on which the owner was up before the ring. The appliance does not run."""
    path = bed.folder / "days.db"
    path.write_bytes(fetch(bed, "anicca.db"))
    database = sqlite3.connect(path)
    with database:
        for number in range(1, count + 1):
            date = bed.day - datetime.timedelta(days=count + 1 - number)
            database.execute(
                "INSERT INTO fading_entry (habit, number, date, kind, value, is_corrected) VALUES (?, ?, ?, ?, ?, ?)",
                (habit, number, str(date), "day", "unaided", 0))
    database.close()
    put(bed, "anicca.db", path.read_bytes())


def progress(bed, habit="wake"):
    """(level, the last day's date, its word)"""
    rows = json.loads(bed.cli("progress", "--json"))["habits"]
    row = next(row for row in rows if row["habit"] == habit)
    last = row["days"][-1] if row["days"] else {"date": None, "word": None}
    return row["level"], last["date"], last["word"]


def is_next(day, time):
    return lambda following: following is not None and following["at"].startswith(f"{day}T{time}")


def glitches(bed, hold_milliseconds):
    """The sensor's line bounces, three times, and never for as long as it must hold."""
    longest = int(bed.sh("board-probe glitch /run/panel/sim_gpio5/pull 3")) / 1e6
    bed.measured["longest_glitch_ms"] = round(longest, 2)
    if longest > 0.9 * hold_milliseconds:
        raise Unexpected(f"the emulator made a glitch of {longest:.0f} ms, which is somebody; run it again")


def stop_silences_the_voice(bed, began, hold_milliseconds):
    """Of a ring that began at that frame: its voice comes after 20 s at most."""
    begin, end = bed.hears_ring_voice_begin(bed.hda, LINE, began + 18 * RATE)
    mark = bed.hda.frames()
    bed.sh(f"board-panel down STOP; usleep {(hold_milliseconds + 200) * 1000}; board-panel up STOP")
    bed.measured["voice_after_ms"] = round(1000 * (begin - began) / RATE)
    bed.measured["voice_left_ms"] = round(1000 * (end - mark) / RATE)
    # As in the melody; the contact must hold for longer here.
    bed.measured["after_stop_ms"] = round(1000 * bed.falls_silent(bed.hda, mark, at_most=1 + hold_milliseconds / 1000))
    if mark > end:
        raise Unexpected("the voice was over when Stop was pressed")
    bed.ended("dismissed")


@scenario
def a_net_rings_late_and_only_if_the_sensor_sees_nobody(options):
    """A stuck sensor and one that bounces are no sign of life: ten minutes late it rings, first the melody and then the
    voice, and Stop silences the voice. On the next day the sensor sees somebody, and it does not ring.

    Requirements: FADE-2, FADE-3, ALARM-3
    """
    hold = 300
    with Bed(options, hold_milliseconds=hold, cores=1) as bed:
        # A net's day counts only if the power was on from half an hour before the habit's time.
        bed.boot("05:10:00", WAKE)
        bed.sh("anicca-service stop")
        # Two weeks: the rules make level 2 of them.
        has_unaided_days(bed, 14)
        bed.down("PRESENCE")
        bed.start()
        if bed.drives("PRESENCE"):
            raise Unexpected("the stuck line was let go when it was asked for")
        seen = progress(bed)
        if seen[0] != 2:
            raise Unexpected(f"two weeks of unaided days make level 2, and progress shows {seen}")
        mark = bed.hda.frames()
        bed.set_clock("05:59:58")
        bed.wait_for("06:00:02")
        bed.shows("a net that is still to come", activity="idle", next=is_next(bed.day, "06:10"))
        bed.up("PRESENCE")
        bed.sh(f"usleep {2 * hold * 1000}")
        glitches(bed, hold)
        bed.set_clock("06:09:55")
        began = bed.hears_alarm(bed.hda, due="06:10:00", since=mark)
        stop_silences_the_voice(bed, began, hold)
        seen = progress(bed)
        if seen != (2, str(bed.day), "prompt"):
            raise Unexpected(f"the net was answered at once, and progress shows {seen}")
        # The next day: somebody is up.
        bed.day += datetime.timedelta(days=1)
        bed.set_clock("05:50:00")
        mark = bed.hda.frames()
        bed.down("PRESENCE")
        bed.shows("a settled day", next=is_next(bed.day + datetime.timedelta(days=1), "06:10"))
        bed.hears_sound(bed.hda, mark)
        bed.falls_silent(bed.hda, mark, at_most=20)
        mark = bed.hda.frames()
        bed.set_clock("06:09:57")
        bed.wait_for("06:10:03")
        bed.shows("at rest", activity="idle")
        if bed.hda.audible_seconds(mark) > 0:
            raise Unexpected("it rings although the sensor saw somebody")
        seen = progress(bed)
        if seen != (2, str(bed.day), "unaided"):
            raise Unexpected(f"the sensor saw somebody, and progress shows {seen}")
        return bed.measured
