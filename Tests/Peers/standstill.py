"""How long the whole machine stood still: a virtual machine's host gives its time to others now and then.

    watch = Standstill()
    ... watch.milliseconds(from_ns, to_ns)      # CLOCK_BOOTTIME; 0 on a machine that keeps its time

A process of its own with real-time priority where it may have one sleeps for a moment again and again: what it loses by
more than `least_ms` at once nothing on this machine could have done in time. Bounds on wall-clock time grow by that and
by nothing else. Standard library only.
"""

import os
import subprocess
import sys
import threading
import time


def _watch(least_ms):
    pause_ms = min(5, least_ms / 2)
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(30))
    except OSError:
        pass
    parent = os.getppid()
    last = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    while os.getppid() == parent:
        time.sleep(pause_ms / 1000)
        now = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        late = (now - last) / 1e6 - pause_ms
        if late > least_ms:
            print(now, round(late, 1), flush=True)
        last = now


class Standstill:
    def __init__(self, least_ms=20):
        self._seen = []
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(least_ms)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self):
        for line in self._process.stdout:
            ended, late = line.split()
            self._seen.append((int(ended), float(late)))

    def milliseconds(self, from_ns, to_ns=None):
        """All of it between two instants; until now without the second."""
        return round(sum(self.between(from_ns, to_ns)))

    def between(self, from_ns, to_ns=None):
        """Each of them, in milliseconds."""
        return [late for ended, late in list(self._seen)
                if ended >= from_ns and (to_ns is None or ended - late * 1_000_000 <= to_ns)]

    def close(self):
        self._process.kill()
        self._process.wait()
        self._thread.join()
        self._process.stdout.close()


if __name__ == "__main__":
    try:
        _watch(float(sys.argv[1]))
    except (KeyboardInterrupt, BrokenPipeError):
        pass
