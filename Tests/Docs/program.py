"""The program that the documents are held to: what it says, and which command lines it accepts."""

import functools
import pathlib
import re
import shlex
import subprocess
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
# What the program says, not what the owner types.
MESSAGES = {"anicca is not running"}
binary = None  # its path; set by check.py


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
                if match := re.match(r"  ([a-z][a-z-]*)( \(default\))?(?:\s|$)", line):
                    self.subcommands.append(match[1])
                    if match[2]:
                        self.default = match[1]
        usage = " ".join(re.search(r"USAGE: (.*?)(?:\n\n|\Z)", text, re.S)[1].split())
        self.options = {"--help": False, "--version": False}  # whether a value follows
        for match in re.finditer(r"(--[a-z-]+)( <[^>]+>)?", usage):
            self.options[match[1]] = bool(match[2])
        # A command with many options names them only below.
        for match in re.finditer(r"\n  (--[a-z-]+)( <[^>]+>)?", text):
            self.options.setdefault(match[1], bool(match[2]))
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
        elif path and known.default and all(word.startswith("-") for word in words[:1]):
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


@functools.cache
def words_of_the_program():
    """Every string of the program and of its set-up script, with some code between them."""
    files = [*PROJECT.glob("Sources/**/*.swift"), PROJECT / "deploy" / "setup-debian.sh"]
    # From a quotation mark to the end of the line is enough: a message may hold others.
    return "\n".join(part for path in files for part in re.findall(r'".*', path.read_text()))
