"""The stand-in for the service over WebRTC, against an aiortc client."""

import asyncio
import json
import time

import aiohttp
import aioice.stun

from selftest_kit import HERE, KEY, TONE, Program, ServiceCase, reached


def kinds(events):
    return [event["type"] for event in events]


class WebRTC(ServiceCase):
    async def test_speaks_first_and_is_heard_to_the_end(self):
        await self.service.control(script={"turns": [TONE], "after": "silence"})
        client = await self.connected()
        await client.begin()
        await client.wait_for("output_audio_buffer.started")
        await client.wait_for("response.done")
        await client.wait_for("output_audio_buffer.stopped")
        await asyncio.sleep(0.2)
        self.assertAlmostEqual(client.loud_frames, 75, delta=4)
        order = [k for k in kinds(client.events) if not k.endswith(".delta")]
        self.assertEqual(order, [
            "session.created", "session.updated", "response.created", "response.output_item.added",
            "conversation.item.added", "response.content_part.added", "output_audio_buffer.started",
            "response.output_audio_transcript.done", "response.content_part.done", "conversation.item.done",
            "response.output_item.done", "response.done", "rate_limits.updated", "output_audio_buffer.stopped"])

    async def test_answers_in_the_services_own_dialect(self):
        client = await self.connected()
        sections = client.answer_sdp.split("m=")
        self.assertRegex(client.location, r"^/v1/realtime/calls/rtc_")
        self.assertIn("a=fingerprint:sha-256 ", sections[0])
        self.assertIn("a=ice-lite", sections[0])
        self.assertNotIn("a=fingerprint", sections[1] + sections[2])
        self.assertIn("a=setup:active", sections[1])
        self.assertRegex(sections[1], r"a=candidate:\d+ 1 udp \d+ 127.0.0.1 \d+ typ host ufrag \S+/\S+")
        self.assertRegex(sections[1], r"typ host tcptype passive ufrag ")
        self.assertNotIn("a=candidate", sections[2])

    async def test_connects_as_dtls_server_too(self):
        await self.service.control(faults={"peer": {"setup": "passive"}})
        client = await self.connected()
        self.assertIn("a=setup:passive", client.answer_sdp)
        await client.wait_for("session.created")

    async def test_is_interrupted_by_voice_and_answers_it(self):
        await self.service.control(script={"turns": [{"tone": {"milliseconds": 8000}}, TONE], "burst_factor": 1})
        client = await self.connected()
        await client.begin()
        await client.wait_for("output_audio_buffer.started")
        await asyncio.sleep(0.5)
        client.microphone.is_speaking = True
        await client.wait_for("input_audio_buffer.speech_started")
        await client.wait_for("output_audio_buffer.cleared")
        truncated = await client.wait_for("conversation.item.truncated")
        self.assertTrue(300 < truncated["audio_end_ms"] < 2000, truncated)
        done = await client.wait_for("response.done")
        self.assertEqual(done["response"]["status_details"], {"type": "cancelled", "reason": "turn_detected"})
        await asyncio.sleep(0.4)
        self.assertGreater(time.monotonic() - client.last_loud, 0.15)  # nothing more came
        client.microphone.is_speaking = False
        await client.wait_for("input_audio_buffer.speech_stopped")
        await client.wait_for("input_audio_buffer.committed")
        await client.wait_for("response.created")
        await client.wait_for("output_audio_buffer.started")

    async def test_keeps_speaking_when_interruption_is_off(self):
        await self.service.control(script={"turns": [TONE], "after": "silence"})
        client = await self.connected()
        await client.wait_for("session.created")
        client.send("session.update", session={"type": "realtime", "audio": {"input": {"turn_detection": {
            "type": "server_vad", "interrupt_response": False, "create_response": False}}}})
        await client.wait_for("session.updated")
        client.send("response.create")
        await client.wait_for("output_audio_buffer.started")
        client.microphone.is_speaking = True
        await client.wait_for("input_audio_buffer.speech_started")
        await client.wait_for("output_audio_buffer.stopped")
        self.assertNotIn("output_audio_buffer.cleared", kinds(client.events))

    async def test_calls_a_tool_and_says_what_it_said(self):
        await self.service.control(script={"turns": [
            {"tools": [{"name": "next_up", "arguments": {"days": 1}}], "then": "It says: {output}"}]})
        client = await self.connected()
        await client.begin()
        call = await client.wait_for("response.function_call_arguments.done")
        self.assertEqual((call["name"], json.loads(call["arguments"])), ("next_up", {"days": 1}))
        await client.wait_for("response.done")
        client.send("conversation.item.create", item={
            "type": "function_call_output", "call_id": call["call_id"], "output": '{"message": "Training at seven."}'})
        client.send("response.create")
        said = await client.wait_for("response.output_audio_transcript.done")
        self.assertEqual(said["transcript"], "It says: Training at seven.")

    async def test_refuses_what_the_protocol_does_not_have(self):
        await self.service.control(script={"turns": [{"tone": {"milliseconds": 4000}}], "burst_factor": 1})
        client = await self.connected()
        await client.begin()
        await client.wait_for("output_audio_buffer.started")
        wrong = [
            ("session.update", {"session": {"type": "realtime", "voice": "marin"}}, "unknown_parameter"),
            ("session.update", {"session": {"instructions": "x"}}, "missing_required_parameter"),
            ("session.update", {"session": {"type": "realtime", "model": "gpt-realtime-2"}}, "cannot_update_model"),
            ("session.update", {"session": {"type": "realtime", "audio": {"output": {"voice": "cedar"}}}},
             "cannot_update_voice"),
            ("response.create", {}, "conversation_already_has_active_response"),
            ("response.create", {"response": {"modalities": ["audio"]}}, "unknown_parameter"),
            ("response.cancel", {"response_id": "resp_other"}, "response_cancel_not_active"),
            ("conversation.item.create", {"item": {"type": "message", "role": "assistant", "content": [
                {"type": "output_audio", "audio": ""}]}}, "invalid_value"),
            ("conversation.item.create", {"item": {"type": "function_call_output", "call_id": "call_0",
                                                   "output": ""}}, "invalid_tool_call_id"),
            ("input_audio_buffer.append", {"audio": ""}, "invalid_event"),
            ("input_audio_buffer.commit", {}, "invalid_event"),
            ("no.such.event", {}, "invalid_value"),
        ]
        for number, (kind, content, code) in enumerate(wrong):
            client.send(kind, event_id=f"wrong_{number}", **content)
            error = (await client.wait_for("error"))["error"]
            self.assertEqual((error["code"], error["event_id"]), (code, f"wrong_{number}"), kind)

    async def test_history_may_be_restored_as_text(self):
        client = await self.connected()
        await client.wait_for("session.created")
        for role, part in (("system", "input_text"), ("user", "input_text"), ("assistant", "output_text")):
            client.send("conversation.item.create", item={
                "type": "message", "role": role, "content": [{"type": part, "text": "before"}]})
            added = await client.wait_for("conversation.item.done")
            self.assertEqual(added["item"]["role"], role)

    async def test_dies_in_mid_sentence_without_a_word(self):
        await self.service.control(script={"turns": [{"tone": {"milliseconds": 4000}}], "faults": {
            "session": {"in_response": {"number": 1, "after_audio_ms": 400, "do": "vanish"}}}})
        client = await self.connected()
        await client.begin()
        await client.wait_for("output_audio_buffer.started")
        await asyncio.sleep(1.5)
        self.assertTrue(10 < client.loud_frames < 45, client.loud_frames)
        self.assertFalse(client.closed.is_set())

    async def test_says_nothing_where_the_script_withholds_it(self):
        await self.service.control(faults={"session": {"no_session_created": True}})
        client = await self.connected()
        with self.assertRaises(TimeoutError):
            await client.wait_for("session.created", 0.7)
        await self.service.control(faults={"session": {"no_session_updated": True}})
        client.send("session.update", session={"type": "realtime"})
        with self.assertRaises(TimeoutError):
            await client.wait_for("session.updated", 0.7)
        await self.service.control(do="silent")
        client.send("response.create")
        with self.assertRaises(TimeoutError):
            await client.wait_for("response.created", 0.7)
        self.assertFalse(client.closed.is_set())

    async def test_responses_fail_and_end_early_on_demand(self):
        await self.service.control(script={"turns": [
            {"status": "failed", "error": {"type": "insufficient_quota", "code": "insufficient_quota"}},
            {**TONE, "status": "incomplete"},
            {"preamble": "One moment.", **TONE, "tools": [{"name": "no_such_tool", "optional": True}]}]})
        client = await self.connected()
        await client.begin()
        failed = (await client.wait_for("response.done"))["response"]
        self.assertEqual((failed["status"], failed["output"]), ("failed", []))
        self.assertEqual(failed["status_details"]["error"]["code"], "insufficient_quota")
        client.send("response.create")
        self.assertEqual((await client.wait_for("response.done"))["response"]["status_details"]["type"], "incomplete")
        client.send("response.create")
        both = (await client.wait_for("response.done"))["response"]["output"]
        self.assertEqual([item["phase"] for item in both], ["commentary", "final_answer"])
        for _ in range(2):
            await client.wait_for("output_audio_buffer.stopped")
        started = [e for e in client.events if e["type"] == "output_audio_buffer.started"]
        self.assertEqual(len(started), 2)  # the failed one had no audio, the last one started once

    async def test_closes_orderly_and_expires_on_demand(self):
        client = await self.connected()
        await client.wait_for("session.created")
        await self.service.control(do="expire")
        self.assertEqual((await client.wait_for("error"))["error"]["code"], "session_expired")
        await asyncio.wait_for(client.closed.wait(), 3)

    async def test_hangs_up_once(self):
        client = await self.connected()
        url = f"http://127.0.0.1:{self.service.port}{client.location}/hangup"
        headers = {"Authorization": f"Bearer {KEY}"}
        async with aiohttp.ClientSession(headers=headers) as http:
            async with http.post(url) as first:
                self.assertEqual(first.status, 200)
            await asyncio.wait_for(client.closed.wait(), 3)
            async with http.post(url) as second:
                self.assertEqual(second.status, 404)

    async def test_sends_huge_broken_and_delayed_events(self):
        await self.service.control(faults={"session": {
            "huge_event_bytes": 200_000, "garbage_event": True, "delay_ms": {"session.updated": 300}}})
        client = await self.connected()
        await client.wait_for("session.created")
        started = time.monotonic()
        client.send("session.update", session={"type": "realtime"})
        await client.wait_for("session.updated")
        self.assertGreater(time.monotonic() - started, 0.29)
        await client.wait_for("broken")
        self.assertEqual(len((await client.wait_for("service.unheard_of"))["filler"]), 200_000)

    async def test_peer_faults_keep_the_client_from_connecting(self):
        for fault in ({"wrong_fingerprint": True}, {"no_candidates": True}, {"no_channel": True},
                      {"stall_dtls": True}, {"tcp": "only"}):
            with self.subTest(fault):
                await self.service.control(faults={"peer": fault})
                client = self.client()
                await client.connect()
                with self.assertRaises(TimeoutError):
                    await asyncio.wait_for(client.opened.wait(), 1)

    async def test_passive_tcp_candidate_answers_a_framed_check(self):
        await self.service.control(faults={"peer": {"tcp": "only"}})
        client = self.client()
        await client.connect()
        lines = client.answer_sdp.splitlines()
        name, password = (next(line.split(":", 1)[1] for line in lines if line.startswith(prefix))
                          for prefix in ("a=ice-ufrag:", "a=ice-pwd:"))
        offer = client._pc.localDescription.sdp.splitlines()
        own = next(line.split(":", 1)[1] for line in offer if line.startswith("a=ice-ufrag:"))
        candidate = next(line for line in lines if line.startswith("a=candidate:")).split()
        self.assertEqual((candidate[2], candidate[9]), ("tcp", "passive"))
        check = aioice.stun.Message(aioice.stun.Method.BINDING, aioice.stun.Class.REQUEST)
        check.attributes.update({
            "USERNAME": f"{name}:{own}", "PRIORITY": 1, "ICE-CONTROLLING": 1, "USE-CANDIDATE": None})
        check.add_message_integrity(password.encode())
        reader, writer = await asyncio.open_connection(candidate[4], int(candidate[5]))
        frame = bytes(check)
        writer.write(len(frame).to_bytes(2, "big") + frame)
        length = int.from_bytes(await asyncio.wait_for(reader.readexactly(2), 3), "big")
        answer = aioice.stun.parse_message(await reader.readexactly(length))
        self.assertEqual(answer.message_class, aioice.stun.Class.RESPONSE)
        writer.close()

    async def test_log_has_no_key_and_says_what_came(self):
        client = await self.connected()
        await client.begin()
        client.microphone.is_speaking = True
        await client.wait_for("input_audio_buffer.speech_started")
        await asyncio.sleep(1.2)

        async def has_a_whole_second():  # one in which the machine stood still has fewer packets, or more
            return any(45 <= record["packets"] <= 56 for record in await self.service.log("rtp"))
        await reached(has_a_whole_second)
        records = await self.service.log()
        text = json.dumps(records)
        self.assertNotIn(KEY, text)
        self.assertNotIn("ek_", text)
        found = {record["kind"] for record in records}
        self.assertLessEqual({"request", "offer", "answer", "channel", "received", "sent", "first_audio", "rtp",
                              "owner_speech"}, found)
        self.assertTrue(any(45 <= r["packets"] <= 56 for r in records if r["kind"] == "rtp"))

    async def test_media_passes_through_a_bad_path(self):
        forwarder = Program(HERE / "udp_forwarder.py", "--seed", 3)
        self.addCleanup(forwarder.stop)
        await self.service.control(script={"turns": [{"tone": {"milliseconds": 3000}}]}, faults={
            "peer": {"forwarder": f"http://127.0.0.1:{forwarder.port}", "tcp": "none"}})
        client = await self.connected()
        await client.begin()
        await client.wait_for("output_audio_buffer.started")
        await forwarder.request("POST", "/phases", [{"loss": 0.2, "jitter_ms": 10, "reorder": 0.05, "duplicate": 0.05}])
        await client.wait_for("output_audio_buffer.stopped", 8)
        ways = (await forwarder.request("GET", "/stats"))["paths"][0]
        for way in ways.values():
            self.assertGreater(way["passed"], 80)
            self.assertTrue(0.08 < way["lost"] / (way["passed"] + way["lost"]) < 0.35, way)
        self.assertGreater(ways["out"]["reordered"], 0)
        rtp = [record for record in await self.service.log("rtp")]
        self.assertGreater(rtp[-1]["lost"], 5)


class Reflection(ServiceCase):
    options = ("--reflect",)

    async def test_sends_back_what_it_gets_packet_by_packet(self):
        client = await self.connected()
        client.microphone.is_speaking = True

        async def is_heard():
            return client.loud_frames > 40
        await reached(is_heard)
        self.assertGreater(client.loud_frames, 40)


class OverIPv6(ServiceCase):
    options = ("--media-host", "::1")

    async def test_connects(self):
        client = self.client(address="::1")
        await client.connect()
        await client.wait_for("session.created")
        self.assertRegex(client.answer_sdp, r" udp \d+ ::1 \d+ typ host")
