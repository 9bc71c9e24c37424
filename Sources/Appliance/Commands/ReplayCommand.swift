import ArgumentParser
import Bedside
import Store

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Run the rules again over the events that the appliance recorded.",
        discussion: """
            The journal is kept beside the store (three files of 4 MiB at most); a copy of it can be given as FILE. Where \
            the rules now do something else than they did then, the line says so and the exit code is 1.
            """)

    @Argument(help: "A journal (default: the state folder's).", completion: .file())
    var file: String?
    @OptionGroup
    var format: LinesFormatOptions
    @OptionGroup
    var state: StateOptions

    func run() throws {
        let link = try state.open()
        let language = link.language
        let shared = SharedFolders.locate(configured: (try? ConfigFile.load(option: nil))?.shareFolder)
        let meditation = MeditationFile.load(shared) { _, problem in
            Console.error("anicca: " + problem.text(in: language))
        }
        var replay = Replay(isJSON: format.json, language: language, meditation: meditation)
        let damaged: Int
        do throws(StoreError) {
            if let file {
                damaged = try EventJournal.read(file: StateLocation.absolute(file), as: JournalLine.self) {
                    replay.play($0)
                }
            } else {
                damaged = try EventJournal.read(folder: link.stateFolder, as: JournalLine.self) { replay.play($0) }
            }
        } catch {
            if case .missing = error { throw Console.failure(ExitStatus.noInput, error, in: language) }
            throw Console.failure(error.exitCode, error, in: language)
        }
        replay.finish()
        if damaged > 0 {
            Console.error("anicca: " + CommandText.journalDamaged(lines: damaged).text(in: language))
        }
        if replay.starts == 0 {
            throw Console.failure(ExitStatus.badData, CommandText.journalWithoutStart, in: language)
        }
        let verdict = CommandText.replayed(
            events: replay.events, starts: replay.starts, differences: replay.differences, uncompared: replay.uncompared
        ).text(in: language)
        if format.json { Console.error(verdict) } else { Console.print(verdict) }
        if replay.differences > 0 { throw ExitCode(1) }
    }
}

/// Runs the rules over recorded events.
struct Replay {
    private var machine: Bedside?
    private var output: TimelineOutput
    private(set) var starts = 0
    private(set) var events = 0
    private(set) var differences = 0
    /// The number of entries from a version whose digests cannot be compared.
    private(set) var uncompared = 0

    private let language: Language

    /// This version's guided meditation, which no journal has.
    private let meditation: MeditationScript?

    init(isJSON: Bool, language: Language, meditation: MeditationScript? = nil) {
        self.meditation = meditation
        output = TimelineOutput(isJSON: isJSON, language: language)
        self.language = language
    }

    mutating func play(_ line: JournalLine) {
        switch line {
        case .start(let start):
            var configuration = start.configuration
            configuration.meditation = meditation
            var fresh = Bedside(
                configuration: configuration, durable: start.durable, zone: start.zone,
                isClockSynchronized: start.isClockSynchronized, at: start.at)
            fresh.replay(cues: start.cues ?? [])
            let actions = fresh.start(at: start.at)
            machine = fresh
            starts += 1
            compare(actions, start.digest, at: start.at)
        case .event(let event, let at, let digest, let notes):
            guard let actions = machine?.replay(event, notes, at: at) else { return }
            events += 1
            compare(actions, digest, at: at)
        }
    }

    mutating func finish() { output.finish() }

    /// The status after the last event; nil before the first start.
    func status(at now: Moment) -> Status? { machine?.status(at: now) }

    private mutating func compare(_ actions: [Action], _ digest: UInt64?, at now: Moment) {
        let zone = machine?.zoneRules ?? .utc
        for case .commit(let changes) in actions {
            for case .night(let entry) in changes { output.add(.night(entry), in: zone) }
        }
        guard let digest else {
            uncompared += 1
            return
        }
        guard JournalLine.digest(actions) != digest else { return }
        differences += 1
        Console.error("anicca: " + CommandText.replayDiffers(at: zone.iso8601(now.civil)).text(in: language))
    }
}
