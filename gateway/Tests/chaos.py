#!/usr/bin/env python3
"""Kills real gateways at random instants while speakers sign in, rotate, talk and lose answers; then asks what must be
true.

    gateway/Tests/with-postgres gateway/Tests/chaos.py --binary gateway/.build/debug/anicca-gateway [--seconds 20] [--seed 1]

One process on SQLite, then two on PostgreSQL. Speakers follow the rules of ACCOUNT: they keep a token until its successor
is stored, and ask again when an answer is lost. They share one month's minutes, start, sync, resume and stop, and some
vanish: their session is moved into the past, so that its lease is over. Others buy plans and packs from a seller whose
events come late, twice or never. Whatever is killed, none may ever be told 401 (ACCOUNT-6), a retry is the same session
and the same charge, what was bought is what they have, every invariant holds, and no secret is in a log. A round that did not reach every path fails, too. Standard library only.

Requirements: ACCOUNT-6, GATEWAY-2, GATEWAY-3, GATEWAY-6, GATEWAY-9, I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I17
"""

import argparse
import collections
import hashlib
import hmac
import html
import http.client
import http.server
import json
import os
import pathlib
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
PUBLIC = "https://gateway.example"
PATHS = ("kills", "no answer", "sign-ins", "lost tokens", "lost successors", "rotations", "copies refused",
         "talks", "retried starts", "resumed", "stops", "vanished", "402", "ended by lease",
         "events", "repeated events", "lost events", "lapses")
PROVIDER_KEY = "sk-chaos-of-the-tests"
MONTH_MINUTES = 15
SELLER_KEY, SELLER_SECRET = "sk_seller_of_the_chaos", "whsec_of_the_chaos_0123456789"
BUYERS = 3


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


