"""What must not grow: a thousand connections, eight hours of conversation, and the echo that must not be heard."""

import json
import statistics
import subprocess

from appliance import ApplianceError
from service import KEY, Service

MEGABYTE_KB = 1000


def rows(command, timeout_seconds):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=timeout_seconds, cwd="/")
    if done.returncode != 0 or not done.stdout:
        raise ApplianceError(f"anicca-bench {command[1]} ended with {done.returncode}: {done.stderr.strip()}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def growth(lines, name, warm):
    """Megabytes above the first value after the warm-up, of each line after it."""
    return [(line[name] - lines[warm][name]) * 1024 / 1e6 for line in lines[warm + 1:]]


def churn(bench):
    rounds = 100 if bench.quick else 1000
    with Service(bench.peers_python) as service:
        lines = rows([bench.tool, "churn", "--base", service.base, "--key", KEY, "--rounds", str(rounds)], 1800)
    # The first two twentieths fill the pools of the libraries.
    values = growth(lines, "private_kb", 2)
    note = (f"private memory after {lines[2]['round']} rounds: {lines[2]['private_kb'] * 1024 / 1e6:.2f} MB, "
            f"after {lines[-1]['round']}: {lines[-1]['private_kb'] * 1024 / 1e6:.2f} MB")
    bench.add(f"{rounds} connects and closes: memory grown", "MB", values[-1], values, 1, 2, note=note)
    for name in ("threads", "descriptors"):
        values = [line[name] - lines[0][name] for line in lines[1:]]
        bench.add(f"{rounds} connects and closes: {name} left", "", values[-1], values, 0, 0)


def hours(bench):
    count = 2 if bench.quick else 8
    lines = rows([bench.tool, "endure", "--hours", str(count)], 1800)
    if lines[-1]["is_over"]:
        raise ApplianceError(f"the simulated conversation ended: {lines[-1]['failure']}")
    values = growth(lines, "private_kb", 0)
    note = f"{lines[-1]['connections']} sessions, one after the other; the first hour is the warm-up"
    bench.add(f"{count} h of simulated conversation: memory grown", "MB", values[-1], values, 1, 2, note=note)


def echo(bench):
    """Speech over speech in a simulated bedroom; the engine that the appliance uses is the first."""
    report = rows([bench.tool, "echo"], 300)[0]
    note = f"{report['library']}; {report['processorPercent']:.1f} % of one core"
    value = report["enhancementDB"]
    bench.add("echo return loss enhancement from 3 s on", "dB", value, [value], 30, at_least=True, note=note)
    seconds = report.get("secondsTo30DB")
    bench.add("30 dB of it reached after", "s", 99 if seconds is None else seconds, [99 if seconds is None else seconds], 3)
    near = abs(report["nearChangeDB"])
    bench.add("near voice changed by, in double talk", "dB", near, [near], 3)
