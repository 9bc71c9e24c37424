import TestKit
import Testing

@testable import Bedside

/// A clock that is ahead when an alarm falls due, and is put right before its last follow-up: the alarm is not over
/// (ALARM-6). Told by somebody who had seen the papers alone.
@Suite(.requirement("ALARM-6"))
struct ClockAheadTests {
    private static let day = "2026-11-21T"

    private static func bedside(from time: String = "05:50:00", _ change: (VirtualBedside) throws -> Void = { _ in })
        throws -> VirtualBedside
    {
        let bedside = try FadingStoryTests.bedside(day + time) { $0.habits[0].followUps = 10 }
        try change(bedside)
        return bedside
    }

    private static func at(_ time: String, _ bedside: VirtualBedside, ahead: TimeSpan = .zero) throws {
        let local = try #require(LocalDateTime(day + time))
        let instant = try #require(ZoneRules.utc.instant(of: local)) + ahead
        bedside.advance(by: instant - bedside.now.civil)
    }

    /// Whenever it is put right, and however far ahead it was, the follow-up that is due then rings, and nothing after Stop.
    @Test(arguments: [1200, 7200, 86_400, 400 * 86_400], [1, 62, 541, 599])
    func theFollowUpNowDueRings(aheadSeconds: Int, afterSeconds: Int) throws {
        let ahead = TimeSpan.seconds(aheadSeconds)
        let bedside = try Self.bedside()
        func rings() -> [Int?] {
            bedside.entries(.ring).filter { $0.occurrence?.date == LocalDate("2026-11-21") }.map(\.followUp)
        }
        try Self.at("05:58:00", bedside)
        bedside.step(ahead)
        bedside.advance(by: .seconds(120 + afterSeconds))
        #expect(rings() == [])
        bedside.step(.zero - ahead)
        bedside.advance(by: .seconds(2))
        #expect(bedside.light == .ringing)
        #expect(rings() == [afterSeconds == 599 ? 10 : afterSeconds / 60])
        bedside.press(.stop)
        #expect(bedside.light != .ringing)
        try Self.at("07:00:00", bedside)
        #expect(rings().count == 1)
        let record = bedside.disk.records.values.first { $0.occurrence.date == LocalDate("2026-11-21") }
        #expect(record?.outcome == .dismissed)
    }

    /// An alarm that only a wrong clock had passed over is not shown as missed, also if the power was off before the
    /// clock was put right; one that was missed before is.
    @Test(.requirement("ALARM-4", "BOARD-3"), arguments: [true, false], [true, false])
    func theLightShowsOnlyWhatWasMissed(isMissed: Bool, isOff: Bool) throws {
        let bedside = try Self.bedside()
        try Self.at(isMissed ? "06:30:00" : "05:55:00", bedside)
        #expect((bedside.light == .missed) == isMissed)
        bedside.step(.days(4))
        #expect(bedside.light == .missed)
        if isOff {
            bedside.cutPower()
            bedside.step(.days(-4), isAnnounced: false)
            bedside.powerOn(isClockSynchronized: true)
        } else {
            bedside.step(.days(-4))
        }
        #expect((bedside.light == .missed) == isMissed)
        #expect(bedside.disk.settings.hasUnseenMiss == isMissed)
    }

    /// A clock chip that drifted, and is corrected soon after the start.
    @Test func aChipThatWasAheadAtTheStartCostsNoAlarm() throws {
        let bedside = try Self.bedside(from: "02:00:00")
        bedside.cutPower()
        bedside.step(.minutes(20), isAnnounced: false)
        try Self.at("05:55:00", bedside, ahead: .minutes(20))
        bedside.powerOn()
        try Self.at("06:01:00", bedside, ahead: .minutes(20))
        bedside.step(.minutes(-20))
        #expect(bedside.light == .ringing)
    }

    /// What is destroyed for good, such as a recording, waits for a date that is certain.
    @Test(.requirement("GUARD-1")) func aDateIsCertainByATimeServerOrAfterADay() throws {
        let bedside = try Self.bedside()
        func date() -> LocalDate? { bedside.machine?.steadyDate(at: bedside.now) }
        #expect(date() == nil, "the clock chip may be ahead")
        bedside.advance(by: .hours(25))
        #expect(date() == LocalDate("2026-11-22"))
        bedside.step(.days(365))
        #expect(date() == nil)
        bedside.step(.days(-365), isSynchronized: true)
        #expect(date() == LocalDate("2026-11-22"))
        bedside.step(.days(-20_000))
        #expect(date() == nil)
    }

