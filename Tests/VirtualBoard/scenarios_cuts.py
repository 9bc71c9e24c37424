"""Power cuts at random instants, seeded, over all that the appliance does (ALARM-6, ALARM-7; BOARD-2).

An alarm is set, and lives through one to four cuts before somebody stops it or its time is over: before its main ring,
in it, between its follow-ups, in a conversation, in the start-up that the last cut led to, while a change or a
provisioning is being written. How long it is dark is only what the clock chip says at the next power-on.

Requirements: ALARM-6, ALARM-7, BOARD-2
"""

import collections
import random
import time
from datetime import timedelta

from bed import Bed
from expecting import Unexpected
from ledger import Ledger
from machine import MachineError
from registry import family

PARTS = 5


class Cuts:
    def __init__(self, options, part):
        self.seed = f"{options.seed}-{part}"
        self.chance = random.Random(self.seed)
        self.left = options.cuts // PARTS + (part <= options.cuts % PARTS)
        self.options = options
        self.ledger = Ledger()
        self.counts = collections.Counter()
        # Where in the speaker's file a ring's sound can begin.
        self.mark = 0
        # Of the last power-on, to its armed appliance: what a power-on must lead before its alarm.
        self.start_seconds = 6.0

    def run(self):
        with Bed(self.options, cores=1) as bed:
            self.bed = bed
            bed.boot("00:01:00")
            self.ledger.provision(bed)
            try:
                while self.left > 0 and not self.options.budget.is_over:
                    self.alarm()
            except (Unexpected, MachineError) as error:
                raise Unexpected(f"{error}; seed {self.seed}: {'; '.join(self.ledger.story)}") from error
        return {"seed": self.seed, **self.counts}

    def alarm(self):
        """One alarm, from its setting to its end."""
        bed, chance = self.bed, self.chance
        if chance.random() < 0.3:
            self.ledger.set_volume(bed, chance.randint(20, 90))
        self.due = (bed.now() + timedelta(seconds=150)).replace(second=0, microsecond=0)
        self.ledger.add_alarm(bed, self.due)
        for phase in chance.choice([
                ["before", "ring", "between"], ["before", "conversation", "between"], ["ring", "between"],
                ["ring", "start-up", "between"], ["conversation", "start-up", "between"], ["change"],
                ["change", "ring", "between"], ["provisioning", "before", "ring"],
                ["provisioning", "start-up", "between"], ["at rest", "start-up", "ring", "between"]]):
            if self.left > 0:
                self.cut_in(phase)
        if chance.random() < 0.5:
            # Dark until its last follow-up is over.
            self.returns(self.due + timedelta(minutes=chance.choice([11, 12, 25])))
        else:
            self.returns(max(bed.now() + timedelta(seconds=2), self.due + timedelta(seconds=1)))
            if bed.status()["activity"] == "ringing":
                self.is_heard()
            bed.press("STOP")
            bed.shows("at rest", activity="idle")
            self.ledger.verify(bed)
        if bed.now().hour >= 17:
            # Over the evening's habits to the next day.
            self.cut("in the evening")
            self.returns((bed.now() + timedelta(days=1)).replace(hour=0, minute=1))

    def cut_in(self, phase):
        bed, chance = self.bed, self.chance
        if phase == "start-up":
            self.returns(self.after_last(chance.choice([0, 20, 40])), is_armed=False)
            self.waits(chance.uniform(0, 0.4 * self.start_seconds))
        elif phase == "before":
            self.returns_before(chance.uniform(2, 7))
            self.waits(chance.uniform(0, 5))
        elif phase == "between":
            self.returns(self.after_last(chance.choice([31, 35, 45])))
            self.waits(chance.uniform(0, 2))
        elif phase == "ring":
            self.returns_before(1)
            is_armed_before = bed.now() < self.due
            seconds = chance.uniform(0, 6)
            bed.wait_for(self.due + timedelta(seconds=seconds))
            # After a start-up that was cut, its main ring may be over, and the next one half a minute away.
            if seconds > 3 and (is_armed_before or bed.status()["activity"] == "ringing"):
                self.is_heard()
        elif phase == "conversation":
            self.returns_before(1)
            bed.shows("ringing", activity="ringing")
            self.is_heard()
            bed.press("START")
            self.waits(chance.uniform(0, 3))
        elif phase == "at rest":
            self.waits(chance.uniform(0, 1))
        elif phase == "change":
            self.ledger.set_volume(bed, chance.randint(20, 90), is_waited_for=False)
            self.waits(chance.uniform(0, 1))
        elif phase == "provisioning":
            self.ledger.provision(bed, is_waited_for=False)
            self.waits(chance.uniform(0, 1.5))
        self.cut(phase)

    def is_heard(self):
        """What it says it rings, the speaker plays."""
        self.bed.hears_sound(self.bed.hda, self.mark, within=15)
        self.counts["heard"] += 1

    def waits(self, seconds):
        self.bed.wait_for(self.bed.now() + timedelta(seconds=seconds))

    def cut(self, phase):
        at = self.bed.cut_power()
        self.left -= 1
        self.counts[phase] += 1
        self.ledger.tell(f"cut {phase} at {at:%H:%M:%S.%f}")

    def after_last(self, seconds):
        """So long after the alarm, and after the cut."""
        return max(self.bed.now() + timedelta(seconds=1), self.due + timedelta(seconds=seconds))

    def returns_before(self, seconds):
        """Armed about so long before the alarm; where there is power, by a step of the clock."""
        at = self.due - timedelta(seconds=seconds)
        if self.bed.machine.process is not None:
            self.mark = self.bed.hda.frames()
            self.bed.set_clock(at)
        else:
            self.returns(max(self.bed.now(), at - timedelta(seconds=self.start_seconds)))

    def returns(self, at, is_armed=True):
        """Power again; whatever was acknowledged is there."""
        bed = self.bed
        began = time.monotonic()
        bed.power_returns(at, waits=is_armed)
        self.mark = 0
        self.ledger.tell(f"back at {at:%H:%M:%S}")
        if is_armed:
            self.start_seconds = time.monotonic() - began
            self.ledger.verify(bed)


@family(*((str(part), part) for part in range(1, PARTS + 1)))
def random_power_cuts(options, part):
    return Cuts(options, part).run()
