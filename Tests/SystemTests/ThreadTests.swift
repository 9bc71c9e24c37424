import Glibc
import Synchronization
import Testing

@testable import System

@Suite struct ThreadTests {
    private final class Seen: Sendable {
        let name = Mutex("")
        let blocksSignals = Atomic<Bool>(false)
        let isRealTime = Atomic<Bool>(false)
        let done = WakeUp()

        /// Records the properties of the calling thread.
        func look() {
            let file = open("/proc/thread-self/comm", O_RDONLY)
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = max(0, read(file, &bytes, bytes.count))
            close(file)
            name.withLock { $0 = String(decoding: bytes.prefix(count).filter { $0 != 10 }, as: UTF8.self) }
            var mask = sigset_t()
            pthread_sigmask(SIG_SETMASK, nil, &mask)
            blocksSignals.store(
                [SIGTERM, SIGPIPE, SIGHUP].allSatisfy { sigismember(&mask, $0) == 1 }, ordering: .relaxed)
            isRealTime.store(isRealTimeThread, ordering: .relaxed)
            done.signal()
        }
    }

    @Test func isNamedAndTakesNoSignals() throws {
        let seen = Seen()
        var before = sigset_t()
        pthread_sigmask(SIG_SETMASK, nil, &before)
        let thread = try startJoinableThread("a-name-that-is-too-long") { seen.look() }
        thread.join()
        #expect(seen.name.withLock { $0 } == "a-name-that-is-")
        let (blocksSignals, isRealTime) = (
            seen.blocksSignals.load(ordering: .relaxed), seen.isRealTime.load(ordering: .relaxed)
        )
        #expect(blocksSignals && !isRealTime)
        // The caller's own mask is unchanged.
        var mask = sigset_t()
        pthread_sigmask(SIG_SETMASK, nil, &mask)
        for signal in 1..<32 as Range<Int32> { #expect(sigismember(&mask, signal) == sigismember(&before, signal)) }
    }

    @Test func aThreadThatNobodyWaitsForRunsToo() throws {
        let seen = Seen()
        try startThread("detached") { seen.look() }
        seen.done.wait(nanoseconds: 10_000_000_000)
        #expect(seen.name.withLock { $0 } == "detached")
    }

    /// As much priority as the system permits; getting none is not a failure.
    @Test func getsRealTimePriorityWhereItIsPermitted() throws {
        let probe = Seen()
        let seen = Seen()
        try startJoinableThread("probe") {
            var parameters = sched_param(sched_priority: 1)
            probe.isRealTime.store(
                pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0, ordering: .relaxed)
        }.join()
        try startJoinableThread("real-time", .realTime(priority: 40)) { seen.look() }.join()
        let (got, permitted) = (seen.isRealTime.load(ordering: .relaxed), probe.isRealTime.load(ordering: .relaxed))
        #expect(got == permitted)
    }

    @Test func anImpossibleStackSizeIsAnError() {
        var kind = ThreadKind.ordinary
        kind.stackBytes = 1 << 50
        #expect(throws: ThreadError.self) { try startThread("huge", kind) {} }
    }
}
