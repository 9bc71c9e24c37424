"""One virtual bedside through its boots: the machine, its disk, its speakers, and the appliance in it.

    with Bed(options) as bed:
        bed.boot("05:59:50")
        bed.provision("habits: { wake: { at: '06:00' } }")
        bed.hears_alarm(bed.usb, due="06:00:00")
        bed.press("STOP")
        bed.falls_silent(bed.usb)
        bed.ended("dismissed")

What a scenario expects and does not get is `Unexpected`. Guest times are UTC `datetime`s, or `HH:MM:SS` of the bed's day.
Waits are in host seconds and generous: what is judged is the guest's own clock and what the speakers' files hold.
"""

import base64
import datetime
import json
import pathlib
import shlex
import tempfile
import time

from machine import Machine, MachineError, make_disk
from speaker import RATE, Speaker

UTC = datetime.timezone.utc
RING_SECONDS = 30
PROFILE = "owner: { name: Aiko, language: en }\n"


class Unexpected(Exception):
    """Something else was heard, seen or logged than the scenario says."""


class Bed:
    def __init__(self, options, zone="UTC", day=None, has_usb=False, has_hda=True, outputs=(), network=(), megabytes=64,
                 hold_milliseconds=None, has_log=False):
        """`outputs`: ALSA names in order of preference, in place of the board file's."""
        self.options = options
        # No year of ours: the program's build date must be before it, and a leap day is never near.
        self.day = day or datetime.date(datetime.date.today().year + 1, 6, 7)
        self.zone = zone
        self.measured = {}
        self._has_usb, self._has_hda, self._outputs, self._network = has_usb, has_hda, outputs, network
        self._megabytes, self._hold_milliseconds = megabytes, hold_milliseconds
        self._has_log = has_log
        self._boots = 0
        self.machine = None
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
            if isinstance(error, (Unexpected, MachineError)):
                error.story = self._story()
            if self.machine is not None:
                self.machine.close()
            for speaker in self.all_speakers():
                speaker.close()
            if error is not None and self.options.keep:
                self._keep()
        finally:
            self._open.cleanup()

    def _story(self):
        lines = []
        try:
            lines += ["status: " + json.dumps({k: v for k, v in self.status(10).items() if k not in (
                "habits", "profile", "oneOffs")})]
            lines += ["night: " + json.dumps(entry) for entry in self.night()[-20:]]
        except (MachineError, Unexpected, OSError, ValueError) as error:
            lines.append(f"no status: {str(error)[:300]}")
        log = self.folder / "anicca.log"
        if log.exists():
            lines += ["the appliance's log:"] + log.read_text(errors="replace").splitlines()[-30:]
        return "\n".join(lines)

    def _keep(self):
        import shutil
        to = pathlib.Path(self.options.keep) / self.folder.name
        to.mkdir(parents=True, exist_ok=True)
        for speaker in self.all_speakers():
            speaker.repair()
        for path in self.folder.iterdir():
            if path.is_file() and path.suffix in (".wav", ".log"):
                shutil.copy(path, to / path.name)

    # --- power

    def at(self, text):
        """`HH:MM:SS` of the bed's day, in UTC."""
        if isinstance(text, datetime.datetime):
            return text
        return datetime.datetime.combine(self.day, datetime.time.fromisoformat(text), UTC)

    def boot(self, at, starts=True):
        """Power on with the clock at `at`; the appliance armed at about that time. Without `starts` it is not begun."""
        at = self.at(at)
        self._power_on(at - datetime.timedelta(seconds=30), "board.hold")
        self.set_clock(at)
        if starts:
            self.start()

    def _power_on(self, base, words=""):
        self._boots += 1
        self._past += self.speakers()
        for speaker in self._past:
            speaker.close()
        def speaker(name):
            return Speaker(name, self.folder / f"{name}-{self._boots}.wav")
        self.usb, self.usb_again = (speaker("usb"), speaker("usb2")) if self._has_usb else (None, None)
        self.hda = speaker("hda") if self._has_hda else None
        self.machine = Machine(
            self.options.kernel, self.options.initrd, self.folder, self.disk, base.strftime("%Y-%m-%dT%H:%M:%S"),
            self.speakers(), usb=self.usb, hda=self.hda, network=self._network, second_disk=self.log_disk,
            words=" ".join(
                [f"board.zone={self.zone}", words, *(f"board.output={name}" for name in self._outputs)]
                + ([f"board.debounce={self._hold_milliseconds}"] if self._hold_milliseconds else [])))
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

    def wait_armed(self, seconds=60):
        return self.wait_until(lambda: self.status(10, check=False), seconds, "answer of the appliance", pause=0.05)

    def cli(self, *words, text=None, check=True, timeout_seconds=60):
        """The command line in the guest, as root; its output, or (code, output) without `check`."""
        command = "anicca " + " ".join(shlex.quote(word) for word in words)
        if text is not None:
            command = f"echo {base64.b64encode(text.encode()).decode()} | base64 -d | {command}"
        code, output = self.sh(command, timeout_seconds, check=False)
        if check and code != 0:
            raise Unexpected(f"anicca {' '.join(words)}: exit code {code}: {output}")
        return output if check else (code, output)

    def cli_in_background(self, *words, text):
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

    def night(self):
        """`anicca log --json`."""
        return [json.loads(line) for line in self.cli("log", "--json").splitlines() if line.startswith("{")]

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

    # --- what is expected

    def wait_until(self, question, seconds, what, pause=0.1):
        deadline = time.monotonic() + seconds
        while True:
            answer = question()
            if answer:
                return answer
            self._check_stopping()
            if time.monotonic() > deadline:
                raise Unexpected(f"no {what} within {seconds:g} s")
            time.sleep(pause)

    def hears_alarm(self, speaker, due=None, since=0, within=40, late_seconds=3):
        """The shipped alarm is heard; with `due`, not before that time and soon after. The frame at which it begins."""
        self.wait_until(lambda: speaker.first_audible(since) is not None, within, f"sound from {speaker.name}")
        first = speaker.first_audible(since)
        heard = self.guest_time(speaker.arrival(first))
        share = self.wait_until(
            lambda: speaker.frames() - first > 3.5 * RATE and speaker.alarm_share(first), 20,
            f"3.5 s of sound from {speaker.name}")
        if share < 0.6:
            raise Unexpected(f"what {speaker.name} plays is not the alarm: {share:.0%} of it")
        if due is not None:
            late = (heard - self.at(due)).total_seconds()
            self.measured.setdefault("due_to_sound_ms", round(late * 1000))
            # The file is looked at every 20 ms, and the guest's clock is known to a few.
            if not -0.05 <= late <= late_seconds:
                raise Unexpected(f"the alarm was heard {late:.2f} s after {due}")
        return first

    def hears_sound(self, speaker, since, within=10, seconds=0.5):
        """Any sound, for so long in all."""
        self.wait_until(lambda: speaker.audible_seconds(since) >= seconds, within, f"sound from {speaker.name}")

    def falls_silent(self, speaker, since, at_most=1.0):
        """From `since` (a frame, taken before the press) on no more than so many seconds were audible, and no more come."""
        last = -1.0
        for _ in range(40):
            self._check_stopping()
            time.sleep(0.8)
            audible = speaker.audible_seconds(since)
            if audible > at_most:
                raise Unexpected(f"{speaker.name} went on for {audible:.2f} s after it should be silent")
            if audible == last:
                return audible
            last = audible
        raise Unexpected(f"{speaker.name} does not fall silent")

    def stays_silent(self, seconds):
        """No speaker plays anything audible for so long."""
        marks = [(speaker, speaker.frames()) for speaker in self.speakers()]
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._check_stopping()
            time.sleep(0.1)
        for speaker, mark in marks:
            if speaker.audible_seconds(mark) > 0:
                raise Unexpected(f"{speaker.name} played {speaker.audible_seconds(mark):.2f} s in what should be silence")

    def hears_phrase(self, speaker, text, since=0, within=25, language="en", share=0.45):
        """A phrase of the synthesizer's. The frame at which it ends.

        The emulated card runs dry now and then, which spoils the pieces it falls into; of another phrase a fifth is found.
        """
        best = [0.0]

        def heard():
            found, end = speaker.phrase(text, language, since)
            best[0] = max(best[0], found)
            return end if found >= share else None
        try:
            return self.wait_until(heard, within, f"“{text}”", pause=0.5)
        except Unexpected:
            seconds = speaker.audible_seconds(since)
            raise Unexpected(
                f"“{text}” was not heard from {speaker.name} ({best[0]:.0%} of it, in {seconds:.1f} s)") from None

    def shows(self, what="status", within=20, **expected):
        """The status has these values, soon. A callable decides by itself."""
        last = {}

        def agrees():
            last.clear()
            last.update(self.status(check=False) or {})
            return all(
                value(last.get(name)) if callable(value) else last.get(name) == value for name, value in expected.items())
        try:
            self.wait_until(agrees, within, what)
        except Unexpected:
            seen = {name: last.get(name) for name in expected}
            raise Unexpected(f"{what}: expected {list(expected)} otherwise; status says {seen}") from None
        return dict(last)

    def kinds(self, habit="wake"):
        """The night log's entries about a habit's occurrence, in order."""
        return [e["kind"] for e in self.night() if e.get("habit") == habit]

    def ended(self, kind, habit="wake", within=15):
        """The night log has the end of that habit's episode, once."""
        kinds = []

        def is_there():
            kinds[:] = [k for k in self.kinds(habit) if k in ("answered", "dismissed", "missed", "skipped")]
            return kinds
        self.wait_until(is_there, within, f"end of the episode ({kind})")
        if kinds != [kind]:
            raise Unexpected(f"the episode should have ended once as {kind}, and the log has {kinds}")
