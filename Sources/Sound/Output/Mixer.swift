import Glibc
import System

/// Mixes into mono at 48 kHz: the current voice, voices that fade out, a conversation's line, the click. Real-time
/// thread only once made; allocates only in `init`.
struct Mixer: ~Copyable {
    private struct Fading: BitwiseCopyable {
        var voice: Voice
        var age: Int
        var position: Int
        var fadeFrame: Int
        /// Below 1 if the sound was leaving already.
        var level: Float = 1
    }
    /// What is heard of a ring with a voice (SOUND-7).
    private enum RingPart: BitwiseCopyable {
        /// The alarm. Can go to `leaving`.
        case alarm
        /// The alarm fades out for the voice. Can go to `before`.
        case leaving
        /// Silence before the voice. Can go to `speaking`.
        case before
        /// Can go to `after`.
        case speaking
        /// Silence after the voice. Can go to `alarm`, from its beginning.
        case after
    }
    /// A stop fades over 2 ms at 48 kHz: half a period of 250 Hz, so that it adds no edge to the sound, and is short
    /// for the ear.
    static let fadeFrames = 96
    /// A sound that ends by its limit fades over 15 ms.
    private static let limitFadeFrames = 720
    private static let maximumFading = 4
    /// The alarm leaves over 15 ms; the voice has silence of 150 ms before it and 300 ms after it.
    private static let leavingFrames = 720
    private static let beforeFrames = 7200
    private static let afterFrames = 14_400
    /// A voice that is not ready is looked for again after 100 ms.
    private static let voicePause = 4800
    /// No voice interrupts a ring within its first 2 s.
    private static let earliestVoice = 96_000
    /// -50 dBFS as a mean square: what counts as audible (SOUND-6).
    static let audibleMeanSquare: Float = 1e-5

    private(set) var current: Voice?
    private var age = 0
    private var position = 0
    private var part = RingPart.alarm
    /// Frames of the present part that are over.
    private var partFrame = 0
    /// The age at which the voice is due; max: it does not speak any more.
    private var voiceFrame = Int.max
    private let fading: UnsafeMutablePointer<Fading>
    private var fadingCount = 0
    private let clickSamples: UnsafeMutablePointer<Float>
    private let clickCount: Int
    private var clickPosition: Int
    private let scratch: UnsafeMutablePointer<Float>
    static let maximumFrames = 4096
    /// A line fades in, fades out and changes its volume over 10 ms at 48 kHz: a whole period of 100 Hz, without a
    /// step.
    static let lineRampFrames = 480
    private var line: Unmanaged<LineSource>?
    private var lineSerial = 0
    private var lineGain: Float = 0
    private var lineRampFrom: Float = 0
    private var lineRampTo: Float = 0
    private var lineRampFrame = Self.lineRampFrames
    private var isLineLeaving = false
    /// Whether the current voice was audible in the last `render`.
    private(set) var isAudible = false
    /// The voice that came to its end in the last `render`, until `takeEnded`.
    private var ended: Voice?
    /// Tokens of voices that are no longer used, until taken.
    private var releasedTokens: (Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0)
    private var releasedCount = 0

    init(click: [Float]) {
        fading = .allocate(capacity: Self.maximumFading)
        fading.initialize(
            repeating: Fading(voice: .none, age: 0, position: 0, fadeFrame: 0), count: Self.maximumFading)
        clickCount = click.count
        clickPosition = click.count
        clickSamples = lockedFloats(click.count)
        for (i, sample) in click.enumerated() { clickSamples[i] = sample }
        scratch = lockedFloats(Self.maximumFrames)
    }

    deinit {
        fading.deallocate()
        freeLocked(clickSamples, clickCount)
        freeLocked(scratch, Self.maximumFrames)
    }

    var isSounding: Bool { line != nil || current != nil || fadingCount > 0 || clickPosition < clickCount }
    var hasLine: Bool { line != nil }

    /// Mixes this line in, for the opening with the number `serial`; the line before must be gone.
    mutating func open(_ source: Unmanaged<LineSource>, serial: Int) {
        line = source
        lineSerial = serial
        lineGain = 0
        lineRampTo = 0
        lineRampFrame = Self.lineRampFrames
        isLineLeaving = false
    }

    /// Fades the line out; `hasLine` becomes false when it is gone.
    mutating func closeLine() { isLineLeaving = true }

    /// Makes `voice` the current one, from its first frame; the one before must have been stopped.
    mutating func start(_ voice: Voice) {
        current = voice
        age = 0
        position = 0
        part = .alarm
        partFrame = 0
        voiceFrame = voice.clip == nil ? .max : voice.clipFrame
    }

    mutating func click() { clickPosition = 0 }

