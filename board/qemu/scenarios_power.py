"""The power goes: SIGKILL to the machine, the same disk, the battery clock goes on (ALARM-6, -7; BOARD-2)."""

import collections
import random
import re
import time
from datetime import timedelta

from bed import PROFILE, Bed
from expecting import Unexpected
from registry import scenario

WAKE = "habits: { wake: { at: '06:00', follow_ups: 3 } }"


def rings(bed, habit="wake"):
    """How often each ring of a habit began: follow-up to count."""
    return dict(collections.Counter(
        entry["followUp"] for entry in bed.night() if entry["kind"] == "ring" and entry.get("habit") == habit))


@scenario
def power_cut_before_the_main_ring(options):
    with Bed(options) as bed:
        bed.boot("05:59:40")
        bed.provision(WAKE)
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
    with Bed(options) as bed:
        bed.boot("05:59:50")
        bed.provision(WAKE)
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
        bed.hears_alarm(bed.hda, due="06:01:00", late_seconds=15)
        bed.press("STOP")
        bed.ended("dismissed")
        seen = rings(bed)
        if set(seen) != {0, 1} or seen[0] > 2 or seen[1] != 1:
            raise Unexpected(f"rings by follow-up: {seen}")


@scenario
def power_cut_in_a_conversation(options):
    """Nobody was heard in it, so the follow-ups go on (ALARM-14); the main ring is over and does not come again."""
    with Bed(options) as bed:
        bed.boot("05:59:50")
        bed.provision(WAKE)
        bed.hears_alarm(bed.hda, due="06:00:00")
        mark = bed.hda.frames()
        bed.press("START")
        bed.hears_phrase(bed.hda, "Good morning.", mark)
        bed.cut_power()
        bed.power_returns("06:00:50")
        bed.hears_alarm(bed.hda, due="06:01:00")
        bed.press("STOP")
        bed.ended("dismissed")
        if rings(bed) != {0: 1, 1: 1}:
            raise Unexpected(f"rings by follow-up: {rings(bed)}")


@scenario
def power_cut_after_a_missed_alarm_and_a_change(options):
    """The miss is still shown, and the store is taken for sound."""
    with Bed(options) as bed:
        bed.boot("05:59:40")
        bed.provision("habits: { wake: { at: '06:00', follow_ups: 0 } }")
        bed.cut_power()
        bed.power_returns("06:20:00")
        bed.shows("a miss", light="missed")
        bed.cli("volume", "50")
        bed.cut_power()
        bed.power_returns("06:21:00")
        bed.shows("the miss, and nothing recovered", within=5, light="missed", attention=[])


def profile(serial):
    """Everything in it follows from the serial, so that a half-applied one shows."""
    return (
        f"sleep_location: room {serial}\nvolume: {{ ceiling: {50 + serial}, floor: {10 + serial} }}\n"
        f"habits: {{ training: {{ at: '19:{serial:02}' }}, reading: {{ at: '21:{serial:02}', prompt: reading }} }}")


def serial_of(status):
    """Which profile is in force; Unexpected where it is a mixture."""
    habits = {habit["habit"]: habit["at"] for habit in status["habits"]}
    text = status["profile"]
    found = {
        re.sub(r"\D", "", text["sleepLocation"] or "0"), str(text["volume"]["ceiling"] - 50),
        str(text["volume"]["floor"] - 10), str(int(habits["training"][3:])), str(int(habits["reading"][3:]))}
    if len(found) != 1:
        raise Unexpected(f"a profile was applied in parts: {sorted(found)}")
    return int(found.pop())


@scenario
def power_cut_during_provisioning(options):
    """At instants from before the command to after its answer: the old profile whole, or the new one."""
    with Bed(options) as bed:
        bed.boot("12:00:00")
        began = time.monotonic()
        bed.provision(profile(1))
        usual = time.monotonic() - began
        applied = 0
        for number, delay in enumerate((0.5 * usual, 0.8 * usual, 1.2 * usual), 2):
            before = serial_of(bed.status())
            bed.cli_in_background("provision", text=PROFILE + profile(number))
            time.sleep(delay)
            code = bed.sh("cat /run/code 2>/dev/null || echo none").strip()
            bed.cut_power()
            bed.power_returns(dark_seconds=5)
            now = serial_of(bed.status())
            if now not in (before, number) or (code == "0" and now != number):
                raise Unexpected(f"profile {now} after {number} was sent over {before}; the answer was {code}")
            applied += now == number
        return {"applied": f"{applied}/3"}


