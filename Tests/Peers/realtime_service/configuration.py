"""The effective configuration of a session: defaults, and how an update changes it."""

import copy

from .schema import Refused

TURN_DETECTION_DEFAULTS = {
    "server_vad": {
        "threshold": 0.5, "prefix_padding_ms": 300, "silence_duration_ms": 200, "idle_timeout_ms": None,
        "create_response": True, "interrupt_response": True},
    "semantic_vad": {"eagerness": "auto", "create_response": True, "interrupt_response": True},
}


def default_session():
    """As the service has it when a client says nothing. The short silence is no slip: the official sample has 200."""
    pcm = {"type": "audio/pcm", "rate": 24000}
    return {
        "type": "realtime", "object": "realtime.session", "model": "gpt-realtime-2.1", "output_modalities": ["audio"],
        "instructions": "Your knowledge cutoff is 2026-01. You are a helpful, witty, and friendly AI.", "tools": [],
        "tool_choice": "auto", "parallel_tool_calls": True, "max_output_tokens": "inf", "tracing": None,
        "truncation": "auto", "prompt": None, "include": None, "expires_at": 0,
        "audio": {
            "input": {"format": dict(pcm), "transcription": None, "noise_reduction": None,
                      "turn_detection": {"type": "server_vad", **TURN_DETECTION_DEFAULTS["server_vad"]}},
            "output": {"format": dict(pcm), "voice": "alloy", "speed": 1.0}},
    }


def merge(current, update, *, is_running=False, has_spoken=False, is_responding=False):
    """The configuration after an update (checked by the schema already). Raises `Refused` for what is frozen."""
    result = copy.deepcopy(current)
    if is_running and update.get("model", current["model"]) != current["model"]:
        raise Refused("cannot_update_model", "The model cannot be changed after the session has started.",
                      "session.model")
    output = update.get("audio", {}).get("output", {})
    before = current["audio"]["output"]
    if has_spoken and output.get("voice", before["voice"]) != before["voice"]:
        raise Refused("cannot_update_voice", "Cannot update a conversation's voice if assistant audio is present.",
                      "session.audio.output.voice")
    if is_responding and output.get("speed", before["speed"]) != before["speed"]:
        raise Refused("invalid_value", "The speed cannot be changed while a response is running.",
                      "session.audio.output.speed")
    traced = current["tracing"]
    if is_running and traced is not None and update.get("tracing", traced) != traced:
        raise Refused("invalid_value", "Tracing cannot be changed once enabled.", "session.tracing")
    for name, value in update.items():
        if name != "audio":
            result[name] = copy.deepcopy(value)
    for side, values in update.get("audio", {}).items():
        for name, value in values.items():
            if name == "turn_detection" and value is not None:
                value = {**TURN_DETECTION_DEFAULTS[value["type"]], **value}
            result["audio"][side][name] = copy.deepcopy(value)
    return result
