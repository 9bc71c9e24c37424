"""Runs the real `anicca` binary for the bench and the torture: starts it, asks it, kills it. Standard library only."""

import json
import os
import pathlib
import select
import signal
import socket
import subprocess
import time


class ApplianceError(Exception):
    """The program did not do what every user may expect of it."""


REPOSITORY = pathlib.Path(__file__).resolve().parents[2]

NULL_ALSA = """
pcm.!default { type null }
ctl.!default { type hw card 0 }
"""

NO_ALSA = """
pcm.!default { type hw card 31 }
"""


def environment(folder, alsa=None, **more):
    """A child's environment: its own home, UTC, the sounds and prompts of this repository wherever the binary lies, and
    an ALSA configuration of its own where `alsa` is given."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    result = {key: value for key, value in os.environ.items() if not key.startswith(("ANICCA_", "XDG_", "NOTIFY_"))}
    result.update(HOME=str(folder), TZ="UTC", TERM="dumb", ANICCA_SHARE_DIR=str(REPOSITORY))
    if alsa is not None:
        path = folder / "asound.conf"
        path.write_text(alsa)
        result["ALSA_CONFIG_PATH"] = str(path)
    result.update(more)
    return result


class Appliance:
    """One state folder, and the process that runs on it while there is one."""

    def __init__(self, binary, state, env, log):
        self.binary = str(pathlib.Path(binary).resolve())
        self.state = pathlib.Path(state)
        self.env = env
        self.log = pathlib.Path(log)
        self.process = None

    # --- the process

    def start(self, timeout_seconds=10.0):
        """Starts it and waits for its `armed` line. Returns the seconds from just before fork to that line."""
        log = self.log.open("ab")
        began = time.monotonic()
        try:
            self.process = subprocess.Popen(
                [self.binary, "run", "--board", "terminal", "--state-dir", str(self.state)],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, env=self.env, cwd="/",
                start_new_session=True)
        finally:
            log.close()
        return self.wait_armed(began, timeout_seconds)

    def spawn(self):
        """Starts it and waits for nothing: to be killed while it starts."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [self.binary, "run", "--board", "terminal", "--state-dir", str(self.state)],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, env=self.env, cwd="/",
                start_new_session=True)

    def wait_armed(self, began, timeout_seconds=10.0):
        descriptor = self.process.stdout.fileno()
        text = b""
        while True:
            left = began + timeout_seconds - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                raise ApplianceError(f"not armed within {timeout_seconds:g} s; it said {text!r}")
            chunk = os.read(descriptor, 4096)
            now = time.monotonic()
            if not chunk:
                raise ApplianceError(f"ended with {self.process.wait()} before it was armed; it said {text!r}")
            text += chunk
            if any(line.split(b" ")[0].rstrip(b":,") == b"armed" for line in text.split(b"\n")[:-1]):
                os.set_blocking(descriptor, False)
                return now - began

    def drain(self):
        """Takes what it wrote since, so that its pipe never fills."""
        try:
            return os.read(self.process.stdout.fileno(), 1 << 16)
        except (BlockingIOError, AttributeError, ValueError):
            return b""

    def kill(self):
        """SIGKILL to it alone; its speech helper, if any, must end by itself."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process.stdout.close()
            self.process = None

    def stop(self, timeout_seconds=5.0):
        """SIGTERM, and its exit code."""
        if self.process is None:
            return None
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(timeout_seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise ApplianceError(f"did not end within {timeout_seconds:g} s of SIGTERM") from None
        self.process.stdout.close()
        self.process = None
        return code

    @property
    def pid(self):
        return self.process.pid

    # --- questions

    def connect(self, timeout_seconds=5.0):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(timeout_seconds)
        connection.connect(str(self.state / "control.sock"))
        return connection

    def ask(self, request, timeout_seconds=5.0):
        """One request, as `{"command": …}`, `{"diagnostics": true}` …; returns the answer. OSError where it went away."""
        with self.connect(timeout_seconds) as connection:
            return exchange(connection, request)

    def command(self, name, **arguments):
        """A command of the core, arguments by name."""
        return self.ask({"command": {name: arguments}})

    def status(self):
        answer = self.command("status")
        try:
            return answer["reply"]["status"]["status"]
        except KeyError:
            raise ApplianceError(f"status was answered by {answer}") from None

    def diagnostics(self):
        return self.ask({"diagnostics": True}).get("diagnostics") or {}

    def press(self, button, held_milliseconds=80):
        return self.command("press", button=button, heldMilliseconds=held_milliseconds, **{"from": "socket"})

    def cli(self, *arguments, text="", timeout_seconds=15.0):
        """Runs the command line on this state folder; returns exit code, output and errors."""
        done = subprocess.run(
            [self.binary, *arguments], input=text, capture_output=True, text=True, cwd="/",
            env={**self.env, "ANICCA_STATE_DIR": str(self.state)}, timeout=timeout_seconds)
        return done.returncode, done.stdout, done.stderr


def exchange(connection, request):
    """One line out, one line in."""
    connection.sendall(json.dumps({"id": 1, **request}).encode() + b"\n")
    answer = b""
    while not answer.endswith(b"\n"):
        chunk = connection.recv(1 << 16)
        if not chunk:
            raise ConnectionResetError("the appliance closed the connection before it answered")
        answer += chunk
    return json.loads(answer)


def json_lines(text):
    """A JSON list, or one JSON value a line."""
    text = text.strip()
    if text.startswith("["):
        return json.loads(text)
    return [json.loads(line) for line in text.splitlines() if line]
