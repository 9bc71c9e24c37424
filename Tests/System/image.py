"""The disk of a whole Debian with systemd in which the package is installed, as who makes an image would, and the small
initial RAM disk that finds it. Made as root, in the namespaces of a run; kept between runs is only what the archive
gave.
"""

import hashlib
import os
import pathlib
import shutil

from package import NEW, OLD
from root import Root, command, expect, suite
from stage import REPOSITORY, Stage

GUEST = pathlib.Path(__file__).resolve().parent / "guest"
BOARD = REPOSITORY / "Tests" / "VirtualBoard"
# What a Debian for a board has besides; iproute2 brings `ss`.
SYSTEM = ("systemd-sysv", "udev", "kmod", "dbus", "openssh-server", "iproute2", "procps")
DISK_MEGABYTES = 1400
FILES = {
    "etc/fstab": "/dev/vda / ext4 noatime,errors=remount-ro 0 1\n",
    "etc/hostname": "bedside\n",
    "etc/hosts": "127.0.0.1 localhost\n127.0.1.1 bedside\n",
    # As in an image for many: each makes its own at its first boot.
    "etc/machine-id": "",
    "etc/resolv.conf": "",
    # An emulator that gets no processor feeds nothing either: longer than that lasts on a busy machine.
    "etc/systemd/system.conf.d/watchdog.conf": "[Manager]\nRuntimeWatchdogSec=60\n",
    # The microphone is a loopback into which nobody speaks.
    "etc/modules-load.d/board.conf": "snd-aloop\n",
    "etc/modprobe.d/board.conf": "options snd-hda-intel id=HDA\noptions snd-aloop index=7 id=Loop\n",
    # A fixed address: a client for another would listen on a port.
    "etc/systemd/network/board.network": "[Match]\nType=ether\n[Network]\nAddress=10.0.2.15/24\nGateway=10.0.2.2\n"
                                         "LinkLocalAddressing=no\nIPv6AcceptRA=no\n",
}


def make(folder, options, kernel, key, say):
    """(disk, initial RAM disk). `key`: the public key that may provision."""
    old, new = packages(folder, options)
    gateway = gateway_package(folder, options)
    root = Root(folder / "debian")
    prepare(root, [old, *gateway], options.cache, options.release or suite(), say)
    for package in gateway:
        shutil.copy(package, root.file("root/gateway.deb"))
    shutil.copy(old, root.file("root/old.deb"))
    shutil.copy(new, root.file("root/new.deb"))
    root.run("dpkg", "--install", "/root/old.deb")
    furnish(root, kernel, key)
    disk, initrd = folder / "image", folder / "initrd"
    make_initrd(folder / "initrd.d", kernel, initrd)
    release(root)
    with disk.open("wb") as file:
        file.truncate(DISK_MEGABYTES << 20)
    command("mkfs.ext4", "-q", "-F", "-d", root.path, "-E", "lazy_itable_init=0,lazy_journal_init=0", disk)
    shutil.rmtree(root.path)
    return disk, initrd


def packages(folder, options):
    """Of this machine's program; or, for another release, those that were built in it."""
    if options.release is None:
        stage = Stage(folder, options.binary, options.cache)
        return stage.build(OLD), stage.build(NEW)
    found = [list(options.packages.glob(f"anicca_{version}_*.deb")) for version in (OLD, NEW)]
    expect(all(len(files) == 1 for files in found), f"no packages in {options.packages}: make test-debian13")
    return [files[0] for files in found]


def gateway_package(folder, options):
    """Of the program that was named; none without."""
    if options.gateway is None or options.release is not None:
        return []
    command(REPOSITORY / "gateway/deploy/deb.sh", options.gateway, folder / "gateway", OLD,
            env={**os.environ, "DEB_COMPRESSION": "gzip"})
    return [*(folder / "gateway").glob("anicca-gateway_*.deb")]


def prepare(root, packages, cache, release, say):
    """All that the packages want and apt would install with them, and a system; without the packages."""
    fields = [command("dpkg-deb", "-f", package, name).stdout.strip()
              for package in packages for name in ("Depends", "Recommends")]
    key = hashlib.sha256(repr((SYSTEM, fields)).encode()).hexdigest()[:12]
    kept = cache / f"system-{release}-{key}.tar"
    if kept.exists():
        return root.unpack(kept, cache / "downloads")
    root.unpack(Root.cached(cache, say, release), cache / "downloads")
    root.run("apt-get", "-qq", "update")
    root.apt("install", "--no-install-recommends", *SYSTEM)
    root.apt("satisfy", "--no-install-recommends", *fields)
    for old in cache.glob(f"system-{release}-*.tar"):
        old.unlink()
    command("tar", "--numeric-owner", "--one-file-system", "-C", root.path, "-cf", f"{kept}.new", ".")
    os.rename(f"{kept}.new", kept)


def furnish(root, kernel, key):
    """What makes it the virtual board: its kernel's modules, its panel, the host's line into it."""
    for name, text in FILES.items():
        root.file(name).parent.mkdir(parents=True, exist_ok=True)
        root.file(name).write_text(text)
    shutil.copytree(kernel / "modules/lib/modules", root.file("lib/modules"), dirs_exist_ok=True)
    shutil.copy(shutil.which("busybox"), root.file("bin/busybox"))
    root.file("bin/usleep").symlink_to("busybox")
    command("gcc-12", "-O2", "-o", root.file("usr/local/bin/board-probe"), BOARD / "guest/probe.c")
    for program in (BOARD / "guest/board-panel", GUEST / "board-agent"):
        shutil.copy(program, root.file("usr/local/bin"))
        root.file(f"usr/local/bin/{program.name}").chmod(0o755)
    shutil.copy(BOARD / "board.yaml", root.file("etc/anicca/board.yaml"))
    units = [*GUEST.glob("*.service")]
    for unit in units:
        shutil.copy(unit, root.file("etc/systemd/system"))
    root.run("systemctl", "enable", "systemd-networkd", *(unit.name for unit in units))
    # What this test is not about, and takes its time.
    root.run("systemctl", "mask", "apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer",
             "e2scrub_all.timer", "e2scrub_reap.service", "getty@tty1.service", "serial-getty@ttyS0.service")
    keys = root.file("etc/anicca/authorized_keys")
    keys.write_text(key)
    keys.chmod(0o644)


def release(root):
    """Nothing stays mounted in it; services may start."""
    root.file("usr/sbin/policy-rc.d").unlink()
    for place in ("dev/pts", "dev/shm", "proc", "var/cache/apt/archives"):
        command("umount", root.file(place))


def make_initrd(folder, kernel, to):
    for name in ("bin", "proc", "dev", "root", "lib"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    shutil.copy(shutil.which("busybox"), folder / "bin/busybox")
    for applet in ("mount", "umount", "modprobe", "switch_root"):
        (folder / "bin" / applet).symlink_to("busybox")
    shutil.copytree(kernel / "modules/lib/modules", folder / "lib/modules")
    shutil.copy(GUEST / "init", folder / "init")
    (folder / "init").chmod(0o755)
    command("sh", "-c", f"cd '{folder}' && find . | cpio --quiet -o -H newc >'{to}'")
