"""The package itself: what is in it, what it asks for, what it leaves.

Requirements: GUARD-4
"""

import pathlib
import re
import tempfile
import wave

from root import Root, architecture, command, expect
from stage import REPOSITORY, STATE, needed

OLD, NEW = "0.1.0", "0.1.1"

# What the package may put where; all else is a mistake.
PLACES = [
    r"etc/anicca/anicca\.yaml", r"etc/ssh/sshd_config\.d/anicca\.conf", r"usr/bin/anicca",
    r"usr/lib/anicca/(keep-state|ssh-provision)", r"usr/lib/systemd/system/anicca\.service",
    r"usr/lib/(sysusers|tmpfiles)\.d/anicca\.conf", r"usr/lib/udev/rules\.d/60-anicca-gpio\.rules",
    r"usr/share/anicca/(Prompts|board)/[^/]+(/[^/]+)?",
    r"usr/share/anicca/Prompts/offline/rendered/words_[0-9a-f]+\.wav", r"usr/share/anicca/(version|migrations)",
    r"usr/share/doc/anicca/(README|SECURITY|SAFETY)(\.ja)?\.md", r"usr/share/doc/anicca/(changelog\.gz|copyright)",
    r"usr/share/doc/anicca/docs/[a-z-]+(\.ja)?\.(md|svg)", r"usr/share/doc/anicca/board",
    r"usr/share/man/man1/anicca\.1\.gz",
    r"usr/share/lintian/overrides/anicca", r"usr/share/bash-completion/completions/anicca",
    r"usr/share/zsh/site-functions/_anicca", r"usr/share/fish/vendor_completions\.d/anicca\.fish",
]
LINKS = {"usr/share/doc/anicca/board"}
RUNNABLE = {"usr/bin/anicca", "usr/lib/anicca/keep-state", "usr/lib/anicca/ssh-provision"}


def field(stage, name):
    return command("dpkg-deb", "-f", stage.build(OLD), name).stdout.strip()


@needed
def the_package_is_built(stage):
    package = stage.build(OLD)
    stage.build(NEW)
    expect(field(stage, "Version") == OLD, f"version {field(stage, 'Version')}")
    expect(field(stage, "Architecture") == architecture(), f"it is for {field(stage, 'Architecture')}")
    return [f"{package.name}: {int(field(stage, 'Installed-Size')) / 1024:.0f} MiB installed"]


def lintian_finds_neither_error_nor_warning(stage):
    lintian(stage.build(OLD))


def lintian(package):
    done = command("lintian", "--allow-root", "--fail-on", "error,warning", "--tag-display-limit", "0", package,
                   check=False)
    expect(done.returncode == 0 and not re.search(r"^[EW]:", done.stdout, re.M), done.stdout + done.stderr)


def a_package_built_again_is_the_same_to_the_byte(stage):
    before = stage.build(OLD).read_bytes()
    package = stage.packages.pop(OLD)
    package.unlink()
    expect(stage.build(OLD).read_bytes() == before, "the second build differs from the first")


def it_holds_what_it_should_and_nothing_else(stage):
    files = {}
    for line in command("dpkg-deb", "-c", stage.build(OLD)).stdout.splitlines():
        mode, owner, _, _, _, name = line.split(" -> ")[0].split(None, 5)
        expect(owner == "root/root", f"{name} belongs to {owner}")
        files[name.removeprefix("./").rstrip("/")] = mode
    for name, mode in files.items():
        if mode.startswith("d"):
            expect(mode == "drwxr-xr-x", f"{name}: {mode}")
            continue
        expect(any(re.fullmatch(place, name) for place in PLACES), f"{name}: not a place for a file of ours")
        expected = "lrwxrwxrwx" if name in LINKS else "-rwxr-xr-x" if name in RUNNABLE else "-rw-r--r--"
        expect(mode == expected, f"{name}: {mode}")
    for place in PLACES:
        expect(any(re.fullmatch(place, name) for name in files), f"nothing is at {place}")
    for folder in ("Prompts", "board"):
        for file in (REPOSITORY / folder).rglob("*"):
            # The virtual board is for who develops.
            if file.is_file() and file.suffix != ".py" and not {"__pycache__", "qemu"} & set(file.parts):
                name = f"usr/share/anicca/{file.relative_to(REPOSITORY)}"
                expect(name in files, f"{name} is missing")
    conffiles = command("dpkg-deb", "-I", stage.build(OLD), "conffiles").stdout.split()
    expect(sorted(conffiles) == sorted("/" + name for name in files
                                       if name.startswith("etc/") and not files[name].startswith("d")), "conffiles")


