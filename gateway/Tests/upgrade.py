#!/usr/bin/env python3
"""Upgrades databases of older gateways under load, one instance after the other, and asks what became of every request.

    gateway/Tests/with-postgres gateway/Tests/upgrade.py --binary gateway/.build/debug/anicca-gateway [--old OLDER]

Begins with the dumps in `schemas`: of the first step that there ever was, and of a later one with minutes and a talk that
goes on. Two instances on PostgreSQL, of which each is ended by SIGTERM and started again while speakers talk; one on
SQLite. Meanwhile a step of a future release comes, as its first instance would bring it. Then one comes with which this
program cannot live: it must end and start no more, and nothing may be written after that. Speakers go to an instance that
says it is ready, and try again what was refused (503) or what nobody took. With --old the instances are at first of that
program, so that it serves beside this one. Standard library only.

Requirements: GATEWAY-9, GATEWAY-2, GATEWAY-3, ACCOUNT-4
"""

import argparse
import base64
import contextlib
import hashlib
import http.client
import json
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import zlib

import chaos

SCHEMAS = pathlib.Path(__file__).parent / "schemas"
PACK_MINUTES, GRANTED, USED = 60, 100_000, 3
# The dumps have four; no one of them may ask so often that a few would be a load.
OF_DUMP, SPEAKERS = 4, range(1, 21)
FUTURE = ("ALTER TABLE accounts ADD COLUMN future TEXT; CREATE TABLE future_things (id TEXT PRIMARY KEY); "
          "CREATE INDEX sessions_of_the_future ON sessions(user_id, ended_at); ")


def future_step(version, is_additive):
    return f"INSERT INTO migrations VALUES ({version}, 'of a future release', 'x', {int(is_additive)}, 1); "


def token(number):
    """The token of a speaker of the dumps, as it was given out then."""
    alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    secret = hashlib.sha256(f"speaker {number} of the upgrade".encode()).digest()
    body = "agd_0" + base64.urlsafe_b64encode(secret).decode().rstrip("=")
    checksum = zlib.crc32(body.encode())
    return body + "".join(chr(alphabet[checksum >> shift & 63]) for shift in (30, 24, 18, 12, 6, 0))


def token_hash(number):
    return base64.urlsafe_b64encode(hashlib.sha256(token(number).encode()).digest()).decode().rstrip("=")


class Database(chaos.Database):
    def run(self, script):
        """A script, whole or not at all."""
        if self.setting.startswith("sqlite:"):
            with contextlib.closing(sqlite3.connect(self.setting[7:], timeout=30, isolation_level=None)) as connection:
                connection.executescript(f"BEGIN IMMEDIATE; {script} COMMIT;")
        else:
            subprocess.run(["psql", "-X", "-q", "-1", "-v", "ON_ERROR_STOP=1", "-d", self.setting, "-f", "-"], input=script,
                           check=True, capture_output=True, text=True, timeout=60)

    def load(self, step):
        text = (SCHEMAS / f"step-{step}.sql").read_text()
        now = int(time.time() * 1000)
        for number in SPEAKERS[OF_DUMP:]:
            text += (f"INSERT INTO devices (id, device_id, user_id, name, created_at) VALUES ('dev_0old{number}', "
                     f"'speaker-{number}', 'usr_0old', 'Speaker {number}', NOW - 80000000);\n"
                     "INSERT INTO credentials (hash, kind, user_id, device, issued_at, expires_at, used_at) VALUES "
                     f"('{token_hash(number)}', 'device', 'usr_0old', 'dev_0old{number}', NOW - 80000000, NOW + 7000000000, "
                     "NOW - 80000000);\n")
        text = re.sub(r"\bNOW\b", str(now), text)
        self.run(re.sub(r"\bMONTH\b", time.strftime("%Y-%m", time.gmtime(now / 1000)), text))

    def tables(self):
        return [row[0] for row in self.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table'" if self.setting.startswith("sqlite:") else
            "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()")]

    def content(self):
        """Everything that a gateway could have written, for a comparison."""
        return {table: sorted(self.rows(f"SELECT * FROM {table}"), key=str) for table in self.tables()}


class World(chaos.World):
    """Whoever asks goes to an instance that says it is ready, as behind a balancer."""

    def __init__(self, instances, seed, database):
        super().__init__(instances, seed, database)
        self.all, self.answers = list(instances), {}
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self):
        while not self.over.is_set():
            ready = [instance for instance in self.all if is_ready(instance)]
            self.instances = ready or self.all
            time.sleep(0.1)


def is_ready(instance):
    try:
        connection = http.client.HTTPConnection("127.0.0.1", instance.operations, timeout=2)
        connection.request("GET", "/health/ready")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False


