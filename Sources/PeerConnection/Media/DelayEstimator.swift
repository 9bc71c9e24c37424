/// How late packets arrive, and how much audio must therefore be held in store.
///
/// A packet's relative delay is its arrival time minus its timestamp, compared with the smallest such difference of the
/// last 2 s. A histogram of relative delays forgets with a half-life of about a second. The target is its 97th
/// percentile plus a guard. Playback thread only.
struct DelayEstimator: Sendable {
    private static let bucketMilliseconds = 5.0
    private static let bucketCount = 100
    private static let windowCount = 5
    private static let windowNanoseconds: Int64 = 400_000_000
    private static let quantile: Float = 0.97
    private static let keptPerPacket: Float = 0.985
    /// Above this, a packet that ends a pause says nothing about the network.
    private static let resumeMilliseconds = 250.0
    private static let guardMilliseconds = 10.0
    private static let lateDecayPerSecond = 20.0

    private let minimumMilliseconds: Double
    private let maximumMilliseconds: Double
    private var histogram: [Float]
    private var packetCount = 0
    private var windows: [Double]
    private var windowAt = 0
    private var windowEnd: Int64 = 0
    private var lateFloor = 0.0
    private var lastArrival: Int64?
    private(set) var targetMilliseconds: Double
    /// A lower bound for the target that playing itself needs: the size of its periods, room for in-band recovery.
    var neededMilliseconds = 0.0

    init(minimumMilliseconds: Double, maximumMilliseconds: Double) {
        self.minimumMilliseconds = minimumMilliseconds
        self.maximumMilliseconds = max(minimumMilliseconds, maximumMilliseconds)
        histogram = Array(repeating: 0, count: Self.bucketCount)
        windows = Array(repeating: .infinity, count: Self.windowCount)
        targetMilliseconds = minimumMilliseconds
        reset()
    }

    /// Forgets the source, as for a new SSRC. As nothing is known yet, the target begins at 25 ms, which a home network
    /// in the evening keeps to. The first packet may itself be late, in which case more is in store than it seems; and
    /// where 25 ms is too little, one gap is concealed, whereas a longer hold would delay each first word.
    mutating func reset() {
        for at in histogram.indices { histogram[at] = 0 }
        histogram[2] = 1
        packetCount = 0
        lateFloor = 0
        forgetBase()
        updateTarget()
    }

    /// Forgets the smallest delay, which a sender's pause or jump of timestamps makes worthless.
    private mutating func forgetBase() {
        for at in windows.indices { windows[at] = .infinity }
        lastArrival = nil
    }

    /// Records a packet and returns its relative delay in milliseconds.
    ///
    /// `isAfterPause`: nothing was left to play when it arrived, so a large delay is the sender's pause, not the
    /// network's.
    mutating func receive(timestamp: Int64, arrivalNanoseconds: Int64, isAfterPause: Bool) -> Double {
        let delay =
            Double(arrivalNanoseconds) / 1e6 - Double(timestamp) / Double(Audio.samplesPerMillisecond)
        var relative = relativeDelay(delay, at: arrivalNanoseconds)
        if relative > Self.resumeMilliseconds && (isAfterPause || relative > 2000) {
            forgetBase()
            relative = relativeDelay(delay, at: arrivalNanoseconds)
        } else {
            add(relative)
        }
        if let lastArrival, arrivalNanoseconds > lastArrival {
            lateFloor -= Self.lateDecayPerSecond * Double(arrivalNanoseconds - lastArrival) / 1e9
        }
        lastArrival = arrivalNanoseconds
        updateTarget()
        return relative
    }

    /// Records that a packet came after its place had been concealed: from now on enough is held to have saved it.
    mutating func receivedTooLate(relativeMilliseconds: Double) {
        lateFloor = max(lateFloor, min(relativeMilliseconds + Self.guardMilliseconds, maximumMilliseconds))
        updateTarget()
    }

    private mutating func relativeDelay(_ delay: Double, at nowNanoseconds: Int64) -> Double {
        if windows[windowAt] == .infinity && lastArrival == nil {
            windowEnd = nowNanoseconds &+ Self.windowNanoseconds
        } else if nowNanoseconds >= windowEnd {
            let steps = min(Int64(Self.windowCount), (nowNanoseconds &- windowEnd) / Self.windowNanoseconds + 1)
            // After a long silence the last known base remains valid until this packet's window ends.
            let base = windows.reduce(Double.infinity, min)
            for _ in 0..<steps {
                windowAt = (windowAt + 1) % Self.windowCount
                windows[windowAt] = .infinity
            }
            if steps == Int64(Self.windowCount) { windows[(windowAt + 1) % Self.windowCount] = base }
            windowEnd = nowNanoseconds &+ Self.windowNanoseconds
        }
        windows[windowAt] = min(windows[windowAt], delay)
        return delay - windows.reduce(Double.infinity, min)
    }

    private mutating func add(_ relative: Double) {
        packetCount += 1
        // At the beginning all packets have the same weight.
        let kept = min(Self.keptPerPacket, 1 - 1 / Float(packetCount + 10))
        for at in histogram.indices { histogram[at] *= kept }
        let bucket = min(Self.bucketCount - 1, Int(min(max(0, relative), 10_000) / Self.bucketMilliseconds))
        histogram[bucket] += 1 - kept
    }

    private mutating func updateTarget() {
        lateFloor = max(0, lateFloor)
        let total = histogram.reduce(0, +)
        var sum: Float = 0
        var percentile = 0.0
        for (at, share) in histogram.enumerated() {
            sum += share
            if sum >= Self.quantile * total {
                percentile = Double(at + 1) * Self.bucketMilliseconds
                break
            }
        }
        let wanted = max(percentile + Self.guardMilliseconds, lateFloor, neededMilliseconds, minimumMilliseconds)
        targetMilliseconds = min(wanted, maximumMilliseconds)
    }
}
