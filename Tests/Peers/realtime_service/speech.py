"""The companion's voice: espeak-ng or a tone, as samples at 48 kHz, at 24 kHz, and as Opus packets of 20 ms.

Rendering and encoding happen once for each text; `prepare` does them ahead, so that a response starts at once and
what a test measures is the client.
"""

import asyncio
import fractions
import io
import subprocess
import wave

import av
import numpy

RATE = 48_000
FRAME = 960  # samples of 20 ms
ESPEAK_SECONDS = 20


class Speech:
    """One utterance. `samples` are 16 bit at 48 kHz, whole frames of 20 ms."""

    def __init__(self, transcript, samples):
        short = -len(samples) % FRAME
        self.transcript = transcript
        self.samples = numpy.concatenate([samples, numpy.zeros(short, dtype=numpy.int16)])
        self.packets = encode(self.samples)

    @property
    def milliseconds(self):
        return len(self.samples) * 1000 // RATE

    def samples_24k(self):
        """Two neighbours averaged: a crude half-band filter, good enough for a synthetic voice."""
        pairs = self.samples.astype(numpy.int32).reshape(-1, 2)
        return (pairs.sum(axis=1) // 2).astype("<i2")


class Speaker:
    def __init__(self):
        self._cache = {}

    async def say(self, text, language):
        return await self._cached((text, language), lambda: Speech(text, espeak(text, language)))

    async def tone(self, hertz=440, milliseconds=1000, level_dbfs=-12, rest_ms=0):
        # Its words say what a companion has to say in its first turn; otherwise the device would, over the second.
        key = ("tone", hertz, milliseconds, level_dbfs, rest_ms)
        return await self._cached(
            key, lambda: Speech("I am an AI. ♪", phrase(hertz, milliseconds, level_dbfs, rest_ms)))

    async def prepare(self, texts, language, tones=()):
        for text in texts:
            await self.say(text, language)
        for tone in tones:
            await self.tone(**tone)

    async def _cached(self, key, make):
        if key not in self._cache:
            self._cache[key] = await asyncio.get_running_loop().run_in_executor(None, make)
        return self._cache[key]


def espeak(text, language):
    """Spoken text at 48 kHz, without the silence before it: a test measures from the first audible sample."""
    done = subprocess.run(
        ["espeak-ng", "-v", language, "--stdin", "--stdout"], input=text.encode(), stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, timeout=ESPEAK_SECONDS, check=True)
    with wave.open(io.BytesIO(done.stdout)) as file:
        rate = file.getframerate()
        samples = numpy.frombuffer(file.readframes(len(done.stdout)), dtype="<i2")
    loud = numpy.flatnonzero(numpy.abs(samples.astype(numpy.int32)) > 300)
    if len(loud) == 0:
        return numpy.zeros(FRAME, dtype=numpy.int16)
    return resampled(samples[max(0, loud[0] - rate // 100):], rate)


def resampled(samples, rate):
    resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
    frame = av.AudioFrame.from_ndarray(samples.astype(numpy.int16).reshape(1, -1), format="s16", layout="mono")
    frame.sample_rate = rate
    parts = [part.to_ndarray().reshape(-1) for part in resampler.resample(frame) + resampler.resample(None)]
    return numpy.concatenate(parts)


def phrase(hertz, milliseconds, level_dbfs, rest_ms):
    """A tone; with `rest_ms` the tone, so much silence, and the tone again."""
    once = tone(hertz, milliseconds, level_dbfs)
    if not rest_ms:
        return once
    return numpy.concatenate([once, numpy.zeros(RATE * rest_ms // 1000, dtype=numpy.int16), once])


def tone(hertz, milliseconds, level_dbfs):
    """A sine with 5 ms ramps, so that it neither clicks at its start nor at its end."""
    count = RATE * milliseconds // 1000
    ramp = numpy.minimum(1, numpy.minimum(numpy.arange(count), numpy.arange(count)[::-1]) / (RATE * 0.005))
    wave_form = numpy.sin(2 * numpy.pi * hertz * numpy.arange(count) / RATE)
    amplitude = 32767 * min(1.0, 10 ** (level_dbfs / 20) * 2**0.5)
    return (amplitude * ramp * wave_form).astype(numpy.int16)


def encode(samples):
    """Opus packets of 20 ms, mono, with in-band FEC as the real service sends it."""
    codec = av.CodecContext.create("libopus", "w")
    codec.format, codec.layout, codec.sample_rate, codec.bit_rate = "s16", "mono", RATE, 40_000
    codec.time_base = fractions.Fraction(1, RATE)
    codec.options = {"application": "voip", "frame_duration": "20", "fec": "1", "packet_loss": "10"}
    packets = []
    for number, frame_samples in enumerate(samples.reshape(-1, FRAME)):
        frame = av.AudioFrame.from_ndarray(frame_samples.reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = RATE, number * FRAME, codec.time_base
        packets += [bytes(packet) for packet in codec.encode(frame)]
    return packets + [bytes(packet) for packet in codec.encode(None)]


SILENCE = encode(numpy.zeros(FRAME * 4, dtype=numpy.int16))[2]


class Decoder:
    """Opus packets as they arrive to samples at 48 kHz; a broken packet is silence."""

    def __init__(self):
        self._codec = av.CodecContext.create("libopus", "r")
        self._codec.format, self._codec.layout, self._codec.sample_rate = "s16", "mono", RATE

    def decode(self, payload):
        try:
            frames = self._codec.decode(av.Packet(payload))
        except av.FFmpegError:
            return numpy.zeros(FRAME, dtype=numpy.int16)
        parts = [frame.to_ndarray().reshape(-1)[:: len(frame.layout.channels)] for frame in frames]
        return numpy.concatenate(parts) if parts else numpy.zeros(0, dtype=numpy.int16)
