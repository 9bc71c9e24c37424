"""A speaker and its gateway, end to end: sign-in by code, talks, no minute left, signed out, and a gateway that dies.

The real appliance, the real gateway on SQLite, the stand-in for the service behind it, the owner's browser.
"""

import contextlib
import json
import stat
import subprocess
import time

from household import Browser, Gateway
from phrases import OFFLINE
from pulse_rig import boot_ns
from registry import scenario
from stage import KEY, Late, Stage, Unexpected, tone


@contextlib.contextmanager
def home(options, turns=(), faults=None, key=None, choice="automatic", **settings):
    """A speaker that has never been signed in, its gateway, and the owner's browser, signed in. `key`: the service's, if
    the speaker has one of its own; `choice`: who is to answer."""
    with Stage(options, turns=list(turns), faults=faults, key=key, choice=choice) as stage:
        with Gateway(options.gateway, stage.service.port, **settings) as gateway:
            browser = Browser(gateway)
            browser.sign_in()
            yield stage, gateway, browser
            gateway.invariants()
            token = stage.folder / "state" / "gateway.token"
            secrets = [line.strip() for line in (token.read_text().split("|")[1:] if token.exists() else [])]
            for path in (gateway.log, stage.appliance.log, *stage.appliance.state.rglob("*.jsonl")):
                for secret in secrets:
                    if secret in path.read_text(errors="replace"):
                        raise Unexpected(f"the token is in {path.name}")


def account(stage):
    code, text, errors = stage.appliance.cli("account", "--json")
    if code != 0:
        raise Unexpected(f"account: {code}: {errors}")
    return json.loads(text)


def shows_account(stage, within=10, **expected):
    last, began = {}, time.monotonic()
    while time.monotonic() < began + within:
        last = account(stage)
        if all(last.get(name) == value for name, value in expected.items()):
            return last
        time.sleep(0.2)
    raise Late(f"the account should show {expected}, and shows {last}")