class Speaker(threading.Thread):
    """Talks again and again. Each answer says what it cost; the database must agree in the end."""

    def __init__(self, world, number):
        super().__init__(daemon=True)
        self.world, self.number, self.minutes, self.talks = world, number, {}, 0
        self.bearer = {"Authorization": f"Bearer {token(number)}"}

    def run(self):
        try:
            while not self.world.over.is_set():
                self.talk()
        except Exception as error:  # whatever ends a speaker is a fault of the round
            self.world.fault(f"speaker {self.number}: {type(error).__name__}: {error}")

    def ask(self, method, path, headers=None, content=None, good=(200,)):
        for _ in range(60):
            answer, text = self.world.request(method, path, None, {**self.bearer, **(headers or {})}, content)
            if answer.status != 429:
                break
            # More than a speaker may ask: it waits, as it is told.
            self.world.count("429")
            time.sleep(min(float(answer.headers.get("Retry-After", 1)), 3))
        if answer.status not in good:
            self.world.fault(f"{method} {path}: {answer.status} {text}")
        self.world.count("answers")
        return answer, text

    def tell(self, what, **members):
        return self.ask("POST", f"/mobile/realtime/session/{what}", {"Content-Type": "application/json"},
                        json.dumps(members))

    def begin(self, key):
        headers = {"Content-Type": "application/sdp", "Idempotency-Key": key, "Anicca-Phase": "talk"}
        answer, _ = self.ask("POST", "/mobile/realtime/session", headers, "v=0\r\ns=offer\r\n", good=(201,))
        return answer.headers["Anicca-Session"]

    def talk(self):
        self.talks += 1
        key = f"upgrade-{self.number}-{self.talks}"
        session = self.begin(key)
        if self.world.chance(0.3) and self.begin(key) != session:
            self.world.fault("a start that was asked for again is another talk")
        self.tell("sync", session_id=session, phase="talk")
        self.ask("GET", "/mobile/entitlement")
        if self.world.chance(0.3):
            profile = json.dumps({"displayName": f"speaker {self.number}", "trainingFocus": [], "habits": []})
            self.ask("PUT", "/mobile/profile", {"Content-Type": "application/json"}, profile)
        time.sleep(self.world.choice([0, 0.1, 0.5]))
        self.stop(session)
        time.sleep(self.world.choice([0.3, 0.6, 1.2]))

    def stop(self, session):
        _, text = self.tell("stop", session_id=session)
        self.minutes[session] = json.loads(text)["minutes"]
        _, again = self.tell("stop", session_id=session)
        if json.loads(again)["minutes"] != self.minutes[session]:
            self.world.fault(f"a stop that was asked for again costs something else: {text} and {again}")


class Round:
    """One database, the instances on it, and what they log."""

    def __init__(self, arguments, kind, folder):
        self.arguments, self.kind, self.folder = arguments, kind, folder
        self.provider, self.passed, self.failed = chaos.Provider(), 0, 0
        self.setting = f"sqlite:{folder}/gateway.sqlite" if kind == "sqlite" else self.postgres()
        self.environment = {
            "PATH": os.environ["PATH"], "ANICCA_GATEWAY_TRUSTED_PROXIES": "127.0.0.1",
            "ANICCA_GATEWAY_DATABASE": self.setting, "ANICCA_GATEWAY_PROVIDER_ADDRESS": self.provider.address,
            "ANICCA_GATEWAY_PROVIDER_KEY": chaos.PROVIDER_KEY, "ANICCA_GATEWAY_DRAIN_SECONDS": "3",
            "ANICCA_GATEWAY_STARTS_PER_HOUR": "100000", "ANICCA_GATEWAY_STARTS_PER_DAY": "100000"}
        self.database, self.log_path = Database(self.setting), folder / "log"
        self.log = open(self.log_path, "w")

    def postgres(self):
        schema = f"upgrade_{self.folder.name.replace('-', '_')}"
        server = os.environ["ANICCA_GATEWAY_TEST_POSTGRES"]
        chaos.Database(server).rows(f"CREATE SCHEMA {schema}")
        return f"{server} options='-c search_path={schema}'"

    def instance(self, binary):
        return chaos.Instance(binary, self.environment, self.log)

    def expect(self, name, is_good, detail=""):
        self.passed, self.failed = self.passed + bool(is_good), self.failed + (not is_good)
        print(f"{self.folder.name}: {'passed' if is_good else 'FAILED'}: {name} {detail if not is_good else ''}".rstrip())

    def holds(self):
        check = subprocess.run([self.arguments.binary, "invariants"], env=self.environment, capture_output=True, text=True,
                               timeout=120)
        self.expect("every invariant holds", check.returncode == 0, check.stdout + check.stderr)

    def refuses(self, before):
        """Whether the program does not start, says why, and has touched nothing."""
        port = chaos.free_port()
        done = subprocess.run(
            [self.arguments.binary, "serve", "--set", f"listen=127.0.0.1:{port}", "--set",
             f"operations=127.0.0.1:{chaos.free_port()}"], env=self.environment, capture_output=True, text=True, timeout=60)
        self.expect("a program that is older than the database does not start, and says what to do",
                    done.returncode == 69 and "install that one or a newer" in done.stderr, done.stderr)
        after = self.database.content()
        self.expect("it has written nothing", after == before,
                    [table for table in after if after[table] != before.get(table)])


