"""File descriptors used up (RLIMIT_NOFILE): the alarm is heard all the same, from this process or from the next one.

Requirements: SOUND-2
"""

import contextlib
import os
import pathlib
import resource
import signal
import subprocess
import time

from pulse_rig import boot_ns
from registry import family, scenario
from stage import SECOND, Stage, Unexpected
from watchdog import Watchdog

TRY_OUT_SECONDS = 8
# The card that was tried at the start is closed by then.
SETTLING_SECONDS = 6
# The unit's are 15, which the 30 s of a ring hold as well.
WATCHDOG_SECONDS = 4
# The unit's own: between two processes, and from SIGABRT to SIGKILL.
RESTART_SECONDS, STOP_SECONDS = 1, 5
# For the attempt that fails, and from the start of the next process to its sound.
RESUME_SECONDS = 2


def open_descriptors(pid):
    return [int(path.name) for path in pathlib.Path(f"/proc/{pid}/fd").iterdir()]


def occupied(pid):
    """Those that are open for longer than a moment, without the reserve, which a ring gives free (/dev/null)."""
    looks = []
    for _ in range(5):
        looks.append(set())
        for number in open_descriptors(pid):
            with contextlib.suppress(FileNotFoundError):
                is_spare = number > 2 and os.readlink(f"/proc/{pid}/fd/{number}") == "/dev/null"
                looks[-1] |= set() if is_spare else {number}
        time.sleep(0.05)
    return set.intersection(*looks)


def leave(pid, count):
    """Lowers the limit so far that a ring finds so many descriptors, though its reserve was free."""
    taken, limit = occupied(pid), 0
    while count or limit in taken:
        count -= limit not in taken
        limit += 1
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (limit, limit))


@scenario
def an_alarm_rings_though_clients_have_all_descriptors(options):
    with Stage(options, without_service=True) as stage, contextlib.ExitStack() as clients:
        time.sleep(SETTLING_SECONDS)
        pid = stage.appliance.pid
        armed = stage.command("tryOut", afterSeconds=TRY_OUT_SECONDS)
        # The next number that would be given is over the limit.
        limit = max(open_descriptors(pid)) + 1
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (limit, limit))
        for _ in range(12):
            with contextlib.suppress(OSError):
                clients.enter_context(stage.appliance.connect())
        stage._wait_until(lambda: len(open_descriptors(pid)) >= limit - 1, 3, "every descriptor in use")
        due = armed + TRY_OUT_SECONDS * SECOND
        heard = stage._wait_until(
            lambda: stage.heard(armed).first_audible_ns(), TRY_OUT_SECONDS + 3, "the alarm")
        stage.measured["due_to_sound"] = max(0, (heard - due) // 1_000_000)
        clients.close()
        stopped = stage.press("stop")
        stage.falls_silent(stopped, within=0.5, name="stop_to_silence")
        if stage.status()["attention"]:
            raise Unexpected(f"the light asks for attention: {stage.status()['attention']}")
        # It is set to a whole second of the clock.
        if heard < due - SECOND:
            raise Unexpected("it rang too early")
    return stage.measured


class Manager:
    """Does with the appliance what systemd does, by deploy/anicca.service: Restart=always, and the watchdog."""

    def __init__(self, stage, watchdog):
        self._stage, self._watchdog = stage, watchdog
        self._began = boot_ns()
        self.restarts = []

    def attend(self):
        """Ends the appliance if its signs of life have stopped, and starts it if it has ended."""
        process = self._stage.appliance.process
        silent = boot_ns() - self._watchdog.last_sign(after=self._began)
        if process.poll() is None and silent < WATCHDOG_SECONDS * SECOND:
            return
        self.restarts.append(boot_ns())
        process.send_signal(signal.SIGABRT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)
        self._stage.appliance.kill()
        time.sleep(RESTART_SECONDS)
        self._stage.appliance.start()
        self._began = boot_ns()


@family(("nothing", 0), ("less_than_a_sound_server_takes", 4))
def an_alarm_is_heard_from_the_next_process_where_this_one_can_open(options, count):
    """The reserve is used up as well, so that only its end gives back what it needs for the speaker.

    Requirements: GUARD-3
    """
    with contextlib.closing(Watchdog()) as watchdog, Stage(
            options, without_service=True, choice="offline", env=watchdog.environment(WATCHDOG_SECONDS)) as stage:
        time.sleep(SETTLING_SECONDS)
        # A core file would lie in /.
        resource.prlimit(stage.appliance.pid, resource.RLIMIT_CORE, (0, 0))
        armed = stage.command("tryOut", afterSeconds=TRY_OUT_SECONDS)
        leave(stage.appliance.pid, count)
        manager, due = Manager(stage, watchdog), armed + TRY_OUT_SECONDS * SECOND
        within = WATCHDOG_SECONDS + RESTART_SECONDS + RESUME_SECONDS

        def heard():
            manager.attend()
            return stage.heard(armed).first_audible_ns()
        at = stage._wait_until(heard, TRY_OUT_SECONDS + within + 1, "the alarm")
        stage._in_time("due_to_sound", due, at, within)
        if len(manager.restarts) != 1 or not due - SECOND < manager.restarts[0] < at:
            raise Unexpected(f"it should be restarted once, for its ring at {due}: {manager.restarts}; heard at {at}")
        kinds = [entry["kind"] for entry in stage.night() if entry["kind"] in ("ring", "resumed", "missed")]
        if kinds != ["ring", "resumed", "ring"]:
            raise Unexpected(f"one ring, taken up again, was expected in the night log: {kinds}")
        stage.falls_silent(stage.press("stop"), within=0.5, name="stop_to_silence")
        if "sound" in stage.status()["attention"]:
            raise Unexpected("the light asks for attention after the ring")
    return stage.measured
