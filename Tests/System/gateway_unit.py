"""The gateway's package in the same machine, under the systemd that runs: what the unit's lines do. Tests of the
package alone (gateway/Tests/package.py) can only read them.
"""

import json
import re

from first_boot import inside
from root import expect

UNIT, USER = "anicca-gateway.service", "anicca-gateway"
CONFIG, STATE = "/etc/anicca-gateway/gateway.yaml", "/var/lib/anicca-gateway"
PUBLIC, OPERATIONS = "http://127.0.0.1:8030", "http://127.0.0.1:8031"
# Invented, and as long as a real key.
SECRET = "sk-svcacct-" + "9wLc2NfQ8sVd6HtY" * 5
TOOL = f"setpriv --reuid {USER} --regid {USER} --init-groups -- anicca-gateway"


def show(system, *names):
    lines = system.sh(f"systemctl show {UNIT} --property " + ",".join(names)).splitlines()
    return dict(line.split("=", 1) for line in lines)


def fetch(system, address, body=None):
    """The answer's text; nothing if there is none, or one that is no 2xx."""
    post = f"--post-data='{body}' " if body else ""
    code, text = system.sh(f"busybox wget -q -O - {post}{address} 2>/dev/null", 60, check=False)
    return text if code == 0 else ""


def is_ready(system, within=120):
    return system.wait_until(lambda: fetch(system, OPERATIONS + "/health/ready"), within, "gateway that is ready")


def the_gateway_is_started_by_its_installation_and_serves(system):
    """Requirements: GATEWAY-9"""
    system.sh("dpkg --install /root/gateway.deb", 300)
    is_ready(system)
    seen = show(system, "ActiveState", "UnitFileState", "NRestarts", "User")
    expect(seen == {"ActiveState": "active", "UnitFileState": "enabled", "NRestarts": "0", "User": USER}, f"{seen}")
    expect("<form" in fetch(system, PUBLIC + "/signin"), "the sign-in page")
    asked = fetch(system, PUBLIC + "/auth/device",
                  "client_id=anicca-speaker&device_id=bed1&device_name=bed&scope=device")
    expect(len(json.loads(asked)["user_code"].replace("-", "")) == 9, asked)
    code = system.sh(f"{TOOL} owner-code --config {CONFIG}").splitlines()[0]
    expect(len(re.sub(r"[- ]", "", code)) == 12, "the owner code")
    listens = [line.split()[4] for line in system.sh("ss -tulpnH").splitlines() if '"sshd"' not in line]
    expect(sorted(listens) == ["127.0.0.1:8030", "127.0.0.1:8031"], f"it listens at {listens}")


def the_gateways_sandbox_holds(system):
    """Requirements: GATEWAY-9"""
    told = system.sh(f"systemd-analyze security --no-pager {UNIT}", 120)
    exposure = float(re.search(r"Overall exposure level for \S+ ([\d.]+)", told)[1])
    expect(exposure <= 1.5, f"{exposure}:\n" + "\n".join(line for line in told.splitlines() if "✗" in line))

    def writes(place, user):
        return "yes" in inside(system, f"touch {place}/probe && rm {place}/probe && echo yes", user, UNIT)
    expect(writes(STATE, USER), "it cannot write its own state")
    for place in ("/etc", "/usr/bin", "/var/lib/anicca", "/root", "/var/log"):
        expect(not writes(place, "root"), f"not even root may write {place} in there")
    for device in ("/dev/vda", "/dev/snd/controlC0", "/dev/gpiochip0"):
        told = inside(system, f"(exec 3<{device}) 2>/dev/null && echo yes", "root", UNIT)
        expect("yes" not in told, f"it can open {device}")
    process = show(system, "MainPID")["MainPID"]
    status = dict(line.split(":", 1) for line in system.sh(f"cat /proc/{process}/status").splitlines() if ":" in line)
    seen = {name: status[name].strip() for name in ("CapEff", "CapBnd", "NoNewPrivs", "Seccomp")}
    expect(seen == {"CapEff": "0" * 16, "CapBnd": "0" * 16, "NoNewPrivs": "1", "Seccomp": "2"}, f"{seen}")
    limit = re.search(r"Max core file size\s+(\d+)\s+(\d+)", system.sh(f"cat /proc/{process}/limits"))
    expect(limit and limit.groups() == ("0", "0"), "a core file may be written")
    closed = system.sh(f"stat -c '%U %a' {STATE} {STATE}/gateway.sqlite").split()
    expect(closed == [USER, "700", USER, "600"], f"its files: {closed}")
    return [f"exposure {exposure}"]


