#!/usr/bin/env python3
"""What the real program prints while it is asked good and bad things: a line each that a program can read, with the time
and its zone, on standard error alone; and nothing of it anywhere else. Its files are for its user alone, a hang-up has it
read its secrets again, and a second one says which address is taken.

    gateway/Tests/logs.py --binary gateway/.build/debug/anicca-gateway

One line for each check, then `N passed, N failed`. Bounded in time.

Requirements: GATEWAY-9
"""

import argparse
import datetime
import http.client
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

from chaos import free_port
from results import Results

LINE = re.compile(
    r"(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}) (?P<level>notice|info|warning|error|critical) "
    r"anicca-gateway: (?P<values>.*)\[(?P<source>\w+)\] (?P<what>.+)")
VALUE = re.compile(r"(\w+)=((?:(?! \w+=).)*?) ?(?=\w+=|$)")
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
# Method, path, headers, body, and the status of the answer. Newlines cannot come in a header, but in a path.
REQUESTS = [
    ("POST", "/auth/device", FORM, "client_id=anicca-speaker&device_id=bed1&device_name=bed&scope=device", 200),
    ("POST", "/auth/device", FORM, "client_id=nobody", 400),
    ("GET", "/signin", {}, None, 200),
    ("GET", "/nowhere%0A2027-01-01T00:00:00+0000%20critical%20anicca-gateway:%20[Gateway]%20invented", {}, None, 404),
    ("GET", "/mobile/profile", {"X-Request-Id": "a=b [Gateway] invented"}, None, 401),
    ("GET", "/mobile/profile", {"Authorization": "Bearer agd_" + "x" * 43}, None, 401),
    ("PROPFIND", "/mobile/profile", {}, None, 404),
    ("GET", "/signin", {"Cookie": "x" * 5_000, "X-Request-Id": "mine-1"}, None, 200),
]


def main():
    parser = argparse.ArgumentParser(description="The gateway's log, and its open files.")
    parser.add_argument("--binary", required=True)
    options = parser.parse_args()
    signal.signal(signal.SIGALRM, lambda *_: sys.exit("logs: more than 120 s"))
    signal.alarm(120)
    results = Results()
    with tempfile.TemporaryDirectory(prefix="anicca-gateway-logs-") as name:
        folder = pathlib.Path(name)
        places = {place: folder / place for place in ("state", "home", "temporary", "work")}
        for place in places.values():
            place.mkdir()
        ports = free_port(), free_port()
        environment = {"PATH": os.environ["PATH"], "HOME": str(places["home"]), "TMPDIR": str(places["temporary"]),
                       "TZ": "Asia/Tokyo"}
        environment |= {key: os.environ[key] for key in ("LD_LIBRARY_PATH",) if key in os.environ}
        with open(folder / "out", "wb") as out, open(folder / "log", "wb") as log:
            words = [pathlib.Path(options.binary).resolve(), "serve", "--set", f"listen=127.0.0.1:{ports[0]}",
                     "--set", f"operations=127.0.0.1:{ports[1]}"]
            process = subprocess.Popen(
                [*words, "--set", f"database=sqlite:{places['state']}/db"], stdin=subprocess.DEVNULL, stdout=out,
                stderr=log, cwd=places["work"], env=environment, umask=0o022)
        try:
            began = time.time()
            while time.time() < began + 30 and (folder / "log").read_text().count("listening") < 2:
                time.sleep(0.1)
            statuses = []
            for method, path, headers, body, _ in REQUESTS:
                connection = http.client.HTTPConnection("127.0.0.1", ports[0], timeout=20)
                connection.request(method, path, body, headers)
                statuses.append(connection.getresponse().status)
                connection.close()
            with socket.create_connection(("127.0.0.1", ports[0])) as broken:
                broken.sendall(b"\x16\x03\x01 no HTTP\r\n\r\n")
            process.send_signal(signal.SIGHUP)
            while time.time() < began + 60 and "secrets were read again" not in (folder / "log").read_text():
                time.sleep(0.1)
            results.expect("a hang-up has it read its secrets again, and serve on",
                           process.poll() is None and "secrets were read again" in (folder / "log").read_text())
            second = subprocess.run([*words, "--set", f"database=sqlite:{name}/second"], stdin=subprocess.DEVNULL,
                                    capture_output=True, text=True, env=environment, timeout=60)
            said = [line for line in second.stderr.splitlines() if line.startswith("anicca-gateway: ")]
            results.expect("a second one on the same address says so", second.returncode == 69 and len(said) == 1
                           and re.search(r": (listen|operations): 127\.0\.0\.1:\d+ cannot be listened on: ", said[0]),
                           second.stderr)
            modes = {path.name: path.stat().st_mode & 0o777 for path in places["state"].iterdir()}
            results.expect("its files are for its user alone", modes and set(modes.values()) == {0o600}, f"{modes}")
            results.expect("it is asked as this test means it", statuses == [status for *_, status in REQUESTS], f"{statuses}")
            files = []
            for link in pathlib.Path(f"/proc/{process.pid}/fd").iterdir():
                try:
                    files.append((os.readlink(link), open(f"/proc/{process.pid}/fdinfo/{link.name}").read()))
                except OSError:
                    pass  # a connection that has ended
        finally:
            process.terminate()
            code = process.wait(60)
        told = (folder / "log").read_text()
        lines = told.splitlines()
        read = [LINE.fullmatch(line) for line in lines]
        results.expect("each line can be read by a program", lines and all(read), "\n".join(
            line for line, match in zip(lines, read) if not match))
        read = [match for match in read if match]
        times = [datetime.datetime.strptime(match["time"], "%Y-%m-%dT%H:%M:%S%z") for match in read]
        results.expect("each has the time, and its offset", times and all(
            abs(moment.timestamp() - began) < 120 and moment.utcoffset() == datetime.timedelta(hours=9)
            for moment in times), f"{times[:3]}")
        entries = [dict(VALUE.findall(match["values"])) for match in read if match["what"] == "request"]
        results.expect("each request has one line with method, route, status, request and microseconds",
              [int(entry.get("status", 0)) for entry in entries] == statuses
              and all(entry.keys() >= {"method", "route", "request", "microseconds"} for entry in entries), f"{entries}")
        results.expect("a client's words make no line and no value", "invented" not in told and "PROPFIND" not in told, told)
        results.expect("its own request id is found again", [e["request"] for e in entries][-1:] == ["mine-1"], f"{entries[-1:]}")
        results.expect("nothing is on standard output, and it ended in order",
              (folder / "out").stat().st_size == 0 and code == 0 and read and read[-1]["what"] == "ended", f"{code}\n{told}")
        state = re.escape(str(places["state"]))
        known = rf"socket:.*|pipe:.*|anon_inode:.*|/dev/(null|urandom)|{state}/db(-wal|-shm|\.lock)?|{re.escape(name)}/(log|out)"
        other = [file for file, _ in files if not re.fullmatch(known, file)]
        results.expect("no other file is open", files and not other, f"{other}")
        made = sorted(str(path.relative_to(folder)) for place in places.values() for path in place.rglob("*"))
        results.expect("no other file was made", all(re.fullmatch(r"state/db(-wal|-shm|\.lock)?", path) for path in made), f"{made}")
    print(f"{results.passed} passed, {results.failed} failed")
    return 0 if results.passed and not results.failed else 1


if __name__ == "__main__":
    sys.exit(main())
