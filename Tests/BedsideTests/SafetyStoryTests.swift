import Foundation
import TestKit
import Testing

@testable import Bedside

/// Talks in which the owner seems to be at risk, through the whole machine (SAFE-2, SAFE-3).
@Suite(.requirement("SAFE-2", "SAFE-3"))
struct SafetyStoryTests {
    private static let risk = "I want to die. I want to kill myself."
    private static let memory = #"{"slot":"dog","text":"Has a dog named Momo","quote":"my dog Momo"}"#

    /// A conversation at ten in the evening in Tokyo, with the memory on.
    static func talking(
        _ language: Language = .english, in country: String? = nil, age: AgeBand = .adult, memory: MemoryMode = .on
    ) throws -> VirtualBedside {
        let zone = try TestZones.load("Asia/Tokyo")
        let local = try #require(LocalDateTime("2026-11-20T22:00"))
        let at = try #require(zone.instant(of: local))
        let yorisoi = HelpLine(
            name: Wording("Yorisoi Hotline", "よりそいホットライン"), number: try #require(PhoneNumber("0120-279-338")),
            hours: .always, isFree: true, isForMinorsOnly: false, languages: ["ja"], source: "test",
            copiedOn: try #require(LocalDate("2026-11-01")), check: nil)
        let emergency = EmergencyNumber(
            name: Wording("ambulance", "救急"), number: try #require(PhoneNumber("119")))
        var configuration = Configuration(clockFloor: at - .days(365))
        configuration.helpLines = HelpLines(countries: [
            "JP": HelpLines.Country(emergency: [emergency], lines: [yorisoi])
        ])
        var disk = Durable()
        disk.profile = Profile(
            language: language, country: country.flatMap { CountryCode($0) }, age: age, companion: .openai)
        disk.lastWritten = at
        disk.memory.mode = memory
        let bedside = VirtualBedside(zone: zone, at: at, configuration: configuration, disk: disk)
        bedside.powerOn(isClockSynchronized: true)
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        bedside.advance(by: .seconds(2))
        bedside.post(.voice(isActive: true))
        bedside.companion(.ownerSpeaking(true))
        return bedside
    }

    static func says(_ words: String, _ bedside: VirtualBedside, turn: Int = 2) {
        bedside.companion(.said(.owner, PrivateText(words), turn: turn))
    }

    static func said(_ bedside: VirtualBedside) -> [Utterance] {
        bedside.played.compactMap { if case .speech(let utterance) = $0.source { utterance } else { nil } }
    }

    static func handed(_ bedside: VirtualBedside) -> [ConversationRequest] {
        bedside.performed.compactMap { if case .handOver(let request) = $0 { request } else { nil } }
    }

    @Test(arguments: Language.allCases) func theDeviceItselfSaysTheHelpLineTwiceAtOnce(language: Language) throws {
        let bedside = try Self.talking(language)
        Self.says(language == .japanese ? "もう死にたい" : Self.risk, bedside)
        let words = try #require(Self.said(bedside).last)
        #expect(words.text.split(separator: "0120-279-338", omittingEmptySubsequences: false).count == 3)
        #expect(words.text.contains("119") && words.spoken.contains("、") == (language == .japanese))
        // Its digits are said one by one, in groups.
        #expect(language == .japanese || words.spoken.contains("0 1 2 0, 2 7 9, 3 3 8"))
        bedside.advance(by: bedside.speechSpan + .seconds(1))
        #expect(Self.handed(bedside).map(\.care) == [.crisis])
        #expect(Self.handed(bedside).first?.told == MemoryTold())
    }

    /// The owner's word counts, and not the zone; for a country without lines no number is invented.
    @Test(.requirement("SAFE-4")) func theCountryIsTheOwnersOwn() throws {
        for (country, number) in [("JP", true), ("DE", false)] {
            let bedside = try Self.talking(in: country)
            Self.says(Self.risk, bedside)
            let words = try #require(Self.said(bedside).last).text
            #expect(words.contains("0120-279-338") == number, "\(words)")
            #expect(number || words == HelpLines.unknownCountry.english)
        }
    }

    /// The companion is silent meanwhile, and is heard again afterwards.
    @Test func theCompanionDoesNotSpeakOverTheHelpLine() throws {
        let bedside = try Self.talking()
        Self.says(Self.risk, bedside)
        func volumes() -> [Int] {
            bedside.performed.compactMap { if case .callVolume(let percent) = $0 { percent } else { nil } }
        }
        #expect(volumes() == [0])
        // Nor does a press of a volume button bring it back: it counts once the device has spoken.
        bedside.ask(.volume(percent: 40))
        #expect(volumes() == [0])
        bedside.advance(by: bedside.speechSpan + .seconds(1))
        #expect(volumes() == [0, 40])
        #expect(bedside.status?.activity == .listening)
    }

    @Test func silenceDoesNotEndItAndStopDoes() throws {
        let bedside = try Self.talking()
        Self.says(Self.risk, bedside)
        bedside.companion(.ownerSpeaking(false))
        bedside.post(.voice(isActive: false))
        bedside.advance(by: .seconds(100))
        #expect(bedside.entries(.conversationEnded).isEmpty)
        let before = Self.said(bedside).count
        bedside.press(.stop)
        #expect(bedside.entries(.conversationEnded).count == 1)
        bedside.advance(by: .seconds(2))
        // The number once more, as the last line.
        #expect(Self.said(bedside).count == before + 1)
        #expect(Self.said(bedside).last?.text.contains("0120-279-338") == true)
    }

    @Test func nothingOfItIsKept() throws {
        let bedside = try Self.talking()
        let before = bedside.disk.memory
        Self.says("My dog Momo is all I have. \(Self.risk)", bedside)
        bedside.companion(.toolCall(ToolRequest(callID: "1", name: "remember", arguments: Self.memory)))
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        #expect(bedside.disk.memory.memory == before.memory && bedside.disk.memory.pending == nil)
        // It is not even summarized.
        #expect(!bedside.performed.contains { if case .summarize = $0 { true } else { false } })
    }

    /// G-5: whom the owner trusts is mentioned in that talk and in no other, and nothing says afterwards that they were.
    @Test func theTrustedPersonIsToldInNeedAloneAndTheTellingIsNotKept() throws {
        func told(_ bedside: VirtualBedside) -> [MemoryTold] {
            bedside.performed.compactMap { action in
                switch action {
                case .connect(let request), .handOver(let request): request.told
                default: nil
                }
            }
        }
        let bedside = try Self.talking()
        let person = "my sister Aiko"
        bedside.ask(.memory(.trust(PrivateText(person))))
        // Another companion does not hear of them, by no way: not among the notes, not as a name of a slot.
        bedside.press(.stop)
        bedside.advance(by: .minutes(1))
        bedside.press(.start)
        bedside.companion(.ready)
        let usual = told(bedside)
        #expect(!usual.isEmpty)
        for one in usual {
            #expect(one.trusted == nil && !one.added(to: "").contains("Aiko") && !one.added(to: "").contains("trusted"))
        }
        let before = bedside.disk.memory
        Self.says(Self.risk, bedside)
        bedside.advance(by: bedside.speechSpan + .seconds(1))
        let needy = try #require(told(bedside).last)
        #expect(needy.trusted?.words.contains(person) == true && !needy.isOn && needy.block.words.isEmpty)
        #expect(needy.added(to: "Instructions").contains(person))
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        #expect(bedside.disk.memory.sent == before.sent)
        #expect(bedside.disk.memory.memory.active == before.memory.active)
        // A pause holds here, too; and naming nobody erases the words.
        bedside.ask(.memory(.mode(.paused)))
        bedside.press(.start)
        bedside.companion(.ready)
        Self.says(Self.risk, bedside)
        bedside.advance(by: bedside.speechSpan + .seconds(1))
        #expect(told(bedside).last?.trusted == nil && Self.handed(bedside).count == 2)
        bedside.ask(.memory(.trust(nil)))
        #expect(bedside.disk.memory.memory.items.allSatisfy { $0.text.words.isEmpty })
    }

    /// No talk changes whom the owner trusts, or notes that a doctor was named.
    @Test(arguments: ReservedSlot.allCases) func aCompanionFillsNoReservedSlot(slot: ReservedSlot) throws {
        let words = PrivateText("My dog Momo is all I have.")
        let gate = MemoryGate(lines: [TalkLine(.owner, words)], language: .english)
        let today = try #require(LocalDate("2026-11-24"))
        func refusal(_ slot: String) -> MemoryRefusal? {
            gate.refusal(
                of: MemoryCandidate(kind: .person, slot: slot, text: PrivateText("Has a dog Momo"), quote: words),
                today: today)
        }
        #expect(refusal(slot.rawValue) == .badSlot && refusal("dog") == nil)
    }

    private static func tool(_ name: String, _ arguments: String, _ bedside: VirtualBedside) -> String? {
        let id = "call-\(bedside.performed.count)"
        bedside.companion(.toolCall(ToolRequest(callID: id, name: name, arguments: arguments)))
        return bedside.performed.reversed().lazy.compactMap { action -> String? in
            if case .answerTool(let answer) = action, answer.callID == id { answer.output } else { nil }
        }.first
    }

    private static let reflection =
        #"{"one_line":"The day was heavy","quote":"the day was so heavy","labels":["sadness"],"one_word":"heavy"}"#

    /// What gave it away was seldom the first sentence: what was kept of the talk before goes too (G-4).
    @Test func whatWasKeptOfTheTalkBeforeIsForgotten() throws {
        for isOver in [false, true] {
            let bedside = try Self.talking()
            bedside.ask(.memory(.keepLabels(true)))
            bedside.ask(.memory(.add(slot: PrivateText("town"), text: PrivateText("Lives in Kamakura"))))
            Self.says("I am sad, the day was so heavy. My dog Momo is all I have.", bedside)
            #expect(Self.tool("remember", Self.memory, bedside)?.contains(#""ok":true"#) == true)
            let answer = Self.tool("save_reflection", Self.reflection, bedside) ?? ""
            #expect(answer.contains(#""ok":true"#), "\(answer)")
            #expect(bedside.disk.memory.memory.active.count == 3)
            if isOver { bedside.press(.stop) }
            Self.says(Self.risk, bedside, turn: 4)
            #expect(bedside.disk.memory.memory.active.map(\.slot.words) == ["town"], "over: \(isOver)")
            #expect(bedside.disk.memory.memory.labels.days.isEmpty)
            #expect(bedside.disk.memory.memory.items.allSatisfy { $0.isActive || $0.text.words.isEmpty })
        }
    }

    /// A companion that still calls what it was told of before changes and reads nothing.
    @Test func noOtherToolWorksWhileSomebodyIsAtRisk() throws {
        let examples: [(String, String)] = [
            ("memory_read", #"{"query":"dog"}"#), ("forget", #"{"query":"dog"}"#),
            ("answer_intention", #"{"answer":"not","words":"I want to die"}"#), ("skip_next", #"{"habit":"wake"}"#),
            ("set_volume", #"{"percent":10}"#), ("remember", Self.memory), ("next_up", "{}"),
        ]
        for (name, arguments) in examples {
            let bedside = try Self.talking()
            Self.says(Self.risk, bedside)
            let before = bedside.disk
            let answer = Self.tool(name, arguments, bedside) ?? ""
            #expect(
                answer.contains(#""ok":false"#) && answer.contains("not in this conversation"), "\(name): \(answer)")
            #expect(bedside.disk == before, "\(name)")
        }
        let bedside = try Self.talking()
        Self.says(Self.risk, bedside)
        #expect(Self.tool("end_conversation", "{}", bedside)?.contains(#""ok":true"#) == true)
    }

    @Test func theCompanionsConcernSuffices() throws {
        for (level, speaks) in [("explicit", true), ("intermediate", false)] {
            let bedside = try Self.talking()
            let before = Self.said(bedside).count
            bedside.companion(
                .toolCall(
                    ToolRequest(callID: "1", name: "safety_concern", arguments: #"{"level":"\#(level)"}"#)))
            #expect((Self.said(bedside).count > before) == speaks)
            // With the help line its instructions come afterwards.
            #expect(Self.handed(bedside).isEmpty == speaks)
            bedside.advance(by: bedside.speechSpan + .seconds(1))
            #expect(Self.handed(bedside).map(\.care) == [.crisis])
        }
    }

    /// No routine of a habit takes over: the help line is the last word, and the talk is over.
    @Test(arguments: ["explicit", "intermediate"]) func aLostCompanionLeavesTheHelpLine(level: String) throws {
        let bedside = try Self.talking()
        bedside.companion(
            .toolCall(ToolRequest(callID: "1", name: "safety_concern", arguments: #"{"level":"\#(level)"}"#)))
        bedside.advance(by: .seconds(3))
        let before = Self.said(bedside).count
        bedside.companion(.failed(.credentials))
        bedside.advance(by: .seconds(1))
        #expect(Self.said(bedside).dropFirst(before).count { $0.text.contains("0120-279-338") } == 1)
        #expect(Self.said(bedside).count == before + 1)
        #expect(bedside.entries(.conversationEnded).count == 1)
        #expect(bedside.disk.memory.pending == nil)
    }

    /// Nor does a companion that is reached again learn anything from the memory.
    @Test func aCompanionInACrisisIsToldNothingFromTheMemory() throws {
        let bedside = try Self.talking()
        bedside.ask(.memory(.add(slot: PrivateText("dog"), text: PrivateText("Has a dog named Momo"))))
        Self.says(Self.risk, bedside)
        bedside.companion(.failed(.network))
        bedside.advance(by: .seconds(5))
        let redials = bedside.connects
        #expect(redials.last?.care == .crisis && redials.last?.told == MemoryTold() && redials.count == 2)
    }

    /// The service writes the last words down after Stop, while the summary is awaited.
    @Test func wordsThatAreWrittenDownAfterStopAreReadToo() throws {
        let bedside = try Self.talking()
        Self.says("My dog Momo is all I have.", bedside)
        bedside.press(.stop)
        let task = bedside.performed.compactMap { if case .summarize(let task) = $0 { task } else { nil } }.last
        let before = Self.said(bedside).count
        Self.says(Self.risk, bedside, turn: 4)
        #expect(Self.said(bedside).dropFirst(before).count { $0.text.contains("0120-279-338") } == 1)
        let kept = MemorySummary(items: [
            MemoryCandidate(
                kind: .person, slot: "dog", text: PrivateText("Has a dog named Momo"), quote: PrivateText("My dog Momo")
            )
        ])
        bedside.post(.memory(.summarized(kept, talk: try #require(task).talk)))
        #expect(bedside.disk.memory.memory.items.isEmpty && bedside.disk.memory.pending == nil)
        bedside.advance(by: .hours(8))
        bedside.ask(.talk(nil))
        let care = bedside.performed.compactMap { action -> ConversationRequest.Care? in
            if case .connect(let request) = action { request.care } else { nil }
        }
        #expect(care.last == .gentle)
    }

    /// Nothing is summarized before the owner has agreed, and what they said last is read all the same; so it is where the
    /// talk ends before any of its words are written down.
    @Test(arguments: [MemoryMode.off, .paused, .on]) func lateWordsAreReadWhateverIsRemembered(memory: MemoryMode)
        throws
    {
        let bedside = try Self.talking(memory: memory)
        if memory != .on { Self.says("Good night.", bedside) }
        bedside.press(.stop)
        #expect(!bedside.performed.contains { if case .summarize = $0 { true } else { false } })
        let before = Self.said(bedside).count
        Self.says(Self.risk, bedside, turn: 4)
        #expect(Self.said(bedside).dropFirst(before).count { $0.text.contains("0120-279-338") } == 1)
        let kept = bedside.disk.memory
        #expect(kept.memory.items.isEmpty && kept.pending == nil && kept.mode == memory)
    }

    /// An alarm ends the talk, and the last words are written down while it rings: the number is said once it is over.
    @Test(.requirement("ALARM-3")) func wordsOfATalkThatAnAlarmEndedAreReadToo() throws {
        let bedside = try Self.talking()
        Self.says("My dog Momo is all I have.", bedside)
        bedside.companion(.ownerSpeaking(false))
        bedside.post(.voice(isActive: false))
        bedside.ask(.once(time: try #require(LocalTime("22:02")), date: nil, like: .wake))
        bedside.companion(.speaking(true))
        bedside.advance(to: try EpisodeTests.at("2026-11-20T22:02:03"))
        #expect(bedside.entries(.conversationEnded).map(\.detail) == ["alarm"])
        let before = Self.said(bedside).count
        bedside.post(.conversation(.said(.owner, PrivateText(Self.risk), turn: 4), call: 1))
        bedside.advance(by: .seconds(5))
        #expect(bedside.status?.activity == .ringing)
        func numbers() -> Int { Self.said(bedside).dropFirst(before).count { $0.text.contains("0120-279-338") } }
        #expect(numbers() == 0)
        bedside.press(.stop)
        bedside.advance(by: .minutes(1))
        #expect(numbers() == 1)
    }

    @Test func theNextMorningIsGentleForADay() throws {
        let bedside = try Self.talking()
        Self.says(Self.risk, bedside)
        bedside.press(.stop)
        func care(after hours: Int) -> ConversationRequest.Care? {
            bedside.advance(by: .hours(hours))
            bedside.ask(.talk(nil))
            defer { bedside.press(.stop) }
            return bedside.performed.reversed().lazy.compactMap { action -> ConversationRequest.Care? in
                if case .connect(let request) = action { request.care } else { nil }
            }.first
        }
        #expect(care(after: 8) == .gentle)
        #expect(care(after: 17) == .usual)
    }

    /// Neither journal nor night log tells that there was a concern.
    @Test(.requirement("GUARD-1")) func noFileTellsOfIt() throws {
        let call = ToolRequest(callID: "1", name: "safety_concern", arguments: #"{"level":"explicit"}"#)
        let text = String(decoding: try JSONEncoder().encode(call), as: UTF8.self)
        #expect(!text.contains("afety") && !text.contains("explicit"))
        let bedside = try Self.talking()
        let before = bedside.log.count
        Self.says(Self.risk, bedside)
        #expect(bedside.log.count == before)
    }

    /// G-4: without a network, too, nobody is drilled on the day after.
    @Test func theOfflineMorningAfterIsGentle() throws {
        let bedside = try Self.talking()
        Self.says(Self.risk, bedside)
        bedside.press(.stop)
        var patch = ProfilePatch()
        patch.companion = .offline
        var wake = ProfilePatch.HabitPatch(id: .wake)
        wake.isOn = true
        patch.habits = [wake]
        bedside.ask(.apply(patch))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        #expect(bedside.status?.activity == .ringing)
        let before = Self.said(bedside).count
        bedside.press(.start)
        bedside.advance(by: .minutes(2))
        let words = Self.said(bedside).dropFirst(before).map(\.text)
        #expect(words.contains { $0.contains("there is no hurry") }, "\(words)")
        #expect(!words.contains { $0.contains("!") }, "\(words)")
        bedside.press(.stop)
        // Two days later it is as ever.
        bedside.advance(to: try EpisodeTests.at("2026-11-23T06:00:05"))
        let earlier = Self.said(bedside).count
        bedside.press(.start)
        bedside.advance(by: .minutes(1))
        #expect(!Self.said(bedside).dropFirst(earlier).contains { $0.text.contains("there is no hurry") })
    }

    /// The call fails on that morning, and the owner says that they are up: no follow-up rings.
    @Test(.requirement("ALARM-14"), arguments: Language.allCases)
    func aGentleMorningHearsItsOwner(language: Language) throws {
        let bedside = try Self.talking(language)
        Self.says(language == .japanese ? "もう死にたい" : Self.risk, bedside)
        bedside.press(.stop)
        var patch = ProfilePatch()
        patch.habits = [.init(id: .wake)]
        patch.habits[0].isOn = true
        bedside.ask(.apply(patch))
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:00:05"))
        try #require(bedside.status?.activity == .ringing)
        bedside.press(.start)
        bedside.companion(.failed(.network))
        for _ in 0..<40 {
            bedside.post(.voice(isActive: true))
            bedside.advance(by: .milliseconds(500))
            bedside.post(.voice(isActive: false))
            bedside.advance(by: .milliseconds(500))
        }
        bedside.advance(to: try EpisodeTests.at("2026-11-21T06:02"))
        #expect(bedside.light != .ringing && bedside.entries(.stillAsleep).isEmpty)
        let wake = Occurrence(habit: .wake, date: try #require(LocalDate("2026-11-21")))
        #expect(bedside.disk.records[wake]?.outcome == .answered)
    }

    /// G-2: slowly, so that it can be written down.
    @Test func theHelpLineIsSaidWithCare() throws {
        let bedside = try Self.talking()
        Self.says(Self.risk, bedside)
        #expect(Self.said(bedside).last?.pace == .careful)
    }
}