def a_secret_of_the_gateways_is_given_to_it_alone(system):
    """Requirements: GATEWAY-9"""
    secret = "/etc/credstore/anicca-gateway.provider_key"
    system.sh(f"mkdir -p /etc/credstore; (umask 077; printf %s {SECRET} >{secret}); systemctl restart {UNIT}", 120)
    is_ready(system)
    process = show(system, "MainPID")["MainPID"]
    credential = f"/run/credentials/{UNIT}/provider_key"
    expect(SECRET in inside(system, f"cat {credential}", USER, UNIT), "the service cannot read it")
    other = system.sh("setpriv --reuid anicca --regid anicca --init-groups -- sh -c "
                      f"'cat {secret} {credential}' 2>/dev/null", check=False)[1]
    expect(SECRET not in other, "the speaker's user can read it")
    for what in (f"systemctl show {UNIT}", f"tr '\\0' '\\n' </proc/{process}/environ",
                 f"tr '\\0' ' ' </proc/{process}/cmdline", "journalctl --no-pager --output cat",
                 f"grep -a {SECRET[11:27]} {STATE}/* || true"):
        expect(SECRET[11:27] not in system.sh(what, 180), f"it is in what this shows: {what}")


def a_gateway_that_dies_is_started_again_and_a_wrong_setting_is_not_tried_again(system):
    """Requirements: GATEWAY-9"""
    before = show(system, "MainPID")["MainPID"]
    system.sh(f"kill -KILL {before}")
    system.wait_until(lambda: show(system, "NRestarts")["NRestarts"] == "1", 60, "restart of the gateway")
    is_ready(system)
    expect(system.sh(f"{TOOL} invariants --config {CONFIG}", 120).count("holds") > 5, "the invariants after its death")
    system.sh(f"cp -p {CONFIG} /root/; echo 'no_such: 1' >>{CONFIG}; systemctl restart {UNIT}", 120, check=False)
    system.wait_until(lambda: show(system, "ActiveState")["ActiveState"] == "failed", 60, "end of the gateway")
    seen = show(system, "ExecMainStatus", "Result", "NRestarts")
    expect(seen["ExecMainStatus"] == "78" and seen["Result"] == "exit-code", f"{seen}")
    expect("no such setting" in system.sh(f"journalctl --no-pager --output cat --unit {UNIT} --lines 20"), "the reason")
    expect(system.status()["activity"] == "idle", "the speaker")
    system.sh("sleep 5")
    expect(show(system, "NRestarts")["NRestarts"] == seen["NRestarts"], "it was tried again")
    system.sh(f"cp -p /root/gateway.yaml {CONFIG}; systemctl reset-failed {UNIT}; systemctl start {UNIT}", 120)
    is_ready(system)


def the_gateway_ends_in_order_and_is_purged(system):
    """Requirements: GATEWAY-9"""
    system.sh(f"systemctl stop {UNIT}", 120)
    seen = show(system, "Result", "ExecMainStatus")
    told = system.sh(f"journalctl --no-pager --output cat --unit {UNIT} --lines 30")
    expect(seen == {"Result": "success", "ExecMainStatus": "0"} and "ended" in told, f"{seen}:\n{told}")
    foreign = [line for line in system.sh(f"journalctl --no-pager --output cat --unit {UNIT} _COMM=anicca-gateway")
               .splitlines() if not re.match(r"\d{4}-\d\d-\d\dT|anicca-gateway: ", line)]
    expect(not foreign, "not of its log:\n" + "\n".join(sorted(set(foreign))))
    system.sh("dpkg --purge anicca-gateway", 300)
    left = system.sh(f"ls -d {STATE} /etc/anicca-gateway /etc/credstore/anicca-gateway.* 2>/dev/null; "
                     f"systemctl list-unit-files --no-legend {UNIT}; getent passwd {USER}", check=False)[1].strip()
    expect(not left, f"left behind: {left}")


CHECKS = [
    the_gateway_is_started_by_its_installation_and_serves, the_gateways_sandbox_holds,
    a_secret_of_the_gateways_is_given_to_it_alone,
    a_gateway_that_dies_is_started_again_and_a_wrong_setting_is_not_tried_again,
    the_gateway_ends_in_order_and_is_purged,
]
