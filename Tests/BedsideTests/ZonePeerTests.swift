import Foundation
import TestKit
import Testing

@testable import Bedside

/// Every zone of the system and every year from 1990 to 2040, compared with Python's zoneinfo, which reads the same
/// files.
@Suite(.requirement("ALARM-6")) struct ZonePeerTests {
    private static let directory = "/usr/share/zoneinfo"
    private static let years: ClosedRange<Int64> = 631_152_000...2_240_524_799

    /// The year 2037, shortly before 32 bits overflow.
    private static let filledUp: ClosedRange<Int64> = 2_114_380_800...2_145_916_799

    private struct Change {
        var instant: Int64
        var offset: Int32
        /// Wall times, and the instants that ALARM-6 gives them.
        var walls: [(wall: Int64, instant: Int64?)]
    }
    private struct Zone {
        var names: [String]
        var initialOffset: Int32 = 0
        var changes: [Change] = []
    }

    @Test func agreesWithZoneinfoOnEveryZoneAndYear() throws {
        let zones = try Self.peerZones()
        #expect(zones.reduce(0) { $0 + $1.names.count } > 300)
        var mismatches: [String] = []
        var (offsets, walls) = (0, 0)
        for peer in zones {
            let rules = try peer.names.map { name in
                let bytes = try Data(contentsOf: URL(filePath: "\(Self.directory)/\(name)"))
                return try ZoneRules.parse(name: name, bytes: Array(bytes))
            }
            let zone = try #require(rules.first)
            for other in rules where other.transitions != zone.transitions || other.offsets != zone.offsets {
                mismatches.append("\(other.name) differs from \(zone.name), whose bytes it has")
            }
            offsets += Self.compareOffsets(zone, peer, &mismatches)
            walls += Self.compareWalls(zone, peer, &mismatches)
            Self.compareBoundaries(zone, peer, &mismatches)
            Self.compareFooter(zone, &mismatches)
        }
        #expect(mismatches.count == 0, "\(mismatches.prefix(5).joined(separator: "; "))")
        #expect(offsets > 300_000 && walls > 50_000, "\(offsets) offsets and \(walls) wall times were compared")
    }

    /// 26 instants a year, and both sides of every change.
    private static func compareOffsets(_ zone: ZoneRules, _ peer: Zone, _ mismatches: inout [String]) -> Int {
        var count = 0
        func check(_ instant: Int64, _ expected: Int32) {
            count += 1
            let found = zone.offset(at: CivilTime(seconds: instant))
            if found != expected { mismatches.append("\(zone.name) at \(instant): \(found), expected \(expected)") }
        }
        var expected = peer.initialOffset
        var remaining = peer.changes[...]
        for instant in stride(from: years.lowerBound, through: years.upperBound, by: 14 * 86_400 + 977) {
            while let change = remaining.first, change.instant <= instant {
                check(change.instant - 1, expected)
                expected = change.offset
                check(change.instant, expected)
                remaining.removeFirst()
            }
            check(instant, expected)
            guard count.isMultiple(of: 4) else { continue }
            // What the wall shows converts back, at its first occurrence.
            let time = CivilTime(seconds: instant)
            let again = zone.instant(of: zone.local(time)) ?? CivilTime(nanoseconds: .max)
            if again > time || zone.local(again) != zone.local(time) {
                mismatches.append("\(zone.name) at \(instant): its local time is at \(again.seconds)")
            }
        }
        return count
    }

    /// Wall times in and around every gap and repeat.
    private static func compareWalls(_ zone: ZoneRules, _ peer: Zone, _ mismatches: inout [String]) -> Int {
        var count = 0
        for change in peer.changes {
            for (wall, instant) in change.walls {
                count += 1
                let local = LocalDateTime(wallSeconds: change.instant + wall)
                let found = zone.instant(of: local)?.seconds
                let expected = instant.map { change.instant + $0 }
                guard found != expected else { continue }
                mismatches.append(
                    "\(zone.name) \(local): \(found.map(String.init) ?? "-"), expected \(expected.map(String.init) ?? "-")"
                )
            }
        }
        return count
    }

    /// We have no change that the peer does not know.
    private static func compareBoundaries(_ zone: ZoneRules, _ peer: Zone, _ mismatches: inout [String]) {
        var instant = years.lowerBound
        var own: [Int64] = []
        while let next = zone.nextBoundary(after: instant), next <= years.upperBound {
            if zone.offset(at: CivilTime(seconds: next)) != zone.offset(at: CivilTime(seconds: next - 1)) {
                own.append(next)
            }
            instant = next
        }
        if own != peer.changes.map(\.instant).filter(years.contains) {
            mismatches.append("\(zone.name): \(own.count) changes, expected \(peer.changes.count)")
        }
    }

    /// Where the table is filled up to 2037 from the footer (as Debian's are), the footer alone gives the same.
    private static func compareFooter(_ zone: ZoneRules, _ mismatches: inout [String]) {
        guard let footer = zone.footer, let last = zone.transitions.last, filledUp.contains(last) else { return }
        for instant in zone.transitions where instant > 1_900_000_000 {
            for shift in [-1, 0, 86_400 * 40] as [Int64] {
                let expected = zone.offset(at: CivilTime(seconds: instant + shift))
                if footer.offset(at: instant + shift) != expected {
                    mismatches.append("\(zone.name): its footer differs from its table at \(instant + shift)")
                }
            }
        }
    }

    private static func peerZones() throws -> [Zone] {
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Peers/zoneinfo_dump.py")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-I", script.path, directory]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "python3 and the package tzdata are needed")

        var zones: [Zone] = []
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ")
            switch parts[0] {
            case "Z": zones.append(Zone(names: parts.dropFirst().map(String.init)))
            case "I": zones[zones.count - 1].initialOffset = try #require(Int32(parts[1]))
            default:
                let walls = try parts.dropFirst(3).map { part in
                    let pair = part.split(separator: "=")
                    return (wall: try #require(Int64(pair[0])), instant: Int64(pair[1]))
                }
                zones[zones.count - 1].changes.append(
                    Change(instant: try #require(Int64(parts[1])), offset: try #require(Int32(parts[2])), walls: walls))
            }
        }
        return zones
    }
}
