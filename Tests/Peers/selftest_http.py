"""The stand-in for the service over a WebSocket and plain HTTP, against aiohttp."""

import asyncio
import base64
import json
import time
import unittest.mock

import aiohttp
import numpy
from aiortc import RTCConfiguration, RTCPeerConnection

from selftest_kit import KEY, TONE, ServiceCase


class WebSocket(ServiceCase):
    async def asyncSetUp(self):
        await super().asyncSetUp()
        self.http = await self.enterAsyncContext(aiohttp.ClientSession())
        self.socket = None
        self.events = []

    async def open(self, key=KEY):
        self.socket = await self.enterAsyncContext(self.http.ws_connect(
            f"{self.service.base}/realtime?model=gpt-realtime-2.1-mini", headers={"Authorization": f"Bearer {key}"}))

    async def next(self, kind):
        async with asyncio.timeout(8):
            while True:
                event = json.loads(await self.socket.receive_str())
                self.events.append(event)
                if event["type"] == kind:
                    return event

    async def send(self, kind, **content):
        await self.socket.send_json({"type": kind, **content})

    async def append(self, milliseconds, amplitude):
        samples = amplitude * numpy.sin(2 * numpy.pi * 440 * numpy.arange(480) / 24_000)
        audio = base64.b64encode(samples.astype("<i2").tobytes()).decode()
        for _ in range(milliseconds // 20):
            await self.send("input_audio_buffer.append", audio=audio)

    async def test_speaks_in_bursts_and_checks_the_truncation(self):
        await self.service.control(script={"turns": [TONE]})
        await self.open()
        await self.next("session.created")
        started = time.monotonic()
        await self.send("response.create")
        done = await self.next("response.done")
        self.assertLess(time.monotonic() - started, 1.0)
        deltas = [e for e in self.events if e["type"] == "response.output_audio.delta"]
        self.assertEqual(sum(len(base64.b64decode(e["delta"])) for e in deltas), 1500 * 48)
        self.assertFalse([e for e in self.events if e["type"].startswith("output_audio_buffer")])
        item = done["response"]["output"][0]["id"]
        for audio_end_ms, expected in ((1501, "error"), (400.5, "error"), (400, "conversation.item.truncated")):
            await self.send("conversation.item.truncate", item_id=item, content_index=0, audio_end_ms=audio_end_ms)
            await self.next(expected)

    SUMMARY = {
        "conversation": "none", "metadata": {"purpose": "summary", "talk": "t"}, "output_modalities": ["text"],
        "input": [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "owner: yes"}]}],
        "tools": [{"type": "function", "name": "save", "parameters": {}}, {"type": "function", "name": "other"}],
        "tool_choice": {"type": "function", "name": "save"}, "parallel_tool_calls": False,
        "reasoning": {"effort": "minimal"}, "max_output_tokens": 700}

    async def summary(self):
        await self.send("response.create", event_id="s", response=self.SUMMARY)
        while True:
            done = (await self.next("response.done"))["response"]
            if done["metadata"] == self.SUMMARY["metadata"]:
                return done

    async def test_answers_beside_the_conversation_with_the_forced_function(self):
        await self.service.control(script={"turns": [{"tone": {"milliseconds": 3000}}], "burst_factor": 1.5})
        await self.open()
        await self.next("session.created")
        await self.send("response.create")
        await self.next("response.output_audio.delta")
        self.events.clear()
        done = await self.summary()
        self.assertIsNone(done["conversation_id"])
        self.assertEqual([(i["type"], i["name"], i["arguments"]) for i in done["output"]], [
            ("function_call", "save", "{}")])
        created = next(e for e in self.events if e["type"] == "response.created")
        self.assertEqual(created["response"]["metadata"], self.SUMMARY["metadata"])
        self.assertFalse([e for e in self.events if e["type"] == "conversation.item.added"])
        # The spoken answer has gone on meanwhile.
        spoken = (await self.next("response.done"))["response"]
        self.assertEqual((spoken["status"], spoken["metadata"]), ("completed", None))
        state = await self.service.request("GET", "/control")
        self.assertEqual([item["type"] for item in state["sessions"][0]["items"]], ["message"])
        await self.send("response.create", response={
            "tools": self.SUMMARY["tools"], "tool_choice": {"type": "function", "name": "other"}})
        self.assertEqual((await self.next("response.done"))["response"]["output"][0]["name"], "other")

    async def test_its_answers_beside_the_conversation_follow_the_script(self):
        call = {"name": "save", "arguments": {"line": "おやすみ"}}
        await self.service.control(script={"out_of_band": [
            {"tools": [call]}, {"say": "I would rather not."}, {"tools": [call], "delay_ms": 400},
            {"status": "failed"}, {"tools": [call], "status": "incomplete", "reason": "max_output_tokens"},
            {"tools": [{"name": "other"}]}, {"tools": [call, call]}, {"tools": [{"name": "save", "bytes": 1_000_000}]},
            {"tools": [{"name": "save", "depth": 5000}]}, {"tools": [{"name": "save", "arguments": "{not JSON"}]}]})
        await self.open()
        await self.next("session.created")
        good = await self.summary()
        self.assertEqual(json.loads(good["output"][0]["arguments"]), {"line": "おやすみ"})
        self.assertEqual([item["type"] for item in (await self.summary())["output"]], ["message"])
        started = time.monotonic()
        await self.summary()
        self.assertGreater(time.monotonic() - started, 0.39)
        self.assertEqual((await self.summary())["status"], "failed")
        details = (await self.summary())["status_details"]
        self.assertEqual(details, {"type": "incomplete", "reason": "max_output_tokens"})
        self.assertEqual((await self.summary())["output"][0]["name"], "other")
        self.assertEqual(len((await self.summary())["output"]), 2)
        self.assertEqual(len((await self.summary())["output"][0]["arguments"]), 1_000_000)
        self.assertEqual((await self.summary())["output"][0]["arguments"], "[" * 5000 + "]" * 5000)
        for _ in range(2):  # and the last again
            self.assertEqual((await self.summary())["output"][0]["arguments"], "{not JSON")

    async def test_refuses_what_it_does_not_know_and_a_function_that_is_not_there(self):
        await self.service.control(faults={"session": {"unknown_parameters": ["response.reasoning"]}})
        await self.open()
        await self.next("session.created")
        await self.send("response.create", event_id="s", response=self.SUMMARY)
        error = (await self.next("error"))["error"]
        self.assertEqual((error["code"], error["param"], error["event_id"]),
                         ("unknown_parameter", "response.reasoning", "s"))
        known = {name: value for name, value in self.SUMMARY.items() if name != "reasoning"}
        await self.send("response.create", response=known)
        self.assertEqual((await self.next("response.done"))["response"]["status"], "completed")
        await self.send("response.create", response={**known, "tools": []})
        self.assertEqual((await self.next("error"))["error"]["param"], "response.tool_choice")

    async def test_hears_the_owner_and_cancels_its_response(self):
        await self.service.control(script={"turns": [{"tone": {"milliseconds": 8000}}, TONE], "burst_factor": 1.5})
        await self.open()
        await self.next("session.created")
        await self.send("response.create")
        await self.next("response.output_audio.delta")
        await self.append(400, 6000)
        started = await self.next("input_audio_buffer.speech_started")
        done = await self.next("response.done")
        self.assertEqual(done["response"]["status_details"]["reason"], "turn_detected")
        await self.append(800, 0)
        stopped = await self.next("input_audio_buffer.speech_stopped")
        self.assertEqual(started["item_id"], stopped["item_id"])
        await self.next("response.output_audio.done")

    async def test_refuses_bad_keys_at_once_and_expired_ones_at_the_first_request(self):
        with self.assertRaises(aiohttp.WSServerHandshakeError) as refused:
            await self.open("sk-wrong")
        self.assertEqual(refused.exception.status, 401)
        await self.service.control(faults={"client_secrets": {"key_lifetime_seconds": 0}})
        _, secret = await self.client().secret()
        await self.open(secret["value"])
        await self.send("session.update", session={"type": "realtime"})
        self.assertIn("expired", (await self.next("error"))["error"]["message"])

    async def test_closes_with_1001_when_the_session_expires(self):
        await self.open()
        await self.next("session.created")
        await self.service.control(do="expire")
        self.assertEqual((await self.next("error"))["error"]["code"], "session_expired")
        message = await asyncio.wait_for(self.socket.receive(), 3)
        self.assertEqual((message.type, message.data), (aiohttp.WSMsgType.CLOSE, 1001))

    async def test_vanishes_without_closing(self):
        await self.open()
        await self.next("session.created")
        await self.service.control(do="vanish")
        await self.socket.ping()
        with self.assertRaises(TimeoutError):
            await asyncio.wait_for(self.socket.receive(), 1)


