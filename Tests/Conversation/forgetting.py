"""What is forgotten is in no file any more, in any encoding, sealed or not; also where it happens in the middle of a talk
or while a summary is awaited (M-9).

Requirements: MIND-3, GUARD-1
"""

import time

from memories import (DOG, DOG_ITEM, DOG_QUOTE, DOG_TEXT, REMEMBER_DOG, begins, is_closed, is_gone, keys, memory,
                      outputs, remembering, remembers, stops, summary, traces)
from registry import family, scenario
from stage import SECOND, Unexpected, tone

TALK = [tone(440, 500), {"heard": DOG, "tools": [REMEMBER_DOG], "then": "Lilac tortoise."}]


def keeps_the_dog(stage):
    """A talk in which the dog is kept, without its end; the keys by then."""
    begins(stage, 440)
    spoke = stage.say()
    answer = outputs(stage, after=spoke)[0]
    if not answer.get("ok"):
        raise Unexpected(f"the tool was answered by {answer}")
    stage.falls_silent(stage.hears_sound(after=spoke + 2 * SECOND, within=6, name="answered"), within=4)
    known = keys(stage)
    if not traces(stage, known).of(DOG_QUOTE):
        raise Unexpected("this test finds nothing where something is")
    return known


@family(("by_number", ["forget", "1"], True), ("by_what_it_is_about", ["forget", "--about", "Momo"], True),
        ("with_the_appliance_off", ["forget", "1"], False))
def what_is_forgotten_is_in_no_file(options, words, is_running):
    """After talks that kept it, told it to a companion, and wrote of it in the day's summary."""
    good = summary(day=["Spoke of Momo, a dachshund"])
    with remembering(options, [*TALK, tone(550, 500)], [good], words=["Spoke of Momo"]) as stage:
        known = keeps_the_dog(stage)
        is_closed(stage, stops(stage), within=3)
        begins(stage, 550)
        stops(stage)
        held = traces(stage, known)
        if not held.of("Spoke of Momo") or not held.of(f"- {DOG_TEXT}"):
            raise Unexpected("the day's summary, or what was told, is not where this test looks")
        if not is_running:
            stage.appliance.stop()
        memory(stage, *words)
        is_gone(stage, known, DOG_TEXT, DOG_QUOTE, DOG, *(["Momo"] if "--about" in words else []))
        remembers(stage)
        if not is_running:
            stage.appliance.start()
    return stage.measured


@scenario
def what_is_forgotten_while_a_summary_is_awaited_is_not_brought_back(options):
    late = summary(DOG_ITEM, day=["Spoke of Momo, a dachshund"], delay_ms=3000)
    with remembering(options, TALK, [late], words=["Spoke of Momo"]) as stage:
        known = keeps_the_dog(stage)
        stopped = stops(stage)
        memory(stage, "forget", "--about", "Momo")
        is_closed(stage, stopped, within=6)
        time.sleep(0.3)
        remembers(stage)
        is_gone(stage, known, DOG_TEXT, DOG_QUOTE, "Momo")
    return stage.measured


@scenario
def a_wipe_during_a_talk_leaves_nothing_of_it(options):
    """Neither what was kept before, nor what is said after it in the same talk."""
    turns = [*TALK, {"heard": DOG, "tools": [REMEMBER_DOG], "then": "Crimson kettle."}]
    with remembering(options, turns, [summary(DOG_ITEM, day=["Spoke of Momo, a dachshund"])]) as stage:
        memory(stage, "add", "--slot", "sister", "Sister Imke grows beans")
        known = keeps_the_dog(stage)
        memory(stage, "wipe", "--yes")
        if (stage.appliance.state / "vault.key").exists():
            raise Unexpected("the key is still there")
        is_gone(stage, known, DOG_TEXT, DOG_QUOTE, "Imke")
        spoke = stage.say()
        answer = outputs(stage, after=spoke)[0]
        if answer.get("ok") is not False:
            raise Unexpected(f"after the wipe the tool was answered by {answer}")
        is_closed(stage, stops(stage), within=3)
        remembers(stage)
        is_gone(stage, known, DOG_TEXT, DOG_QUOTE, "Imke")
        # The owner's consent stands: the next talk is remembered.
        memory(stage, "add", "--slot", "sister", "Sister Imke grows beans")
        remembers(stage, "Sister Imke grows beans")
    return stage.measured


@scenario
def what_is_forgotten_by_voice_is_in_no_file(options):
    """Requirements: TALK-9"""
    turns = [*TALK, {"heard": "Forget my dog Momo, please.",
                     "tools": [{"name": "forget", "arguments": {"query": "my dog Momo"}}], "then": "Crimson kettle."}]
    with remembering(options, turns, [summary(DOG_ITEM)]) as stage:
        known = keeps_the_dog(stage)
        spoke = stage.say()
        answer = outputs(stage, after=spoke)[0]
        if answer.get("forgotten") != 1:
            raise Unexpected(f"the tool was answered by {answer}")
        is_closed(stage, stops(stage), within=3)
        remembers(stage)
        is_gone(stage, known, DOG_TEXT, DOG_QUOTE, DOG)
    return stage.measured
