"""The stage of one scenario: the real appliance, a sound card of its own, and the stand-in for the service.

    with Stage(options, turns=[tone(440)], language="en") as stage:
        pressed = stage.press("start")
        stage.hears_tone(440, after=pressed, within=2)

Times are CLOCK_BOOTTIME in nanoseconds; `after` is one, `within` is seconds. What a scenario expects and does not get
is `Unexpected`. Everything has its own folder, port and sound daemon, and is ended by its process id.
"""

import contextlib
import datetime
import json
import os
import pathlib
import select
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import numpy

import hearing
import phrases
from appliance import Appliance, ApplianceError, environment
from pulse_rig import PulseRig, boot_ns
from standstill import Standstill

SERVICE = pathlib.Path(__file__).resolve().parent.parent / "Peers" / "realtime_service"
KEY = "sk-scenario-4f7d1c9a2b"
TRACES = ("ek_", KEY)
SECOND = 1_000_000_000
SERVICE_SECONDS = 5  # that a starved stand-in may take to speak; none of them is the appliance's
LATE_WORDS_SECONDS = 5  # after its bound, in which a phrase is late and not lost
OWNER = {"en": "I am awake now, and I am getting up.", "ja": "はい、おきました。いま ベッドから でます。"}
HEARD = "Violet hedgehogs are awake."  # what the service's transcription says of it
# One stage is set up at a time: what the others measure is disturbed least.
setting_up = threading.Lock()
# Set where the run is to end early.
stopping = threading.Event()
# Every bound on time grows by what the machine stood still meanwhile: nothing, where it keeps its time.
standstill = Standstill()


class Unexpected(Exception):
    """Something else was heard, seen or logged than the scenario says."""


class Late(Unexpected):
    """A bound in real time was missed: nothing else is known to be wrong. A busy machine can be the reason."""


def tone(hertz, milliseconds=1500, **more):
    """A turn in which the companion "speaks" a sine."""
    return {"tone": {"hertz": hertz, "milliseconds": milliseconds, "level_dbfs": -12}, **more}


def milliseconds(after, until):
    return round((until - after) / 1_000_000)


