#!/usr/bin/env python3
"""Kills the appliance with SIGKILL at random instants while it is provisioned, rings and is pressed (ALARM-7).

A round: the running appliance is given work (profiles, alarms a few seconds ahead, presses, volumes), killed at a random
instant, started again and questioned. It fails where start-up is not clean, where something that was acknowledged is
gone, or where an alarm was lost, rang early, rang twice, or rang after its end. Several beds are tortured side by side.

    torture.py --binary .build/release/anicca [--rounds 1000] [--seed N] [--sound mixed|null|none]

Rounds come from TORTURE_ROUNDS too, the seed from TORTURE_SEED. Standard library only.

Requirements: ALARM-7
"""

import argparse
import collections
import concurrent.futures
import contextlib
import datetime
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent / folder) for folder in (".", "../Bench")]
import controls  # noqa: E402
from appliance import NO_ALSA, NULL_ALSA, Appliance, ApplianceError, environment, json_lines  # noqa: E402
from judging import Expected, Lost, judge_night, timestamp  # noqa: E402

# The exit code of a change that is in force, and not on the disk yet.
NOT_SAVED = 73
ROUNDS_PER_BED = 25
# By a signal: each bed ends its round and its appliance.
stopping = threading.Event()


def profile_document(serial, hour):
    """Everything in it follows from the serial, so that a half-applied profile shows."""
    return (
        f"owner: {{ name: Owner{serial}, language: {'ja' if serial % 2 else 'en'} }}\n"
        f"sleep_location: room {serial}\n"
        f"volume: {{ ceiling: {40 + serial % 50}, floor: {10 + serial % 20} }}\n"
        "habits:\n"
        f"  training: {{ at: \"{time_of_day(serial, hour)}\", follow_ups: {serial % 3}, follow_up_interval: 30s }}\n"
        f"  reading: {{ at: \"{time_of_day(serial + 7, hour)}\", prompt: reading }}\n")


def time_of_day(serial, hour):
    return f"{hour:02d}:{serial % 60:02d}"


