#!/usr/bin/env python3
"""Measures the gateway on both databases, beside its peers in the same run: a table, and JSON.

    FSYNC=on gateway/Tests/with-postgres gateway/Tests/bench.py --binary BINARY [--output bench.json] [--quick] [--long]

The rows are those of gateway-design §7. A figure is the median of its repetitions, with the least and the most; servers
take turns within each repetition, so what else the machine does meets all alike. The exit code is 1 if a floor is missed,
and the row is named; a goal that is missed is only said. CPU is of the server's process alone: with SQLite the database is
in it, with PostgreSQL it is not. The provider answers at once, and what little that takes counts as the server's.

--quick is a smoke run of a minute or two whose figures mean nothing: only what is refused or lost fails it. --long asks ten
million times instead of one. Standard library only; the peers need more, and are left out where they cannot be made.
"""

import argparse
import json
import os
import pathlib
import platform
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import bench_load as load
import chaos
from bench_peers import peers

SQLITE, POSTGRES = "SQLite", "PostgreSQL"
ENGINES = (SQLITE, POSTGRES)


class Row:
    """A figure of each server, and what it should be. `counts_always`: in each repetition, even of a smoke run."""

    def __init__(self, name, unit, floor=None, goal=None, more_is_better=False, counts_always=False):
        self.name, self.unit, self.floor, self.goal = name, unit, floor, goal
        self.more_is_better, self.counts_always = more_is_better, counts_always
        self.values = {}

    def add(self, server, value):
        self.values.setdefault(server, []).append(value)

    def floor_of(self, server):
        return self.floor.get(server) if isinstance(self.floor, dict) else self.floor

    def value(self, server):
        """What is lost in one repetition is lost."""
        return (max if self.counts_always else statistics.median)(self.values[server])

    def is_met(self, value, limit):
        return limit is None or (value >= limit if self.more_is_better else value <= limit)

    def verdict(self, server):
        """The peers are there to be compared with: no floor is theirs."""
        if server not in ENGINES or server not in self.values:
            return ""
        value, floor = self.value(server), self.floor_of(server)
        if not self.is_met(value, floor):
            return "MISSED"
        if floor is None and self.goal is None:
            return ""
        return "met" if self.is_met(value, self.goal) else "goal missed"

    def cell(self, server):
        values = self.values.get(server)
        if not values:
            return "-"
        middle = shown(self.value(server))
        return middle if min(values) == max(values) else f"{middle} ({shown(min(values))}-{shown(max(values))})"

    def json(self):
        return [{"row": self.name, "unit": self.unit, "server": server, "value": self.value(server),
                 "least": min(values), "most": max(values), "values": values, "floor": self.floor_of(server) if
                 server in ENGINES else None, "goal": self.goal if server in ENGINES else None,
                 "more_is_better": self.more_is_better, "verdict": self.verdict(server)}
                for server, values in self.values.items()]


def shown(value):
    digits = 0 if abs(value) >= 100 or value == int(value) else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f}"


class Table:
    def __init__(self):
        self.rows = {}

    def row(self, name, unit, *words, **options):
        if name not in self.rows:
            self.rows[name] = Row(name, unit, *words, **options)
        return self.rows[name]

    def lines(self, servers):
        head = ["figure", "unit", *servers, "floor", "goal", "verdict"]
        lines = [head, ["-" * len(word) for word in head]]
        for row in self.rows.values():
            floors = {shown(floor) for floor in map(row.floor_of, ENGINES) if floor is not None}
            floor = " / ".join(shown(row.floor_of(engine)) for engine in ENGINES) if len(floors) == 2 else "".join(floors)
            verdicts = {engine: row.verdict(engine) for engine in ENGINES if row.verdict(engine)}
            verdict = (", ".join(f"{engine}: {word}" for engine, word in verdicts.items())
                       if len(set(verdicts.values())) > 1 else "".join(set(verdicts.values())))
            sign = "≥ " if row.more_is_better else "≤ "
            goal = "" if row.goal is None else sign + shown(row.goal)
            lines.append([row.name, row.unit, *map(row.cell, servers), floor and sign + floor, goal, verdict])
        widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
        return ["  ".join(word.ljust(width) for word, width in zip(line, widths)).rstrip() for line in lines]

    def missed(self, is_quick):
        return [f"{row.name}, {engine}: {row.cell(engine)} {row.unit}, the floor is {shown(row.floor_of(engine))}"
                for row in self.rows.values() for engine in ENGINES
                if row.verdict(engine) == "MISSED" and (row.counts_always or not is_quick)]