class Provider(http.server.ThreadingHTTPServer):
    """Takes calls and ends them."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), ProviderRequest)
        self.lock, self.calls, self.made = threading.Lock(), set(), 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        """A gateway that is killed leaves half a request."""

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}"


class ProviderRequest(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        provider, parts = self.server, self.path.split("/")
        if self.headers["Authorization"] != f"Bearer {PROVIDER_KEY}":
            self.answer(401, "{}")
        elif parts[-1] == "hangup":
            with provider.lock:
                known = parts[-2] in provider.calls
                provider.calls.discard(parts[-2])
            self.answer(200 if known else 404, "{}")
        else:
            # A moment in which a gateway can be killed.
            time.sleep(0.03)
            with provider.lock:
                provider.made += 1
                call = f"rtc_{provider.made}"
                provider.calls.add(call)
            self.answer(201, "v=0\r\ns=answer\r\n", {"Location": f"/v1/realtime/calls/{call}"})

    def answer(self, status, text, headers=None):
        self.send_response(status)
        for name, value in {"Content-Length": str(len(text)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


class Seller(Provider):
    """Sells plans and packs: knows who has what."""

    def __init__(self):
        self.customers, self.random = {}, random.Random(7)
        super(Provider, self).__init__(("127.0.0.1", 0), SellerRequest)
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()


class SellerRequest(ProviderRequest):
    def do_GET(self):
        parts = self.path.split("?")[0].split("/")
        # A moment in which a gateway can be killed.
        time.sleep(0.02)
        with self.server.lock:
            is_lame = self.server.random.random() < 0.1
            found = self.server.customers.get(parts[-2])
            is_pro, packs = (found["pro"], list(found["packs"])) if found else (False, [])
        if self.headers["Authorization"] != f"Bearer {SELLER_KEY}":
            return self.answer(401, "{}")
        if is_lame or not found:
            return self.answer(500 if is_lame else 404, "{}")
        entitlement = {"object": "entitlement", "id": "entl1"}
        items = {
            "active_entitlements": [{"entitlement_id": "entl1", "expires_at": None}] if is_pro else [],
            "subscriptions": [{"gives_access": is_pro, "environment": "production", "entitlements": {"items": [entitlement]}}],
            "purchases": [{"product_id": "prod1", "status": "owned", "environment": "production", "quantity": 1,
                           "store_purchase_identifier": pack} for pack in packs]}[parts[-1]]
        return self.answer(200, json.dumps({"object": "list", "items": items, "next_page": None}))


class Buyer(threading.Thread):
    """Buys, and lets plans lapse that the gateway has seen. Half of what the seller tells comes twice, late or never."""

    def __init__(self, world, seller, number):
        super().__init__(daemon=True)
        self.world, self.seller, self.number, self.events, self.late = world, seller, number, 0, []
        self.user, self.account, self.was_pro = f"usr_buyer{number}", f"acc_buyer{number}", False
        self.state = seller.customers[self.user] = {"pro": False, "packs": []}
        world.database.rows(f"INSERT INTO accounts (id, created_at) VALUES ('{self.account}', 0)")
        world.database.rows(f"INSERT INTO users (id, account_id, created_at) VALUES ('{self.user}', '{self.account}', 0)")

    def plan(self):
        return self.world.database.rows(f"SELECT plan FROM accounts WHERE id = '{self.account}'")[0][0]

    def run(self):
        try:
            while not self.world.over.is_set():
                self.buy()
                self.tell()
                time.sleep(self.world.choice([0, 0.05, 0.3]))
        except Exception as error:  # whatever ends a buyer is a fault of the round
            self.world.fault(f"buyer {self.number}: {type(error).__name__}: {error}")

    def buy(self):
        what = self.world.choice(["pro", "lapse", "pack"])
        if what == "lapse" and (not self.state["pro"] or self.plan() != "pro"):
            return
        with self.seller.lock:
            self.events += 1
            if what == "pack":
                self.state["packs"].append(f"buyer{self.number}-{self.events}")
            else:
                self.state["pro"] = what == "pro"
                self.was_pro = self.was_pro or self.state["pro"]
        if what == "lapse":
            self.world.count("lapses")
        self.late.append(json.dumps({"event": {
            "id": f"event-{self.number}-{self.events}", "type": what.upper(), "event_timestamp_ms": 1,
            "app_user_id": self.user, "environment": "PRODUCTION"}}))

    def tell(self):
        while self.late and self.world.chance(0.7):
            event = self.late.pop(self.world.choice(range(len(self.late))))
            if self.world.chance(0.2):
                self.world.count("lost events")
                continue
            for time_of_many in range(2 if self.world.chance(0.3) else 1):
                now = str(int(time.time()))
                code = hmac.new(SELLER_SECRET.encode(), f"{now}.{event}".encode(), hashlib.sha256).hexdigest()
                answer, text = self.world.request("POST", "/billing/webhook/revenuecat", None, {
                    "Content-Type": "application/json", "X-RevenueCat-Webhook-Signature": f"t={now},v1={code}"}, event)
                if answer.status != 200:
                    self.world.fault(f"telling: {answer.status} {text}")
                self.world.count("repeated events" if time_of_many else "events")

    def is_settled(self):
        """What is not as it was bought; empty: nothing."""
        minutes = {key: int(count) for key, count in self.world.database.rows(
            f"SELECT key, minutes FROM ledger WHERE account_id = '{self.account}'")}
        packs = {key for key in minutes if key.startswith("pack:")}
        month = sum(count for key, count in minutes.items() if key not in packs)
        expected = ("pro" if self.state["pro"] else "free", 300 if self.was_pro else 30,
                    {f"pack:{pack}" for pack in self.state["packs"]})
        found = (self.plan(), month, packs)
        return "" if found == expected and all(minutes[pack] == 60 for pack in packs) else f"{found} is not {expected}"


def sales_settle(world, buyers):
    """Asks for all plans, as speakers do, and waits for the jobs. Returns what is wrong then."""
    for buyer in buyers:
        world.database.rows("INSERT INTO jobs (kind, key, due_at, created_at) VALUES "
                            f"('billing', '{buyer.account}', 0, 0) ON CONFLICT (kind, key) DO UPDATE SET asks = jobs.asks + 1")
    for _ in range(60):
        if not world.database.rows("SELECT key FROM jobs WHERE kind = 'billing'"):
            break
        # Nobody waits for the leases of the dead, or for a seller that has failed.
        world.database.rows("UPDATE jobs SET due_at = 0 WHERE kind = 'billing'")
        time.sleep(2)
    return [fault for fault in (buyer.is_settled() for buyer in buyers) if fault]


class Database:
    """The gateway's database, from beside it."""

    def __init__(self, setting):
        self.setting = setting

    def rows(self, statement):
        if self.setting.startswith("sqlite:"):
            connection = sqlite3.connect(self.setting[7:], timeout=30, isolation_level=None)
            try:
                return [[str(value) for value in row] for row in connection.execute(statement).fetchall()]
            finally:
                connection.close()
        done = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-F", "|", "-d", self.setting, "-c", statement], check=True,
                              capture_output=True, text=True, timeout=60)
        return [line.split("|") for line in done.stdout.splitlines()]

    def age(self, where):
        """Moves open sessions 45 minutes into the past: what was lent is over, and the grace after it."""
        self.rows("UPDATE sessions SET opened_at = opened_at - 2700000, talk_at = talk_at - 2700000, seen_at = "
                  "seen_at - 2700000, connected_at = connected_at - 2700000, lease_until = lease_until - 2700000 "
                  f"WHERE ended_at IS NULL AND {where}")

    def end_graces(self):
        """Has the calls end now that have used up their minutes and may go on for a while."""
        self.rows("UPDATE jobs SET due_at = due_at - 1200000 WHERE kind = 'hangup'")


