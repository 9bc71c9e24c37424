"""The figures of a live conversation: the whole appliance, the stand-in for the service, and what is heard on the monitor."""

import collections
import contextlib
import math
import os
import pathlib
import statistics
import subprocess
import threading
import time
import typing

from appliance import ApplianceError
from pulse_rig import THRESHOLD, PulseRig, boot_ns
from service import Service, tone
from sound import Wire

PROFILE = "owner: { name: Owner, language: en }\ncompanion: openai\n"
START = {"press": {"button": "start", "heldMilliseconds": 80, "from": "socket"}}
STOP = {"press": {"button": "stop", "heldMilliseconds": 80, "from": "socket"}}
# Of a short tone, so that nothing else that sounds then is taken for it; a window holds twelve of its waves.
HERTZ, WINDOW, HOP = 3000, 192, 48
SENTENCES = "The window is open now. Breathe in slowly, and out again. Feel your feet on the floor. "
OWNER = "I am awake now, and I am getting up. Tell me what comes next, please."
SETTLED_SECONDS = 5
SPEAKING_SECONDS = 20


def stage(bench, rig, service, name):
    """An appliance with a key for the service, and with the rig's sound."""
    bed = bench.bed(name, alsa=None, profile=PROFILE, **service.environment)
    bed.env = rig.environment(bed.env)
    begin(bed)
    return bed


def begin(bed):
    bed.start()
    wait(lambda: "sound" not in bed.status()["attention"], "a sound device")


def wait(question, what, timeout_seconds=10.0):
    deadline = time.monotonic() + timeout_seconds
    while not (answer := question()):
        if time.monotonic() > deadline:
            raise ApplianceError(f"no {what} within {timeout_seconds:g} s")
        time.sleep(0.03)
    return answer


def press(bed, command):
    """Returns the boot time just before it was sent."""
    wire = Wire(bed)
    try:
        return wire.send(command)
    finally:
        wire.close()


def is_over(bed):
    return bed.status().get("line", "disconnected") == "disconnected"


def wait_for_tone(recording, after_ns, timeout_seconds=5.0):
    """Arrival of the tone's first audible sample: the first 4 ms that are mostly this one frequency begin with it."""
    turn = [(math.cos(2 * math.pi * HERTZ * i / recording.rate), math.sin(2 * math.pi * HERTZ * i / recording.rate))
            for i in range(WINDOW)]
    at = recording.index_at(after_ns)
    deadline = time.monotonic() + timeout_seconds
    while time.monotonic() < deadline:
        samples = recording.samples(at)
        for offset in range(0, len(samples) - WINDOW, HOP):
            part = samples[offset:offset + WINDOW]
            energy = sum(x * x for x in part)
            if energy < THRESHOLD * THRESHOLD * WINDOW / 2:
                continue
            real = sum(x * c for x, (c, _) in zip(part, turn))
            imaginary = sum(x * s for x, (_, s) in zip(part, turn))
            if 2 * (real * real + imaginary * imaginary) > 0.6 * WINDOW * energy:
                first = next(i for i, x in enumerate(part) if abs(x) > THRESHOLD)
                return recording.arrival_ns(at + offset + first)
        at += max(0, len(samples) - WINDOW) // HOP * HOP
        time.sleep(0.01)
    raise ApplianceError(f"the companion was not heard within {timeout_seconds:g} s")


def thinking_ms(service, after_ns):
    """How long the service itself took from the wish for an answer to its first packet of sound."""
    wished = service.wait_log("received", after_ns, "response.create")
    return (service.wait_log("audio_started", wished["boot_ns"])["boot_ns"] - wished["boot_ns"]) / 1e6


# --- Start to the companion's first audible frame


