import ApplianceTestKit
import Bedside
import Synchronization
import TestKit
import Testing

@testable import Appliance
@testable import Recording
@testable import Store

/// Recordings between the rules and the disk: what goes wrong there is said, and tried again (GUARD-1, SAFE-3).
@Suite(.requirement("GUARD-1")) struct TalkRecordingsTests {
    private final class Heard: Sendable {
        let events = Mutex<[Event]>([])
        let errors = Mutex<[String]>([])
        /// The error of a disk that takes no write.
        let fault = Mutex<StoreError?>(nil)
        var reports: [Event] { events.withLock { $0 } }
        var complaints: [String] { errors.withLock { $0 } }
    }

    private let folder: TemporaryFolder
    private let line = FakeLine()
    private let heard = Heard()
    private let shelf: RecordingShelf

    init() throws {
        folder = try TemporaryFolder()
        let heard = heard
        var shelf = RecordingShelf(stateFolder: folder.path)
        shelf.freeBytes = { _ in 1 << 40 }
        let destroy = shelf.destroyFile
        shelf.destroyFile = { (folder, file) throws(StoreError) in
            if let fault = heard.fault.withLock({ $0 }) { throw fault }
            try destroy(folder, file)
        }
        self.shelf = shelf
    }

    private func recordings(
        encoder: RecordingSoundError? = nil, patienceNanoseconds: Int64 = 15_000_000_000
    ) -> TalkRecordings {
        let heard = heard
        return TalkRecordings(
            shelf: shelf, sound: line, post: { event in heard.events.withLock { $0.append(event) } },
            log: { level, text in if level == .error { heard.errors.withLock { $0.append(text) } } },
            makeRecorder: { tap in
                guard let encoder else { return TalkRecorder(tap: tap) }
                return TalkRecorder(tap: tap) { () throws(RecordingSoundError) in throw encoder }
            }, makePlayer: { TalkPlayer(patienceNanoseconds: patienceNanoseconds) })
    }

    private static let start = RecordingStart(
        at: LocalMoment(
            civil: CivilTime(seconds: 1_780_000_000), zone: "UTC", local: LocalDateTime(wallSeconds: 1_780_000_000)),
        keepDays: 7)
    private static let today = LocalDateTime(wallSeconds: 1_780_000_000).date

    /// A recording of a minute's silence.
    private func record() throws -> Int {
        let writer = try shelf.begin(at: Self.start.at.civil, local: Self.start.at.local, keepDays: 7)
        let encoder = try TalkEncoder()
        let packet = try #require(encoder.encode([Int16](repeating: 0, count: 1_920)))
        for _ in 0..<75 { try writer.append([[UInt8]](repeating: packet, count: RecordedSound.chunkPackets)) }
        try writer.finish()
        return writer.info.id
    }

    @Test func withoutAnEncoderThereIsOneComplaintAndNoFile() throws {
        let recordings = recordings(encoder: .codec(code: -7))
        recordings.perform(.begin(Self.start))
        #expect(eventually { !heard.complaints.isEmpty })
        recordings.perform(.end)
        recordings.shutDown()
        #expect(heard.complaints == ["the talk is not recorded: codec(code: -7)"] && shelf.ids.isEmpty)
    }

    /// The disk takes no write in the moment in which the owner seems to be at risk.
    @Test(.requirement("SAFE-3")) func aDestructionThatFailsIsTriedAgainUntilItIsDone() throws {
        let recordings = recordings()
        recordings.perform(.begin(Self.start))
        #expect(eventually { !shelf.ids.isEmpty })
        heard.fault.withLock { $0 = .readOnly }
        recordings.perform(.drop)
        #expect(eventually { !heard.complaints.isEmpty })
        #expect(shelf.list().map(\.state) == [.toBeDestroyed])
        // Nobody hears it meanwhile.
        recordings.perform(.play(1, play: 1, output: 0, volumePercent: 40))
        #expect(eventually { heard.reports == [.recordings(.played(1, play: 1))] })
        let complaints = heard.complaints.count
        for _ in 0..<3 { recordings.tidy(today: Self.today, keepDays: 7) }
        #expect(eventually { heard.complaints.count > complaints })
        #expect(recordings.mayHoldAny && shelf.ids == [1])
        heard.fault.withLock { $0 = nil }
        // Nothing else has changed since then: a day and a choice that failed are not done.
        #expect(
            eventually {
                recordings.tidy(today: Self.today, keepDays: 7)
                return shelf.ids.isEmpty && !recordings.mayHoldAny
            })
        recordings.shutDown()
        // The same fault is said once.
        #expect(heard.complaints.count == complaints + 1, "\(heard.complaints)")
    }

    /// A recording past its time that cannot be deleted is tried again on the same day.
    @Test func aDayIsTidyOnlyOnceItIs() throws {
        let id = try record()
        let recordings = recordings()
        let later = Self.today.adding(days: 8)
        heard.fault.withLock { $0 = .diskFull }
        recordings.tidy(today: later, keepDays: 7)
        #expect(eventually { !heard.complaints.isEmpty })
        #expect(shelf.ids == [id])
        heard.fault.withLock { $0 = nil }
        recordings.tidy(today: later, keepDays: 7)
        #expect(eventually { shelf.ids.isEmpty })
        recordings.shutDown()
    }

    @Test func eachPlayReportsItsOwnEndOnTheOutputItWasGiven() throws {
        let id = try record()
        let recordings = recordings()
        recordings.perform(.play(id, play: 1, output: 1, volumePercent: 40))
        recordings.perform(.play(id, play: 2, output: 1, volumePercent: 40))
        #expect(eventually { heard.reports == [.recordings(.played(id, play: 1))] })
        #expect(line.outputs == [1, 1] && line.closings == 0)
        recordings.perform(.stopPlaying)
        #expect(
            eventually {
                heard.reports == [.recordings(.played(id, play: 1)), .recordings(.played(id, play: 2))]
            })
        #expect(line.closings == 1 && heard.complaints.isEmpty)
    }

    @Test func whereNoSpeakerWorksThePlayingEndsWithOneComplaint() throws {
        let id = try record()
        let recordings = recordings(patienceNanoseconds: 200_000_000)
        recordings.perform(.play(id, play: 1, output: 0, volumePercent: 40))
        #expect(eventually { heard.reports == [.recordings(.played(id, play: 1))] })
        #expect(heard.complaints == ["recording \(id) cannot be played: no speaker works"])
    }

    @Test func theListSaysWhatIsStillToBeDestroyedAndWhatIsNotRecorded() throws {
        let id = try record()
        heard.fault.withLock { $0 = .readOnly }
        #expect(throws: RecordingError.self) { try shelf.delete(id) }
        for language in Language.allCases {
            let lines = RecordingViews.lines(shelf.list(), keepDays: 7, standing: .paused, language: language)
            let text = lines.joined(separator: "\n")
            for words in [
                RecordingError.toBeDestroyed(id: id).wording, CommandText.recording(.state(.toBeDestroyed)).wording,
                CommandText.recording(.standing(.paused)).wording,
            ] { #expect(text.contains(words.text(in: language)), "\(text)") }
        }
        #expect(RecordingViews.json(shelf.list(), keepDays: 7).line.contains(#""state":"to_be_destroyed""#))
        #expect(RecordingError.toBeDestroyed(id: id).exitCode == .cannotWrite)
    }
}
