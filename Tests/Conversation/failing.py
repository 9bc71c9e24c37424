"""Every way to fail (TALK-5, TALK-6): a voice within 2 s of Start, the right line of the appliance's own, and what
follows.

Requirements: TALK-5, TALK-6
"""

import contextlib
import pathlib
import socket
import ssl
import tempfile
import threading
import time

import test_authority
from phrases import OFFLINE
from pulse_rig import boot_ns
from registry import family, scenario
from stage import HEARD, KEY, SECOND, Late, Stage, Unexpected, milliseconds, tone

VOICE_SECONDS = 2
# From Start to the explanation where nothing answers: the line is given up after 8 s.
GIVEN_UP_SECONDS = 10
# From the last sample of a sentence that breaks off to the appliance's own word.
BROKEN_OFF_SECONDS = 3.3
NO_WEBSOCKET = {"websocket": {"status": 503}}


@contextlib.contextmanager
def closed_port():
    """Bound and not listening: refused, and taken by nobody else meanwhile."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        yield listener.getsockname()[1]


@contextlib.contextmanager
def stranger():
    """A TLS server whose certificate nobody vouches for."""
    with tempfile.TemporaryDirectory() as folder:
        test_authority.make(pathlib.Path(folder))
        context = test_authority.server_context(pathlib.Path(folder), "selfsigned")
    listener = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def serve():
        while not over.is_set():
            try:
                peer, _ = listener.accept()
                peer.settimeout(3)
                context.wrap_socket(peer, server_side=True).close()
            except (OSError, ssl.SSLError):
                pass
    threading.Thread(target=serve, daemon=True).start()
    try:
        yield listener.getsockname()[1]
    finally:
        over.set()
        listener.close()


def the_offline_companion_takes_over(stage, pressed, explanation, within=VOICE_SECONDS):
    """The explanation, then the offline companion's routine, until Stop."""
    stage.hears_sound(after=pressed, within=VOICE_SECONDS)
    _, said = stage.hears_phrase(explanation, after=pressed, within=within)
    stage.hears_phrase("talk", after=said, within=3, known=OFFLINE)
    stage.shows("the offline companion", line="disconnected")
    if [entry for entry in stage.night() if entry["kind"] == "conversation_ended"]:
        raise Unexpected("the conversation is over, and should go on offline")
    stopped = stage.press("stop")
    stage.falls_silent(stopped, within=0.5, name="stop_to_silence")
    stage.ended("stopped")


@family(("english", "en"), ("japanese", "ja"))
def no_network_in(options, language):
    with closed_port() as port, Stage(
            options, language, base=f"http://127.0.0.1:{port}/v1", without_service=True) as stage:
        the_offline_companion_takes_over(stage, stage.press("start"), "network")
        # It is explained aloud, and the owner can do nothing about it: the night stays dark.
        if stage.status()["attention"]:
            raise Unexpected("the light asks for attention")
    return stage.measured


@scenario
def no_key_and_none_expected(options):
    """The offline companion is whom the owner has: nothing is explained."""
    with Stage(options, key=None, choice="automatic") as stage:
        pressed = stage.press("start")
        first = stage.hears_sound(after=pressed, within=VOICE_SECONDS)
        begin, _ = stage.hears_phrase("talk", after=pressed, within=VOICE_SECONDS, known=OFFLINE)
        if milliseconds(first, begin) > 200:
            raise Unexpected(f"something was said {milliseconds(first, begin)} ms before")
        if stage.status()["attention"]:
            raise Unexpected("the light asks for attention")
        stage.press("stop")
        stage.ended("stopped")
    return stage.measured


@scenario
def a_key_that_is_given_at_last(options):
    """The light stops asking for it at once, and the next Start is online, without a restart."""
    with Stage(options, key=None, turns=[tone(440)]) as stage:
        the_offline_companion_takes_over(stage, stage.press("start"), "unavailable")
        stage.shows("that a key is wanted", attention=["credentials"])
        code, _, errors = stage.appliance.cli("key", "set", text=KEY + "\n")
        if code != 0:
            raise Unexpected(f"key set: {code}: {errors}")
        stage.shows("that all is well", within=1, attention=[])
        pressed = stage.press("start")
        stage.companion_begins(440, after=pressed)
        stage.press("stop")
        stage.ended("stopped")
        code, _, errors = stage.appliance.cli("key", "remove")
        if code != 0:
            raise Unexpected(f"key remove: {code}: {errors}")
        stage.shows("that a key is wanted again", within=1, attention=["credentials"])
    return stage.measured


@family(("taken_back", {"status": 401}, "credentials"),
        ("without_quota", {"status": 429, "code": "insufficient_quota"}, "quota"))
