"""Speakers that come and go: SOUND-2, SOUND-6.

Requirements: SOUND-2
"""

import json
import re

from bed import Bed
from expecting import Unexpected
from registry import scenario
from scenarios_buttons import stop_silences

WAKE = "habits: { wake: { at: '06:00', follow_ups: 2 } }"


def unplugged_in_mid_ring(options, output, comes_back):
    with Bed(options, has_usb=True, outputs=[output, "plughw:CARD=HDA"]) as bed:
        bed.boot("05:59:54", "habits: { wake: { at: '06:00', follow_ups: 2, follow_up_interval: 30s } }")
        bed.hears_alarm(bed.usb, due="06:00:00", within=15)
        mark = bed.hda.frames()
        unplugged = bed.now()
        bed.machine.unplug_usb(bed.usb)
        bed.hears_alarm(bed.hda, since=mark)
        gap = (bed.guest_time(bed.hda.arrival(bed.hda.first_audible(mark))) - unplugged).total_seconds()
        bed.measured["unplugged_to_next_ms"] = round(gap * 1000)
        if gap > 1:
            raise Unexpected(f"the next device sounded {gap:.2f} s after the first was unplugged; 1 s is allowed")
        if comes_back:
            bed.machine.plug_usb(bed.usb_again)
            bed.shows("still ringing", activity="ringing")
            # The follow-up begins with it again.
            bed.wait_for("06:00:29")
            mark = bed.usb_again.frames()
            bed.wait_until(lambda: bed.usb_again.audible_seconds(mark) > 0.5, 20, "follow-up from the speaker that is back")
        bed.press("STOP")
        bed.ended("dismissed")
        return bed.measured


@scenario
def usb_speaker_unplugged_in_mid_ring(options):
    """The way through ALSA's own mixer (dmix), as `default` goes."""
    return unplugged_in_mid_ring(options, "default:CARD=USB", comes_back=True)


@scenario
def usb_speaker_itself_rings_and_is_unplugged_in_mid_ring(options):
    """A full-speed device: it starts only with more than one packet queued."""
    return unplugged_in_mid_ring(options, "plughw:CARD=USB", comes_back=False)


@scenario
def a_hung_output_is_left_for_the_next(options):
    """The thread alone that feeds the first card stands still in mid-ring, as in a driver's call that does not return.

    Requirements: SOUND-6
    """
    with Bed(options, has_usb=True, outputs=["plughw:CARD=USB", "plughw:CARD=HDA"]) as bed:
        bed.boot("05:59:54", WAKE)
        bed.hears_alarm(bed.usb, due="06:00:00", within=15)
        mark, hung = bed.hda.frames(), bed.now()
        bed.hang("sound-out")
        bed.hears_alarm(bed.hda, since=mark)
        gap = (bed.guest_time(bed.hda.arrival(bed.hda.first_audible(mark))) - hung).total_seconds()
        bed.measured["hung_to_next_ms"] = round(gap * 1000)
        if gap > 1.5:
            raise Unexpected(f"the next device sounded {gap:.2f} s after the first hung")
        return stop_silences(bed)


def remove_card(bed, name):
    """A card off the PCI bus, by ALSA's name of it."""
    bed.sh(f"echo 1 >$(readlink -f /sys/class/sound/$(readlink /proc/asound/{name})/device)/remove")


@scenario
def sound_card_removed_in_mid_ring_comes_back(options):
    """The HDA card taken off the PCI bus, the only one; then it is there again, in the same ring."""
    with Bed(options) as bed:
        bed.boot("05:59:54", WAKE)
        bed.hears_alarm(bed.hda, due="06:00:00")
        remove_card(bed, "HDA")
        bed.wait_until(lambda: bed.drives("BUZZER"), 10, "buzzer")
        bed.shows("no sound", attention=lambda attention: "sound" in attention, activity="ringing")
        mark = bed.hda.frames()
        bed.sh("echo 1 >/sys/bus/pci/rescan")
        # As udev and alsactl do it on a real board: a card that has just come is muted.
        bed.sh("i=0; until amixer -q -c HDA sset Master 100% unmute 2>/dev/null || [ $i -ge 50 ]; do "
               "usleep 100000; i=$((i + 1)); done")
        bed.hears_sound(bed.hda, mark, within=20)
        bed.wait_until(lambda: not bed.drives("BUZZER"), 10, "silent buzzer")
        return stop_silences(bed)


