"""That hearing.py can tell one thing from another: every phrase against every other one, and against noise."""

import numpy

import hearing
from phrases import PHRASES, text


def worn(phrase, generator, apart_ms=None):
    """As it comes out of a speaker: at 48 kHz, at another level, late, with noise, and with the gaps of a starved sound
    card, one long one or many of up to 20 ms, `apart_ms` from each other in the mean."""
    samples = hearing.resampled(phrase, hearing.COARSE, hearing.RATE) * 0.3
    cuts = [len(samples) * 2 // 3]
    if apart_ms:
        cuts = numpy.cumsum(generator.exponential(apart_ms * hearing.RATE / 1000, 1000)).astype(int)
    longest = hearing.RATE // (50 if apart_ms else 20)
    parts = [numpy.zeros(hearing.RATE // 3 + 137)]
    for part in numpy.split(samples, [cut for cut in cuts if cut < len(samples)]):
        parts += [part, numpy.zeros(generator.integers(1, longest) if apart_ms else longest)]
    samples = numpy.concatenate(parts)
    # A gap holds nothing at all.
    return samples + generator.normal(0, 20, len(samples)) * (samples != 0)


def main():
    generator = numpy.random.default_rng(3)
    lowest = 1.0
    cases = [("en", None), ("ja", None), ("en", 200), ("ja", 40)]
    for language, apart_ms in cases:
        references = {name: hearing.reference(text(name, language), language) for name in PHRASES}
        for name, phrase in references.items():
            heard, match = hearing.Speech(worn(phrase, generator, apart_ms)).most_likely(references)
            assert heard == name, f"{name} in {language}, gaps {apart_ms} ms apart, was taken for {heard}"
            lowest = min(lowest, match.share)
    print(f"each phrase was taken for itself; at least {lowest:.2f} of it was found")
    noise = generator.normal(0, 3000, hearing.COARSE * 4)
    for name in PHRASES:
        assert hearing.find(hearing.reference(text(name, "en"), "en"), noise).share == 0, name
    tone = (3000 * numpy.sin(2 * numpy.pi * 440 * numpy.arange(hearing.RATE) / hearing.RATE)).astype(numpy.int16)
    for hertz, expected in ((440, True), (550, False), (330, False), (880, False)):
        share, loud = hearing.tone_frames(tone, hertz)
        assert ((share > 0.6) & loud).all() == expected, hertz
    # A tone is no phrase, and a phrase no tone.
    assert hearing.Speech(tone).most_likely(references)[0] is None
    assert lowest >= hearing.HEARD, lowest


if __name__ == "__main__":
    main()
