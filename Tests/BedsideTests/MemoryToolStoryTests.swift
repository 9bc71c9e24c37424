import TestKit
import Testing

@testable import Bedside

/// What the memory's tools do in a live talk, through the whole machine (MIND-1 to MIND-3).
@Suite(.requirement("MIND-1", "MIND-2", "MIND-3"))
struct MemoryToolStoryTests {
    /// A speaker in Berlin with the memory on, and a talk about bedtime or about nothing.
    final class Talk {
        let bedside: VirtualBedside
        private var turn = 2
        private var calls = 0

        init(_ memory: OwnerMemory = OwnerMemory()) throws {
            let zone = try TestZones.load("Europe/Berlin")
            let local = try #require(LocalDateTime("2026-11-24T22:00"))
            let at = try #require(zone.instant(of: local))
            var disk = Durable()
            disk.profile = Profile(language: .english, companion: .openai)
            disk.lastWritten = at
            disk.memory = memory
            disk.memory.mode = .on
            bedside = VirtualBedside(
                zone: zone, at: at, configuration: Configuration(clockFloor: at - .days(365)), disk: disk)
            bedside.powerOn(isClockSynchronized: true)
        }

        func begin(_ habit: HabitID? = nil) {
            bedside.ask(.talk(habit))
            bedside.companion(.ready)
            bedside.companion(.speaking(true))
            bedside.companion(.speaking(false))
            bedside.advance(by: .seconds(2))
            bedside.post(.voice(isActive: true))
            bedside.companion(.ownerSpeaking(true))
        }

        func says(_ words: String) {
            bedside.companion(.said(.owner, PrivateText(words), turn: turn))
            turn += 2
        }

        @discardableResult func calls(_ name: String, _ arguments: String) -> String {
            calls += 1
            let id = "call-\(calls)"
            bedside.companion(.toolCall(ToolRequest(callID: id, name: name, arguments: arguments)))
            return bedside.performed.reversed().lazy.compactMap { action -> String? in
                if case .answerTool(let answer) = action, answer.callID == id { answer.output } else { nil }
            }.first ?? ""
        }

