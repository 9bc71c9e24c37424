#!/usr/bin/env python3
"""Tries the real gateway with programs that nobody here wrote, on SQLite.

    "$(Tests/Peers/make_venv.sh)" gateway/Tests/peers.py --binary gateway/.build/debug/anicca-gateway [--seed 1]

authlib, an OAuth library, reads the metadata (RFC 8414), signs speakers in (RFC 8628), rotates and revokes (RFC 7009).
Many speakers poll at exactly the interval, with the noise of a network, and none may be told to slow down; one that
polls far too often must still be answered. schemathesis sends what /openapi.json allows, and what it does not, with a
token and without one, and compares each answer with the document; a second gateway has no minute left. Bounded to about
two minutes on a calm machine; a seed repeats what is sent. Ends with `N passed, N failed`.

Requirements: ACCOUNT-1, ACCOUNT-4, ACCOUNT-6, GATEWAY-1
"""

import argparse
import base64
import collections
import hashlib
import http.client
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree

import requests
import requests.adapters
import requests.utils
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata, get_well_known_url

import chaos
from results import Results

CLIENT = "anicca-speaker"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
ROTATE_GRANT = "urn:anicca:rotate"
# 180 polls are what one speaker sends in fifteen minutes.
POLLERS, POLLS = 30, 6
# Two polls can be so much nearer to each other than the interval: twice the noise. The gateway allows for a second.
NOISE_SECONDS = 0.4
CHECKS = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
          "response_schema_conformance", "negative_data_rejection", "missing_required_header", "ignored_auth")
# A body that is too large is refused with 413, which schemathesis does not think of; a fault of ours is no refusal.
CONFIGURATION = """
[checks]
negative_data_rejection.expected-statuses = [400, 401, 403, 404, 409, 413, 415, 429]
"""
# A profile is there as soon as one was put, only Apple can sign for Apple, no voice is made here, and an invented voice
# speaks nothing.
CANNOT_BE_MET = {("GET", "/mobile/profile", "404"), ("POST", "/auth/apple", "200"),
                 ("POST", "/auth/apple/notifications", "200"), ("POST", "/mobile/voice", "201"),
                 ("POST", "/mobile/voice", "400"), ("POST", "/mobile/speech", "200")}
SCHEMATHESIS_SECONDS = 300


class ProviderRequest(chaos.ProviderRequest):
    """Also gives out client secrets, and reads texts aloud."""

    def do_GET(self):
        """A WebSocket (RFC 6455) on which each text is said as it was given."""
        key = self.headers.get("Sec-WebSocket-Key", "") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        for name, value in (("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept",
                            base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())):
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True
        self.say({"type": "session.created"})
        while (event := self.heard()) is not None:
            if event["type"] == "session.update":
                self.say({"type": "session.updated"})
            elif event["type"] == "response.create":
                response = {"id": "resp_1", "metadata": event["response"]["metadata"]}
                text = event["response"]["input"][0]["content"][0]["text"]
                self.say({"type": "response.created", "response": response})
                self.say({"type": "response.output_audio.delta", "response_id": "resp_1",
                          "delta": base64.b64encode(b"\x00\x10" * 12_000).decode()})
                output = [{"type": "message", "content": [{"type": "output_audio", "transcript": text}]}]
                self.say({"type": "response.done", "response": {**response, "status": "completed", "output": output}})

    def say(self, event):
        text = json.dumps(event).encode()
        size = bytes([len(text)]) if len(text) < 126 else b"\x7e" + len(text).to_bytes(2, "big")
        self.wfile.write(b"\x81" + size + text)

    def heard(self):
        """The next event; None: the gateway has closed."""
        head = self.rfile.read(2)
        if len(head) < 2 or head[0] & 15 != 1:
            return None
        size = head[1] & 127
        if size > 125:
            size = int.from_bytes(self.rfile.read(2 if size == 126 else 8), "big")
        mask = self.rfile.read(4)
        return json.loads(bytes(byte ^ mask[place % 4] for place, byte in enumerate(self.rfile.read(size))))

    def do_POST(self):
        if not self.path.endswith("/client_secrets"):
            return super().do_POST()
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        return self.answer(200, json.dumps({"value": "ek_of_the_tests", "expires_at": int(time.time()) + 60}))


class TLSProxy(requests.adapters.HTTPAdapter):
    """Carries what goes to the public address to the gateway, as a proxy with TLS does."""

    def __init__(self, port, address):
        super().__init__()
        self.port, self.address = port, address

    def send(self, request, **more):
        request.url = request.url.replace(chaos.PUBLIC, f"http://127.0.0.1:{self.port}", 1)
        request.headers["X-Forwarded-For"] = self.address
        return super().send(request, **more)


