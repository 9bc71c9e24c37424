"""A bad network between two peers: UDP paths that lose, delay, reorder, duplicate and burst, by a seed.

    python udp_forwarder.py --port 0 --seed 7 --loss 0.05 --jitter-ms 30

prints `listening on PORT` (its control, HTTP on loopback). Standard library only.

    POST /paths   {"target": ["127.0.0.1", 40000]}      -> {"host": ..., "port": N}: send there instead
    POST /phases  [{"seconds": 10}, {"seconds": 20, "loss": 0.05, "jitter_ms": 30}, {}]    from now on; the last stays
    GET  /stats   the phase, and for each direction: datagrams passed, lost, duplicated, overtaken, and `late_ms`, by
                  how much the latest media since the last /phases was later than the phase asks, measured against the
                  sender's own clock (RTP timestamps of 48 kHz): what the sender and this program did wrong

A phase, all optional, for both directions unless "direction" is "in" (to the target) or "out":
    loss 0..1, burst (mean length of a run of losses; 1: independent), duplicate 0..1, reorder 0..1 (held back so that
    the next ones overtake), delay_ms (constant), jitter_ms (added: uniform 0..jitter_ms, order kept unless reordered),
    blackhole true (nothing passes), checks_lost true (ICE's checks do not pass, all else does), rate_kbps (a bottleneck with a queue of queue_ms, default 200, dropping its tail)
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sys

FIELDS = {"seconds", "loss", "burst", "duplicate", "reorder", "delay_ms", "jitter_ms", "blackhole", "rate_kbps",
          "queue_ms", "direction", "checks_lost"}
REORDER_MS = 25  # longer than a packet's 20 ms
LARGEST_REQUEST = 65_536


class Impairment:
    """What one direction does to datagrams: pure but for the random numbers, which are its own and seeded."""

    def __init__(self, seed):
        self._random = random.Random(seed)
        self._in_burst = False
        self._last_due = 0.0
        self._bottleneck_free = 0.0
        self.passed = self.lost = self.duplicated = self.reordered = 0

    def fates(self, size, now, phase, is_check=False):
        """When each copy of a datagram of `size` bytes that came at `now` goes on; empty: it is lost."""
        if phase.get("blackhole") or is_check and phase.get("checks_lost") or self._is_lost(phase):
            self.lost += 1
            return []
        due = now + phase.get("delay_ms", 0) / 1000 + self._random.uniform(0, phase.get("jitter_ms", 0)) / 1000
        if phase.get("rate_kbps"):
            start = max(now, self._bottleneck_free)
            if start - now > phase.get("queue_ms", 200) / 1000:
                self.lost += 1
                return []
            self._bottleneck_free = start + size * 8 / (phase["rate_kbps"] * 1000)
            due += self._bottleneck_free - now
        if self._random.random() < phase.get("reorder", 0):
            self.reordered += 1
            due = max(due, self._last_due) + REORDER_MS / 1000
        else:
            due = self._last_due = max(due, self._last_due)
        self.passed += 1
        if self._random.random() < phase.get("duplicate", 0):
            self.duplicated += 1
            return [due, due + 0.001]
        return [due]

    def _is_lost(self, phase):
        """Gilbert's two-state chain with the phase's mean loss and mean run of losses."""
        loss, burst = phase.get("loss", 0), max(1.0, phase.get("burst", 1))
        if loss <= 0:
            self._in_burst = False
        elif loss >= 1:
            self._in_burst = True
        elif burst == 1:
            self._in_burst = self._random.random() < loss
        elif self._in_burst:
            self._in_burst = self._random.random() >= 1 / burst
        else:
            self._in_burst = self._random.random() < loss / (burst * (1 - loss))
        return self._in_burst


class Lateness:
    """How much later than wanted media went on, beyond the least that was seen: a witness of the machine."""

    CLOCK = 48_000

    def __init__(self):
        self._first = None
        self.clear()

    def clear(self):
        self._least, self._most = float("inf"), float("-inf")

    def note(self, data, came, overdue):
        """A datagram that came at `came` and went on `overdue` seconds after it should have."""
        is_media = len(data) > 12 and data[0] >> 6 == 2 and not 192 <= data[1] <= 223  # RTP, not RTCP (RFC 5761)
        if not is_media:
            return
        source, timestamp = data[8:12], int.from_bytes(data[4:8], "big")
        if self._first is None or self._first[0] != source:
            self._first = (source, timestamp, came)
            self.clear()
        _, first, began = self._first
        spoken = ((timestamp - first + 0x8000_0000) % 0x1_0000_0000 - 0x8000_0000) / self.CLOCK
        late = came - began - spoken + overdue
        self._least, self._most = min(self._least, late), max(self._most, late)

    @property
    def milliseconds(self):
        return max(0.0, self._most - self._least) * 1000


class Schedule:
    """Which phase it is now."""

    def __init__(self, phases):
        self.set(phases)

    def set(self, phases, now=None):
        if not isinstance(phases, list) or not phases or not all(isinstance(phase, dict) for phase in phases):
            raise ValueError("phases must be a list of objects, and not empty")
        for phase in phases:
            if unknown := set(phase) - FIELDS:
                raise ValueError(f"unknown in a phase: {', '.join(sorted(unknown))}")
            for name, value in phase.items():
                expected = {"blackhole": bool, "checks_lost": bool, "direction": str}.get(name, (int, float))
                if not isinstance(value, expected):
                    raise ValueError(f"{name} has the wrong type")
        self._phases, self._since = phases, now

    def index(self, now):
        if self._since is None:
            self._since = now
        left = now - self._since
        for number, phase in enumerate(self._phases):
            left -= phase.get("seconds", float("inf"))
            if left < 0:
                return number
        return len(self._phases) - 1

    def at(self, now, direction):
        phase = self._phases[self.index(now)]
        return phase if phase.get("direction", direction) == direction else {}


class Path:
    """One forwarded address: a socket that clients send to, and one socket to the target for each client."""

    def __init__(self, target, schedule, seed):
        self.target, self.schedule = target, schedule
        self.ways = {"in": Impairment(f"{seed}/in"), "out": Impairment(f"{seed}/out")}
        self.lateness = {name: Lateness() for name in self.ways}
        self._front = None
        self._back = {}

    async def open(self, host):
        loop = asyncio.get_running_loop()
        self._front, _ = await loop.create_datagram_endpoint(lambda: _Receiver(self._from_client), (host, 0))
        return self._front.get_extra_info("sockname")[:2]

    def _from_client(self, data, client):
        back = self._back.get(client)
        if back is None:
            back = self._back[client] = asyncio.ensure_future(self._open_back(client))
        self._forward("in", data, lambda: self._send_back(back, data))

    async def _open_back(self, client):
        def answered(data, _):
            self._forward("out", data, lambda: self._front.sendto(data, client))

        transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: _Receiver(answered), remote_addr=self.target)
        return transport

    def _send_back(self, back, data):
        if back.done():
            if not back.cancelled() and back.exception() is None:
                back.result().sendto(data)
        else:
            back.add_done_callback(lambda _: self._send_back(back, data))

    def _forward(self, way, data, send):
        loop = asyncio.get_running_loop()
        now = loop.time()

        def go_on(due):
            self.lateness[way].note(data, now, loop.time() - due)
            send()

        is_check = data[:1] < b"\x04"  # STUN (RFC 7983)
        for due in self.ways[way].fates(len(data), now, self.schedule.at(now, way), is_check):
            if due <= now:
                go_on(now)
            else:
                loop.call_at(due, go_on, due)

    def stats(self):
        return {name: {key: getattr(way, key) for key in ("passed", "lost", "duplicated", "reordered")}
                | {"late_ms": round(self.lateness[name].milliseconds)} for name, way in self.ways.items()}


class _Receiver(asyncio.DatagramProtocol):
    def __init__(self, receive):
        self._receive = receive

    def datagram_received(self, data, address):
        self._receive(data, address)

    def error_received(self, error):
        pass  # nobody listens at the other end at this moment: as on a real path, the datagram is gone


class Forwarder:
    def __init__(self, host, seed, phases):
        self.host, self.seed = host, seed
        self.schedule = Schedule(phases)
        self.paths = []

    async def open_path(self, target):
        if not (isinstance(target, list) and len(target) == 2 and isinstance(target[0], str)
                and isinstance(target[1], int)):
            raise ValueError("target must be [host, port]")
        path = Path(tuple(target), self.schedule, f"{self.seed}/{len(self.paths)}")
        host, port = await path.open(self.host)
        self.paths.append(path)
        return {"host": host, "port": port}

    async def handle(self, method, path, body):
        if (method, path) == ("POST", "/paths"):
            return await self.open_path(body.get("target"))
        if (method, path) == ("POST", "/phases"):
            self.schedule.set(body, asyncio.get_running_loop().time())
            for path in self.paths:
                for lateness in path.lateness.values():
                    lateness.clear()
            return {}
        if (method, path) == ("GET", "/stats"):
            return {"phase": self.schedule.index(asyncio.get_running_loop().time()),
                    "paths": [path.stats() for path in self.paths]}
        raise LookupError(path)

    async def serve(self, reader, writer):
        """One HTTP request, just enough of it for tests."""
        status, answer = "200 OK", {}
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            method, path, _ = head[0].split(" ")
            headers = {name.strip().lower(): value.strip() for name, _, value in (h.partition(":") for h in head[1:])}
            length = int(headers.get("content-length", "0"))
            if length > LARGEST_REQUEST:
                raise ValueError("too large")
            body = json.loads(await reader.readexactly(length)) if length else {}
            answer = await self.handle(method, path, body)
        except LookupError:
            status, answer = "404 Not Found", {"error": "no such thing"}
        except (ValueError, AttributeError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            status, answer = "400 Bad Request", {"error": str(error)}
        text = json.dumps(answer).encode()
        writer.write(f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(text)}\r\n"
                     "Connection: close\r\n\r\n".encode() + text)
        try:
            await writer.drain()
            writer.close()
        except ConnectionError:
            pass


async def run(options):
    names = ("loss", "burst", "duplicate", "reorder", "delay_ms", "jitter_ms")
    phase = {name: getattr(options, name) for name in names}
    forwarder = Forwarder(options.host, options.seed, json.loads(options.phases) if options.phases else [phase])
    server = await asyncio.start_server(forwarder.serve, options.host, options.port)
    print(f"listening on {server.sockets[0].getsockname()[1]}", flush=True)
    for target in options.target or []:
        host, _, port = target.rpartition(":")
        path = await forwarder.open_path([host.strip("[]"), int(port)])
        print(f"forwarding {path['host']} {path['port']} to {target}", flush=True)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await stop.wait()


def hurry():
    """Real-time priority where the machine allows it: how bad the path is shall not depend on what else it runs."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
    except OSError:
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", action="append", help="HOST:PORT; a path opened at once, may be given again")
    parser.add_argument("--phases", help="JSON as for POST /phases; else one phase of the options below")
    for name, kind in (("loss", float), ("burst", float), ("duplicate", float), ("reorder", float),
                       ("delay-ms", float), ("jitter-ms", float)):
        parser.add_argument(f"--{name}", type=kind, default=0)
    hurry()
    try:
        asyncio.run(run(parser.parse_args()))
    except (ValueError, OSError) as error:
        sys.exit(f"udp_forwarder: {error}")


if __name__ == "__main__":
    main()