        func remember(_ slot: String, _ text: String, _ quote: String, kind: String? = nil) -> String {
            let more = kind.map { #","kind":"\#($0)""# } ?? ""
            return calls("remember", #"{"slot":"\#(slot)","text":"\#(text)","quote":"\#(quote)"\#(more)}"#)
        }

        var memory: Memory { bedside.disk.memory.memory }
    }

    static func earlier() throws -> LocalMoment {
        let zone = try TestZones.load("Europe/Berlin")
        let local = try #require(LocalDateTime("2026-11-20T10:00"))
        return LocalMoment(civil: try #require(zone.instant(of: local)), zone: "Europe/Berlin", local: local)
    }

    private static let window = "Tomorrow at six I open the window and breathe."
    private static let intention = """
        {"habit":"wake","words":"Tomorrow at six I open the window and breathe","action":"open the window and breathe",\
        "cue":"waking at six","cue_kind":"wake"}
        """

    /// R-2: the device itself notices that only an hour was named, whatever the companion calls it; an event needs no
    /// question.
    @Test func onlyAnHourLeadsToOneQuestionForAnEvent() throws {
        let talk = try Talk()
        talk.begin(.bedtime)
        talk.says(Self.window)
        let answer = talk.calls("save_intention", Self.intention)
        #expect(answer.contains(#""ok":true"#) && answer.contains("ask once what they do just before it"), "\(answer)")
        let kept = try #require(talk.memory.active.last?.intention)
        #expect(kept.cueKind == .time && kept.cue.words == "at six")
        talk.says("When I get out of bed I open the window and breathe.")
        let better = talk.calls(
            "save_intention",
            #"{"habit":"wake","words":"When I get out of bed I open the window and breathe","#
                + #""action":"open the window and breathe","cue":"when I get out of bed","cue_kind":"time"}"#)
        #expect(better.contains(#""ok":true"#) && !better.contains("just before it"), "\(better)")
        let last = try #require(talk.memory.active.last?.intention)
        #expect(last.cueKind == .wake && last.cue.words == "when I get out of bed")
        #expect(talk.memory.active.count { $0.intention != nil } == 1)
    }

    /// In the order that the prompt asks for: kept first, said back, then said once more by the owner (R-3).
    @Test func theRehearsalAfterTheToolIsNoted() throws {
        for (words, isRehearsed) in [("When I wake I open the window and breathe.", true), ("Good night then.", false)]
        {
            let talk = try Talk()
            talk.begin(.bedtime)
            talk.says(Self.window)
            talk.calls("save_intention", Self.intention)
            #expect(talk.memory.active.first?.intention?.isRehearsed == false)
            talk.says(words)
            #expect(talk.memory.active.first?.intention?.isRehearsed == isRehearsed, "\(words)")
        }
    }

    /// A correction has the name of what it corrects only if the companion knows that name (M-4).
    @Test func theNamesInUseAreTold() throws {
        var part = OwnerMemory()
        let moment = try Self.earlier()
        for (slot, text) in [
            ("work-place", "Works at the harbour"), ("dog", "Has a dog"), ("work-place", "Is a miller"),
        ] {
            let candidate = MemoryCandidate(slot: slot, text: PrivateText(text), quote: PrivateText(text))
            _ = part.memory.keep(candidate, at: moment, talk: 1, habit: nil)
        }
        let talk = try Talk(part)
        talk.begin(.bedtime)
        let told = talk.bedside.performed.compactMap { action -> MemoryTold? in
            if case .connect(let request) = action { request.told } else { nil }
        }.last
        #expect(told?.names?.words.hasSuffix("it corrects: work-place, dog") == true)
        #expect(told?.added(to: "").contains("work-place, dog") == true)
        let sent = talk.bedside.disk.memory.sent.flatMap { $0.lines.map(\.words) }
        #expect(sent.contains { $0.hasSuffix("work-place, dog") })
        talk.says("My cat is called Tama.")
        talk.bedside.press(.stop)
        let task = talk.bedside.performed.compactMap { action -> SummaryTask? in
            if case .summarize(let task) = action { task } else { nil }
        }.last
        #expect(task?.instructions.hasSuffix("it corrects: work-place, dog") == true)
        #expect(try Talk().memory.names().isEmpty)
    }

    /// What the owner does not want to talk about holds for every evening (M-6), not for three days.
    @Test func aBoundaryStaysInTheEveningsPrompt() throws {
        for kind in ["boundary", nil] {
            let talk = try Talk()
            talk.begin()
            talk.says("I don't want to talk about my weight.")
            let answer = talk.remember(
                "weight", "Does not want to talk about their weight", "I don't want to talk about my weight", kind: kind
            )
            #expect(answer.contains(#""ok":true"#), "\(answer)")
            talk.bedside.press(.stop)
            let later = LocalMoment(
                civil: talk.bedside.now.civil + .days(6), zone: "Europe/Berlin",
                local: try #require(LocalDateTime("2026-11-30T22:00")))
            let prompt = MemoryPrompt(talk.memory, habit: .bedtime, at: later, language: .english)
            #expect(prompt.text.contains("talk about their weight") == (kind != nil))
        }
    }

    /// Tomorrow's intention is known to the evening, so that "instead of …?" can be asked (R-1).
    @Test func theEveningKnowsTheIntentionThatANewOneWouldReplace() throws {
        let talk = try Talk()
        talk.begin(.bedtime)
        talk.says(Self.window)
        talk.calls("save_intention", Self.intention)
        let now = LocalMoment(
            civil: talk.bedside.now.civil, zone: "Europe/Berlin", local: try #require(LocalDateTime("2026-11-24T22:05"))
        )
        let prompt = MemoryPrompt(talk.memory, habit: .bedtime, at: now, language: .english)
        #expect(prompt.lines.first?.hasPrefix("- Intends tomorrow: Tomorrow at six I open the window") == true)
        let japanese = MemoryPrompt(talk.memory, habit: .bedtime, at: now, language: .japanese)
        #expect(japanese.lines.first?.hasPrefix("- 明日すること：") == true)
        #expect(MemoryPrompt(talk.memory, habit: .training, at: now, language: .english).lines.isEmpty)
    }

    /// Five at a time, and then the rest (M-8); what was read out has left the device (M-11).
    @Test func moreThanFiveMemoriesAreReadInTurn() throws {
        let words = ["apples", "books", "cellos", "dogs", "elms", "figs", "goats"]
        let talk = try Talk()
        for word in words {
            talk.bedside.ask(.memory(.add(slot: PrivateText(word), text: PrivateText("Likes \(word)"))))
        }
        talk.begin()
        func read() -> String {
            talk.says("What do you remember?")
            talk.calls("memory_read", #"{"query":"what do you remember"}"#)
            // The owner says it again (SAFE-6).
            talk.bedside.companion(.speaking(true))
            talk.bedside.companion(.speaking(false))
            talk.bedside.advance(by: .seconds(1))
            talk.bedside.companion(.ownerSpeaking(false))
            talk.bedside.companion(.ownerSpeaking(true))
            talk.says("Yes, please.")
            return talk.calls("memory_read", #"{"query":"what do you remember"}"#)
        }
        let answers = [read(), read(), read()]
        // The third time from the beginning.
        #expect(answers.map { answer in words.count { answer.contains("Likes \($0)") } } == [5, 2, 5], "\(answers)")
        #expect(answers.map { $0.contains(#""more":2"#) } == [true, false, true])
        #expect(answers[0].contains(#""slot":"#))
        let sent = talk.bedside.disk.memory.sent.flatMap { $0.lines.map(\.words) }
        #expect(words.allSatisfy { word in sent.contains("Likes \(word)") }, "\(sent)")
    }

    /// At the bedtime talk of the evening on which the intention is asked about.
    private func eveningAfterTheIntention() throws -> Talk {
        let talk = try Talk()
        talk.begin(.bedtime)
        talk.says(Self.window)
        talk.calls("save_intention", Self.intention)
        talk.bedside.press(.stop)
        talk.bedside.advance(by: .hours(24))
        talk.bedside.press(.stop)
        talk.begin(.bedtime)
        return talk
    }

    /// An answer's words are kept only if the owner said them, on the record.
    @Test func anAnswersWordsAreTheOwners() throws {
        for (words, isOffRecord, isKept) in [
            ("I opened it wide", false, true), ("I danced on the roof", false, false),
            ("I opened it wide", true, false),
        ] {
            let talk = try eveningAfterTheIntention()
            if isOffRecord { talk.calls("off_record", "{}") }
            talk.says("Yes, I opened it wide.")
            let answer = talk.calls("answer_intention", #"{"answer":"done","words":"\#(words)"}"#)
            #expect(answer.contains(#""ok":true"#), "\(answer)")
            let kept = talk.memory.items.compactMap { $0.intention?.answerWords?.words }
            #expect(kept == (isKept ? [words] : []))
        }
    }

    /// An answer's words go with the talk in which they were said; that the owner answered stays (M-8, G-4).
    @Test(.requirement("SAFE-3"), arguments: [true, false]) func anAnswersWordsGoWithTheirTalk(isCrisis: Bool) throws {
        let talk = try eveningAfterTheIntention()
        talk.says("Yes, I opened it wide.")
        let answer = talk.calls("answer_intention", #"{"answer":"done","words":"I opened it wide"}"#)
        #expect(answer.contains(#""ok":true"#), "\(answer)")
        #expect(talk.memory.items.first?.intention?.answerWords?.words == "I opened it wide")
        let before = talk.bedside.disk.memory
        talk.says(isCrisis ? "I want to die. I want to kill myself." : "Don't remember that.")
        let item = try #require(talk.memory.items.first)
        #expect(item.intention?.status == .done && item.intention?.answerWords == nil)
        #expect(item.text == before.memory.items.first?.text)
        // The sealed record with the words is erased on the disk.
        #expect(before.loses(by: .record(.keep(item))))
    }

    /// A state passes whatever it is called; what only sounds like one stays (M-5).
    @Test func aStateEndsWhateverItsNameIs() throws {
        let day = try #require(LocalDate("2026-11-24"))
        func ends(_ slot: String, _ text: String, _ kind: MemoryKind? = nil) -> Bool {
            MemoryTime.lastDay(
                of: MemoryCandidate(kind: kind, slot: slot, text: PrivateText(text), quote: PrivateText(text)),
                from: day)
                != nil
        }
        for (slot, text) in [
            ("health", "Has a cold"), ("flu", "Has been in bed"), ("body", "Feels sick since Monday"), ("mood", "Low"),
            ("place", "Is away until spring"), ("condition", "風邪をひいている"), ("place", "大阪に出張中"), ("health", "体調を崩している"),
        ] {
            #expect(ends(slot, text), "\(slot): \(text)")
        }
        for (slot, text) in [
            ("drink", "Likes cold water"), ("work", "Is a nurse for sick children"), ("dog", "Has a dog named Flu"),
            ("food", "熱いお茶が好き"), ("hobby", "旅行が好き"),
        ] {
            #expect(!ends(slot, text), "\(slot): \(text)")
        }
        #expect(!ends("rest", "Likes to be on holiday in May", .preference))
    }

    /// What goes for want of room is told to the log by its number (M-1).
    @Test func aDroppedMemoryIsLoggedByItsNumber() throws {
        var part = OwnerMemory()
        let moment = try Self.earlier()
        for number in 1...MemoryLimits.items {
            let text = PrivateText("Thing number \(number) of letter \(String(repeating: "x", count: number))")
            _ = part.memory.keep(
                MemoryCandidate(slot: "thing-\(number)", text: text, quote: text), at: moment, talk: 1, habit: nil)
        }
        let talk = try Talk(part)
        talk.begin()
        talk.says("My dog is called Momo.")
        #expect(talk.remember("dog", "Has a dog named Momo", "My dog is called Momo").contains(#""ok":true"#))
        let logged = talk.bedside.performed.compactMap { if case .log(_, let text) = $0 { text } else { nil } }
        #expect(logged.contains("memory 1 was dropped for room"), "\(logged)")
    }
}
