#!/usr/bin/env python3
"""What a gateway on this machine adds to the time from Start to the companion's voice (ACCOUNT-3).

    "$(Tests/Peers/make_venv.sh)" Tests/Bench/gateway.py --binary .build/release/anicca \\
        --gateway gateway/.build/release/anicca-gateway [--quick]

Cold both ways, in turns, so that whatever else this machine does meets both. `make bench-gateway` runs it. It needs
what Tests/Account needs.
"""

import argparse
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / name) for name in ("Bench", "Account", "Conversation", "Peers")]

import conversation  # noqa: E402
from appliance import ApplianceError  # noqa: E402
from bench import Bench, machine  # noqa: E402
from household import Browser, Gateway  # noqa: E402
from pulse_rig import PulseRig  # noqa: E402
from service import KEY, Service, tone  # noqa: E402

TARGET_MS = 15
PROFILE = "owner: { name: Owner, language: en }\ncompanion: gateway\n"


def account(bed):
    code, text, errors = bed.cli("account", "--json")
    if code != 0:
        raise ApplianceError(f"account: exit code {code}: {errors}")
    return json.loads(text)


def sign_in(bed, gateway, browser):
    command = subprocess.Popen(
        [bed.binary, "sign-in", gateway.address, "--state-dir", str(bed.state)], env=bed.env, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        browser.decide(conversation.wait(lambda: account(bed).get("code"), "code"))
        conversation.wait(lambda: account(bed)["state"] == "signed_in", "sign-in", 30)
    finally:
        command.wait(30)


def signed_in(bench, rig, gateway):
    bed = bench.bed("through", alsa=None, profile=PROFILE)
    bed.env = rig.environment(bed.env)
    browser = Browser(gateway)
    browser.sign_in()
    conversation.begin(bed)
    sign_in(bed, gateway, browser)
    bed.stop()
    return bed


def cold(bed, rig):
    """Milliseconds from Start to the companion's voice, in a process that has just started."""
    conversation.begin(bed)
    try:
        # What is left of the last talk is not measured with the next one.
        conversation.wait(lambda: not account(bed).get("owed_stops"), "settled account", 30)
        time.sleep(0.5)
        with rig.record() as recording:
            sent = conversation.press(bed, conversation.START)
            took = (conversation.wait_for_tone(recording, sent) - sent) / 1e6
        conversation.press(bed, conversation.STOP)
        conversation.wait(lambda: conversation.is_over(bed), "end of the conversation")
    finally:
        bed.stop()
    return took


def measure(bench, binary):
    with PulseRig() as rig, Service(bench.peers_python, [tone(1500)]) as service, \
            Gateway(binary, service.port, limit=100_000, key=KEY) as gateway:
        through = signed_in(bench, rig, gateway)
        direct = conversation.stage(bench, rig, service, "direct")
        direct.stop()
        pairs = [(cold(direct, rig), cold(through, rig)) for _ in range(bench.times(25))]
        gateway.invariants()
    for name, values in zip(("directly", "through a gateway"), zip(*pairs)):
        bench.add(f"Start to the companion's voice, cold, {name}", "ms", statistics.median(values), values, None)
    more = [longer - shorter for shorter, longer in pairs]
    bench.add("what the gateway adds, by pairs", "ms", statistics.median(more), more, TARGET_MS)


def main():
    parser = argparse.ArgumentParser(description="What a gateway adds to the time from Start to the voice.")
    parser.add_argument("--binary", default=".build/release/anicca")
    parser.add_argument("--gateway", default="gateway/.build/release/anicca-gateway")
    parser.add_argument("--quick", action="store_true", help="fewer samples; not for figures that are told to others")
    options = parser.parse_args()
    options.tool, options.peers_python = None, sys.executable
    scratch = tempfile.mkdtemp(prefix="ab-")
    try:
        bench = Bench(options, scratch)
        measure(bench, options.gateway)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    print(f"\n{machine()}")
    sys.exit(any(row["met"] is False for row in bench.figures))


if __name__ == "__main__":
    main()
