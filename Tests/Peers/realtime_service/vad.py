"""Server voice activity detection by energy: samples in, `started` and `stopped` out. Pure; time is counted in samples.

The real detector is a model; what matters to a client is when and in what order the events come. Levels above the
threshold for 60 ms start speech; `silence_duration_ms` below it stop it. Threshold 0.0 ... 1.0 is -60 ... -20 dBFS.
"""

import numpy

FRAME_MS = 20
STARTING_MS = 60
SEMANTIC_SILENCE_MS = {"high": 500, "medium": 1000, "auto": 1000, "low": 2000}


class VoiceActivity:
    def __init__(self, rate):
        self.rate = rate
        self._frame = rate * FRAME_MS // 1000
        self._rest = numpy.zeros(0, dtype=numpy.int16)
        self._frames = 0
        self._loud = 0
        self._quiet = 0
        self.is_speaking = False
        self.configure({"type": "server_vad"})

    def configure(self, detection):
        """`detection`: a session's `turn_detection`, or None for no detection at all."""
        self.is_on = detection is not None
        detection = detection or {}
        threshold = detection.get("threshold", 0.5)
        self._limit_dbfs = -60 + 40 * threshold
        self._prefix_ms = detection.get("prefix_padding_ms", 300)
        if detection.get("type") == "semantic_vad":
            self._limit_dbfs = -40
            self._silence_ms = SEMANTIC_SILENCE_MS[detection.get("eagerness", "auto")]
        else:
            self._silence_ms = detection.get("silence_duration_ms", 500)

    @property
    def now_ms(self):
        """Milliseconds of input since the session began."""
        return self._frames * FRAME_MS

    def feed(self, samples):
        """Events that these samples bring about: ("started", audio_start_ms) and ("stopped", audio_end_ms)."""
        events = []
        data = numpy.concatenate([self._rest, samples])
        whole = len(data) // self._frame * self._frame
        self._rest = data[whole:]
        for frame in data[:whole].reshape(-1, self._frame):
            self._frames += 1
            if not self.is_on:
                self._loud = self._quiet = 0
                self.is_speaking = False
                continue
            is_loud = level_dbfs(frame) > self._limit_dbfs
            self._loud = self._loud + 1 if is_loud else 0
            self._quiet = 0 if is_loud else self._quiet + 1
            if not self.is_speaking and self._loud * FRAME_MS >= STARTING_MS:
                self.is_speaking = True
                events.append(("started", max(0, self.now_ms - STARTING_MS - self._prefix_ms)))
            elif self.is_speaking and self._quiet * FRAME_MS >= self._silence_ms:
                self.is_speaking = False
                events.append(("stopped", self.now_ms))
        return events


def level_dbfs(samples):
    mean = float(numpy.mean(numpy.square(samples.astype(numpy.float64)))) if len(samples) else 0.0
    return 10 * numpy.log10(mean / 32768**2) if mean > 0 else -120.0
