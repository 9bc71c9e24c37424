"""Installed: the unit, the first steps, and what becomes of the state when versions change.

Requirements: GUARD-4
"""

import contextlib
import json
import re
import shutil
import sqlite3
import time

from package import NEW, OLD
from root import command, expect
from stage import REPOSITORY, STATE, UNIT, needed

# The number of the database's schema, as deploy/install.sh counts it.
SCHEMA = sum(
    file.read_text().count("Schema.Migration(number:") for file in REPOSITORY.glob("Sources/Store/Tables/*.swift"))
FUTURE = "v99 from the future"
PROFILE = """owner: { name: Aiko, language: en }
volume: { ceiling: 70, floor: 20 }
habits:
  wake: { at: "06:10", days: [mon, tue, wed, thu, fri] }
  reading: { at: "21:30", prompt: reading }
"""


@needed
def it_is_installed_where_no_systemd_runs(stage):
    root = stage.root
    root.run("dpkg", "--install", stage.give(OLD))
    root.run("dpkg", "--configure", "-a")
    wants = root.file("etc/systemd/system/multi-user.target.wants/anicca.service")
    expect(wants.is_symlink(), "the service is not enabled")
    user = root.run("getent", "passwd", "anicca").stdout.strip().split(":")
    expect(user[5:] == ["/var/lib/anicca", "/usr/lib/anicca/ssh-provision"], f"the user is {user}")
    expect(root.file("etc/shadow").read_text().split("\nanicca:")[1].startswith("!"), "the user has a password")
    groups = root.run("id", "-nG", "anicca").stdout.split()
    expect({"audio", "gpio"} <= set(groups), f"its groups are {groups}")
    folder = root.file(STATE).stat()
    expect((folder.st_mode & 0o7777, folder.st_uid) == (0o700, int(user[2])), "the state folder is not its own alone")


def a_second_installation_changes_nothing(stage):
    before = stage.root.listing()
    for _ in range(2):
        stage.root.run("dpkg", "--install", stage.give(OLD))
    expect(stage.root.listing() == before, "installing the same version again changed files")


def its_commands_work_in_a_bare_debian(stage):
    expect(stage.anicca("--version").stdout.strip() == "0.1.0", "--version")
    doctor = json.loads(stage.anicca("doctor", "--json", check=False).stdout)
    grades = {finding["check"]: finding["grade"] for finding in doctor}
    # No sound card in here; everything else that can fail does not.
    expect([check for check, grade in grades.items() if grade == "fail"] == ["sound"], f"doctor: {doctor}")
    expect(grades["synthesizer"] == "ok" and grades["prompts"] == "ok", f"doctor: {doctor}")
    stage.root.file("tmp/profile.yaml").write_text(PROFILE)
    told = stage.anicca("simulate", "--profile", "/tmp/profile.yaml", "--zone", "Europe/Berlin", "--from",
                        "2026-03-27T12:00", "--days", "1").stdout
    expect("21:30" in told, f"simulate tells nothing of 21:30:\n{told}")


def the_unit_is_tight_enough(stage):
    """1.6 at most, as systemd counts it; and a looser one is told from it.

    Requirements: GUARD-3
    """
    score = ["systemd-analyze", "security", "--offline=true", "--threshold=16", "--no-pager"]
    done = stage.root.run(*score, f"/{UNIT}", check=False)
    expect(done.returncode == 0, "over 1.6:\n" + "\n".join(l for l in done.stdout.splitlines() if "✓" not in l))
    loose = stage.root.file("tmp/loose.service")
    loose.write_text(stage.root.file(UNIT).read_text().replace("CapabilityBoundingSet=\n", ""))
    expect(stage.root.run(*score, "/tmp/loose.service", check=False).returncode != 0, "a looser unit passes, too")
    return [line.strip("→ ") for line in done.stdout.splitlines() if "Overall" in line]


