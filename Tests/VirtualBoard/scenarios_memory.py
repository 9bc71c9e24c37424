"""What is remembered is sealed, and the board's power, disk and keys are not reliable: MIND-3, GUARD-1.

The power may go after any write of the vault, its key may be lost, and a record may be damaged: nothing is half kept, and
no alarm notices.

Requirements: MIND-3, GUARD-1, ALARM-7
"""

import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile

from bed import Bed
from expecting import Unexpected
from ledger import Ledger
from lost_writes import MARK, entries, write
from registry import scenario
from scenarios_disk import log_writes
from scenarios_migration import STATE, fetch, put

WAKE = "habits: { wake: { at: '06:00', follow_ups: 2 } }"
FIRST, SECOND, THIRD = "Has a dachshund named Momo", "My sister Imke grows beans", "Plays the cello in a quartet"
EDITED = "My sister Imke grows roses"
# A wipe destroys the key first: a cut inside it leaves nothing that can be read.
UNREADABLE = ["unreadable"]
# Of all the instants, so many are booted, too: the others are looked at from outside.
BOOTS = 3


def remembered(bed):
    """The texts that are remembered, in the guest."""
    return [item["text"] for item in json.loads(bed.cli("memory", "list", "--json"))]


class Disk:
    """A disk as the power cut left it, looked at without booting it: its journal is replayed, its files are copied, and
    this machine's program reads them."""

    def __init__(self, options, image):
        self._binary, self._image = os.path.abspath(options.binary), image

    @contextlib.contextmanager
    def state(self):
        with tempfile.TemporaryDirectory(prefix="anicca-state-") as folder:
            copy = pathlib.Path(folder) / "disk"
            shutil.copyfile(self._image, copy)
            # 1: it corrected what a cut leaves.
            done = subprocess.run(["/usr/sbin/e2fsck", "-fy", str(copy)], capture_output=True, text=True)
            if done.returncode not in (0, 1):
                raise Unexpected(f"e2fsck: {done.returncode}: {done.stdout[-300:]}")
            subprocess.run(["/usr/sbin/debugfs", "-R", f"rdump /lib/anicca {folder}", str(copy)], check=True,
                           capture_output=True)
            state = pathlib.Path(folder) / "anicca"
            for path in [state, *state.rglob("*")]:
                os.chown(path, os.getuid(), os.getgid())
            os.chmod(state, 0o700)
            yield state

    def cli(self, state, *words, check=True):
        environment = {**os.environ, "ANICCA_STATE_DIR": str(state), "TZ": "UTC"}
        done = subprocess.run([self._binary, *words], capture_output=True, text=True, env=environment, timeout=30)
        if check and done.returncode != 0:
            raise Unexpected(f"anicca {' '.join(words)}: {done.returncode}: {done.stderr[-300:]}")
        return done.stdout if check else (done.returncode, done.stderr)

    def look(self, acceptable, alarm):
        """What is remembered; it must be one of `acceptable`, whole, and the alarm must be there."""
        with self.state() as state:
            status = json.loads(self.cli(state, "status", "--json"))
            if alarm not in {row["id"] for row in status["oneOffs"]}:
                raise Unexpected(f"{alarm} is gone")
            code, errors = self.cli(state, "memory", "list", "--json", check=False)
            if code != 0 and set() in acceptable and "vault.key" in errors:
                self.cli(state, "memory", "wipe", "--yes")
                items, found = [], UNREADABLE
            else:
                items = json.loads(self.cli(state, "memory", "list", "--json"))
                found = sorted(item["text"] for item in items)
                if found not in [sorted(one) for one in acceptable]:
                    raise Unexpected(f"one of {acceptable} is remembered, and this is: {found}")
            # What was edited keeps the owner's own words as its quote.
            if any(item["quote"] != {EDITED: SECOND}.get(item["text"], item["text"]) for item in items):
                raise Unexpected(f"something is half kept: {items}")
            # As the appliance would find it: it ends a change of keys that was interrupted. By the host's clock, which
            # the device's has passed, nothing new is kept.
            self.cli(state, "memory", "pause")
            self.cli(state, "memory", "resume")
            # After a wipe there is none, until something is kept again.
            file = state / "vault.key"
            keys = file.read_text().count("\n") - 1 if file.exists() else 0
            again = sorted(item["text"] for item in json.loads(self.cli(state, "memory", "list", "--json")))
            if keys not in ({1} if items else {0, 1}) or again != sorted(item["text"] for item in items):
                raise Unexpected(f"after the next start there are {keys} keys, and {again} is remembered")
            return found


def marked(log):
    """The writes of a log, and how many of them had been made when each mark was set."""
    made, marks = [], {}
    for flags, sector, data in entries(log):
        if flags & MARK:
            marks[data.rstrip(b"\0").decode()] = len(made)
        elif data:
            made.append((sector, data))
    return made, marks


