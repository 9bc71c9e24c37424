#!/usr/bin/env python3
"""Holds REQUIREMENTS.md to the tests.

    Tests/Docs/requirements.py            # check
    Tests/Docs/requirements.py --write    # rewrite the last column of the tables

The last column names the tests that carry a requirement's number: in Swift the trait `.requirement("ALARM-6")` of a
suite or a test, in Python `Requirements: ALARM-6, GUARD-4` in the docstring of a module, a class or a function. The
check fails on a column that is out of date, a number that the page does not have, a requirement that is built and that
no test names, and one that is marked as not built although a test names it. Reads sources, builds nothing. Standard
library only.
"""

import argparse
import ast
import collections
import pathlib
import re
import sys
import unittest

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = "REQUIREMENTS.md"
STATES = ("built", "partly", "not built yet")
# The gateway is a package of its own.
TESTS = ("Tests", "gateway/Tests")
NUMBER = r"[A-Z]+-[0-9]+"
# A file with more tests of one requirement than this shows how many there are.
MAXIMUM_NAMES = 3

# `where` is the path of a test file; `name` a suite, a suite and a test, or a function, empty for a whole Python file.
Tag = collections.namedtuple("Tag", "number where name is_single")


def without_comments(text):
    """Swift with its line comments blanked, so that an example in a comment is no tag. Strings keep their `//`."""
    return re.sub(r'("(?:\\.|[^"\\\n])*")|//[^\n]*', lambda match: match[1] or "", text)


def swift_tags(text, where):
    text = without_comments(text)
    suites = [(match.start(), match[1]) for match in
              re.finditer(r"^[ \t]*(?:@\w+(?:\([^\n]*\))?[ \t]+)*(?:public |package |final |private |fileprivate )*"
                          r"(?:struct|class|actor|enum|extension) (\w+)", text, re.M)]
    for match in re.finditer(r"\.requirement\(([^)]*)\)", text):
        numbers = re.findall(r'"([^"]*)"', match[1])
        attribute = max(text.rfind("@Suite", 0, match.start()), text.rfind("@Test", 0, match.start()))
        declaration = re.search(r"\b(struct|class|actor|enum|func) (`[^`]+`|\w+)", text[match.end():])
        if attribute < 0 or not declaration:
            raise ValueError(f"{where}: .requirement({match[1]}) belongs to no suite and no test")
        name = declaration[2].strip("`")
        is_single = declaration[1] == "func"
        if is_single:
            around = [suite for start, suite in suites if start < attribute]
            name = f"{around[-1]}.{name}" if around else name
        for number in numbers:
            yield Tag(number, where, name, is_single)


def python_tags(text, where):
    tree = ast.parse(text, where)
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        for listed in re.findall(rf"Requirements:\s+((?:{NUMBER}[,.\s]*)+)", ast.get_docstring(node) or ""):
            for number in re.findall(NUMBER, listed):
                name = getattr(node, "name", "")
                yield Tag(number, where, name, isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))


def tags_of(project):
    found = []
    for path in sorted(path for folder in TESTS for path in (project / folder).rglob("*")):
        where = str(path.relative_to(project))
        if path.suffix == ".swift":
            found += swift_tags(path.read_text(), where)
        elif path.suffix == ".py" and not where.startswith("Tests/Docs/requirements"):
            found += python_tags(path.read_text(), where)
    # I1 to I17 are what must always be true of the gateway's database, not requirements.
    return [tag for tag in found if not re.fullmatch(r"I\d+", tag.number)]


def title_of(where):
    """`BedsideTests/EpisodeTests`: short, and still says which folder to run."""
    parts = pathlib.PurePath(where).with_suffix("").parts
    parts = parts[parts.index("Tests") + 1:] if "Tests" in parts else parts[1:]
    return f"{parts[0]}/{parts[-1]}" if len(parts) > 1 else pathlib.PurePath(where).stem


def column_of(tags):
    """One requirement's tests as Markdown: a link per file, followed by the single tests that are marked in it."""
    files = {}
    for tag in tags:
        files.setdefault(tag.where, []).append(tag)
    cells = []
    for where, here in sorted(files.items()):
        link = f"[{title_of(where)}]({where})"
        singles = [tag.name.rpartition(".")[2] for tag in here if tag.is_single]
        if any(not tag.is_single for tag in here) or not singles:
            cells.append(link)
        elif len(singles) > MAXIMUM_NAMES:
            cells.append(f"{link} ({len(singles)} tests)")
        else:
            cells.append(f"{link} ({', '.join(f'`{name}`' for name in singles)})")
    return ", ".join(cells)


class Row:
    """`| ALARM-6 | what it says | built | tests |`"""

    def __init__(self, line):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) != 4:
            raise ValueError(f"{PAGE}: {len(cells)} cells in place of 4: {line[:60]}")
        self.first, self.text, self.state, self.tests = cells
        self.number = re.search(NUMBER, self.first)[0]

    def line(self, tests):
        return f"| {self.first} | {self.text} | {self.state} | {tests} |".replace("|  |", "| |")