    @Test(.requirement("ALARM-13")) func norAMovedOneNorAOneOff() throws {
        for isOneOff in [true, false] {
            let time = try #require(LocalTime("05:55"))
            let bedside = try Self.bedside()
            if isOneOff {
                bedside.ask(.skip(.wake))
                bedside.ask(.once(time: time, date: nil, like: .wake))
            } else {
                bedside.ask(.move(.wake, time: time, date: nil))
            }
            try Self.at("05:54:00", bedside)
            bedside.step(.hours(1))
            bedside.advance(by: .seconds(61))
            bedside.step(.hours(-1))
            #expect(bedside.light == .ringing, "\(isOneOff)")
        }
    }

    /// An owner who answered the ring of a wrong clock is not called again.
    @Test func whoHasAnsweredIsNotCalledAgain() throws {
        let bedside = try Self.bedside()
        bedside.step(.days(365))
        bedside.advance(by: .seconds(605))
        try #require(bedside.light == .ringing)
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        bedside.step(.days(-365))
        #expect(bedside.light != .ringing)
        try Self.at("07:00:00", bedside)
        #expect(bedside.entries(.ring).count == 1)
    }

    /// An alarm that was missed for good stays so, however the clock is set by seconds.
    @Test func aMissedAlarmIsNotRungAgain() throws {
        let bedside = try Self.bedside()
        try Self.at("06:10:40", bedside)
        let count = bedside.entries(.ring).count
        #expect(count == 11)
        bedside.step(.seconds(-20))
        bedside.advance(by: .minutes(5))
        #expect(bedside.entries(.ring).count == count)
    }

    /// A ring that was over when Start was pressed is not in progress after a power cut.
    @Test(.requirement("ALARM-7", "ALARM-14")) func aPowerCutRepeatsNoRingThatWasOver() throws {
        for seconds in [61, 75, 89] {
            let bedside = try Self.bedside()
            try Self.at("06:00:10", bedside)
            bedside.press(.start)
            try #require(bedside.machine?.episodes.map(\.phase) == [.held])
            while bedside.machine?.episodes.first?.phase == .held { bedside.advance(by: .seconds(1)) }
            let next = try #require(bedside.machine?.episodes.first.map { $0.due($0.followUp) })
            let before = bedside.entries(.ring).count
            // The next ring is less than a minute away, so its grid began less than a ring ago.
            let cut = next - .seconds(seconds == 61 ? 50 : seconds == 75 ? 40 : 33)
            bedside.advance(by: max(cut - bedside.now.boot, .zero))
            bedside.cutPower()
            bedside.advance(by: .seconds(2))
            bedside.powerOn()
            bedside.advance(by: .seconds(5))
            #expect(bedside.entries(.ring).count == before, "\(seconds)")
            bedside.advance(by: .minutes(1))
            #expect(bedside.entries(.ring).count == before + 1, "\(seconds)")
        }
    }

    /// However and whenever the clock errs for some minutes, some ring comes in the half hour before the alarm or while its
    /// follow-ups last.
    @Test func noErrorOfMinutesLosesTheAlarm() throws {
        for seed in 0..<400 {
            var random = SeededRandom(seed: UInt64(seed))
            let ahead = TimeSpan.seconds(Int.random(in: 30...(seed % 2 == 0 ? 900 : 200_000), using: &random))
            let begin = Int.random(in: 0..<1790, using: &random)
            let end = Int.random(in: (begin + 1)..<2370, using: &random)
            let bedside = try Self.bedside(from: "05:30:00")
            let start = bedside.now.boot
            bedside.advance(by: .seconds(begin))
            bedside.step(ahead)
            bedside.advance(by: .seconds(end - begin))
            bedside.step(.zero - ahead)
            bedside.advance(by: .seconds(2460 - end))
            #expect(!bedside.entries(.ring).isEmpty, "\(seed): \(ahead) from \(begin) to \(end)")
            #expect(bedside.now.boot - start == .seconds(2460))
        }
    }
}
