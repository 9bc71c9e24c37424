import TestKit
import Testing

@testable import Bedside

/// How a talk ends for the memory: what is summarized, what waits for a second try, and what the owner is told of it
/// (MIND-3; M-10, M-11).
@Suite(.requirement("MIND-3"))
struct MemoryTalkEndTests {
    private static let dog = "My dog Momo is ill."
    private static let found = MemorySummary(items: [
        MemoryCandidate(
            kind: .person, slot: "dog", text: PrivateText("Has a dog named Momo"), quote: PrivateText("My dog Momo"))
    ])

    private static func bedside(_ mode: MemoryMode = .on, at time: String = "2026-11-20T15:00") throws -> VirtualBedside
    {
        let bedside = try CallTests.bedside(at: time)
        if mode != .off { bedside.ask(.memory(.mode(mode))) }
        return bedside
    }

    /// Opens a talk in which the companion was heard.
    private static func talk(_ bedside: VirtualBedside) {
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
    }

    private static func says(_ words: String, turn: Int = 2, _ bedside: VirtualBedside) {
        bedside.companion(.said(.owner, PrivateText(words), turn: turn))
    }

    private static func tasks(_ bedside: VirtualBedside) -> [SummaryTask] {
        bedside.performed.compactMap { if case .summarize(let task) = $0 { task } else { nil } }
    }

    /// Ends the talk, and its summary comes or fails.
    private static func stop(_ bedside: VirtualBedside, _ summary: MemorySummary? = nil) {
        bedside.press(.stop)
        if let task = tasks(bedside).last { bedside.post(.memory(.summarized(summary, talk: task.talk))) }
    }

    private static func waiting(_ bedside: VirtualBedside) -> [String] {
        bedside.disk.memory.pending?.lines.map(\.words.words) ?? []
    }

    private static func announced(_ bedside: VirtualBedside) -> Bool {
        let words = Phrase.memoryKept(1).text(in: .english)
        return bedside.played.contains { if case .speech(let said) = $0.source { said.text == words } else { false } }
    }

    // MARK: The end of the program

    @Test(arguments: [false, true]) func whatWasSaidWaitsWhenTheProgramEnds(afterStop: Bool) throws {
        let bedside = try Self.bedside()
        Self.talk(bedside)
        Self.says(Self.dog, bedside)
        if afterStop { bedside.press(.stop) }
        bedside.post(.terminate)
        #expect(Self.waiting(bedside) == [Self.dog])
    }

    @Test func nothingWaitsOfATalkThatIsNotKept() throws {
        for mode in [MemoryMode.off, .paused] {
            let bedside = try Self.bedside(mode)
            Self.talk(bedside)
            Self.says(Self.dog, bedside)
            bedside.post(.terminate)
            #expect(bedside.disk.memory.pending == nil, "\(mode)")
        }
        let bedside = try Self.bedside()
        Self.talk(bedside)
        Self.says("I want to kill myself tonight.", bedside)
        bedside.post(.terminate)
        #expect(bedside.disk.memory.pending == nil)
    }

    // MARK: A clock that nobody trusts