def cold(bench):
    """Nothing prepared: a fresh process each time, its sound device closed."""
    values, thinking, phases = [], [], []
    with PulseRig() as rig, Service(bench.peers_python, [tone(1500)]) as service:
        bed = stage(bench, rig, service, "cold")
        try:
            for _ in range(bench.times(25)):
                time.sleep(0.5)
                with rig.record() as recording:
                    sent = press(bed, START)
                    values.append((wait_for_tone(recording, sent) - sent) / 1e6)
                thinking.append(thinking_ms(service, sent))
                phases.append(bed.diagnostics())
                press(bed, STOP)
                wait(lambda: is_over(bed), "end of the conversation")
                bed.stop()
                begin(bed)
        finally:
            bed.kill()
    steps = ", ".join(
        f"{name} {statistics.median(row[f'session.phase.{name}_ms'] for row in phases):.0f}"
        for name in ("offer", "secret", "call", "connected", "opened", "created", "configured")
        if all(f"session.phase.{name}_ms" in row for row in phases))
    bench.add("Start to the companion's voice, cold", "ms", statistics.median(values), values, 250,
              note=f"p50 of the service's own share after response.create: {statistics.median(thinking):.0f} ms; "
                   f"from Start to: {steps} ms")


def warm(bench):
    """While an alarm rings, the line is made and waits; Start opens it (ALARM-12)."""
    values, thinking = [], []
    with PulseRig() as rig, Service(bench.peers_python, [tone(1500)]) as service:
        bed = stage(bench, rig, service, "warm")
        try:
            for number in range(bench.times(25)):
                rung = boot_ns()
                bed.command("tryOut", afterSeconds=1)
                wait(lambda: bed.status()["activity"] == "ringing", "ring")
                service.wait_log("sent", rung, "session.updated")
                # Not always the same place of the ring's sound.
                time.sleep(0.5 + 0.137 * (number % 7))
                with rig.record() as recording:
                    sent = press(bed, START)
                    values.append((wait_for_tone(recording, sent) - sent) / 1e6)
                thinking.append(thinking_ms(service, sent))
                press(bed, STOP)
                wait(lambda: is_over(bed), "end of the conversation")
        finally:
            bed.kill()
    bench.add("Start to the companion's voice, warm", "ms", statistics.median(values), values, 60,
              note=f"p50 of the service's own share after response.create: {statistics.median(thinking):.0f} ms")


# --- What it takes


# The rig's sound server is reached through an ALSA plug-in; a board plays on its own hardware, without it.
# What the program itself loads for a conversation (Sources/CLateLibraries/names.h).
LATE = {"libnice", "libssl", "libsrtp2", "libusrsctp", "libopus", "libcurl", "libwebsockets"}
PLUGIN, PLUGIN_THREADS = "libasound_module_pcm_pulse.so", "threaded-ml"


def plugin_libraries(binary, pid):
    """Names of the libraries that the rig's plug-in brings along, and the program in a conversation has not."""
    def needed(path):
        done = subprocess.run(["ldd", path], stdout=subprocess.PIPE, text=True, check=True)
        return {line.split()[0] for line in done.stdout.splitlines() if "=>" in line}
    plugin = next(iter(pathlib.Path("/usr/lib").glob(f"*/alsa-lib/{PLUGIN}")), None)
    mapped = {line.split(maxsplit=5)[5] for line in pathlib.Path(f"/proc/{pid}/maps").read_text().splitlines()
              if ".so" in line}
    late = [path for path in mapped if os.path.basename(path).split(".")[0] in LATE]
    own = {os.path.basename(path) for path in late}.union(needed(binary), *map(needed, late))
    return {PLUGIN} | (needed(plugin) - own if plugin else set())


