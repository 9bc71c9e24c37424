"""What a scenario may expect of a `Bed`: what its speakers play, what status and night log say."""

import time

from speaker import RATE, ring_voice_frames

ENDINGS = ("answered", "dismissed", "missed", "skipped")


class Unexpected(Exception):
    """Something else was heard, seen or logged than the scenario says."""


class Expecting:
    def wait_until(self, question, seconds, what, pause=0.1):
        deadline = time.monotonic() + seconds
        while True:
            answer = question()
            if answer:
                return answer
            self._check_stopping()
            if time.monotonic() > deadline:
                raise Unexpected(f"no {what} within {seconds:g} s")
            time.sleep(pause)

    def hears_alarm(
            self, speaker, due=None, since=0, within=40, late_seconds=3, is_from_file=False, is_pattern=False):
        """The shipped alarm is heard; with `due`, not before that time and soon after. The frame at which it begins.
        Where a busy host keeps its file back it may be the synthesized one, but for `is_from_file`. `is_pattern`: the
        pattern of fire alarms is heard in its place, because the ring is to wake more surely.
        """
        self.wait_until(lambda: speaker.first_audible(since) is not None, within, f"sound from {speaker.name}")
        first = speaker.first_audible(since)
        heard = self.guest_time(speaker.arrival(first))
        self.wait_until(
            lambda: speaker.frames() - first > 3.5 * RATE, 20, f"3.5 s of sound from {speaker.name}")
        share, is_synthesized = speaker.alarm_share(first)
        if share < 0.6:
            raise Unexpected(f"what {speaker.name} plays is not the alarm: {share:.0%} of it")
        if is_pattern:
            hertz = speaker.pulse_hertz(first)
            self.measured["pattern_hz"] = round(hertz, 1)
            if not is_synthesized or abs(hertz - 520) > 2 or "the synthesized alarm is used" in self.told():
                raise Unexpected(f"{speaker.name} does not play the pattern, but something at {hertz:.1f} Hz")
        elif is_synthesized:
            # Better that one in time than the file late. It says so.
            if is_from_file or "the synthesized alarm is used" not in self.told():
                raise Unexpected(f"{speaker.name} plays the synthesized alarm, and nobody is told why")
            self.measured["synthesized"] = self.measured.get("synthesized", 0) + 1
        if due is not None:
            late = (heard - self.at(due)).total_seconds()
            self.measured.setdefault("due_to_sound_ms", round(late * 1000))
            # The file is looked at every 20 ms, and the guest's clock is known to a few.
            if not -0.05 <= late <= late_seconds:
                raise Unexpected(f"the alarm was heard {late:.2f} s after {due}")
        return first

    def hears_sound(self, speaker, since, within=10, seconds=0.5):
        """Any sound, for so long in all."""
        self.wait_until(lambda: speaker.audible_seconds(since) >= seconds, within, f"sound from {speaker.name}")

    def falls_silent(self, speaker, since, at_most=1.0):
        """From `since` (a frame, taken before the press) on, so many seconds are audible at most, and no more come."""
        last = -1.0
        for _ in range(40):
            self._check_stopping()
            time.sleep(0.8)
            audible = speaker.audible_seconds(since)
            if audible > at_most:
                raise Unexpected(f"{speaker.name} went on for {audible:.2f} s after it should be silent")
            if audible == last:
                return audible
            last = audible
        raise Unexpected(f"{speaker.name} does not fall silent")

    def stays_silent(self, seconds):
        """No speaker plays anything audible for so long."""
        marks = [(speaker, speaker.frames()) for speaker in self.speakers()]
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._check_stopping()
            time.sleep(0.1)
        for speaker, mark in marks:
            if speaker.audible_seconds(mark) > 0:
                raise Unexpected(f"{speaker.name} played {speaker.audible_seconds(mark):.2f} s; silence was expected")

    def hears_phrase(self, speaker, text, since=0, within=25, language="en", share=0.45):
        """A phrase of the synthesizer's. The frame at which it ends.

        The emulated card runs dry now and then, which spoils the pieces it falls into. Another phrase has a fifth.
        """
        best = [0.0]

        def heard():
            found, end = speaker.phrase(text, language, since)
            best[0] = max(best[0], found)
            return end if found >= share else None
        try:
            return self.wait_until(heard, within, f"“{text}”", pause=0.5)
        except Unexpected:
            seconds = speaker.audible_seconds(since)
            raise Unexpected(
                f"“{text}” was not heard from {speaker.name} ({best[0]:.0%} of it, in {seconds:.1f} s)") from None

    def hears_ring_voice_begin(self, speaker, text, since, within=30, language="en"):
        """The voice of a ring has begun that phrase. The frames at which it began and at which it would be over."""
        best = [0.0]

        def heard():
            share, begin = speaker.ring_voice_begin(text, language, since)
            best[0] = max(best[0], share)
            if "the alarm rings without a voice" in self.told():
                raise Unexpected(f"{speaker.name} rings without a voice; the log says why")
            # The beginning of another phrase has a third.
            return begin if share >= 0.55 else None
        try:
            begin = self.wait_until(heard, within, f"“{text}”")
        except Unexpected as error:
            raise Unexpected(f"{error}; {speaker.name} had {best[0]:.0%} of its beginning") from None
        return begin, begin + ring_voice_frames(text, language)

    def shows(self, what="status", within=20, **expected):
        """The status has these values, soon. A callable decides by itself."""
        last = {}

        def agrees():
            last.clear()
            last.update(self.status(check=False) or {})
            return all(
                value(last.get(name)) if callable(value) else last.get(name) == value
                for name, value in expected.items())
        try:
            self.wait_until(agrees, within, what)
        except Unexpected:
            seen = {name: last.get(name) for name in expected}
            raise Unexpected(f"{what}: expected {list(expected)} otherwise; status says {seen}") from None
        return dict(last)

    def keeps(self, *words, within=60):
        """The command is carried out and on disk. An emulated disk may take long to answer, and is told of then (exit
        code 73): the same command is confirmed once it has."""
        def is_kept():
            code, output = self.cli(*words, check=False)
            if code != 0 and not (code == 73 and "the disk takes long to answer" in output):
                raise Unexpected(f"anicca {' '.join(words)}: exit code {code}: {output}")
            return code == 0
        self.wait_until(is_kept, within, f"confirmation of anicca {' '.join(words)}")

    def kinds(self, habit="wake"):
        """The night log's entries about a habit's occurrence, in order."""
        return [e["kind"] for e in self.night() if e.get("habit") == habit]

    def ended(self, kind, habit="wake", within=15):
        """The night log has the end of that habit's episode, once."""
        kinds = []

        def is_there():
            kinds[:] = [k for k in self.kinds(habit) if k in ENDINGS]
            return kinds
        self.wait_until(is_there, within, f"end of the episode ({kind})")
        if kinds != [kind]:
            raise Unexpected(f"the episode should have ended once as {kind}, and the log has {kinds}")