@scenario
def power_cut_at_every_write_of_the_vault(options):
    """While something is kept, corrected, forgotten, sealed again and wiped: it is as before or as after, and the alarm
    rings. What a tool keeps in a talk, and a transcript that waits, are cut in StoreTests/PowerCutTests."""
    with Bed(options, has_log=True, cores=1) as bed:
        ledger = Ledger()
        bed.boot("05:40:00")
        ledger.provision(bed)
        name = ledger.add_alarm(bed, bed.at("06:00:00"))
        bed.cli("memory", "resume")
        bed.cli("memory", "add", "--slot", "dog", FIRST)
        bed.cli("memory", "add", "--slot", "sister", SECOND)
        bed.sh("anicca-service stop")
        before = log_writes(bed)
        bed.start()
        steps = [(["add", "--slot", "cello", THIRD], {FIRST, SECOND, THIRD}), (["edit", "2", EDITED], {FIRST, EDITED, THIRD}),
                 (["forget", "1"], {EDITED, THIRD}), (["rekey"], {EDITED, THIRD}), (["wipe", "--yes"], set())]
        bed.sh("dmsetup message logged 0 mark begun")
        for number, (words, _) in enumerate(steps):
            bed.cli("memory", *words)
            bed.sh(f"dmsetup message logged 0 mark done-{number}")
        bed.machine.cut_power()
        made, marks = marked(bed.log_disk)
        states = [{FIRST, SECOND}, *(state for _, state in steps)]
        ends = [marks["begun"], *(marks[f"done-{number}"] for number in range(len(steps)))]
        bed.disk = bed.folder / "after"
        seen = []
        for count in range(ends[0], ends[-1] + 1):
            write(before, made[:count], bed.disk)
            acknowledged = sum(count >= end for end in ends) - 1
            try:
                seen.append(Disk(options, bed.disk).look(states[acknowledged:acknowledged + 2], name))
            except Unexpected as error:
                raise Unexpected(f"after {count} of {len(made)} writes ({ends}): {error}") from error
        if len({tuple(found) for found in seen if found != UNREADABLE}) < 5:
            raise Unexpected(f"the cuts did not come between the steps: {ends}")
        # Some of them as a whole: the machine boots on that disk, and the alarm rings.
        for instant in range(BOOTS):
            count = ends[0] + round((ends[-1] - ends[0]) * instant / (BOOTS - 1))
            while seen[count - ends[0]] == UNREADABLE:
                count -= 1
            write(before, made[:count], bed.disk)
            bed.power_returns("05:59:56")
            ledger.verify(bed)
            if sorted(remembered(bed)) != seen[count - ends[0]]:
                raise Unexpected(f"after {count} writes the appliance remembers {remembered(bed)}")
            if instant == BOOTS - 1:
                bed.hears_sound(bed.hda, 0, within=40)
            bed.machine.cut_power()
        return {"writes": len(seen)}


def refuses(bed, words, *expected):
    """The command fails with one clear message."""
    code, output = bed.cli("memory", *words, check=False)
    if code == 0 or not all(one in output for one in expected) or len(output.strip().splitlines()) > 2:
        raise Unexpected(f"anicca memory {' '.join(words)}: one message with {expected} was expected: {code}: {output}")


@scenario
def another_key_or_a_damaged_vault_leaves_the_alarms(options):
    """One clear message says what to do, nothing is deleted, the alarm rings; with the right key all is there again."""
    with Bed(options, cores=1) as bed:
        bed.boot("05:40:00")
        bed.provision(WAKE)
        bed.cli("memory", "resume")
        bed.cli("memory", "add", "--slot", "dog", FIRST)
        bed.cli("memory", "add", "--slot", "sister", SECOND)
        bed.sh("anicca-service stop")
        key, database = fetch(bed, "vault.key"), fetch(bed, "anicca.db")
        # A record whose last byte is another one.
        path = bed.folder / "damaged.db"
        path.write_bytes(database)
        with contextlib.closing(sqlite3.connect(path)) as damaged, damaged:
            (sealed,) = damaged.execute("SELECT sealed FROM memory WHERE id = 1").fetchone()
            damaged.execute("UPDATE memory SET sealed = ? WHERE id = 1", [sealed[:-1] + bytes([sealed[-1] ^ 1])])
        put(bed, "anicca.db", path.read_bytes())
        bed.start()
        refuses(bed, ["list"], "damaged", "anicca memory wipe")
        refuses(bed, ["add", "--slot", "cello", THIRD], "damaged")
        bed.sh("anicca-service stop")
        put(bed, "anicca.db", database)
        another = b"anicca vault 1\n" + b"5a" * 32 + b"\n"
        put(bed, "vault.key", another)
        bed.set_clock("05:59:40")
        bed.start()
        refuses(bed, ["list"], "vault.key", "alarms are not affected")
        bed.hears_alarm(bed.hda, due="06:00:00")
        mark = bed.hda.frames()
        bed.press("STOP")
        bed.falls_silent(bed.hda, mark)
        bed.ended("dismissed")
        refuses(bed, ["add", "--slot", "cello", THIRD], "vault.key")
        bed.sh("anicca-service stop")
        if fetch(bed, "vault.key") != another:
            raise Unexpected("the key that does not fit was replaced")
        put(bed, "vault.key", key)
        bed.start()
        if remembered(bed) != [FIRST, SECOND]:
            raise Unexpected(f"with its own key, {remembered(bed)} is remembered")
        # Who has no key any more begins anew.
        bed.sh(f"anicca-service stop; rm {STATE}/vault.key; anicca-service start")
        bed.wait_armed()
        refuses(bed, ["list"], "vault.key")
        bed.cli("memory", "wipe", "--yes")
        bed.cli("memory", "add", "--slot", "cello", THIRD)
        if remembered(bed) != [THIRD]:
            raise Unexpected(f"after the wipe {remembered(bed)} is remembered")
        return bed.measured