class World:
    def __init__(self, instances, seed, database):
        self.instances, self.random, self.database = instances, random.Random(seed), database
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

    def request(self, method, path, form=None, headers=None, content=None):
        """Tries every instance until one answers. Whatever is tried again must have no second effect."""
        body = urllib.parse.urlencode(form) if form is not None else content
        all_headers = {"X-Forwarded-For": self.address(), **(headers or {})}
        if form is not None:
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
        self.talks = 0

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
            self.talk(token)

    def talk(self, token):
        """A conversation, or what comes of it."""
        world, bearer = self.world, {"Authorization": f"Bearer {token}"}

        def start(key, **more):
            headers = {**bearer, "Content-Type": "application/sdp", "Idempotency-Key": key, **more}
            return world.request("POST", "/mobile/realtime/session", None, headers, "v=0\r\ns=offer\r\n")

        def tell(what, **members):
            return world.request("POST", f"/mobile/realtime/session/{what}", None,
                                 {**bearer, "Content-Type": "application/json"}, json.dumps(members))

        self.talks += 1
        key = f"{self.number}-{self.talks}-{world.address()}"
        answer, text = start(key, **{"Anicca-Phase": world.choice(["talk", "talk", "prepare"])})
        if answer.status == 402:
            world.count("402")
            return
        if answer.status == 409:
            # The first answer was lost, and the session it opened has ended by its lease: it was moved into the past.
            return
        if answer.status != 201:
            world.fault(f"starting: {answer.status} {text}")
            return
        session = answer.headers["Anicca-Session"]
        world.count("talks")
        for name, chance, again in (("retried starts", 0.3, lambda: start(key)),
                                    ("resumed", 0.3, lambda: start(key + "r", **{"Anicca-Resume": session}))):
            if world.chance(chance):
                answer, text = again()
                if answer.status == 201 and answer.headers["Anicca-Session"] != session:
                    world.fault(f"{name}: another session")
                elif answer.status not in (201, 402):
                    world.fault(f"{name}: {answer.status} {text}")
                world.count(name)
        answer, text = tell("sync", session_id=session, phase="talk")
        if answer.status not in (200, 402):
            world.fault(f"syncing: {answer.status} {text}")
        time.sleep(world.choice([0, 0, 1.1]))
        if world.chance(0.3):
            # Nobody hears of this speaker again for 45 minutes.
            world.database.age(f"id = '{session}'")
            world.count("vanished")
            if world.chance(0.5):
                return
        answer, text = tell("stop", session_id=session)
        if answer.status != 200:
            world.fault(f"stopping: {answer.status} {text}")
            return
        world.count("stops")
        again, other = tell("stop", session_id=session)
        if again.status != 200 or json.loads(other)["minutes"] != json.loads(text)["minutes"]:
            world.fault(f"stopping twice: {text} and {other}")


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


def everybody_vanishes(world, provider):
    """All sessions run out, and an instance that was just killed ends them. Returns what is left after that."""
    world.database.age("1 = 1")
    world.instances[0].kill()
    world.instances[0].start()
    left = "nothing was asked"
    world.database.end_graces()
    # What a killed instance had claimed is due again after a minute.
    for _ in range(1000):
        open_sessions = world.database.rows("SELECT id FROM sessions WHERE ended_at IS NULL")
        calls = {row[0] for row in world.database.rows("SELECT call_id FROM sessions WHERE call_id IS NOT NULL")}
        with provider.lock:
            # A call that was made while its gateway was killed is nobody's: it ends by itself.
            alive = calls & provider.calls
        if not open_sessions and not alive:
            return ""
        left = f"{len(open_sessions)} open, {len(alive)} calls"
        # A session that is ended only now may have used up its minutes, too.
        world.database.end_graces()
        time.sleep(0.1)
    return left


