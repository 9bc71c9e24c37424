"""What the appliance does in a conversation, done with aiortc: for the bench's CPU ratio, and for selftest.py.

    python reference_client.py --base http://127.0.0.1:PORT/v1 --key KEY --seconds 20

connects, sends a quiet tone as Opus in 20 ms packets, receives and decodes; then
prints its own CPU seconds, resident memory and counts as one JSON line.
"""

import argparse
import asyncio
import fractions
import json
import resource
import time

import aiohttp
import aioice.ice
import av
import numpy
from aiortc import MediaStreamTrack, RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from aiortc.mediastreams import MediaStreamError

RATE = 48_000
FRAME = 960
QUIET_AMPLITUDE = 300  # -44 dBFS: real work for the encoder, and below what the service takes for speech


class Microphone(MediaStreamTrack):
    """A tone of 440 Hz while `is_speaking`, else the same at `quiet_amplitude`, in real time."""

    kind = "audio"

    def __init__(self):
        super().__init__()
        self.is_speaking = False
        self.quiet_amplitude = 0
        self._tone = numpy.sin(2 * numpy.pi * 440 * numpy.arange(FRAME) / RATE)
        self._number = 0
        self._started = None

    async def recv(self):
        if self._started is None:
            self._started = time.monotonic()
        await asyncio.sleep(max(0, self._started + self._number * 0.02 - time.monotonic()))
        samples = (self._tone * (6000 if self.is_speaking else self.quiet_amplitude)).astype(numpy.int16)
        frame = av.AudioFrame.from_ndarray(samples.reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = RATE, self._number * FRAME, fractions.Fraction(1, RATE)
        self._number += 1
        return frame


class ReferenceClient:
    """A minimal client of the service. `events` is all that came; `wait_for(type)` the next of a type."""

    def __init__(self, base, key, address="127.0.0.1"):
        aioice.ice.get_host_addresses = lambda use_ipv4, use_ipv6: [address]
        self.base, self.key = base, key
        self.events = []
        self.microphone = Microphone()
        self.frames = self.loud_frames = 0
        self.last_loud = None
        self.location = self.answer_sdp = None
        self.opened = asyncio.Event()
        self.closed = asyncio.Event()
        self._arrived = asyncio.Condition()
        self._taken = 0
        self._reader = None
        self._pc = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        self.channel = None

    async def secret(self, session=None, **more):
        """(status, body) of client_secrets."""
        body = {"session": session or {"type": "realtime", "model": "gpt-realtime-2.1-mini"}, **more}
        async with aiohttp.ClientSession() as http:
            headers = {"Authorization": f"Bearer {self.key}"}
            async with http.post(f"{self.base}/realtime/client_secrets", json=body, headers=headers) as response:
                return response.status, await response.json(content_type=None)

    async def call(self, token):
        """Offers, and takes the answer; the status of the call's request."""
        self._pc.addTrack(self.microphone)
        self.channel = self._pc.createDataChannel("oai-events")
        self.channel.on("open", self.opened.set)
        self.channel.on("close", self.closed.set)
        self.channel.on("message", lambda message: asyncio.ensure_future(self._keep(message)))
        self._pc.on("track", self._listen)
        await self._pc.setLocalDescription(await self._pc.createOffer())
        async with aiohttp.ClientSession() as http:
            headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/sdp"}
            async with http.post(f"{self.base}/realtime/calls", data=self._pc.localDescription.sdp.encode(),
                                 headers=headers) as response:
                self.location = response.headers.get("Location")
                self.answer_sdp = await response.text()
                if response.status == 201:
                    await self._pc.setRemoteDescription(RTCSessionDescription(self.answer_sdp, "answer"))
                return response.status

    async def connect(self):
        status, body = await self.secret()
        assert status == 200, body
        status = await self.call(body["value"])
        assert status == 201, self.answer_sdp

    def _listen(self, track):
        self._reader = asyncio.ensure_future(self._read(track))

    async def _read(self, track):
        try:
            while True:
                frame = await track.recv()
                self.frames += 1
                if numpy.abs(frame.to_ndarray().astype(numpy.int32)).max() > 500:
                    self.loud_frames += 1
                    self.last_loud = time.monotonic()
        except MediaStreamError:
            pass

    async def _keep(self, message):
        async with self._arrived:
            try:
                self.events.append(json.loads(message))
            except ValueError:
                self.events.append({"type": "broken", "text": message})
            self._arrived.notify_all()

    async def wait_for(self, kind, seconds=5):
        """The next event of this type among those that `wait_for` has not passed over yet."""
        async with asyncio.timeout(seconds):
            async with self._arrived:
                while True:
                    while self._taken < len(self.events):
                        event = self.events[self._taken]
                        self._taken += 1
                        if event["type"] == kind:
                            return event
                    await self._arrived.wait()

    def send(self, kind, **content):
        self.channel.send(json.dumps({"type": kind, **content}))

    async def begin(self):
        """From `session.created` to the first response asked for."""
        await self.wait_for("session.created")
        self.send("session.update", event_id="c_1", session={
            "type": "realtime", "instructions": "Wake the owner.",
            "audio": {"input": {"turn_detection": {"type": "server_vad", "silence_duration_ms": 500}}}})
        await self.wait_for("session.updated")
        self.send("response.create", event_id="c_2")

    async def close(self):
        await self._pc.close()
        if self._reader:
            self._reader.cancel()


def memory():
    """Resident and private kilobytes now. (`ru_maxrss` would count what the parent had when it forked.)"""
    with open("/proc/self/status") as file:
        sizes = dict(line.split(":", 1) for line in file)
    return {"rss_kb": int(sizes["VmRSS"].split()[0]), "private_kb": int(sizes["RssAnon"].split()[0])}


async def converse(options):
    client = ReferenceClient(options.base, options.key)
    client.microphone.quiet_amplitude = QUIET_AMPLITUDE
    begun = time.monotonic()
    await client.connect()
    await client.opened.wait()
    opened = time.monotonic()
    await client.begin()
    before = resource.getrusage(resource.RUSAGE_SELF)
    started = time.monotonic()
    await asyncio.sleep(options.seconds)
    after = resource.getrusage(resource.RUSAGE_SELF)
    seconds = time.monotonic() - started
    await client.close()
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(json.dumps({
        "client": "aiortc", "seconds": round(seconds, 3), "cpu_seconds": round(cpu, 3),
        **memory(),
        "connect_ms": round(1000 * (opened - begun), 1), "frames": client.frames, "loud_frames": client.loud_frames}))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base", required=True)
    parser.add_argument("--key", default="sk-stand-in")
    parser.add_argument("--seconds", type=float, default=20)
    asyncio.run(converse(parser.parse_args()))


if __name__ == "__main__":
    main()
