import Bedside
import Foundation
import TestKit
import Testing

@testable import Sound

/// How the voice of a ring comes about, beside the alarm and never before it (SOUND-7, S-4, S-5).
@Suite(.requirement("SOUND-7")) struct RingVoiceTests {
    private static let line = Utterance(
        key: "ring.wake.en", text: "Stand up, feet on the floor. Press Start.", language: .english)
    private static let voice = RingVoice(line: line, message: nil, atMilliseconds: 19_600)

    private static func voice(telling words: String) -> RingVoice {
        RingVoice(line: line, message: Utterance(text: words, language: .english), atMilliseconds: 19_600)
    }

    private func loader(
        folders: [String] = [], synthesizer: String = "espeak-ng",
        reading: @escaping @Sendable (Utterance) -> [Float]? = { _ in nil },
        log: @escaping @Sendable (LogLevel, String) -> Void = { _, _ in }
    ) -> RingVoiceLoader {
        RingVoiceLoader(
            materials: MaterialLoader(
                configuration: SoundConfiguration(renderedSpeechFolders: folders, synthesizer: synthesizer), log: log),
            reading: reading)
    }

    private func samples(_ clip: RingClip) -> [Float] {
        clip.start.map { Array(UnsafeBufferPointer(start: $0, count: clip.frames)) } ?? []
    }

    private func loudness(_ samples: [Float]) -> Double { samples.withUnsafeBufferPointer(Loudness.integrated) }

    /// S-4: as loud as the melody or up to 2 dB louder, within 300 Hz to 4 kHz, at most 12 s.
    @Test(arguments: Language.allCases) func theSynthesizedLineIsAsLoudAsTheMelody(language: Language) throws {
        let melody = try RingSoundTests.melody()
        let words = language == .english ? Self.line.text : "たって、あしを ゆかに。スタートを おして ください。"
        let voice = RingVoice(
            line: Utterance(text: words, language: language), message: nil, atMilliseconds: 19_600)
        let clip = RingClip()
        loader().load(voice, beside: Material(melody, isLooping: true), into: clip)
        let spoken = samples(clip)
        #expect((48_000...480_000).contains(spoken.count))
        #expect((0...2).contains(loudness(spoken) - loudness(melody)))
        #expect((spoken.map { abs($0) }.max() ?? 2) < 1)
        let spectrum = PowerSpectrum(spoken)
        #expect(spectrum.share(250, 4500) > 0.95)
        // It begins with its first word.
        #expect(rms(spoken.prefix(9600)) > 0.005)
    }

    @Test func aQuietOrLoudAlarmOfOnesOwnIsMatchedToo() {
        for amplitude in [Float(0.12), 0.3] {
            let alarm = Material(sine(600, seconds: 2, amplitude: amplitude), isLooping: true)
            let voice = RingVoiceLoader.matched(
                sine(800, seconds: 2, amplitude: 0.05), toLoudness: RingVoiceLoader.reference(alarm))
            let difference = loudness(voice) - loudness(sine(600, seconds: 2, amplitude: amplitude))
            #expect((0...2).contains(difference))
        }
        #expect(RingVoiceLoader.reference(.pattern()) == -16)
        #expect(RingVoiceLoader.reference(nil) == -16)
    }

    /// MIND-4: the message is heard in place of the line, recorded or not; one that says nothing, or would be cut off
    /// after 12 s, leaves the line, and a message without a synthesizer leaves the recorded line. None of its words are
    /// logged.
    @Test(.requirement("MIND-4")) func aWakeMessageIsHeardInPlaceOfTheLine() throws {
        let folder = NSTemporaryDirectory() + "/anicca-ring-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try wavFile(sine(1100, seconds: 1)).write(to: URL(fileURLWithPath: folder + "/ring.wake.en.wav"))
        func heard(_ words: String, synthesizer: String = "espeak-ng", _ lines: WarningCount) -> [Float] {
            let clip = RingClip()
            loader(folders: [folder], synthesizer: synthesizer, log: { lines.add($0, $1) })
                .load(Self.voice(telling: words), beside: nil, into: clip)
            return samples(clip)
        }
        let none = WarningCount()
        let message = heard("Stand up, feet on the floor. For today you chose: open the window and breathe.", none)
        #expect((3 * 48_000...12 * 48_000).contains(message.count) && tone(1100, in: message) < 0.3)
        #expect((0...2).contains(loudness(message) - RingVoiceLoader.melodyLoudness))
        #expect(none.count == 0)
        let lines = WarningCount()
        let long = String(repeating: "open the window and breathe, ", count: 20)
        for words in [long, ""] {
            #expect(tone(1100, in: heard(words, lines)) > 0.95)
        }
        #expect(tone(1100, in: heard("open the window", synthesizer: "/nonexistent", lines)) > 0.95)
        #expect(lines.count == 3 && !lines.text.contains("window"), "\(lines.text)")
    }

    /// A card that hangs costs two seconds, and then the synthesizer speaks.
    @Test(.requirement("MIND-4")) func aDiskThatHangsLeavesTheMessageToTheSynthesizer() throws {
        let lines = WarningCount()
        let clip = RingClip()
        let voice = RingVoice(
            line: Self.line, message: Utterance(text: "Stand up. Open the window.", language: .english),
            atMilliseconds: 19_600)
        let begin = Date()
        loader(
            reading: { _ in
                sleep(60)
                return sine(1100, seconds: 2)
            }, log: { lines.add($0, $1) }
        ).load(voice, beside: nil, into: clip)
        #expect(Date().timeIntervalSince(begin) < 30 && lines.count == 1)
        #expect(samples(clip).count > 24_000 && tone(1100, in: samples(clip)) < 0.3)
    }

    /// MIND-4: the companion's voice is heard if it has read these very words, as loud as every other voice; a reading that
    /// is silent is none. What the synthesizer cannot say leaves the line.
    @Test(.requirement("MIND-4")) func theCompanionsReadingIsHeardInPlaceOfTheSynthesizer() throws {
        let words = "Stand up. Open the window."
        func heard(_ message: Utterance, _ reading: [Float]) -> [Float] {
            let clip = RingClip()
            let voice = RingVoice(line: Self.line, message: message, atMilliseconds: 19_600)
            loader(reading: { $0.text == words ? reading : nil }).load(voice, beside: nil, into: clip)
            return samples(clip)
        }
        let english = Utterance(text: words, language: .english)
        for level in [0.02, 0.9] {
            let read = heard(english, sine(1100, seconds: 2, amplitude: Float(level)))
            #expect(tone(1100, in: read) > 0.95 && (0...2).contains(loudness(read) - RingVoiceLoader.melodyLoudness))
        }
        #expect(tone(1100, in: heard(english, [Float](repeating: 0, count: 48_000))) < 0.3)
        #expect(heard(Utterance(text: "Stand up.", language: .english), sine(1100, seconds: 2)).count > 24_000)
        let kanji = Utterance(text: "立って。窓を開ける。", language: .japanese)
        let line = samples(
            { () -> RingClip in
                let clip = RingClip()
                loader().load(Self.voice, beside: nil, into: clip)
                return clip
            }())
        #expect(heard(kanji, sine(1100, seconds: 2)) == line)
    }

    @Test func aRecordedLineComesBeforeTheSynthesizer() throws {
        let folder = NSTemporaryDirectory() + "/anicca-ring-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try wavFile(sine(1100, seconds: 1)).write(to: URL(fileURLWithPath: folder + "/ring.wake.en.wav"))
        let clip = RingClip()
        loader(folders: [folder], synthesizer: "/nonexistent").load(Self.voice, beside: nil, into: clip)
        #expect(tone(1100, in: samples(clip)) > 0.95)
    }

    /// A folder of the owner's comes before the one that ships, and costs no line where its recording cannot be used.
    @Test(.requirement("TALK-6")) func aRecordingOfTheOwnersComesBeforeTheOneThatShips() throws {
        let folder = NSTemporaryDirectory() + "/anicca-ring-\(UUID().uuidString)"
        let folders = ["own", "shipped"].map { "\(folder)/\($0)" }
        for folder in folders {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func write(_ bytes: Data, in folder: String) throws {
            try bytes.write(to: URL(fileURLWithPath: folder + "/ring.wake.en.wav"))
        }
        func heard() -> [Float] {
            let clip = RingClip()
            loader(folders: folders, synthesizer: "/nonexistent").load(Self.voice, beside: nil, into: clip)
            return samples(clip)
        }
        try write(wavFile(sine(1100, seconds: 1)), in: folders[1])
        #expect(tone(1100, in: heard()) > 0.95)
        try write(wavFile(sine(700, seconds: 1)), in: folders[0])
        #expect(tone(700, in: heard()) > 0.95)
        try write(Data("torn".utf8), in: folders[0])
        #expect(tone(1100, in: heard()) > 0.95)
    }

    /// The voice is due 8 s after the first sound at the earliest, so a slow board need not do without it.
    @Test func aSynthesizerThatTakesSixSecondsIsWaitedFor() throws {
        let folder = NSTemporaryDirectory() + "/anicca-ring-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = folder + "/synthesizer"
        try wavFile(sine(1100, seconds: 1)).write(to: URL(fileURLWithPath: folder + "/words.wav"))
        try "#!/bin/sh\nsleep 6\ncat \(folder)/words.wav\n".write(toFile: program, atomically: true, encoding: .utf8)
        chmod(program, 0o700)
        let clip = RingClip()
        loader(synthesizer: program).load(Self.voice, beside: nil, into: clip)
        #expect(tone(1100, in: samples(clip)) > 0.95)
    }

    @Test func withoutASynthesizerThereIsNoVoiceAndOneWarning() {
        let lines = WarningCount()
        for program in ["/nonexistent", "/bin/false", "/bin/true"] {
            let clip = RingClip()
            loader(synthesizer: program, log: { lines.add($0, $1) }).load(Self.voice, beside: nil, into: clip)
            #expect(clip.frames == 0)
        }
        #expect(lines.count == 3)
        #expect(!lines.text.contains("floor"), "no words are logged")
    }

    @Test func aRingThatIsOverEndsItsSynthesizer() {
        let clip = RingClip()
        clip.cancel()
        loader().load(Self.voice, beside: nil, into: clip)
        #expect(clip.frames == 0 && !clip.isWanted)
    }

    @Test func nothingToHearIsNoVoice() {
        #expect(RingVoiceLoader.trimmed([]) == nil)
        #expect(RingVoiceLoader.trimmed([Float](repeating: 0.001, count: 4800)) == nil)
        #expect(RingVoiceLoader.trimmed([.nan, 1, .infinity]) == nil)
    }

    // MARK: The driver's decisions

    private func ring(_ id: Int, source: Playback.Source = .alarm(file: nil)) -> Playback {
        Playback(
            id: id, source: source, fromPercent: 30, toPercent: 60, riseMilliseconds: 1000, limitMilliseconds: 30_000,
            output: 0, ring: RingShape(voice: Self.voice))
    }

    /// The voice is made once the alarm is loaded, so it takes nothing from it.
    @Test func theVoiceIsMadeAfterTheAlarmIsLoaded() {
        var machine = SoundMachine(outputs: [OutputDevice(name: "speaker")], preparedFor: .seconds(5))
        let now = BootTime(nanoseconds: 1_000_000_000_000)
        let prepared = machine.handle(.prepare(ring(1)), at: now)
        #expect(!prepared.contains { if case .makeVoice = $0 { true } else { false } })
        #expect(machine.handle(.loaded(load: 1, isThere: true), at: now) == [.makeVoice(1, Self.voice)])
        _ = machine.handle(.opened(opening: 1), at: now)
        // It is made once, not again when it is played.
        #expect(machine.handle(.play(ring(1)), at: now) == [.start(1, load: 1, ring(1))])
        #expect(machine.handle(.silence, at: now) == [.stop(1), .discard(1)])
    }

    @Test func thePatternNeedsNoFileAndStartsAtOnce() {
        var machine = SoundMachine(outputs: [OutputDevice(name: "speaker")], preparedFor: .seconds(5))
        let now = BootTime(nanoseconds: 1_000_000_000_000)
        let square = ring(1, source: .square)
        #expect(
            machine.handle(.play(square), at: now) == [
                .load(1, square), .makeVoice(1, Self.voice), .open(1, output: 0), .start(1, load: 1, square),
            ])
    }
}

private final class WarningCount: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []
    func add(_ level: LogLevel, _ text: String) { lock.withLock { lines.append(text) } }
    var count: Int { lock.withLock { lines.count } }
    var text: String { lock.withLock { lines.joined(separator: "\n") } }
}
