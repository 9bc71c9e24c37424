"""The examples for nginx and Caddy, started before the real gateway on loopback with a certificate made for the test.

Requirements: GATEWAY-3, GATEWAY-9
"""

import http.client
import http.server
import pathlib
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import threading
import time

from root import command, expect

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "deploy/examples"
NAME = "gateway.example"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def sqlite_count(file, question):
    with sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True) as database:
        return database.execute(question).fetchone()[0]


def answer_of(connection, method, path, body=None, headers=None):
    try:
        connection.request(method, path, body=body, headers=headers or {})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


class Process:
    """Ends with the block: SIGTERM, then SIGKILL."""

    def __init__(self, words, ready, folder, **options):
        self.log = open(folder / f"log-{time.monotonic_ns()}", "w+")
        self.process = subprocess.Popen([str(w) for w in words], stdin=subprocess.DEVNULL, stdout=self.log,
                                        stderr=self.log, **options)
        end = time.monotonic() + 20
        while not ready():
            if self.process.poll() is not None or time.monotonic() > end:
                self.end()
                self.log.seek(0)
                expect(False, f"{words[0]} is not ready: {self.log.read()[-2000:]}")
            time.sleep(0.05)

    def end(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(number)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


class Gateway(Process):
    def __init__(self, words, ports, folder):
        self.port, self.operations = ports
        super().__init__(words, self.is_ready, folder)

    def is_ready(self):
        try:
            return answer_of(http.client.HTTPConnection("127.0.0.1", self.operations, timeout=5), "GET",
                             "/health/ready")[0] == 200
        except OSError:
            return False

    def get(self, path):
        return answer_of(http.client.HTTPConnection("127.0.0.1", self.port, timeout=10), "GET", path)

    def post(self, path, body, address="127.0.0.1"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10, source_address=(address, 0))
        return answer_of(connection, "POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})


def gateway(stage, database, *more):
    ports = free_port(), free_port()
    settings = [f"listen=127.0.0.1:{ports[0]}", f"operations=127.0.0.1:{ports[1]}", f"database={database}",
                f"public_address=https://{NAME}", "trusted_proxies=127.0.0.1", *more]
    words = [stage.binary, "serve", *(word for setting in settings for word in ("--set", setting))]
    return Gateway(words, ports, stage.folder)


class TLS(http.client.HTTPSConnection):
    """To the proxy on this machine, by the name that its certificate has."""

    def __init__(self, port, folder, address="127.0.0.1"):
        context = ssl.create_default_context(cafile=folder / "certificate.pem")
        super().__init__(NAME, port, timeout=20, context=context)
        self.address = address

    def connect(self):
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=20, source_address=(self.address, 0))
        self.sock = self._context.wrap_socket(plain, server_hostname=NAME)


def replaced(text, *pairs):
    for old, new in pairs:
        expect(old in text, f"the example has no {old}")
        text = text.replace(old, str(new))
    return text


class Proxy(Process):
    def __init__(self, kind, stage, upstreams):
        expect(shutil.which(kind), f"no {kind}: deploy/setup-debian.sh --for gateway")
        folder = stage.folder / f"{kind}-{time.monotonic_ns()}"
        folder.mkdir()
        self.folder, self.port = folder, free_port()
        command("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", folder / "key.pem", "-out",
                folder / "certificate.pem")
        files = [("/etc/ssl/anicca-gateway", folder)]
        if kind == "nginx":
            servers = "\n".join(f"    server 127.0.0.1:{port} max_fails=1 fail_timeout=5s;" for port in upstreams)
            (folder / "example.conf").write_text(replaced(
                (EXAMPLES / "nginx.conf").read_text(), *files, ("listen 443 ssl;", f"listen 127.0.0.1:{self.port} ssl;"),
                ("    server 127.0.0.1:8030 max_fails=1 fail_timeout=5s;", servers)))
            paths = "".join(f"{name}_temp_path {folder}/{name};" for name in
                            ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
            (folder / "main.conf").write_text(
                f"user root; daemon off; worker_processes 1; pid {folder}/pid; error_log stderr warn; "
                f"events {{}} http {{ access_log off; {paths} include {folder}/example.conf; }}")
            words = ["nginx", "-p", folder, "-c", folder / "main.conf"]
        else:
            text = replaced(
                (EXAMPLES / "Caddyfile").read_text(), *files, (f"\n{NAME} {{", f"\nhttps://{NAME}:{self.port} {{\n"
                                                               "\tbind 127.0.0.1"),
                ("reverse_proxy 127.0.0.1:8030", "reverse_proxy " + " ".join(f"127.0.0.1:{p}" for p in upstreams)))
            (folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + text)
            words = ["caddy", "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]
        super().__init__(words, self.is_open, stage.folder, env={
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(folder), "XDG_DATA_HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder)})

    def is_open(self):
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def ask(self, method, path, body=None, headers=None, address="127.0.0.1"):
        return answer_of(TLS(self.port, self.folder, address), method, path, body, headers)


class Upstream:
    """Stands for a gateway and keeps what it got: (method, bytes, forwarded for). One that breaks ends each connection
    when it has read the request."""

    def __init__(self, breaks=False):
        seen = self.seen = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                size = len(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
                seen.append((self.command, size, self.headers.get("X-Forwarded-For")))
                if breaks:
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()
            do_GET = do_POST = answer

            def log_message(self, *_):
                pass
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def proxied(kind, stage):
    with gateway(stage, f"sqlite:{stage.folder}/{kind}.sqlite") as server, Proxy(kind, stage, [server.port]) as proxy:
        status, page = proxy.ask("GET", "/signin")
        expect(status == 200 and b"<html" in page, f"the sign-in page: {status}")
        status, words = proxy.ask("POST", "/mobile/realtime/session", b"v" * (200 << 10),
                                  {"Content-Type": "application/sdp", "Authorization": "Bearer none"})
        expect(status in (400, 401) and b"request_id" in words, f"an offer of 200 KiB gets the gateway's answer: {status}")
        # One client's flood is its own: the gateway goes by the client's address, and not by what that claims.
        statuses = [proxy.ask("GET", "/signin", headers={"X-Forwarded-For": f"10.{n}.0.1"}, address="127.1.0.1")[0]
                    for n in range(170)]
        expect(429 in statuses, "a flood under false names is not limited")
        expect(proxy.ask("GET", "/signin", address="127.2.0.1")[0] == 200, "another client pays for it")
    with Upstream() as good, Proxy(kind, stage, [good.port]) as proxy:
        expect(proxy.ask("POST", "/mobile/voice", b"v" * (4 << 20))[0] == 200, "4 MiB")
        expect(good.seen[-1][:2] == ("POST", 4 << 20), f"it got {good.seen[-1]}")
        expect(proxy.ask("GET", "/", headers={"X-Forwarded-For": "10.0.0.1"}, address="127.3.0.1")[0] == 200, "GET")
        expect(good.seen[-1][2] == "127.3.0.1", f"X-Forwarded-For: {good.seen[-1][2]}")
    with Upstream(breaks=True) as one, Upstream(breaks=True) as other, \
            Proxy(kind, stage, [one.port, other.port]) as proxy:
        status = proxy.ask("POST", "/mobile/realtime/session", b"offer")[0]
        count = len(one.seen) + len(other.seen)
        expect(status == 502 and count == 1, f"a POST that may have had an effect was sent {count} times ({status})")


def nginx_as_in_the_example(stage):
    proxied("nginx", stage)


def caddy_as_in_the_example(stage):
    proxied("caddy", stage)


def of_two_instances_one_may_be_killed(stage):
    expect(stage.postgres, "needs PostgreSQL: gateway/Tests/with-postgres")
    statuses, ending = [], threading.Event()
    with gateway(stage, stage.postgres) as one, gateway(stage, stage.postgres) as other, \
            Proxy("nginx", stage, [one.port, other.port]) as proxy:
        def ask(number):
            turn = 0
            while not ending.is_set():
                turn += 1
                # Clients of many networks, so that none is at its limit.
                address = f"127.{10 + number}.{turn % 200}.1"
                try:
                    statuses.append(proxy.ask("GET", "/signin", address=address)[0])
                except OSError as error:
                    statuses.append(str(error))
        threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        time.sleep(2)
        before = len(statuses)
        one.end(signal.SIGKILL)
        time.sleep(3)
        ending.set()
        for thread in threads:
            thread.join()
    bad = [status for status in statuses if status != 200]
    expect(before > 20 and len(statuses) > before + 20, f"{before} and {len(statuses)} requests are too few")
    expect(not bad, f"{len(bad)} of {len(statuses)} failed: {bad[:5]}")
    return [f"{len(statuses)} requests, none failed"]


TESTS = [nginx_as_in_the_example, caddy_as_in_the_example, of_two_instances_one_may_be_killed]
