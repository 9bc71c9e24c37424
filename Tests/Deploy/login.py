"""The login that provisions: a real sshd with Debian's configuration, on the loopback, and all that may go wrong.

Requirements: SETUP-2
"""

import os
import random
import re
import shutil
import signal
import socket
import subprocess
import time

from package import OLD
from root import Unexpected, command, expect
from stage import REPOSITORY, STATE, needed

PROVISION = ("anicca", "provision")
WRAPPER = "ssh-provision"

FIRST = """owner: { name: Aiko, language: en }
habits:
  wake: { at: "06:20" }
"""
WRONG = """owner: { name: Changed, language: en }
habits:
  wake: { at: "06:60" }
"""


def whole(name, hour):
    """A profile that sets every field, so that a mixture of two shows."""
    return (f"owner: {{ name: {name}, language: en }}\nsleep_location: room of {name}\ncompanion: offline\n"
            f"training_focus: [core]\nvolume: {{ ceiling: 8{hour % 10}, floor: 1{hour % 10} }}\nhabits:\n"
            + "".join(f"  {habit}: {{ at: \"{hour:02d}:{minute}\" }}\n" for habit, minute in
                      (("wake", 10), ("training", 20), ("bedtime", 30), ("reading", 40))))


def long(size):
    """Good wherever it is cut after the first lines: fields, then comments, then fields."""
    head = "owner: { name: Half, language: en }\nhabits:\n  wake: { at: \"03:33\" }\n"
    tail = "  training: { at: \"04:44\" }\n"
    line = "  # the rest of the night\n"
    return head + line * ((size - len(head) - len(tail)) // len(line)) + tail


def a_login_of_somebodys_own_is_not_taken_over(stage):
    """Whoever chose `anicca` in the Imager: the package and `make install` refuse, and a purge does not delete it.

    Requirements: GUARD-3, SETUP-2
    """
    root = stage.root

    def login():
        return root.run("getent", "passwd", "anicca").stdout

    shutil.copytree(REPOSITORY / "deploy", root.file("tmp/repository/deploy"))
    root.run("useradd", "--create-home", "--shell", "/bin/bash", "anicca")
    try:
        own, before = login(), root.listing()
        done = root.run("dpkg", "--install", stage.give(OLD), check=False)
        expect(done.returncode != 0 and "somebody's own" in done.stderr, f"the package: {done}")
        # As on a running machine.
        root.file("run/systemd/system").mkdir(parents=True)
        done = root.run("/tmp/repository/deploy/install.sh", "/bin/true", "", "/usr/local", check=False)
        root.file("run/systemd/system").rmdir()
        expect(done.returncode == 77 and "somebody's own" in done.stderr, f"make install: {done}")
        expect(login() == own, f"the login was changed: {login()}")
        changed = {name for name, entry in root.listing().items() if before.get(name) != entry}
        expect(not changed, f"refused, and yet these were changed: {sorted(changed)}")
        # What an earlier version took over.
        root.run("usermod", "--shell", "/usr/lib/anicca/ssh-provision", "anicca")
        done = root.run("sh", "/tmp/repository/deploy/debian/postrm", "purge", check=False)
        expect("/home/anicca:" in login() and "somebody's own" in done.stderr, f"a purge deleted the login: {done}")
    finally:
        root.run("userdel", "--remove", "anicca", check=False)
        shutil.rmtree(root.file("tmp/repository"))


@needed
def a_key_is_let_in_by_one_line(stage):
    """The package is there, as the package left it; sshd reads Debian's own configuration."""
    root = stage.root
    if not root.file("usr/bin/anicca").exists():
        root.run("dpkg", "--install", stage.give(OLD))
    folder = root.file("root/.ssh")
    folder.mkdir(mode=0o700, exist_ok=True)
    for name in ("owner", "stranger"):
        root.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", f"/root/.ssh/{name}")
    # Nobody is let in before.
    stage.start_server()
    expect(stage.ssh(*PROVISION, text=FIRST).returncode == 255, "a key that stands nowhere was let in")
    shutil.copy(folder / "owner.pub", root.file("etc/anicca/authorized_keys"))
    # The same key for the machine's owner, to compare.
    shutil.copy(folder / "owner.pub", folder / "authorized_keys")
    stage.start_speaker()
    done = stage.ssh(*PROVISION, text=FIRST)
    expect(done.returncode == 0, f"{done}\n{stage.server_log()}")
    expect("06:20" in done.stdout and "Next up" in done.stdout, done.stdout)
    expect("06:20" in stage.profile(), stage.profile())


def the_answer_can_be_json(stage):
    done = stage.ssh(*PROVISION, "--json", text=FIRST)
    expect(done.returncode == 0 and done.stdout.lstrip().startswith("{"), str(done))


def a_bad_file_is_refused_with_line_and_field_and_changes_nothing(stage):
    before = stage.profile()
    done = stage.ssh(*PROVISION, text=WRONG)
    expect(done.returncode == 65, f"exit code {done.returncode}")
    expect(re.search(r"profile\.yaml:3:\d+: habits\.wake\.at:", done.stderr), done.stderr)
    done = stage.ssh(*PROVISION, text="owner: [\n")
    expect(done.returncode == 65 and re.search(r"profile\.yaml:\d+:", done.stderr), str(done))
    done = stage.ssh(*PROVISION, text=long(65_536 + 200))
    expect(done.returncode == 65 and "larger than 65536 bytes" in done.stderr, str(done))
    expect(stage.profile() == before, "a refused file changed the profile")


def the_largest_file_that_is_allowed_is_applied(stage):
    text = long(65_536)
    done = stage.ssh(*PROVISION, text=text)
    expect(done.returncode == 0 and "04:44" in stage.profile(), f"{len(text)} bytes: {done}")
    stage.ssh(*PROVISION, text=FIRST)
    stage.anicca("habit", "remove", "training", check=False)


def begin(stage, **options):
    return subprocess.Popen(stage.ssh_line(*PROVISION, **options), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)


def taken(stage):
    """How many bytes the login has written down so far, in blocks; -1: it does not take any in yet."""
    if not stage.processes("head"):
        return -1
    return max((path.stat().st_size for path in stage.root.file("tmp").glob("tmp.*") if path.is_file()), default=-1)


def ended(stage):
    stage.wait_until(lambda: not stage.processes(WRAPPER), "the login goes on after its line is cut")
    expect(not list(stage.root.file("tmp").glob("tmp.*")), "the login left its file")


def cut(stage, text, size, how, **options):
    """Sends so many bytes of it, waits until they have come, and cuts the line."""
    client = begin(stage, **options)
    try:
        client.stdin.write(text[:size].encode())
        client.stdin.flush()
        stage.wait_until(lambda: taken(stage) >= max(0, size - 8192), "the login does not take the profile in")
        time.sleep(0.1)
        how(client)
    finally:
        client.wait(10)
        client.stdin.close()
        client.stdout.close()
        client.stderr.close()
    ended(stage)


def kill(client):
    client.kill()


def settled(stage):
    """A profile that no half of another can be taken for."""
    done = stage.ssh(*PROVISION, text=whole("Base", 5))
    expect(done.returncode == 0, str(done))
    return stage.profile()


def a_line_that_is_cut_changes_nothing(stage):
    """At points where what has come is a good profile, by every way in which a client can go."""
    before, text = settled(stage), long(60_000)
    for size, how in ((200, kill), (30_000, kill), (59_990, kill), (len(text), kill),
                      (30_000, lambda client: client.terminate()),
                      (30_000, lambda client: client.send_signal(signal.SIGINT)),
                      (30_000, lambda client: client.send_signal(signal.SIGHUP))):
        cut(stage, text, size, how)
        expect(stage.profile() == before, f"a line cut after {size} bytes changed the profile:\n{stage.profile()}")


def a_server_that_dies_changes_nothing(stage):
    """sshd's process of the connection is killed: no end of the line, but the end of our input."""
    before = settled(stage)

    def kill_server(_):
        # All but the one that listens.
        for process in stage.processes("sshd") + stage.processes("sshd-session"):
            if process != stage.server.pid:
                os.kill(process, signal.SIGKILL)

    cut(stage, long(60_000), 30_000, kill_server)
    expect(stage.profile() == before, "the profile has changed:\n" + stage.profile())


def a_session_that_is_cut_on_a_shared_connection_changes_nothing(stage):
    """ControlMaster: the connection stands, the session on it goes."""
    before = settled(stage)
    shared = ["-o", "ControlPath=/root/.ssh/shared"]
    master = subprocess.Popen(stage.ssh_line("-N", "-M", options=shared), stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        stage.wait_until(lambda: stage.root.file("root/.ssh/shared").exists(), "no shared connection")
        cut(stage, long(60_000), 30_000, kill, options=shared)
        expect(master.poll() is None, "the shared connection is gone, too")
        expect(stage.profile() == before, "the profile has changed:\n" + stage.profile())
        good = stage.ssh(*PROVISION, text=FIRST, options=shared)
        expect(good.returncode == 0, f"on the same connection: {good}")
    finally:
        master.terminate()
        master.wait(5)


def lines_that_are_cut_at_any_instant_change_nothing_or_everything(stage):
    """Forty, from the first packet on: before the login runs, while it reads, while it applies."""
    dice, text, applied = random.Random(4), whole("Dice", 7), 0
    began = time.monotonic()
    base = settled(stage)
    one = time.monotonic() - began
    for number in range(40):
        client = begin(stage)
        half = text[:text.index("  training")] if number % 2 else text
        client.stdin.write(half.encode())
        client.stdin.flush()
        if half == text and number % 4:
            client.stdin.close()
        if number == 38:
            # One that is left alone, to see that what is cut is like it.
            client.wait(10)
        else:
            time.sleep(dice.uniform(0.05, 1.4 * one))
        client.kill()
        client.communicate() if not client.stdin.closed else client.wait()
        client.stdout.close()
        client.stderr.close()
        ended(stage)
        now = stage.profile()
        if now != base:
            expect(half == text, f"half a profile was applied:\n{now}")
            expect(all(part in now for part in ("Dice", "07:10", "07:20", "07:30", "07:40")), f"a part:\n{now}")
            applied += 1
            expect(settled(stage) == base, "the way back")
    expect(applied > 0, "none of them came whole: the test is too quick to see one applied")
    return [f"{applied} of 40 had come whole, and were applied whole"]


def two_at_once_are_both_answered_and_one_of_them_holds(stage):
    for _ in range(3):
        texts = {"Left": whole("Left", 6), "Right": whole("Right", 8)}
        clients = {name: begin(stage) for name in texts}
        for name, client in clients.items():
            client.stdin.write(texts[name].encode())
            client.stdin.flush()
        for client in clients.values():
            client.stdin.close()
        for name, client in clients.items():
            output = client.stdout.read().decode()
            errors = client.stderr.read().decode()
            expect(client.wait(15) == 0, f"{name}: {client.returncode} {errors}")
            expect("Next up" in output, f"{name} was not answered: {output}")
            client.stdout.close()
            client.stderr.close()
        now = stage.profile()
        holds = [name for name, hour in (("Left", 6), ("Right", 8))
                 if all(part in now for part in (f'name: "{name}"', f"room of {name}", f"8{hour}", f"1{hour}",
                                                 *(f"{hour:02d}:{m}" for m in (10, 20, 30, 40))))]
        expect(len(holds) == 1, "a mixture of two profiles:\n" + now)


def it_works_while_the_speaker_is_off(stage):
    stage.stop_speaker()
    done = stage.ssh(*PROVISION, text=FIRST)
    expect(done.returncode == 0, str(done))
    stage.start_speaker()
    expect("06:20" in stage.profile() and "Aiko" in stage.profile(), stage.profile())


def every_other_command_is_refused(stage):
    before = stage.profile()
    marker = stage.root.file(f"{STATE}/marker")
    for line, code in (("id", 77), ("anicca status", 77), ("anicca", 77), ("anicca reset", 77), ("/bin/sh", 77),
                       ("anicca provision; touch /var/lib/anicca/marker", 77),
                       ("anicca provision && touch /var/lib/anicca/marker", 64),
                       ("anicca provision $(touch /var/lib/anicca/marker)", 64),
                       ("anicca provision `touch /var/lib/anicca/marker`", 64),
                       ("anicca provision\ntouch /var/lib/anicca/marker", 77),
                       ("anicca provision /etc/passwd", 64), ("anicca provision --state-dir /tmp", 64),
                       ("sh -c 'anicca provision'", 77), ("internal-sftp", 77), ("scp -t /tmp", 77),
                       ("rsync --server . /", 77)):
        done = stage.ssh(line, text=whole("Intruder", 9))
        expect(done.returncode == code, f"{line!r}: exit code {done.returncode}, not {code}: {done.stderr}")
        expect(done.stdout == "" and "anicca provision" in done.stderr or code == 64, f"{line!r}: {done}")
    done = stage.ssh(text=whole("Intruder", 9))
    expect(done.returncode == 64, f"no command: {done}")
    expect(not marker.exists(), "a command was run")
    expect(stage.profile() == before, "the profile has changed")


def neither_terminal_nor_files_nor_forwarding(stage):
    done = stage.ssh(*PROVISION, text=FIRST, options=["-tt"])
    expect("PTY allocation request failed" in done.stderr, f"a terminal: {done}")
    done = command(*stage.ssh_line(program="sftp"), check=False, input="ls /\n")
    expect(done.returncode != 0 and "bin" not in done.stdout, f"sftp: {done}")
    done = command(*stage.ssh_line("/etc/hostname", "anicca@127.0.0.1:/tmp/x", program="scp"), check=False)
    expect(done.returncode != 0 and not stage.root.file("tmp/x").exists(), f"scp: {done}")
    with socket.socket() as inner:
        inner.bind(("127.0.0.1", 0))
        inner.listen()
        inner.settimeout(1)
        target = inner.getsockname()[1]
        done = stage.ssh(options=["-W", f"127.0.0.1:{target}"])
        expect(done.returncode != 0, f"-W: {done}")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        done = stage.ssh("-N", options=["-R", f"127.0.0.1:{port}:127.0.0.1:{target}", "-o", "ExitOnForwardFailure=yes"])
        expect(done.returncode == 255 and "forwarding failed" in done.stderr, f"-R: {done}")
        client = subprocess.Popen(stage.ssh_line("-N", options=["-L", f"127.0.0.1:{port}:127.0.0.1:{target}"]),
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            def connects():
                with socket.socket() as probe:
                    return probe.connect_ex(("127.0.0.1", port)) == 0
            stage.wait_until(connects, "the client does not listen")
            try:
                inner.accept()[0].close()
                raise Unexpected("-L: the port was forwarded")
            except TimeoutError:
                pass
        finally:
            client.terminate()
            client.wait(5)


def no_other_key_and_no_password(stage):
    done = stage.ssh(*PROVISION, text=FIRST, key="stranger")
    expect(done.returncode == 255 and "Permission denied (publickey)" in done.stderr, str(done))
    # The service's own folder lets nobody in, whatever it writes there.
    folder = stage.root.file(f"{STATE}/.ssh")
    folder.mkdir(mode=0o700)
    shutil.copy(stage.root.file("root/.ssh/stranger.pub"), folder / "authorized_keys")
    stage.root.run("chown", "-R", "anicca:anicca", f"/{STATE}/.ssh")
    done = stage.ssh(*PROVISION, text=FIRST, key="stranger")
    expect(done.returncode == 255, f"a key in the state folder was let in: {done}")
    shutil.rmtree(folder)


def without_our_file_the_login_can_still_do_nothing_else(stage):
    """Another server, another configuration: the login shell is the same program."""
    for line, code in (("id", 77), ("anicca provision", 0)):
        # `timeout` stands for the server: the login wants to see it alive.
        done = stage.root.run("timeout", "20", "/usr/lib/anicca/ssh-provision", "-c", line, user="anicca", input=FIRST,
                              check=False)
        expect(done.returncode == code and "uid=" not in done.stdout, f"{line}: {done}")
    done = stage.root.run("/usr/lib/anicca/ssh-provision", user="anicca", input="id\n", check=False)
    expect(done.returncode == 64, f"as an interactive shell: {done}")


def a_sender_who_stalls_is_let_go(stage):
    program = stage.root.file("usr/lib/anicca/ssh-provision").read_text()
    expect("\nlimit_seconds=60\n" in program, "the limit")
    quick = stage.root.file("usr/local/bin/quick-provision")
    quick.write_text(program.replace("\nlimit_seconds=60\n", "\nlimit_seconds=1\n"))
    quick.chmod(0o755)
    before = stage.profile()
    line = stage.root.line("/usr/local/bin/quick-provision", "-c", "anicca provision", user="anicca")
    sender = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        sender.stdin.write(FIRST.replace("06:20", "05:55"))
        sender.stdin.flush()
        code = sender.wait(10)
        expect(code == 75 and "within 1 s" in sender.stderr.read(), f"exit code {code}")
    finally:
        for stream in (sender.stdin, sender.stdout, sender.stderr):
            stream.close()
        quick.unlink()
    expect(stage.profile() == before, "what came of a stalled profile was applied")


def the_machines_owner_provisions_as_ever(stage):
    done = stage.ssh(*PROVISION, text=FIRST, user="root")
    expect(done.returncode == 0 and "Next up" in done.stdout, str(done))
    # Somebody else with a login, but without sudo.
    stage.root.run("useradd", "--create-home", "--shell", "/bin/sh", "guest")
    home = stage.root.file("home/guest/.ssh")
    home.mkdir(mode=0o700)
    shutil.copy(stage.root.file("root/.ssh/owner.pub"), home / "authorized_keys")
    stage.root.run("chown", "-R", "guest:guest", "/home/guest/.ssh")
    done = stage.ssh(*PROVISION, text=FIRST, user="guest")
    # Their session ends a moment after the client's, and whoever has a process is not removed.
    for _ in range(50):
        removed = stage.root.run("userdel", "--remove", "guest", check=False)
        if removed.returncode != 8:
            break
        time.sleep(0.1)
    expect(removed.returncode == 0, f"the guest stays: {removed}")
    expect(done.returncode == 77, f"a guest: {done}")


def the_server_ends(stage):
    stage.server.terminate()
    stage.server.wait(5)
    stage.server = None
    stage.stop_speaker()
    shutil.rmtree(stage.root.file("root/.ssh"))
    expect(not stage.processes("sshd"), "sshd runs on")


BEFORE = [a_login_of_somebodys_own_is_not_taken_over]
TESTS = [
    a_key_is_let_in_by_one_line, the_answer_can_be_json, a_bad_file_is_refused_with_line_and_field_and_changes_nothing,
    the_largest_file_that_is_allowed_is_applied, a_line_that_is_cut_changes_nothing, a_server_that_dies_changes_nothing,
    a_session_that_is_cut_on_a_shared_connection_changes_nothing,
    lines_that_are_cut_at_any_instant_change_nothing_or_everything,
    two_at_once_are_both_answered_and_one_of_them_holds, it_works_while_the_speaker_is_off,
    every_other_command_is_refused, neither_terminal_nor_files_nor_forwarding, no_other_key_and_no_password,
    without_our_file_the_login_can_still_do_nothing_else, a_sender_who_stalls_is_let_go,
    the_machines_owner_provisions_as_ever, the_server_ends,
]
