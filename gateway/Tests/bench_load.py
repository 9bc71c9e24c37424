"""What bench.py measures with: processes on their cores, speakers in a database, and the loads of openloop.c.

The server under test has the machine's first core, everything else the others. Requests come from random networks, as
through a proxy, so that no limit by address is met. Standard library only.
"""

import base64
import hashlib
import http.client
import json
import os
import pathlib
import random
import re
import resource
import secrets
import socket
import subprocess
import time
import zlib

import chaos

HERE = pathlib.Path(__file__).resolve().parent
TICK = os.sysconf("SC_CLK_TCK")
CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, OTHER_CORES = CORES[0], CORES[1:] or CORES
CONNECTIONS = 64
# As long as a browser's offer of one audio line.
OFFER = "v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n" + "".join(
    f"a=candidate:{number} 1 udp 2122260223 192.0.2.{number} 40000 typ host generation 0\r\n" for number in range(16))
HEAD = "Host: gateway.example\r\nAuthorization: Bearer {token}\r\nX-Forwarded-For: {network}\r\n"
ENTITLEMENT = f"GET /mobile/entitlement HTTP/1.1\r\n{HEAD}\r\n"
START = (f"POST /mobile/realtime/session HTTP/1.1\r\n{HEAD}Idempotency-Key: {{key}}\r\nAnicca-Phase: talk\r\n"
         f"Content-Type: application/sdp\r\nContent-Length: {len(OFFER)}\r\n\r\n{OFFER}")


def words_of(cores):
    return ["taskset", "-c", ",".join(map(str, cores))]


def pin(pid, cores):
    """Every thread of a process that runs already. It may be another user's, or just have ended."""
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
    except FileNotFoundError:
        return
    for task in tasks:
        try:
            os.sched_setaffinity(int(task), set(cores))
        except (PermissionError, ProcessLookupError):
            pass


def cpu_seconds(pid):
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / TICK


def memory_mb(pid):
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text()).group(1)) / 1024


def family(parent):
    """A process and its children."""
    children = [parent]
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1]) == parent:
                children.append(int(folder.name))
        except OSError:
            pass
    return children


