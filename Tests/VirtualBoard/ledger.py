"""What a bedside has acknowledged, and what must be true of it ever after: nothing is lost, every alarm that fell due
is accounted for, and no ring begins twice except one that was cut off (ALARM-6, ALARM-7)."""

import re
from datetime import datetime, timedelta

from bed import PROFILE
from expecting import ENDINGS, Unexpected

# The log's times are whole seconds; a ring lasts 30 at most.
LONGEST_RING = timedelta(seconds=32)


def profile(serial):
    """Everything in it follows from the serial, so that a half-applied one shows."""
    return (
        f"sleep_location: room {serial}\nvolume: {{ ceiling: {50 + serial % 50}, floor: {10 + serial % 40} }}\n"
        f"habits: {{ training: {{ at: '19:{serial % 60:02}' }}, "
        f"reading: {{ at: '21:{serial % 60:02}', prompt: reading }} }}")


def is_in_force(serial, status):
    """Whether that profile is, whole; Unexpected where it is in part."""
    habits = {habit["habit"]: habit["at"] for habit in status["habits"]}
    text = status["profile"]
    found = [
        re.sub(r"\D", "", text["sleepLocation"] or ""), text["volume"]["ceiling"], text["volume"]["floor"],
        habits.get("training"), habits.get("reading")]
    wanted = [str(serial), 50 + serial % 50, 10 + serial % 40, f"19:{serial % 60:02}", f"21:{serial % 60:02}"]
    if found[0] == wanted[0] and found != wanted:
        raise Unexpected(f"profile {serial} was applied in parts: {found}")
    return found == wanted


class Ledger:
    """Several values of a thing: one is in force, but a power cut came before anybody was told which."""

    def __init__(self):
        self.volumes, self.serials = {60}, set()
        self.alarms = {}  # (habit, date as text) -> due
        self.story = []

    def tell(self, text):
        self.story.append(text)

    # --- what is done

    def provision(self, bed, is_waited_for=True):
        serial = max(self.serials, default=0) + 1
        self.serials.add(serial)
        self.tell(f"profile {serial}")
        if is_waited_for:
            bed.provision(profile(serial))
            self.serials = {serial}
        else:
            bed.cli_in_background("provision", text=PROFILE + profile(serial))

    def set_volume(self, bed, percent, is_waited_for=True):
        self.volumes.add(percent)
        self.tell(f"volume {percent}")
        if is_waited_for:
            bed.cli("volume", str(percent))
            self.volumes = {percent}
        else:
            bed.cli_in_background("volume", str(percent))

    def add_alarm(self, bed, due):
        """One that rings once; its name."""
        bed.cli("alarm", "once", f"{due:%H:%M}")
        name = max((row["id"] for row in bed.status()["oneOffs"]), key=lambda text: int(text.split("-")[1]))
        self.alarms[name, f"{due:%Y-%m-%d}"] = due
        self.tell(f"{name} at {due:%H:%M}")
        return name

    # --- what must be true

    def verify(self, bed):
        """The status that was looked at."""
        status = bed.status()
        if status["voicePercent"] not in self.volumes:
            raise Unexpected(f"volume {self.volumes} was acknowledged, and it is {status['voicePercent']}")
        self.volumes = {status["voicePercent"]}
        in_force = {serial for serial in self.serials if is_in_force(serial, status)}
        if self.serials and not in_force:
            raise Unexpected(f"one of the profiles {self.serials} was acknowledged: {status['profile']}")
        self.serials = in_force
        if "storage" in status["attention"] or "recovered" in status["attention"]:
            raise Unexpected(f"the store came back as {status['counters']['store.report']}")
        self.verify_night(bed.night(), datetime.fromisoformat(status["now"]), {row["id"] for row in status["oneOffs"]})
        return status

    def verify_night(self, night, now, ahead=None):
        """`ahead`: names of alarms that are to ring once."""
        for (habit, date), due in self.alarms.items():
            name = f"{habit} of {date}"
            entries = [entry for entry in night if entry["kind"] == "started" or (
                entry.get("habit") == habit and entry.get("occurrence") == date)]
            kinds = [entry["kind"] for entry in entries if entry["kind"] != "started"]
            if due > now:
                if ahead is not None and habit not in ahead:
                    raise Unexpected(f"{name} was acknowledged, is due at {due:%H:%M}, and is gone")
            elif not {"ring", "resumed", "missed"} & set(kinds) and now - due > timedelta(seconds=5):
                raise Unexpected(f"{name} fell due at {due:%H:%M:%S}, and nothing came of it until {now}: {kinds}")
            if sum(kind in ENDINGS for kind in kinds) > 1:
                raise Unexpected(f"{name} ended more than once: {kinds}")
            self._verify_rings(name, entries)

    @staticmethod
    def _verify_rings(name, entries):
        begun, cut_short, starts, ended = {}, {}, 0, None
        for entry in entries:
            kind, follow_up, at = entry["kind"], entry.get("followUp"), datetime.fromisoformat(entry["at"])
            if kind == "started":
                starts += 1
            elif kind == "silence":
                cut_short, begun[follow_up] = {follow_up: begun.get(follow_up)}, None
            elif kind == "conversation":
                # Start silenced it. Where the power goes before anybody is heard, it may come again in its own time.
                begun.update(cut_short)
            elif kind == "ring":
                if ended:
                    raise Unexpected(f"{name} rang at {at:%H:%M:%S} after it was {ended}")
                # Twice only if it was cut off: the appliance was started meanwhile, within the ring's own time.
                if follow_up in begun and (
                        begun[follow_up] is None or begun[follow_up][1] == starts
                        or at - begun[follow_up][0] > LONGEST_RING):
                    raise Unexpected(f"{name}: ring {follow_up} began again at {at:%H:%M:%S}, and it was not cut off")
                begun[follow_up] = at, starts
            elif kind in ENDINGS:
                ended = kind
