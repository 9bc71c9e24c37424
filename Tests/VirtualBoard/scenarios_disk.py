"""Disks that are full, read-only, damaged, or forget what was not flushed: ALARM-7, SETUP-2, GUARD-5.

Requirements: ALARM-7
"""

import datetime
import shutil
import time

from bed import Bed
from expecting import Unexpected
from lost_writes import replay
from registry import scenario

WAKE = "habits: { wake: { at: '06:00', follow_ups: 2 } }"


def rings_all_the_same(bed, reason):
    bed.set_clock("05:59:54")
    bed.hears_alarm(bed.hda, due="06:00:00")
    mark = bed.hda.frames()
    bed.press("STOP")
    bed.falls_silent(bed.hda, mark)
    bed.shows(reason, activity="idle", attention=lambda attention: {"storage", "recovered"} & set(attention))


def refuses_what_it_cannot_keep(bed):
    code, output = bed.cli("habit", "set", "training", "--at", "18:18", check=False)
    if code == 0:
        raise Unexpected(f"a change that cannot be kept was acknowledged: {output}")
    # Said twice: it is in memory by then, and still not on the disk.
    for _ in range(2):
        code, output = bed.cli("mute", "on", check=False)
        if code == 0:
            raise Unexpected(f"a mute that cannot be kept was acknowledged: {output}")


def fill(bed):
    bed.sh("dd if=/dev/zero of=/var/full bs=64k 2>/dev/null; dd if=/dev/zero of=/var/fuller bs=1k 2>/dev/null; "
           "sync; true")


def free(bed):
    bed.sh("rm /var/full /var/fuller")


@scenario
def disk_full(options):
    """Requirements: GUARD-5"""
    with Bed(options, megabytes=16, cores=1) as bed:
        bed.boot("05:50:00")
        bed.provision(WAKE)
        fill(bed)
        refuses_what_it_cannot_keep(bed)
        rings_all_the_same(bed, "a full disk")
        free(bed)
        bed.shows("a disk with room", within=40, attention=[])
        bed.cli("habit", "set", "training", "--at", "18:18")
        # What could not be written then is written now: it survives a power cut.
        bed.sh("sleep 1")
        bed.cut_power()
        bed.power_returns("06:00:55")
        bed.ended("dismissed")
        return bed.measured


@scenario
def a_disk_that_stands_still_delays_nothing(options):
    """A card at its end: no write comes back, from before the ring is prepared until after its end."""
    with Bed(options, cores=1) as bed:
        bed.boot("05:50:00")
        bed.provision(WAKE)
        bed.set_clock("05:59:45")
        bed.machine.stall_disk(True)
        try:
            bed.hears_alarm(bed.hda, due="06:00:00", late_seconds=1)
            mark = bed.hda.frames()
            bed.press("STOP")
            bed.falls_silent(bed.hda, mark, at_most=0.3)
            began = time.monotonic()
            refuses_what_it_cannot_keep(bed)
            bed.measured["refused_after_ms"] = round(1000 * (time.monotonic() - began))
            bed.shows("a disk that does not answer", within=20, activity="idle", attention=["storage"])
            # Nothing of it is to be kept.
            mark = bed.hda.frames()
            bed.cli("alarm", "preview")
            bed.hears_sound(bed.hda, mark)
        finally:
            bed.machine.stall_disk(False)
        bed.shows("a disk that answers", attention=[])
        bed.ended("dismissed")
        # Refused, and kept all the same: it said so.
        bed.shows("the late change", next=lambda following: following and following["habit"] == "training")
        return bed.measured


@scenario
def a_start_on_a_disk_that_stands_still_rings(options):
    """The power is back, and the card takes nothing any more."""
    with Bed(options, cores=1) as bed:
        bed.boot("05:50:00")
        bed.provision(WAKE)
        bed.sh("anicca-service stop; sync")
        bed.set_clock("05:59:50")
        bed.machine.stall_disk(True)
        try:
            bed.sh("anicca-service start")
            bed.hears_alarm(bed.hda, due="06:00:00", late_seconds=1)
            mark = bed.hda.frames()
            bed.press("STOP")
            bed.falls_silent(bed.hda, mark, at_most=0.3)
        finally:
            bed.machine.stall_disk(False)
        bed.ended("dismissed")
        return bed.measured


