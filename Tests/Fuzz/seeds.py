"""What the fuzzers begin with: one small, valid example of everything that each parser reads. Made, not kept."""

import json
import pathlib
import struct

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent

FINGERPRINT = ":".join(f"{value:02X}" for value in range(32))
OFFER = f"""v=0
o=- 4611731400430051336 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0 1
a=extmap-allow-mixed
a=msid-semantic: WMS *
m=audio 9 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126
c=IN IP4 0.0.0.0
a=rtcp:9 IN IP4 0.0.0.0
a=ice-ufrag:sTTb
a=ice-pwd:ZjY4pb2WJ2DOwRgMoqL1p5nJ
a=ice-options:trickle
a=fingerprint:sha-256 {FINGERPRINT}
a=setup:actpass
a=mid:0
a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level
a=sendrecv
a=msid:- 2f3b1c5a-8f8e-4a4c-9e0f-2a1a8a1d3c11
a=rtcp-mux
a=rtpmap:111 opus/48000/2
a=rtcp-fb:111 transport-cc
a=fmtp:111 minptime=10;useinbandfec=1
a=rtpmap:63 red/48000/2
a=ssrc:3570614608 cname:4TOk42mSjXCkVIa6
a=candidate:1 1 UDP 2130706431 192.0.2.7 50044 typ host
a=candidate:2 1 TCP 1671430143 2001:db8::7 9 typ host tcptype active
a=candidate:3 1 udp 1694498815 198.51.100.9 60017 typ srflx raddr 192.0.2.7 rport 50044
a=end-of-candidates
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=ice-ufrag:sTTb
a=ice-pwd:ZjY4pb2WJ2DOwRgMoqL1p5nJ
a=fingerprint:sha-256 {FINGERPRINT}
a=setup:actpass
a=mid:1
a=sctp-port:5000
a=max-message-size:262144
"""
ANSWER = f"""v=0
o=- 1 1 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0 1
a=ice-lite
a=fingerprint:sha-256 {FINGERPRINT}
m=audio 3478 UDP/TLS/RTP/SAVPF 111
c=IN IP4 192.0.2.7
a=mid:0
a=ice-ufrag:abcd+/1
a=ice-pwd:ZjY4pb2WJ2DOwRgMoqL1p5nJ
a=setup:active
a=sendrecv
a=rtcp-mux
a=rtpmap:111 opus/48000/2
a=candidate:1 1 udp 2130706431 192.0.2.7 3478 typ host ufrag abcd
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
a=mid:1
a=setup:active
a=sctp-port:5000
"""
OLD = OFFER.replace("UDP/DTLS/SCTP webrtc-datachannel", "DTLS/SCTP 5000").replace("a=sctp-port:5000", "a=sctpmap:5000 x 1024")

# One Opus frame of silence, and a code 1 and a code 3 packet of two.
OPUS = [b"\xf8\xff\xfe", b"\xf9\xff\xfe\xff\xfe", b"\xfb\x02\xff\xfe\xff\xfe", b"\x78" + bytes(40)]


def rtp(sequence, payload, flags=0x80, more=b"", marker=0):
    return struct.pack("!BBHII", flags, marker << 7 | 111, sequence, sequence * 960, 0x1234) + more + payload


