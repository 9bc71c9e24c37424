#!/usr/bin/env python3
"""Line coverage of one folder, from llvm-cov's JSON export: a table by file, the figure, and a verdict."""

import argparse
import json
import pathlib
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", type=pathlib.Path, help="what `swift test --show-codecov-path` names")
    parser.add_argument("--under", required=True, help="folder of the sources to count")
    parser.add_argument("--at-least", type=float, default=0, help="percent")
    options = parser.parse_args()

    folder = pathlib.Path(options.under).resolve()
    try:
        files = json.loads(options.report.read_text())["data"][0]["files"]
    except (OSError, ValueError, KeyError, IndexError) as error:
        sys.exit(f"coverage: {options.report}: not a report of llvm-cov: {error}")

    rows = []
    for file in files:
        # The build may have seen the sources through a symbolic link.
        path = pathlib.Path(file["filename"]).resolve()
        if path.is_relative_to(folder):
            lines = file["summary"]["lines"]
            rows.append((lines["count"], lines["covered"], str(path.relative_to(folder))))
    total, covered = sum(row[0] for row in rows), sum(row[1] for row in rows)
    if total == 0:
        sys.exit(f"coverage: no line of {options.under} is in {options.report}")

    for count, hit, name in sorted(rows, key=lambda row: (row[1] - row[0], row[2])):
        if hit < count:
            print(f"{100 * hit / count:6.1f} %  {count - hit:4d} of {count:4d} lines not run  {name}")
    percent = 100 * covered / total
    print(f"{percent:6.2f} %  of {total} lines in {options.under}")
    if percent < options.at_least:
        sys.exit(f"coverage: under {options.at_least:g} %")


if __name__ == "__main__":
    main()
