#!/usr/bin/env python3
"""The memory's figures on the real program, as one table (M-8, M-9, R-4; MIND-3, SAFE-2).

    PYTHON Tests/Memory/bench.py --binary .build/release/anicca [--swift swift] [--only kill,forget,…] [--quick]

With the Python of Tests/Peers/make_venv.sh; the service is the stand-in, on loopback. The scores are those of Swift's
tests, which must be built (`swift build --build-tests`). `make bench-memory` does all of it. Ends with an exit code of 1
if a target was missed.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), *(str(HERE.parent / folder) for folder in ("Conversation", "Peers", "Bench"))]

from appliance import NULL_ALSA, Appliance, ApplianceError, environment  # noqa: E402
from pulse_rig import boot_ns  # noqa: E402
from sealed_bytes import Traces, secrets  # noqa: E402
from registry import SCENARIOS  # noqa: E402
from stage import KEY, Service, Unexpected, noon  # noqa: E402

import helping  # noqa: E402,F401
import summarizing  # noqa: E402

MILLISECOND = 1_000_000
PROFILE = "owner: { name: Aiko, language: en }\ncompanion: openai\n"
LOST_ROUNDS, FORGOTTEN, ENDINGS, LATE_ENDINGS, ANSWERS, HEARD = 200, 200, 40, 10, 20, 10
TURN = {"tone": {"hertz": 440, "milliseconds": 200, "level_dbfs": -30}}
WORDS = ["harbour", "cello", "bakery", "lighthouse", "orchard", "kettle", "violet", "marble", "copper", "meadow"]
THINGS = ["spoons", "ladders", "pillows", "windmills", "trumpets", "buckets", "saddles", "curtains", "hammers", "baskets"]


class Wrong(Exception):
    """The program did something else than it should."""


class Bed(Appliance):
    """An appliance without a sound card whose owner has agreed to the memory, and a service for it."""

    def __init__(self, bench, name, out_of_band=()):
        folder = bench.scratch / name
        self.service = Service("en", {"turns": [], "after": "silence", "out_of_band": list(out_of_band)})
        env = environment(folder / "home", NULL_ALSA, TZ=noon()[0], OPENAI_API_KEY=KEY,
                          OPENAI_BASE_URL=self.service.base)
        super().__init__(bench.binary, folder / "s", env, folder / "log")
        self.run("provision", text=PROFILE)
        self.run("memory", "resume")

    def run(self, *words, text=""):
        code, output, errors = self.cli(*words, text=text)
        if code != 0:
            raise Wrong(f"anicca {' '.join(words)}: {code}: {errors}")
        return output

    def remembered(self):
        return json.loads(self.run("memory", "list", "--json"))

    def begin_talk(self):
        """A conversation in which the companion has spoken once; the instant before."""
        self.service.control(script={"turns": [TURN]})
        began = boot_ns()
        self.run("talk")
        self.await_record("sent:output_audio_buffer.stopped", began)
        return began

    def await_record(self, kind, after, seconds=20, count=1):
        until = time.monotonic() + seconds
        while len(found := self.service.log(kind, after)) < count:
            if time.monotonic() > until:
                raise Wrong(f"no {kind} at the service within {seconds} s")
            time.sleep(0.005)
        return found[count - 1]

    def hear(self, number, words):
        """The service reports what the owner said, as it does after its voice detection."""
        item = {"id": f"item_said_{number}", "object": "realtime.item", "type": "message", "status": "completed",
                "role": "user", "content": [{"type": "input_audio", "transcript": None}]}
        kind = "conversation.item.input_audio_transcription.completed"
        for event in (
                {"type": "input_audio_buffer.speech_started", "item_id": item["id"], "audio_start_ms": 0},
                {"type": "input_audio_buffer.speech_stopped", "item_id": item["id"], "audio_end_ms": 900},
                {"type": "input_audio_buffer.committed", "item_id": item["id"], "previous_item_id": None},
                {"type": "conversation.item.added", "item": item, "previous_item_id": None},
                {"type": kind, "item_id": item["id"], "content_index": 0, "transcript": words}):
            self.service.control(send={"event_id": f"event_{number}_{event['type']}", **event})

    def keep(self, number, words, name, arguments):
        """The owner says something, and the companion calls a tool with it. Returns when it was answered, and how. Again
        for as long as the voice may still be the speaker's own, which the appliance does not take for the owner's."""
        until = time.monotonic() + 15
        while True:
            time.sleep(1.5)
            number += 0.001
            self.hear(number, words)
            asked = boot_ns()
            self.call(number, name, arguments)
            record, output = self.await_output(asked)
            if output.get("ok"):
                return record["boot_ns"], output
            if "has not been heard" not in output.get("error", "") or time.monotonic() > until:
                raise Wrong(f"it was not kept: {output}")

    def await_output(self, after):
        """The record of the first tool's output since, and the output."""
        until = time.monotonic() + 20
        while time.monotonic() < until:
            for record in self.service.log("received:conversation.item.create", after):
                if "output" in record["event"]["item"]:
                    return record, json.loads(record["event"]["item"]["output"])
            time.sleep(0.005)
        raise Wrong("no answer to a tool's call within 20 s")

    def call(self, number, name, arguments):
        """The companion calls a tool."""
        response = {"id": f"resp_called_{number}", "status": "in_progress", "output": []}
        call = {"id": f"item_called_{number}", "type": "function_call", "status": "completed", "name": name,
                "call_id": f"call_{number}", "arguments": json.dumps(arguments)}
        self.service.control(send={"type": "response.created", "event_id": f"event_c_{number}", "response": response})
        self.service.control(send={
            "type": "response.done", "event_id": f"event_d_{number}",
            "response": {**response, "status": "completed", "output": [call]}})

    def close(self):
        self.kill()
        self.service.close()


