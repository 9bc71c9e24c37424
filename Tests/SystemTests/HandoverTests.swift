import Glibc
import Synchronization
import Testing

@testable import System

@Suite struct HandoverTests {
    private final class Thing: Sendable {
        let check: Int
        init(_ number: Int) { check = number }
    }

    @Test func keepsWhatIsInUseAndNothingElse() {
        let handover = Handover<Thing>()
        weak var first: Thing?
        weak var second: Thing?
        do {
            let (a, b) = (Thing(1), Thing(2))
            (first, second) = (a, b)
            handover.publish(a)
            _ = handover.take()
            handover.publish(b)
        }
        #expect(first != nil && second != nil)
        #expect(!handover.reap())
        #expect(handover.take()?._withUnsafeGuaranteedRef { $0.check } == 2)
        #expect(handover.reap())
        #expect(first == nil && second != nil)
        handover.publish(nil)
        #expect(second != nil)
        #expect(handover.take() == nil)
        #expect(handover.reap())
        #expect(second == nil)
    }

    @Test func keepsNothingThatWasReleased() {
        let handover = Handover<Thing>()
        weak var thing: Thing?
        do {
            let made = Thing(1)
            thing = made
            handover.publish(made)
            _ = handover.take()
        }
        handover.release()
        #expect(thing != nil)
        handover.publish(nil)
        #expect(thing == nil)
    }

    @Test func knowsWhetherSomethingNewerWasPublished() {
        let handover = Handover<Thing>()
        #expect(handover.isNewest(nil))
        handover.publish(Thing(1))
        #expect(!handover.isNewest(nil))
        let taken = handover.take()
        #expect(handover.isNewest(taken))
        handover.publish(nil)
        #expect(!handover.isNewest(taken))
    }

    /// A reader that uses what it took, against an owner that replaces it as fast as it can: an object that was freed
    /// while in use would show by its mark.
    @Test func neverDropsWhatTheOtherThreadUses() throws {
        final class Marked: Sendable {
            let mark = Atomic<Int>(7)
            deinit { mark.store(0, ordering: .sequentiallyConsistent) }
        }
        final class Run: Sendable {
            let handover = Handover<Marked>()
            let isOver = Atomic<Bool>(false)
            let wrong = Atomic<Int>(0)
            let rounds = Atomic<Int>(0)
        }
        let run = Run()
        let reader = try startJoinableThread("reader") {
            while !run.isOver.load(ordering: .relaxed) {
                if let marked = run.handover.take() {
                    marked._withUnsafeGuaranteedRef {
                        for _ in 0..<20 where $0.mark.load(ordering: .sequentiallyConsistent) != 7 {
                            run.wrong.add(1, ordering: .relaxed)
                        }
                    }
                }
                if run.rounds.wrappingAdd(1, ordering: .relaxed).newValue % 3 == 0 { run.handover.release() }
            }
            run.handover.release()
        }
        let end = bootNanoseconds() + 20_000_000_000
        var published = 0
        while published < 200_000 || run.rounds.load(ordering: .relaxed) < 1000, bootNanoseconds() < end {
            run.handover.publish(published % 5 == 4 ? nil : Marked())
            published += 1
        }
        run.isOver.store(true, ordering: .relaxed)
        reader.join()
        run.handover.publish(nil)
        #expect(run.handover.reap())
        let (wrong, rounds) = (run.wrong.load(ordering: .relaxed), run.rounds.load(ordering: .relaxed))
        #expect(wrong == 0)
        #expect(rounds >= 1000)
    }
}
