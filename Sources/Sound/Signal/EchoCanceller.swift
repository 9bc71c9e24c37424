import CEchoCanceller
import System

/// What takes the echo out (SOUND-3).
public enum EchoEngine: String, Sendable, Hashable, Codable, CaseIterable {
    /// webrtc-audio-processing until speexdsp has learnt the room, then speexdsp (`EchoSupervisor`).
    case both
    /// webrtc-audio-processing alone: 0.3 or 1.x, whichever this was built with.
    case webrtc
    /// speexdsp alone.
    case speex

    /// By measured figures: Sound.docc.
    public static let preferred = EchoEngine.both

    /// All of it is in this build.
    public var isAvailable: Bool { libraries.allSatisfy { anicca_echo_has($0) } }
    /// With versions, as far as they are known; what is not in this build is left out.
    public var libraryName: String {
        libraries.filter { anicca_echo_has($0) }.compactMap { anicca_echo_name($0).map { String(cString: $0) } }
            .joined(separator: " and ")
    }

    fileprivate var libraries: [anicca_echo_engine] {
        switch self {
        case .both: [ANICCA_ECHO_WEBRTC, ANICCA_ECHO_SPEEX]
        case .webrtc: [ANICCA_ECHO_WEBRTC]
        case .speex: [ANICCA_ECHO_SPEEX]
        }
    }
}

/// One library's instance.
private final class EchoStage {
    private let handle: OpaquePointer

    init?(_ library: anicca_echo_engine, _ options: anicca_echo_options) {
        guard let handle = anicca_echo_create(library, 48_000, options) else { return nil }
        self.handle = handle
    }

    deinit { anicca_echo_destroy(handle) }

    /// False: the library refused the block.
    func process(far: UnsafePointer<Float>, near: UnsafeMutablePointer<Float>, delayMilliseconds: Int) -> Bool {
        let farCode = anicca_echo_far(handle, far)
        return anicca_echo_near(handle, near, Int32(clamping: delayMilliseconds)) == 0 && farCode == 0
    }

    var delayMilliseconds: Double? {
        let value = anicca_echo_get_figures(handle).delay_milliseconds
        return value.isFinite ? value : nil
    }
}

