"""What the service's user may plant in its own folder, while root installs, upgrades, removes and purges."""

import os
import shutil

from package import NEW, OLD
from root import expect
from stage import STATE
from state import PROFILE, back, saved

REMEMBERED = "var/lib/anicca-package"
MARK = "made-group-gpio"
VERSION = "usr/share/anicca/version"
OUTSIDE = "srv/of-root"
TARGETS = ("folder", "file", "nothing")
# Every name that the maintainer scripts use in the folder, or used in an earlier version.
PLANTED = ("version", "version.new", MARK)
# Those, and some that only what goes through the whole folder meets.
PLANTED_BESIDE = (*PLANTED, ".hidden", "folder/link", "anicca.db.kept-1")


def outside(stage):
    """All below a folder of root's, and itself: kind and mode, owner, group, content."""
    place, found = stage.root.file(OUTSIDE), {}
    for path in [place, *sorted(place.rglob("*"))]:
        info = path.lstat()
        content = path.read_bytes() if path.is_file() else None
        found[str(path.relative_to(place))] = (oct(info.st_mode), info.st_uid, info.st_gid, content)
    return found


def changed(before, after):
    """Each that differs, was made or is gone."""
    return [f"{OUTSIDE}/{name}: {before.get(name, 'absent')} -> {after.get(name, 'absent')}"
            for name in sorted(before | after) if before.get(name) != after.get(name)]


def laid_out(stage):
    """A folder with a file in it, and a file, which only root may write. What there is of it."""
    place = stage.root.file(OUTSIDE)
    shutil.rmtree(place, ignore_errors=True)
    (place / "folder").mkdir(parents=True)
    for name, mode in (("folder/kept", 0o600), ("file", 0o640)):
        (place / name).write_text("of root\n")
        (place / name).chmod(mode)
    return outside(stage)


def plant(stage, target, names):
    """Links of those names in the service's folder, made by its user."""
    for name in names:
        place = f"/{STATE}/{name}"
        stage.root.run("mkdir", "-p", place.rpartition("/")[0], user="anicca")
        stage.root.run("ln", "-s", "-f", "-T", f"/{OUTSIDE}/{target}", place, user="anicca")


def emptied(stage):
    """The folder as before the first start, and no group gpio, so that the installation makes one and notes that."""
    shutil.rmtree(stage.root.file(REMEMBERED), ignore_errors=True)
    for path in stage.root.file(STATE).iterdir():
        path.unlink()
    stage.root.run("groupdel", "gpio", check=False)


def links_in_its_folder_lead_an_installation_nowhere(stage):
    """To a folder, to a file, and to nothing, where root may write and the service may not."""
    stage.stop_speaker()
    copy, wrong = saved(stage), []
    try:
        for target in TARGETS:
            wrong += [f"links to a {target}: {one}" for one in planted(stage, target)]
    finally:
        shutil.rmtree(stage.root.file(OUTSIDE), ignore_errors=True)
        stage.root.run("dpkg", "--configure", "-a", check=False)
        back(stage, copy)
    expect(not wrong, "\n".join(wrong))


def planted(stage, target):
    """What an installation over links to that does wrong."""
    emptied(stage)
    before = laid_out(stage)
    plant(stage, target, PLANTED)
    done = stage.root.run("dpkg", "--install", stage.give(OLD), check=False)
    if done.returncode:
        yield f"the installation failed: {done.stderr}"
    yield from changed(before, outside(stage))
    own = stage.root.file(f"{STATE}/version")
    if own.is_symlink() or not own.is_file() or own.read_text() != stage.root.file(VERSION).read_text():
        yield f"{STATE}/version is no file of this version"
    owners = {path.name: path.lstat().st_uid for path in own.parent.iterdir()}
    if 0 in owners.values():
        yield f"root's files in the service's folder: {owners}"
    if not stage.root.file(f"{REMEMBERED}/{MARK}").is_file():
        yield "it is not noted whose the group is"


def a_mark_of_an_earlier_version_is_taken_over_if_it_is_roots(stage):
    old, new = stage.root.file(f"{STATE}/{MARK}"), stage.root.file(f"{REMEMBERED}/{MARK}")
    for who in ("root", "anicca"):
        new.unlink(missing_ok=True)
        stage.root.run("touch", f"/{STATE}/{MARK}", user=who)
        stage.root.run("dpkg", "--install", stage.give(OLD))
        expect(not old.exists(), f"the mark that {who} made is still in the service's folder")
        expect(new.exists() == (who == "root"), f"of a mark that {who} made: {new.exists()}")
    # As the installation had left it, for the purge.
    new.touch()
    folder = new.parent.stat()
    expect((folder.st_mode & 0o7777, folder.st_uid) == (0o755, 0), "the folder of marks is not root's alone")


