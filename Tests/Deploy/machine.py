"""Under a real systemd, booted in a container: what the unit and the maintainer scripts do to a running speaker.

Requirements: GUARD-3
"""

import contextlib
import json
import os
import pathlib
import re
import select
import shutil
import signal
import socket
import subprocess
import time

from package import NEW, OLD
from root import Root, Unexpected, command, expect, suite
from stage import REPOSITORY, STATE, needed

PROFILE = "owner: { name: Live, language: en }\nhabits:\n  wake: { at: \"06:20\" }\n"
DROP_IN = "etc/systemd/system/anicca.service.d/test.conf"
# Of nobody; as long as what the stand-in for the service takes.
KEY = "sk-deploy-5b1e8d3c7a"
# No sound card is in here: ALSA's own plug-in that swallows everything.
BOARD = """name: bedside
chip: none
buttons: { start: { line: 1, active: low }, stop: { line: 2, active: low } }
sound: { outputs: ["null"] }
"""
# One that writes down what it swallows, where it has been opened anew.
HEARD = f"{STATE}/heard.raw"
CARD = f'pcm.heard {{ type file; slave.pcm null; file "/{HEARD}"; format raw }}\n'


class Machine:
    """A Debian of its own. It shares the host's loopback, and listens on nothing: no SSH server is in it."""

    def __init__(self, folder):
        self.root = Root(folder)
        self.process = None

    def boot(self, log):
        self.root.file("usr/sbin/policy-rc.d").unlink()
        command("umount", "--recursive", self.root.file("dev/pts"), self.root.file("dev/shm"), self.root.file("proc"))
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                ["systemd-nspawn", "--quiet", "--directory", str(self.root.path), "--boot", "--register=no",
                 "--keep-unit", "--machine=bedside", "--capability=all"],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, env={
                    **os.environ, "SYSTEMD_NSPAWN_API_VFS_WRITABLE": "yes"})
        end = time.monotonic() + 40
        while self.run("systemctl", "is-system-running", check=False).stdout.strip() not in ("running", "degraded"):
            expect(self.process.poll() is None and time.monotonic() < end,
                   "systemd does not come up:\n" + log.read_text(errors="replace")[-2000:])
            time.sleep(0.2)

    def first(self):
        """The container's process 1, as the host sees it."""
        children = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        with open(children) as file:
            words = file.read().split()
        return words[0] if words else None

    def run(self, *arguments, check=True, **options):
        first = self.first()
        if first is None:
            return subprocess.CompletedProcess(arguments, 1, "", "not booted yet")
        return command("nsenter", "--target", first, "--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup",
                       "--root", "--wd", "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root",
                       "DEBIAN_FRONTEND=noninteractive", *arguments, check=check, **options)

    def show(self, key):
        return self.run("systemctl", "show", "anicca.service", "--property", key, "--value").stdout.strip()

    def waits(self, question, what, seconds=10):
        end = time.monotonic() + seconds
        while not question():
            expect(time.monotonic() < end, f"no {what} within {seconds} s")
            time.sleep(0.1)

    def instant(self, what, since):
        """Seconds of the journal's clock at which that was last said; the journal writes a little later."""
        lines = times = []

        def is_said():
            nonlocal lines, times
            lines = self.run("journalctl", "--unit", "anicca.service", "--output", "short-unix", "--no-pager", "--since",
                             f"@{since:.6f}").stdout.splitlines()
            times = [float(line.split()[0]) for line in lines if re.search(what, line)]
            return times
        with contextlib.suppress(Unexpected):
            self.waits(is_said, what)
        expect(times, f"{what!r} is not in the journal:\n" + "\n".join(lines))
        return times[-1]

    def end(self):
        if self.process is None or self.process.poll() is not None:
            return
        first = self.first()
        if first:
            os.kill(int(first), signal.SIGRTMIN + 4)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        # systemd-nspawn leaves its two groups behind, empty, beside ours.
        for line in pathlib.Path("/proc/self/cgroup").read_text().splitlines():
            controllers, place = line.split(":", 2)[1:]
            if controllers not in ("", "name=systemd"):
                continue
            for base in ("/sys/fs/cgroup", "/sys/fs/cgroup/unified", "/sys/fs/cgroup/systemd"):
                for name in ("payload", "supervisor"):
                    for folder, _, _ in os.walk(f"{base}{place}/{name}", topdown=False):
                        with contextlib.suppress(OSError):
                            os.rmdir(folder)


