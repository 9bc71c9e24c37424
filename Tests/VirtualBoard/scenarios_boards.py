"""The board files that ship, on chips that look like their boards', and lamps of the kernel's: BOARD-1, BOARD-2,
BOARD-3.

`gpio-sim` takes a pull-up that it is asked for as a contact that opens; these boards' lines are low until then, as a
Raspberry Pi's are. So the buttons work only if the program asks for its pull-ups before it looks.

Requirements: BOARD-1, BOARD-2, BOARD-3
"""

import datetime
import json
import time

from bed import Bed
from expecting import Unexpected
from registry import family, scenario
from scenarios_fading import progress
from scenarios_sound import remove_card

WAKE = "habits: { wake: { at: '06:00', follow_ups: 2 } }"
SHIPPED = "/usr/local/share/anicca/board"
MINE = "/etc/anicca/board.yaml"


def has_board(bed, label, file, edit=""):
    """That board's chip and its file, changed by a `sed` script as its owner would; nothing is running yet."""
    bed.sh(f"board-panel be {label}; cp {SHIPPED}/{file} {MINE}" + (f"; sed -i {edit} {MINE}" if edit else ""))


def doctor_finds(bed, check, grade="ok"):
    _, told = bed.sh("anicca doctor --json", 120, check=False)
    found = {finding["grade"] for finding in json.loads(told) if finding["check"] == check}
    if found != {grade}:
        raise Unexpected(f"the doctor finds {check} {found}, not {grade}: {told}")


def blinks(bed, line, seconds=2):
    share = bed.flashes(line, seconds)
    if not 0.1 < share < 0.9:
        raise Unexpected(f"the lamp on line {line} should blink, and was on {share:.0%} of the time")


@family(("raspberry_pi", "pinctrl-rp1", "raspberry-pi.yaml", 17, 27, 22),
        ("respeaker", "pinctrl-bcm2835", "respeaker-2mic.yaml", 17, 12, 13))
def a_shipped_board_file_works_as_it_is(options, label, file, start, stop, lamp):
    with Bed(options, cores=1) as bed:
        bed.boot("05:50:00", starts=False)
        has_board(bed, label, file)
        bed.start()
        bed.provision(WAKE)
        bed.shows("no stuck button", attention=lambda attention: "button" not in attention)
        doctor_finds(bed, "buttons and light")
        bed.set_clock("05:59:54")
        bed.hears_alarm(bed.hda, due="06:00:00")
        blinks(bed, lamp)
        mark = bed.hda.frames()
        bed.press(start)
        bed.shows("a conversation", activity=lambda activity: activity in ("speaking", "listening"))
        bed.hears_sound(bed.hda, mark)
        bed.press(stop)
        bed.shows("at rest", activity="idle")
        # Their cards' microphones are not there, so nobody is asked to be heard.
        bed.ended("answered")
        if bed.drives(lamp):
            raise Unexpected("the lamp is lit at rest")
        return bed.measured


# What is in the file as a comment, taken out of it; three lamps in place of the one.
ALL_PARTS = (r"-e '/^  line: 22/d; /^  active: high/d' -e 's/^  # \(volume_\|mute\|red\|green\|blue\)/  \1/' "
             "-e 's/^# \\(buzzer\\|shaker\\|presence\\):/\\1:/'")
START, STOP, VOLUME_UP, VOLUME_DOWN, MUTE, BUZZER, RED, GREEN, BLUE = 17, 27, 5, 6, 26, 23, 22, 24, 25
SHAKER, PRESENCE = 16, 12


def lit(bed):
    """Read in one go, or a busy machine sees each of them in another phase of its blinking."""
    lamps = (RED, GREEN, BLUE)
    values = bed.sh("cat " + " ".join(f"/run/panel/sim_gpio{lamp}/value" for lamp in lamps)).split()
    return {lamp for lamp, value in zip(lamps, values, strict=True) if value == "1"}


