import Synchronization
import System

/// Records one talk: takes both voices from the tap, encodes them on a thread of its own and gives about a second at a
/// time to `write`, on that thread. The thread may wait for the disk: what the rings cannot hold meanwhile becomes
/// silence and is counted.
public final class TalkRecorder: Sendable {
    /// What became of the recording.
    public struct Report: Sendable {
        /// Samples of either voice that were lost because the disk took too long.
        public var droppedSamples: Int
        /// Why it ends before its time; nil: everything was given to `write`, and it took it.
        public var cut: Cut?
        /// Whether nothing of it is to be kept.
        public var isDropped: Bool

        public var isWhole: Bool { cut == nil }
    }

    /// Why a recording ends before its time.
    public enum Cut: Sendable, Hashable {
        /// `write` took no more.
        case notWritten
        /// The machine slept, or the disk did not answer.
        case stoodStill
        /// The encoder refused.
        case notEncoded
    }

    private enum Wish: Int { case goOn, end, drop }

    private let tap: TalkTap
    private let wish = Atomic<Int>(Wish.goOn.rawValue)
    private let wakeUp = WakeUp()
    private static let turnMilliseconds = 100
    /// What has not come after this is silence.
    private static let patienceNanoseconds: Int64 = 200_000_000
    /// A recording that stood still for longer than this ends there: the machine slept, or the disk did not answer, and
    /// hours of silence would have to be held in memory.
    private let longestGapNanoseconds: Int64
    private let makeEncoder: @Sendable () throws(RecordingSoundError) -> TalkEncoder

    public convenience init(tap: TalkTap, longestGapNanoseconds: Int64 = 10_000_000_000) {
        self.init(tap: tap, longestGapNanoseconds: longestGapNanoseconds) { () throws(RecordingSoundError) in
            try TalkEncoder()
        }
    }

    /// - Parameter makeEncoder: replaced by tests.
    init(
        tap: TalkTap, longestGapNanoseconds: Int64 = 10_000_000_000,
        makeEncoder: @escaping @Sendable () throws(RecordingSoundError) -> TalkEncoder
    ) {
        self.tap = tap
        self.longestGapNanoseconds = longestGapNanoseconds
        self.makeEncoder = makeEncoder
    }

    /// Begins to record. `write` and `ended` are called on the recorder's thread, and neither if this throws.
    ///
    /// - Parameters:
    ///   - write: returns false if no more can be written.
    ///   - ended: called once, last.
    /// - Throws: if there is no encoder, or no thread.
    public func start(
        write: @escaping @Sendable ([[UInt8]]) -> Bool, ended: @escaping @Sendable (Report) -> Void
    ) throws(RecordingSoundError) {
        let encoder = Unshared(try makeEncoder())
        do throws(ThreadError) {
            try startThread("recorder", .unmeasured) { [self] in ended(run(encoder.value, write)) }
        } catch {
            throw .thread(code: error.code)
        }
    }

    /// Ends the recording; what was said until now is still written. Any thread; does not wait.
    public func end() { ask(.end) }

    /// Ends it without writing anything more.
    public func drop() { ask(.drop) }

    private func ask(_ wish: Wish) {
        // A recording that is to be dropped stays so.
        self.wish.max(wish.rawValue, ordering: .acquiringAndReleasing)
        wakeUp.signal()
    }

