#!/usr/bin/env python3
"""Kills real gateways at random instants while speakers sign in, rotate and lose answers; then asks what must be true.

    gateway/Tests/with-postgres gateway/Tests/chaos.py --binary gateway/.build/debug/anicca-gateway [--seconds 20] [--seed 1]

One process on SQLite, then two on PostgreSQL. Speakers follow the rules of ACCOUNT: they keep a token until its successor
is stored, and ask again when an answer is lost. Whatever is killed, none may ever be told 401 (ACCOUNT-6), every
invariant holds, and no secret is in a log. A round that did not reach every path fails, too. Standard library only.

Requirements: ACCOUNT-6, GATEWAY-3, GATEWAY-9, I12, I13, I17
"""

import argparse
import collections
import html
import http.client
import json
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
PUBLIC = "https://gateway.example"
PATHS = ("kills", "no answer", "sign-ins", "lost tokens", "lost successors", "rotations", "copies refused")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Instance:
    """A gateway process that can be killed and started again at the same address."""

    def __init__(self, binary, environment, log):
        self.port, self.operations = free_port(), free_port()
        self.command = [binary, "serve", "--set", f"listen=127.0.0.1:{self.port}",
                        "--set", f"operations=127.0.0.1:{self.operations}"]
        self.environment, self.log, self.process = environment, log, None

    def start(self):
        self.process = subprocess.Popen(self.command, env=self.environment, stdout=self.log, stderr=self.log)
        for _ in range(300):
            try:
                connection = http.client.HTTPConnection("127.0.0.1", self.operations, timeout=5)
                connection.request("GET", "/health/ready")
                if connection.getresponse().status == 200:
                    return
            except OSError:
                pass
            if self.process.poll() is not None:
                raise SystemExit(f"chaos: a gateway ended with {self.process.returncode}")
            time.sleep(0.05)
        raise SystemExit("chaos: a gateway does not become ready")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=60)


class World:
    def __init__(self, instances, seed):
        self.instances, self.random = instances, random.Random(seed)
        self.counts, self.faults, self.secrets = collections.Counter(), [], set()
        self.lock, self.over = threading.Lock(), threading.Event()

    def count(self, name):
        with self.lock:
            self.counts[name] += 1

    def fault(self, text):
        with self.lock:
            self.faults.append(text)

    def chance(self, probability):
        with self.lock:
            return self.random.random() < probability

    def choice(self, things):
        with self.lock:
            return self.random.choice(things)

    def address(self):
        """A request of each comes from another network, so no limit by address is met."""
        with self.lock:
            return ".".join(str(self.random.randrange(1, 250)) for _ in range(4))

    def request(self, method, path, form=None, headers=None):
        """Tries every instance until one answers. Whatever is tried again must have no second effect."""
        body = urllib.parse.urlencode(form) if form is not None else None
        all_headers = {"X-Forwarded-For": self.address(), **(headers or {})}
        if body is not None:
            all_headers["Content-Type"] = "application/x-www-form-urlencoded"
        for _ in range(600):
            instance = self.choice(self.instances)
            try:
                connection = http.client.HTTPConnection("127.0.0.1", instance.port, timeout=30)
                connection.request(method, path, body, all_headers)
                answer = connection.getresponse()
                text = answer.read().decode()
                connection.close()
                if answer.status != 503:
                    return answer, text
                self.count("503")
            except (OSError, http.client.HTTPException):
                self.count("no answer")
            time.sleep(0.02)
        raise RuntimeError("nobody answers")


