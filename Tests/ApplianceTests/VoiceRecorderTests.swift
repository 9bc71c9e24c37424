import ApplianceTestKit
import Bedside
import Foundation
import Sound
import Store
import Synchronization
import System
import TestKit
import Testing

@testable import Appliance

/// The recordings of which a voice is made, from the microphone to the disk and off it again (MIND-9, V-2).
@Suite(.requirement("MIND-9", "GUARD-1"), .bounded) struct VoiceRecorderTests {
    private final class Heard: Sendable {
        let events = Mutex<[Event]>([])
        let lines = Mutex<[String]>([])
        var reports: [Event] { events.withLock { $0 } }
    }

    private let folder: TemporaryFolder
    private let line = FakeLine()
    private let heard = Heard()
    private let shelf: SoundShelf
    private let recorder: VoiceRecorder

    init() throws {
        folder = try TemporaryFolder()
        shelf = SoundShelf(.rawVoice, stateFolder: folder.path)
        let heard = heard
        recorder = VoiceRecorder(
            shelf: shelf, sound: line, post: { event in heard.events.withLock { $0.append(event) } },
            log: { _, text in heard.lines.withLock { $0.append(text) } })
    }

    private static func quiet(_ seconds: Double) -> [Float] { [Float](repeating: 0.0003, count: Int(seconds * 48_000)) }
    private static func voice(_ seconds: Double) -> [Float] {
        (0..<Int(seconds * 48_000)).map { 0.2 * sinf(2 * .pi * 200 * Float($0) / 48_000) }
    }

    private func record(_ kind: VoiceTakeKind, _ sound: [Float], take: Int = 1) -> VoiceTake? {
        let before = heard.reports.count
        recorder.record(take, kind, output: 0, volumePercent: 60, seconds: kind == .consent ? 29 : 30)
        line.run(sound)
        recorder.finish()
        guard eventually(withinSeconds: 60, { heard.reports.count > before }),
            case .ownVoice(.recorded(let result, take: take)) = heard.reports.last
        else { return nil }
        return result
    }

    @Test func aRecordingIsSealedAsAFileThatTheGatewayTakes() throws {
        guard case .kept(let recording, mayBeTwo: false) = record(.consent, Self.quiet(1) + Self.voice(3)) else {
            return #expect(Bool(false), "\(heard.reports)")
        }
        let bytes = try shelf.open(recording.number)
        #expect(recording.sha256 == ContentDigest.sha256(bytes))
        let sound = try #require(SyntheticSound(bytes, maximumMilliseconds: 30_000))
        #expect(sound.samplesPerSecond == 24_000 && sound.milliseconds == recording.milliseconds)
        #expect((2500...3500).contains(recording.milliseconds))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/voice-raw")
        #expect(names == ["\(recording.number).voice"])
        recorder.drop()
        #expect(line.closings == 1)
    }

    @Test func halfAMinuteFitsIntoTheGatewaysBoundsWithTheConsent() throws {
        guard case .kept(let sample, _) = record(.sample, Self.quiet(0.5) + Self.voice(31)),
            case .kept(let consent, _) = record(.consent, Self.quiet(0.5) + Self.voice(30), take: 2)
        else { return #expect(Bool(false), "\(heard.reports)") }
        #expect(sample.milliseconds <= 30_000 && consent.milliseconds <= 30_000)
        let bytes = try shelf.open(sample.number).count + shelf.open(consent.number).count
        #expect(bytes < GatewayWire.maximumUploadBytes - 4096)
    }

    @Test func whatIsNoSampleIsNotKept() {
        #expect(record(.consent, Self.quiet(3)) == .silent)
        #expect(record(.sample, Self.quiet(1) + Self.voice(3), take: 2) == .short)
        #expect(record(.consent, Self.quiet(1) + Self.voice(3).map { $0 * 9 }, take: 3) == .clipped)
        #expect(shelf.recordings.isEmpty)
    }

    @Test func aRecordingThatGivesWayLeavesNothing() throws {
        recorder.record(1, .consent, output: 0, volumePercent: 60, seconds: 29)
        line.run(Self.quiet(1) + Self.voice(3))
        recorder.lineIsTaken()
        // The line is another's now: it is not closed.
        recorder.drop()
        #expect(line.closings == 0)
        // The next recording waits behind it, so what came of it is known then.
        guard case .kept(let next, _) = record(.consent, Self.quiet(1) + Self.voice(3), take: 2) else {
            return #expect(Bool(false), "\(heard.reports)")
        }
        #expect(heard.reports.count == 1 && shelf.recordings == [next.number])
    }

    @Test func destroyingAndSweepingAreReportedAndLeaveNoFile() throws {
        guard case .kept(let recording, _) = record(.consent, Self.quiet(1) + Self.voice(3)) else {
            return #expect(Bool(false), "\(heard.reports)")
        }
        recorder.destroy(recording.number)
        #expect(
            eventually { heard.reports.last == .ownVoice(.destroyed(file: recording.number, isDone: true)) })
        #expect(shelf.recordings.isEmpty)
        // One that is not there is destroyed.
        recorder.destroy(7)
        #expect(eventually { heard.reports.last == .ownVoice(.destroyed(file: 7, isDone: true)) })
        // What a power cut has left unfinished.
        try folder.write("voice-raw/9.voice.new", [1, 2, 3])
        _ = try shelf.keep([1, 2, 3])
        recorder.sweep()
        #expect(eventually { heard.reports.last == .ownVoice(.swept(isDone: true)) })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/voice-raw").isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/voice-raw.key"))
    }

    /// A recording that goes on keeps nothing else waiting: it may take forty seconds.
    @Test func destroyingDoesNotWaitForARecording() throws {
        let file = try shelf.keep([1, 2, 3])
        recorder.record(1, .sample, output: 0, volumePercent: 60, seconds: 30)
        line.run(Self.quiet(1))
        recorder.destroy(file)
        #expect(eventually { heard.reports == [.ownVoice(.destroyed(file: file, isDone: true))] })
        recorder.drop()
    }

    @Test func aDeafRecordingHasFailed() {
        recorder.record(1, .consent, output: 0, volumePercent: 60, seconds: 29)
        recorder.finish()
        #expect(eventually { heard.reports == [.ownVoice(.recorded(.failed, take: 1))] })
    }
}