@scenario
def a_disk_that_answers_nothing_delays_nothing(options):
    """A card that fails at night: neither reads nor writes come back, and what was not locked in memory is not there any
    more. It happens after a conversation, which used other parts of the program."""
    with Bed(options, cores=1) as bed:
        bed.boot("05:50:00")
        bed.provision(WAKE)
        bed.press("START")
        bed.shows("a conversation", activity=lambda activity: activity in ("speaking", "listening"))
        bed.press("STOP")
        bed.shows("its end", activity="idle")
        rings_from_memory(bed)
        return bed.measured


def rings_from_memory(bed):
    """At 06:00, though its disks answer nothing from 05:59:47 on."""
    bed.wait_until(lambda: "\nanicca_memory_is_locked 1\n" in bed.cli("status", "--metrics"), 120,
                   "memory that is locked", pause=1)
    bed.measured["locked_kb"] = int(bed.sh("sed -n 's/^VmLck:[^0-9]*\\([0-9]*\\).*/\\1/p' "
                                           "/proc/$(cat /run/anicca.pid)/status"))
    mapped = bed.sh("grep ' rw-s .* /var/' /proc/$(cat /run/anicca.pid)/maps || true")
    if mapped:
        # A store to it can wait for the disk, and everybody who maps memory then waits for that store.
        raise Unexpected(f"files of a disk are mapped for writing: {mapped}")
    # What this scenario itself needs from now on is in the RAM disk.
    bed.sh("cp /usr/bin/board-panel /usr/bin/board-probe /bin/; sync")
    bed.set_clock("05:59:45")
    bed.sh("sleep 2")
    # What was heard before is of the conversation.
    said = bed.hda.frames()
    bed.measured["evicted"] = int(bed.sh("board-probe evict $(cat /run/anicca.pid)"))
    bed.sh("echo 3 >/proc/sys/vm/drop_caches")
    bed.machine.stall_disks(True)
    try:
        bed.hears_alarm(bed.hda, since=said, due="06:00:00", late_seconds=1)
        mark = bed.hda.frames()
        # By its whole path: to look for it on the disk would wait for the disk.
        bed.sh("PATH=/bin:/sbin /bin/board-panel press STOP")
        bed.falls_silent(bed.hda, mark, at_most=0.3)
    except Unexpected as error:
        raise Unexpected(f"{error}\n{who_waits(bed)}") from error
    finally:
        bed.machine.stall_disks(False)
    bed.ended("dismissed")


def who_waits(bed):
    """The stacks of the threads that wait for the disk: they name what was missing in memory, and whom it holds up."""
    return bed.sh("PATH=/bin:/sbin; dmesg -c >/dev/null; echo 1 >/proc/sys/kernel/sysrq; echo w >/proc/sysrq-trigger; "
                  "dmesg | cut -c 1-120 | head -n 250")


def read_only(bed):
    """What ext4 does after an error of the disk (errors=remount-ro)."""
    bed.sh("mount -o remount,errors=remount-ro /var; echo x >/sys/fs/ext4/vda/trigger_fs_error; "
           "sleep 0.2; ! touch /var/x 2>/dev/null")


@scenario
def var_turns_read_only(options):
    """It rings from memory, and after a start on that disk from what was saved."""
    with Bed(options, cores=1) as bed:
        bed.boot("05:50:00")
        bed.provision(WAKE)
        read_only(bed)
        refuses_what_it_cannot_keep(bed)
        rings_all_the_same(bed, "a read-only disk")
        bed.sh("anicca-service stop")
        tomorrow = datetime.timedelta(days=1)
        bed.set_clock(bed.at("05:50:00") + tomorrow)
        mark = bed.hda.frames()
        # It answers: its control socket is then in the service's runtime folder.
        bed.start()
        bed.set_clock(bed.at("05:59:54") + tomorrow)
        bed.hears_alarm(bed.hda, since=mark, due=bed.at("06:00:00") + tomorrow)
        mark = bed.hda.frames()
        bed.press("STOP")
        bed.falls_silent(bed.hda, mark)
        return bed.measured


