"""What was heard, and when: tones, phrases and silence in what a sound card's monitor recorded. Needs numpy.

The companion of a scenario speaks in sines of known frequency; the appliance's own phrases are compared, piece by piece,
with what espeak-ng makes of the same text with the same options as Sources/Sound/Material/Synthesizer.swift. A piece of
100 ms may be taken for another one, a row of them in their order may not (see `controls.py`). Pieces are looked for one
after the other, and where a starved sound card broke the sound off, what it put in between is taken out: what was said
is judged here, how well it sounded elsewhere (SoundTests).
"""

import functools
import io
import subprocess
import wave

import numpy

RATE = 48_000
AUDIBLE = 164  # of 32768: -46 dBFS, as in pulse_rig.py
COARSE = 8_000  # phrases are compared at this rate
PIECE = COARSE // 10
DRIFT = COARSE * 3 // 10  # a piece may be so much later or earlier than the one before it promised
ALIKE = 0.7
HEARD = 0.6  # share of a phrase's pieces from which on it counts as heard


def synthesized(text, language):
    """(samples as float, rate): what the appliance's synthesizer says."""
    done = subprocess.run(
        ["espeak-ng", "--stdin", "--stdout", "-b", "1", "-v", language], input=text.encode() + b"\n",
        capture_output=True, timeout=20, check=True)
    with wave.open(io.BytesIO(done.stdout)) as file:
        rate = file.getframerate()
        samples = numpy.frombuffer(file.readframes(len(done.stdout)), dtype="<i2")
    return samples.astype(numpy.float64), rate


