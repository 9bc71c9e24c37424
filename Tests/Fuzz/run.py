#!/usr/bin/env python3
"""Builds the fuzzers and runs each for a while: `make fuzz`.

    run.py [TARGET…] [--seconds 600] [--jobs 2] [--count-file FILE]

A finding is kept in .build/fuzz/findings, with the line that shows it again; what is learnt of the inputs stays in
.build/fuzz/corpus. Ends with `N passed, N failed`. Standard library only.

Requirements: GUARD-6
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
sys.path.insert(0, str(HERE))
import seeds  # noqa: E402

# Traps of Swift, address errors of the libraries under it, and what takes long or much: all are findings.
FLAGS = ["-c", "release", "--product", "Fuzzer", "-Xswiftc", "-sanitize=fuzzer,address", "-Xswiftc", "-use-ld=lld"]
LIMITS = ["-timeout=20", "-rss_limit_mb=1500", "-print_final_stats=1", "-use_value_profile=1"]
LONGEST = {"sdp": 20_000, "rtp": 2_000, "rtcp": 2_000, "stream": 8_000, "channel": 8_000, "events": 8_000,
           "conversation": 8_000, "arguments": 4_000}
START_SECONDS = 60


def lay_out(package):
    """The fuzzers' package beside the product's own folders, which SwiftPM takes from inside a package only: as links,
    which are made here because not everything that carries a repository carries links."""
    sources = package / "Sources"
    sources.mkdir(parents=True, exist_ok=True)
    manifest = (HERE / "Package.swift").read_text()
    (package / "Package.swift").write_text(manifest)
    wanted = {}
    for name in re.findall(r'arget\(\s*name: "(\w+)"|systemLibrary\(name: "(\w+)"', manifest):
        name = "".join(name)
        own = HERE / "Sources" / name
        wanted[name] = own if own.is_dir() else PROJECT / "Sources" / name
    for old in sources.iterdir():
        if old.name not in wanted or not old.is_symlink() or old.resolve() != wanted[old.name]:
            old.unlink()
    for name, place in wanted.items():
        if not (sources / name).is_symlink():
            (sources / name).symlink_to(place)


def build(folder):
    lay_out(folder / "package")
    swift = os.environ.get("SWIFT", "swift")
    done = subprocess.run(
        [swift, "build", "--package-path", folder / "package", "--scratch-path", folder / "build", *FLAGS],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"fuzz: the fuzzers cannot be built:\n{done.stdout[-4000:]}")
    return folder / "build" / "release" / "Fuzzer"


def fuzz(binary, folder, target, options):
    """(target, what was found or None, figures)"""
    corpus, findings = folder / "corpus" / target, folder / "findings"
    for place in (corpus, findings):
        place.mkdir(parents=True, exist_ok=True)
    command = [
        str(binary), target, str(corpus), str(folder / "seeds" / target), f"-max_total_time={options.seconds}",
        f"-max_len={LONGEST[target]}", f"-artifact_prefix={findings}/{target}-", f"-seed={options.seed}", *LIMITS]
    # A leak report needs ptrace, which containers forbid; what leaks is found by -rss_limit_mb.
    env = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1"}
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env, timeout=options.seconds + START_SECONDS)
    except subprocess.TimeoutExpired:
        return target, f"did not end within {options.seconds + START_SECONDS} s", ""
    log = done.stdout.decode(errors="replace")
    (folder / f"{target}.log").write_text(log)
    runs = re.search(r"number_of_executed_units:\s*(\d+)", log)
    covered = re.findall(r"cov: (\d+)", log)
    figures = f"{int(runs.group(1)) if runs else 0:>10} inputs, {covered[-1] if covered else '?':>5} edges"
    if done.returncode == 0 and runs:
        return target, None, figures
    kept = re.findall(r"Test unit written to (\S+)", log)
    again = f"{binary} {target} {kept[-1]}" if kept else f"see {folder / (target + '.log')}"
    head = re.findall(r"^(?:==\d+==\s?ERROR.*|.*Fatal error.*|SUMMARY.*)$", log, re.M)[:3]
    return target, "\n    ".join([*head, f"again: {again}"]), figures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("targets", nargs="*", help=f"of: {', '.join(seeds.SEEDS)}; default: all")
    parser.add_argument("--seconds", type=int, default=int(os.environ.get("FUZZ_SECONDS", 600)), help="for each")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="side by side")
    parser.add_argument("--seed", type=int, default=0, help="0: another one each time")
    parser.add_argument("--count-file", help="writes `PASSED FAILED` there")
    options = parser.parse_args()
    if unknown := set(options.targets) - set(seeds.SEEDS):
        parser.error(f"no target {', '.join(unknown)}; there are {', '.join(seeds.SEEDS)}")
    folder = PROJECT / ".build" / "fuzz"
    folder.mkdir(parents=True, exist_ok=True)
    binary = build(folder)
    seeds.write(folder / "seeds")
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        waiting = [pool.submit(fuzz, binary, folder, target, options) for target in options.targets or seeds.SEEDS]
        for future in concurrent.futures.as_completed(waiting):
            target, wrong, figures = future.result()
            print(f"{'FAILED' if wrong else 'ok    '} {target:<13}{figures}", flush=True)
            if wrong:
                failed += 1
                print(f"    {wrong}", flush=True)
            else:
                passed += 1
    if options.count_file:
        pathlib.Path(options.count_file).write_text(f"{passed} {failed}\n")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
