"""The figures that are heard: on a null sink's monitor, through real libasound and PulseAudio."""

import array
import contextlib
import datetime
import json
import pathlib
import os
import statistics
import sys
import threading
import time
import typing
import wave

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Peers"))
from appliance import ApplianceError  # noqa: E402
from pulse_rig import PulseRig, boot_ns  # noqa: E402
from standstill import Standstill  # noqa: E402

PREVIEW = {"preview": {}}
PREVIEW_PATTERN = {"preview": {"habit": "training"}}
TALK = {"talk": {}}
STOP = {"press": {"button": "stop", "heldMilliseconds": 80, "from": "socket"}}


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]


class Wire:
    """A connection that is open before the clock is looked at."""

    def __init__(self, bed):
        self.connection = bed.connect()

    def send(self, command):
        """Sends and returns the boot time just before, in nanoseconds; the answer is read after that."""
        text = json.dumps({"id": 1, "command": command}).encode() + b"\n"
        sent = boot_ns()
        self.connection.sendall(text)
        answer = b""
        while not answer.endswith(b"\n"):
            chunk = self.connection.recv(1 << 16)
            if not chunk:
                raise ApplianceError("the appliance closed the connection")
            answer += chunk
        reply = json.loads(answer)
        if "error" in reply:
            raise ApplianceError(f"{command}: {reply['error']}")
        return sent

    def close(self):
        self.connection.close()


class DiskProbe:
    """How long the disk under a folder takes for 4 KiB, four times a second: progress is on disk before a ring sounds
    (ALARM-7), so a disk that other work keeps busy for over a second and a half makes a ring late, whatever we do."""

    def __init__(self, folder):
        self.slowest_ms = 0.0
        self._path = os.path.join(folder, "probe")
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self):
        descriptor = os.open(self._path, os.O_CREAT | os.O_WRONLY, 0o600)
        try:
            while not self._over.wait(0.25):
                os.pwrite(descriptor, b"x" * 4096, 0)
                began = time.monotonic()
                os.fsync(descriptor)
                self.slowest_ms = max(self.slowest_ms, (time.monotonic() - began) * 1000)
        finally:
            os.close(descriptor)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over.set()
        self._thread.join()


def is_open(rig):
    """Does anything play into the rig?"""
    return bool(rig._pactl("list", "short", "sink-inputs").strip())


def wait_closed(rig, timeout_seconds=15.0):
    deadline = time.monotonic() + timeout_seconds
    while is_open(rig):
        if time.monotonic() > deadline:
            raise ApplianceError("the sound device stays open though nothing sounds")
        time.sleep(0.05)


def sounding_bed(bench, rig, name):
    bed = bench.bed(name, alsa=None)
    bed.env = rig.environment(bed.env)
    bed.start()
    return bed


def preview(bench):
    """Trigger to the first audible frame on the monitor, of the melody and of the pattern; the device was closed
    before."""
    with PulseRig() as rig:
        bed = sounding_bed(bench, rig, "preview")
        try:
            for command, name in [(PREVIEW, ""), (PREVIEW_PATTERN, " of T-3")]:
                values = [first_frame(bed, rig, command) for _ in range(bench.times(30))]
                bench.add(f"preview{name} to first audible frame, device closed", "ms", statistics.median(values),
                          values, 30)
        finally:
            bed.kill()


def first_frame(bed, rig, command):
    """Milliseconds."""
    wait_closed(rig)
    wire = Wire(bed)
    try:
        with rig.record() as recording:
            sent = wire.send(command)
            heard = recording.wait_for_sound(sent, timeout=3)
            if heard is None:
                raise ApplianceError("a preview was not heard within 3 s")
            recording.wait_for_silence(wire.send(STOP))
        return (heard - sent) / 1e6
    finally:
        wire.close()


def shipped_sound():
    """The samples of the alarm that a preview plays."""
    path = pathlib.Path(__file__).resolve().parent.parent.parent / "board" / "sounds" / "AniccaWake.wav"
    with wave.open(str(path)) as file:
        return array.array("h", file.readframes(file.getnframes()))


class Cut(typing.NamedTuple):
    """One Stop."""
    milliseconds: float
    clicked: bool
    undisturbed: bool


# A machine that stood still longer than the queue is deep left the device dry, and the queue is longer for seconds.
QUEUE_MS = 2
QUEUE_RECOVERS_NS = 10_000_000_000


class Sound(typing.NamedTuple):
    """Something that Stop silences."""
    name: str
    command: dict
    # In seconds of the sound: not always the same place of it.
    presses: list
    # Its own samples, to tell a click from a note that begins; without them, clicks are not judged.
    original: typing.Any = None


def sounds():
    """The melody, the pattern in each of its three pulses, and the first words of the device's own companion: not a press
    of Stop, whose tick would be all that is measured."""
    pulses = [pulse + at for pulse in range(3) for at in (0.12, 0.21, 0.3)]
    return [
        Sound("", PREVIEW, [0.6 + 0.137 * number for number in range(7)], shipped_sound()),
        Sound(" in the T-3 pattern", PREVIEW_PATTERN, pulses, array.array("h")),
        Sound(" in speech", TALK, [0.88 + 0.05 * number for number in range(7)]),
    ]


def stop(bench):
    """Stop press to silence on the monitor, in mid-sound, and whether it clicks."""
    with PulseRig() as rig, contextlib.closing(Standstill(least_ms=QUEUE_MS)) as machine:
        bed = sounding_bed(bench, rig, "stop")
        try:
            for sound in sounds():
                stop_in(bench, sound, bed, rig, machine)
        finally:
            bed.kill()


