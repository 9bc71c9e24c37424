"""That judging.py finds a lost alarm, and blames no alarm that the rules let wait: on nights made up for it."""

import datetime

from judging import Expected, Lost, judge_night

# Seconds of a night; it began at 100. A ring at 110 is of the alarm that is due then.
NOW, DUE = 300, 110
START = (100, "started", None)


def text(seconds):
    return datetime.datetime.fromtimestamp(1_800_000_000 + seconds, datetime.timezone.utc).isoformat()


def is_good(alarms, pending, night, is_over=False):
    """Of `(seconds, kind, alarm)` in the log, and `{alarm: due}`."""
    expected = Expected()
    expected.alarms = {name: 1_800_000_000 + due for name, due in alarms.items()}
    status = {"now": text(NOW), "oneOffs": [{"id": name} for name in pending]}
    entries = [{"at": text(at), "kind": kind, **({"habit": name, "followUp": 0} if name else {})}
               for at, kind, name in night]
    try:
        judge_night(expected, status, entries, is_over)
    except Lost:
        return False
    return True


ONE, BOTH = {"once-1": DUE}, {"once-1": DUE, "once-2": DUE}
RANG = [START, (DUE, "ring", "once-1")]
OTHER = [START, (DUE, "ring", "once-2")]
# Sound failed, or the device stood still while it should have been heard.
UNHEARD = [(140, "unheard", "once-1"), (140, "silence", "once-1")]
# What happened; the alarms, those that are still planned, the log, and whether it is a good night.
CASES = [
    ("it rang and was stopped", ONE, [], [*RANG, (120, "silence", "once-1"), (120, "dismissed", "once-1")], True),
    ("it is neither ahead nor in the log", ONE, [], [START], False),
    ("it has not rung", ONE, ["once-1"], [START], False),
    ("it rang early", ONE, ["once-1"], [START, (DUE - 5, "ring", "once-1")], False),
    ("it rang twice", ONE, ["once-1"], [*RANG, (140, "silence", "once-1"), (141, "ring", "once-1")], False),
    ("it was stopped by its own end, and rang again after a start", ONE, ["once-1"],
     [*RANG, (140, "silence", "once-1"), (145, "started", None), (145, "ring", "once-1")], False),
    ("it could not be heard, and rang again after a start", ONE, ["once-1"],
     [*RANG, *UNHEARD, (150, "started", None), (150, "ring", "once-1")], True),
    ("it could not be heard, and rang again without a start", ONE, ["once-1"],
     [*RANG, *UNHEARD, (150, "ring", "once-1")], False),
    ("it could not be heard, and rang twice after that", ONE, ["once-1"],
     [*RANG, *UNHEARD, (150, "started", None), (150, "ring", "once-1"), (180, "silence", "once-1"),
      (200, "started", None), (200, "ring", "once-1")], False),
    ("it rang after its end", ONE, [], [*RANG, (120, "dismissed", "once-1"), (121, "ring", "once-1")], False),
    ("it has not rung, and another did two minutes later", ONE, ["once-1"], [START, (230, "ring", "once-2")], False),
    ("it has not rung, and another did just before", {"once-1": DUE, "once-2": 105}, ["once-1", "once-2"],
     [START, (105, "ring", "once-2")], False),
    ("one of the same instant took over", BOTH, ["once-1", "once-2"], OTHER, True),
    ("one of the same instant took over, and was stopped", BOTH, ["once-1"],
     [*OTHER, (120, "silence", "once-2"), (120, "dismissed", "once-2")], False),
    ("one of 10 s later rang, and it had run all the time", {"once-1": DUE, "once-2": 120}, ["once-1", "once-2"],
     [START, (120, "ring", "once-2")], False),
    ("one of 10 s later rang, and both were due while it was off", {"once-1": DUE, "once-2": 120},
     ["once-1", "once-2"], [START, (125, "started", None), (125, "ring", "once-2")], True),
    ("one of 10 s later rang, long after the start", {"once-1": DUE, "once-2": 120}, ["once-1", "once-2"],
     [START, (112, "started", None), (120, "ring", "once-2")], False),
]


def main():
    for what, alarms, pending, night, expected in CASES:
        if is_good(alarms, pending, night) != expected:
            raise AssertionError(f"judged wrongly: {what}")
    assert not is_good(BOTH, ["once-1", "once-2"], OTHER, is_over=True), "judged wrongly: open after the last Stop"
    print(f"torture: {len(CASES) + 1} made-up nights were judged rightly")


if __name__ == "__main__":
    main()
