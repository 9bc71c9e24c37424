#!/usr/bin/env python3
"""The gateway's package as an operator gets it: built, installed in a bare Debian, behind nginx and Caddy, backed up, purged.

    sudo gateway/Tests/with-postgres gateway/Tests/package.py --binary gateway/.build/debug/anicca-gateway [NAME…]

NAME: part of a test's name. One line for each with its seconds, then `N passed, N failed`. Needs root, for a chroot;
mounts and processes are in namespaces of their own and end with it. A debug build will do: the Swift libraries that it
is linked to are mounted into the Debian.

Requirements: GATEWAY-3, GATEWAY-8, GATEWAY-9
"""

import argparse
import os
import pathlib
import re
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
sys.path[:0] = [str(HERE), str(REPOSITORY / "Tests/Deploy")]

import package_proxies as proxies  # noqa: E402
from package_proxies import Gateway, answer_of, free_port  # noqa: E402
from root import Root, Unexpected, architecture, command, enter_namespaces, expect, give_back  # noqa: E402

VERSION, NEWER = "0.1.0", "0.1.1"
UNIT = "usr/lib/systemd/system/anicca-gateway.service"
STATE = "var/lib/anicca-gateway"
CONFIG = "/etc/anicca-gateway/gateway.yaml"
DOCUMENT = "usr/share/doc/anicca-gateway"
USER = "anicca-gateway"

PLACES = [
    r"etc/anicca-gateway/gateway\.yaml", r"usr/bin/anicca-gateway", re.escape(UNIT),
    r"usr/lib/sysusers\.d/anicca-gateway\.conf", r"usr/share/man/man8/anicca-gateway\.8\.gz",
    DOCUMENT + r"/(README|SECURITY|ASVS|PRIVACY)(\.ja)?\.md", DOCUMENT + r"/docs/(operations|rules)(\.ja)?\.md",
    DOCUMENT + r"/examples/(nginx\.conf|Caddyfile|alerts\.yml)", DOCUMENT + r"/(copyright|changelog\.gz)",
]


class Stage:
    def __init__(self, folder, binary, cache):
        self.folder, self.binary, self.cache = folder, binary, cache
        self.root = Root(folder / "debian")
        self.packages, self.before, self.users_before = {}, None, None
        self.postgres = os.environ.get("ANICCA_GATEWAY_TEST_POSTGRES")

    def build(self, version):
        if version not in self.packages:
            folder = self.folder / "packages"
            command(REPOSITORY / "gateway/deploy/deb.sh", self.binary, folder, version,
                    env={**os.environ, "DEB_COMPRESSION": "gzip"})
            found = list(folder.glob(f"anicca-gateway_{version}_{architecture()}.deb"))
            expect(len(found) == 1, f"{found} of version {version}")
            self.packages[version] = found[0]
        return self.packages[version]

    def give(self, version):
        source = self.build(version)
        target = self.root.file(f"tmp/{source.name}")
        if not target.exists():
            os.link(source, target)
        return f"/tmp/{source.name}"

    def tool(self, *words, check=True, **options):
        """A command of the installed program, as the service's user, as the manual page says."""
        return self.root.run("anicca-gateway", *words, "--config", CONFIG, user=USER, check=check, **options)


def needed(test):
    test.is_needed = True
    return test


def users(stage):
    return [line for name in ("passwd", "group", "shadow", "gshadow")
            for line in stage.root.file(f"etc/{name}").read_text().splitlines()]


@needed
def the_package_is_built_and_holds_what_it_should(stage):
    package = stage.build(VERSION)
    stage.build(NEWER)
    field = command("dpkg-deb", "-f", package, "Version").stdout.strip()
    expect(field == VERSION, f"version {field}")
    files = {}
    for line in command("dpkg-deb", "-c", package).stdout.splitlines():
        mode, owner, _, _, _, name = line.split(None, 5)
        expect(owner == "root/root", f"{name} belongs to {owner}")
        name = name.removeprefix("./").rstrip("/")
        if mode.startswith("d"):
            expect(mode == "drwxr-xr-x", f"{name}: {mode}")
            continue
        files[name] = mode
        expect(any(re.fullmatch(place, name) for place in PLACES), f"{name}: not a place for a file of ours")
        expect(mode == ("-rwxr-xr-x" if name.startswith("usr/bin/") else "-rw-r--r--"), f"{name}: {mode}")
    for place in PLACES:
        expect(any(re.fullmatch(place, name) for name in files), f"nothing is at {place}")
    expect(command("dpkg-deb", "-I", package, "conffiles").stdout.split() == [CONFIG], "conffiles")
    return [f"{package.stat().st_size >> 20} MiB"]


