"""What `anicca recordings export` wrote, read by other eyes: Ogg (RFC 3533) by hand, Opus by libopus itself."""

import ctypes
import struct

import numpy

from stage import Unexpected

RATE = 48000
PACKET = 960


def checksum(page):
    crc = 0
    for byte in page:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ 0x04C11DB7 if crc & 0x80000000 else crc << 1) & 0xFFFFFFFF
    return crc


def packets(content):
    """All packets of the file; every page is checked."""
    at, sequence, found, flags = 0, 0, [], 0
    while at < len(content):
        mark, version, flags, _, _, number, crc, count = struct.unpack_from("<4sBBqIIIB", content, at)
        if mark != b"OggS" or version != 0 or number != sequence:
            raise Unexpected(f"no page {sequence} at byte {at}")
        table = content[at + 27:at + 27 + count]
        body = at + 27 + count
        page = bytearray(content[at:body + sum(table)])
        page[22:26] = bytes(4)
        if checksum(page) != crc:
            raise Unexpected(f"the checksum of page {sequence} is wrong")
        packet = b""
        for length in table:
            packet += content[body:body + length]
            body += length
            if length < 255:
                found.append(packet)
                packet = b""
        at, sequence = body, sequence + 1
    if not flags & 4:
        raise Unexpected("the last page is not marked as such")
    return found


def voices(path):
    """(owner, companion) of an exported file, at 48 kHz."""
    head, tags, *sound = packets(path.read_bytes())
    if head[:8] != b"OpusHead" or tags[:8] != b"OpusTags" or head[9] != 2 or list(head[18:]) != [1, 2, 0, 0, 1]:
        raise Unexpected(f"not a head of two voices: {head!r}")
    opus = ctypes.CDLL("libopus.so.0")
    opus.opus_multistream_decoder_create.restype = ctypes.c_void_p
    error = ctypes.c_int()
    decoder = ctypes.c_void_p(opus.opus_multistream_decoder_create(RATE, 2, 2, 0, bytes([0, 1]), ctypes.byref(error)))
    if error.value:
        raise Unexpected(f"libopus: {error.value}")
    frame = (ctypes.c_int16 * (2 * PACKET))()
    pieces = []
    for packet in sound:
        if opus.opus_multistream_decode(decoder, packet, len(packet), frame, PACKET, 0) != PACKET:
            raise Unexpected(f"libopus takes no packet like {packet[:8]!r}")
        pieces.append(numpy.array(frame, dtype=numpy.int16))
    opus.opus_multistream_decoder_destroy(decoder)
    both = numpy.concatenate(pieces).reshape(-1, 2) if pieces else numpy.zeros((0, 2), numpy.int16)
    return both[:, 0], both[:, 1]


def tone_seconds(samples, hertz):
    """(first, last) second at which a tone is heard; None if it is not."""
    window = RATE // 50
    frames = samples[:len(samples) // window * window].astype(float).reshape(-1, window)
    angle = 2 * numpy.pi * hertz * numpy.arange(window) / RATE
    power = (frames @ numpy.cos(angle)) ** 2 + (frames @ numpy.sin(angle)) ** 2
    energy = (frames ** 2).sum(axis=1)
    heard = numpy.flatnonzero((energy / window > 300 ** 2) & (2 * power / (window * numpy.maximum(energy, 1)) > 0.7))
    return (heard[0] / 50, (heard[-1] + 1) / 50) if len(heard) >= 10 else None


def loud_seconds(samples):
    """The first second at which anything is audible; None if nothing is."""
    window = RATE // 50
    frames = samples[:len(samples) // window * window].astype(float).reshape(-1, window)
    heard = numpy.flatnonzero((frames ** 2).mean(axis=1) > 300 ** 2)
    return heard[0] / 50 if len(heard) else None
