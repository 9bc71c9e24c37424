"""A voice of the owner's own, end to end: agreed to aloud, made, heard, and deleted on both sides (MIND-9).

The real appliance, the real gateway on SQLite, the stand-ins for the service and for whoever makes voices.
"""

import contextlib
import json
import re
import signal
import subprocess
import threading
import time

import voices
from household import Browser, Gateway
from pulse_rig import boot_ns
from registry import scenario
from scenarios import shows_account, signed_in, tell, wait_until
from stage import Late, Stage, Unexpected

PHRASE = "I can come back to it."
# What a lesson shows while it records each of the two texts.
RECORDING = {"en": ("Start ends it", "Half a minute is best"), "ja": ("スタートで終わり", "30秒ほど読んで")}


@contextlib.contextmanager
def studio(options, **words):
    """A speaker that is signed in, of an owner who is old enough, and somebody who makes voices behind its gateway."""
    with Stage(options, turns=[], key=None, choice="automatic", words=[PHRASE], **words) as stage:
        with voices.Voices() as maker, Gateway(options.gateway, stage.service.port, voices=maker) as gateway:
            browser = Browser(gateway)
            browser.sign_in()
            signed_in(stage, gateway, browser)
            tell(stage, "profile", "set", "owner.age=18-plus")
            yield stage, gateway, maker
            gateway.invariants()
            for path in (gateway.log, stage.appliance.log):
                if voices.KEY in path.read_text(errors="replace"):
                    raise Unexpected(f"the provider's key is in {path.name}")


def voice(stage):
    return json.loads(tell(stage, "voice", "--json"))


def no_raw_file_is_left(stage):
    wait_until(lambda: not raw_files(stage), "no raw recording", lambda: raw_files(stage), within=60)


def raw_files(stage):
    folder = stage.appliance.state / "voice-raw"
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


