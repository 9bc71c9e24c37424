#!/usr/bin/env python3
"""Built, tested and packaged in a Debian 13, on a machine that may have another: libgpiod 2, webrtc-audio-processing 1.

    sudo python3 Tests/Deploy/debian13.py --swift "$(command -v swift)" [PART…]

PART: a part of .ci/test, with those that it needs. Ends with `N passed, N failed`, and leaves the package for Debian 13
in CACHE/deb, and what Tests/System installs and upgrades to in CACHE/system. The Debian has all that
deploy/setup-debian.sh installs there, and is made anew from a tar file for every run; the copy of the source keeps what
was built in it. Swift, its packages and the Python of the tests' peers are this machine's own: in there nothing but
Debian's archive is asked. Needs root.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from package import NEW, OLD  # noqa: E402
from root import Root, Unexpected, command, enter_namespaces, expect, give_back  # noqa: E402
from stage import REPOSITORY  # noqa: E402

RELEASE = "trixie"
PARTS = ("peers", "build", "sound", "path", "tests", "release", "deploy")
PEERS = "/usr/local/bin/peers-python"
COUNTED = re.compile(r"(\d+) passed, (\d+) failed")


class Python:
    """An interpreter with packages in a virtual environment, and what it needs of this machine to run elsewhere."""

    def __init__(self, path):
        told = json.loads(command(path, "-c", """if True:
            import json, os, sys, sysconfig
            paths = sysconfig.get_paths()
            print(json.dumps([paths["purelib"], os.path.realpath(sys.executable), sys.base_prefix, paths["stdlib"]]))
            """).stdout)
        self.packages, self.executable, base, library = map(pathlib.Path, told)
        own = (self.executable, library) if base == pathlib.Path("/usr") else (base,)
        self.places = (self.packages, *own)


class Debian:
    """The root, with the toolchain and the source mounted at the paths that they have outside: what SwiftPM remembers
    of its packages is absolute."""

    def __init__(self, cache, swift, peers_python):
        self.peers = Python(peers_python)
        self.cache, self.source = cache, cache / "source"
        self.root = Root(cache / "root")
        target = json.loads(command(swift, "-print-target-info").stdout)
        self.toolchain = pathlib.Path(target["paths"]["runtimeResourcePath"]).parent.parent.parent
        self.swift = self.toolchain / "usr/bin/swift"
        expect(self.swift.exists() and str(self.toolchain) != "/", f"{swift} is not in a folder of its own")
        self.environment = {"SWIFT": self.swift, "PEERS_PYTHON": PEERS, "PYTHON": "/usr/bin/python3"}

    def make(self):
        """Unpacked as it was set up once; that is done again where the list of packages has changed."""
        plan = (REPOSITORY / "deploy/setup-debian.sh").read_bytes()
        archive = self.cache / f"root-{hashlib.sha256(plan).hexdigest()[:8]}.tar"
        self.root.unmount()
        shutil.rmtree(self.root.path, ignore_errors=True)
        if archive.exists():
            self.root.unpack(archive, self.downloads)
            self.mount()
            return
        for old in self.cache.glob("root-*.tar"):
            old.unlink()
        self.root.unpack(Root.cached(self.deploy, say, RELEASE), self.downloads)
        self.mount()
        # Nothing in here has to outlive a power cut.
        self.root.file("etc/dpkg/dpkg.cfg.d/quick").write_text("force-unsafe-io\n")
        self.root.run("apt-get", "-qq", "update")
        expect(self.here("deploy/setup-debian.sh", "--for", "test")[0] == 0, "deploy/setup-debian.sh --for test")
        self.root.unmount()
        self.root.pack(archive)
        self.root.mount(self.downloads)
        self.mount()

    deploy = REPOSITORY / ".build/deploy"
    downloads = deploy / "downloads"

    def mount(self):
        # Its root has to be a mount, or no namespaces can be made in there, which Tests/Deploy does.
        command("mount", "--rbind", self.root.path, self.root.path)
        self.bind(self.source, REPOSITORY, "rw")
        self.bind(self.deploy, self.deploy, "rw")
        for place in (self.toolchain, *self.peers.places):
            self.bind(place, place, "ro")
        # For systemd-nspawn.
        command("mount", "--rbind", "/sys", self.root.file("sys"))
        command("mount", "-t", "tmpfs", "tmpfs", self.root.file("run"))
        wrapper = self.root.file(PEERS)
        wrapper.write_text(f'#!/bin/sh\nPYTHONPATH={self.peers.packages} exec {self.peers.executable} "$@"\n')
        wrapper.chmod(0o755)

    def bind(self, outside, inside, flags):
        place = self.root.file(str(inside))
        place.parent.mkdir(parents=True, exist_ok=True)
        place.mkdir(exist_ok=True) if outside.is_dir() else place.touch()
        command("mount", "--bind", outside, place)
        command("mount", "-o", f"remount,bind,{flags}", place)

    def here(self, *arguments):
        """In the source's folder, what it says seen."""
        line = self.root.line("env", f"--chdir={REPOSITORY}", *arguments, environment=self.environment)
        with subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace") as process:
            lines = []
            for text in process.stdout:
                lines.append(text.rstrip("\n"))
                if not COUNTED.fullmatch(lines[-1]):
                    print(lines[-1], flush=True)
        return process.returncode, lines

    def package(self, folder, *words):
        """Kept in that folder of the cache."""
        expect(self.here("make", "package", *words)[0] == 0, f"make package {' '.join(words)}")
        shutil.copytree(self.source / ".build/deb", self.cache / folder, dirs_exist_ok=True)

    def copy(self):
        """What git has or would take, and the packages at the versions that this checkout has resolved."""
        told = command("git", "-C", REPOSITORY, "ls-files", "--cached", "--others", "--exclude-standard", "-z").stdout
        names = {name for name in told.split("\0") if name and (REPOSITORY / name).is_file()} | {"Package.resolved"}
        for name in names:
            outside, inside = REPOSITORY / name, self.source / name
            if not inside.exists() or stamp(inside) != stamp(outside):
                inside.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(outside, inside)
        for folder, folders, files in os.walk(self.source):
            folders[:] = [name for name in folders if name != ".build"]
            for file in (pathlib.Path(folder, name) for name in files):
                if str(file.relative_to(self.source)) not in names:
                    file.unlink()
        packages = self.source / ".build"
        packages.mkdir(exist_ok=True)
        resolved = packages / "Package.resolved"
        if not resolved.exists() or resolved.read_bytes() != (REPOSITORY / "Package.resolved").read_bytes():
            for name in ("repositories", "checkouts"):
                shutil.rmtree(packages / name, ignore_errors=True)
                shutil.copytree(REPOSITORY / ".build" / name, packages / name, symlinks=True)
            shutil.copy2(REPOSITORY / ".build/workspace-state.json", packages)
            shutil.copy2(REPOSITORY / "Package.resolved", resolved)


