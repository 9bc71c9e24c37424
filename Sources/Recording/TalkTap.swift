import Synchronization
import System

/// Where a talk's sound can be copied to a recording: both voices, from the real-time threads, which never wait for it.
///
/// Without a recording it costs one load of an atomic for each block, and no memory.
public final class TalkTap: Sendable {
    private let forOwner = Handover<TalkSide>()
    private let forCompanion = Handover<TalkSide>()

    private let current = Mutex<TalkSide?>(nil)

    public init() {}

    // MARK: Any ordinary thread

    /// Gives both voices to these sides, in place of a recording that may not have ended yet.
    func publish(owner: TalkSide, companion: TalkSide) {
        current.withLock { current in
            current = owner
            forOwner.publish(owner)
            forCompanion.publish(companion)
        }
    }

    /// Takes them away from these sides, unless another recording has them already.
    func withdraw(owner: TalkSide) {
        current.withLock { current in
            guard current === owner else { return }
            current = nil
            forOwner.publish(nil)
            forCompanion.publish(nil)
        }
    }

    /// Releases sides that no real-time thread uses any more; false: call again later.
    @discardableResult
    func reap() -> Bool {
        let isOwnerDone = forOwner.reap()
        return forCompanion.reap() && isOwnerDone
    }

    // MARK: Real-time threads

    /// Copies what the microphone heard, after echo cancelling. Capture thread only.
    public func owner(_ frames: UnsafeBufferPointer<Float>) { copy(frames, forOwner) }

    /// Copies what the companion says, before the volume. Playback thread only.
    public func companion(_ frames: UnsafeBufferPointer<Float>) { copy(frames, forCompanion) }

    private func copy(_ frames: UnsafeBufferPointer<Float>, _ handover: Handover<TalkSide>) {
        guard let side = handover.take() else { return }
        side._withUnsafeGuaranteedRef { $0.write(frames, at: bootNanoseconds()) }
        handover.release()
    }
}

/// One voice on its way from its real-time thread to the recorder, with the time of each block.
///
/// `@unchecked Sendable`: `scratch` belongs to the producing thread; the rest are rings.
final class TalkSide: @unchecked Sendable {
    struct Block: BitwiseCopyable, Sendable {
        /// Boot time in nanoseconds at which it was copied.
        var at: Int64
        var count: Int
    }

    /// 1.4 s: a card may take that long for one write.
    private static let capacity = 1 << 16
    private static let scratchCount = 480

    let samples: Ring<Int16>
    let blocks = Ring<Block>(minimumCapacity: 1 << 11, zero: Block(at: 0, count: 0))
    /// Samples that found no room; they become silence.
    let dropped = Atomic<Int>(0)
    private let scratch: UnsafeMutablePointer<Int16>

    init(capacity: Int = TalkSide.capacity) {
        samples = Ring(minimumCapacity: capacity, zero: 0)
        scratch = .allocate(capacity: Self.scratchCount)
        scratch.initialize(repeating: 0, count: Self.scratchCount)
    }

    deinit { scratch.deallocate() }

    /// Real-time thread only.
    func write(_ frames: UnsafeBufferPointer<Float>, at: Int64) {
        guard samples.free >= frames.count, blocks.free > 0 else {
            dropped.wrappingAdd(frames.count, ordering: .relaxed)
            return
        }
        var done = 0
        while done < frames.count {
            let count = min(frames.count - done, Self.scratchCount)
            for i in 0..<count {
                let sample = frames[done + i]
                scratch[i] = sample.isFinite ? Int16(min(max(sample, -1), 1) * 32_767) : 0
            }
            _ = samples.write(scratch, count: count)
            done += count
        }
        _ = blocks.push(Block(at: at, count: frames.count))
    }
}
