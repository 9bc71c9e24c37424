#!/usr/bin/env python3
"""Measures the release binary against its targets: prints a table and writes bench.json.

    bench.py --binary .build/release/anicca [--output bench.json] [--only FIGURE,...] [--quick]

Nearly everything is measured from outside, on the real program: its processes by /proc, its sound on a PulseAudio null
sink's monitor (Tests/Peers/pulse_rig.py), its rules through `anicca simulate`, its conversations with the stand-in for
the service (Tests/Peers/realtime_service, in the virtual environment of Tests/Peers/make_venv.sh). Connections alone,
thousands of them, hours of one, and the echo canceller are measured by `anicca-bench`. Standard library only.
"""

import argparse
import contextlib
import datetime
import json
import os
import pathlib
import platform
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Peers")]
from appliance import NULL_ALSA, Appliance, ApplianceError, environment  # noqa: E402

import contents  # noqa: E402
import conversation  # noqa: E402
import endurance  # noqa: E402
import line as connection  # noqa: E402
import sound  # noqa: E402
from service import peers_python  # noqa: E402

PROFILE = """
owner: { name: Owner, language: en }
sleep_location: third-floor bedroom
training_focus: [push-up, core]
habits:
  wake:     { at: "06:00" }
  training: { at: "19:00", sleeper: heavy }
  bedtime:  { at: "22:30" }
"""


