"""An owner who agreed to a memory: what they say at bedtime comes back in the morning, and once more in the evening.

Requirements: MIND-1, MIND-3
"""

import datetime
import json
import time

from memories import (DOG, DOG_QUOTE, DOG_TEXT, INTENTION, REMEMBER_DOG, WINDOW, asked_for_summary, begins,
                      instructions, is_closed, keys, memory, outputs, remembered, remembering, remembers, rows, stops)
from pulse_rig import boot_ns
from registry import family, scenario
from stage import SECOND, Late, Unexpected, tone

BEDTIME = [tone(440, 500), {"heard": WINDOW, "tools": [INTENTION], "then": "Lilac tortoise."}]
# The other end of a wake habit that is set for a minute near enough to be waited for.
LEAD_SECONDS = 45


def sets_wake(stage, at_least_seconds):
    """Wakes the owner today, so many seconds from now or up to a minute later. Returns the instant."""
    now = datetime.datetime.now(datetime.timezone.utc)
    at = (now + datetime.timedelta(seconds=at_least_seconds + 59)).replace(second=0, microsecond=0)
    local = at + datetime.timedelta(hours=stage.local_hours)
    code, _, errors = stage.appliance.cli("habit", "set", "wake", "--at", f"{local:%H:%M}")
    if code != 0:
        raise Unexpected(f"habit set: {code}: {errors}")
    return at


def says_the_intention(stage):
    """The bedtime talk, up to the tool's answer, and Stop."""
    began = begins(stage, 440, "bedtime")
    if WINDOW in instructions(stage, began):
        raise Unexpected("the companion was told what nobody had said yet")
    spoke = stage.say()
    answer = outputs(stage, after=spoke)[0]
    if not answer.get("ok") or answer.get("kept") != [WINDOW]:
        raise Unexpected(f"the tool was answered by {answer}")
    stage.hears_sound(after=spoke + 2 * SECOND, within=6, name="said_back")
    stopped = stops(stage)
    is_closed(stage, stopped, within=3)


@family(("by_command", False), ("when_its_alarm_rings", True))
def what_is_said_at_bedtime_begins_the_morning(options, is_rung):
    """And the next evening asks about it once (R-5, R-6).

    Requirements: MIND-1, MIND-3
    """
    turns = [*BEDTIME, tone(550, 500), tone(660, 500), tone(880, 500)]
    with remembering(options, turns) as stage:
        due = sets_wake(stage, LEAD_SECONDS if is_rung else 1200)
        says_the_intention(stage)
        item = remembered(stage)[0]
        told = {name: item[name] for name in ("kind", "text", "quote", "status")}
        if told != {"kind": "intention", "text": WINDOW, "quote": WINDOW, "status": "active"}:
            raise Unexpected(f"it is remembered as {told}")
        if is_rung:
            left = (due - datetime.datetime.now(datetime.timezone.utc)).total_seconds()
            stage.shows("ringing", within=left + 5, activity="ringing")
            pressed = stage.press("start")
            stage.companion_begins(550, after=pressed)
            morning = instructions(stage)
            stops(stage)
        else:
            morning = instructions(stage, begins(stage, 550, "wake"))
            stops(stage)
        if WINDOW not in morning.splitlines()[0]:
            raise Unexpected(f"the morning begins with {morning.splitlines()[0]!r}")
        for evening, hertz in (("first", 660), ("second", 880)):
            began = begins(stage, hertz, "bedtime")
            asks = "Ask once, early" in instructions(stage, began)
            if asks != (evening == "first"):
                raise Unexpected(f"in the {evening} talk of the evening it is asked about: {asks}")
            stops(stage)
        sent = json.loads(memory(stage, "sent", "--json"))
        if sum(any(WINDOW in line for line in talk["lines"]) for talk in sent) < 2:
            raise Unexpected(f"what left the device is told as {sent}")
        kept = next(one for one in json.loads(memory(stage, "list", "--json")) if one["kind"] == "intention")
        why = json.loads(memory(stage, "why", str(kept["id"]), "--json"))
        # The wake message, which a voice reads, has the act alone.
        told = [talk["talk"] for talk in sent if any("open the window and breathe" in line for line in talk["lines"])]
        if [talk["talk"] for talk in why["toldIn"]] != told or "lines" in why["toldIn"][0]:
            raise Unexpected(f"it was told in the talks {told}, and why says {why['toldIn']}")
    return stage.measured


@scenario
def the_ring_says_the_wake_message_in_the_companions_voice(options):
    """It is read after the talk at bedtime, at the second try because the first said something else; sealed until the
    ring, heard in it, and destroyed after it.

    Requirements: MIND-4
    """
    words = "Stand up, feet on the floor. For today you chose: open the window and breathe."
    readings = [{"say": "Good morning!"},
                {"say": words, "tone": {"hertz": 1000, "milliseconds": 3000, "level_dbfs": -20}}]
    with remembering(options, BEDTIME, readings=readings, words=["open the window"]) as stage:
        folder = stage.folder / "state" / "wake-voice"
        sets_wake(stage, 1200)
        says_the_intention(stage)
        ended = time.monotonic()
        while not folder.is_dir() or not list(folder.glob("*.reading")):
            if time.monotonic() > ended + 20:
                raise Late("the wake message is not ready 20 s after the talk")
            time.sleep(0.05)
        stage.measured["talk_to_wake_message_ms"] = round((time.monotonic() - ended) * 1000)
        asked = [entry["event"]["response"] for entry in stage.service.log("received:response.create")
                 if entry["event"].get("response", {}).get("output_modalities") == ["audio"]]
        if [response["input"][0]["content"][0]["text"] for response in asked] != [words] * 2:
            raise Unexpected(f"the service was asked to read {asked}")
        sent = json.loads(memory(stage, "sent", "--json"))
        if sum(talk["lines"] == [words] for talk in sent) != 1:
            raise Unexpected(f"what left the device is told as {sent}")
        due = sets_wake(stage, 1)
        left = (due - datetime.datetime.now(datetime.timezone.utc)).total_seconds()
        stage.shows("ringing", within=left + 5, activity="ringing")
        time.sleep(15)
        stage.hears_tone(1000, after=boot_ns(), within=10)
        stage.falls_silent(stage.press("stop"), within=2)
        gone = time.monotonic() + 5
        while list(folder.glob("*")) or (folder.parent / "wake-voice.key").exists():
            if time.monotonic() > gone:
                raise Late("the wake message is still there 5 s after the ring")
            time.sleep(0.05)
    return stage.measured


