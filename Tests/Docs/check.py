#!/usr/bin/env python3
"""Holds the documents to the program and the repository.

    Tests/Docs/check.py [--binary .build/release/anicca] [--count-file FILE]

Every link and anchor in every Markdown file leads somewhere. README, SECURITY, board/README.md and docs/*.md are held
to the program: it accepts every `anicca …` that they quote, and docs/commands.md names every command of it; every path
and `make` target that they name exists; English and Japanese have the same headings, tables, commands and paths; README
stays a front page; messages that pages quote, and their example files, are those of the program. Without --binary the
commands are not tried. Ends with `N passed, N failed`; the count file gets `passed failed`, for .ci/test. Standard
library only.
"""

import argparse
import html
import pathlib
import re
import sys
import tempfile
import unittest
import urllib.parse

import program
from citations import Citations  # noqa: F401  its tests run with these
from pages import LONGEST, PROJECT, document, every_markdown_file, slug_of
from program import commands_in, fault_of, help_of, program_says, simulated, words_of_the_program
from requirements import Requirements  # noqa: F401  its tests run with these

PAGES = sorted(str(path.relative_to(PROJECT)) for path in PROJECT.glob("docs/*.md") if ".ja." not in path.name)
README = ("README.md", "README.ja.md")
SECURITY = ("SECURITY.md", "SECURITY.ja.md")
SAFETY = ("SAFETY.md", "SAFETY.ja.md")
COMMANDS = ("docs/commands.md", "docs/commands.ja.md")
PICTURES = ("docs/panel.svg", "docs/panel.ja.svg")
CONFIGURATION = ("docs/configuration.md", "docs/configuration.ja.md")
PAIRS = [README, SECURITY, SAFETY, *((name, name.replace(".md", ".ja.md")) for name in PAGES)]
OWNERS = [name for pair in PAIRS for name in pair] + ["board/README.md"]
# For contributors.
MAP = ["ARCHITECTURE.md", "CONTRIBUTING.md", "REQUIREMENTS.md", "Tests/README.md"]
# Words of the program that a page quotes, so that an owner can find them.
QUOTED = {
    "docs/troubleshooting.md": (
        "Attention", "No online companion is set up", "Swift is missing", "a settings file cannot be used",
        "anicca is not running", "clock chip", "microphone muted", "missed", "no sound output left", "not allowed",
        "rang", "skipped", "up early", "The credit for the online companion is used up",
        "A program that the online companion needs is missing on this device"),
    "docs/troubleshooting.ja.md": (
        "Swift is missing", "anicca is not running", "not allowed", "アニッチャは起動していません",
        "オンラインの話し相手は、まだ設定されていません", "マイクオフ", "使える音の出力がありません", "応答がありませんでした",
        "応答なし", "時計チップ", "要確認", "設定ファイルが使えません", "アラームが鳴りました",
        "スキップしました", "早起きしました", "オンラインの話し相手の利用枠を使い切りました",
        "必要なプログラムが、この本体に入っていません"),
    "docs/raspberry-pi.md": ("fail",),
    "docs/raspberry-pi.ja.md": ("異常", "fail"),
    "SECURITY.md": ("I could not erase everything", "fail"),
    "SECURITY.ja.md": ("すべては消去できませんでした", "異常", "要確認"),
    "board/README.md": (
        "clock chip's alarm", "is in use by", "missed", "no permission for", "no permission to write",
        "not found: this machine has"),
}
STATUS = {"met": "満たす", "partly": "一部", "not met": "満たさない", "not applicable": "対象外"}
MOST_README_LINES = 120