class Bench:
    def __init__(self, arguments, folder):
        self.arguments, self.folder, self.table = arguments, folder, Table()
        self.repetitions = 1 if arguments.quick else arguments.repetitions
        self.speakers = load.Speakers(2_000 if arguments.quick else 100_000, folder)
        self.client, self.provider = load.Client(folder, self.speakers), load.Provider(folder)
        self.log = open(folder / "log", "w")
        self.left_out, self.servers = [], {}
        self.databases = {SQLITE: load.Database(f"sqlite:{folder}/gateway.sqlite"),
                          POSTGRES: load.Database(os.environ["ANICCA_GATEWAY_TEST_POSTGRES"])}

    def environment(self, engine):
        return {
            "PATH": os.environ["PATH"], "ANICCA_GATEWAY_PUBLIC_ADDRESS": chaos.PUBLIC,
            "ANICCA_GATEWAY_TRUSTED_PROXIES": "127.0.0.1", "ANICCA_GATEWAY_LOG_LEVEL": "error",
            "ANICCA_GATEWAY_PROVIDER_ADDRESS": self.provider.address, "ANICCA_GATEWAY_PROVIDER_KEY": chaos.PROVIDER_KEY,
            "ANICCA_GATEWAY_DATABASE": self.databases[engine].setting}

    def say(self, text):
        print(f"bench: {time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)

    def database_of(self, server):
        return self.databases[SQLITE if server == SQLITE else POSTGRES]

    # MARK: Before the loads

    def prepare(self):
        """Both databases with the speakers in them, and each server running."""
        for engine in ENGINES:
            subprocess.run([self.arguments.binary, "migrate"], env=self.environment(engine), check=True,
                           stdout=self.log, stderr=self.log)
            self.databases[engine].fill(self.speakers)
        self.postgres = self.databases[POSTGRES].processes()
        for pid in self.postgres:
            load.pin(pid, load.OTHER_CORES)
        self.say(f"{self.speakers.count} speakers are in both databases")

    def start(self):
        """Start to ready, with all cores as a user's gateway; then one that stays, on its own core."""
        ready = self.table.row("start to ready", "ms", 300, 200)
        times = 1 if self.arguments.quick else 5
        for _ in range(times):
            for engine in ENGINES:
                server = load.gateway(engine, self.arguments.binary, self.environment(engine), self.log, load.CORES)
                ready.add(engine, server.start())
                server.end()
        for engine in ENGINES:
            self.servers[engine] = load.gateway(engine, self.arguments.binary, self.environment(engine), self.log)
            self.servers[engine].start()
        time.sleep(2)
        for engine in ENGINES:
            self.table.row("memory, idle", "MB", 45, 40).add(engine, load.memory_mb(self.servers[engine].pid))

    def start_peers(self):
        if self.arguments.without_peers:
            return
        for peer in peers.ALL:
            server, reason = peer(self.folder, self.databases[POSTGRES].setting, self.provider.port, self.log)
            if server is None:
                self.left_out.append(reason)
                continue
            server.start()
            self.servers[server.name] = server

    def warm_up(self):
        """Statements are prepared, connections made and pages of the database read."""
        for name, server in self.servers.items():
            for request in (load.ENTITLEMENT, load.START):
                self.client.run(server, load.closed(request, 0.5 if self.arguments.quick else 2))
            self.database_of(name).reset()

    # MARK: The loads

    def run(self, name, request, servers=None, is_fresh=True):
        """Runs a load against each server in turn, as often as there are repetitions. Returns (server, result) pairs."""
        for repetition in range(self.repetitions):
            for server in servers or list(self.servers):
                database = self.database_of(server)
                if is_fresh:
                    database.reset()
                # Connections of its own come and go: who is PostgreSQL's now?
                others = database.processes()
                result = self.client.run(self.servers[server], request, others)
                self.say(f"{name}, {server}, {repetition + 1} of {self.repetitions}: {result['per_second']:.0f}/s, "
                         f"p99 {result['p99_ms']:.1f} ms, {result['statuses']}, load {os.getloadavg()[0]:.1f}")
                yield server, result

    def latencies(self, name, server, result, p50=None, p99=None, goal=None, highest=None):
        self.table.row(f"{name}: p50", "ms", goal=p50).add(server, result["p50_ms"])
        self.table.row(f"{name}: p99", "ms", p99, goal).add(server, result["p99_ms"])
        if highest is not None:
            self.table.row(f"{name}: p99.9", "ms").add(server, result["p999_ms"])
            self.table.row(f"{name}: most", "ms", goal=highest or None).add(server, result["max_ms"])
            # On a busy machine the client itself is late; that is in the latencies, too.
            self.table.row(f"{name}: the client's own delay, p99", "ms").add(server, result["client_late_p99_ms"])
        self.table.row(f"{name}: not answered 200 or 201", "", 0, counts_always=True).add(
            server, result["refused"] + result["lost"])

    def entitlement(self):
        name = f"entitlement, {load.CONNECTIONS} connections"
        for server, result in self.run(name, load.closed(load.ENTITLEMENT, self.arguments.seconds)):
            self.table.row(f"{name}: a core", "/s", {SQLITE: 12_000, POSTGRES: 14_000}, more_is_better=True).add(
                server, result["per_second"])
            self.latencies(name, server, result, p99=10)
            self.table.row(f"{name}: CPU each", "µs", goal=50).add(server, result["cpu_us"])

    def starts(self):
        name, rates = f"start, {load.CONNECTIONS} connections", {}
        for server, result in self.run(name, load.closed(load.START, self.arguments.seconds)):
            self.table.row(f"{name}: a core", "/s", 3_500, more_is_better=True).add(server, result["per_second"])
            self.latencies(name, server, result, p99=40)
            self.table.row(f"{name}: CPU each", "µs", goal=150).add(server, result["cpu_us"])
            rates.setdefault(server, []).append(result["per_second"])
            if result["cpu_others_s"] > 0:
                self.table.row("starts a core of PostgreSQL", "/s", 4_500, 5_500, more_is_better=True).add(
                    server, result["good"] / result["cpu_others_s"])
        for server in rates:
            if server not in ENGINES:
                row = self.table.row(f"start: as fast as {server}", "times", 1, more_is_better=True)
                for ours, theirs in zip(rates[POSTGRES], rates[server]):
                    row.add(POSTGRES, ours / theirs)

    def open_loop(self):
        seconds = 3 if self.arguments.quick else 60
        rate = 50 if self.arguments.quick else 1_000
        name = f"open loop, {rate:,} starts/s for {seconds} s"
        for server, result in self.run(name, load.steady(rate, seconds), ENGINES):
            self.latencies(name, server, result, p99=15, goal=8, highest=40)

    def morning(self):
        seconds = 5 if self.arguments.quick else 90
        name = f"06:00 of {self.speakers.count:,} speakers, {seconds} s of it"
        for server, result in self.run(name, load.morning(self.speakers.count, seconds, self.folder), ENGINES):
            self.latencies(name, server, result, p99=30, goal=15, highest=0)

    def own_part(self):
        name = "Start to SDP answer at 100/s"
        seconds = 3 if self.arguments.quick else 20
        for server, result in self.run(name, load.steady(100, seconds), ENGINES):
            self.latencies(name, server, result, p50=3, p99=8)

    def slow_provider(self):
        """Not a floor: shows how many calls a gateway has under way at once."""
        name = "start, 256 connections, the provider takes 250 ms"
        self.provider.delay(250)
        for server, result in self.run(name, load.closed(load.START, self.arguments.seconds, 256), ENGINES):
            self.table.row(f"{name}: good", "/s", more_is_better=True).add(server, result["good"] / result["seconds"])
            self.table.row(f"{name}: refused", "/s").add(server, result["refused"] / result["seconds"])
        self.provider.delay(0)
        time.sleep(0.5)

    # MARK: Memory and the page

    def connections(self):
        count = 100 if self.arguments.quick else 1_000
        for engine in ENGINES:
            memory = load.memory_with_connections(self.servers[engine], self.speakers, count)
            self.table.row(f"memory, {count:,} kept connections", "MB", 80).add(engine, memory)

    def many_requests(self):
        """Flat: of all requests, nine tenths add next to nothing to what the first tenth has left."""
        count = 5_000 if self.arguments.quick else 10_000_000 if self.arguments.long else 1_000_000
        for engine in ENGINES:
            server, used = self.servers[engine], []
            for part in (count // 10, count - count // 10):
                request = load.Load(load.ENTITLEMENT, "--count", str(part), "--random")
                result = self.client.run(server, request)
                used.append(result["memory_mb"])
                self.table.row("requests for memory: not answered 200", "", 0, counts_always=True).add(
                    engine, result["refused"] + result["lost"])
            self.say(f"{engine}: {count:,} requests")
            self.table.row(f"memory, after {count:,} requests", "MB").add(engine, used[1])
            self.table.row("memory, of it since the first tenth", "MB", 4).add(engine, used[1] - used[0])

    def page(self):
        for engine in ENGINES:
            self.table.row("the first page, with all it refers to", "KB", 30).add(
                engine, load.page_bytes(self.servers[engine]) / 1024)

    # MARK: All of it

    def measure(self):
        steps = {
            "ready": self.start, "connections": self.connections, "peers": self.start_peers, "warm": self.warm_up,
            "entitlement": self.entitlement, "starts": self.starts, "part": self.own_part, "open": self.open_loop,
            "morning": self.morning, "slow": self.slow_provider, "requests": self.many_requests, "page": self.page}
        self.prepare()
        for name, step in steps.items():
            if name in ("ready", "warm") or not self.arguments.only or name in self.arguments.only.split(","):
                step()

    def end(self):
        for server in self.servers.values():
            server.end()
        self.provider.end()
        self.log.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--output")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--without-peers", action="store_true")
    parser.add_argument("--only", help="of ready, connections, peers, entitlement, starts, part, open, morning, slow, "
                        "requests and page, with commas between")
    parser.add_argument("--seconds", type=float, help="of a closed loop")
    parser.add_argument("--repetitions", type=int, default=3)
    arguments = parser.parse_args()
    arguments.seconds = arguments.seconds or (1 if arguments.quick else 6)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    os.sched_setaffinity(0, load.OTHER_CORES)
    loads = [os.getloadavg()[0]]
    with tempfile.TemporaryDirectory(prefix="anicca-gateway-bench.") as name:
        bench = Bench(arguments, pathlib.Path(name))
        try:
            bench.measure()
        finally:
            bench.end()
    loads.append(os.getloadavg()[0])
    servers = sorted({server for row in bench.table.rows.values() for server in row.values},
                     key=lambda server: (server not in ENGINES, server != SQLITE, server))
    print("\n".join(bench.table.lines(servers)))
    print(f"one core of {len(load.CORES)} each, {platform.machine()}; load average {loads[0]:.1f} before, "
          f"{loads[1]:.1f} after")
    for reason in bench.left_out:
        print(f"left out: {reason}")
    print("measured elsewhere: crashes, make test-gateway; two instances, one killed, make test-gateway-package; a fleet's "
          "06:00 with a provider's limit and an outage, make bench-fleet")
    missed = bench.table.missed(arguments.quick)
    if arguments.output:
        pathlib.Path(arguments.output).write_text(json.dumps({
            "quick": arguments.quick, "load_average": loads, "cores": len(load.CORES), "left_out": bench.left_out,
            "missed": missed, "figures": [figure for row in bench.table.rows.values() for figure in row.json()]},
            indent=1) + "\n")
    for line in missed:
        print(f"bench: FAILED: {line}", file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
