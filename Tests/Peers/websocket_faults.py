"""WebSocket servers that misbehave on demand, for the tests of the WebSocket transport. aiohttp, loopback only.

    .build/peers-venv/bin/python Tests/Peers/websocket_faults.py FOLDER

Makes certificates in FOLDER, prints one line of JSON (ports by name, the authority's file), and ends when its standard
input does. What the server does is asked for in the query of the URL: `?case=echo`, `?case=close&code=1001&reason=…`, …
"""

import asyncio
import base64
import hashlib
import json
import logging
import os
import pathlib
import socket
import struct
import sys
import threading

from aiohttp import WSMsgType, web

import test_authority

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


async def upgrade(request: web.Request) -> web.StreamResponse:
    query = request.query
    case = query.get("case", "echo")
    if case == "status":
        return web.Response(status=int(query["code"]), headers={"Location": query.get("location", "/")}, text="no")
    if case == "stall":
        await asyncio.sleep(30)
    socket_ = web.WebSocketResponse(autoping=case != "nopong", max_msg_size=0, compress=True)
    await socket_.prepare(request)
    hello = {
        "type": "session.created",
        "headers": {key.lower(): value for key, value in request.headers.items()},
        "path": request.path_qs,
    }
    await socket_.send_str(json.dumps(hello))
    if case == "close":
        await socket_.close(code=int(query["code"]), message=query.get("reason", "").encode())
    elif case == "abort":
        request.transport.abort()
    elif case == "big":
        await socket_.send_str("x" * int(query["bytes"]))
        await socket_.send_str("after")
    elif case == "burst":
        for index in range(int(query["count"])):
            await socket_.send_str(f"{index}:" + "y" * int(query.get("bytes", "10")))
    elif case == "binary":
        await socket_.send_bytes(b"\x00\x01\x02")
        await socket_.send_str("after")
    pings = 0
    async for message in socket_:
        if message.type == WSMsgType.TEXT and case == "count":
            await socket_.send_str(json.dumps({"bytes": len(message.data), "head": message.data[:60]}))
        elif message.type == WSMsgType.TEXT and case == "slow":
            await asyncio.sleep(0.2)
        elif message.type == WSMsgType.TEXT:
            await socket_.send_str(message.data)
        elif message.type == WSMsgType.PING:
            pings += 1
            await socket_.send_str(f"ping {pings}")
    return socket_


def frame(payload: bytes, opcode: int = 1, final: bool = True, reserved: int = 0) -> bytes:
    head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    if len(payload) < 126:
        return head + bytes([len(payload)]) + payload
    if len(payload) < 65536:
        return head + b"\x7e" + struct.pack(">H", len(payload)) + payload
    return head + b"\x7f" + struct.pack(">Q", len(payload)) + payload


def accept(key: bytes) -> bytes:
    return base64.b64encode(hashlib.sha1(key + GUID).digest())


async def raw(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """The upgrade by hand, then bytes that no library would send."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        case = head.split(b"case=", 1)[1].split(b" ", 1)[0].split(b"&", 1)[0].decode()
        key = next(
            line.split(b":", 1)[1].strip()
            for line in head.split(b"\r\n")
            if line.lower().startswith(b"sec-websocket-key:")
        )
        if case == "nothttp":
            writer.write(b"\x00\x01 nothing of HTTP\r\n\r\n")
            await writer.drain()
            writer.close()
            return
        proof = accept(b"wrong") if case == "wrongaccept" else accept(key)
        writer.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + proof + b"\r\n\r\n"
        )
        if case == "fragments":
            text = "frag\u00e9ments".encode()
            for index in range(len(text)):
                writer.write(frame(text[index : index + 1], opcode=1 if index == 0 else 0, final=index == len(text) - 1))
                if index == 3:
                    writer.write(frame(b"in between", opcode=9))
                await writer.drain()
                await asyncio.sleep(0.002)
        elif case == "reservedbits":
            writer.write(frame(b"x", reserved=7))
        elif case == "reservedopcode":
            writer.write(frame(b"x", opcode=5))
        elif case == "masked":
            writer.write(b"\x81\x81\x00\x00\x00\x00x")
        elif case == "hugelength":
            writer.write(b"\x81\x7f\x7f\xff\xff\xff\xff\xff\xff\xff" + b"x" * 1000)
        elif case == "closeless":
            writer.write(frame(b"", opcode=8))
        elif case == "noise":
            writer.write(hashlib.sha512(head).digest() * 64)
        await writer.drain()
        while await reader.read(65536):
            pass
    except (OSError, asyncio.IncompleteReadError, IndexError, StopIteration):
        pass
    writer.close()


async def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    # Lines cut in mid-answer are what the tests are about.
    logging.disable(logging.CRITICAL)
    test_authority.make(folder)
    application = web.Application()
    application.router.add_get("/{tail:.*}", upgrade)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    ports = {}

    async def site(name: str, host: str, context=None) -> None:
        listener = socket.create_server((host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
        ports[name] = listener.getsockname()[1]
        await web.SockSite(runner, listener, ssl_context=context).start()

    await site("plain", "127.0.0.1")
    try:
        await site("plain6", "::1")
    except OSError:
        ports["plain6"] = 0
    for name in ("good", "expired", "misnamed", "selfsigned"):
        await site(name, "127.0.0.1", test_authority.server_context(folder, name))
    server = await asyncio.start_server(raw, "127.0.0.1", 0)
    ports["raw"] = server.sockets[0].getsockname()[1]
    silent = socket.create_server(("127.0.0.1", 0))
    ports["silent"] = silent.getsockname()[1]
    closed = socket.socket()
    closed.bind(("127.0.0.1", 0))
    ports["closed"] = closed.getsockname()[1]
    print(json.dumps({"ports": ports, "authority": str(folder / "authority.pem")}), flush=True)

    def wait() -> None:
        sys.stdin.read()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
    await asyncio.Event().wait()


asyncio.run(main())
