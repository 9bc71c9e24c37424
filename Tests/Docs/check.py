#!/usr/bin/env python3
"""Holds the documents to the program and the repository.

    Tests/Docs/check.py [--binary .build/release/anicca] [--count-file FILE]

Every link and anchor in every Markdown file leads somewhere. README, SECURITY, board/README.md and docs/*.md are held to
the program: it accepts every `anicca …` that they quote, and docs/commands.md names every command of it; every path and
`make` target that they name exists; English and Japanese have the same headings, tables, commands and paths; README
stays a front page. Without --binary the commands are not tried. Ends with `N passed, N failed`; the count file gets
`passed failed`, for .ci/test. Standard library only.
"""

import argparse
import functools
import html
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unicodedata
import unittest
import urllib.parse

from requirements import Requirements  # noqa: F401  its tests run with these

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = sorted(str(path.relative_to(PROJECT)) for path in PROJECT.glob("docs/*.md") if ".ja." not in path.name)
README = ("README.md", "README.ja.md")
SECURITY = ("SECURITY.md", "SECURITY.ja.md")
COMMANDS = ("docs/commands.md", "docs/commands.ja.md")
PICTURES = ("docs/panel.svg", "docs/panel.ja.svg")
CONFIGURATION = ("docs/configuration.md", "docs/configuration.ja.md")
PAIRS = [README, SECURITY, *((name, name.replace(".md", ".ja.md")) for name in PAGES)]
OWNERS = [name for pair in PAIRS for name in pair] + ["board/README.md"]
# For contributors.
MAP = ["ARCHITECTURE.md", "CONTRIBUTING.md", "REQUIREMENTS.md", "Tests/README.md"]
# What the program says, not what the owner types.
MESSAGES = {"anicca is not running"}
# Words of the program that a page quotes, so that an owner can find them.
QUOTED = {
    "docs/troubleshooting.md": (
        "Attention", "No online companion is set up", "Swift is missing", "a settings file cannot be used",
        "anicca is not running", "clock chip", "microphone muted", "missed", "no sound output left", "not allowed",
        "started"),
    "docs/troubleshooting.ja.md": (
        "Swift is missing", "anicca is not running", "not allowed", "アニッチャは起動していません",
        "オンラインの相手は、まだ設定されていません", "マイクオフ", "使える音の出力がありません", "応答がありませんでした",
        "応答なし", "時計チップ", "要確認", "設定ファイルが使えません", "起動しました"),
    "docs/raspberry-pi.md": ("fail",),
    "docs/raspberry-pi.ja.md": ("異常", "fail"),
    "SECURITY.md": ("I could not erase everything", "fail"),
    "SECURITY.ja.md": ("すべては消去できませんでした", "異常", "要確認"),
    "board/README.md": (
        "clock chip's alarm", "is in use by", "missed", "no permission for", "no permission to write",
        "not found: this machine has"),
}
# A path that begins so is in the repository; any other is on the device.
FOLDERS = (
    "Sources/", "Tests/", "board/", "docs/", "deploy/", "Prompts/", ".ci/", "Makefile", "Package.swift", "CHANGELOG.md")
STATUS = {"met": "満たす", "partly": "一部", "not met": "満たさない", "not applicable": "対象外"}
LONGEST = 120  # columns
MOST_README_LINES = 120
binary = None


class Document:
    """A Markdown file in pieces; code is kept apart from prose."""

    def __init__(self, name):
        self.name = name
        self.path = PROJECT / name
        self.prose = []  # (line number, text without code spans)
        self.code = []  # (line number, text): spans, and lines of fenced blocks
        self.headings = []  # (level, text)
        self.tables = []  # rows of cells
        self.long = []
        fence = None
        in_table = False
        for number, line in enumerate(self.path.read_text().splitlines(), 1):
            mark = re.match(r"\s*(```+|~~~+)", line)
            if mark and (fence is None or line.strip() == fence):
                fence = mark[1] if fence is None else None
                in_table = False
                continue
            if fence:
                self.code.append((number, line))
                continue
            if heading := re.match(r"(#+)\s+(.*?)\s*$", line):
                self.headings.append((len(heading[1]), heading[2]))
            spans = [match[2].strip().replace(r"\|", "|") for match in re.finditer(r"(`+)(.+?)\1", line)]
            self.code += [(number, span) for span in spans]
            self.prose.append((number, re.sub(r"(`+)(.+?)\1", "`", line)))
            is_row = line.lstrip().startswith("|")
            if is_row:
                if not in_table:
                    self.tables.append([])
                self.tables[-1].append([cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]])
            elif columns(line) > LONGEST:
                self.long.append(number)
            in_table = is_row

    @functools.cached_property
    def anchors(self):
        found, seen = set(), {}
        for _, text in self.headings:
            slug = slug_of(text)
            count = seen.get(slug, 0)
            seen[slug] = count + 1
            found.add(f"{slug}-{count}" if count else slug)
        return found

    @functools.cached_property
    def commands(self):
        """(line number, words after `anicca`) of each."""
        return [(number, words) for number, text in self.code for words in commands_in(text)]

    @functools.cached_property
    def paths(self):
        return {text for _, text in self.code if text.startswith(FOLDERS) and not re.search(r"[\s*…]", text)}


