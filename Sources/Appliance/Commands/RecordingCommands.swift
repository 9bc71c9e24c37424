import ArgumentParser
import Bedside
import Glibc
import Recording
import Store

/// `anicca recordings`: recordings of talks, in the owner's hands (GUARD-1).
struct RecordingCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recordings",
        abstract: "Record talks with the companion, if you want it; list, play, export and erase what was recorded.",
        discussion: """
            Off until you switch it on. Both voices are recorded, sealed, on this device only; nothing is sent anywhere. \
            A talk that goes off the record, or in which you seem to be at risk, is not kept at all, and none is made \
            while the memory is paused or the clock is not trusted.
            """,
        subcommands: [List.self, On.self, Off.self, Play.self, Export.self, Delete.self, Rekey.self],
        defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the recordings, oldest first.")
        @OptionGroup
        var format: FormatOptions
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let (all, status) = (link.recordings(), try link.status())
            let keepDays = status.settings.recordings.keepDays
            if format.json { return Console.print(RecordingViews.json(all, keepDays: keepDays).line) }
            RecordingViews.lines(
                all, keepDays: keepDays, standing: status.recordingStanding, language: status.profile.language
            ).forEach(Console.print)
        }
    }

    struct On: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Record talks, from the next one on. The first one begins with a word about it.",
            discussion: "A smaller number of days also shortens the time of what is there.")
        @Option(
            help: ArgumentHelp(
                "How many whole days a recording is kept, 1 to \(RecordingChoice.maximumDays).", valueName: "days"))
        var keep: Int
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.recordings(.on(keepDays: keep))) }

        func run() throws {
            let link = try state.open()
            _ = try link.ask(request().command)
            Console.print(CommandText.recording(.on(keepDays: keep)).text(in: link.language))
            let standing = try link.status().recordingStanding
            if standing != .on { Console.print(CommandText.recording(.standing(standing)).text(in: link.language)) }
        }
    }

    struct Off: WritingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Record no more talks. What is there stays until its time.")
        @OptionGroup
        var state: StateOptions

        func request() -> WritingRequest { WritingRequest(.recordings(.off)) }

        func run() throws {
            let link = try state.open()
            _ = try link.ask(request().command)
            let last = link.recordings().compactMap { $0.info?.lastDay() }.max()
            Console.print(CommandText.recording(.off(last: last)).text(in: link.language))
        }
    }

    struct Play: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Play a recording on the speaker. An alarm, a talk or any button ends it.")
        @OptionGroup
        var one: RecordingArgument
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let language = link.language
            // A recording that cannot be read is better reported here than in the appliance's log.
            let reader = try link.openRecording(one.id)
            let reply: Reply
            do throws(ClientError) {
                reply = try link.client.send(.recordings(.play(one.id)))
            } catch {
                guard case .notRunning = error else { throw Console.failure(error, in: language) }
                return try RecordingPlayback(link: link, language: language).play(reader)
            }
            if case .refused(let refusal) = reply { throw Console.failure(refusal, in: language) }
            Console.print(CommandText.recording(.playing).text(in: language))
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a recording as an Ogg Opus file: your voice left, the companion's right.",
            discussion: "The file is no longer sealed: keep it where only you can read it.")
        @OptionGroup
        var one: RecordingArgument
        @Argument(help: ArgumentHelp("The new file; one that exists is not replaced.", valueName: "file"))
        var file: String
        @OptionGroup
        var state: StateOptions

        func run() throws {
            let link = try state.open()
            let reader = try link.openRecording(one.id)
            do throws(FileError) {
                try RecordingExport(path: file).write(reader)
            } catch {
                throw Console.failure(ExitStatus.cannotWrite, error, in: link.language)
            }
            RecordingViews.warn(reader, language: link.language)
            Console.print(CommandText.recording(.exported(file)).text(in: link.language))
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Erase one recording, or all of them and the key that sealed them.")
        @Argument(help: ArgumentHelp("The recording's number.", valueName: "id"))
        var id: Int?
        @Flag(help: "Erase all recordings.")
        var all = false
        @Flag(help: "Do not ask.")
        var yes = false
        @OptionGroup
        var state: StateOptions

        func validate() throws {
            guard (id != nil) != all else { throw ValidationError("delete: expected a recording's number or --all") }
        }

        func run() throws {
            let link = try state.open()
            let language = link.language
            if all, !yes {
                let question = CommandText.recording(.deleteAllQuestion(link.recordings().count))
                guard try Console.confirms(question, in: language) else {
                    return Console.print(CommandText.resetCancelled.text(in: language))
                }
            }
            let count = try link.withRecordings { (shelf) throws(RecordingError) -> Int in
                guard let id else { return try shelf.deleteAll() }
                try shelf.delete(id)
                return 1
            }
            Console.print(CommandText.recording(.deleted(count)).text(in: language))
        }
    }
}

