import Bedside
import Foundation

/// `schedule.json`: what must survive the database itself, so that a corrupt file costs history but not an alarm.
///
/// Two lines: a header with the number of the commit it shows and a checksum, then the `Schedule` (records of the last
/// three days only). The checksum covers the number too: a flipped digit there would let an old copy win over a good
/// database. Written beside the database, not inside it, because what breaks one file rarely breaks both.
struct ScheduleCopy: Equatable {
    var commits: Int64
    var schedule: Schedule

    /// Larger files are not ours.
    static let sizeLimit = 4 << 20
    private static let recordSpan = TimeSpan.days(3)

    private struct Header: Codable {
        var version: Int
        var commits: Int64
        var checksum: String
    }

    func write(to folder: StateFolder) throws(StoreError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body: [UInt8]
        let header: [UInt8]
        do {
            body = Array(try encoder.encode(ScheduleCopy.trimmed(schedule)))
            let checksum = ScheduleCopy.checksum(commits: commits, body: body[...])
            header = Array(try encoder.encode(Header(version: 1, commits: commits, checksum: checksum)))
        } catch {
            throw .inputOutput(code: 0, "the schedule copy could not be encoded")
        }
        try folder.replace(folder.scheduleCopy, with: header + [0x0A] + body + [0x0A])
    }

    /// Nil if there is no copy, or if it is damaged.
    static func read(from folder: StateFolder) -> ScheduleCopy? {
        guard let bytes = folder.read(folder.scheduleCopy, limit: sizeLimit) else { return nil }
        return parse(bytes)
    }

    static func parse(_ bytes: [UInt8]) -> ScheduleCopy? {
        guard let end = bytes.firstIndex(of: 0x0A),
            let header = try? JSONDecoder().decode(Header.self, from: Data(bytes[..<end])), header.version == 1
        else { return nil }
        var body = bytes[(end + 1)...]
        if body.last == 0x0A { body = body.dropLast() }
        guard checksum(commits: header.commits, body: body) == header.checksum,
            let schedule = try? JSONDecoder().decode(Schedule.self, from: Data(body))
        else { return nil }
        return ScheduleCopy(commits: header.commits, schedule: schedule)
    }

    /// The part that is copied: everything except records on which no alarm can still depend.
    static func trimmed(_ schedule: Schedule) -> Schedule {
        guard var newest = schedule.records.values.map(\.due).max() else { return schedule }
        // A record made while the clock was far ahead for a while does not count as the newest.
        if let written = schedule.lastWritten { newest = min(newest, written + .days(2)) }
        var trimmed = schedule
        let first = newest - recordSpan
        trimmed.records = schedule.records.filter { $0.value.due >= first || $0.value.outcome == .open }
        return trimmed
    }

    /// FNV-1a, 64 bits: against accidents, not against people (who could write any file here anyway).
    private static func checksum(commits: Int64, body: ArraySlice<UInt8>) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        for byte in "\(commits)\n".utf8 { add(byte) }
        for byte in body { add(byte) }
        return String(hash, radix: 16)
    }
}

extension Change {
    /// Whether the schedule copy must follow at once. Records follow when the appliance is idle (`BedsideStore.flush`):
    /// they are written just before a sound starts, and two more fsyncs there would be heard as lateness.
    var touchesScheduleCopy: Bool {
        switch self {
        case .profile, .settings, .exception, .oneOff, .removeOneOff, .armedSince, .lastRing, .zone, .setup, .wipe: true
        case .record, .removeRecord, .lastWritten, .memory, .talks, .teaching, .meditation, .fading, .nudge,
            .affirmation, .account, .ownVoice,
            .night, .forgetNight:
            false
        }
    }
}
