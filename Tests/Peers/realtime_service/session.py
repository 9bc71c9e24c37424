"""One session of the service: the conversation's items, its responses, and the order of its events.

The same for both transports. A `line` (webrtc_line.py, websocket_line.py) carries events out and plays speech:

    line.transport                     "webrtc" or "websocket"
    line.send(event)                   an object, as JSON text; `line.send_text(text)` sends any text
    await line.play(speech, ids, session)   returns when all is generated, which is sooner than it is played
    line.stop_playing()                stops at once; milliseconds of the current item that were played
    line.is_playing, line.playing_item, line.playing_response
    line.generated_ms                  milliseconds of audio by item id
    line.vanish(), await line.close(), line.is_silent (drops what would be sent)
"""

import asyncio
import base64
import json
import secrets
import time

from . import configuration, schema
from .responses import Response
from .schema import Refused
from .vad import VoiceActivity

SESSION_SECONDS = 3600
FLOOD = "call_flood_"


def new_id(prefix):
    return f"{prefix}_{secrets.token_hex(10)}"


class Session:
    def __init__(self, service, line, config, input_rate):
        self.service, self.line, self.journal, self.script = service, line, service.journal, service.script
        self.config = config
        self.id = new_id("sess")
        self.items = []
        self.response = None  # the one that writes to the conversation
        self.after_tools = None  # what to say when the outputs of the tools called have come
        self.has_spoken = False
        self.is_over = False
        self.responses_made = 0
        self._vad = VoiceActivity(input_rate)
        self._vad.configure(config["audio"]["input"]["turn_detection"])
        self._speech_item = None
        self._buffered_ms = 0
        self._tasks = set()
        self._idle = None
        config["id"] = self.id
        config["expires_at"] = int(time.time()) + SESSION_SECONDS

    # Life

    def start(self):
        """The line is open."""
        self.spawn(self._begin())
        faults = self.script.session()
        for deed in ("vanish", "close", "silent", "expire"):
            if (delay := faults.get(f"{deed}_after_ms")) is not None:
                self.spawn(self._later(delay, deed))

    async def _begin(self):
        if not self.script.session().get("no_session_created"):
            await self.emit("session.created", session=self.config)

    async def _later(self, milliseconds, deed):
        await asyncio.sleep(milliseconds / 1000)
        await self.do(deed)

    async def do(self, deed):
        """A death on demand: `vanish` (no goodbye), `close` (orderly), `silent` (connected but mute), `expire`."""
        self.journal.write("deed", session=self.id, deed=deed)
        if deed == "vanish":
            self.line.vanish()
            await self.end()
        elif deed == "close":
            await self.line.close()
            await self.end()
        elif deed == "silent":
            self.line.stop_playing()
            self.line.is_silent = True
        elif deed == "expire":
            await self.emit("error", error={
                "type": "invalid_request_error", "code": "session_expired", "param": None, "event_id": None,
                "message": "Your session hit the maximum duration of 60 minutes."})
            await asyncio.sleep(0.05)  # the real service closes right after; the event must still get out
            await self.line.close("Your session hit the maximum duration of 60 minutes.")
            await self.end()

    async def flood(self, name, arguments, calls_per_second, seconds):
        """Calls a tool without end, as no companion does: in each answer eight times, with each of `arguments` in turn.
        Nothing of it is kept, and the outputs go unread. How many calls were made is in the journal, also where the end
        of the session ends it."""
        self.journal.write("flood", session=self.id, name=name)
        count, began = 0, asyncio.get_running_loop().time()
        try:
            while (elapsed := asyncio.get_running_loop().time() - began) < seconds and not self.is_over:
                while count < elapsed * calls_per_second and not self.is_over:
                    response = {"id": f"resp_flood_{count}", "status": "in_progress", "output": []}
                    self.line.send({"type": "response.created", "event_id": new_id("event"), "response": response})
                    calls = [{"id": f"item_flood_{n}", "type": "function_call", "status": "completed", "name": name,
                              "call_id": f"{FLOOD}{n}", "arguments": json.dumps(arguments[n % len(arguments)])}
                             for n in range(count, count + 8)]
                    self.line.send({"type": "response.done", "event_id": new_id("event"),
                                    "response": {**response, "status": "completed", "output": calls}})
                    count += 8
                await asyncio.sleep(0.001)
        finally:
            self.journal.write("flooded", session=self.id, calls=count)

    async def end(self):
        """Stops everything; safe to call twice."""
        if self.is_over:
            return
        self.is_over = True
        self.line.stop_playing()
        self.journal.write("session_ended", session=self.id)
        current = asyncio.current_task()
        for task in list(self._tasks):
            if task is not current:
                task.cancel()

    def spawn(self, work):
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task):
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            self.journal.write("bug", session=self.id, error=repr(task.exception()))

    # Events out

    async def emit(self, kind, **content):
        """Sends one event, after the delay that the script gives its type."""
        delay = self.script.session().get("delay_ms", {}).get(kind, 0)
        if delay:
            await asyncio.sleep(delay / 1000)
        self.send({"type": kind, "event_id": new_id("event"), **content})

    def send(self, event):
        if self.is_over:
            return
        told = ("item_id", "response_id", "audio_start_ms", "audio_end_ms", "error")
        summary = {name: event[name] for name in told if name in event}
        if "response" in event:
            summary.update(response_id=event["response"]["id"], status=event["response"]["status"])
        self.journal.write("sent", session=self.id, type=event["type"], **summary)
        self.line.send(event)

    def refuse(self, refused, event_id=None):
        self.journal.write("refused", session=self.id, code=refused.code, message=refused.message, param=refused.param)
        self.send({"type": "error", "event_id": new_id("event"), "error": {
            "type": "invalid_request_error", "code": refused.code, "message": refused.message, "param": refused.param,
            "event_id": event_id}})

    # Events in

    async def receive(self, message):
        """One message of the client, as text or bytes."""
        event_id = None
        try:
            if not isinstance(message, str):
                raise Refused("invalid_event", "Events are text messages.")
            try:
                event = json.loads(message)
            except ValueError:
                raise Refused("invalid_event", "The message is not JSON.") from None
            if isinstance(event, dict) and isinstance(event.get("event_id"), str):
                event_id = event["event_id"]
            if not isinstance(event, dict) or event.get("type") != "input_audio_buffer.append":
                self.journal.write("received", session=self.id, event=event, bytes=len(message))
            schema.check_event(event, self.line.transport)
            for path in self.script.session().get("unknown_parameters", []):
                if schema.has(event, path):
                    raise Refused("unknown_parameter", f"Unknown parameter: '{path}'.", path)
            await getattr(self, "_on_" + event["type"].replace(".", "_"))(event)
        except Refused as refused:
            self.refuse(refused, event_id)

    async def _on_session_update(self, event):
        self.config = configuration.merge(
            self.config, event["session"], is_running=True, has_spoken=self.has_spoken,
            is_responding=self.response is not None)
        self._vad.configure(self.config["audio"]["input"]["turn_detection"])
        faults = self.script.session()
        if faults.get("no_session_updated"):
            return
        await self.emit("session.updated", session=self.config)
        if faults.get("garbage_event"):
            self.line.send_text('{"type":"garb\x00age", "event_id": [}')
        if faults.get("huge_event_bytes"):
            await self.emit("service.unheard_of", filler="x" * faults["huge_event_bytes"])

    async def _on_input_audio_buffer_append(self, event):
        try:
            data = base64.b64decode(event["audio"], validate=True)
        except ValueError:
            raise Refused("invalid_value", "The audio is not base64.", "audio") from None
        if len(data) % 2:
            raise Refused("invalid_value", "The audio is not 16 bit PCM.", "audio")
        self.line.count_audio(data)
        await self.hear(self.line.samples(data))

    async def _on_input_audio_buffer_commit(self, event):
        if self.config["audio"]["input"]["turn_detection"] is not None:
            raise Refused("invalid_event", "The buffer is committed by voice activity detection.")
        if self._buffered_ms < 100:
            raise Refused("input_audio_buffer_commit_empty", "Error committing input audio buffer: the buffer is too "
                          f"small. Expected at least 100ms of audio, but buffer only has {self._buffered_ms:.2f}ms.")
        self._buffered_ms = 0
        await self._commit(new_id("item"))

    async def _on_input_audio_buffer_clear(self, event):
        self._buffered_ms = 0
        await self.emit("input_audio_buffer.cleared")

    async def _on_output_audio_buffer_clear(self, event):
        if self.line.is_playing:
            await self.clear_output()

    async def _on_conversation_item_create(self, event):
        item = {"id": new_id("item"), "object": "realtime.item", "status": "completed", **event["item"]}
        if item.get("call_id", "").startswith(FLOOD):
            return
        if self.item(item["id"]):
            raise Refused("item_id_exists", f"An item '{item['id']}' exists already.", "item.id")
        previous = event.get("previous_item_id")
        if previous not in (None, "root") and not self.item(previous):
            raise Refused("item_not_found", f"Previous item with ID '{previous}' not found.", "previous_item_id")
        if item["type"] == "function_call_output" and not any(
                i["type"] == "function_call" and i["call_id"] == item["call_id"] for i in self.items):
            raise Refused("invalid_tool_call_id", f"Tool call ID '{item['call_id']}' not found in conversation.",
                          "item.call_id")
        if previous is None:
            place = len(self.items)
        else:
            place = 0 if previous == "root" else self.items.index(self.item(previous)) + 1
        await self.add_item(item, place)
        await self.emit("conversation.item.done", item=item, previous_item_id=self.before(item))

    async def _on_conversation_item_retrieve(self, event):
        await self.emit("conversation.item.retrieved", item=self._existing(event["item_id"]))

    async def _on_conversation_item_truncate(self, event):
        item = self._existing(event["item_id"])
        length = self.audio_length(item)
        if item.get("role") != "assistant" or length is None:
            raise Refused("invalid_value", "Only model output audio messages can be truncated.", "item_id")
        if event["audio_end_ms"] > length:
            raise Refused("invalid_value", f"Audio content of {length}ms is already shorter than "
                          f"{event['audio_end_ms']}ms", "audio_end_ms")
        await self.truncate(item, event["audio_end_ms"])

    async def _on_conversation_item_delete(self, event):
        self.items.remove(self._existing(event["item_id"]))
        await self.emit("conversation.item.deleted", item_id=event["item_id"])

    async def _on_response_create(self, event):
        request = event.get("response", {})
        forced = request.get("tool_choice")
        if isinstance(forced, dict) and not any(
                tool["name"] == forced["name"] for tool in request.get("tools", self.config["tools"])):
            raise Refused("invalid_value", f"Tool choice '{forced['name']}' is not among the tools.",
                          "response.tool_choice")
        if request.get("conversation") == "none":
            self.spawn(Response(self, request).run())
            return
        if self.response is not None:
            raise Refused(
                "conversation_already_has_active_response", "Conversation already has an active response in progress: "
                f"{self.response.id}. Wait until the response is finished before creating a new one.")
        self.respond(request)

    async def _on_response_cancel(self, event):
        wanted = event.get("response_id")
        if self.response is None or wanted not in (None, self.response.id):
            raise Refused("response_cancel_not_active", "Cancellation failed: no active response found")
        await self.response.cancel("client_cancelled")

    # Items

    def item(self, item_id):
        return next((item for item in self.items if item["id"] == item_id), None)

    def before(self, item):
        place = self.items.index(item) if item in self.items else len(self.items)
        return self.items[place - 1]["id"] if place > 0 else None

    def _existing(self, item_id):
        item = self.item(item_id)
        if item is None:
            raise Refused("item_not_found", f"Item with ID '{item_id}' not found.", "item_id")
        return item

    async def add_item(self, item, place=None):
        self.items.insert(len(self.items) if place is None else place, item)
        await self.emit("conversation.item.added", item=item, previous_item_id=self.before(item))

    def audio_length(self, item):
        """Milliseconds of an assistant's item that were generated; None where it has no audio."""
        return self.line.generated_ms.get(item["id"])

    async def truncate(self, item, audio_end_ms):
        self.line.generated_ms[item["id"]] = audio_end_ms
        for part in item["content"]:
            part.pop("transcript", None)
        await self.emit("conversation.item.truncated", item_id=item["id"], content_index=0, audio_end_ms=audio_end_ms)

    # Responses

    def respond(self, request):
        self.responses_made += 1
        self.response = Response(self, request)
        self.response.task = self.spawn(self.response.run())

    def audible(self):
        """The first sound of a response goes out: the death in mid-sentence, if the script wants one, is near."""
        fault = self.script.session().get("in_response")
        if fault and fault.get("number", 1) == self.responses_made:
            self.spawn(self._later(fault.get("after_audio_ms", 500), fault.get("do", "vanish")))

    # The owner's voice

    async def hear(self, samples):
        """What came in from the microphone, at the input's rate."""
        self._buffered_ms += len(samples) * 1000 // self._vad.rate
        for event, at_ms in self._vad.feed(samples):
            await (self._speech_started if event == "started" else self._speech_stopped)(at_ms)
        await self._watch_idleness()

    @property
    def owner_is_speaking(self):
        return self._vad.is_speaking

    async def _speech_started(self, at_ms):
        self._speech_item = new_id("item")
        self.journal.write("owner_speech", session=self.id, active=True, audio_ms=at_ms)
        interrupts = self.config["audio"]["input"]["turn_detection"]["interrupt_response"]
        await self.emit("input_audio_buffer.speech_started", audio_start_ms=at_ms, item_id=self._speech_item)
        if not interrupts:
            return
        if self.response is not None:
            await self.response.cancel("turn_detected")
        elif self.line.transport == "webrtc" and self.line.is_playing:
            await self.clear_output()

    async def clear_output(self):
        """The rest of what is being played is dropped, and the item cut to what was heard."""
        item_id, response_id = self.line.playing_item, self.line.playing_response
        played = self.line.stop_playing()
        await self.emit("output_audio_buffer.cleared", response_id=response_id)
        item = self.item(item_id)
        if item is not None:
            await self.truncate(item, min(played, self.line.generated_ms.get(item_id, played)))

    async def _speech_stopped(self, at_ms):
        self.journal.write("owner_speech", session=self.id, active=False, audio_ms=at_ms)
        item_id, detection = self._speech_item, self.config["audio"]["input"]["turn_detection"]
        await self.emit("input_audio_buffer.speech_stopped", audio_end_ms=at_ms, item_id=item_id)
        await self._commit(item_id)
        answers = detection["create_response"] and not self.script.session().get("no_own_answer")
        if answers and self.response is None:
            self.respond({})

    async def _commit(self, item_id):
        heard = self.script.heard()
        item = {"id": item_id, "object": "realtime.item", "type": "message", "status": "completed", "role": "user",
                "content": [{"type": "input_audio", "transcript": None}]}
        previous = self.items[-1]["id"] if self.items else None
        await self.emit("input_audio_buffer.committed", item_id=item_id, previous_item_id=previous)
        await self.add_item(item)
        await self.emit("conversation.item.done", item=item, previous_item_id=previous)
        if self.config["audio"]["input"]["transcription"] is not None:
            self.spawn(self._transcribe(item, heard))

    async def _transcribe(self, item, heard):
        kind = "conversation.item.input_audio_transcription"
        await asyncio.sleep(0.05)  # separate from the model and later than it, as the real one is
        await self.emit(f"{kind}.delta", item_id=item["id"], content_index=0, delta=heard)
        item["content"][0]["transcript"] = heard
        await self.emit(f"{kind}.completed", item_id=item["id"], content_index=0, transcript=heard,
                        usage={"type": "duration", "seconds": 1})

    async def _watch_idleness(self):
        detection = self.config["audio"]["input"]["turn_detection"] or {}
        limit = detection.get("idle_timeout_ms")
        busy = self.response is not None or self.line.is_playing or self._vad.is_speaking or not self.has_spoken
        if limit is None or busy:
            self._idle = None
            return
        if self._idle is None:
            self._idle = self._vad.now_ms
        if self._vad.now_ms - self._idle >= limit:
            item_id = new_id("item")
            await self.emit("input_audio_buffer.timeout_triggered", audio_start_ms=self._idle,
                            audio_end_ms=self._vad.now_ms, item_id=item_id)
            self._idle = None
            await self._commit(item_id)
            self.respond({})
