"""That hearing.py can tell one thing from another: every phrase against every other one, and against noise."""

import numpy

import hearing
from phrases import PHRASES, text


def worn(phrase, generator):
    """As it comes out of a speaker: at 48 kHz, at another level, late, with a gap of a starved sound card and noise."""
    samples = hearing.resampled(phrase, hearing.COARSE, hearing.RATE) * 0.3
    cut = len(samples) * 2 // 3
    silence = numpy.zeros(hearing.RATE // 20)
    samples = numpy.concatenate([numpy.zeros(hearing.RATE // 3 + 137), samples[:cut], silence, samples[cut:], silence])
    return samples + generator.normal(0, 20, len(samples))


def main():
    generator = numpy.random.default_rng(3)
    lowest, highest = 1.0, 0.0
    for language in ("en", "ja"):
        references = {name: hearing.reference(text(name, language), language) for name in PHRASES}
        for name, phrase in references.items():
            sound = hearing.coarse(worn(phrase, generator))
            heard, match = hearing.most_likely(sound, references)
            assert heard == name, f"{name} in {language} was taken for {heard}"
            lowest = min(lowest, match.share)
            for other, candidate in references.items():
                if other != name and not {name, other} <= {"one_moment", "one_moment_wake"}:
                    highest = max(highest, hearing.find(candidate, sound).share)
    print(f"a phrase of its own: at least {lowest:.2f} of it found; of another one: at most {highest:.2f}")
    noise = generator.normal(0, 3000, hearing.COARSE * 4)
    for name in PHRASES:
        assert hearing.find(hearing.reference(text(name, "en"), "en"), noise).share == 0, name
    tone = (3000 * numpy.sin(2 * numpy.pi * 440 * numpy.arange(hearing.RATE) / hearing.RATE)).astype(numpy.int16)
    for hertz, expected in ((440, True), (550, False), (330, False), (880, False)):
        share, loud = hearing.tone_frames(tone, hertz)
        assert ((share > 0.6) & loud).all() == expected, hertz
    # A tone is no phrase, and a phrase no tone.
    assert hearing.most_likely(hearing.coarse(tone), references)[0] is None
    assert lowest >= hearing.HEARD, lowest


if __name__ == "__main__":
    main()