    private func run(_ encoder: TalkEncoder, _ write: ([[UInt8]]) -> Bool) -> Report {
        let (owner, companion) = (TalkSide(), TalkSide())
        let began = bootNanoseconds()
        var mixer = TalkMixer(beganAt: began, owner: owner, companion: companion)
        tap.publish(owner: owner, companion: companion)
        var packets: [[UInt8]] = []
        var cut: Cut?
        var last = began
        while cut == nil, wish.load(ordering: .acquiring) == Wish.goOn.rawValue {
            wakeUp.wait(nanoseconds: Int64(Self.turnMilliseconds) * 1_000_000)
            let now = bootNanoseconds()
            guard now - last <= longestGapNanoseconds else {
                cut = .stoodStill
                break
            }
            last = now
            mixer.collect(silenceUntil: bootNanoseconds() - Self.patienceNanoseconds)
            cut = encode(&mixer, encoder, &packets, write)
        }
        tap.withdraw(owner: owner)
        if cut == nil, !isDropped, bootNanoseconds() - last <= longestGapNanoseconds {
            mixer.collect(silenceUntil: bootNanoseconds())
            cut = encode(&mixer, encoder, &packets, write)
            if cut == nil, !packets.isEmpty, !write(packets) { cut = .notWritten }
        }
        // A real-time thread leaves its side within one block.
        for _ in 0..<50 where !tap.reap() { wakeUp.wait(nanoseconds: 10_000_000) }
        let dropped = owner.dropped.load(ordering: .relaxed) + companion.dropped.load(ordering: .relaxed)
        return Report(droppedSamples: dropped, cut: cut, isDropped: isDropped)
    }

    /// Whether nothing of it is to be kept. Any thread.
    public var isDropped: Bool { wish.load(ordering: .acquiring) == Wish.drop.rawValue }

    private func encode(
        _ mixer: inout TalkMixer, _ encoder: TalkEncoder, _ packets: inout [[UInt8]], _ write: ([[UInt8]]) -> Bool
    ) -> Cut? {
        while let samples = mixer.next() {
            guard let packet = encoder.encode(samples) else { return .notEncoded }
            packets.append(packet)
            guard packets.count >= RecordedSound.chunkPackets else { continue }
            guard write(packets) else { return .notWritten }
            packets = []
        }
        return nil
    }
}

/// Brings both voices onto one scale and gives them away 20 ms at a time.
struct TalkMixer {
    private var owner: TalkVoice
    private var companion: TalkVoice
    private let beganAt: Int64
    private var frame = [Int16](repeating: 0, count: 2 * RecordedSound.packetSamples)

    init(beganAt: Int64, owner: TalkSide, companion: TalkSide) {
        self.beganAt = beganAt
        // Captured sound ends at its time; played sound begins there.
        self.owner = TalkVoice(owner, endsAtItsTime: true)
        self.companion = TalkVoice(companion, endsAtItsTime: false)
    }

    /// Takes what has come, and makes silence of what has not come until then.
    mutating func collect(silenceUntil nanoseconds: Int64) {
        owner.collect(beganAt: beganAt, silenceUntil: nanoseconds)
        companion.collect(beganAt: beganAt, silenceUntil: nanoseconds)
    }

    /// 20 ms of both voices, interleaved; nil if either voice lacks them.
    mutating func next() -> [Int16]? {
        let count = RecordedSound.packetSamples
        guard min(owner.line.pending.count, companion.line.pending.count) >= count else { return nil }
        owner.line.take(count, into: &frame, from: 0)
        companion.line.take(count, into: &frame, from: 1)
        return frame
    }
}

/// One voice of the mixer.
private struct TalkVoice {
    let side: TalkSide
    let endsAtItsTime: Bool
    var line = TalkTimeline()
    private var block = [Int16](repeating: 0, count: 4_800)

    init(_ side: TalkSide, endsAtItsTime: Bool) {
        self.side = side
        self.endsAtItsTime = endsAtItsTime
    }

    mutating func collect(beganAt: Int64, silenceUntil nanoseconds: Int64) {
        while let next = side.blocks.pop() {
            var position = Self.samples(next.at - beganAt) - (endsAtItsTime ? next.count : 0)
            var left = next.count
            while left > 0 {
                let wanted = left
                let count = block.withUnsafeMutableBufferPointer { side.samples.read(into: $0, atMost: wanted) }
                guard count > 0 else { break }
                let at = position
                block.withUnsafeBufferPointer {
                    line.place(UnsafeBufferPointer(rebasing: $0.prefix(count)), at: at)
                }
                position += count
                left -= count
            }
        }
        line.fill(to: Self.samples(nanoseconds - beganAt))
    }

    private static func samples(_ nanoseconds: Int64) -> Int {
        let elapsed = max(0, nanoseconds)
        return Int(elapsed / 1_000_000_000) * 48_000 + Int(elapsed % 1_000_000_000 * 48_000 / 1_000_000_000)
    }
}