def stop_in(bench, sound, bed, rig, machine):
    cuts, skipped, began = [], 0, boot_ns()
    wanted = bench.times(100)
    while len(cuts) < wanted and skipped <= wanted:
        wire = Wire(bed)
        with rig.record() as recording:
            for number in range(10):
                cut = stop_once(sound, sound.presses[number % len(sound.presses)], wire, recording, machine)
                if cut is None:
                    skipped += 1  # between two notes: nothing to silence
                else:
                    cuts.append(cut)
        wire.close()
    if not cuts:
        raise ApplianceError("every press fell into a pause of the sound")
    stalls = machine.between(began)
    values = [cut.milliseconds for cut in cuts]
    clicks = sum(cut.clicked for cut in cuts)
    notes = [] if sound.original is None else [f"{clicks} of {len(cuts)} clicked"]
    if skipped:
        notes.append(f"{skipped} presses fell into a pause")
    if stalls:
        calm = [cut for cut in cuts if cut.undisturbed]
        note = (f"the machine kept even a real-time thread waiting for over {QUEUE_MS} ms {len(stalls)} times, "
                f"{max(stalls):.0f} ms at most; the {len(calm)} presses without one in the 10 s before: ")
        lasting = [cut.milliseconds for cut in calm]
        notes.append(note + (f"p50 {statistics.median(lasting):.1f}, p99 {percentile(lasting, 0.99):.1f} ms, "
                             f"{sum(cut.clicked for cut in calm)} clicked" if calm else "none"))
    bench.add(f"Stop to silence{sound.name}, p50", "ms", statistics.median(values), values, 6,
              note="; ".join(notes) or None)
    bench.add(f"Stop to silence{sound.name}, p99", "ms", percentile(values, 0.99), values, 15)
    if sound.original is not None:
        bench.add(f"clicks at Stop{sound.name}", "", clicks, [clicks], 0, 0)


def stop_once(sound, after_seconds, wire, recording, machine):
    """Nil if it fell into a pause of the sound."""
    started = wire.send(sound.command)
    if recording.wait_for_sound(started, timeout=3) is None:
        raise ApplianceError(f"{sound.command} was not heard within 3 s")
    time.sleep(after_seconds)
    sent = wire.send(STOP)
    silent = recording.wait_for_silence(sent)
    if silent is None:
        raise ApplianceError("no silence within 2 s of Stop")
    if silent == sent:
        return None
    clicked = False
    if sound.original is not None:
        last, before = recording.cut_step(sent, sound.original or None, started)
        clicked = last > 1.25 * before + 100
    return Cut((silent - sent) / 1e6, clicked, not machine.between(sent - QUEUE_RECOVERS_NS, silent))


def lateness(bench):
    """Due instant to the first audible frame handed to the device, as the appliance notes it; and to the monitor."""
    values, heard = [], []
    with PulseRig() as rig, DiskProbe(bench.scratch) as disk:
        bed = sounding_bed(bench, rig, "lateness")
        try:
            wanted = bench.times(100)
            while len(values) < wanted:
                with rig.record() as recording:
                    for _ in range(min(10, wanted - len(values))):
                        one_ring(bed, recording, values, heard)
        finally:
            bed.kill()
    bench.add("lateness of a ring, p99", "ms", percentile(values, 0.99), values, 10, 2,
              note=f"the disk's slowest fsync meanwhile: {disk.slowest_ms:.0f} ms")
    bench.add("lateness of a ring on the monitor, p50", "ms", statistics.median(heard), heard, None, 2)
    early = sum(value < 0 for value in values + heard)
    bench.add("rings that came early", "", early, [early], 0, 0)


def one_ring(bed, recording, values, heard):
    rings = bed.diagnostics().get("ring.count", 0)
    answer = bed.command("tryOut", afterSeconds=2)
    if "error" in answer:
        raise ApplianceError(f"try-out: {answer['error']}")
    due = due_boot_ns(answer)
    while boot_ns() < due - 300_000_000:
        time.sleep(0.02)
    # From well before the due instant on, so that an early ring is heard as well.
    audible = recording.wait_for_sound(due - 250_000_000, timeout=2)
    if audible is None:
        raise ApplianceError(f"a ring was not heard within 2 s; counters: {bed.diagnostics()}")
    counters = ring_counted(bed, rings + 1)
    values.append(counters["ring.lateness_us"] / 1e3)
    heard.append((audible - due) / 1e6)
    stopped = boot_ns()
    bed.press("stop")
    recording.wait_for_silence(stopped)


def ring_counted(bed, count):
    """The counters once the appliance has counted the ring, within 1 s. It counts when its device says that the first
    frames are played, and the server's estimate of that is some milliseconds behind what the monitor gives us."""
    deadline = time.monotonic() + 1
    while True:
        counters = bed.diagnostics()
        if counters.get("ring.count", 0) == count:
            return counters
        if counters.get("ring.count", 0) > count or time.monotonic() > deadline:
            raise ApplianceError(f"the monitor heard ring {count}, the appliance did not count it; counters: {counters}")
        time.sleep(0.005)


def due_boot_ns(answer):
    """When the try-out is due by the boot clock; its own time is a whole second of the civil clock, in UTC."""
    after = datetime.datetime.fromisoformat(answer["reply"]["changed"]["differences"][0]["after"])
    civil = int(after.replace(tzinfo=datetime.timezone.utc).timestamp()) * 1_000_000_000
    return civil - (time.clock_gettime_ns(time.CLOCK_REALTIME) - time.clock_gettime_ns(time.CLOCK_BOOTTIME))