class Owner:
    """The owner's browser."""

    def __init__(self, world):
        self.world, self.cookies = world, {}

    def go(self, method, path, form=None):
        redirects = 0
        while redirects < 6:
            headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
            if method == "POST":
                headers["Origin"] = PUBLIC
            # The owner stays in one network.
            answer, text = self.world.request(method, path, form, {**headers, "X-Forwarded-For": "198.51.100.7"})
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                name, value = cookie.split(";")[0].split("=", 1)
                self.cookies[name] = value
                self.world.secrets.add(value)
            if answer.status == 429:
                # On a fast machine the owner clicks faster than anybody may: they wait, as the page says.
                self.world.count("owner waits")
                time.sleep(min(float(answer.headers.get("Retry-After", 1)), 3))
                continue
            if answer.status != 303:
                return answer.status, text
            redirects += 1
            method, path, form = "GET", answer.headers["Location"], None
        raise RuntimeError("redirects without end")

    @staticmethod
    def hidden(text, action):
        found = re.search(rf'<form method="post" action="{action}">(.*?)</form>', text, re.S)
        if not found:
            return None
        return dict((name, html.unescape(value)) for name, value in
                    re.findall(r'<input type="hidden" name="(.*?)" value="(.*?)"', found.group(1)))

    def sign_in(self, code):
        _, text = self.go("GET", "/signin")
        _, text = self.go("POST", "/signin", {**self.hidden(text, "/signin"), "code": code})
        if "You are signed in." not in text:
            raise RuntimeError("the owner cannot sign in")

    def approve(self, code):
        """Whether the page said so. An answer that was lost may have approved it."""
        _, text = self.go("GET", f"/device?user_code={code}")
        form = self.hidden(text, "/device/decision")
        if form is None:
            return False
        _, text = self.go("POST", "/device/decision", {**form, "decision": "approve", "heard": "yes"})
        return "<h1>Connected</h1>" in text


class Speaker(threading.Thread):
    """Signs in again and again under new names, and rotates its token as a speaker does in its evenings."""

    def __init__(self, world, owner, owner_lock, number):
        super().__init__(daemon=True)
        self.world, self.owner, self.owner_lock, self.number = world, owner, owner_lock, number

    def run(self):
        try:
            life = 0
            while not self.world.over.is_set():
                life += 1
                token = self.sign_in(f"speaker-{self.number}-{life}")
                if token:
                    self.live(token)
        except Exception as error:  # whatever ends a speaker is a fault of the round
            self.world.fault(f"speaker {self.number}: {type(error).__name__}: {error}")

    def sign_in(self, name):
        answer, text = self.world.request(
            "POST", "/auth/device", {"client_id": "anicca-speaker", "device_id": name, "device_name": "Chaos"})
        if answer.status != 200:
            self.world.fault(f"asking: {answer.status} {text}")
            return None
        grant = json.loads(text)
        self.world.secrets.update((grant["device_code"], grant["user_code"]))
        with self.owner_lock:
            self.owner.approve(grant["user_code"])
        for _ in range(200):
            answer, text = self.world.request("POST", "/auth/token", {
                "grant_type": DEVICE_GRANT, "device_code": grant["device_code"], "client_id": "anicca-speaker"})
            reply = json.loads(text)
            if answer.status == 200:
                self.world.secrets.add(reply["access_token"])
                if self.world.chance(0.3):
                    # A power cut before the token is stored: the device polls again.
                    self.world.count("lost tokens")
                    continue
                self.world.count("sign-ins")
                return reply["access_token"]
            if reply["error"] not in ("authorization_pending", "slow_down"):
                self.world.fault(f"polling: {reply['error']}")
                return None
            if reply["error"] == "authorization_pending":
                # The approval's answer was lost before it was one: the owner tries again.
                with self.owner_lock:
                    self.owner.approve(grant["user_code"])
            time.sleep(0.05)
        self.world.fault("polling: never approved")
        return None

    def live(self, token):
        older = None
        for _ in range(self.world.choice(range(4, 12))):
            if self.world.over.is_set():
                return
            answer, text = self.world.request(
                "POST", "/auth/token", {"grant_type": "urn:anicca:rotate"}, {"Authorization": f"Bearer {token}"})
            if answer.status != 200:
                self.world.fault(f"a speaker that follows the rules was told {answer.status} {text}")
                return
            fresh = json.loads(text)["access_token"]
            self.world.secrets.add(fresh)
            if older and self.world.chance(0.3):
                # A copy of an old card: the token in use has replaced it.
                answer, text = self.world.request(
                    "POST", "/auth/token", {"grant_type": "urn:anicca:rotate"}, {"Authorization": f"Bearer {older}"})
                if answer.status != 401 or json.loads(text)["error"] != "superseded":
                    self.world.fault(f"an old token was told {answer.status}")
                self.world.count("copies refused")
            if self.world.chance(0.3):
                self.world.count("lost successors")
                continue
            older, token = token, fresh
            self.world.count("rotations")


