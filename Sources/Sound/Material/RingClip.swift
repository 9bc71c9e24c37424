import Synchronization
import System

/// The voice of a ring on its way to the playback thread: nothing at first, then samples (mono, 48 kHz), which a loader
/// thread supplies at any time, perhaps while the ring already sounds, or never.
///
/// `@unchecked Sendable`: the samples are written once, before `frames` says that they are there.
final class RingClip: @unchecked Sendable {
    private var samples: UnsafeMutablePointer<Float>?
    private let count = Atomic<Int>(0)
    private let cancelled = Atomic<Bool>(false)

    /// How many frames there are; 0: not ready. Any thread, real-time ones too.
    var frames: Int { count.load(ordering: .acquiring) }
    /// The first frame. Any thread, real-time ones too, once `frames` is not 0.
    var start: UnsafePointer<Float>? { samples.map { UnsafePointer($0) } }
    /// False once the ring is over.
    var isWanted: Bool { !cancelled.load(ordering: .acquiring) }

    /// Makes the voice ready. Called once at most, by the loader thread.
    func supply(_ source: [Float]) {
        guard samples == nil, !source.isEmpty else { return }
        let copy = lockedFloats(source.count)
        source.withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { copy.update(from: base, count: buffer.count) }
        }
        samples = copy
        count.store(source.count, ordering: .releasing)
    }

    /// Ends the loading; a playback thread may go on with what there is. Any thread.
    func cancel() { cancelled.store(true, ordering: .releasing) }

    deinit {
        if let samples { freeLocked(samples, count.load(ordering: .relaxed)) }
    }
}
