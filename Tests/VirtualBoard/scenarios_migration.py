"""The first start after an upgrade brings the database forward, and the power goes then: GUARD-4, ALARM-7.

Requirements: GUARD-4, ALARM-7
"""

import base64
import gzip
import json
import sqlite3
from datetime import timedelta

from bed import Bed
from expecting import Unexpected
from ledger import Ledger
from lost_writes import write, writes
from registry import scenario
from scenarios_disk import log_writes

STATE = "/var/lib/anicca"
INSTANTS = 6


def fetch(bed, name):
    return gzip.decompress(base64.b64decode(bed.sh(f"gzip -c {STATE}/{name} | base64")))


def put(bed, name, content):
    text = base64.b64encode(gzip.compress(content)).decode()
    bed.sh(f"rm -f {STATE}/{name}*; echo {text} | base64 -d | gunzip >{STATE}/{name} && "
           f"chown anicca:anicca {STATE}/{name} && chmod 600 {STATE}/{name}")


FIRST_TABLES = ("profile", "habit", "settings", "setup", "record", "exception", "one_off", "armed_since", "night",
                "store", "grdb_migrations")


def make_older(bed):
    """The state of a stopped appliance as version 1 of the database's schema has it."""
    path = bed.folder / "older.db"
    path.write_bytes(fetch(bed, "anicca.db"))
    database = sqlite3.connect(path)
    with database:
        for column in ("has_unseen_miss", "recording_days", "is_recording_told"):
            database.execute(f"ALTER TABLE settings DROP COLUMN {column}")
        database.execute("ALTER TABLE store DROP COLUMN zone")
        for column in ("latest", "has_dawn"):
            database.execute(f"ALTER TABLE habit DROP COLUMN {column}")
        for column in ("country", "age", "talk_minutes", "volume_fade_seconds"):
            database.execute(f"ALTER TABLE profile DROP COLUMN {column}")
        database.execute("ALTER TABLE habit DROP COLUMN sleeper")
        for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if table not in FIRST_TABLES and not table.startswith("sqlite_"):
                database.execute(f"DROP TABLE {table}")
        database.execute("DELETE FROM grdb_migrations WHERE identifier <> 'v1 first tables'")
    database.close()
    put(bed, "anicca.db", path.read_bytes())
    put(bed, "schedule.json", older_copy(fetch(bed, "schedule.json")))


def older_copy(content):
    """The schedule copy without what version 1 did not know, and its checksum (FNV-1a) made to fit."""
    head, body = content.rstrip(b"\n").split(b"\n", 1)
    header, schedule = json.loads(head), json.loads(body)
    for name in ("zone", "lastRings"):
        schedule.pop(name, None)
    for name in ("country", "age", "talkMinutes"):
        schedule["profile"].pop(name, None)
    schedule["profile"]["volume"].pop("fadeSeconds", None)
    for habit in schedule["profile"]["habits"]:
        habit.pop("sleeper", None)
        habit.pop("hasDawn", None)
    schedule["settings"].pop("recordings", None)
    body = json.dumps(schedule, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    checksum = 0xcbf29ce484222325
    for byte in f"{header['commits']}\n".encode() + body:
        checksum = (checksum ^ byte) * 0x100000001b3 % (1 << 64)
    header["checksum"] = f"{checksum:x}"
    return json.dumps(header).encode() + b"\n" + body + b"\n"


def set_up(bed):
    """A bedside with settings and an alarm at 06:00, of the older version; it does not run."""
    ledger = Ledger()
    bed.boot("05:40:00")
    ledger.provision(bed)
    ledger.set_volume(bed, 35)
    ledger.add_alarm(bed, bed.at("06:00:00"))
    bed.sh("anicca-service stop")
    make_older(bed)
    return ledger


@scenario
def power_cut_in_a_migration(options):
    """As if the power had gone after each of several writes of that start: the old state or the new; and it rings."""
    with Bed(options, has_log=True, cores=1) as bed:
        ledger = set_up(bed)
        before = log_writes(bed)
        bed.start()
        if "brought forward" not in bed.status()["counters"]["store.report"]:
            raise Unexpected(f"no migration: {bed.status()['counters']['store.report']}")
        bed.machine.cut_power()
        made = writes(bed.log_disk)
        bed.disk = bed.folder / "after"
        reports = []
        for instant in range(INSTANTS):
            number = round(len(made) * instant / (INSTANTS - 1))
            write(before, made[:number], bed.disk)
            bed.power_returns("05:59:56")
            try:
                status = ledger.verify(bed)
                reports.append(status["counters"]["store.report"])
                bed.hears_sound(bed.hda, 0, within=40)
                bed.cut_power()
            except Unexpected as error:
                raise Unexpected(f"after {number} of {len(made)} writes: {error}") from error
        if len(set(reports)) < 2:
            raise Unexpected(f"no cut came before, or none after the migration: {reports}")
        return {"writes": len(made), "afterwards_new": f"{reports.count('clean')}/{INSTANTS}"}


@scenario
def older_database_damaged(options):
    """It is set aside, and what the older version's own schedule copy holds rings."""
    with Bed(options, cores=1) as bed:
        ledger = set_up(bed)
        bed.sh(f"dd if=/dev/urandom of={STATE}/anicca.db bs=1k count=40 conv=notrunc 2>/dev/null; sync")
        bed.set_clock(bed.at("06:00:00") - timedelta(seconds=20))
        bed.start()
        if not {row["id"] for row in bed.status()["oneOffs"]} and "wake" not in bed.kinds():
            raise Unexpected(f"the alarms are gone, {ledger.alarms}")
        bed.hears_alarm(bed.hda, due="06:00:00")
