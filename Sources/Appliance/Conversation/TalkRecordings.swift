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
    private var playing: TalkPlayer?
    private let makeRecorder: (TalkTap) -> TalkRecorder
    private let makePlayer: () -> TalkPlayer

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
        let house = Mutex(House())
        /// Recorders that have not ended, and recordings that are being destroyed.
        let open = DispatchGroup()
    }

    /// What keeping house has done, and has to do again.
    private struct House {
        /// For what it was done last, without a failure.
        var tidied: Tidied?
        /// Recordings that could not be destroyed yet.
        var owed: Set<Int> = []
        /// The last failure, which is logged once.
        var fault: RecordingError?
    }

    /// - Parameters:
    ///   - makeRecorder: replaced by tests, like `makePlayer`.
    init(
        shelf: RecordingShelf, sound: any LineDriver, post: @escaping @Sendable (Event) -> Void,
        log: @escaping @Sendable (LogLevel, String) -> Void,
        makeRecorder: @escaping (TalkTap) -> TalkRecorder = { TalkRecorder(tap: $0) },
        makePlayer: @escaping () -> TalkPlayer = { TalkPlayer() }
    ) {
        self.shelf = shelf
        self.makeRecorder = makeRecorder
        self.makePlayer = makePlayer
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
        case .play(let id, let number, let output, let volumePercent):
            play(id, number: number, output: output, volumePercent: volumePercent)
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
        let recorder = makeRecorder(tap)
        self.recorder = recorder
        made.open.enter()
        queue.async { [shelf, log, made] in
            var begun: Int?
            do {
                let writer = try shelf.begin(at: start.at.civil, local: start.at.local, keepDays: start.keepDays)
                let id = writer.info.id
                begun = id
                made.id.withLock { $0 = id }
                made.lastID.withLock { $0 = id }
                made.hasAny.withLock { $0 = true }
                // A number may be given again after its owner has deleted the recording.
                _ = made.house.withLock { $0.owed.remove(id) }
                try recorder.start { packets in
                    Self.attempt("recording \(id) ends early", log) { () throws(RecordingError) in
                        try writer.append(packets)
                    }
                } ended: { report in
                    Self.close(writer, report, made, log)
                    made.id.withLock { if $0 == id { $0 = nil } }
                    // It may have been asked for while the file was closed.
                    if recorder.isDropped, !report.isDropped { Self.destroy(id, from: shelf, made, log) }
                    made.open.leave()
                }
                log(.notice, "recording \(id) began")
            } catch {
                log(.error, "the talk is not recorded: \(error)")
                made.id.withLock { $0 = nil }
                // Nothing will ever be in it.
                if let begun { Self.destroy(begun, from: shelf, made, log) }
                made.open.leave()
            }
        }
    }

    private static func close(
        _ writer: RecordingWriter, _ report: TalkRecorder.Report, _ made: Made,
        _ log: @Sendable (LogLevel, String) -> Void
    ) {
        let id = writer.info.id
        if report.isDropped {
            // In the same words as an end: a log must not tell why one is gone.
            if destroy(id, made, log, { () throws(RecordingError) in try writer.drop() }) {
                log(.notice, "recording \(id) ended")
            }
            return
        }
        switch report.cut {
        case nil: _ = attempt("recording \(id) has no end", log) { () throws(RecordingError) in try writer.finish() }
        case .notWritten: break
        case .stoodStill: log(.warning, "recording \(id) ends early: it stood still")
        case .notEncoded: log(.error, "recording \(id) ends early: the encoder failed")
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
        } catch .maximumLength(let seconds) {
            log(.notice, "\(what): \(RecordingError.maximumLength(seconds: seconds))")
            return false
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
        made.open.enter()
        queue.async { [shelf, log, made] in
            defer { made.open.leave() }
            // One that is still being closed sees the wish by itself.
            guard made.id.withLock({ $0 }) == nil, let id = made.lastID.withLock({ $0 }) else { return }
            Self.destroy(id, from: shelf, made, log)
        }
    }

    private static func destroy(
        _ id: Int, from shelf: RecordingShelf, _ made: Made, _ log: @Sendable (LogLevel, String) -> Void
    ) {
        _ = destroy(id, made, log) { () throws(RecordingError) in try shelf.delete(id) }
    }

    /// Destroys a recording; if that fails, the next keeping of the house tries it again.
    private static func destroy(
        _ id: Int, _ made: Made, _ log: @Sendable (LogLevel, String) -> Void,
        _ body: () throws(RecordingError) -> Void
    ) -> Bool {
        guard attempt("recording \(id) could not be destroyed, and is tried again", log, body) else {
            made.house.withLock {
                $0.owed.insert(id)
                $0.tidied = nil
            }
            return false
        }
        return true
    }

    // MARK: Playing

    private func play(_ id: Int, number: Int, output: Int, volumePercent: Int) {
        playing?.stop()
        let player = makePlayer()
        playing = player
        sound.openLine(
            VoiceLine(render: { player.render(into: $0) }, capture: { _ in }), output: output,
            volumePercent: volumePercent)
        queue.async { [shelf, post, log, made] in
            do {
                // It may be owed where not even a note of that could be written.
                guard !made.house.withLock({ $0.owed.contains(id) }) else { throw RecordingError.toBeDestroyed(id: id) }
                let pieces = RecordingPieces(try shelf.open(id))
                try player.start(next: { pieces.next() }) { end in
                    if end == .unheard { log(.error, "recording \(id) cannot be played: no speaker works") }
                    post(.recordings(.played(id, play: number)))
                }
            } catch {
                log(.error, "recording \(id) cannot be played: \(error)")
                post(.recordings(.played(id, play: number)))
            }
        }
    }

    /// Ends the playing, because the line belongs to somebody else now.
    func lineIsTaken() {
        playing?.stop()
        playing = nil
    }

    // MARK: Keeping house

    /// Whether there may be something whose time can end, or that is to be destroyed.
    var mayHoldAny: Bool { made.hasAny.withLock { $0 } }

    /// Deletes what is past its time, once a day and after a change of the choice, and what could not be destroyed
    /// before. What fails is tried again the next time.
    func tidy(today: LocalDate?, keepDays: Int?) {
        let wanted = Tidied(today: today, keepDays: keepDays)
        guard wanted != made.house.withLock({ $0.tidied }), mayHoldAny else { return }
        queue.async { [shelf, log, made] in
            let (kept, owed) = (made.id.withLock { $0 }, made.house.withLock { $0.owed })
            do throws(RecordingError) {
                let (deleted, left) = try shelf.tidy(
                    today: today, keepDays: keepDays, keeping: kept, destroying: owed)
                made.house.withLock {
                    $0.owed.subtract(owed)
                    $0.fault = nil
                    // One may have come meanwhile.
                    if $0.owed.isEmpty { $0.tidied = wanted }
                }
                if !deleted.isEmpty { log(.notice, "recordings past their time: \(deleted)") }
                if left == 0, kept == nil { made.hasAny.withLock { $0 = false } }
            } catch {
                let isNew = made.house.withLock { house in
                    defer { house.fault = error }
                    return house.fault != error
                }
                if isNew { log(.error, "recordings: \(error)") }
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