def drains(instance):
    """Whether a request that runs when SIGTERM comes is answered, and a new one is not taken."""
    body = "client_id=anicca-speaker&device_id=draining"
    with socket.create_connection(("127.0.0.1", instance.port), timeout=30) as running:
        running.sendall((f"POST /auth/device HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                         f"Content-Length: {len(body)}\r\n\r\n").encode() + body[:10].encode())
        time.sleep(0.5)
        instance.process.send_signal(signal.SIGTERM)
        refused = False
        for _ in range(100):
            time.sleep(0.05)
            try:
                socket.create_connection(("127.0.0.1", instance.port), timeout=5).close()
            except OSError:
                refused = True
                break
        running.sendall(body[10:].encode())
        return refused and running.recv(65536).startswith(b"HTTP/1.1 200")


def run_round(arguments, kind, folder, seed):
    """Returns the names of what failed; prints what happened."""
    log_path = folder / f"{kind}.log"
    environment = {
        "PATH": os.environ["PATH"], "ANICCA_GATEWAY_PUBLIC_ADDRESS": PUBLIC, "ANICCA_GATEWAY_TRUSTED_PROXIES": "127.0.0.1",
        "ANICCA_GATEWAY_DATABASE": f"sqlite:{folder}/gateway.sqlite" if kind == "sqlite"
        else os.environ["ANICCA_GATEWAY_TEST_POSTGRES"]}

    def command(*words):
        return subprocess.run([arguments.binary, *words], env=environment, capture_output=True, text=True, timeout=120)

    with open(log_path, "w") as log:
        instances = [Instance(arguments.binary, environment, log) for _ in range(1 if kind == "sqlite" else 2)]
        for instance in instances:
            instance.start()
        world = World(instances, seed)
        owner = Owner(world)
        code = command("owner-code").stdout.split()[0]
        world.secrets.update((code, code.replace("-", "")))
        owner.sign_in(code)
        owner_lock = threading.Lock()
        speakers = [Speaker(world, owner, owner_lock, number) for number in range(arguments.speakers)]
        for speaker in speakers:
            speaker.start()
        # A slow machine gets up to a minute more to reach every path.
        ends = time.monotonic() + arguments.seconds
        while time.monotonic() < ends or (time.monotonic() < ends + 60 and not all(world.counts[path] for path in PATHS)):
            time.sleep(world.random.uniform(0.2, 1.0))
            victim = world.choice(instances)
            victim.kill()
            world.count("kills")
            victim.start()
        world.over.set()
        for speaker in speakers:
            speaker.join(timeout=60)
        is_drained = all([drains(instance) for instance in instances])
        codes = [instance.process.wait(timeout=60) for instance in instances]
    check = command("invariants")
    text = log_path.read_text()
    failed = []

    def expect(name, is_good, detail=""):
        if not is_good:
            failed.append(name)
        print(f"{kind}: {'passed' if is_good else 'FAILED'}: {name} {detail if not is_good else ''}".rstrip())

    expect("no speaker that follows the rules is signed out", not world.faults, world.faults[:3])
    expect("every invariant holds", check.returncode == 0, check.stdout + check.stderr)
    expect("every path was reached", all(world.counts[path] for path in PATHS), dict(world.counts))
    expect("what runs when SIGTERM comes is answered, and nothing new is taken", is_drained)
    expect("SIGTERM ends it in order", codes == [0] * len(codes), codes)
    expect("no secret is in a log", not any(secret in text for secret in world.secrets if len(secret) > 8))
    print(f"{kind}: {dict(sorted(world.counts.items()))}, seed {seed}")
    return 6 - len(failed), len(failed)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--speakers", type=int, default=6)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    arguments = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="anicca-gateway-chaos.") as folder:
        for kind in ("sqlite", "postgres"):
            good, bad = run_round(arguments, kind, pathlib.Path(folder), arguments.seed)
            passed, failed = passed + good, failed + bad
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
