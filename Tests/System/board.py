"""The whole machine through its boots: Debian's systemd as the first process of the virtual board (Tests/VirtualBoard), with
the package in it. Reached as its owner reaches it, by buttons and SSH, and by a line of its own for looking.
"""

import contextlib
import datetime
import json
import pathlib
import shutil
import socket
import subprocess
import time

from bed import Bed
from expecting import Unexpected
from machine import Machine, MachineError
from speaker import Speaker

# What its watchdog resets ends the emulator, and the board is powered on again: a reset in a running emulator boots ten
# times slower (its translated code is in the way).
WATCHDOG = ("-device", "i6300esb", "-action", "watchdog=reset,reboot=shutdown")
# A kernel that has panicked stands still. What is stopped at the end is told on the console.
WORDS = "panic=0 systemd.show_status=1"


class SystemMachine(Machine):
    boot_limit_seconds = 240  # ten to forty; systemd has more to start than a test needs

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, words=WORDS, megabytes=768, **options)
        self._arguments += WATCHDOG

    def wait_end(self, seconds):
        """Until it has powered itself off, or its watchdog has reset it. Host seconds."""
        began = time.monotonic()
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Unexpected(f"the machine does not end by itself within {seconds} s") from None
        self.close()
        return time.monotonic() - began


class System(Bed):
    def __init__(self, options, kernel):
        super().__init__(options)
        self.kernel = kernel
        self.folder = pathlib.Path(options.folder)
        self.initrd = None
        self.port = self.habit = self.due = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.machine is not None:
            self.machine.close()
        for speaker in self.all_speakers():
            speaker.close()

    def keep(self, to):
        """The speakers' sound and the console, for who looks into a failure."""
        to.mkdir(parents=True, exist_ok=True)
        for speaker in self.all_speakers():
            speaker.repair()
        for path in (*self.folder.glob("*.wav"), self.folder / "console.log"):
            if path.exists():
                shutil.copy(path, to / path.name)

    def tell(self):
        """What there is to tell of a failure."""
        if self.machine is None or self.machine.process is None:
            return ""
        try:
            return self.sh("systemctl --failed --no-legend --plain; journalctl --boot --no-pager --lines 40 --output "
                           "short-monotonic --unit anicca.service", 60, check=False)[1]
        except (MachineError, OSError) as error:
            return str(error)[-600:]

    # --- power

    def power_on(self, at):
        """Returns once the line into it answers; what systemd still starts then is not waited for."""
        self._boots += 1
        for speaker in self.all_speakers():
            speaker.close()
        self._past += self.speakers()
        self.hda, self._mark = Speaker("hda", self.folder / f"hda-{self._boots}.wav"), 0
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        # Nothing gets out; SSH gets in.
        network = ("restrict=on", f"hostfwd=tcp:127.0.0.1:{self.port}-:22")
        self.machine = SystemMachine(
            (str(self.kernel / "vmlinux"), str(self.initrd), None, None), self.folder, self.folder / "disk",
            self.at(at).strftime("%Y-%m-%dT%H:%M:%S"), [self.hda], hda=self.hda, network=network)
        self.boot_seconds = self.machine.power_on(self.options.stopping.is_set)
        self._look_at_clocks()

    def recover(self):
        """For the checks that follow one that failed: nothing rings, or the machine is new."""
        try:
            self.cli("press", "stop", check=False)
        except (MachineError, OSError):
            self.cut_power()
            self.power_on(self.now() + datetime.timedelta(seconds=2))
            self.wait_armed(180)

    def _look_at_clocks(self):
        """By the quickest of some looks: how long one takes on a busy machine is how wrong it may be."""
        looks = []
        for _ in range(5):
            began = time.monotonic()
            super()._look_at_clocks()
            looks.append((time.monotonic() - began, self._civil_offset, self._boot_offset))
            if looks[-1][0] < 0.05:
                break
        trip, self._civil_offset, self._boot_offset = min(looks)
        self._doubt = datetime.timedelta(seconds=trip / 2)

    def set_clock(self, at):
        """The battery clock too: it is what a reset goes on with."""
        super().set_clock(at)
        self.sh("busybox hwclock --systohc --utc")

    # --- the service

    def show(self, *names):
        """Properties of the service, by name; a dictionary of several."""
        lines = self.sh("systemctl show anicca.service --property " + ",".join(names)).splitlines()
        found = dict(line.split("=", 1) for line in lines)
        return found[names[0]] if len(names) == 1 else found

    def process(self):
        return self.show("MainPID")

    def journal(self, *arguments, since=0):
        """The service's entries as dictionaries; `since`: in the guest's seconds since its start."""
        told = self.sh("journalctl --no-pager --output json --unit anicca.service " + " ".join(arguments), 120)
        entries = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
        return [entry for entry in entries if int(entry["__MONOTONIC_TIMESTAMP"]) / 1e6 >= since]

    def told(self):
        """What the service logged since the last power-on."""
        return "\n".join(str(entry["MESSAGE"]) for entry in self.journal("--boot"))

    @staticmethod
    def instant(text, entries):
        """The guest's seconds since its start at which that was last said."""
        said = [int(e["__MONOTONIC_TIMESTAMP"]) / 1e6 for e in entries if text in str(e["MESSAGE"])]
        if not said:
            raise Unexpected(f"the journal does not say {text!r}:\n" + "\n".join(str(e["MESSAGE"]) for e in entries))
        return said[-1]

    # --- SSH, from this machine

    def ssh_line(self, *words, key="owner", user="anicca", timeout_seconds=90):
        return ["ssh", "-F", "/dev/null", "-p", str(self.port), "-i", str(self.folder / key), "-o", "BatchMode=yes",
                "-o", "IdentitiesOnly=yes", "-o", "UserKnownHostsFile=/dev/null", "-o", "StrictHostKeyChecking=no",
                "-o", "LogLevel=ERROR", "-o", f"ConnectTimeout={timeout_seconds}", f"{user}@127.0.0.1", *words]

    def ssh(self, *words, text="", timeout_seconds=90, **who):
        line = self.ssh_line(*words, timeout_seconds=timeout_seconds, **who)
        try:
            return subprocess.run(line, input=text, capture_output=True, text=True, timeout=timeout_seconds)
        except subprocess.TimeoutExpired:
            raise Unexpected(f"ssh {' '.join(words)}: no answer within {timeout_seconds} s") from None

    @contextlib.contextmanager
    def begun_ssh(self, *words, text):
        """A client that has been given so much of its input, which stays open. It is gone afterwards."""
        client = subprocess.Popen(self.ssh_line(*words), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE)
        try:
            client.stdin.write(text.encode())
            client.stdin.flush()
            yield client
        finally:
            client.kill()
            client.communicate()

    # --- alarms

    def alarm_soon(self, habit, at, seconds_before=8, **options):
        """Sets a habit's time, then the clock to shortly before."""
        words = [word for name, value in options.items() for word in ("--" + name.replace("_", "-"), str(value))]
        self.cli("habit", "set", habit, "--at", at, *words)
        self.near(habit, at, seconds_before)

    def near(self, habit, at, seconds_before=8):
        """The clock to shortly before a habit's time. `hears` and `stop` are about this alarm."""
        self.habit, self.due, self._mark = habit, self.at(at + ":00"), self.hda.frames()
        self.set_clock(self.due - datetime.timedelta(seconds=seconds_before))

    def hears(self, within=60, **options):
        """The alarm, from any of its rings. Seconds from its minute until it was heard."""
        first = self.hears_alarm(self.hda, since=self._mark, within=within, **options)
        return (self.guest_time(self.hda.arrival(first)) - self.due).total_seconds()

    def hears_in_time(self):
        """From its main ring. The machine may be slow."""
        return self.hears(due=self.due - self._doubt, late_seconds=15)

    def stop(self):
        """By its button."""
        mark = self.hda.frames()
        self.press("STOP")
        self.falls_silent(self.hda, mark, at_most=3)
        self.ended("dismissed", self.habit, within=30)

    def threads(self):
        """(name, scheduling class, real-time priority) of each of the service's threads."""
        lines = self.sh(f"ps -L -o comm=,cls=,rtprio= -p {self.process()}").splitlines()
        return [tuple(line.split()[-3:]) for line in lines]