    /// Fades out the current voice. `fadedFrames`: this much of the fade was done elsewhere, on frames taken back.
    mutating func stop(fadedFrames: Int) {
        guard let voice = current else { return }
        current = nil
        guard fadedFrames < Self.fadeFrames, age > 0 else {
            release(voice.token)
            return
        }
        if fadingCount == Self.maximumFading { removeFading(0) }
        fading[fadingCount] = leftover(of: voice, fadeFrame: fadedFrames)
        fadingCount += 1
    }

    /// What is heard at this moment of a sound that is stopped.
    private func leftover(of voice: Voice, fadeFrame: Int) -> Fading {
        var rest = Fading(voice: voice, age: age, position: position, fadeFrame: fadeFrame)
        rest.voice.clip = nil
        switch part {
        case .alarm: break
        case .leaving: rest.level = fadeOutGain(partFrame, of: Self.leavingFrames)
        case .before, .after: rest.voice.samples = nil
        case .speaking:
            rest.voice.samples = voice.clip.flatMap { $0._withUnsafeGuaranteedRef { $0.start } }
            rest.voice.count = voice.clip.map { $0._withUnsafeGuaranteedRef { $0.frames } } ?? 0
            rest.voice.isLooping = false
            rest.position = partFrame
        }
        return rest
    }

    /// The voice that came to its end, once.
    mutating func takeEnded() -> Voice? {
        defer { ended = nil }
        return ended
    }

    /// The token of a voice that nothing here refers to any more; each once.
    mutating func takeReleased() -> Int? {
        guard releasedCount > 0 else { return nil }
        releasedCount -= 1
        switch releasedCount {
        case 0: return releasedTokens.0
        case 1: return releasedTokens.1
        case 2: return releasedTokens.2
        case 3: return releasedTokens.3
        case 4: return releasedTokens.4
        default: return releasedTokens.5
        }
    }

    /// Fills `target`; at most `maximumFrames`.
    mutating func render(into target: UnsafeMutablePointer<Float>, count: Int) {
        let frames = min(count, Self.maximumFrames)
        for i in 0..<frames { target[i] = 0 }
        isAudible = false
        if let voice = current { renderCurrent(voice, into: target, count: frames) }
        if let line { renderLine(line, into: target, count: frames) }
        var index = 0
        while index < fadingCount {
            if renderFading(&fading[index], into: target, count: frames) {
                index += 1
            } else {
                removeFading(index)
            }
        }
        var i = 0
        while i < frames && clickPosition < clickCount {
            target[i] += clickSamples[clickPosition]
            clickPosition += 1
            i += 1
        }
    }

    private mutating func renderCurrent(_ voice: Voice, into target: UnsafeMutablePointer<Float>, count: Int) {
        let wanted = max(0, min(count, voice.limitFrames - age))
        let given =
            voice.clip.map { fetchRing(voice, $0, wanted) } ?? Self.fetch(voice, &position, scratch, wanted)
        var energy: Float = 0
        for i in 0..<given {
            var gain = voice.curve.gain(at: age + i)
            let left = voice.limitFrames - (age + i)
            if left < Self.limitFadeFrames {
                gain *= fadeOutGain(Self.limitFadeFrames - left, of: Self.limitFadeFrames)
            }
            let x = scratch[i] * gain
            energy += x * x
            target[i] += x
        }
        isAudible = given > 0 && energy > Self.audibleMeanSquare * Float(given)
        age += given
        let isStreamDone = voice.stream.map { $0._withUnsafeGuaranteedRef { $0.isEnded && $0.ring.count == 0 } }
        if isStreamDone ?? (given < wanted) || age >= voice.limitFrames {
            current = nil
            ended = voice
            release(voice.token)
        }
    }

    /// Reads a ring and the voice in it; as many frames as asked for, since an alarm has no end.
    private mutating func fetchRing(_ voice: Voice, _ clip: Unmanaged<RingClip>, _ count: Int) -> Int {
        var given = 0
        while given < count {
            let target = scratch + given
            let wanted = count - given
            var run = wanted
            switch part {
            case .alarm:
                run = min(wanted, framesUntilVoice(voice, clip, at: age + given))
                if run == 0 {
                    enter(.leaving)
                    continue
                }
                run = Self.fetch(voice, &position, target, run)
            case .leaving:
                run = Self.fetch(voice, &position, target, min(wanted, Self.leavingFrames - partFrame))
                for i in 0..<run { target[i] *= fadeOutGain(partFrame + i, of: Self.leavingFrames) }
            case .before, .after:
                run = min(wanted, (part == .before ? Self.beforeFrames : Self.afterFrames) - partFrame)
                for i in 0..<run { target[i] = 0 }
            case .speaking:
                run = copy(clip, to: target, wanted)
            }
            guard run > 0 else { return given }
            given += run
            partFrame += run
            leavePart(voice, clip, at: age + given)
        }
        return given
    }