@needed
def it_installs_in_a_bare_debian(stage):
    stage.root.unpack(Root.cached(stage.cache, print), stage.cache / "downloads")
    stage.root.apt("update")
    # What it depends on stays; what it brings itself must go with it.
    told = stage.root.run("apt-get", "--simulate", "install", "--no-install-recommends", stage.give(VERSION)).stdout
    names = set(re.findall(r"^Inst (\S+)", told, re.M)) - {"anicca-gateway"}
    if names:
        stage.root.apt("install", "--no-install-recommends", *sorted(names))
    stage.before, stage.users_before = stage.root.listing(), users(stage)
    stage.root.apt("install", "--no-install-recommends", stage.give(VERSION))
    linked = re.findall(r"=> (\S+/swift/linux)/", command("ldd", stage.binary).stdout)
    if linked:
        place = stage.root.file(linked[0])
        place.mkdir(parents=True)
        command("mount", "--bind", "-o", "ro", linked[0], place)
        missing = command("ldd", stage.binary).stdout
        for name in re.findall(r"(libstdc\+\+\S*) =>", missing):
            if not list(stage.root.path.glob(f"usr/lib/*/{name}")):
                stage.root.apt("install", "--no-install-recommends", "libstdc++6")
    expect(stage.root.run("stat", "-c", "%U %a", f"/{STATE}").stdout.strip() == f"{USER} 700", "the state's folder")
    return [f"{len(names)} packages that it needs"]


@needed
def its_commands_run_and_say_what_to_do(stage):
    none = stage.tool("check", check=False)
    expect(none.returncode == 69 and "no database yet" in none.stderr, f"{none.returncode} {none.stderr}")
    expect(stage.tool("migrate", "--check", check=False).returncode == 1, "nothing is missing before the first start")
    stage.tool("migrate")
    expect("complete" in stage.tool("migrate", "--check").stdout, "something is missing after a migration")
    said = stage.tool("check").stdout
    expect("settings: good" in said and "owner: nobody yet" in said, said)
    expect(stage.tool("invariants").stdout.count("holds") > 5, "the invariants")
    mode = stage.root.run("stat", "-c", "%a", f"/{STATE}/gateway.sqlite").stdout.strip()
    # The folder is closed in any case.
    expect(stage.root.run("cat", f"/{STATE}/gateway.sqlite", user="nobody", check=False).returncode != 0, mode)


def a_name_that_is_no_setting_ends_it_with_78(stage):
    done = stage.tool("check", "--set", "no_such=1", check=False)
    expect(done.returncode == 78 and "no such setting" in done.stderr, f"{done.returncode} {done.stderr}")


def the_unit_is_closed(stage):
    score = ["systemd-analyze", "security", "--offline=true", "--threshold=15", "--no-pager"]
    done = stage.root.run(*score, f"/{UNIT}", check=False)
    expect(done.returncode == 0, "over 1.5:\n" + "\n".join(l for l in done.stdout.splitlines() if "✓" not in l))
    text = stage.root.file(UNIT).read_text()
    loose = stage.root.file("tmp/loose.service")
    loose.write_text(text.replace("CapabilityBoundingSet=\n", "").replace("PrivateUsers=yes\n", ""))
    expect(stage.root.run(*score, "/tmp/loose.service", check=False).returncode != 0, "a looser unit passes, too")
    verified = stage.root.run("systemd-analyze", "verify", "--man=no", f"/{UNIT}", check=False,
                              environment={"SYSTEMD_LOG_LEVEL": "warning"})
    complaints = [l for l in verified.stderr.splitlines() if "anicca" in l]
    expect(not complaints, "\n".join(complaints))
    expect("\nLimitCORE=0\n" in text and "\nType=exec\n" in text, "core files and the type")
    # A new secret must be one that the unit loads.
    sources = "".join(p.read_text() for p in (REPOSITORY / "gateway/Sources/Gateway/Configuration").glob("*.swift"))
    for name in re.findall(r"^LoadCredential=(\w+):anicca-gateway\.\w+$", text, re.M):
        expect(f'"{name}"' in sources or name.startswith("revenuecat"), f"{name} is no setting")
    return [line.strip("→ ") for line in done.stdout.splitlines() if "Overall" in line]


