"""Markdown files in pieces."""

import functools
import pathlib
import re
import unicodedata

from program import commands_in

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
# A path that begins so is in the repository; any other is on the device.
FOLDERS = (
    "Sources/", "Tests/", "board/", "docs/", "deploy/", "Prompts/", ".ci/", "Makefile", "Package.swift", "CHANGELOG.md")
LONGEST = 120  # columns


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
