import ArgumentParser
import Bedside
import Board
import Glibc
import Store

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check everything that an alarm needs, and say what to do about each.",
        discussion: "Exits with 1 where something fails.")

    @Option(help: ArgumentHelp("The board to check (default: as `anicca run` chooses it).", valueName: "board"))
    var board: String?
    @Option(
        help: ArgumentHelp(
            "The configuration file that the appliance runs with (default: /etc/anicca/anicca.yaml).",
            valueName: "file"), completion: .file())
    var config: String?
    @Flag(help: "Play a sweep for ten seconds, and measure how much of it comes back through the microphone.")
    var echo = false
    @Flag(help: "Ask for a press of each button. The appliance must be stopped: it holds the lines.")
    var buttons = false
    @OptionGroup
    var format: FormatOptions
    @OptionGroup
    var state: StateOptions

    func run() throws {
        let link = try state.open(configFile: config)
        let doctor = Doctor(
            link: link, board: board ?? link.config.board, isBoardGiven: board != nil, configFile: config,
            triesEcho: echo, asksForPresses: buttons)
        let findings = doctor.check().map(\.told)
        let language = link.language
        if format.json {
            Console.print(JSONValue.list(findings.map { $0.json(in: language) }).line)
        } else {
            var table = Table(["", "", ""])
            for finding in findings {
                let result = finding.result.text(in: language)
                table.add(finding.grade.text(in: language), finding.check.text(in: language), result)
                if let remedy = finding.remedy { table.add("", "", "→ " + remedy.text(in: language)) }
            }
            table.lines.forEach(Console.print)
        }
        if findings.contains(where: { $0.grade == .fail }) { throw ExitCode.failure }
    }
}

extension FindingText {
    func json(in language: Language) -> JSONValue {
        .object([
            "check": .text(check.english), "grade": .text(grade.rawValue), "result": .text(result.text(in: language)),
            "remedy": .optional(remedy?.text(in: language)),
        ])
    }
}

/// Makes the checks of `anicca doctor` (GUARD-5). It opens devices for a moment and writes nothing.
struct Doctor {
    let link: ApplianceLink
    let board: String?
    /// The board named on the command line; the running appliance may have another.
    var isBoardGiven = false
    var configFile: String?
    var triesEcho = false
    var asksForPresses = false

    func check() -> [Finding] {
        let isRunning = link.isRunning
        let shared = SharedFolders.locate(configured: link.config.shareFolder)
        let folder = link.stateFolder
        let running = isRunning ? (try? link.client.diagnostics()) ?? Diagnostics() : nil
        var findings: [Finding] = [isRunning ? .running(stateFolder: folder) : .notRunning(stateFolder: folder)]
        if let problem = link.configurationProblem ?? unreadableConfiguration() {
            findings.append(.configurationFaulty(problem))
        }
        findings.append(clock())
        findings.append(zone())
        let board = description(shared)
        let machine = MachineChecks(usesGPIO: (try? board.get().usesGPIO) ?? false)
        findings.append(machine.clockChip())
        let service = machine.service()
        findings += service + machine.devices()
        findings += storage()
        findings += database()
        if let storage = running?.storage, storage.isWorking == false, let report = storage.report {
            findings.append(.storeFailing(report))
        }
        switch board {
        case .success(let board):
            findings.append(.board(board.name))
            findings += sound(board, isRunning: isRunning)
            if !board.inputs.isEmpty, !isMuted { findings.append(triesEcho ? echo(board) : .echoUntried) }
            if let running, !isBoardGiven, let change = boardChange(running, board) {
                findings += [change] + Self.boardProblems(running)
            } else {
                findings += hardware(board, running: running)
            }
            let alarm = Appliance.alarmFile(board, shared)
            if let problem = SoundFile.problem(of: alarm, shared: shared, stateFolder: folder) {
                findings.append(.alarmSoundFaulty(problem))
            } else {
                findings += SoundFile.warnings(about: alarm, shared: shared, stateFolder: folder)
                    .map { .alarmSoundWeak(path: alarm, $0) }
            }
        case .failure(let error):
            findings += error.lines.map { .boardFaulty($0) }
        }
        if let fault = try? link.status().memoryFault { findings.append(.vaultFaulty(fault)) }
        let stored = running ?? StoredAppliance.diagnostics(stateFolder: folder)
        if stored.storage.isOldKeyKept == true { findings.append(.oldKeyKept) }
        findings += ownVoice()
        findings += habitSounds(shared)
        findings.append(synthesizer())
        // An owner's file may be one that root can read and the appliance cannot.
        findings += StateLocation.asOwner(of: folder) { prompts(shared) }
        findings += StateLocation.asOwner(of: folder) {
            HelpLinesFile.findings(shared, profile: storedProfile(), zone: zoneName(), today: today())
        }
        findings += CompanionChecks(
            companion: storedProfile().companion, settings: link.config.companion, stateFolder: folder,
            account: storedAccount(), running: running
        ).findings()
        // The service's rights count; without a service, this user's.
        let isPriorityKnown = service.contains { if case .realTime = $0 { true } else { $0 == .realTimeDenied } }
        if !isPriorityKnown { findings.append(realTime()) }
        if running?.memory.isLocked == false { findings.append(.memoryUnlocked) }
        return findings
    }