def it_serves_as_the_unit_says(stage):
    start = re.search(r"^ExecStart=(.*)$", stage.root.file(UNIT).read_text(), re.M)[1].split()
    ports = free_port(), free_port()
    words = [*start, "--set", f"listen=127.0.0.1:{ports[0]}", "--set", f"operations=127.0.0.1:{ports[1]}"]
    with Gateway(stage.root.line(*words, user=USER), ports, stage.folder) as gateway:
        status, page = gateway.get("/signin")
        shown = f"<pre>runuser -u {USER} -- anicca-gateway owner-code --config {CONFIG}</pre>"
        expect(status == 200 and shown in page.decode(), f"the sign-in page: {status} {page}")
        code = stage.tool("owner-code").stdout.split("\n")[0]
        expect(len(code.replace("-", "").replace(" ", "")) == 12, "the owner code")
        owners = {int(p.stat().st_uid) for p in stage.root.file(STATE).iterdir()}
        expect(owners == {int(stage.root.run("id", "-u", USER).stdout)}, f"files of {owners} in the state's folder")
        second = stage.root.run(*words, user=USER, check=False, timeout=20)
        expect(second.returncode == 69, f"a second server on the file: {second.returncode}")


def a_backup_beside_a_running_server_is_whole_and_can_be_restored(stage):
    start = ["anicca-gateway", "serve", "--config", CONFIG]
    ports = free_port(), free_port()
    words = [*start, "--set", f"listen=127.0.0.1:{ports[0]}", "--set", f"operations=127.0.0.1:{ports[1]}"]
    copy = f"/{STATE}/backup.sqlite"
    with Gateway(stage.root.line(*words, user=USER), ports, stage.folder) as gateway:
        asked, ending = [0], threading.Event()

        def ask():
            while not ending.is_set():
                body = f"client_id=anicca-speaker&device_id=d{asked[0]}&device_name=bed&scope=device"
                if gateway.post("/auth/device", body, address=f"127.{1 + asked[0] % 200}.{asked[0] // 200}.1")[0] == 200:
                    asked[0] += 1
        writer = threading.Thread(target=ask)
        writer.start()
        try:
            time.sleep(1)
            before = asked[0]
            stage.tool("backup", copy)
        finally:
            ending.set()
            writer.join()
        expect(before > 5, f"{before} rows were written")
        info = stage.root.run("stat", "-c", "%U %a", copy).stdout.strip()
        expect(info == f"{USER} 600", f"the copy: {info}")
        content = stage.root.file(copy).read_bytes()
        again = stage.tool("backup", copy, check=False)
        expect(again.returncode == 69 and "exists" in again.stderr, f"{again.returncode} {again.stderr}")
        expect(stage.root.file(copy).read_bytes() == content, "it replaced a file")
        expect(not stage.root.file(copy + ".partial").exists(), "a part is left")
    count = "SELECT COUNT(*) FROM device_grants"
    rows = proxies.sqlite_count(stage.root.file(copy), count)
    expect(rows >= before, f"{rows} of {before} rows are in the copy")
    # As docs/operations.md says, and a second time: frames of the first must not get into the copy.
    folder = stage.root.file(STATE)
    lines = (REPOSITORY / "gateway/docs/operations.md").read_text().splitlines()
    puts_aside = next(line for line in lines if line.startswith(f"cd /{STATE} && "))
    for _ in range(2):
        stage.root.run("sh", "-c", puts_aside)
        left = [path.name for path in folder.iterdir() if path.name.startswith("gateway.sqlite")]
        expect(left == [], f"beside the copy there would be {left}")
        stage.root.run("install", "-m", "600", "-o", USER, "-g", USER, copy, f"/{STATE}/gateway.sqlite")
        stage.root.file(f"{STATE}/gateway.sqlite-wal").touch()
    stage.root.file(f"{STATE}/gateway.sqlite-wal").unlink()
    stage.tool("check")
    stage.tool("invariants")
    nobody = stage.tool("export", "usr_invented", check=False)
    expect(nobody.returncode == 1 and "no person" in nobody.stderr, f"export: {nobody.returncode} {nobody.stderr}")
    with Gateway(stage.root.line(*words, user=USER), ports, stage.folder) as gateway:
        expect(gateway.get("/signin")[0] == 200, "the page after a restore")
    expect(proxies.sqlite_count(folder / "gateway.sqlite", count) == rows, "rows after the restore")
    for aside in folder.glob("aside-*"):
        shutil.rmtree(aside)
    return [f"{rows} rows"]


def a_backup_of_a_damaged_database_is_refused(stage):
    damaged = stage.folder / "damaged.sqlite"
    command(stage.binary, "migrate", "--set", f"database=sqlite:{damaged}")
    with open(damaged, "r+b") as file:
        file.seek(4096 * 3)
        file.write(os.urandom(4096 * 4))
    copy = stage.folder / "copy.sqlite"
    done = command(stage.binary, "backup", copy, "--set", f"database=sqlite:{damaged}", check=False)
    expect(done.returncode in (69, 70) and done.stderr.startswith("anicca-gateway:"), f"{done.returncode} {done.stderr}")
    expect(not list(stage.folder.glob("copy.sqlite*")), "a part is left")