class Service:
    """The stand-in for the service as a process of its own."""

    def __init__(self, language, script):
        self._folder = tempfile.TemporaryDirectory(prefix="anicca-service-")
        path = pathlib.Path(self._folder.name) / "script.json"
        path.write_text(json.dumps(script))
        self._process = subprocess.Popen(
            [sys.executable, str(SERVICE), "--port", "0", "--quiet", "--key", KEY, "--language", language,
             "--script", str(path)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            self.port = int(self._first_line().removeprefix("listening on "))
        except BaseException:
            self.close()
            raise
        self.base = f"http://127.0.0.1:{self.port}/v1"

    def _first_line(self):
        if not select.select([self._process.stdout], [], [], 30)[0]:
            raise Late("the service does not start")
        line = self._process.stdout.readline()
        if not line:
            raise Unexpected(f"the service ended: {self._process.stderr.read()[-1000:]}")
        return line.strip()

    def control(self, **body):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/control", json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=5) as response:
            return json.load(response)

    def log(self, kind=None, after=0):
        """What it saw from boot time `after` on; `kind` may be `received:session.update` or `sent:TYPE`."""
        kind, _, event = (kind or "").partition(":")
        url = f"http://127.0.0.1:{self.port}/control/log" + (f"?kind={kind}" if kind else "")
        with urllib.request.urlopen(url, timeout=5) as response:
            records = [record for record in json.load(response) if record["boot_ns"] >= after]
        if event:
            records = [r for r in records if (r.get("type") or (r.get("event") or {}).get("type")) == event]
        return records

    def close(self):
        end(self._process)
        self._process.stdout.close()
        self._process.stderr.close()
        self._folder.cleanup()


def noon():
    """A zone in which it is between noon and one, and its hours from Greenwich: no evening or night is near, whenever the
    scenarios run."""
    offset = 12 - datetime.datetime.now(datetime.timezone.utc).hour
    return f"Etc/GMT{'-' if offset >= 0 else '+'}{abs(offset)}", offset


def end(process):
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Speaker(Appliance):
    """The appliance with a configuration file."""

    def __init__(self, *arguments, config):
        super().__init__(*arguments)
        self.config = config

    def start(self, timeout_seconds=15.0):
        began = time.monotonic()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [self.binary, "run", "--board", "terminal", "--config", str(self.config), "--state-dir",
                 str(self.state)],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, env=self.env, cwd="/",
                start_new_session=True)
        return self.wait_armed(began, timeout_seconds)


class Stage:
    def __init__(self, options, language="en", turns=(), faults=None, after="silence", script=None, companion=None,
                 base=None, key=KEY, without_service=False, words=(), choice="openai", without_library=None, env=None):
        """`turns`, `faults`, `after`, `script`: the service's; `companion`: the configuration file's part of that name;
        `choice`: the profile's; `words`: none of them may be found in a log or in the state folder; `without_library`:
        the shared object of that name is not one; `env`: more of the appliance's environment."""
        self.language = language
        self.measured = {}
        # Whether the service may refuse something of the appliance's: where it breaks its own rules.
        self.may_be_refused = False
        self.words = list(words)
        self._script = {"turns": list(turns), "after": after, "faults": faults or {}, **(script or {})}
        self._base, self._key, self._choice = base, key, choice
        self._companion = companion or {}
        self._has_service = not without_service
        self._without_library = without_library
        self._env = env or {}
        self._options = options
        self._open = contextlib.ExitStack()

    def __enter__(self):
        try:
            with setting_up:
                self._set_up()
        except BaseException:
            self._open.close()
            raise
        return self

    def _set_up(self):
        folder = pathlib.Path(self._open.enter_context(tempfile.TemporaryDirectory(prefix="anicca-scene-")))
        self.folder = folder
        self.service = Service(self.language, self._script) if self._has_service else None
        if self.service:
            self._open.callback(self.service.close)
        self.rig = self._open.enter_context(PulseRig())
        # espeak-ng would connect to a sound server otherwise; the appliance takes its words from a pipe anyway.
        env = self.rig.environment(environment(folder / "home"))
        env.pop("OPENAI_API_KEY", None)
        if self._key:
            env["OPENAI_API_KEY"] = self._key
        env["OPENAI_BASE_URL"] = self._base or (self.service.base if self.service else "http://127.0.0.1:9/v1")
        if self._without_library:
            (folder / "libraries").mkdir()
            (folder / "libraries" / self._without_library).touch()
            env["LD_LIBRARY_PATH"] = str(folder / "libraries")
        env["TZ"], self.local_hours = noon()
        env.update(self._env)
        config = folder / "anicca.yaml"
        lines = ["log_level: debug"]
        if self._companion:
            lines += ["companion:"] + [f"  {name}: {value}" for name, value in self._companion.items()]
        config.write_text("\n".join(lines) + "\n")
        self.appliance = Speaker(self._options.binary, folder / "state", env, folder / "log", config=config)
        self._open.callback(self._stop)
        self._tell_of_the_ai()
        self.appliance.start()
        profile = f"owner: {{ name: Aiko, language: {self.language} }}\ncompanion: {self._choice}\n"
        code, _, errors = self.appliance.cli("provision", text=profile)
        if code != 0:
            raise Unexpected(f"provision: {code}: {errors}")
        self._wait_until(self._has_sound, 5, "a sound device")
        self.recording = self._open.enter_context(self.rig.record())
        self._room = None

    def _tell_of_the_ai(self):
        """As if the owner had talked before: the companion need not say that it is an AI (SAFE-1), as no script does."""
        code, _, errors = self.appliance.cli("profile", "set", "owner.name=Aiko")
        if code != 0:
            raise Unexpected(f"profile: {code}: {errors}")
        database = sqlite3.connect(self.folder / "state" / "anicca.db")
        with database:
            database.execute(
                "INSERT OR REPLACE INTO talk_record (id, seconds, disclosed_on) VALUES (1, 0, ?)",
                [datetime.date.today().isoformat()])
        database.close()

    def _has_sound(self):
        return "sound" not in self.status()["attention"]

    def _stop(self):
        try:
            self.appliance.stop()
        except (ApplianceError, AttributeError):
            self.appliance.kill()

    def __exit__(self, kind, error, trace):
        try:
            if error is None:
                self._close_down()
            elif self._options.keep:
                self.recording.save(os.path.join(self._options.keep, f"{self.folder.name}.wav"))
        finally:
            self._note(error)
            self._open.close()

    def _close_down(self):
        """Every scenario ends with this: an orderly end, and nothing told that is nobody's business."""
        if self.appliance.process is not None:
            code = self.appliance.stop()
            if code != 0:
                raise Unexpected(f"the appliance ended with {code}")
        self.tells_nothing()
        if self.service and (bugs := self.service.log("bug")):
            raise Unexpected(f"the service stumbled: {bugs[0]}")
        if self.service and not self.may_be_refused and (refused := self.service.log("refused")):
            raise Unexpected(f"the service refused what the appliance sent: {refused[0]}")

    def _note(self, error):
        if error is not None and not isinstance(error, KeyboardInterrupt):
            tail = self.appliance.log.read_text(errors="replace").splitlines()[-25:]
            error.story = "\n".join(
                ["the appliance's log:"] + tail
                + (["the service saw:"] + [json.dumps(r, ensure_ascii=False)[:200] for r in self._last_records()]))

    def _last_records(self):
        try:
            return self.service.log()[-25:] if self.service else []
        except OSError as error:
            return [{"gone": str(error)}]

    # What the owner does

    def press(self, button):
        """Returns the instant just before."""
        now = boot_ns()
        answer = self.appliance.press(button)
        if answer.get("error"):
            raise Unexpected(f"press {button}: {answer['error']}")
        return now

    def ring(self, after_seconds=1):
        """Sets a try-out alarm and waits until it rings."""
        self.command("tryOut", afterSeconds=after_seconds)
        # "I'll ring in 1 second." comes first.
        self.shows("ringing", within=after_seconds + 6, activity="ringing")

    def command(self, name, **arguments):
        now = boot_ns()
        answer = self.appliance.command(name, **arguments)
        if answer.get("error"):
            raise Unexpected(f"{name}: {answer['error']}")
        return now

    def say(self, text=None, waits=True):
        """The owner speaks at the microphone. Returns when the first sample was in the room."""
        samples, rate = hearing.synthesized(text or OWNER[self.language], self.language)
        samples = hearing.resampled(samples, rate, hearing.RATE)
        loud = numpy.flatnonzero(numpy.abs(samples) > 300)
        samples = numpy.clip(samples[loud[0]:loud[-1]] * 0.7, -32768, 32767).astype(numpy.int16)
        room = self._room_recording()
        before = boot_ns()
        speech = threading.Thread(target=self.rig.speak, args=(samples.tolist(),), daemon=True)
        speech.start()
        self._open.callback(speech.join, 20)
        began = self._wait_until(
            lambda: hearing.Sound(room, before).first_audible_ns(), 5, "the owner's voice in the room", pause=0.005)
        if waits:
            speech.join(20)
        return began

    def _room_recording(self):
        if self._room is None:
            self._room = self._open.enter_context(self.rig.record("room"))
        return self._room

    # What is expected

    def _wait_until(self, question, seconds, what, pause=0.03):
        began = boot_ns()
        while True:
            answer = question()
            if answer:
                return answer
            if stopping.is_set():
                raise Unexpected("the run was ended")
            if boot_ns() > began + seconds * SECOND + standstill.milliseconds(began) * 1_000_000:
                raise Late(f"no {what} within {seconds:g} s")
            time.sleep(pause)

    def hears_sound(self, after, within, name="start_to_voice"):
        """Any voice at all. Returns when."""
        began = self._wait_until(lambda: self.heard(after).first_audible_ns(), within + 1, "sound")
        self._in_time(name, after, began, within)
        return began

    def hears_tone(self, hertz, after, within, name=None):
        """The companion's voice. Returns when it began. What the service itself took to speak is not counted."""
        found = self._wait_until(
            lambda: self.heard(after).tone(hertz), within + 1 + SERVICE_SECONDS, f"companion at {hertz} Hz")
        self._in_time(name or f"to_{hertz}_Hz", after, found[0], within, self._service_took)
        return found[0]

    def _service_took(self, after, until):
        """For how many milliseconds its responses were asked for and not yet spoken."""
        created, total = None, 0
        for record in self.service.log(after=after):
            kind, at = record.get("type", record["kind"]), min(record["boot_ns"], until)
            if kind == "response.created":
                created = created or at
            elif created and kind in ("audio_started", "response.output_audio.delta", "response.done"):
                total, created = total + milliseconds(created, at), None
        return total + (milliseconds(created, until) if created and created < until else 0)

    def companion_begins(self, hertz, after, within=5):
        """Start is answered by a voice within 2 s; on a loaded machine by the appliance's own word first."""
        self.hears_sound(after=after, within=2)
        return self.hears_tone(hertz, after=after, within=within, name="start_to_companion")

    def hears_phrase(self, name, after, within, known=None, before=None):
        """A phrase of the appliance's own, and no other one. `before`: nothing later is looked at. Returns (begin, end)."""
        text = phrases.text(name, self.language)
        reference = hearing.reference(text, self.language)
        length = len(reference) / hearing.COARSE
        began = boot_ns()
        while True:
            asked = time.thread_time()
            lost = standstill.milliseconds(after) / 1000
            # No more than what it can be in: what comes later is not this phrase.
            last = after + int((within + length + 2 + lost) * SECOND)
            sound = self.heard(after, min(last, before or last))
            match = hearing.Speech(sound.samples).find(reference)
            is_over = match.end is not None and sound.seconds > match.end + 0.3 and match.share >= hearing.HEARD
            if is_over or boot_ns() > began + (within + length + 1.5 + lost) * SECOND:
                break
            # Whoever listens leaves the processor to whom it listens to.
            time.sleep(max(0.2, 4 * (time.thread_time() - asked)))
        if match.share < hearing.HEARD:
            missing = f"“{name}” was not heard within {within:g} s; {self._what_was(sound)}"
            # Words that come too late are not lost ones, nor are those of a machine that stood still.
            time.sleep(LATE_WORDS_SECONDS)
            match = hearing.Speech(self.heard(after, before).samples).find(reference)
            is_late = match.share >= hearing.HEARD or standstill.milliseconds(after) > 0
            raise (Late if is_late else Unexpected)(missing)
        candidates = {
            other: hearing.reference(phrases.text(other, self.language), self.language)
            for other in known or {**phrases.PHRASES, name: None}}
        part = sound.samples[max(0, int((match.begin - 0.1) * hearing.RATE)):int((match.end + 0.1) * hearing.RATE)]
        likely, _ = hearing.Speech(part).most_likely(candidates)
        if likely != name:
            raise Unexpected(f"“{likely}” was heard, and “{name}” expected")
        begin, finish = sound.at_ns(match.begin * hearing.RATE), sound.at_ns(match.end * hearing.RATE - 1)
        self._in_time(f"to_{name}", after, begin, within)
        return begin, finish

    def _what_was(self, sound):
        candidates = {
            name: hearing.reference(phrases.text(name, self.language), self.language)
            for name in {**phrases.PHRASES, **phrases.OFFLINE}}
        speech = hearing.Speech(sound.samples)
        name, match = speech.most_likely(candidates)
        if name:
            return f"“{name}” was, after {match.begin:.1f} s"
        if sound.is_silent():
            return "nothing was"
        if loud := [hertz for hertz in range(330, 1000, 110) if sound.tone(hertz)]:
            return f"tones of {loud} Hz were"
        alike = {name: speech.find(phrase).share for name, phrase in candidates.items()}
        nearest = max(alike, key=alike.get)
        return f"something else was: {alike[nearest]:.0%} of “{nearest}”, {sound.gaps()} gaps in {sound.seconds:.1f} s"

    def falls_silent(self, after, within, name="to_silence", for_seconds=0.3):
        """Returns the last audible instant."""
        silent = self._wait_until(
            lambda: self.heard(after).silent_ns(int(for_seconds * 1000)), within + for_seconds + 1, "silence")
        self._in_time(name, after, silent, within)
        return silent

    def stays_silent(self, after, seconds):
        time.sleep(max(0.0, (after + seconds * SECOND - boot_ns()) / SECOND) + 0.1)
        sound = self.heard(after, after + int(seconds * SECOND))
        if not sound.is_silent():
            at = milliseconds(after, sound.first_audible_ns())
            raise Unexpected(f"silence was expected for {seconds:g} s; sound after {at} ms: {self._what_was(sound)}")

    def spoken_ms(self, text, language="en"):
        """How long the service speaks a text: as espeak-ng does."""
        return len(hearing.reference(text, language)) * 1000 // hearing.COARSE

    def heard(self, after, before=None):
        return hearing.Sound(self.recording, after, before)

    def _in_time(self, name, after, at, within, others=lambda after, at: 0):
        """`others`: how many milliseconds between two instants somebody else took; asked where it matters."""
        took = milliseconds(after, at)
        self.measured.setdefault(name, took)
        lost = standstill.milliseconds(after, at)
        if took <= within * 1000 + lost:
            return
        theirs = others(after, at)
        if took > within * 1000 + lost + theirs:
            still = f"; the machine stood still for {lost} ms of it" if lost else ""
            still += f"; the service took {theirs} ms of it" if theirs else ""
            raise Late(f"{name}: {took} ms, and {within * 1000:g} ms are allowed{still}")

    def lasted(self, what, first, last, milliseconds_wanted, tolerance):
        """A sound of a known length. What a late beginning was short of may have been caught up in time-scaling: then
        all of it was heard, faster."""
        took = milliseconds(first, last)
        tolerance += standstill.milliseconds(first, last)
        if abs(took - milliseconds_wanted) <= tolerance:
            return
        caught_up = self.caught_up()
        if not 0 < milliseconds_wanted - took <= tolerance + caught_up:
            # What takes too long has come to its end late; what is too short is lost.
            error = Late if took > milliseconds_wanted else Unexpected
            raise error(f"{took} ms of {milliseconds_wanted} {what}, {caught_up} ms caught up")

    def caught_up(self):
        """By how many milliseconds the sound of this conversation, or the last one, is shorter than what was sent."""
        code, output, errors = self.appliance.cli("session", "stats", "--json")
        if code != 0:
            raise Unexpected(f"session stats: {code}: {errors}")
        figures = json.loads(output)
        accelerated, expanded, concealed = (
            figures.get(f"session.{name}_ms", 0) for name in ("accelerated", "expanded", "concealed"))
        return max(0, accelerated - expanded - concealed)

    def was_heard_to_its_end(self, last, milliseconds_sent, after, tolerance):
        """The companion's first turn since `after`, `last` its last audible instant, by the service's own account. Of
        the beginning it says nothing: `lasted` does."""
        began = self.service_sees("audio_started", after=after)[0]["boot_ns"]
        missing = milliseconds_sent - milliseconds(began, last)
        if missing > tolerance + standstill.milliseconds(began, last):
            raise Unexpected(f"the last {missing} ms of {milliseconds_sent} were not heard")

    def status(self):
        return self.appliance.status()

    def shows(self, what, within=2, **expected):
        """The status has these values, soon."""
        last = {}

        def agrees():
            last.update(self.status())
            return all(last.get(name) == value for name, value in expected.items())
        try:
            self._wait_until(agrees, within, what, pause=0.1)
        except Unexpected as error:
            seen = {name: last.get(name) for name in expected}
            raise type(error)(f"{what}: expected {expected}, and status says {seen}") from None

    def shows_meditation(self, is_paused, within=2):
        """A meditation is on, or paused, soon."""
        self._wait_until(lambda: (self.status()["meditation"] or {}).get("isPaused") == is_paused, within,
                         "pause in the meditation" if is_paused else "end of the pause", pause=0.1)

    def service_sees(self, kind, within=3, count=1, after=0):
        """Records of the service's journal, at least so many."""
        found = []

        def enough():
            found[:] = self.service.log(kind, after)
            return len(found) >= count
        self._wait_until(enough, within, f"{count} × {kind} at the service", pause=0.1)
        return found

    def night(self):
        """`anicca log --json`."""
        code, output, errors = self.appliance.cli("log", "--json")
        if code != 0:
            raise Unexpected(f"log: {code}: {errors}")
        return [json.loads(line) for line in output.splitlines() if line.strip()]

    def ended(self, how, within=3):
        """The conversation is over, the line closed, and the log says why."""
        self.shows(f"the end of the conversation ({how})", within, line="disconnected", lastConversationEnd=how)
        entries = [entry for entry in self.night() if entry["kind"] == "conversation_ended"]
        if not entries or entries[-1].get("detail") != how:
            raise Unexpected(f"the night log should end with {how}, and has {entries[-1:]}")

    def tells_nothing(self):
        """No secret and no spoken word in the run log or anywhere in the state folder (GUARD-1)."""
        files = [self.appliance.log, *(path for path in self.appliance.state.rglob("*") if path.is_file())]
        spoken = [turn[name] for turn in self._script["turns"] for name in ("say", "heard", "then", "preamble")
                  if len(turn.get(name) or "") > 4]
        for path in files:
            content = path.read_bytes()
            for word in {*TRACES, *spoken, *self.words}:
                for encoding in ("utf-8", "utf-16-le"):
                    if word.encode(encoding) in content:
                        kind = "the key" if word in TRACES else "spoken words"
                        raise Unexpected(f"{kind} in {path.name}: {word!r}")
