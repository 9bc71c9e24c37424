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
    @OptionGroup
    var format: FormatOptions
    @OptionGroup
    var state: StateOptions

    func run() throws {
        let session = try state.open()
        let findings = Doctor(session: session, board: board ?? session.config.board).examine()
        if format.json {
            Console.print(JSONValue.list(findings.map(\.json)).line)
        } else {
            var table = Table(["", "", ""])
            for finding in findings {
                table.add(finding.grade.rawValue, finding.check, finding.result)
                if let remedy = finding.remedy { table.add("", "", "→ " + remedy) }
            }
            table.lines.forEach(Console.print)
        }
        if findings.contains(where: { $0.grade == .fail }) { throw ExitCode.failure }
    }
}

/// One thing looked at, and what to do about it.
struct Finding: Equatable {
    enum Grade: String {
        case ok, warn, fail
    }
    var check: String
    var grade: Grade
    var result: String
    var remedy: String?

    static func ok(_ check: String, _ result: String) -> Finding {
        Finding(check: check, grade: .ok, result: result)
    }
    static func warn(_ check: String, _ result: String, _ remedy: String) -> Finding {
        Finding(check: check, grade: .warn, result: result, remedy: remedy)
    }
    static func fail(_ check: String, _ result: String, _ remedy: String) -> Finding {
        Finding(check: check, grade: .fail, result: result, remedy: remedy)
    }

    var json: JSONValue {
        .object([
            "check": .text(check), "grade": .text(grade.rawValue), "result": .text(result),
            "remedy": .optional(remedy),
        ])
    }
}

/// GUARD-5's checks that need no cloud. Opens devices for a moment, writes nothing.
struct Doctor {
    let session: Session
    let board: String?

    func examine() -> [Finding] {
        let isRunning = session.isRunning
        let shared = SharedFolders.locate(configured: session.config.shareFolder)
        var findings = [
            isRunning
                ? Finding.ok("appliance", "running, state in \(session.stateFolder)")
                : .warn(
                    "appliance", "not running (state: \(session.stateFolder))",
                    "start it: anicca run, or systemctl start anicca")
        ]
        findings += clock(isRunning: isRunning)
        findings.append(zone())
        findings += storage()
        findings += database()
        switch description(shared) {
        case .success(let board):
            findings.append(.ok("board", board.name))
            findings += sound(board, isRunning: isRunning)
            findings += hardware(board, isRunning: isRunning)
        case .failure(let error):
            findings += error.lines.map {
                .fail("board", $0, "correct the board file, or start with --board terminal")
            }
        }
        findings += habitSounds(shared)
        findings.append(synthesizer())
        findings += prompts(shared)
        findings.append(realTime())
        return findings
    }

    private func description(_ shared: SharedFolders) -> Result<BoardDescription, BoardFileError> {
        do throws(BoardFileError) {
            guard let board else { return .success(try BoardCatalog.standard()) }
            return .success(
                try BoardCatalog.find(nameOrPath: board, searchFolders: shared.boardSearchFolders))
        } catch {
            return .failure(error)
        }
    }

    // MARK: Time

    private func clock(isRunning: Bool) -> [Finding] {
        let now = SystemClock.civil()
        let shown = ZoneRules.utc.iso8601(now)
        guard now >= BuildInfo.clockFloor else {
            return [
                .fail(
                    "clock", "\(shown) is before this firmware was built",
                    "connect the network, or set it: date -s 'YYYY-MM-DD HH:MM'")
            ]
        }
        let isTrusted = (try? ControlClient.send(.status, stateFolder: session.stateFolder))
            .flatMap { if case .status(let status) = $0 { status.isClockTrusted } else { nil } }
        if isTrusted == false {
            return [
                .fail(
                    "clock", "\(shown), not trusted: alarms are not armed",
                    "set it by a time server; if it is right as it is: anicca clock trust")
            ]
        }
        if SystemClock.isSynchronized() { return [.ok("clock", "\(shown), kept by a time server")] }
        return [
            .warn(
                "clock", "\(shown), not kept by a time server",
                "timedatectl set-ntp true; without a network a clock drifts by seconds a day")
        ]
    }

    private func zone() -> Finding {
        let (rules, problem) = SystemZone.load()
        if let problem {
            return .fail("zone", problem, "timedatectl set-timezone Europe/Berlin (and: apt install tzdata)")
        }
        return .ok("zone", rules.name)
    }

    // MARK: Disk

    private func storage() -> [Finding] {
        let folder = session.stateFolder
        guard Files.isFolder(folder) else {
            return [.warn("state folder", "\(folder) is not there yet", "the first anicca run makes it")]
        }
        var findings: [Finding] = []
        var information = stat()
        if stat(folder, &information) == 0 {
            let isOurs = information.st_uid == geteuid() || geteuid() == 0
            if !isOurs {
                findings.append(
                    .fail(
                        "state folder", "belongs to user \(information.st_uid)", "run this as that user, or with sudo"))
            } else if information.st_mode & 0o077 != 0 {
                findings.append(
                    .warn("state folder", "others can look into \(folder)", "chmod 700 \(folder)"))
            } else {
                findings.append(.ok("state folder", folder))
            }
        }
        var disk = statvfs()
        guard statvfs(folder, &disk) == 0 else {
            findings.append(.fail("disk", errorText(errno), "check the card or disk"))
            return findings
        }
        let megabytes = Int(disk.f_bavail) * Int(disk.f_frsize) / 1_000_000
        if disk.f_flag & UInt(ST_RDONLY) != 0 {
            findings.append(.fail("disk", "mounted read-only", "check the card: a worn one turns read-only"))
        } else if megabytes < 10 || (disk.f_files > 0 && disk.f_favail < 100) {
            findings.append(.fail("disk", "\(megabytes) MB free", "free some space"))
        } else if megabytes < 100 {
            findings.append(.warn("disk", "\(megabytes) MB free", "free some space"))
        } else {
            findings.append(.ok("disk", "\(megabytes) MB free"))
        }
        return findings
    }