class Server:
    """A program that answers on loopback, on a core of its own."""

    def __init__(self, name, command, environment, log, operations=None, cores=None):
        self.name, self.port, self.process = name, chaos.free_port(), None
        self.operations = operations or self.port
        self.command = [*words_of(cores or [SERVER_CORE]), *(word.format(port=self.port) for word in command)]
        self.environment, self.log = environment, log

    def start(self):
        """Returns the milliseconds until it is ready."""
        began = time.monotonic()
        self.process = subprocess.Popen(self.command, env=self.environment, stdout=self.log, stderr=self.log)
        while time.monotonic() - began < 30:
            if self.process.poll() is not None:
                break
            try:
                connection = http.client.HTTPConnection("127.0.0.1", self.operations, timeout=5)
                connection.request("GET", "/health/ready")
                if connection.getresponse().status == 200:
                    return (time.monotonic() - began) * 1000
            except OSError:
                pass
            time.sleep(0.002)
        raise SystemExit(f"bench: {self.name} does not become ready: see {self.log.name}")

    def end(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    @property
    def pid(self):
        return self.process.pid


def gateway(name, binary, environment, log, cores=None):
    operations = chaos.free_port()
    command = [binary, "serve", "--set", "listen=127.0.0.1:{port}", "--set", f"operations=127.0.0.1:{operations}"]
    return Server(name, command, environment, log, operations=operations, cores=cores)


class Provider:
    """bench_provider.c."""

    def __init__(self, folder):
        self.process = subprocess.Popen([*words_of(OTHER_CORES), compiled("bench_provider.c", folder)],
                                        stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())
        self.address = f"http://127.0.0.1:{self.port}"

    def delay(self, milliseconds):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("POST", f"/delay/{milliseconds}")
        connection.getresponse().read()

    def end(self):
        self.process.kill()
        self.process.wait()


def compiled(source, folder):
    program = folder / source.removesuffix(".c")
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-Wall", "-o", program, HERE / source], check=True)
    return str(program)


# MARK: Speakers

# How the ids of talks begin that were there before.
OLD = "ses_00old"


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def token():
    """As the gateway makes them: `agd_0`, 256 bits, and a CRC-32 in six characters (GatewayRules/Token.swift)."""
    body = "agd_0" + base64url(secrets.token_bytes(32))
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    crc = zlib.crc32(body.encode())
    return body + "".join(alphabet[crc >> shift & 63] for shift in (30, 24, 18, 12, 6, 0))


class Speakers:
    """So many households with one speaker each, signed in, with this month's grant and one talk behind them: an ordinary
    morning. Without those talks PostgreSQL would plan for an empty table, and read all of it for each start.
    """

    def __init__(self, count, folder):
        self.count, self.path = count, folder / "tokens"
        self.tokens = [token() for _ in range(count)]
        self.path.write_text("\n".join(self.tokens) + "\n")

    def tables(self):
        now, month = int(time.time() * 1000), time.strftime("%Y-%m", time.gmtime())
        then = now - 2 * 86_400_000
        numbers = range(self.count)
        end = now + 7_776_000_000
        return {
            "accounts (id, created_at, plan, period)": [(f"acc_{n}", now, "pro", month) for n in numbers],
            "users (id, account_id, created_at)": [(f"usr_{n}", f"acc_{n}", now) for n in numbers],
            "devices (id, device_id, user_id, name, created_at)":
                [(f"dev_{n}", f"speaker-{n}", f"usr_{n}", "Bedroom", now) for n in numbers],
            "credentials (hash, kind, user_id, device, issued_at, expires_at, used_at)":
                [(base64url(hashlib.sha256(text.encode()).digest()), "device", f"usr_{n}", f"dev_{n}", now, end, now)
                 for n, text in enumerate(self.tokens)],
            "ledger (account_id, key, period, minutes, plan_minutes, at)":
                [(f"acc_{n}", f"grant:{month}", month, 300, 300, now) for n in numbers],
            "ledger (account_id, key, period, minutes, at)":
                [(f"acc_{n}", f"session:{OLD}{n}", month, -4, then) for n in numbers],
            "sessions (id, account_id, user_id, device, request_key, period, opened_at, talk_at, seen_at, lease_until, "
            "connected_at, ended_at, ended_by, seconds, minutes)":
                [(f"{OLD}{n}", f"acc_{n}", f"usr_{n}", f"dev_{n}", "old", month, then, then, then, then + 630_000, then,
                  then + 240_000, "stop", 240, 4) for n in numbers],
        }


class Database(chaos.Database):
    """A gateway's database, from beside it."""

    @property
    def is_sqlite(self):
        return self.setting.startswith("sqlite:")

    def fill(self, speakers):
        if self.is_sqlite:
            connection = chaos.sqlite3.connect(self.setting[7:], timeout=60)
            with connection:
                for table, rows in speakers.tables().items():
                    marks = ", ".join("?" * len(rows[0]))
                    connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
            connection.close()
            return
        script = "".join(
            f"COPY {table} FROM STDIN;\n" + "".join("\t".join(map(str, row)) + "\n" for row in rows) + "\\.\n"
            for table, rows in speakers.tables().items())
        subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", self.setting], input=script + "ANALYZE;\n",
                       text=True, check=True, stdout=subprocess.DEVNULL)

    def reset(self):
        """The morning begins again: nobody has talked since."""
        for statement in (f"DELETE FROM sessions WHERE id NOT LIKE '{OLD}%'", "DELETE FROM jobs",
                          f"DELETE FROM ledger WHERE key LIKE 'session:%' AND key NOT LIKE 'session:{OLD}%'"):
            self.rows(statement)
        for statement in (["PRAGMA wal_checkpoint(TRUNCATE)"] if self.is_sqlite else
                          ["VACUUM ANALYZE sessions", "VACUUM ANALYZE ledger", "VACUUM jobs", "CHECKPOINT"]):
            self.rows(statement)

    def processes(self):
        """Of PostgreSQL: its parent and all that it has begun."""
        if self.is_sqlite:
            return []
        return family(self.parent())

    def parent(self):
        """The process that all of PostgreSQL's others are children of: the one whose child answers us."""
        session = subprocess.Popen(["psql", "-X", "-q", "-A", "-t", "-d", self.setting], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True)
        session.stdin.write("SELECT pg_backend_pid();\n")
        session.stdin.flush()
        backend = int(session.stdout.readline())
        parent = int(pathlib.Path(f"/proc/{backend}/stat").read_text().rsplit(")", 1)[1].split()[1])
        session.communicate()
        return parent