class Bench:
    def __init__(self, options, scratch):
        self.binary = str(pathlib.Path(options.binary).resolve())
        self.tool = str(pathlib.Path(options.tool or f"{self.binary}-bench").resolve())
        self.quick = options.quick
        self._peers_python = options.peers_python
        self.scratch = pathlib.Path(scratch)
        self.figures = []

    @property
    def peers_python(self):
        """Made by the first figure that needs it."""
        self._peers_python = self._peers_python or peers_python()
        return self._peers_python

    def times(self, full):
        return max(10, full // 5) if self.quick else full

    def add(self, figure, unit, value, values, target, digits=1, note=None, at_least=False):
        """`target` is a limit from above, or from below with `at_least`; None where there is none."""
        row = {
            "figure": figure, "unit": unit, "value": round(value, digits),
            "spread": [round(min(values), digits), round(max(values), digits)], "samples": len(values),
            "target": target, "met": None if target is None else value >= target if at_least else value <= target,
        }
        if at_least:
            row["at_least"] = True
        if note:
            row["note"] = note
        self.figures.append(row)
        print(line(row), flush=True)

    def bed(self, name, alsa=NULL_ALSA, profile=PROFILE, **more):
        folder = self.scratch / name
        env = environment(folder / "home", alsa, **more)
        bed = Appliance(self.binary, folder / "s", env, folder / "log")
        code, _, errors = bed.cli("provision", text=profile)
        if code != 0:
            raise ApplianceError(f"provision: exit code {code}: {errors}")
        return bed

    # --- start, memory, wake-ups

    def start(self):
        bed = self.bed("start")
        values = []
        for _ in range(self.times(30)):
            values.append(bed.start() * 1000)
            bed.stop()
        self.add("exec to armed, 3 habits", "ms", statistics.median(values), values, 100)

    def idle(self):
        beds = [self.bed(f"idle{number}") for number in range(10)]
        try:
            for bed in beds:
                bed.start()
            time.sleep(10)
            rows = [memory(bed.pid) for bed in beds]
            before = [switches(bed.pid) for bed in beds]
            seconds = 10 if self.quick else 30
            time.sleep(seconds)
            rates = [(switches(bed.pid) - count) / seconds for bed, count in zip(beds, before)]
            locked = locked_rows(beds)
        finally:
            for bed in beds:
                bed.kill()
        for key, name, target in [("VmRSS", "idle memory, resident", 25), ("RssAnon", "idle memory, private", 5)]:
            values = [row[key] / 1e6 for row in rows]
            self.add(name, "MB", statistics.median(values), values, target, 2)
        self.add("idle wake-ups", "1/s", statistics.median(rates), rates, 0.2, 3)
        # From 45 s after the start on, what a ring needs is kept in memory: code, mostly, which all of them share.
        for key, name in [("VmLck", "locked for a ring"), ("VmRSS", "idle memory, resident, what is locked included")]:
            values = [row[key] / 1e6 for row in locked]
            self.add(name, "MB", statistics.median(values), values, None, 2)

    # --- the binary

    def size(self):
        stripped = self.scratch / "anicca"
        subprocess.run(["strip", "-o", stripped, self.binary], check=True)
        size = stripped.stat().st_size / 1e6
        parts = contents.parts(self.binary, stripped)
        note = ", ".join(f"{name} {share / 1e6:.1f}" for name, share in parts)
        self.add("release binary, stripped", "MB", size, [size], None, 1, note)

    # --- the rules

    def simulate(self):
        profile = self.scratch / "profile.yaml"
        profile.write_text(PROFILE)
        env = environment(self.scratch / "home")

        def run(days):
            began = time.monotonic()
            subprocess.run(
                [self.binary, "simulate", "--profile", profile, "--zone", "Europe/Berlin", "--from", "2026-01-01T00:00",
                 "--days", str(days), "--json"], check=True, stdout=subprocess.DEVNULL, env=env, cwd="/")
            return time.monotonic() - began

        decade = [run(3652) for _ in range(10)]
        self.add("ten years of three habits, simulated", "s", statistics.median(decade), decade, 5, 3)
        # The program's own start is in every run: a run of one day is taken off. In turns, so that a busy moment of the
        # machine does not meet runs of one length only; a month's few milliseconds are measured several times a turn.
        ratios = []
        for _ in range(10):
            nothing, month, year = (statistics.median(run(days) for _ in range(5)) for days in (1, 31, 366))
            ratios.append((year - nothing) / 365 / ((month - nothing) / 30))
        self.add("a day in a year against a day in a month", "x", statistics.median(ratios), ratios, 1.3, 2)

    def study(self):
        env = environment(self.scratch / "home")
        core = str(min(os.sched_getaffinity(0)))

        def run(seed):
            began = time.monotonic()
            subprocess.run(
                ["taskset", "-c", core, self.binary, "simulate", "--owners", "1000", "--days", "365", "--seed", str(seed),
                 "--json"], check=True, stdout=subprocess.DEVNULL, env=env, cwd="/")
            return time.monotonic() - began

        values = [run(seed) for seed in (7, 8, 9)]
        self.add("1,000 owners, a year, three seeds, on a core", "s", sum(values), values, 60, 1)

    def progress(self):
        """The page of a year in which no two days of a row are alike."""
        bed = self.bed("progress")
        today = datetime.datetime.now(datetime.timezone.utc).date()
        words = ["unaided", "prompt", "slow", "missed"]
        days = [
            (habit, number, str(today - datetime.timedelta(days=366 - number)), "day", words[number % 4], 0)
            for habit in ("wake", "training", "bedtime") for number in range(1, 366)]
        with contextlib.closing(sqlite3.connect(bed.state / "anicca.db")) as database, database:
            database.executemany("INSERT INTO fading_entry VALUES (?, ?, ?, ?, ?, ?)", days)
        page, values = self.scratch / "progress.html", []
        for _ in range(self.times(20)):
            began = time.monotonic()
            code, _, errors = bed.cli("progress", "--html", str(page))
            values.append((time.monotonic() - began) * 1000)
            if code != 0:
                raise ApplianceError(f"progress: exit code {code}: {errors}")
        if page.read_text().count("<rect") < len(days):
            raise ApplianceError("the page does not show the year")
        self.add("page of a year's progress", "ms", statistics.median(values), values, 100)
        size = page.stat().st_size / 1000
        self.add("page of a year's progress, size", "KB", size, [size], 200)


def locked_rows(beds):
    """Once they have locked what a ring needs, or 40 s later where this user may not."""
    until = time.monotonic() + 40
    while True:
        rows = [memory(bed.pid) for bed in beds]
        if min(row["VmLck"] for row in rows) > 10e6 or time.monotonic() > until:
            time.sleep(2)
            return [memory(bed.pid) for bed in beds]
        time.sleep(0.5)


def memory(pid):
    """Bytes, by /proc's names."""
    text = pathlib.Path(f"/proc/{pid}/status").read_text()
    return {name: int(size) * 1024 for name, size in re.findall(r"^(VmRSS|RssAnon|VmLck):\s+(\d+) kB", text, re.M)}


def switches(pid):
    """How often its threads have gone to sleep: each sleep is one wake-up."""
    total = 0
    for path in pathlib.Path(f"/proc/{pid}/task").glob("*/status"):
        total += int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", path.read_text(), re.M).group(1))
    return total


def line(row):
    verdict = {True: "met", False: "MISSED", None: ""}[row["met"]]
    target = "" if row["target"] is None else f"{'>=' if row.get('at_least') else '<='} {row['target']:g}"
    low, high = row["spread"]
    return (
        f"{row['figure']:<44} {row['value']:>9g} {row['unit']:<4} {target:>8}  {verdict:<7}"
        f"{low:g} to {high:g}, n={row['samples']}" + (f"\n    {row['note']}" if "note" in row else ""))


def machine():
    model = re.search(r"^(?:model name|Model)\s*:\s*(.+)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    system = re.search(r'^PRETTY_NAME="(.*)"$', pathlib.Path("/etc/os-release").read_text(), re.M)
    return " · ".join([
        model.group(1) if model else platform.machine(), f"{os.cpu_count()} cores",
        system.group(1) if system else platform.system(), f"Linux {platform.release()}",
    ])


MEASURES = {
    "start": Bench.start, "idle": Bench.idle, "size": Bench.size, "lateness": sound.lateness, "preview": sound.preview,
    "stop": sound.stop, "simulate": Bench.simulate, "study": Bench.study, "progress": Bench.progress,
    # A live conversation
    "cold": conversation.cold, "warm": conversation.warm, "open": connection.opening, "click": connection.click,
    "loss": connection.loss, "share": conversation.share,
    "round-trip": conversation.round_trip, "barge-in": conversation.barge_in, "echo": endurance.echo,
    "churn": endurance.churn, "hours": endurance.hours,
}


def main():
    parser = argparse.ArgumentParser(description="Measure the release binary.")
    parser.add_argument("--binary", default=os.environ.get("ANICCA_BIN", ".build/release/anicca"))
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("bench.json"))
    parser.add_argument("--tool", help="anicca-bench; default: beside the binary")
    parser.add_argument("--peers-python", help="default: what Tests/Peers/make_venv.sh makes")
    parser.add_argument("--only", default="", help=f"of: {', '.join(MEASURES)}")
    parser.add_argument("--quick", action="store_true", help="fewer samples; not for figures that are told to others")
    options = parser.parse_args()
    if not os.access(options.binary, os.X_OK):
        sys.exit(f"bench: {options.binary} is not there: make build")

    scratch = tempfile.mkdtemp(prefix="ab-")
    bench = Bench(options, scratch)
    chosen = options.only.split(",") if options.only else list(MEASURES)
    unknown = [name for name in chosen if name not in MEASURES]
    if unknown:
        sys.exit(f"bench: no figure named {', '.join(unknown)}; there are {', '.join(MEASURES)}")
    failed = False
    try:
        for name in chosen:
            try:
                MEASURES[name](bench)
            except (ApplianceError, OSError, subprocess.SubprocessError) as error:
                failed = True
                print(f"{name}: could not be measured: {error}", flush=True)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)

    date, where = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"), machine()
    for row in bench.figures:
        row.update(machine=where, date=date)
    options.output.write_text(json.dumps(bench.figures, indent=2, ensure_ascii=False) + "\n")
    missed = sum(row["met"] is False for row in bench.figures)
    print(f"\n{where}\n{len(bench.figures)} figures, {missed} missed; written to {options.output}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
