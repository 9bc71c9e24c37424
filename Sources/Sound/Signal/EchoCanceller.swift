import CEchoCanceller
import System

/// The libraries that remove the echo (SOUND-3).
public enum EchoEngine: String, Sendable, Hashable, Codable, CaseIterable {
    /// webrtc-audio-processing until speexdsp has learnt the room, then speexdsp (`EchoSupervisor`).
    case both
    /// Only webrtc-audio-processing: 0.3 or 1.x, whichever this was built with.
    case webrtc
    /// Only speexdsp.
    case speex

    /// Chosen by measurements: see Sound.docc.
    public static let preferred = EchoEngine.both

    /// Whether all of its libraries are in this build.
    public var isAvailable: Bool { libraries.allSatisfy { anicca_echo_has($0) } }
    /// The names of its libraries, with versions as far as they are known; those that are not in this build are left
    /// out.
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

    /// - Parameter rate: Hertz.
    init?(_ library: anicca_echo_engine, rate: Int, _ options: anicca_echo_options) {
        guard let handle = anicca_echo_create(library, Int32(clamping: rate), options) else { return nil }
        self.handle = handle
    }

    deinit { anicca_echo_destroy(handle) }

    /// Processes one block; false if the library refused it.
    func process(far: UnsafePointer<Float>, near: UnsafeMutablePointer<Float>, delayMilliseconds: Int) -> Bool {
        let farCode = anicca_echo_far(handle, far)
        return anicca_echo_near(handle, near, Int32(clamping: delayMilliseconds)) == 0 && farCode == 0
    }

    var delayMilliseconds: Double? {
        let value = anicca_echo_get_figures(handle).delay_milliseconds
        return value.isFinite ? value : nil
    }
}

