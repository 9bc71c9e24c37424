#!/usr/bin/env python3
"""CPU in a conversation, side by side with other WebRTC clients in the same run: `make bench-peers`.

    peers_cpu.py --peers-python .build/peers-venv/bin/python [--ours COMMAND] [--seconds 20] [--rounds 5]

Every client has the same conversation with the stand-in for the service: it sends a quiet tone, the service speaks
without a pause. Ours runs at the same time as the one that it is compared with, so that a busy machine is busy for both,
and the ratio is of such pairs. aiortc runs in the virtual
environment, webrtcbin with Debian's own Python (packages: see reference_webrtcbin.py). Ours is a command that takes
{base}, {key} and {seconds} and prints one JSON line as the other two do: seconds, cpu_seconds, rss_kb, private_kb,
connect_ms.

Prints a table, and with --output writes it as JSON. Standard library only.
"""

import argparse
import concurrent.futures
import json
import pathlib
import shlex
import statistics
import subprocess
import sys
import tempfile

PEERS = pathlib.Path(__file__).resolve().parent.parent / "Peers"
KEY = "sk-bench"
DEBIAN_PYTHON = "/usr/bin/python3"
SENTENCES = "The window is open now. Breathe in slowly, and out again. Feel your feet on the floor. "
SPARE_SECONDS = 60
TARGET = 0.5


class Service:
    """The stand-in, speaking for longer than a client listens."""

    def __init__(self, python, seconds):
        self._python = python
        self._script = {"turns": [{"say": SENTENCES * (2 + int(seconds / 5))}], "after": "repeat", "burst_factor": 1000}

    def __enter__(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as script:
            json.dump(self._script, script)
            script.flush()
            self._process = subprocess.Popen(
                [self._python, PEERS / "realtime_service", "--key", KEY, "--language", "en", "--quiet",
                 "--script", script.name], stdout=subprocess.PIPE, text=True)
            first = self._process.stdout.readline()
        if not first.startswith("listening on "):
            self._process.wait()
            raise RuntimeError("the stand-in for the service did not start")
        self.base = f"http://127.0.0.1:{int(first.split()[-1])}/v1"
        return self

    def __exit__(self, *ignored):
        self._process.terminate()
        self._process.wait(timeout=10)
        self._process.stdout.close()


def measure(command, seconds):
    """The client's own JSON line."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=seconds + SPARE_SECONDS)
    lines = done.stdout.strip().splitlines()
    if done.returncode != 0 or not lines:
        raise RuntimeError(f"{command[0]} {command[1]} ended with code {done.returncode}")
    return json.loads(lines[-1])


def bench(options):
    """Rows for the table, and for each other client the ratios of the pairs."""
    arguments = ["--key", KEY, "--seconds", str(options.seconds)]
    results, ratios = {}, {}
    with Service(options.peers_python, options.seconds) as service, concurrent.futures.ThreadPoolExecutor() as pool:
        others = {
            "aiortc": [options.peers_python, PEERS / "reference_client.py", "--base", service.base, *arguments],
            "webrtcbin": [DEBIAN_PYTHON, PEERS / "reference_webrtcbin.py", "--base", service.base, *arguments],
        }
        ours = (options.ours or "").format(base=service.base, key=KEY, seconds=options.seconds)
        for _ in range(options.rounds):
            for name, command in others.items():
                pair = {name: pool.submit(measure, command, options.seconds)}
                if ours:
                    pair["ours"] = pool.submit(measure, shlex.split(ours), options.seconds)
                for each, run in pair.items():
                    results.setdefault(each, []).append(run.result())
                if ours:
                    ratios.setdefault(name, []).append(share(results["ours"][-1]) / share(results[name][-1]))
    return [row(name, runs) for name, runs in results.items()], ratios


def share(run):
    return run["cpu_seconds"] / run["seconds"]


def row(name, runs):
    percents = [100 * share(run) for run in runs]
    return {
        "client": name, "cpu_percent": round(statistics.median(percents), 2),
        "spread": [round(min(percents), 2), round(max(percents), 2)], "runs": len(runs),
        "rss_mb": round(statistics.median(run["rss_kb"] for run in runs) * 1024 / 1e6, 1),
        "private_mb": round(statistics.median(run["private_kb"] for run in runs) * 1024 / 1e6, 1),
        "connect_ms": round(statistics.median(run["connect_ms"] for run in runs), 1),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers-python", required=True, help="what Tests/Peers/make_venv.sh prints")
    parser.add_argument("--ours", help="a command with {base}, {key}, {seconds}")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--output", help="a JSON file to write")
    options = parser.parse_args()
    try:
        rows, ratios = bench(options)
    except (RuntimeError, OSError, subprocess.TimeoutExpired, ValueError) as error:
        sys.exit(f"peers_cpu: {error}")
    for each in rows:
        print(f"{each['client']:<10} {each['cpu_percent']:>6.2f} % of one core "
              f"({each['spread'][0]:.2f} to {each['spread'][1]:.2f}, {each['runs']} runs), "
              f"{each['rss_mb']:.1f} MB resident, {each['private_mb']:.1f} private, "
              f"connected in {each['connect_ms']:.0f} ms")
    missed = False
    for name, values in ratios.items():
        ratio = statistics.median(values)
        missed |= ratio > TARGET
        print(f"ours / {name}: {ratio:.2f} ({min(values):.2f} to {max(values):.2f}, {len(values)} pairs; "
              f"target {TARGET})")
    if options.output:
        pathlib.Path(options.output).write_text(json.dumps({"clients": rows, "ratios": ratios}, indent=2) + "\n")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