def resampled(samples, rate, wanted):
    """By the spectrum; exact enough for whole utterances."""
    count = round(len(samples) * wanted / rate)
    size = 1 << (len(samples) - 1).bit_length()
    spectrum = numpy.fft.rfft(samples, size)
    other = round(size * wanted / rate)
    keep = min(len(spectrum), other // 2 + 1)
    result = numpy.zeros(other // 2 + 1, dtype=complex)
    result[:keep] = spectrum[:keep]
    return numpy.fft.irfft(result, other)[:count] * other / size


def coarse(samples):
    """48 kHz to 8 kHz: averaged, filtered, every sixth."""
    if len(samples) < 256:
        return numpy.zeros(0)
    return resampled(numpy.asarray(samples, dtype=numpy.float64), RATE, COARSE)


def gaps(samples):
    """(begins, ends) of where a sound broke off for 0.5 to 100 ms, as that of a starved sound card does."""
    padded = numpy.concatenate([[1], samples != 0, [1]]).astype(numpy.int8)
    begins, ends = numpy.flatnonzero(numpy.diff(padded) == -1), numpy.flatnonzero(numpy.diff(padded) == 1)
    lengths = ends - begins
    chosen = (lengths > RATE // 2000) & (lengths < RATE // 10)
    return begins[chosen], ends[chosen]


def unbroken(samples):
    """Where the samples are that are in no gap."""
    inside = numpy.zeros(len(samples) + 1, dtype=numpy.int32)
    begins, ends = gaps(samples)
    inside[begins] += 1
    inside[ends] -= 1
    return numpy.flatnonzero(numpy.cumsum(inside)[:-1] == 0)


@functools.cache
def reference(text, language):
    """The phrase at 8 kHz, without the silence around it."""
    samples, rate = synthesized(text, language)
    samples = resampled(samples, rate, COARSE)
    loud = numpy.flatnonzero(numpy.abs(samples) > AUDIBLE)
    return samples[loud[0]:loud[-1] + 1]


class Searched:
    """A sound (8 kHz) in which many pieces are looked for: it is cut into blocks, and their spectra are made once."""

    BLOCK = 4096

    def __init__(self, sound):
        self.sound = sound
        self._energy = numpy.concatenate([[0], numpy.cumsum(sound * sound)])
        step = self.BLOCK - PIECE
        count = -(-len(sound) // step)
        padded = numpy.concatenate([sound, numpy.zeros(count * step + PIECE - len(sound))])
        blocks = numpy.lib.stride_tricks.sliding_window_view(padded, self.BLOCK)[::step] if count else numpy.zeros((0, 1))
        self._spectra = numpy.fft.rfft(blocks, axis=1)

    def similarity(self, piece):
        """Normalized cross-correlation of a piece of at most `PIECE` samples at every place, -1 … 1."""
        places = len(self.sound) - len(piece) + 1
        if places < 1:
            return numpy.zeros(0)
        products = numpy.fft.irfft(self._spectra * numpy.conj(numpy.fft.rfft(piece, self.BLOCK)), self.BLOCK, axis=1)
        return products[:, :self.BLOCK - PIECE].reshape(-1)[:places] / self._norms(piece, 0, places)

    def similarity_near(self, piece, low, high):
        """The same at the places from `low` up to where the piece would end after `high`."""
        sound = self.sound[low:high]
        places = len(sound) - len(piece) + 1
        if places < 1:
            return numpy.zeros(0)
        size = 1 << (len(sound) - 1).bit_length()
        products = numpy.fft.irfft(numpy.fft.rfft(sound, size) * numpy.conj(numpy.fft.rfft(piece, size)), size)
        return products[:places] / self._norms(piece, low, places)

    def _norms(self, piece, low, places):
        high, own = low + len(piece), numpy.dot(piece, piece)
        energies = self._energy[high:high + places] - self._energy[low:low + places]
        # Near silence nothing is alike.
        return numpy.maximum(numpy.sqrt(numpy.maximum(energies, 0) * own), numpy.sqrt(own * len(piece)) * 20)


class Match:
    """How much of a phrase is in a sound, from where to where (seconds of that sound)."""

    def __init__(self, share, begin, end):
        self.share, self.begin, self.end = share, begin, end


def find(phrase, sound):
    """The best place of a phrase (8 kHz) in a sound (8 kHz), or in one that is `Searched` for several."""
    searched = sound if isinstance(sound, Searched) else Searched(sound)
    best = Match(0.0, None, None)
    loud = [at for at in range(0, len(phrase) - PIECE // 2, PIECE) if numpy.abs(phrase[at:at + PIECE]).mean() > AUDIBLE]
    # The first pieces may have been cut off, or broken by gaps: each of the first second may be the one that is found.
    for anchor in loud[:COARSE // PIECE]:
        scores = searched.similarity(phrase[anchor:anchor + PIECE])
        if len(scores) == 0 or scores.max() < ALIKE:
            continue
        shift = int(scores.argmax()) - anchor
        found, begin, end = 0, None, None
        for number, at in enumerate(loud):
            if found + len(loud) - number <= best.share * len(loud):
                break  # it cannot be better any more
            piece = phrase[at:at + PIECE]
            low = max(0, at + shift - DRIFT)
            near = searched.similarity_near(piece, low, at + shift + DRIFT + len(piece))
            if len(near) and near.max() > ALIKE:
                found += 1
                place = low + int(near.argmax())
                shift = place - at
                begin = max(0, place - at) if begin is None else begin
                end = place + len(piece)
        if found / len(loud) > best.share:
            best = Match(found / len(loud), begin / COARSE, end / COARSE)
        if best.share > 0.9:
            break
    return best


def tone_frames(samples, hertz, milliseconds=20):
    """Share of the energy at a frequency, and whether it is audible, of each frame."""
    size = RATE * milliseconds // 1000
    frames = samples[:len(samples) // size * size].astype(numpy.float64).reshape(-1, size)
    angle = 2 * numpy.pi * hertz * numpy.arange(size) / RATE
    window = numpy.hanning(size)
    windowed = frames * window
    energy = (windowed * windowed).sum(axis=1)
    power = (windowed @ numpy.cos(angle)) ** 2 + (windowed @ numpy.sin(angle)) ** 2
    # Of a pure sine, all of this.
    full = (window * window).sum() * 0.5 / (0.25 * window.sum() ** 2)
    share = numpy.where(energy > 0, power * full / numpy.maximum(energy, 1), 0)
    return share, numpy.sqrt((frames * frames).mean(axis=1)) > AUDIBLE


class Speech:
    """A sound at 48 kHz, in which phrases are looked for: as it is, and without its gaps where that finds more. A
    card that starves ten times a second leaves no piece whole."""

    def __init__(self, samples):
        self._whole = Searched(coarse(samples))
        self._places = unbroken(samples)
        self._closed = Searched(coarse(samples[self._places])) if len(self._places) < len(samples) else None

    def find(self, phrase):
        match = find(phrase, self._whole)
        if self._closed is None or match.share > 0.9:
            return match
        closed = find(phrase, self._closed)
        if closed.share <= match.share:
            return match
        return Match(closed.share, self._seconds(closed.begin), self._seconds(closed.end))

    def _seconds(self, closed_seconds):
        return self._places[min(int(closed_seconds * RATE), len(self._places) - 1)] / RATE

    def most_likely(self, candidates):
        """(name, match) of the phrase that explains most of it; `candidates`: name to reference. A phrase may hold
        another one whole ("Good morning. One moment, I'm coming."), and the longer one is right only where the rest of
        it was heard too: what was not counts against it."""
        matches = {name: self.find(phrase) for name, phrase in candidates.items()}
        best = max(matches, key=lambda name: (2 * matches[name].share - 1) * len(candidates[name]))
        return (best, matches[best]) if matches[best].share >= HEARD else (None, Match(0.0, None, None))


class Sound:
    """A part of a `Recording` (pulse_rig.py): its samples and when they came."""

    def __init__(self, recording, after_ns, before_ns=None):
        self.recording = recording
        self.first = recording.index_at(after_ns)
        last = None if before_ns is None else recording.index_at(before_ns)
        self.samples = numpy.frombuffer(recording.samples(self.first, last), dtype=numpy.int16)

    def at_ns(self, index):
        return self.recording.arrival_ns(self.first + int(index))

    @property
    def seconds(self):
        return len(self.samples) / RATE

    def first_audible_ns(self):
        loud = numpy.flatnonzero(numpy.abs(self.samples.astype(numpy.int32)) > AUDIBLE)
        return self.at_ns(loud[0]) if len(loud) else None

    def last_audible_ns(self):
        loud = numpy.flatnonzero(numpy.abs(self.samples.astype(numpy.int32)) > AUDIBLE)
        return self.at_ns(loud[-1]) if len(loud) else None

    def is_silent(self):
        return self.first_audible_ns() is None

    def silent_ns(self, quiet_ms=50):
        """The last audible sample before the first quiet stretch; None: it never falls silent."""
        loud = numpy.flatnonzero(numpy.abs(self.samples.astype(numpy.int32)) > AUDIBLE)
        if len(loud) == 0:
            return self.at_ns(0) if self.samples.size > RATE * quiet_ms // 1000 else None
        ends = numpy.append(loud[1:], len(self.samples)) - loud > RATE * quiet_ms // 1000
        return self.at_ns(loud[ends.argmax()]) if ends.any() else None

    def longest_gap_ms(self):
        """The longest silence between two audible samples."""
        loud = numpy.flatnonzero(numpy.abs(self.samples.astype(numpy.int32)) > AUDIBLE)
        return int(numpy.diff(loud).max()) * 1000 // RATE if len(loud) > 1 else 0

    def gaps(self):
        """How often the sound broke off."""
        return len(gaps(self.samples)[0])

    def tone(self, hertz):
        """(first, last) time at which that tone was heard for at least 60 ms; None: not."""
        share, is_loud = tone_frames(self.samples, hertz)
        is_tone = (share > 0.6) & is_loud
        runs = is_tone[2:] & is_tone[1:-1] & is_tone[:-2] if len(is_tone) > 2 else numpy.zeros(0, bool)
        if not runs.any():
            return None
        size = RATE // 50
        begin = int(runs.argmax()) * size
        # The frame before may hold its first samples.
        loud = numpy.abs(self.samples[max(0, begin - size):begin + size].astype(numpy.int32)) > AUDIBLE
        begin = max(0, begin - size) + int(loud.argmax())
        end = (len(runs) - int(runs[::-1].argmax()) + 2) * size
        return self.at_ns(begin), self.at_ns(min(end, len(self.samples) - 1))
