import TestKit
import Testing

@testable import Bedside

/// A companion takes an alarm away whatever it calls that: the device says so, and Stop brings the alarm back (TALK-9,
/// ALARM-11).
@Suite(.requirement("ALARM-11", "ALARM-13", "TALK-9"))
struct TakenAlarmTests {
    /// A talk on a Friday, with the wake alarm at 06:00 every day.
    private static func talk(at time: String, in language: Language = .english) throws -> VirtualBedside {
        var profile = Profile(language: language, companion: .openai)
        profile.habits[0].isOn = true
        let start = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T\(time)")))
        let bedside = VirtualBedside(profile: profile, at: start)
        bedside.powerOn()
        CompanionRightsTests.open(bedside, .heard)
        return bedside
    }

    private static func call(_ bedside: VirtualBedside, _ name: String, _ arguments: String) {
        CompanionRightsTests.call(bedside, name, arguments)
        bedside.advance(by: .seconds(2))
    }

    private static func isAnnounced(_ bedside: VirtualBedside) -> Bool {
        bedside.said.contains { $0.contains("Stop within ten seconds") }
    }

    /// "Wake me at eleven" in the evening leaves no alarm for the morning, though the next one is earlier.
    @Test(arguments: [
        ("22:35", "set_habit", #"{"habit":"wake","time":"23:00"}"#, 21),
        ("22:35", "move_next_once", #"{"habit":"wake","time":"23:00"}"#, 21),
        ("13:00", "set_habit", #"{"habit":"wake","time":"18:30"}"#, 21),
        ("13:00", "set_habit", #"{"habit":"wake","time":"03:59"}"#, 21),
        // Tomorrow's rings, and the alarm of the day after does not.
        ("13:00", "move_next_once", #"{"habit":"wake","time":"23:00","date":"2026-11-21"}"#, 22),
    ]) func anAlarmThatBecomesMuchEarlierIsTakenAway(time: String, name: String, arguments: String, day: Int) throws {
        let bedside = try Self.talk(at: time)
        let before = bedside.disk
        Self.call(bedside, name, arguments)
        #expect(bedside.disk.schedule != before.schedule && Self.isAnnounced(bedside))
        bedside.press(.stop)
        #expect(bedside.disk.profile == before.profile && bedside.disk.exceptions == before.exceptions)
        bedside.advance(to: try EpisodeTests.at("2026-11-\(day)T06:00:05"))
        #expect(bedside.light == .ringing)
    }

    @Test(arguments: ["04:00", "05:59"]) func oneThatRingsSomewhatEarlierIsNot(time: String) throws {
        let bedside = try Self.talk(at: "13:00")
        Self.call(bedside, "set_habit", #"{"habit":"wake","time":"\#(time)"}"#)
        #expect(!Self.isAnnounced(bedside))
        bedside.press(.stop)
        #expect(bedside.disk.profile.habit(.wake)?.at == LocalTime(time))
    }

    /// Stop undoes both changes, also if the first of them took nothing away, and not what the owner planned between them.
    @Test(arguments: ["18:30", "05:00"]) func stopGoesBackToWhatHeldBeforeTheFirstChange(time: String) throws {
        let bedside = try Self.talk(at: "13:00")
        let before = bedside.disk
        Self.call(bedside, "set_habit", #"{"habit":"wake","time":"\#(time)"}"#)
        let date = try #require(LocalDate("2026-11-24"))
        bedside.ask(.move(.wake, time: try #require(LocalTime("08:00")), date: date))
        let planned = bedside.disk.exceptions
        #expect(planned.count == 1)
        Self.call(bedside, "set_habit", #"{"habit":"wake","on":false}"#)
        bedside.press(.stop)
        #expect(bedside.disk.profile == before.profile && bedside.disk.armedSince == before.armedSince)
        #expect(bedside.disk.exceptions == planned)
    }

    /// The log says that the owner is not up after all, whatever else was taken back with it.
    @Test func beingUpIsTakenBackWithTheRest() throws {
        let bedside = try CompanionRightsTests.talk()
        Self.call(bedside, "up_for_good", "{}")
        Self.call(bedside, "skip_next", #"{"habit":"wake"}"#)
        bedside.press(.stop)
        #expect(bedside.entries(.upEarlyTakenBack).map(\.occurrence?.date) == [LocalDate("2026-11-21")])
        #expect(bedside.entries(.changeTakenBack).count == 1 && bedside.disk.exceptions.isEmpty)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        #expect(bedside.light == .ringing)
    }

    /// The call drops while the device says what was taken away. That is said to its end, or again by the offline
    /// companion that takes over, and Stop takes it back for ten seconds after that.
    @Test(.requirement("TALK-5"), arguments: [ConversationFailure.network, .quota])
    func aLostCallCutsOffNoAnnouncement(failure: ConversationFailure) throws {
        let bedside = try Self.talk(at: "13:00")
        bedside.speechSpan = .seconds(6)
        CompanionRightsTests.call(bedside, "skip_next", #"{"habit":"wake"}"#)
        bedside.advance(by: .seconds(1))
        bedside.companion(.failed(failure))
        bedside.advance(by: .milliseconds(4_900))
        #expect(bedside.said.last?.contains("Stop within ten seconds") == true)
        bedside.advance(by: .seconds(8))
        #expect(bedside.machine?.conversation != nil && !bedside.disk.exceptions.isEmpty)
        bedside.press(.stop)
        #expect(bedside.disk.exceptions.isEmpty && bedside.machine?.conversation == nil)
        #expect(bedside.stuckDeadlines == 0)
    }

    /// Else its owner believes that the daily alarm is gone.
    @Test(arguments: [(Language.english, "One-off alarm", "Wake-up"), (.japanese, "一度だけのアラームは、もう", "起床")])
    func aCancelledOneOffIsNotCalledTheWakeAlarm(language: Language, name: String, other: String) throws {
        let bedside = try Self.talk(at: "13:00", in: language)
        bedside.ask(.once(time: try #require(LocalTime("05:30")), date: nil, like: .wake))
        Self.call(bedside, "cancel_exception", #"{"name":"once-1"}"#)
        #expect(bedside.disk.oneOffs.isEmpty)
        let words = try #require(bedside.said.last)
        #expect(words.contains(name) && !words.contains(other), "\(words)")
    }
}
