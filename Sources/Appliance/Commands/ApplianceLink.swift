import ArgumentParser
import Bedside
import Glibc
import Store

/// Connects a command with the appliance: over the socket if it runs; otherwise, for settings, with the store itself.
struct ApplianceLink {
    let stateFolder: String
    let config: ConfigFile
    /// The one connection that all requests of this command use.
    let client: ControlClient
    /// Why the configuration differs from the system's file; nil if it does not.
    var configurationProblem: Wording?

    init(stateFolder: String, config: ConfigFile, configurationProblem: Wording? = nil) {
        self.stateFolder = stateFolder
        self.config = config
        self.configurationProblem = configurationProblem
        client = ControlClient(stateFolder: stateFolder)
    }

    /// What to do if no appliance is running.
    enum WhenOff {
        /// For settings and plans: applies the same rules to the stored state.
        case useStore
        /// For sound, microphone and buttons, which only a running appliance has.
        case fail
    }

    /// Sends a command; a refusal ends this program with the refusal's exit code.
    func ask(_ command: Command, whenOff: WhenOff = .useStore) throws -> Reply {
        let reply = try answer(command, whenOff: whenOff)
        if case .refused(let refusal) = reply { throw Console.failure(refusal, in: language) }
        return reply
    }

    /// Sends a command; a refusal is returned like any other answer.
    func answer(_ command: Command, whenOff: WhenOff = .useStore) throws -> Reply {
        do throws(ClientError) {
            return try client.send(command)
        } catch {
            guard case .notRunning = error, whenOff == .useStore else {
                throw Console.failure(error, in: StoredAppliance.language(stateFolder: stateFolder))
            }
            return try StoredAppliance.perform(command, stateFolder: stateFolder, helpLines: helpLines(for: command))
        }
    }

    /// Only setup asks in which country help lines are known; no other command needs the file.
    private func helpLines(for command: Command) -> HelpLines {
        guard case .setup = command else { return HelpLines(countries: [:]) }
        return HelpLinesFile.load(shared) { _, _ in }
    }

    func status(whenOff: WhenOff = .useStore) throws -> Status {
        guard case .status(let status) = try ask(.status, whenOff: whenOff) else { throw unexpectedAnswer() }
        return status
    }

    /// The failure for an answer that does not fit the request.
    func unexpectedAnswer() -> ExitCode {
        Console.failure(
            ExitStatus.internalError, ClientError.notUnderstood, in: StoredAppliance.language(stateFolder: stateFolder))
    }

    var shared: SharedFolders { SharedFolders.locate(configured: config.shareFolder) }

    var isRunning: Bool { client.isRunning }

    /// Prints what changed and which alarm is next.
    func tellChange(_ reply: Reply, profile: Profile?, asJSON: Bool) throws {
        try Views.printChange(reply, profile: profile, asJSON: asJSON)
        warnWhereOff(profile?.language ?? .english)
    }

    /// Warns on standard error if no appliance is running that would ring.
    func warnWhereOff(_ language: Language) {
        guard !isRunning else { return }
        Console.error("anicca: \(CommandText.nothingRings(stateFolder: stateFolder).text(in: language))")
    }

    /// The profile that is in force.
    func profile() throws -> Profile { try status().profile }

    /// The zone that the command line itself runs in, for the log's times.
    func zone() -> ZoneRules { SystemZone.load().rules }
}

/// Applies the appliance's rules to its stored state for one command. It plays no alarm and loses none.
enum StoredAppliance {
    static func perform(_ command: Command, stateFolder: String, helpLines: HelpLines) throws -> Reply {
        var attemptsLeft = 20
        while true {
            do throws(StoreError) {
                return try StateLocation.asOwner(of: stateFolder) { () throws(StoreError) in
                    switch command {
                    case .status, .next: try answer(command, stateFolder: stateFolder)
                    case .memory(let asked) where !asked.isWrite: try answer(command, stateFolder: stateFolder)
                    case .teaching(let asked) where !asked.isWrite: try answer(command, stateFolder: stateFolder)
                    case .affirmation(.list), .ownVoice(.report): try answer(command, stateFolder: stateFolder)
                    case .fading(let asked) where !asked.isWrite: try answer(command, stateFolder: stateFolder)
                    case .nudge(let asked) where !asked.isWrite: try answer(command, stateFolder: stateFolder)
                    default: try change(command, stateFolder: stateFolder, helpLines: helpLines)
                    }
                }
            } catch {
                attemptsLeft -= 1
                guard case .inUse = error, attemptsLeft > 0 else {
                    throw Console.failure(error.exitCode, error, in: language(stateFolder: stateFolder))
                }
            }
            // Another command is at work, or the appliance is just starting and will answer by itself in a moment.
            usleep(100_000)
            if let reply = try? ControlClient.send(command, stateFolder: stateFolder) { return reply }
        }
    }

