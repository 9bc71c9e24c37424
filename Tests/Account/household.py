"""A household of its own for one scenario: a real gateway on SQLite, and the owner's browser, without JavaScript."""

import contextlib
import html
import http.client
import os
import pathlib
import re
import socket
import sqlite3
import ssl
import subprocess
import tempfile
import time
import urllib.parse

from stage import KEY, Late, Unexpected, end
from voices import KEY as VOICE_KEY


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Gateway:
    """The real program. `limit`: minutes a month; `key`: the provider's key that it has; `has_own_root`: it encrypts,
    with a root of its own; `voices`: who makes voices for it (`voices.Voices`)."""

    def __init__(self, binary, provider_port, limit=1000, key=KEY, has_own_root=False, voices=None):
        self._binary, self.process = str(pathlib.Path(binary).resolve()), None
        self._folder = tempfile.TemporaryDirectory(prefix="anicca-gateway-")
        self.folder = pathlib.Path(self._folder.name)
        self.port, self._operations = free_port(), free_port()
        self.address = f"{'https' if has_own_root else 'http'}://127.0.0.1:{self.port}"
        settings = {
            "database": f"sqlite:{self.folder}/gateway.sqlite", "listen": f"127.0.0.1:{self.port}",
            "operations": f"127.0.0.1:{self._operations}", "public_address": self.address,
            "provider_address": f"http://127.0.0.1:{provider_port}", "owner_monthly_limit": str(limit),
            "starts_per_hour": "1000", "starts_per_day": "1000", "prepares_per_habit": "1000"}
        if has_own_root:
            settings["tls"] = "own"
        if voices:
            settings["voice_address"] = voices.address
        self._has_own_root, self._values = has_own_root, settings
        self._env = {**{k: v for k, v in os.environ.items() if not k.startswith("ANICCA_")}, "OPENAI_API_KEY": key}
        if voices:
            self._env["ELEVENLABS_API_KEY"] = VOICE_KEY
        self.log = self.folder / "log"

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        with contextlib.suppress(ProcessLookupError):
            if self.process:
                end(self.process)
        self._folder.cleanup()

    def is_reached_at(self, address):
        """Somebody who encrypts stands before it; to be told before its start."""
        self.address = self._values["public_address"] = address

    @property
    def _settings(self):
        return [part for name, value in self._values.items() for part in ("--set", f"{name}={value}")]

    def start(self):
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [self._binary, "serve", *self._settings], env=self._env, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        for _ in range(300):
            with contextlib.suppress(OSError, http.client.HTTPException):
                connection = http.client.HTTPConnection("127.0.0.1", self._operations, timeout=5)
                connection.request("GET", "/health/ready")
                if connection.getresponse().status == 200:
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        error = Late if self.process.poll() is None else Unexpected
        raise error(f"the gateway does not become ready: {self.log.read_text()[-1000:]}")

    def root(self):
        """The root's certificate, as the owner gets it; none where it does not encrypt."""
        return self._tell("ca") if self._has_own_root else None

    def connection(self):
        """A browser's, on whose machine the root is installed."""
        if not self._has_own_root:
            return http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        context = ssl.create_default_context(cadata=self.root())
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=10, context=context)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def _tell(self, command):
        done = subprocess.run([self._binary, command, *self._settings], env=self._env, capture_output=True, text=True,
                              timeout=60)
        if done.returncode:
            raise Unexpected(f"anicca-gateway {command}: {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def owner_code(self):
        found = re.search(r"\b[A-Z0-9]{4}(?:-[A-Z0-9]{4})+\b", self._tell("owner-code"))
        if not found:
            raise Unexpected("owner-code prints no code")
        return found.group()

    def invariants(self):
        self._tell("invariants")

    def rows(self, statement):
        with contextlib.closing(sqlite3.connect(self.folder / "gateway.sqlite", timeout=30)) as database:
            return database.execute(statement).fetchall()


class Browser:
    """The owner's."""

    def __init__(self, gateway):
        self._gateway, self._cookies = gateway, {}

    def _go(self, method, path, form=None):
        for _ in range(8):
            headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
            body = None
            if method == "POST":
                body = urllib.parse.urlencode(form)
                headers |= {"Origin": self._gateway.address, "Content-Type": "application/x-www-form-urlencoded"}
            connection = self._gateway.connection()
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                name, value = cookie.split(";")[0].split("=", 1)
                self._cookies[name] = value
            if answer.status != 303:
                return text
            method, path, form = "GET", answer.headers["Location"], None
        raise Unexpected("the gateway's page redirects without end")

    @staticmethod
    def _hidden(text, action):
        found = re.search(rf'<form method="post" action="{action}">(.*?)</form>', text, re.S)
        if not found:
            raise Unexpected(f"the page has no form for {action}: {text[:500]}")
        return {name: html.unescape(value) for name, value in
                re.findall(r'<input type="hidden" name="(.*?)" value="(.*?)"', found.group(1))}

    def sign_in(self):
        text = self._go("GET", "/signin")
        text = self._go("POST", "/signin", {**self._hidden(text, "/signin"), "code": self._gateway.owner_code()})
        if "You are signed in." not in text:
            raise Unexpected(f"the owner cannot sign in: {text[:500]}")

    def habits(self):
        return self._go("GET", "/me/habits?lang=en")

    def change_habit(self, habit, at):
        text = self._go("GET", f"/me/habits?edit={habit}&lang=en")
        days = {f"day_{day}": "yes" for day in ("mon", "tue", "wed", "thu", "fri", "sat", "sun")}
        return self._go("POST", "/me/habits", {**self._hidden(text, "/me/habits"), "at": at, **days})

    def sign_speaker_out(self):
        listed = self._go("GET", "/me/devices")
        device = re.search(r'/me/devices\?device=([^"&]+)', listed)
        if not device:
            raise Unexpected(f"the page lists no speaker: {listed[:500]}")
        text = self._go("GET", f"/me/devices?device={device.group(1)}")
        return self._go("POST", "/me/devices/sign-out", self._hidden(text, "/me/devices/sign-out"))

    def delete_account(self):
        text = self._go("GET", "/me/delete?lang=en")
        text = self._go("POST", "/me/delete", {**self._hidden(text, "/me/delete"), "sure": "yes"})
        if "is deleted" not in text:
            raise Unexpected(f"the owner cannot be deleted: {text[:500]}")

    def decide(self, digits, decision="approve"):
        text = self._go("GET", f"/device?user_code={digits}")
        form = self._hidden(text, "/device/decision")
        return self._go("POST", "/device/decision", {**form, "decision": decision, "heard": "yes"})