@scenario
def the_optional_parts_of_the_board_file_work(options):
    """Volume, mute, three lamps, a buzzer, a bed shaker and a presence sensor, where the shipped file has them as
    comments (SOUND-4, BOARD-2, BOARD-3). Where no net is due, the alarm rings although the sensor saw somebody, and the
    day counts as unaided.

    Requirements: SOUND-4, FADE-2
    """
    with Bed(options, cores=1) as bed:
        bed.boot("05:50:00", starts=False)
        has_board(bed, "pinctrl-bcm2711", "raspberry-pi.yaml", ALL_PARTS)
        bed.start()
        bed.provision(WAKE)
        doctor_finds(bed, "buttons and light")
        voice = bed.status()["voicePercent"]
        for button, percent in ((VOLUME_UP, voice + 10), (VOLUME_DOWN, voice), (VOLUME_DOWN, voice - 10)):
            # Without bounce: a busy emulator draws it out so far that it counts as two presses.
            bed.press(button, bounces=0)
            bed.shows("the voice's volume", voicePercent=percent)
        bed.press(MUTE, bounces=0)
        bed.shows("a muted microphone", microphoneMuted=True, light="muted")
        # One flash of 60 ms in ten seconds, in red alone.
        bed.sh(f"board-panel await {RED} 30")
        # Somebody is seen: this line goes up.
        bed.up(PRESENCE)
        mark = bed.hda.frames()
        bed.set_clock("05:59:54")
        bed.hears_alarm(bed.hda, due="06:00:00", since=mark)
        bed.wait_until(lambda: bed.drives(SHAKER), 5, "shaker")
        # White: all three, at once.
        bed.wait_until(lambda: lit(bed) == {RED, GREEN, BLUE}, 10, "white light")
        bed.wait_until(lambda: not lit(bed), 10, "dark between its flashes")
        bed.press(MUTE, bounces=0)
        bed.shows("still ringing: mute silences no alarm", activity="ringing", microphoneMuted=False)
        bed.press(START)
        bed.shows("the companion", activity="speaking")
        bed.wait_until(lambda: lit(bed) == {GREEN, BLUE}, 10, "cyan light")
        bed.wait_until(lambda: not bed.drives(SHAKER), 5, "still shaker")
        bed.press(STOP)
        bed.shows("at rest", activity="idle")
        seen = progress(bed)
        if seen != (0, str(bed.day), "unaided"):
            raise Unexpected(f"the sensor saw somebody before the ring, and progress shows {seen}")
        # No card is left: the buzzer's line.
        remove_card(bed, "HDA")
        bed.cli("habit", "set", "training", "--at", "06:20")
        bed.set_clock("06:19:57")
        bed.wait_until(lambda: bed.drives(BUZZER), 15, "buzzer")
        bed.press(STOP)
        bed.wait_until(lambda: not bed.drives(BUZZER), 5, "silent buzzer")
        return bed.measured


@scenario
def a_contact_that_shorts_while_it_runs_is_reported(options):
    """Stop is pressed in a ring, and does not come up again: a minute later it is reported; the next alarm rings, Start
    ends it, and holding Start then erases nothing, though both lines are down."""
    with Bed(options, cores=1) as bed:
        bed.boot("05:59:54", "habits: { wake: { at: '06:00' }, training: { at: '06:20', follow_ups: 5 } }")
        bed.hears_alarm(bed.hda, due="06:00:00")
        mark = bed.hda.frames()
        down = time.monotonic()
        bed.down("STOP")
        bed.falls_silent(bed.hda, mark)
        bed.ended("dismissed")
        bed.shows("nothing yet", attention=lambda attention: "button" not in attention)
        bed.shows("a button that stays down", within=75, attention=lambda attention: "button" in attention)
        bed.measured["reported_after_s"] = round(time.monotonic() - down)
        bed.set_clock("06:19:57")
        bed.hears_alarm(bed.hda, due="06:20:00", since=bed.hda.frames())
        bed.down("START")
        bed.shows("a conversation", activity=lambda activity: activity in ("speaking", "listening"))
        bed.wait_for(bed.now() + datetime.timedelta(seconds=12))
        bed.up("START")
        if not [habit for habit in bed.status()["habits"] if habit["habit"] == "training"]:
            raise Unexpected("a shorted line and a held Start have erased everything")
        bed.up("STOP")
        bed.shows("a free button", attention=lambda attention: "button" not in attention)
        bed.press("STOP")
        bed.shows("at rest", activity="idle")
        return bed.measured


@scenario
def a_lamp_of_the_kernels_is_the_light(options):
    """Below /sys/class/leds, as PWM lamps and those of HATs are; here the emulated keyboard's. Its own trigger is taken
    from it."""
    with Bed(options, cores=1) as bed:
        bed.boot("05:50:00", starts=False)
        lamp = bed.sh("ls -d /sys/class/leds/*capslock").strip()
        # As udev does it (deploy/udev).
        bed.sh(f"chgrp gpio {lamp}/brightness {lamp}/trigger; chmod g+w {lamp}/brightness {lamp}/trigger")
        bed.sh(f"sed -i 's#^light:.*#light: {{ led: \"{lamp.rsplit('/', 1)[1]}\" }}#' {MINE}")
        bed.start()
        bed.provision(WAKE)
        doctor_finds(bed, "buttons and light")
        bed.set_clock("05:59:54")
        bed.hears_alarm(bed.hda, due="06:00:00")
        looks = bed.sh(f"i=0; while [ $i -lt 30 ]; do cat {lamp}/brightness; usleep 70000; i=$((i + 1)); done").split()
        if not {"0", "1"} <= set(looks):
            raise Unexpected(f"the lamp does not blink: {looks}")
        bed.press("STOP")
        bed.ended("dismissed")
        if bed.sh(f"cat {lamp}/brightness").strip() != "0":
            raise Unexpected("the lamp is lit at rest")
        if "[none]" not in bed.sh(f"cat {lamp}/trigger"):
            raise Unexpected("something else drives the lamp, too")
        return bed.measured


WAITING = (a_contact_that_shorts_while_it_runs_is_reported,)
