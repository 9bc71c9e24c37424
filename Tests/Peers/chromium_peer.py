"""Headless Chromium as a WebRTC peer on loopback: the real libwebrtc, for our stack to be proven against.

    .build/peers-venv/bin/python Tests/Peers/chromium_peer.py --port 0

prints `listening on PORT`. Bodies are SDP as text or JSON; options are query parameters.

    POST /offer?send=tone|reflect|silence&hertz=440&setup=active|passive&echo=1   offer in, answer out; Peer-Id header
    POST /create?send=…&label=oai-events      an offer of Chromium's own; Peer-Id header
    POST /peers/ID/answer                     the answer to it
    GET  /peers/ID                            state, getStats by type, level and loudest frequency of what it hears
    GET  /peers/ID/messages                   what came over data channels (echoed too, unless echo=0)
    POST /peers/ID/send                       text to send; ?bytes=N: so many zero bytes instead
    DELETE /peers/ID

Needs Debian's chromium. It gets its own temporary profile and may not resolve any name; only its loopback candidates
are handed out. `--check-quiet SECONDS` fails if it sent to another machine, and says to which (needs
strace).
"""

import argparse
import asyncio
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import sys
import tempfile

import aiohttp
from aiohttp import web

BINARIES = ("/usr/lib/chromium/chromium", "chromium", "chromium-browser", "google-chrome")
START_SECONDS = 30
CALL_SECONDS = 20
FLAGS = (
    "--headless", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--no-default-browser-check",
    "--remote-debugging-port=0", "--allow-loopback-in-peer-connection", "--disable-audio-output",
    "--autoplay-policy=no-user-gesture-required",
    # Nothing but loopback.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", "--disable-background-networking", "--no-pings",
    "--disable-component-update", "--disable-component-extensions-with-background-pages", "--disable-sync",
    "--disable-extensions", "--disable-default-apps", "--disable-domain-reliability", "--disable-breakpad",
    "--disable-client-side-phishing-detection", "--metrics-recording-only", "--disable-search-engine-choice-screen",
    "--no-service-autorun", "--password-store=basic", "--use-mock-keychain", "--disable-field-trial-config",
    # Its host candidates as addresses, not as mDNS names; no multicast discovery of screens; no optimization hints.
    "--disable-features=WebRtcHideLocalIpsWithMdns,MediaRouter,DialMediaRouteProvider,OptimizationHints,"
    "OptimizationGuideModelDownloading,AutofillServerCommunication,InterestFeedContentSuggestions,Translate",
    # A page that nobody sees must keep its timers.
    "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
)


class ChromiumError(RuntimeError):
    """Chromium is missing, did not start, or its page threw."""


def installed():
    """The path of a Chromium on this machine, or None."""
    return next((found for name in BINARIES if (found := shutil.which(name))), None)


