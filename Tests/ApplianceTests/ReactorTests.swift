import Bedside
import Foundation
import Glibc
import Synchronization
import TestKit
import Testing

@testable import Appliance

@Suite struct ReactorTests {
    @Test func civilTimerFiresAtItsTimeAndNeverBefore() throws {
        let reactor = try Reactor()
        let due = SystemClock.civil() + .milliseconds(30)
        var fired: CivilTime?
        reactor.onCivilDeadline = {
            fired = SystemClock.civil()
            reactor.stop()
        }
        reactor.armCivil(due)
        try reactor.run()
        let late = try #require(fired) - due
        #expect(late >= .zero)
        #expect(late < .seconds(2))
    }

    @Test func bootTimerFiresAtItsTimeAndNeverBefore() throws {
        let reactor = try Reactor()
        let due = SystemClock.boot() + .milliseconds(30)
        var fired: BootTime?
        reactor.onBootDeadline = {
            fired = SystemClock.boot()
            reactor.stop()
        }
        reactor.armBoot(due)
        try reactor.run()
        let late = try #require(fired) - due
        #expect(late >= .zero)
        #expect(late < .seconds(2))
    }

    @Test func deadlinesInThePastFireAtOnce() throws {
        let reactor = try Reactor()
        var fired: [String] = []
        reactor.onCivilDeadline = { fired.append("civil") }
        reactor.onBootDeadline = { fired.append("boot") }
        reactor.armCivil(CivilTime(nanoseconds: -5))
        reactor.armBoot(.zero)
        try reactor.turn(timeoutMilliseconds: 1000)
        #expect(fired.sorted() == ["boot", "civil"])
    }

    @Test func sleepsWithoutWakingIfNothingIsArmed() throws {
        let reactor = try Reactor()
        reactor.onCivilDeadline = { Issue.record("the deadline fired although none is armed") }
        reactor.onClockSet = { Issue.record("a set clock was reported although it was not set") }
        reactor.armBoot(SystemClock.boot() + .milliseconds(20))
        reactor.armBoot(nil)
        reactor.armCivil(SystemClock.civil() + .milliseconds(20))
        reactor.armCivil(nil)
        let before = reactor.wakeUps
        var slept = 0
        let end = SystemClock.boot() + .milliseconds(80)
        while SystemClock.boot() < end {
            try reactor.turn(timeoutMilliseconds: 100)
            slept += 1
        }
        // epoll itself returned once, by its time limit, with no event.
        #expect(slept == 1)
        #expect(reactor.wakeUps == before + 1)
    }

    /// A test must not set the machine's clock, so the kernel's answer is injected.
    @Test(.requirement("ALARM-6")) func aSetClockIsReportedByTheCancelledRead() throws {
        let isCancelled = Atomic<Bool>(false)
        let kernel = CivilTimer.Calls.kernel
        let reactor = try Reactor(
            civilCalls: CivilTimer.Calls(
                arm: kernel.arm,
                read: { descriptor in
                    let code = kernel.read(descriptor)
                    return isCancelled.exchange(false, ordering: .relaxed) ? ECANCELED : code
                }))
        var sets = 0
        reactor.onClockSet = { sets += 1 }
        reactor.onCivilDeadline = { Issue.record("a cancelled read must not count as a deadline") }
        isCancelled.store(true, ordering: .relaxed)
        reactor.armCivil(SystemClock.civil())
        try reactor.turn(timeoutMilliseconds: 1000)
        #expect(sets == 1)
    }

    @Test(.requirement("ALARM-6")) func aSetClockSeenInArmingIsReportedOnceAndTheTimerStaysArmed() throws {
        let isCancelled = Atomic<Bool>(false)
        let kernel = CivilTimer.Calls.kernel
        let reactor = try Reactor(
            civilCalls: CivilTimer.Calls(
                arm: { descriptor, value in
                    let code = kernel.arm(descriptor, value)
                    return isCancelled.exchange(false, ordering: .relaxed) ? ECANCELED : code
                }, read: kernel.read))
        var story: [String] = []
        reactor.onClockSet = { story.append("set") }
        reactor.onCivilDeadline = { story.append("due") }
        isCancelled.store(true, ordering: .relaxed)
        reactor.armCivil(SystemClock.civil() + .milliseconds(20))
        #expect(story.isEmpty)
        let end = SystemClock.boot() + .seconds(5)
        while story.count < 2, SystemClock.boot() < end { try reactor.turn(timeoutMilliseconds: 1000) }
        #expect(story == ["set", "due"])
    }

