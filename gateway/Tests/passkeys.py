#!/usr/bin/env python3
"""Passkeys in a real browser: Debian's headless Chromium with a virtual authenticator against the real gateway on SQLite.

    "$(Tests/Peers/make_venv.sh)" gateway/Tests/passkeys.py --binary gateway/.build/debug/anicca-gateway [--shots FOLDER]

http://localhost counts as a secure context, so the page's own script runs as it does for an owner: it adds a passkey, signs
in with it, and says what went wrong. The authenticator can be told to lie (WebAuthn.setResponseOverrideBits) and to be a
copy with an older counter. No request may leave for another origin, and the content policy may refuse nothing of the
page's own. `--shots` also keeps pictures of the pages at 360 px in both languages. Ends with `N passed, N failed`.

Requirements: GATEWAY-4, GATEWAY-5
"""

import argparse
import asyncio
import base64
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests/Peers"))
import chaos
import chromium_peer
from results import Results

# The gateway is called localhost here: an address has no passkeys.
chromium_peer.FLAGS = tuple(
    flag + " , EXCLUDE localhost" if flag.startswith("--host-resolver-rules=") else flag for flag in chromium_peer.FLAGS)
WAIT_SECONDS = 15
WIDTH = 360
AUTHENTICATOR = {
    "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": True,
    "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True}


class Browser(chromium_peer.Chromium):
    """One page of Chromium, and everything that it reports."""

    def __init__(self):
        super().__init__()
        self.events, self.authenticator = [], None

    async def _read(self):
        """As in the peer, but what nobody has asked for is kept, too."""
        async for message in self._socket:
            reply = json.loads(message.data)
            if "method" in reply:
                self.events.append(reply)
            call = self._calls.pop(reply.get("id"), None)
            if call and not call.done():
                call.set_result(reply)

    async def begin(self, address):
        await self.start()
        self.address = address
        for domain in ("Page", "Network", "Log", "Runtime", "WebAuthn"):
            await self.do(f"{domain}.enable")
        await self.do("Emulation.setDeviceMetricsOverride", width=WIDTH, height=740, deviceScaleFactor=1, mobile=True)
        self.events.clear()

    async def do(self, method, **parameters):
        return await self._command(method, **parameters)

    async def until(self, expression):
        """Waits until an expression holds in the page; False: it never did."""
        for _ in range(WAIT_SECONDS * 20):
            try:
                if await self.evaluate(expression):
                    return True
            except chromium_peer.ChromiumError:
                pass  # the page is being replaced
            await asyncio.sleep(0.05)
        return False

    async def go(self, path):
        # A mark that the next page does not have.
        await self.evaluate("window.isOld = true")
        await self.do("Page.navigate", url=self.address + path)
        return await self.until("!window.isOld && document.readyState == 'complete'")

    async def text(self):
        return await self.evaluate("document.body.innerText")

    async def press(self, action, **fields):
        """Fills a form in and presses its button, as a finger does, and waits for what the page does then."""
        await self.evaluate(f"""(() => {{
            const form = document.querySelector('form[action="{action}"]');
            for (const [name, value] of Object.entries({json.dumps(fields)})) form.elements[name].value = value;
            window.isOld = true;
            form.querySelector('button').click();
        }})()""")

    async def says(self, words):
        """Whether the page comes to say that, where it can be seen."""
        return await self.until(f"document.body && document.body.innerText.includes({json.dumps(words)})")

    async def shows(self, action):
        return await self.evaluate(f"!!document.querySelector('form[action=\"{action}\"]')?.checkVisibility()")

    async def plug(self, **options):
        """Another authenticator instead of the one before."""
        if self.authenticator:
            await self.do("WebAuthn.removeVirtualAuthenticator", authenticatorId=self.authenticator)
        made = await self.do("WebAuthn.addVirtualAuthenticator", options={**AUTHENTICATOR, **options})
        self.authenticator = made["authenticatorId"]

    async def passkeys(self):
        return (await self.do("WebAuthn.getCredentials", authenticatorId=self.authenticator))["credentials"]

    async def lie(self, **bits):
        await self.do("WebAuthn.setResponseOverrideBits", authenticatorId=self.authenticator, **bits)

    async def shoot(self, path):
        picture = await self.do("Page.captureScreenshot", captureBeyondViewport=True, format="png")
        path.write_bytes(base64.b64decode(picture["data"]))


class Gateway:
    """The real program, for an owner at http://localhost."""

    def __init__(self, binary, folder):
        self.folder = folder
        self.owner_command = None
        self.log = open(folder / "gateway.log", "w")
        self.environment = {"PATH": os.environ["PATH"], "ANICCA_GATEWAY_DATABASE": f"sqlite:{folder}/gateway.sqlite"}
        self.instance = chaos.Instance(binary, self.environment, self.log)
        self.address = f"http://localhost:{self.instance.port}"
        self.environment["ANICCA_GATEWAY_PUBLIC_ADDRESS"] = self.address
        self.database = chaos.Database(self.environment["ANICCA_GATEWAY_DATABASE"])
        self.binary = binary
        self.instance.start()

    def tell(self, command):
        done = subprocess.run(
            [self.binary, command], env=self.environment, capture_output=True, text=True, timeout=60, check=True)
        return done.stdout

    def forget_limits(self):
        """An owner does not begin ten times a minute; this does."""
        self.database.rows("DELETE FROM rate_limits WHERE bucket LIKE 'passkey:%'")

    def end(self):
        self.instance.end()
        self.log.close()


async def sign_in_by_code(browser, gateway):
    await browser.go("/signin?lang=en")
    # What the page tells the first owner to type, in a shell that knows nothing of how the gateway was started. Later it
    # does not show strangers where this gateway's files are.
    shown = await browser.evaluate("document.querySelector('pre').textContent")
    gateway.owner_command = words = gateway.owner_command or shown
    if words != shown and str(gateway.folder) in shown:
        raise RuntimeError(f"the page shows {shown}")
    done = subprocess.run(words, shell=True, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise RuntimeError(f"{words}: {done.returncode} {done.stderr}")
    await browser.press("/signin", code=done.stdout.split()[0])
    return await browser.says("You are signed in.")


async def sign_in_by_passkey(browser):
    await browser.go("/")
    if await browser.shows("/sign-out"):
        await browser.press("/sign-out")
        await browser.until("location.pathname == '/signin'")
    await browser.go("/signin?lang=en")
    await browser.press("/signin/passkey")


async def add(browser, name):
    await browser.go("/me/passkeys?lang=en")
    await browser.press("/me/passkeys/new")
    if not await browser.until("location.pathname == '/me/passkeys/new' && document.readyState == 'complete'"):
        return False
    await browser.press("/me/passkeys", name=name)
    return await browser.says("The passkey is added.")


async def whole_way(browser, gateway, results):
    await browser.plug()
    results.expect("the owner signs in by code", await sign_in_by_code(browser, gateway))
    await browser.go("/signin?lang=en")
    results.expect("without any passkey there is no button", not await browser.shows("/signin/passkey"))
    results.expect("a passkey is added under its name", await add(browser, "寝室の電話") and await browser.says("寝室の電話"))
    made = await browser.passkeys()
    known = gateway.database.rows("SELECT credential_id, user_id, counter FROM passkeys")
    results.expect("the authenticator can find it by itself, for this gateway and user",
                   len(made) == 1 and made[0]["isResidentCredential"] and made[0]["rpId"] == "localhost"
                   and base64.b64decode(made[0]["userHandle"]).decode() == known[0][1], made)
    results.expect("the gateway knows it by the same id",
                   [base64.urlsafe_b64encode(base64.b64decode(made[0]["credentialId"])).decode().rstrip("=")]
                   == [row[0] for row in known], known)
    before = (await browser.passkeys())[0]["signCount"]
    await sign_in_by_passkey(browser)
    results.expect("it signs in, and nothing is typed", await browser.says("You are signed in."))
    counted = int(gateway.database.rows("SELECT counter FROM passkeys")[0][0])
    results.expect("the counter grows on both sides",
                   counted == (await browser.passkeys())[0]["signCount"] > before, (before, counted))
    # A second one on the same device would only replace the first.
    await browser.go("/me/passkeys?lang=en")
    await browser.press("/me/passkeys/new")
    await browser.until("location.pathname == '/me/passkeys/new' && document.readyState == 'complete'")
    await browser.press("/me/passkeys", name="again")
    results.expect("a device that has one is told so", await browser.says("This device has a passkey for this gateway"))


async def lies(browser, gateway, results):
    for bits, what in (({"isBogusSignature": True}, "a wrong signature"), ({"isBadUP": True}, "nobody's touch")):
        await browser.lie(**bits)
        await sign_in_by_passkey(browser)
        results.expect(f"{what} is refused", await browser.says("That passkey could not be accepted"))
        await browser.lie()
    kept = (await browser.passkeys())[0]
    await browser.do("WebAuthn.clearCredentials", authenticatorId=browser.authenticator)
    await browser.do("WebAuthn.addCredential", authenticatorId=browser.authenticator, credential={**kept, "signCount": 0})
    await sign_in_by_passkey(browser)
    results.expect("a copy with an older counter is refused", await browser.says("there may be a copy"))
    audit = gateway.database.rows("SELECT COUNT(*) FROM audit WHERE action = 'passkey-refused'")
    results.expect("and is in the audit", audit == [["1"]], audit)
    await browser.do("WebAuthn.clearCredentials", authenticatorId=browser.authenticator)
    await browser.do("WebAuthn.addCredential", authenticatorId=browser.authenticator,
                     credential={**kept, "signCount": 10_000})
    await sign_in_by_passkey(browser)
    results.expect("with a counter that has grown it signs in again", await browser.says("You are signed in."))


async def troubles(browser, gateway, results):
    await browser.do("WebAuthn.setUserVerified", authenticatorId=browser.authenticator, isUserVerified=False)
    await sign_in_by_passkey(browser)
    results.expect("who shows another finger is told that nothing happened", await browser.says("No passkey was used."))
    await browser.do("WebAuthn.setUserVerified", authenticatorId=browser.authenticator, isUserVerified=True)
    # An authenticator that has none.
    await browser.plug()
    await sign_in_by_passkey(browser)
    results.expect("without a passkey the page says so and offers to ask again",
                   await browser.says("No passkey was used.") and await browser.shows("/signin/passkey/answer"))
    results.expect("the owner comes in by code", await sign_in_by_code(browser, gateway))
    await browser.go("/me/passkeys?lang=en")
    await browser.press("/me/passkeys/new")
    await browser.until("location.pathname == '/me/passkeys/new' && document.readyState == 'complete'")
    await browser.do("WebAuthn.setUserVerified", authenticatorId=browser.authenticator, isUserVerified=False)
    await browser.press("/me/passkeys", name="nobody's")
    results.expect("what was not made is not added, and the page says so", await browser.says("No passkey was added."))
    # A security key.
    await browser.plug(transport="usb")
    results.expect("a security key is added", await add(browser, "USB"), await browser.text())
    await sign_in_by_passkey(browser)
    results.expect("and signs in", await browser.says("You are signed in."))


async def removal(browser, gateway, results):
    await browser.go("/me/passkeys?lang=en")
    address = await browser.evaluate(
        "[...document.querySelectorAll('.rows a')].find((a) => a.textContent == 'USB').getAttribute('href')")
    await browser.go(address)
    results.expect("what remains as a way in is said", await browser.says("anicca-gateway owner-code"))
    await browser.press("/me/passkeys/remove")
    results.expect("a passkey is removed", await browser.says("The passkey is removed."))
    await sign_in_by_passkey(browser)
    results.expect("and signs nobody in", await browser.says("does not know that passkey"))


async def without_script(browser, gateway, results):
    await browser.do("Emulation.setScriptExecutionDisabled", value=True)
    try:
        await browser.do("Page.navigate", url=f"{browser.address}/signin?lang=en")
        await asyncio.sleep(1)
        results.expect("without scripts the sign-in has the code and no button for a passkey",
                       await browser.shows("/signin") and not await browser.shows("/signin/passkey"))
    finally:
        await browser.do("Emulation.setScriptExecutionDisabled", value=False)


async def pictures(browser, gateway, results, folder):
    """Every page of passkeys at 360 px: nothing is wider than the screen, and what is pressed is at least 44 px high."""
    await browser.plug()
    results.expect("the owner comes in by code", await sign_in_by_code(browser, gateway))
    await add(browser, "寝室の電話")
    id = gateway.database.rows("SELECT id FROM passkeys")[0][0]
    await browser.do("WebAuthn.setAutomaticPresenceSimulation", authenticatorId=browser.authenticator, enabled=False)
    for scheme in ("light", "dark"):
        await browser.do("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        for language in ("en", "ja"):
            for name, path in (("signin", "/signin"), ("asks", "/signin/passkey"), ("list", "/me/passkeys"),
                               ("new", "/me/passkeys/new"), ("one", f"/me/passkeys?passkey={id}")):
                start = {"asks": ("/signin", "/signin/passkey"), "new": ("/me/passkeys", "/me/passkeys/new")}.get(name)
                if start:
                    gateway.forget_limits()
                    await browser.go(f"{start[0]}?lang={language}")
                    await browser.press(start[1])
                    there = await browser.until(
                        f"document.querySelector('[data-passkey]') && location.pathname == '{start[1]}'")
                    results.expect(f"{name} is there, {language}, {scheme}", there)
                else:
                    await browser.go(f"{path}{'&' if '?' in path else '?'}lang={language}")
                wide, low = await browser.evaluate("""[document.documentElement.scrollWidth,
                    [...document.querySelectorAll('a,button,input:not([type=hidden])')].filter((e) => e.checkVisibility()
                      && e.getBoundingClientRect().height < 43.5).map((e) => e.textContent.slice(0, 30)).join()]""")
                results.expect(f"{name} fits, {language}, {scheme}", wide == WIDTH and not low, (wide, low))
                if folder:
                    await browser.shoot(folder / f"{name}-{language}-{scheme}.png")


def judge(browser, gateway, results):
    """What the browser reported in all that time."""
    asked = {event["params"]["request"]["url"] for event in browser.events
             if event["method"] == "Network.requestWillBeSent"}
    strange = sorted(url for url in asked if not url.startswith((gateway.address + "/", "data:,")))
    results.expect("no request went to another origin", asked and not strange, strange)
    faults = [event["params"] for event in browser.events
              if event["method"] == "Runtime.exceptionThrown"
              or event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] == "error"]
    results.expect("the content policy refused nothing, and the script did not fail", not faults, faults)
    log = pathlib.Path(gateway.log.name).read_text()
    results.expect("the log has the reasons, no fault of the gateway and no token",
                   "signature is wrong" in log and "nobody has touched" in log and "status=500" not in log
                   and not re.search(r"ag[a-z]_0", log))
    results.expect("every invariant holds", "VIOLATED" not in gateway.tell("invariants"))


async def run(arguments, results):
    with tempfile.TemporaryDirectory(prefix="anicca-gateway-passkeys.") as folder:
        gateway = Gateway(arguments.binary, pathlib.Path(folder))
        browser = Browser()
        try:
            await browser.begin(gateway.address)
            for name, part in (("the whole way", whole_way), ("lies", lies), ("troubles", troubles),
                               ("removal", removal), ("without scripts", without_script)):
                with results.part(name):
                    await part(browser, gateway, results)
                gateway.forget_limits()
            with results.part("pages"):
                # A browser on a quick machine uses up an address's 120 requests a minute before it is here.
                await asyncio.sleep(45)
                await pictures(browser, gateway, results, arguments.shots)
            with results.part("what was reported"):
                judge(browser, gateway, results)
        finally:
            await browser.stop()
            gateway.end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--shots", type=pathlib.Path, help="a folder for pictures of the pages")
    arguments = parser.parse_args()
    if arguments.shots:
        arguments.shots.mkdir(parents=True, exist_ok=True)
    results = Results()
    asyncio.run(run(arguments, results))
    print(f"{results.passed} passed, {results.failed} failed")
    sys.exit(1 if results.failed or not results.passed else 0)


if __name__ == "__main__":
    main()
