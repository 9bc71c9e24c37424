#!/usr/bin/env python3
"""What Python's zoneinfo makes of every zone of a directory, 1990 to 2040, for ZoneRulesTests to compare with.

usage: zoneinfo_dump.py DIRECTORY

Standard library only. Files are opened here, by path, so that no tzdata package of pip can step in. Zones with the same
bytes are printed once. A block for each:

    Z NAME [NAME ...]
    I OFFSET                          the offset at the start of 1990
    C INSTANT OFFSET [WALL=INSTANT ...]   the offset from this instant on, then wall times near it (seconds since 1970 on
                                      the wall, less INSTANT) and when they are by ALARM-6 (likewise; "-": never)
"""
import os
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

UTC = timezone.utc
EPOCH = datetime(1970, 1, 1)
START = int(datetime(1990, 1, 1, tzinfo=UTC).timestamp())
END = int(datetime(2041, 1, 1, tzinfo=UTC).timestamp())
STEP = 36 * 3600
DAY = 86400


def zones(root):
    """Names by content; without the directories that repeat the zones (posix) or count leap seconds (right)."""
    found = {}
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if folder != root or f not in ("posix", "right"))
        for name in sorted(files):
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                data = file.read()
            if data.startswith(b"TZif"):
                found.setdefault(data, []).append(os.path.relpath(path, root))
    return sorted(found.values())


def offset(zone, instant):
    moment = datetime.fromtimestamp(instant, UTC).astimezone(zone)
    return round(moment.utcoffset().total_seconds())


def changes(zone):
    """Every instant at which the offset changes, found by probing and bisection."""
    result = []
    before = offset(zone, START)
    for probe in range(START + STEP, END + STEP, STEP):
        now = offset(zone, probe)
        if now == before:
            continue
        low, high = probe - STEP, probe
        while high - low > 1:
            middle = (low + high) // 2
            if offset(zone, middle) == before:
                low = middle
            else:
                high = middle
        result.append((high, before, now))
        before = now
    return result


def alarm(zone, wall, change):
    """ALARM-6, from the semantics of datetime: the first pass, else the first instant after the gap, else never."""
    naive = EPOCH + timedelta(seconds=wall)
    local = naive.replace(tzinfo=zone, fold=0)
    instant = wall - round(local.utcoffset().total_seconds())
    if datetime.fromtimestamp(instant, UTC).astimezone(zone).replace(tzinfo=None) == naive:
        return instant
    after, old, new = change
    last_date, next_date, date = (after - 1 + old) // DAY, (after + new) // DAY, wall // DAY
    return None if last_date < date < next_date else after


def walls(change):
    after, old, new = change
    low, high = sorted((after + old, after + new))
    picks = {low - 1, low, (low + high) // 2, high - 1, high, low - 3600, high + 3600}
    if high - low > 7200:
        picks.update(range(low, high, 7200))
    return sorted(picks)


def main():
    root = sys.argv[1]
    out = []
    for names in zones(root):
        with open(os.path.join(root, names[0]), "rb") as file:
            zone = ZoneInfo.from_file(file, key=names[0])
        out.append("Z " + " ".join(names))
        out.append(f"I {offset(zone, START)}")
        for change in changes(zone):
            after = change[0]
            parts = []
            for wall in walls(change):
                instant = alarm(zone, wall, change)
                parts.append(f"{wall - after}={'-' if instant is None else instant - after}")
            out.append(f"C {after} {change[2]} " + " ".join(parts))
    print("\n".join(out))


main()