def the_unit_says_what_the_appliance_needs(stage):
    expect(stage.unit("Type") == ["notify"] and stage.unit("NotifyAccess") == ["main"], "Type=notify")
    watchdog, stop, restart = (int(stage.unit(name)[0]) for name in ("WatchdogSec", "TimeoutStopSec", "RestartSec"))
    # Sound is asked for its sign of life one turn ahead, half the limit.
    away = 1.5 * watchdog + stop + restart
    expect(0 < away < 30, f"one that hangs may be away for {away} s, and a ring lasts 30 s")
    expect(stage.unit("Restart") == ["always"] and stage.unit("StartLimitIntervalSec") == ["0"], "it always comes back")
    sources = "".join(path.read_text() for path in (REPOSITORY / "Sources/Sound").rglob("*.swift"))
    wanted = [int(number) for number in re.findall(r"\.realTime\(priority: (\d+)\)", sources)]
    expect(wanted and int(stage.unit("LimitRTPRIO")[0]) >= max(wanted), f"real-time priorities {wanted}")
    expect(not stage.unit("RestrictRealtime"), "real-time priority is refused")
    verified = stage.root.run("systemd-analyze", "verify", "--man=no", f"/{UNIT}", check=False, environment={
        "SYSTEMD_LOG_LEVEL": "warning"})
    complaints = [l for l in verified.stderr.splitlines() if "anicca" in l]
    expect(not complaints, "\n".join(complaints))
    for path in re.findall(r"/usr/\S+", stage.root.file(UNIT).read_text()):
        expect(stage.root.file(path).exists() or path.endswith(".gz"), f"{path}: named by the unit, and not there")


def what_is_provisioned_before_the_first_start_is_there_at_it(stage):
    stage.anicca("provision", input=PROFILE)
    files = list(stage.root.file(STATE).iterdir())
    owner = {path.name: path.stat().st_uid for path in files}
    expect(len(set(owner.values())) == 1 and 0 not in owner.values(), f"root's files in the state: {owner}")
    stage.start_speaker()
    expect("06:10" in stage.profile() and "Aiko" in stage.profile(), stage.profile())


def an_upgrade_leaves_the_speaker_alone_until_its_restart(stage):
    """It answers while files are replaced; from its end to armed again less than 2 s."""
    settings = stage.root.file("etc/anicca/anicca.yaml")
    settings.write_text(settings.read_text() + "log_level: notice\n")
    before = stage.profile()
    unpacking = time.monotonic()
    done = stage.root.run("dpkg", "--force-confold", "--install", stage.give(NEW))
    unpacked = time.monotonic() - unpacking
    expect(stage.speaker.poll() is None, "the upgrade ended the speaker before its restart\n" + done.stdout)
    expect(stage.profile() == before, "the old speaker, the new command line")
    began = time.monotonic()
    stage.stop_speaker()
    stopped = time.monotonic() - began
    armed = stage.start_speaker()
    expect(stopped + armed < 2, f"away for {stopped + armed:.2f} s")
    expect(stage.profile() == before, "the profile after the upgrade:\n" + stage.profile())
    expect("log_level: notice" in settings.read_text(), "the upgrade took the owner's settings")
    expect(stage.root.file(f"{STATE}/version").read_text().split() == [NEW, str(SCHEMA)], "the version in the state")
    expect(not list(stage.root.file(STATE).glob("*.kept-*")), "the same schema, and yet something was kept")
    return [f"unpacking {unpacked:.1f} s, all of it ringing; stop {stopped:.2f} s, armed again after {armed:.2f} s"]


def an_older_version_of_the_same_schema_goes_on_with_the_state(stage):
    before = stage.profile()
    stage.root.run("dpkg", "--force-confold", "--install", stage.give(OLD))
    stage.stop_speaker()
    stage.start_speaker()
    expect(stage.profile() == before, "the profile after the downgrade:\n" + stage.profile())
    stage.stop_speaker()


