"""What must be true of the night log, after everything that was acknowledged and every instant of death (ALARM-4,
ALARM-5, ALARM-7).

Times are seconds; the log's are whole ones, and the alarms' own are too.
"""

import datetime

ENDINGS = {"answered", "dismissed", "missed", "skipped"}
LONGEST_RING_SECONDS = 30
GRAIN_SECONDS = 1.0
# An alarm that could ring has rung, and is in the log.
RUNG_SECONDS = 2.0


class Lost(Exception):
    """A promise that was not kept."""


class Expected:
    """What was acknowledged, and what may or may not have happened when the power went."""

    def __init__(self):
        self.serial = 0
        self.profiles = set()  # serials of documents that may be in force
        self.volumes = {60}
        self.alarms = {}  # id -> due, of acknowledged alarms
        self.presses = []  # (sent, acknowledged) of presses


def timestamp(text):
    """Of `2026-11-21T06:00:00+00:00` or, in UTC, `2026-11-21 06:00:00`."""
    value = datetime.datetime.fromisoformat(text)
    return (value if value.tzinfo else value.replace(tzinfo=datetime.timezone.utc)).timestamp()


def has_ended(story):
    return any(entry["kind"] in ENDINGS for _, _, entry in story)


def judge_night(expected, status, night, is_over=False):
    """`is_over`: after a last Stop; nothing is open any more."""
    now = timestamp(status["now"])
    pending = {alarm["id"] for alarm in status["oneOffs"]}
    stories, starts = {}, []
    for entry in night:
        if entry["kind"] == "started":
            starts.append(timestamp(entry["at"]))
        elif entry.get("habit", "").startswith("once-") and entry["kind"] != "settings_changed":
            stories.setdefault(entry["habit"], []).append((timestamp(entry["at"]), len(starts), entry))
    for name, due in expected.alarms.items():
        story = stories.get(name, [])
        if not story and name not in pending:
            raise Lost(f"{name}, due at {due}, is lost: neither ahead nor in the log")
        if not story and now > due + RUNG_SECONDS:
            if is_over or not any(takes_over(other, due, expected.alarms.get(rival), starts)
                                  for rival, other in stories.items()):
                raise Lost(f"{name}, due at {due}, has not rung at {now}")
        if name not in pending and not has_ended(story):
            raise Lost(f"{name} is no longer planned and has no end: {story}")
    for name, story in stories.items():
        judge_story(name, story, expected)
        if is_over and not has_ended(story):
            raise Lost(f"{name} is still open after Stop: {story}")


def takes_over(story, due, rival_due, starts):
    """Whether the other alarm with that story explains that one that was due at `due` has nothing in the log (ALARM-5).

    The newer alarm rings and the older waits below it, silent from the beginning if it never had an instant of its own:
    both fell due at once, or while the power was off. One Stop ends both, so the other is still open.
    """
    rings = [at for at, _, entry in story if entry["kind"] == "ring"]
    if not rings or has_ended(story) or (rival_due if rival_due is not None else rings[0]) + GRAIN_SECONDS < due:
        return False
    # From here on the older one could have rung: it was due, and the last start before that ring was over.
    could_ring = max([due, *(start for start in starts if start <= rings[0])])
    return due <= rings[0] + GRAIN_SECONDS and rings[0] - could_ring <= RUNG_SECONDS


def judge_story(name, story, expected):
    """One alarm's entries, oldest first."""
    due = expected.alarms.get(name)
    first_ring, last_start, ended, silenced, unheard = {}, {}, None, set(), set()
    for at, start, entry in story:
        kind, follow_up = entry["kind"], entry.get("followUp")
        if ended and kind in ENDINGS | {"ring", "resumed"}:
            raise Lost(f"{name}: {kind} at {at} after it was {ended}: {story}")
        if kind == "ring":
            if due is not None and at + GRAIN_SECONDS < due:
                raise Lost(f"{name} rang at {at}, due at {due}")
            if follow_up in first_ring:
                is_in_progress = (follow_up not in silenced
                                  and at - first_ring[follow_up] <= LONGEST_RING_SECONDS + GRAIN_SECONDS)
                # One that could not be heard is no ring yet: after a start it comes again, once for each.
                if start == last_start[follow_up] or not (is_in_progress or follow_up in unheard):
                    raise Lost(f"{name}: ring {follow_up} twice: {story}")
                unheard.discard(follow_up)
            if any(other > follow_up for other in first_ring):
                raise Lost(f"{name}: ring {follow_up} after a later one: {story}")
            first_ring.setdefault(follow_up, at)
            last_start[follow_up] = start
            for sent, acknowledged in expected.presses:
                if sent > first_ring[min(first_ring)] + 2 * GRAIN_SECONDS and at > acknowledged + GRAIN_SECONDS:
                    raise Lost(f"{name} rang at {at} after a press at {sent}: {story}")
        elif kind == "silence":
            silenced.add(follow_up)
        elif kind == "unheard":
            unheard.add(follow_up)
        elif kind in ENDINGS:
            ended = kind
