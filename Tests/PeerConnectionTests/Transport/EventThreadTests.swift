import Glibc
import Synchronization
import Testing

@testable import PeerConnection

@Suite struct EventThreadTests {
    final class Log: Sendable {
        let entries = Mutex<[Int]>([])
        func add(_ entry: Int) { entries.withLock { $0.append(entry) } }
        var all: [Int] { entries.withLock { $0 } }
    }

    @Test func runsWorkInTheOrderGivenAndOnItsOwnThread() throws {
        let thread = try EventThread(name: "order")
        let log = Log()
        for number in 0..<1000 { thread.run { log.add(thread.isCurrent ? number : -1) } }
        thread.stop()
        #expect(log.all == Array(0..<1000))
        #expect(!thread.isCurrent)
    }

    @Test func firesTimersByDeadlineAndTheOlderFirstIfEqual() throws {
        let thread = try EventThread(name: "timers")
        let log = Log()
        thread.run {
            thread.after(milliseconds: 40) { log.add(4) }
            thread.after(milliseconds: 10) { log.add(1) }
            thread.after(milliseconds: 20) { log.add(2) }
            thread.after(milliseconds: 20) { log.add(3) }
        }
        #expect(wait(for: { log.all.count == 4 }))
        #expect(log.all == [1, 2, 3, 4])
        thread.stop()
    }

    @Test func aTimerDoesNotFireBeforeItsTimeNorAfterCancelling() throws {
        let thread = try EventThread(name: "cancel")
        let log = Log()
        let began = Mutex(timespec())
        let took = Mutex(0)
        thread.run {
            began.withLock { _ = clock_gettime(CLOCK_MONOTONIC, &$0) }
            let doomed = thread.after(milliseconds: 30) { log.add(99) }
            thread.after(milliseconds: 30) {
                var now = timespec()
                clock_gettime(CLOCK_MONOTONIC, &now)
                let start = began.withLock { $0 }
                took.withLock {
                    $0 = (now.tv_sec - start.tv_sec) * 1_000_000 + (now.tv_nsec - start.tv_nsec) / 1000
                }
                log.add(1)
            }
            doomed.cancel()
            doomed.cancel()
        }
        #expect(wait(for: { !log.all.isEmpty }))
        #expect(took.withLock { $0 } >= 30_000)
        thread.stop()
        #expect(log.all == [1])
    }

    @Test func aTimerWithLeewayWaitsForSomethingElseToWakeTheThread() throws {
        let thread = try EventThread(name: "leeway")
        let log = Log()
        let elapsed = Mutex(Int64(0))
        thread.run {
            // From a timer, so that the wake-up that comes with a post from outside has passed.
            thread.after(milliseconds: 20) {
                elapsed.withLock { $0 = -monotonicMicroseconds() }
                thread.after(milliseconds: 5, leewayMilliseconds: 60_000) {
                    elapsed.withLock { $0 += monotonicMicroseconds() }
                    log.add(1)
                }
                thread.after(milliseconds: 60) { log.add(2) }
            }
        }
        #expect(wait(for: { log.all.count == 2 }))
        #expect(log.all == [1, 2])
        #expect(elapsed.withLock { $0 } >= 60_000)
        thread.stop()
    }

    @Test func aTimerFiresAtTheEndOfItsLeewayIfNothingElseDoes() throws {
        let thread = try EventThread(name: "latest")
        let log = Log()
        thread.run {
            thread.after(milliseconds: 5, leewayMilliseconds: 20) { log.add(1) }
        }
        #expect(wait(for: { log.all == [1] }))
        thread.stop()
    }

    @Test func anEarlierTimerMayCancelOneThatIsDueAtTheSameMoment() throws {
        let thread = try EventThread(name: "rival")
        let log = Log()
        let rival = Mutex<TimerToken?>(nil)
        thread.run {
            thread.after(milliseconds: 5) {
                rival.withLock { $0 }?.cancel()
                log.add(1)
            }
            let second = thread.after(milliseconds: 5) { log.add(2) }
            rival.withLock { $0 = second }
            thread.after(milliseconds: 15) { log.add(3) }
        }
        #expect(wait(for: { log.all.last == 3 }))
        #expect(log.all == [1, 3])
        thread.stop()
    }

    @Test func reportsWhenADescriptorIsReadableUntilCancelled() throws {
        let thread = try EventThread(name: "watch")
        let log = Log()
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let reading = ends[0]
        let token = thread.watch(descriptor: reading, forReading: true, forWriting: false) { isReadable, isWritable in
            var byte: UInt8 = 0
            if isReadable, !isWritable, read(reading, &byte, 1) == 1 { log.add(Int(byte)) }
        }
        for byte: UInt8 in [7, 8] {
            var byte = byte
            #expect(write(ends[1], &byte, 1) == 1)
        }
        #expect(wait(for: { log.all == [7, 8] }))
        let isCancelled = Mutex(false)
        thread.run {
            token.cancel()
            isCancelled.withLock { $0 = true }
        }
        #expect(wait(for: { isCancelled.withLock { $0 } }))
        var byte: UInt8 = 9
        #expect(write(ends[1], &byte, 1) == 1)
        thread.stop()
        #expect(log.all == [7, 8])
        close(ends[0])
        close(ends[1])
    }

    @Test func stopsFromItsOwnThreadAndAcceptsNothingMore() throws {
        let thread = try EventThread(name: "own")
        let log = Log()
        thread.run {
            thread.stop()
            log.add(1)
            thread.run { log.add(2) }
        }
        #expect(wait(for: { log.all == [1] }))
        thread.run { log.add(3) }
        thread.stop()
        #expect(log.all == [1])
    }

    @Test func releasesEverythingWhenStopped() throws {
        final class Witness: Sendable {}
        weak let timer: Witness?
        weak let watched: Witness?
        do {
            let thread = try EventThread(name: "release")
            let first = Witness()
            let second = Witness()
            timer = first
            watched = second
            thread.after(milliseconds: 1_000_000) { withExtendedLifetime(first) {} }
            let token = thread.watch(descriptor: 0, forReading: false, forWriting: false) { _, _ in
                withExtendedLifetime(second) {}
            }
            token.cancel()
            thread.stop()
        }
        #expect(timer == nil)
        #expect(wait(for: { watched == nil }))
    }
}

private func monotonicMicroseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
}
