import TestKit
import Testing

@testable import Bedside

/// The memory's tools and the simulator as somebody used them who had only the papers (MIND-1, MIND-3, TALK-9,
/// GUARD-8).
@Suite(.requirement("MIND-1", "MIND-3", "TALK-9"))
struct ToolsByStrangersTests {
    typealias Kind = Simulator.Step.Kind
    private typealias Story = MemoryStoryTests

    private static let dog = "My dog is called Momo."

    private static func remember(_ slot: String, _ text: String, _ quote: String) -> Kind {
        .tool(name: "remember", arguments: #"{"slot":"\#(slot)","text":"\#(text)","quote":"\#(quote)"}"#)
    }

    private static let rememberDog = remember("dog", "Has a dog named Momo", "My dog is called Momo")

    private static func call(_ name: String, _ arguments: String = "{}") -> Kind {
        .tool(name: name, arguments: arguments)
    }

    private static func time(_ second: Int, _ date: String = "2026-11-24") -> String {
        "\(date)T15:\(padded(second / 60, 2)):\(padded(second % 60, 2))"
    }

    /// One talk in the afternoon: these things, eight seconds apart, and Stop.
    private static func run(
        _ steps: [Kind], summary: (after: Int, Kind)? = nil, language: Language = .english,
        _ more: [(String, Kind)] = []
    ) throws -> [SimulatedLine] {
        var all: [(String, Kind)] = [(time(0), Story.start)]
        for (index, step) in steps.enumerated() { all.append((time(10 + 8 * index), step)) }
        let stop = 10 + 8 * steps.count
        all.append((time(stop), Story.stop))
        if let summary { all.append((time(stop + summary.after), summary.1)) }
        return try Story.run(language: language, all + more)
    }

    private static func answers(_ lines: [SimulatedLine]) -> [String] {
        lines.compactMap { line in
            if case .night(let entry) = line, entry.kind == .tool { entry.detail } else { nil }
        }
    }

    private static func forgotten(_ lines: [SimulatedLine]) -> [MemoryID] {
        lines.compactMap { if case .memory(.forgot(let id), _) = $0 { id } else { nil } }
    }

    private static func refusals(_ lines: [SimulatedLine]) -> [SummaryRefusal] {
        lines.compactMap { if case .memory(.summaryRefused(let reason), _) = $0 { reason } else { nil } }
    }

    private static func rings(_ lines: [SimulatedLine]) -> Int {
        lines.count { if case .night(let entry) = $0 { entry.kind == .ring } else { false } }
    }

    /// A day that is none is refused with a reason, and is not taken for tomorrow.
    @Test(arguments: [#""2026-02-30""#, #""Friday""#, "12"]) func aDayThatIsNoneIsRefused(day: String) throws {
        let words = "When I wake up I open the window"
        let arguments =
            #"{"habit":"wake","cue_kind":"wake","cue":"waking","action":"open the window","words":"\#(words)""#
            + #","for_date":\#(day)}"#
        let lines = try Self.run([Story.owner(words + "."), Self.call("save_intention", arguments)])
        #expect(Story.kept(lines).isEmpty)
        let answer = try #require(Self.answers(lines).last)
        #expect(answer.contains("for_date") && answer.contains("a date like 2026-03-29"), "\(answer)")
    }

    private static func found(_ text: String, _ quote: String) -> MemorySummary {
        MemorySummary(items: [
            MemoryCandidate(kind: .person, slot: "dog", text: PrivateText(text), quote: PrivateText(quote))
        ])
    }

    private static let foundDog = found("Has a dog named Momo", "My dog is called Momo")

    // MARK: Off the record

    @Test(arguments: [
        "This is off the record.", "Off the record, please.", "Please don't remember this.", "Don't write this down.",
        "Let's go off the record for a minute.", "I don't want you to remember that.", "Now, don't remember this bit.",
        "これはオフレコで。", "オフレコでお願いします", "これは覚えないでね。", "ここから先は記録しないでください。", "さっきの話は覚えなくていいよ。",
        "ここだけの話だけど、転職する。", "Let's talk off the record.", "I want this off the record",
        "Can you please not remember this?", "Would you mind not remembering this?", "Don't keep a record of this",
        "Don't tell anyone and don't remember this", "Off record please", "これはメモらないで",
    ]) func plainWordsAreAWish(words: String) {
        #expect(OffRecordWish.isSaid(in: words), "\(words)")
    }

    @Test(arguments: [
        "Don't let me forget the milk.", "I don't remember that.", "I was tired and don't remember that day.",
        "He told me off the record that the firm is closing.", "Don't forget this.", "Remember this: the key is here.",
        "I found a record off the market. Off the record stall, I mean.", "That is not off the record.",
        "Don't write to my sister.", "忘れないでね。", "牛乳を忘れないで", "オフレコオフレコって一日に十回は言われます", "これはオフレコじゃないよ",
        "名前が覚えられないです", "覚えていないです", "Hmm, don't remember what I had for lunch.",
        "Sorry, don't remember that at all.", "Never write down what I dream.", "You don't need to write it down.",
        "Don't save it for later, eat it.", "Don't note it down as a failure.", "You shouldn't store it in the fridge.",
        "英語は覚えなくてもいいかな。", "メモしなくて大丈夫かな。", "部長がオフレコで、昇進を教えてくれた。", "覚えないでいいって言われた。",
    ]) func otherWordsAreNone(words: String) {
        #expect(!OffRecordWish.isSaid(in: words), "\(words)")
    }

    @Test(arguments: [
        ("This is off the record.", Language.english), ("Don't remember this.", .english), ("これはオフレコで。", .japanese),
        ("ここからは覚えないで。", .japanese),
    ]) func theDeviceObeysWithoutTheTool(wish: String, language: Language) throws {
        let lines = try Self.run([Story.owner(wish), Story.owner(Self.dog), Self.rememberDog], language: language)
        #expect(Story.kept(lines).isEmpty && Story.refusals(lines) == [.offTheRecord])
    }

    @Test(arguments: [
        ("Don't remember that.", true), ("Please don't write that down.", true), ("それは覚えないで。", true),
        ("Don't let me forget that.", false),
    ]) func aWishAboutWhatWasJustSaidHoldsForIt(wish: String, isObeyed: Bool) throws {
        let before = [
            Story.owner("I work at the harbour."),
            Self.remember("work", "Works at the harbour", "I work at the harbour"),
        ]
        let kept = try Self.run(before + [Story.owner(Self.dog), Self.rememberDog, Story.owner(wish)])
        let ids = Story.kept(kept).filter { $0.slot.words == "dog" }.map(\.id)
        #expect(ids.count == 1 && Self.forgotten(kept) == (isObeyed ? ids : []), "\(wish)")
        let late = try Self.run([Story.owner(Self.dog), Story.owner(wish), Self.rememberDog])
        #expect(Story.kept(late).isEmpty == isObeyed, "\(wish)")
        let summed = try Self.run([Story.owner(Self.dog), Story.owner(wish)], summary: (3, .summary(Self.foundDog)))
        #expect(Story.kept(summed).isEmpty == isObeyed, "\(wish)")
    }

    @Test func theToolGoesBackOnTheRecord() throws {
        #expect(try ToolCall.parse(name: "off_record", arguments: #"{"on":true}"#) == .memory(.offRecord))
        #expect(try ToolCall.parse(name: "off_record", arguments: #"{"on":false}"#) == .memory(.onRecord))
        let lines = try Self.run([
            Self.call("off_record", #"{"on":true}"#), Story.owner("I work at the harbour."),
            Story.owner("Now back on the record, please."), Self.call("off_record", #"{"on":false}"#),
            Story.owner(Self.dog),
            Self.remember("work", "Works at the harbour", "I work at the harbour"), Self.rememberDog,
        ])
        #expect(Story.kept(lines).map(\.slot.words) == ["dog"] && Story.refusals(lines) == [.offTheRecord])
    }

    /// No model undoes what the owner was promised.
    @Test func theToolAloneDoesNotGoBackOnTheRecord() throws {
        let lines = try Self.run([
            Self.call("off_record", #"{"on":true}"#), Story.owner("I work at the harbour."),
            Self.call("off_record", #"{"on":false}"#), Story.owner(Self.dog), Self.rememberDog,
        ])
        #expect(Story.kept(lines).isEmpty)
        for words in ["Back on the record.", "You can remember again.", "もう記録していいよ。", "また覚えていいです。"] {
            #expect(OffRecordWish.isTakenBack(in: words), "\(words)")
        }
        for words in ["Don't go back on the record.", "I live in York.", "まだ記録しないで。", "This is off the record."] {
            #expect(!OffRecordWish.isTakenBack(in: words), "\(words)")
        }
    }

    // MARK: Arguments

    private static let intention =
        #""habit":"wake","words":"w","action":"a","cue":"c","cue_kind":"wake""#

    @Test func anArgumentTooManyLosesNothing() throws {
        func intention(_ more: String) throws -> SaidIntention? {
            let call = try ToolCall.parse(name: "save_intention", arguments: "{\(Self.intention),\(more)}")
            guard case .memory(.saveIntention(let said)) = call else { return nil }
            return said
        }
        let dated = try intention(#""for_date":"2026-12-05","rehearsed":true,"status":"open""#)
        #expect(dated?.forDate == LocalDate("2026-12-05") && dated?.recurrence == nil)
        #expect(try intention(#""recurrence":"daily""#)?.recurrence == WeekdaySet(Weekday.allCases))
        #expect(try intention(#""recurrence":["Monday","fri"]"#)?.recurrence == WeekdaySet([.monday, .friday]))
        #expect(try intention(#""for_date":"tomorrow","recurrence":7"#)?.forDate == nil)
        let answer = try ToolCall.parse(
            name: "answer_intention", arguments: #"{"answer":"yes","answer_words":"I did"}"#)
        #expect(answer == .memory(.answerIntention(.done, words: PrivateText("I did"))))
        let others = [("no", Intention.Status.not), ("not today", .not), ("done", .done), ("partly", .partly)]
        for (word, status) in others {
            let call = try ToolCall.parse(name: "answer_intention", arguments: #"{"answer":"\#(word)"}"#)
            #expect(call == .memory(.answerIntention(status, words: nil)), "\(word)")
        }
        let plan = try ToolCall.parse(
            name: "remember",
            arguments: #"{"slot":"trip","text":"t","quote":"q","valid_until":"2026-12-05T10:00:00Z"}"#)
        guard case .memory(.remember(let candidate)) = plan else {
            Issue.record("\(plan)")
            return
        }
        #expect(candidate.validUntil == LocalDate("2026-12-05"))
        for (name, arguments) in [
            ("save_reflection", #"{"one_line":"a","quote":"b","date":"2026-12-01"}"#),
            ("forget", #"{"query":"x","id":7}"#),
            ("memory_read", #"{"query":"x","limit":3}"#), ("off_record", #"{"until":"the end"}"#),
        ] {
            #expect(throws: Never.self) { try ToolCall.parse(name: name, arguments: arguments) }
        }
        // What changes an alarm must not ignore what it was asked.
        #expect(throws: ToolError.self) {
            try ToolCall.parse(name: "skip_next", arguments: #"{"habit":"wake","days":2}"#)
        }
    }

    @Test func labelsThatDoNotFitAreToldOrLeftOut() throws {
        func reflection(_ labels: String) throws -> SaidReflection? {
            let call = try ToolCall.parse(
                name: "save_reflection",
                arguments: #"{"one_line":"a","quote":"b","labels":\#(labels),"intensity":3,"second_intensity":1}"#)
            guard case .memory(.saveReflection(let said)) = call else { return nil }
            return said
        }
        #expect(try reflection(#"["happy"]"#)?.feelings == [])
        #expect(try reflection(#"["happy","calm"]"#)?.feelings == [FeltLabel(.calm, intensity: 1)])
        #expect(try reflection(#"["joy","calm"]"#)?.feelings.map(\.intensity) == [3, 1])
        do throws(ToolError) {
            _ = try ToolCall.parse(
                name: "save_reflection", arguments: #"{"one_line":"a","quote":"b","labels":["joy","calm","fear"]}"#)
            Issue.record("three labels are taken")
        } catch {
            #expect("\(error)".contains("at most 2") && "\(error)".contains("found 3"), "\(error)")
        }
    }

    @Test func anUnknownHabitIsAnsweredWithTheKnownOnes() throws {
        let arguments = "{\(Self.intention)}".replacing("wake\",\"words", with: "yoga\",\"words")
        let call = try ToolCall.parse(name: "save_intention", arguments: arguments)
        do throws(ToolError) {
            _ = try call.command(in: Profile())
            Issue.record("an unknown habit is taken")
        } catch {
            let text = "\(error)"
            #expect(text.contains("yoga") && text.contains("wake") && text.contains("bedtime"), "\(text)")
            #expect(!text.contains("new"), "\(text)")
        }
    }

    // MARK: What is forgotten and read

    @Test func wordsForEverythingMeanEverything() throws {
        for query in [
            "everything", "anything", "all of it", "Everything you know about me", "forget everything", "全部", "すべて",
            "なんでも", "私のこと全部忘れて",
        ] { #expect(MeantMemories(query) == .all, "\(query)") }
        for query in ["that", "it", "forget that, please", "それ", "今の", "今のを忘れて"] {
            #expect(MeantMemories(query) == .last, "\(query)")
        }
        for query in ["all about the dog", "everything about Momo", "my dog", "モモのこと全部", "今の仕事", ""] {
            #expect(MeantMemories(query) == .named, "\(query)")
        }
        var memory = Memory()
        let now = try MemoryRun.moment("2026-11-20T10:00")
        for (slot, text) in [("dog", "Has a dog named Momo"), ("work", "Works at the harbour")] {
            let candidate = MemoryCandidate(slot: slot, text: PrivateText(text), quote: PrivateText(text))
            _ = try memory.keep(candidate, at: now, talk: 1, habit: nil).get()
        }
        for query in ["everything", "anything", "all of it", "全部", "すべて", "なんでも", ""] {
            #expect(memory.recall(query, at: now).count == 2, "\(query)")
        }
        #expect(memory.recall("dogs", at: now).map(\.slot?.words) == ["dog"])
        #expect(memory.recall("anything about my dogs", at: now).map(\.slot?.words) == ["dog"])
        var less = memory
        #expect(!less.forget(about: "dogs").isEmpty && less.active.map(\.slot.words) == ["work"])
        #expect(!memory.forgetEverything().isEmpty && memory.active.isEmpty && memory.days.isEmpty)
    }

    @Test func forgetThatMeansWhatWasKeptLast() throws {
        let words = Story.owner("Forget that, please.")
        let lines = try Self.run([
            Story.owner(Self.dog), Self.rememberDog, words, Self.call("forget", #"{"query":"that"}"#),
        ])
        #expect(Self.forgotten(lines) == Story.kept(lines).map(\.id) && Self.forgotten(lines).count == 1)
        #expect(Self.answers(lines).last?.contains(#""forgotten":1"#) == true)
        let nothing = try Self.run(
            [Story.owner(Self.dog), words, Self.call("forget", #"{"query":"that"}"#)],
            summary: (3, .summary(Self.foundDog)))
        #expect(Self.answers(nothing).last?.contains(#""ok":false"#) == true, "\(Self.answers(nothing))")
        #expect(Story.kept(nothing).isEmpty)
        let unknown = try Self.run([
            Story.owner("Forget the boats."), Self.call("forget", #"{"query":"the boats"}"#),
        ])
        #expect(Self.answers(unknown).last?.contains(#""ok":false"#) == true)
    }

    /// What was said since is meant, not what was kept before it.
    @Test(arguments: [("Forget what I just said.", "what I just said"), ("Forget that.", "that")])
    func forgetThatSparesWhatWasKeptBefore(words: String, query: String) throws {
        let lines = try Self.run([
            Story.owner(Self.dog), Self.rememberDog, Story.owner("I have debts."), Story.owner(words),
            Self.call("forget", #"{"query":"\#(query)"}"#),
        ])
        #expect(Story.kept(lines).count == 1 && Self.forgotten(lines).isEmpty)
        for query in ["that plan", "that memory", "what I told you", "その予定", "the plan for tomorrow"] {
            #expect(MeantMemories(query) == .last, "\(query)")
        }
    }

    @Test func everythingIsForgottenOnceItWasSaidAgain() throws {
        let everything = Self.call("forget", #"{"query":"everything"}"#)
        let lines = try Self.run([
            Story.owner(Self.dog), Self.rememberDog, Story.owner("Forget everything."), everything,
            Story.owner("Yes, everything."), everything,
        ])
        let answers = Self.answers(lines)
        #expect(answers.count == 3 && answers.last?.contains(#""forgotten":1"#) == true, "\(answers)")
        #expect(answers.dropFirst().first?.contains(#""ok":false"#) == true, "\(answers)")
        #expect(Self.forgotten(lines) == Story.kept(lines).map(\.id))
    }

    // MARK: The simulator

    @Test(.requirement("GUARD-8")) func aSummaryThatItsTalkDidNotAskForGoesWithIt() throws {
        let next = [
            ("2026-11-24T16:00:00", Story.start), ("2026-11-24T16:00:20", Story.owner(Self.dog)),
            ("2026-11-24T16:00:30", Story.stop),
        ]
        let lines = try Self.run(
            [Self.call("off_record"), Story.owner(Self.dog), .summary(Self.foundDog)], next)
        #expect(Story.kept(lines).isEmpty && Self.refusals(lines) == [.notAsked])
    }

    /// A script says what the service returns; when it would is of no account.
    @Test(.requirement("GUARD-8"), arguments: [8, 20, 600]) func aSummaryIsTakenWheneverItIsWritten(after: Int) throws {
        let lines = try Self.run([Story.owner(Self.dog)], summary: (after, .summary(Self.foundDog)))
        #expect(Story.kept(lines).count == 1 && Self.refusals(lines).isEmpty)
    }

    /// A tool call needs no line that is said to have a live companion (issue 18's scripts), and a network that goes takes
    /// the call with it.
    @Test(.requirement("GUARD-8", "TALK-5")) func aToolLineHasALiveCompanionUntilTheNetworkGoes() throws {
        let day = "2026-11-24T15:00:"
        func tools(_ isCut: Bool) throws -> [SimulatedLine] {
            let steps: [(String, Kind)] =
                [(day + "00", Story.start)] + (isCut ? [(day + "10", .network(isUp: false))] : [])
                + [(day + "25", .tool(name: "next_up", arguments: "{}"))]
            return try Story.run(steps)
        }
        func isAnswered(_ lines: [SimulatedLine]) -> Bool {
            lines.contains { if case .night(let entry) = $0 { entry.kind == .tool } else { false } }
        }
        #expect(try isAnswered(tools(false)) && !isAnswered(tools(true)))
    }

    @Test(.requirement("GUARD-8")) func aSummaryThatCannotBeReadIsRefusedAndTheNightGoesOn() throws {
        let plain = try Self.run([Story.owner(Self.dog)])
        for after in [-4, 3] {
            let lines = try Self.run([Story.owner(Self.dog)], summary: (after, .badSummary(.tooLong)))
            #expect(Self.refusals(lines) == [.tooLong] && Story.kept(lines).isEmpty)
            #expect(Self.rings(lines) == Self.rings(plain) && Self.rings(lines) > 0)
        }
    }

    @Test(.requirement("GUARD-8", "MIND-1")) func anAnswerReachesTheQuestionThatIsAskedByVoice() throws {
        func evening(_ answer: LocalDateTime?) throws -> [SimulatedLine] {
            var profile = Profile(language: .english, companion: .openai)
            for index in profile.habits.indices { profile.habits[index].isOn = profile.habits[index].id != .training }
            let from = try EpisodeTests.at("2026-11-24T12:00")
            let instant = try #require(ZoneRules.utc.instant(of: from))
            var configuration = Configuration(clockFloor: instant - .days(366))
            configuration.scripts["bedtime.en"] = try OfflineScript.parse(
                key: "bedtime.en", fileName: "bedtime.en.txt", text: EveningQuestionTests.script)
            let given: [(String, Kind)] = [
                ("2026-11-24T22:30:10", Story.start), ("2026-11-24T22:30:20", Story.owner(Story.window)),
                ("2026-11-24T22:30:30", Story.intention), ("2026-11-24T22:30:40", Story.stop),
                ("2026-11-25T20:00:00", .network(isUp: false)), ("2026-11-25T22:30:10", Story.start),
            ]
            var steps = try given.map { Simulator.Step(at: try EpisodeTests.at($0.0), kind: $0.1) }
            if let answer { steps.append(Simulator.Step(at: answer, kind: .answer(isYes: true))) }
            var simulator = try #require(
                Simulator(
                    configuration: configuration, profile: profile, zone: .utc, from: from, days: 2, steps: steps,
                    memory: .on))
            var lines: [SimulatedLine] = []
            simulator.runAll { line, _ in lines.append(line) }
            return lines
        }
        let asked = try evening(nil).compactMap { line -> CivilTime? in
            if case .memory(.asked, let at) = line { at } else { nil }
        }
        #expect(asked.count == 1)
        let at = ZoneRules.utc.local(try #require(asked.first) + .seconds(3))
        let refused = try evening(at).filter {
            if case .night(let entry) = $0 { entry.kind == .refused } else { false }
        }
        #expect(refused.isEmpty, "\(refused)")
    }
}