class Requests(ServiceCase):
    async def test_gives_a_secret_only_for_the_key_and_only_as_asked(self):
        client = self.client()
        status, body = await client.secret()
        self.assertEqual(status, 200)
        self.assertTrue(body["value"].startswith("ek_"))
        self.assertAlmostEqual(body["expires_at"], time.time() + 600, delta=5)
        self.assertEqual(body["session"]["model"], "gpt-realtime-2.1-mini")
        status, body = await client.secret(expires_after={"anchor": "created_at", "seconds": 9})
        self.assertEqual((status, body["error"]["param"]), (400, "expires_after.seconds"))
        client.key = "sk-wrong"
        status, body = await client.secret()
        self.assertEqual((status, body["error"]["code"]), (401, "invalid_api_key"))

    async def test_refuses_an_expired_key_and_a_poor_offer(self):
        client = self.client()
        _, good = await client.secret()
        await self.service.control(faults={"client_secrets": {"key_lifetime_seconds": 0}})
        _, old = await client.secret()
        async with aiohttp.ClientSession() as http:
            for token, offer, status, code in ((old["value"], "v=0\r\n", 401, "token_expired"),
                                               (good["value"], "v=0\r\n", 400, "invalid_offer"),
                                               ("sk-wrong", "v=0\r\n", 401, "invalid_api_key")):
                headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/sdp"}
                async with http.post(f"{self.service.base}/realtime/calls", data=offer, headers=headers) as response:
                    self.assertEqual((response.status, (await response.json())["error"]["code"]), (status, code))

    async def test_takes_the_form_of_the_unified_interface(self):
        self.client()  # sets the addresses
        pc = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        pc.addTransceiver("audio")
        pc.createDataChannel("oai-events")
        await pc.setLocalDescription(await pc.createOffer())
        form = aiohttp.FormData()
        form.add_field("sdp", pc.localDescription.sdp, content_type="application/sdp")
        form.add_field("session", json.dumps({"type": "realtime", "model": "gpt-realtime-2"}),
                       content_type="application/json")
        async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {KEY}"}) as http:
            async with http.post(f"{self.service.base}/realtime/calls", data=form) as response:
                self.assertEqual(response.status, 201)
        state = await self.service.request("GET", "/control")
        self.assertEqual(state["sessions"][0]["configuration"]["model"], "gpt-realtime-2")
        await pc.close()

    async def test_fails_on_demand_so_many_times(self):
        client = self.client()
        for fault, status, code in (({"status": 429, "retry_after": 7}, 429, "insufficient_quota"),
                                    ({"status": 429, "code": "rate_limit_exceeded"}, 429, "rate_limit_exceeded"),
                                    ({"status": 402}, 402, "insufficient_quota"), ({"status": 503}, 503, None)):
            await self.service.control(faults={"client_secrets": {**fault, "times": 1}})
            self.assertEqual(await client.secret(), (status, unittest.mock.ANY))
            self.assertEqual((await client.secret())[0], 200)
        await self.service.control(faults={"client_secrets": {"malformed": True}})
        with self.assertRaises(ValueError):
            await client.secret()
        await self.service.control(faults={"client_secrets": {"hang": True}})
        with self.assertRaises(TimeoutError):
            await asyncio.wait_for(client.secret(), 0.5)
        await self.service.control(faults={"client_secrets": {"drop": True}})
        with self.assertRaises(aiohttp.ClientError):
            await client.secret()