@scenario
def random_power_cuts(options):
    """Seeded: at any instant of an episode and of the owner's changes, dark for any time (`--cuts`, `--seed`). What was
    acknowledged is there, every alarm that fell due is accounted for, and no ring begins twice but one that was cut."""
    chance = random.Random(options.seed)
    with Bed(options) as bed:
        bed.boot("06:00:40")
        bed.provision("")
        ledger = Ledger()
        for number in range(options.cuts):
            in_episode = number % 2 == 0
            if in_episode:
                ledger.volume = chance.randint(20, 90)
                bed.cli("volume", str(ledger.volume))
                ledger.add(bed)
                bed.wait_for(ledger.due + timedelta(seconds=chance.uniform(-2, 15)))
                act = chance.choice(["nothing", "nothing", "STOP", "START", "volume"])
                if act == "volume":
                    ledger.volume = chance.randint(20, 90)
                    bed.cli("volume", str(ledger.volume))
                elif act != "nothing":
                    bed.press(act)
                dark = chance.choice([2, 5, 15, 50])
            else:
                # In or soon after the start that the last cut led to; then to the next minute's end.
                act = "start-up"
                bed.wait_for(bed.now() + timedelta(seconds=chance.choice([0, 0.2, 1, 4])))
                dark = chance.choice([60, 120, 800])
            cut = bed.cut_power()
            back = cut + timedelta(seconds=dark)
            if not in_episode:
                back = back.replace(second=chance.randint(40, 46), microsecond=0)
            ledger.cuts.append(cut)
            ledger.story.append(f"{act}, cut at {cut:%H:%M:%S.%f}, back at {back:%H:%M:%S}")
            # Every other time the next cut may come before it is armed.
            bed.power_returns(back)
            ledger.verify(bed, options.seed)
            if not in_episode and bed.status()["activity"] != "idle":
                bed.press("STOP")
                bed.shows("at rest", activity="idle")
        return {"cuts": options.cuts, "seed": options.seed}


class Ledger:
    """What was acknowledged, and what must be true of it after every power cut."""

    def __init__(self):
        self.volume, self.due, self.alarms, self.cuts, self.story = 60, None, {}, [], []

    def add(self, bed):
        """An alarm that rings once, at the next minute that leaves time."""
        self.due = (bed.now() + timedelta(seconds=64)).replace(second=0, microsecond=0)
        bed.cli("alarm", "once", f"{self.due:%H:%M}")
        name = max((row["id"] for row in bed.status()["oneOffs"]), key=lambda text: int(text.split("-")[1]))
        self.alarms[name] = self.due
        self.story.append(f"{name} at {self.due:%H:%M}")

    def verify(self, bed, seed):
        try:
            self._verify(bed)
        except Unexpected as error:
            raise Unexpected(f"{error}; seed {seed}: {'; '.join(self.story)}") from None

    def _verify(self, bed):
        status = bed.status()
        if status["voicePercent"] != self.volume:
            raise Unexpected(f"volume {self.volume} was acknowledged, and it is {status['voicePercent']}")
        if "storage" in status["attention"] or "recovered" in status["attention"]:
            raise Unexpected(f"the store came back as {status['counters']['store.report']}")
        night = bed.night()
        ahead = {row["id"] for row in status["oneOffs"]}
        for name, due in self.alarms.items():
            entries = [entry for entry in night if entry.get("habit") == name]
            kinds = [entry["kind"] for entry in entries]
            if due > bed.now():
                if name not in ahead:
                    raise Unexpected(f"{name} was acknowledged, is due at {due:%H:%M}, and is gone")
                continue
            if not {"ring", "resumed", "missed"} & set(kinds):
                raise Unexpected(f"{name} fell due at {due:%H:%M:%S}, and nothing came of it: {kinds}")
            if sum(kind in ("dismissed", "answered", "missed") for kind in kinds) > 1:
                raise Unexpected(f"{name} ended more than once: {kinds}")
            counted = collections.Counter(entry["followUp"] for entry in entries if entry["kind"] == "ring")
            for follow_up, count in counted.items():
                begins = due + timedelta(seconds=60 * follow_up)
                cuts = sum(begins - timedelta(seconds=3) <= cut <= begins + timedelta(seconds=32) for cut in self.cuts)
                if count > 1 + cuts:
                    raise Unexpected(f"ring {follow_up} of {name} began {count} times, and {cuts} cuts fell into it")