    private func copy(_ clip: Unmanaged<RingClip>, to target: UnsafeMutablePointer<Float>, _ wanted: Int) -> Int {
        clip._withUnsafeGuaranteedRef { clip in
            let run = min(wanted, clip.frames - partFrame)
            guard let start = clip.start, run > 0 else { return 0 }
            for i in 0..<run { target[i] = start[partFrame + i] }
            return run
        }
    }

    /// How long the alarm sounds before the voice interrupts it; 0: now. A voice speaks sooner if it would not come to
    /// its end before the ring does, and not at all if it cannot.
    private mutating func framesUntilVoice(_ voice: Voice, _ clip: Unmanaged<RingClip>, at now: Int) -> Int {
        guard voiceFrame < .max else { return .max }
        let frames = clip._withUnsafeGuaranteedRef { $0.frames }
        guard frames > 0 else { return max(voiceFrame - now, Self.voicePause) }
        let latest = voice.limitFrames - frames - Self.leavingFrames - Self.beforeFrames - Self.limitFadeFrames
        guard latest >= Self.earliestVoice, now <= latest else {
            voiceFrame = .max
            return .max
        }
        return max(min(voiceFrame, latest) - now, 0)
    }

    private mutating func enter(_ next: RingPart) {
        part = next
        partFrame = 0
    }

    /// Goes on to the next part if the present one is over.
    private mutating func leavePart(_ voice: Voice, _ clip: Unmanaged<RingClip>, at now: Int) {
        switch part {
        case .alarm: break
        case .leaving: if partFrame >= Self.leavingFrames { enter(.before) }
        case .before: if partFrame >= Self.beforeFrames { enter(.speaking) }
        case .speaking: if partFrame >= clip._withUnsafeGuaranteedRef({ $0.frames }) { enter(.after) }
        case .after:
            guard partFrame >= Self.afterFrames else { return }
            enter(.alarm)
            position = 0
            voiceFrame = voice.clipPauseFrames > 0 ? now + voice.clipPauseFrames : .max
        }
    }

    private mutating func renderLine(
        _ source: Unmanaged<LineSource>, into target: UnsafeMutablePointer<Float>, count: Int
    ) {
        let wanted = source._withUnsafeGuaranteedRef {
            $0.fill(scratch, count: count, serial: lineSerial)
            return isLineLeaving ? 0 : $0.targetGain
        }
        if wanted != lineRampTo {
            lineRampFrom = lineGain
            lineRampTo = wanted
            lineRampFrame = 0
        }
        for i in 0..<count {
            if lineRampFrame < Self.lineRampFrames {
                lineRampFrame += 1
                let rest = fadeOutGain(lineRampFrame, of: Self.lineRampFrames)
                lineGain = lineRampTo + (lineRampFrom - lineRampTo) * rest
            }
            target[i] += scratch[i] * lineGain
        }
        if isLineLeaving, lineGain == 0 { line = nil }
    }

    /// Mixes a voice that fades out; false once the fade is over.
    private func renderFading(_ fade: inout Fading, into target: UnsafeMutablePointer<Float>, count: Int) -> Bool {
        let wanted = min(count, Self.fadeFrames - fade.fadeFrame)
        let given = Self.fetch(fade.voice, &fade.position, scratch, wanted)
        for i in 0..<given {
            let gain = fade.voice.curve.gain(at: fade.age + i) * fadeOutGain(fade.fadeFrame + i, of: Self.fadeFrames)
            target[i] += scratch[i] * gain * fade.level
        }
        fade.age += given
        fade.fadeFrame += given
        return given == wanted && fade.fadeFrame < Self.fadeFrames
    }

    /// Reads source samples from `position` on; fewer than `count` only at the end of a sound that does not loop, or if
    /// the synthesizer is behind.
    private static func fetch(
        _ voice: Voice, _ position: inout Int, _ target: UnsafeMutablePointer<Float>, _ count: Int
    ) -> Int {
        if let stream = voice.stream {
            return stream._withUnsafeGuaranteedRef { $0.ring.read(target, count: count) }
        }
        guard let samples = voice.samples, voice.count > 0 else { return 0 }
        var given = 0
        while given < count {
            if position >= voice.count {
                guard voice.isLooping else { break }
                position = 0
            }
            let run = min(count - given, voice.count - position)
            for i in 0..<run { target[given + i] = samples[position + i] }
            given += run
            position += run
        }
        return given
    }

    private mutating func removeFading(_ index: Int) {
        release(fading[index].voice.token)
        for i in index..<(fadingCount - 1) { fading[i] = fading[i + 1] }
        fadingCount -= 1
    }

    private mutating func release(_ token: Int) {
        switch releasedCount {
        case 0: releasedTokens.0 = token
        case 1: releasedTokens.1 = token
        case 2: releasedTokens.2 = token
        case 3: releasedTokens.3 = token
        case 4: releasedTokens.4 = token
        case 5: releasedTokens.5 = token
        // If a release is not reported, the owner keeps the sound until the device closes.
        default: return
        }
        releasedCount += 1
    }
}
