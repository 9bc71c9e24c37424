"""What a client may send, checked strictly: unknown fields, wrong types and values out of range are errors.

A specification is built of small checkers; each takes (value, path) and raises `Refused` with the service's own code.
"""


class Refused(Exception):
    """An event or request that the service answers with an error; `param` is the path of the offending field."""

    def __init__(self, code, message, param=None):
        super().__init__(message)
        self.code, self.message, self.param = code, message, param


def text(limit=None):
    def check(value, path):
        if not isinstance(value, str):
            raise Refused("invalid_type", f"Invalid type for '{path}': expected a string.", path)
        if limit is not None and len(value) > limit:
            raise Refused("string_above_max_length", f"'{path}' is longer than {limit}.", path)
    return check


def number(low, high, whole=False):
    def check(value, path):
        if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
            raise Refused("invalid_type", f"Invalid type for '{path}': expected a number.", path)
        if not low <= value <= high:
            raise Refused("invalid_value", f"'{path}' must be between {low} and {high}.", path)
    return check


def flag(value, path):
    if not isinstance(value, bool):
        raise Refused("invalid_type", f"Invalid type for '{path}': expected a boolean.", path)


def one_of(*choices):
    def check(value, path):
        if value not in choices or isinstance(value, bool):
            raise Refused("invalid_value", f"Invalid value {value!r} for '{path}'. Supported: {choices}.", path)
    return check


def nullable(inner):
    def check(value, path):
        if value is not None:
            inner(value, path)
    return check


def either(*inner):
    """Any of several forms; the last one's error is reported."""
    def check(value, path):
        for attempt in inner[:-1]:
            try:
                return attempt(value, path)
            except Refused:
                pass
        return inner[-1](value, path)
    return check


def array(inner, limit=None):
    def check(value, path):
        if not isinstance(value, list):
            raise Refused("invalid_type", f"Invalid type for '{path}': expected an array.", path)
        if limit is not None and len(value) > limit:
            raise Refused("array_above_max_length", f"'{path}' has more than {limit} elements.", path)
        for index, element in enumerate(value):
            inner(element, f"{path}[{index}]")
    return check


def anything(value, path):
    pass


def json_object(value, path):
    if not isinstance(value, dict):
        raise Refused("invalid_type", f"Invalid type for '{path}': expected an object.", path)


def fields(required=(), **known):
    def check(value, path):
        json_object(value, path)
        prefix = f"{path}." if path else ""
        for name in value:
            if name not in known:
                raise Refused("unknown_parameter", f"Unknown parameter: '{prefix}{name}'.", prefix + name)
        for name in required:
            if name not in value:
                raise Refused("missing_required_parameter", f"Missing required parameter: '{prefix}{name}'.",
                              prefix + name)
        for name, content in value.items():
            known[name](content, prefix + name)
    return check


def by_type(**forms):
    """An object whose `type` chooses the form."""
    def check(value, path):
        json_object(value, path)
        kind = value.get("type")
        if kind is None:
            raise Refused("missing_required_parameter", f"Missing required parameter: '{path}.type'.", f"{path}.type")
        if kind not in forms:
            raise Refused("invalid_value", f"Invalid value {kind!r} for '{path}.type'. Supported: {sorted(forms)}.",
                          f"{path}.type")
        forms[kind](value, path)
    return check


VOICES = ("alloy", "ash", "ballad", "coral", "echo", "sage", "shimmer", "verse", "marin", "cedar")
MODELS = ("gpt-realtime-2.1", "gpt-realtime-2.1-mini", "gpt-realtime-2", "gpt-realtime-1.5")
TRANSCRIBERS = ("gpt-transcribe", "gpt-live-transcribe", "gpt-4o-transcribe", "gpt-4o-mini-transcribe", "whisper-1")

AUDIO_FORMAT = by_type(**{
    "audio/pcm": fields(("type",), type=text(), rate=one_of(24000)),
    "audio/pcmu": fields(type=text()),
    "audio/pcma": fields(type=text()),
})
TURN_DETECTION = by_type(
    server_vad=fields(
        type=text(), threshold=number(0, 1), prefix_padding_ms=number(0, 10_000, True),
        silence_duration_ms=number(0, 10_000, True), idle_timeout_ms=nullable(number(5000, 30_000, True)),
        create_response=flag, interrupt_response=flag),
    semantic_vad=fields(
        type=text(), eagerness=one_of("low", "medium", "high", "auto"), create_response=flag, interrupt_response=flag),
)
TOOL = by_type(function=fields(("name",), type=text(), name=text(64), description=text(), parameters=json_object))
TOOL_CHOICE = either(one_of("none", "auto", "required"), by_type(function=fields(("name",), type=text(), name=text())))
MAX_TOKENS = either(one_of("inf"), number(1, 4096, True))
VOICE = either(one_of(*VOICES), fields(("id",), id=text()))
MODALITIES = one_of(["audio"], ["text"])
REASONING = fields(effort=one_of("minimal", "low", "medium", "high", "xhigh"))
TRUNCATION = either(
    one_of("auto", "disabled"),
    fields(("type", "retention_ratio"), type=one_of("retention_ratio"), retention_ratio=number(0, 1),
           token_limits=fields(post_instructions=number(0, 128_000, True))))

