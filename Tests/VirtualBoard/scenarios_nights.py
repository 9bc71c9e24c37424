"""Nights in a row, each with faults and an owner at random, seeded: every alarm rang or is recorded with what became of
it, and no ring began twice except one that was cut off (ALARM-2, ALARM-3, ALARM-4, ALARM-5, ALARM-6, ALARM-7, ALARM-8,
SOUND-2, BOARD-2, GUARD-3).

An episode's own times run on the boot clock, so that nothing but a power cut makes a night shorter: one follow-up, the
shortest interval.

Requirements: ALARM-3, ALARM-4, ALARM-5, ALARM-6, ALARM-7, ALARM-8, SOUND-2, BOARD-2, GUARD-3
"""

import random
from datetime import timedelta

from bed import Bed
from expecting import ENDINGS, Unexpected
from ledger import Ledger
from machine import MachineError
from registry import family
from scenarios_disk import fill, free, read_only
from scenarios_sound import remove_card

PARTS = 2
PROFILE = "habits: { wake: { at: '06:00', follow_ups: 1, follow_up_interval: 30s } }"
# What befalls a night before its alarm, in its ring, and after it.
BEFORE = ["nothing", "power cut", "cards gone", "link gone", "disk full", "disk read-only", "clock forward",
          "stuck button", "glitches", "killed", "hung"]
IN_RING = ["nothing", "nothing", "power cut", "speaker unplugged", "killed", "power cut in a conversation"]
AFTER = ["nothing", "nothing", "clock back"]
OWNER = ["STOP", "STOP", "START", "nobody"]


