import TestKit
import Testing

@testable import Bedside

/// What the owner said last in a talk is written down only after Stop, and counts all the same (SAFE-2, SAFE-3; M-8).
@Suite(.requirement("SAFE-3", "MIND-3")) struct LastWordsStoryTests {
    typealias Talk = MemoryToolStoryTests.Talk

    private static let risk = "I want to die. I want to kill myself."

    /// A talk in which the owner likes these, and the companion keeps that.
    private static func talk(liking things: [String]) throws -> Talk {
        let talk = try Talk()
        talk.begin()
        for thing in things { likes(thing, talk) }
        #expect(talk.memory.active.count == things.count)
        return talk
    }

    private static func likes(_ thing: String, _ talk: Talk) {
        talk.says("I really like \(thing).")
        let answer = talk.remember(thing, "Likes \(thing)", "I really like \(thing)")
        #expect(answer.contains(#""ok":true"#), "\(answer)")
    }

    private static func said(_ talk: Talk) -> [String] { SafetyStoryTests.said(talk.bedside).map(\.text) }

    private static func tasks(_ talk: Talk) -> [SummaryTask] {
        talk.bedside.performed.compactMap { if case .summarize(let task) = $0 { task } else { nil } }
    }

    /// Five things are the most that a talk keeps (M-3), so that no summary is asked for at its end.
    private static let five = ["apples", "books", "cellos", "dogs", "elms"]

    @Test func aRiskInTheLastWordsTakesBackTheFiveThingsThatWereKept() throws {
        let talk = try Self.talk(liking: Self.five)
        talk.bedside.press(.stop)
        #expect(Self.tasks(talk).isEmpty)
        talk.bedside.advance(by: .seconds(2))
        talk.says(Self.risk)
        talk.bedside.advance(by: .minutes(2))
        #expect(talk.memory.active.isEmpty && talk.memory.items.allSatisfy { $0.text.words.isEmpty })
        #expect(Self.said(talk).contains(HelpLines.unknownCountry.english))
        #expect(!Self.said(talk).contains { $0.contains("I kept") })
        #expect(talk.bedside.stuckDeadlines == 0)
    }

    @Test func lastWordsOffTheRecordTakeBackOneOfTheFiveThingsThatWereKept() throws {
        let talk = try Self.talk(liking: Self.five)
        talk.bedside.press(.stop)
        talk.bedside.advance(by: .seconds(2))
        talk.says("Don't remember that.")
        #expect(talk.memory.active.map(\.text.words) == Self.five.dropLast().map { "Likes \($0)" })
        talk.bedside.advance(by: .minutes(2))
        #expect(Self.said(talk).filter { $0.contains("I kept") } == [Phrase.memoryKept(4).text(in: .english)])
    }

    /// Without such words the owner hears of it a little later, once no more words can come.
    @Test func whatWasKeptIsSaidOnceTheLastWordsAreIn() throws {
        let talk = try Self.talk(liking: Self.five)
        talk.bedside.press(.stop)
        talk.bedside.advance(by: .seconds(20))
        #expect(Self.said(talk).filter { $0.contains("I kept") } == [Phrase.memoryKept(5).text(in: .english)])
        #expect(talk.bedside.stuckDeadlines == 0)
    }

    // MARK: Start follows Stop

    /// The next talk, a second after Stop, with the number of the call before.
    private static func again(_ talk: Talk) -> Int {
        talk.bedside.press(.stop)
        talk.bedside.advance(by: .seconds(1))
        let first = talk.bedside.call
        talk.begin()
        return first
    }

    @Test(.requirement("SAFE-2")) func aRiskInTheLastWordsIsFoundInTheNextTalk() throws {
        let talk = try Self.talk(liking: ["apples"])
        let first = Self.again(talk)
        #expect(talk.bedside.disk.memory.pending != nil)
        talk.bedside.post(.conversation(.said(.owner, PrivateText(Self.risk), turn: 4), call: first))
        #expect(Self.said(talk).last == HelpLines.unknownCountry.english)
        talk.bedside.advance(by: talk.bedside.speechSpan + .seconds(1))
        #expect(SafetyStoryTests.handed(talk.bedside).map(\.care) == [.crisis])
        #expect(talk.memory.active.isEmpty && talk.bedside.disk.memory.pending == nil)
        talk.bedside.press(.stop)
        #expect(Self.tasks(talk).count == 1)
    }

    /// The next call is still being made: it is opened after the number, with the instructions for an owner at risk.
    @Test(.requirement("SAFE-2")) func theNextCallIsOpenedAfterTheNumber() throws {
        let talk = try Self.talk(liking: ["apples"])
        talk.bedside.press(.stop)
        talk.bedside.advance(by: .seconds(1))
        let first = talk.bedside.call
        talk.bedside.ask(.talk(nil))
        talk.bedside.speechSpan = .seconds(10)
        talk.bedside.post(.conversation(.said(.owner, PrivateText(Self.risk), turn: 4), call: first))
        #expect(Self.said(talk).last == HelpLines.unknownCountry.english)
        let request = try #require(SafetyStoryTests.handed(talk.bedside).last)
        #expect(request.care == .crisis && request.isHelpLineSaid && request.told == MemoryTold())
        talk.bedside.companion(.ready)
        talk.bedside.advance(by: .seconds(5))
        #expect(talk.bedside.machine?.call.stage == .ready)
        talk.bedside.advance(by: .seconds(6))
        #expect(talk.bedside.machine?.call.stage == .open && talk.bedside.stuckDeadlines == 0)
        #expect(talk.bedside.disk.memory.sent.flatMap(\.lines).allSatisfy { !$0.words.contains("apples") })
    }

    @Test func lastWordsOffTheRecordAreAboutTheirOwnTalk() throws {
        let talk = try Self.talk(liking: ["apples"])
        let first = Self.again(talk)
        talk.bedside.post(.conversation(.said(.owner, PrivateText("Don't remember that."), turn: 4), call: first))
        #expect(talk.memory.active.isEmpty && talk.bedside.disk.memory.pending == nil)
        // The talk that is on is on the record.
        Self.likes("books", talk)
        talk.bedside.press(.stop)
        #expect(Self.tasks(talk).last?.lines.map(\.words.words) == ["I really like books."])
        #expect(talk.memory.active.map(\.text.words) == ["Likes books"])
    }
}