def from_the_first(round_):
    """The first schema there ever was: who was signed in then is signed in now, and talks."""
    round_.database.load(1)
    instance = round_.instance(round_.arguments.binary)
    instance.start()
    world = World([instance], round_.arguments.seed, round_.database)
    speaker = Speaker(world, 1)
    for _ in range(3):
        speaker.talk()
    world.over.set()
    round_.expect("speakers of the first schema are signed in and talk", not world.faults and len(speaker.minutes) == 3,
                  world.faults[:3])
    round_.expect("SIGTERM ends it in order", instance.end() == 0)
    round_.holds()


def under_load(round_):
    arguments, database = round_.arguments, round_.database
    database.load(9)
    instances = [round_.instance(arguments.old or arguments.binary) for _ in range(1 if round_.kind == "sqlite" else 2)]
    for instance in instances:
        instance.start()
    world = World(instances, arguments.seed, database)
    speakers = [Speaker(world, number) for number in SPEAKERS]
    # The talk of the dump goes on until the last instance is a new one.
    talking = speakers[0]
    for speaker in speakers[1:]:
        speaker.start()
    time.sleep(arguments.seconds / 3)
    if not arguments.old:
        database.run(FUTURE + future_step(98, True))
        time.sleep(1.5)
        round_.expect("a step of a future release, and every instance goes on", all(map(is_ready, instances)))
    codes = []
    for place, instance in enumerate(instances):
        codes.append(instance.end())
        instance.command[0] = arguments.binary
        instance.start()
        before = world.counts["answers"]
        # The others are of the older program, and serve on what the new one has brought.
        time.sleep(arguments.seconds / 3)
        round_.expect(f"all instances serve after upgrade {place + 1}",
                      all(map(is_ready, instances)) and world.counts["answers"] > before)
    talking.stop("ses_0talking")
    world.over.set()
    for speaker in speakers[1:]:
        speaker.join(timeout=60)
    judge(round_, world, speakers, codes)
    outdated(round_, instances)
    round_.provider.shutdown()


def judge(round_, world, speakers, codes):
    database, known = round_.database, {}
    for speaker in speakers:
        known.update(speaker.minutes)
    lost = world.counts["no answer"] if round_.kind == "postgres" else 0
    round_.expect("no request is lost, and none is answered wrongly", not world.faults and not lost,
                  f"{lost} lost, {world.faults[:3]}")
    stored = {row[0]: int(row[1]) for row in database.rows(
        "SELECT id, minutes FROM sessions WHERE ended_at IS NOT NULL AND id <> 'ses_0ended'")}
    charged = {row[0]: int(row[1]) for row in database.rows(
        "SELECT key, -minutes FROM ledger WHERE key LIKE 'session:%' AND key <> 'session:ses_0ended'")}
    round_.expect("each talk is there once, and costs what its speaker was told", stored == known and known,
                  [entry for entry in stored.items() ^ known.items()][:5])
    round_.expect("each minute is charged once",
                  charged == {f"session:{session}": minutes for session, minutes in known.items() if minutes})
    talked = known.get("ses_0talking", 0)
    round_.expect("the talk that went on over the upgrade is charged", talked >= 2, talked)
    left = int(database.rows("SELECT CAST(SUM(minutes) AS BIGINT) FROM ledger")[0][0])
    round_.expect("no minute is lost", left == GRANTED + PACK_MINUTES - USED - sum(known.values()), left)
    still = int(database.rows("SELECT COUNT(*) FROM sessions WHERE ended_at IS NULL")[0][0])
    round_.expect("no talk is left open", still == 0, still)
    round_.expect("SIGTERM ends each instance in order", codes == [0] * len(codes), codes)
    round_.holds()
    text = round_.log_path.read_text()
    round_.expect("no secret is in a log", not any(token(number) in text for number in SPEAKERS))
    print(f"{round_.folder.name}: {dict(sorted(world.counts.items()))}")


def outdated(round_, instances):
    """A step comes with which this program cannot live, while it runs."""
    round_.database.run(future_step(99, False))
    codes = []
    for instance in instances:
        try:
            codes.append(instance.process.wait(timeout=30))
        except subprocess.TimeoutExpired:
            codes.append("runs on")
            instance.kill()
    text = round_.log_path.read_text()
    round_.expect("a program that runs when it is outdated ends, and says what to do",
                  codes == [69] * len(codes) and "install that one or a newer" in text, codes)
    round_.refuses(round_.database.content())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--old")
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    arguments = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="anicca-gateway-upgrade.") as base:
        for kind in ("sqlite", "postgres"):
            for what in (from_the_first, under_load):
                folder = pathlib.Path(base) / f"{kind}-{what.__name__.replace('_', '-')}"
                folder.mkdir()
                round_ = Round(arguments, kind, folder)
                what(round_)
                passed, failed = passed + round_.passed, failed + round_.failed
                if round_.failed:
                    print(round_.log_path.read_text()[-2000:])
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
