#!/usr/bin/env python3
"""`make board`: the virtual board with its panel attached to this terminal. Its disk is kept from one time to the next.

    Tests/VirtualBoard/panel.py --binary .build/release/anicca
"""

import argparse
import contextlib
import datetime
import pathlib
import select
import subprocess
import sys
import termios
import tty

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]

from machine import Machine, MachineError, make_disk  # noqa: E402
from speaker import ROOT, Speaker  # noqa: E402

KEYS = """
  s  press Start             a  an alarm at the next full minute     p  hear the alarm for 5 s
  x  press Stop              c  cut the power; it boots again        i  what it is doing
  q  end, and say where the speaker's sound is
"""


def show(text=""):
    sys.stdout.write(text.replace("\n", "\r\n") + "\r\n")
    sys.stdout.flush()


@contextlib.contextmanager
def single_keys():
    """Keys without Return, where this is a terminal."""
    if not sys.stdin.isatty():
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


class Panel:
    def __init__(self, guest):
        self.guest = guest
        self.folder = ROOT / ".build" / "board" / "panel"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.disk = self.folder / "disk"
        if not self.disk.exists():
            make_disk(self.disk)
        for old in self.folder.glob("speaker-*.wav"):
            old.unlink()
        self.log = self.folder / "anicca.log"
        self.log.unlink(missing_ok=True)
        self.told = 0
        self.speakers = []
        self.machine = None

    def power_on(self):
        speaker = Speaker("hda", self.folder / f"speaker-{len(self.speakers) + 1}.wav")
        self.speakers.append(speaker)
        now = datetime.datetime.now(datetime.timezone.utc)
        show("booting …")
        self.machine = Machine(
            self.guest, self.folder, self.disk, now.strftime("%Y-%m-%dT%H:%M:%S"), [speaker], hda=speaker,
            words="board.zone=UTC")
        self.machine.power_on()
        self.machine.sh("board-probe armed /var/lib/anicca/control.sock", 60, check=False)

    def tell_log(self):
        """What the appliance wrote since."""
        if self.log.exists():
            with open(self.log, "rb") as file:
                file.seek(self.told)
                text = file.read()
            end = text.rfind(b"\n") + 1
            self.told += end
            for line in text[:end].decode(errors="replace").splitlines():
                show("  | " + line)

    def ask(self, command):
        code, output = self.machine.sh(command, 30, check=False)
        if output.strip():
            show(output.rstrip())
        return code

    def act(self, key):
        if key == "s":
            self.ask("board-panel press START")
        elif key in ("x", " "):
            self.ask("board-panel press STOP")
        elif key == "a":
            due = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=63)
            self.ask(f"anicca alarm once {due:%H:%M}")
        elif key == "p":
            self.ask("anicca alarm preview")
        elif key == "i":
            self.ask("anicca status | head -n 6")
            self.ask("echo light: $(board-panel read LIGHT), buzzer: $(board-panel read BUZZER)")
        elif key == "c":
            show("the power is cut")
            self.machine.cut_power()
            self.power_on()
        elif key != "q":
            show(KEYS.strip("\n"))

    def run(self):
        self.power_on()
        show(f"The virtual board runs (its clock shows UTC). Keys:\n{KEYS}")
        with single_keys():
            while True:
                self.tell_log()
                if not select.select([sys.stdin], [], [], 0.2)[0]:
                    if self.machine.process.poll() is not None:
                        raise MachineError("QEMU has ended")
                    continue
                key = sys.stdin.read(1)
                if key in ("q", "", "\x04"):
                    return
                if key.strip() or key == " ":
                    self.act(key)

    def close(self):
        if self.machine is not None:
            self.machine.power_down()
        for speaker in self.speakers:
            speaker.close()
            speaker.repair()
            if speaker.frames():
                print(f"what the speaker played: {speaker.path} ({speaker.audible_seconds():.1f} s of sound)")
        if not any(speaker.frames() for speaker in self.speakers):
            print("the speaker played nothing")


def main():
    parser = argparse.ArgumentParser(description="The virtual board, with its panel in this terminal.")
    parser.add_argument("--binary", default=".build/release/anicca")
    parser.add_argument("--fresh", action="store_true", help="forget what an earlier run has set")
    options = parser.parse_args()
    made = subprocess.run([str(HERE / "guest.sh"), options.binary], stdout=subprocess.PIPE, text=True)
    if made.returncode:
        sys.exit(made.returncode)
    panel = Panel(made.stdout.split())
    if options.fresh:
        make_disk(panel.disk)
    try:
        panel.run()
    except KeyboardInterrupt:
        pass
    except MachineError as error:
        sys.exit(f"board: {error}")
    finally:
        panel.close()


if __name__ == "__main__":
    main()
