#!/usr/bin/env python3
"""Makes AniccaWake.wav, the alarm that ships: python3 make_alarm.py [FILE]. Standard library only, same bytes each time.

Four seconds, 48 kHz, mono, 16 bits, and a loop: seven beats at 105 a minute, so that five turns are the 20 s after
which a ring's voice speaks. Seven notes climb from G4 over A4 and C5 to D5 and come to rest on C5; the seventh beat is
a rest, in which the voice can begin without cutting a note off.

The figures are those of requirement S-1 (`SOUND-7`), chosen from fire-alarm and sleep-inertia research: fundamentals
between 390 and 620 Hz with odd harmonics (a softened square wave, because a 520 Hz square wakes where a high tone does
not), at least 70 % of the energy between 400 and 2,500 Hz, true peak -3 dBFS, integrated loudness -16 LUFS, an attack
of 15 ms. Tests/SoundTests/ShippedAlarmTests.swift holds the file to them.

The file does not fade in. The ring does that (`RingFade` in Sources/Bedside/Speaker), for an owner's own sound too; so
a follow-up, which fades for 2 s only, and `anicca alarm preview` play the same file.
"""

import array
import math
import os
import sys
import wave

RATE = 48000
BEATS_PER_MINUTE = 105
BEATS = 7
FRAMES = RATE * 60 * BEATS // BEATS_PER_MINUTE

G4, A4, C5, D5 = 392.00, 440.00, 523.25, 587.33

# Beat, fundamental in Hz, seconds, level in dB: two rising figures, and C5 to end on.
NOTES = [
    (0.0, G4, 0.43, -2.5),
    (1.0, A4, 0.43, -2.5),
    (2.0, C5, 0.43, -2.0),
    (3.0, A4, 0.27, -3.0),
    (3.5, C5, 0.27, -2.0),
    (4.0, D5, 0.43, -1.0),
    (5.0, C5, 0.45, 0.0),
]

# Harmonic and level in dB.
HARMONICS = [(1, 0.0), (3, -9.5), (5, -14.0), (7, -17.0)]

# Radians: harmonics that do not cross zero together have smoother edges, and the ear does not hear the difference.
SPREAD = 0.2

ATTACK_SECONDS = 0.015
RELEASE_SECONDS = 0.06
# Amplitude falls to 1/e in this time; it sets how far the loudness lies below the peak.
DECAY_SECONDS = 0.24
# The largest sample, in full scale: the true peak between samples is a little above it, at -3 dBFS.
PEAK = 0.7035


def play(buffer, at, hertz, seconds, decibels):
    """Adds one note, from silence to silence."""
    first = round(at * RATE)
    length = round(seconds * RATE)
    amplitude = 10 ** (decibels / 20)
    for i in range(length):
        t = i / RATE
        attack = 0.5 - 0.5 * math.cos(math.pi * min(1.0, t / ATTACK_SECONDS))
        release = 0.5 - 0.5 * math.cos(math.pi * min(1.0, (seconds - t) / RELEASE_SECONDS))
        envelope = amplitude * attack * release * math.exp(-max(0.0, t - ATTACK_SECONDS) / DECAY_SECONDS)
        tone = sum(
            10 ** (level / 20) * math.sin(2 * math.pi * n * hertz * t + SPREAD * n * n) for n, level in HARMONICS)
        buffer[first + i] += envelope * tone


def main():
    buffer = [0.0] * FRAMES
    for beat, hertz, seconds, decibels in NOTES:
        play(buffer, beat * 60 / BEATS_PER_MINUTE, hertz, seconds, decibels)

    scale = PEAK / max(abs(x) for x in buffer) * 32767
    # A remainder carried on shapes the rounding noise; no random numbers, so that the file is the same each time.
    samples = array.array("h")
    carried = 0.0
    for x in buffer:
        wanted = x * scale + carried
        value = int(math.floor(wanted + 0.5))
        carried = wanted - value
        samples.append(max(-32768, min(32767, value)))
    if sys.byteorder == "big":
        samples.byteswap()

    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "AniccaWake.wav")
    path = sys.argv[1] if len(sys.argv) > 1 else beside
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())


if __name__ == "__main__":
    main()
