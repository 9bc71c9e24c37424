"""What schemathesis has to know to talk to a gateway: loaded by it, with the names below in its environment.

PEERS_SPEAKERS: a file with the token, device and user of each of some speakers as JSON. Without it nobody is signed in. A
speaker may ask 60 times at once and 30 times a minute, so they take turns.
"""

import json
import os
import pathlib
import random

import schemathesis

REQUESTS_IN_A_TURN = 50


class Speakers:
    def __init__(self, path):
        self.all, self.uses = json.loads(pathlib.Path(path).read_text()), 0

    @property
    def current(self):
        return self.all[self.uses // REQUESTS_IN_A_TURN % len(self.all)]

    def show(self):
        self.uses += 1
        return self.current["token"]


addresses = random.Random(1)
speakers = None
if "PEERS_SPEAKERS" in os.environ:
    speakers = Speakers(os.environ["PEERS_SPEAKERS"])

    @schemathesis.auth(refresh_interval=None)
    class Bearer:
        def get(self, case, context):
            return speakers.show()

        def set(self, case, data, context):
            case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def before_call(context, case, kwargs):
    # Each request comes from another network, so no limit by address is met.
    case.headers["X-Forwarded-For"] = ".".join(str(addresses.randrange(1, 250)) for _ in range(4))
    # What a link took from an answer may be a name that no header can carry as it is: its bytes can, without the spaces
    # around it.
    for name, value in list(case.headers.items()):
        if isinstance(value, str):
            case.headers[name] = value.encode("utf-8", "replace").decode("latin-1").strip()
    # A speaker may ask ten times an hour.
    form = case.body if case.path == "/auth/device" and isinstance(case.body, dict) else {}
    if isinstance(form.get("device_id"), str) and 0 < len(form["device_id"]) <= 40:
        form["device_id"] += f"{addresses.randrange(1 << 64):x}"
    if speakers:
        # An invented device or user is refused with 403, and then nothing else is tried: so that is done seldom.
        for name, value in (("device-id", speakers.current["device"]), ("user-id", speakers.current["user"])):
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
