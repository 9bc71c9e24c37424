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

    private let ring = Ring<Float>(minimumCapacity: 1 << 15, zero: 0)
    private let isOver = Atomic<Bool>(false)
    private static let maximumSilencePackets = 50 * 60

    public init() {}

    /// Begins to decode. `next` is called on the player's thread until it returns nil; `ended` once, when everything
    /// was played or `stop` was called.
    public func start(
        next: @escaping @Sendable () -> Piece?, ended: @escaping @Sendable () -> Void
    ) throws(RecordingSoundError) {
        let decoder = try TalkDecoder()
        let box = Unshared(decoder)
        do throws(ThreadError) {
            try startThread("player", .unmeasured) { [self] in
                run(box.value, next)
                ended()
            }
        } catch {
            throw .thread(code: error.code)
        }
    }

    public func stop() { isOver.store(true, ordering: .releasing) }

    /// Fills all of `frames`; returns how many samples are sound. Playback thread only, real time.
    public func render(into frames: UnsafeMutableBufferPointer<Float>) -> Int {
        let count = isOver.load(ordering: .acquiring) ? 0 : ring.read(into: frames)
        for i in count..<frames.count { frames[i] = 0 }
        return count
    }

    private func run(_ decoder: TalkDecoder, _ next: () -> Piece?) {
        while let piece = next() {
            switch piece {
            case .sound(let packets): for packet in packets { if !play(decoder.decode(packet)) { return } }
            case .silence(let packets):
                let quiet = [Int16](repeating: 0, count: 2 * RecordedSound.packetSamples)
                for _ in 0..<min(packets, Self.maximumSilencePackets) { if !play(quiet) { return } }
            }
        }
        while ring.count > 0, !isOver.load(ordering: .acquiring) { pause() }
    }

    /// Mixes both voices; waits for room. False if the playing is over.
    private func play(_ samples: [Int16]) -> Bool {
        while ring.free < RecordedSound.packetSamples {
            if isOver.load(ordering: .acquiring) { return false }
            pause()
        }
        for i in stride(from: 0, to: samples.count - 1, by: 2) {
            let sum = Float(samples[i]) + Float(samples[i + 1])
            _ = ring.push(min(max(sum / 32_768, -1), 1))
        }
        return !isOver.load(ordering: .acquiring)
    }

    private func pause() { usleep(20_000) }
}

/// Carries a value that is not `Sendable` to the one thread that uses it.
private final class Unshared<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