@scenario
def who_asks_what_is_remembered_hears_it_and_nothing_else(options):
    """Requirements: MIND-3, TALK-9"""
    def reads(query):
        return {"heard": f"What do you remember about my {query}?",
                "tools": [{"name": "memory_read", "arguments": {"query": f"my {query}"}}], "then": "Lilac tortoise."}
    with remembering(options, [tone(440, 500), *2 * [reads("dog")], *2 * [reads("brother")]], words=["Brother Tom"]) as stage:
        memory(stage, "add", "--slot", "dog-name", DOG_TEXT)
        memory(stage, "add", "--slot", "sister", "Sister Imke grows beans")
        began = begins(stage, 440)
        if DOG_TEXT not in instructions(stage, began):
            raise Unexpected("a talk without a habit is not told what is remembered")
        # A film in the room must not have it read out: it has to be said twice (SAFE-6).
        for expected in (None, [DOG_TEXT], None, []):
            spoke = stage.say()
            answer = outputs(stage, after=spoke)[0]
            found = answer.get("remembered")
            if (None if found is None else [item["text"] for item in found]) != expected:
                raise Unexpected(f"the question was answered by {answer}")
            quiet = stage.hears_sound(after=spoke + 2 * SECOND, within=6, name="answered")
            stage.falls_silent(quiet, within=4)
        stops(stage)
    return stage.measured


@scenario
def what_is_off_the_record_is_not_kept_and_not_sent(options):
    turns = [tone(440, 500),
             {"heard": "This is off the record, please.", "tools": [{"name": "off_record", "arguments": {}}],
              "then": "Lilac tortoise."},
             {"heard": DOG, "tools": [REMEMBER_DOG], "then": "Crimson kettle."}]
    with remembering(options, turns) as stage:
        begins(stage, 440)
        for is_ok in (True, False):
            spoke = stage.say()
            answer = outputs(stage, after=spoke)[0]
            if answer.get("ok") is not is_ok:
                raise Unexpected(f"the tool was answered by {answer}")
            stage.falls_silent(stage.hears_sound(after=spoke + 2 * SECOND, within=6, name="answered"), within=4)
        stopped = stops(stage)
        is_closed(stage, stopped, within=2)
        if asked := asked_for_summary(stage, stopped):
            raise Unexpected(f"a talk of which nothing is on the record was to be summed up: {asked[0]}")
        remembers(stage)
    return stage.measured


@scenario
def while_paused_nothing_is_kept_or_told(options):
    """M-10: the rows are the same before and after a talk."""
    turns = [tone(440, 500), {"heard": "I play the cello.", "tools": [
        {"name": "remember", "arguments": {"slot": "cello", "text": "Plays the cello", "quote": "I play the cello"}}],
        "then": "Lilac tortoise."}]
    with remembering(options, turns, words=["Plays the cello"]) as stage:
        memory(stage, "add", "--slot", "dog-name", DOG_TEXT)
        memory(stage, "pause")
        before = rows(stage)
        began = begins(stage, 440)
        told = instructions(stage, began)
        if "Momo" in told or "# Memory" in told:
            raise Unexpected("a companion was told of the memory, which is paused")
        spoke = stage.say()
        # The tool is none that the companion was offered.
        answer = outputs(stage, after=spoke)[0]
        if "error" not in answer:
            raise Unexpected(f"the tool was answered by {answer}")
        stopped = stops(stage)
        is_closed(stage, stopped, within=2)
        if asked_for_summary(stage, stopped) or rows(stage) != before:
            raise Unexpected("something of the talk was kept")
        memory(stage, "resume")
        remembers(stage, DOG_TEXT)
    return stage.measured


@scenario
def the_key_changes_during_a_talk(options):
    """Requirements: GUARD-1"""
    turns = [tone(440, 500), {"heard": DOG, "tools": [REMEMBER_DOG], "then": "Lilac tortoise."}]
    with remembering(options, turns) as stage:
        memory(stage, "add", "--slot", "sister", "Sister Imke grows beans")
        before = keys(stage)
        begins(stage, 440)
        memory(stage, "rekey")
        if keys(stage) == before or len(keys(stage)) != 1:
            raise Unexpected("the key is the same, or the old one is still there")
        if not outputs(stage, after=stage.say())[0].get("ok"):
            raise Unexpected("nothing is kept any more")
        time.sleep(0.5)
        stops(stage)
        remembers(stage, "Sister Imke grows beans", DOG_TEXT)
        stage.appliance.stop()
        stage.appliance.start()
        remembers(stage, "Sister Imke grows beans", DOG_TEXT)
        if DOG_QUOTE not in memory(stage, "why", "2"):
            raise Unexpected("the words behind it are gone")
    return stage.measured