/// Takes echo and noise out of a microphone's stream at 48 kHz and evens its level, 10 ms at a time. One thread at
/// a time; allocates only in `init`.
///
/// Theory of operation. In a conversation everything happens at 16 kHz (`VoiceBand`). Two cancellers process every block.
/// `EchoSupervisor` decides which result is used: the quick one's until the fine one has learnt the room.
/// `EchoAgreement` notices when the fine one no longer fits the room, because the quick one then finds only echo in what
/// it leaves.
///
/// `@unchecked Sendable`: made on an ordinary thread, then used by one capture thread at a time.
package final class EchoCanceller: @unchecked Sendable {
    let engine: EchoEngine
    /// The quick one, webrtc-audio-processing: removes an echo within a second, and with it most of a voice that speaks
    /// over the echo.
    private let fast: EchoStage?
    /// The fine one, speexdsp: takes two or three seconds to learn the room, and leaves a voice that speaks over the
    /// echo as it is.
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
    private let band: VoiceBand
    private let other: UnsafeMutablePointer<Float>
    /// Blocks of echo from which a single library has learnt.
    private var lessons = 0
    private static let enoughLessons = 150
    /// Mean square of the last block's voice band, as the microphone heard it.
    private(set) var heardMeanSquare: Float = 0
    /// Mean square of what is left of it, before its level was evened.
    private(set) var cleanMeanSquare: Float = 0

    /// Nil if none of this engine's libraries is in this build, or there is no memory. Takes some milliseconds.
    package init?(engine: EchoEngine, bandwidth: VoiceBandwidth = .wide, controlsGain: Bool = true) {
        band = VoiceBand(bandwidth)
        let rate = band.rate
        let cleaning = anicca_echo_options(cancels_echo: true, suppresses_noise: true, controls_gain: false)
        fast = engine == .speex ? nil : EchoStage(ANICCA_ECHO_WEBRTC, rate: rate, cleaning)
        fine = engine == .webrtc ? nil : EchoStage(ANICCA_ECHO_SPEEX, rate: rate, cleaning)
        let levelling = anicca_echo_options(cancels_echo: false, suppresses_noise: false, controls_gain: true)
        gain =
            controlsGain
            ? EchoStage(ANICCA_ECHO_WEBRTC, rate: rate, levelling)
                ?? EchoStage(ANICCA_ECHO_SPEEX, rate: rate, levelling) : nil
        other = lockedFloats(band.blockFrames)
        self.engine = engine
        guard fast != nil || fine != nil else { return nil }
    }

    deinit { freeLocked(other, band.blockFrames) }

    /// Makes this engine, or another one if it is not available.
    static func make(_ engine: EchoEngine, _ bandwidth: VoiceBandwidth = .wide) -> EchoCanceller? {
        for candidate in [engine] + EchoEngine.allCases {
            if let made = EchoCanceller(engine: candidate, bandwidth: bandwidth) { return made }
        }
        return nil
    }

    /// Takes the echo of `far` out of `near`, in place; both 480 samples. False if a library refused the block.
    /// - Parameter delayMilliseconds: by how much the echo in `near` lags behind `far`.
    package func process(far: UnsafePointer<Float>, near: UnsafeMutablePointer<Float>, delayMilliseconds: Int) -> Bool {
        band.take(far: far, near: near)
        heardMeanSquare = meanSquare(band.near)
        guard clean(far: band.far, near: band.near, delayMilliseconds: delayMilliseconds) else { return false }
        cleanMeanSquare = meanSquare(band.near)
        guard level(far: band.far, near: band.near) else { return false }
        band.give(near: near)
        return true
    }

    /// Evens the level of a block, except where it may be an echo that came through, which would be lifted like a quiet
    /// voice: something is played, and the quick canceller leaves next to nothing of the rest, or the path is being
    /// learnt again.
    private func level(far: UnsafePointer<Float>, near: UnsafeMutablePointer<Float>) -> Bool {
        guard let gain else { return true }
        let isEcho = supervisor.isEchoDue && (agreement.isDisputed || agreement.isAfterJump)
        unlevelledFor = isEcho ? Self.unlevelledBlocks : max(0, unlevelledFor - 1)
        let isLevelled = unlevelledFor == 0
        defer { wasLevelled = isLevelled }
        guard isLevelled || wasLevelled else { return true }
        other.update(from: near, count: band.blockFrames)
        guard gain.process(far: far, near: near, delayMilliseconds: 0) else { return false }
        if isLevelled != wasLevelled {
            fade(near, from: wasLevelled ? near : other, to: isLevelled ? near : other)
        }
        return true
    }

    /// Forgets what was learnt about the path, because the far end has jumped.
    func startOver() {
        supervisor.startOver()
        agreement.noteJump()
        lessons = 0
    }

    /// Whether what is left of the last block is probably a voice: the fine canceller knows the room, and the quick one
    /// found more than echo too. The quick one leaves a fiftieth of a voice that speaks over an echo and a thousandth
    /// of the echo, even if the room has just changed and the fine one no longer fits it; then it does not confirm a
    /// voice.
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
        let before = heardMeanSquare
        other.update(from: near, count: band.blockFrames)
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
            near.update(from: other, count: band.blockFrames)
        }
        wasFine = isFine
        return true
    }

    /// Delay between the far end and its echo, as the engine sees it; nil if it reports none.
    var delayMilliseconds: Double? { fast?.delayMilliseconds ?? fine?.delayMilliseconds }

    /// Fades over the block from `old` to `new`; `near`, which receives the result, may be either.
    private func fade(
        _ near: UnsafeMutablePointer<Float>, from old: UnsafePointer<Float>, to new: UnsafePointer<Float>
    ) {
        for i in 0..<band.blockFrames {
            let share = fadeOutGain(i, of: band.blockFrames)
            near[i] = old[i] * share + new[i] * (1 - share)
        }
    }

    private func meanSquare(_ samples: UnsafePointer<Float>) -> Float {
        var sum: Float = 0
        for i in 0..<band.blockFrames { sum += samples[i] * samples[i] }
        return sum / Float(band.blockFrames)
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

/// Decides whether two cancellers agree on what is left when the echo is removed. Pure; takes the powers (mean squares)
/// of 10 ms at a time.
///
/// When the path of the echo has jumped (a gap of a millisecond in a sound server's stream is enough, and is not
/// reported), the fine canceller leaves all of the echo until it has learnt the path again in a second or two, and the
/// quick one leaves a hundredth. If a voice speaks over the echo, the quick one leaves a tenth or more of it when it is
/// as loud as the echo, and often also if it is 8 dB quieter. (These figures are for webrtc-audio-processing 0.3. 1.x
/// leaves more of both. At 16 kHz a voice as loud as the echo loses 3.2 dB if a share below a fifth counts as disputed,
/// 2.2 dB with 0.15, and 1.4 dB with a tenth.)
struct EchoAgreement: Sendable {
    /// Ratio of what the quick canceller leaves to what the fine one leaves; below it, the rest is an echo.
    struct Shares: Sendable {
        var disputed: Float = 0.03
        /// No voice gives a share this small, neither one that is quieter than the echo nor one that is louder.
        var jump: Float = 0.015

        static let newer = Shares(disputed: 0.12, jump: 0.08)
        static let built = EchoEngine.webrtc.libraryName.hasSuffix(" 1") ? newer : Shares()
    }
    private static let weight: Float = 0.1
    /// The fine canceller leaves more than this share of the input, for longer than a knock lasts.
    private static let leftShare: Float = 0.15
    private static let uselessBlocks = 8
    private static let jumpLeftShare: Float = 0.4
    private static let jumpBlocks = 6
    /// While the path is learnt again, each canceller removes only some of the echo, so a larger ratio still means an
    /// echo.
    private static let afterJumpShare: Float = 0.25
    private static let afterJumpBlocks = 200

    private let shares: Shares
    private var mean = CancellerPowers()
    private var uselessFor = 0
    private var jumpingFor = 0
    private var afterJump = 0

    init(shares: Shares = .built) { self.shares = shares }

    /// Whether the quick canceller leaves next to nothing of what the fine one leaves, so that it is not a voice.
    var isDisputed: Bool { mean.fast < mean.fine * (isAfterJump ? Self.afterJumpShare : shares.disputed) }
    /// Whether, besides, the fine canceller has left much of the input for a while, so that the quick one is better.
    var isFineUseless: Bool { uselessFor >= Self.uselessBlocks }

    /// Whether the path of the echo changed a moment ago and is not learnt yet.
    var isAfterJump: Bool { afterJump > 0 }

    /// Notes that the path of the echo has changed.
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

/// Decides which of two cancellers to use: the quick one, or the fine one, which keeps the near voice. Pure; takes the
/// powers (mean squares) of 10 ms at a time.
///
/// The fine one is trusted once it has taken 26 dB off the echo, or as much as the quick one, for half a second. It is
/// no longer trusted once it has left much of the echo for two seconds in which the quick one found only echo. (A
/// person who speaks over the companion for that long has been heard, and the companion has stopped.)
struct EchoSupervisor: Sendable {
    /// -60 dBFS: nothing is learnt from quieter sound.
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

    /// Whether something was played just now.
    var isEchoDue: Bool { farBlocks > 0 }

    /// Makes the fine canceller prove itself again.
    mutating func startOver() {
        trustsFine = false
        blocks = 0
    }

    mutating func trustsFine(far: Float, before: Float, fast: Float, fine: Float) -> Bool {
        farBlocks = far > Self.echoMeanSquare ? Self.hangoverBlocks : max(0, farBlocks - 1)
        // Skip pauses of either side.
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