class Household:
    """A gateway with an owner who is signed in on its page. `limit`: minutes a month."""

    def __init__(self, binary, folder, seed, limit=100_000):
        self.folder, self.random = folder, random.Random(seed)
        self.provider = chaos.Provider()
        self.provider.RequestHandlerClass = ProviderRequest
        environment = {
            "PATH": os.environ["PATH"], "ANICCA_GATEWAY_PUBLIC_ADDRESS": chaos.PUBLIC,
            "ANICCA_GATEWAY_TRUSTED_PROXIES": "127.0.0.1",
            "ANICCA_GATEWAY_DATABASE": f"sqlite:{folder}/gateway.sqlite",
            "ANICCA_GATEWAY_PROVIDER_ADDRESS": self.provider.address,
            "ANICCA_GATEWAY_PROVIDER_KEY": chaos.PROVIDER_KEY,
            "ANICCA_GATEWAY_STARTS_PER_HOUR": "100000", "ANICCA_GATEWAY_STARTS_PER_DAY": "100000",
            "ANICCA_GATEWAY_PREPARES_PER_HABIT": "1000", "ANICCA_GATEWAY_OWNER_MONTHLY_LIMIT": str(limit), "ANICCA_GATEWAY_APPLE_BUNDLE_IDS": "com.example.app"}
        self.log = open(folder / "gateway.log", "w")
        self.instance = chaos.Instance(binary, environment, self.log)
        self.instance.start()
        self.database = chaos.Database(environment["ANICCA_GATEWAY_DATABASE"])
        self.owner = chaos.Owner(chaos.World([self.instance], seed, self.database))
        done = subprocess.run(
            [binary, "owner-code"], env=environment, capture_output=True, text=True, timeout=60, check=True)
        self.owner.sign_in(done.stdout.split()[0])

    def end(self):
        self.instance.end()
        self.provider.shutdown()
        self.log.close()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.instance.port}"

    def session(self, **more):
        """The library's client of one speaker, which is in a network of its own."""
        address = ".".join(str(self.random.randrange(1, 250)) for _ in range(4))
        session = OAuth2Session(
            CLIENT, token_endpoint_auth_method="none", revocation_endpoint_auth_method="none", **more)
        session.mount(chaos.PUBLIC, TLSProxy(self.instance.port, address))
        return session

    def decide(self, code, decision):
        _, text = self.owner.go("GET", f"/device?user_code={code}")
        form = self.owner.hidden(text, "/device/decision")
        self.owner.go("POST", "/device/decision", {**form, "decision": decision, "heard": "yes"})


class Speaker:
    """A device's side of RFC 8628 by the library."""

    def __init__(self, household, metadata, name):
        self.name, self.metadata, self.session = name, metadata, household.session()
        self.ask()

    def ask(self):
        form = {"client_id": CLIENT, "device_id": self.name, "device_name": self.name, "scope": "device"}
        answer = self.session.post(self.metadata["device_authorization_endpoint"], data=form, withhold_token=True)
        answer.raise_for_status()
        self.grant = answer.json()

    def poll(self):
        """None: there is a token. Else the error's name."""
        try:
            self.session.fetch_token(
                self.metadata["token_endpoint"], grant_type=DEVICE_GRANT, device_code=self.grant["device_code"])
        except OAuthError as error:
            return error.error
        return None

    def rotate(self):
        self.session.fetch_token(
            self.metadata["token_endpoint"], grant_type=ROTATE_GRANT, auth=self.session.token_auth)

    def entitlement(self):
        return self.session.get(f"{chaos.PUBLIC}/mobile/entitlement")


def read_metadata(household, results):
    session = household.session()
    answer = session.get(get_well_known_url(chaos.PUBLIC, external=True), withhold_token=True)
    metadata = AuthorizationServerMetadata(answer.json())
    try:
        metadata.validate()
        fault = ""
    except ValueError as error:
        fault = str(error)
    results.expect("the library takes the metadata (RFC 8414)", answer.status_code == 200 and not fault, fault)
    endpoints = [metadata[name] for name in (
        "device_authorization_endpoint", "token_endpoint", "revocation_endpoint")]
    results.expect("the issuer is the public address, and all addresses are there",
                   metadata["issuer"] == chaos.PUBLIC
                   and {DEVICE_GRANT, ROTATE_GRANT} <= set(metadata["grant_types_supported"])
                   and all(endpoint.startswith(chaos.PUBLIC + "/") for endpoint in endpoints), dict(metadata))
    return metadata


