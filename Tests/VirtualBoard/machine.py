"""One QEMU process: the virtual board as hardware. Boots it, talks to the agent in the guest and to QEMU itself, pulls
its power (SIGKILL), changes its devices. Knows nothing of the appliance.

Always `-accel tcg`: where /dev/kvm exists it may be nested and hang the guest.
"""

import contextlib
import datetime
import json
import os
import pathlib
import re
import secrets
import select
import shlex
import socket
import subprocess
import threading
import time


class MachineError(Exception):
    """The emulator or the guest did not do what it must."""


class Machine:
    """`guest`: what guest.sh prints; the last two may be None. `base`: what the battery clock says at power-on,
    `2027-06-07T05:59:00` (UTC). `saved`: it goes on from there (`save`) in place of booting. `has_own_time`: an
    instruction is a nanosecond, however long the host takes for it; only where no sound leaves the machine.
    """

    boot_limit_seconds = 90  # on a loaded machine; three to six otherwise

    def __init__(self, guest, folder, disk, base, speakers, words="", usb=None, hda=None, network=(),
                 second_disk=None, has_watchdog=False, cores=2, megabytes=384, saved=None, has_own_time=False):
        kernel, initrd, system, kilohertz = guest
        if has_own_time:
            kilohertz = 1_000_000  # QEMU's time-stamp counter then counts its nanoseconds
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.process = None
        self.powered_seconds = self.starved_seconds = 0.0
        self._lock = threading.Lock()
        self._saved, self._usb = saved, usb
        at = datetime.datetime.fromisoformat(base).replace(tzinfo=datetime.timezone.utc)
        self._begin = f"{secrets.token_hex(32)} {int(at.timestamp())} {words}\n"
        self._arguments = [
            "qemu-system-x86_64", "-accel", "tcg,thread=" + ("single" if has_own_time else "multi"), "-M", "q35", "-cpu", "max", "-smp", str(cores),
            "-m", str(megabytes), "-nodefaults", "-no-user-config", "-display", "none", "-kernel", kernel, "-initrd", initrd,
            "-append", "console=ttyS0 quiet panic=-1 mitigations=off tsc=reliable random.trust_cpu=on "
            "cryptomgr.notests rcupdate.rcu_expedited=1 "
            # Its own measurement of that goes wrong on a busy host, and its clocks then run three times too fast.
            + (f"tsc_early_khz={kilohertz} " if kilohertz else "") + words,
            "-rtc", f"base={base},clock=" + ("vm" if has_own_time else "rt"),
            "-chardev", f"file,id=console,path={self.folder}/console.log", "-serial", "chardev:console",
            "-qmp", f"unix:{self.folder}/qmp,server=on,wait=off",
            "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=agent,path={self.folder}/agent,server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=agent",
            "-chardev", f"file,id=log,path={self.folder}/anicca.log,append=on",
            "-device", "virtserialport,chardev=log,name=log",
            "-drive", f"if=none,id=disk,format=raw,cache=writeback,file={disk}", "-device", "virtio-blk-pci,drive=disk",
            "-netdev", "user,id=net" + "".join(f",{word}" for word in network),
            "-device", "virtio-net-pci,netdev=net,id=nic,romfile=",
            "-device", "qemu-xhci,id=xhci",
        ]
        if has_own_time:
            self._arguments += ["-icount", "shift=0"]
        if second_disk:
            self._arguments += ["-drive", f"if=none,id=disk2,format=raw,file={second_disk}",
                                "-device", "virtio-blk-pci,drive=disk2"]
        if system:
            self._arguments += ["-drive", f"if=none,id=system,format=raw,readonly=on,file={system}",
                                "-device", "virtio-blk-pci,drive=system,serial=system"]
        if has_watchdog:
            self._arguments += ["-device", "i6300esb", "-action", "watchdog=reset"]
        for speaker in speakers:
            self._arguments += speaker.audiodev
        if hda:
            self._arguments += ["-device", "intel-hda,id=hda", "-device", f"hda-output,audiodev={hda.name}"]
        if saved:
            self._arguments += ["-incoming", f"exec:cat {shlex.quote(str(saved))}"]
        elif usb:
            self._arguments += ["-device", f"usb-audio,id=usb-{usb.name},bus=xhci.0,audiodev={usb.name}"]

    # --- power

    def power_on(self, is_stopped=lambda: False):
        """Boots; returns once the agent answers. Host seconds that it took."""
        began = self._start_process()
        if self._saved:
            self._await_status("paused", is_stopped)
            if self._usb:
                # QEMU saves no machine with such a speaker.
                self.plug_usb(self._usb)
            self.qmp("cont")
            self._agent.sendall(self._begin.encode())
        self._await_agent(began, is_stopped)
        return time.monotonic() - began

    def save(self, path, is_stopped=lambda: False):
        """Boots with the word `board.saved`, and saves the machine where it waits (guest/init)."""
        began = self._start_process()
        self._await_agent(began, is_stopped, "::saved")
        self.qmp("stop")
        self.qmp("migrate-set-parameters", **{"max-bandwidth": 1 << 40})
        # Its name says that all of it is there.
        part, whole = shlex.quote(f"{path}.part"), shlex.quote(str(path))
        self.qmp("migrate", uri=f"exec:cat >{part} && mv {part} {whole}")
        self._await_status("postmigrate", is_stopped)
        self.close()
        deadline = time.monotonic() + 30
        while not os.path.exists(path):
            if time.monotonic() > deadline:
                raise MachineError("the machine's state was not written")
            time.sleep(0.01)

    def _start_process(self):
        for name in ("agent", "qmp"):
            (self.folder / name).unlink(missing_ok=True)
        self._began = began = time.monotonic()
        with open(self.folder / "qemu.log", "ab") as log:
            self.process = subprocess.Popen(
                self._arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        # At once: what the agent says before somebody listens is lost.
        self._agent = self._connect("agent", began)
        self._qmp = self._connect("qmp", began)
        self._agent_text = self._qmp_text = b""
        self._read_qmp(began + self.boot_limit_seconds)
        self.qmp("qmp_capabilities")
        return began

    def _await_status(self, status, is_stopped):
        deadline = time.monotonic() + 30
        while (seen := self.qmp("query-status")["status"]) != status:
            if is_stopped():
                raise MachineError("the run was ended")
            if time.monotonic() > deadline:
                raise MachineError(f"the machine is {seen}, not {status}; {self._story()}")
            time.sleep(0.01)

    def await_start(self, event, seconds, is_stopped=lambda: False):
        """Until the board starts anew by itself, which QEMU calls WATCHDOG or WAKEUP, and the agent answers again."""
        deadline = time.monotonic() + seconds
        while self._read_qmp(deadline).get("event") != event:
            pass
        self._agent_text = b""
        self._await_agent(time.monotonic(), is_stopped)

    def _await_agent(self, began, is_stopped, word="::agent"):
        while True:
            line = self._agent_line(min(began + self.boot_limit_seconds, time.monotonic() + 0.5), or_none=True)
            if line is not None and line.startswith(word):
                return
            if is_stopped():
                raise MachineError("the run was ended")
            if time.monotonic() > began + self.boot_limit_seconds:
                raise MachineError(f"no agent in the guest after {self.boot_limit_seconds} s; {self._where()}{self._story()}")

    def _where(self):
        """At which instructions its processors are: two looks tell a guest that stands still from one that is slow."""
        looks = []
        for _ in range(2):
            try:
                told = self.qmp("human-monitor-command", **{"command-line": "info registers -a"})
            except MachineError as error:
                return f"its monitor: {error}"
            looks.append(" ".join(re.findall(r"\b(?:RIP=\w+|HLT=1)", told)))
            time.sleep(1)
        return "; then ".join(looks)

    def cut_power(self):
        """SIGKILL: what the guest had not handed to its disk is gone."""
        if self.process is not None:
            self.powered_seconds += time.monotonic() - self._began
            self.starved_seconds += self._starved_seconds()
            self.process.kill()
            self.process.wait()
            self.process = None
            self._agent.close()
            self._qmp.close()

    close = cut_power

    def _starved_seconds(self):
        """How long its busiest thread waited for a processor of this machine (sched-stats.rst)."""
        waited = [0]
        for path in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat"):
            with contextlib.suppress(OSError):
                waited.append(int(path.read_text().split()[1]))
        return max(waited) / 1e9

    def power_down(self):
        """An orderly end, so that the WAV files get their right sizes."""
        if self.process is None:
            return
        try:
            self.sh("sync", 10)
            self.qmp("quit")
            self.process.wait(5)
        except (MachineError, subprocess.TimeoutExpired, OSError):
            pass
        self.cut_power()

    def _story(self):
        text = ""
        for name in ("qemu.log", "console.log"):
            path = self.folder / name
            if path.exists():
                text += f"\n{name}: " + path.read_text(errors="replace")[-1500:]
        return text

    def _connect(self, name, began):
        path = str(self.folder / name)
        while True:
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(path)
                return connection
            except OSError:
                connection.close()
            if self.process.poll() is not None:
                raise MachineError(f"QEMU ended with {self.process.returncode}; {self._story()}")
            if time.monotonic() > began + 20:
                raise MachineError(f"QEMU does not open {path}; {self._story()}")
            time.sleep(0.02)

    # --- the agent

    def sh(self, command, timeout_seconds=30.0, check=True):
        """Runs a line of shell in the guest. (exit code, output); with `check` the output, or MachineError."""
        with self._lock:
            deadline = time.monotonic() + timeout_seconds
            self._agent.sendall(command.replace("\n", "; ").encode() + b"\n")
            lines = []
            while True:
                line = self._agent_line(deadline)
                # Output that does not end its last line is followed by the code on the same line.
                text, mark, code = line.rpartition("::rc=")
                if mark and code.isdigit():
                    if text:
                        lines.append(text)
                    break
                lines.append(line)
        output = "\n".join(lines)
        if check and code != "0":
            raise MachineError(f"`{command[:200]}` ended with {code}: {output[-500:]}")
        return output if check else (int(code), output)

    def _agent_line(self, deadline, or_none=False):
        while b"\n" not in self._agent_text:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._agent], [], [], left)[0]:
                if or_none:
                    return None
                raise MachineError(f"the guest's agent does not answer; {self._story()}")
            chunk = self._agent.recv(1 << 16)
            if not chunk:
                raise MachineError(f"QEMU closed the agent's line; {self._story()}")
            self._agent_text += chunk
        line, self._agent_text = self._agent_text.split(b"\n", 1)
        return line.decode(errors="replace").rstrip("\r")

    # --- QEMU itself

    def _read_qmp(self, deadline):
        while b"\n" not in self._qmp_text:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._qmp], [], [], left)[0]:
                raise MachineError("QEMU's monitor does not answer")
            chunk = self._qmp.recv(1 << 16)
            if not chunk:
                raise MachineError("QEMU closed its monitor")
            self._qmp_text += chunk
        line, self._qmp_text = self._qmp_text.split(b"\n", 1)
        return json.loads(line)

    def qmp(self, command, timeout_seconds=20.0, **arguments):
        deadline = time.monotonic() + timeout_seconds
        self._qmp.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while True:
            answer = self._read_qmp(deadline)
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise MachineError(f"{command}: {answer['error']}")

    def unplug_usb(self, speaker):
        self.qmp("device_del", id=f"usb-{speaker.name}")

    def plug_usb(self, speaker):
        """A speaker whose audio device is not in use yet: QEMU would begin its WAV file anew."""
        self.qmp("device_add", driver="usb-audio", id=f"usb-{speaker.name}", bus="xhci.0", audiodev=speaker.name)

    def stall_disk(self, stands_still):
        """No write to it comes back meanwhile; reads do. (One byte a second is the least that QEMU can be told.)"""
        self._throttle("disk", read=0, write=1 if stands_still else 0)

    def stall_disks(self, stand_still):
        """Neither reads nor writes come back meanwhile, from /var as from /usr: a card at its end."""
        speed = 1 if stand_still else 0
        self._throttle("disk", read=speed, write=speed)
        self._throttle("system", read=speed, write=0)
        if stand_still:
            # The first read of each still comes back: nobody's. Where it is from nothing was read before.
            self.sh("for disk in /dev/vd*; do (dd if=$disk of=/dev/null bs=4096 count=1 skip=3000 2>/dev/null &); done; "
                    "sleep 1")

    def _throttle(self, device, read, write):
        """Bytes a second; 0 is without limit."""
        self.qmp("block_set_io_throttle", device=device, bps=0, bps_rd=read, bps_wr=write, iops=0, iops_rd=0, iops_wr=0)

    def link(self, is_up):
        self.qmp("set_link", name="nic", up=is_up)


def make_disk(path, megabytes=64):
    """An empty ext4 disk for /var."""
    with open(path, "wb") as file:
        file.truncate(megabytes << 20)
    mkfs = next((p for p in ("/usr/sbin/mkfs.ext4", "/sbin/mkfs.ext4") if os.path.exists(p)), "mkfs.ext4")
    done = subprocess.run(
        [mkfs, "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0", str(path)], capture_output=True, text=True)
    if done.returncode:
        raise MachineError(f"mkfs.ext4: {done.stderr}")