@functools.cache
def document(name):
    return Document(name)


def every_markdown_file():
    """Of the repository; nothing below a folder such as .build."""
    files = (path.relative_to(PROJECT) for path in PROJECT.rglob("*.md"))
    return sorted(str(path) for path in files if not any(part.startswith(".") for part in path.parts))


def slug_of(text):
    """As GitHub makes anchors: letters, digits, hyphens and underscores stay, of any script."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("`", "").strip().lower()
    kept = [c for c in text if c in "-_ " or unicodedata.category(c)[0] in "LMN"]
    return "".join(kept).replace(" ", "-")


def columns(line):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


def commands_in(text):
    if text in MESSAGES or "anicca" not in text:
        return
    lexer = shlex.shlex(text, posix=True)
    lexer.whitespace_split = True
    try:
        words = list(lexer)
    except ValueError:  # an apostrophe, or a quotation that goes on in the next line: no command of ours
        words = text.split()
    for place, word in enumerate(words):
        if word not in ("anicca", ".build/release/anicca"):
            continue
        taken = []
        for follower in words[place + 1:]:
            if follower in ("|", "&&", "||", ";", "<", ">", "2>", "<<", "&"):
                break
            ends = follower.endswith(";") or follower.endswith(")")
            taken.append(follower.strip("[]").rstrip(";)"))
            if ends:
                break
        if taken and taken[0] not in ("…", "..."):
            yield taken


class Help:
    """What `--help` says of one command."""

    def __init__(self, words):
        run = subprocess.run(
            [binary, *words, "--help"], capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL)
        if run.returncode != 0:
            raise AssertionError(f"anicca {' '.join(words)} --help ends with {run.returncode}")
        text = run.stdout
        self.subcommands = []
        self.default = None
        for section in re.split(r"\n(?=[A-Z][A-Z ]*SUBCOMMANDS:|SUBCOMMANDS:)", text)[1:]:
            for line in section.splitlines()[1:]:
                if match := re.match(r"  ([a-z]+)( \(default\))?(?:\s|$)", line):
                    self.subcommands.append(match[1])
                    if match[2]:
                        self.default = match[1]
        usage = " ".join(re.search(r"USAGE: (.*?)(?:\n\n|\Z)", text, re.S)[1].split())
        self.options = {"--help": False, "--version": False}  # whether a value follows
        for match in re.finditer(r"(--[a-z-]+)( <[^>]+>)?", usage):
            self.options[match[1]] = bool(match[2])
        rest = re.sub(r"\[?--[a-z-]+(?: <[^>]+>)?\]?", "", usage)
        positional = re.findall(r"<[^>]+>( \.\.\.)?", rest)
        self.most = 99 if any(positional) else len(positional)
        # `(values: on, off)` after an argument or an option; the first positional's is all that we need.
        self.values = {}
        for entry in re.split(r"\n(?=  (?:<|--|-))", text):
            name = re.match(r"  (<[^>]+>|--[a-z-]+)", entry)
            listed = re.search(r"\(values:\s+([^);]*)", entry)
            if name and listed:
                self.values[name[1]] = {value.strip() for value in " ".join(listed[1].split()).split(",")}


@functools.cache
def help_of(*words):
    return Help(words)


def fault_of(words):
    """Why the program would not take these words; None: it would."""
    words = list(words)
    path = []
    if words[0] == "help":
        path, words = [], [] if words[1:2] and words[1].isupper() else words[1:]
        while words:
            if words[0] not in help_of(*path).subcommands:
                return f"no subcommand {words[0]!r}"
            path.append(words.pop(0))
        return None
    known = help_of()
    while known.subcommands:
        if words and words[0] in known.subcommands:
            path.append(words.pop(0))
        elif path and known.default and all(word.startswith("-") for word in words):
            path.append(known.default)
        elif not path and words and words[0].startswith("--"):
            break
        else:
            return f"no subcommand {words[0]!r}" if words else "a subcommand is missing"
        known = help_of(*path)
    count = 0
    while words:
        word = words.pop(0)
        if word.startswith("--"):
            name, _, value = word.partition("=")
            if name not in known.options:
                return f"no option {name}"
            if known.options[name]:
                if not value and not words:
                    return f"{name} wants a value"
                value = value or words.pop(0)
                allowed = known.values.get(name)
                if allowed and not value.isupper() and value not in allowed:
                    return f"{name} takes {sorted(allowed)}, not {value!r}"
            continue
        count += 1
        if count > known.most:
            return f"{word!r} is one argument too many"
        allowed = next((values for name, values in known.values.items() if name.startswith("<")), None)
        if allowed and count == 1 and not word.isupper():
            wrong = [value for value in word.split("|") if value not in allowed]
            if wrong:
                return f"takes {sorted(allowed)}, not {wrong}"
    return None


@functools.cache
def words_of_the_program():
    """Every string of the program and of its set-up script, with some code between them."""
    files = [*PROJECT.glob("Sources/**/*.swift"), PROJECT / "deploy" / "setup-debian.sh"]
    # From a quotation mark to the end of the line is enough: a message may hold others.
    return "\n".join(part for path in files for part in re.findall(r'".*', path.read_text()))


def program_says(*words, **files):
    """What the program writes to standard error; `{name}` in its words stands for a file with that text."""
    with tempfile.TemporaryDirectory(prefix="anicca-docs-") as folder:
        for name, text in files.items():
            pathlib.Path(folder, name + ".yaml").write_text(text)
        words = [word.format(**{name: f"{folder}/{name}.yaml" for name in files}) for word in words]
        run = subprocess.run([binary, *words], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
        return run.stderr if run.returncode else ""


def simulated(profile="habits: { wake: { at: '06:00' } }\n", script=None):
    """Why the program does not simulate these files; empty if it does."""
    files = {"profile": profile} | ({"script": script} if script else {})
    options = [word for name in files for word in (f"--{name}", "{" + name + "}")]
    return program_says("simulate", *options, "--zone", "Europe/Berlin", "--from", "2026-03-28T12:00", "--days", "3",
                        **files)


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
        if not binary:
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
        if not binary:
            self.skipTest("no --binary")
        for name in COMMANDS:
            named = {words[0] for _, words in document(name).commands}
            self.none([f"{name}: anicca {command} is not named" for command in help_of().subcommands
                       if command not in named and command != "help"])

    def test_the_example_files_are_accepted_by_the_program(self):
        if not binary:
            self.skipTest("no --binary")
        for name in CONFIGURATION:
            blocks = re.findall(r"```yaml\n(.*?)```", (PROJECT / name).read_text(), re.S)
            profile, settings = (next(block for block in blocks if re.search(rf"^{key}", block, re.M))
                                 for key in ("habits:", "log_level:"))
            self.assertEqual(simulated(profile=profile), "", name)
            # The board is read after the settings, so its absence is the only thing left to report.
            said = program_says("run", "--config", "{file}", "--board", "/nonexistent", "--state-dir", "/nonexistent",
                                file=settings)
            self.assertIn("/nonexistent", said, name)
            self.assertNotIn("yaml:", said, name)
        for name in COMMANDS:
            section = (PROJECT / name).read_text().split("`--script FILE`")[1].split("\n\n")[0]
            lines = re.findall(r"`(\{.*?\})`", section)
            for part in re.findall(r'`("[a-zA-Z]+":[^`]*)`', section):
                press = "" if part.startswith(('"press"', '"power"', '"clockStep"', '"zone"')) else '"press":"start",'
                lines.append('{"at":"2026-03-29T07:00:00",' + press + part + "}")
            self.assertGreaterEqual(len(lines), 7)
            self.assertEqual(simulated(script="\n".join(lines) + "\n"), "", name)
        self.assertIn("wke", simulated(profile="habits: { wake: { wke: 1 } }"))
        self.assertIn("press: expected", simulated(script='{"at":"2026-03-29T07:00:00","press":"shout"}\n'))

    def test_the_checker_finds_what_is_wrong(self):
        if not binary:
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

    def test_lines_are_short(self):
        self.none([f"{name}:{number}: over {LONGEST} columns"
                   for name in (*SECURITY, "board/README.md") for number in document(name).long])


def main():
    global binary
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, help="the program whose --help decides")
    parser.add_argument("--count-file", type=pathlib.Path)
    options = parser.parse_args()
    if options.binary:
        binary = str(options.binary.resolve())
    run = unittest.main(argv=sys.argv[:1], verbosity=2, exit=False).result
    failed = len(run.failures) + len(run.errors)
    passed = run.testsRun - failed - len(run.skipped)
    if options.count_file:
        options.count_file.write_text(f"{passed} {failed}\n")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
