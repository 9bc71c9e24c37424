"""Programs for another kind of machine run here as if for this: in a user namespace that has its own handlers for them
(Linux 6.7 or newer), so that those of this machine stay as they are."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

# Of the Makefile, where a Swift SDK is for another machine.
EMULATOR = os.environ.get("EMULATOR")
# What takes a second here takes some of them there.
PATIENCE = 10 if EMULATOR else 1
# An ELF file for 64 bits, little-endian, of the ABI of System V or of Linux, that can be run, for machine 183.
MAGIC = r"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
MASK = r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
# F: the emulator is opened here and now, so a Debian in a folder needs none; P: it gets the name as it was called, too;
# C: what a set-user-ID program may, it may here.
FLAGS = "FPC"
HANDLERS = "/proc/sys/fs/binfmt_misc"
USER = "/proc/{}/ns/user"


def enter():
    """Starts itself again in there, all users as they are."""
    stage = os.environ.get("ANICCA_EMULATES")
    if stage == "registered":
        return
    if stage == "mapped":
        os.environ["ANICCA_EMULATES"] = "registered"
        register = (f'mount -t binfmt_misc binfmt_misc {HANDLERS} || {{ echo "this wants Linux 6.7" >&2; exit 1; }}; '
                    f'printf %s "$1" >{HANDLERS}/register')
        os.execvp("unshare", ["unshare", "--mount", "sh", "-c", f'{register} && shift && exec "$@"', "sh",
                              f":{EMULATOR}:M::{MAGIC}:{MASK}:{shutil.which(EMULATOR)}:{FLAGS}",
                              sys.executable, *sys.argv])
    if shutil.which(EMULATOR) is None:
        sys.exit(f"{EMULATOR} is not installed (deploy/setup-debian.sh --for cross)")
    line = ["unshare", "--user", "sh", "-c", 'read -r _; exec "$@"', "sh", sys.executable, *sys.argv]
    inside = subprocess.Popen(line, stdin=subprocess.PIPE, env={**os.environ, "ANICCA_EMULATES": "mapped"})
    signal.signal(signal.SIGTERM, lambda *_: inside.terminate())
    while os.readlink(USER.format(inside.pid)) == os.readlink(USER.format("self")):
        time.sleep(0.01)
    for name in ("uid_map", "gid_map"):
        pathlib.Path(f"/proc/{inside.pid}/{name}").write_text("0 0 4294967295\n")
    inside.stdin.write(b"\n")
    inside.stdin.close()
    sys.exit(inside.wait())
