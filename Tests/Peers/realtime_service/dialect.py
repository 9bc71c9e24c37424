"""The service's SDP: what it demands of an offer, and an answer in its own dialect (TheService.md, Calls)."""

import re
import secrets
import time

from .schema import Refused

UDP_PRIORITY, TCP_PRIORITY = 2130706431, 1671430143


def check_offer(offer, needs_channel):
    """Raises `Refused` (400 invalid_offer) for what the service would not take."""
    lines = offer.replace("\r\n", "\n").split("\n")

    def demand(condition, what):
        if not condition:
            raise Refused("invalid_offer", "Invalid SDP offer. Please try again with a WHIP-compliant offer. "
                          f"({what})")

    demand(lines[0] == "v=0", "it does not begin with v=0")
    demand(any(line.startswith("m=audio ") for line in lines), "no audio section")
    demand(not needs_channel or any(line.startswith("m=application ") for line in lines), "no data channel section")
    demand(any(re.match(r"a=rtpmap:\d+ opus/48000/2$", line, re.IGNORECASE) for line in lines), "no opus/48000/2")
    demand("a=setup:actpass" in lines, "setup must be actpass")
    demand("a=rtcp-mux" in lines, "no rtcp-mux")
    demand(any(line.startswith("a=fingerprint:sha-256 ") for line in lines), "no sha-256 fingerprint")
    demand(any(line.startswith("a=ice-ufrag:") for line in lines), "no ICE user fragment")
    demand(any(line.startswith("a=candidate:") for line in lines), "SDP not contain candidate")
    demand(any(line.startswith("a=group:BUNDLE ") for line in lines), "no BUNDLE group")


def without_candidates(offer):
    """The offer for a lite agent, which learns addresses only from the checks that reach it."""
    return "".join(line for line in offer.splitlines(keepends=True)
                   if not line.startswith(("a=candidate:", "a=end-of-candidates")))


def payload_types(offer):
    """{name: payload type} of the codecs that the service also speaks, as the offer numbers them."""
    audio = re.search(r"^m=audio [^\r\n]*\r?\n(.*?)(?=^m=|\Z)", offer, re.MULTILINE | re.DOTALL)
    section = audio.group(1) if audio else ""
    found = {m.group(2).lower(): int(m.group(1)) for m in re.finditer(r"a=rtpmap:(\d+) (\S+)", section)}
    return {name: found[name] for name in ("opus/48000/2", "pcmu/8000", "pcma/8000") if name in found}


def section_ids(offer):
    """[(kind, mid, the rest of the m-line)] in the offer's order."""
    result = []
    for section in re.split(r"^(?=m=)", offer.replace("\r\n", "\n"), flags=re.MULTILINE)[1:]:
        mid = re.search(r"^a=mid:(\S+)", section, re.MULTILINE)
        result.append((section[2:section.index(" ")], mid.group(1) if mid else str(len(result))))
    return result


def answer(offer, *, username, password, fingerprint, setup, ice_lite, ssrc, candidates):
    """`candidates`: [(transport "udp" or "tcp", host, port)]."""
    sections = section_ids(offer)
    codecs = payload_types(offer)
    lines = [
        "v=0", f"o=- {secrets.randbits(62)} {int(time.time())} IN IP4 0.0.0.0", "s=-", "t=0 0",
        "a=msid-semantic:WMS *", f"a=fingerprint:sha-256 {fingerprint}", *(["a=ice-lite"] if ice_lite else []),
        "a=group:BUNDLE " + " ".join(mid for _, mid in sections),
    ]
    for place, (kind, mid) in enumerate(sections):
        if kind == "audio":
            lines += _audio(mid, codecs, setup, username, password, ssrc)
        else:
            lines += _application(mid, setup, username, password)
        if place == 0:
            lines += [_candidate(number, username, *candidate) for number, candidate in enumerate(candidates)]
    return "\r\n".join(lines) + "\r\n"


def _audio(mid, codecs, setup, username, password, ssrc):
    numbers = " ".join(str(number) for number in codecs.values())
    opus = codecs["opus/48000/2"]
    return [
        f"m=audio 9 UDP/TLS/RTP/SAVPF {numbers}", "c=IN IP4 0.0.0.0", f"a=setup:{setup}", f"a=mid:{mid}",
        f"a=ice-ufrag:{username}", f"a=ice-pwd:{password}", "a=rtcp-mux", "a=rtcp-rsize",
        f"a=rtpmap:{opus} opus/48000/2", f"a=fmtp:{opus} minptime=10;useinbandfec=1",
        *(f"a=rtpmap:{number} {name.upper()}" for name, number in codecs.items() if number != opus),
        f"a=ssrc:{ssrc} cname:realtimeapi", f"a=ssrc:{ssrc} msid:realtimeapi audio",
        f"a=ssrc:{ssrc} mslabel:realtimeapi", f"a=ssrc:{ssrc} label:audio", "a=msid:realtimeapi audio", "a=sendrecv",
    ]


def _application(mid, setup, username, password):
    return [
        "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0", f"a=setup:{setup}", f"a=mid:{mid}",
        "a=sendrecv", "a=sctp-port:5000", "a=max-message-size:1073741823", f"a=ice-ufrag:{username}",
        f"a=ice-pwd:{password}",
    ]


def _candidate(number, username, transport, host, port):
    foundation = 657706698 + number
    if transport == "tcp":
        return f"a=candidate:{foundation} 1 tcp {TCP_PRIORITY} {host} {port} typ host tcptype passive ufrag {username}"
    return f"a=candidate:{foundation} 1 udp {UDP_PRIORITY} {host} {port} typ host ufrag {username}"
