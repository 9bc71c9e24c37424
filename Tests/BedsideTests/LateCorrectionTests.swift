import TestKit
import Testing

@testable import Bedside

/// "I was already up" reaches the episode that it is about, also when the date has changed since; what it does not reach
/// changes nothing (FADE-2, F-3).
@Suite(.requirement("FADE-2"))
struct LateCorrectionTests {
    private static func bedside(
        at time: String, level: FadingLevel = .companion, from: String = "2026-11-20T12:00"
    ) throws -> VirtualBedside {
        let time = try #require(LocalTime(time))
        return try FadingStoryTests.bedside(from, levels: [.wake: level]) { $0.habits[0].at = time }
    }

    private static func word(_ bedside: VirtualBedside, _ date: String) throws -> DayWord? {
        bedside.disk.fading.ledgers[.wake]?.day(on: try #require(LocalDate(date)))?.word
    }

    private static func advance(_ bedside: VirtualBedside, to time: String) throws {
        bedside.advance(to: try #require(LocalDateTime(time)))
    }

    @Test(arguments: [("00:01:00", true), ("05:57:00", true), ("05:59:00", false)])
    func anAnswerBeforeMidnightIsCorrectedAfterIt(time: String, isTaken: Bool) throws {
        for id in [nil, HabitID.wake] {
            let bedside = try Self.bedside(at: "23:58")
            try Self.advance(bedside, to: "2026-11-20T23:58:40")
            bedside.press(.stop)
            try Self.advance(bedside, to: "2026-11-21T\(time)")
            let expected: Reply = isTaken ? .done : .refused(.nothingToCorrect)
            #expect(bedside.ask(.fading(.alreadyUp(id))) == expected)
            #expect(try Self.word(bedside, "2026-11-20") == (isTaken ? .unaided : .slow))
        }
    }

    @Test func anEpisodeThatEndsAfterMidnightIsCorrectedWhileItRingsAndAllDay() throws {
        for time in ["00:00:10", "00:10:00", "22:00:00"] {
            let bedside = try Self.bedside(at: "23:58")
            try Self.advance(bedside, to: "2026-11-21T\(time)")
            #expect(bedside.ask(.fading(.alreadyUp(nil))) == .done, "\(time)")
            #expect(try Self.word(bedside, "2026-11-20") == .unaided)
            #expect(bedside.status?.activity != .ringing)
        }
    }

    @Test(.requirement("FADE-1")) func aNetThatRingsAfterMidnightIsCorrected() throws {
        let bedside = try Self.bedside(at: "23:55", level: .net)
        try Self.advance(bedside, to: "2026-11-21T00:05:40")
        #expect(bedside.entries(.net).count == 1)
        #expect(bedside.ask(.fading(.alreadyUp(.wake))) == .done)
        #expect(try Self.word(bedside, "2026-11-20") == .unaided)
    }

    @Test func theNextPressIsAskedPastMidnightAndOnce() throws {
        for isYes in [true, false] {
            let bedside = try Self.bedside(at: "23:58")
            try Self.advance(bedside, to: "2026-11-21T00:05:00")
            bedside.press(.stop)
            bedside.advance(by: .seconds(4))
            #expect(bedside.machine?.features.fading.asked?.question == .wereYouUp)
            bedside.advance(by: .seconds(3))
            bedside.press(isYes ? .start : .stop)
            #expect(try Self.word(bedside, "2026-11-20") == (isYes ? .unaided : .missed))
            bedside.advance(by: .minutes(1))
            bedside.press(.stop)
            bedside.advance(by: .seconds(4))
            #expect(bedside.machine?.features.fading.asked == nil)
        }
    }

    /// Over the date line the alarm's date is yesterday's.
    @Test(.requirement("ALARM-6")) func afterAFlightItIsTheEpisodeThatCountsAndNotTheDate() throws {
        let bedside = try Self.bedside(at: "20:00")
        try Self.advance(bedside, to: "2026-11-20T20:10:00")
        bedside.change(zone: try TestZones.load("Pacific/Kiritimati"))
        bedside.advance(by: .hours(1))
        #expect(bedside.zone.local(bedside.now.civil).date == LocalDate("2026-11-21"))
        #expect(bedside.ask(.fading(.alreadyUp(nil))) == .done)
        #expect(try Self.word(bedside, "2026-11-20") == .unaided)
    }

    enum Ring: CaseIterable { case usual, seen, oneOff, moved, resumed }

    /// One-off alarms, moved alarms and rings that a power cut interrupted belong to no counted day, so nothing is noted.
    @Test(arguments: Ring.allCases) func onlyWhatCountsIsSaidToBeNoted(ring: Ring) throws {
        let bedside = try Self.bedside(at: "06:00")
        let five = try #require(LocalTime("05:00"))
        switch ring {
        case .usual: break
        case .seen:
            try Self.advance(bedside, to: "2026-11-21T05:45:00")
            bedside.post(.presence)
        case .oneOff: bedside.ask(.once(time: five, date: nil, like: .wake))
        case .moved: bedside.ask(.move(.wake, time: five, date: nil))
        case .resumed:
            try Self.advance(bedside, to: "2026-11-21T06:00:10")
            bedside.cutPower()
            bedside.advance(by: .seconds(10))
            bedside.powerOn()
        }
        let isEarly = ring == .oneOff || ring == .moved
        try Self.advance(bedside, to: isEarly ? "2026-11-21T05:01:10" : "2026-11-21T06:01:10")
        #expect(bedside.status?.activity == .ringing)
        let before = bedside.played.count
        bedside.press(.stop, heldMilliseconds: 2000)
        let isSaid = bedside.played.dropFirst(before).contains { playback in
            if case .speech = playback.source { true } else { false }
        }
        #expect(isSaid == (ring == .usual || ring == .seen))
        #expect(try Self.word(bedside, "2026-11-21") == (isSaid ? .unaided : nil))
    }

    /// Missed days have ended the net, and its owner wants to be called: a correction later that day brings no net back.
    @Test(.requirement("FADE-5"), arguments: [true, false]) func callMeAgainHoldsAgainstACorrection(
        byButton: Bool
    ) throws {
        let bedside = try Self.bedside(at: "06:00", level: .net)
        try Self.advance(bedside, to: "2026-11-22T08:00:00")
        #expect(bedside.disk.fading.level(of: .wake) == .ringOnly)
        if byButton {
            bedside.press(.start, heldMilliseconds: 5000)
            #expect(bedside.machine?.conversation == nil)
        } else {
            let reply = bedside.ask(.fading(.recall(.wake)))
            guard case .next(let next) = reply else { Issue.record("\(String(describing: reply))"); return }
            #expect(next?.local.description == "2026-11-23T06:00")
        }
        #expect(bedside.ask(.fading(.recall(.wake))) == .refused(.nothingToRecall))
        try Self.advance(bedside, to: "2026-11-22T09:00:00")
        #expect(bedside.ask(.fading(.alreadyUp(.wake))) == .done)
        #expect(try Self.word(bedside, "2026-11-22") == .unaided)
        #expect(bedside.disk.fading.level(of: .wake) == .ringOnly)
        try Self.advance(bedside, to: "2026-11-23T06:00:05")
        #expect(bedside.status?.activity == .ringing)
    }

    /// Once no correction can reach those days any more, there is nothing to call back.
    @Test(.requirement("FADE-5")) func theNextDayThereIsNothingToRecall() throws {
        let bedside = try Self.bedside(at: "06:00", level: .net)
        try Self.advance(bedside, to: "2026-11-23T05:00:00")
        #expect(bedside.disk.fading.level(of: .wake) == .ringOnly)
        #expect(bedside.ask(.fading(.recall(.wake))) == .refused(.nothingToRecall))
    }

    @Test func aRefusalSilencesNothing() throws {
        let bedside = try Self.bedside(at: "06:00")
        try Self.advance(bedside, to: "2026-11-21T06:01:05")
        #expect(bedside.ask(.fading(.alreadyUp(.training))) == .refused(.nothingToCorrect))
        #expect(bedside.status?.activity == .ringing && bedside.entries(.dismissed).isEmpty)
        bedside.press(.stop)
        // What rings now is a one-off alarm, of which no day counts.
        bedside.ask(.once(time: try #require(LocalTime("08:00")), date: nil, like: .wake))
        try Self.advance(bedside, to: "2026-11-21T08:00:10")
        let before = bedside.log.count
        #expect(bedside.ask(.fading(.alreadyUp(nil))) == .refused(.nothingToCorrect))
        #expect(bedside.status?.activity == .ringing && bedside.log.count == before)
        #expect(try Self.word(bedside, "2026-11-21") == .slow)
        // The other habit's day is corrected where it is named, and the ring goes on.
        #expect(bedside.ask(.fading(.alreadyUp(.wake))) == .done)
        #expect(try Self.word(bedside, "2026-11-21") == .unaided && bedside.status?.activity == .ringing)
    }
}
