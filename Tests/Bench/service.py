"""The stand-in for the service (Tests/Peers/realtime_service) and the bench's own peer, for the figures of a conversation."""

import json
import os
import pathlib
import select
import subprocess
import tempfile
import time
import urllib.request

from appliance import ApplianceError

PEERS = pathlib.Path(__file__).resolve().parent.parent / "Peers"
KEY = "sk-bench"


def tone(milliseconds, hertz=3000):
    return {"tone": {"hertz": hertz, "milliseconds": milliseconds, "level_dbfs": -12}}


def peers_python():
    """The interpreter of the virtual environment that make_venv.sh makes."""
    done = subprocess.run([PEERS / "make_venv.sh"], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


class Program:
    """A Python program of Tests/Peers that says `listening on PORT` first; ended by its process id."""

    def __init__(self, python, program, *arguments):
        self._process = subprocess.Popen(
            [python, PEERS / program, "--port", "0", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        line = self._process.stdout.readline() if select.select([self._process.stdout], [], [], 30)[0] else ""
        if not line.startswith("listening on "):
            self.close()
            raise ApplianceError(f"{program} did not start")
        self.port = int(line.split()[-1])

    def request(self, method, path, body=None, headers=None):
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers or {}, method=method)
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.read().decode()

    def close(self):
        self._process.terminate()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Service(Program):
    def __init__(self, python, turns=(), faults=None, reflects=False, **script):
        document = {"turns": list(turns), "after": "repeat", "burst_factor": 1000, "faults": faults or {}, **script}
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(document, file)
            file.flush()
            super().__init__(python, "realtime_service", "--key", KEY, "--language", "en", "--quiet", "--script",
                             file.name, *(["--reflect"] if reflects else []))
        self.base = f"http://127.0.0.1:{self.port}/v1"
        self.environment = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": self.base}

    def log(self, kind, after_ns=0, event=None):
        """What it saw from a boot time on."""
        return [record for record in json.loads(self.request("GET", f"/control/log?kind={kind}"))
                if record["boot_ns"] >= after_ns
                and (event is None or (record.get("type") or (record.get("event") or {}).get("type")) == event)]

    def wait_log(self, kind, after_ns, event=None, timeout_seconds=5.0):
        deadline = time.monotonic() + timeout_seconds
        while True:
            if records := self.log(kind, after_ns, event):
                return records[0]
            if time.monotonic() > deadline:
                raise ApplianceError(f"the service saw no {event or kind} within {timeout_seconds:g} s")
            time.sleep(0.02)

    def caller(self):
        """Takes an offer made by hand, and returns the answer; the key for it is there already."""
        secret = json.loads(self.request(
            "POST", "/v1/realtime/client_secrets", {"session": {"type": "realtime", "model": "gpt-realtime-2.1-mini"}},
            {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}))["value"]
        return lambda offer: self.request(
            "POST", "/v1/realtime/calls", offer.encode(),
            {"Authorization": f"Bearer {secret}", "Content-Type": "application/sdp"})


class Peer:
    """`anicca-bench click`, connected to a service."""

    def __init__(self, tool, service, period=480):
        # The key is had before the offer is made, as on a warm start: the figure is the connection's.
        call = service.caller()
        self._process = subprocess.Popen(
            [tool, "click", "--period", str(period)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            cwd="/", env={**os.environ, "TZ": "UTC"})
        self._process.stdin.write(json.dumps({"answer": call(self._next()["offer"])}) + "\n")
        self._process.stdin.flush()
        self.open = self._next()["open"]

    def _next(self):
        line = self._process.stdout.readline()
        if not line:
            raise ApplianceError(f"anicca-bench ended with {self._process.wait()}")
        return json.loads(line)

    def listen(self, seconds):
        """What it says in this time."""
        end, lines = time.monotonic() + seconds, []
        while time.monotonic() < end:
            lines.append(self._next())
        return lines

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._process.communicate("\n", timeout=5)
        except (subprocess.TimeoutExpired, BrokenPipeError):
            self._process.kill()
            self._process.communicate()