/// The number of one recording.
struct RecordingArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The recording's number.", valueName: "id"))
    var id: Int

    func validate() throws {
        guard id > 0 else { throw ValidationError("expected a recording's number; found \(id)") }
    }
}

extension ApplianceLink {
    /// Uses the files of the recordings, with the rights of their owner; an error ends this program.
    func withRecordings<Result>(_ body: (RecordingShelf) throws(RecordingError) -> Result) throws -> Result {
        do throws(RecordingError) {
            return try StateLocation.asOwner(of: stateFolder) { () throws(RecordingError) in
                try body(RecordingShelf(stateFolder: stateFolder))
            }
        } catch {
            throw Console.failure(error.exitCode, error, in: language)
        }
    }

    fileprivate func recordings() -> [StoredRecording] {
        StateLocation.asOwner(of: stateFolder) { RecordingShelf(stateFolder: stateFolder).list() }
    }

    fileprivate func openRecording(_ id: Int) throws -> RecordingReader {
        try withRecordings { (shelf) throws(RecordingError) in try shelf.open(id) }
    }
}

extension RecordingError {
    var exitCode: ExitStatus {
        switch self {
        case .noSuchRecording: .usage
        case .sealed, .damaged: .badData
        case .noRoom, .maximumLength, .toBeDestroyed: .cannotWrite
        case .store(let error): error.exitCode
        case .several(let errors): errors.first?.exitCode ?? .badData
        }
    }
}

/// Shows recordings as JSON and as text.
enum RecordingViews {
    static func json(_ all: [StoredRecording], keepDays: Int?) -> JSONValue {
        .list(
            all.map { recording in
                let info = recording.info
                return .object([
                    "id": .integer(recording.id),
                    "began": .optional(
                        info.map {
                            let offset = $0.local.wallSeconds - $0.startedAt.seconds
                            return Views.iso($0.local, offsetSeconds: Int(clamping: offset))
                        }),
                    "seconds": .integer(recording.seconds), "bytes": .integer(recording.bytes),
                    "until": .optional(info?.lastDay(keepDays: keepDays).description),
                    "state": .text(state(recording)), "reason": .optional(reason(recording)?.english),
                ])
            })
    }

    private static func state(_ recording: StoredRecording) -> String {
        switch recording.state {
        case .whole: "whole"
        case .cutShort: "cut_short"
        case .unreadable: "unreadable"
        case .toBeDestroyed: "to_be_destroyed"
        }
    }

    private static func reason(_ recording: StoredRecording) -> Wording? {
        switch recording.state {
        case .whole, .cutShort: nil
        case .unreadable(let error): error.wording
        case .toBeDestroyed: RecordingError.toBeDestroyed(id: recording.id).wording
        }
    }

    static func lines(
        _ all: [StoredRecording], keepDays: Int?, standing: RecordingStanding, language: Language
    ) -> [String] {
        func word(_ text: RecordingText) -> String { CommandText.recording(text).text(in: language) }
        var mode = [word(keepDays.map { .on(keepDays: $0) } ?? .off(last: nil))]
        if standing != .on, standing != .off { mode.append(word(.standing(standing))) }
        guard !all.isEmpty else { return mode + [word(.none)] }
        var table = Table([
            word(.heading(.id)), word(.heading(.began)), word(.heading(.length)), word(.heading(.until)),
            word(.heading(.state)),
        ])
        for recording in all {
            let began = recording.info.map { "\($0.local.date) \($0.local.time.description.prefix(5))" } ?? "?"
            let length = "\(recording.seconds / 60):" + String(100 + recording.seconds % 60).suffix(2)
            let state: RecordingText.State =
                switch recording.state {
                case .whole: .whole
                case .cutShort: .cutShort
                case .unreadable: .unreadable
                case .toBeDestroyed: .toBeDestroyed
                }
            table.add(
                "\(recording.id)", began, length,
                recording.info?.lastDay(keepDays: keepDays).description ?? "?", word(.state(state)))
        }
        let reasons = Set(all.compactMap { reason($0)?.text(in: language) }).sorted()
        return mode + table.lines + reasons
    }

    /// Reports what was missing, once all of it was read.
    static func warn(_ reader: RecordingReader, language: Language) {
        func tell(_ text: RecordingText) {
            Console.error("anicca: " + CommandText.recording(text).text(in: language))
        }
        if reader.damages > 0 { tell(.damaged(reader.damages)) }
        if !reader.hasEnded { tell(.cutShort) }
    }
}
