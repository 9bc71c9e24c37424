import Glibc
import Synchronization
import System

/// Plays a recording: decodes it on a thread of its own, ahead of the playback thread.
public final class TalkPlayer: Sendable {
    /// A piece of a recording, in order.
    public enum Piece: Sendable {
        case sound([[UInt8]])
        /// So many packets are missing.
        case silence(packets: Int)
    }

    /// Why the playing is over.
    public enum End: Sendable, Hashable {
        /// Everything was played.
        case played
        /// By `stop`.
        case stopped
        /// No speaker asked for sound any more.
        case unheard
    }

    private let ring = Ring<Float>(minimumCapacity: 1 << 15, zero: 0)
    private let isOver = Atomic<Bool>(false)
    /// Boot time in nanoseconds at which the speaker asked for sound last.
    private let askedAt = Atomic<Int64>(0)
    private let patienceNanoseconds: Int64
    private static let maximumSilencePackets = 50 * 60

    /// - Parameter patienceNanoseconds: how long a speaker may ask for nothing; longer than a device takes to open, or
    ///   to be replaced by another.
    public init(patienceNanoseconds: Int64 = 15_000_000_000) { self.patienceNanoseconds = patienceNanoseconds }

    /// Begins to decode. `next` is called on the player's thread until it returns nil; `ended` once, on that thread,
    /// last.
    public func start(
        next: @escaping @Sendable () -> Piece?, ended: @escaping @Sendable (End) -> Void
    ) throws(RecordingSoundError) {
        let decoder = try TalkDecoder()
        let box = Unshared(decoder)
        askedAt.store(bootNanoseconds(), ordering: .relaxed)
        do throws(ThreadError) {
            try startThread("player", .unmeasured) { [self] in
                ended(run(box.value, next))
            }
        } catch {
            throw .thread(code: error.code)
        }
    }

    public func stop() { isOver.store(true, ordering: .releasing) }

    /// Fills all of `frames`; returns how many samples are sound. Playback thread only, real time.
    public func render(into frames: UnsafeMutableBufferPointer<Float>) -> Int {
        askedAt.store(bootNanoseconds(), ordering: .relaxed)
        let count = isOver.load(ordering: .acquiring) ? 0 : ring.read(into: frames)
        for i in count..<frames.count { frames[i] = 0 }
        return count
    }

    private func run(_ decoder: TalkDecoder, _ next: () -> Piece?) -> End {
        while let piece = next() {
            switch piece {
            case .sound(let packets):
                for packet in packets { if let end = play(decoder.decode(packet)) { return end } }
            case .silence(let packets):
                let quiet = [Int16](repeating: 0, count: 2 * RecordedSound.packetSamples)
                for _ in 0..<min(packets, Self.maximumSilencePackets) { if let end = play(quiet) { return end } }
            }
        }
        while ring.count > 0 { if let end = pause() { return end } }
        return isOver.load(ordering: .acquiring) ? .stopped : .played
    }

    /// Mixes both voices; waits for room. Returns why the playing is over, if it is.
    private func play(_ samples: [Int16]) -> End? {
        while ring.free < RecordedSound.packetSamples { if let end = pause() { return end } }
        for i in stride(from: 0, to: samples.count - 1, by: 2) {
            let sum = Float(samples[i]) + Float(samples[i + 1])
            _ = ring.push(min(max(sum / 32_768, -1), 1))
        }
        return isOver.load(ordering: .acquiring) ? .stopped : nil
    }

    private func pause() -> End? {
        if isOver.load(ordering: .acquiring) { return .stopped }
        if bootNanoseconds() - askedAt.load(ordering: .relaxed) > patienceNanoseconds { return .unheard }
        usleep(20_000)
        return nil
    }
}
