import Glibc

/// The clockwork of sleep: how pressure rises and falls, with the parameters' constants worked out once.
struct SleepClockwork: Sendable {
    /// The step in which the end of a night is followed, in hours: 5 min, so that T, T+10 and T+15 are whole steps.
    static let stepHours = 1.0 / 12
    /// How long before the time waking can end the night, in hours. Somebody who wakes earlier sleeps on; 90 min is also
    /// the window of ALARM-11.
    static let earliestHours = 1.5

    let parameters: SleeperParameters
    private let stepDecay: Double
    fileprivate let stepNoise: Double
    private let waitDecay: Double
    private let turnCosine = cos(2 * .pi * SleepClockwork.stepHours / 24)
    private let turnSine = sin(2 * .pi * SleepClockwork.stepHours / 24)

    init(_ parameters: SleeperParameters) {
        self.parameters = parameters
        stepDecay = exp(-Self.stepHours / parameters.sleepDecayHours)
        stepNoise = parameters.noisePerRootHour * Self.stepHours.squareRoot()
        waitDecay = exp(-0.25 / parameters.wakeRiseHours)
    }

    /// Pressure after being awake.
    func awake(from pressure: Double, hours: Double) -> Double {
        1 - (1 - pressure) * exp(-max(0, hours) / parameters.wakeRiseHours)
    }

    /// When sleep begins, and at which pressure: at bedtime, or up to 90 min later if the pressure is still too low.
    ///
    /// - Parameters:
    ///   - bedtime: hours of the day of the waking; before midnight it is negative.
    ///   - phase: hour of the upward zero of the circadian wave.
    func onset(bedtime: Double, phase: Double, wokeAt: Double, pressure: Double) -> (hour: Double, pressure: Double) {
        var hour = bedtime
        var pressure = awake(from: pressure, hours: bedtime - wokeAt)
        for _ in 0..<6 {
            let wave = sin(2 * .pi * (hour - phase) / 24)
            if pressure >= parameters.upperThreshold + parameters.circadianAmplitude * wave { break }
            hour += 0.25
            pressure = 1 - (1 - pressure) * waitDecay
        }
        return (hour, pressure)
    }

    /// The end of a night: from falling asleep to 90 min before the time in one exact draw, and from there by steps.
    func night(
        onset: (hour: Double, pressure: Double), time: Double, phase: Double, anticipates: Bool, draws: inout Draws
    ) -> Night {
        let begin = time - Self.earliestHours
        let asleep = max(0, begin - onset.hour)
        let left = exp(-asleep / parameters.sleepDecayHours)
        let spread = parameters.noisePerRootHour * (parameters.sleepDecayHours / 2 * (1 - left * left)).squareRoot()
        let angle = 2 * .pi * (begin - phase) / 24
        return Night(
            pressure: max(0, onset.pressure * left + spread * draws.quickNormal()), sine: sin(angle),
            cosine: cos(angle),
            anticipates: anticipates,
            threshold: parameters.lowerThreshold + parameters.thresholdDeviation * draws.quickNormal(),
            amplitude: parameters.circadianAmplitude,
            rise: parameters.anticipationRise, riseHours: parameters.anticipationHours, decay: stepDecay,
            noise: stepNoise, turnCosine: turnCosine, turnSine: turnSine)
    }
}

/// The last hours of one night, followed in steps of 5 min until the sleeper wakes.
struct Night {
    /// Minutes after the time; it begins with -90.
    private(set) var minute = -90
    private(set) var pressure: Double
    private(set) var isAwake = false
    private var sine: Double
    private var cosine: Double
    private let anticipates: Bool
    private let threshold: Double
    private let amplitude: Double
    private let rise: Double
    private let riseMinutes: Double
    private let decay: Double
    private let noise: Double
    private let turnCosine: Double
    private let turnSine: Double

    fileprivate init(
        pressure: Double, sine: Double, cosine: Double, anticipates: Bool, threshold: Double, amplitude: Double,
        rise: Double, riseHours: Double, decay: Double, noise: Double, turnCosine: Double, turnSine: Double
    ) {
        self.pressure = pressure
        self.sine = sine
        self.cosine = cosine
        self.anticipates = anticipates
        self.threshold = threshold
        self.amplitude = amplitude
        self.rise = rise
        riseMinutes = riseHours * 60
        self.decay = decay
        self.noise = noise
        self.turnCosine = turnCosine
        self.turnSine = turnSine
    }

    /// Follows the sleep up to a minute after the time; returns whether the sleeper is awake by then.
    mutating func sleep(until limit: Int, draws: inout Draws) -> Bool {
        while !isAwake {
            if pressure <= wakingPressure(anticipates: anticipates) {
                isAwake = true
                break
            }
            guard minute < limit else { break }
            minute += 5
            pressure = max(0, pressure * decay + noise * draws.quickNormal())
            (sine, cosine) = (sine * turnCosine + cosine * turnSine, cosine * turnCosine - sine * turnSine)
        }
        return isAwake && minute <= limit
    }

    /// Whether the sleeper would be awake now if they anticipated.
    var isWithinReach: Bool { pressure <= wakingPressure(anticipates: true) }

    private func wakingPressure(anticipates: Bool) -> Double {
        var result = threshold + amplitude * sine
        if anticipates, Double(minute) > -riseMinutes {
            result += rise * min(1, (Double(minute) + riseMinutes) / riseMinutes)
        }
        return result
    }
}