@needed
def it_starts_with_the_machine(stage):
    """As at the first boot of an image that it was installed in."""
    machine = stage.machine = Machine(stage.folder / "machine")
    machine.root.unpack(Root.cached(stage.cache, lambda _: None), stage.cache / "downloads")
    machine.root.run("apt-get", "-qq", "update")
    shutil.copy(stage.build(OLD), machine.root.file("root/old.deb"))
    shutil.copy(stage.build(NEW), machine.root.file("root/new.deb"))
    machine.root.apt("install", "--no-install-recommends", "systemd-sysv", "/root/old.deb")
    recommended = machine.root.run("dpkg-query", "-W", "-f", "${Recommends}", "anicca").stdout
    # What a conversation loads, and nothing that only an owner wants.
    late = [re.split(r"[ |]", word.strip())[0] for word in recommended.split(",")]
    machine.root.apt("install", "--no-install-recommends", *(name for name in late if name.startswith("lib")))
    machine.boot(stage.folder / "machine.log")
    expect(machine.show("ActiveState") == "active", machine.run("systemctl", "status", "anicca", check=False).stdout)
    expect(machine.run("anicca", "provision", input=PROFILE).returncode == 0, "provision")
    machine.waits(lambda: machine.show("StatusText").startswith("next: wake@"), "what is next, in its status")


def it_is_shut_in_as_the_unit_says(stage):
    """What it may write: its state, and the devices' attributes; no capability, no new privilege."""
    machine = stage.machine
    pid = machine.show("MainPID")
    status = machine.run("cat", f"/proc/{pid}/status").stdout
    for line in (r"CapEff:\s0+$", r"CapBnd:\s0+$", r"NoNewPrivs:\s1$", r"Seccomp:\s2$"):
        expect(re.search(line, status, re.M), f"{line}:\n{status}")
    mounts = {}
    for line in machine.run("cat", f"/proc/{pid}/mountinfo").stdout.splitlines():
        words = line.split()
        mounts[words[4]] = words[5].split(",")[0]
    expect(mounts["/"] == "ro" and mounts["/var/lib/anicca"] == "rw", f"{mounts}")
    expect(mounts["/sys/devices"] == "rw", f"the lamps: {mounts}")
    # In a container the systemd of Debian 13 leaves /sys to who owns its files, root.
    expect(mounts["/sys"] == "ro" or suite() == "trixie", f"/sys: {mounts}")
    groups = set(re.search(r"^Groups:\s(.*)$", status, re.M)[1].split())
    wanted = {machine.run("getent", "group", name).stdout.split(":")[2] for name in ("audio", "gpio")}
    expect(wanted <= groups, f"groups {groups}, without audio or gpio: {wanted}")