def footprint(pid, foreign=()):
    """Megabytes and threads; `resident`, `private` and `threads` without what is the rig's."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    fields = dict(line.split(":", 1) for line in status.splitlines())
    names = [path.read_text().strip() for path in pathlib.Path(f"/proc/{pid}/task").glob("*/comm")]
    rigs, rigs_own, is_foreign = 0, 0, False
    for line in pathlib.Path(f"/proc/{pid}/smaps").read_text().splitlines():
        if line.startswith("Rss:"):
            rigs += int(line.split()[1]) if is_foreign else 0
        elif line.startswith("Anonymous:"):
            rigs_own += int(line.split()[1]) if is_foreign else 0
        elif "-" in line.split(" ", 1)[0]:
            # The file's own name has more digits than the one it is asked for by.
            is_foreign = line.rpartition("/")[2].startswith(tuple(foreign))
    whole = int(fields["VmRSS"].split()[0])
    return {"whole": whole * 1024 / 1e6, "resident": (whole - rigs) * 1024 / 1e6,
            "private": (int(fields["RssAnon"].split()[0]) - rigs_own) * 1024 / 1e6, "names": names,
            "threads": sum(name != PLUGIN_THREADS for name in names)}


class Busy(typing.NamedTuple):
    """What one thread has used of the processor, in seconds."""
    name: str
    user: float
    kernel: float


def processor(pid):
    """What each thread has used so far, by thread id; a thread's name is as its code gave it."""
    tick = os.sysconf("SC_CLK_TCK")
    threads = {}
    for path in pathlib.Path(f"/proc/{pid}/task").glob("*/stat"):
        with contextlib.suppress(OSError):
            name, _, fields = path.read_text().partition("(")[2].rpartition(")")
            fields = fields.split()
            threads[int(path.parent.name)] = Busy(name, int(fields[11]) / tick, int(fields[12]) / tick)
    return threads


def processor_percents(before, after, seconds):
    """Percent of one core by name of thread: user, kernel."""
    percents = collections.defaultdict(lambda: [0.0, 0.0])
    for thread, now in after.items():
        then = before.get(thread, Busy(now.name, 0, 0))
        percents[now.name][0] += 100 * (now.user - then.user) / seconds
        percents[now.name][1] += 100 * (now.kernel - then.kernel) / seconds
    return percents


