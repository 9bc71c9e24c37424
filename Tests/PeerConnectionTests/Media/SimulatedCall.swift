import Testing

@testable import PeerConnection

/// A path through a network on virtual time: loses, delays, reorders, duplicates; the same for the same seed.
struct NetworkPath {
    struct Conditions {
        var delayMilliseconds = 20.0
        /// Mean of the additional delay, exponentially distributed and cut off at four times that.
        var jitterMilliseconds = 0.0
        var lossPercent = 0.0
        /// Chance that a loss takes the next packet too.
        var burstPercent = 0.0
        var duplicatePercent = 0.0
        /// Whether jitter may change the order.
        var reorders = true
    }

    var conditions = Conditions()
    private var random: SplitMix
    private var inFlight: [(arrival: Int64, bytes: [UInt8])] = []
    private var isInBurst = false
    private var lastArrival: Int64 = 0
    private(set) var lost = 0
    private(set) var carried = 0

    init(seed: UInt64, conditions: Conditions = Conditions()) {
        random = SplitMix(seed: seed)
        self.conditions = conditions
    }

    mutating func send(_ bytes: [UInt8], at now: Int64) {
        let chance = isInBurst ? max(conditions.burstPercent, conditions.lossPercent) : conditions.lossPercent
        let isLost = Double.random(in: 0..<100, using: &random) < chance
        isInBurst = isLost
        guard !isLost else {
            lost += 1
            return
        }
        carried += 1
        enqueue(bytes, at: now)
        if Double.random(in: 0..<100, using: &random) < conditions.duplicatePercent { enqueue(bytes, at: now) }
    }

    private mutating func enqueue(_ bytes: [UInt8], at now: Int64) {
        var delay = conditions.delayMilliseconds
        if conditions.jitterMilliseconds > 0 {
            let uniform = Double.random(in: 1e-9..<1, using: &random)
            delay += min(4, -log(uniform)) * conditions.jitterMilliseconds
        }
        var arrival = now + Int64(delay * 1e6)
        if !conditions.reorders { arrival = max(arrival, lastArrival) }
        lastArrival = arrival
        inFlight.append((arrival, bytes))
    }

    mutating func arrived(by now: Int64) -> [(arrival: Int64, bytes: [UInt8])] {
        let here = inFlight.filter { $0.arrival <= now }.sorted { $0.arrival < $1.arrival }
        inFlight.removeAll { $0.arrival <= now }
        return here
    }
}

/// Natural logarithm by a series, so that the tests need no C library.
func log(_ value: Double) -> Double {
    let exponent = Double(value.exponent)
    let y = (value.significand - 1) / (value.significand + 1)
    var sum = 0.0
    var power = y
    for n in stride(from: 1, to: 40, by: 2) {
        sum += power / Double(n)
        power *= y * y
    }
    return 2 * sum + exponent * 0.693_147_180_559_945_3
}

/// Sender → path → receiver with the real codec, in periods of virtual time.
final class SimulatedCall {
    var sender: AudioSender
    let receiver: AudioReceiver
    var path: NetworkPath
    /// How much faster than nominal the sender's card runs, and how much the receiver's.
    var senderPPM = 0.0
    var receiverPPM = 0.0
    let periodFrames: Int
    private(set) var input: [Float] = []
    private(set) var output: [Float] = []
    private(set) var voiceFlags: [Int] = []
    /// For each period: the receiver's own estimate of its delay, and its target, in milliseconds.
    private(set) var delays: [Int] = []
    private(set) var targets: [Int] = []
    private var captured = 0
    private var rendered = 0
    private(set) var now: Int64 = 1_000_000_000
    private let start: Int64 = 1_000_000_000
    /// What the microphone hears; the argument counts samples of the sender's card.
    var microphone: (Int) -> Float
    var isTalking = true

    init(
        seed: UInt64, conditions: NetworkPath.Conditions = .init(), periodFrames: Int = 480,
        receiverConfiguration: AudioReceiver.Configuration = .init(), firstSequence: UInt16 = 65_500,
        firstTimestamp: UInt32 = .max - 48_000, microphone: @escaping (Int) -> Float
    ) throws {
        sender = try AudioSender(
            configuration: .init(ssrc: 77, firstSequence: firstSequence, firstTimestamp: firstTimestamp), ready: {})
        sender.setSending(true)
        receiver = try AudioReceiver(configuration: receiverConfiguration)
        path = NetworkPath(seed: seed, conditions: conditions)
        self.periodFrames = periodFrames
        self.microphone = microphone
    }

    /// The sender's frame boundaries are not aligned with the receiver's periods: they are 3 ms apart.
    func run(seconds: Double, isRendering: Bool = true) {
        let end = now + Int64(seconds * 1e9)
        var frames = [Float](repeating: 0, count: periodFrames)
        while now < end {
            rendered += periodFrames
            now = start + Int64(Double(rendered) / (48_000 * (1 + receiverPPM / 1e6)) * 1e9)
            captureUntil(now)
            for packet in path.arrived(by: now) {
                packet.bytes.withUnsafeBytes { bytes in
                    guard let header = RTPPacket(parsing: bytes) else { return }
                    _ = receiver.receive(header, in: bytes, arrivalNanoseconds: packet.arrival)
                }
            }
            guard isRendering else { continue }
            let voice = frames.withUnsafeMutableBufferPointer { receiver.render(into: $0) }
            voiceFlags.append(voice)
            output += frames
            let counters = receiver.counters()
            delays.append(counters.delayMilliseconds)
            targets.append(counters.targetMilliseconds)
        }
    }

