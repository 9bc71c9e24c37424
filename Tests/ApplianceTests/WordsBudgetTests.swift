import Bedside
import TestKit
import Testing

@testable import Appliance

/// What a service says in words is bounded before it reaches the loop (GUARD-6).
@Suite(.requirement("GUARD-6")) struct WordsBudgetTests {
    private static func said(_ voice: TalkLine.Voice) -> ConversationEvent { .said(voice, PrivateText("x"), turn: 1) }

    @Test func aTalkPassesAndAFloodDoesNot() {
        let budget = WordsBudget()
        // An hour of talk: each side says something every other second.
        for second in stride(from: 0, to: 3600, by: 2) {
            let now = BootTime.zero + .seconds(second)
            #expect(budget.allows(Self.said(.owner), at: now) && budget.allows(Self.said(.companion), at: now))
        }
        let start = BootTime.zero + .hours(2)
        let passed = (0..<10_000).count { budget.allows(Self.said(.companion), at: start + .milliseconds($0)) }
        #expect(passed <= WordsBudget.burst + 41 && passed >= WordsBudget.burst)
        // The owner's words do not wait for the companion's.
        #expect(budget.allows(Self.said(.owner), at: start + .seconds(10)))
    }

    @Test func otherEventsAreNotCounted() {
        let budget = WordsBudget()
        #expect((0..<1000).allSatisfy { _ in budget.allows(.ownerSpeaking(true), at: .zero) })
    }
}