def a_key_is_seen_without_a_conversation_to_be(options, fault, attention):
    """The look before an alarm, in the evening and after `key set` asks with the key (ALARM-12, GUARD-7).

    Requirements: ALARM-12, GUARD-7
    """
    with Stage(options, turns=[tone(440)], faults={"models": fault}) as stage:
        code, _, errors = stage.appliance.cli("key", "set", text=KEY + "\n")
        if code != 0:
            raise Unexpected(f"key set: {code}: {errors}")
        stage.shows("what is wrong with it", within=5, attention=[attention])
        if sessions := stage.service.control()["sessions"]:
            raise Unexpected(f"it was called for that: {sessions}")
        stage.appliance.cli("key", "remove")
    return stage.measured


@scenario
def no_name_resolution(options):
    # Too long for a label: no resolver can find it, and none is asked.
    with Stage(options, base=f"https://{'a' * 64}.invalid/v1", without_service=True) as stage:
        the_offline_companion_takes_over(stage, stage.press("start"), "network")
    return stage.measured


@family(("english", "en"), ("japanese", "ja"))
def a_certificate_that_nobody_vouches_for_in(options, language):
    with stranger() as port, Stage(
            options, language, base=f"https://127.0.0.1:{port}/v1", without_service=True) as stage:
        the_offline_companion_takes_over(stage, stage.press("start"), "tls")
    return stage.measured


@family(("english", "en"), ("japanese", "ja"))
def no_key_in(options, language):
    with Stage(options, language, key=None) as stage:
        the_offline_companion_takes_over(stage, stage.press("start"), "unavailable")
        if stage.service.log("request"):
            raise Unexpected("the service was asked without a key")
    return stage.measured


@scenario
def a_library_that_is_not_there(options):
    with Stage(options, without_library="libusrsctp.so.2") as stage:
        the_offline_companion_takes_over(stage, stage.press("start"), "incomplete")
        if "libusrsctp.so.2: " not in stage.appliance.log.read_text():
            raise Unexpected("the log does not tell which library is missing")
    return stage.measured


BUSY = {"client_secrets": {"status": 429, "code": "rate_limit_exceeded", "type": "requests", "message": "Slow down.",
                           "retry_after": 20}}


@family(
    ("401", {"client_secrets": {"status": 401}}, "credentials", "credentials"),
    ("402", {"client_secrets": {"status": 402}}, "quota", "quota"),
    ("429_insufficient_quota", {"client_secrets": {"status": 429}}, "quota", "quota"),
    ("429_too_many_requests", BUSY, "busy", None),
    ("429_too_many_requests_in_japanese", BUSY, "busy", None, "ja"),
    ("402_in_japanese", {"client_secrets": {"status": 402}}, "quota", "quota", "ja"),
    ("401_in_japanese", {"client_secrets": {"status": 401}}, "credentials", "credentials", "ja"),
    ("500", {"client_secrets": {"status": 500}}, "provider", None),
    ("500_of_the_call", {"calls": {"status": 500}, **NO_WEBSOCKET}, "provider", None),
    ("401_of_the_call", {"calls": {"status": 401}, **NO_WEBSOCKET}, "credentials", "credentials"),
    ("a_malformed_answer", {"client_secrets": {"malformed": True}}, "provider", None),
    ("a_dropped_connection", {"client_secrets": {"drop": True}}, "network", None),
    ("a_malformed_description", {"calls": {"malformed": True}, **NO_WEBSOCKET}, "provider", None))
def the_service_answers_with(options, faults, explanation, attention, language="en"):
    with Stage(options, language, faults=faults) as stage:
        the_offline_companion_takes_over(stage, stage.press("start"), explanation)
        seen = stage.status()["attention"]
        if seen != ([attention] if attention else []):
            raise Unexpected(f"attention: {seen}, and {attention} was expected")
        _, told, _ = stage.appliance.cli("session", "stats")
        if explanation == "credentials" and ("鍵が受け付けられません" in told) != (language == "ja"):
            raise Unexpected(f"the failure is told in another language: {told}")
    return stage.measured


@family(
    ("no_answer_to_the_secret", {"client_secrets": {"hang": True}}, "network"),
    ("no_answer_to_the_call", {"calls": {"hang": True}, **NO_WEBSOCKET}, "network"),
    ("no_session_created", {"session": {"no_session_created": True}}, "silent"),
    ("no_session_updated", {"session": {"no_session_updated": True}}, "silent"),
    ("no_session_updated_in_japanese", {"session": {"no_session_updated": True}}, "silent", "ja"))
def hanging_with(options, faults, explanation, language="en"):
    """Nothing refuses, nothing comes: a word within 2 s, an explanation when it is given up."""
    with Stage(options, language, faults=faults) as stage:
        pressed = stage.press("start")
        stage.hears_phrase("one_moment", after=pressed, within=VOICE_SECONDS)
        the_offline_companion_takes_over(stage, pressed, explanation, GIVEN_UP_SECONDS)
    return stage.measured