class Documents(unittest.TestCase):
    def none(self, faults):
        self.assertFalse(faults, "\n" + "\n".join(faults))

    def test_every_link_and_anchor_leads_somewhere(self):
        faults = []
        count = 0
        for name in every_markdown_file():
            here = document(name)
            for number, text in here.prose:
                for target in re.findall(r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)", text):
                    if re.match(r"[a-z][a-z+.-]*:", target):
                        continue
                    count += 1
                    place, _, anchor = urllib.parse.unquote(target).partition("#")
                    path = (here.path.parent / place).resolve() if place else here.path
                    if not path.exists():
                        faults.append(f"{name}:{number}: {target}: there is no such file")
                    elif not path.is_relative_to(PROJECT):
                        faults.append(f"{name}:{number}: {target}: outside the repository")
                    elif anchor and path.suffix == ".md":
                        if anchor not in document(str(path.relative_to(PROJECT))).anchors:
                            faults.append(f"{name}:{number}: {target}: there is no such heading")
        self.assertGreater(count, 100)
        self.none(faults)

    def test_every_document_that_the_program_names_exists(self):
        faults = []
        files = [*PROJECT.glob("Sources/**/*.swift"), *PROJECT.glob("deploy/**/*"), *PROJECT.glob("board/*.yaml")]
        for path in sorted(path for path in files if path.is_file()):
            for name in re.findall(r"(?<![\w/])(?:docs|board)/[\w.-]+\.md", path.read_text()):
                if not (PROJECT / name).exists():
                    faults.append(f"{path.relative_to(PROJECT)}: {name} does not exist")
        self.none(faults)

    def test_every_path_that_is_named_exists(self):
        faults = []
        for name in OWNERS + MAP:
            for path in sorted(document(name).paths):
                # `NAME.txt` stands for any.
                if not (PROJECT / path).exists() and not re.search(r"\bNAME\b", path):
                    faults.append(f"{name}: {path} does not exist")
        self.assertGreater(len(document("SECURITY.md").paths), 20)
        self.none(faults)

    def test_every_message_that_is_quoted_is_the_programs(self):
        said = words_of_the_program()
        faults = []
        for name, messages in QUOTED.items():
            page = (PROJECT / name).read_text()
            for message in messages:
                for text, place in ((page, name), (said, "the program")):
                    if not re.search(rf"(?<![a-z]){re.escape(message)}(?![a-z])", text):
                        faults.append(f"{name}: {message!r} is not in {place}")
        self.none(faults)

    def test_the_pictures_show_the_panel_of_today(self):
        said = words_of_the_program()
        for name in PICTURES:
            texts = [html.unescape(text) for text in re.findall(r">([^<]+)</text>", (PROJECT / name).read_text())]
            keys = {key: text for key, text in zip(texts, texts[1:]) if key in "sxtqpS+-mR"}
            self.assertEqual(len(keys), 10, name)
            self.none([f"{name}: {text!r} is not in the program: run docs/make_panel_picture.py"
                       for text in keys.values() if text not in said])

    def test_every_make_target_exists(self):
        targets = set(re.findall(r"^([a-z0-9-]+):", (PROJECT / "Makefile").read_text(), re.M))
        faults = []
        for name in every_markdown_file():
            if name == "CHANGELOG.md":  # it tells of the past
                continue
            for number, text in document(name).code:
                for target in re.findall(r"(?:^|&& |sudo )make ([a-z0-9-]+)", text):
                    if target not in targets:
                        faults.append(f"{name}:{number}: make {target}: no such target")
        self.none(faults)

    def test_every_command_is_taken_by_the_program(self):
        if not program.binary:
            self.skipTest("no --binary")
        faults = []
        count = 0
        for name in OWNERS:
            for number, words in document(name).commands:
                count += 1
                if fault := fault_of(words):
                    faults.append(f"{name}:{number}: anicca {' '.join(words)}: {fault}")
        self.assertGreater(count, 100)
        self.none(faults)

    def test_every_command_of_the_program_is_named(self):
        if not program.binary:
            self.skipTest("no --binary")
        for name in COMMANDS:
            named = {words[0] for _, words in document(name).commands}
            self.none([f"{name}: anicca {command} is not named" for command in help_of().subcommands
                       if command not in named and command != "help"])

    def test_the_example_files_are_accepted_by_the_program(self):
        if not program.binary:
            self.skipTest("no --binary")
        for name in CONFIGURATION:
            blocks = re.findall(r"```yaml\n(.*?)```", (PROJECT / name).read_text(), re.S)
            profile, settings = (next(block for block in blocks if re.search(rf"^{key}", block, re.M))
                                 for key in ("habits:", "log_level:"))
            self.assertEqual(simulated(profile=profile), "", name)
            # The board is read after the settings, so its absence is the only thing left to report.
            with tempfile.TemporaryDirectory() as state:
                said = program_says("run", "--config", "{file}", "--board", "/nonexistent", "--state-dir", state,
                                    file=settings)
            self.assertIn("/nonexistent", said, name)
            self.assertNotIn("yaml:", said, name)
        for name in COMMANDS:
            section = (PROJECT / name).read_text().split("`--script FILE`")[1].split("\n\n")[0]
            lines = re.findall(r"`(\{.*?\})`", section)
            for part in re.findall(r'`("[a-zA-Z]+":[^`]*)`', section):
                press = "" if part.startswith((
                    '"press"', '"power"', '"clockStep"', '"zone"', '"command"', '"tool"', '"network"', '"said"',
                    '"companion"', '"summary"', '"life"', '"answer"', '"correct"')) else '"press":"start",'
                lines.append('{"at":"2026-03-29T07:00:00",' + press + part + "}")
            self.assertGreaterEqual(len(lines), 7)
            self.assertEqual(simulated(script="\n".join(lines) + "\n"), "", name)
        self.assertIn("wke", simulated(profile="habits: { wake: { wke: 1 } }"))
        self.assertIn("press: expected", simulated(script='{"at":"2026-03-29T07:00:00","press":"shout"}\n'))

    def test_the_checker_finds_what_is_wrong(self):
        if not program.binary:
            self.skipTest("no --binary")
        for text in ("anicca fly", "sudo anicca habit sing", "anicca habit set wake --loudness 3", "anicca press middle",
                     "anicca volume 50 60", "ssh bedside anicca key give < x", "anicca help habit sing",
                     "anicca completions bash|perl", "anicca habit set wake --wake-guard perhaps"):
            words, = commands_in(text)
            self.assertIsNotNone(fault_of(words), text)
        for text in ("systemctl status anicca", "anicca …", "tar -C /tmp/anicca -c .", "anicca is not running"):
            self.assertEqual(list(commands_in(text)), [], text)
        self.assertEqual(slug_of("SSH で設定する"), "ssh-で設定する")
        self.assertEqual(slug_of("Look before you sleep: simulate, log, replay"), "look-before-you-sleep-simulate-log-replay")

    def test_every_page_is_there_in_both_languages(self):
        self.assertGreaterEqual(len(PAGES), 4)
        pages = {str(path.relative_to(PROJECT)) for path in PROJECT.glob("docs/*.md")}
        self.assertEqual(pages, {name for pair in PAIRS for name in pair if name.startswith("docs/")})

    def test_the_readme_is_a_front_page(self):
        for name in README:
            lines = len((PROJECT / name).read_text().splitlines())
            self.assertLessEqual(lines, MOST_README_LINES, f"{name}: move what is not for a first visit to docs/")

    def test_both_languages_have_the_same_headings(self):
        for names in PAIRS:
            english, japanese = ([level for level, _ in document(name).headings] for name in names)
            self.assertEqual(english, japanese, names)

    def test_both_languages_have_the_same_tables(self):
        for names in PAIRS:
            english, japanese = (document(name).tables for name in names)
            self.assertEqual([len(table) for table in english], [len(table) for table in japanese], names)
            for table in english + japanese:
                widths = {len(row) for row in table}
                self.assertEqual(len(widths), 1, f"{names}: rows of different length: {table[0]}")

    def test_both_languages_have_the_same_commands_and_paths(self):
        for names in PAIRS:
            english, japanese = map(document, names)
            for what in ("commands", "paths"):
                a, b = ({str(entry[1]) if what == "commands" else entry for entry in getattr(one, what)}
                        for one in (english, japanese))
                self.none([f"{names[0]} only: {entry}" for entry in sorted(a - b)]
                          + [f"{names[1]} only: {entry}" for entry in sorted(b - a)])

    def test_the_standards_provisions_are_complete_and_alike(self):
        counts = {"4": 1, "5.1": 5, "5.2": 3, "5.3": 16, "5.4": 4, "5.5": 8, "5.6": 9, "5.7": 2, "5.8": 3, "5.9": 3,
                  "5.10": 1, "5.11": 4, "5.12": 3, "5.13": 1, "6": 5}
        wanted = [f"{clause}-{number}" for clause, count in counts.items() for number in range(1, count + 1)]
        english, japanese = ({row[0]: row for row in document(name).tables[-1][2:]} for name in SECURITY)
        self.assertEqual([row.split()[0] for row in english], wanted)
        self.assertEqual(list(english), list(japanese))
        for provision, row in english.items():
            self.assertIn(row[2], STATUS, provision)
            self.assertEqual(STATUS[row[2]], japanese[provision][2], provision)
            self.assertTrue(row[3] and japanese[provision][3], provision)

    def test_the_safety_page_has_the_rates_that_were_measured_last(self):
        """Requirements: SAFE-7"""
        measured = {}
        for row in re.findall(r"^\|.*\|$", (PROJECT / "Tests/Memory/README.md").read_text(), re.MULTILINE):
            cells = [cell.strip() for cell in row.strip("|").split("|")]
            if len(cells) == 5 and (which := re.match(r"held out, (\w+)", cells[1])):
                measured[which[1]] = cells[2:]
        # In the order in which they were measured.
        newest = list(measured)[-3:]
        self.assertEqual(len(newest), 3)
        for name in SAFETY:
            rates = [tuple(row[2:5]) for row in document(name).tables[-1][2:]]
            self.assertEqual(rates, list(zip(*(measured[which] for which in reversed(newest)))), name)

    def test_the_safety_page_has_every_help_line_with_its_source(self):
        """Requirements: SAFE-4, SAFE-7"""
        text = (PROJECT / "Prompts/crisis.yaml").read_text()
        lines = re.findall(
            r"^      - name_en: (.*)\n        name_ja: (.*)\n        number: (.*)\n(?:        .*\n)*?        source: (.*)$",
            text, re.MULTILINE)
        self.assertEqual(len(lines), text.count("source: "))
        for name, column in zip(SAFETY, (0, 1), strict=True):
            rows = [row for table in document(name).tables for row in table]
            for line in lines:
                number, source = line[2].strip('"'), line[3]
                self.assertTrue(any(row[1].startswith(line[column]) and row[2] == number and row[4].strip("<>") == source
                                    for row in rows if len(row) == 5), f"{name}: {line}")
            checked = "checked_by: " in text.split("countries:")[1]
            unchecked = ("No person has checked", "まだ人が確認して")[column]
            self.assertNotEqual(checked, unchecked in (PROJECT / name).read_text(), f"{name}: who has checked the lines?")

    def test_a_call_in_need_goes_on_as_long_at_the_gateway_as_on_the_device(self):
        """Requirements: SAFE-2"""
        stated = {name: re.findall(pattern, (PROJECT / name).read_text()) for name, pattern in (
            ("Sources/Bedside/Account/TalkMeter.swift", r"static let grace = TimeSpan\.minutes\((\d+)\)"),
            ("gateway/Sources/GatewayRules/Conversation.swift", r"static let grace: Int64 = (\d+) \* minute\b"),
            ("gateway/README.md", r"if no minute was left, (\d+) minutes later"),
            ("gateway/docs/rules.md", r"whose last minute is over, (\d+) minutes later, uncharged"),
            ("gateway/docs/rules.ja.md", r"最後の 1 分が終わった会話の回線は (\d+) 分後に切り"),
            ("SAFETY.md", r"it goes on for (\d+) minutes more"), ("SAFETY.ja.md", r"さらに (\d+) 分つづき"),
            ("REQUIREMENTS.md", r"last minute over it goes on for (\d+) minutes"))}
        self.assertEqual(stated, dict.fromkeys(stated, stated["Sources/Bedside/Account/TalkMeter.swift"]))
        self.assertEqual({len(found) for found in stated.values()}, {1}, stated)

    def test_the_gateway_lets_each_follow_up_ring_be_prepared(self):
        """Requirements: ALARM-12, GATEWAY-1"""
        limits = (PROJECT / "gateway/Sources/GatewayRules/StartLimits.swift").read_text()
        usual = re.findall(r"static let usualFollowUps: Int64 = (\d+)\n", limits)
        most = re.findall(r"static let mostFollowUps: Int64 = (\d+)\n", limits)
        habit = (PROJECT / "Sources/Bedside/Profile/Habit.swift").read_text()
        rules = (PROJECT / "Sources/Bedside/Profile/ProfileRules.swift").read_text()
        self.assertEqual(usual, re.findall(r"followUps: Int = (\d+)[,)]", habit))
        self.assertEqual(most, re.findall(r"static let followUps = 0\.\.\.(\d+)\n", rules))
        self.assertEqual((len(usual), len(most)), (1, 1))

    def test_the_gateway_answers_before_the_speaker_gives_up(self):
        """Requirements: ACCOUNT-3"""
        server = (PROJECT / "gateway/Sources/Gateway/Application/GatewayServer.swift").read_text()
        device = (PROJECT / "Sources/Realtime/RealtimeSettings.swift").read_text()
        waits = re.findall(r"threads: 128, connectMilliseconds: 3_000, totalMilliseconds: ([\d_]+)", server)
        patience = re.findall(r"var httpMilliseconds = ([\d_]+)", device)
        self.assertEqual((len(waits), len(patience)), (1, 1))
        self.assertLessEqual(int(waits[0].replace("_", "")) + 1000, int(patience[0].replace("_", "")))

    def test_lines_are_short(self):
        self.none([f"{name}:{number}: over {LONGEST} columns"
                   for name in (*SECURITY, "board/README.md") for number in document(name).long])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, help="the program whose --help decides")
    parser.add_argument("--count-file", type=pathlib.Path)
    options = parser.parse_args()
    if options.binary:
        program.binary = str(options.binary.resolve())
    run = unittest.main(argv=sys.argv[:1], verbosity=2, exit=False).result
    failed = len(run.failures) + len(run.errors)
    passed = run.testsRun - failed - len(run.skipped)
    if options.count_file:
        options.count_file.write_text(f"{passed} {failed}\n")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
