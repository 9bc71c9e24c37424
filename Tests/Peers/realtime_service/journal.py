"""What the service saw and did, one JSON object a line: tests read it to know what really arrived.

Times are CLOCK_BOOTTIME in nanoseconds, the clock of pulse_rig.py, so that both logs can be laid side by side.
A bearer token appears as "ok", "bad", "expired" or "missing", never as itself.
"""

import collections
import json
import sys
import time

KEPT = 50_000


def boot_ns():
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


class Journal:
    def __init__(self, echo=True, path=None):
        self._records = collections.deque(maxlen=KEPT)
        self._outputs = [sys.stdout] if echo else []
        self._file = open(path, "a", buffering=1) if path else None
        if self._file:
            self._outputs.append(self._file)
        self._number = 0

    def write(self, kind, **fields):
        self._number += 1
        record = {"n": self._number, "boot_ns": boot_ns(), "kind": kind, **fields}
        self._records.append(record)
        for output in list(self._outputs):
            try:
                print(json.dumps(record, ensure_ascii=False), file=output, flush=True)
            except (OSError, ValueError):  # whoever read our output is gone; the log itself goes on
                self._outputs.remove(output)

    def records(self, after=0, kind=None):
        return [r for r in self._records if r["n"] > after and (kind is None or r["kind"] == kind)]

    def clear(self):
        self._records.clear()

    def close(self):
        if self._file:
            self._file.close()