    /// What is not gone yet of a voice that the owner has deleted, or that was being learned (V-2, V-3).
    private func ownVoice() -> [Finding] {
        guard let standing = try? link.status().ownVoice else { return [] }
        let deletions = standing.deletions
        let pending = Finding.voiceDeletion(count: deletions.count, isLate: standing.isDeletionLate)
        let isKept = standing.holdsRecordings && !standing.isLearning && !standing.isSending
        return (deletions.isEmpty ? [] : [pending]) + (isKept ? [.voiceRecordings] : [])
    }

    /// By the owner, as it is stored or as the appliance has it.
    var isMuted: Bool { (try? link.status())?.settings.isMicrophoneMuted ?? false }

    /// Reads it with the appliance's rights, not with root's.
    private func description(_ shared: SharedFolders) -> Result<BoardDescription, BoardFileError> {
        StateLocation.asOwner(of: link.stateFolder) {
            do throws(BoardFileError) {
                guard let board else { return .success(try BoardCatalog.standard()) }
                return .success(
                    try BoardCatalog.find(nameOrPath: board, searchFolders: shared.boardSearchFolders))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Finds files that root can read and the appliance cannot.
    private func unreadableConfiguration() -> Wording? {
        StateLocation.asOwner(of: link.stateFolder) {
            do throws(ConfigError) {
                _ = try ConfigFile.load(option: configFile)
                return nil
            } catch {
                return error.wording
            }
        }
    }

    /// Whether the running appliance has another board than the file: it reads the file only when it starts.
    private func boardChange(_ running: Diagnostics, _ board: BoardDescription) -> Finding? {
        guard let name = running.board.name else { return nil }
        if name != board.name { return .boardOther(inUse: name, named: board.name) }
        guard let fingerprint = running.board.fingerprint else { return nil }
        return fingerprint == "\(Fingerprint.of(board))" ? nil : .boardChanged
    }

    // MARK: Time

    private func clock() -> Finding {
        let now = SystemClock.civil()
        let shown = ZoneRules.utc.iso8601(now)
        guard now >= BuildInfo.clockFloor else { return .clockBeforeBuild(shown) }
        let isTrusted = (try? link.client.send(.status))
            .flatMap { if case .status(let status) = $0 { status.isClockTrusted } else { nil } }
        if isTrusted == false { return .clockUntrusted(shown) }
        return SystemClock.isSynchronized() ? .clockKept(shown) : .clockNotKept(shown)
    }

    private func zone() -> Finding {
        let (rules, problem) = SystemZone.load()
        return problem.map { .zoneFaulty($0) } ?? .zone(rules.name)
    }

    private func zoneName() -> String { SystemZone.load().rules.name }
    private func today() -> LocalDate { SystemZone.load().rules.local(SystemClock.civil()).date }

    // MARK: Disk

    private func storage() -> [Finding] {
        let folder = link.stateFolder
        guard Files.isFolder(folder) else {
            return [.folderMissing(folder)]
        }
        var findings: [Finding] = []
        var information = stat()
        if stat(folder, &information) == 0 {
            let isOurs = information.st_uid == geteuid() || geteuid() == 0
            if !isOurs {
                findings.append(.folderForeign(userID: information.st_uid))
            } else if information.st_mode & 0o077 != 0 {
                findings.append(.folderOpen(folder))
            } else {
                findings.append(.folder(folder))
            }
        }
        var disk = statvfs()
        guard statvfs(folder, &disk) == 0 else {
            findings.append(.diskFaulty(Doctor.reason(errno)))
            return findings
        }
        let megabytes = Files.megabytes(disk)
        if disk.f_flag & UInt(ST_RDONLY) != 0 {
            findings.append(.diskReadOnly)
        } else if megabytes < Files.scarceMegabytes || (disk.f_files > 0 && disk.f_favail < 100) {
            findings.append(.diskFull(freeMegabytes: megabytes))
        } else if megabytes < 100 {
            findings.append(.diskLow(freeMegabytes: megabytes))
        } else {
            findings.append(.disk(freeMegabytes: megabytes))
        }
        return findings
    }

    private func database() -> [Finding] {
        do throws(StoreError) {
            let (profile, _, report) = try stored()
            if report.needsAttention { return [.databaseRecovered(report.wording)] }
            let on = profile.habits.filter(\.isOn)
            let list = on.map { "\($0.id) \($0.at)" }.joined(separator: ", ")
            return [.database, on.isEmpty ? .habitsOff : .habits(list)]
        } catch {
            if case .missing = error { return [.databaseEmpty] }
            return [.databaseFaulty(error.wording)]
        }
    }

    // MARK: Hardware

    private func hardware(_ description: BoardDescription, running: Diagnostics?) -> [Finding] {
        guard description.usesGPIO || !description.light.channels.isEmpty else {
            return [.controlsAbsent]
        }
        // The running appliance holds the lines, and reports which of them it could not get.
        if let running {
            let problems = Self.boardProblems(running)
            if !problems.isEmpty { return problems }
            if let missing = running.board.missingButtons, missing > 0 {
                return [.buttonsMissing(missing)]
            }
            return [asksForPresses ? .controlsHeld : .controlsInUse]
        }
        let hardware = BoardHardware(description)
        let problems: [Finding] = hardware.problems.map { .partFaulty($0.part.wording, reason: $0.error.wording) }
        if !problems.isEmpty { return problems }
        let pressed = hardware.buttons.readLevels().filter(\.isActive)
        if !pressed.isEmpty { return pressed.map { .buttonPressed($0.button) } }
        let found = Finding.controls(buttons: description.buttons.count, library: BoardHardware.libraryVersion)
        guard asksForPresses else { return [found, .buttonsUntried] }
        let language = link.language
        let check = ButtonCheck(
            levels: { hardware.buttons.readLevels() },
            ask: { button in
                // On standard error, because the table may be JSON for a program.
                let words = CommandText.pressButton(button, withinSeconds: ButtonCheck.seconds)
                LossyOutput.standardError.write(words.text(in: language) + "\n")
            })
        return [found] + check.findings(description.buttons.map(\.button))
    }

    /// The parts that do not work, as the running appliance reports them: `light: no permission …`.
    static func boardProblems(_ running: Diagnostics) -> [Finding] {
        running.board.problems.map { problem in
            let (part, reason) = parted(problem.english, at: ":")
            let (partInJapanese, reasonInJapanese) = parted(
                problem.japanese, at: problem.japanese == problem.english ? ":" : "：")
            return .partFaulty(Wording(part, partInJapanese), reason: Wording(reason, reasonInJapanese))
        }
    }

    private static func parted(_ text: String, at mark: Character) -> (part: String, reason: String) {
        let halves = text.split(separator: mark, maxSplits: 1).map(String.init)
        guard let part = halves.first, halves.count == 2 else { return ("board", text) }
        return (part, String(halves[1].drop { $0 == " " }))
    }

    private func synthesizer() -> Finding {
        Files.executable("espeak-ng").map { .synthesizer(path: $0) } ?? .synthesizerAbsent
    }

    private func storedProfile() -> Profile { (try? stored().profile) ?? Profile() }

    private func storedAccount() -> AccountStanding { (try? stored().account) ?? AccountStanding() }

    /// Checked with the appliance's rights, not with root's.
    private func stored() throws(StoreError) -> (profile: Profile, account: AccountStanding, report: OpenReport) {
        let folder = link.stateFolder
        return try StateLocation.asOwner(of: folder) { () throws(StoreError) in
            let store = try BedsideStore.open(folder: folder, access: .readOnly, now: SystemClock.civil())
            let durable = try store.load()
            return (durable.profile, durable.account, store.report)
        }
    }

    /// Checks the files that habits ring with. A faulty one does not silence the alarm, but another sound plays.
    private func habitSounds(_ shared: SharedFolders) -> [Finding] {
        storedProfile().habits.flatMap { habit -> [Finding] in
            guard let sound = habit.sound else { return [] }
            if let problem = SoundFile.problem(of: sound, shared: shared, stateFolder: link.stateFolder) {
                return [.habitSoundFaulty(habit.id, problem)]
            }
            let path = SoundFile.path(of: sound, shared: shared)
            let warnings = SoundFile.warnings(about: sound, shared: shared, stateFolder: link.stateFolder)
            guard !warnings.isEmpty else { return [.habitSound(habit.id, path: path)] }
            return warnings.map { .habitSoundWeak(habit.id, path: path, $0) }
        }
    }

    private func prompts(_ shared: SharedFolders) -> [Finding] {
        let profile = storedProfile()
        let files = PromptFiles(shared: shared)
        var findings: [Finding] = []
        for habit in profile.habits {
            let (_, problems) = PromptTemplate.instructions(
                common: files.source(prompt: "common", language: profile.language),
                habit: files.source(prompt: habit.prompt, language: profile.language),
                values: PromptValues(profile: profile, habit: habit))
            findings += problems.map { .promptFaulty(habit.id, $0.wording) }
        }
        let scripts = ScriptLibrary.load(shared) { _, problem in
            findings.append(.routineFaulty(problem))
        }
        if findings.isEmpty { findings.append(.prompts(folder: shared.prompts, routines: scripts.count)) }
        return findings
    }

    private func realTime() -> Finding {
        var limit = rlimit()
        // RLIMIT_RTPRIO, which Swift sees as an enum of glibc's.
        guard getrlimit(__rlimit_resource_t(14), &limit) == 0 else {
            return .realTimeUnknown(Doctor.reason(errno))
        }
        if geteuid() == 0 { return .realTime(priority: nil) }
        return limit.rlim_cur > 0 ? .realTime(priority: Int(clamping: limit.rlim_cur)) : .realTimeDenied
    }

    private static func reason(_ code: Int32) -> Wording {
        SystemReason(code: code, english: errorText(code)).wording
    }
}
