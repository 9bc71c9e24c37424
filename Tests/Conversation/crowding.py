"""File descriptors used up (RLIMIT_NOFILE): the alarm is heard all the same (SOUND-2)."""

import contextlib
import pathlib
import resource
import time

from registry import scenario
from stage import SECOND, Stage, Unexpected

TRY_OUT_SECONDS = 8


def open_descriptors(pid):
    return [int(path.name) for path in pathlib.Path(f"/proc/{pid}/fd").iterdir()]


@scenario
def an_alarm_rings_though_clients_have_all_descriptors(options):
    with Stage(options, without_service=True) as stage, contextlib.ExitStack() as clients:
        # The card that was tried at the start is closed by then.
        time.sleep(6)
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
