#!/usr/bin/env python3
"""Makes the pictures of the terminal panel: docs/panel.svg and docs/panel.ja.svg.

    docs/make_panel_picture.py [--binary .build/release/anicca] [--folder docs]

Runs the real program on its terminal board in tmux until the wake alarm rings, and draws what is on the screen. The
program has a state folder, a sound card (a PulseAudio null sink) and a time zone of its own; it uses no network, and
nobody hears it. The zone is chosen so that it is nearly six in the morning there, and dates are replaced by one that
is always the same, so that a new picture differs from the old one only where the panel does. Needs tmux, pulseaudio,
pulseaudio-utils and libasound2-plugins.
"""

import argparse
import contextlib
import datetime
import html
import os
import pathlib
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import time
import unicodedata

PROJECT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT / "Tests" / "Peers"))
from pulse_rig import PulseRig  # noqa: E402

COLUMNS, ROWS = 96, 24
# The moment in the picture, by the clock on the panel; the alarm is due at six.
SHOWN_AT = "06:00:04"
SHOWN_DATE = datetime.date(2026, 11, 21)
LEAD_SECONDS = 15
WEEKDAYS = {"en": "Mon Tue Wed Thu Fri Sat Sun".split(), "ja": "月 火 水 木 金 土 日".split()}
PROFILES = {
    "en": 'owner: { name: Aiko, language: en }\n',
    "ja": 'owner: { name: あおい, language: ja }\n',
}
HABITS = """habits:
  wake: { at: "06:00" }
  training: { at: "19:00" }
  bedtime: { at: "22:30" }
"""
ALT = {"en": "The panel of Anicca bedside in a terminal while the wake alarm rings",
       "ja": "端末に表示したアニッチャ ベッドサイドの画面（起床アラームが鳴っているところ）"}

CELL_WIDTH, LINE_HEIGHT, MARGIN, FONT_SIZE = 8.4, 18, 16, 14
BACKGROUND, FOREGROUND, FAINT, WHITE = "#11151c", "#c9d1d9", "#8b949e", "#f0f6fc"
COLOURS = ("#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", WHITE)
FONTS = "ui-monospace, 'SFMono-Regular', Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK JP', monospace"


def zone_file(seconds_east):
    """A TZif file (RFC 9636, version 2) of one fixed offset."""
    def part():
        return b"TZif2" + bytes(15) + struct.pack(">6l", 0, 0, 0, 0, 1, 4) + struct.pack(">lBB", seconds_east, 0, 0) + b"PIC\0"
    sign, rest = ("-", seconds_east) if seconds_east >= 0 else ("", -seconds_east)
    footer = f"\n<PIC>{sign}{rest // 3600}:{rest // 60 % 60:02}:{rest % 60:02}\n"
    return part() + part() + footer.encode()


def offset_of_the_morning():
    """Seconds east of UTC of a place where it is `LEAD_SECONDS` before six."""
    there = 6 * 3600 - LEAD_SECONDS
    return (there - int(time.time()) % 86400 + 43200) % 86400 - 43200


class Panel:
    """The program in tmux."""

    def __init__(self, binary, language, folder, rig):
        self.socket = folder / "tmux"
        state = folder / "state"
        profile = folder / "profile.yaml"
        profile.write_text(PROFILES[language] + HABITS)
        zone = folder / "zones" / "Asia" / "Tokyo"
        zone.parent.mkdir(parents=True)
        zone.write_bytes(zone_file(0))
        environment = rig.environment({
            "PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", "TERM": "screen-256color",
            "TZDIR": str(folder / "zones"), "TZ": "Asia/Tokyo", "ANICCA_STATE_DIR": str(state)})
        subprocess.run(
            [binary, "provision", str(profile)], env=environment, check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, timeout=60)
        # Started at the beginning of a second: the night log shows when.
        time.sleep(1 - time.time() % 1)
        offset = offset_of_the_morning()
        zone.write_bytes(zone_file(offset))
        self.today = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=offset)).date()
        words = ["env", "-i", *(f"{name}={value}" for name, value in environment.items()), "TERM=screen-256color",
                 binary, "run", "--board", "terminal"]
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), shlex.join(words))

    def tmux(self, *words):
        return subprocess.run(
            ["tmux", "-S", str(self.socket), *words], check=True, capture_output=True, text=True, timeout=20).stdout

    def screen(self):
        """The lines on the screen with their escape sequences."""
        return self.tmux("capture-pane", "-e", "-p").splitlines()

    def wait_for(self, text, seconds):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            lines = self.screen()
            if text in lines[0]:
                return lines
            time.sleep(0.05)
        raise SystemExit(f"the panel does not show {text!r}:\n" + "\n".join(lines))

    def close(self):
        with contextlib.suppress(subprocess.CalledProcessError):
            self.tmux("send-keys", "q")
            time.sleep(1)
            self.tmux("kill-server")


