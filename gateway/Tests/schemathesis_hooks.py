"""What schemathesis has to know to talk to a gateway: loaded by it, with the names below in its environment.

PEERS_SPEAKER: a file with the speaker's token, device and user as JSON. Without it nobody is signed in. A token may be
shown 30 times a minute, so the next one is asked for in time, as a speaker does in its evening, and the file is written
again.
"""

import json
import os
import pathlib
import random
import urllib.parse
import urllib.request

import schemathesis

USES_OF_A_TOKEN = 40


class Speaker:
    def __init__(self, path, address):
        self.path, self.address, self.uses = pathlib.Path(path), address, 0
        known = json.loads(self.path.read_text())
        self.token, self.device, self.user = known["token"], known["device"], known["user"]

    def show(self):
        self.uses += 1
        if self.uses % USES_OF_A_TOKEN == 0:
            form = urllib.parse.urlencode({"grant_type": "urn:anicca:rotate"}).encode()
            bearer = {"Authorization": f"Bearer {self.token}"}
            request = urllib.request.Request(f"{self.address}/auth/token", form, bearer)
            with urllib.request.urlopen(request, timeout=30) as answer:
                self.token = json.load(answer)["access_token"]
            self.path.write_text(json.dumps({"token": self.token, "device": self.device, "user": self.user}))
        return self.token


addresses = random.Random(1)
speaker = None
if "PEERS_SPEAKER" in os.environ:
    speaker = Speaker(os.environ["PEERS_SPEAKER"], os.environ["PEERS_ADDRESS"])

    @schemathesis.auth(refresh_interval=None)
    class Bearer:
        def get(self, case, context):
            return speaker.show()

        def set(self, case, data, context):
            case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def before_call(context, case, kwargs):
    # Each request comes from another network, so no limit by address is met.
    case.headers["X-Forwarded-For"] = ".".join(str(addresses.randrange(1, 250)) for _ in range(4))
    # What a link took from an answer may be a name that no header can carry as it is: its bytes can.
    for name, value in list(case.headers.items()):
        if isinstance(value, str) and any(ord(character) > 0xFF for character in value):
            case.headers[name] = value.encode("utf-8", "replace").decode("latin-1")
    # A speaker may ask ten times an hour.
    form = case.body if case.path == "/auth/device" and isinstance(case.body, dict) else {}
    if isinstance(form.get("device_id"), str) and 0 < len(form["device_id"]) <= 40:
        form["device_id"] += f"{addresses.randrange(1 << 64):x}"
    if speaker:
        # An invented device or user is refused with 403, and then nothing else is tried: so that is done seldom.
        for name, value in (("device-id", speaker.device), ("user-id", speaker.user)):
            if name in case.headers and addresses.random() < 0.9:
                case.headers[name] = value


@schemathesis.serializer("application/sdp")
def write_sdp(context, value):
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else json.dumps(value)).encode()


@schemathesis.deserializer("application/sdp")
def read_sdp(context, response):
    return response.content.decode()
