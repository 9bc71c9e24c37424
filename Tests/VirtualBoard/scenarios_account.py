"""A speaker with a gateway, and what goes wrong at night: the gateway is away, the power fails, the owner signs the
speaker out, no minute is left. The alarm rings at its minute, both buttons work, and nothing that is owed is lost.

The real gateway (on SQLite) runs on the host, with the stand-in for the service behind it; the guest reaches it by TLS
(`Gate` of scenarios_network.py). The guest's clock is the gateway's, to a minute: it goes forward to the alarm.

Requirements: ACCOUNT-3, ACCOUNT-4, ACCOUNT-6
"""

import contextlib
import datetime
import json
import random
import time
import zoneinfo

from bed import UTC, Bed
from expecting import Unexpected
from household import Browser, Gateway
from registry import SCENARIOS, family, scenario
from scenarios_network import NETWORK, Gate, hears_tone, says
from stage import Service, noon, tone

POWER_CUTS = 8


@contextlib.contextmanager
def home(options, turns, **settings):
    """A bed that is signed in at its gateway (`bed.gateway`), and the owner's browser (`bed.browser`). It is between noon
    and one where it stands, whenever this runs."""
    service = Service("en", {"turns": turns, "after": "silence", "faults": {}})
    with contextlib.ExitStack() as opened:
        opened.callback(service.close)
        gateway = Gateway(options.gateway, service.port, **settings)
        gate = Gate(gateway.port, "gateway.invalid")
        opened.callback(gate.close)
        gateway.is_reached_at(gate.address)
        opened.enter_context(gateway)
        browser = Browser(gateway)
        browser.sign_in()
        today = datetime.datetime.now(UTC)
        bed = opened.enter_context(Bed(options, zone=noon()[0], day=today.date(), network=NETWORK))
        bed.gate, bed.gateway, bed.browser, bed.service = gate, gateway, browser, service
        bed.boot(today, starts=False)
        begins(bed)
        bed.provision("companion: gateway\n")
        signs_in(bed)
        yield bed
        gateway.invariants()


def begins(bed):
    """After a boot: the way to the gateway, and the appliance."""
    bed.set_clock(datetime.datetime.now(UTC))
    bed.gate.opens_to(bed)
    bed.start()


def returns(bed):
    """With the power."""
    bed.boot(datetime.datetime.now(UTC), starts=False)
    begins(bed)


def account(bed):
    return json.loads(bed.cli("account", "--json"))


def shows_account(bed, within=30, **expected):
    last = {}

    def agrees():
        last.update(account(bed))
        return all(last.get(name) == value for name, value in expected.items())
    try:
        bed.wait_until(agrees, within, "such an account", pause=0.5)
    except Unexpected as error:
        raise Unexpected(f"the account should show {expected}, and shows {last}: {error}") from None
    return last


def signs_in(bed):
    bed.cli_in_background("sign-in", bed.gate.address)
    bed.browser.decide(shows_account(bed, state="showing")["code"])
    shows_account(bed, state="signed_in")
    bed.wait_until(lambda: bed.sh("cat /run/code 2>/dev/null || true") == "0", 30, "end of the sign-in")


def sessions(bed):
    """(is a talk, minutes, how it ended) of each, in order."""
    return bed.gateway.rows("SELECT talk_at IS NOT NULL, minutes, ended_by FROM sessions ORDER BY opened_at")


def alarm_soon(bed):
    """Sets the alarm to the next full minute that is so far away that whatever is prepared before a ring has time. Its
    instant."""
    due = (bed.now() + datetime.timedelta(seconds=85)).replace(second=0, microsecond=0)
    local = due.astimezone(zoneinfo.ZoneInfo(bed.zone))
    bed.keeps("habit", "set", "wake", "--at", local.strftime("%H:%M"))
    return due


def rings(bed, due):
    """At its minute. A frame before the sound of what comes next."""
    # What it says of the sign-in and of the minutes is over by then.
    bed.wait_for(due - datetime.timedelta(seconds=8))
    bed.hears_alarm(bed.hda, due=due, since=bed.hda.frames())
    return bed.hda.frames()


def talks(bed, hertz, mark):
    """The companion is heard, and a second of the talk is over: less costs nothing."""
    hears_tone(bed, (hertz,), mark, within=30)
    bed.wait_for(bed.now() + datetime.timedelta(seconds=2))


def stops(bed):
    bed.press("STOP")
    bed.shows("at rest", activity="idle", within=30)


@scenario
def an_alarm_is_answered_through_the_gateway(options):
    """Requirements: ALARM-12, ACCOUNT-3"""
    with home(options, [tone(440), tone(550)]) as bed:
        mark = rings(bed, alarm_soon(bed))
        pressed = time.monotonic()
        bed.press("START")
        frame = hears_tone(bed, (440,), mark, within=30)
        bed.measured["start_to_companion_ms"] = round(1000 * (bed.hda.arrival(frame) - pressed))
        bed.wait_for(bed.now() + datetime.timedelta(seconds=2))
        stops(bed)
        shows_account(bed, state="signed_in", owed_stops=0)
        if (talked := sessions(bed)[-1]) != (1, 1, "stop"):
            raise Unexpected(f"the gateway's last session: {talked}")
        return bed.measured