def an_upgrade_keeps_settings_and_state(stage):
    stage.root.file(CONFIG).write_text(stage.root.file(CONFIG).read_text() + "free_monthly_limit: 20\n")
    before = stage.root.file(f"{STATE}/gateway.sqlite").read_bytes()
    stage.root.run("dpkg", "--force-confold", "-i", stage.give(NEWER))
    expect("free_monthly_limit: 20" in stage.root.file(CONFIG).read_text(), "the settings")
    expect(stage.root.file(f"{STATE}/gateway.sqlite").read_bytes() == before, "the state")
    for script, words in (("postinst", "restart"), ("prerm", "remove")):
        expect(words in stage.root.file(f"var/lib/dpkg/info/anicca-gateway.{script}").read_text(), script)


def removal_keeps_and_purge_leaves_nothing(stage):
    secret = stage.root.file("etc/credstore/anicca-gateway.provider_key")
    made = not secret.parent.exists()
    secret.parent.mkdir(exist_ok=True)
    secret.write_text("key")
    stage.root.run("dpkg", "--remove", "anicca-gateway")
    expect(stage.root.file(f"{STATE}/gateway.sqlite").exists(), "a removal took the state")
    expect(stage.root.file(CONFIG).exists(), "a removal took the settings")
    stage.root.run("dpkg", "--purge", "anicca-gateway")
    expect(not secret.exists(), "a secret is left")
    if made:
        secret.parent.rmdir()
    after = stage.root.listing()
    libraries = ("opt", "usr/lib/x86_64-linux-gnu/libstdc++", "var/lib/systemd")
    changed = [f"{name}: {stage.before.get(name, 'absent')} -> {after.get(name, 'absent')}"
               for name in sorted(set(stage.before) | set(after))
               if stage.before.get(name) != after.get(name) and not name.startswith(libraries)]
    expect(not changed, "left, or changed:\n" + "\n".join(changed))
    expect(users(stage) == stage.users_before, "users are left")
    stage.root.run("dpkg", "--purge", "anicca-gateway")


TESTS = [
    the_package_is_built_and_holds_what_it_should, it_installs_in_a_bare_debian, its_commands_run_and_say_what_to_do,
    a_name_that_is_no_setting_ends_it_with_78, the_unit_is_closed, it_serves_as_the_unit_says,
    a_backup_beside_a_running_server_is_whole_and_can_be_restored, a_backup_of_a_damaged_database_is_refused,
    an_upgrade_keeps_settings_and_state, removal_keeps_and_purge_leaves_nothing, *proxies.TESTS,
]


def main():
    parser = argparse.ArgumentParser(description="The gateway's package, proxies and backups.")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--binary", default="gateway/.build/debug/anicca-gateway")
    parser.add_argument("--cache", default=".build/deploy", help="folder for the Debian and apt's files")
    parser.add_argument("--limit-seconds", type=int, default=600)
    options = parser.parse_args()
    enter_namespaces()

    def out_of_time(*_):
        raise Unexpected(f"the run took more than {options.limit_seconds} s")

    signal.signal(signal.SIGALRM, out_of_time)
    signal.signal(signal.SIGTERM, out_of_time)
    signal.alarm(options.limit_seconds)
    passed, failed, broken = 0, 0, None
    folder = pathlib.Path(tempfile.mkdtemp(prefix="anicca-gateway-package-"))
    stage = Stage(folder, pathlib.Path(options.binary).resolve(), pathlib.Path(options.cache).resolve())
    try:
        for test in TESTS:
            is_needed = getattr(test, "is_needed", False)
            is_apart = test in proxies.TESTS
            if options.names and not any(name in test.__name__ for name in options.names):
                if not is_needed or all(any(n in t.__name__ for t in proxies.TESTS) for n in options.names):
                    continue
            began = time.monotonic()
            try:
                if broken and not is_apart:
                    raise Unexpected(f"not tried: {broken} failed")
                said = test(stage)
            except Exception as error:  # noqa: BLE001: a broken test is a failed one
                failed += 1
                if is_needed:
                    broken = broken or test.__name__
                text = str(error) if isinstance(error, Unexpected) else "".join(traceback.format_exception(error))
                print(f"FAILED {time.monotonic() - began:5.1f} s  {test.__name__.replace('_', ' ')}")
                print("    " + text.strip().replace("\n", "\n    "), flush=True)
                continue
            passed += 1
            note = f" ({'; '.join(said)})" if said else ""
            print(f"ok     {time.monotonic() - began:5.1f} s  {test.__name__.replace('_', ' ')}{note}", flush=True)
    finally:
        signal.alarm(0)
        stage.root.unmount()
        give_back(stage.cache)
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
