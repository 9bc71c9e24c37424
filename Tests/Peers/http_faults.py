"""HTTP and HTTPS servers that misbehave on demand, for the tests of Cloud. Standard library only, loopback only.

    python3 Tests/Peers/http_faults.py FOLDER

Makes certificates in FOLDER, prints one line of JSON (ports by name, the authority's file), and ends when its
standard input does, so that no test leaves it behind.
"""

import http.server
import json
import os
import pathlib
import socket
import sys
import threading
import time
import urllib.parse

import test_authority

connections = 0
lock = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def setup(self):
        global connections
        super().setup()
        with lock:
            connections += 1
            self.number = connections

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", headers=()):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Connection", str(self.number))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def handle_any(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        name = url.path.strip("/").split("/")[0]
        if name == "echo":
            seen = {
                "method": self.command,
                "path": self.path,
                "headers": {key.lower(): value for key, value in self.headers.items()},
                "body": body.decode("latin-1"),
            }
            self.answer(200, json.dumps(seen).encode(), [("Content-Type", "application/json")])
        elif name == "status":
            self.answer(int(query["code"]), b'{"error":{"code":"x"}}', [("Location", query.get("location", "/echo"))])
        elif name == "slow":
            time.sleep(int(query["ms"]) / 1000)
            self.answer(200, b"late")
        elif name == "drip":
            self.send_response(200)
            self.send_header("Content-Length", "100")
            self.end_headers()
            for _ in range(100):
                self.wfile.write(b".")
                time.sleep(0.1)
        elif name == "cut":
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(b"only this")
            self.close_connection = True
        elif name == "big":
            self.answer(200, b"x" * int(query["bytes"]))
        elif name == "chunked":
            self.send_response(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for _ in range(int(query["chunks"])):
                self.wfile.write(b"400\r\n" + b"y" * 1024 + b"\r\n")
            self.wfile.write(b"0\r\n\r\n")
        elif name == "headers":
            self.send_response(200)
            for index in range(int(query["count"])):
                self.send_header(f"X-{index}", "z" * 100)
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            self.answer(404, b"nothing here")

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = handle_any


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass  # refused handshakes and cut lines are what the tests are about


class Server6(Server):
    address_family = socket.AF_INET6


def serve(server, context=None):
    if context:
        # The handshake in the connection's own thread: a silent client must not hold up the others.
        finish = server.finish_request

        def finish_request(request, address):
            finish(context.wrap_socket(request, server_side=True), address)

        server.finish_request = finish_request
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def raw(reply, keeps=False):
    """A server that sends `reply` to whoever connects and listens to nothing."""
    listener = socket.create_server(("127.0.0.1", 0))

    def run():
        kept = []
        while True:
            peer, _ = listener.accept()
            if keeps:
                kept.append(peer)
                continue
            try:
                peer.settimeout(2)
                peer.recv(65536)
                peer.sendall(reply)
                peer.shutdown(socket.SHUT_WR)
                peer.recv(65536)
            except OSError:
                pass
            peer.close()

    threading.Thread(target=run, daemon=True).start()
    return listener.getsockname()[1]


def main():
    folder = pathlib.Path(sys.argv[1])
    test_authority.make(folder)
    ports = {"plain": serve(Server(("127.0.0.1", 0), Handler))}
    try:
        ports["plain6"] = serve(Server6(("::1", 0), Handler))
    except OSError:
        ports["plain6"] = 0
    for name in ("good", "expired", "misnamed", "selfsigned"):
        ports[name] = serve(Server(("127.0.0.1", 0), Handler), test_authority.server_context(folder, name))
    ports["garbage"] = raw(b"\x00\xff\x17 no HTTP at all\r\n\r\n")
    ports["hangup"] = raw(b"")
    ports["oddstatus"] = raw(b"HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n")
    ports["silent"] = raw(b"", keeps=True)
    # Bound and not listening: refused, and taken by nobody else meanwhile.
    closed = socket.socket()
    closed.bind(("127.0.0.1", 0))
    ports["closed"] = closed.getsockname()[1]
    # Listening with a full backlog: further connections are never taken up.
    full = socket.socket()
    full.bind(("127.0.0.1", 0))
    full.listen(0)
    fillers = [socket.socket() for _ in range(4)]
    for filler in fillers:
        filler.setblocking(False)
        filler.connect_ex(full.getsockname())
    ports["full"] = full.getsockname()[1]
    print(json.dumps({"ports": ports, "authority": str(folder / "authority.pem")}), flush=True)
    sys.stdin.read()
    os._exit(0)


main()
