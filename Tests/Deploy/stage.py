"""What the tests share: the package's versions, the Debian they are installed in, the speaker, the SSH server."""

import os
import pathlib
import re
import select
import shlex
import signal
import socket
import subprocess
import time

from emulation import PATIENCE
from root import Root, Unexpected, command, expect

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
UNIT = "usr/lib/systemd/system/anicca.service"
STATE = "var/lib/anicca"


def needed(test):
    """Without it the later ones make no sense."""
    test.is_needed = True
    return test


class Stage:
    def __init__(self, folder, binary, cache):
        self.folder, self.binary, self.cache = folder, binary, cache
        self.root = Root(folder / "debian")
        self.speaker = self.server = self.machine = None
        self.port = None
        self.packages = {}

    def end(self):
        if self.machine is not None:
            self.machine.end()
        for process in (self.speaker, self.server):
            if process is not None and process.poll() is None:
                process.kill()
                process.wait()

    # --- packages

    def build(self, version):
        """The package of a version; compressed a little: the best takes half a minute."""
        if version not in self.packages:
            late = re.search(r"^LATE := (.*)$", (REPOSITORY / "Makefile").read_text(), re.M)[1]
            folder = self.folder / "packages"
            command(REPOSITORY / "deploy/deb.sh", self.binary, folder, version,
                    env={**os.environ, "LATE": late, "DEB_COMPRESSION": "gzip"})
            found = list(folder.glob(f"anicca_{version}_*.deb"))
            expect(len(found) == 1, f"deploy/deb.sh made {found} of version {version}")
            self.packages[version] = found[0]
        return self.packages[version]

    def give(self, version):
        """The package inside the Debian, by its path there."""
        source = self.build(version)
        target = self.root.file(f"tmp/{source.name}")
        if not target.exists():
            os.link(source, target)
        return f"/tmp/{source.name}"

    # --- the service, as the installed unit says it, by hand: there is no systemd running in here

    def unit(self, key):
        text = self.root.file(UNIT).read_text()
        return re.findall(rf"^{key}=(.*)$", text, re.M)

    def environment(self):
        return dict(pair.split("=", 1) for value in self.unit("Environment") for pair in shlex.split(value))

    def keep_state(self):
        """ExecStartPre; its exit code and words."""
        words = shlex.split(self.unit("ExecStartPre")[0].lstrip("-"))
        done = self.root.run(*words, user="anicca", environment=self.environment(), check=False)
        return done.returncode, done.stderr

    def start_speaker(self):
        """Seconds until its `armed` line."""
        began = time.monotonic()
        self.keep_state()
        line = self.root.line(*shlex.split(self.unit("ExecStart")[0]), user="anicca", environment=self.environment())
        with (self.folder / "speaker.log").open("ab") as log:
            self.speaker = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log,
                                            start_new_session=True)
        text = b""
        while True:
            left = began + 15 * PATIENCE - time.monotonic()
            ready = left > 0 and select.select([self.speaker.stdout], [], [], left)[0]
            chunk = os.read(self.speaker.stdout.fileno(), 4096) if ready else b""
            if not chunk:
                raise Unexpected(f"the speaker is not armed; it said {text!r}\n" + self.speaker_log())
            text += chunk
            if re.search(rb"^armed\b", text, re.M):
                return time.monotonic() - began

    def speaker_log(self):
        return (self.folder / "speaker.log").read_text(errors="replace")[-2000:]

    def stop_speaker(self):
        if self.speaker is None:
            return
        self.speaker.send_signal(signal.SIGTERM)
        expect(self.speaker.wait(5 * PATIENCE) == 0, f"the speaker ended with {self.speaker.returncode}\n{self.speaker_log()}")
        self.speaker.stdout.close()
        self.speaker = None

    def anicca(self, *arguments, **options):
        """As root, like `sudo anicca`."""
        return self.root.run("anicca", *arguments, **options)

    def profile(self):
        return self.anicca("profile", "show").stdout

    # --- SSH

    def start_server(self):
        """Debian's own configuration with our file in it, on the loopback."""
        self.root.file("run/sshd").mkdir(exist_ok=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        line = self.root.line("/usr/sbin/sshd", "-D", "-e", "-o", f"Port={self.port}", "-o", "ListenAddress=127.0.0.1",
                              "-o", "PidFile=none")
        with (self.folder / "sshd.log").open("ab") as log:
            self.server = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                           start_new_session=True)
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            expect(self.server.poll() is None, "sshd ended\n" + self.server_log())
            time.sleep(0.05)
        raise Unexpected("sshd does not answer\n" + self.server_log())

    def server_log(self):
        return (self.folder / "sshd.log").read_text(errors="replace")[-3000:]

    def ssh_line(self, *arguments, user="anicca", key="owner", options=(), program="ssh"):
        port = ["-P" if program in ("sftp", "scp") else "-p", str(self.port)]
        fixed = ["-F", "/dev/null", "-i", f"/root/.ssh/{key}", "-o", "BatchMode=yes", "-o", "IdentitiesOnly=yes",
                 "-o", "UserKnownHostsFile=/dev/null", "-o", "StrictHostKeyChecking=no", "-o", "LogLevel=ERROR",
                 "-o", "ConnectTimeout=10"]
        place = [] if program == "scp" else [f"{user}@127.0.0.1"]
        return self.root.line(program, *port, *fixed, *options, *place, *arguments)

    def ssh(self, *arguments, text="", timeout=30, **options):
        return command(*self.ssh_line(*arguments, **options), check=False, timeout=timeout, input=text)

    def processes(self, name):
        """Ids of running processes with that name: all of them are ours, in a namespace of our own."""
        found = []
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                state = re.fullmatch(r"\d+ \((.*)\) (\w) .*", (folder / "stat").read_text().strip())
                # Z: ended; nobody in here asks how.
                if state and state[1] == name[:15] and state[2] != "Z":
                    found.append(int(folder.name))
            except OSError:
                pass
        return found

    def wait_until(self, condition, message, seconds=10):
        end = time.monotonic() + seconds * PATIENCE
        while not condition():
            expect(time.monotonic() < end, f"{message} (within {seconds} s)")
            time.sleep(0.02)