    /// Every date would be wrong, so nothing is kept: not by a tool, not by a summary, not by hand, and nothing waits. One
    /// message says so, and alarms are as they were.
    @Test(.requirement("ALARM-8")) func nothingIsKeptByAClockThatNobodyTrusts() throws {
        let at = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T15:00")))
        var disk = Durable()
        disk.profile = Profile(companion: .openai)
        disk.lastWritten = at + .days(30)
        let bedside = VirtualBedside(at: at, configuration: Configuration(clockFloor: at - .days(365)), disk: disk)
        bedside.powerOn(isClockSynchronized: false)
        bedside.ask(.memory(.mode(.on)))
        let before = bedside.disk
        Self.talk(bedside)
        bedside.post(.voice(isActive: true))
        bedside.companion(.ownerSpeaking(true))
        bedside.companion(.ownerSpeaking(false))
        Self.says(Self.dog, bedside)
        let arguments = #"{"slot":"dog","text":"Has a dog named Momo","quote":"My dog Momo is ill"}"#
        bedside.companion(.toolCall(ToolRequest(callID: "c1", name: "remember", arguments: arguments)))
        let answers = bedside.performed.compactMap {
            if case .answerTool(let answer) = $0 { answer.output } else { nil }
        }
        #expect(answers.count == 1)
        #expect(answers.first?.contains("clock is not set") == true, "\(answers)")
        Self.stop(bedside, Self.found)
        #expect(Self.tasks(bedside).isEmpty)
        let added = bedside.ask(.memory(.add(slot: PrivateText("tea"), text: PrivateText("Likes green tea"))))
        #expect(added == .refused(.clockNotSet))
        #expect(bedside.disk.memory == before.memory && bedside.disk.profile == before.profile)
        #expect(bedside.disk.memory.memory.items.isEmpty && bedside.disk.memory.pending == nil)
        // Once it is set, it is kept.
        bedside.post(.clockSet(isSynchronized: true))
        let again = bedside.ask(.memory(.add(slot: PrivateText("tea"), text: PrivateText("Likes green tea"))))
        #expect(again != .refused(.clockNotSet) && bedside.disk.memory.memory.items.count == 1)
    }

    // MARK: Consent

    @Test func consentDoesNotReachBackInTheTalk() throws {
        let bedside = try Self.bedside(.off)
        Self.talk(bedside)
        Self.says(Self.dog, bedside)
        bedside.ask(.memory(.mode(.on)))
        Self.says("The soup was good.", turn: 4, bedside)
        Self.stop(bedside, Self.found)
        #expect(Self.tasks(bedside).last?.lines.map(\.words.words) == ["The soup was good."])
        #expect(bedside.disk.memory.memory.items.isEmpty)
    }

    @Test(arguments: [MemoryMode.off, .paused]) func withdrawnConsentDestroysWhatWaits(mode: MemoryMode) throws {
        let bedside = try Self.bedside()
        Self.talk(bedside)
        Self.says(Self.dog, bedside)
        Self.stop(bedside)
        #expect(Self.waiting(bedside) == [Self.dog])
        Self.talk(bedside)
        Self.says("Momo is better.", turn: 3, bedside)
        bedside.ask(.memory(.mode(mode)))
        #expect(bedside.disk.memory.pending == nil)
        bedside.ask(.memory(.mode(.on)))
        Self.stop(bedside, Self.found)
        #expect(Self.tasks(bedside).count == 1 && bedside.disk.memory.memory.items.isEmpty)
        #expect(bedside.disk.memory.pending == nil)
    }

    // MARK: The second try

    @Test func eachTalkWhoseSummaryFailsHasItsOwnSecondTry() throws {
        let bedside = try Self.bedside()
        for words in ["I like tea.", Self.dog] {
            Self.talk(bedside)
            Self.says(words, bedside)
            Self.stop(bedside)
            #expect(Self.waiting(bedside) == [words])
        }
        // The first had its second try with the second one.
        #expect(Self.tasks(bedside).last?.lines.map(\.words.words) == ["I like tea.", Self.dog])
        Self.talk(bedside)
        Self.says("Good night.", bedside)
        Self.stop(bedside, Self.found)
        #expect(bedside.disk.memory.memory.items.map(\.text.words) == ["Has a dog named Momo"])
        #expect(bedside.disk.memory.pending == nil)
    }

