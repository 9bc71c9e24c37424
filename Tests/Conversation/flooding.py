"""A service that never stops: the loop still answers its buttons, its socket and its watchdog (GUARD-3, GUARD-6)."""

import contextlib
import time

from pulse_rig import boot_ns
from registry import family
from stage import SECOND, Late, Stage, Unexpected, milliseconds, standstill, tone
from watchdog import Watchdog

ANSWER_MS = 200
SILENCE_SECONDS = 0.3
WATCHDOG_SECONDS = 4
CALLS_PER_SECOND = 11_000
FLOOD_SECONDS = 6
# Reports that the appliance takes at once; with more it ends the conversation (`ReportBudget.burst`), and the flood.
BURST = 100


@family(("websocket", "websocket"), ("webrtc", "webrtc"))
def a_flood_of_tool_calls_over(options, transport):
    """The slowest answer to a client of the socket, Stop, and the watchdog, while the service calls `set_volume`.

    Requirements: GUARD-3, GUARD-6
    """
    with contextlib.closing(Watchdog()) as watchdog, Stage(
            options, turns=[tone(440, 20_000)], companion={"transport": transport},
            env=watchdog.environment(WATCHDOG_SECONDS)) as stage:
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
            raise Late(f"a client of the socket waited {slowest} ms, and {ANSWER_MS} are allowed")
        if gap > WATCHDOG_SECONDS * 1000:
            raise Late(f"the watchdog waited {gap} ms, and {WATCHDOG_SECONDS} s are allowed")
        stage.shows("the end of the conversation", line="disconnected")
        calls = stage.service_sees("flooded", within=FLOOD_SECONDS + 2)[0]["calls"]
        if calls <= BURST:
            raise Unexpected(f"the service made no more than {calls} calls: that is no flood")
    return stage.measured
