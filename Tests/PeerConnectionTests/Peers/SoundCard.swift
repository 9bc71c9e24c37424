import Foundation
import Synchronization

@testable import PeerConnection

/// A microphone with a tone and a recording speaker around one peer: a period of 10 ms each 10 ms, on a thread.
final class SoundCard: Sendable {
    private struct Heard {
        var samples: [Float] = []
        var isOver = false
    }

    private let heard = Mutex(Heard())

    init(_ peer: PeerConnection, toneHertz: Float, amplitude: Float = 0.3) {
        Thread.detachNewThread { [self] in
            var tone = [Float](repeating: 0, count: 480)
            var out = tone
            var phase: Float = 0
            var next = timespec()
            clock_gettime(CLOCK_MONOTONIC, &next)
            while !heard.withLock({ $0.isOver }) {
                next.tv_nsec += 10_000_000
                if next.tv_nsec >= 1_000_000_000 {
                    next.tv_nsec -= 1_000_000_000
                    next.tv_sec += 1
                }
                clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &next, nil)
                for index in tone.indices {
                    tone[index] = amplitude * sin(phase)
                    phase = (phase + 2 * .pi * toneHertz / 48_000).truncatingRemainder(dividingBy: 2 * .pi)
                }
                tone.withUnsafeBufferPointer { peer.line.capture($0) }
                _ = out.withUnsafeMutableBufferPointer { peer.line.render(into: $0) }
                heard.withLock { heard in
                    heard.samples += out
                    if heard.samples.count > 48_000 { heard.samples.removeFirst(heard.samples.count - 24_000) }
                }
            }
        }
    }

    func stop() { heard.withLock { $0.isOver = true } }

    /// Root mean square of the last half second.
    var level: Float {
        let samples = heard.withLock { Array($0.samples.suffix(24_000)) }
        guard !samples.isEmpty else { return 0 }
        return (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
    }

    /// How much of the last 100 ms is a tone of this frequency, 0…1 (Goertzel).
    func share(ofHertz hertz: Float) -> Float {
        let samples = heard.withLock { Array($0.samples.suffix(4800)) }
        let energy = samples.reduce(0) { $0 + $1 * $1 }
        guard samples.count == 4800, energy > 0.01 else { return 0 }
        let turn = 2 * cos(2 * Float.pi * hertz / 48_000)
        var (last, beforeLast): (Float, Float) = (0, 0)
        for sample in samples { (last, beforeLast) = (sample + turn * last - beforeLast, last) }
        let power = last * last + beforeLast * beforeLast - turn * last * beforeLast
        return power * 2 / (Float(samples.count) * energy)
    }
}