@family(("before_the_ring", "before"), ("while_it_rings", "ringing"))
def a_gateway_that_is_away_delays_no_alarm(options, since):
    """It died before the ring, or with a prepared talk: the ring is at its minute, and the device answers by itself or by
    the talk that was prepared."""
    with home(options, [tone(440), tone(550)]) as bed:
        due = alarm_soon(bed)
        if since == "before":
            bed.gateway.kill()
        mark = rings(bed, due)
        if since == "ringing":
            bed.wait_until(lambda: bed.service.log("sent:session.updated"), 30, "prepared talk")
            bed.gateway.kill()
        bed.press("START")
        if since == "before":
            says(bed, "network", mark)
        else:
            talks(bed, 440, mark)
        stops(bed)
        bed.ended("dismissed")
        shows_account(bed, state="signed_in")
        bed.gateway.start()
        shows_account(bed, within=90, state="signed_in", owed_stops=0)
        mark = bed.hda.frames()
        bed.press("START")
        talks(bed, 440 if since == "before" else 550, mark)
        stops(bed)
        shows_account(bed, state="signed_in", owed_stops=0)
        return bed.measured


@scenario
def a_stop_that_is_owed_outlives_a_power_cut(options):
    """The gateway dies in a talk, and then the power fails, too.

    Requirements: ACCOUNT-5
    """
    with home(options, [tone(440)]) as bed:
        mark = bed.hda.frames()
        bed.press("START")
        talks(bed, 440, mark)
        bed.gateway.kill()
        stops(bed)
        shows_account(bed, owed_stops=1, state="signed_in")
        bed.cut_power()
        returns(bed)
        shows_account(bed, owed_stops=1, state="signed_in")
        bed.gateway.start()
        shows_account(bed, within=90, owed_stops=0, state="signed_in")
        if (ended := sessions(bed)) != [(1, 1, "stop")]:
            raise Unexpected(f"the gateway's sessions: {ended}")
        return bed.measured


@scenario
def power_cut_while_the_token_is_replaced(options):
    """At random instants of the first look at the gateway after a start, which replaces it: nobody is signed out, and the
    gateway sees no copied speaker."""
    with home(options, []) as bed:
        chance = random.Random(options.seed)
        takes = replacing_takes(bed)
        bed.measured["replacing_ms"] = round(1000 * takes)
        was_replaced = []
        for _ in range(POWER_CUTS):
            returns(bed)
            before = token(bed)
            bed.cli_in_background("account")
            time.sleep(takes * chance.uniform(0.3, 1.7))
            bed.cut_power()
            bed.boot(datetime.datetime.now(UTC), starts=False)
            was_replaced.append(token(bed) != before)
        bed.measured["replaced"] = sum(was_replaced)
        begins(bed)
        shows_account(bed, state="signed_in", minutes_left=1000)
        speakers = bed.gateway.rows("SELECT revoked_at, copied_at FROM devices")
        if speakers != [(None, None)]:
            raise Unexpected(f"the gateway's speakers, when signed out and when found copied: {speakers}")
        return bed.measured


def token(bed):
    """A name for the token that the disk holds, which is nobody's to read."""
    return bed.sh("until grep -q ready /run/stamps; do usleep 50000; done; sha256sum /var/lib/anicca/gateway.token")


def replacing_takes(bed):
    """Host seconds from the question to the new token on the disk."""
    returns(bed)
    before = token(bed)
    began = time.monotonic()
    bed.cli_in_background("account")
    bed.wait_until(lambda: token(bed) != before, 30, "new token", pause=0.02)
    return time.monotonic() - began


@scenario
def signed_out_in_the_night_it_rings_and_says_so(options):
    """Requirements: ALARM-1, ACCOUNT-4"""
    with home(options, [tone(440)]) as bed:
        due = alarm_soon(bed)
        bed.browser.sign_speaker_out()
        mark = rings(bed, due)
        bed.press("START")
        says(bed, "unavailable", mark)
        stops(bed)
        bed.ended("dismissed")
        shows_account(bed, state="signed_out")
        if (outs := [entry["kind"] for entry in bed.night()].count("signed_out")) != 1:
            raise Unexpected(f"the night log has {outs} sign-outs")
        return bed.measured


@scenario
def no_minute_left_at_wake(options):
    """Requirements: ALARM-1, ACCOUNT-4"""
    with home(options, [tone(440)], limit=1) as bed:
        mark = bed.hda.frames()
        bed.press("START")
        talks(bed, 440, mark)
        stops(bed)
        shows_account(bed, owed_stops=0)
        mark = rings(bed, alarm_soon(bed))
        bed.press("START")
        says(bed, "quota", mark)
        stops(bed)
        bed.ended("dismissed")
        shows_account(bed, state="signed_in", held=True)
        return bed.measured


# A live conversation keeps its processor busy: one at a time, like those of scenarios_network.py.
ALONE = [one for one in SCENARIOS if one.__module__ == __name__]
