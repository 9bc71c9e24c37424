"""`anicca doctor` with a key: what it tells of the key, the service and the line to it (GUARD-5, GUARD-7).

Requirements: GUARD-5, GUARD-7
"""

import json

from registry import family, scenario
from stage import Stage, Unexpected


def findings(stage, expected_code):
    """Check to its grade, result and remedy."""
    code, text, errors = stage.appliance.cli("doctor", "--config", str(stage.folder / "anicca.yaml"), "--json")
    if code != expected_code:
        raise Unexpected(f"anicca doctor ended with {code}: {errors}{text[:600]}")
    return {finding["check"]: finding for finding in json.loads(text)}


@scenario
def the_doctor_finds_key_service_and_line_well(options):
    """And nothing was said, heard or metered for it."""
    with Stage(options) as stage:
        found = findings(stage, 0)
        for check in ("key", "service", "conversation line"):
            if found[check]["grade"] != "ok":
                raise Unexpected(f"{check}: {found[check]}")
        if "ready in" not in found["conversation line"]["result"] or "webrtc" not in found["conversation line"]["result"].lower():
            raise Unexpected(f"no time to connect, or by another way: {found['line']}")
        if stage.service.log("received:response.create") or stage.service.log("owner_speech"):
            raise Unexpected("the companion was asked to speak, or has heard somebody")
        stage.service_sees("session_ended")
    return stage.measured


@family(("a_key_that_is_taken_back", {"models": {"status": 401}}, "service", "key"),
        ("a_quota_that_is_used_up", {"models": {"status": 429, "code": "insufficient_quota"}}, "service", "quota"),
        ("a_service_that_fails", {"models": {"status": 503}}, "service", "503"),
        ("a_line_that_is_refused", {"client_secrets": {"status": 503}}, "conversation line", "503"))
def the_doctor_tells_of(options, faults, check, word):
    with Stage(options, faults=faults) as stage:
        found = findings(stage, 1)
        told = found[check]
        if told["grade"] == "ok" or word not in (told["result"] + (told["remedy"] or "")).lower() or not told["remedy"]:
            raise Unexpected(f"{check}: {told}")
    return stage.measured


@scenario
def the_doctor_tells_of_no_way_to_the_service(options):
    with Stage(options, without_service=True) as stage:
        told = findings(stage, 1)["service"]
        if told["grade"] == "ok" or not told["remedy"]:
            raise Unexpected(f"{told}")
    return stage.measured