def what_an_owner_writes_where_the_doctor_says_survives_an_upgrade(stage):
    """Requirements: SAFE-4, PROMPT-1"""
    def unchecked():
        doctor = json.loads(stage.anicca("doctor", "--json", check=False).stdout)
        return [finding for finding in doctor if "checked_by" in (finding["remedy"] or "")]

    own, shipped = map(stage.root.file, re.findall(r"/[^ ()]+/crisis\.yaml", unchecked()[0]["remedy"]))
    text = re.sub(r"( +)copied_on: (.*)\n", r"\g<0>\1checked_on: \2\n\1checked_by: Aiko\n", shipped.read_text())
    own.write_text(text)
    try:
        for version in (NEW, OLD):
            stage.root.run("dpkg", "--force-confold", "--install", stage.give(version))
            expect(own.read_text() == text and not unchecked(), f"with {version} the owner's lines are not used")
        # One that cannot be used costs no line.
        own.write_text("countries: [")
        doctor = stage.anicca("doctor", check=False).stdout
        expect("is used instead" in doctor, doctor)
    finally:
        own.unlink()


def an_empty_version_file_is_written_anew(stage):
    """As a power cut soon after the installation may leave it: nothing is kept or moved for it."""
    version, files = stage.root.file(f"{STATE}/version"), sorted(stage.root.file(STATE).iterdir())
    own = version.read_text()
    version.write_text("")
    code, words = stage.keep_state()
    expect(code == 0 and version.read_text() == own, f"{code}: {words}; the version is {version.read_text()!r}")
    expect(sorted(stage.root.file(STATE).iterdir()) == files, f"{words}")


def migrated(stage, schema=SCHEMA + 1):
    """The state as a version from the future leaves it."""
    database = sqlite3.connect(stage.root.file(f"{STATE}/anicca.db"))
    with database:
        database.execute("INSERT INTO grdb_migrations VALUES (?)", [FUTURE])
    database.close()
    stage.root.file(f"{STATE}/version").write_text(f"9.0 {schema}\n")


@contextlib.contextmanager
def program_of(stage, version, schema, newest):
    """keep-state is told of another version, whose last migration has that name."""
    files = [stage.root.file(f"usr/share/anicca/{name}") for name in ("version", "migrations")]
    own = [file.read_text() for file in files]
    files[0].write_text(f"{version} {schema}\n")
    files[1].write_text(own[1] + newest + "\n")
    try:
        yield
    finally:
        for file, text in zip(files, own):
            file.write_text(text)


def saved(stage):
    """Everything in the state folder, to go back to."""
    copy = stage.folder / "state"
    shutil.rmtree(copy, ignore_errors=True)
    command("cp", "-a", stage.root.file(STATE), copy)
    return copy


def back(stage, copy):
    shutil.rmtree(stage.root.file(STATE))
    command("cp", "-a", copy, stage.root.file(STATE))


def an_older_version_after_a_migration_goes_on_with_the_newest_settings(stage):
    copy = saved(stage)
    before = stage.profile()
    migrated(stage)
    refused = stage.anicca("habit", "set", "wake", "--at", "05:00", check=False)
    expect(refused.returncode == 65, f"the database of a newer version was written to: {refused}")
    stage.start_speaker()
    expect(stage.profile() == before, "settings are lost:\n" + stage.profile())
    stage.anicca("habit", "set", "wake", "--at", "05:00")
    stage.stop_speaker()
    stage.start_speaker()
    expect("05:00" in stage.profile(), "what was set after the downgrade was not saved")
    stage.stop_speaker()
    kept = sqlite3.connect(stage.root.file(f"{STATE}/anicca.db.kept-{SCHEMA + 1}"))
    expect(kept.execute("SELECT identifier FROM grdb_migrations").fetchall()[-1] == (FUTURE,),
           "the newer database was not kept")
    kept.close()
    back(stage, copy)


