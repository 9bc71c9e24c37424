"""The service's end of a WebSocket: audio is base64 in events, and comes in bursts, faster than real time."""

import asyncio
import base64
import json

import numpy

RATE = 24_000
DELTA_MS = 200


class WebSocketLine:
    transport = "websocket"
    is_playing = False  # the service cannot know: the client plays
    playing_item = playing_response = None

    def __init__(self, service, socket, transport):
        self.service, self.journal, self._socket, self._transport = service, service.journal, socket, transport
        self._has_vanished = False
        self.session = None
        self.generated_ms = {}
        self.is_silent = False
        self._outbox = asyncio.Queue()
        self._writer = asyncio.ensure_future(self._write())
        self._bytes = 0
        self._pump = asyncio.ensure_future(self._report())

    def send(self, event):
        self.send_text(json.dumps(event, ensure_ascii=False))

    def send_text(self, text):
        if not self.is_silent:
            self._outbox.put_nowait(text)

    async def _write(self):
        try:
            while True:
                text = await self._outbox.get()
                await self._socket.send_str(text)
                self._outbox.task_done()
        except (ConnectionError, RuntimeError):
            pass

    async def play(self, speech, ids, session):
        audio = speech.samples_24k().tobytes()
        step = RATE * DELTA_MS // 1000 * 2
        session.audible()
        for start in range(0, len(audio), step):
            chunk = audio[start:start + step]
            milliseconds = len(chunk) * 1000 // (RATE * 2)
            self.generated_ms[ids["item_id"]] = self.generated_ms.get(ids["item_id"], 0) + milliseconds
            await session.emit("response.output_audio.delta", **ids, delta=base64.b64encode(chunk).decode())
            await asyncio.sleep(milliseconds / 1000 / session.script.burst_factor)

    def stop_playing(self):
        return 0

    def count_audio(self, data):
        if self._bytes == 0:
            self.journal.write("first_audio", session=self.session.id)
        self._bytes += len(data)

    @staticmethod
    def samples(data):
        return numpy.frombuffer(data, dtype="<i2")

    async def _report(self):
        told = 0
        while True:
            await asyncio.sleep(1)
            if self._bytes != told:
                self.journal.write("appended", session=self.session.id, bytes=self._bytes - told)
                told = self._bytes

    def vanish(self):
        """The TCP connection stays, nothing is read or written any more: a peer that hangs."""
        self.stop()
        self._transport.pause_reading()
        self._has_vanished = True

    async def close(self, reason=None):
        if self._has_vanished:
            self._transport.abort()
            return
        await asyncio.wait([asyncio.ensure_future(self._outbox.join())], timeout=0.5)
        self.stop()
        await self._socket.close(code=1001, message=(reason or "The session ended.").encode())

    def stop(self):
        self.is_silent = True
        self._writer.cancel()
        self._pump.cancel()
