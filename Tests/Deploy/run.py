#!/usr/bin/env python3
"""The package as an owner gets it: built, checked, installed in a bare Debian, set up over SSH, upgraded, purged.

    sudo python3 Tests/Deploy/run.py --binary .build/release/anicca [NAME…]

NAME: part of a test's name; `--list` shows them. One line for each with its seconds, then `N passed, N failed`. Needs
root, for a chroot; mounts and processes are in namespaces of their own and end with it. SSH is on the loopback alone.
"""

import argparse
import pathlib
import shutil
import signal
import sys
import tempfile
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import emulation  # noqa: E402
import links  # noqa: E402
import login  # noqa: E402
import machine  # noqa: E402
import package  # noqa: E402
import state  # noqa: E402
from root import Root, Unexpected, enter_namespaces, give_back  # noqa: E402
from stage import Stage  # noqa: E402

# In this order: each finds what those before it have left.
TESTS = [*package.BEFORE, *login.BEFORE, *state.TESTS, *links.TESTS, *login.TESTS, *package.AFTER]
if not emulation.EMULATOR:
    # Elsewhere no systemd boots.
    TESTS += machine.TESTS


def main():
    # A shell that runs this in the background has it ignored, and ssh, which a test interrupts, would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = argparse.ArgumentParser(description="The package, its upgrade and its login.")
    parser.add_argument("names", nargs="*", help="parts of names; what they need runs, too")
    parser.add_argument("--binary", default=".build/release/anicca")
    parser.add_argument("--cache", default=".build/deploy", help="folder for the Debian and apt's files")
    parser.add_argument("--count-file", help="writes `PASSED FAILED` there")
    parser.add_argument("--limit-seconds", type=int, default=8400 if emulation.EMULATOR else 1000,
                        help="for all of them; what is left fails")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        return print("\n".join(test.__name__ for test in TESTS))
    enter_namespaces()

    def out_of_time(*_):
        raise Unexpected(f"the run took more than {options.limit_seconds} s")

    signal.signal(signal.SIGALRM, out_of_time)
    signal.signal(signal.SIGTERM, out_of_time)
    signal.alarm(options.limit_seconds)
    passed, failed, broken = 0, [], None
    folder = pathlib.Path(tempfile.mkdtemp(prefix="anicca-deploy-"))
    stage = Stage(folder, pathlib.Path(options.binary).resolve(), pathlib.Path(options.cache).resolve())
    try:
        for test in TESTS:
            needed = getattr(test, "is_needed", False)
            if options.names and not needed and not any(name in test.__name__ for name in options.names):
                continue
            began, said = time.monotonic(), None
            try:
                if broken:
                    raise Unexpected(f"not tried: {broken} failed")
                said = test(stage)
            except Exception as error:  # noqa: BLE001: a broken test is a failed one
                failed.append(test.__name__)
                if needed:
                    broken = broken or test.__name__
                known = isinstance(error, Unexpected)
                text = str(error) if known else "".join(traceback.format_exception(error))
                print(f"FAILED {time.monotonic() - began:5.1f} s  {test.__name__.replace('_', ' ')}")
                print("    " + text.strip().replace("\n", "\n    "), flush=True)
                continue
            passed += 1
            print(f"ok     {time.monotonic() - began:5.1f} s  {test.__name__.replace('_', ' ')}", flush=True)
            for line in said or []:
                print(f"                 {line}", flush=True)
    finally:
        signal.alarm(0)
        stage.end()
        Root(folder).unmount()
        shutil.rmtree(folder, ignore_errors=True)
        give_back(options.cache)
        if options.count_file:
            pathlib.Path(options.count_file).write_text(f"{passed} {len(failed)}\n")
    print(f"{passed} passed, {len(failed)} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