SESSION = fields(
    ("type",), type=one_of("realtime"), model=one_of(*MODELS), output_modalities=MODALITIES, instructions=text(),
    audio=fields(
        input=fields(
            format=AUDIO_FORMAT, noise_reduction=nullable(fields(("type",), type=one_of("near_field", "far_field"))),
            transcription=nullable(fields(
                model=one_of(*TRANSCRIBERS), language=text(), languages=array(text()), keywords=array(text()),
                prompt=text())),
            turn_detection=nullable(TURN_DETECTION)),
        output=fields(format=AUDIO_FORMAT, voice=VOICE, speed=number(0.25, 1.5))),
    tools=array(TOOL, 128), tool_choice=TOOL_CHOICE, parallel_tool_calls=flag, reasoning=nullable(REASONING),
    max_output_tokens=MAX_TOKENS, truncation=TRUNCATION, tracing=nullable(anything),
    include=nullable(array(one_of("item.input_audio_transcription.logprobs"))))

STATUS = one_of("completed", "incomplete", "in_progress")
COMMON = {"id": text(32), "object": one_of("realtime.item"), "status": STATUS, "type": text()}
CONTENT = {
    "system": by_type(input_text=fields(("text",), type=text(), text=text())),
    "user": by_type(
        input_text=fields(("text",), type=text(), text=text()),
        input_audio=fields(("audio",), type=text(), audio=text(), transcript=text()),
        input_image=fields(("image_url",), type=text(), image_url=text(), detail=text())),
    "assistant": by_type(output_text=fields(("text",), type=text(), text=text())),
}


def message(value, path):
    role = value.get("role")
    if role not in CONTENT:
        raise Refused("invalid_value", f"Invalid value {role!r} for '{path}.role'.", f"{path}.role")
    fields(("role", "content"), role=text(), content=array(CONTENT[role]), **COMMON)(value, path)


ITEM = by_type(
    message=message,
    function_call=fields(("call_id", "name", "arguments"), call_id=text(32), name=text(64), arguments=text(), **COMMON),
    function_call_output=fields(("call_id", "output"), call_id=text(32), output=text(), **COMMON))
ITEM_OR_REFERENCE = either(by_type(item_reference=fields(("id",), type=text(), id=text())), ITEM)


def metadata(value, path):
    json_object(value, path)
    if len(value) > 16:
        raise Refused("invalid_value", f"'{path}' has more than 16 pairs.", path)
    for name, content in value.items():
        text(64)(name, path)
        text(512)(content, f"{path}.{name}")


RESPONSE = fields(
    conversation=one_of("auto", "none"), input=array(ITEM_OR_REFERENCE), instructions=text(),
    output_modalities=MODALITIES, audio=fields(output=fields(format=AUDIO_FORMAT, voice=VOICE)), tools=array(TOOL),
    tool_choice=TOOL_CHOICE, parallel_tool_calls=flag, reasoning=REASONING, max_output_tokens=MAX_TOKENS,
    metadata=nullable(metadata))

ENVELOPE = {"type": text(), "event_id": text(512)}


def event(required=(), **known):
    return fields(required, **ENVELOPE, **known)


APPEND_LIMIT = 15 * 1024 * 1024
CLIENT_EVENTS = {
    "session.update": event(("session",), session=SESSION),
    "input_audio_buffer.append": event(("audio",), audio=text(APPEND_LIMIT)),
    "input_audio_buffer.commit": event(),
    "input_audio_buffer.clear": event(),
    "output_audio_buffer.clear": event(),
    "conversation.item.create": event(("item",), item=ITEM, previous_item_id=nullable(text())),
    "conversation.item.retrieve": event(("item_id",), item_id=text()),
    "conversation.item.truncate": event(
        ("item_id", "content_index", "audio_end_ms"), item_id=text(), content_index=number(0, 0, True),
        audio_end_ms=number(0, 3_600_000, True)),
    "conversation.item.delete": event(("item_id",), item_id=text()),
    "response.create": event(response=RESPONSE),
    "response.cancel": event(response_id=text()),
}
# Audio of a WebRTC session is on the RTP track; a WebSocket has no output buffer that the service could clear.
NOT_ON = {"webrtc": {"input_audio_buffer.append"}, "websocket": {"output_audio_buffer.clear"}}

SECRET_REQUEST = fields(
    expires_after=fields(("anchor", "seconds"), anchor=one_of("created_at"), seconds=number(10, 7200, True)),
    session=SESSION)


def has(value, path):
    """Whether there is anything at that path of names."""
    for name in path.split("."):
        if not isinstance(value, dict) or name not in value:
            return False
        value = value[name]
    return True


def check_event(value, transport):
    """Raises `Refused` unless `value` is an event that a client may send on this transport."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise Refused("invalid_event", "The event must be an object with a type.", "type")
    kind = value["type"]
    if kind not in CLIENT_EVENTS:
        raise Refused("invalid_value", f"Invalid value: '{kind}'. Supported: {sorted(CLIENT_EVENTS)}.", "type")
    if kind in NOT_ON[transport]:
        raise Refused("invalid_event", f"'{kind}' is not supported over {transport}.", "type")
    CLIENT_EVENTS[kind](value, "")
