"""What the service's user may plant in its own folder, while root installs, upgrades and purges."""

import shutil

from package import OLD
from root import expect
from state import back, saved
from stage import STATE

REMEMBERED = "var/lib/anicca-package"
MARK = "made-group-gpio"
VERSION = "usr/share/anicca/version"
OUTSIDE = "srv/of-root"
TARGETS = ("folder", "file", "nothing")
# Every name that the maintainer scripts use in the folder, or used in an earlier version.
PLANTED = ("version", "version.new", MARK)


def outside(stage):
    """All below a folder of root's: name, kind, owner, content."""
    found = {}
    for path in sorted(stage.root.file(OUTSIDE).rglob("*")):
        info = path.lstat()
        found[path.name] = (oct(info.st_mode), info.st_uid, path.read_bytes() if path.is_file() else None)
    return found


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
    place = stage.root.file(OUTSIDE)
    shutil.rmtree(place, ignore_errors=True)
    (place / "folder").mkdir(parents=True)
    (place / "file").write_text("of root\n")
    before = outside(stage)
    for name in PLANTED:
        stage.root.run("ln", "-s", f"/{OUTSIDE}/{target}", f"/{STATE}/{name}", user="anicca")
    done = stage.root.run("dpkg", "--install", stage.give(OLD), check=False)
    if done.returncode:
        yield f"the installation failed: {done.stderr}"
    if outside(stage) != before:
        yield f"{before} became {outside(stage)}"
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


TESTS = [links_in_its_folder_lead_an_installation_nowhere, a_mark_of_an_earlier_version_is_taken_over_if_it_is_roots]
