import Bedside
import Foundation
import Recording
import Sound
import Store
import Synchronization

/// Makes and plays recordings of talks as the rules ask (GUARD-1). Main thread only; the disk is waited for on a queue
/// and on the recorder's thread, which exist while there is something to do.
final class TalkRecordings {
    /// The place where the call hands out both voices.
    let tap = TalkTap()
    private let shelf: RecordingShelf
    private let sound: any LineDriver
    private let post: @Sendable (Event) -> Void
    private let log: @Sendable (LogLevel, String) -> Void
    private let queue = DispatchQueue(label: "recordings")
    private let made = Made()
    private var recorder: TalkRecorder?
    /// The recorder of the last talk, of which words may still be written down.
    private var last: TalkRecorder?
    private var playing: (player: TalkPlayer, id: Int)?
    private var tidied: Tidied?

    private struct Tidied: Equatable {
        var today: LocalDate?
        var keepDays: Int?
    }

    /// The recording that is being made. Any thread.
    private final class Made: Sendable {
        let id = Mutex<Int?>(nil)
        /// The one that was begun last, whether it has ended or not.
        let lastID = Mutex<Int?>(nil)
        /// Whether the folder may hold a recording.
        let hasAny = Mutex(true)
        /// Recorders that have not ended.
        let open = DispatchGroup()
    }

    init(
        stateFolder: String, sound: any LineDriver, post: @escaping @Sendable (Event) -> Void,
        log: @escaping @Sendable (LogLevel, String) -> Void
    ) {
        shelf = RecordingShelf(stateFolder: stateFolder)
        self.sound = sound
        self.post = post
        self.log = log
    }

    func perform(_ effect: RecordingKeeper.Effect) {
        switch effect {
        case .begin(let start): begin(start)
        case .end:
            recorder?.end()
            (last, recorder) = (recorder, nil)
        case .drop: drop()
        case .play(let id, let volumePercent): play(id, volumePercent: volumePercent)
        case .stopPlaying:
            guard playing != nil else { return }
            lineIsTaken()
            sound.closeLine()
        }
    }

    // MARK: Recording

    private func begin(_ start: RecordingStart) {
        recorder?.end()
        last = nil
        let recorder = TalkRecorder(tap: tap)
        self.recorder = recorder
        made.open.enter()
        queue.async { [shelf, log, made] in
            do {
                let writer = try shelf.begin(at: start.at.civil, local: start.at.local, keepDays: start.keepDays)
                let id = writer.info.id
                made.id.withLock { $0 = id }
                made.lastID.withLock { $0 = id }
                made.hasAny.withLock { $0 = true }
                try recorder.start { packets in
                    Self.attempt("recording \(id) ends early", log) { () throws(RecordingError) in
                        try writer.append(packets)
                    }
                } ended: { report in
                    Self.close(writer, report, log)
                    made.id.withLock { if $0 == id { $0 = nil } }
                    // It may have been asked for while the file was closed.
                    if recorder.isDropped, !report.isDropped { Self.delete(id, from: shelf, log) }
                    made.open.leave()
                }
                log(.notice, "recording \(id) began")
            } catch {
                log(.error, "the talk is not recorded: \(error)")
                made.id.withLock { $0 = nil }
                made.open.leave()
            }
        }
    }

    private static func close(
        _ writer: RecordingWriter, _ report: TalkRecorder.Report, _ log: @Sendable (LogLevel, String) -> Void
    ) {
        let id = writer.info.id
        if report.isDropped {
            // In the same words as an end: a log must not tell why one is gone.
            if attempt(
                "recording \(id) could not be destroyed", log, { () throws(RecordingError) in try writer.drop() })
            {
                log(.notice, "recording \(id) ended")
            }
            return
        }
        if report.isWhole {
            _ = attempt("recording \(id) has no end", log) { () throws(RecordingError) in try writer.finish() }
        }
        let lost = report.droppedSamples / (RecordedSound.samplesPerSecond / 1000)
        log(.notice, "recording \(id) ended" + (lost > 0 ? "; \(lost) ms were lost" : ""))
    }