def room_noise(rig):
    """A quiet room: the microphone is never digital silence."""
    process = subprocess.Popen(
        ["sox", "-q", "-n", "-t", "raw", "-r", str(rig.rate), "-e", "signed", "-b", "16", "-c", "1", "-", "synth", "600",
         "pinknoise", "gain", "-55"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    player = subprocess.Popen(
        ["pacat", "--server", rig.server, "--device=room", "--raw", "--format=s16le", "--channels=1",
         f"--rate={rig.rate}", "--latency-msec=50"], stdin=process.stdout, env=rig._daemon_environment())
    process.stdout.close()
    return process, player


def share(bench):
    """Memory, threads and processor while the companion speaks and the microphone is open."""
    talking, more_threads, busy = [], [], []
    with PulseRig() as rig, Service(bench.peers_python, [{"say": SENTENCES * 8}]) as service:
        noise = room_noise(rig)
        bed = stage(bench, rig, service, "share")
        try:
            for _ in range(2 if bench.quick else 5):
                time.sleep(2)
                idle = footprint(bed.pid)
                sent = press(bed, START)
                service.wait_log("audio_started", sent)
                time.sleep(SETTLED_SECONDS)
                began, before = time.monotonic(), processor(bed.pid)
                time.sleep(5 if bench.quick else SPEAKING_SECONDS)
                busy.append(processor_percents(before, processor(bed.pid), time.monotonic() - began))
                talking.append(footprint(bed.pid, plugin_libraries(bench.binary, bed.pid)))
                more_threads.append(talking[-1]["threads"] - idle["threads"])
                press(bed, STOP)
                wait(lambda: is_over(bed), "end of the conversation")
                bed.stop()
                begin(bed)
        finally:
            bed.kill()
            for process in noise:
                process.kill()
                process.wait()
    whole = statistics.median(row["whole"] for row in talking)
    notes = {"resident": f"without the libraries of the rig's sound server; with them {whole:.1f} MB",
             "private": "without what those libraries write into their own data"}
    for name, target in (("resident", 38), ("private", 10)):
        values = [row[name] for row in talking]
        bench.add(f"memory in a conversation, {name}", "MB", statistics.median(values), values, target, 2, notes[name])
    more = sorted((collections.Counter(talking[-1]["names"]) - collections.Counter(idle["names"])).elements())
    bench.add("threads in a conversation beyond idle", "", statistics.median(more_threads), more_threads, 4, 0,
              note=f"{', '.join(more)}; {PLUGIN_THREADS} is the rig's and not counted")
    add_processor(bench, busy)


def add_processor(bench, busy):
    """`busy`: of each conversation, what `processor_percents` says."""
    def median(name, part):
        return statistics.median(part(row[name]) for row in busy)
    names = sorted(set().union(*busy) - {PLUGIN_THREADS}, key=lambda name: -median(name, sum))
    parts = ", ".join(f"{name} {median(name, sum):.1f} ({median(name, lambda row: row[1]):.1f} kernel)" for name in names)
    own = [sum(sum(used) for name, used in row.items() if name != PLUGIN_THREADS) for row in busy]
    bench.add("processor in a conversation, own threads", "%", statistics.median(own), own, 7,
              note=f"of one core: {parts}")
    whole = [sum(map(sum, row.values())) for row in busy]
    bench.add("processor in a conversation, whole appliance", "%", statistics.median(whole), whole, None,
              note="with the thread of the sound server's client. Against other clients: make bench-peers")


# --- From the microphone to the peer and back


def round_trip(bench):
    """A tone in the microphone's room, sent straight back by the service's peer, until the speaker's monitor has it."""
    values = []
    with PulseRig() as rig, Service(bench.peers_python, reflects=True) as service:
        noise = room_noise(rig)
        burst = [round(8000 * math.sin(2 * math.pi * HERTZ * i / rig.rate)) for i in range(rig.rate // 5)]
        bed = stage(bench, rig, service, "round-trip")
        try:
            press(bed, START)
            wait(lambda: bed.status().get("line") == "connected", "line")
            time.sleep(3)
            with rig.record() as recording, rig.record("room") as room:
                for number in range(bench.times(20)):
                    before = boot_ns()
                    speech = threading.Thread(target=rig.speak, args=(burst,))
                    speech.start()
                    spoken = wait_for_tone(room, before)
                    values.append((wait_for_tone(recording, spoken) - spoken) / 1e6)
                    speech.join()
                    time.sleep(0.3 + 0.037 * (number % 7))
        finally:
            bed.kill()
            for process in noise:
                process.kill()
                process.wait()
    bench.add("microphone to peer and back to the speaker", "ms", statistics.median(values), values, None,
              note="whole appliance, with the rig's sound server on both ways")


# --- Barge-in


def owners_voice(rate):
    """Speech, loud from its first sample on."""
    spoken = subprocess.run(["espeak-ng", "--stdout", "-v", "en", OWNER], stdout=subprocess.PIPE, check=True).stdout
    raw = subprocess.run(
        ["sox", "-q", "-t", "wav", "-", "-t", "raw", "-r", str(rate), "-e", "signed", "-b", "16", "-c", "1", "-",
         "gain", "-n", "-3"], input=spoken, stdout=subprocess.PIPE, check=True).stdout
    samples = memoryview(raw).cast("h").tolist()
    return samples[next(i for i, x in enumerate(samples) if abs(x) > 3000):]


def barge_in(bench):
    """The owner speaks over the companion: from the service's detection to silence on the monitor."""
    values, whole = [], []
    with PulseRig() as rig, Service(bench.peers_python, [tone(20_000)]) as service:
        voice = owners_voice(rig.rate)
        bed = stage(bench, rig, service, "barge-in")
        try:
            began = press(bed, START)
            for number in range(bench.times(20)):
                with rig.record() as recording, rig.record("room") as room:
                    # The companion speaks: a second and more of it is heard first.
                    wait_for_tone(recording, began, 10)
                    time.sleep(1.2 + 0.137 * (number % 7))
                    before = boot_ns()
                    speech = threading.Thread(target=rig.speak, args=(voice,))
                    speech.start()
                    spoke = room.wait_for_sound(before, timeout=5)
                    silent = recording.wait_for_silence(spoke or before, timeout=5)
                    speech.join()
                    if spoke is None or silent is None:
                        raise ApplianceError("the companion went on speaking over the owner")
                heard = service.wait_log("sent", spoke, "input_audio_buffer.speech_started")["boot_ns"]
                values.append((silent - heard) / 1e6)
                whole.append((silent - spoke) / 1e6)
                began = boot_ns()
        finally:
            bed.kill()
    bench.add("barge-in: service's detection to silence", "ms", statistics.median(values), values, 150,
              note=f"from the first sample of the voice, with the stand-in's detection: p50 {statistics.median(whole):.0f} ms")
