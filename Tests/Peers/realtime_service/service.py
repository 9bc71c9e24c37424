"""The service's HTTP side: client secrets, calls, WebSocket, and the control endpoint for tests."""

import asyncio
import json
import secrets
import time

from aiohttp import WSMsgType, hdrs, web

from . import configuration, dialect, ice, schema
from .schema import Refused
from .script import DEEDS, ScriptError
from .session import Session
from .speech import Speaker
from .webrtc_line import WebRTCLine
from .websocket_line import WebSocketLine

LARGEST_REQUEST = 1 << 20
TEN_MINUTES = 600
HANGING_SECONDS = 300


class HTTPError(Exception):
    def __init__(self, status, message, kind="invalid_request_error", code=None, param=None, retry_after=None):
        super().__init__(message)
        self.status, self.message, self.kind, self.code, self.param = status, message, kind, code, param
        self.retry_after = retry_after


FAULT_CODES = {
    401: ("invalid_request_error", "invalid_api_key", "Incorrect API key provided."),
    402: ("insufficient_quota", "insufficient_quota", "Payment is required."),
    429: ("insufficient_quota", "insufficient_quota",
          "You exceeded your current quota, please check your plan and billing details."),
    500: ("server_error", None, "The server had an error while processing your request."),
    503: ("server_error", None, "The engine is currently overloaded, please try again later."),
}