def stamp(file):
    info = file.stat()
    return info.st_size, info.st_mtime_ns, info.st_mode


def say(text):
    print(f"== {text}", flush=True)


def test(debian, parts):
    """How many passed and failed."""
    began = time.monotonic()
    debian.cache.mkdir(parents=True, exist_ok=True)
    debian.copy()
    debian.make()
    say(f"Debian {RELEASE} is set up after {time.monotonic() - began:.0f} s")
    code, lines = debian.here("make", "test", f"PARTS={' '.join(parts)}")
    counted = [found for found in map(COUNTED.fullmatch, lines) if found]
    expect(counted, f"make test ended with exit code {code}, and counted nothing")
    passed, failed = map(int, counted[-1].groups())
    # Ours alone: what comes from elsewhere is compiled without.
    if warnings := [line for line in lines if re.match(r"/.*: warning: ", line)]:
        print(f"failed: {len(warnings)} warnings, such as {warnings[0]}")
        failed += 1
        # They are not told again of what is not built again.
        shutil.rmtree(debian.source / ".build/x86_64-unknown-linux-gnu", ignore_errors=True)
    if "release" in parts and not failed:
        for folder in ("deb", "system"):
            shutil.rmtree(debian.cache / folder, ignore_errors=True)
        debian.package("deb")
        for version in (OLD, NEW):
            debian.package("system", f"DEB_VERSION={version}", "DEB_COMPRESSION=gzip")
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description="The build, its tests and the package in a Debian 13.")
    parser.add_argument("parts", nargs="*", default=PARTS, help=f"parts of .ci/test; without: {' '.join(PARTS)}")
    parser.add_argument("--swift", default="swift")
    parser.add_argument("--peers-python", required=True, help="what Tests/Peers/make_venv.sh prints")
    parser.add_argument("--cache", default=".build/debian13")
    options = parser.parse_args()
    enter_namespaces()
    debian = Debian(pathlib.Path(options.cache).resolve(), options.swift, options.peers_python)
    passed, failed = 0, 1
    try:
        passed, failed = test(debian, options.parts)
    except Unexpected as error:
        print(f"FAILED {error}")
    finally:
        debian.root.unmount()
        shutil.rmtree(debian.root.path, ignore_errors=True)
        for folder in (debian.cache, debian.deploy):
            give_back(folder)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