class Bed:
    """One state folder through its rounds."""

    def __init__(self, number, options, folder):
        self.random = random.Random(f"{options.seed}-{number}")
        sound = options.sound
        if sound == "mixed":
            sound = self.random.choice(["null", "none"])
        self.name = f"bed {number} ({sound})"
        self.has_sound = sound == "null"
        self.folder = pathlib.Path(folder)
        env = environment(self.folder / "home", NULL_ALSA if sound == "null" else NO_ALSA)
        self.appliance = Appliance(options.binary, self.folder / "s", env, self.folder / "log")
        self.expected = Expected()
        # The habits' own times are hours away, whatever the time is: what rings are the alarms set here.
        self.hour = (datetime.datetime.now(datetime.timezone.utc).hour + 6) % 24
        self.trail = []
        self.broken_promise = None  # what the worker's thread found
        self.counts = collections.Counter()

    def note(self, *words):
        self.trail.append(f"{time.time():.3f} " + " ".join(map(str, words)))

    # --- the rounds

    def begin(self):
        self.appliance.start()
        self.provision()
        if not self.expected.profiles:
            raise Lost("the first profile was refused")

    def round(self):
        """Kill, start, verify. The appliance runs before and after."""
        kind = self.random.random()
        stop = threading.Event()
        worker = None
        if kind < 0.2:
            # In its own start-up: killed once more before it is armed.
            self.appliance.kill()
            self.appliance.spawn()
            delay = self.random.uniform(0, 0.06)
        elif kind < 0.35:
            # Around the instant at which an alarm is due.
            seconds = self.random.randint(1, 2)
            due = self.try_out(seconds)
            delay = max(0.0, due - time.time() + self.random.uniform(-0.1, 0.15)) if due else 0.1
        else:
            worker = threading.Thread(target=self.work, args=(stop,))
            worker.start()
            # Mostly early: there the work is.
            delay = self.random.choice([self.random.uniform(0, 0.3), self.random.uniform(0.1, 3.0)])
        time.sleep(delay)
        self.note("kill")
        self.appliance.kill()
        stop.set()
        if worker is not None:
            worker.join()
            if self.broken_promise is not None:
                raise self.broken_promise
        if self.random.random() < 0.15:
            self.offline_work()
        if self.random.random() < 0.2:
            time.sleep(self.random.uniform(0, 1.5))
        took = self.appliance.start()
        self.note(f"armed after {took * 1000:.0f} ms")
        self.verify()

    def finish(self):
        """The bed's last look: what is still open ends once and stays ended."""
        # Also those whose acknowledgement was cut off.
        _, output, _ = self.appliance.cli("status", "--json")
        due = [timestamp(alarm["at"]) for alarm in json.loads(output)["oneOffs"]]
        time.sleep(max(0.0, min(max(due, default=0) + 1.5 - time.time(), 8)))
        self.press("stop")
        time.sleep(0.1)
        self.verify(is_over=True)
        code = self.appliance.stop()
        if code != 0:
            raise Lost(f"SIGTERM: exit code {code}")
        code, output, errors = self.appliance.cli("status", "--json")
        if code != 0:
            raise Lost(f"status of the stopped appliance: exit code {code}: {errors.strip()}")
        with contextlib.closing(sqlite3.connect(self.appliance.state / "anicca.db")) as database:
            if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise Lost("the database fails its integrity check")

    # --- the work

    def work(self, stop):
        try:
            while not stop.is_set():
                self.random_act()
                time.sleep(self.random.choice([0, 0, 0.01, 0.1]))
        except (OSError, ApplianceError, ValueError) as error:
            # It was killed under our hands: not acknowledged.
            self.note("cut off:", error)
        except Lost as lost:
            self.broken_promise = lost

    def random_act(self):
        act = self.random.choices(
            [self.provision, lambda: self.try_out(self.random.randint(1, 3)), lambda: self.press("stop"),
             lambda: self.press("start"), self.volume, self.skip, self.preview],
            weights=[4, 4, 2, 2, 2, 1, 1])[0]
        act()

    def offline_work(self):
        """The command line on the state of a stopped appliance, sometimes killed itself."""
        if self.random.random() < 0.5:
            return self.provision()
        serial = self.next_profile()
        command = subprocess.Popen(
            [self.appliance.binary, "provision", "--state-dir", str(self.appliance.state)], stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.appliance.env, cwd="/")
        command.stdin.write(profile_document(serial, self.hour).encode())
        command.stdin.close()
        time.sleep(self.random.uniform(0, 0.05))
        command.kill()
        code = command.wait()
        self.note("provision of the stopped appliance", serial, "->", code)
        if code == 0:
            self.expected.profiles = {serial}

    def provision(self):
        serial = self.next_profile()
        code, _, errors = self.appliance.cli("provision", text=profile_document(serial, self.hour))
        self.note("provision", serial, "->", code)
        if code == 0:
            self.expected.profiles = {serial}
            self.counts["profiles"] += 1
        elif code == NOT_SAVED:
            self.counts["unsaved"] += 1
        elif code not in (69, 74, 75):
            raise Lost(f"provision: exit code {code}: {errors.strip()}")

    def next_profile(self):
        """A document that is in force from now on, perhaps."""
        serial = self.expected.serial = self.expected.serial + 1
        self.expected.profiles.add(serial)
        return serial

    def volume(self):
        value = self.random.randint(0, 100)
        self.expected.volumes.add(value)
        if self.kept(self.appliance.command("volume", percent=value), f"volume {value}"):
            self.expected.volumes = {value}

    def try_out(self, seconds):
        answer = self.appliance.command("tryOut", afterSeconds=seconds)
        if not self.kept(answer, f"try-out in {seconds} s"):
            return None
        change = answer["reply"]["changed"]["differences"][0]
        name, due = change["path"].split(".")[0], timestamp(change["after"])
        self.expected.alarms[name] = due
        self.counts["alarms"] += 1
        self.note(name, "due", due)
        return due

    def press(self, button):
        sent = time.time()
        if self.kept(self.appliance.press(button), f"press {button}"):
            self.expected.presses.append((sent, time.time()))
            self.counts["presses"] += 1

    def skip(self):
        # Rearmed by the next profile; here only to be cut off.
        self.kept(self.appliance.command("skip", habit="reading"), "skip")

    def preview(self):
        answer = self.appliance.command("preview")
        is_silent = "silent" in answer.get("error", {}).get("refusal", {})
        if is_silent and not self.has_sound:
            return self.note("preview -> cannot be heard, as it should")
        self.kept(answer, "preview")

    def kept(self, answer, what):
        """Was it acknowledged? A refusal that may come at any time is none of our business. Where the disk takes long, a
        change is in force, and its answer says that it is not kept yet: the next power cut may take it."""
        error = answer.get("error")
        self.note(what, "->", error or "ok")
        if error is None:
            return True
        if error["code"] == NOT_SAVED:
            self.counts["unsaved"] += 1
            return False
        if error["code"] in (65, 75):
            return False
        raise Lost(f"{what}: {error}")

    # --- the questions

    def verify(self, is_over=False):
        code, output, errors = self.appliance.cli("status", "--json")
        if code != 0:
            raise Lost(f"status: exit code {code}: {errors.strip()}")
        status = json.loads(output)
        if "storage" in status["attention"]:
            raise Lost("start-up was not clean: the store asks for attention")
        aside = [path.name for path in self.appliance.state.iterdir() if "corrupt" in path.name]
        if aside:
            raise Lost(f"start-up was not clean: {aside} was set aside")
        if not status["clockTrusted"]:
            raise Lost("the clock is not trusted after a restart")
        self.verify_settings(status)
        code, output, errors = self.appliance.cli("log", "--json", "--limit", "1000000")
        if code != 0:
            raise Lost(f"log: exit code {code}: {errors.strip()}")
        self.verify_night(status, json_lines(output), is_over)

    def verify_settings(self, status):
        profile = status["profile"]
        name = profile["owner"]["name"]
        expected = self.expected
        serial = next((serial for serial in expected.profiles if f"Owner{serial}" == name), None)
        if serial is None:
            raise Lost(f"profile of {name} is in force, acknowledged was one of {sorted(expected.profiles)}")
        habits = {habit["habit"]: habit for habit in profile["habits"]}
        found = (
            profile["owner"]["language"], profile["sleepLocation"], profile["volume"]["ceiling"],
            profile["volume"]["floor"], habits["training"]["at"], habits["training"]["followUps"],
            habits["reading"]["at"])
        wanted = (
            "ja" if serial % 2 else "en", f"room {serial}", 40 + serial % 50, 10 + serial % 20,
            time_of_day(serial, self.hour), serial % 3, time_of_day(serial + 7, self.hour))
        if found != wanted:
            raise Lost(f"profile {serial} is there in part: {found} and not {wanted}")
        expected.profiles = {serial}
        if status["voicePercent"] not in expected.volumes:
            raise Lost(f"volume is {status['voicePercent']}, acknowledged was one of {sorted(expected.volumes)}")
        expected.volumes = {status["voicePercent"]}

    def verify_night(self, status, night, is_over):
        self.counts["rings"] = sum(entry["kind"] == "ring" for entry in night)
        self.counts["resumed"] = sum(entry["kind"] == "resumed" for entry in night)
        judge_night(self.expected, status, night, is_over)