def links_in_its_folder_lead_an_upgrade_a_removal_and_a_purge_nowhere(stage):
    """Beside an owner's database; each ends as it does without links.

    Requirements: GUARD-4
    """
    stage.stop_speaker()
    copy, wrong = saved(stage), []
    try:
        for target in TARGETS:
            installed_anew(stage)
            stage.anicca("provision", input=PROFILE)
            for step in (upgraded, removed, purged):
                before = laid_out(stage)
                plant(stage, target, PLANTED_BESIDE)
                faults = [*step(stage), *changed(before, outside(stage))]
                wrong += [f"{step.__name__} over links to a {target}: {fault}" for fault in faults]
    finally:
        stage.stop_speaker()
        shutil.rmtree(stage.root.file(OUTSIDE), ignore_errors=True)
        installed_anew(stage)
        back(stage, copy)
        stage.root.run("chown", "--recursive", "anicca:anicca", f"/{STATE}")
    expect(not wrong, "\n".join(wrong))


def installed_anew(stage):
    """As on a machine that had nothing of it, and no group gpio."""
    stage.root.run("dpkg", "--purge", "anicca", check=False)
    stage.root.run("groupdel", "gpio", check=False)
    stage.root.run("dpkg", "--install", stage.give(OLD))


def known(stage):
    """How dpkg knows the package: `ii 0.1.0`; empty where it does not."""
    done = stage.root.run("dpkg-query", "-W", "-f", "${db:Status-Abbrev}${Version}", "anicca", check=False)
    return done.stdout if done.returncode == 0 else ""


def upgraded(stage):
    """What an upgrade does wrong. The group is another's: what is planted as the mark of a maker is not believed."""
    mark, database = stage.root.file(f"{REMEMBERED}/{MARK}"), stage.root.file(f"{STATE}/anicca.db")
    mark.unlink(missing_ok=True)
    profile, content = stage.profile(), database.read_bytes()
    done = stage.root.run("dpkg", "--install", stage.give(NEW), check=False)
    if done.returncode or known(stage) != f"ii {NEW}":
        yield f"exit code {done.returncode}, {known(stage)!r}: {done.stderr}"
    if mark.exists():
        yield "a link was taken for root's own mark"
    if stage.root.file(f"{STATE}/{MARK}").is_symlink():
        yield "the link in the mark's place is left"
    if (stage.profile(), database.read_bytes()) != (profile, content):
        yield f"the owner's settings became {stage.profile()}"
    owners = {path.name: path.lstat().st_uid for path in database.parent.rglob("*")}
    if 0 in owners.values():
        yield f"root's files in the service's folder: {owners}"
    # It starts all the same, and rings.
    stage.start_speaker()
    if stage.profile() != profile:
        yield f"the new version's speaker has {stage.profile()}"
    stage.stop_speaker()


def removed(stage):
    done = stage.root.run("dpkg", "--remove", "anicca", check=False)
    if done.returncode or known(stage) != f"rc {NEW}":
        yield f"exit code {done.returncode}, {known(stage)!r}: {done.stderr}"
    if stage.root.file("usr/bin/anicca").exists():
        yield "the program is left"
    gone = [name for name in ("anicca.db", *PLANTED_BESIDE) if not os.path.lexists(stage.root.file(f"{STATE}/{name}"))]
    if gone:
        yield f"gone from the service's folder: {gone}"


def purged(stage):
    done = stage.root.run("dpkg", "--purge", "anicca", check=False)
    if done.returncode or known(stage):
        yield f"exit code {done.returncode}, {known(stage)!r}: {done.stderr}"
    left = [place for place in (STATE, REMEMBERED, "etc/anicca") if stage.root.file(place).exists()]
    if left:
        yield f"left: {left}"
    if stage.root.run("getent", "passwd", "anicca", check=False).returncode == 0:
        yield "its user is left"
    if stage.root.run("getent", "group", "gpio", check=False).returncode:
        yield "another's group gpio is gone"


TESTS = [
    links_in_its_folder_lead_an_installation_nowhere,
    links_in_its_folder_lead_an_upgrade_a_removal_and_a_purge_nowhere,
    a_mark_of_an_earlier_version_is_taken_over_if_it_is_roots,
]
