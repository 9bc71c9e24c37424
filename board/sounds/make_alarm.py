#!/usr/bin/env python3
"""Makes AniccaWake.wav, the alarm that ships: python3 make_alarm.py [FILE]. Standard library only, same
bytes each time.

Twelve seconds, 48 kHz, mono, 16 bits. Struck bars (a fundamental with the inharmonic partials of
a marimba and a bell) climb a pentatonic scale in six phrases over a warm drone; each phrase starts higher and a little
louder than the one before. The first note is struck at once, so that a ring is heard from its first millisecond.
Everything is written into a circular buffer: a note that rings past the end rings on at the start, so that the loop has
no edge. Energy lies between 200 Hz and 4 kHz, where small speakers speak and old ears still hear.
"""

import array
import math
import os
import sys
import wave

RATE = 48000
SECONDS = 12
FRAMES = RATE * SECONDS

# D major pentatonic from D4.
SCALE = [293.66, 329.63, 369.99, 440.00, 493.88, 587.33, 659.26, 739.99, 880.00, 987.77, 1174.66, 1318.51, 1479.98]


def strike(buffer, at, hertz, amplitude, decay, brightness):
    """One note; decay in 1/s. Partials: 1, 2 (body), 3.93 and 9.2 (bar), the high ones short."""
    partials = [(1.0, 1.0, 1.0), (2.0, 0.22, 1.6), (3.93, 0.20 * brightness, 4.0), (9.2, 0.05 * brightness, 11.0)]
    first = round(at * RATE)
    length = round(RATE * min(3.5, 7.5 / decay))
    for ratio, share, speed in partials:
        if hertz * ratio > 9000:
            continue
        step = 2 * math.pi * hertz * ratio / RATE
        fade = decay * speed / RATE
        for i in range(length):
            envelope = math.exp(-fade * i)
            if envelope < 1e-4:
                break
            attack = 1.0 if i >= 240 else 0.5 - 0.5 * math.cos(math.pi * i / 240)
            release = min(1.0, (length - i) / 4800)
            buffer[(first + i) % FRAMES] += amplitude * share * attack * release * envelope * math.sin(step * i)


def drone(buffer, hertz, amplitude, swells):
    """A steady tone of a whole number of cycles in the loop, with a whole number of swells."""
    cycles = round(hertz * SECONDS)
    for i in range(FRAMES):
        turn = i / FRAMES
        swell = 0.5 - 0.5 * math.cos(2 * math.pi * swells * turn)
        rise = 0.35 + 0.65 * 0.5 * (1 - math.cos(2 * math.pi * min(turn, 1 - turn)))
        tone = math.sin(2 * math.pi * cycles * turn) + 0.3 * math.sin(4 * math.pi * cycles * turn)
        buffer[i] += amplitude * (0.4 + 0.6 * swell) * rise * tone


def main():
    buffer = [0.0] * FRAMES
    for phrase in range(6):
        base = phrase
        loudness = 0.55 + 0.09 * phrase
        start = phrase * 2.0
        # Up four steps of the scale, a rest that lets it ring, then an answer from above.
        for number, (offset, degree) in enumerate([(0.0, 0), (0.25, 2), (0.5, 3), (0.75, 5), (1.25, 4), (1.5, 6)]):
            hertz = SCALE[base + degree]
            accent = 1.0 if number in (0, 3, 5) else 0.78
            strike(buffer, start + offset, hertz, 0.34 * loudness * accent, 3.2, 0.5 + 0.1 * phrase)
        # An octave below under the first note gives it a body.
        strike(buffer, start, SCALE[base] / 2 if SCALE[base] > 400 else SCALE[base], 0.18 * loudness, 2.0, 0.2)
    drone(buffer, 220.0, 0.035, 6)
    drone(buffer, 293.66, 0.03, 3)

    peak = max(abs(x) for x in buffer)
    scale = 0.89 / peak * 32767
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