    /// Tells of a damaged database on standard error: what it held besides habits and alarms is not in this answer.
    private static func warn(of report: OpenReport, _ language: Language) {
        guard report.needsAttention else { return }
        let words = Wording(
            "the database was damaged or missing: \(report.wording.english); habits and alarms are there, memories and "
                + "what else it held are not",
            "データベースが壊れているか、見つかりません：\(report.wording.japanese)。習慣とアラームはありますが、覚えたことなど、ほかの内容はありません")
        Console.error("anicca: \(words.text(in: language))")
    }

    /// What can be known while no appliance runs.
    static func diagnostics(stateFolder: String) -> Diagnostics {
        var diagnostics = Diagnostics()
        let isKept = StateLocation.asOwner(of: stateFolder) { VaultKeyFile(stateFolder: stateFolder).holdsOlderKeys }
        if isKept { diagnostics.storage.isOldKeyKept = true }
        return diagnostics
    }

    /// Answers a question without creating a folder where there has never been an appliance.
    private static func answer(_ command: Command, stateFolder: String) throws(StoreError) -> Reply {
        let now = SystemClock.now()
        var durable = Durable()
        do throws(StoreError) {
            let store = try BedsideStore.open(folder: stateFolder, access: .readOnly, now: now.civil)
            durable = try store.load()
            warn(of: store.report, durable.profile.language)
        } catch {
            guard case .missing = error else { throw error }
        }
        return reply(command, durable: durable, at: now).reply
    }

    private static func change(
        _ command: Command, stateFolder: String, helpLines: HelpLines
    ) throws(StoreError) -> Reply {
        let store = try BedsideStore.open(folder: stateFolder, access: .owner, now: SystemClock.civil())
        let durable = try store.load()
        warn(of: store.report, durable.profile.language)
        let (answer, changes) = reply(command, durable: durable, helpLines: helpLines, at: SystemClock.now())
        if case .refused = answer { return answer }
        if changes.contains(.wipe) {
            VoiceFarewell.say(durable, stateFolder: stateFolder)
            let isKeyGone = (try? OwnerKey.erase(stateFolder: stateFolder)) != nil
            try store.erase()
            guard isKeyGone else { throw .readOnly }
        } else if !changes.isEmpty {
            try store.commit(changes)
            if changes.contains(where: { if case .memory = $0 { true } else { false } }) {
                // Its words may be among what was forgotten, and the appliance makes another one.
                do throws(RecordingError) {
                    try SoundShelf(.wakeVoice, stateFolder: stateFolder).removeAll()
                } catch {
                    throw .inputOutput(code: 0, "the next wake message could not be removed")
                }
            }
        }
        store.close()
        return answer.truth(after: changes, isOldKeyKept: store.isOldKeyKept, owesRemoval: store.owesRemoval)
    }

    private static func reply(
        _ command: Command, durable: Durable, helpLines: HelpLines = HelpLines(countries: [:]), at now: Moment
    ) -> (reply: Reply, changes: [Change]) {
        var configuration = Configuration(clockFloor: BuildInfo.clockFloor)
        configuration.helpLines = helpLines
        return Bedside.answer(
            command, configuration: configuration, durable: durable,
            zone: SystemZone.load().rules, isClockSynchronized: SystemClock.isSynchronized(), at: now)
    }
}

extension StoreError {
    var exitCode: ExitStatus {
        switch self {
        case .inUse, .busy, .slow: .temporary
        case .unusableFolder, .missing: .cannotWrite
        case .newerVersion, .corrupt: .badData
        case .diskFull, .readOnly, .inputOutput, .unsealed: .inputOutput
        }
    }
}
