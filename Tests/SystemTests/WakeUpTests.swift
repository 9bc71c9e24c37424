import Glibc
import Testing

@testable import System

@Suite struct WakeUpTests {
    private func isReadable(_ descriptor: Int32) -> Bool {
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&item, 1, 0) > 0
    }

    @Test func severalSignalsAreMergedAndCleared() {
        let wakeUp = WakeUp()
        #expect(!isReadable(wakeUp.descriptor))
        for _ in 0..<5 { wakeUp.signal() }
        #expect(isReadable(wakeUp.descriptor))
        wakeUp.clear()
        #expect(!isReadable(wakeUp.descriptor))
    }

    @Test func clearingWithoutASignalDoesNotWait() {
        let began = bootNanoseconds()
        WakeUp().clear()
        #expect(bootNanoseconds() - began < 5_000_000_000)
    }

    @Test func wakesAnotherThread() throws {
        let (there, back) = (WakeUp(), WakeUp())
        let thread = try startJoinableThread("waits") {
            there.wait(nanoseconds: nil)
            back.signal()
        }
        there.signal()
        back.wait(nanoseconds: 20_000_000_000)
        thread.join()
        #expect(!isReadable(there.descriptor) && !isReadable(back.descriptor))
    }

    @Test func waitsNoLongerThanConfigured() {
        let began = bootNanoseconds()
        WakeUp().wait(nanoseconds: 1_000_000)
        #expect(bootNanoseconds() - began >= 1_000_000)
        WakeUp().wait(nanoseconds: -1)
    }

    @Test func aChildInheritsNoDescriptor() throws {
        let wakeUp = WakeUp()
        let timer = OneShotTimer()
        let pipe = try #require(openPipe())
        defer {
            close(pipe.readEnd)
            close(pipe.writeEnd)
        }
        for descriptor in [wakeUp.descriptor, timer.descriptor, pipe.readEnd, pipe.writeEnd] {
            #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        }
    }
}

@Suite struct BootClockTests {
    @Test func neverGoesBackAndIsTheKernelsOwn() {
        var last = bootNanoseconds()
        for _ in 0..<10_000 {
            let now = bootNanoseconds()
            #expect(now >= last)
            last = now
        }
        #expect(nanoseconds(of: bootClock) - last < 60_000_000_000)
        #expect(abs(bootMilliseconds() - Int(bootNanoseconds() / 1_000_000)) < 60_000)
    }

    @Test func aMissingClockReadsZero() { #expect(nanoseconds(of: 12_345) == 0) }

    @Test func aTimerFiresOnce() {
        let timer = OneShotTimer()
        timer.arm(milliseconds: 1)
        var item = pollfd(fd: timer.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&item, 1, 20_000) == 1)
        #expect(timer.consume())
        #expect(!timer.consume())
        timer.arm(milliseconds: 60_000)
        timer.arm(milliseconds: 0)
        #expect(!timer.consume())
    }
}
