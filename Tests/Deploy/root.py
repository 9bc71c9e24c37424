"""A small Debian in a folder, of the host's release or another: made once by debootstrap, kept as a tar file, unpacked
for a run.

Runs inside a mount and a process namespace of its own (run.py), so that what is mounted and started ends with the run.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import emulation

NODES = {"null": 3, "zero": 5, "full": 7, "random": 8, "urandom": 9, "tty": None}
SUITES = ("bookworm", "trixie")


class Unexpected(Exception):
    """Something did not behave as it must; the message is for a person."""


def expect(condition, message):
    if not condition:
        raise Unexpected(message)


def command(*arguments, check=True, timeout=120, **options):
    """Runs it with its output taken; what it said is in the error."""
    options.setdefault("stdin", subprocess.DEVNULL) if "input" not in options else None
    done = subprocess.run([str(a) for a in arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          errors="replace", timeout=timeout * emulation.PATIENCE, **options)
    if check and done.returncode != 0:
        raise Unexpected(f"{' '.join(map(str, arguments))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def suite():
    text = pathlib.Path("/etc/os-release").read_text()
    name = re.search(r"^VERSION_CODENAME=(\w+)", text, re.M)
    expect(name and name[1] in SUITES, f"this wants Debian {' or '.join(SUITES)}: the package is of the host's kind")
    return name[1]


def mirror():
    """The first archive of Debian that this machine's apt takes packages from."""
    folder = pathlib.Path("/etc/apt")
    files = [folder / "sources.list", *sorted((folder / "sources.list.d").glob("*"))]
    for file in files:
        if not file.is_file():
            continue
        text = file.read_text(errors="replace")
        for pattern in (r"^deb\s+(?:\[[^]]*\]\s+)?(\S+)\s+" + suite() + r"\s",
                        r"^URIs:\s*(\S+)\s*\nSuites:\s*" + suite()):
            found = re.search(pattern, text, re.M)
            if found:
                return found[1]
    return "http://deb.debian.org/debian"


def architecture():
    """Of the package and of the Debian it is tried in: this machine's, or the Swift SDK's (Makefile)."""
    return command("dpkg-architecture", "--query", "DEB_HOST_ARCH").stdout.strip()


def enter_namespaces():
    """Starts itself again where all that it mounts and starts is gone at its end, however that comes."""
    if emulation.EMULATOR:
        emulation.enter()
    if os.environ.get("ANICCA_INSIDE") == "1":
        return
    if os.geteuid() != 0:
        sys.exit(f"{pathlib.Path(sys.argv[0]).parent}: needs root (a chroot, users, mounts): sudo …")
    os.environ["ANICCA_INSIDE"] = "1"
    os.execvp("unshare", ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", sys.executable,
                          *sys.argv])


def give_back(folder):
    """Under sudo what is kept belongs to who types `make clean`."""
    if owner := os.environ.get("SUDO_UID"):
        subprocess.run(["chown", "--recursive", owner, folder], check=False)


