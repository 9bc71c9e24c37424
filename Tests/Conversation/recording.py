"""Recordings of talks, from the microphone to the exported file: GUARD-1, SAFE-3."""

import json
import time

import hearing
import recorded
from pulse_rig import boot_ns
from registry import family, scenario
from stage import HEARD, OWNER, SECOND, Late, Stage, Unexpected, tone

NO_PATH = {"peer": {"no_candidates": True}}


def run(stage, *arguments, code=0):
    got, output, errors = stage.appliance.cli("recordings", *arguments)
    if got != code:
        raise Unexpected(f"recordings {' '.join(arguments)}: {got}: {errors}{output}")
    return output


def listed(stage):
    return json.loads(run(stage, "list", "--json"))


def record(stage):
    run(stage, "on", "--keep", "7")
    if stage.status()["settings"]["recordings"] != {"isTold": False, "keepDays": 7}:
        raise Unexpected(f"status says {stage.status()['settings']}")


def exported(stage, number):
    path = stage.folder / f"{number}.opus"
    run(stage, "export", str(number), str(path))
    if path.stat().st_mode & 0o077:
        raise Unexpected("others can read the exported file")
    run(stage, "export", str(number), str(path), code=73)
    return recorded.voices(path)


@family(("webrtc", {}), ("websocket", NO_PATH))
def both_voices_of_a_talk_are_recorded(options, faults):
    """Requirements: GUARD-1"""
    with Stage(options, turns=[tone(440, 2000), tone(660, 1500, heard=HEARD)], faults=faults) as stage:
        record(stage)
        pressed = stage.press("start")
        # The first talk begins with a word about it.
        first = stage.hears_tone(440, after=pressed, within=15)
        stage.falls_silent(first, within=4)
        spoke = stage.say()
        second = stage.hears_tone(660, after=spoke, within=10)
        stage.falls_silent(second, within=4)
        stage.press("stop")
        stage.ended("stopped")
        stage._wait_until(lambda: [r["state"] for r in listed(stage)] == ["whole"], 3, "a recording with its end")
        owner, companion = exported(stage, 1)
        begins = {hertz: recorded.tone_seconds(companion, hertz) for hertz in (440, 660)}
        if None in begins.values():
            raise Unexpected(f"the companion is not in it: {begins}")
        if recorded.tone_seconds(owner, 440) or recorded.tone_seconds(owner, 660):
            raise Unexpected("the companion is on the owner's side")
        text = hearing.reference(OWNER["en"], "en")
        voice = hearing.find(text, hearing.resampled(owner.astype(float), 48000, hearing.COARSE))
        began = recorded.loud_seconds(owner)
        if began is None or voice.share < 0.3:
            raise Unexpected(f"the owner is not in it: {began}, {voice.share:.2f} of the words")
        stage.measured["words"] = round(100 * voice.share)
        # Both sides are in step, as they were in the room.
        for name, was, file in (
                ("step_to_owner", spoke - first, began - begins[440][0]),
                ("step_to_answer", second - first, begins[660][0] - begins[440][0])):
            stage.measured[name] = round(1000 * file - was / 1_000_000)
            if abs(stage.measured[name]) > 350:
                raise Unexpected(f"{name}: off by {stage.measured[name]} ms")
        # It is heard again from the speaker, until an alarm is due.
        played = boot_ns()
        run(stage, "play", "1")
        stage.hears_tone(440, after=played, within=5)
        due = stage.command("tryOut", afterSeconds=1)
        stage.shows("the ring", within=4, activity="ringing")
        run(stage, "play", "1", code=75)
        stage.press("stop")
        stage.falls_silent(due + 2 * SECOND, within=4)
        run(stage, "delete", "1")
        if listed(stage):
            raise Unexpected("a deleted recording is listed")
        run(stage, "off")
    return stage.measured


@scenario
def a_recording_survives_a_power_cut_up_to_its_last_second(options):
    """Requirements: GUARD-1"""
    with Stage(options, turns=[tone(440, 20_000)]) as stage:
        record(stage)
        pressed = stage.press("start")
        first = stage.hears_tone(440, after=pressed, within=15)
        time.sleep(6)
        stage.appliance.kill()
        cut = boot_ns()
        # Without an appliance, too.
        recordings = listed(stage)
        if [r["state"] for r in recordings] != ["cut_short"]:
            raise Unexpected(f"after the cut there is {recordings}")
        _, companion = exported(stage, 1)
        heard = recorded.tone_seconds(companion, 440)
        lost = (cut - first) / SECOND - (heard[1] - heard[0])
        stage.measured["lost"] = round(1000 * lost)
        if lost > 1.7:
            raise Late(f"the last {lost:.1f} s are lost")
        stage.appliance.start()
        if listed(stage) != recordings:
            raise Unexpected("the next start changed it")
        code, _, errors = stage.appliance.cli("reset", "--yes")
        if code != 0 or (stage.appliance.state / "recordings").exists() or listed(stage):
            raise Unexpected(f"reset left recordings: {errors}")
        if (stage.appliance.state / "recordings.key").exists():
            raise Unexpected("reset left their key")
    return stage.measured


@scenario
def nothing_is_kept_of_a_talk_with_an_owner_at_risk(options):
    """Requirements: GUARD-1, SAFE-3"""
    words = "I want to kill myself."
    with Stage(options, turns=[tone(440), tone(660, heard=words)], words=[words]) as stage:
        record(stage)
        pressed = stage.press("start")
        stage.falls_silent(stage.hears_tone(440, after=pressed, within=15), within=4)
        if len(listed(stage)) != 1:
            raise Unexpected("the talk is not recorded")
        stage.say()
        stage._wait_until(lambda: not listed(stage), 10, "an empty list of recordings")
        stage.press("stop")
        time.sleep(1)
        if list((stage.appliance.state / "recordings").iterdir()):
            raise Unexpected("something of it is left")
    return stage.measured