    private static func attempt(
        _ what: String, _ log: @Sendable (LogLevel, String) -> Void, _ body: () throws(RecordingError) -> Void
    ) -> Bool {
        do throws(RecordingError) {
            try body()
            return true
        } catch .noSuchRecording(_) {
            // The owner has deleted it meanwhile.
            return true
        } catch {
            log(.error, "\(what): \(error)")
            return false
        }
    }

    /// Destroys what is being recorded, or the recording that has just ended.
    func drop() {
        defer { (recorder, last) = (nil, nil) }
        if let recorder { return recorder.drop() }
        guard let last else { return }
        last.drop()
        queue.async { [shelf, log, made] in
            // One that is still being closed sees the wish by itself.
            guard made.id.withLock({ $0 }) == nil, let id = made.lastID.withLock({ $0 }) else { return }
            Self.delete(id, from: shelf, log)
        }
    }

    private static func delete(_ id: Int, from shelf: RecordingShelf, _ log: @Sendable (LogLevel, String) -> Void) {
        _ = attempt("recording \(id) could not be destroyed", log) { () throws(RecordingError) in try shelf.delete(id) }
    }

    // MARK: Playing

    private func play(_ id: Int, volumePercent: Int) {
        playing?.player.stop()
        let player = TalkPlayer()
        playing = (player, id)
        sound.openLine(
            VoiceLine(render: { player.render(into: $0) }, capture: { _ in }), output: 0, volumePercent: volumePercent)
        queue.async { [shelf, post, log] in
            do {
                let pieces = RecordingPieces(try shelf.open(id))
                try player.start(next: { pieces.next() }, ended: { post(.recordings(.played(id))) })
            } catch {
                log(.error, "recording \(id) cannot be played: \(error)")
                post(.recordings(.played(id)))
            }
        }
    }

    /// Ends the playing, because the line belongs to somebody else now.
    func lineIsTaken() {
        playing?.player.stop()
        playing = nil
    }

    // MARK: Keeping house

    /// Whether there may be something whose time can end.
    var mayHoldAny: Bool { made.hasAny.withLock { $0 } }

    /// Deletes what is past its time, once a day and after a change of the choice.
    func tidy(today: LocalDate?, keepDays: Int?) {
        let wanted = Tidied(today: today, keepDays: keepDays)
        guard wanted != tidied, mayHoldAny else { return }
        tidied = wanted
        queue.async { [shelf, log, made] in
            do throws(RecordingError) {
                let kept = made.id.withLock { $0 }
                let (deleted, left) = try shelf.tidy(today: today, keepDays: keepDays, keeping: kept)
                if !deleted.isEmpty { log(.notice, "recordings past their time: \(deleted)") }
                if left == 0, kept == nil { made.hasAny.withLock { $0 = false } }
            } catch {
                log(.error, "recordings: \(error)")
            }
        }
    }

    /// Ends what is under way; waits a moment for the end of a recording.
    func shutDown() {
        lineIsTaken()
        recorder?.end()
        recorder = nil
        _ = made.open.wait(timeout: .now() + .milliseconds(500))
    }
}

/// The pieces of a recording for its player, on one thread.
final class RecordingPieces: @unchecked Sendable {
    private let reader: RecordingReader

    init(_ reader: RecordingReader) { self.reader = reader }

    var damages: Int { reader.damages }
    var hasEnded: Bool { reader.hasEnded }

    func next() -> TalkPlayer.Piece? {
        switch reader.next() {
        case .sound(let packets): .sound(packets)
        case .lost(let chunks): .silence(packets: min(chunks, 1 << 16) * RecordedSound.chunkPackets)
        case nil: nil
        }
    }
}
