"""The log of dm-log-writes (Documentation/admin-guide/device-mapper/log-writes.rst), replayed: as a disk whose own
cache was lost, which has only what a flush or FUA had made safe before a mark; or as one whose power went after any
write."""

import shutil
import struct

SECTOR = 512
MAGIC = 0x6A736677736872
FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8


def entries(log):
    """(flags, sector on the disk, data) in the order of completion; of a mark the data is its text."""
    with open(log, "rb") as file:
        magic, version, count, size = struct.unpack("<QQQI", file.read(28))
        if magic != MAGIC or version != 1:
            raise ValueError(f"{log} is no log of dm-log-writes")
        at = size
        for _ in range(count):
            file.seek(at)
            sector, sectors, flags, length = struct.unpack("<QQQQ", file.read(32))
            at += size
            if flags & MARK:
                file.seek(at - size + 32)
                yield flags, sector, file.read(length)
                continue
            data = b""
            if not flags & DISCARD:
                file.seek(at)
                data = file.read(sectors * SECTOR)
                at += (len(data) + size - 1) // size * size
            yield flags, sector, data


def replay(before, log, after, mark):
    """Writes to `after` the disk `before` and what was safe when `mark` was set. (kept, lost) writes."""
    written, safe = [], 0
    for flags, sector, data in entries(log):
        if flags & MARK and data.rstrip(b"\0") == mark.encode():
            break
        # A flush makes safe what had completed before it; FUA its own data too.
        if flags & FLUSH:
            safe = len(written)
        written.append((sector, data))
        if flags & FUA:
            safe = len(written)
    else:
        raise ValueError(f"no mark {mark} in {log}")
    write(before, written[:safe], after)
    return safe, len(written) - safe


def write(before, written, after):
    shutil.copyfile(before, after)
    with open(after, "r+b") as disk:
        for sector, data in written:
            disk.seek(sector * SECTOR)
            disk.write(data)


def writes(log):
    """Every write of the log, as `write` wants them."""
    return [(sector, data) for flags, sector, data in entries(log) if data and not flags & MARK]