def is_row(line):
    return re.match(rf"\| (?:<a [^>]*></a>)?{NUMBER} \|", line)


def examine(page, tags):
    """(faults, the page as it should be)"""
    faults = []
    by_number = {}
    for tag in tags:
        by_number.setdefault(tag.number, []).append(tag)
    lines = []
    seen = set()
    for line in page.splitlines():
        if not is_row(line):
            lines.append(line)
            continue
        row = Row(line)
        here = by_number.get(row.number, [])
        if row.number in seen:
            faults.append(f"{row.number} stands twice in {PAGE}")
        seen.add(row.number)
        if row.state not in STATES:
            faults.append(f"{row.number}: the state is {row.state!r}, not one of {', '.join(STATES)}")
        elif row.state == "not built yet" and here:
            faults.append(f"{row.number} is marked as not built yet, but {here[0].where} tests it")
        elif row.state != "not built yet" and not here:
            faults.append(f"{row.number} is marked as {row.state}, but no test names it")
        lines.append(row.line(column_of(here)))
    for number in sorted(by_number.keys() - seen):
        faults.append(f"{by_number[number][0].where} names {number}, which {PAGE} does not have")
    return faults, "\n".join(lines) + "\n"


def faults_of(project=PROJECT):
    page = (project / PAGE).read_text()
    faults, wanted = examine(page, tags_of(project))
    if page != wanted:
        stale = [Row(old).number for old, new in zip(page.splitlines(), wanted.splitlines()) if old != new and is_row(old)]
        faults.append(f"the tests named for {', '.join(stale) or 'some'} are out of date: make requirements rewrites them")
    return faults


class Requirements(unittest.TestCase):
    """Collected by check.py."""

    PAGE = """\
| number | requirement | state | tests |
| --- | --- | --- | --- |
| ALARM-1 | It rings. | built | [BedsideTests/RingTests](Tests/BedsideTests/RingTests.swift) |
| ALARM-2 | It rings on the moon. | not built yet | |
"""
    SUITE = '@Suite(.serialized, .requirement("ALARM-1")) struct RingTests {\n'
    TEST = '    @Test(.requirement("ALARM-2"))\n    func ringsOnTheMoon() {}\n'

    def examined(self, page, swift):
        return examine(page, list(swift_tags(swift, "Tests/BedsideTests/RingTests.swift")))

    def test_every_requirement_that_is_built_has_a_test_and_the_page_names_it(self):
        self.assertFalse(faults := faults_of(), "\n" + "\n".join(faults))

    def test_the_column_is_written_from_traits_and_docstrings(self):
        self.assertEqual(self.examined(self.PAGE, self.SUITE), ([], self.PAGE))
        emptied = re.sub(r"\[.*\)", "", self.PAGE)
        self.assertEqual(self.examined(emptied, self.SUITE), ([], self.PAGE))
        tag, = swift_tags(self.SUITE.replace("ALARM-1", "ALARM-2") + "}", "RingTests.swift")
        self.assertEqual(tag, Tag("ALARM-2", "RingTests.swift", "RingTests", False))
        _, tag = swift_tags(self.SUITE + self.TEST + "}\n", "RingTests.swift")
        self.assertEqual(tag, Tag("ALARM-2", "RingTests.swift", "RingTests.ringsOnTheMoon", True))
        self.assertEqual(column_of([tag]), "[RingTests](RingTests.swift) (`ringsOnTheMoon`)")
        python = '"""Rings.\n\nRequirements: ALARM-1,\nALARM-2.\n"""\ndef rings():\n    """Requirements: ALARM-3"""\n'
        self.assertEqual([(tag.number, tag.name) for tag in python_tags(python, "rings.py")],
                         [("ALARM-1", ""), ("ALARM-2", ""), ("ALARM-3", "rings")])
        self.assertEqual(list(swift_tags('/// `.requirement("ALARM-6")`\n', "RingTests.swift")), [])

    def test_every_kind_of_fault_is_found(self):
        for page, swift, fault in (
                (self.PAGE, "", "ALARM-1 is marked as built, but no test names it"),
                (self.PAGE.replace("built |", "partly |", 1), "", "ALARM-1 is marked as partly, but no test names it"),
                (self.PAGE, self.SUITE + self.TEST, "ALARM-2 is marked as not built yet, but"),
                (self.PAGE, self.SUITE.replace("ALARM-1", "ALARM-9"), "names ALARM-9, which REQUIREMENTS.md does not"),
                (self.PAGE.replace("| built |", "| done |"), self.SUITE, "the state is 'done'"),
                (self.PAGE + self.PAGE.splitlines()[2], self.SUITE, "ALARM-1 stands twice")):
            faults, _ = self.examined(page, swift)
            self.assertTrue(any(fault in one for one in faults), f"{fault}: {faults}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="rewrite the column before checking")
    options = parser.parse_args()
    if options.write:
        path = PROJECT / PAGE
        path.write_text(examine(path.read_text(), tags_of(PROJECT))[1])
    faults = faults_of()
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
