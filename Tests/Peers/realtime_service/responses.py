"""One response: the turn that the script gives, as the events and the audio that the service would make of it."""

import asyncio
import json
import secrets

USAGE = {
    "total_tokens": 253, "input_tokens": 132, "output_tokens": 121,
    "input_token_details": {"text_tokens": 119, "audio_tokens": 13, "image_tokens": 0, "cached_tokens": 64,
                            "cached_tokens_details": {"text_tokens": 64, "audio_tokens": 0, "image_tokens": 0}},
    "output_token_details": {"text_tokens": 30, "audio_tokens": 91},
}
LIMITS = [{"name": "requests", "limit": 1000, "remaining": 999, "reset_seconds": 0.06},
          {"name": "tokens", "limit": 40000, "remaining": 39747, "reset_seconds": 0.38}]


def new_id(prefix):
    return f"{prefix}_{secrets.token_hex(10)}"


def spoken_output(output):
    """What a tool's output says: its `message`, `say` or `error` where it is a JSON object, else the text itself."""
    try:
        value = json.loads(output)
    except ValueError:
        return output
    if isinstance(value, dict):
        for name in ("message", "say", "spoken", "error"):
            if isinstance(value.get(name), str):
                return value[name]
    return output


def argument_text(tool):
    """The arguments of a call as the script wants them: given, so many bytes, or lists so deep."""
    if "bytes" in tool:
        return '{"filler":"' + "x" * max(0, tool["bytes"] - 13) + '"}'
    if "depth" in tool:
        return "[" * tool["depth"] + "]" * tool["depth"]
    arguments = tool.get("arguments", {})
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)


