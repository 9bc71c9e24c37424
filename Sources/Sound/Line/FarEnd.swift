import Synchronization
import System

/// The echo canceller's far end: what the mixer wrote to the speaker, mono at 48 kHz, with the instant at which each
/// frame is heard. Written by one playback thread, read by one capture thread; neither waits.
///
/// `@unchecked Sendable`: a frame is written once, before `end` is released past it, and read only while it is younger
/// than half of what the buffer holds.
final class FarEnd: @unchecked Sendable {
    /// 1.4 s: more than the queues of any speaker and microphone together.
    private static let capacity = 1 << 16
    private static let mask = capacity - 1
    static let readableFrames = capacity / 2

    private let samples: UnsafeMutablePointer<Float>
    private let end = Atomic<Int>(0)
    private let origin = Atomic<Int64>(.min)
    private let breaks = Atomic<Int>(0)
    private let exact = Atomic<Bool>(false)

    init() { samples = lockedFloats(Self.capacity) }

    deinit { freeLocked(samples, Self.capacity) }

    // MARK: playback thread

    func write(_ source: UnsafePointer<Float>, count: Int) {
        let at = end.load(ordering: .relaxed)
        for i in 0..<count { samples[(at &+ i) & Self.mask] = source[i] }
        end.store(at &+ count, ordering: .releasing)
    }

    /// Notes the boot time in nanoseconds at which the next frame that is written will be heard.
    func mark(nextHeardAt: Int64) {
        origin.store(nextHeardAt - Self.nanoseconds(end.load(ordering: .relaxed)), ordering: .relaxed)
    }

    /// Notes whether a card reports when frames are heard, or a sound server.
    func setExact(_ isExact: Bool) { exact.store(isExact, ordering: .relaxed) }

    /// Notes that the device ran dry or was stopped: frames before and after are further apart than their numbers
    /// suggest.
    func markBreak() { breaks.wrappingAdd(1, ordering: .relaxed) }

    // MARK: capture thread

    /// Number of frames written.
    var count: Int { end.load(ordering: .acquiring) }
    /// Boot time in nanoseconds at which frame 0 was heard, by the newest measurement; nil: not known yet.
    var heardFrameZeroAt: Int64? {
        let at = origin.load(ordering: .relaxed)
        return at == .min ? nil : at
    }
    var isExact: Bool { exact.load(ordering: .relaxed) }
    var breakCount: Int { breaks.load(ordering: .relaxed) }

    /// Reads frames; those that are not written yet, or too old, are silence.
    func read(at position: Int, count: Int, into target: UnsafeMutablePointer<Float>) {
        let written = self.count
        for i in 0..<count {
            let at = position &+ i
            let isThere = at >= 0 && at < written && written - at <= Self.readableFrames
            target[i] = isThere ? samples[at & Self.mask] : 0
        }
    }

    static func nanoseconds(_ frames: Int) -> Int64 {
        Int64(frames / 48_000) * 1_000_000_000 + Int64(frames % 48_000) * 1_000_000_000 / 48_000
    }
}
