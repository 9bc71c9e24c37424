import ArgumentParser
import Bedside
import Board
import Glibc
import Recording
import Sound
import Store
import Synchronization

/// Writes a recording to a file of its own, which only its owner can read.
struct RecordingExport {
    let path: String

    func write(_ reader: RecordingReader) throws(FileError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(descriptor) }
        Files.giveToInvoker(descriptor)
        do throws(FileError) {
            var ogg = OggOpusWriter(serial: UInt32.random(in: 1...UInt32.max))
            try put(ogg.head(), descriptor)
            while let piece = reader.next() {
                switch piece {
                case .sound(let packets): try put(ogg.sound(packets), descriptor)
                case .lost(let chunks):
                    // A number in a damaged file may be anything: no more than an hour of silence.
                    for _ in 0..<min(chunks, 3600) {
                        try put(ogg.silence(packets: RecordedSound.chunkPackets), descriptor)
                    }
                }
            }
            try put(ogg.end(), descriptor)
            guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileError(path: path, code: errno) }
        } catch {
            unlink(path)
            throw error
        }
    }

    private func put(_ bytes: [UInt8], _ descriptor: Int32) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { raw in
                retryingOnInterrupt { Glibc.write(descriptor, raw.baseAddress.map { $0 + done }, raw.count - done) }
            }
            guard count > 0 else { throw FileError(path: path, code: count == 0 ? ENOSPC : errno) }
            done += count
        }
    }
}

/// Plays a recording while no appliance runs. One that starts meanwhile has the speaker at once: it may have to ring.
struct RecordingPlayback {
    let link: ApplianceLink
    let language: Language

    /// How often it checks whether an appliance has started.
    private static let pause: useconds_t = 250_000

    func play(_ reader: RecordingReader) throws {
        let outputs = try board().outputs
        guard !outputs.isEmpty else {
            throw Console.failure(ExitStatus.unavailable, RecordingText.noSpeaker, in: language)
        }
        let driver = SoundDriver(
            configuration: SoundConfiguration(outputs: outputs.map(OutputDevice.init), inputs: []), post: { _ in },
            log: { _, _ in })
        defer { driver.shutDown() }
        let (player, pieces, over) = (TalkPlayer(), RecordingPieces(reader), PlayerEnd())
        do throws(RecordingSoundError) {
            try player.start(next: { pieces.next() }, ended: { over.end = $0 })
        } catch {
            throw Console.failure(ExitStatus.unavailable, "\(error)")
        }
        let percent = ((try? link.status().settings) ?? Settings()).audiblePercent
        driver.openLine(
            VoiceLine(render: { player.render(into: $0) }, capture: { _ in }), output: 0, volumePercent: percent)
        while over.end == nil {
            usleep(Self.pause)
            if link.isRunning {
                player.stop()
                return Console.print(CommandText.recording(.makesWay).text(in: language))
            }
        }
        guard over.end != .unheard else {
            throw Console.failure(ExitStatus.unavailable, RecordingText.noSpeaker, in: language)
        }
        // What the device has queued is still heard.
        usleep(Self.pause)
        RecordingViews.warn(reader, language: language)
    }

    private func board() throws -> BoardDescription {
        do throws(BoardFileError) {
            guard let name = link.config.board else { return try BoardCatalog.standard() }
            return try BoardCatalog.find(nameOrPath: name, searchFolders: link.shared.boardSearchFolders)
        } catch {
            throw Console.failure(ExitStatus.unavailable, error, in: language)
        }
    }
}

/// Why the player has ended; set by its thread, read by another.
private final class PlayerEnd: Sendable {
    private let value = Mutex<TalkPlayer.End?>(nil)
    var end: TalkPlayer.End? {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
