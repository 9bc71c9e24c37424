"""Documents that comments cite: each is in the repository and has the heading that is named.

A citation is a file name, or a file name, a comma and a heading: `TheService.md, Lost connections`. check.py runs it.
"""

import pathlib
import re
import unittest

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
KINDS = {".swift", ".py", ".c", ".h", ".sh", ".cpp"}


def citations(text):
    """(line number, file name, heading or None) of each. A heading ends at the next punctuation."""
    for number, line in enumerate(text.splitlines(), 1):
        for match in re.finditer(r"\b([\w-]+\.md)\b(?:, ([A-Z][\w -]*\w))?", line):
            yield number, match[1], match[2]


def faults_of(name, text, headings):
    """`headings` by file name."""
    for number, cited, heading in citations(text):
        if cited not in headings:
            yield f"{name}:{number}: {cited} is not in the repository"
        elif heading and heading not in headings[cited]:
            yield f"{name}:{number}: {cited} has no heading {heading!r}"


def headings_of(project):
    found = {}
    for path in project.rglob("*.md"):
        if not {".build", ".git"} & set(path.relative_to(project).parts):
            headings = re.findall(r"^#+\s+(.*?)\s*$", path.read_text(), re.M)
            found.setdefault(path.name, set()).update(headings)
    return found


class Citations(unittest.TestCase):
    """Collected by check.py."""

    def test_every_document_that_a_comment_cites_is_here(self):
        headings = headings_of(PROJECT)
        faults, count = [], 0
        for folder in ("Sources", "Tests"):
            for path in sorted((PROJECT / folder).rglob("*")):
                # Those of Tests/Docs name files that are made up.
                if path.suffix in KINDS and path.parent.name != "Docs":
                    text = path.read_text()
                    count += sum(heading is not None for _, _, heading in citations(text))
                    faults += faults_of(path.relative_to(PROJECT), text, headings)
        self.assertGreater(count, 10)
        self.assertFalse(faults, "\n" + "\n".join(faults))

    def test_what_is_wrong_is_found(self):
        headings = {"TheService.md": {"Events"}}
        self.assertEqual(list(faults_of("A.swift", "/// (TheService.md, Events).", headings)), [])
        for text in ("/// (notes.md)", "/// (TheService.md, Weather)"):
            self.assertEqual(len(list(faults_of("A.swift", text, headings))), 1, text)