    @Test func messagesOfManyThreadsArriveInEachThreadsOrder() throws {
        let reactor = try Reactor()
        var received: [Int: [Int]] = [:]
        var count = 0
        let mailbox = try reactor.makeMailbox(of: (Int, Int).self) { message in
            received[message.0, default: []].append(message.1)
            count += 1
            if count == 400 { reactor.stop() }
        }
        for sender in 0..<4 {
            Thread.detachNewThread { for number in 0..<100 { mailbox.post((sender, number)) } }
        }
        try reactor.run()
        #expect(received.values.allSatisfy { $0 == Array(0..<100) })
        #expect(mailbox.refusedCount == 0)
    }

    @Test func aFullMailboxRefusesAndCounts() throws {
        let reactor = try Reactor()
        var received: [Int] = []
        let mailbox = try reactor.makeMailbox(of: Int.self, limit: 3) { received.append($0) }
        let answers = (0..<5).map { mailbox.post($0) }
        #expect(answers == [true, true, true, false, false])
        #expect(mailbox.refusedCount == 2)
        try reactor.turn(timeoutMilliseconds: 1000)
        #expect(received == [0, 1, 2])
        #expect(mailbox.post(9))
    }

    /// GUARD-6: a thread that posts endlessly does not keep the loop from a button, and none of its messages is lost.
    @Test func aFloodedMailboxLetsOtherReadyEventsHaveTheirTurn() throws {
        let reactor = try Reactor()
        var story: [String] = []
        let flood = try reactor.makeMailbox(of: Int.self, turnLimit: 2) { story.append("flood \($0)") }
        let button = try reactor.makeMailbox(of: Int.self) { _ in story.append("button") }
        for number in 0..<5 { flood.post(number) }
        button.post(0)
        try reactor.turn(timeoutMilliseconds: 1000)
        #expect(story.sorted() == ["button", "flood 0", "flood 1"])
        while story.count < 6 { try reactor.turn(timeoutMilliseconds: 1000) }
        #expect(story.filter { $0 != "button" } == (0..<5).map { "flood \($0)" })
        // Nothing is left that would wake it.
        let before = reactor.wakeUps
        try reactor.turn(timeoutMilliseconds: 0)
        #expect(story.count == 6)
        flood.post(7)
        while story.count < 7, reactor.wakeUps < before + 5 { try reactor.turn(timeoutMilliseconds: 1000) }
        #expect(story.last == "flood 7")
    }

    @Test func aMailboxThatIsNeverEmptyStaysSmall() throws {
        let mailbox = try Mailbox<Int>(limit: 8)
        var next = 0
        for number in 0..<10_000 {
            #expect(mailbox.post(number))
            if number % 2 == 1 {
                for taken in mailbox.take(2) {
                    #expect(taken == next)
                    next += 1
                }
            }
        }
        #expect(next == 10_000)
    }

    @Test func aDescriptorRemovedByAnotherHandlerIsNotDelivered() throws {
        let reactor = try Reactor()
        var pipes: [[Int32]] = []
        for _ in 0..<2 {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            pipes.append(ends)
        }
        defer { for end in pipes.joined() { close(end) } }
        var handled: [Int] = []
        for index in 0..<2 {
            try reactor.add(pipes[index][0], for: .readable) { _ in
                handled.append(index)
                reactor.remove(pipes[1 - index][0])
            }
            var byte: UInt8 = 1
            try #require(write(pipes[index][1], &byte, 1) == 1)
        }
        try reactor.turn(timeoutMilliseconds: 1000)
        #expect(handled.count == 1)
    }

    @Test func signalsArriveAsNumbers() throws {
        // On this thread only: the test process has others, which must not be disturbed.
        var before = sigset_t()
        var set = sigset_t()
        sigemptyset(&set)
        for signal in Signals.handled { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let reactor = try Reactor()
        var received: [Int32] = []
        let signals = try Signals(reactor: reactor) { received.append($0) }
        pthread_kill(pthread_self(), SIGWINCH)
        try reactor.turn(timeoutMilliseconds: 1000)
        #expect(received == [SIGWINCH])
        withExtendedLifetime(signals) {}
    }

    @Test func anotherTimerLivesAsLongAsItIsReferenced() throws {
        let reactor = try Reactor()
        var count = 0
        var timer: LoopTimer? = try reactor.makeTimer { count += 1 }
        timer?.arm(SystemClock.boot())
        try reactor.turn(timeoutMilliseconds: 1000)
        #expect(count == 1)
        timer?.arm(SystemClock.boot() + .milliseconds(5))
        timer = nil
        try reactor.turn(timeoutMilliseconds: 30)
        #expect(count == 1)
    }
}