class Nights:
    def __init__(self, options, part):
        self.seed = f"{options.seed}-{part}"
        self.chance = random.Random(self.seed)
        self.count = options.nights // PARTS + (part <= options.nights % PARTS)
        self.options = options
        self.ledger = Ledger()
        self.endings = {}

    def run(self):
        with Bed(self.options, has_usb=True, outputs=["plughw:CARD=USB", "plughw:CARD=HDA"], megabytes=16,
                 watchdog_seconds=15, hold_milliseconds=20, cores=1) as bed:
            self.bed = bed
            bed.boot("12:00:00")
            bed.provision(PROFILE)
            # A board that is reset while its appliance is held back would not start it.
            self.is_fresh = False
            try:
                for number in range(1, self.count + 1):
                    self.night(bed.at("06:00:00") + timedelta(days=number))
            except (Unexpected, MachineError) as error:
                raise Unexpected(f"{error}; seed {self.seed}: {'; '.join(self.ledger.story)}") from error
        return {"seed": self.seed, "nights": self.count, **self.endings}

    def night(self, due):
        self.due, self.date = due, f"{due:%Y-%m-%d}"
        before, in_ring, after, owner = (self.chance.choice(kinds) for kinds in (BEFORE, IN_RING, AFTER, OWNER))
        self.ledger.tell(f"{due:%m-%d}: {before}, {in_ring}, {owner}, {after}")
        self.ledger.alarms["wake", self.date] = due
        self.comes_near()
        self.befalls(before)
        if self.rings():
            self.befalls_ring(in_ring)
            self.owner_comes(owner, before)
        self.is_over(before, after)

    def comes_near(self):
        """Seconds before the alarm, by the clock chip too, which a reset finds."""
        bed = self.bed
        if not self.is_fresh:
            # A speaker that was unplugged and replaced has no second one; a disk that turned read-only stays so.
            bed.cut_power()
            self.returns(self.due - timedelta(minutes=5))
        bed.set_clock(self.due - timedelta(seconds=7))
        bed.sh("hwclock -u -w")
        self.was_heard = self.is_stopped = False
        self.marks = {speaker: speaker.frames() for speaker in bed.speakers()}

    def returns(self, at):
        self.bed.power_returns(at)
        self.is_fresh = True
        self.marks = {speaker: 0 for speaker in self.bed.speakers()}

    def cut_power(self, dark_seconds):
        self.was_heard = self.is_heard()
        at = self.bed.cut_power()
        self.returns(at + timedelta(seconds=dark_seconds))

    # --- what happens

    def befalls(self, fault):
        bed, chance = self.bed, self.chance
        if fault == "power cut":
            bed.wait_for(bed.now() + timedelta(seconds=chance.uniform(0, 3)))
            self.cut_power(chance.choice([1, 5, 15]))
        elif fault == "cards gone":
            bed.machine.unplug_usb(bed.usb)
            remove_card(bed, "HDA")
            self.is_fresh = False
        elif fault == "link gone":
            bed.machine.link(False)
        elif fault == "disk full":
            fill(bed)
        elif fault == "disk read-only":
            read_only(bed)
            self.is_fresh = False
        elif fault == "clock forward":
            bed.set_clock(self.due + timedelta(seconds=chance.randint(1, 40)))
        elif fault == "stuck button":
            bed.down("STOP")
        elif fault == "glitches":
            bed.sh("board-probe glitch /run/panel/sim_gpio1/pull 3")
        elif fault == "killed":
            bed.sh("anicca-service kill")
        elif fault == "hung":
            bed.hang("anicca")
            bed.is_reset()
            # QEMU may have begun the speakers' files anew.
            self.marks = {speaker: min(mark, speaker.frames()) for speaker, mark in self.marks.items()}

    def rings(self):
        """Whether it does, once it does or its end is recorded."""
        return self.bed.wait_until(
            lambda: self.activity() if self.activity() == "ringing" else self.ending(), 90,
            "ring, nor any record of it") == "ringing"

    def befalls_ring(self, fault):
        bed, chance = self.bed, self.chance
        bed.wait_for(bed.now() + timedelta(seconds=chance.uniform(1, 4)))
        if fault == "power cut":
            self.cut_power(chance.choice([1, 5, 20]))
        elif fault == "power cut in a conversation":
            self.press("START")
            self.cut_power(chance.choice([1, 5, 20]))
        elif fault == "speaker unplugged" and self.is_fresh:
            bed.machine.unplug_usb(bed.usb)
            bed.wait_for(bed.now() + timedelta(seconds=2))
            bed.machine.plug_usb(bed.usb_again)
            self.is_fresh = False
        elif fault == "killed":
            bed.sh("anicca-service kill")

    def owner_comes(self, button, fault):
        bed = self.bed
        if fault == "stuck button":
            bed.up("STOP")
        if button != "nobody":
            seen = bed.wait_until(
                lambda: next((a for a in (self.activity(),) if a in ("ringing", "waiting", "idle")), None), 60,
                "alarm to stop")
            self.is_stopped = button == "STOP" and seen != "idle"
            self.press(button)
            if button == "START":
                bed.wait_for(bed.now() + timedelta(seconds=self.chance.uniform(0, 3)))
                self.press("STOP")
        bed.wait_until(self.is_at_rest, 120, f"end of an alarm to which {button} came")

    def press(self, button):
        self.bed.press(button, self.chance.randint(0, 8))

    # --- what must be true

    def activity(self):
        return (self.bed.status(check=False) or {}).get("activity")

    def is_at_rest(self):
        """For a second: one that has just been started answers before it goes on with what it was ended in."""
        if self.activity() != "idle":
            return False
        self.bed.wait_for(self.bed.now() + timedelta(seconds=1))
        return self.activity() == "idle"

    def ending(self):
        # One that was started on a full disk keeps its database for itself.
        return next((entry["kind"] for entry in self.bed.night(check=False) if entry["kind"] in ENDINGS
                     and entry.get("habit") == "wake" and entry.get("occurrence") == self.date), None)

    def is_heard(self):
        return self.was_heard or self.bed.drives("BUZZER") or any(
            speaker.audible_seconds(mark) > 0.5 for speaker, mark in self.marks.items())

    def is_over(self, before, after):
        """Everything that can be mended is, and the night is accounted for."""
        bed = self.bed
        if before == "link gone":
            bed.machine.link(True)
        elif before == "disk full":
            free(bed)
            bed.shows("a disk with room", within=60, attention=lambda attention: "storage" not in attention)
        if before in ("disk full", "disk read-only"):
            self.cut_power(3600)
        bed.shows("at rest", activity="idle")
        # One that never rang would ring then, and rightly.
        rang = any(entry["kind"] == "ring" and entry.get("occurrence") == self.date for entry in bed.night())
        if rang and after == "clock back":
            bed.set_clock(self.due - timedelta(seconds=3))
            bed.wait_for(self.due + timedelta(seconds=3))
            bed.shows("no second ring", activity="idle")
        bed.set_clock(self.due + timedelta(hours=1))
        self.ledger.verify_night(bed.night(), bed.now())
        ending = self.ending()
        if rang and not self.is_heard() and before != "cards gone":
            raise Unexpected(f"the night of {self.date} has a ring that nobody could hear")
        # What was stopped on a disk that took nothing is not known after the power cut.
        if not ending or (self.is_stopped and ending == "missed" and before != "disk read-only"):
            raise Unexpected(f"the night of {self.date} ended as {ending}; Stop was pressed in it: {self.is_stopped}")
        self.endings[ending] = self.endings.get(ending, 0) + 1
        self.ledger.tell(ending)


@family(*((str(part), part) for part in range(1, PARTS + 1)))
def nights(options, part):
    return Nights(options, part).run()
