import TestKit
import Testing

@testable import Bedside

/// What a companion may and may not do to the owner's alarms (TALK-9, ALARM-11, ALARM-14).
@Suite(.requirement("TALK-9"))
struct CompanionRightsTests {
    enum Ear: CaseIterable { case heard, unheard, muted, noMicrophone }

    static let writes: [(name: String, arguments: String)] = [
        ("set_habit", #"{"habit":"wake","on":false}"#), ("set_habit", #"{"habit":"wake","time":"09:00"}"#),
        ("set_habit", #"{"habit":"wake","weekdays":["mon"]}"#), ("skip_next", #"{"habit":"wake"}"#),
        ("move_next_once", #"{"habit":"wake","time":"07:30"}"#), ("one_off_alarm", #"{"time":"05:30"}"#),
        ("cancel_exception", #"{"name":"once-1"}"#),
        ("set_volume", #"{"percent":20}"#), ("up_for_good", "{}"),
        ("rate_habit", #"{"habit":"wake","score":6}"#), ("record_phrase", #"{"words":"I can come back."}"#),
        ("use_voice", #"{"voice":"standard"}"#),
    ]
    /// The tools that take an alarm away.
    static let takings = writes.filter {
        !["one_off_alarm", "set_volume", "rate_habit", "record_phrase", "use_voice"].contains($0.name)
    }

    /// An open talk an hour before the alarm, with a one-off alarm set.
    ///
    /// - Parameter habit: one more, between the others.
    static func talk(_ ear: Ear = .heard, with habit: Habit? = nil) throws -> VirtualBedside {
        var profile = Profile()
        if let habit { profile.habits.insert(habit, at: 1) }
        profile.companion = .openai
        profile.habits[0].isOn = true
        let start = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-21T05:00")))
        let configuration = Configuration(clockFloor: start - .days(365), hasMicrophone: ear != .noMicrophone)
        let bedside = VirtualBedside(profile: profile, at: start, configuration: configuration)
        bedside.powerOn()
        bedside.ask(.once(time: try #require(LocalTime("08:15")), date: nil, like: .wake))
        open(bedside, ear)
        return bedside
    }

    /// The companion has greeted, and the owner was heard or not.
    static func open(_ bedside: VirtualBedside, _ ear: Ear) {
        if ear == .muted { bedside.ask(.mute(true)) }
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(1))
        guard ear == .heard else { return }
        bedside.companion(.ownerSpeaking(true))
        bedside.companion(.ownerSpeaking(false))
    }

    static func answers(_ bedside: VirtualBedside) -> [String] {
        bedside.performed.compactMap { if case .answerTool(let answer) = $0 { answer.output } else { nil } }
    }

    static func call(_ bedside: VirtualBedside, _ name: String, _ arguments: String) {
        bedside.companion(.toolCall(ToolRequest(callID: "c", name: name, arguments: arguments)))
    }

    @Test(arguments: [Ear.unheard, .muted, .noMicrophone], writes)
    func nothingIsChangedIfTheOwnerWasNotHeard(ear: Ear, tool: (name: String, arguments: String)) throws {
        let bedside = try Self.talk(ear)
        let before = bedside.disk
        Self.call(bedside, tool.name, tool.arguments)
        #expect(try #require(Self.answers(bedside).last).contains(#""ok":false"#))
        #expect(bedside.disk.profile == before.profile)
        #expect(bedside.disk.exceptions == before.exceptions && bedside.disk.oneOffs == before.oneOffs)
        #expect(bedside.disk.settings == before.settings && bedside.disk.records == before.records)
        #expect(bedside.disk.affirmations == before.affirmations && bedside.disk.ownVoice == before.ownVoice)
    }

    /// A call of each tool that writes and is not among `writes`.
    static let furtherWrites: [Tool.Name: String] = [
        .removeHabit: #"{"habit":"reading"}"#, .alreadyUp: "{}", .callMeAgain: "{}", .stepBack: #"{"habit":"wake"}"#,
        .staySilent: #"{"habit":"wake"}"#, .stopNudges: "{}",
        .remember: #"{"slot":"sister","kind":"person","text":"Mika is my sister","quote":"Mika is my sister"}"#,
        .saveIntention:
            #"{"habit":"wake","words":"after the alarm I open the window","action":"open the window","cue":"the alarm","cue_kind":"wake"}"#,
        .saveReflection: #"{"one_line":"A good day","quote":"it was a good day"}"#,
        .answerIntention: #"{"answer":"done"}"#,
        .signIn: "{}", .forget: #"{"query":"Mika"}"#, .offRecord: "{}", .startMeditation: #"{"minutes":"3"}"#,
    ]

    @Test func everyToolThatWritesNeedsAnOwnerWhoWasHeard() throws {
        let known = Set(Self.writes.map(\.name))
        for tool in ToolCatalog.all where tool.isWrite && !known.contains(tool.name.rawValue) {
            let bedside = try Self.talk(.unheard)
            Self.call(bedside, tool.name.rawValue, try #require(Self.furtherWrites[tool.name], "\(tool.name)"))
            bedside.advance(by: .seconds(5))
            let answer = try #require(Self.answers(bedside).last, "\(tool.name)")
            #expect(answer.contains("has not been heard"), "\(tool.name): \(answer)")
        }
    }

    @Test(.requirement("ALARM-11"), arguments: takings)
    func aRemovedAlarmIsAnnouncedByTheDeviceAndRestoredByStop(tool: (name: String, arguments: String)) throws {
        let bedside = try Self.talk()
        let before = bedside.disk
        Self.call(bedside, tool.name, tool.arguments)
        #expect(bedside.disk != before)
        let words = try #require(bedside.said.last)
        #expect(words.contains("Stop within ten seconds"))
        #expect(Self.answers(bedside).isEmpty, "the companion is silent while the device speaks")
        #expect(bedside.performed.contains(.callVolume(percent: 0)))
        bedside.advance(by: .seconds(3))
        #expect(try #require(Self.answers(bedside).last).contains(#""ok":true"#))
        #expect(bedside.performed.contains(.callVolume(percent: bedside.disk.settings.voicePercent)))
        bedside.advance(by: .seconds(5))
        bedside.press(.stop)
        #expect(bedside.disk.profile == before.profile)
        #expect(bedside.disk.exceptions == before.exceptions && bedside.disk.oneOffs == before.oneOffs)
        #expect(bedside.disk.records == before.records && bedside.disk.armedSince == before.armedSince)
        #expect(bedside.machine?.conversation == nil)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        #expect(bedside.light == .ringing)
        bedside.press(.stop)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T08:15:05"))
        #expect(bedside.light == .ringing)
    }

    /// A habit of the owner's own that was removed comes back with its alarm and its chimes, and at its place.
    @Test(.requirement("ALARM-11")) func aRemovedHabitComesBackAtItsPlace() throws {
        let reading = Habit(id: try #require(HabitID("reading")), at: try #require(LocalTime("05:20")))
        let bedside = try Self.talk(with: reading)
        let window = NudgeChoice(opens: try #require(LocalTime("12:00")), closes: try #require(LocalTime("18:00")))
        #expect(bedside.ask(.nudge(.on(reading.id, window))) == .done)
        let before = bedside.disk
        Self.call(bedside, "remove_habit", #"{"habit":"reading"}"#)
        #expect(bedside.disk.profile.habit(reading.id) == nil && bedside.disk.nudges.choices.isEmpty)
        #expect(try #require(bedside.said.last).contains("Stop within ten seconds"))
        bedside.advance(by: .seconds(8))
        bedside.press(.stop)
        #expect(bedside.disk.profile == before.profile && bedside.disk.armedSince == before.armedSince)
        #expect(bedside.disk.nudges == before.nudges)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:20:05"))
        #expect(bedside.light == .ringing)
    }

    @Test(.requirement("ALARM-11", "ALARM-13")) func aRemovedHabitComesBackWithItsSkip() throws {
        let reading = Habit(id: try #require(HabitID("reading")), at: try #require(LocalTime("05:20")))
        let bedside = try Self.talk(with: reading)
        bedside.ask(.skip(reading.id))
        let before = bedside.disk
        #expect(before.exceptions.count == 1)
        Self.call(bedside, "remove_habit", #"{"habit":"reading"}"#)
        #expect(bedside.disk.exceptions.isEmpty)
        bedside.advance(by: .seconds(8))
        bedside.press(.stop)
        #expect(bedside.disk.profile == before.profile && bedside.disk.exceptions == before.exceptions)
    }

    @Test func twoChangesWithinTheWindowAreUndoneTogether() throws {
        let bedside = try Self.talk()
        let before = bedside.disk
        Self.call(bedside, "skip_next", #"{"habit":"wake"}"#)
        bedside.advance(by: .seconds(4))
        Self.call(bedside, "set_habit", #"{"habit":"wake","on":false}"#)
        bedside.advance(by: .seconds(8))
        bedside.press(.stop)
        #expect(bedside.disk.profile == before.profile && bedside.disk.exceptions == before.exceptions)
    }

    @Test func elevenSecondsAfterTheWordsStopOnlyEndsTheTalk() throws {
        let bedside = try Self.talk()
        Self.call(bedside, "set_habit", #"{"habit":"wake","on":false}"#)
        bedside.advance(by: bedside.speechSpan + .seconds(11))
        bedside.press(.stop)
        #expect(bedside.disk.profile.habit(.wake)?.isOn == false)
    }

    @Test func anEarlierAlarmIsNotAnnouncedAndAnsweredAtOnce() throws {
        let bedside = try Self.talk()
        let spoken = bedside.said.count
        Self.call(bedside, "set_habit", #"{"habit":"wake","time":"05:30"}"#)
        #expect(try #require(Self.answers(bedside).last).contains(#""ok":true"#))
        #expect(bedside.said.count == spoken)
    }

    @Test func theNightLogNamesTheCompanion() throws {
        let bedside = try Self.talk()
        for tool in Self.writes where tool.name != "up_for_good" && tool.name != "set_volume" {
            let changes = bedside.entries(.settingsChanged).count
            Self.call(bedside, tool.name, tool.arguments)
            bedside.advance(by: .seconds(4))
            let entries = bedside.entries(.settingsChanged).dropFirst(changes)
            #expect(entries.allSatisfy { $0.cause == .companion }, "\(tool.name)")
        }
        #expect(!bedside.entries(.settingsChanged).filter { $0.cause == .companion }.isEmpty)
    }

    /// The alarm became due during the talk, and the owner has not been heard since (ALARM-14).
    @Test(
        .requirement("ALARM-14"),
        arguments: [#"{"habit":"wake","on":false}"#, #"{"habit":"wake","time":"09:00"}"#])
    func noToolEndsAHeldEpisode(arguments: String) throws {
        let bedside = try Self.talk()
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:59:50"))
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(1))
        bedside.companion(.ownerSpeaking(true))
        bedside.companion(.ownerSpeaking(false))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:01"))
        #expect(bedside.machine?.episodes.first?.phase == .held)
        Self.call(bedside, "set_habit", arguments)
        bedside.advance(by: .seconds(3))
        #expect(bedside.machine?.episodes.first?.phase == .held)
        bedside.advance(by: .minutes(2))
        #expect(!bedside.entries(.stillAsleep).isEmpty, "the follow-ups ring")
        #expect(bedside.entries(.ring).contains { $0.occurrence?.habit == .wake })
    }

    // MARK: What the owner sets meanwhile

    /// "Skip it", and its owner types another time at once: Stop takes the skip back, and not the owner's own time.
    @Test(.requirement("ALARM-7", "ALARM-13"), arguments: takings)
    func whatTheOwnerSetsMeanwhileStays(tool: (name: String, arguments: String)) throws {
        let bedside = try Self.talk()
        Self.call(bedside, tool.name, tool.arguments)
        bedside.advance(by: .seconds(3))
        let five = try #require(LocalTime("05:00"))
        var patch = ProfilePatch()
        var change = ProfilePatch.HabitPatch(id: .training)
        change.at = five
        change.isOn = true
        patch.habits = [change]
        bedside.ask(.apply(patch))
        let eight = try #require(LocalTime("08:00"))
        let date = try #require(LocalDate("2026-11-24"))
        bedside.ask(.move(.wake, time: eight, date: date))
        let moved = Occurrence(habit: .wake, date: date)
        let exception = bedside.disk.exceptions[moved]
        bedside.advance(by: .seconds(4))
        bedside.press(.stop)
        #expect(bedside.disk.profile.habit(.training)?.at == five)
        #expect(bedside.disk.exceptions[moved] == exception)
        #expect(bedside.disk.profile.habit(.wake)?.isOn == true)
    }

    @Test(.requirement("ALARM-13")) func aTimeOfTheOwnersRingsAfterTheSkipIsTakenBack() throws {
        let bedside = try Self.talk()
        Self.call(bedside, "skip_next", #"{"habit":"wake"}"#)
        bedside.advance(by: .seconds(3))
        var patch = ProfilePatch()
        var change = ProfilePatch.HabitPatch(id: .wake)
        change.at = LocalTime("05:40")
        patch.habits = [change]
        bedside.ask(.apply(patch))
        bedside.advance(by: .seconds(4))
        bedside.press(.stop)
        #expect(bedside.disk.profile.habit(.wake)?.at == change.at)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:40:05"))
        #expect(bedside.light == .ringing)
    }

    /// What was answered or stopped within the window is over (ALARM-3).
    @Test(.requirement("ALARM-3", "ALARM-7")) func anAlarmThatIsOverIsNotBroughtBack() throws {
        let bedside = try Self.talk()
        bedside.press(.stop)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:59:50"))
        Self.open(bedside, .heard)
        Self.call(bedside, "set_habit", #"{"habit":"wake","weekdays":["sat"]}"#)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:01"))
        try #require(bedside.entries(.ring).isEmpty)
        bedside.press(.stop)
        #expect(bedside.light != .ringing)
        bedside.advance(by: .minutes(12))
        #expect(bedside.entries(.ring).isEmpty)
        #expect(bedside.disk.profile.habit(.wake)?.days == .everyDay)
    }

    /// Taken back, an alarm that was prepared already rings at its time.
    @Test(.requirement("ALARM-11", "ALARM-12")) func aPreparedAlarmComesBackToo() throws {
        let bedside = try Self.talk()
        bedside.press(.stop)
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:59:57"))
        Self.open(bedside, .heard)
        Self.call(bedside, "up_for_good", "{}")
        bedside.press(.stop)
        let back = try #require(bedside.entries(.upEarlyTakenBack).last)
        #expect(back.occurrence?.date == LocalDate("2026-11-21"))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        #expect(bedside.light == .ringing)
    }
}