def life_of_a_speaker(household, metadata, results):
    """Returns a speaker that is signed in."""
    speaker = Speaker(household, metadata, "life")
    grant = speaker.grant
    whole = f"{grant['verification_uri']}?user_code={grant['user_code']}"
    results.expect("a code that can be said and entered",
                   len(grant["user_code"]) == 9 and grant["user_code"].isdigit() and grant["interval"] == 5
                   and grant["verification_uri_complete"] == whole, grant)
    results.expect("the first poll is on time", speaker.poll() == "authorization_pending")
    results.expect("one that comes at once is told to slow down", speaker.poll() == "slow_down")
    household.owner.approve(grant["user_code"])
    results.expect("once the owner has approved, the library gets a token", speaker.poll() is None)
    first = dict(speaker.session.token)
    results.expect("a lost answer is repeated with a fresh token",
                   speaker.poll() is None and speaker.session.token["access_token"] != first["access_token"])
    results.expect("the token is good, and the library says for how long",
                   speaker.entitlement().status_code == 200 and not speaker.session.token.is_expired()
                   and speaker.session.token["token_type"] == "Bearer", speaker.session.token.keys())
    results.expect("a code whose token is in use is used up", speaker.poll() == "invalid_grant")
    old = dict(speaker.session.token)
    speaker.rotate()
    results.expect("the library rotates", old["access_token"] != speaker.session.token["access_token"]
                   and speaker.entitlement().status_code == 200)
    copy = household.session(token=old)
    answer = copy.get(f"{chaos.PUBLIC}/mobile/entitlement")
    results.expect("once the new token is used, the old one is superseded",
                   answer.status_code == 401 and challenge(answer) == "superseded", answer.text)
    gone = Speaker(household, metadata, "gone")
    household.owner.approve(gone.grant["user_code"])
    gone.poll()
    is_good = gone.entitlement().status_code == 200
    answers = [gone.session.revoke_token(metadata["revocation_endpoint"], token_type_hint="access_token").status_code
               for _ in range(2)]
    answer = gone.entitlement()
    results.expect("the library revokes, twice (RFC 7009)", is_good and answers == [200, 200], answers)
    results.expect("a revoked token is told so in the library's terms",
                   answer.status_code == 401 and challenge(answer) == "invalid_token", answer.text)
    end = "UPDATE device_grants SET expires_at = 0 WHERE user_code = '{}'"
    for name, change, expected in (
            ("an owner who says no", lambda code: household.decide(code, "deny"), "access_denied"),
            ("a code that has ended", lambda code: household.database.rows(end.format(code)), "expired_token")):
        one = Speaker(household, metadata, name)
        change(one.grant["user_code"])
        error = one.poll()
        results.expect(f"{name}: {expected}", error == expected, error)
    older = Speaker(household, metadata, "twice")
    code = older.grant["device_code"]
    older.ask()
    older.grant = {**older.grant, "device_code": code}
    results.expect("a new code ends the older one", older.poll() == "access_denied")
    older.grant["device_code"] = "invented"
    results.expect("an invented code is no grant", older.poll() == "invalid_grant")
    return speaker


def challenge(answer):
    scheme, _, rest = answer.headers.get("WWW-Authenticate", "").partition(" ")
    return requests.utils.parse_dict_header(rest).get("error") if scheme == "Bearer" else None


