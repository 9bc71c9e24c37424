"""What the service says and which faults it has: a dialogue script, from a JSON file or from `POST /control`.

    {
      "turns": [                       // one is used up by each response; after the last: see "after"
        {
          "say": "おはようございます。",          // spoken by espeak-ng; its transcript
          "tone": {"hertz": 440, "milliseconds": 2000, "level_dbfs": -12},   // instead of speech: exact audio for tests;
                                       // with "rest_ms": the tone, so much silence, and the tone again; with "say":
                                       // the tone is heard, and its transcript is what "say" has
          "tools": [{"name": "next_up", "arguments": {}}],     // called after what is said; arguments may be a string;
                                       // with "optional": true only if the client has declared it; in place of
                                       // arguments, "bytes" or "depth" makes an object so long, or lists so deep
          "then": "{output}",          // said when the tools' outputs have come; {output} is what they said
          "heard": "はい",              // what transcription claims that the owner said before this turn
          "phase": "final_answer",     // with "preamble": a commentary message goes before it in the same response
          "preamble": "少々お待ちください。",
          "delay_ms": 0,               // thinking time before the first output
          "status": "completed",       // or "failed", "incomplete": what becomes of the response
          "error": {"type": "server_error", "code": "server_error"},  // with "failed"
          "reason": "content_filter"   // with "incomplete"
        }
      ],
      "after": "repeat",               // when the turns are used up: "repeat" the last, "restart", or "silence"
      "out_of_band": [ ... ],          // turns of the responses beside the conversation, in text; the last one over
                                       // and over. Without: the function that the client forces, with no arguments
      "readings": [ ... ],             // turns of spoken responses beside the conversation (WebSocket); the last one
                                       // over and over. Without: the text that the client gives, word for word
      "burst_factor": 4.0,             // how much faster than real time speech is generated
      "silence": "send",               // RTP between responses: "send" silence, or "stop" sending
      "faults": { ... }                // see FAULTS
    }

Faults of a request (`client_secrets`, `calls`, `hangup`, `models`, `websocket`), all optional:
    status, code, type, message, retry_after (seconds)   the error answer
    hang        never answers            drop       closes the connection without an answer
    malformed   a broken body            delay_ms   waits before answering       times   only for so many requests
    key_lifetime_seconds                 client_secrets only: 0 gives a key that has expired already

Faults of the peer (`peer`): setup "active"|"passive"; ice_lite true|false; no_candidates; wrong_fingerprint;
    no_channel; tcp "offered"|"none"|"only" (only: UDP is blocked); dead_tcp (TCP candidates that nobody listens at);
    stall_dtls (never answers a handshake); mute (sends no RTP at all);
    forwarder "http://127.0.0.1:PORT" (udp_forwarder.py's control: media goes through a path of it)

Faults of the session (`session`): no_session_created; no_session_updated; delay_ms {event type: milliseconds};
    no_own_answer true (the owner's turns get no answer but the one that is asked for);
    unknown_parameters ["response.reasoning"] (paths in the client's events that this service does not know);
    huge_event_bytes (a huge unknown event after session.updated); garbage_event true (broken JSON there);
    expire_after_ms; vanish_after_ms; close_after_ms; silent_after_ms (no more events or audio, but connected);
    in_response {"number": 1, "after_audio_ms": 500, "do": "vanish"|"close"|"silent"|"expire"} (in mid-sentence)
"""

import copy
import json

TURN_FIELDS = {
    "say": str, "tone": dict, "tools": list, "then": str, "heard": str, "phase": str, "preamble": str,
    "delay_ms": (int, float), "status": str, "error": dict, "reason": str,
}
TONE_FIELDS = {"hertz": (int, float), "milliseconds": int, "level_dbfs": (int, float), "rest_ms": int}
DEATH_FIELDS = {"number": int, "after_audio_ms": (int, float), "do": str}
TOOL_FIELDS = {"name": str, "arguments": (dict, str), "bytes": int, "depth": int, "optional": bool}
REQUEST_FAULTS = {
    "status": int, "code": str, "type": str, "message": str, "retry_after": int, "hang": bool, "drop": bool,
    "malformed": bool, "delay_ms": (int, float), "times": int, "key_lifetime_seconds": int,
}
FAULTS = {
    **{step: REQUEST_FAULTS for step in ("client_secrets", "calls", "hangup", "models", "websocket")},
    "peer": {
        "setup": str, "ice_lite": bool, "no_candidates": bool, "wrong_fingerprint": bool, "no_channel": bool,
        "tcp": str, "dead_tcp": bool, "stall_dtls": bool, "mute": bool, "forwarder": str,
    },
    "session": {
        "no_session_created": bool, "no_session_updated": bool, "no_own_answer": bool, "delay_ms": dict,
        "unknown_parameters": list, "huge_event_bytes": int, "garbage_event": bool,
        "expire_after_ms": (int, float), "vanish_after_ms": (int, float),
        "close_after_ms": (int, float), "silent_after_ms": (int, float), "in_response": dict,
    },
}
DEEDS = ("vanish", "close", "silent", "expire")