/// Takes echo and noise out of a microphone's stream at 48 kHz and evens its level, 10 ms at a time. One thread at a
/// time; allocates in `init` alone.
///
/// `@unchecked Sendable`: made on an ordinary thread, then used by one capture thread at a time.
package final class EchoCanceller: @unchecked Sendable {
    static let blockFrames = 480
    let engine: EchoEngine
    /// webrtc-audio-processing: hears no echo within a second, and hardly anybody who speaks into one.
    private let fast: EchoStage?
    /// speexdsp: takes two or three seconds, and leaves whoever speaks into the echo as they are.
    private let fine: EchoStage?
    private let gain: EchoStage?
    private var supervisor = EchoSupervisor()
    private var wasFine = false
    private var wasLevelled = true
    private var unlevelledFor = 0
    private static let unlevelledBlocks = 10
    private var isWitnessed = false
    private static let witnessShare: Float = 0.003
    private var agreement = EchoAgreement()
    private let other: UnsafeMutablePointer<Float>
    /// Blocks of echo that a library alone has had to learn from.
    private var lessons = 0
    private static let enoughLessons = 150
    /// Of the last block, before its level was evened.
    private(set) var cleanMeanSquare: Float = 0

    /// Nil: nothing of this engine is in this build, or no memory. Takes some milliseconds.
    package init?(engine: EchoEngine, controlsGain: Bool = true) {
        let cleaning = anicca_echo_options(cancels_echo: true, suppresses_noise: true, controls_gain: false)
        fast = engine == .speex ? nil : EchoStage(ANICCA_ECHO_WEBRTC, cleaning)
        fine = engine == .webrtc ? nil : EchoStage(ANICCA_ECHO_SPEEX, cleaning)
        let levelling = anicca_echo_options(cancels_echo: false, suppresses_noise: false, controls_gain: true)
        gain =
            controlsGain ? EchoStage(ANICCA_ECHO_WEBRTC, levelling) ?? EchoStage(ANICCA_ECHO_SPEEX, levelling) : nil
        other = lockedFloats(Self.blockFrames)
        self.engine = engine
        guard fast != nil || fine != nil else { return nil }
    }

    deinit { freeLocked(other, Self.blockFrames) }

    /// This engine, or another where it cannot be had.
    static func make(_ engine: EchoEngine) -> EchoCanceller? {
        for candidate in [engine] + EchoEngine.allCases {
            if let made = EchoCanceller(engine: candidate) { return made }
        }
        return nil
    }

    /// Takes the echo of `far` out of `near`, in place; both 480 samples. False: a library refused the block.
    /// - Parameter delayMilliseconds: by how much the echo in `near` lags behind `far`.
    package func process(far: UnsafePointer<Float>, near: UnsafeMutablePointer<Float>, delayMilliseconds: Int) -> Bool {
        guard clean(far: far, near: near, delayMilliseconds: delayMilliseconds) else { return false }
        cleanMeanSquare = meanSquare(near)
        return level(far: far, near: near)
    }

    /// Evens its level; but not that of an echo that came through, which would be lifted like a quiet voice: where something
    /// is played, and what is left is next to nothing to the quick one, or the path is being learnt anew.
    private func level(far: UnsafePointer<Float>, near: UnsafeMutablePointer<Float>) -> Bool {
        guard let gain else { return true }
        let isEcho = supervisor.isEchoDue && (agreement.isDisputed || agreement.isAfterJump)
        unlevelledFor = isEcho ? Self.unlevelledBlocks : max(0, unlevelledFor - 1)
        let isLevelled = unlevelledFor == 0
        defer { wasLevelled = isLevelled }
        guard isLevelled || wasLevelled else { return true }
        other.update(from: near, count: Self.blockFrames)
        guard gain.process(far: far, near: near, delayMilliseconds: 0) else { return false }
        if isLevelled != wasLevelled {
            fade(near, from: wasLevelled ? near : other, to: isLevelled ? near : other)
        }
        return true
    }

    /// The far end has jumped: what was learnt of the path is no longer true.
    func startOver() {
        supervisor.startOver()
        agreement.noteJump()
        lessons = 0
    }

    /// It knows the room, and the last block was not all echo to the quick one either: what is left is somebody's voice.
    /// The quick one leaves a fiftieth of whoever speaks into an echo, and a thousandth of the echo, even where the room
    /// has just changed under the fine one: then it does not agree that there is anybody.
    var isVoiceLikely: Bool {
        guard fast != nil, fine != nil else { return lessons >= Self.enoughLessons }
        return supervisor.trustsFine && isWitnessed && !agreement.isDisputed
    }

    private func clean(
        far: UnsafePointer<Float>, near: UnsafeMutablePointer<Float>, delayMilliseconds: Int
    ) -> Bool {
        guard let fast, let fine else {
            if meanSquare(far) > EchoSupervisor.echoMeanSquare { lessons += 1 }
            return (fast ?? fine)?.process(far: far, near: near, delayMilliseconds: delayMilliseconds) ?? false
        }
        let before = meanSquare(near)
        other.update(from: near, count: Self.blockFrames)
        guard fast.process(far: far, near: other, delayMilliseconds: delayMilliseconds),
            fine.process(far: far, near: near, delayMilliseconds: delayMilliseconds)
        else { return false }
        let left = meanSquare(other)
        isWitnessed = left > before * Self.witnessShare
        let kept = meanSquare(near)
        agreement.take(before: before, fast: left, fine: kept)
        let isTrusted = supervisor.trustsFine(far: meanSquare(far), before: before, fast: left, fine: kept)
        let isFine = isTrusted && !agreement.isFineUseless
        if isFine != wasFine {
            fade(near, from: wasFine ? near : other, to: isFine ? near : other)
        } else if !isFine {
            near.update(from: other, count: Self.blockFrames)
        }
        wasFine = isFine
        return true
    }

    /// Between what is given as far and its echo, as the engine sees it; nil: it does not say.
    var delayMilliseconds: Double? { fast?.delayMilliseconds ?? fine?.delayMilliseconds }

    /// Over the block from one to the other; `near`, which it goes to, may be either.
    private func fade(
        _ near: UnsafeMutablePointer<Float>, from old: UnsafePointer<Float>, to new: UnsafePointer<Float>
    ) {
        for i in 0..<Self.blockFrames {
            let share = fadeOutGain(i, of: Self.blockFrames)
            near[i] = old[i] * share + new[i] * (1 - share)
        }
    }

    private func meanSquare(_ samples: UnsafePointer<Float>) -> Float {
        var sum: Float = 0
        for i in 0..<Self.blockFrames { sum += samples[i] * samples[i] }
        return sum / Float(Self.blockFrames)
    }
}

/// Mean squares of the microphone and of what each canceller leaves of it, smoothed.
private struct CancellerPowers {
    var before: Float = 0
    var fast: Float = 0
    var fine: Float = 0

    /// - Parameter weight: 0 to 1.
    mutating func approach(_ new: CancellerPowers, weight: Float) {
        before += (new.before - before) * weight
        fast += (new.fast - fast) * weight
        fine += (new.fine - fine) * weight
    }
}