    private func database() -> [Finding] {
        do throws(StoreError) {
            let store = try BedsideStore.open(
                folder: session.stateFolder, access: .readOnly, now: SystemClock.civil())
            let profile = try store.load().profile
            if store.report.needsAttention {
                return [
                    .fail("database", "\(store.report)", "check the card; settings may be old: anicca profile show")
                ]
            }
            let on = profile.habits.filter(\.isOn)
            return [
                .ok("database", "readable"),
                on.isEmpty
                    ? .warn(
                        "habits", "none is on: nothing will ring", "anicca setup, or: anicca habit set wake --at 06:00")
                    : .ok("habits", on.map { "\($0.id) \($0.at)" }.joined(separator: ", ")),
            ]
        } catch {
            if case .missing = error {
                return [
                    .warn("database", "nothing is stored yet", "anicca setup, or: anicca habit set wake --at 06:00")
                ]
            }
            return [.fail("database", "\(error)", "look at the folder's owner and the disk; the file itself is kept")]
        }
    }

    // MARK: Hardware

    private func hardware(_ description: BoardDescription, isRunning: Bool) -> [Finding] {
        guard description.usesGPIO || !description.light.channels.isEmpty else {
            return [.ok("buttons and light", "none on this board: the terminal and the socket are the buttons")]
        }
        // The running appliance holds the lines: it would say itself what is wrong with them.
        if isRunning { return [.ok("buttons and light", "in use by the running appliance")] }
        let hardware = BoardHardware(description)
        let problems: [Finding] = hardware.problems.map {
            .fail($0.part, "\($0.error)", "check the board file's chip and line against `gpioinfo`, and the group gpio")
        }
        if !problems.isEmpty { return problems }
        let pressed = hardware.buttons.readLevels().filter(\.isActive)
        if !pressed.isEmpty {
            return pressed.map {
                .fail(
                    "button \($0.button.rawValue)", "pressed all the time",
                    "release it, or check its wiring and active level")
            }
        }
        return [.ok("buttons and light", "\(description.buttons.count) buttons, \(BoardHardware.libraryVersion)")]
    }

    private func synthesizer() -> Finding {
        for folder in (Files.environment("PATH") ?? "/usr/bin:/bin").split(separator: ":") {
            let path = "\(folder)/espeak-ng"
            if access(path, X_OK) == 0, Files.isFile(path) { return .ok("synthesizer", path) }
        }
        return .fail("synthesizer", "espeak-ng is not installed", "apt install espeak-ng")
    }

    private func storedProfile() -> Profile {
        (try? BedsideStore.open(
            folder: session.stateFolder, access: .readOnly, now: SystemClock.civil()
        ).load().profile) ?? Profile()
    }

    /// The files that habits ring with. A bad one is not silence, but it is not what the owner chose.
    private func habitSounds(_ shared: SharedFolders) -> [Finding] {
        storedProfile().habits.compactMap { habit in
            guard let sound = habit.sound else { return nil }
            let check = "sound of \(habit.id)"
            guard let problem = SoundFile.problem(of: sound, shared: shared) else {
                return .ok(check, SoundFile.path(of: sound, shared: shared))
            }
            return .warn(
                check, problem, "the board's alarm is used; choose another: anicca habit set \(habit.id) --sound FILE")
        }
    }

    private func prompts(_ shared: SharedFolders) -> [Finding] {
        let profile = storedProfile()
        let files = PromptFiles(shared: shared)
        var findings: [Finding] = []
        for habit in profile.habits {
            let (_, problems) = PromptTemplate.instructions(
                common: files.common(), habit: files.source(prompt: habit.prompt),
                values: PromptValues(profile: profile, habit: habit))
            findings += problems.map {
                .warn("prompt of \(habit.id)", "\($0)", "a plain instruction is used until the file is right")
            }
        }
        var problems: [String] = []
        let scripts = ScriptLibrary.load(folder: shared.offline) { _, text in problems.append(text) }
        findings += problems.map { .warn("offline lines", $0, "plain lines are used until the file is right") }
        if findings.isEmpty { findings.append(.ok("prompts", "\(shared.prompts), \(scripts.count) offline routines")) }
        return findings
    }

    private func realTime() -> Finding {
        var limit = rlimit()
        // RLIMIT_RTPRIO, which Swift sees as an enum of glibc's.
        guard getrlimit(__rlimit_resource_t(14), &limit) == 0 else {
            return .warn("real-time priority", errorText(errno), "see `ulimit -r`")
        }
        if geteuid() == 0 { return .ok("real-time priority", "root may") }
        if limit.rlim_cur >= 50 { return .ok("real-time priority", "up to \(limit.rlim_cur)") }
        return .warn(
            "real-time priority", "not permitted: sound may stutter under load",
            "LimitRTPRIO=50 in the service, or /etc/security/limits.d/audio.conf: @audio - rtprio 50")
    }
}
