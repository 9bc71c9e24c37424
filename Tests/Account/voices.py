"""A stand-in for whoever makes voices of recordings and speaks with them: ElevenLabs, as far as a gateway uses it. Loopback
only."""

import json
import math
import re
import struct
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = "xi-stand-in-of-the-scenarios"
RATE = 24_000


def tone(hertz, milliseconds):
    """16-bit PCM."""
    count = RATE * milliseconds // 1000
    return b"".join(struct.pack("<h", int(9000 * math.sin(2 * math.pi * hertz * n / RATE))) for n in range(count))


class Voices:
    """`hertz`: how every text sounds. What was asked of it is in `made`, `spoken` and `deleted`."""

    def __init__(self, hertz=700, milliseconds=1500):
        self.voices, self.made, self.spoken, self.deleted = {}, [], [], []
        # Requests to delete that are answered by an error before one works.
        self.failing_deletions = 0
        # Requests to make a voice that are answered by this status.
        self.refusals = []
        # A recording to make a voice of has arrived.
        self.arrived = threading.Event()
        # A voice is made only while this is set.
        self.works = threading.Event()
        self.works.set()
        sound, lock, outer = tone(hertz, milliseconds), threading.Lock(), self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def _answer(self, status, body, kind="application/json"):
                body = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def _serve(self, method):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if self.headers.get("xi-api-key") != KEY:
                    return self._answer(401, {})
                path = self.path.split("?")[0]
                if method == "POST" and path == "/v1/voices/add":
                    outer.arrived.set()
                    outer.works.wait(120)
                with lock:
                    if method == "POST" and path == "/v1/voices/add":
                        outer.made.append(body)
                        if outer.refusals:
                            return self._answer(outer.refusals.pop(0), {"detail": "no"})
                        name = re.search(rb'name="name"\r\n\r\n(.*?)\r\n', body).group(1).decode()
                        voice = f"provider{len(outer.made)}"
                        outer.voices[voice] = name
                        return self._answer(200, {"voice_id": voice, "requires_verification": False})
                    if method == "GET" and path == "/v1/voices":
                        return self._answer(
                            200, {"voices": [{"voice_id": id, "name": name} for id, name in outer.voices.items()]})
                    if method == "DELETE" and path.startswith("/v1/voices/"):
                        if outer.failing_deletions:
                            outer.failing_deletions -= 1
                            return self._answer(500, {})
                        voice = path.rsplit("/", 1)[1]
                        outer.deleted.append(voice)
                        return self._answer(200 if outer.voices.pop(voice, None) else 404, {"status": "ok"})
                    if method == "POST" and path.startswith("/v1/text-to-speech/"):
                        if path.rsplit("/", 1)[1] not in outer.voices:
                            return self._answer(404, {})
                        outer.spoken.append(json.loads(body)["text"])
                        return self._answer(200, sound, "audio/pcm")
                return self._answer(404, {})

            def do_GET(self):
                self._serve("GET")

            def do_POST(self):
                self._serve("POST")

            def do_DELETE(self):
                self._serve("DELETE")

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