@scenario
def no_sound_card_at_all_buzzes_and_blinks(options):
    with Bed(options, has_hda=False) as bed:
        bed.boot("05:59:54", WAKE)
        bed.shows("ringing", activity="ringing", within=30)
        bed.wait_until(lambda: bed.drives("BUZZER"), 10, "buzzer")
        bed.shows("no sound", attention=lambda attention: "sound" in attention)
        blinks = bed.flashes("LIGHT", seconds=3)
        if not 0.1 < blinks < 0.9:
            raise Unexpected(f"the light should blink, and was on {blinks:.0%} of the time")
        bed.press("STOP")
        bed.wait_until(lambda: not bed.drives("BUZZER"), 5, "silent buzzer")
        bed.ended("dismissed")
        return bed.measured


@scenario
def a_starved_card_is_counted_and_goes_on(options):
    """SOUND-5: the whole program gets no processor for longer than the card has sound. The alarm goes on, on the same
    card, though there is another; the gap is counted, and told by `anicca status` and the metrics.

    Requirements: SOUND-5
    """
    with Bed(options, cores=1, outputs=["plughw:CARD=HDA", "plughw:CARD=Loop,DEV=1"]) as bed:
        bed.boot("05:59:54", WAKE)
        bed.hears_alarm(bed.hda, due="06:00:00")
        before = bed.status()["counters"]["sound.underruns"]
        bed.sh("kill -STOP $(anicca-service pid); usleep 400000; kill -CONT $(anicca-service pid)")
        mark = bed.hda.frames()
        bed.hears_sound(bed.hda, mark, within=5, seconds=2)
        counters = bed.status()["counters"]
        if counters["sound.underruns"] <= before:
            raise Unexpected(f"a gap of 400 ms is not counted: {before} before, now {counters}")
        if not counters["sound.output"].startswith("plughw:CARD=HDA"):
            raise Unexpected(f"it went to another output: {counters['sound.output']}")
        told = bed.cli("status", "--metrics")
        # On a busy host there may have been another one meanwhile.
        count = re.search(r"anicca_sound_underruns (\d+)", told)
        if not count or int(count[1]) < counters["sound.underruns"]:
            raise Unexpected(f"the metrics do not tell of it: {told}")
        bed.measured["underruns"] = counters["sound.underruns"] - before
        return stop_silences(bed)


@scenario
def the_doctor_measures_the_echo(options):
    """GUARD-5: a speaker whose sound all comes back to the microphone: the two ends of snd-aloop. By root, with the
    appliance stopped, who may still open them after reading its state.

    Requirements: GUARD-5
    """
    # In its own time: where the host takes longer for the canceller's arithmetic than the sound lasts, the sound waits.
    with Bed(options, cores=1, outputs=["plughw:CARD=Loop,DEV=1"], has_own_time=True) as bed:
        bed.boot("12:00:00", starts=False)
        for _ in range(3):
            told = bed.sh("anicca doctor --echo --json 2>/dev/null", 120, check=False)[1]
            finding = next(finding for finding in json.loads(told) if finding["check"] == "echo")
            # On a busy host; it says so.
            if "broke off" not in finding["result"]:
                break
        pattern = r"comes back (-?\d+) dB quieter after -?\d+ ms, and is lowered by (\d+) dB more"
        figures = re.match(pattern, finding["result"])
        if finding["grade"] != "ok" or not figures or abs(int(figures[1])) > 3:
            raise Unexpected(f"all of it comes back, and the doctor finds {finding}")
        return {"taken_out_db": int(figures[2])}


# QEMU emulates the USB host in the one thread that does everything else: beside another guest it stood still for more
# than half a second once, which no speaker does, and the appliance rightly took the next output. An echo is measured on
# a line without gaps.
ALONE = (usb_speaker_unplugged_in_mid_ring, usb_speaker_itself_rings_and_is_unplugged_in_mid_ring,
         a_hung_output_is_left_for_the_next, the_doctor_measures_the_echo)
