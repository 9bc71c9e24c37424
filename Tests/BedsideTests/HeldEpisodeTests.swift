import TestKit
import Testing

@testable import Bedside

/// No tool of a companion ends an episode that waits for the owner's voice: all of its rings come (ALARM-14, TALK-9).
///
/// The rule: an alarm that has fallen due is ended by the owner alone, by voice or by a button. `set_habit`,
/// `remove_habit` and the tools of ALARM-13 change what is to come, and not the episode that is held. `already_up`
/// corrects a day that is over and silences nothing. `up_for_good` settles an alarm that is ahead, within 90 minutes
/// before it (ALARM-11). Once that alarm has fallen due the tool is refused, because an owner who says so is heard, and
/// their voice ends the episode.
@Suite(.requirement("ALARM-14", "TALK-9"))
struct HeldEpisodeTests {
    /// A call of each tool that writes, and further ones of those that could touch an alarm.
    static let calls: [(name: String, arguments: String)] = {
        var calls = CompanionRightsTests.writes
        calls.append((name: "set_habit", arguments: #"{"habit":"wake","time":"06:00","weekdays":["mon"],"on":false}"#))
        calls.append((name: "cancel_exception", arguments: #"{"name":"wake"}"#))
        calls.append((name: "already_up", arguments: #"{"habit":"training"}"#))
        for (name, arguments) in CompanionRightsTests.furtherWrites.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            calls.append((name: name.rawValue, arguments: arguments))
        }
        return calls
    }()
    /// The tools among them that are carried out here, and not only refused.
    private static let carriedOut: Set<String> = [
        "set_habit", "remove_habit", "skip_next", "move_next_once", "one_off_alarm", "cancel_exception", "already_up",
    ]

    /// A morning with alarms at 05:30 and 06:00, a one-off alarm at 08:15, and a moved alarm on the next day.
    private static func bedside(meditation: MeditationScript? = nil) throws -> VirtualBedside {
        var profile = Profile(companion: .openai)
        profile.habits[0].isOn = true
        profile.habits[1].isOn = true
        profile.habits[1].at = try #require(LocalTime("05:30"))
        profile.habits[1].followUps = 1
        profile.habits.append(Habit(id: try #require(HabitID("reading")), at: try #require(LocalTime("21:00"))))
        let start = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-21T05:00")))
        var configuration = Configuration(clockFloor: start - .days(365))
        configuration.meditation = meditation
        let bedside = VirtualBedside(profile: profile, at: start, configuration: configuration)
        bedside.powerOn()
        bedside.ask(.once(time: try #require(LocalTime("08:15")), date: nil, like: .wake))
        bedside.ask(.move(.wake, time: try #require(LocalTime("07:00")), date: LocalDate("2026-11-22")))
        try #require(bedside.disk.oneOffs.count == 1 && bedside.disk.exceptions.count == 1)
        return bedside
    }

    /// Lets an alarm fall due in a talk. The owner was heard shortly before, and not since.
    private static func hold(_ bedside: VirtualBedside, at time: String) throws {
        let due = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-21T\(time)")))
        bedside.advance(by: due - bedside.now.civil - .seconds(10))
        CompanionRightsTests.open(bedside, .heard)
        bedside.advance(by: .seconds(10))
        try #require(isHeld(bedside))
    }

    private static func isHeld(_ bedside: VirtualBedside) -> Bool {
        bedside.machine?.episodes.map(\.phase) == [.held]
    }

    private static func rings(_ bedside: VirtualBedside, of id: HabitID = .wake) -> [Int] {
        bedside.entries(.ring).filter { $0.occurrence?.habit == id }.compactMap(\.followUp)
    }

    private static func outcome(_ bedside: VirtualBedside, of id: HabitID = .wake) throws -> OccurrenceOutcome? {
        bedside.disk.records[Occurrence(habit: id, date: try #require(LocalDate("2026-11-21")))]?.outcome
    }

    private static func isAnsweredWithYes(_ bedside: VirtualBedside) -> Bool {
        CompanionRightsTests.answers(bedside).last?.contains(#""ok":true"#) == true
    }

    @Test(arguments: calls)
    func everyRingComesWhateverACompanionCalls(call: (name: String, arguments: String)) throws {
        let bedside = try Self.bedside()
        try Self.hold(bedside, at: "06:00")
        CompanionRightsTests.call(bedside, call.name, call.arguments)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:01:05"))
        if Self.carriedOut.contains(call.name) { #expect(Self.isAnsweredWithYes(bedside)) }
        if call.name == "up_for_good" { #expect(!Self.isAnsweredWithYes(bedside)) }
        #expect(bedside.light == .ringing)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:15"))
        #expect(Self.rings(bedside) == Array(0...10))
        #expect(bedside.entries(.stillAsleep).count == 1)
        // A later time of the same day is still to come: it rings, too.
        let comesLater = call.name == "set_habit" && call.arguments.contains("09:00")
        #expect(try Self.outcome(bedside) == (comesLater ? nil : .missed))
        #expect(bedside.stuckDeadlines == 0)
    }

    /// Start has answered the ring, and nobody was heard: the companion's word replaces no voice.
    @Test(arguments: calls)
    func afterStartACompanionIsRefusedAndTheFollowUpsRing(call: (name: String, arguments: String)) throws {
        let bedside = try Self.bedside()
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        bedside.press(.start)
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(1))
        try #require(Self.isHeld(bedside))
        let before = bedside.disk
        CompanionRightsTests.call(bedside, call.name, call.arguments)
        #expect(try #require(CompanionRightsTests.answers(bedside).last).contains(#""ok":false"#))
        #expect(bedside.disk.profile == before.profile && bedside.disk.records == before.records)
        #expect(bedside.disk.exceptions == before.exceptions && bedside.disk.oneOffs == before.oneOffs)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:01:05"))
        #expect(bedside.light == .ringing)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:15"))
        #expect(Self.rings(bedside) == Array(0...10))
        #expect(try Self.outcome(bedside) == .missed)
    }

    @Test(.requirement("ALARM-13")) func aHeldOneOffAlarmRingsAlthoughItIsCancelled() throws {
        let bedside = try Self.bedside()
        try Self.hold(bedside, at: "08:15")
        CompanionRightsTests.call(bedside, "cancel_exception", #"{"name":"once-1"}"#)
        bedside.advance(by: .seconds(3))
        #expect(Self.isAnsweredWithYes(bedside) && bedside.disk.oneOffs.isEmpty)
        #expect(Self.isHeld(bedside))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T08:30"))
        #expect(Self.rings(bedside, of: .once(1)) == Array(0...10))
        #expect(try Self.outcome(bedside, of: .once(1)) == .missed)
    }

    /// A habit of the owner's own, which guards against falling asleep again.
    @Test func aHeldHabitRingsAlthoughItIsRemoved() throws {
        let id = try #require(HabitID("reading"))
        let reading = Habit(id: id, at: try #require(LocalTime("05:20")), guardsAgainstSleep: true)
        let bedside = try CompanionRightsTests.talk(with: reading)
        try Self.hold(bedside, at: "05:20")
        CompanionRightsTests.call(bedside, "remove_habit", #"{"habit":"reading"}"#)
        bedside.advance(by: .seconds(3))
        #expect(Self.isAnsweredWithYes(bedside) && bedside.disk.profile.habit(id) == nil)
        #expect(Self.isHeld(bedside))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:35"))
        #expect(Self.rings(bedside, of: id) == Array(0...10))
    }

    /// Complete silence has to be confirmed, and a press of Start does that without a word.
    @Test(.requirement("FADE-1")) func aHeldNetRingsAlthoughItsHabitIsToBeSilent() throws {
        let start = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-21T05:00")))
        var disk = Durable()
        disk.profile = Profile(companion: .openai)
        disk.profile.habits[0].isOn = true
        disk.armedSince[.wake] = start
        disk.lastWritten = start
        disk.fading.apply(.base(.wake, FadingStoryTests.base(.graduated)))
        let bedside = VirtualBedside(at: start, disk: disk)
        bedside.powerOn()
        try Self.hold(bedside, at: "06:15")
        CompanionRightsTests.call(bedside, "stay_silent", #"{"habit":"wake"}"#)
        #expect(!Self.isAnsweredWithYes(bedside))
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(3))
        bedside.companion(.speaking(false))
        bedside.press(.start)
        bedside.advance(by: .seconds(1))
        CompanionRightsTests.call(bedside, "stay_silent", #"{"habit":"wake"}"#)
        bedside.advance(by: .seconds(3))
        #expect(Self.isAnsweredWithYes(bedside) && bedside.disk.fading.silence(of: .wake) != nil)
        #expect(Self.isHeld(bedside))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:30"))
        #expect(Self.rings(bedside) == Array(0...10))
    }

    /// No alarm rings into a meditation that the owner asked for in the same talk, but it rings right after it.
    @Test(.requirement("MIND-5")) func aMeditationPutsTheRingsOffAndTakesNoneAway() throws {
        let bedside = try Self.bedside(meditation: try MeditationScriptTests.shipped())
        try Self.hold(bedside, at: "06:00")
        CompanionRightsTests.call(bedside, "start_meditation", #"{"minutes":"3"}"#)
        #expect(Self.isAnsweredWithYes(bedside))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:04:05"))
        #expect(bedside.light == .ringing)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:20"))
        #expect(Self.rings(bedside) == Array(0...10))
        #expect(try Self.outcome(bedside) == .missed)
    }

    /// The owner asked to be woken at seven instead, but the call comes when it is six. The rings of six come, since
    /// nobody was heard; Stop ends them, and that does not settle the new time.
    @Test func aNewTimeForTodayRingsAlthoughTheOldOneWasHeld() throws {
        let bedside = try Self.bedside()
        try Self.hold(bedside, at: "06:00")
        CompanionRightsTests.call(bedside, "set_habit", #"{"habit":"wake","time":"07:00"}"#)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:01:05"))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T07:00:05"))
        #expect(bedside.light == .ringing)
    }

    /// A thumb that rests on Start asks for the alarms of other habits, and shows nobody awake.
    @Test(.requirement("FADE-5"), arguments: [true, false])
    func callMeAgainEndsNoHeldEpisode(isByContact: Bool) throws {
        let start = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-21T05:00")))
        var disk = Durable()
        disk.profile = Profile(companion: .openai)
        for index in 0...1 {
            disk.profile.habits[index].isOn = true
            disk.armedSince[disk.profile.habits[index].id] = start
        }
        disk.lastWritten = start
        disk.fading.apply(.base(.training, FadingStoryTests.base(.net)))
        let bedside = VirtualBedside(at: start, disk: disk)
        bedside.powerOn()
        bedside.post(.buttonsRead(Button.allCases.map { ButtonLevel(button: $0, isActive: false) }))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        if isByContact {
            bedside.post(.edge(.start, isActive: true))
            bedside.advance(by: .milliseconds(5500))
            bedside.post(.edge(.start, isActive: false))
        } else {
            bedside.ask(.press(.start, heldMilliseconds: 5500, from: .socket))
        }
        bedside.advance(by: .seconds(1))
        #expect(bedside.disk.fading.level(of: .training) == .ringOnly && bedside.machine?.conversation == nil)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:01:05"))
        #expect(bedside.light == .ringing)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:15"))
        #expect(Self.rings(bedside) == Array(0...10))
        #expect(try Self.outcome(bedside) == .missed)
    }

    /// Nor does a power cut before Stop.
    @Test func aNewTimeForTodayOutlivesAPowerCut() throws {
        let bedside = try Self.bedside()
        try Self.hold(bedside, at: "06:00")
        CompanionRightsTests.call(bedside, "set_habit", #"{"habit":"wake","time":"07:00"}"#)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:01:05"))
        bedside.cutPower()
        bedside.powerOn(isClockSynchronized: true)
        bedside.advance(by: .seconds(20))
        bedside.press(.stop)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T07:00:05"))
        #expect(bedside.light == .ringing)
    }
}
