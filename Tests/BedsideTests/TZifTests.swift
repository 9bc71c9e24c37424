import TestKit
import Testing

@testable import Bedside

/// Files of every shape, good and bad, made by hand.
@Suite(.requirement("ALARM-6", "GUARD-6")) struct TZifTests {
    /// A TZif file, or a damaged one: each field can be given a wrong value.
    struct Sample {
        var version = UInt8(ascii: "2")
        var transitions: [Int64] = [-1_000_000_000, 954_032_400, 972_781_200]
        var types: [UInt8] = [1, 2, 1]
        var offsets: [Int32] = [3208, 3600, 7200]
        var footer: String? = "CET-1CEST,M3.5.0,M10.5.0/3"
        var leapSeconds = 0
        var claimedTransitions: UInt32?
        var claimedTypes: UInt32?

        private func header(timeBytes: Int) -> [UInt8] {
            let counts: [UInt32] = [
                UInt32(offsets.count), UInt32(offsets.count), UInt32(leapSeconds),
                claimedTransitions ?? UInt32(transitions.count), claimedTypes ?? UInt32(offsets.count), 9,
            ]
            return Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
                + counts.flatMap { bigEndian($0) }
        }
        private func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.bigEndian) { Array($0) }
        }
        private func block(timeBytes: Int) -> [UInt8] {
            var bytes = header(timeBytes: timeBytes)
            for time in transitions {
                bytes += timeBytes == 8 ? bigEndian(time) : bigEndian(Int32(truncatingIfNeeded: time))
            }
            bytes += types
            for offset in offsets { bytes += bigEndian(offset) + [0, 4] }
            bytes += Array("LMT\0CET\0\0".utf8)
            bytes += [UInt8](repeating: 0, count: leapSeconds * (timeBytes + 4) + offsets.count * 2)
            return bytes
        }
        var bytes: [UInt8] {
            guard version != 0 else { return block(timeBytes: 4) }
            return block(timeBytes: 4) + block(timeBytes: 8) + (footer.map { Array("\n\($0)\n".utf8) } ?? [])
        }
    }

    private func parse(_ sample: Sample) throws(ZoneError) -> ZoneRules {
        try ZoneRules.parse(name: "Test/File", bytes: sample.bytes)
    }
    private func failure(_ sample: Sample) -> ZoneError? {
        do throws(ZoneError) {
            _ = try parse(sample)
            return nil
        } catch {
            return error
        }
    }

    @Test func readsVersionTwoWithItsFooter() throws {
        let zone = try parse(Sample())
        #expect(zone.name == "Test/File")
        #expect(zone.transitions == [-1_000_000_000, 954_032_400, 972_781_200])
        #expect(zone.offsets == [3600, 7200, 3600])
        #expect(zone.initialOffset == 3208)
        #expect(zone.footer?.text == "CET-1CEST,M3.5.0,M10.5.0/3")
    }

    @Test func readsVersionOneWithoutTheLongBlock() throws {
        let zone = try parse(Sample(version: 0))
        #expect(zone.transitions == [-1_000_000_000, 954_032_400, 972_781_200])
        #expect(zone.offsets == [3600, 7200, 3600])
        #expect(zone.footer == nil)
        #expect(zone.offset(at: CivilTime(seconds: 4_000_000_000)) == 3600)
    }

    @Test func readsLaterVersionsAndAnEmptyFooter() throws {
        #expect(try parse(Sample(version: UInt8(ascii: "4"))).footer != nil)
        #expect(try parse(Sample(footer: "")).footer == nil)
    }

    @Test func readsTimesBeyondThirtyTwoBitsFromTheLongBlock() throws {
        let zone = try parse(Sample(transitions: [-1 << 59, 0, 1 << 40]))
        #expect(zone.transitions == [-1 << 59, 0, 1 << 40])
    }

    @Test func usesTheFooterForAllTimesIfThereIsNoTransition() throws {
        let zone = try parse(Sample(transitions: [], types: [], offsets: [0]))
        #expect(zone.offset(at: CivilTime(seconds: 1_782_000_000)) == 7200)
    }

    @Test func refusesWhatIsNotAZoneFile() {
        #expect(throws: ZoneError.notTZif) { try ZoneRules.parse(name: "Test/File", bytes: []) }
        #expect(throws: ZoneError.notTZif) { try ZoneRules.parse(name: "Test/File", bytes: Array("TZiF2".utf8)) }
        let large = [UInt8](repeating: 0, count: 300_000)
        #expect(throws: ZoneError.tooLarge(bytes: 300_000)) { try ZoneRules.parse(name: "Test/File", bytes: large) }
        for name in ["", String(repeating: "a", count: 256), "A\nB"] {
            #expect(throws: ZoneError.badName) { try ZoneRules.parse(name: name, bytes: Sample().bytes) }
        }
        #expect(failure(Sample(version: UInt8(ascii: "1"))) == .unsupportedVersion(0x31))
    }

    @Test func refusesImpossibleCounts() {
        #expect(failure(Sample(version: 0, offsets: [0], claimedTypes: 0)) == .badCount("local time types", 0))
        #expect(failure(Sample(leapSeconds: 27)) == .countsLeapSeconds)
        for claimed in [UInt32.max, 1 << 20] {
            guard case .truncated = failure(Sample(claimedTransitions: claimed)) else {
                Issue.record("\(claimed) transitions were believed")
                continue
            }
            guard case .truncated = failure(Sample(version: 0, claimedTypes: claimed)) else {
                Issue.record("\(claimed) types were believed")
                continue
            }
        }
        let many = (0..<10_001).map(Int64.init)
        let types = [UInt8](repeating: 0, count: many.count)
        #expect(failure(Sample(transitions: many, types: types)) == .badCount("transitions", 10_001))
    }

    @Test func refusesImpossibleTransitions() {
        #expect(failure(Sample(transitions: [5, 5, 6])) == .unsorted(transition: 1))
        #expect(failure(Sample(transitions: [5, 7, 6])) == .unsorted(transition: 2))
        #expect(failure(Sample(types: [0, 1, 3])) == .badType(transition: 2))
        #expect(failure(Sample(offsets: [0, 93_600, 0])) == .badOffset(seconds: 93_600))
        #expect(failure(Sample(offsets: [.min, 0, 0])) == .badOffset(seconds: -2_147_483_648))
    }

    @Test(arguments: [
        "C-1", "CET", "CETT1CEST", "CET-25", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M10.5.0/168",
        "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3,M10.5.0",
        "CET-1CEST,M3.5,M10.5.0", "CET-1CEST,J0,J5", "CET-1CEST,J366,J5", "CET-1CEST,366,5",
        "CET-1CEST,M3.5.0,M10.5.0 ",
        "CET-1CEST,M3.5.0,M10.5.0,", "<CET-1", "<+1>-1", "CET-1:60", "CET-1:00:60", "CET-", "CET-1CEST,,", "CET--1",
        "CET-99999999999999999999", "日本語-9", String(repeating: "A", count: 257),
    ])
    func refusesAFooterOfAnotherForm(text: String) {
        guard case .badFooter = failure(Sample(footer: text)) else {
            Issue.record("\(text) was believed")
            return
        }
    }

    @Test func refusesAFileWithoutItsFooter() {
        guard case .truncated = failure(Sample(footer: nil)) else {
            Issue.record("a file of version 2 without a footer was believed")
            return
        }
    }

    @Test func everyTruncationIsAnErrorAndNeverATrap() {
        for sample in [Sample(), Sample(version: 0), Sample(footer: "")] {
            let bytes = sample.bytes
            for length in 0..<bytes.count {
                #expect(throws: ZoneError.self) {
                    try ZoneRules.parse(name: "Test/File", bytes: Array(bytes[..<length]))
                }
            }
        }
    }

    @Test func damagedFilesAreReadOrRefusedAndNeverTrap() {
        var random = SeededRandom(seed: 20_260_329)
        var (read, refused) = (0, 0)
        for sample in [Sample(), Sample(version: 0)] {
            let good = sample.bytes
            for _ in 0..<6000 {
                var bytes = good
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                do throws(ZoneError) {
                    let zone = try ZoneRules.parse(name: "Test/File", bytes: bytes)
                    use(zone)
                    read += 1
                } catch {
                    #expect(!error.description.isEmpty)
                    refused += 1
                }
            }
        }
        // Both must occur, or the test would prove nothing.
        #expect(read > 500 && refused > 500)
    }

    /// Uses accepted rules, which must answer every question.
    private func use(_ zone: ZoneRules) {
        for nanoseconds in [Int64.min, -1, 1_774_753_200_000_000_000, .max] {
            let time = CivilTime(nanoseconds: nanoseconds)
            let local = zone.local(time)
            #expect(abs(local.wallSeconds - time.seconds) < 94_000)
            // Every wall time that is shown converts back, at its first occurrence.
            if let first = zone.instant(of: local), time.nanoseconds > .min, time.nanoseconds < .max {
                #expect(first.seconds <= time.seconds && zone.local(first) == local)
            }
        }
    }

    @Test func everyErrorSaysWhatIsWrong() {
        let errors: [ZoneError] = [
            .badName, .tooLarge(bytes: 1), .notTZif, .unsupportedVersion(1),
            .truncated(expectedBytes: 2, foundBytes: 1),
            .badCount("transitions", 1), .unsorted(transition: 1), .badType(transition: 1), .badOffset(seconds: 1),
            .countsLeapSeconds, .badFooter("it is empty"),
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
        #expect(errors.allSatisfy { $0.description.contains("zone") && !$0.description.contains("\n") })
    }
}
