"""A service that never stops: the loop still answers its buttons, its socket and its watchdog (GUARD-3, GUARD-6)."""

import contextlib
import pathlib
import socket
import tempfile
import threading
import time

from pulse_rig import boot_ns
from registry import family
from stage import SECOND, Stage, Unexpected, milliseconds, standstill, tone

ANSWER_MS = 200
SILENCE_SECONDS = 0.3
WATCHDOG_SECONDS = 4
CALLS_PER_SECOND = 11_000
FLOOD_SECONDS = 6


class Watchdog:
    """The service manager's end of the watchdog: how long it went without a sign of life."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="anicca-notify-")
        self.path = pathlib.Path(self._folder.name) / "notify"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self.path))
        self._socket.settimeout(0.2)
        self._is_over = threading.Event()
        self._fed = []
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self):
        while not self._is_over.is_set():
            with contextlib.suppress(TimeoutError):
                if b"WATCHDOG=1" in self._socket.recv(4096):
                    self._fed.append(boot_ns())

    def longest_gap_ms(self, after):
        times = [after, *(at for at in self._fed if at > after), boot_ns()]
        return max(milliseconds(*pair) for pair in zip(times, times[1:]))

    def close(self):
        self._is_over.set()
        self._thread.join()
        self._socket.close()
        self._folder.cleanup()


@family(("websocket", "websocket"), ("webrtc", "webrtc"))
def a_flood_of_tool_calls_over(options, transport):
    """The slowest answer to a client of the socket, Stop, and the watchdog, while the service calls `set_volume`."""
    with contextlib.closing(Watchdog()) as watchdog, Stage(
            options, turns=[tone(440, 20_000)], companion={"transport": transport},
            env={"NOTIFY_SOCKET": str(watchdog.path), "WATCHDOG_USEC": str(WATCHDOG_SECONDS * 1_000_000)}) as stage:
        stage.companion_begins(440, after=stage.press("start"))
        # It calls without a response of its own, so that an answer may ask for one where another is still on.
        stage.may_be_refused = True
        began = boot_ns()
        stage.service.control(flood={
            "name": "set_volume", "arguments": [{"percent": 60}, {"percent": 61}],
            "calls_per_second": CALLS_PER_SECOND, "seconds": FLOOD_SECONDS})
        slowest = 0
        while boot_ns() < began + 3 * SECOND:
            asked = boot_ns()
            stage.status()
            slowest = max(slowest, milliseconds(asked, boot_ns()) - standstill.milliseconds(asked))
            time.sleep(0.02)
        stage.measured["slowest_answer"] = slowest
        stopped = stage.press("stop")
        stage.falls_silent(stopped, within=SILENCE_SECONDS, name="stop_to_silence")
        gap = watchdog.longest_gap_ms(began) - standstill.milliseconds(began)
        stage.measured["watchdog_gap"] = gap
        if slowest > ANSWER_MS:
            raise Unexpected(f"a client of the socket waited {slowest} ms, and {ANSWER_MS} are allowed")
        if gap > WATCHDOG_SECONDS * 1000:
            raise Unexpected(f"the watchdog waited {gap} ms, and {WATCHDOG_SECONDS} s are allowed")
        stage.shows("the end of the conversation", line="disconnected")
    return stage.measured
