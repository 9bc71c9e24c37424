import Glibc
import Synchronization
import TestKit
import Testing

@testable import Realtime

/// A transport that plays what the test sets, and remembers whether it was used after its end.
private final class FakeTransport: RealtimeTransport, TransportSound {
    let kind = TransportKind.webRTC
    let level = Atomic<Int>(0)
    let voiced = Atomic<Int>(0)
    let captured = Atomic<Int>(0)

    init(level: Int = 0, voiced: Int = 480) {
        self.level.store(level, ordering: .relaxed)
        self.voiced.store(voiced, ordering: .relaxed)
    }

    func connect(session: [UInt8]) {}
    func send(_ event: [UInt8]) {}
    func setSending(_ isOn: Bool) {}
    func play(_ pcm: [UInt8], item: String, contentIndex: Int) {}
    func cut() {}
    func close(whenGone: @escaping @Sendable () -> Void) {}
    var playout: Playout { Playout() }
    var statistics: TransportStatistics { TransportStatistics() }
    var sound: any TransportSound { self }
    func render(into frames: UnsafeMutableBufferPointer<Float>) -> Int {
        frames.update(repeating: Float(level.load(ordering: .relaxed)) / 1000)
        return min(frames.count, voiced.load(ordering: .relaxed))
    }
    func capture(_ frames: UnsafeBufferPointer<Float>) { captured.add(frames.count, ordering: .relaxed) }
}

@Suite struct AudioPathTests {
    /// One period of 10 ms; returns the voice samples and the first sample.
    private func period(_ path: AudioPath) -> (voiced: Int, first: Float) {
        var samples = [Float](repeating: 9, count: 480)
        let voiced = samples.withUnsafeMutableBufferPointer { path.render(into: $0) }
        return (voiced, samples[0])
    }

    @Test(.requirement("TALK-1")) func isSilentWithoutATransport() {
        let path = AudioPath()
        #expect(period(path) == (0, 0))
        #expect(!path.isAudible)
        [Float](repeating: 1, count: 480).withUnsafeBufferPointer { path.capture($0) }
    }

    @Test(.requirement("TALK-1")) func reportsTheFirstAudibleSampleAndTheEnd() {
        let path = AudioPath()
        let transport = FakeTransport()
        path.attach(transport)
        _ = period(path)
        // Silence that the service sends is not voice.
        #expect(!path.isAudible)
        transport.level.store(200, ordering: .relaxed)
        #expect(period(path) == (480, 0.2))
        #expect(path.isAudible)
        // A pause of less than 100 ms is not the end.
        transport.level.store(0, ordering: .relaxed)
        for _ in 0..<9 { _ = period(path) }
        #expect(path.isAudible)
        _ = period(path)
        #expect(!path.isAudible)
        // If nothing is left at all, the end is immediate.
        transport.level.store(200, ordering: .relaxed)
        _ = period(path)
        transport.voiced.store(0, ordering: .relaxed)
        transport.level.store(0, ordering: .relaxed)
        _ = period(path)
        #expect(!path.isAudible)
    }

    @Test func wakesTheEventThreadOnChangesOnly() {
        let path = AudioPath()
        func isReadable() -> Bool {
            var item = pollfd(fd: path.descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&item, 1, 0) > 0
        }
        let transport = FakeTransport(level: 200)
        path.attach(transport)
        #expect(!isReadable())
        for _ in 0..<50 { _ = period(path) }
        #expect(isReadable())
        path.clearDescriptor()
        for _ in 0..<50 { _ = period(path) }
        #expect(!isReadable())
    }

    @Test func aShutGateIsSilentAndStillDrains() {
        let path = AudioPath()
        path.attach(FakeTransport(level: 200))
        path.setGate(isShut: true)
        #expect(period(path) == (0, 0))
        #expect(!path.isAudible)
        path.setGate(isShut: false)
        #expect(period(path).voiced == 480)
    }

    @Test func aGateThatWasLeftShutIsOpenForTheNextTransport() {
        let path = AudioPath()
        path.attach(FakeTransport(level: 200))
        path.setGate(isShut: true)
        #expect(period(path) == (0, 0))
        path.attach(nil)
        path.attach(FakeTransport(level: 200))
        #expect(period(path) == (480, 0.2))
        #expect(path.isAudible)
    }

    @Test func afterACutTheNextSoundIsReportedAgain() {
        let path = AudioPath()
        path.attach(FakeTransport(level: 200))
        _ = period(path)
        path.clearDescriptor()
        path.reset()
        _ = period(path)
        #expect(path.isAudible)
        var item = pollfd(fd: path.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&item, 1, 0) > 0)
    }

    @Test func keepsATransportAsLongAsItIsUsedAndNoLonger() {
        let path = AudioPath()
        weak var gone: FakeTransport?
        do {
            let transport = FakeTransport(level: 200)
            gone = transport
            path.attach(transport)
            _ = period(path)
        }
        #expect(gone != nil)
        path.attach(nil)
        #expect(path.reap())
        #expect(gone == nil)
        #expect(period(path) == (0, 0))
    }

    /// Two real-time threads against a thread that swaps transports as fast as it can.
    @Test func survivesSwapsUnderTwoRealTimeThreads() {
        let path = AudioPath()
        let shared = SwapRun(path: path)
        var threads: [pthread_t] = []
        for isPlayback in [true, false] {
            var thread = pthread_t()
            let argument = Unmanaged.passRetained(SwapThread(run: shared, isPlayback: isPlayback))
            let code = pthread_create(
                &thread, nil,
                { argument in
                    if let argument { Unmanaged<SwapThread>.fromOpaque(argument).takeRetainedValue().loop() }
                    return nil
                }, argument.toOpaque())
            #expect(code == 0)
            threads.append(thread)
        }
        for round in 0..<20_000 {
            path.attach(round % 5 == 4 ? nil : FakeTransport(level: 100))
        }
        path.attach(nil)
        shared.isOver.store(true, ordering: .relaxed)
        for thread in threads { pthread_join(thread, nil) }
        #expect(path.reap())
        #expect(shared.periods.load(ordering: .relaxed) > 0)
        #expect(shared.wrong.load(ordering: .relaxed) == 0)
    }
}

private final class SwapRun: Sendable {
    let path: AudioPath
    let isOver = Atomic<Bool>(false)
    let periods = Atomic<Int>(0)
    let wrong = Atomic<Int>(0)
    init(path: AudioPath) { self.path = path }
}

private final class SwapThread: Sendable {
    let run: SwapRun
    let isPlayback: Bool
    init(run: SwapRun, isPlayback: Bool) {
        self.run = run
        self.isPlayback = isPlayback
    }

    func loop() {
        var samples = [Float](repeating: 0, count: 48)
        while !run.isOver.load(ordering: .relaxed) {
            if isPlayback {
                let voiced = samples.withUnsafeMutableBufferPointer { run.path.render(into: $0) }
                // Either one transport's sound or silence, never a mixture.
                let expected: Float = voiced > 0 ? 0.1 : 0
                if samples.contains(where: { $0 != expected }) { run.wrong.add(1, ordering: .relaxed) }
                run.periods.add(1, ordering: .relaxed)
            } else {
                samples.withUnsafeBufferPointer { run.path.capture($0) }
            }
        }
    }
}
