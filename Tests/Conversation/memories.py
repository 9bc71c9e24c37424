"""What scenarios of the memory have in common: an owner who agreed to it, what they said, and what became of that."""

import contextlib
import json
import pathlib
import sqlite3
import sys

from pulse_rig import boot_ns
from stage import Stage, Unexpected

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Memory"))
from sealed_bytes import Traces, secrets  # noqa: E402

WINDOW = "When I wake up I open the window and breathe."
INTENTION = {
    "name": "save_intention",
    "arguments": {"habit": "wake", "words": WINDOW, "action": "open the window and breathe", "cue": "waking",
                  "cue_kind": "wake"}}
DOG = "My dog Momo is a dachshund."
REMEMBER_DOG = {
    "name": "remember",
    "arguments": {"slot": "dog-name", "text": "Has a dachshund named Momo", "quote": "My dog Momo is a dachshund"}}
DOG_TEXT, DOG_QUOTE = REMEMBER_DOG["arguments"]["text"], REMEMBER_DOG["arguments"]["quote"]
DOG_ITEM = {"kind": "person", **REMEMBER_DOG["arguments"]}


def summary(*items, day=(), **more):
    """A turn in which the service calls the summary's function."""
    return {"tools": [{"name": "save_summary", "arguments": {"items": list(items), "day": list(day)}}], **more}


@contextlib.contextmanager
def remembering(options, turns=(), out_of_band=(), mode="resume", words=(), readings=(), **more):
    """A stage whose owner has agreed that talks are remembered. No file may hold what was said."""
    script = {"out_of_band": list(out_of_band), "readings": list(readings)}
    said = [WINDOW, DOG, DOG_TEXT, DOG_QUOTE, "Momo", *words]
    with Stage(options, turns=turns, words=said, script=script, **more) as stage:
        memory(stage, mode)
        yield stage


def memory(stage, *words, text=""):
    """`anicca memory …`; its output."""
    code, output, errors = stage.appliance.cli("memory", *words, text=text)
    if code != 0:
        raise Unexpected(f"anicca memory {' '.join(words)}: {code}: {errors}")
    return output


def remembered(stage):
    """What is remembered, as the owner sees it."""
    return json.loads(memory(stage, "list", "--json"))


def remembers(stage, *texts):
    """Just these texts are remembered."""
    found = [item["text"] for item in remembered(stage)]
    if found != list(texts):
        raise Unexpected(f"{list(texts)} should be remembered, and {found} is")


def begins(stage, hertz, habit=None):
    """Begins a talk with a habit, or without one, and waits until the companion has said its first tone. Returns the
    instant before it."""
    began = boot_ns()
    code, _, errors = stage.appliance.cli("talk", *(["--habit", habit] if habit else []))
    if code != 0:
        raise Unexpected(f"talk: {code}: {errors}")
    first = stage.hears_tone(hertz, after=began, within=8, name="start_to_companion")
    stage.falls_silent(first, within=4)
    return began


def stops(stage):
    """Presses Stop; silence at once, and the instant of the press."""
    stopped = stage.press("stop")
    stage.falls_silent(stopped, within=0.3, name="stop_to_silence")
    stage.ended("stopped")
    return stopped


def is_closed(stage, after, within, name="stop_to_closed"):
    """The call is closed; the service's own account, and the bound is for that."""
    record = stage.service_sees("session_ended", within=within + 2, after=after)[0]
    stage._in_time(name, after, record["boot_ns"], within)
    return record["boot_ns"]


def instructions(stage, after=0):
    """What the last companion was told."""
    return stage.service.log("received:session.update", after)[-1]["event"]["session"]["instructions"]


def outputs(stage, after=0, count=1, within=8):
    """The outputs of the tools that were called since."""
    records = stage.service_sees("received:conversation.item.create", within=within, count=count, after=after)
    items = [record["event"]["item"] for record in records]
    return [json.loads(item["output"]) for item in items if item["type"] == "function_call_output"]


def asked_for_summary(stage, after=0):
    """The requests for a summary."""
    return [record for record in stage.service.log("received:response.create", after)
            if record["event"].get("response", {}).get("conversation") == "none"]


def told_of_the_summary(stage):
    """The lines of the log about summaries that are not for debugging."""
    lines = stage.appliance.log.read_text(errors="replace").splitlines()
    return [line for line in lines if " summary" in line and "debug" not in line]


def rows(stage):
    """All rows of the memory's tables."""
    path = stage.appliance.state / "anicca.db"
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)) as database:
        tables = [name for (name,) in database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'memory%' ORDER BY name")]
        return {table: database.execute(f"SELECT * FROM {table}").fetchall() for table in tables}


def keys(stage):
    return secrets(stage.appliance.state / "vault.key")


def traces(stage, known):
    """What the state folder holds, for who has all the keys that there ever were."""
    return Traces(stage.appliance.state, known)


def is_gone(stage, known, *words):
    """No byte of the words is in any file, sealed or not."""
    left = traces(stage, known)
    for one in words:
        if found := left.of(one):
            raise Unexpected(f"what was forgotten is still in {', '.join(found)}")
