#!/usr/bin/env python3
"""Builds the fuzzers and runs each for a while: `make fuzz`.

    run.py [TARGET…] [--seconds 600] [--jobs 2] [--check | --build | --built] [--count-file FILE]

`--build` builds them and does no more; `--built` runs what is built. `--check` takes seconds instead of minutes: after
`swift build`, it compiles the single files that the speaker's fuzzers take from a module, which find the rest missing.

A finding is kept in .build/fuzz/findings, with the line that shows it again; what is learnt of the inputs stays in
.build/fuzz/corpus. Ends with `N passed, N failed`. Standard library only.

Requirements: GUARD-6
"""

import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
sys.path.insert(0, str(HERE))
import seeds  # noqa: E402

# Traps of Swift, address errors of the libraries under it, and what takes long or much: all are findings.
FLAGS = ["-c", "release", "--product", "Fuzzer", "-Xswiftc", "-sanitize=fuzzer,address", "-Xswiftc", "-use-ld=lld"]
LIMITS = ["-timeout=20", "-rss_limit_mb=1500", "-print_final_stats=1", "-use_value_profile=1"]
START_SECONDS = 60
FOLDER = PROJECT / ".build" / "fuzz"


@dataclasses.dataclass(frozen=True)
class Kit:
    """One program with several fuzzers: the speaker's, or the gateway's."""

    # The folder of its manifest and of the sources that only the fuzzers have.
    here: pathlib.Path
    # The folder of the product's sources.
    product: pathlib.Path
    # Where it is built.
    folder: pathlib.Path
    # The longest input of each target, in bytes.
    longest_bytes: dict
    # From these modules only the named files and folders are built: those that read input.
    readers: dict
    # Packages that are taken from the product's own copies: the same versions, and nothing is fetched.
    checkouts: tuple = ()

    @property
    def binary(self):
        return self.folder / "build" / "release" / "Fuzzer"


SPEAKER = Kit(
    HERE, PROJECT / "Sources", FOLDER,
    {"sdp": 20_000, "rtp": 2_000, "rtcp": 2_000, "stream": 8_000, "channel": 8_000, "events": 8_000,
     "conversation": 8_000, "arguments": 4_000, "yaml": 4_000, "wav": 4_000, "clip": 4_000, "tzif": 4_000,
     "control": 4_000, "schedule": 8_000, "journal": 16_000},
    {"Board": ["Documents", "Description"],
     "Sound": ["WAVReader.swift", "SyntheticSound.swift", "SampleFormat.swift", "Resampler.swift"],
     "Store": ["ScheduleCopy.swift", "EventJournal.swift", "StateFolder.swift", "StoreError.swift", "WireJSON.swift"],
     "Appliance": ["ControlProtocol.swift", "DiagnosticValue.swift", "Diagnostics.swift", "Diagnostics+Wire.swift",
                   "JournalLine.swift"]},
    ("Yams",))
GATEWAY = Kit(
    PROJECT / "gateway" / "Tests" / "Fuzz", PROJECT / "gateway" / "Sources", FOLDER / "gateway",
    {"requests": 4_000, "passkeys": 5_000, "providers": 4_000}, {"Gateway": ["JSON.swift", "JSONReader.swift", "PasskeyClientData.swift"]})
KITS = {target: kit for kit in (SPEAKER, GATEWAY) for target in kit.longest_bytes}


def lay_out(kit):
    """The fuzzers' package beside the product's own folders, which SwiftPM takes from inside a package only: as links,
    which are made here because not everything that carries a repository carries links."""
    package = kit.folder / "package"
    sources = package / "Sources"
    sources.mkdir(parents=True, exist_ok=True)
    manifest = (kit.here / "Package.swift").read_text()
    (package / "Package.swift").write_text(manifest)
    wanted, links = {}, {}
    for name in re.findall(r'arget\(\s*name: "(\w+)"|systemLibrary\(name: "(\w+)"', manifest):
        name = "".join(name)
        own, whole = kit.here / "Sources" / name, kit.product / name
        places = [own, HERE / "Sources" / name, whole]
        wanted[name] = next((place for place in places if place.is_dir()), whole)
        if name in kit.readers:
            wanted[name] = None
            files = [*own.glob("*.swift"), *readers(whole, kit.readers[name])]
            links.update({sources / name / file.name: file for file in files})
    for old in sources.iterdir():
        if old.is_symlink() and wanted.get(old.name) != old.resolve():
            old.unlink()
        elif old.is_dir() and not old.is_symlink():
            for link in old.iterdir():
                if links.get(link) != link.resolve():
                    link.unlink()
            if wanted.get(old.name, old):
                old.rmdir()
    links.update({sources / name: place for name, place in wanted.items() if place})
    links.update({package / "Dependencies" / name: PROJECT / ".build" / "checkouts" / name for name in kit.checkouts})
    for link, place in links.items():
        link.parent.mkdir(parents=True, exist_ok=True)
        if not link.is_symlink():
            link.symlink_to(place)