# MARK: Loads

class Load:
    """One request of many speakers, and when it is sent."""

    def __init__(self, request, *words):
        self.request, self.words = request, words


def closed(request, seconds, connections=CONNECTIONS):
    order = ["--random"] if request == ENTITLEMENT else []
    return Load(request, "--seconds", str(seconds), "--connections", str(connections), *order)


def steady(rate, seconds):
    return Load(START, "--rate", str(rate), "--seconds", str(seconds))


def morning(speakers, seconds, folder):
    """The Start presses of a fleet at 06:00 (gateway-design §8): 60 % are due, half are answered, after a log-normal time.

    `seconds`: so much of the morning. Who gets up later than that adds nothing to the peak.
    """
    generator = random.Random(6)
    instants = sorted(25 * generator.lognormvariate(0, 0.8) for _ in range(int(speakers * 0.6 * 0.5)))
    path = folder / f"schedule-{speakers}"
    path.write_text("".join(f"{int(instant * 1e6)}\n" for instant in instants if instant < seconds))
    return Load(START, "--schedule", str(path))


class Client:
    """openloop.c."""

    def __init__(self, folder, speakers):
        self.folder, self.speakers, self.program = folder, speakers, compiled("openloop.c", folder)

    def run(self, server, load, others=()):
        """What the load was answered with, and the CPU of the server and of the processes `others`."""
        template = self.folder / "request"
        template.write_bytes(load.request.encode())
        before, before_others = cpu_seconds(server.pid), sum(map(cpu_seconds, others))
        done = subprocess.run(
            [*words_of(OTHER_CORES), self.program, "--port", str(server.port), "--template", template, "--tokens",
             self.speakers.path, *load.words], capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"bench: {server.name}: {done.stderr.strip()}")
        result = json.loads(done.stdout)
        good = max(1, result["good"])
        result["cpu_us"] = (cpu_seconds(server.pid) - before) * 1e6 / good
        result["cpu_others_s"] = sum(map(cpu_seconds, others)) - before_others
        result["memory_mb"] = memory_mb(server.pid)
        return result


def memory_with_connections(server, speakers, count):
    """While so many speakers have asked once, and keep their connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, count + 512)), hard))
    sockets = []
    for number in range(count):
        connection = socket.create_connection(("127.0.0.1", server.port), timeout=30)
        sockets.append(connection)
        connection.sendall(ENTITLEMENT.format(
            token=speakers.tokens[number % speakers.count], network=f"{1 + number % 200}.{number // 200}.7.1").encode())
    answers = [connection.recv(65536) for connection in sockets]
    if not all(answer.startswith(b"HTTP/1.1 200") for answer in answers):
        raise SystemExit("bench: not every connection was answered")
    memory = memory_mb(server.pid)
    for connection in sockets:
        connection.close()
    return memory


def page_bytes(server):
    """The page that a stranger sees first, with what it refers to."""
    def get(path):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        connection.request("GET", path, headers={"X-Forwarded-For": "198.51.100.7", "Accept-Language": "ja"})
        answer = connection.getresponse()
        data = answer.read()
        return answer.getheader("Location"), data
    location, text = get("/")
    if location:
        location, text = get(location)
    parts = set(re.findall(rb'(?:href|src)="(/[^"]+\.(?:css|js|svg|png|ico))"', text))
    return len(text) + sum(len(get(path.decode())[1]) for path in parts)