/// Whether two cancellers agree on what is left when the echo is taken out. Pure; fed the powers (mean squares) of 10 ms
/// at a time.
///
/// Where the path of the echo has jumped (a hole of a millisecond in a sound server's stream is enough, and nobody says
/// so) the fine one leaves as much as there was, until it has learnt the path anew in a second or two, and the quick one
/// a hundredth of that. Of somebody who speaks into the echo the quick one leaves a tenth and more when they are as loud
/// as the echo, and often enough when they are 8 dB quieter. (webrtc-audio-processing 0.3. Of 1.x: up to a seventh of the
/// echo, and more than a quarter of whoever speaks, even when they are 14 dB quieter.)
struct EchoAgreement: Sendable {
    /// The quick one's part of what the fine one leaves; below, it is an echo.
    struct Shares: Sendable {
        var disputed: Float = 0.03
        /// Nobody who is quieter than the echo looks like this, and nobody who is louder.
        var jump: Float = 0.015

        static let newer = Shares(disputed: 0.2, jump: 0.1)
        static let built = EchoEngine.webrtc.libraryName.hasSuffix(" 1") ? newer : Shares()
    }
    private static let weight: Float = 0.1
    /// The fine one leaves most of the echo, for longer than a knock.
    private static let leftShare: Float = 0.15
    private static let uselessBlocks = 8
    private static let jumpLeftShare: Float = 0.4
    private static let jumpBlocks = 6
    /// While the path is learnt anew each finds some of the echo.
    private static let afterJumpShare: Float = 0.25
    private static let afterJumpBlocks = 200

    private let shares: Shares
    private var mean = CancellerPowers()
    private var uselessFor = 0
    private var jumpingFor = 0
    private var afterJump = 0

    init(shares: Shares = .built) { self.shares = shares }

    /// What the fine one leaves is next to nothing to the quick one: nobody's voice.
    var isDisputed: Bool { mean.fast < mean.fine * (isAfterJump ? Self.afterJumpShare : shares.disputed) }
    /// That, and it is most of what came in, for a while: better listen to the quick one.
    var isFineUseless: Bool { uselessFor >= Self.uselessBlocks }

    /// The path of the echo is another one since a moment ago, and not learnt yet.
    var isAfterJump: Bool { afterJump > 0 }

    /// The path of the echo is another one from now on.
    mutating func noteJump() { afterJump = Self.afterJumpBlocks }

    mutating func take(before: Float, fast: Float, fine: Float) {
        mean.approach(CancellerPowers(before: before, fast: fast, fine: fine), weight: Self.weight)
        let leaves = mean.fine / max(mean.before, 1e-12)
        let share = mean.fast / max(mean.fine, 1e-12)
        uselessFor = leaves > Self.leftShare && share < shares.disputed ? uselessFor + 1 : 0
        jumpingFor = leaves > Self.jumpLeftShare && share < shares.jump ? jumpingFor + 1 : 0
        afterJump = jumpingFor >= Self.jumpBlocks ? Self.afterJumpBlocks : max(0, afterJump - 1)
    }
}

/// Decides which of two cancellers to listen to: the one that is quick, or the one that keeps the near voice. Pure; fed
/// the powers (mean squares) of 10 ms at a time.
///
/// The fine one is trusted once it has taken 26 dB off the echo, or as much as the quick one, for half a second; and no
/// longer once it has left most of the echo for two seconds in which the quick one found nothing but echo. (Somebody
/// who speaks into the companion for that long has been heard, and it has stopped.)
struct EchoSupervisor: Sendable {
    /// -60 dBFS: what is quieter teaches nothing.
    static let echoMeanSquare: Float = 1e-6
    private static let learntShare: Float = 0.0025
    private static let asGood: Float = 1.6
    private static let lostShare: Float = 0.15
    private static let emptyShare: Float = 0.03
    private static let learnBlocks = 50
    private static let loseBlocks = 200
    private static let hangoverBlocks = 15

    private(set) var trustsFine = false
    private var mean = CancellerPowers()
    private var blocks = 0
    private var badBlocks = 0
    private var farBlocks = 0

    /// Something was played just now.
    var isEchoDue: Bool { farBlocks > 0 }

    /// The fine one has to prove itself again.
    mutating func startOver() {
        trustsFine = false
        blocks = 0
    }

    mutating func trustsFine(far: Float, before: Float, fast: Float, fine: Float) -> Bool {
        farBlocks = far > Self.echoMeanSquare ? Self.hangoverBlocks : max(0, farBlocks - 1)
        // Pauses of either side say nothing.
        guard farBlocks > 0, before > Self.echoMeanSquare else { return trustsFine }
        blocks += 1
        mean.approach(CancellerPowers(before: before, fast: fast, fine: fine), weight: max(0.03, 1 / Float(blocks)))
        if trustsFine {
            let isLost = mean.fine > mean.before * Self.lostShare && mean.fast < mean.fine * Self.emptyShare
            badBlocks = isLost ? badBlocks + 1 : 0
            if badBlocks >= Self.loseBlocks { startOver() }
        } else if blocks >= Self.learnBlocks {
            trustsFine =
                mean.fine < mean.before * Self.learntShare
                || (mean.fine < mean.fast * Self.asGood && mean.fine < mean.before * Self.lostShare)
            badBlocks = 0
        }
        return trustsFine
    }
}
