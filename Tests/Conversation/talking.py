"""Conversations that go well: TALK-1, TALK-2, TALK-3, TALK-4, TALK-7, TALK-9, TALK-10; SOUND-4."""

import os
import pathlib
import time

from pulse_rig import boot_ns
from registry import family, scenario
from stage import HEARD, SECOND, Late, Stage, Unexpected, milliseconds, tone

NO_PATH = {"peer": {"no_candidates": True}}  # neither UDP nor TCP: WebRTC cannot connect
ONLY_TCP = {"peer": {"tcp": "only"}}


@family(
    ("webrtc", "en", {}, "webrtc", 2), ("in_japanese", "ja", {}, "webrtc", 2), ("tcp", "en", ONLY_TCP, "webrtc", 4),
    # The appliance's own word comes first there.
    ("websocket", "en", NO_PATH, "websocket", 7),
    ("websocket_by_choice", "en", {}, "websocket", 2, {"transport": "websocket"}))
def speaks_first_hears_the_owner_and_answers(options, language, faults, transport, within, companion=None):
    """Requirements: TALK-1, TALK-3"""
    turns = [tone(440), tone(660, heard=HEARD)]
    with Stage(options, language, turns, faults, companion=companion) as stage:
        pressed = stage.press("start")
        stage.hears_sound(after=pressed, within=2)
        first = stage.hears_tone(440, after=pressed, within=within, name="start_to_companion")
        stage.shows("an open line", line="connected")
        carried = stage.service.control()["sessions"][0]["transport"]
        if carried != transport:
            raise Unexpected(f"it was carried by {carried}")
        quiet = stage.falls_silent(first, within=3)
        if milliseconds(first, quiet) < 1300:
            raise Unexpected(f"its first words lasted {milliseconds(first, quiet)} ms of 1500")
        spoke = stage.say()
        stage.service_sees("owner_speech", after=spoke)
        stage.hears_tone(660, after=spoke, within=8, name="owner_to_answer")
        stopped = stage.press("stop")
        stage.falls_silent(stopped, within=0.3, name="stop_to_silence")
        stage.ended("stopped")
        stage.service_sees("session_ended")
    return stage.measured


@scenario
def a_key_is_all_that_is_needed(options):
    with Stage(options, turns=[tone(440)], choice="automatic") as stage:
        pressed = stage.press("start")
        stage.companion_begins(440, after=pressed)
        stage.press("stop")
        stage.ended("stopped")
        code, text, errors = stage.appliance.cli("session", "stats", "--json")
        if code != 0 or "webrtc" not in text.lower():
            raise Unexpected(f"anicca session stats: {code}: {errors}{text[:300]}")
    return stage.measured


@scenario
def the_libraries_come_with_the_first_conversation(options):
    """Nothing that reads from the network is in an appliance that only rings."""
    # libopus comes with the sound server's client as well.
    late = {"libnice", "libssl", "libcrypto", "libsrtp2", "libusrsctp", "libcurl", "libwebsockets"}

    def loaded(stage):
        maps = pathlib.Path(f"/proc/{stage.appliance.process.pid}/maps").read_text().splitlines()
        return {os.path.basename(line.split(maxsplit=5)[5]).split(".")[0] for line in maps if "/" in line} & late

    with Stage(options, turns=[tone(440)]) as stage:
        if early := loaded(stage):
            raise Unexpected(f"loaded before any conversation: {sorted(early)}")
        stage.press("start")
        stage.shows("an open line", line="connected")
        if missing := late - loaded(stage):
            raise Unexpected(f"this test knows names that nobody loads: {sorted(missing)}")
        stage.press("stop")
        stage.ended("stopped")
    return stage.measured