class Response:
    def __init__(self, session, request):
        self.session, self.request = session, request
        self.id = new_id("resp")
        self.number = session.responses_made
        self.task = None
        self.output = []
        self._open_item = None  # not yet done
        self._is_cancelled = False
        self._audio_tokens = 0  # one for each 50 ms that were made, heard or not
        self.in_conversation = request.get("conversation") != "none"

    def description(self, status, details=None):
        config = self.session.config
        return {
            "id": self.id, "object": "realtime.response", "status": status, "status_details": details,
            "conversation_id": "conv_1" if self.in_conversation else None, "metadata": self.request.get("metadata"),
            "output": self.output if status != "in_progress" else [], "output_modalities": self._modalities(),
            "max_output_tokens": self.request.get("max_output_tokens", config["max_output_tokens"]),
            "audio": {"output": {k: config["audio"]["output"][k] for k in ("format", "voice")}},
            "usage": self._usage() if status != "in_progress" else None,
        }

    def _usage(self):
        return {**USAGE, "output_token_details": {"text_tokens": 30, "audio_tokens": self._audio_tokens}}

    def _modalities(self):
        return self.request.get("output_modalities", self.session.config["output_modalities"])

    async def run(self):
        session = self.session
        await session.emit("response.created", response=self.description("in_progress"))
        turn = self._turn()
        if turn.get("delay_ms"):
            await asyncio.sleep(turn["delay_ms"] / 1000)
        status = turn.get("status", "completed")
        if status == "failed":
            error = turn.get("error", {"type": "server_error", "code": "server_error"})
            return await self._done("failed", {"type": "failed", "error": error})
        if turn.get("preamble"):
            await self._speak({"say": turn["preamble"]}, phase="commentary")
        if turn.get("say") or turn.get("tone"):
            await self._speak(turn, phase=turn.get("phase", "final_answer"))
        for tool in turn.get("tools", []):
            await self._call(tool)
        if status == "incomplete":
            reason = turn.get("reason", "content_filter")
            return await self._done("incomplete", {"type": "incomplete", "reason": reason})
        await self._done("completed")

    def _turn(self):
        """The script's next turn; after tools, what their outputs said; a call, where the client forces one."""
        session = self.session
        forced = self.request.get("tool_choice", session.config["tool_choice"])
        call = {"tools": [{"name": forced["name"], "arguments": {}}]} if isinstance(forced, dict) else None
        if self._is_reading():
            parts = [part for item in self.request.get("input", []) for part in item.get("content", [])]
            return session.script.take_reading(" ".join(part["text"] for part in parts if part["type"] == "input_text"))
        if not self.in_conversation:
            return session.script.take_out_of_band() or call or {"say": "…"}
        if call:
            session.after_tools = "{output}"
            return call
        last = []
        for item in reversed(session.items):
            if item["type"] != "function_call_output":
                break
            last.insert(0, item)
        if last and session.after_tools is not None:
            said = " ".join(spoken_output(item["output"]) for item in last)
            template, session.after_tools = session.after_tools, None
            return {"say": template.replace("{output}", said)}
        turn = session.script.take_turn()
        if turn is None:
            return {}
        if turn.get("tools"):
            session.after_tools = turn.get("then", "{output}")
        return turn

    def _is_reading(self):
        """Spoken beside the conversation. Over WebRTC it would be heard in the call, which no client here asks for."""
        is_spoken = not self.in_conversation and self._modalities() == ["audio"]
        return is_spoken and self.session.line.transport == "websocket"

    # A spoken message

    async def _speak(self, turn, phase):
        session, speaker = self.session, self.session.service.speaker
        if turn.get("tone"):
            speech = await speaker.tone(**turn["tone"])
        else:
            speech = await speaker.say(turn["say"], session.script.language)
        transcript = turn.get("say") or speech.transcript
        item = {"id": new_id("item"), "object": "realtime.item", "type": "message", "status": "in_progress",
                "role": "assistant", "phase": phase, "content": []}
        await self._add(item)
        is_audio = self._modalities() == ["audio"] and self.in_conversation or self._is_reading()
        ids = {"response_id": self.id, "item_id": item["id"], "output_index": len(self.output), "content_index": 0}
        name, value = ("transcript", "audio") if is_audio else ("text", "text")
        await session.emit("response.content_part.added", **ids, part={"type": value, name: ""})
        item["content"] = [{"type": f"output_{value}", name: transcript}]
        kind = "response.output_audio_transcript" if is_audio else "response.output_text"
        if is_audio:
            session.has_spoken = session.has_spoken or self.in_conversation
            self._audio_tokens += -(-speech.milliseconds // 50)
            await asyncio.gather(
                self._deltas(kind, ids, transcript), session.line.play(speech, ids, session))
            if session.line.transport == "websocket":
                await session.emit("response.output_audio.done", **ids)
        else:
            await self._deltas(kind, ids, transcript)
        await session.emit(f"{kind}.done", **ids, **{name: transcript})
        await session.emit("response.content_part.done", **ids, part={"type": value, name: transcript})
        await self._close_item("completed")

    async def _deltas(self, kind, ids, text):
        step = max(1, len(text) // 8)
        for start in range(0, len(text), step):
            await self.session.emit(f"{kind}.delta", **ids, delta=text[start:start + step])
            await asyncio.sleep(0)

    # A tool call

    async def _call(self, tool):
        session = self.session
        if not any(known["name"] == tool["name"] for known in self.request.get("tools", session.config["tools"])):
            if tool.get("optional"):
                return
            session.journal.write("undeclared_tool", session=session.id, name=tool["name"])
        text = argument_text(tool)
        item = {"id": new_id("item"), "object": "realtime.item", "type": "function_call", "status": "in_progress",
                "name": tool["name"], "call_id": new_id("call"), "arguments": ""}
        await self._add(item)
        ids = {"response_id": self.id, "item_id": item["id"], "output_index": len(self.output),
               "call_id": item["call_id"]}
        step = max(1, len(text) // 4)
        for start in range(0, len(text), step):
            await session.emit("response.function_call_arguments.delta", **ids, delta=text[start:start + step])
        item["arguments"] = text
        await session.emit("response.function_call_arguments.done", **ids, name=tool["name"], arguments=text)
        await self._close_item("completed")

    # Bookkeeping

    async def _add(self, item):
        self._open_item = item
        await self.session.emit("response.output_item.added", response_id=self.id, output_index=len(self.output),
                                item=item)
        if self.in_conversation:
            await self.session.add_item(item)

    async def _close_item(self, status):
        item, self._open_item = self._open_item, None
        item["status"] = status
        index = len(self.output)
        self.output.append(item)
        if self.in_conversation:
            await self.session.emit("conversation.item.done", item=item, previous_item_id=self.session.before(item))
        await self.session.emit("response.output_item.done", response_id=self.id, output_index=index, item=item)

    async def _done(self, status, details=None):
        # Free before the event is out: the client may ask for the next response as soon as it has it.
        if self.session.response is self:
            self.session.response = None
        await self.session.emit("response.done", response=self.description(status, details))
        await self.session.emit("rate_limits.updated", rate_limits=LIMITS)

    async def cancel(self, reason):
        """Stops generating. Barge-in on WebRTC also stops what is played; a client's own cancel leaves the buffer."""
        if self._is_cancelled or self.session.response is not self:
            return
        self._is_cancelled = True
        self.task.cancel()
        if reason == "turn_detected" and self.session.line.transport == "webrtc" and self.session.line.is_playing:
            await self.session.clear_output()
        if self._open_item is not None:
            await self._close_item("incomplete")
        await self._done("cancelled", {"type": "cancelled", "reason": reason})