def polling(household, metadata, results):
    """Many speakers at exactly the interval, and one that does not care."""
    answers, faults = collections.Counter(), []
    approved_at = time.monotonic() + (POLLS - 2.5) * 5

    def obey(speaker, noises):
        began, earliest = time.monotonic(), 0
        for number, noise in enumerate(noises):
            # A poll that was late on a busy machine moves the next one: never closer to its answer than the noise says.
            at = max(earliest, began + number * speaker.grant["interval"] + noise)
            time.sleep(max(0, at - time.monotonic()))
            answer = speaker.poll()
            earliest = time.monotonic() + speaker.grant["interval"] - 2 * NOISE_SECONDS
            answers[answer] += 1
            if answer is None:
                return
            if answer != "authorization_pending":
                faults.append(f"{speaker.name}, poll {number}: {answer}")

    greedy_answers = []

    def want_all(speaker):
        ends = time.monotonic() + 34
        while time.monotonic() < ends:
            greedy_answers.append(speaker.poll())
            time.sleep(1)

    speakers = [Speaker(household, metadata, f"poller-{number}") for number in range(POLLERS)]
    greedy = Speaker(household, metadata, "greedy")
    noise = household.random
    threads = [threading.Thread(target=want_all, args=(greedy,), daemon=True)]
    for speaker in speakers:
        # The first poll is spread over an interval, so that all of them do not come at once.
        shift = noise.uniform(0, 5)
        noises = [shift + noise.uniform(-NOISE_SECONDS, NOISE_SECONDS) for _ in range(POLLS)]
        threads.append(threading.Thread(target=obey, args=(speaker, noises), daemon=True))
    for thread in threads:
        thread.start()
    time.sleep(max(0, approved_at - time.monotonic()))
    for speaker in speakers[:3]:
        household.owner.approve(speaker.grant["user_code"])
    for thread in threads:
        thread.join(timeout=90)
    polls = sum(answers.values())
    results.expect(f"{polls} polls at the interval of 5 s ± {NOISE_SECONDS} s: none is told to slow down",
                   not faults and polls >= (POLLERS - 3) * POLLS, f"{faults[:5]} {answers}")
    results.expect("whoever is approved meanwhile gets a token with the next poll", answers[None] == 3, answers)
    counts = collections.Counter(greedy_answers)
    results.expect("whoever polls each second is slowed down, and answered none the less",
                   counts["authorization_pending"] >= 2 and counts["slow_down"] >= 20 and len(counts) == 2, counts)
    household.owner.approve(greedy.grant["user_code"])
    results.expect("and gets its token at once when the owner approves", greedy.poll() is None)


def signed_in(household, metadata, count):
    """So many speakers more."""
    speakers = [Speaker(household, metadata, f"asker-{number}") for number in range(count)]
    for speaker in speakers:
        household.owner.approve(speaker.grant["user_code"])
        speaker.poll()
    return speakers


def try_document(household, results, speakers, name, seed, examples, only="/"):
    """schemathesis against the running gateway. `only`: what a path has in it."""
    folder = household.folder / name.replace(" ", "-")
    folder.mkdir()
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "schemathesis_hooks", "HOME": str(folder),
                   "PYTHONPATH": str(pathlib.Path(__file__).parent)}
    environment.pop("PEERS_SPEAKERS", None)
    if speakers:
        known = [{"token": speaker.session.token["access_token"], "device": speaker.name,
                  "user": speaker.session.token["user_id"]} for speaker in speakers]
        (folder / "speakers.json").write_text(json.dumps(known))
        environment["PEERS_SPEAKERS"] = str(folder / "speakers.json")
    # From a file: the address that a document comes from is not tried.
    document = requests.get(f"{household.address}/openapi.json", timeout=30).json()
    (folder / "openapi.json").write_text(json.dumps(document))
    (folder / "schemathesis.toml").write_text(CONFIGURATION)
    operations = sum(len(methods) for path, methods in document["paths"].items() if only in path)
    program = pathlib.Path(sys.executable).parent / "schemathesis"
    command = [str(program), "run", "openapi.json", "--url", household.address,
               "--checks", ",".join(CHECKS), "--seed", str(seed), "--max-examples", str(examples), "--workers", "1",
               "--continue-on-failure", "--no-shrink", "--request-timeout", "20", "--generation-database", "none",
               "--include-path-regex", re.escape(only), "--suppress-health-check", "all", "--warnings", "off",
               "--no-color",
               "--report", "junit", "--report-junit-path", str(folder / "report.xml")]
    with open(folder / "output", "w") as output:
        done = subprocess.run(command, env=environment, cwd=folder, stdout=output, stderr=subprocess.STDOUT,
                              timeout=SCHEMATHESIS_SECONDS)
    # A body that was too long is shown whole.
    text = "\n".join(line[:300] for line in (folder / "output").read_text().splitlines())
    cases = list(xml.etree.ElementTree.parse(folder / "report.xml").getroot().iter("testcase"))
    bad = {case.get("name") for case in cases if case.find("failure") is not None or case.find("error") is not None}
    for case in cases:
        results.expect(f"{name}: {case.get('name')}", case.get("name") not in bad)
    results.expect(f"{name}: schemathesis has tried all and found nothing",
                   done.returncode == 0 and len(cases) >= operations,
                   f"exit code {done.returncode}, {len(cases)} parts\n{text}")