    /// A clock that was ahead when the summary failed, and was set since, makes no talk wait longer than a day.
    @Test func whatAClockThatWasAheadHasLeftDoesNotWaitLonger() throws {
        let bedside = try Self.bedside()
        Self.talk(bedside)
        Self.says(Self.dog, bedside)
        Self.stop(bedside)
        bedside.step(.hours(-9), isSynchronized: true)
        bedside.advance(by: .seconds(1))
        #expect(bedside.disk.memory.pending == nil)
        // A time server's small correction changes nothing.
        Self.talk(bedside)
        Self.says(Self.dog, bedside)
        Self.stop(bedside)
        bedside.step(.seconds(-20), isSynchronized: true)
        bedside.advance(by: .hours(23))
        #expect(Self.waiting(bedside) == [Self.dog])
        bedside.advance(by: .hours(2))
        #expect(bedside.disk.memory.pending == nil && bedside.stuckDeadlines == 0)
    }

    /// What the second try keeps is of the day and the talk in which the owner said it (M-2).
    @Test func theSecondTryKeepsEachThingWithItsOwnDay() throws {
        let bedside = try Self.bedside()
        Self.talk(bedside)
        Self.says("I walked the dog by the river, my dog Momo loves it.", bedside)
        Self.stop(bedside)
        let waiting = try #require(bedside.disk.memory.pending)
        #expect(bedside.ask(.memory(.pending)) == .memory(.pending(waiting)))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T05:20"))
        Self.talk(bedside)
        Self.says("I baked bread this morning. I like rye bread.", bedside)
        var summary = Self.found
        summary.items.append(
            MemoryCandidate(
                kind: .preference, slot: "bread", text: PrivateText("Likes rye bread"),
                quote: PrivateText("I like rye bread")))
        summary.day = [PrivateText("Baked bread"), PrivateText("Walked the dog by the river")]
        Self.stop(bedside, summary)
        let memory = bedside.disk.memory.memory
        #expect(memory.items.map(\.text.words) == ["Has a dog named Momo", "Likes rye bread"])
        #expect(memory.items.map(\.saidAt.date.description) == ["2026-11-20", "2026-11-21"])
        #expect(memory.items.first?.saidAt == waiting.at)
        #expect(waiting.talk != nil && memory.items.first?.talk == waiting.talk)
        #expect(memory.items.last?.talk != nil && memory.items.last?.talk != waiting.talk)
        #expect(memory.days.map(\.date.description) == ["2026-11-20", "2026-11-21"])
        #expect(memory.days.map { $0.lines.map(\.words) } == [["Walked the dog by the river"], ["Baked bread"]])
        #expect(bedside.disk.memory.pending == nil)
    }

    @Test func aTalkWhoseCallWasLostWaits() throws {
        let bedside = try Self.bedside()
        Self.talk(bedside)
        Self.says(Self.dog, bedside)
        bedside.companion(.failed(.credentials))
        bedside.advance(by: .seconds(2))
        bedside.press(.stop)
        #expect(Self.tasks(bedside).isEmpty && Self.waiting(bedside) == [Self.dog])
        // What waits joins the next talk, and the next lost call loses none of it.
        Self.talk(bedside)
        bedside.companion(.failed(.credentials))
        bedside.press(.stop)
        #expect(Self.waiting(bedside) == [Self.dog])
        Self.talk(bedside)
        Self.says("I like tea.", bedside)
        bedside.companion(.failed(.credentials))
        bedside.press(.stop)
        #expect(Self.waiting(bedside) == [Self.dog, "I like tea."])
    }

    // MARK: Telling the owner

    @Test func theOwnerIsToldWhatWasKeptUnlessTheyFellAsleep() throws {
        for isAsleep in [false, true] {
            let bedside = try Self.bedside()
            Self.talk(bedside)
            Self.says(Self.dog, bedside)
            if isAsleep {
                bedside.advance(by: .minutes(1))
                let task = try #require(Self.tasks(bedside).last)
                bedside.post(.memory(.summarized(Self.found, talk: task.talk)))
            } else {
                Self.stop(bedside, Self.found)
            }
            bedside.advance(by: .minutes(2))
            #expect(bedside.disk.memory.memory.items.count == 1)
            #expect(Self.announced(bedside) == !isAsleep)
        }
    }

