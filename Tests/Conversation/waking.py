"""Conversations that begin with an alarm: ALARM-5, ALARM-12, ALARM-14; TALK-5 at wake time.

Requirements: ALARM-12, TALK-5
"""

import time

from phrases import OFFLINE
from registry import family, scenario
from stage import HEARD, SECOND, Stage, Unexpected, tone


def nothing_metered(stage):
    for kind in ("received:response.create", "received:input_audio_buffer.append", "owner_speech", "sent:response.created"):
        if found := stage.service.log(kind):
            raise Unexpected(f"before Start, or without it: {found[0]}")


@scenario
def a_ring_prepares_the_line_and_start_is_heard_at_once(options):
    with Stage(options, turns=[tone(440, 2000), tone(660)]) as stage:
        stage.ring()
        stage.service_sees("sent:session.updated", within=5)
        stage.say("I am not talking to you yet.")
        time.sleep(0.5)
        nothing_metered(stage)
        pressed = stage.press("start")
        stage.hears_tone(440, after=pressed, within=1, name="start_to_companion")
        stage.shows("an open line", line="connected")
        created = stage.service.log("received:response.create")
        if len(created) != 1 or created[0]["boot_ns"] < pressed:
            raise Unexpected(f"one response after Start was expected: {created}")
        if len(stage.service.log("offer")) != 1:
            raise Unexpected("the prepared line was not used")
        kinds = [entry["kind"] for entry in stage.night()]
        if "ring" not in kinds or "conversation" not in kinds:
            raise Unexpected(f"the night log has {kinds}")
    return stage.measured


@scenario
def a_dismissed_ring_closes_what_was_prepared(options):
    with Stage(options, turns=[tone(440)]) as stage:
        stage.ring()
        stage.service_sees("sent:session.updated", within=5)
        stopped = stage.press("stop")
        stage.service_sees("session_ended", after=stopped)
        nothing_metered(stage)
        if [entry for entry in stage.night() if entry["kind"] == "conversation"]:
            raise Unexpected("the night log tells of a conversation")
    return stage.measured


@scenario
def an_unanswered_ring_closes_what_was_prepared(options):
    with Stage(options, turns=[tone(440)]) as stage:
        code, _, errors = stage.appliance.cli("habit", "set", "wake", "--at", "12:00", "--follow-ups", "0")
        if code != 0:
            raise Unexpected(f"habit set: {errors}")
        stage.ring()
        stage.service_sees("sent:session.updated", within=5)
        stage.service_sees("session_ended", within=40)
        nothing_metered(stage)
    return stage.measured


@scenario
def a_ring_whose_line_fails_is_still_answered_by_a_voice(options):
    with Stage(options, faults={"client_secrets": {"status": 503}}) as stage:
        stage.ring()
        pressed = stage.press("start")
        stage.hears_phrase("provider", after=pressed, within=2)
        stage.hears_phrase("wake_asks", after=pressed, within=12, known=OFFLINE)
        stage.press("stop")
        stage.ended("stopped")
    return stage.measured


@family(("english", "en"), ("japanese", "ja"))
def a_ring_whose_line_hangs_is_still_answered_by_a_voice_in(options, language):
    with Stage(options, language, faults={"client_secrets": {"hang": True}}) as stage:
        stage.ring()
        pressed = stage.press("start")
        stage.hears_phrase("one_moment_wake", after=pressed, within=2)
        stage.hears_phrase("network", after=pressed, within=12)
        stage.press("stop")
        stage.ended("stopped")
    return stage.measured


@scenario
def a_habit_due_while_the_owner_talks_is_handed_over(options):
    """Requirements: ALARM-5"""
    turns = [tone(440, 800), tone(660, 800, heard=HEARD), tone(880, 800)]
    with Stage(options, turns=turns) as stage:
        pressed = stage.press("start")
        stage.falls_silent(stage.companion_begins(440, after=pressed), within=3)
        spoke = stage.say()
        stage.falls_silent(stage.hears_tone(660, after=spoke, within=8, name="owner_to_answer"), within=3)
        before = stage.service.log("received:session.update")[-1]["event"]["session"]["instructions"]
        set_at = stage.command("tryOut", afterSeconds=2)
        stage.hears_tone(880, after=set_at, within=6, name="due_to_companion")
        updates = stage.service.log("received:session.update", after=set_at)
        if not updates or updates[-1]["event"]["session"]["instructions"] == before:
            raise Unexpected("the companion was not handed the habit's instructions")
        # What was said before its time answers nothing: the next word does.
        kinds = [entry["kind"] for entry in stage.night()]
        if "ring" in kinds or "answered" in kinds:
            raise Unexpected(f"it should neither ring nor be answered yet: {kinds}")
        stage.say()
        until = time.monotonic() + 6
        while time.monotonic() < until and "answered" not in kinds:
            time.sleep(0.2)
            kinds = [entry["kind"] for entry in stage.night()]
        if "ring" in kinds or "answered" not in kinds:
            raise Unexpected(f"it should be answered without a ring: {kinds}")
    return stage.measured


@scenario
def who_was_not_heard_in_the_conversation_is_called_again(options):
    """The wake guard (ALARM-14): the companion's own voice is nobody's.

    Requirements: ALARM-14
    """
    with Stage(options, turns=[tone(440)]) as stage:
        code, _, errors = stage.appliance.cli(
            "habit", "set", "wake", "--at", "12:00", "--follow-ups", "3", "--follow-up-interval", "30s")
        if code != 0:
            raise Unexpected(f"habit set: {errors}")
        stage.ring()
        stage.service_sees("sent:session.updated", within=5)
        pressed = stage.press("start")
        quiet = stage.falls_silent(stage.companion_begins(440, after=pressed), within=3)
        stage.shows("the end", within=24, lastConversationEnd="silence")
        stage.hears_sound(after=quiet + 20 * SECOND, within=32, name="rings_again")
        kinds = [entry["kind"] for entry in stage.night()]
        if "still_asleep" not in kinds or "answered" in kinds or kinds.count("ring") != 2:
            raise Unexpected(f"the night log has {kinds}")
        stage.press("stop")
    return stage.measured