def readers(target, names):
    """The Swift files of that name, or in a folder of that name; each must be there."""
    for name in names:
        found = list(target.rglob(name))
        if len(found) != 1:
            sys.exit(f"fuzz: {len(found)} places are called {name} in {target}: see the kit")
        yield from found[0].glob("*.swift") if found[0].is_dir() else found


def build(kit):
    swift = os.environ.get("SWIFT", "swift")
    if not all((PROJECT / ".build" / "checkouts" / name).is_dir() for name in kit.checkouts):
        subprocess.run([swift, "package", "--package-path", PROJECT, "resolve"], check=True)
    lay_out(kit)
    done = subprocess.run(
        [swift, "build", "--package-path", kit.folder / "package", "--scratch-path", kit.folder / "build", *FLAGS],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"fuzz: the fuzzers cannot be built:\n{done.stdout[-4000:]}")


def check(kit):
    """A reader that has come to need more of its module than the kit takes is found without building the fuzzers."""
    lay_out(kit)
    maps = [f"-fmodule-map-file={path}" for path in sorted(kit.product.glob("*/module.modulemap"))]
    includes = [path.parent for name in kit.checkouts
                for path in (PROJECT / ".build" / "checkouts" / name).glob("Sources/*/include/module.modulemap")]
    with tempfile.TemporaryDirectory() as place:
        folders = [place, PROJECT / ".build" / "debug" / "Modules", *includes]
        for name in kit.readers:
            output = pathlib.Path(place) / name
            done = subprocess.run(
                [os.environ.get("SWIFT", "swift") + "c", "-c", "-wmo", "-parse-as-library", "-swift-version", "6",
                 "-package-name", "fuzz", "-module-name", name, "-o", f"{output}.o",
                 "-emit-module-path", f"{output}.swiftmodule", *(f"-I{folder}" for folder in folders),
                 *(word for each in maps for word in ("-Xcc", each)),
                 *sorted((kit.folder / "package" / "Sources" / name).glob("*.swift"))],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if done.returncode != 0:
                sys.exit(f"fuzz: the files that the fuzzers take from {name} do not compile:\n{done.stdout[-4000:]}")


def fuzz(target, options):
    """(target, what was found or None, figures)"""
    folder, binary = FOLDER, KITS[target].binary
    corpus, findings = folder / "corpus" / target, folder / "findings"
    for place in (corpus, findings):
        place.mkdir(parents=True, exist_ok=True)
    command = [
        str(binary), target, str(corpus), str(folder / "seeds" / target), f"-max_total_time={options.seconds}",
        f"-max_len={KITS[target].longest_bytes[target]}", f"-artifact_prefix={findings}/{target}-", f"-seed={options.seed}", *LIMITS]
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
    parser.add_argument("--check", action="store_true", help="compiles what the speaker's take from modules")
    parser.add_argument("--build", action="store_true", help="builds them and does no more")
    parser.add_argument("--built", action="store_true", help="runs what is built")
    parser.add_argument("--count-file", help="writes `PASSED FAILED` there")
    options = parser.parse_args()
    if unknown := set(options.targets) - set(seeds.SEEDS):
        parser.error(f"no target {', '.join(unknown)}; there are {', '.join(seeds.SEEDS)}")
    if options.check:
        return check(SPEAKER)
    targets = options.targets or list(seeds.SEEDS)
    FOLDER.mkdir(parents=True, exist_ok=True)
    kits = {id(kit): kit for kit in map(KITS.get, targets)}.values()
    if not options.built:
        for kit in kits:
            build(kit)
    if options.build:
        return
    seeds.write(FOLDER / "seeds")
    for kit in kits:
        subprocess.run([kit.binary, "--write-seeds", FOLDER / "seeds"], check=True)
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        waiting = [pool.submit(fuzz, target, options) for target in targets]
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