    private func captureUntil(_ now: Int64) {
        let rate = 48_000 * (1 + senderPPM / 1e6)
        // Capture comes in blocks of 5 ms.
        while true {
            let blockEnd = start + 3_000_000 + Int64(Double(captured + 240) / rate * 1e9)
            guard blockEnd <= now else { return }
            var block: [Float] = []
            for at in captured..<(captured + 240) { block.append(isTalking ? microphone(at) : 0) }
            captured += 240
            input += block
            guard isTalking || keepsSendingSilence else { continue }
            block.withUnsafeBufferPointer { sender.capture($0) }
            sender.poll(at: blockEnd) { bytes, length in
                path.send(Array(bytes[..<length]), at: blockEnd)
            }
        }
    }

    /// False: the sender stops sending while it does not talk.
    var keepsSendingSilence = true

    /// Another sender takes over, as after a restart at the other end.
    func replaceSender(ssrc: UInt32, firstSequence: UInt16, firstTimestamp: UInt32) throws {
        sender = try AudioSender(
            configuration: .init(ssrc: ssrc, firstSequence: firstSequence, firstTimestamp: firstTimestamp), ready: {})
        sender.setSending(true)
    }

    /// The last seconds of what was heard.
    func heard(last seconds: Double) -> ArraySlice<Float> { output.suffix(Int(seconds * 48_000)) }

    var counters: ReceiverCounters { receiver.counters() }
}

/// Sounds for tests.
enum TestSound {
    static func sine(hertz: Double, amplitude: Double = 0.5) -> (Int) -> Float {
        { Float(sin(2 * Double.pi * hertz * Double($0 % 4_800_000) / 48_000) * amplitude) }
    }

    /// Like a vowel that never pauses: harmonics of a gliding pitch, with the loudness of syllables; every 300 ms
    /// differs from the last.
    static func babble(seconds: Int, seed: UInt64 = 5) -> [Float] {
        var random = SplitMix(seed: seed)
        var samples = [Float](repeating: 0, count: seconds * 48_000)
        var phase = 0.0
        var pitch = 140.0
        var goal = 140.0
        var tilt = 0.6
        for at in samples.indices {
            if at % 9_600 == 0 {
                goal = Double.random(in: 95...230, using: &random)
                tilt = Double.random(in: 0.45...0.75, using: &random)
            }
            pitch += (goal - pitch) / 4_000
            phase += pitch / 48_000
            if phase > 1 { phase -= 1 }
            var value = 0.0
            var weight = 0.22
            for harmonic in 1...10 {
                value += sin(2 * Double.pi * phase * Double(harmonic)) * weight
                weight *= tilt
            }
            samples[at] = Float(value) * (0.75 + 0.25 * Float(sin(2 * Double.pi * Double(at) / 12_000)))
        }
        return samples
    }

    static func sin(_ x: Double) -> Double {
        // Reduced to ±π/2, then Taylor: exact enough for sound.
        let turns = (x / (2 * Double.pi)).rounded()
        var r = x - turns * 2 * Double.pi
        if r > Double.pi / 2 { r = Double.pi - r }
        if r < -Double.pi / 2 { r = -Double.pi - r }
        let s = r * r
        return r * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110)))))
    }
}

/// What can be measured on a recording.
enum Measure {
    static func largestStep(_ samples: some Collection<Float>) -> Float {
        var last: Float?
        var largest: Float = 0
        for sample in samples {
            if let last { largest = max(largest, abs(sample - last)) }
            last = sample
        }
        return largest
    }

    /// The longest run below a level, in milliseconds.
    static func longestSilence(_ samples: some Collection<Float>, below level: Float = 1e-4) -> Double {
        var run = 0
        var longest = 0
        for sample in samples {
            run = abs(sample) < level ? run + 1 : 0
            longest = max(longest, run)
        }
        return Double(longest) / 48
    }

    static func level(_ samples: some Collection<Float>) -> Float {
        guard !samples.isEmpty else { return 0 }
        return (samples.reduce(Float(0)) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
    }

    /// How much later `output` has what `input` had at `at`, in milliseconds, by cross-correlation of a window.
    static func delay(of output: [Float], behind input: [Float], at: Int, windowMilliseconds: Int = 400) -> Double? {
        let step = 16
        let length = windowMilliseconds * 48 / step
        let lags = 480 * 48 / step
        guard at + (length + lags) * step <= min(input.count, output.count), at >= 0 else { return nil }
        func reduced(_ source: [Float], _ count: Int) -> [Float] {
            source.withUnsafeBufferPointer { buffer in
                (0..<count).map { index in
                    var sum: Float = 0
                    for inner in 0..<step { sum += buffer[at + index * step + inner] }
                    return sum
                }
            }
        }
        let a = reduced(input, length)
        let b = reduced(output, length + lags)
        var best = 0
        var bestLikeness: Float = 0
        a.withUnsafeBufferPointer { a in
            b.withUnsafeBufferPointer { b in
                for lag in 0..<lags {
                    var product: Float = 0
                    var energy: Float = 1e-9
                    for index in 0..<length {
                        let other = b[lag + index]
                        product += a[index] * other
                        energy += other * other
                    }
                    let likeness = product / energy.squareRoot()
                    if likeness > bestLikeness {
                        bestLikeness = likeness
                        best = lag
                    }
                }
            }
        }
        return Double(best * step) / 48
    }
}