class Root:
    def __init__(self, path):
        self.path = pathlib.Path(path)

    def file(self, name):
        return self.path / name.lstrip("/")

    # --- making

    @staticmethod
    def cached(folder, say, release=None):
        """The tar file; made where it is missing. Nothing of ours is in it, only what the archive gave."""
        release = release or suite()
        kind = f"-{architecture()}" if emulation.EMULATOR else ""
        archive = pathlib.Path(folder) / f"root-{release}{kind}.tar"
        if archive.exists():
            return archive
        began = time.monotonic()
        archive.parent.mkdir(parents=True, exist_ok=True)
        making = archive.with_suffix(".making")
        shutil.rmtree(making, ignore_errors=True)
        # In what it takes for a container it mounts devices, and makes none.
        container = {"container": "lxc"} if emulation.EMULATOR else {}
        command("debootstrap", "--variant=minbase", f"--arch={architecture()}", release, making, mirror(),
                timeout=400, env={**os.environ, **container})
        Root(making).unmount()
        Root(making).pack(archive)
        shutil.rmtree(making)
        say(f"debootstrap {release} minbase from {mirror()}: {time.monotonic() - began:.0f} s")
        return archive

    def pack(self, archive):
        command("tar", "--numeric-owner", "-C", self.path, "-cf", f"{archive}.new", ".", timeout=300)
        os.rename(f"{archive}.new", archive)

    def unpack(self, archive, downloads):
        """`downloads`: a folder for apt's files, kept from run to run."""
        self.path.mkdir(parents=True)
        command("tar", "--numeric-owner", "-C", self.path, "-xpf", archive, timeout=300)
        self.mount(downloads)

    def mount(self, downloads):
        command("mount", "-t", "proc", "proc", self.file("proc"))
        devices = self.file("dev")
        for name, minor in NODES.items():
            # In a user namespace none can be made.
            if emulation.EMULATOR:
                (devices / name).touch()
                command("mount", "--bind", f"/dev/{name}", devices / name)
                continue
            (devices / name).unlink(missing_ok=True)
            os.mknod(devices / name, 0o20666, os.makedev(1, minor) if minor else os.makedev(5, 0))
            os.chmod(devices / name, 0o666)
        (devices / "pts").mkdir(exist_ok=True)
        command("mount", "-t", "devpts", "-o", "newinstance,ptmxmode=0666,mode=0620,gid=5", "devpts", devices / "pts")
        (devices / "ptmx").unlink(missing_ok=True)
        (devices / "ptmx").symlink_to("pts/ptmx")
        (devices / "shm").mkdir(exist_ok=True)
        command("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", devices / "shm")
        shutil.copy("/etc/resolv.conf", self.file("etc/resolv.conf"))
        # No package starts anything here.
        policy = self.file("usr/sbin/policy-rc.d")
        policy.write_text("#!/bin/sh\nexit 101\n")
        policy.chmod(0o755)
        downloads = pathlib.Path(downloads)
        downloads.mkdir(parents=True, exist_ok=True)
        command("mount", "--bind", downloads, self.file("var/cache/apt/archives"))
        (downloads / "partial").mkdir(exist_ok=True)

    def unmount(self):
        """Before it is packed or removed: apt's files, and more, are mounted into it."""
        while places := self.mounts():
            for place in sorted(places, reverse=True):
                command("umount", "--lazy", place, check=False)
            # What lies below a mount of the whole root shows when that is gone.
            expect(self.mounts() != places, f"these do not unmount: {' '.join(places)}")

    def mounts(self):
        lines = pathlib.Path("/proc/self/mounts").read_text().splitlines()
        return [place for place in (line.split()[1] for line in lines) if f"{place}/".startswith(f"{self.path}/")]

    # --- using

    def run(self, *arguments, user=None, check=True, timeout=120, environment=None, **options):
        """In it, as root or as a user of its own with that user's groups."""
        return command(*self.line(*arguments, user=user, environment=environment), check=check, timeout=timeout,
                       **options)

    def line(self, *arguments, user=None, environment=None):
        words = ["chroot", str(self.path), "env", "-i",
                 "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root",
                 "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive",
                 *(f"{key}={value}" for key, value in (environment or {}).items())]
        if user:
            words += ["setpriv", "--reuid", user, "--regid", user, "--init-groups", "--"]
        return [*words, *map(str, arguments)]

    def apt(self, *arguments, timeout=240):
        return self.run("apt-get", "-qq", "-y", "-o", "Dpkg::Use-Pty=0", "-o", "APT::Keep-Downloaded-Packages=true",
                        "-o", "APT::Sandbox::User=root", *arguments, timeout=timeout)

    def packages(self):
        """Name: KiB installed."""
        lines = self.run("dpkg-query", "-W", "-f", "${db:Status-Status} ${Package} ${Installed-Size}\n").stdout
        return {w[1]: int(w[2]) for w in map(str.split, lines.splitlines()) if w[0] == "installed" and len(w) == 3}

    def listing(self):
        """Every file but what dpkg, apt and the logs keep about themselves: name, kind, mode, owner, size or target."""
        skipped = {"proc", "sys", "dev", "run", "tmp", "root/.ssh", "var/cache", "var/log", "var/lib/dpkg",
                   "var/lib/apt"}
        found = {}
        for folder, folders, files in os.walk(self.path):
            place = os.path.relpath(folder, self.path)
            folders[:] = [f for f in folders if os.path.normpath(os.path.join(place, f)) not in skipped]
            for name in folders + files:
                path = os.path.join(folder, name)
                info = os.lstat(path)
                size = os.readlink(path) if os.path.islink(path) else info.st_size if name in files else ""
                found[os.path.normpath(os.path.join(place, name))] = (oct(info.st_mode), info.st_uid, info.st_gid, size)
        # The backups that the tools for users make.
        for name in ("passwd-", "group-", "shadow-", "gshadow-", "subuid-", "subgid-"):
            found.pop("etc/" + name, None)
        return found
