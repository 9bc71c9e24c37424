"""The service manager's part, which a scenario plays."""

import contextlib
import pathlib
import socket
import tempfile
import threading

from pulse_rig import boot_ns
from stage import milliseconds


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

    def environment(self, limit_seconds):
        """What the service manager gives a service that it watches."""
        return {"NOTIFY_SOCKET": str(self.path), "WATCHDOG_USEC": str(limit_seconds * 1_000_000)}

    def last_sign(self, after):
        """When the last one came; `after` if none came since."""
        return max([after, *self._fed[-1:]])

    def longest_gap_ms(self, after):
        times = [after, *(at for at in self._fed if at > after), boot_ns()]
        return max(milliseconds(*pair) for pair in zip(times, times[1:]))

    def close(self):
        self._is_over.set()
        self._thread.join()
        self._socket.close()
        self._folder.cleanup()
