"""Machines that were saved where their kernel and drivers are up and nothing has been read of their disk: a board that
was switched on and has come so far. Going on from one takes a second, a boot takes four to six (Machine.save, guest/init).
"""

import pathlib
import shutil
import tempfile
import threading

from machine import Machine, MachineError, make_disk
from speaker import Speaker


class SavedStates:
    """One for each kind of machine, made when the first of that kind is wanted."""

    def __init__(self, guest, stopping):
        self._guest, self._stopping = guest, stopping
        self._lock = threading.Lock()
        self._locks = {}

    def __enter__(self):
        self._open = tempfile.TemporaryDirectory(prefix="anicca-saved-", ignore_cleanup_errors=True)
        self._folder = pathlib.Path(self._open.name)
        return self

    def __exit__(self, *_):
        self._open.cleanup()

    def of(self, cores, has_watchdog, disk_megabytes):
        """The file to go on from. Such a machine has a sound card of HDA, no second disk, and a network."""
        name = f"{cores}-{has_watchdog:d}-{disk_megabytes}"
        with self._lock:
            lock = self._locks.setdefault(name, threading.Lock())
        with lock:
            path = self._folder / name
            if not path.exists():
                self._make(path, cores, has_watchdog, disk_megabytes)
            return path

    def _make(self, path, cores, has_watchdog, disk_megabytes):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="making-", dir=self._folder))
        make_disk(folder / "disk", disk_megabytes)
        speaker = Speaker("hda", folder / "speaker.wav")
        # Its day is set by whoever goes on from it.
        machine = Machine(
            self._guest, folder, folder / "disk", "2027-01-01T00:00:00", [speaker], hda=speaker, cores=cores,
            has_watchdog=has_watchdog, words="board.saved")
        try:
            machine.save(path, self._stopping.is_set)
        except MachineError as error:
            machine.close()
            error.starved = machine.starved_seconds / max(machine.powered_seconds, 1)
            raise
        finally:
            machine.close()
            speaker.close()
            shutil.rmtree(folder, ignore_errors=True)