@scenario
def a_slow_line(options):
    """A word of the appliance's own, to its end, and then the companion: one voice at a time."""
    with Stage(options, turns=[tone(440)], faults={"client_secrets": {"delay_ms": 1800}}) as stage:
        pressed = stage.press("start")
        _, said = stage.hears_phrase("one_moment", after=pressed, within=VOICE_SECONDS)
        began = stage.companion_begins(440, after=pressed)
        if began < said:
            raise Unexpected(f"the companion spoke {milliseconds(began, said)} ms into the appliance's own word")
    return stage.measured


@scenario
def stop_while_nothing_answers(options):
    with Stage(options, faults={"client_secrets": {"hang": True}}) as stage:
        pressed = stage.press("start")
        stage.hears_sound(after=pressed, within=VOICE_SECONDS)
        stopped = stage.press("stop")
        silent = stage.falls_silent(stopped, within=0.3, name="stop_to_silence")
        stage.ended("stopped")
        stage.stays_silent(silent + SECOND // 20, 8)
    return stage.measured


@family(("quota_used_up", {"type": "insufficient_quota", "code": "insufficient_quota"}, "quota", "quota"),
        ("a_failure_of_the_service", {"type": "server_error", "code": "server_error"}, "provider", None))
def responses_fail_with(options, error, explanation, attention):
    """The line is there, and every response fails."""
    with Stage(options, turns=[{"status": "failed", "error": error}], after="repeat") as stage:
        pressed = stage.press("start")
        the_offline_companion_takes_over(stage, pressed, explanation, GIVEN_UP_SECONDS)
        seen = stage.status()["attention"]
        if seen != ([attention] if attention else []):
            raise Unexpected(f"attention: {seen}, and {attention} was expected")
    return stage.measured


MEDIA_FAULTS = {
    "ice_never_connects": {"no_candidates": True}, "dtls_with_another_fingerprint": {"wrong_fingerprint": True},
    "dtls_that_stalls": {"stall_dtls": True}, "a_channel_that_never_opens": {"no_channel": True},
}


@family(*((name, {"peer": fault}) for name, fault in MEDIA_FAULTS.items()),
        ("a_malformed_description", {"calls": {"malformed": True}}))
def the_websocket_saves(options, faults):
    """WebRTC cannot connect: a word within 2 s, then the companion over WebSocket (TALK-3).

    Requirements: TALK-3
    """
    with Stage(options, turns=[tone(440)], faults=faults) as stage:
        pressed = stage.press("start")
        stage.hears_sound(after=pressed, within=VOICE_SECONDS)
        stage.hears_tone(440, after=pressed, within=GIVEN_UP_SECONDS, name="start_to_companion")
        if stage.service.control()["sessions"][-1]["transport"] != "websocket":
            raise Unexpected("it is no WebSocket")
    return stage.measured


@family(*((name, {"peer": fault, **NO_WEBSOCKET}) for name, fault in MEDIA_FAULTS.items()),
        ("ice_never_connects_in_japanese", {"peer": MEDIA_FAULTS["ice_never_connects"], **NO_WEBSOCKET}, "ja"))
def the_websocket_fails_too_after(options, faults, language="en"):
    with Stage(options, language, faults=faults) as stage:
        pressed = stage.press("start")
        the_offline_companion_takes_over(stage, pressed, "provider", GIVEN_UP_SECONDS)
    return stage.measured


@family(*((name, "en", {"peer": fault}) for name, fault in MEDIA_FAULTS.items()),
        ("ice_never_connects_in_japanese", "ja", {"peer": MEDIA_FAULTS["ice_never_connects"]}))
def no_voice_gets_through_where_only_webrtc_is_wanted(options, language, faults):
    with Stage(options, language, faults=faults, companion={"transport": "webrtc"}) as stage:
        pressed = stage.press("start")
        the_offline_companion_takes_over(stage, pressed, "media", GIVEN_UP_SECONDS)
    return stage.measured


@family(("that_takes_its_time", [tone(440, delay_ms=60_000)]), ("with_nothing_to_say", []))
def a_companion(options, turns):
    """Everything works, and nothing is said."""
    with Stage(options, turns=turns) as stage:
        pressed = stage.press("start")
        stage.hears_phrase("one_moment", after=pressed, within=VOICE_SECONDS)
        the_offline_companion_takes_over(stage, pressed, "silent", GIVEN_UP_SECONDS)
    return stage.measured


STORY = ("Seven green lanterns were hanging over the harbour, and every lantern had a name, and the oldest of them "
         "was called after a fisherman who never came home")
WEBSOCKET = {"peer": {"no_candidates": True}}


@family(
    ("vanishes", "en", {}, "vanish", 8, BROKEN_OFF_SECONDS),
    ("vanishes_in_japanese", "ja", {}, "vanish", 8, BROKEN_OFF_SECONDS),
    ("is_closed", "en", {}, "close", 3), ("is_closed_in_japanese", "ja", {}, "close", 3),
    ("falls_silent", "en", {}, "silent", 12, BROKEN_OFF_SECONDS),
    # Sound comes faster than it is played: what has come is said first.
    ("vanishes_on_websocket", "en", WEBSOCKET, "vanish", 20, BROKEN_OFF_SECONDS + 6), ("is_closed_on_websocket", "en", WEBSOCKET, "close", 3),
    ("expires", "en", {}, "expire", 3))
def in_mid_sentence_the_line(options, language, faults, deed, notices_within, breaks_off=None):
    """… and the conversation goes on in a new one, with what was said and heard. Where nobody says that it is over, the
    appliance itself says a word about the silence (`breaks_off`: within so many seconds)."""
    turns = [tone(440, 600), {"say": STORY, "heard": HEARD}, tone(660)]
    with Stage(options, language, turns, faults, script={"language": "en"}) as stage:
        pressed = stage.press("start")
        stage.falls_silent(stage.hears_tone(440, after=pressed, within=8, name="start_to_companion"), within=3)
        spoke = stage.say()
        begun = stage.hears_sound(after=spoke, within=8, name="owner_to_answer")
        time.sleep(1.5)
        gone = boot_ns()
        stage.service.control(do=deed)
        # What is live comes first: listening for a phrase may take longer than an owner may be silent.
        stage.service_sees("sent:session.updated", within=notices_within + (breaks_off or 0) + 12, after=gone)
        stage.shows("an open line again", within=8, line="connected")
        missed = stage.hears_phrase("voice_missing", after=gone, within=breaks_off)[0] if breaks_off else None
        lost, said = stage.hears_phrase("line_lost", after=missed or gone, within=notices_within)
        stage.hears_tone(660, after=said, within=8, name="resumed")
        stage.measured["said_to_resumed"] = stage.measured.pop("resumed")
        seeds = [r["event"]["item"] for r in stage.service.log("received:conversation.item.create", after=gone)]
        texts = [(item["role"], item["content"][0].get("text")) for item in seeds if item.get("type") == "message"]
        if ("user", HEARD) not in texts:
            raise Unexpected(f"the owner's words were not restored: {texts}")
        # As far as it was heard, judged by what was really played.
        share = milliseconds(begun, stage.heard(begun, (missed or lost) - SECOND // 10).last_audible_ns()) / stage.spoken_ms(STORY)
        told = [text for role, text in texts if role == "assistant" and text and STORY.startswith(text[:12])]
        kept = len(told[-1]) / len(STORY) if told else 0
        stage.measured["heard_percent"], stage.measured["restored_percent"] = round(100 * share), round(100 * kept)
        if not 0.5 * share <= kept <= min(1.0, 1.6 * share + 0.1):
            raise Unexpected(f"{share:.0%} of the companion's sentence were heard, {kept:.0%} restored: {texts}")
    return stage.measured


@family(("english", "en"), ("japanese", "ja"))
def a_line_that_is_lost_again_and_again_in(options, language):
    """Three times anew, then the offline companion."""
    with Stage(options, language, turns=[tone(440, 10_000)], after="repeat") as stage:
        pressed = stage.press("start")
        stage.companion_begins(440, after=pressed)
        gone = boot_ns()
        stage.service.control(faults={"client_secrets": {"status": 503}})
        stage.service.control(do="close")
        _, lost = stage.hears_phrase("line_lost", after=gone, within=3)
        _, said = stage.hears_phrase("provider", after=lost, within=16)
        tries = [r for r in stage.service.log("request", after=gone) if r["step"] == "client_secrets"]
        for failed, next_one in zip(tries, tries[1:]):
            # What is said of each begins before the next one fails: two like phrases are never looked for at once.
            stage.hears_phrase("still_reaching", after=max(failed["boot_ns"], lost), within=3,
                               before=next_one["boot_ns"] + SECOND // 2)
        stage.hears_phrase("talk", after=said, within=3, known=OFFLINE)
        if len(tries) != 3:
            raise Unexpected(f"{len(tries)} tries were made")
        apart = [milliseconds(a["boot_ns"], b["boot_ns"]) for a, b in zip(tries, tries[1:])]
        if any(not 2800 <= gap <= 4500 for gap in apart):
            raise Late(f"the tries were {apart} ms apart")
        stage.press("stop")
        stage.ended("stopped")
    return stage.measured