def the_words_about_help_lines_are_recorded(stage):
    """Requirements: SAFE-2"""
    lines = command(str(stage.binary), "prompt", "recorded", str(REPOSITORY / "Prompts")).stdout.splitlines()
    expect(len(lines) > 10, f"{len(lines)} texts")
    with tempfile.TemporaryDirectory() as folder:
        command("dpkg-deb", "-x", stage.build(OLD), folder)
        recorded = pathlib.Path(folder) / "usr/share/anicca/Prompts/offline/rendered"
        expect(len(list(recorded.iterdir())) == len(lines), "one recording for each text")
        for key, _, _, words in (line.split("\t") for line in lines):
            with wave.open(str(recorded / f"{key}.wav")) as sound:
                seconds = sound.getnframes() / sound.getframerate()
            # Words that the voice spells out, sign by sign, take far longer.
            expect(0.04 * len(words) < seconds < 0.2 * len(words), f"{seconds:.1f} s for {words!r}")


def make_install_and_uninstall_leave_what_the_owner_has_put_there(stage):
    """A recording among those of the help lines, say.

    Requirements: SAFE-2
    """
    with tempfile.TemporaryDirectory() as folder:
        install = REPOSITORY / "deploy/install.sh"
        rendered = pathlib.Path(folder, "usr/local/share/anicca/Prompts/offline/rendered")
        own = rendered / "meditation.open-place.en.wav"
        command(install, stage.binary, folder, "/usr/local")
        stale = rendered / "words_0.wav"
        for file in (own, stale):
            file.write_bytes(b"a recording")
        command(install, stage.binary, folder, "/usr/local")
        expect(own.exists() and not stale.exists(), "a second installation took the owner's recording, or left ours")
        done = command(install, "--remove", folder, "/usr/local")
        left = sorted(str(path.relative_to(folder)) for path in pathlib.Path(folder).rglob("*") if path.is_file())
        expect(left == ["etc/anicca/anicca.yaml", str(own.relative_to(folder))], f"left: {left}")
        expect(own.name in done.stderr, f"what stays is not named: {done.stderr}")


def every_link_in_its_documents_leads_somewhere(stage):
    with tempfile.TemporaryDirectory() as folder:
        command("dpkg-deb", "-x", stage.build(OLD), folder)
        documents = pathlib.Path(folder, "usr/share/doc/anicca")
        faults, count = [], 0
        for page in [*documents.glob("*.md"), *documents.glob("docs/*.md"), *documents.glob("board/*.md")]:
            for target in re.findall(r"\]\(([^)#: ]+)(?:#[^)]*)?\)", page.read_text()):
                count += 1
                if not (page.parent / target).exists():
                    faults.append(f"{page.relative_to(documents)}: {target}")
        expect(count > 60 and not faults, f"{count} links; lead nowhere: {faults}")


def what_it_loads_late_is_among_its_recommendations(stage):
    """By name, and none of it among what an alarm needs."""
    wanted, late = field(stage, "Depends"), field(stage, "Recommends")
    for name in ("libnice10", "libssl3", "libsrtp2-1", "libusrsctp2", "libopus0", "libcurl4", "libwebsockets",
                 "libglib2.0"):
        expect(re.search(rf"\b{re.escape(name)}", late), f"{name} is not recommended: {late}")
        expect(not re.search(rf"\b{re.escape(name)}", wanted), f"{name} is demanded: {wanted}")
    for name in ("libasound2", "libc6", "libgpiod", "libsqlite3-0", "libwebrtc-audio-processing", "espeak-ng",
                 "tzdata"):
        expect(re.search(rf"\b{re.escape(name)}", wanted), f"{name} is not demanded: {wanted}")


def the_manual_names_every_command(stage):
    manual = (REPOSITORY / "deploy/anicca.1").read_text().replace("\\-", "-")
    told = command(stage.binary, "--help").stdout
    commands = set(re.findall(r"^  ([a-z][a-z-]*)   +[A-Z]", told[told.index("SUBCOMMANDS"):], re.M))
    expect(len(commands) > 15, f"only {sorted(commands)} in --help")
    named = set()
    for line in re.findall(r"^\.BR? (.*)$", manual, re.M):
        named |= set(re.findall(r"[a-z][a-z-]*", line))
    expect(commands <= named, f"not in anicca.1: {sorted(commands - named)}")