def an_older_version_that_reads_nothing_newer_gets_back_what_it_had(stage):
    copy = saved(stage)
    before = stage.profile()
    # Of an earlier upgrade that a power cut fell into: beside the new copy it would be replayed into it.
    stale = [stage.root.file(f"{STATE}/anicca.db.kept-{SCHEMA}-{log}") for log in ("wal", "journal")]
    for log in stale:
        log.write_bytes(b"of another database")
    # The upgrade, as the newer package's first start does it.
    with program_of(stage, "9.0", SCHEMA + 1, FUTURE):
        code, words = stage.keep_state()
    expect(not any(log.exists() and log.read_bytes() == b"of another database" for log in stale), "an old log was kept")
    expect(code == 0 and stage.root.file(f"{STATE}/anicca.db.kept-{SCHEMA}").exists(), f"nothing was kept: {code} {words}")
    expect(stage.root.file(f"{STATE}/version").read_text() == f"9.0 {SCHEMA + 1}\n", "the version in the state")
    # It migrates, and its schedule copy is none that we can read.
    migrated(stage)
    stage.root.file(f"{STATE}/schedule.json").write_text('{"version":2}\n{}\n')
    stage.start_speaker()
    expect(stage.profile() == before, "what it had before the upgrade is not back:\n" + stage.profile())
    stage.anicca("habit", "set", "wake", "--at", "05:00")
    stage.stop_speaker()
    back(stage, copy)


def what_was_brought_forward_without_it_is_kept_under_no_older_name(stage):
    """keep-state had failed at the newer version's first start, which migrated all the same."""
    copy = saved(stage)
    migrated(stage)
    stage.root.file(f"{STATE}/version").write_text(f"0.1 {SCHEMA}\n")
    with program_of(stage, "9.0", SCHEMA + 1, FUTURE):
        code, words = stage.keep_state()
    kept = list(stage.root.file(STATE).glob("*.kept-*"))
    expect(code == 0 and not kept, f"{code} {words}; kept: {kept}")
    expect(stage.root.file(f"{STATE}/version").read_text() == f"9.0 {SCHEMA + 1}\n", "the version in the state")
    back(stage, copy)


def two_steps_back_one_after_the_other_can_save(stage):
    """The upgrade from the version between kept a database of the name that the second step back moves to."""
    copy = saved(stage)
    database = stage.root.file(f"{STATE}/anicca.db")

    def starts(name, schema):
        with program_of(stage, name, schema, FUTURE if schema == SCHEMA + 1 else "v100 from later"):
            code, words = stage.keep_state()
        expect(code == 0, f"{name}: {code} {words}")

    starts("9.0", SCHEMA + 1)
    migrated(stage)
    between = database.read_bytes()
    starts("9.1", SCHEMA + 2)
    migrated_further = sqlite3.connect(database)
    with migrated_further:
        migrated_further.execute("INSERT INTO grdb_migrations VALUES ('v100 from later')")
    migrated_further.close()
    starts("9.0", SCHEMA + 1)
    expect(not database.exists(), "the first step back left the database of 9.1")
    database.write_bytes(between)
    stage.root.run("chown", "anicca:", f"/{STATE}/anicca.db")
    stage.start_speaker()
    stage.anicca("habit", "set", "wake", "--at", "05:10")
    stage.stop_speaker()
    stage.start_speaker()
    expect("05:10" in stage.profile(), "what was set after two steps back was not saved")
    expect(not list(database.parent.glob("*.moving-*")), "a mark of the way was left")
    stage.stop_speaker()
    back(stage, copy)


def an_older_version_with_nothing_to_go_back_to_moves_nothing(stage):
    copy = saved(stage)
    migrated(stage)
    stage.root.file(f"{STATE}/schedule.json").write_text('{"version":2}\n{}\n')
    content = stage.root.file(f"{STATE}/anicca.db").read_bytes()
    code, words = stage.keep_state()
    expect(code == 65 and "9.0" in words, f"keep-state: {code} {words}")
    expect(stage.root.file(f"{STATE}/anicca.db").read_bytes() == content, "the newer database was touched")
    # It starts all the same.
    stage.start_speaker()
    expect(stage.root.file(f"{STATE}/anicca.db").read_bytes() == content, "the newer database was touched")
    stage.stop_speaker()
    back(stage, copy)


