import Bedside
import Glibc
import Synchronization
import System

/// Makes the voice of a ring in memory (SOUND-7): the wake message if there is one (MIND-4), in the companion's voice or
/// the synthesizer's, else a recording of the habit's line, else the line by the synthesizer. Blocks: a loader thread only.
///
/// A ring never waits for it. It begins when the alarm itself has been loaded, and whatever fails here is logged and
/// leaves a ring without a voice.
struct RingVoiceLoader: Sendable {
    private static let maximumFrames = RingVoice.maximumMilliseconds * 48
    /// A synthesizer that takes longer than this is given up. The voice is due 8 s after the first sound at the
    /// earliest, and its preparation usually begins 3 s before that.
    private static let limitNanoseconds: Int64 = 15_000_000_000
    static let diskNanoseconds: Int64 = 2_000_000_000
    /// The voice is this much louder than the alarm that it interrupts (S-4: 0 to 2 dB).
    static let aboveAlarmDecibels = 1.0
    /// The loudness of the melody that ships, in LUFS.
    static let melodyLoudness = -16.0

    let materials: MaterialLoader
    /// What the companion's voice has said beforehand with exactly these words; nil if there is nothing.
    var reading: @Sendable (Utterance) -> [Float]? = { _ in nil }

    func load(_ voice: RingVoice, beside alarm: Material?, into clip: RingClip) {
        guard clip.isWanted,
            let spoken = told(voice.message, clip) ?? recorded(voice.line) ?? synthesized(voice.line, clip),
            clip.isWanted
        else { return }
        clip.supply(Self.matched(spoken, toLoudness: Self.reference(alarm)))
    }

    /// The wake message; nil if there is none, or it would be cut off.
    private func told(_ message: Utterance?, _ clip: RingClip) -> [Float]? {
        guard let message else { return nil }
        if let read = found(message, clip).flatMap({ Self.trimmed($0) }) { return read }
        guard message.isSayable, let spoken = synthesized(message, clip, instead: "the habit's line is said") else {
            return nil
        }
        guard spoken.count < Self.maximumFrames else {
            materials.log(.warning, "the wake message is longer than 12 s; the habit's line is said")
            return nil
        }
        return spoken
    }

    /// The reading of a message, if the disk gives it soon: a card that hangs leaves the time to the synthesizer.
    private func found(_ message: Utterance, _ clip: RingClip) -> [Float]? {
        let answer = Answer()
        let reading = reading
        do throws(ThreadError) {
            try startThread("sound-reading", .roomy) {
                let samples = reading(message)
                answer.samples.withLock { $0 = .some(samples) }
            }
        } catch {
            materials.log(.warning, "the wake message is not read from the disk: no thread (errno \(error.code))")
            return nil
        }
        let deadline = bootNanoseconds() + Self.diskNanoseconds
        while clip.isWanted, bootNanoseconds() < deadline {
            if let samples = answer.samples.withLock({ $0 }) { return samples }
            usleep(5000)
        }
        if clip.isWanted { materials.log(.warning, "the disk does not give the wake message within 2 s") }
        return nil
    }

    private final class Answer: Sendable {
        /// Nil until the disk has answered.
        let samples = Mutex<[Float]??>(nil)
    }

    private func recorded(_ line: Utterance) -> [Float]? {
        materials.renderedSpeechSamples(key: line.key).flatMap { Self.trimmed($0) }
    }

    /// Runs the synthesizer to its end and keeps what it says.
    private func synthesized(
        _ line: Utterance, _ clip: RingClip, instead: String = "the alarm rings without a voice"
    ) -> [Float]? {
        let failure = Failure()
        do throws(SoundError) {
            let speech = try SpeechProcess(
                line, synthesizer: materials.configuration.synthesizer,
                firstSoundMilliseconds: Self.limitNanoseconds / 1_000_000
            ) { reason in
                failure.reason.withLock { $0 = reason }
            }
            let samples = Self.collect(speech, while: { clip.isWanted })
            speech.cancel()
            if let spoken = Self.trimmed(samples) { return spoken }
        } catch {
            failure.reason.withLock { $0 = "\(error)" }
        }
        if clip.isWanted {
            let reason = failure.reason.withLock { $0 } ?? "the synthesizer made no sound"
            materials.log(.warning, "\(reason); \(instead)")
        }
        return nil
    }

    /// Why the synthesizer failed, which its own thread reports.
    private final class Failure: Sendable {
        let reason = Mutex<String?>(nil)
    }

    private static func collect(_ speech: SpeechProcess, while isWanted: () -> Bool) -> [Float] {
        let deadline = bootNanoseconds() + limitNanoseconds
        var samples: [Float] = []
        var block = [Float](repeating: 0, count: 4800)
        // With a little more than the longest voice, since silence is cut off at both ends.
        while isWanted(), samples.count < maximumFrames + 96_000, bootNanoseconds() < deadline {
            let isOver = speech.stream.isEnded
            let got = block.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.map { speech.stream.ring.read($0, count: buffer.count) } ?? 0
            }
            samples += block.prefix(got)
            if got == 0 {
                if isOver { break }
                usleep(5000)
            }
        }
        return samples
    }

    // MARK: Arithmetic

    /// Without the silence at both ends, at most as long as a voice may be; nil if there is nothing to hear.
    static func trimmed(_ samples: [Float]) -> [Float]? {
        let peak = samples.reduce(Float(0)) { max($0, abs($1)) }
        guard peak > 0.004, peak.isFinite, let first = samples.firstIndex(where: { abs($0) > peak * 0.02 }),
            let last = samples.lastIndex(where: { abs($0) > peak * 0.02 })
        else { return nil }
        let end = min(last + 960, samples.count - 1, first + maximumFrames - 1)
        var spoken = Array(samples[max(0, first - 240)...end].prefix(maximumFrames))
        let edge = min(480, spoken.count)
        for i in 0..<edge { spoken[spoken.count - 1 - i] *= Float(i) / Float(edge) }
        return spoken
    }

    /// The loudness that the voice is measured by: the alarm's own, within bounds that a voice can reach. For the
    /// pattern of fire alarms, which no voice can match, it is that of the melody.
    static func reference(_ alarm: Material?) -> Double {
        guard let alarm, !alarm.isPattern else { return melodyLoudness }
        let samples = UnsafeBufferPointer(start: UnsafePointer(alarm.samples), count: alarm.count)
        return min(max(Loudness.integrated(samples), -26), -14)
    }

    /// The voice in the band that small speakers play well, made as loud as the alarm and a little more. What would
    /// clip is bent.
    static func matched(_ samples: [Float], toLoudness reference: Double) -> [Float] {
        var filter = BandFilter(fromHertz: 300, toHertz: 4000)
        var voice = samples.map { filter.step($0) }
        // Bending costs some of the loudness, so it is made up for.
        for _ in 0..<3 {
            let loudness = voice.withUnsafeBufferPointer(Loudness.integrated)
            let missing = min(reference + aboveAlarmDecibels - loudness, 60)
            guard abs(missing) > 0.2 else { break }
            let gain = Float(pow(10, missing / 20))
            for i in voice.indices { voice[i] = softLimit(voice[i] * gain) }
        }
        return voice
    }
}