@scenario
def a_disk_that_takes_writes_again_is_gone_back_to(options):
    """Mounted read-only when the power came back: what is changed then is in memory, and on the disk once that is mended."""
    with Bed(options, cores=1) as bed:
        bed.boot("12:00:00")
        bed.provision(WAKE)
        bed.sh("anicca-service stop; mount -o remount,ro /var; anicca-service start")
        bed.wait_armed()
        bed.shows("that it cannot save", attention=["storage"])
        refuses_what_it_cannot_keep(bed)
        bed.sh("mount -o remount,rw /var")
        bed.shows("that it saves", within=60, attention=[])
        bed.cut_power()
        bed.power_returns("12:05:00")
        status = bed.shows("what was changed meanwhile", microphoneMuted=True)
        at = {habit["habit"]: habit["at"] for habit in status["habits"]}
        if (at["wake"], at["training"]) != ("06:00", "18:18"):
            raise Unexpected(f"06:00 and 18:18 were set, and it has {at}")


@scenario
def database_damaged(options):
    """Garbage over the database while the power is off: set aside, never deleted, and the alarm rings."""
    with Bed(options, cores=1) as bed:
        bed.boot("05:50:00")
        bed.provision(WAKE)
        bed.sh("anicca-service stop; cd /var/lib/anicca; rm -f anicca.db-wal anicca.db-shm; "
               "dd if=/dev/urandom of=anicca.db bs=1k count=40 conv=notrunc 2>/dev/null; sync")
        bed.start()
        rings_all_the_same(bed, "a damaged database")
        kept = bed.sh("ls /var/lib/anicca")
        if not [name for name in kept.split() if "anicca.db" in name and name not in (
                "anicca.db", "anicca.db-wal", "anicca.db-shm")]:
            raise Unexpected(f"the damaged database was not set aside: {kept}")
        return bed.measured


def log_writes(bed):
    """From here on what the disk is told to write is logged; what it held before."""
    bed.sh("umount /var && sync")
    before = bed.folder / "before"
    shutil.copyfile(bed.disk, before)
    bed.sh("modprobe dm-log-writes; dmsetup create logged --noudevsync --table "
           "\"0 $(blockdev --getsz /dev/vda) log-writes /dev/vda /dev/vdb\"; "
           "mount -t ext4 -o noatime /dev/dm-0 /var")
    return before


@scenario
def acknowledged_change_survives_lost_device_writes(options):
    """The disk has a cache of its own and loses it: only what was flushed counts (dm-log-writes)."""
    with Bed(options, has_log=True, cores=1) as bed:
        bed.boot("12:00:00", starts=False)
        before = log_writes(bed)
        bed.start()
        changes = 4
        for number in range(1, changes + 1):
            bed.cli("habit", "set", "training", "--at", f"18:0{number}")
            bed.sh(f"dmsetup message logged 0 mark change-{number}")
        # To see that what is not flushed is lost: written to the device and no more, while no file system is there to
        # flush it. The first sector is none's.
        bed.sh("anicca-service stop && umount /var && "
               "printf '%-512s' flushed | dd of=/dev/dm-0 bs=512 conv=fsync 2>/dev/null && "
               "printf '%-512s' unflushed | dd of=/dev/dm-0 bs=512 2>/dev/null && "
               "dmsetup message logged 0 mark control && sleep 0.3")
        bed.machine.cut_power()
        after = bed.folder / "after"
        _, lost = replay(before, bed.log_disk, after, "control")
        with open(after, "rb") as disk:
            if lost == 0 or disk.read(9).rstrip() != b"flushed":
                raise Unexpected(f"the disk lost {lost} writes, and what was not flushed is there")
        lost_in_all = 0
        for number in (1, changes):
            kept, lost = replay(before, bed.log_disk, after, f"change-{number}")
            lost_in_all += lost
            bed.measured["kept"] = kept
            bed.disk = after
            bed.power_returns("12:05:00")
            at = {habit["habit"]: habit["at"] for habit in bed.status()["habits"]}["training"]
            if at != f"18:0{number}":
                raise Unexpected(f"18:0{number} was acknowledged; after the disk lost {lost} writes it is {at}")
            bed.machine.cut_power()
        bed.measured["lost"] = lost_in_all
        return bed.measured
