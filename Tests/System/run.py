#!/usr/bin/env python3
"""The whole machine: Debian with systemd, the package in it, on the virtual board; from the first boot to power-off.

    sudo PYTHON Tests/System/run.py --binary .build/release/anicca [NAME…]

PYTHON: one that has numpy (Tests/Peers/make_venv.sh prints it). NAME: part of a check's name; `--list` shows them. One
line for each with its milliseconds, then `N passed, N failed`. Needs root, for making the disk; mounts and processes
are in namespaces of their own. Nothing gets out of the machine; SSH gets in, from the loopback.
"""

import argparse
import contextlib
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
# In this order: both have a `machine`, and Tests/Conversation, which `expecting` brings, has a `stage`, too.
sys.path[:0] = [str(HERE), str(REPOSITORY / "Tests/VirtualBoard"), str(REPOSITORY / "Tests/Deploy")]

import stage  # noqa: E402,F401
import expecting  # noqa: E402
import faults  # noqa: E402
import first_boot  # noqa: E402
import gateway_unit  # noqa: E402
from budget import Budget  # noqa: E402
from board import System  # noqa: E402
from machine import MachineError  # noqa: E402
from root import Root, Unexpected, enter_namespaces, give_back  # noqa: E402

# In this order: each finds what those before it have left.
CHECKS = [*first_boot.CHECKS, *gateway_unit.CHECKS, *faults.CHECKS]


def main():
    parser = argparse.ArgumentParser(description="The package on a whole Debian on the virtual board.")
    parser.add_argument("names", nargs="*", help="parts of names; what they need runs, too")
    parser.add_argument("--binary", default=".build/release/anicca")
    parser.add_argument("--gateway", type=pathlib.Path,
                        help="a release build of the gateway; without it, its checks are left out")
    parser.add_argument("--cache", default=".build/deploy", help="folder for the Debian and apt's files")
    parser.add_argument("--release", choices=["trixie"], help="a Debian 13, with the packages that were built in one")
    parser.add_argument("--packages", default=".build/debian13/system", type=pathlib.Path,
                        help="where those are; make test-debian13 leaves them there")
    parser.add_argument("--keep", help="folder for the recordings and the console of a run that fails")
    Budget.add_options(parser)
    parser.add_argument("--limit-seconds", type=float, default=1300, help="for all of them; what is left fails")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        return print("\n".join(check.__name__ for check in CHECKS))
    enter_namespaces()
    made = subprocess.run([REPOSITORY / "Tests/VirtualBoard/kernel.sh"], stdout=subprocess.PIPE, text=True)
    if made.returncode:
        sys.exit(made.returncode)
    options.stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: options.stopping.set())
    # Whatever hangs, the run ends, and everything that it started too.
    guard = threading.Timer(options.limit_seconds, options.stopping.set)
    guard.daemon = True
    guard.start()
    options.budget = Budget(options)
    options.folder = pathlib.Path(tempfile.mkdtemp(prefix="anicca-system-"))
    options.binary, options.cache = pathlib.Path(options.binary).resolve(), pathlib.Path(options.cache).resolve()
    try:
        with System(options, pathlib.Path(made.stdout.strip())) as system:
            passed, failed = run(system, options)
    finally:
        Root(options.folder).unmount()
        shutil.rmtree(options.folder, ignore_errors=True)
        for folder in (options.cache, REPOSITORY / ".build/board"):
            give_back(folder)
    sys.exit(options.budget.conclude(passed, failed))


def run(system, options):
    """How many passed, and failed."""
    passed = failed = 0
    broken = None
    for check in CHECKS:
        if check in gateway_unit.CHECKS and not options.gateway:
            continue
        needed = getattr(check, "is_needed", False)
        if options.names and not needed and not any(name in check.__name__ for name in options.names):
            continue
        if options.budget.leaves_out(check.__name__):
            continue
        began, said, wrong = time.monotonic(), None, None
        try:
            if broken:
                raise Unexpected(f"not tried: {broken} failed")
            if options.stopping.is_set():
                raise Unexpected("the run was ended before it")
            said = check(system)
        except (Unexpected, expecting.Unexpected, MachineError) as error:
            steps = traceback.extract_tb(error.__traceback__)
            where = next((f"{pathlib.Path(s.filename).name}:{s.lineno}" for s in reversed(steps)
                          if s.name == check.__name__), "")
            wrong = f"{error} ({where})" + ("" if broken else f"\n{system.tell()}")
        except Exception as error:  # noqa: BLE001: a broken check is a failed one
            wrong = "".join(traceback.format_exception(error))
        verdict = "FAILED" if wrong else "ok    "
        print(f"{verdict} {1000 * (time.monotonic() - began):7.0f} ms  {check.__name__.replace('_', ' ')}", flush=True)
        for line in said or []:
            print(f"                   {line}", flush=True)
        if wrong:
            failed += 1
            broken = broken or (check.__name__ if needed else None)
            print("    " + wrong.strip().replace("\n", "\n    "), flush=True)
        passed += not wrong
        if wrong and not broken:
            with contextlib.suppress(MachineError, expecting.Unexpected):
                system.recover()
    if failed and options.keep:
        system.keep(pathlib.Path(options.keep))
    return passed, failed


if __name__ == "__main__":
    main()