def life_of_a_session(household, speaker, results):
    """What a talk's requests are answered, by requests without any chance in them."""
    address = f"{chaos.PUBLIC}/mobile/realtime/session"

    def answer(method, path="", headers=None, **body):
        return speaker.session.request(method, address + path, headers=headers, **({"json": body} if body else {}))

    opened = answer("GET")
    known = opened.json().get("session_id", "")
    results.expect("a talk is opened", opened.status_code == 200 and known, opened.text)
    for method, path, headers, body, status in (
            ("GET", "", {"Anicca-Phase": "dream"}, {}, 400), ("POST", "", {}, {"habit": "wake"}, 400),
            ("GET", "", {"Anicca-Start": "dream"}, {}, 400),
            ("POST", "/sync", {}, {"session_id": known, "phase": "dream"}, 400),
            ("POST", "/sync", {}, {"session_id": known}, 200), ("POST", "/sync", {}, {"session_id": "invented"}, 404),
            ("POST", "/stop", {}, {"session_id": known}, 200), ("POST", "/stop", {}, {"session_id": known}, 200),
            ("POST", "/stop", {}, {"session_id": "invented"}, 404), ("POST", "/stop", {}, {"session": known}, 400),
            ("POST", "/sync", {}, {"session_id": known}, 410)):
        got = answer(method, path, headers, **body)
        results.expect(f"{method} …/session{path} {headers or list(body)}: {status}", got.status_code == status, got.text)


def without_minutes(binary, folder, results, seed):
    """The same where no minute is left: another gateway."""
    folder.mkdir()
    household = Household(binary, folder, seed, limit=0)
    try:
        document = requests.get(f"{household.address}/openapi.json", timeout=30).json()
        metadata = requests.get(f"{household.address}/.well-known/oauth-authorization-server", timeout=30).json()
        try_document(household, results, signed_in(household, metadata, 8), "no minute left", seed, 10, only="/mobile/realtime/session")
        rest, _ = missed(household, document)
        unmet = [one for one in rest if one[1] == "/mobile/realtime/session" and one[2] == "402"]
        results.expect("no minute left: 402 was met", not unmet, unmet)
    finally:
        household.end()


def missed(household, document):
    """What the document says and no request has met, so that nothing is known of it: all, and what must be met."""
    connection = http.client.HTTPConnection("127.0.0.1", household.instance.operations, timeout=30)
    connection.request("GET", "/metrics")
    counted = re.findall(r'http_requests_total\{method="(\w+)",route="([^"]+)",status="(\d+)"\}',
                         connection.getresponse().read().decode())
    described = {(method.upper(), path, status) for path, methods in document["paths"].items()
                 for method, operation in methods.items() for status in operation["responses"]}
    rest = sorted(described - set(counted))
    return rest, [one for one in rest if one[2] in ("200", "201", "400", "401", "404") and one not in CANNOT_BE_MET]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--examples", type=int, default=30, help="requests of each kind to each operation")
    parser.add_argument("--only", choices=["oauth", "document"])
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    results = Results()
    with tempfile.TemporaryDirectory(prefix="anicca-gateway-peers.") as folder:
        household = Household(arguments.binary, pathlib.Path(folder), arguments.seed)
        try:
            metadata = speaker = None
            with results.part("the metadata"):
                metadata = read_metadata(household, results)
            with results.part("a speaker's life"):
                speaker = life_of_a_speaker(household, metadata, results)
            if arguments.only != "document":
                with results.part("polling"):
                    polling(household, metadata, results)
            if arguments.only != "oauth":
                with results.part("a session's life"):
                    life_of_a_session(household, speaker, results)
                for name, who in (("with a token", signed_in(household, metadata, 24)), ("without a token", None)):
                    with results.part(name):
                        try_document(household, results, who, name, arguments.seed, arguments.examples)
                with results.part("no minute left"):
                    without_minutes(arguments.binary, pathlib.Path(folder) / "poor", results, arguments.seed)
                document = requests.get(f"{household.address}/openapi.json", timeout=30).json()
                rest, must = missed(household, document)
                results.expect("every success, 400, 401 and 404 that is described was met", not must, must)
                ours = ("429", "500", "502", "503")
                print("-- described and not met:", ", ".join(" ".join(one) for one in rest if one[2] not in ours))
            log = pathlib.Path(household.log.name).read_text()
            statuses = {word.partition("=")[2] for word in log.split() if word.startswith("status=")}
            results.expect("no fault of the gateway, and no token in its log",
                           {"200", "401"} <= statuses and "500" not in statuses and "agd_0" not in log, statuses)
        finally:
            household.end()
    print(f"{results.passed} passed, {results.failed} failed")
    sys.exit(1 if results.failed or not results.passed else 0)


if __name__ == "__main__":
    main()
