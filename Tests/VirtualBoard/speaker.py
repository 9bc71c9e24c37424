"""What a sound card of the virtual board played: the WAV file that QEMU writes, read while it grows.

The file holds what was played and nothing of the time between: judge by content. Arrival times (host, monotonic) are
those at which the file was seen to have grown, to 20 ms. Needs numpy and Tests/Conversation/hearing.py.
"""

import functools
import os
import pathlib
import sys
import threading
import time
import wave

import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "Tests" / part) for part in ("Conversation", "Peers", "Bench")]
import hearing  # noqa: E402

HEADER = 44
CHANNELS = 2
RATE = hearing.RATE
FRAME = RATE // 50  # 20 ms
AUDIBLE = 100  # of 32768, root mean square of 20 ms: the alarm's softest beginning, 20 dB below the floor, is nearly twice that


@functools.cache
def alarm():
    """The alarm that ships, at 8 kHz, its first three seconds."""
    with wave.open(str(ROOT / "board" / "sounds" / "AniccaWake.wav")) as file:
        samples = numpy.frombuffer(file.readframes(3 * RATE), dtype="<i2")
    return hearing.coarse(samples)


@functools.cache
def synthesized_alarm():
    """What rings where the file is not there in time, at 8 kHz: a 520 Hz square wave, half a second on and off, three
    times.
    """
    t = numpy.arange(RATE // 2) / RATE
    edge = numpy.minimum(1, numpy.minimum(t, t[::-1]) / 0.01)
    wave = sum(numpy.sin(2 * numpy.pi * n * 520 * t) / n for n in range(1, 24, 2))
    pulse = 10_000 * wave * (0.5 - 0.5 * numpy.cos(numpy.pi * edge))
    return hearing.coarse(numpy.concatenate([pulse, numpy.zeros(len(t))] * 3))


@functools.cache
def ring_voice(text, language):
    """What a ring says, at 8 kHz: only what lies between 300 and 4000 Hz, through the same filters as BandFilter of
    Sources/Sound/Signal/Biquad.swift.
    """
    samples = hearing.resampled(*hearing.synthesized(text, language), hearing.COARSE)
    size = 1 << (len(samples) + hearing.COARSE // 2).bit_length()
    z = numpy.exp(-2j * numpy.pi * numpy.fft.rfftfreq(size, 1 / hearing.COARSE) / RATE)
    response = numpy.ones(len(z), dtype=complex)
    for hertz, sign in ((300, -1), (4000, 1)):
        angle = 2 * numpy.pi * hertz / RATE
        for quality in (0.5411961, 1.306563):
            alpha, edge = numpy.sin(angle) / (2 * quality), 1 - sign * numpy.cos(angle)
            response *= edge * (0.5 + sign * z + 0.5 * z * z)
            response /= 1 + alpha - 2 * numpy.cos(angle) * z + (1 - alpha) * z * z
    samples = numpy.fft.irfft(numpy.fft.rfft(samples, size) * response, size)[:len(samples)]
    loud = numpy.flatnonzero(numpy.abs(samples) > hearing.AUDIBLE)
    return samples[loud[0]:loud[-1] + 1]


def ring_voice_frames(text, language):
    """How long a ring says it."""
    return len(ring_voice(text, language)) * RATE // hearing.COARSE


class Speaker:
    """One sound card's end during one boot."""

    def __init__(self, name, path):
        self.name, self.path = name, pathlib.Path(path)
        self.path.unlink(missing_ok=True)
        self._grown = []  # (host monotonic, frames so far)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    @property
    def audiodev(self):
        return ["-audiodev", f"wav,id={self.name},path={self.path},out.frequency={RATE},out.channels=2,out.format=s16"]

    def _watch(self):
        while not self._stop.wait(0.02):
            frames = self.frames()
            if frames and (not self._grown or self._grown[-1][1] != frames):
                self._grown.append((time.monotonic(), frames))

    def close(self):
        self._stop.set()
        self._thread.join(2)

    def frames(self):
        """How much was played so far."""
        try:
            return max(0, os.stat(self.path).st_size - HEADER) // (2 * CHANNELS)
        except OSError:
            return 0

    def arrival(self, frame):
        """Host time at which that frame had come."""
        return next((at for at, frames in list(self._grown) if frames > frame), time.monotonic())

    def frame_at(self, host):
        """The first frame that came after a host time."""
        last = 0
        for at, frames in list(self._grown):
            if at > host:
                break
            last = frames
        return last

    def samples(self, first=0, last=None):
        try:
            with open(self.path, "rb") as file:
                file.seek(HEADER + first * 2 * CHANNELS)
                data = file.read(-1 if last is None else max(0, last - first) * 2 * CHANNELS)
        except OSError:
            data = b""
        size = 2 * CHANNELS
        return numpy.frombuffer(data[:len(data) // size * size], dtype="<i2").reshape(-1, CHANNELS)[:, 0]

    def _loud(self, first, last=None):
        samples = self.samples(first, last).astype(numpy.float64)
        pieces = samples[:len(samples) // FRAME * FRAME].reshape(-1, FRAME)
        return numpy.sqrt((pieces * pieces).mean(axis=1)) > AUDIBLE if len(pieces) else numpy.zeros(0, bool)

    def audible_seconds(self, first=0, last=None):
        return float(self._loud(first, last).sum()) * FRAME / RATE

    def first_audible(self, first=0):
        """Frame, or None."""
        loud = self._loud(first)
        return first + int(loud.argmax()) * FRAME if loud.any() else None

    def last_audible(self, first=0):
        loud = self._loud(first)
        return first + (len(loud) - int(loud[::-1].argmax())) * FRAME if loud.any() else None

    def alarm_share(self, first=0, seconds=4):
        """How much of the alarm's first three seconds is in what came from `first` on, 0 … 1; whether it is the
        synthesized one.
        """
        sound = hearing.coarse(self.samples(first, first + int(seconds * RATE)))
        # A piece of the pattern is like a piece of the melody's C5, so the melody, which is not in the pattern, decides.
        file = hearing.find(alarm(), sound).share
        return (file, False) if file >= 0.6 else (hearing.find(synthesized_alarm(), sound).share, True)

    def pulse_hertz(self, first=0, seconds=4):
        """Of a square wave, by its rising edges: a card that ran dry meanwhile does not matter. 0: there is none."""
        samples = self.samples(first, first + int(seconds * RATE))
        periods = numpy.diff(numpy.flatnonzero((samples[:-1] < 0) & (samples[1:] >= 0)))
        if len(periods) == 0:
            return 0.0
        return RATE / float(periods[abs(periods - numpy.median(periods)) <= 2].mean())

    def phrase(self, text, language, first=0, seconds=30):
        """(share, frame at which it ends)"""
        sound = hearing.coarse(self.samples(first, first + int(seconds * RATE)))
        match = hearing.find(hearing.reference(text, language), sound)
        return match.share, None if match.end is None else first + int(match.end * RATE)

    def ring_voice_begin(self, text, language, first, seconds=8, part=0.9):
        """(share of the first 0.9 s of what a ring says, frame at which the whole of it would begin)"""
        sound = hearing.coarse(self.samples(first, first + int(seconds * RATE)))
        match = hearing.find(ring_voice(text, language)[:int(part * hearing.COARSE)], sound)
        return match.share, None if match.end is None else first + int((match.end - part) * RATE)

    def repair(self):
        """After a kill the header's sizes are 0; players want them."""
        size = self.path.stat().st_size if self.path.exists() else 0
        if size > HEADER:
            with open(self.path, "r+b") as file:
                file.seek(4)
                file.write((size - 8).to_bytes(4, "little"))
                file.seek(40)
                file.write((size - HEADER).to_bytes(4, "little"))