@contextlib.contextmanager
def companion(stage):
    """The stand-in for the service, on the loopback that the machine shares; its address."""
    python = command(REPOSITORY / "Tests/Peers/make_venv.sh", timeout=300).stdout.strip()
    script = stage.folder / "companion.json"
    script.write_text(json.dumps({"turns": [{"tone": {"hertz": 440, "milliseconds": 4000, "level_dbfs": -12}}],
                                  "after": "silence", "faults": {}}))
    service = subprocess.Popen(
        [python, str(REPOSITORY / "Tests/Peers/realtime_service"), "--port", "0", "--quiet", "--key", KEY,
         "--language", "en", "--script", str(script)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        expect(select.select([service.stdout], [], [], 30)[0], "the service does not start")
        line = service.stdout.readline()
        expect(line.startswith("listening on "), f"the service does not start: {line}")
        yield f"http://127.0.0.1:{line.split()[-1]}/v1"
    finally:
        service.kill()
        service.wait()


def converse(machine, transport):
    """One conversation, until what only the way to it needed is given back. Milliseconds to the companion's voice."""
    def status():
        return json.loads(machine.run("anicca", "status", "--json").stdout)
    began = machine.show("MainPID")
    machine.run("anicca", "talk")
    try:
        machine.waits(lambda: "session.first_voice_ms" in status()["counters"], "voice", 20)
    except Unexpected as error:
        told = machine.run("journalctl", "--unit", "anicca.service", "--no-pager", "--lines", "40").stdout
        raise Unexpected(f"{transport}: {error}\n{told}") from None
    time.sleep(2.5)
    seen = status()
    counters = seen["counters"]
    expect(counters["session.transport"].lower() == transport and seen["activity"] in ("speaking", "listening"), f"{seen}")
    expect(machine.show("MainPID") == began, "it was started again")
    machine.run("anicca", "press", "stop")
    machine.waits(lambda: status()["activity"] == "idle", "end of the conversation")
    return counters["session.first_voice_ms"]


def a_live_conversation_is_held_in_there(stage):
    """With what it loads for that, its threads, sockets and system calls, as shut in as the unit says; by both ways."""
    machine = stage.machine
    drop_in, board, configuration = map(machine.root.file, (DROP_IN, "etc/anicca/board.yaml", "etc/anicca/anicca.yaml"))
    drop_in.parent.mkdir(exist_ok=True)
    shipped = configuration.read_text()
    try:
        return converse_by_both(stage, machine, drop_in, board, configuration)
    finally:
        configuration.write_text(shipped)
        for file in (drop_in, board):
            file.unlink(missing_ok=True)
        machine.run("anicca", "key", "remove", check=False)
        machine.run("anicca", "provision", input="companion: automatic\n" + PROFILE, check=False)
        machine.run("systemctl", "daemon-reload")
        machine.run("systemctl", "restart", "anicca.service")


def converse_by_both(stage, machine, drop_in, board, configuration):
    said = []
    board.write_text(BOARD)
    machine.run("anicca", "key", "set", input=KEY + "\n")
    machine.run("anicca", "provision", input="companion: openai\n" + PROFILE)
    for transport in ("webrtc", "websocket"):
        configuration.write_text(f"companion: {{ transport: {transport} }}\n")
        with companion(stage) as address:
            drop_in.write_text(f"[Service]\nEnvironment=OPENAI_BASE_URL={address}\n")
            machine.run("systemctl", "daemon-reload")
            since = time.time()
            machine.run("systemctl", "restart", "anicca.service")
            said.append(f"{transport}: {converse(machine, transport)} ms to the companion's voice")
        told = machine.run("journalctl", "--unit", "anicca.service", "--no-pager", "--since", f"@{since:.6f}").stdout
        expect("not permitted" not in told and "denied" not in told, told)
    return said


def it_comes_back_after_a_crash(stage):
    machine = stage.machine
    since = time.time()
    before = machine.show("MainPID")
    machine.run("sh", "-c", f"kill -KILL {before}")
    end = time.monotonic() + 10
    while machine.show("MainPID") in (before, "0") or machine.run("anicca", "next", check=False).returncode:
        expect(time.monotonic() < end, "it did not come back within 10 s")
        time.sleep(0.1)
    away = machine.instant(r"\]: armed", since) - since
    expect(away < 3, f"armed again after {away:.2f} s")
    return [f"armed again {away:.2f} s after SIGKILL (1 s of it by the unit)"]


def what_keeps_the_older_state_may_hang(stage):
    """It runs before each start, on a card that may be dying: the speaker starts all the same."""
    machine = stage.machine
    helper = machine.root.file("usr/lib/anicca/keep-state")
    own = helper.read_text()
    helper.write_text("#!/bin/sh\nsleep 300\n")
    machine.run("systemctl", "restart", "--no-block", "anicca.service")
    machine.waits(lambda: machine.show("ActiveState") == "activating", "start")
    machine.waits(lambda: machine.show("ActiveState") == "active", "active service", 30)
    helper.write_text(own)


def a_hung_speaker_is_ended_and_started_again(stage):
    """GUARD-3: its process stands still, and the watchdog makes an end of it. With a shorter limit than the unit's 15 s."""
    machine = stage.machine
    drop_in = machine.root.file(DROP_IN)
    drop_in.parent.mkdir(exist_ok=True)
    drop_in.write_text("[Service]\nWatchdogSec=3\n")
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "restart", "anicca.service")
    before = machine.show("MainPID")
    # Fed, it lives on beyond the limit.
    time.sleep(5)
    expect(machine.show("MainPID") == before, "a speaker that is well was ended by its watchdog")
    since = time.time()
    machine.run("sh", "-c", f"kill -STOP {before}")
    machine.waits(lambda: machine.show("MainPID") not in (before, "0"), "new process", 30)
    away = machine.instant(r"\]: armed", since) - since
    machine.instant("Watchdog timeout", since)
    drop_in.unlink()
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "restart", "anicca.service")
    expect(away < 20, f"armed again after {away:.1f} s")
    return [f"armed again {away:.1f} s after it hung, with a watchdog of 3 s"]


