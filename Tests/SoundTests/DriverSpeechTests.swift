import Bedside
import Foundation
import TestKit
import Testing

@testable import Sound

/// A temporary folder, removed with this object.
private final class Folder: Sendable {
    let path = NSTemporaryDirectory() + "/anicca-speech-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A synthesizer that is this shell script; returns its path.
    func program(_ script: String) throws -> String {
        let program = path + "/synthesizer"
        try ("#!/bin/sh\n" + script).write(toFile: program, atomically: true, encoding: .utf8)
        chmod(program, 0o700)
        return program
    }
}

private func speech(
    _ id: Int, _ text: String = "hello", _ language: Language = .english, key: String? = nil
) -> Playback {
    Playback(
        id: id, source: .speech(Utterance(key: key, text: text, language: language)), fromPercent: 80, toPercent: 80,
        riseMilliseconds: 0, limitMilliseconds: 60_000, output: 0)
}

/// Spoken lines; in one suite with the others, because they run one after the other.
extension DriverTests {
    /// The director never waits for the synthesizer's process, because a process cannot always be ended.
    @Test(.requirement("SOUND-2")) func aSynthesizerThatDoesNotEndDelaysNoAlarm() throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        try wavFile(sine(900, seconds: 3)).write(to: URL(fileURLWithPath: folder.path + "/words.wav"))
        let program = try folder.program("cat \(folder.path)/words.wav\nexec >&- 2>&-\nsleep 20\n")
        let pulse = try PulseHarness()
        let listener = Listener(SoundConfiguration(outputs: [OutputDevice(name: pulse.speaker)], synthesizer: program))
        listener.driver.play(speech(1))
        #expect(listener.waitFor { $0 == .sound(.audible(id: 1)) })
        // We have all of its words, and it is still alive.
        #expect(listener.waitFor { $0 == .sound(.finished(id: 1)) })
        listener.driver.play(alarm(2))
        #expect(listener.waitFor(5) { $0 == .sound(.audible(id: 2)) })
        listener.driver.shutDown()
    }

    @Test(.requirement("TALK-6")) func speaksThroughTheSynthesizerAndIsCutOffBySilence() throws {
        let pulse = try PulseHarness()
        let recording = try pulse.record()
        let listener = Listener(SoundConfiguration(outputs: [OutputDevice(name: pulse.speaker)]))
        listener.driver.play(speech(1, "おはよう", .japanese))
        #expect(listener.waitFor(20) { $0 == .sound(.finished(id: 1)) })
        #expect(listener.has(.sound(.audible(id: 1))))
        #expect(rms(recording.samples()) > 0.005)
        let long = String(repeating: "good morning, it is time to get up. ", count: 40)
        listener.driver.play(speech(2, long, .english))
        #expect(listener.waitFor(20) { $0 == .sound(.audible(id: 2)) })
        listener.driver.silence()
        #expect(waitUntil(seconds: 5) { recording.isSilent(milliseconds: 300) })
        #expect(!listener.has(.sound(.finished(id: 2))))
        #expect(listener.lines.allSatisfy { !$0.contains("morning") && !$0.contains("おはよう") })
        listener.driver.shutDown()
    }

    /// GUARD-1: the owner's key may be in our environment, and must not reach other programs.
    @Test(.requirement("GUARD-1")) func theSynthesizerGetsOnlyItsOwnVariables() throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let seenFile = folder.path + "/seen"
        let program = try folder.program("/usr/bin/env >\(seenFile).new && mv \(seenFile).new \(seenFile)\n")
        setenv("ANICCA_TEST_SECRET", "sk-not-for-you", 1)
        defer { unsetenv("ANICCA_TEST_SECRET") }
        let pulse = try PulseHarness()
        let listener = Listener(SoundConfiguration(outputs: [OutputDevice(name: pulse.speaker)], synthesizer: program))
        listener.driver.play(speech(1))
        #expect(waitUntil(seconds: 10) { FileManager.default.fileExists(atPath: seenFile) })
        let seen = try String(contentsOfFile: seenFile, encoding: .utf8)
        #expect(seen.contains("PATH="))
        #expect(!seen.contains("sk-not-for-you"))
        listener.driver.shutDown()
    }

    @Test(.requirement("TALK-6")) func aRecordedLineIsPlayedInsteadOfTheSynthesizer() throws {
        let pulse = try PulseHarness()
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        try wavFile(sine(900, seconds: 0.4)).write(to: URL(fileURLWithPath: folder.path + "/hello.en.wav"))
        let recording = try pulse.record()
        let listener = Listener(
            SoundConfiguration(
                outputs: [OutputDevice(name: pulse.speaker)], renderedSpeechFolders: [folder.path],
                synthesizer: "/nonexistent/synthesizer"))
        listener.driver.play(speech(1, key: "hello.en"))
        #expect(listener.waitFor { $0 == .sound(.finished(id: 1)) })
        let heard = recording.samples()
        let first = heard.firstIndex { abs($0) > 0.1 } ?? 0
        #expect(hears(900, in: heard.dropFirst(first)))
        listener.driver.play(speech(2, key: "other"))
        #expect(listener.waitFor(5, isFailed(2)))
        #expect(listener.failure(of: 2)?.contains("cannot start /nonexistent/synthesizer") == true)
        listener.driver.shutDown()
    }
}
