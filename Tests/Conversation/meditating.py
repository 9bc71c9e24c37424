"""A meditation in a live talk: the device leads it alone, and the call stays open, muted in both directions.

Requirements: MIND-5
"""

import time

from registry import scenario
from stage import SECOND, Stage, Unexpected, tone

HEARD = "Let us meditate."
MEDITATE = {"heard": HEARD, "tools": [{"name": "start_meditation", "arguments": {"minutes": "3"}}]}


@scenario
def a_meditation_keeps_the_call_and_asks_nothing_of_it(options):
    with Stage(options, turns=[tone(440, 800), MEDITATE, tone(880, 800)]) as stage:
        pressed = stage.press("start")
        stage.falls_silent(stage.companion_begins(440, after=pressed), within=3)
        spoke = stage.say(HEARD)
        called = stage.service_sees("received:conversation.item.create", within=8, after=spoke)[0]["boot_ns"]
        responses = len(stage.service.log("received:response.create"))
        stage.hears_sound(after=called + 4 * SECOND, within=8, name="call_to_meditation")
        # The owner speaks into it, and nobody hears them.
        aloud = stage.say("Are you still there?")
        time.sleep(2)
        for is_paused in (True, False):
            stage.press("start")
            stage.shows_meditation(is_paused)
        time.sleep(4)
        stage.shows("an open line", line="connected")
        if heard := stage.service.log("owner_speech", after=aloud):
            raise Unexpected(f"the service heard the owner in the meditation: {heard[0]}")
        asked = stage.service.log("received:response.create")[responses:]
        if asked or stage.service.log("sent:response.created", after=called):
            raise Unexpected(f"something was asked of the service in the meditation: {asked}")
        stopped = stage.press("stop")
        stage.service_sees("session_ended", within=4, after=stopped)
        stage.ended("stopped")
    return stage.measured
