"""What the tests of the kit share: its programs as children, and a case with a service of its own."""

import asyncio
import pathlib
import subprocess
import sys
import time
import unittest

import aiohttp

from reference_client import ReferenceClient

HERE = pathlib.Path(__file__).resolve().parent
TEST_SECONDS = 30
KEY = "sk-self-test"
TONE = {"tone": {"hertz": 440, "milliseconds": 1500}}


async def reached(condition, seconds=10):
    """Polls until `await condition()` is true, at most so long; what is missing then is the caller's to assert."""
    end = time.monotonic() + seconds
    while not await condition() and time.monotonic() < end:
        await asyncio.sleep(0.1)


class Program:
    """One of the kit's programs as a child process, with its port."""

    def __init__(self, *arguments):
        self._process = subprocess.Popen([sys.executable, *map(str, arguments)], stdout=subprocess.PIPE, text=True)
        self.port = int(self._process.stdout.readline().removeprefix("listening on "))
        self.base = f"http://127.0.0.1:{self.port}/v1"

    def stop(self):
        self._process.terminate()
        code = self._process.wait(timeout=15)
        self._process.stdout.close()
        assert code == 0, f"ended with code {code}"

    async def request(self, method, path, body=None):
        async with aiohttp.ClientSession() as http:
            async with http.request(method, f"http://127.0.0.1:{self.port}{path}", json=body) as response:
                return await response.json()

    async def control(self, **body):
        answer = await self.request("POST", "/control", body)
        assert "error" not in answer, answer
        return answer

    async def log(self, kind=None):
        return await self.request("GET", "/control/log" + (f"?kind={kind}" if kind else ""))


class ServiceCase(unittest.IsolatedAsyncioTestCase):
    options = ()

    @classmethod
    def setUpClass(cls):
        cls.service = Program(
            HERE / "realtime_service", "--key", KEY, "--language", "en", "--quiet", *cls.options)
        cls.addClassCleanup(cls.service.stop)

    async def asyncSetUp(self):
        await self.service.control(reset=True)
        self.clients = []

    def client(self, **more):
        client = ReferenceClient(self.service.base, KEY, **more)
        self.clients.append(client)
        return client

    async def asyncTearDown(self):
        for client in self.clients:
            await asyncio.wait_for(client.close(), 5)

    async def connected(self):
        client = self.client()
        await client.connect()
        await asyncio.wait_for(client.opened.wait(), 5)
        return client

    def _callTestMethod(self, method):
        async def bounded():
            await asyncio.wait_for(method(), TEST_SECONDS)
        super()._callTestMethod(bounded)
