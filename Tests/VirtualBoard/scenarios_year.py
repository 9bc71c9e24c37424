"""A year of nights on the virtual clock (GUARD-8), with random faults: the shipped program's rules, on the board.

The script and the judge are written here without them: due times come from Python's own time zones.

Requirements: GUARD-8, ALARM-6, ALARM-8
"""

import base64
import collections
import datetime
import json
import random
import zoneinfo

from bed import PROFILE, Bed
from expecting import Unexpected
from registry import scenario

ZONE = "Europe/Berlin"
HABITS = {"wake": "06:30", "training": "18:00", "bedtime": "22:30"}
ENDS = ("dismissed", "answered", "missed", "skipped", "up_early")


class Year:
    """What happens in it; `faulty`: the dates on which the power failed or the clock was wrong."""

    def __init__(self, seed, first, days):
        self._chance = random.Random(seed)
        self.first, self.days = first, days
        self.faulty, self.pressed, self._events = set(), set(), []
        is_dark_until = is_wrong_until = datetime.datetime.combine(first, datetime.time())
        for number in range(days):
            date = first + datetime.timedelta(days=number)
            for habit, at in HABITS.items():
                due = datetime.datetime.combine(date, datetime.time.fromisoformat(at))
                if self._chance.random() < 0.6:
                    self.pressed.add((habit, date))
                    self._add(due, self._chance.uniform(-1, 200), press=self._chance.choice(["stop", "stop", "start"]),
                              voice=self._chance.random() < 0.7)
                if self._chance.random() < 0.06 and is_dark_until < due - datetime.timedelta(minutes=1):
                    off = due + datetime.timedelta(seconds=self._chance.uniform(-40, 200))
                    dark = self._chance.choice([2, 2, 20, 20, 60, 60, 700, 5000, 200000])
                    is_dark_until = off + datetime.timedelta(seconds=dark)
                    self._spoil(off, is_dark_until)
                    self._add(off, power="off")
                    self._add(is_dark_until, power="on")
            if self._chance.random() < 0.03 and is_wrong_until.date() < date:
                step = self._chance.choice([-1, 1]) * self._chance.randint(1, 10800)
                begins = datetime.datetime.combine(date, datetime.time()) + datetime.timedelta(
                    seconds=self._chance.randint(0, 80000))
                is_wrong_until = begins + datetime.timedelta(hours=self._chance.randint(1, 30))
                self._spoil(begins, is_wrong_until)
                self._add(begins, clockStep=step)
                self._add(is_wrong_until, clockStep=-step)
            if self._chance.random() < 0.2:
                self._add(datetime.datetime.combine(date, datetime.time(5)), network=self._chance.choice(["on", "off"]))

    def _spoil(self, begins, ends):
        # A day on each side: a clock that is set back rings what is due again, by its own date.
        day = begins.date() - datetime.timedelta(days=1)
        while day <= ends.date() + datetime.timedelta(days=1):
            self.faulty.add(day)
            day += datetime.timedelta(days=1)

    def _add(self, at, seconds=0.0, **what):
        self._events.append((at + datetime.timedelta(seconds=seconds), what))

    def judged(self):
        """The first day is for arming; the last days may not be over yet."""
        return [self.first + datetime.timedelta(days=number) for number in range(1, self.days - 4)]

    def script(self):
        """What `anicca simulate --script` reads. A time that the zone skips does not happen."""
        return "".join(
            json.dumps({"at": at.isoformat(timespec="seconds"), **what}) + "\n"
            for at, what in sorted(self._events, key=lambda event: event[0]))


class Entry:
    """One of the night log, with how often the machine had started and its clock been set back before it."""

    def __init__(self, fields, boots, steps_back):
        self.kind, self.cause, self.follow_up = fields["kind"], fields["cause"], fields.get("followUp")
        self.at = datetime.datetime.fromisoformat(fields["at"])
        self.boots, self.steps_back = boots, steps_back


def by_occurrence(night):
    found = collections.defaultdict(list)
    boots = steps_back = 0
    for fields in night:
        boots += fields["kind"] == "started"
        steps_back += fields["kind"] == "clock_step" and fields["detail"].startswith("-")
        if "occurrence" in fields:
            found[fields["habit"], fields["occurrence"]].append(Entry(fields, boots, steps_back))
    return found


def without_withdrawn(entries):
    """Passed over while the clock was ahead or the power gone; then the clock was set back to before it, and it rang at
    its time all the same (ALARM-8)."""
    last = max((entry.steps_back for entry in entries if entry.kind == "ring"), default=0)
    return [entry for entry in entries
            if not (entry.kind == "missed" and entry.cause in ("clock", "power") and entry.steps_back < last)]


def verdict(year, night):
    """What is wrong with a year, as sentences."""
    zone = zoneinfo.ZoneInfo(ZONE)
    found = by_occurrence(night)
    wrong = []
    for date in year.judged():
        for habit, at in HABITS.items():
            name = f"{habit} of {date}"
            entries = without_withdrawn(found[habit, date.isoformat()])
            kinds = [entry.kind for entry in entries]
            ends = [kind for kind in kinds if kind in ENDS]
            rings = [entry for entry in entries if entry.kind == "ring"]
            if not entries:
                wrong.append(f"{name} is lost")
                continue
            if len(ends) != 1:
                wrong.append(f"{name} has {len(ends)} ends: {kinds}")
            elif "ring" in kinds[kinds.index(ends[0]):]:
                wrong.append(f"{name} rang after its end: {kinds}")
            if len({(entry.boots, entry.follow_up) for entry in rings}) != len(rings):
                wrong.append(f"{name}: a ring began twice, and the power had not failed: {kinds}")
            # Held or pressed a second before, it may be over before it rings.
            if date in year.faulty or (habit, date) in year.pressed:
                continue
            due = datetime.datetime.combine(date, datetime.time.fromisoformat(at), zone)
            if [entry.at for entry in rings[:1]] != [due]:
                wrong.append(f"{name} was due at {due}: {kinds}")
    return wrong


@scenario
def a_year_of_nights_with_random_faults(options):
    """Power, clock, network and the owner, seeded (`--seed`): every episode that was due rang or is recorded with its
    reason, ended once, and no ring began twice but for a power cut."""
    with Bed(options) as bed:
        first = datetime.date(bed.day.year, 1, 1)
        year = Year(options.seed, first, 365)
        bed.boot("12:00:00", starts=False)
        profile = PROFILE + "companion: openai\nhabits:\n" + "".join(
            f"  {habit}: {{ at: '{at}', follow_ups: 3 }}\n" for habit, at in HABITS.items())
        for name, text in (("profile", profile), ("script", year.script())):
            encoded = base64.b64encode(text.encode()).decode()
            bed.sh(f"rm -f /tmp/{name}")
            for start in range(0, len(encoded), 2000):
                bed.sh(f"printf %s {encoded[start:start + 2000]} >>/tmp/{name}")
            bed.sh(f"base64 -d /tmp/{name} >/tmp/{name}.text")
        output = bed.sh(f"anicca simulate --profile /tmp/profile.text --zone {ZONE} --from {first}T00:00 "
                        f"--days {year.days} --json --script /tmp/script.text", timeout_seconds=180)
        night = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
        wrong = verdict(year, night)
        if wrong:
            raise Unexpected(f"seed {options.seed}: {len(wrong)} faults: {'; '.join(wrong[:5])}")
        rings = sum(fields["kind"] == "ring" for fields in night)
        return {"episodes": len(HABITS) * len(year.judged()), "rings": rings, "seed": options.seed}