def torture(number, rounds, options):
    """One bed; returns its good rounds, what went wrong or None, and what was done in it."""
    if stopping.is_set():
        return 0, None, {}
    folder = tempfile.mkdtemp(prefix="at-", dir=options.scratch)
    bed = Bed(number, options, folder)
    good, problem = 0, None
    try:
        bed.begin()
        for index in range(rounds):
            bed.round()
            if index == rounds - 1:
                bed.finish()
            good += 1
            if stopping.is_set():
                break
    except Exception as error:  # noqa: BLE001: whatever it is, the round failed and its bed is kept
        # A signal to the whole group has ended the appliance, too.
        if not stopping.is_set():
            problem = f"{bed.name}, round {good + 1} of {rounds}: {type(error).__name__}: {error}"
    finally:
        bed.appliance.kill()
    if problem is None:
        shutil.rmtree(folder)
    else:
        (pathlib.Path(folder) / "trail").write_text("\n".join(bed.trail) + "\n")
        problem += f"\n  kept: {folder} (state in s/, its log in log, what was done in trail)"
    return good, problem, bed.counts


def main():
    parser = argparse.ArgumentParser(description="Kill the appliance at random instants.")
    parser.add_argument("--binary", default=os.environ.get("ANICCA_BIN", ".build/release/anicca"))
    parser.add_argument("--rounds", type=int, default=int(os.environ.get("TORTURE_ROUNDS", "1000")))
    parser.add_argument("--seed", type=int, default=int(os.environ.get("TORTURE_SEED", random.randrange(1 << 30))))
    parser.add_argument("--sound", choices=["mixed", "null", "none"], default="mixed")
    parser.add_argument("--beds", type=int, default=2 * (os.cpu_count() or 1), help="side by side")
    parser.add_argument("--scratch", default=None, help="where the beds stand (default: the system's temporary folder)")
    parser.add_argument("--count-file", type=pathlib.Path, help="gets `GOOD BAD` at the end")
    options = parser.parse_args()
    if not os.access(options.binary, os.X_OK):
        sys.exit(f"torture: {options.binary} is not there: make build")
    if options.rounds < 1:
        sys.exit("torture: at least one round")
    controls.main()

    # Also for few rounds every bed that can be is used.
    size = max(1, min(ROUNDS_PER_BED, -(-options.rounds // options.beds)))
    shares = [size] * (options.rounds // size)
    if options.rounds % size:
        shares.append(options.rounds % size)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    began, good, problems, done, counts = time.monotonic(), 0, [], 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.beds) as pool:
        jobs = [pool.submit(torture, number, share, options) for number, share in enumerate(shares)]
        for job in concurrent.futures.as_completed(jobs):
            passed, problem, work = job.result()
            good += passed
            counts += work
            done += 1
            if problem:
                problems.append(problem)
                print(f"torture: {problem}", flush=True)
            elif done % 10 == 0 and done < len(jobs):
                print(f"torture: {good} of {options.rounds} rounds", flush=True)

    # Rounds in which nothing was acknowledged or rang would prove nothing.
    idle = [name for name in ("profiles", "alarms", "presses", "rings") if not counts[name]]
    if stopping.is_set():
        problems.append("ended by a signal")
        print(f"torture: {problems[-1]}")
    elif not problems and options.rounds >= 25 and idle:
        problems.append(f"no {' and no '.join(idle)} in {options.rounds} rounds")
        print(f"torture: {problems[-1]}")
    elif counts["unsaved"] * 100 > counts["profiles"] + counts["alarms"]:
        problems.append(f"{counts['unsaved']} changes were not saved in time, more than one of a hundred")
        print(f"torture: {problems[-1]}")

    # A bed that failed leaves its other rounds unplayed: each problem is one failed round.
    bad = len(problems)
    took = time.monotonic() - began
    if options.count_file:
        options.count_file.write_text(f"{good} {bad}\n")
    print(
        f"torture: {good} rounds good, {bad} bad, in {took:.0f} s (seed {options.seed}); acknowledged: "
        f"{counts['profiles']} profiles, {counts['alarms']} alarms, {counts['presses']} presses; "
        f"{counts['rings']} rings, {counts['resumed']} of them taken up again; "
        f"{counts['unsaved']} changes told as not saved yet")
    sys.exit(0 if good and not bad else 1)


if __name__ == "__main__":
    main()
