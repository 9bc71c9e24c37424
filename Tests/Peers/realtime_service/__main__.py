"""Starts the stand-in for the service.

    .build/peers-venv/bin/python Tests/Peers/realtime_service --port 0

prints `listening on PORT` first, then the line to paste that starts the appliance against it, then (unless --quiet)
everything that it sees as JSON lines. SIGTERM or Control-C ends it.
"""

import argparse
import asyncio
import os
import pathlib
import signal
import sys

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)

from aiohttp import web  # noqa: E402

from realtime_service.journal import Journal  # noqa: E402
from realtime_service.script import Script, ScriptError  # noqa: E402
from realtime_service.service import Service  # noqa: E402

DEFAULT_KEY = "sk-stand-in"


def arguments():
    parser = argparse.ArgumentParser(description="A stand-in for OpenAI's realtime service, on loopback.")
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at")
    parser.add_argument("--media-host", action="append", help="address for media; may be given again (default: --host)")
    parser.add_argument("--key", default=DEFAULT_KEY, help="the owner's key that it accepts")
    parser.add_argument("--language", choices=("ja", "en"), default="ja", help="of the voice and the default dialogue")
    parser.add_argument("--script", help="a dialogue script, JSON: see script.py")
    parser.add_argument("--reflect", action="store_true", help="send RTP straight back instead of speaking")
    parser.add_argument("--log", help="append what it sees to this file too")
    parser.add_argument("--quiet", action="store_true", help="print no events")
    parser.add_argument("--hurry", action="store_true", help="real-time priority, where the machine allows it")
    return parser.parse_args()


def hurry():
    """A service has machines enough: that it speaks on time shall not depend on what else this one runs."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(5))
    except OSError:
        pass


async def serve(options):
    if options.hurry:
        hurry()
    script = Script(options.language, options.script)
    journal = Journal(echo=not options.quiet, path=options.log)
    service = Service(script, journal, options.key, options.host, options.media_host, options.reflect)
    await service.prepare()
    runner = web.AppRunner(service.application(), shutdown_timeout=1, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, options.host, options.port)
    await site.start()
    port = site._server.sockets[0].getsockname()[1]
    host = f"[{options.host}]" if ":" in options.host else options.host
    print(f"listening on {port}", flush=True)
    print(f"talk to it:  OPENAI_API_KEY={options.key} OPENAI_BASE_URL=http://{host}:{port}/v1 make run", flush=True)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await stop.wait()
    await runner.cleanup()
    journal.close()


def main():
    try:
        asyncio.run(serve(arguments()))
    except (ScriptError, OSError, ValueError) as error:
        sys.exit(f"realtime_service: {error}")


if __name__ == "__main__":
    main()