class Chromium:
    """The browser as a child process, and one page of it over the DevTools protocol."""

    def __init__(self, trace=None):
        self._trace = trace
        self._process = self._http = self._socket = self._reader = self._session = None
        self._profile = self._blank = None
        self._calls, self._number = {}, 0

    async def start(self):
        binary = installed()
        if binary is None:
            raise ChromiumError("no chromium here; on Debian: apt-get install chromium")
        self._profile = tempfile.mkdtemp(prefix="chromium-peer-")
        command = [binary, *FLAGS, f"--user-data-dir={self._profile}", "about:blank"]
        if os.geteuid() == 0:
            command.insert(1, "--no-sandbox")
        if self._trace:
            calls = "trace=connect,sendto,sendmsg,sendmmsg"
            command = ["strace", "-f", "-qq", "-yy", "-e", calls, "-o", self._trace, *command]
        environment = {name: value for name, value in os.environ.items()
                       if not name.lower().endswith("_proxy") and not name.startswith(("DBUS_", "PULSE_"))}
        environment["HOME"] = self._profile
        self._process = await asyncio.create_subprocess_exec(
            *command, env=environment, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL, start_new_session=True)
        address = await self._address()
        self._http = aiohttp.ClientSession()
        self._socket = await self._http.ws_connect(address, max_msg_size=1 << 26)
        self._reader = asyncio.ensure_future(self._read())
        # Only a page that might use the microphone gets candidates of all interfaces, and permission needs an origin.
        origin = await self._serve_blank_page()
        await self._command("Browser.grantPermissions", origin=origin, permissions=["audioCapture"])
        target = await self._command("Target.createTarget", url=origin)
        attached = await self._command("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self._session = attached["sessionId"]
        for _ in range(START_SECONDS * 20):
            if await self.evaluate(f"location.origin == '{origin}' && document.readyState == 'complete'"):
                break
            await asyncio.sleep(0.05)
        await self.evaluate(pathlib.Path(__file__).with_name("chromium_page.js").read_text())

    async def _serve_blank_page(self):
        app = web.Application()

        async def blank(_):
            return web.Response(text="<!doctype html><title>peer</title>", content_type="text/html")

        app.router.add_get("/", blank)
        self._blank = web.AppRunner(app, access_log=None)
        await self._blank.setup()
        site = web.TCPSite(self._blank, "127.0.0.1", 0)
        await site.start()
        return f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"

    async def _address(self):
        """Chromium writes its port into its profile once it listens."""
        path = pathlib.Path(self._profile, "DevToolsActivePort")
        for _ in range(START_SECONDS * 20):
            if self._process.returncode is not None:
                raise ChromiumError(f"chromium ended with code {self._process.returncode} at once")
            lines = path.read_text().split("\n") if path.exists() else []
            if len(lines) >= 2:
                return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
            await asyncio.sleep(0.05)
        raise ChromiumError(f"chromium did not listen within {START_SECONDS} s")

    async def _read(self):
        async for message in self._socket:
            reply = json.loads(message.data)
            call = self._calls.pop(reply.get("id"), None)
            if call and not call.done():
                call.set_result(reply)
        for call in self._calls.values():
            if not call.done():
                call.set_exception(ChromiumError("chromium is gone"))

    async def _command(self, method, **parameters):
        self._number += 1
        call = self._calls[self._number] = asyncio.get_running_loop().create_future()
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        await self._socket.send_json(message)
        reply = await asyncio.wait_for(call, CALL_SECONDS)
        if "error" in reply:
            raise ChromiumError(reply["error"]["message"])
        return reply["result"]

    async def evaluate(self, expression):
        """The value of an expression in the page, awaited if it is a promise."""
        result = await self._command(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise ChromiumError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    async def call(self, function, *arguments):
        return await self.evaluate(f"peers.{function}({', '.join(json.dumps(a) for a in arguments)})")

    async def stop(self):
        if self._reader:
            self._reader.cancel()
        if self._http:
            await self._http.close()
        if self._blank:
            await self._blank.cleanup()
        if self._process:
            await self._end_group()
        if self._profile:
            shutil.rmtree(self._profile, ignore_errors=True)


    async def _end_group(self):
        """Chromium's own processes outlive its first one for a moment; the group is ours (start_new_session)."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            for _ in range(50):
                try:
                    os.killpg(self._process.pid, number)
                except ProcessLookupError:
                    return
                if self._process.returncode is None:
                    try:
                        await asyncio.wait_for(self._process.wait(), 0.1)
                    except TimeoutError:
                        pass
                else:
                    await asyncio.sleep(0.1)


def loopback_only(sdp):
    """Without the candidates of other interfaces: peers of a test stay on loopback."""
    def keeps(line):
        parts = line.split()
        return not line.startswith("a=candidate:") or parts[4].startswith("127.") or parts[4] == "::1"
    return "".join(line for line in sdp.splitlines(keepends=True) if keeps(line))


class PeerServer:
    def __init__(self, chromium):
        self._chromium = chromium

    def application(self):
        app = web.Application(client_max_size=1 << 21, middlewares=[self._errors])
        app.router.add_post("/offer", self._offer)
        app.router.add_post("/create", self._create)
        app.router.add_post("/peers/{id}/answer", self._answer)
        app.router.add_get("/peers/{id}", self._stats)
        app.router.add_get("/peers/{id}/messages", self._messages)
        app.router.add_post("/peers/{id}/send", self._send)
        app.router.add_delete("/peers/{id}", self._close)
        return app

    @web.middleware
    async def _errors(self, request, handler):
        try:
            return await handler(request)
        except (ChromiumError, TimeoutError, ValueError) as error:
            return web.json_response({"error": str(error) or type(error).__name__}, status=502)

    @staticmethod
    def _options(request):
        options = dict(request.query)
        for name in ("hertz", "gain"):
            if name in options:
                options[name] = float(options[name])
        if "echo" in options:
            options["echo"] = options["echo"] == "1"
        return options

    async def _peer(self, request):
        number = int(request.match_info["id"])
        if not await self._chromium.call("has", number):
            raise web.HTTPNotFound
        return number

    @staticmethod
    def _sdp(made):
        return web.Response(text=loopback_only(made["sdp"]), content_type="application/sdp",
                            headers={"Peer-Id": str(made["id"])})

    async def _offer(self, request):
        return self._sdp(await self._chromium.call("answer", await request.text(), self._options(request)))

    async def _create(self, request):
        return self._sdp(await self._chromium.call("offer", self._options(request)))

    async def _answer(self, request):
        await self._chromium.call("accept", await self._peer(request), await request.text())
        return web.json_response({})

    async def _stats(self, request):
        return web.json_response(await self._chromium.call("stats", await self._peer(request)))

    async def _messages(self, request):
        return web.json_response(await self._chromium.call("messages", await self._peer(request)))

    async def _send(self, request):
        number = await self._peer(request)
        if "bytes" in request.query:
            await self._chromium.call("sendBytes", number, int(request.query["bytes"]))
        else:
            await self._chromium.call("send", number, await request.text())
        return web.json_response({})

    async def _close(self, request):
        await self._chromium.call("close", await self._peer(request))
        return web.json_response({})


async def serve(options):
    chromium = Chromium()
    try:
        await chromium.start()
        runner = web.AppRunner(PeerServer(chromium).application(), shutdown_timeout=1, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", options.port)
        await site.start()
        print(f"listening on {site._server.sockets[0].getsockname()[1]}", flush=True)
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        await stop.wait()
        await runner.cleanup()
    finally:
        await chromium.stop()


OUTSIDE = re.compile(r"sin6?_addr[^\"]*\"([^\"]+)\"|inet_addr\(\"([^\"]+)\"\)")


def is_own(address):
    """Whether packets to this address stay on this machine."""
    if address in ("0.0.0.0", "::"):
        return True
    with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((address, 0))
            return True
        except OSError:
            return False


async def check_quiet(seconds):
    """Connects two of its own peers under strace; every address of another machine that it sent to."""
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "trace")
        chromium = Chromium(trace)
        try:
            await chromium.start()
            offer = await chromium.call("offer", {"send": "tone"})
            answer = await chromium.call("answer", loopback_only(offer["sdp"]), {"send": "reflect"})
            await chromium.call("accept", offer["id"], loopback_only(answer["sdp"]))
            await asyncio.sleep(seconds)
            stats = await chromium.call("stats", offer["id"])
        finally:
            await chromium.stop()
        found = set()
        for line in pathlib.Path(trace).read_text(errors="replace").splitlines():
            if re.search(r"connect\(\d+<UDP", line):
                continue  # asks the kernel for a route; sends nothing
            for match in OUTSIDE.finditer(line):
                address = match.group(1) or match.group(2)
                if not is_own(address):
                    found.add(f"{line.split('(')[0].split()[-1]} {address}")
        print(json.dumps({"state": stats["state"], "level": stats["level"], "outside": sorted(found)}))
        return 1 if found else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--check-quiet", type=float, metavar="SECONDS")
    options = parser.parse_args()
    try:
        if options.check_quiet is not None:
            sys.exit(asyncio.run(check_quiet(options.check_quiet)))
        asyncio.run(serve(options))
    except (ChromiumError, OSError) as error:
        sys.exit(f"chromium_peer: {error}")


if __name__ == "__main__":
    main()