def with_shown_date(line, language, today):
    """Dates and weekdays moved from the day of the run to the day in the picture."""
    moved = SHOWN_DATE - today
    names = WEEKDAYS[language]

    def date(match):
        year = int(match[1] or today.year)
        there = datetime.date(year, int(match[2]), int(match[3])) + moved
        return there.isoformat() if match[1] else there.isoformat()[5:]
    line = re.sub(r"\b(?:(\d{4})-)?(\d\d)-(\d\d)\b", date, line)
    weekday = r"(?<!\w)(" + "|".join(names) + r")(?= [\d-])"
    return re.sub(weekday, lambda match: names[(names.index(match[1]) + moved.days) % 7], line)


def styled(lines):
    """(text, colour, bold) of each stretch in one style, line by line; a style goes on into the next line."""
    colour, bold, faint = None, False, False
    for line in lines:
        stretches = []
        for piece in re.split(r"(\x1b\[[\d;:]*m)", line):
            if not piece.startswith("\x1b"):
                if piece:
                    stretches.append((piece, colour or (FAINT if faint else WHITE if bold else FOREGROUND), bold))
                continue
            codes = [int(code or 0) for code in piece[2:-1].replace(":", ";").split(";")]
            while codes:
                code = codes.pop(0)
                if code == 0:
                    colour, bold, faint = None, False, False
                elif code == 1:
                    bold = True
                elif code == 2:
                    faint = True
                elif code == 22:
                    bold = faint = False
                elif code == 39:
                    colour = None
                elif 30 <= code <= 37 or 90 <= code <= 97:
                    colour = COLOURS[code % 10]
        yield stretches


def width_of(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def drawing_of(lines, language):
    width = round(COLUMNS * CELL_WIDTH + 2 * MARGIN)
    height = len(lines) * LINE_HEIGHT + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-label="{html.escape(ALT[language])}" xml:lang="{language}">',
        f'<title>{html.escape(ALT[language])}</title>',
        f'<rect width="{width}" height="{height}" rx="10" fill="{BACKGROUND}"/>',
        f'<g font-family="{FONTS}" font-size="{FONT_SIZE}" fill="{FOREGROUND}" xml:space="preserve">']
    for row, stretches in enumerate(styled(lines)):
        column = 0
        y = MARGIN + row * LINE_HEIGHT + 13
        for text, colour, bold in stretches:
            # A word at a time, each at its own column: the reader's font may have other widths.
            for match in re.finditer(r"\S+(?: \S+)*", text):
                x = MARGIN + (column + width_of(text[:match.start()])) * CELL_WIDTH
                if set(match[0]) == {"─"}:
                    end = x + len(match[0]) * CELL_WIDTH
                    parts.append(f'<path d="M{x:.1f} {y - 4}H{end:.1f}" stroke="{colour}"/>')
                    continue
                style = f' fill="{colour}"' if colour != FOREGROUND else ""
                style += ' font-weight="bold"' if bold else ""
                length = f"{width_of(match[0]) * CELL_WIDTH:.1f}"
                parts.append(f'<text x="{x:.1f}" y="{y}" textLength="{length}" lengthAdjust="spacingAndGlyphs"'
                             f'{style}>{html.escape(match[0])}</text>')
            column += width_of(text)
    return "\n".join([*parts, "</g>", "</svg>", ""])


def picture_of(binary, language):
    with tempfile.TemporaryDirectory(prefix="anicca-picture-") as name, PulseRig() as rig:
        panel = Panel(binary, language, pathlib.Path(name), rig)
        try:
            lines = panel.wait_for(SHOWN_AT, LEAD_SECONDS + 60)
        finally:
            panel.close()
    while lines and not lines[-1].strip():
        lines.pop()
    return drawing_of([with_shown_date(line, language, panel.today) for line in lines], language)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, default=PROJECT / ".build" / "release" / "anicca")
    parser.add_argument("--folder", type=pathlib.Path, default=PROJECT / "docs")
    options = parser.parse_args()
    for language, file in (("en", "panel.svg"), ("ja", "panel.ja.svg")):
        drawing = picture_of(str(options.binary.resolve()), language)
        (options.folder / file).write_text(drawing)
        print(f"{options.folder / file}: {len(drawing)} bytes")


if __name__ == "__main__":
    main()
