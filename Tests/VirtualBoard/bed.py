"""One virtual bedside through its boots: the machine, its disk, its speakers, and the appliance in it.

    with Bed(options) as bed:
        bed.boot("05:59:54", "habits: { wake: { at: '06:00' } }")
        bed.hears_alarm(bed.usb, due="06:00:00")
        bed.press("STOP")
        bed.falls_silent(bed.usb)
        bed.ended("dismissed")

What a scenario expects (`expecting.py`) and does not get is `Unexpected`. Guest times are UTC `datetime`s, or
`HH:MM:SS` of the bed's day.
Waits are in host seconds and generous: what is judged is the guest's own clock and what the speakers' files hold.
"""

import base64
import datetime
import json
import pathlib
import shlex
import shutil
import tempfile
import time

from expecting import Expecting, Unexpected
from machine import Machine, MachineError, make_disk
from speaker import Speaker

UTC = datetime.timezone.utc
PROFILE = "owner: { name: Aiko, language: en }\n"


class Bed(Expecting):
    def __init__(self, options, zone="UTC", day=None, has_usb=False, has_hda=True, outputs=(), network=(), megabytes=64,
                 hold_milliseconds=None, has_log=False, watchdog_seconds=None, cores=2, boots=False, has_own_time=False):
        """`outputs`: ALSA names in order of preference, in place of the board file's. `cores`: one boots with a third
        less work for the host. `boots`: each power-on is a boot from the kernel's first instruction on; others go on
        from a saved state where there is one (saved_states.py). `has_own_time`: see Machine.
        """
        self.options = options
        # No year of ours: the program's build date must be before it, and a leap day is never near.
        self.day = day or datetime.date(datetime.date.today().year + 1, 6, 7)
        self.zone = zone
        self.measured = {}
        self._has_usb, self._has_hda, self._outputs, self._network = has_usb, has_hda, outputs, network
        self._megabytes, self._hold_milliseconds = megabytes, hold_milliseconds
        self._has_log, self._watchdog_seconds, self._cores = has_log, watchdog_seconds, cores
        self._has_own_time = has_own_time
        self._is_saved = has_hda and not (boots or has_log or network or has_own_time)
        self._boots = 0
        self.machine = None
        self._machines = []
        self.usb = self.hda = self.usb_again = None
        self._past = []  # speakers of former boots

    def __enter__(self):
        self._open = tempfile.TemporaryDirectory(prefix="anicca-bed-", ignore_cleanup_errors=True)
        self.folder = pathlib.Path(self._open.name)
        self.disk = self.folder / "disk"
        make_disk(self.disk, self._megabytes)
        # A second disk, for what the first one was told to write.
        self.log_disk = self.folder / "log-disk" if self._has_log else None
        if self.log_disk:
            with open(self.log_disk, "wb") as file:
                file.truncate(256 << 20)
        return self

    def __exit__(self, kind, error, trace):
        try:
            if isinstance(error, (Unexpected, MachineError)) and self.machine is not None:
                error.story = self._story()
            if self.machine is not None:
                self.machine.close()
            if error is not None and self._machines:
                powered = sum(machine.powered_seconds for machine in self._machines)
                error.starved = sum(machine.starved_seconds for machine in self._machines) / max(powered, 1)
            for speaker in self.all_speakers():
                speaker.close()
            if error is not None and self.options.keep:
                self._keep()
        finally:
            self._open.cleanup()

    def told(self):
        """What the appliance logged since the last power-on."""
        with open(self.folder / "anicca.log", "rb") as log:
            log.seek(self._told_before)
            return log.read().decode(errors="replace")

    def _story(self):
        lines = []
        try:
            lines += ["status: " + json.dumps({k: v for k, v in self.status(60).items() if k not in (
                "habits", "profile", "oneOffs")})]
            lines += ["night: " + json.dumps(entry) for entry in self.night()[-20:]]
        except (MachineError, Unexpected, OSError, ValueError) as error:
            lines.append(f"no status: {str(error)[:300]}")
        log = self.folder / "anicca.log"
        if log.exists():
            lines += ["the appliance's log:"] + log.read_text(errors="replace").splitlines()[-30:]
        return "\n".join(lines)

    def _keep(self):
        to = pathlib.Path(self.options.keep) / self.folder.name
        to.mkdir(parents=True, exist_ok=True)
        for speaker in self.all_speakers():
            speaker.repair()
        for path in self.folder.iterdir():
            if path.is_file() and (path.suffix in (".wav", ".log") or path.name == "disk-before-last-boot"):
                shutil.copy(path, to / path.name)

    # --- power

    def at(self, text):
        """`HH:MM:SS` of the bed's day, in UTC."""
        if isinstance(text, datetime.datetime):
            return text
        return datetime.datetime.combine(self.day, datetime.time.fromisoformat(text), UTC)

    def boot(self, at, profile=None, starts=True):
        """Power on with the clock at `at`; the appliance armed at about that time. Without `starts` it is not begun.

        With a profile it is set up an hour earlier and the clock set then: a slow machine is not late for its alarm.
        """
        before = self.at(at) - datetime.timedelta(hours=1 if profile is not None else 0)
        self._power_on(before - datetime.timedelta(seconds=30), "board.hold")
        self.set_clock(before)
        if starts:
            self.start()
        if profile is not None:
            self.provision(profile)
            self.set_clock(at)

    def _power_on(self, base, words=""):
        if self.machine is not None:
            self.machine.close()
        self._boots += 1
        if self.options.keep:
            # As the last power cut left it, for who looks into a failure.
            shutil.copyfile(self.disk, self.folder / "disk-before-last-boot")
        log = self.folder / "anicca.log"
        self._told_before = log.stat().st_size if log.exists() else 0
        self._past += self.speakers()
        for speaker in self._past:
            speaker.close()
        def speaker(name):
            return Speaker(name, self.folder / f"{name}-{self._boots}.wav")
        self.usb, self.usb_again = (speaker("usb"), speaker("usb2")) if self._has_usb else (None, None)
        self.hda = speaker("hda") if self._has_hda else None
        saved = self.options.saved_states.of(
            self._cores, self._watchdog_seconds is not None, self._megabytes) if self._is_saved else None
        self.machine = Machine(
            self.options.guest, self.folder, self.disk, base.strftime("%Y-%m-%dT%H:%M:%S"),
            self.speakers(), usb=self.usb, hda=self.hda, network=self._network, second_disk=self.log_disk, saved=saved,
            cores=self._cores, has_watchdog=self._watchdog_seconds is not None, has_own_time=self._has_own_time,
            words=" ".join(
                [f"board.zone={self.zone}", words, *(f"board.output={name}" for name in self._outputs)]
                + ([f"board.debounce={self._hold_milliseconds}"] if self._hold_milliseconds else [])
                + ([f"board.watchdog={self._watchdog_seconds}"] if self._watchdog_seconds else [])))
        self._machines.append(self.machine)
        self.boot_seconds = self.machine.power_on(self.options.stopping.is_set)
        self._look_at_clocks()

    def speakers(self):
        return [s for s in (self.usb, self.usb_again, self.hda) if s is not None]

    def all_speakers(self):
        return self._past + [s for s in self.speakers() if s not in self._past]

    def cut_power(self):
        """Returns the guest's time of the cut."""
        now = self.now()
        self.machine.cut_power()
        return now

    def power_returns(self, at=None, dark_seconds=3, waits=True):
        """The same disk, the battery clock gone on; the appliance starts by itself, as on a real board."""
        at = self.at(at) if at else self._cut_at_least() + datetime.timedelta(seconds=dark_seconds)
        self._power_on(at)
        if waits:
            self.wait_armed()

    def hang(self, thread):
        """That thread of the appliance alone stands still, for good."""
        self.sh(f"board-probe hang $(anicca-service pid) {thread} >/run/hung 2>&1 &")
        self.wait_until(lambda: self.sh("cat /run/hung 2>/dev/null || true"), 10, f"end of the thread {thread}")

    def is_reset(self):
        """By its watchdog, soon; it starts by itself."""
        try:
            self.machine.await_start("WATCHDOG", 2 * self._watchdog_seconds + 10, self.options.stopping.is_set)
        except MachineError as error:
            raise Unexpected(f"the appliance hangs, and the board is not reset: {error}") from None
        self._look_at_clocks()
        self.wait_armed()

    def switch_off(self, wakes_within):
        """In order; the clock chip starts it again. It goes to sleep to RAM, from which this kernel begins anew."""
        self.sh("anicca-service stop; umount /var; (usleep 300000; echo mem >/sys/power/state) >/dev/null 2>&1 &")
        try:
            self.machine.await_start("WAKEUP", wakes_within, self.options.stopping.is_set)
        except MachineError as error:
            raise Unexpected(f"the clock chip did not start the board: {error}") from None
        self._look_at_clocks()
        self.wait_armed()

    def _cut_at_least(self):
        return self.now() + datetime.timedelta(seconds=1)

    # --- clocks

    def _look_at_clocks(self):
        before = time.monotonic()
        civil, boot = map(int, self.sh("board-probe now").split())
        host = (before + time.monotonic()) / 2
        self._civil_offset = civil / 1e9 - host
        self._boot_offset = boot / 1e9 - host

    def now(self):
        """The guest's civil clock."""
        return self.guest_time(time.monotonic())

    def guest_time(self, host):
        return datetime.datetime.fromtimestamp(host + self._civil_offset, UTC)

    def set_clock(self, at):
        self.sh(f"date -u -s @{int(self.at(at).timestamp())}")
        self._look_at_clocks()

    def wait_for(self, at, slack_seconds=60):
        """Until the guest's clock shows a time."""
        at = self.at(at)
        until = time.monotonic() + (at - self.now()).total_seconds()
        while time.monotonic() < until:
            self._check_stopping()
            time.sleep(min(0.1, max(0.0, until - time.monotonic())))

    def _check_stopping(self):
        if self.options.stopping.is_set():
            raise Unexpected("the run was ended")

    # --- the appliance

    def sh(self, command, timeout_seconds=60, check=True):
        return self.machine.sh(command, timeout_seconds, check)

    def start(self, environment=""):
        if environment:
            self.sh(f"echo {shlex.quote('export ' + environment)} >/run/environment")
        self.sh("anicca-service start")
        self.wait_armed()

    def wait_armed(self, seconds=90):
        return self.wait_until(lambda: self.status(60, check=False), seconds, "answer of the appliance", pause=0.05)

    def cli(self, *words, text=None, check=True, timeout_seconds=60):
        """The command line in the guest, as root; its output, or (code, output) without `check`."""
        command = "anicca " + " ".join(shlex.quote(word) for word in words)
        if text is not None:
            command = f"echo {base64.b64encode(text.encode()).decode()} | base64 -d | {command}"
        code, output = self.sh(command, timeout_seconds, check=False)
        if check and code != 0:
            raise Unexpected(f"anicca {' '.join(words)}: exit code {code}: {output}")
        return output if check else (code, output)

    def cli_in_background(self, *words, text=""):
        """Its exit code will be in /run/code."""
        encoded = base64.b64encode(text.encode()).decode()
        command = "anicca " + " ".join(shlex.quote(word) for word in words)
        self.sh(f"rm -f /run/code; (echo {encoded} | base64 -d | {command} >/run/answer 2>&1; echo $? >/run/code) &")

    def provision(self, text, check=True):
        if "companion:" not in text:
            text = "companion: offline\n" + text
        return self.cli("provision", text=PROFILE + text, check=check)

    def status(self, timeout_seconds=30, check=True):
        code, output = self.sh("anicca status --json 2>/dev/null", timeout_seconds, check=False)
        try:
            status = json.loads(output)
        except ValueError:
            status = None
        if code == 0 and status and status["running"]:
            return status
        if check:
            raise Unexpected(f"status: exit code {code}: {output[:300]}")
        return None

    def night(self, check=True):
        """`anicca log --json`, all of it; without `check` it may be empty."""
        words = ["log", "--json", "--days", "400", "--limit", "100000"]
        output = self.cli(*words) if check else self.cli(*words, check=False)[1]
        return [json.loads(line) for line in output.splitlines() if line.startswith("{")]

    # --- the panel

    def press(self, line, bounces=3):
        """Returns the guest's time just before."""
        now = self.now()
        self.sh(f"board-panel press {line} {bounces}")
        return now

    def down(self, line):
        self.sh(f"board-panel down {line}")

    def up(self, line):
        self.sh(f"board-panel up {line}")

    def drives(self, line):
        """What the firmware drives an output to."""
        return self.sh(f"board-panel read {line}").strip() == "1"

    def flashes(self, line, seconds=3):
        """How often an output was seen on, of the looks at it."""
        steps = int(seconds / 0.1)
        looks = self.sh(
            f"i=0; while [ $i -lt {steps} ]; do board-panel read {line}; usleep 100000; i=$((i+1)); done").split()
        return sum(look == "1" for look in looks) / max(1, len(looks))