class Bench:
    def __init__(self, options, scratch):
        self.binary = str(pathlib.Path(options.binary).resolve())
        self.swift, self.quick = options.swift, options.quick
        self.scratch = pathlib.Path(scratch)
        self.missed = 0

    def times(self, full):
        return max(4, full // 10) if self.quick else full

    def add(self, figure, value, unit, target, is_met, values=None, note=""):
        spread = f"{min(values):.0f} to {max(values):.0f}, n={len(values)}" if values else ""
        self.missed += not is_met
        print(f"{figure:<62} {value:>8} {unit:<3} {target:>10}  {'met' if is_met else 'MISSED':<7}{spread}"
              + (f"  {note}" if note else ""), flush=True)

    def add_time(self, figure, values, limit, worst=None, note=""):
        """The median's target, and that of the largest; milliseconds."""
        value = statistics.median(values)
        is_met = (limit is None or value <= limit) and (worst is None or max(values) <= worst)
        target = " ".join(([f"<= {limit}"] if limit else []) + ([f"max {worst}"] if worst else []))
        self.add(figure, f"{value:.0f}", "ms", target, is_met, values, note)

    # --- kill -9 after a tool's answer

    def kill(self):
        rounds = self.times(LOST_ROUNDS)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            parts = [pool.submit(self._kill, part, rounds // 2) for part in range(2)]
            lost, delays = [], []
            for part in parts:
                found = part.result()
                lost += found[0]
                delays += found[1]
        self.add("kill -9 after a tool's answer: lost", f"{len(lost)}/{len(delays)}", "", "0", not lost, delays,
                 "(ms after the answer)" + "".join(f"\n    {one}" for one in lost[:5]))

    def _kill(self, part, rounds):
        chance = random.Random(f"kill-{part}")
        bed = Bed(self, f"kill{part}")
        lost, delays = [], []
        try:
            for number in range(rounds):
                bed.start()
                bed.begin_talk()
                # Like nothing that is remembered already: that would be refused.
                thing = f"{WORDS[number % len(WORDS)]} {THINGS[number // len(WORDS) % len(THINGS)]}"
                if number % 3 == 2:
                    words = f"Tomorrow I carry {number} {thing}."
                    name, arguments = "save_intention", {
                        "habit": "wake", "words": words, "action": f"carry {number} {thing}", "cue": "waking",
                        "cue_kind": "wake"}
                else:
                    words = f"I own {number} {thing}."
                    name, arguments = "remember", {
                        "slot": f"things-{number % 30}", "text": f"Owns {words[6:-1]}", "quote": words[:-1]}
                answered, output = bed.keep(number, words, name, arguments)
                until = answered + chance.randrange(0, 200) * MILLISECOND
                while boot_ns() < until:
                    time.sleep(0.0005)
                delays.append((boot_ns() - answered) / MILLISECOND)
                bed.kill()
                found = [item["text"] for item in bed.remembered()]
                lost += [f"{text}, round {number}" for text in output["kept"] if text not in found]
        finally:
            bed.close()
        return lost, delays

    # --- forget: bytes left in the folder (M-9)

    def forget(self):
        rounds, batch = self.times(FORGOTTEN), 10
        left, looked, seen = [], 0, 0
        bed = Bed(self, "forget")
        try:
            known = []
            for first in range(0, rounds, batch):
                if (first // batch) % 2 == 0:
                    bed.start()
                texts = []
                for number in range(first, min(first + batch, rounds)):
                    word = f"{WORDS[number % len(WORDS)]}{number}"
                    texts.append(f"Keeps a {word} 帆立{number} in the cellar")
                    bed.run("memory", "add", "--slot", f"thing-{number}", texts[-1])
                known = list({*known, *secrets(bed.state / "vault.key")})
                held = Traces(bed.state, known)
                seen += sum(bool(held.of(text)) for text in texts)
                ids = {item["text"]: item["id"] for item in bed.remembered()}
                for text in texts:
                    bed.run("memory", "forget", str(ids[text]))
                after = Traces(bed.state, known)
                looked += after.records
                left += [text for text in texts if after.of(text)]
                bed.stop()
        finally:
            bed.close()
        if seen != rounds:
            raise Wrong(f"only {seen} of {rounds} were found before they were forgotten: this looks in the wrong place")
        self.add("forget: found again in a file, sealed or not", f"{len(left)}/{rounds}", "", "0", not left,
                 note=f"{looked} sealed records opened")

    # --- the end of a talk (M-13)

    def ending(self):
        good = {"tools": [{"name": "save_summary", "arguments": {"items": [], "day": ["Spoke of a cello"]}}]}
        bed = Bed(self, "ending", [good])
        try:
            bed.start()
            prompt = [self._ending(bed, number) for number in range(self.times(ENDINGS))]
            self.add_time("end of talk with summary: Stop to call closed", prompt, 2000, 8000)
            bed.service.control(script={"out_of_band": [{**good, "delay_ms": 60_000}]})
            late = [self._ending(bed, 1000 + number) for number in range(self.times(LATE_ENDINGS))]
            self.add_time("the same, with a service that never answers", late, None, 8000)
        finally:
            bed.close()

    def _ending(self, bed, number):
        began = bed.begin_talk()
        bed.hear(number, "I play the cello.")
        time.sleep(0.8)
        stopped = boot_ns()
        bed.press("stop")
        closed = bed.await_record("session_ended", stopped)
        if not any(record["event"].get("response", {}).get("conversation") == "none"
                   for record in bed.service.log("received:response.create", began)):
            raise Wrong("no summary was asked for")
        return (closed["boot_ns"] - stopped) / MILLISECOND

    # --- the command line (M-8)

    def answers(self):
        bed = Bed(self, "answers")
        try:
            for number in range(40):
                bed.run("memory", "add", "--slot", f"thing-{number}", f"Keeps {number} {WORDS[number % 10]} jars")
            for is_running in (True, False):
                if is_running:
                    bed.start()
                else:
                    bed.stop()
                values = {}
                for number in range(self.times(ANSWERS)):
                    text = f"Keeps {number + 100} {'old' if is_running else 'new'} jars"
                    for words in (["list"], ["list", "--json"], ["show", "3"], ["why", "3"], ["sent"], ["export"],
                                  ["add", "--slot", "jars", text], ["pin", "4"], ["unpin", "4"],
                                  ["forget", "--about", text]):
                        began = time.monotonic()
                        bed.run("memory", *words)
                        values.setdefault(words[0], []).append((time.monotonic() - began) * 1000)
                every = [one for part in values.values() for one in part]
                slowest = max(values, key=lambda name: statistics.median(values[name]))
                where = "appliance on" if is_running else "appliance off"
                self.add_time(f"anicca memory, {where}", every, 200, 200,
                              f"slowest: {slowest}, {statistics.median(values[slowest]):.0f}")
        finally:
            bed.close()


    # --- the last word, and the help line: with real sound

    def goodbye(self):
        """As the scenario has it: the last sample of the companion's goodbye to the call's end."""
        values = self._heard(summarizing.a_goodbye_is_closed_within_eight_seconds_of_the_last_word, "last_word_to_closed")
        self.add_time("goodbye, a service that never answers: last word to closed", values, None, 8000)

    def help(self):
        for name, words in (("english", "help line: last word to the device's voice"),
                            ("english_with_the_network_gone", "the same, and the network gone meanwhile")):
            scenario = next(one for one in SCENARIOS if one.__name__ == f"the_help_line_is_said_in_{name}")
            self.add_time(words, self._heard(scenario, "last_word_to_help_line"), None, 5000)

    def _heard(self, scenario, name):
        options = argparse.Namespace(binary=self.binary, keep=None)
        try:
            return [scenario(options)[name] for _ in range(self.times(HEARD))]
        except Unexpected as error:
            raise Wrong(f"{error}") from error


    # --- what Swift's tests measure: M-12's dialogues, bounds, loops, worst summaries, the matcher of risk

    def scores(self):
        done = subprocess.run(
            [self.swift, "test", "--skip-build", "--filter", "|".join(SCORED)], capture_output=True, text=True,
            cwd=HERE.parent.parent)
        lines = [line for line in done.stdout.splitlines() if line.strip() and not RUNNER.match(line)]
        print("\n".join(lines), flush=True)
        failed = [line for line in done.stdout.splitlines() if line.startswith("✘")]
        self.add("the targets of these scores", "met" if done.returncode == 0 else "not", "", "", done.returncode == 0,
                 note="".join(f"\n    {line}" for line in failed[:10]) or done.stderr[-500:] * (done.returncode != 0))


# Suites and tests that print figures.
SCORED = ["MemoryDialogueTests", "MemoryFuzzTests", "MemoryTests/tenYearsOfTalks", "MemoryTests/aHundredTalks",
          "MemorySizeTests", "SafetyDetectorTests"]
# What the runner itself prints.
RUNNER = re.compile(r"^([◇✔✘↳◆]|\[\d+/\d+\]|Test |Build|Executed|\s*Executed)")
MEASURES = {"scores": Bench.scores, "answers": Bench.answers, "forget": Bench.forget, "ending": Bench.ending, "goodbye": Bench.goodbye,
            "help": Bench.help, "kill": Bench.kill}


def main():
    parser = argparse.ArgumentParser(description="Measure the memory on the real program.")
    parser.add_argument("--binary", default=".build/release/anicca")
    parser.add_argument("--swift", default=os.environ.get("SWIFT", "swift"))
    parser.add_argument("--only", default="", help=f"of: {', '.join(MEASURES)}")
    parser.add_argument("--quick", action="store_true", help="fewer samples")
    options = parser.parse_args()
    if not os.access(options.binary, os.X_OK):
        sys.exit(f"bench: {options.binary} is not there: make build")
    chosen = options.only.split(",") if options.only else list(MEASURES)
    if unknown := [name for name in chosen if name not in MEASURES]:
        sys.exit(f"bench: no figure named {', '.join(unknown)}; there are {', '.join(MEASURES)}")
    failed = False
    with tempfile.TemporaryDirectory(prefix="am-") as scratch:
        bench = Bench(options, scratch)
        for name in chosen:
            try:
                MEASURES[name](bench)
            except (Wrong, ApplianceError, OSError) as error:
                failed = True
                print(f"{name}: could not be measured: {error}", flush=True)
    sys.exit(1 if failed or bench.missed else 0)


if __name__ == "__main__":
    main()
