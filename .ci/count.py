#!/usr/bin/env python3
"""Counts what the parts of .ci/test have left in a folder: `count.py FOLDER`. Ends with `N passed, N failed`.

In the folder: `status`, lines of a part and its exit code; `left-out`, parts that could not run here; for Swift's tests
PART*.xml; for any other part with tests a file of its name, `PASSED FAILED`, and how many were left out for want of
time. PARTS in the environment: those that were asked for; empty: all. A part that failed, did not run, or ran no test
is a failure. Standard library only.
"""

import os
import pathlib
import sys
import xml.etree.ElementTree as xml

SWIFT = ("sound", "path", "tests")
COUNTED = ("torture", "deploy", "conversations", "board", "system", "docs", "stand-in", "fuzz", "gateway", "account")
# Without a test of their own.
STEPS = ("peers", "build", "fuzz-files", "release", "fuzzers")


def swift(folder, part, failures):
    """How many passed, and failed; the reasons of these are added. Nothing of it is ever left out."""
    good = bad = 0
    for report in sorted(folder.glob(f"{part}*.xml")):
        try:
            cases = list(xml.parse(report).getroot().iter("testcase"))
        except xml.ParseError as error:  # the runner died while it wrote
            failures.append(f"{report.name}: {error}")
            continue
        for case in cases:
            if case.find("skipped") is not None:
                continue
            reasons = case.findall("failure") + case.findall("error")
            if not reasons:
                good += 1
                continue
            # Whoever reads only this end of the log has to know why.
            told = "; ".join(" ".join((one.get("message") or one.text or "").split())[:300] for one in reasons[:3])
            failures.append(f"{case.get('classname')} {case.get('name')}: {told}")
            bad += 1
    return good, bad, 0


def counted(folder, part, failures):
    """How many passed, and failed, and were left out for want of time."""
    try:
        good, bad, left_out = map(int, [*(folder / part).read_text().split(), 0][:3])
    except (OSError, ValueError):
        return 0, 0, 0
    failures += [f"{part} (above)"] * bad
    return good, bad, left_out


def count(folder, asked):
    """How many passed, what failed, and what was left out for want of time."""
    status = dict(line.split() for line in (folder / "status").read_text().splitlines())
    left_out = (folder / "left-out").read_text().split() if (folder / "left-out").exists() else []
    passed, failures, without_time = 0, [], {}
    for part in SWIFT + COUNTED:
        if (asked and part not in asked) or part in left_out:
            continue
        good, bad, without_time[part] = (swift if part in SWIFT else counted)(folder, part, failures)
        passed += good
        code = status.get(part, "none: it did not run")
        if code != "0" and not bad:
            failures.append(f"{part} ended with exit code {code} after {good} good ones")
        elif good + bad + without_time[part] == 0:
            failures.append(f"{part} ran no test")
    for part in STEPS:
        if (not asked or part in asked) and part not in left_out and status.get(part) != "0":
            failures.append(f"{part} ended with exit code {status.get(part)}")
    return passed, failures, without_time


def main():
    passed, failures, without_time = count(pathlib.Path(sys.argv[1]), os.environ.get("PARTS", "").split())
    for failure in failures:
        print(f"failed: {failure}")
    for part, number in without_time.items():
        if number:
            print(f"left out for want of time: {number} of {part} (named above)")
    print(f"{passed} passed, {len(failures)} failed")
    sys.exit(1 if failures or not passed else 0)


if __name__ == "__main__":
    main()