def sign_in(stage, gateway, browser, decision="approve", named=True):
    """As the owner does it: the command, the digits that it prints, the page. Returns exit code and output. `named`:
    whether the command is given the gateway's address."""
    address = [gateway.address] if named else []
    command = subprocess.Popen(
        [stage.appliance.binary, "sign-in", *address, "--state-dir", str(stage.appliance.state)],
        env=stage.appliance.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        digits = shows_account(stage, state="showing")["code"]
        browser.decide(digits, decision)
        output, errors = command.communicate(timeout=30)
    finally:
        if command.poll() is None:
            command.kill()
            command.wait()
    grouped = " ".join(digits[at:at + 3] for at in range(0, len(digits), 3))
    if grouped not in output:
        raise Unexpected(f"sign-in printed {output!r}, and not {grouped}")
    return command.returncode, output + errors


def wait_until(question, what, told=str, within=10):
    began = time.monotonic()
    while not question():
        if time.monotonic() > began + within:
            raise Late(f"there should be {what}, and there is {told()}")
        time.sleep(0.1)


def signed_in(stage, gateway, browser):
    code, text = sign_in(stage, gateway, browser)
    if code != 0:
        raise Unexpected(f"sign-in ended with {code}: {text}")
    stage.falls_silent(boot_ns(), within=30, for_seconds=2)


def talk(stage, hertz):
    pressed = stage.press("start")
    stage.hears_sound(after=pressed, within=2)
    began = stage.hears_tone(hertz, after=pressed, within=5, name="start_to_companion")
    # The gateway counts seconds, and a talk of less than one is free.
    stage.falls_silent(began, within=5)
    time.sleep(1)
    return pressed


@scenario
def a_household_signs_in_by_code_and_talks(options):
    """Requirements: ACCOUNT-1, ACCOUNT-3"""
    with home(options, [tone(440), tone(550)]) as (stage, gateway, browser):
        signed_in(stage, gateway, browser)
        shows_account(stage, state="signed_in", minutes_left=1000, held=False)
        mode = stat.S_IMODE((stage.folder / "state" / "gateway.token").stat().st_mode)
        if mode != 0o600:
            raise Unexpected(f"the token's file has mode {mode:o}")
        talk(stage, 440)
        if "sk-" in (stage.folder / "state" / "gateway.token").read_text():
            raise Unexpected("the provider's key is on the device")
        stage.press("stop")
        stage.ended("stopped")
        shows_account(stage, owed_stops=0)
        ended = gateway.rows("SELECT minutes, ended_by FROM sessions")
        if ended != [(1, "stop")]:
            raise Unexpected(f"the gateway's sessions: {ended}")
        stage.service_sees("session_ended")
        shows_account(stage, minutes_left=999)
    return stage.measured


@scenario
def a_talk_that_is_prepared_while_it_rings_costs_nothing_before_start(options):
    """Requirements: ALARM-12, ACCOUNT-3"""
    with home(options, [tone(440, 3000)]) as (stage, gateway, browser):
        signed_in(stage, gateway, browser)
        shows_account(stage, state="signed_in", minutes_left=1000)

        def sessions():
            return gateway.rows("SELECT talk_at IS NOT NULL, minutes, ended_by FROM sessions ORDER BY opened_at")

        # Whoever presses Stop has talked to nobody.
        stage.ring()
        wait_until(lambda: sessions() == [(0, None, None)], "a prepared session", sessions)
        stage.press("stop")
        wait_until(lambda: sessions() == [(0, 0, "stop")], "its end, for nothing", sessions)
        # A one-off alarm is no habit by which a page could name the talk.
        if (habits := gateway.rows("SELECT habit FROM sessions")) != [(None,)]:
            raise Unexpected(f"the gateway's page would call the talk {habits}")
        shows_account(stage, minutes_left=1000, owed_stops=0)
        # Whoever presses Start is heard at once, and counted from then on.
        stage.ring()
        wait_until(lambda: sessions()[1:] == [(0, None, None)], "a prepared session", sessions)
        time.sleep(2)
        pressed = stage.press("start")
        stage.hears_tone(440, after=pressed, within=2, name="start_to_companion")
        wait_until(lambda: sessions()[1:] == [(1, None, None)], "a talk", sessions)
        time.sleep(1)
        stage.press("stop")
        stage.ended("stopped")
        wait_until(lambda: sessions()[1:] == [(1, 1, "stop")], "one minute", sessions)
        shows_account(stage, minutes_left=999, owed_stops=0)
    return stage.measured


@scenario
def a_companion_that_was_busy_joins_the_offline_one(options):
    """Requirements: ACCOUNT-3, TALK-5"""
    busy = {"calls": {"status": 429, "retry_after": 4, "times": 1}}
    with home(options, [tone(440, 3000)], faults=busy) as (stage, gateway, browser):
        signed_in(stage, gateway, browser)
        pressed = stage.press("start")
        stage.hears_sound(after=pressed, within=2)
        # In the first pause of the routine, after the words that it is there.
        began = stage.hears_tone(440, after=pressed, within=90, name="start_to_late_companion")
        stage.falls_silent(began, within=8)
        time.sleep(1)
        stage.press("stop")
        stage.ended("stopped")

        def talks():
            return gateway.rows("SELECT minutes, ended_by FROM sessions WHERE minutes > 0")
        wait_until(lambda: talks() == [(1, "stop")], "one talk", talks)
        shows_account(stage, minutes_left=999, owed_stops=0)
    return stage.measured


@scenario
def where_webrtc_cannot_connect_a_secret_of_the_gateway_opens_a_websocket(options):
    """Requirements: TALK-3, ACCOUNT-3"""
    with home(options, [tone(440), tone(550)], faults={"peer": {"no_candidates": True}}) as (stage, gateway, browser):
        signed_in(stage, gateway, browser)
        pressed = stage.press("start")
        stage.hears_sound(after=pressed, within=2)
        began = stage.hears_tone(440, after=pressed, within=12, name="start_to_companion")
        stage.falls_silent(began, within=5)
        time.sleep(1)
        if stage.service.control()["sessions"][-1]["transport"] != "websocket":
            raise Unexpected("it is no WebSocket")
        stage.press("stop")
        stage.ended("stopped")
        # One talk, whatever carried it.
        wait_until(lambda: gateway.rows("SELECT minutes, ended_by FROM sessions") == [(1, "stop")], "one session",
                   lambda: gateway.rows("SELECT minutes, ended_by FROM sessions"))
        shows_account(stage, minutes_left=999, owed_stops=0)
    return stage.measured


@scenario
def a_household_with_a_root_of_its_own_gives_it_to_the_speaker(options):
    """Requirements: GATEWAY-5, SETUP-2"""
    with home(options, [tone(440)], has_own_root=True) as (stage, gateway, browser):
        code, _, errors = stage.appliance.cli("sign-in", gateway.address)
        if code != 69 or "cannot be verified" not in errors or "--ca" not in errors:
            raise Unexpected(f"a root that nobody gave is trusted: {code}: {errors}")
        stage.falls_silent(boot_ns(), within=30, for_seconds=2)
        root = "".join(f"    {line}\n" for line in gateway.root().splitlines())
        profile = f"gateway:\n  address: {gateway.address}\n  ca: |\n{root}"
        code, output, errors = stage.appliance.cli("provision", text=profile)
        if code != 0 or "gateway.address" not in output:
            raise Unexpected(f"provision: {code}: {output}{errors}")
        code, text = sign_in(stage, gateway, browser, named=False)
        if code != 0:
            raise Unexpected(f"sign-in ended with {code}: {text}")
        stage.falls_silent(boot_ns(), within=30, for_seconds=2)
        talk(stage, 440)
        stage.press("stop")
        stage.ended("stopped")
        shows_account(stage, state="signed_in", owed_stops=0)
        _, text, errors = stage.appliance.cli("doctor", "--json")
        service = {finding["check"]: finding for finding in json.loads(text)}.get("service")
        if not service or service["grade"] != "ok":
            raise Unexpected(f"the doctor does not reach it: {service}: {errors}")
    return stage.measured


@scenario
def a_no_on_the_page_is_taken_as_one(options):
    """Requirements: ACCOUNT-1"""
    with home(options) as (stage, gateway, browser):
        code, text = sign_in(stage, gateway, browser, decision="deny")
        if code == 0 or "declined" not in text:
            raise Unexpected(f"sign-in ended with {code}: {text}")
        shows_account(stage, state="signed_out", failure="denied")


@scenario
def without_a_minute_left_the_offline_companion_answers(options):
    """Requirements: ACCOUNT-4"""
    with home(options, [tone(440)], limit=1) as (stage, gateway, browser):
        signed_in(stage, gateway, browser)
        talk(stage, 440)
        stage.press("stop")
        stage.ended("stopped")
        shows_account(stage, owed_stops=0)
        pressed = stage.press("start")
        stage.hears_phrase("quota", after=pressed, within=3)
        stage.press("stop")
        stage.ended("stopped")
        shows_account(stage, state="signed_in", held=True)
    return stage.measured


@scenario
def a_speaker_that_the_gateway_forgets_is_signed_out_and_signs_in_again_by_start(options):
    """Requirements: ACCOUNT-1, ACCOUNT-4"""
    with home(options, [tone(440)]) as (stage, gateway, browser):
        signed_in(stage, gateway, browser)
        browser.sign_speaker_out()
        pressed = stage.press("start")
        stage.hears_phrase("unavailable", after=pressed, within=3)
        stage.press("stop")
        stage.ended("stopped")
        shows_account(stage, state="signed_out")
        kinds = [entry["kind"] for entry in stage.night()]
        if kinds.count("signed_out") != 1:
            raise Unexpected(f"the night log has {kinds.count('signed_out')} sign-outs")
        # No terminal is needed: the speaker says what Start does now.
        pressed = stage.press("start")
        stage.hears_phrase("sign_in_offer", after=pressed, within=3, known=OFFLINE)
        stage.press("start")
        digits = shows_account(stage, state="showing")["code"]
        browser.decide(digits)
        shows_account(stage, state="signed_in", within=20)
        stage.falls_silent(boot_ns(), within=30, for_seconds=2)
        talk(stage, 440)
        stage.press("stop")
        stage.ended("stopped")
        shows_account(stage, owed_stops=0)
    return stage.measured


@scenario
def asked_in_a_talk_the_companion_signs_the_speaker_in(options):
    """Requirements: ACCOUNT-1, TALK-9"""
    goodbye = tone(660, heard="Please sign in at my gateway.", tools=[{"name": "sign_in", "arguments": {}}])
    with home(options, [tone(440), goodbye], key=KEY, choice="openai") as (stage, gateway, browser):
        signed_in(stage, gateway, browser)
        tell(stage, "sign-out")
        tell(stage, "profile", "set", "companion=openai")
        talk(stage, 440)
        spoke = stage.say()
        goodbye_at = stage.hears_tone(660, after=spoke, within=8, name="owner_to_answer")
        digits = shows_account(stage, state="showing", within=20)["code"]
        stage.falls_silent(goodbye_at, within=10)
        # The code is said by the device, after the goodbye.
        stage.hears_sound(after=boot_ns(), within=10)
        browser.decide(digits)
        shows_account(stage, state="signed_in", within=20)
        if gateway.rows("SELECT COUNT(*) FROM sessions") != [(0,)]:
            raise Unexpected("the gateway counted a talk that did not go through it")
    return stage.measured


@scenario
def a_power_cut_while_the_token_is_replaced_signs_nobody_out(options):
    """At every instant from the question to the new token's first use.

    Requirements: ACCOUNT-6
    """
    with home(options) as (stage, gateway, browser):
        signed_in(stage, gateway, browser)
        file = stage.folder / "state" / "gateway.token"

        def cut(after_seconds=None):
            """Starts it, has the token replaced by the first look-up, and cuts; None: once it is. Whether it was."""
            stage.appliance.kill()
            stage.appliance.start()
            before, began = file.read_text(), time.monotonic()
            command = subprocess.Popen(
                [stage.appliance.binary, "account", "--state-dir", str(stage.appliance.state)], env=stage.appliance.env,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while time.monotonic() < began + (10 if after_seconds is None else after_seconds):
                if after_seconds is None and file.read_text() != before:
                    break
                time.sleep(0.001)
            took = time.monotonic() - began
            stage.appliance.kill()
            command.wait(timeout=30)
            return file.read_text() != before, took

        # One of them may be slow on a machine that is busy: then every cut would come after it.
        whole = [cut() for _ in range(3)]
        if not all(is_replaced for is_replaced, _ in whole):
            raise Unexpected("the token is not replaced")
        takes = min(seconds for _, seconds in whole)
        cuts = [cut(takes * tenths / 10)[0] for tenths in range(3, 18)]
        if all(cuts) or not any(cuts):
            raise Unexpected(f"of {len(cuts)} power cuts {sum(cuts)} came after the new token was kept: nothing is proven")
        stage.appliance.start()
        shows_account(stage, state="signed_in", minutes_left=1000)
        if (speakers := gateway.rows("SELECT revoked_at, copied_at FROM devices")) != [(None, None)]:
            raise Unexpected(f"the gateway's speakers, when signed out and when found copied: {speakers}")
    return {"replacing": round(takes * 1000)}


@scenario
def a_gateway_that_dies_in_a_talk_cuts_no_voice_and_loses_no_stop(options):
    """Requirements: ACCOUNT-3, ACCOUNT-4, ACCOUNT-5"""
    with home(options, [tone(440), tone(660, heard="Violet hedgehogs are awake.")]) as (stage, gateway, browser):
        signed_in(stage, gateway, browser)
        talk(stage, 440)
        gateway.kill()
        spoke = stage.say()
        stage.hears_tone(660, after=spoke, within=8, name="owner_to_answer")
        stage.press("stop")
        stage.ended("stopped")
        shows_account(stage, owed_stops=1, state="signed_in")
        # What is owed outlives a power cut, too.
        stage.appliance.kill()
        stage.appliance.start()
        shows_account(stage, owed_stops=1, state="signed_in")
        gateway.start()
        shows_account(stage, within=60, owed_stops=0, state="signed_in")
        ended = gateway.rows("SELECT minutes FROM sessions WHERE ended_at IS NOT NULL")
        if ended != [(1,)]:
            raise Unexpected(f"the gateway's sessions: {ended}")
    return stage.measured


def profile_at(gateway, *words, within=20):
    """Waits until the gateway keeps a profile with these words. Returns it."""
    last, began = None, time.monotonic()
    while time.monotonic() < began + within:
        rows = gateway.rows("SELECT body FROM profiles")
        last = rows[0][0] if rows else None
        if last and all(word in last for word in words):
            return json.loads(last)
        time.sleep(0.2)
    raise Late(f"the gateway should keep {words}, and keeps {last}")


def tell(stage, *arguments):
    code, text, errors = stage.appliance.cli(*arguments)
    if code != 0:
        raise Unexpected(f"{' '.join(arguments)}: {code}: {errors}")
    return text


def wakes_at(stage, time_of_day, within=10):
    last, began = None, time.monotonic()
    while time.monotonic() < began + within:
        # The owner looks at the account, so the speaker asks for the profile.
        account(stage)
        last = json.loads(tell(stage, "next", "--json"))
        if time_of_day in json.dumps(last):
            return
        time.sleep(0.5)
    raise Late(f"next up should be at {time_of_day}, and is {last}")


@scenario
def the_profile_is_kept_at_the_gateway_and_comes_back_on_a_new_speaker(options):
    """Requirements: ACCOUNT-2"""
    with home(options) as (stage, gateway, browser):
        tell(stage, "profile", "set", "owner.name=Aiko", "habits.wake.at=05:40")
        signed_in(stage, gateway, browser)
        kept = profile_at(gateway, "Aiko", "05:40")
        if not kept["timeZone"] or not any(habit["id"] == "wake" and habit["on"] for habit in kept["habits"]):
            raise Unexpected(f"the gateway keeps {kept}")
        # What is chosen while the gateway is away outlives a power cut.
        gateway.kill()
        tell(stage, "profile", "set", "owner.name=Ren")
        shows_account(stage, profile_owed=True)
        stage.appliance.kill()
        stage.appliance.start()
        shows_account(stage, profile_owed=True)
        gateway.start()
        shows_account(stage, within=60, profile_owed=False)
        profile_at(gateway, "Ren")
        # What the page changes is a proposal that the speaker takes.
        if "Not on your speaker yet" not in browser.change_habit("wake", "05:50"):
            raise Unexpected("the page does not say that the speaker has not taken it over yet")
        wakes_at(stage, "05:50")
        began = time.monotonic()
        while "All of your speakers have seen this." not in browser.habits():
            if time.monotonic() > began + 10:
                raise Late("the page does not hear that the speaker has taken it over")
            time.sleep(0.5)
        causes = [entry.get("cause") for entry in stage.night() if entry["kind"] == "settings_changed"]
        if causes[-1] != "gateway":
            raise Unexpected(f"the night log names as causes {causes}")
        # A new speaker takes all of it.
        tell(stage, "reset", "--yes")
        signed_in(stage, gateway, browser)
        wakes_at(stage, "05:50", within=20)
        if "Ren" not in tell(stage, "profile", "show"):
            raise Unexpected("the new speaker does not know the owner's name")
        profile_at(gateway, "Ren", "05:50")
    return stage.measured


@scenario
def setting_up_signs_in_and_shows_what_the_gateway_has(options):
    """Requirements: SETUP-1, ACCOUNT-1, ACCOUNT-2"""
    with home(options) as (stage, gateway, browser):
        tell(stage, "profile", "set", "owner.name=Aiko", "habits.wake.at=05:40")
        signed_in(stage, gateway, browser)
        profile_at(gateway, "Aiko", "05:40")
        tell(stage, "reset", "--yes")
        setup = subprocess.Popen(
            [stage.appliance.binary, "setup", "--state-dir", str(stage.appliance.state)], env=stage.appliance.env,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            # Language, microphone (nobody speaks), speaker, gateway.
            setup.stdin.write(f"en\n\nn\n\ny\n{gateway.address}\n")
            setup.stdin.flush()
            digits = shows_account(stage, within=30, state="showing")["code"]
            browser.decide(digits)
            shows_account(stage, within=20, state="signed_in")
            output, _ = setup.communicate("", timeout=30)
        finally:
            if setup.poll() is None:
                setup.kill()
                setup.wait()
        for words in (digits[:3], "Signed in.", "What may I call you? [Aiko]"):
            if words not in output:
                raise Unexpected(f"setup does not say {words!r}:\n{output}")
    return stage.measured
