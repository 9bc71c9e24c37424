#!/usr/bin/env python3
"""Lives three mornings of a small fleet with a real gateway, and four with a fault on purpose.

    gateway/Tests/fleet.py --binary gateway/.build/debug/anicca-gateway --fleet gateway/Fleet/.build/debug/gateway-fleet
        [--speakers 200] [--seed 1]

The simulator says what must be true of each morning: each of its sentences is one test. A morning with a planted fault
must end with exit code 1 and name that fault: a simulator that finds nothing would prove nothing. Standard library only.

Requirements: GATEWAY-10
"""

import argparse
import json
import subprocess
import sys

SCENARIOS = ("morning", "limit", "outage")
# Where a fault is planted, and what must be said about it.
FAULTS = {
    "stops": ("outage", "no stop is lost"),
    "minutes": ("morning", "the ledger equals the provider's record, rounded up per session"),
    "voice": ("limit", "each Start is answered by a voice within 2 s"),
    "herd": ("morning", "no second is busier than the table allows"),
}


def live(options, scenario, *more):
    command = [options.fleet, "--gateway", options.binary, "--speakers", str(options.speakers),
               "--seed", str(options.seed), "--scenario", scenario, "--json", *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    try:
        verdicts = json.loads(done.stdout)["verdicts"]
    except (ValueError, KeyError):
        verdicts = []
        print(done.stdout[-2000:], done.stderr[-2000:], file=sys.stderr)
    return done.returncode, verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", required=True)
    parser.add_argument("--fleet", required=True)
    parser.add_argument("--speakers", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    passed = failed = 0

    def count(holds, sentence):
        nonlocal passed, failed
        passed, failed = passed + holds, failed + (not holds)
        if not holds:
            print(f"✘ {sentence}")

    for scenario in SCENARIOS:
        code, verdicts = live(options, scenario)
        for verdict in verdicts:
            count(verdict["holds"], f"{scenario}: {verdict['sentence']}: {verdict['detail']}")
        count(code == 0 and bool(verdicts), f"{scenario}: exit code {code}")
    for fault, (scenario, sentence) in FAULTS.items():
        code, verdicts = live(options, scenario, "--fault", fault)
        named = [verdict["sentence"] for verdict in verdicts if not verdict["holds"]]
        count(code == 1 and sentence in named, f"{fault} is not found: exit code {code}, {named}")
    print(f"fleet: seed {options.seed}")
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