def run_round(arguments, kind, folder, seed):
    """Returns the names of what failed; prints what happened."""
    log_path = folder / f"{kind}.log"
    provider, seller = Provider(), Seller()
    environment = {
        "PATH": os.environ["PATH"], "ANICCA_GATEWAY_PUBLIC_ADDRESS": PUBLIC, "ANICCA_GATEWAY_TRUSTED_PROXIES": "127.0.0.1",
        "ANICCA_GATEWAY_DATABASE": f"sqlite:{folder}/gateway.sqlite" if kind == "sqlite"
        else os.environ["ANICCA_GATEWAY_TEST_POSTGRES"],
        "ANICCA_GATEWAY_PROVIDER_ADDRESS": provider.address, "ANICCA_GATEWAY_PROVIDER_KEY": PROVIDER_KEY,
        "ANICCA_GATEWAY_STARTS_PER_HOUR": "100000", "ANICCA_GATEWAY_STARTS_PER_DAY": "100000",
        "ANICCA_GATEWAY_PREPARES_PER_HABIT": "1000", "ANICCA_GATEWAY_OWNER_MONTHLY_LIMIT": str(MONTH_MINUTES), "ANICCA_GATEWAY_REVENUECAT_ADDRESS": seller.address,
        "REVENUECAT_PROJECT_ID": "proj1", "REVENUECAT_REST_API_KEY": SELLER_KEY,
        "REVENUECAT_WEBHOOK_SECRET": SELLER_SECRET, "ANICCA_GATEWAY_REVENUECAT_ENTITLEMENT": "entl1",
        "ANICCA_GATEWAY_REVENUECAT_PACKS": "prod1=60"}
    database = Database(environment["ANICCA_GATEWAY_DATABASE"])

    def command(*words):
        return subprocess.run([arguments.binary, *words], env=environment, capture_output=True, text=True, timeout=120)

    with open(log_path, "w") as log:
        instances = [Instance(arguments.binary, environment, log) for _ in range(1 if kind == "sqlite" else 2)]
        for instance in instances:
            instance.start()
        world = World(instances, seed, database)
        world.secrets.update((PROVIDER_KEY, SELLER_KEY, SELLER_SECRET))
        owner = Owner(world)
        code = command("owner-code").stdout.split()[0]
        world.secrets.update((code, code.replace("-", "")))
        owner.sign_in(code)
        owner_lock = threading.Lock()
        speakers = [Speaker(world, owner, owner_lock, number) for number in range(arguments.speakers)]
        buyers = [Buyer(world, seller, number) for number in range(BUYERS)]
        for thread in speakers + buyers:
            thread.start()
        # A slow machine gets up to three minutes more to reach every path.
        ends = time.monotonic() + arguments.seconds
        while time.monotonic() < ends or (time.monotonic() < ends + 180 and not all(world.counts[path] for path in PATHS)):
            time.sleep(world.random.uniform(0.2, 1.0))
            victim = world.choice(instances)
            victim.kill()
            world.count("kills")
            victim.start()
            database.rows("INSERT INTO ledger (account_id, key, period, minutes, at) SELECT id, "
                          f"'pack:{world.counts['kills']}', '', 4, 0 FROM accounts WHERE plan = 'owner'")
            if not world.counts["ended by lease"]:
                world.counts["ended by lease"] = int(database.rows(
                    "SELECT COUNT(*) FROM sessions WHERE ended_by = 'lease'")[0][0])
        world.over.set()
        for thread in speakers + buyers:
            thread.join(timeout=60)
        unsettled = sales_settle(world, buyers)
        left = everybody_vanishes(world, provider)
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
    expect("whoever vanished is charged, and every call of an ended session is over", not left, left)
    expect("what was bought is what an account has", not unsettled, unsettled)
    expect("every invariant holds", check.returncode == 0, check.stdout + check.stderr)
    expect("every path was reached", all(world.counts[path] for path in PATHS), dict(world.counts))
    expect("what runs when SIGTERM comes is answered, and nothing new is taken", is_drained)
    expect("SIGTERM ends it in order", codes == [0] * len(codes), codes)
    expect("no secret is in a log", not any(secret in text for secret in world.secrets if len(secret) > 8))
    print(f"{kind}: {dict(sorted(world.counts.items()))}, seed {seed}")
    provider.shutdown()
    seller.shutdown()
    return 8 - len(failed), len(failed)


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