def rtcp(kind, count, body):
    return struct.pack("!BBH", 0x80 | count, kind, len(body) // 4) + body


BLOCK = struct.pack("!IIIIII", 1, 0x05000010, 70_000, 300, 0x12345678, 65_536)
SENDER = rtcp(200, 1, struct.pack("!IIIIII", 2, 0xE0000000, 0x80000000, 48_000, 100, 9_000) + BLOCK)
NAME = rtcp(202, 1, struct.pack("!I", 2) + b"\x01\x04peer\x00\x00")
REPORTS = [
    SENDER + NAME, rtcp(201, 1, struct.pack("!I", 2) + BLOCK) + NAME, rtcp(201, 0, struct.pack("!I", 2)),
    SENDER + NAME + rtcp(203, 1, struct.pack("!I", 2)), rtcp(203, 1, struct.pack("!I", 2) + b"\x03bye"),
    rtcp(205, 1, struct.pack("!IIHH", 2, 1, 100, 0x8001)), rtcp(206, 1, struct.pack("!II", 2, 1)),
    b"\xa0" + SENDER[1:2] + struct.pack("!H", len(SENDER) // 4) + SENDER[4:] + bytes(3) + b"\x04",
]


def series(packets):
    return b"".join(struct.pack("!H", len(packet)) + packet for packet in packets)


def piece(stream, kind, content, more=False):
    return struct.pack("!BBBH", stream, kind, 1 if more else 0, len(content)) + content


def opening(label, protocol=b"", kind=0):
    return struct.pack("!BBHIHH", 3, kind, 0, 0, len(label), len(protocol)) + label + protocol


def response(kind, **more):
    return {"type": f"response.{kind}", "response_id": "r1", "item_id": "i1", "output_index": 0, "content_index": 0, **more}


CALL = {"type": "function_call", "call_id": "c1", "name": "next_up", "arguments": "{}"}
MESSAGE = {"type": "message", "id": "i1", "role": "assistant", "content": [{"type": "audio", "transcript": "Good \u3042."}]}
EVENTS = [
    {"type": "session.created", "event_id": "e", "session": {"id": "s", "expires_at": 1.5e9, "audio": {"input": None}}},
    {"type": "session.updated", "session": {}},
    {"type": "error", "error": {"type": "invalid_request_error", "code": "unknown_parameter", "param": "session.x",
                                "event_id": "c1_1", "message": "x"}},
    {"type": "input_audio_buffer.speech_started", "item_id": "u1", "audio_start_ms": 96},
    {"type": "input_audio_buffer.speech_stopped", "item_id": "u1", "audio_end_ms": 960},
    {"type": "input_audio_buffer.committed", "item_id": "u1", "previous_item_id": None},
    {"type": "conversation.item.added", "item": {"id": "u1", "type": "message", "role": "user"}},
    {"type": "conversation.item.input_audio_transcription.completed", "item_id": "u1", "transcript": "\\ \" \ud83d\ude00"},
    {"type": "conversation.item.truncated", "item_id": "i1", "audio_end_ms": 500},
    {"type": "response.created", "response": {"id": "r1", "status": "in_progress"}},
    response("output_item.added", item={"id": "i1", "type": "message"}),
    {"type": "output_audio_buffer.started", "response_id": "r1"},
    response("output_audio_transcript.delta", delta="Good "),
    response("output_audio.delta", delta="AAAAAAAA//8="),
    response("output_audio.done"), response("output_audio_transcript.done", transcript="Good."),
    {"type": "response.done", "response": {"id": "r1", "status": "completed", "output": [MESSAGE, CALL],
                                           "usage": {"output_token_details": {"audio_tokens": 20}}}},
    {"type": "response.done", "response": {"id": "r1", "status": "failed", "output": [],
                                           "status_details": {"error": {"type": "x", "code": "insufficient_quota"}}}},
    {"type": "response.done", "response": {"id": "r1", "status": "incomplete", "status_details": {"reason": "x"}}},
    {"type": "response.done", "response": {"id": "r2", "status": "completed", "output": [CALL],
                                           "metadata": {"purpose": "summary", "talk": "t"},
                                           "usage": {"input_tokens": 9, "output_tokens": 1}}},
    {"type": "output_audio_buffer.stopped", "response_id": "r1"},
    {"type": "output_audio_buffer.cleared", "response_id": "r1"}, {"type": "rate_limits.updated", "rate_limits": [1, True]},
]
MESSAGES = [json.dumps(event, ensure_ascii=False).encode("utf-8", "replace") for event in EVENTS]


def step(kind, content=b""):
    return struct.pack("!BH", kind, len(content)) + content


SUMMARY = next(message for message in MESSAGES if b'"purpose"' in message)
HELLO = b"\x08" + step(6) + step(0, MESSAGES[0]) + step(0, MESSAGES[1])
TURN = b"".join(step(0, message) for message in MESSAGES[9:17])
CONVERSATIONS = [
    HELLO + TURN + step(11, b"c1ok"), b"\x01" + TURN + step(12) + step(0, MESSAGES[3]) + step(12, b"x"),
    b"\x04" + step(7) + TURN + step(8, b"\xff\xff") + step(13), b"\x08" + step(14) + step(6) + step(0, MESSAGES[0]),
    b"\x00" + step(8, b"\xff" * 800) + step(6) + step(0, MESSAGES[0]) + step(0, MESSAGES[1]) + step(8, b"\xff" * 8),
    b"\x00" + step(10, b"tool") + step(9) + step(15), b"\x01" + TURN + step(7, b"x") + step(0, SUMMARY) + step(15),
]
ARGUMENTS = [
    ("next_up", {}), ("set_habit", {"habit": "wake", "on": True, "time": "06:30", "weekdays": ["mon", "fri"]}),
    ("set_habit", {"habit": "tea", "new": True, "time": "16:00"}), ("remove_habit", {"habit": "tea"}),
    ("skip_next", {"habit": "wake"}), ("move_next_once", {"habit": "wake", "time": "07:00", "date": "2026-03-01"}),
    ("one_off_alarm", {"time": "23:59", "date": "2028-02-29", "like": "wake"}), ("cancel_exception", {"name": "once-1"}),
    ("up_for_good", {}), ("already_up", {"habit": "wake"}), ("call_me_again", {}), ("step_back", {"habit": "wake"}),
    ("rate_habit", {"habit": "wake", "score": 6}), ("stay_silent", {"habit": "wake"}),
    ("stop_nudges", {}), ("record_phrase", {"words": "I can come back."}), ("record_phrase", {"number": 2}),
    ("use_voice", {"voice": "own"}), ("sign_in", {}),
    ("set_volume", {"percent": 40}), ("start_meditation", {"minutes": "5"}),
    ("start_meditation", {"minutes": "3", "breath": "sigh"}), ("end_conversation", {}), ("wait_for_user", {}),
    ("set_volume", {"percent": 1e3, "x": [None, -0.5e-3, {"\u3042\ud83d\ude00": "\\u3042"}]}),
]

PROFILE = """owner: { name: Aiko, language: en }
volume: { ceiling: 70, floor: 20 }
companion: automatic
habits:
  wake: { at: "06:10", days: [mon, tue], follow_ups: 3, follow_up_interval: 60s }
  reading: ~
"""
DOCUMENTS = [PROFILE, "- [a, 'b', \"c\\u3042\"]\n", "a: |\n  x\n  y\nb: >-\n  z\n", "&a b: *a\n", "%YAML 1.2\n---\n{}\n...\n",
             "? - a\n: !!str x\n", "{a: 1, a: 2}\n"]


def wav(code, bits, channels, rate, data, more=b"", extensible=False):
    frame = bits // 8 * channels
    form = struct.pack("<HHIIHH", 0xFFFE if extensible else code, channels, rate, rate * frame, frame, bits)
    if extensible:
        form += struct.pack("<HHIH", 22, bits, 3, code) + b"\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71"
    chunks = b"WAVE" + more + b"fmt " + struct.pack("<I", len(form)) + form + b"data" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(chunks)) + chunks


SOUNDS = [wav(1, 16, 1, 48_000, bytes(range(64))), wav(1, 8, 2, 8_000, bytes(range(64))),
          wav(1, 24, 1, 44_100, bytes(range(60)), b"LIST\x03\0\0\0abc\0"), wav(1, 32, 2, 96_000, bytes(64)),
          wav(3, 32, 1, 22_050, struct.pack("<8f", *(n / 8 for n in range(8)))),
          wav(1, 16, 2, 16_000, bytes(32), extensible=True)]

NOTES = (b"LIST" + struct.pack("<I", 20) + b"INFOICRD" + struct.pack("<I", 8) + b"2026-11\0"
         + b"anic" + struct.pack("<I", 38) + b"synthetic=yes\nmodel=m\ndate=2026-11-28\n")
CLIPS = [wav(1, 16, 1, 24_000, bytes(range(64)), NOTES), wav(1, 16, 1, 8_000, bytes(64)), SOUNDS[0],
         wav(1, 16, 1, 24_000, bytes(64), b"anic" + struct.pack("<I", 4) + b"a=b\n")]


def tzif(transitions, offsets, footer, version=b"2"):
    """Of `(seconds, type)`, and offsets of the types."""
    def block(width):
        head = b"TZif" + version + bytes(15) + struct.pack(">6I", 0, 0, 0, len(transitions), len(offsets), 4)
        times = b"".join(struct.pack(">" + width, seconds) for seconds, _ in transitions)
        kinds = bytes(kind for _, kind in transitions)
        return head + times + kinds + b"".join(struct.pack(">iBB", offset, 0, 0) for offset in offsets) + b"ABC\0"
    return block("i") + (block("q") + b"\n" + footer + b"\n" if version != b"\0" else b"")


ZONES = [tzif([], [0], b"UTC0"), tzif([(0, 1), (86_400, 0)], [3_600, 7_200], b"CET-1CEST,M3.5.0,M10.5.0/3"),
         tzif([(-1_000_000, 0)], [-18_000], b"EST5EDT,M3.2.0,M11.1.0"), tzif([(5, 0)], [32_400], b"", b"\0"),
         tzif([], [12_600], b"<+0330>-3:30<+0430>,J79/24,J263/24", b"3")]
REQUESTS = [{"id": 1, "metrics": True}, {"id": 2, "diagnostics": True}, {"id": 3, "watch": True}, {"id": 4, "command": {}},
            {"id": 5, "error": {"code": 65, "message": "x"}}, {"\x9b2J\u2028": {}}, {"command": {"\x9b": {}}}]

def ogg(*pages):
    """Of packets, each shorter than 255 bytes."""
    result = b""
    for number, packets in enumerate(pages):
        flags = 2 if number == 0 else 4 if number == len(pages) - 1 else 0
        page = bytearray(b"OggS" + struct.pack("<BBqIIIB", 0, flags, 0, 7, number, 0, len(packets))
                         + bytes(map(len, packets)) + b"".join(packets))
        crc = 0
        for byte in page:
            crc ^= byte << 24
            for _ in range(8):
                crc = (crc << 1 ^ 0x04C11DB7 if crc & 0x80000000 else crc << 1) & 0xFFFFFFFF
        page[22:26] = struct.pack("<I", crc)
        result += bytes(page)
    return result


# For the gateway's fuzzers. The first byte chooses the parser (gateway/Tests/Fuzz).
BODIES = [b"\0" + text for text in (b'{"a":[1,-2.5e3,"\\u00e9\\n",true,null],"b":{}}', b"[]", b'"x"', b"-0.1e+2")]
FORMS = [b"\1grant_type=refresh&a=%E3%81%82+b&=&c", b"\1user_code=123-456-789"]
FILES = [b'\2multipart/form-data; boundary="x-1"\n--x-1\r\nContent-Disposition: form-data; name="sound"; filename="a.wav"\r\n'
         b"Content-Type: audio/wav\r\n\r\nRIFF\r\n--x-1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--x-1--\r\n"]
WORDS = [b"\3eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJhIn0.AAAA", b"\3t=1700000000,v1=" + b"0a" * 32, b"\3agd_0" + b"A" * 49,
         b"\x04123 456-789", b"\x04abcd-efgh", b"\x042026-12", b"\x04::ffff:192.0.2.7", b"\x042001:db8::7",
         b"\x04postgres://a:b@[::1]:5432/c?sslmode=verify-full", b"\x04host=/run user='a b'",
         b"\x04https://gateway.example:8443"]
COSE = b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20" + bytes(32) + b"\x22\x58\x20" + bytes(32)
AUTHENTICATORS = [b"\0" + bytes(32) + b"\x05" + bytes(4),
                  b"\0" + bytes(32) + b"\x45" + bytes(4) + bytes(16) + b"\x00\x04abcd" + COSE,
                  b"\1\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x44abcd", b"\1" + COSE, b"\1\x82\x20\xf5"]
MADE = bytes(32) + b"\x45" + bytes(4) + bytes(16) + b"\x00\x04abcd" + COSE
AUTHENTICATORS += [b'\2{"type":"webauthn.create","challenge":"AA","origin":"https://gateway.example","crossOrigin":false}',
                   b"\3\x04abcd\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58" + bytes([len(MADE)]) + MADE]
FRAMES = [b"\0\x81\x02{}\x89\x01a\x88\x00", b"\0\x01\x01{\x80\x01}", b"\0\x82\x7e\x00\x80" + bytes(128)]
RECORDINGS = [b"\3" + ogg([b"OpusHead\1\1" + struct.pack("<HIhB", 312, 24_000, 0, 0)], [b"OpusTags" + bytes(8)],
                          [b"\x48" + bytes(20), b"\xf9\xff\xfe\xff\xfe", b"\xfb\x02\xff\xfe\xff\xfe"])]
SAID = [b"\2" + text.encode() for text in ("Good morning, 100%.", "おはよう、ガラス｡ﾊﾟﾝ")]

SEEDS = {
    "sdp": [text.replace("\n", end).encode() for text in (OFFER, ANSWER, OLD) for end in ("\r\n", "\n")],
    "rtp": [rtp(n, payload) for n, payload in enumerate(OPUS)] + [
        rtp(7, OPUS[0], 0x90, struct.pack("!HH", 0xBEDE, 1) + b"\x10\x30\x00\x00", 1), rtp(8, OPUS[0] + b"\x00\x02", 0xA0),
        rtp(9, OPUS[0], 0x82, struct.pack("!II", 1, 2))],
    "rtcp": REPORTS,
    "stream": [series(rtp(65_530 + n & 0xFFFF, OPUS[n % 3]) for n in range(12)),
               series(rtp(n, OPUS[0]) for n in (1, 3, 2, 2, 9, 400, 401, 5)), series(rtp(n, OPUS[3]) for n in range(4))],
    "channel": [piece(0, 0, b"\x02"), piece(1, 0, opening(b"more", b"x")) + piece(1, 1, b"{}") + piece(1, 4, b"\x00"),
                piece(0, 1, b"{", True) + piece(0, 1, b"}") + piece(0, 2, b"\x00\x01") + piece(0, 3, b"\x00"),
                piece(3, 0, opening(b"a", kind=0x81)) + b"\x03\x01\x02\x00\x01x"],
    "events": MESSAGES, "conversation": CONVERSATIONS,
    "arguments": [f"{name}\n{json.dumps(arguments)}".encode() for name, arguments in ARGUMENTS],
    "yaml": [text.encode() for text in DOCUMENTS] + [file.read_bytes() for file in sorted(PROJECT.glob("board/*.yaml"))],
    "wav": SOUNDS, "clip": CLIPS, "tzif": ZONES,
    "control": [json.dumps(request, ensure_ascii=False).encode() for request in REQUESTS],
    # More of these are written by the program itself.
    "schedule": [b"{}"], "journal": [b"{}\n{}\n"],
    "requests": BODIES + FORMS + FILES + WORDS, "passkeys": AUTHENTICATORS,
    "providers": FRAMES + SAID + RECORDINGS + [b"\1" + sound for sound in SOUNDS[:2]],
}


def write(folder):
    """A folder of seeds for each target; returns their names."""
    for target, seeds in SEEDS.items():
        place = pathlib.Path(folder) / target
        place.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds):
            (place / f"seed-{number}").write_bytes(seed)
    return list(SEEDS)
