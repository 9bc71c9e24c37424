import TestKit
import Testing

@testable import Bedside

/// What counts as the owner's repetition or consent, and what a companion may report of them (SAFE-6, G-11, F-6).
@Suite(.requirement("SAFE-6", "TALK-9"))
struct RepeatedWishTests {
    private typealias Story = MemoryStoryTests
    private typealias Kind = Simulator.Step.Kind

    private static let off = (name: "set_habit", arguments: #"{"habit":"wake","on":false}"#)
    private static let read = (name: "memory_read", arguments: #"{"query":"my dog"}"#)
    private static let everything = (name: "forget", arguments: #"{"query":"everything"}"#)

    private static func isRepeated(
        _ words: String, _ tool: (name: String, arguments: String) = off, after wish: String = "Hello."
    ) throws -> Bool {
        RepeatedWish.isSaid(
            in: words, of: try ToolCall.parse(name: tool.name, arguments: tool.arguments), after: wish)
    }

    // MARK: Words

    /// Neither questions, hesitations, doubts, farewells nor refusals.
    static let others = [
        "What?", "Hm?", "Hm.", "Huh?", "I am not sure.", "I'm not sure.", "Maybe.", "Perhaps later.", "Why?",
        "Why would you do that?", "Why would you turn the alarm off?", "Which alarm?", "Did you turn it off?", "Yes?",
        "OK?",
        "Good night.", "Hello.", "Thank you.", "See you tomorrow.", "I don't know.", "I didn't say that.",
        "Not the alarm.",
        "Not wake!", "It is raining.", "Please wait.", "Right after that we ate.", "No.", "Never mind.", "Stop.",
        "Cancel.",
        "Wait, no.", "わからない", "えっ？", "うーん", "やっぱりいい", "ええと", "はい？", "何？", "なんで？", "どういうこと？", "どのアラーム？", "おやすみ",
        "おやすみなさい。", "たぶん", "どうしようかな", "そうかも", "そういえば、雨だね", "考えさせて", "アラームなんて言ってないよ", "だめ", "やめて", "結構です", "いいですか？",
        "もういいよ", "Not at seven.", "Not a chance.", "そうだなあ", "そうは思わない", "ハイキング楽しかった", "やってられない",
    ]

    @Test(arguments: others, [off, read, everything].map(\.name)) func otherWordsAreNone(words: String, name: String)
        throws
    {
        let tool = [Self.off, Self.read, Self.everything].first { $0.name == name }
        #expect(try !Self.isRepeated(words, try #require(tool)), "\(words)")
    }

    @Test(arguments: [
        "Yes.", "Yeah", "Yep!", "Sure.", "OK", "Okay, please.", "Please.", "Please do.", "Do it.", "Go ahead.",
        "Right.",
        "Correct.", "Exactly.", "I do.", "I am sure.", "I'm sure.", "That's what I want.", "Of course.",
        "Oh, yes, please.",
        "Hm? Yes.", "Yes. What time is it?", "No problem, go ahead.", "はい", "うん。", "ええ", "そう", "そうです", "お願い", "お願いします",
        "いいよ",
        "いいです", "それで", "頼む", "やって", "オーケー", "はい、お願いします。", "うーん、はい", "もちろん", "その通り", "そうしてください",
        "えっと、はい", "そう、じゃあお願い", "うん、とめて", "うん、とりあえずそれで", "Uh-huh.", "Mm-hmm.", "Sure, why not?",
        "Yes. Thank you. Good night.",
    ]) func agreementCounts(words: String) throws {
        #expect(try Self.isRepeated(words), "\(words)")
        #expect(SpokenYes.isSaid(in: words))
    }

    @Test(arguments: [
        "Turn the alarm off.", "The wake one.", "Off.", "Switch it off", "Could you switch it off?", "Keep it quiet.",
        "アラームを消して", "起床", "止めてください", "静かにして", "アラームを止めてくれる？",
    ]) func theWishItselfCounts(words: String) throws { #expect(try Self.isRepeated(words), "\(words)") }

    @Test func whatIsNamedBelongsToTheWish() throws {
        for words in ["What do you remember?", "What do you remember about my dog?", "My dog.", "何を覚えてる？", "教えて"] {
            #expect(try Self.isRepeated(words, Self.read), "\(words)")
            #expect(try !Self.isRepeated(words), "\(words)")
        }
        for words in ["Forget everything.", "Everything.", "全部忘れて", "全部"] {
            #expect(try Self.isRepeated(words, Self.everything), "\(words)")
            #expect(try !Self.isRepeated(words), "\(words)")
        }
        let once = (name: "one_off_alarm", arguments: #"{"time":"05:30"}"#)
        for words in ["At five thirty.", "5時半", "One at half past five."] {
            #expect(try Self.isRepeated(words, once), "\(words)")
        }
        #expect(try Self.isRepeated("For the exam.", once, after: "Wake me at five thirty for the exam."))
        #expect(try !Self.isRepeated("Good night.", after: "Good night."))
    }

    // MARK: In a talk

    private static func talk(
        _ time: String, _ steps: [Kind], language: Language = .english
    ) throws -> (tools: [String], lines: [SimulatedLine]) {
        let start = try EpisodeTests.at("2026-11-25T\(time):00")
        var all = [("\(start)", Story.start)]
        for (index, step) in steps.enumerated() {
            let second = 10 + 4 * index
            all.append(("2026-11-25T\(time):\(padded(second, 2))", step))
        }
        let lines = try Story.run(language: language, all)
        let tools = lines.compactMap { line in
            if case .night(let entry) = line, entry.kind == .tool { entry.detail } else { nil }
        }
        return (tools, lines)
    }

    private static func tool(_ name: String, _ arguments: String) -> Kind { .tool(name: name, arguments: arguments) }

    /// The tool's answers, for a tool that is called before the owner's words and after them.
    @Test(arguments: [
        ("What?", false), ("Maybe.", false), ("Good night.", false), ("Yes.", true), ("The alarm, off.", true),
    ])
    func atNightOnlyAYesOrTheWishConfirms(words: String, isDone: Bool) throws {
        let call = Self.tool("set_habit", #"{"habit":"wake","on":false}"#)
        let (tools, _) = try Self.talk("02:00", [Story.owner("Hello."), call, Story.owner(words), call])
        #expect(tools.map { $0.contains(#""ok":true"#) } == [false, isDone], "\(tools)")
    }

    /// After a "What?" the companion asks again, and then a yes counts.
    @Test func aYesMayFollowAQuestion() throws {
        let call = Self.tool("set_habit", #"{"habit":"wake","on":false}"#)
        let (tools, _) = try Self.talk(
            "02:00", [Story.owner("Hello."), call, Story.owner("What?"), Story.owner("Yes, please."), call])
        #expect(tools.map { $0.contains(#""ok":true"#) } == [false, true], "\(tools)")
    }

    /// Thanks may follow the yes before the companion calls again.
    @Test func thanksMayFollowTheYes() throws {
        let call = Self.tool("set_habit", #"{"habit":"wake","on":false}"#)
        let (tools, _) = try Self.talk(
            "02:00", [Story.owner("Hello."), call, Story.owner("Yes."), Story.owner("Thank you."), call])
        #expect(tools.map { $0.contains(#""ok":true"#) } == [false, true], "\(tools)")
    }

    // MARK: What is reported of the owner

    /// A tool that is asked for twice knows what it is about, and what its call names.
    @Test func everyToolKnowsHowItIsAskedForAgain() throws {
        for tool in ToolCatalog.all where tool.repetition != .never {
            #expect(!tool.topics.english.isEmpty && !tool.topics.japanese.isEmpty, "\(tool.name)")
            guard let habit = tool.parameters.map(\.name).first(where: ["habit", "name"].contains) else { continue }
            let hasTime = tool.parameters.contains { $0.name == "time" }
            let arguments = #"{"\#(habit)":"training"\#(hasTime ? #","time":"05:30""# : "")}"#
            let thing = try ToolCall.parse(name: tool.name.rawValue, arguments: arguments).use.thing
            for language in Language.allCases {
                #expect(thing.words.words.contains(HabitName(.training).text(in: language)), "\(tool.name)")
            }
            #expect(thing.numbers == (hasTime ? [5, 30] : []), "\(tool.name)")
        }
    }

    private static func isUnsaid(_ lines: [String], _ name: String, _ arguments: String) throws -> Bool {
        var said = OwnersWords()
        for (turn, line) in lines.enumerated() { said.hear(PrivateText(line), turn: turn) }
        return try ToolCall.parse(name: name, arguments: arguments).isUnsaid(in: said)
    }

    private static let wake = #"{"habit":"wake"}"#

    @Test(
        .requirement("FADE-3"),
        arguments: [
            (["Two."], false), (["Seven."], true), (["I'd say a 7."], true), (["Three out of seven."], false),
            (["七です"], true),
            (["ななです"], true), (["Hello."], false), (["Seven.", "Good night."], true), ([], true),
        ]) func aRatingIsTheOwnersNumber(lines: [String], isTaken: Bool) throws
    {
        #expect(try Self.isUnsaid(lines, "rate_habit", #"{"habit":"wake","score":7}"#) != isTaken, "\(lines)")
    }

    @Test(
        .requirement("FADE-3"),
        arguments: [
            ("Hello.", false), ("What?", false), ("No, not yet.", false), ("Maybe.", false),
            ("The alarm was loud.", false),
            ("Yes.", true), ("Well, yes, do it.", true), ("Let me try alone.", true),
            ("You may stop calling me.", true),
            ("I don't know.", false), ("はい", true), ("一人で起きてみる", true), ("もう鳴らさなくていいよ", true), ("おはよう", false),
        ]) func theLastStepNeedsTheOwnersYes(words: String, isTaken: Bool) throws
    {
        #expect(try Self.isUnsaid(["Good evening.", words], "step_back", Self.wake) != isTaken, "\(words)")
    }

    @Test(
        .requirement("FADE-2"),
        arguments: [
            ("I slept through three alarms today.", false), ("Hello.", false), ("I wasn't up yet.", false),
            ("寝坊した", false),
            ("起きていなかった", false), ("I was up already.", true), ("I was awake before it rang.", true),
            ("I woke at five.", true),
            ("Yes, I was.", true), ("もう起きてたよ", true), ("先に目が覚めた", true), ("Don't worry, I'm up.", true),
            ("起きてるし問題ない", true),
        ]) func whoWasUpHasSaidSo(words: String, isTaken: Bool) throws
    {
        #expect(try Self.isUnsaid(["Good morning.", words], "already_up", "{}") != isTaken, "\(words)")
    }

    @Test(
        .requirement("MIND-1"),
        arguments: [
            ("done", "No, not today.", false), ("done", "Hello.", false), ("done", "What?", false),
            ("not", "Hello.", false),
            ("not", "Yes, I did.", false), ("not", "はい、やりました", false), ("done", "いいえ", false),
            ("done", "I opened it wide.", true), ("done", "やったよ", true), ("done", "ばっちり", true),
            ("done", "Sure did.", true),
            ("done", "Yes.", true), ("not", "I forgot.", true), ("not", "Yes, I forgot.", true),
            ("not", "Didn't manage.", true), ("done", "Did it twice.", true),
            ("not", "No. Sleet.", true), ("not", "今日は無理やった", true), ("not", "給湯器が壊れてな、風呂なし", true),
            ("partly", "Half. Phone rang.", true), ("partly", "Opened it, didn't read it.", true),
            ("partly", "No, only half.", true), ("done", "Did my ten minutes.", true), ("done", "Did that.", true),
            ("done", "When I got home, I did it.", true), ("not", "何もできなかった", true), ("done", "何とかできた", true),
            ("partly", "えっと、半分くらい", true), ("done", "何を？", false),
            ("done", "I forgot.", false), ("done", "忘れた。", false), ("done", "まだやってない。", false),
            ("done", "今日はできませんでした。", false), ("not", "I did!", false), ("not", "ちゃんとできました。", false),
            ("done", "まだです。", false), ("done", "今日はまだだよ。", false), ("done", "まだしてない。", false),
            ("done", "ごめんなさい忘れました。", false), ("done", "あ忘れてた。", false),
            ("not", "あした。", true), ("not", "もうやったよ。", false), ("not", "うん、した。", false),
            ("done", "I forgot my umbrella, but I did it.", true), ("done", "忘れてたけどやった。", true),
            ("not", "I did the dishes.", true), ("not", "できなかった。", true),
        ]) func anAnswerIsNotTurnedAround(answer: String, words: String, isTaken: Bool) throws
    {
        let arguments = #"{"answer":"\#(answer)"}"#
        #expect(try Self.isUnsaid([words], "answer_intention", arguments) != isTaken, "\(answer): \(words)")
    }

    @Test(.requirement("MIND-1")) func aFarewellMayFollowTheAnswer() throws {
        #expect(try !Self.isUnsaid(["I did it.", "Good night."], "answer_intention", #"{"answer":"done"}"#))
        #expect(try Self.isUnsaid(["No.", "Good night."], "answer_intention", #"{"answer":"done"}"#))
    }

    /// What the companion reports and nobody said is refused, with a reason that it understands.
    @Test(.requirement("FADE-3")) func theRefusalSaysWhatIsMissing() throws {
        let (tools, _) = try Self.talk(
            "15:00", [Story.owner("Two."), Self.tool("rate_habit", #"{"habit":"wake","score":7}"#)])
        #expect(tools.last?.contains("do not say that") == true, "\(tools)")
    }

    // MARK: Forgetting (M-8)

    @Test(
        .requirement("MIND-3"),
        arguments: [
            "Forget Keiko.", "Please forget what I said about Keiko.", "You can bin that thing about Keiko.",
            "Delete Keiko",
            "Don't remember Keiko.", "I don't want you to remember Keiko.", "Keiko? Wipe it.",
            "Don't let it be Keiko, erase her.", "I'd like that thing about Keiko to be deleted.",
            "I want to erase Keiko.",
        ]) func aWishToForget(words: String)
    {
        #expect(ForgetWish.isSaid(in: words), "\(words)")
        #expect(Self.mayForget("Keiko", [TalkLine(.owner, PrivateText(words))]), "\(words)")
    }

    @Test(
        .requirement("MIND-3"),
        arguments: [
            "Keiko and I had lunch.", "Don't forget Keiko.", "I'll never forget Keiko.", "I forget where Keiko lives.",
            "Don't let me forget Keiko's birthday.", "I always forget Keiko's name.", "I don't remember Keiko.",
            "Don't you remember Keiko?", "I dropped Keiko off.", "I have to bin the leftovers from Keiko.",
            "They want to delete Keiko's account.", "I need to drop Keiko off.", "慶子のことを忘れてた", "慶子を忘れてしまった",
            "慶子のことは忘れないで", "慶子が消してた",
        ]) func aMentionIsNoWish(words: String)
    {
        #expect(!ForgetWish.isSaid(in: words), "\(words)")
        #expect(!Self.mayForget("Keiko", [TalkLine(.owner, PrivateText(words))]))
    }

    @Test(arguments: ["慶子のことは忘れて", "慶子の話は消しといて", "慶子は覚えなくていいよ", "慶子のこと、なかったことにして", "慶子の記録を削除して"])
    func aWishInJapanese(words: String) {
        #expect(Self.mayForget("慶子", [TalkLine(.owner, PrivateText(words))], .japanese), "\(words)")
    }

    private static func mayForget(_ query: String, _ lines: [TalkLine], _ language: Language = .english) -> Bool {
        MemoryGate(lines: lines, language: language).mayForget(PrivateText(query))
    }

    @Test(.requirement("MIND-3")) func theWishFollowsTheNameOrTheCompanionAsks() {
        func lines(_ words: String...) -> [TalkLine] {
            words.enumerated().map { TalkLine($0.offset % 2 == 0 ? .owner : .companion, PrivateText($0.element)) }
        }
        let lunch = "Keiko and I had lunch."
        #expect(Self.mayForget("Keiko", lines(lunch, "Nice.", "Actually, forget that.")))
        #expect(Self.mayForget("Keiko", lines(lunch, "Shall I forget Keiko?", "Yes, please.")))
        #expect(!Self.mayForget("Keiko", lines(lunch, "Shall I forget Keiko?", "No.")))
        #expect(!Self.mayForget("Keiko", lines(lunch, "Shall I forget Keiko?", "Why?")))
        #expect(!Self.mayForget("Keiko", lines(lunch, "How was it?", "Yes, nice.")))
        #expect(Self.mayForget("Keiko", lines("Delete something.", "What shall I forget?", "The thing about Keiko.")))
        #expect(!Self.mayForget("Keiko", lines("Forget the boats.", "Done.", lunch)))
    }

    private static let rememberDog = tool(
        "remember", #"{"slot":"dog","text":"Has a dog named Momo","quote":"My dog is called Momo"}"#)

    @Test(.requirement("MIND-3")) func whatIsOnlyMentionedIsNotErased() throws {
        let (tools, _) = try Self.talk(
            "15:00",
            [
                Story.owner("My dog is called Momo."), Self.rememberDog, Story.owner("Momo had a walk."),
                Self.tool("forget", #"{"query":"Momo"}"#), Story.owner("Forget Momo."),
                Self.tool("forget", #"{"query":"Momo"}"#),
            ])
        #expect(tools.map { $0.contains(#""ok":true"#) } == [true, false, true], "\(tools)")
    }

    /// What the owner says once more after it was forgotten is kept; what they said before is not.
    @Test(.requirement("MIND-3"), arguments: [true, false])
    func whatIsSaidAgainIsKeptAgain(isSaidAgain: Bool) throws {
        let quote = isSaidAgain ? "My dog is called Momo" : "Momo had a walk"
        let (tools, lines) = try Self.talk(
            "15:00",
            [
                Story.owner("My dog is called Momo."), Self.rememberDog, Story.owner("Momo had a walk."),
                Story.owner("Forget Momo."), Self.tool("forget", #"{"query":"Momo"}"#),
                Story.owner(isSaidAgain ? "My dog is called Momo, after all." : "It is late."),
                Self.tool("remember", #"{"slot":"dog","text":"Has a dog named Momo","quote":"\#(quote)"}"#),
            ])
        #expect(tools.map { $0.contains(#""ok":true"#) } == [true, true, isSaidAgain], "\(tools)")
        #expect(Story.kept(lines).count == (isSaidAgain ? 2 : 1))
    }
}