@family(("webrtc", {}), ("websocket", NO_PATH))
def a_pause_on_purpose_is_left_to_the_companion(options, faults):
    """As between guided breaths: nobody talks into it, and nobody asks for the answer again."""
    breath = {"tone": {"hertz": 440, "milliseconds": 1500, "level_dbfs": -12, "rest_ms": 4500}}
    with Stage(options, turns=[breath, tone(660)], faults=faults) as stage:
        pressed = stage.press("start")
        first = stage.hears_tone(440, after=pressed, within=8, name="start_to_companion")
        quiet = stage.falls_silent(first, within=3)
        stage.stays_silent(quiet + SECOND // 5, 3.8)
        stage.hears_tone(440, after=quiet + 4 * SECOND, within=2)
        asked = stage.service.log("received:response.create")
        if len(asked) != 1:
            raise Unexpected(f"it was asked to speak {len(asked)} times")
        stage.press("stop")
        stage.ended("stopped")
    return stage.measured


@family(("webrtc", {}), ("websocket", NO_PATH))
def a_voice_interrupts_the_companion(options, faults):
    """Requirements: TALK-2, SOUND-3"""
    with Stage(options, turns=[tone(440, 15_000), tone(660, heard=HEARD)], faults=faults) as stage:
        pressed = stage.press("start")
        first = stage.hears_tone(440, after=pressed, within=8, name="start_to_companion")
        time.sleep(1)
        spoke = stage.say(waits=False)
        silent = stage.falls_silent(spoke, within=1.5, name="voice_to_silence")
        detected = stage.service_sees("owner_speech", after=spoke)[0]["boot_ns"]
        stage.measured["detected_to_silence"] = milliseconds(detected, silent)
        stage.hears_tone(660, after=silent, within=8, name="to_answer")
        if stage.heard(silent + SECOND // 20).tone(440):
            raise Unexpected("the rest of what was interrupted came later")
        # The service knows how much of its sentence was heard.
        cut = stage.service_sees("sent:conversation.item.truncated")[0]["audio_end_ms"]
        stage.measured["cut_minus_heard"] = cut - milliseconds(first, silent)
        stage.lasted(f"were cut at {cut} ms", first, silent, cut, tolerance=400)
    return stage.measured


@scenario
def a_habit_set_in_the_conversation_is_set(options):
    """Requirements: TALK-9"""
    turns = [tone(440, 500), {"tools": [{"name": "set_habit", "arguments": {"habit": "wake", "time": "05:35"}}],
                              "then": "Lilac tortoise.", "heard": HEARD}]
    with Stage(options, turns=turns) as stage:
        pressed = stage.press("start")
        first = stage.companion_begins(440, after=pressed)
        quiet = stage.falls_silent(first, within=2)
        spoke = stage.say("Set my alarm to five thirty five.")
        sent = stage.service_sees("sent:response.function_call_arguments.done", within=8, after=spoke)[0]["boot_ns"]
        output = stage.service_sees("received:conversation.item.create", after=spoke)[0]
        stage.measured["tool_answered"] = milliseconds(sent, output["boot_ns"])
        asked = stage.service_sees("received:response.create", after=output["boot_ns"])[0]["boot_ns"]
        stage.measured["response_asked"] = milliseconds(output["boot_ns"], asked)
        if stage.measured["response_asked"] > 500:
            raise Late(f"the confirmation was asked for {stage.measured['response_asked']} ms after the output")
        if "05:35" not in output["event"]["item"]["output"]:
            raise Unexpected(f"the tool was answered by {output['event']['item']}")
        stage.hears_sound(after=max(quiet, sent), within=2, name="confirmed_by_voice")
        code, text, _ = stage.appliance.cli("status", "--json")
        if code != 0 or '"05:35' not in text:
            raise Unexpected(f"status says {text[:400]}")
    return stage.measured


@scenario
def a_tool_call_without_sense_changes_nothing_and_leaves_no_trace(options):
    """Its arguments are the owner's words, more or less.

    Requirements: TALK-9, GUARD-1
    """
    turns = [tone(440, 500, tools=[
        {"name": "set_habit", "arguments": {"habit": "crimson_walrus", "time": "early, said the walrus"}},
        {"name": "burn_toast", "arguments": "{ not even JSON, marmalade"}], then="{output}")]
    with Stage(options, turns=turns, words=["crimson_walrus", "said the walrus", "marmalade"]) as stage:
        before = stage.status()["profile"]
        pressed = stage.press("start")
        first = stage.companion_begins(440, after=pressed)
        answers = stage.service_sees("received:conversation.item.create", count=2, after=pressed)
        for answer in answers:
            output = answer["event"]["item"]["output"].replace(" ", "")
            if '"ok":false' not in output and '"error"' not in output:
                raise Unexpected(f"it was answered by {answer['event']['item']}")
        stage.hears_sound(after=first + 7 * SECOND // 10, within=4, name="refused_by_voice")
        # One answer to both.
        stage.service_sees("received:response.create", count=2)
        time.sleep(1)
        if len(stage.service.log("received:response.create")) != 2:
            raise Unexpected("each call's output was answered by a response of its own")
        if stage.status()["profile"] != before:
            raise Unexpected("the profile was changed")
        code, _, errors = stage.appliance.cli("replay")
        if code != 0:
            raise Unexpected(f"the recorded night does not replay: {errors}")
    return stage.measured


@scenario
def a_goodbye_is_heard_to_its_end(options):
    """Requirements: TALK-4"""
    turns = [tone(440, 2500, tools=[{"name": "end_conversation", "arguments": {}}])]
    with Stage(options, turns=turns) as stage:
        pressed = stage.press("start")
        first = stage.companion_begins(440, after=pressed)
        quiet = stage.falls_silent(first, within=4)
        stage.lasted("were heard", first, quiet, 2500, tolerance=200)
        stage.was_heard_to_its_end(quiet, 2500, after=pressed, tolerance=100)
        stage.ended("goodbye")
        stage.measured["silence_to_end"] = milliseconds(quiet, boot_ns())
        stage.service_sees("session_ended")
        if len(stage.service.log("received:response.create")) != 1:
            raise Unexpected("the goodbye was answered by another response")
        stage.stays_silent(quiet + SECOND // 10, 1)
    return stage.measured


@family(("twenty_seconds", 20, None), ("three_seconds_where_the_owner_wants_it", 3, {"silence_seconds": 3}))
def it_ends_by_silence_after(options, seconds, companion):
    """Counted from the last sample played.

    Requirements: TALK-4
    """
    with Stage(options, turns=[tone(440)], companion=companion) as stage:
        pressed = stage.press("start")
        quiet = stage.falls_silent(stage.companion_begins(440, after=pressed), within=3)
        time.sleep(max(0.0, seconds - 1 - (boot_ns() - quiet) / SECOND))
        stage.shows("an open line until then", within=0.2, line="connected")
        stage.shows("the end", within=3, line="disconnected", lastConversationEnd="silence")
        stage.measured["silence_to_end"] = milliseconds(quiet, boot_ns())
        over = stage.measured["silence_to_end"] - seconds * 1000
        if not -500 <= over <= 1500:
            # To hang up on the owner too early is no lateness.
            error = Late if over > 0 else Unexpected
            raise error(f"it ended {stage.measured['silence_to_end']} ms after the last sample")
        stage.ended("silence")
        stage.service_sees("session_ended")
    return stage.measured


@scenario
def strange_events_do_not_disturb(options):
    """Broken JSON and a huge event of an unknown kind.

    Requirements: TALK-2, GUARD-6
    """
    faults = {"session": {"garbage_event": True, "huge_event_bytes": 300_000}}
    with Stage(options, turns=[tone(440), tone(660, heard=HEARD)], faults=faults) as stage:
        pressed = stage.press("start")
        stage.falls_silent(stage.hears_tone(440, after=pressed, within=3, name="start_to_companion"), within=3)
        spoke = stage.say()
        stage.hears_tone(660, after=spoke, within=8, name="owner_to_answer")
        stage.shows("an open line", line="connected")
    return stage.measured


@scenario
def a_second_trigger_joins(options):
    """Requirements: TALK-7, TALK-10"""
    with Stage(options, turns=[tone(440, 6000), tone(880)]) as stage:
        code, _, errors = stage.appliance.cli("talk")
        if code != 0:
            raise Unexpected(f"anicca talk: {code}: {errors}")
        pressed = boot_ns()
        first = stage.companion_begins(440, after=pressed)
        time.sleep(1)
        stage.press("start")
        stage.appliance.cli("talk")
        quiet = stage.falls_silent(first + SECOND, within=6)
        stage.lasted("were heard", first, quiet, 6000, tolerance=400)
        stage.was_heard_to_its_end(quiet, 6000, after=pressed, tolerance=300)
        if len(stage.service.log("offer")) != 1 or len(stage.service.log("received:response.create")) != 1:
            raise Unexpected("there was another conversation, or another response")
        stage.press("stop")
        stage.ended("stopped")
    return stage.measured


@scenario
def a_service_that_does_not_answer_the_owner_is_asked_to(options):
    faults = {"session": {"no_own_answer": True}}
    with Stage(options, turns=[tone(440), tone(660, heard=HEARD)], faults=faults) as stage:
        pressed = stage.press("start")
        stage.falls_silent(stage.companion_begins(440, after=pressed), within=3)
        stage.say()
        ended = stage.service_sees("sent:input_audio_buffer.speech_stopped", after=pressed)[0]["boot_ns"]
        stage.hears_tone(660, after=ended, within=6, name="owner_to_answer")
        stage.service_sees("received:response.create", count=2)
    return stage.measured


@family(("webrtc", {}), ("websocket", NO_PATH))
def a_muted_microphone_is_not_on_the_line(options, faults):
    """Requirements: SOUND-4"""
    with Stage(options, turns=[tone(440), tone(660, heard=HEARD)], faults=faults) as stage:
        stage.command("mute", isMuted=True)
        pressed = stage.press("start")
        stage.falls_silent(stage.hears_tone(440, after=pressed, within=8, name="start_to_companion"), within=3)
        spoke = stage.say()
        time.sleep(1)
        if stage.service.log("owner_speech", after=pressed):
            raise Unexpected("the service heard a muted microphone")
        stage.command("mute", isMuted=False)
        time.sleep(0.3)
        stage.say()
        stage.hears_tone(660, after=spoke, within=15, name="after_unmuting")
    return stage.measured