def try_out(machine, seconds):
    """Sets a try-out alarm."""
    folder = os.open(machine.root.file(STATE), os.O_PATH | os.O_DIRECTORY)
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(5)
            # Its whole path may be too long for a socket's.
            line.connect(f"/proc/self/fd/{folder}/control.sock")
            line.sendall(json.dumps({"id": 1, "command": {"tryOut": {"afterSeconds": seconds}}}).encode() + b"\n")
            answer = json.loads(line.makefile().readline())
    finally:
        os.close(folder)
    expect("error" not in answer, f"no try-out: {answer}")


def an_alarm_that_can_open_nothing_is_heard_from_the_next_process(stage):
    """Descriptors are used up, those in reserve for a ring too, so that the watchdog makes an end of it.

    With a shorter limit than the unit's 15 s, and a second by the unit between the two.

    Requirements: SOUND-2, GUARD-3
    """
    machine, limit, ahead = stage.machine, 3, 10
    drop_in, board, cards = map(machine.root.file, (DROP_IN, "etc/anicca/board.yaml", "etc/asound.conf"))
    drop_in.parent.mkdir(exist_ok=True)
    drop_in.write_text(f"[Service]\nWatchdogSec={limit}\n")
    board.write_text(BOARD.replace("null", "heard"))
    cards.write_text(CARD)
    heard = machine.root.file(HEARD)
    try:
        machine.run("systemctl", "daemon-reload")
        machine.run("systemctl", "restart", "anicca.service")
        since, before = time.time(), machine.show("MainPID")
        try_out(machine, ahead)
        due = time.time() + ahead
        # As its own user, who may do that everywhere.
        machine.run("setpriv", "--reuid=anicca", "--regid=anicca", "--init-groups", "prlimit", "--pid", before,
                    "--nofile=0:0")
        # What was tried at the start may be open for some seconds yet.
        heard.unlink(missing_ok=True)
        machine.waits(lambda: machine.show("MainPID") not in (before, "0"), "new process", ahead + limit + 10)
        machine.waits(lambda: heard.exists() and any(heard.read_bytes()), "sound of the alarm")
        at = time.time()
        expect("Watchdog timeout" in machine.run("journalctl", "--unit", "anicca.service", "--no-pager", "--since",
                                                 f"@{since:.6f}").stdout, "it was not its watchdog that ended it")
        night = map(json.loads, machine.run("anicca", "log", "--json").stdout.splitlines())
        kinds = [entry["kind"] for entry in night if entry.get("habit", "").startswith("once-")
                 and entry["kind"] in ("ring", "resumed", "missed")]
        expect(kinds == ["ring", "resumed", "ring"], f"it should ring once, and be taken up again: {kinds}")
        expect(at - due < limit + 1 + 3, f"heard {at - due:.1f} s after its time")
        machine.run("anicca", "press", "stop")
        seen = json.loads(machine.run("anicca", "status", "--json").stdout)
        expect(seen["activity"] == "idle" and "sound" not in seen["attention"], f"after Stop: {seen}")
    finally:
        for file in (drop_in, board, cards):
            file.unlink(missing_ok=True)
        machine.run("systemctl", "daemon-reload")
        machine.run("systemctl", "restart", "anicca.service")
        heard.unlink(missing_ok=True)
    return [f"heard {at - due:.1f} s after its time, with a watchdog of {limit} s"]


