"""What the service sends over RTP, in real time."""

import asyncio
import collections
import fractions

import av
from aiortc import MediaStreamTrack

from .speech import FRAME, RATE, SILENCE


class VoiceTrack(MediaStreamTrack):
    """What the service sends: queued speech, paced in real time by RTP; silence between, or nothing."""

    kind = "audio"

    def __init__(self, sends_silence):
        super().__init__()
        self._sends_silence = sends_silence
        self._queue = collections.deque()  # (packet, item id, response id)
        self._started = None
        self._slot = 0
        self._more = asyncio.Event()
        self.played_ms = collections.Counter()  # by item
        self.current = None
        self.on_first = self.on_drained = lambda response_id: None

    def add(self, packets, item_id, response_id):
        self._queue.extend((packet, item_id, response_id) for packet in packets)
        self._more.set()

    def clear(self):
        self._queue.clear()
        self.current = None

    @property
    def is_playing(self):
        return self.current is not None or bool(self._queue)

    async def recv(self):
        loop = asyncio.get_running_loop()
        if not self._queue and self.current is None and not self._sends_silence:
            self._more.clear()
            await self._more.wait()
        if self._started is None:
            self._started = loop.time()
        due = self._started + self._slot * 0.02
        now = loop.time()
        if now - due > 0.2:  # we were held up, or were silent: the media clock goes on without us
            self._slot = int((now - self._started) / 0.02) + 1
            due = self._started + self._slot * 0.02
        await asyncio.sleep(max(0, due - now))
        packet = av.Packet(self._next())
        packet.pts, packet.time_base = self._slot * FRAME, fractions.Fraction(1, RATE)
        self._slot += 1
        return packet

    def _next(self):
        before = self.current
        if not self._queue:
            self.current = None
            if before is not None:
                self.on_drained(before[1])
            return SILENCE
        payload, item_id, response_id = self._queue.popleft()
        self.current = (item_id, response_id)
        self.played_ms[item_id] += 20
        if before is None or before[1] != response_id:
            if before is not None:
                self.on_drained(before[1])
            self.on_first(response_id)
        return payload