def every_package_that_is_linked_in_is_in_the_copyright_file(stage):
    text = (REPOSITORY / "deploy/debian/copyright").read_text()
    linked = re.findall(r'\.package\(url: "[^"]*/([^"/]+)"', (REPOSITORY / "Package.swift").read_text())
    # It makes the documentation (make docs), and nothing of it is in the program.
    linked.remove("swift-docc-plugin")
    expect(len(linked) >= 4, f"only {linked} in Package.swift")
    for name in linked:
        expect(f"linked/{name.removesuffix('.swift')}/" in text, f"{name} is not in deploy/debian/copyright")


@needed
def a_bare_debian_is_made(stage):
    said = []
    archive = Root.cached(stage.cache, said.append)
    stage.root.unpack(archive, stage.cache / "downloads")
    stage.root.run("apt-get", "-qq", "update")
    stage.bare = stage.root.packages()
    return said


@needed
def what_it_needs_is_installed(stage):
    """First, so that what is found before the package and after its purge can be compared."""
    everything = would_install(stage, stage.give(OLD))
    stage.root.apt("satisfy", "--no-install-recommends", field(stage, "Depends"))
    stage.least = stage.root.packages()
    # For the login, as on the machine that an owner reaches over SSH.
    stage.root.apt("install", "--no-install-recommends", "openssh-server")
    stage.before = stage.root.listing()
    stage.users_before = users(stage)
    return [*figures("pulled by Depends alone", stage.bare, stage.least),
            *figures("pulled besides by Recommends", {**stage.least, "anicca": 0}, everything)]


def would_install(stage, package):
    """Name: KiB, of all that apt would install with it, with what is recommended."""
    told = stage.root.run("apt-get", "--simulate", "install", package).stdout
    names = set(re.findall(r"^Inst (\S+)", told, re.M))
    shown = stage.root.run("apt-cache", "show", "--no-all-versions", *sorted(names - {"anicca"})).stdout
    sizes = re.findall(r"^Package: (\S+)\n(?:.+\n)*?Installed-Size: (\d+)$", shown, re.M)
    return {name: int(size) for name, size in sizes}


def users(stage):
    return [line for name in ("passwd", "group", "shadow", "gshadow")
            for line in stage.root.file(f"etc/{name}").read_text().splitlines()]


def figures(title, before, after):
    pulled = sorted(((size, name) for name, size in after.items() if name not in before), reverse=True)
    largest = ", ".join(f"{name} {size / 1024:.1f}" for size, name in pulled[:10])
    return [f"{title}: {len(pulled)} packages, {sum(s for s, _ in pulled) / 1024:.0f} MiB; the largest: {largest}"]


def removal_keeps_settings_and_purge_leaves_nothing(stage):
    stage.stop_speaker()
    stage.root.run("dpkg", "--remove", "anicca")
    expect(stage.root.file(f"{STATE}/anicca.db").exists(), "a removal took the state")
    expect(stage.root.file("etc/anicca/anicca.yaml").exists(), "a removal took the settings")
    expect(not stage.root.file("usr/bin/anicca").exists(), "a removal left the program")
    stage.root.run("dpkg", "--purge", "anicca")
    after = stage.root.listing()
    changed = [f"{name}: {stage.before.get(name, 'absent')} -> {after.get(name, 'absent')}"
               for name in sorted(set(stage.before) | set(after)) if stage.before.get(name) != after.get(name)]
    expect(not changed, "left, or changed, by install and purge:\n" + "\n".join(changed))
    expect(users(stage) == stage.users_before, "users or groups are left:\n" + "\n".join(
        sorted(set(users(stage)) ^ set(stage.users_before))))
    # Again: a purge of what is not there.
    stage.root.run("dpkg", "--purge", "anicca")


def with_recommendations_every_late_library_is_there(stage):
    """After all the rest: what apt installs when nobody says otherwise."""
    stage.root.apt("install", stage.give(OLD), timeout=300)
    known = stage.root.run("ldconfig", "-p").stdout
    for name in re.findall(r'^LIBRARY\("(.*)"\)', (REPOSITORY / "Sources/CLateLibraries/names.h").read_text(), re.M):
        expect(f"{name} " in known, f"{name} is not installed")


BEFORE = [
    the_package_is_built, lintian_finds_neither_error_nor_warning, a_package_built_again_is_the_same_to_the_byte,
    it_holds_what_it_should_and_nothing_else, the_words_about_help_lines_are_recorded,
    make_install_and_uninstall_leave_what_the_owner_has_put_there,
    every_link_in_its_documents_leads_somewhere, what_it_loads_late_is_among_its_recommendations,
    the_manual_names_every_command, every_package_that_is_linked_in_is_in_the_copyright_file, a_bare_debian_is_made,
    what_it_needs_is_installed,
]
AFTER = [removal_keeps_settings_and_purge_leaves_nothing, with_recommendations_every_late_library_is_there]