# What it says without a script: a short morning, with two tools if the client has them, over and over.
DIALOGUES = {
    "ja": [
        {"say": "おはようございます。おきるじかんですよ。たちあがって、みっつかぞえましょう。"},
        {"say": "いいですね。まどをあけて、みずをいっぱいのみましょう。"},
        {"say": "つぎのよていをみますね。", "tools": [{"name": "next_up", "arguments": {}, "optional": True}]},
        {"say": "よいいちにちを。", "tools": [{"name": "end_conversation", "arguments": {}, "optional": True}]},
    ],
    "en": [
        {"say": "Good morning. It is time to get up. Stand up, and count to three."},
        {"say": "Very good. Open the window now, and drink a glass of water."},
        {"say": "Let me see what comes next.", "tools": [{"name": "next_up", "arguments": {}, "optional": True}]},
        {"say": "Have a good day.", "tools": [{"name": "end_conversation", "arguments": {}, "optional": True}]},
    ],
}


class ScriptError(ValueError):
    """The script is wrong; the message says where."""


def checked(value, fields, where):
    """`value`, if it is an object of `fields` only, each of its type."""
    if not isinstance(value, dict):
        raise ScriptError(f"{where} must be an object")
    for name, content in value.items():
        if name not in fields:
            raise ScriptError(f"{where}.{name} is unknown; known: {', '.join(sorted(fields))}")
        if content is not None and not isinstance(content, fields[name]):
            raise ScriptError(f"{where}.{name} has the wrong type")
    return value


def check_turn(turn, where):
    checked(turn, TURN_FIELDS, where)
    checked(turn.get("tone", {}), TONE_FIELDS, f"{where}.tone")
    for tool in turn.get("tools", []):
        checked(tool, TOOL_FIELDS, f"{where}.tools")
        if "name" not in tool:
            raise ScriptError(f"{where}.tools: a tool needs a name")


class Script:
    def __init__(self, language="ja", path=None):
        self._begin_with = (language, path)
        self.reset()

    def reset(self):
        """As it was at the start of the program, faults gone."""
        language, path = self._begin_with
        self.language = language
        self.turns = copy.deepcopy(DIALOGUES[language])
        self.out_of_band, self.readings = [], []
        self.after = "restart"
        self.burst_factor = 4.0
        self.silence = "send"
        self.faults = {}
        self._next = self._next_out_of_band = self._next_reading = 0
        self._left = {}
        if path:
            with open(path, encoding="utf-8") as file:
                self.load(json.load(file))

    def load(self, document):
        """Takes over the fields that are present. Nothing changes if any of them is wrong."""
        known = {"turns": list, "out_of_band": list, "readings": list, "after": str, "burst_factor": (int, float),
                 "silence": str, "faults": dict, "language": str}
        checked(document, known, "script")
        for name in ("turns", "out_of_band", "readings"):
            for number, turn in enumerate(document.get(name, [])):
                check_turn(turn, f"{name}[{number}]")
        for value, choices in (("after", ("repeat", "restart", "silence")), ("silence", ("send", "stop")),
                               ("language", ("ja", "en"))):
            if document.get(value, choices[0]) not in choices:
                raise ScriptError(f"script.{value} must be one of {', '.join(choices)}")
        for step, fault in document.get("faults", {}).items():
            if step not in FAULTS:
                raise ScriptError(f"faults.{step} is unknown; known: {', '.join(FAULTS)}")
            checked(fault, FAULTS[step], f"faults.{step}")
        checked(document.get("faults", {}).get("session", {}).get("in_response", {}), DEATH_FIELDS, "in_response")
        for name in ("after", "burst_factor", "silence", "language"):
            setattr(self, name, document.get(name, getattr(self, name)))
        if "turns" in document:
            self.turns, self._next = copy.deepcopy(document["turns"]), 0
        if "out_of_band" in document:
            self.out_of_band, self._next_out_of_band = copy.deepcopy(document["out_of_band"]), 0
        if "readings" in document:
            self.readings, self._next_reading = copy.deepcopy(document["readings"]), 0
        if "faults" in document:
            self.faults, self._left = copy.deepcopy(document["faults"]), {}

    def take_turn(self):
        """The turn of the next response; None: nothing to say."""
        if self._next >= len(self.turns):
            if self.after == "silence" or not self.turns:
                return None
            self._next = 0 if self.after == "restart" else len(self.turns) - 1
        turn = self.turns[self._next]
        self._next += 1
        return turn

    def take_out_of_band(self):
        """The turn of the next response beside the conversation; None: the script has none."""
        if not self.out_of_band:
            return None
        turn = self.out_of_band[min(self._next_out_of_band, len(self.out_of_band) - 1)]
        self._next_out_of_band += 1
        return turn

    def take_reading(self, text):
        """The turn of the next spoken response beside the conversation; without any, the client's own text."""
        if not self.readings:
            return {"say": text}
        turn = self.readings[min(self._next_reading, len(self.readings) - 1)]
        self._next_reading += 1
        return turn

    def heard(self):
        """What transcription says of the owner's words before the coming turn."""
        turn = self.turns[self._next] if self._next < len(self.turns) else {}
        return turn.get("heard", "はい。" if self.language == "ja" else "Yes.")

    def take_fault(self, step):
        """The fault of a request, counted down where it is for so many times only."""
        fault = self.faults.get(step)
        if not fault:
            return {}
        if "times" in fault:
            left = self._left.setdefault(step, fault["times"])
            if left <= 0:
                return {}
            self._left[step] = left - 1
        return fault

    def peer(self):
        return self.faults.get("peer", {})

    def session(self):
        return self.faults.get("session", {})

    def texts(self):
        """Every text that can be rendered before it is needed."""
        return [turn[name] for turn in self._all_turns() for name in ("preamble", "say") if turn.get(name)]

    def tones(self):
        """And every tone."""
        return [turn["tone"] for turn in self._all_turns() if turn.get("tone")]

    def _all_turns(self):
        return self.turns + self.out_of_band + self.readings