    /// Instructions are sent with a call that waits for Start, so the owner can read them even if nobody took it up.
    @Test func whatWasSentIsListedThoughNobodyTalked() throws {
        let bedside = try Self.bedside(at: "2026-11-21T05:58:00")
        bedside.ask(.memory(.add(slot: PrivateText("dog"), text: PrivateText("Has a dog named Momo"))))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:02"))
        bedside.companion(.ready)
        bedside.press(.stop)
        let sent = bedside.disk.memory.sent
        #expect(sent.count == 1 && sent[0].lines.contains { $0.words.contains("Momo") })
        // A talk that takes the call up is the same one.
        let taken = try Self.bedside(at: "2026-11-21T05:58:00")
        taken.ask(.memory(.add(slot: PrivateText("dog"), text: PrivateText("Has a dog named Momo"))))
        taken.advance(to: try EpisodeTests.at("2026-11-21T06:00:02"))
        taken.companion(.ready)
        taken.press(.start)
        #expect(taken.disk.memory.sent.map(\.lines) == sent.map(\.lines))
        Self.says(Self.dog, taken)
        Self.stop(
            taken,
            MemorySummary(items: [
                MemoryCandidate(
                    kind: .person, slot: "dog-health", text: PrivateText("The dog is ill"),
                    quote: PrivateText("Momo is ill"))
            ]))
        #expect(taken.disk.memory.memory.items.last?.talk == taken.disk.memory.sent.first?.talk)
    }

    /// A call that was never made has sent nothing.
    @Test(arguments: [ConversationFailure.unavailable, .network]) func whatWasNotSentIsNotListed(
        failure: ConversationFailure
    ) throws {
        let bedside = try Self.bedside()
        bedside.ask(.memory(.add(slot: PrivateText("dog"), text: PrivateText("Has a dog named Momo"))))
        bedside.ask(.talk(nil))
        bedside.companion(.failed(failure))
        bedside.press(.stop)
        #expect(bedside.disk.memory.sent.isEmpty)
    }

    @Test func offTheRecordOutlastsAPause() throws {
        let bedside = try Self.bedside()
        Self.talk(bedside)
        Self.says("This is off the record.", bedside)
        bedside.post(.voice(isActive: true))
        bedside.companion(.ownerSpeaking(true))
        bedside.companion(.toolCall(ToolRequest(callID: "1", name: "off_record", arguments: "{}")))
        bedside.ask(.memory(.mode(.paused)))
        bedside.ask(.memory(.mode(.on)))
        Self.says(Self.dog, turn: 4, bedside)
        Self.stop(bedside, Self.found)
        #expect(Self.tasks(bedside).isEmpty && bedside.disk.memory.memory.items.isEmpty)
    }

    @Test(.requirement("SETUP-4")) func anErasureForgetsTheTalkWhoseSummaryIsAwaited() throws {
        let bedside = try Self.bedside()
        Self.talk(bedside)
        Self.says(Self.dog, bedside)
        bedside.press(.stop)
        let task = try #require(Self.tasks(bedside).last)
        bedside.ask(.reset)
        bedside.post(.erased(isComplete: true))
        bedside.ask(.memory(.mode(.on)))
        bedside.post(.memory(.summarized(Self.found, talk: task.talk)))
        #expect(bedside.disk.memory.memory.items.isEmpty && bedside.disk.memory.pending == nil)
    }

    @Test func aTranscriptOfAnyLengthIsBounded() {
        var transcript = TalkTranscript()
        let line = String(repeating: "いろは", count: 300)
        for turn in 0..<200 { transcript.hear(.owner, line, turn: turn) }
        let bytes = transcript.lines.reduce(0) { $0 + $1.words.words.utf8.count }
        #expect(bytes <= TalkTranscript.maximumBytes && bytes > TalkTranscript.maximumBytes - 4 * line.utf8.count)
        // A turn that grows counts once.
        for length in 1...300 { transcript.hear(.owner, String(line.prefix(length)), turn: 199) }
        #expect(transcript.lines.last?.words.words.count == 300)
    }
}