def a_copy_that_is_put_back_on_another_card_has_it_all(stage):
    """By the lines of the document; the service's user has another number there.

    Requirements: GUARD-4
    """
    text = (REPOSITORY / "docs/raspberry-pi.md").read_text()
    section = re.search(r"^## Copy, restore, another card\n(.*?)(?=^## |\Z)", text, re.M | re.S)[1]
    blocks = [[line for line in block.splitlines() if "systemctl" not in line]
              for block in re.findall(r"^```sh\n(.*?)```", section, re.M | re.S)]
    expect([len(lines) for lines in blocks] == [1, 3], f"the document's lines: {blocks}")

    def follow(lines):
        # There is neither sudo nor systemd in here.
        stage.root.run("sh", "-euc", "\n".join(['sudo() { "$@"; }', "cd /root", *lines]))

    def told():
        return [stage.anicca(*words).stdout for words in (
            ("profile", "show"), ("memory", "list"), ("affirmation", "list"))]

    def night():
        return stage.anicca("log", "--json").stdout.splitlines()

    copy = saved(stage)
    number = stage.root.run("id", "-u", "anicca").stdout.strip()
    settings = stage.root.file("etc/anicca/anicca.yaml")
    shipped = settings.read_text()
    try:
        settings.write_text(shipped + "# mine\n")
        stage.anicca("memory", "resume")
        stage.anicca("memory", "add", "--slot", "dog-name", "Momo")
        stage.anicca("affirmation", "add", "I can come back.", "--at", "07:30")
        stage.start_speaker()
        stage.stop_speaker()
        before, nights = told(), night()
        expect("Momo" in before[1] and "I can come back." in before[2], f"{before}")
        follow(blocks[0])
        expect(stage.root.file("root/anicca.tar").stat().st_mode & 0o777 == 0o600, "others can read the copy")
        # Another card: another user's number, and a state of its own.
        for file in stage.root.file(STATE).iterdir():
            shutil.rmtree(file) if file.is_dir() else file.unlink()
        settings.write_text(shipped)
        stage.root.run("usermod", "--uid", "954", "anicca")
        stage.start_speaker()
        stage.anicca("memory", "resume")
        stage.stop_speaker()
        follow(blocks[1])
        stage.start_speaker()
        stage.stop_speaker()
        expect(told() == before, f"before: {before}\nput back: {told()}")
        expect(nights and set(nights) <= set(night()), "the night log was not put back")
        expect("# mine\n" in settings.read_text(), "the settings were not put back")
        expect(stage.root.file(STATE).stat().st_uid == 954, "the state belongs to another user")
    finally:
        stage.root.file("root/anicca.tar").unlink(missing_ok=True)
        settings.write_text(shipped)
        stage.root.run("usermod", "--uid", number, "anicca")
        back(stage, copy)


TESTS = [
    it_is_installed_where_no_systemd_runs, a_second_installation_changes_nothing, its_commands_work_in_a_bare_debian,
    the_unit_is_tight_enough, the_unit_says_what_the_appliance_needs,
    what_is_provisioned_before_the_first_start_is_there_at_it, an_upgrade_leaves_the_speaker_alone_until_its_restart,
    an_older_version_of_the_same_schema_goes_on_with_the_state,
    what_an_owner_writes_where_the_doctor_says_survives_an_upgrade, an_empty_version_file_is_written_anew,
    an_older_version_after_a_migration_goes_on_with_the_newest_settings,
    an_older_version_that_reads_nothing_newer_gets_back_what_it_had,
    what_was_brought_forward_without_it_is_kept_under_no_older_name, two_steps_back_one_after_the_other_can_save,
    an_older_version_with_nothing_to_go_back_to_moves_nothing, a_copy_that_is_put_back_on_another_card_has_it_all,
]