class Service:
    def __init__(self, script, journal, key, host="127.0.0.1", media_hosts=None, reflects=False):
        self.script, self.journal, self.host, self.reflects = script, journal, host, reflects
        self.speaker = Speaker()
        self._key = key
        self._secrets = {}  # ephemeral key: (expiry, session configuration)
        self._calls = {}
        self.sessions = []
        self.lines = set()  # those that have not closed yet
        ice.use_addresses(media_hosts or [host])

    def application(self):
        app = web.Application(client_max_size=LARGEST_REQUEST)
        app.router.add_post("/v1/realtime/client_secrets", self._step("client_secrets", self._client_secrets))
        app.router.add_post("/v1/realtime/calls", self._step("calls", self._create_call))
        app.router.add_post("/v1/realtime/calls/{id}/hangup", self._step("hangup", self._hang_up))
        app.router.add_get("/v1/models", self._step("models", self._models))
        app.router.add_get("/v1/realtime", self._step("websocket", self._websocket))
        app.router.add_get("/control", self._state)
        app.router.add_post("/control", self._control)
        app.router.add_get("/control/log", self._log)
        app.on_shutdown.append(self._shut_down)
        return app

    # Requests: faults first, then the handler, errors as the service words them

    def _step(self, step, handler):
        async def serve(request):
            fault = self.script.take_fault(step)
            try:
                response = await self._faulted(step, fault, handler, request)
                status = response.status
            except HTTPError as error:
                response, status = _error_answer(error), error.status
            except Refused as refused:
                response, status = _error_answer(
                    HTTPError(400, refused.message, code=refused.code, param=refused.param)), 400
            self.journal.write("request", step=step, bearer=self._judge(request), status=status)
            return response

        return serve

    async def _faulted(self, step, fault, handler, request):
        if fault.get("delay_ms"):
            await asyncio.sleep(fault["delay_ms"] / 1000)
        if fault.get("hang"):
            self.journal.write("hanging", step=step)
            await asyncio.sleep(HANGING_SECONDS)
        if fault.get("drop"):
            self.journal.write("dropped", step=step)
            request.transport.abort()
            raise HTTPError(500, "dropped")
        if "status" in fault:
            kind, code, message = FAULT_CODES.get(fault["status"], ("server_error", None, "Something is wrong."))
            raise HTTPError(fault["status"], fault.get("message", message), fault.get("type", kind),
                            fault.get("code", code), retry_after=fault.get("retry_after"))
        response = await handler(request, fault)
        if fault.get("malformed"):
            body = "{\"value\": \"ek_tru" if step != "calls" else "v=0\r\no=- nonsense\r\nm=audio\r\na=ice-ufrag\r\n"
            return web.Response(status=response.status, text=body, content_type=response.content_type)
        return response

    # Who is calling

    def _bearer(self, request):
        kind, _, token = request.headers.get(hdrs.AUTHORIZATION, "").partition(" ")
        if kind == "Bearer":
            return token
        for protocol in request.headers.get(hdrs.SEC_WEBSOCKET_PROTOCOL, "").split(","):
            if protocol.strip().startswith("openai-insecure-api-key."):
                return protocol.strip().removeprefix("openai-insecure-api-key.")
        return None

    def _judge(self, request):
        """What a log may say of the bearer."""
        token = self._bearer(request)
        if token is None:
            return "missing"
        if token in self._secrets:
            return "ephemeral" if time.time() < self._secrets[token][0] else "expired"
        return "ok" if secrets.compare_digest(token.encode(), self._key.encode()) else "bad"

    def _demand(self, request, *accepted):
        verdict = self._judge(request)
        if verdict in accepted:
            return verdict
        if verdict == "missing":
            raise HTTPError(401, "You didn't provide an API key.")
        if verdict == "expired":
            raise HTTPError(401, "Ephemeral token expired.", code="token_expired")
        raise HTTPError(401, "Incorrect API key provided.", code="invalid_api_key")

    # Handlers

    async def _client_secrets(self, request, fault):
        self._demand(request, "ok")
        body = await _json(request)
        schema.SECRET_REQUEST(body, "")
        session = configuration.merge(configuration.default_session(), body.get("session", {}))
        seconds = body.get("expires_after", {}).get("seconds", TEN_MINUTES)
        expiry = int(time.time()) + fault.get("key_lifetime_seconds", seconds)
        value = "ek_" + secrets.token_hex(16)
        self._secrets[value] = (expiry, session)
        return web.json_response({"value": value, "expires_at": expiry,
                                  "session": {**session, "id": "sess_" + secrets.token_hex(10)}})

    async def _create_call(self, request, fault):
        verdict = self._demand(request, "ok", "ephemeral")
        offer, session = await self._offer(request, verdict)
        channel_id = request.query.get("dcid")
        if channel_id is not None and not channel_id.isdigit():
            raise HTTPError(400, "Invalid dcid.", param="dcid")
        if unknown := sorted(set(request.query) - {"dcid"}):
            self.journal.write("unknown_query", names=unknown)
        dialect.check_offer(offer, needs_channel=True)
        call_id = "rtc_" + secrets.token_hex(12)
        line = WebRTCLine(self, call_id)
        line.session = self._add_session(line, session, input_rate=48_000)
        line.on_gone = lambda: self._calls.pop(call_id, None)
        line.on_closed = lambda: self.lines.discard(line)
        self._calls[call_id] = line
        self.journal.write("offer", call=call_id, bytes=len(offer))
        answer = await line.answer(offer, int(channel_id) if channel_id is not None else None)
        self.journal.write("answer", call=call_id, session=line.session.id)
        return web.Response(status=201, text=answer, content_type="application/sdp",
                            headers={hdrs.LOCATION: f"/v1/realtime/calls/{call_id}"})

    async def _offer(self, request, verdict):
        """(offer, session configuration), from raw SDP with an ephemeral key or from a form with a standard one."""
        if request.content_type == "application/sdp":
            if verdict != "ephemeral":
                raise HTTPError(400, "A raw SDP offer needs an ephemeral key.", param="session")
            return await request.text(), self._secrets[self._bearer(request)][1]
        if request.content_type != "multipart/form-data":
            raise HTTPError(400, f"Unsupported content type '{request.content_type}'.", code="unsupported_content_type")
        form = await request.post()
        if "sdp" not in form:
            raise HTTPError(400, "Missing required parameter: 'sdp'.", code="missing_required_parameter", param="sdp")
        session = self._secrets[self._bearer(request)][1] if verdict == "ephemeral" else configuration.default_session()
        if "session" in form:
            try:
                update = json.loads(_form_text(form["session"]))
            except ValueError:
                raise HTTPError(400, "The session is not JSON.", param="session") from None
            schema.SESSION(update, "session")
            session = configuration.merge(session, update)
        return _form_text(form["sdp"]), session

    async def _hang_up(self, request, fault):
        self._demand(request, "ok")
        line = self._calls.get(request.match_info["id"])
        if line is None:
            raise HTTPError(404, "No such call.", code="call_not_found")
        asyncio.ensure_future(line.close())
        return web.Response(status=200)

    async def _models(self, request, fault):
        self._demand(request, "ok")
        return web.json_response({"object": "list", "data": [
            {"id": name, "object": "model", "created": 1_780_000_000, "owned_by": "openai"} for name in schema.MODELS]})

    async def _websocket(self, request, fault):
        verdict = self._judge(request)
        if verdict in ("missing", "bad"):
            self._demand(request, "ok")
        model = request.query.get("model")
        if model not in schema.MODELS:
            raise HTTPError(400, f"Invalid model '{model}'.", code="invalid_model", param="model")
        socket = web.WebSocketResponse(protocols=("realtime",), max_msg_size=16 << 20, autoping=True)
        await socket.prepare(request)
        line = WebSocketLine(self, socket, request.transport)
        config = configuration.merge(configuration.default_session(), {"model": model})
        if verdict == "ephemeral":
            config = configuration.merge(self._secrets[self._bearer(request)][1], {"model": model})
        session = line.session = self._add_session(line, config, input_rate=24_000)
        if verdict != "expired":  # with an expired key the socket opens, and the first request fails
            session.start()
        try:
            async for message in socket:
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                if verdict == "expired":
                    session.refuse(Refused("token_expired", "Ephemeral token expired."))
                    await line.close()
                    break
                await session.receive(message.data)
        finally:
            self.journal.write("socket_closed", session=session.id, code=socket.close_code)
            await session.end()
            line.stop()
            self.lines.discard(line)
        return socket

    def _add_session(self, line, config, input_rate):
        session = Session(self, line, json.loads(json.dumps(config)), input_rate)
        self.sessions = [other for other in self.sessions if not other.is_over] + [session]
        self.lines.add(line)
        return session

    # Control, for tests: on the same port, and only as reachable as that is

    async def _control(self, request):
        """{"reset": true}, {"script": {...}}, {"faults": {...}}, {"clear_log": true}; {"do": deed}, {"send": event},
        {"flood": {"name": tool, "arguments": [{...}], "calls_per_second": 10000, "seconds": 5}}.

        A reset closes what is open, brings the first script back and forgets faults, keys and the log.
        """
        try:
            body = await _json(request)
            if body.get("reset"):
                await self._reset()
            if "script" in body:
                self.script.load(body["script"])
                await self.prepare()
            if "faults" in body:
                self.script.load({"faults": body["faults"]})
        except (ScriptError, HTTPError) as error:
            return web.json_response({"error": str(error)}, status=400)
        if body.get("clear_log"):
            self.journal.clear()
        deed = body.get("do")
        if deed is not None and deed not in DEEDS:
            return web.json_response({"error": f"do must be one of {', '.join(DEEDS)}"}, status=400)
        for session in [s for s in self.sessions if not s.is_over]:
            if "send" in body:
                session.send(body["send"])
            if "flood" in body:
                session.spawn(session.flood(**body["flood"]))
            if deed:
                await session.do(deed)
        return web.json_response(self._description())

    async def _reset(self):
        for line in list(self.lines):
            await line.close()
        self.script.reset()
        self._secrets.clear()
        self.journal.clear()

    async def _state(self, request):
        return web.json_response(self._description())

    def _description(self):
        return {"calls": len(self._calls), "sessions": [
            {"id": s.id, "transport": s.line.transport, "is_playing": s.line.is_playing,
             "owner_is_speaking": s.owner_is_speaking, "responses": s.responses_made, "items": s.items,
             "configuration": s.config} for s in self.sessions if not s.is_over]}

    async def _log(self, request):
        """?after=N&kind=K: the journal's records."""
        after = request.query.get("after", "0")
        records = self.journal.records(int(after) if after.isdigit() else 0, request.query.get("kind"))
        return web.json_response(records)

    async def prepare(self):
        """Speech is rendered before it is needed, so that a response starts at once."""
        await self.speaker.prepare(self.script.texts(), self.script.language, self.script.tones())

    async def _shut_down(self, app):
        for line in list(self.lines):
            await line.close()


def _error_answer(error):
    headers = {hdrs.RETRY_AFTER: str(error.retry_after)} if error.retry_after is not None else {}
    return web.json_response({"error": {"message": error.message, "type": error.kind, "param": error.param,
                                        "code": error.code}}, status=error.status, headers=headers)


def _form_text(part):
    data = part.file.read() if isinstance(part, web.FileField) else part
    return data if isinstance(data, str) else bytes(data).decode("utf-8", "replace")


async def _json(request):
    try:
        body = await request.json()
    except ValueError:
        raise HTTPError(400, "We could not parse the JSON body of your request.") from None
    if not isinstance(body, dict):
        raise HTTPError(400, "The body must be a JSON object.")
    return body