def an_upgrade_is_armed_again_within_two_seconds(stage):
    """The old process lives until the restart at the end, and is away for less than 2 s.

    Requirements: GUARD-4
    """
    machine = stage.machine
    since = time.time()
    began = machine.show("MainPID")
    machine.run("dpkg", "--unpack", "/root/new.deb")
    expect(machine.show("MainPID") == began, "unpacking ended or restarted the old process")
    expect("06:20" in machine.run("anicca", "next").stdout, "the old process does not answer")
    machine.run("dpkg", "--configure", "anicca")
    expect(machine.show("MainPID") not in ("0", began) and machine.show("ActiveState") == "active", "not restarted")
    away = machine.instant(r"\]: armed", since) - machine.instant("Stopping anicca.service", since)
    expect(0 < away < 2, f"away for {away:.2f} s")
    expect("06:20" in machine.run("anicca", "next").stdout, "the alarm is gone")
    return [f"from the end of the old process to armed: {away:.2f} s"]


def what_the_owner_has_disabled_stays_off(stage):
    machine = stage.machine
    machine.run("systemctl", "disable", "--now", "anicca.service")
    machine.run("dpkg", "--install", "/root/old.deb")
    expect(machine.show("ActiveState") == "inactive", "an installation started what was disabled")
    expect(machine.show("UnitFileState") == "disabled", "an installation enabled what was disabled")
    machine.run("systemctl", "enable", "--now", "anicca.service")


def a_purge_ends_it(stage):
    machine = stage.machine
    pid = machine.show("MainPID")
    machine.run("dpkg", "--purge", "anicca")
    expect(machine.run("test", "-e", f"/proc/{pid}", check=False).returncode != 0, "the process runs on")
    for place in ("/var/lib/anicca", "/etc/anicca", "/run/anicca", "/etc/ssh/sshd_config.d/anicca.conf"):
        expect(not machine.root.file(place).exists(), f"{place} is left")


def installed_on_a_running_machine_it_starts_at_once(stage):
    """As README says it: nothing of it was there before."""
    machine = stage.machine
    machine.run("dpkg", "--install", "/root/new.deb")
    seen = [machine.show(key) for key in ("ActiveState", "UnitFileState", "NRestarts")]
    expect(seen == ["active", "enabled", "0"], f"{seen}")
    expect(machine.run("anicca", "provision", input=PROFILE).returncode == 0, "provision")
    expect("06:20" in machine.run("anicca", "next").stdout, "no alarm")
    machine.run("dpkg", "--purge", "anicca")
    machine.end()


TESTS = [
    it_starts_with_the_machine, it_is_shut_in_as_the_unit_says, a_live_conversation_is_held_in_there, it_comes_back_after_a_crash,
    what_keeps_the_older_state_may_hang, a_hung_speaker_is_ended_and_started_again,
    an_alarm_that_can_open_nothing_is_heard_from_the_next_process,
    an_upgrade_is_armed_again_within_two_seconds, what_the_owner_has_disabled_stays_off, a_purge_ends_it,
    installed_on_a_running_machine_it_starts_at_once,
]