class Lesson:
    """`anicca voice learn` in the owner's terminal, read line by line."""

    def __init__(self, stage):
        self._stage = stage
        self.process = subprocess.Popen(
            [stage.appliance.binary, "voice", "learn", "--state-dir", str(stage.appliance.state)], env=stage.appliance.env,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.text = ""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.text += line

    def shows(self, words, within=60):
        wait_until(lambda: words in self.text or self.process.poll() is not None, f"“{words}”", lambda: self.text, within)
        if words not in self.text:
            raise Unexpected(f"the lesson ended with {self.process.returncode}: {self.text}")

    def to_read(self):
        """The last text that is shown, in one line."""
        lines = re.findall(r"(?:^ {4}.*\n)+", self.text, re.M)[-1].splitlines()
        return {"en": " ", "ja": ""}[self._stage.language].join(line.strip() for line in lines)

    def read_consent(self, heard=None):
        self.shows(RECORDING[self._stage.language][0])
        # What the service hears is in its script.
        consent = self.to_read()
        self._stage.service.control(script={"turns": [{"say": "Never said.", "heard": heard or consent}]})
        time.sleep(1)
        self._stage.say(consent)
        self._stage.press("start")
        return consent

    def read_sample(self):
        self.shows(RECORDING[self._stage.language][1])
        time.sleep(1)
        self._stage.say(self.to_read())

    def ends(self, within=60):
        try:
            code = self.process.wait(within)
        except subprocess.TimeoutExpired:
            raise Late(f"the lesson does not end: {self.text}") from None
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
        time.sleep(0.2)
        return code


def learn(stage):
    """A whole lesson. Returns the consent."""
    lesson = Lesson(stage)
    consent = lesson.read_consent()
    lesson.read_sample()
    if (code := lesson.ends()) != 0:
        raise Unexpected(f"the lesson ended with {code}: {lesson.text}")
    return consent


@scenario
def a_voice_is_agreed_to_made_heard_and_deleted_on_both_sides(options):
    """Requirements: MIND-9, GATEWAY-7, GUARD-1"""
    with studio(options) as (stage, gateway, maker):
        tell(stage, "affirmation", "add", PHRASE)
        consent = learn(stage)
        if "My name is Aiko, and today is" not in consent:
            raise Unexpected(f"the consent is {consent!r}")
        if len(maker.voices) != 1 or b"RIFF" not in maker.made[0] or b"Aiko" in maker.made[0]:
            raise Unexpected(f"the provider has {maker.voices}")
        # Nothing of it is on either disk; what is kept is the consent's text, its date and its fingerprint.
        no_raw_file_is_left(stage)
        report = voice(stage)
        if report["voice"] != "own" or not report["in_use"] or report["consent"]["text"] != consent:
            raise Unexpected(f"the voice is {report}")
        if len(report["receipts"]) != 2 or any(not receipt["destroyed_at"] for receipt in report["receipts"]):
            raise Unexpected(f"the receipts are {report['receipts']}")
        ours = gateway.rows("SELECT consent_text, gone_at FROM voices")
        if ours != [(consent, None)]:
            raise Unexpected(f"the gateway keeps {ours}")
        # It says the phrase, and the standard voice says it when the owner wants that.
        wait_until(lambda: PHRASE in maker.spoken, "the phrase at the provider", lambda: maker.spoken, within=120)
        stage.falls_silent(boot_ns(), within=30, for_seconds=2)
        time.sleep(1)
        asked = boot_ns()
        tell(stage, "affirmation", "play", "1")
        stage.hears_tone(700, after=asked, within=5, name="phrase_to_own_voice")
        stage.falls_silent(boot_ns(), within=10, for_seconds=1)
        tell(stage, "voice", "use", "standard")
        clips = stage.appliance.state / "voice-clips"
        wait_until(lambda: not list(clips.iterdir()), "no clip", lambda: list(clips.iterdir()))
        # The deletion is shown until the provider has confirmed it.
        maker.failing_deletions = 1
        said = tell(stage, "voice", "delete", "--yes")
        if "still being deleted" not in said:
            raise Unexpected(f"delete says {said!r}")
        if voice(stage)["made_at"] is not None:
            raise Unexpected("the voice is still here")
        wait_until(lambda: not voice(stage)["deletions"], "no pending deletion", lambda: voice(stage)["deletions"], within=240)
        if maker.voices:
            raise Unexpected(f"the provider still has {maker.voices}")
    return stage.measured


@scenario
def other_words_are_no_consent_and_nothing_is_sent(options):
    """Requirements: MIND-9"""
    with studio(options) as (stage, gateway, maker):
        lesson = Lesson(stage)
        for attempt in range(1, 4):
            lesson.read_consent(heard="I do not agree to anything.")
            if attempt < 3:
                lesson.shows(f"({attempt + 1} of 3)")
                # The next announcement comes first.
                wait_until(lambda n=attempt: lesson.text.count("Start ends it") > n, "the next recording",
                           lambda: lesson.text, within=60)
        if lesson.ends() == 0 or "other words" not in lesson.text:
            raise Unexpected(f"the lesson ended with {lesson.process.returncode}: {lesson.text}")
        no_raw_file_is_left(stage)
        if maker.made or gateway.rows("SELECT id FROM voices"):
            raise Unexpected("something was sent")
    return stage.measured


@scenario
def a_power_cut_in_a_lesson_leaves_no_recording(options):
    """Requirements: MIND-9, GUARD-1"""
    with studio(options) as (stage, gateway, maker):
        lesson = Lesson(stage)
        lesson.read_consent()
        lesson.shows("Half a minute is best")
        if not raw_files(stage):
            raise Unexpected("there is no recording of the consent to be lost")
        stage.appliance.kill()
        lesson.ends()
        stage.appliance.start()
        no_raw_file_is_left(stage)
        if (stage.appliance.state / "voice-raw.key").exists():
            raise Unexpected("the key of the recordings is still there")
        report = voice(stage)
        if report["made_at"] or report["learning"] or not all(r["destroyed_at"] for r in report["receipts"]):
            raise Unexpected(f"after the power cut the voice is {report}")
    return stage.measured


@scenario
def a_ring_ends_a_lesson(options):
    """Requirements: MIND-9, ALARM-5"""
    with studio(options) as (stage, gateway, maker):
        lesson = Lesson(stage)
        lesson.read_consent()
        lesson.shows("Half a minute is best")
        stage.ring()
        if lesson.ends(within=20) == 0 or "alarm" not in lesson.text:
            raise Unexpected(f"the lesson ended with {lesson.process.returncode}: {lesson.text}")
        stage.press("stop")
        no_raw_file_is_left(stage)
        if maker.made:
            raise Unexpected("something was sent")
    return stage.measured


@scenario
def a_japanese_voice_is_agreed_to_and_made(options):
    """Requirements: MIND-9, SETUP-1"""
    with studio(options, language="ja") as (stage, gateway, maker):
        lesson = Lesson(stage)
        consent = lesson.read_consent()
        if "Aiko" not in consent or not re.search("[ぁ-ん]", consent):
            raise Unexpected(f"the consent is {consent!r}")
        lesson.read_sample()
        if (code := lesson.ends()) != 0 or "あなたの声ができました" not in lesson.text:
            raise Unexpected(f"the lesson ended with {code}: {lesson.text}")
        no_raw_file_is_left(stage)
        kept = gateway.rows("SELECT consent_text FROM voices")
        if voice(stage)["consent"]["text"] != consent or kept != [(consent,)]:
            raise Unexpected(f"the consent is kept as {voice(stage)['consent']} and {kept}")
    return stage.measured


@scenario
def ctrl_c_ends_a_lesson_and_nothing_is_sent(options):
    """Requirements: MIND-9"""
    with studio(options) as (stage, gateway, maker):
        lesson = Lesson(stage)
        lesson.read_consent()
        lesson.shows(RECORDING["en"][1])
        lesson.process.send_signal(signal.SIGINT)
        if lesson.ends(within=15) == 0 or "given up" not in lesson.text:
            raise Unexpected(f"the lesson ended with {lesson.process.returncode}: {lesson.text}")
        no_raw_file_is_left(stage)
        if voice(stage)["learning"] or maker.made:
            raise Unexpected(f"the speaker goes on: {voice(stage)}")
    return stage.measured


def sent(stage, maker):
    """A lesson whose recordings have arrived at whoever makes voices, who takes their time."""
    maker.works.clear()
    lesson = Lesson(stage)
    lesson.read_consent()
    lesson.read_sample()
    if not maker.arrived.wait(60):
        raise Late(f"nothing has arrived: {lesson.text}")
    return lesson


@scenario
def a_voice_that_is_deleted_while_it_is_made_goes_at_once(options):
    """Requirements: MIND-9"""
    with studio(options) as (stage, gateway, maker):
        lesson = sent(stage, maker)
        tell(stage, "voice", "delete", "--yes")
        no_raw_file_is_left(stage)
        maker.works.set()
        wait_until(lambda: maker.deleted, "a deletion at the provider", lambda: maker.voices, within=120)
        wait_until(lambda: not voice(stage)["deletions"] and not voice(stage)["sending"], "nothing left to do",
                   lambda: voice(stage), within=240)
        if maker.voices or len(maker.made) != 1:
            raise Unexpected(f"the provider has {maker.voices} of {len(maker.made)} recordings")
        lesson.ends()
    return stage.measured


@scenario
def an_erasure_while_a_voice_is_made_deletes_it(options):
    """Requirements: MIND-9, SETUP-4"""
    with studio(options) as (stage, gateway, maker):
        lesson = sent(stage, maker)
        tell(stage, "reset", "--yes")
        maker.works.set()
        wait_until(lambda: maker.deleted, "a deletion at the provider", lambda: maker.voices, within=120)
        if maker.voices or raw_files(stage):
            raise Unexpected(f"left are {maker.voices} and {raw_files(stage)}")
        lesson.ends()
    return stage.measured


@scenario
def a_voice_goes_with_its_owners_account(options):
    """Requirements: MIND-9, GATEWAY-8"""
    with studio(options) as (stage, gateway, maker):
        tell(stage, "affirmation", "add", PHRASE)
        learn(stage)
        clips = stage.appliance.state / "voice-clips"
        wait_until(lambda: clips.is_dir() and list(clips.iterdir()), "a clip", lambda: maker.spoken, within=120)
        # On the gateway's page. The speaker hears of it when it asks for anything.
        browser = Browser(gateway)
        browser.sign_in()
        browser.delete_account()
        shows_account(stage, state="signed_out", within=60)
        wait_until(lambda: not list(clips.iterdir()), "no clip", lambda: list(clips.iterdir()))
        report = voice(stage)
        if report["made_at"] is not None or report["deletions"] or report["voice"] != "standard":
            raise Unexpected(f"the voice is {report}")
        wait_until(lambda: not maker.voices, "no voice at the provider", lambda: maker.voices, within=120)
        if gateway.rows("SELECT id FROM voices") or (stage.appliance.state / "gateway.token").exists():
            raise Unexpected("something is left")
    return stage.measured
