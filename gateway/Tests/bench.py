#!/usr/bin/env python3
"""Measures the gateway on both databases with wrk: a table, and JSON.

    FSYNC=on gateway/Tests/with-postgres gateway/Tests/bench.py --binary BINARY --output bench.json [--seconds 6]

The gateway has one core, wrk and PostgreSQL the other; 64 connections, kept alive. CPU is of the gateway's process alone.
Requests come from random networks, as through a proxy, so that no limit by address is met. Standard library only.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time

import chaos

TICK = os.sysconf("SC_CLK_TCK")
RANDOM_NETWORK = """
math.randomseed(tonumber(tostring({}):sub(8)) or os.time())
local function network() return string.format("%%d.%%d.%%d.1", math.random(1, 223), math.random(0, 255), math.random(0, 255)) end
request = function()
  wrk.headers["X-Forwarded-For"] = network()
  %s
end
done = function(summary, latency, requests)
  print(string.format("RESULT %%d %%d %%d %%d %%d", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), summary.errors.status))
end
"""
LOADS = {
    "no database (metadata)": ("/.well-known/oauth-authorization-server", "return wrk.format(\"GET\")"),
    "page with a sign-in (token check, one indexed read)": ("/", "return wrk.format(\"GET\")"),
    "a speaker asks (a durable transaction of eight statements)": ("/auth/device", """
      wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
      return wrk.format("POST", nil, nil, "client_id=anicca-speaker&device_id=d" .. math.random(1, 1e9))"""),
}


def cpu_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def memory(pid):
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text()).group(1)) // 1024


def pin(pid, core):
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(task.name), {core})


def measure(arguments, instance, path, lua, cookie, folder):
    script = folder / "load.lua"
    script.write_text(RANDOM_NETWORK % lua)
    pid = instance.process.pid
    before = cpu_seconds(pid)
    output = subprocess.run(
        ["taskset", "-c", "1", "wrk", "-t1", "-c64", f"-d{arguments.seconds}s", "-s", str(script), "-H", f"Cookie: {cookie}",
         f"http://127.0.0.1:{instance.port}{path}"], capture_output=True, text=True, check=True).stdout
    cpu = cpu_seconds(pid) - before
    requests, microseconds, half, most, errors = map(int, re.search(r"RESULT (\d+) (\d+) (\d+) (\d+) (\d+)", output).groups())
    return {"requests_per_second": round(requests * 1e6 / microseconds), "p50_ms": half / 1000, "p99_ms": most / 1000,
            "cpu_us": round(cpu * 1e6 / max(1, requests)), "refused": errors, "memory_mb": memory(pid)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--output")
    parser.add_argument("--seconds", type=int, default=6)
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {1})
    results = {}
    with tempfile.TemporaryDirectory(prefix="anicca-gateway-bench.") as name:
        folder = pathlib.Path(name)
        for kind in ("sqlite", "postgres"):
            environment = {
                "PATH": os.environ["PATH"], "ANICCA_GATEWAY_PUBLIC_ADDRESS": chaos.PUBLIC,
                "ANICCA_GATEWAY_TRUSTED_PROXIES": "127.0.0.1", "ANICCA_GATEWAY_LOG_LEVEL": "error",
                "ANICCA_GATEWAY_DATABASE": f"sqlite:{folder}/gateway.sqlite" if kind == "sqlite"
                else os.environ["ANICCA_GATEWAY_TEST_POSTGRES"]}
            with open(folder / "log", "w") as log:
                instance = chaos.Instance(arguments.binary, environment, log)
                began = time.monotonic()
                instance.start()
                results[f"{kind}: start to ready, ms"] = round((time.monotonic() - began) * 1000)
                results[f"{kind}: idle memory, MB"] = memory(instance.process.pid)
                pin(instance.process.pid, 0)
                owner = chaos.Owner(chaos.World([instance], 1))
                code = subprocess.run([arguments.binary, "owner-code"], env=environment, capture_output=True, text=True)
                owner.sign_in(code.stdout.split()[0])
                cookie = "; ".join(f"{name}={value}" for name, value in owner.cookies.items())
                for load, (path, lua) in LOADS.items():
                    results[f"{kind}: {load}"] = measure(arguments, instance, path, lua, cookie, folder)
                instance.end()
    for name, result in results.items():
        print(f"{name}: " + (", ".join(f"{key} {value}" for key, value in result.items())
                             if isinstance(result, dict) else str(result)))
    if arguments.output:
        pathlib.Path(arguments.output).write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
