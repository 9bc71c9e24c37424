import TestKit
import Testing

@testable import Bedside

/// A film or a guest neither has memories read out nor changes the device at night (SAFE-6, G-11).
@Suite(.requirement("SAFE-6"))
struct AskedAgainTests {
    private static let skip = ("skip_next", #"{"habit":"wake"}"#)
    private static let read = ("memory_read", #"{"query":"dog"}"#)

    /// An open talk in which the owner was heard.
    private static func talk(_ time: String) throws -> VirtualBedside {
        let bedside = try TalkLimitTests.bedside("2026-11-20T\(time)", alarms: [(.wake, "07:00")])
        bedside.ask(.memory(.mode(.on)))
        bedside.ask(.talk(nil))
        bedside.companion(.ready)
        bedside.companion(.speaking(true))
        bedside.companion(.speaking(false))
        speaks(bedside)
        return bedside
    }

    private static func speaks(_ bedside: VirtualBedside) {
        bedside.advance(by: .seconds(2))
        bedside.companion(.ownerSpeaking(true))
        bedside.companion(.ownerSpeaking(false))
        bedside.advance(by: .milliseconds(300))
    }

    /// Whether the call was carried out.
    private static func call(_ bedside: VirtualBedside, _ tool: (name: String, arguments: String)) -> Bool {
        CompanionRightsTests.call(bedside, tool.name, tool.arguments)
        bedside.advance(by: .milliseconds(10))
        let isSkipped = bedside.disk.exceptions.values.contains(.skip)
        let answer = CompanionRightsTests.answers(bedside).last ?? ""
        return tool.name == read.0 ? answer.contains("\"ok\":true") : isSkipped
    }

    private static func asks(_ bedside: VirtualBedside) {
        bedside.companion(.speaking(true))
        bedside.advance(by: .seconds(3))
        bedside.companion(.speaking(false))
    }

    @Test func byDayOnlyMemoriesAreAskedForTwice() throws {
        #expect(Self.call(try Self.talk("22:30"), Self.skip))
        #expect(Self.call(try Self.talk("05:00"), Self.skip))
        for time in ["23:00", "04:59"] { #expect(!Self.call(try Self.talk(time), Self.skip), "at \(time)") }
        #expect(!Self.call(try Self.talk("12:00"), Self.read))
    }

    @Test(arguments: ["skip", "read"]) func theOwnersRepetitionConfirmsIt(name: String) throws {
        let tool = name == "skip" ? Self.skip : Self.read
        let bedside = try Self.talk("23:30")
        #expect(!Self.call(bedside, tool))
        #expect(CompanionRightsTests.answers(bedside).last?.contains("press Start") == true)
        // Calling again by itself is no repetition.
        #expect(!Self.call(bedside, tool))
        Self.asks(bedside)
        bedside.advance(by: .seconds(6))
        Self.speaks(bedside)
        #expect(Self.call(bedside, tool))
    }

    @Test func aPressOfStartConfirmsItAndTenSecondsAreTheLimit() throws {
        for (seconds, isDone) in [(1, true), (9, true), (11, false)] {
            let bedside = try Self.talk("23:30")
            #expect(!Self.call(bedside, Self.skip))
            Self.asks(bedside)
            bedside.advance(by: .seconds(seconds))
            bedside.press(.start)
            bedside.advance(by: .seconds(1))
            #expect(Self.call(bedside, Self.skip) == isDone, "after \(seconds) s")
        }
    }

    /// What was confirmed is that one change, once.
    @Test func anotherCallIsNotConfirmed() throws {
        let bedside = try Self.talk("23:30")
        #expect(!Self.call(bedside, ("remove_habit", #"{"habit":"training"}"#)))
        Self.asks(bedside)
        bedside.press(.start)
        bedside.advance(by: .seconds(1))
        #expect(!Self.call(bedside, Self.skip))
    }

    // MARK: A no

    /// A "no" is heard as a voice, too; it must neither confirm nor leave the question open for a later "yes".
    @Test(arguments: ["skip", "read"], ["No.", "いいえ", "やっぱりやめて", "Never mind."])
    func aNoEndsTheWait(name: String, no: String) throws {
        let tool = name == "skip" ? Self.skip : Self.read
        let bedside = try Self.talk("23:30")
        #expect(!Self.call(bedside, tool))
        Self.asks(bedside)
        Self.speaks(bedside)
        bedside.companion(.said(.owner, PrivateText(no), turn: 4))
        #expect(!Self.call(bedside, tool))
        // That call was a new question, which needs an answer of its own; after another "no" a "yes" comes too late.
        Self.asks(bedside)
        Self.speaks(bedside)
        bedside.companion(.said(.owner, PrivateText(no), turn: 6))
        Self.speaks(bedside)
        bedside.companion(.said(.owner, PrivateText("Yes. はい"), turn: 8))
        #expect(!Self.call(bedside, tool))
        // The owner may change their mind: the question that the device has just asked anew can be confirmed.
        Self.asks(bedside)
        Self.speaks(bedside)
        bedside.companion(.said(.owner, PrivateText("Yes. はい"), turn: 10))
        #expect(Self.call(bedside, tool))
    }

    @Test(arguments: [
        "No", "no, thank you", "No, at seven.", "Nope", "Oh no, wait", "Don't.", "Please don't do that", "Stop it",
        "never mind", "actually, never mind", "Leave it, please", "I changed my mind", "I don't want that",
        "cancel that",
        "いいえ", "いや、いい", "いえ、結構です", "だめ", "ダメです", "違います", "ちがう、7時", "やめて", "やっぱりやめて", "やめておく", "もうやめて",
        "しないで", "それは変えないでください", "消さないで", "待って", "キャンセル", "やっぱりいらない", "そのままで", "嫌だ", "ううん",
    ]) func aNoIsUnderstood(words: String) { #expect(SpokenNo.isSaid(in: words)) }

    @Test(arguments: [
        "Yes", "Yes, skip it", "No problem, go ahead", "I don't mind", "Cancel tomorrow's alarm", "Skip the wake alarm",
        "Don't wake me tomorrow", "No alarm tomorrow", "Stop the training habit", "What do you remember?", "notes",
        "Nora",
        "はい", "うん、お願い", "いいよ", "いいです", "明日は起こさないで", "明日のアラームを止めて", "トレーニングをやめて", "スキップして", "何を覚えてる？",
        "鳴らさないで", "", "…",
    ]) func otherWordsAreNoNo(words: String) { #expect(!SpokenNo.isSaid(in: words)) }

    /// The service may call before the words are written down: then the "no" would come too late.
    @Test func callsThatNeedAConfirmationWaitForTheWords() {
        for tool in ToolCatalog.all {
            let isProven = tool.isAboutMemory || tool.repetition != .never || tool.name == .rateHabit
            #expect(tool.needsWords == isProven, "\(tool.name)")
        }
        #expect(ToolCatalog.tool(.skipNext).needsWords && !ToolCatalog.tool(.nextUp).needsWords)
    }

    /// The words of a bedtime talk are kept at once: they were said in it, and take nothing away.
    @Test func whatIsKeptOfTheTalkNeedsNoRepetition() {
        for name in Tool.Name.allCases {
            // A number is no change that could be missed, and complete silence is said twice by day too.
            let others: Set<Tool.Name> = [.setVolume, .rateHabit, .staySilent]
            let isChange =
                ToolCatalog.tool(name).isWrite && !ToolCatalog.tool(name).isAboutMemory && !others.contains(name)
            #expect((ToolCatalog.tool(name).repetition == .atNight) == (isChange || name == .forget), "\(name)")
        }
        #expect([.memoryRead, .staySilent].allSatisfy { ToolCatalog.tool($0).repetition == .always })
        #expect(ToolCatalog.tool(.rateHabit).repetition == .never)
    }
}
