import Bedside
import Foundation
import Glibc
import Synchronization
import TestKit
import Testing

@testable import Appliance

@Suite struct ProgramTests {
    @Test(
        arguments: [
            (["frobnicate"], 64), (["habit", "set", "Wake", "--at", "06:00"], 64), (["habit", "set", "wake"], 64),
            (["press", "sideways"], 64), (["press", "start", "--hold", "1000"], 64), (["log", "--days", "0"], 64),
            (["press", "start"], 69), (["talk"], 69), (["up"], 69), (["alarm", "preview"], 69),
            (["status", "--metrics"], 69), (["status", "--watch"], 69),
            (["habit", "set", "wake", "--at", "25:00"], 64), (["volume", "900"], 64), (["habit", "skip", "wake"], 64),
            (["habit", "on", "swimming"], 64), (["prompt", "show", "swimming"], 64),
            (["profile", "set", "companion=siri"], 64), (["habit", "set", "wake", "--sound", "/nonexistent.wav"], 64),
            (["provision", "/nonexistent/profile.yaml"], 66), (["run", "--state-dir", "/proc/anicca"], 73),
            (["run", "--config", "/nonexistent.yaml"], 66),
            (["status"], 0), (["next"], 0), (["habit"], 0), (["profile"], 0), (["log"], 0), (["clock"], 0),
            (["mute"], 0), (["volume"], 0), (["--version"], 0), (["help", "habit"], 0), (["completions", "bash"], 0),
        ] as [([String], Int32)])
    func exitCodesFollowSysexits(arguments: [String], code: Int32) throws {
        let program = try Program()
        let result = try program.run(arguments)
        #expect(result.code == code, "\(arguments): \(result.errors)")
        if code == 0 {
            #expect(!result.output.isEmpty)
        } else {
            #expect(!result.errors.isEmpty)
        }
        // Neither questions nor refused changes leave a trace.
        if !["habit", "volume", "profile"].contains(arguments.first) { #expect(!Files.exists(program.state)) }
    }

    /// An answer out of a database that was damaged says what is missing in it; alarms are there (GUARD-1).
    @Test(.requirement("GUARD-1")) func aDamagedDatabaseIsToldWithTheAnswer() throws {
        let program = try Program()
        #expect(try program.run("habit", "set", "wake", "--at", "06:10").code == 0)
        #expect(try program.run("memory", "add", "--slot", "dog", "The dog is called Momo").code == 0)
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: program.state + "/anicca.db" + suffix)
        }
        try Data(repeating: 0x21, count: 40_000).write(to: URL(fileURLWithPath: program.state + "/anicca.db"))
        let list = try program.run("memory", "list")
        #expect(list.errors.contains("the database was damaged or missing"), "\(list.errors)")
        let resumed = try program.run("memory", "resume")
        #expect(resumed.errors.contains("anicca.db.corrupt-"), "\(resumed.errors)")
        #expect(try program.run("next").output.contains("06:10"))
    }

    /// Whoever mistypes is told what there is, once.
    @Test(
        arguments: [
            (["memory", "lst"], "Unknown command 'lst'. Did you mean 'anicca memory list'?"),
            (["memory", "sho", "x"], "Unknown command 'sho'. Did you mean 'anicca memory show'?"),
            (["memry", "list"], "Unknown command 'memry'. Did you mean 'anicca memory'?"),
            (["teaching", "sohw", "--json"], "Unknown command 'sohw'. Did you mean 'anicca teaching show'?"),
            (["swim"], "Unknown command 'swim'\n  See 'anicca --help' for more information."),
            (["habit", "list", "--state", "x"], "Unknown option '--state'. Did you mean '--state-dir'?"),
            (["habit", "list", "--jsn"], "Unknown option '--jsn'. Did you mean '--json'?"),
            (["habit", "list", "all"], "Unexpected argument 'all'"),
        ]) func whatIsMistypedIsNamed(arguments: [String], message: String) throws
    {
        let result = try Program().run(arguments)
        #expect(result.code == 64)
        #expect(result.errors.hasPrefix("Error: \(message)"), "\(result.errors)")
        #expect(result.errors.components(separatedBy: "Error:").count == 2)
    }

    /// A file-size limit acts like a full disk, and ends neither the appliance nor its alarms (ALARM-7).
    @Test(.requirement("ALARM-7")) func aFileSizeLimitEndsNothing() throws {
        let program = try Program()
        let run = try program.whileRunning { (pid: pid_t) in
            #expect(eventually { ControlClient.isRunning(stateFolder: program.state) })
            let limiting = Process()
            limiting.executableURL = URL(fileURLWithPath: "/usr/bin/prlimit")
            limiting.arguments = ["--pid", "\(pid)", "--fsize=0:0"]
            try limiting.run()
            limiting.waitUntilExit()
            #expect(limiting.terminationStatus == 0)
            let set = try program.run("habit", "set", "wake", "--at", "06:15")
            #expect(set.code != 0)
            #expect(try program.run("status").output.contains("06:15"))
            #expect(kill(pid, 0) == 0)
        }
        #expect(run.code == 0, "\(run.output)")
    }

    @Test(.requirement("SETUP-3")) func settingsAreKeptWithoutARunningAppliance() throws {
        let program = try Program()
        let set = try program.run("habit", "set", "wake", "--at", "06:15", "--days", "mon,wed", "--follow-ups", "3")
        #expect(set.code == 0, "\(set.errors)")
        #expect(set.output.contains("habits.wake.at"))
        let list = try program.run("habit", "list", "--json")
        #expect(list.output.contains(#""habit":"wake","on":true,"at":"06:15","days":["mon","wed"],"followUps":3"#))
        #expect(try program.run("habit", "skip", "wake").code == 0)
        #expect(try program.run("habit", "list", "--json").output.contains(#""skipped":true"#))
        #expect(try program.run("habit", "unskip", "wake").code == 0)
        #expect(try program.run("mute", "on").code == 0)
        #expect(try program.run("mute", "--json").output == "{\"muted\":true}\n")
        #expect(try program.run("alarm", "once", "23:59", "--date", "2200-01-01").code == 0)
        #expect(try program.run("habit", "list").output.contains("once-1"))
        #expect(try program.run("reset", input: "n\n").code == 0)
        #expect(try program.run("habit", "list", "--json").output.contains(#""at":"06:15""#))
        #expect(try program.run("reset", "--yes").code == 0)
        #expect(!(try program.run("habit", "list", "--json").output.contains("06:15")))
    }

    @Test(.requirement("SETUP-2")) func provisioningAppliesEverythingOrNothing() throws {
        let program = try Program()
        let good = """
            owner: { name: Aki, language: en }
            habits:
              wake: { at: "06:30" }
              reading: { at: "21:30", prompt: reading }
            """
        let first = try program.run("provision", input: good)
        #expect(first.code == 0, "\(first.errors)")
        #expect(first.output.contains("habits.wake.at"))
        #expect(first.output.contains("Next up"))
        let before = try program.run("profile", "show").output
        let bad = """
            owner: { name: Bo }
            habits:
              wake: { at: "26:30" }
            """
        let second = try program.run("provision", input: bad)
        #expect(second.code == 65)
        #expect(second.errors.hasPrefix("profile.yaml:3:15: habits.wake.at: "), "\(second.errors)")
        #expect(second.output.isEmpty)
        #expect(try program.run("profile", "show").output == before)
        let file = try program.folder.write("mine.yaml", "colour: blue\n")
        let third = try program.run("provision", file)
        #expect(third.code == 65)
        #expect(third.errors.contains("mine.yaml:1:1: colour: "))
        let huge = try program.run("provision", input: String(repeating: "# padding\n", count: 7000))
        #expect(huge.code == 65)
        let again = try program.run("provision", input: good)
        #expect(again.output.contains("Nothing changed."))
    }

    @Test(.requirement("SETUP-2")) func whatIsShownCanBeProvisionedAgain() throws {
        let program = try Program()
        #expect(try program.run("habit", "set", "reading", "--at", "21:00", "--curve", "gentle").code == 0)
        #expect(try program.run("profile", "set", "owner.name=Aki", "owner.language=ja").code == 0)
        let shown = try program.run("profile", "show").output
        #expect(shown.contains("reading"))
        let other = try Program()
        let result = try other.run("provision", input: shown)
        #expect(result.code == 0, "\(result.errors)")
        #expect(try other.run("profile", "show").output == shown)
    }

    @Test(.requirement("SETUP-1", "SETUP-2")) func setupAsksAppliesAndContinuesWhereItStopped() throws {
        let program = try Program()
        // Language, microphone, speaker (not running), no gateway, name: then the input ends.
        let first = try program.run("setup", input: "en\n\n\n\nAki\n")
        #expect(first.code == 0, "\(first.errors)")
        #expect(first.output.contains("Stopped."))
        #expect(try program.run("profile", "show", "--json").output.contains(#""name":"Aki""#))
        let second = try program.run(
            "setup",
            input: "young\n\nBritain\nGB\n\nwake,training\nlate\n05:45\nweekdays\n\n\n\nattic\ny\npush-up,dance\n"
                + "push-up,core\n\n")
        #expect(second.code == 0, "\(second.errors)")
        #expect(second.output.contains("go on where we stopped"))
        let profile = try program.run("profile", "show", "--json").output
        #expect(profile.contains(#""habit":"wake","on":true,"at":"05:45","days":["mon","tue","wed","thu","fri"]"#))
        #expect(profile.contains(#""habit":"training","on":true,"at":"19:00""#))
        #expect(profile.contains(#""sleepLocation":"attic""#) && profile.contains(#""sleeper":"heavy""#))
        #expect(profile.contains(#""trainingFocus":["push-up","core"]"#))
        #expect(profile.contains(#""country":"GB","age":"not-said""#) && profile.contains(#""memory":"off""#))
        #expect(second.output.contains("Next up"))
        #expect(try program.run("setup").output.contains("Everything is set up"))
    }

    @Test(.requirement("GUARD-5", "TALK-7")) func aRunningApplianceIsAskedOverItsSocketAndEndsCleanly() throws {
        let program = try Program()
        let run = try program.whileRunning {
            #expect(try program.run("habit", "set", "wake", "--at", "04:00").code == 0)
            let status = try program.run("status", "--json")
            #expect(status.output.contains(#""running":true"#))
            #expect(status.output.contains(#""at":"04:00""#))
            #expect(try program.run("status", "--metrics").output.contains("anicca_"))
            #expect(try program.run("press", "stop").code == 0)
            #expect(try program.run("press", "stop", "--json").output == "{\"done\":true}\n")
            #expect(try program.run("talk", "--json").output == "{\"done\":true}\n")
            #expect(try program.run("clock", "trust", "--json").output.hasPrefix(#"{"trusted":true,"next":{"#))
            #expect(try program.run("volume", "150").code == 64)
            let second = try program.run("run")
            #expect(second.code != 0)
            #expect(!second.errors.isEmpty)
            #expect(try program.run("status").code == 0)
        }
        #expect(run.code == 0, "\(run.output)")
        #expect(!Files.exists(ControlAddress.socketPath(stateFolder: program.state)))
        let after = try program.run("status", "--json").output
        #expect(after.contains(#""running":false"#))
        #expect(after.contains(#""at":"04:00""#))
        #expect(try program.run("log").output.contains("shut down"))
    }

    @Test(.requirement("GUARD-5")) func theDoctorSaysWhatToDoAboutEachFault() throws {
        let program = try Program()
        _ = try program.run("habit", "set", "wake", "--at", "06:00")
        let result = try program.run("doctor", "--json")
        let findings = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]], "\(result.errors)")
        let grades = findings.compactMap { $0["grade"] as? String }
        // What this machine has differs, but the exit code and the remedies must fit it.
        #expect(result.code == (grades.contains("fail") ? 1 : 0))
        for finding in findings {
            #expect((finding["grade"] as? String == "ok") == (finding["remedy"] is NSNull), "\(finding)")
        }
        let checks = Set(findings.compactMap { $0["check"] as? String })
        #expect(checks.isSuperset(of: ["appliance", "clock", "zone", "disk", "database", "board", "synthesizer"]))
        #expect(findings.contains { $0["check"] as? String == "habits" && $0["result"] as? String == "wake 06:00" })
        let broken = try program.folder.write("broken.yaml", "buttons: 7\n")
        let second = try program.run("doctor", "--board", broken)
        #expect(second.code == 1)
        #expect(second.output.contains("broken.yaml:1:1: "))
    }

    @Test(.requirement("GUARD-5")) func theDoctorReportsWhatTheRunningApplianceLacks() throws {
        let program = try Program()
        let board = try program.folder.write(
            "bed.yaml", "name: bed\nlight: { led: no-such-lamp }\nsound: { outputs: [\"null\"], inputs: [] }\n")
        _ = try program.whileRunning(["run", "--board", board]) { (_: pid_t) throws in
            let result = try program.run("doctor", "--board", board, "--json")
            let findings = try #require(
                try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]],
                "\(result.errors)")
            let light = try #require(findings.first { $0["check"] as? String == "light" }, "\(result.output)")
            #expect(light["grade"] as? String == "fail")
            #expect((light["result"] as? String ?? "").contains("no-such-lamp"))
            #expect(result.code == 1)
        }
    }

    @Test(.requirement("PROMPT-4")) func promptShowPrintsWhatWouldBeSentAndSaysWhatIsWrong() throws {
        let program = try Program()
        try program.folder.write("share/Prompts/common.txt", "Talk with ${USER_NAME}.\n${LANGUAGE_LINE}\n")
        try program.folder.write("share/Prompts/wake_up.txt", "It is ${TASK_TIME}. Stand up.\n")
        try program.folder.write("share/board/x.yaml", "name: x\n")
        let share = ["ANICCA_SHARE_DIR": program.folder.path + "/share"]
        _ = try program.run("profile", "set", "owner.name", "Aki")
        let good = try program.run(["prompt", "show", "wake"], extra: share)
        #expect(good.code == 0, "\(good.errors)")
        #expect(good.output.contains("Talk with Aki."))
        #expect(good.output.contains("It is 06:00. Stand up."))
        // PROMPT-2: the talk that the owner opens has a prompt of its own, in both languages.
        try program.folder.write("share/Prompts/talk.txt", "What would you like to talk about?\n")
        try program.folder.write("share/Prompts/talk.ja.txt", "何を話しましょうか。\n")
        let talk = try program.run(["prompt", "show", "talk"], extra: share)
        #expect(talk.code == 0 && talk.output.contains("Talk with Aki."), "\(talk.errors)")
        #expect(talk.output.contains("What would you like to talk about?"))
        let json = try program.run(["prompt", "show", "talk", "--json"], extra: share)
        #expect(json.output.contains("\"task\":\"talk\""))
        _ = try program.run("profile", "set", "owner.language", "ja")
        let japanese = try program.run(["prompt", "show", "talk"], extra: share)
        #expect(japanese.code == 0 && japanese.output.contains("何を話しましょうか。"), "\(japanese.errors)")
        _ = try program.run("profile", "set", "owner.language", "en")
        try program.folder.write("share/Prompts/wake_up.txt", "One.\nIt is ${TASK_TIEM}.\n")
        let bad = try program.run(["prompt", "show", "wake"], extra: share)
        #expect(bad.code == 65)
        #expect(bad.errors.contains("wake_up.txt:2: unknown placeholder ${TASK_TIEM}"))
        #expect(bad.output.contains("Aki"))
    }

    /// A training and an evening have a teaching of their own; a talk that the owner opens has none.
    @Test(.requirement("PROMPT-4", "MIND-6")) func promptShowPrintsTheTeachingOfEachTalk() throws {
        let program = try Program()
        for name in ["common", "training", "bedtime", "talk"] {
            try program.folder.write("share/Prompts/\(name).txt", "Hello.\n")
        }
        let entries = ["training", "bedtime"].map { habit in
            """
            - { id: for-\(habit), themes: [sleep], labels: [calm], habit: \(habit), en: "A sentence of \(habit).", \
            ja: "文。", practice_en: "Act.", practice_ja: "する。", source: "own words", tradition: secular, weight: 1 }

            """
        }
        try program.folder.write("share/Prompts/teachings.yaml", entries.joined())
        for habit in ["training", "bedtime", "talk"] {
            let share = ["ANICCA_SHARE_DIR": program.folder.path + "/share"]
            let shown = try program.run(["prompt", "show", habit], extra: share)
            let sentences = shown.output.split(separator: "\n").filter { $0.contains("A sentence of") }
            #expect(sentences.count == (habit == "talk" ? 0 : 1), "\(habit): \(shown.output) \(shown.errors)")
            #expect(sentences.allSatisfy { $0.contains("A sentence of \(habit).") })
        }
    }

    @Test(.requirement("GUARD-5")) func underTheJournalEachLineHasItsPriority() throws {
        let program = try Program()
        let log = try program.folder.write("journal", "")
        var information = stat()
        try #require(stat(log, &information) == 0)
        let own = ["JOURNAL_STREAM": "\(information.st_dev):\(information.st_ino)"]
        let run = try program.whileRunning(logFile: log, extra: own) {}
        #expect(run.code == 0)
        #expect(
            run.output.split(separator: "\n").contains { $0.hasPrefix("<5>") || $0.hasPrefix("<6>") }, "\(run.output)")
        // Inherited from a desktop session: a different stream, so lines are written for people.
        let other = try program.whileRunning(extra: ["JOURNAL_STREAM": "1:1"]) {}
        #expect(!other.output.contains("<6>"))
        #expect(other.output.contains("Z notice loop armed"))
    }

    @Test func twoCommandsAtOnceBothSucceed() throws {
        let program = try Program()
        let codes = Mutex<[Int32]>([])
        DispatchQueue.concurrentPerform(iterations: 6) { number in
            let result = try? program.run("habit", "set", "own-\(number)", "--at", "0\(number):00")
            codes.withLock { $0.append(result?.code ?? -1) }
        }
        #expect(codes.withLock { $0 } == [0, 0, 0, 0, 0, 0])
        let list = try program.run("habit", "list").output
        for number in 0..<6 { #expect(list.contains("own-\(number)")) }
    }

    /// For root: the state belongs to a user who is not root.
    private static func onAnothersState() throws -> Program {
        let program = try Program()
        chmod(program.folder.path, 0o755)
        try Files.makeFolder(program.state)
        try #require(chown(program.state, 65534, 65534) == 0)
        return program
    }

    @Test(.requirement("GUARD-3"), .enabled(if: geteuid() == 0))
    func rootLeavesNoFileOfItsOwnInAnothersState() throws {
        let program = try Self.onAnothersState()
        let result = try program.run("habit", "set", "wake", "--at", "06:00")
        #expect(result.code == 0, "\(result.errors)")
        for name in try FileManager.default.contentsOfDirectory(atPath: program.state) {
            #expect(Files.owner(program.state + "/" + name) == 65534, "\(name)")
        }
    }

    /// GUARD-5: as that user, but without the user's groups, the doctor could open no device, and advised root to join
    /// the group `gpio`.
    @Test(.requirement("GUARD-5"), .enabled(if: geteuid() == 0))
    func rootChecksDevicesAsRootOnceTheStateIsRead() throws {
        let program = try Self.onAnothersState()
        try #require(try program.run("habit", "set", "wake", "--at", "06:00").code == 0)
        let told = try program.run("doctor", "--json").output
        #expect(told.contains(#""check":"real-time priority","grade":"ok""#), "\(told)")
    }

    /// It would ring beside the service, and save nothing.
    @Test(.requirement("GUARD-3"), .enabled(if: geteuid() == 0))
    func rootCannotRunASecondApplianceOnTheServicesState() throws {
        let program = try Self.onAnothersState()
        let result = try program.run("run", "--board", "terminal")
        #expect(result.code == 77 && result.errors.contains("not root's"), "\(result)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: program.state) == [])
    }

    /// GUARD-5: a board or settings that root may read but the appliance may not are useless to the appliance.
    @Test(.requirement("GUARD-5"), .enabled(if: geteuid() == 0))
    func doctorSeesFilesAsTheApplianceDoes() throws {
        let program = try Self.onAnothersState()
        try program.folder.write("mine.yaml", "name: mine\n")
        let file = program.folder.path + "/mine.yaml"
        try #require(chmod(file, 0o644) == 0)
        #expect(try program.run("doctor", "--json", "--board", file).output.contains(#""check":"board","grade":"ok""#))
        try #require(chmod(file, 0o600) == 0)
        let told = try program.run("doctor", "--json", "--board", file)
        #expect(told.code == 1 && told.output.contains(#""check":"board","grade":"fail""#), "\(told.output)")
        try program.folder.write("bell.wav", [])
        let sound = program.folder.path + "/bell.wav"
        try #require(chmod(sound, 0o600) == 0)
        let refused = try program.run("habit", "set", "wake", "--at", "06:00", "--sound", sound)
        #expect(refused.code == 64 && refused.errors.contains("ermission"), "\(refused)")
    }

    /// The file's mode would keep them out, but the check of the peer is what is tested here.
    @Test(.requirement("GUARD-2"), .enabled(if: geteuid() == 0 && Files.exists("/usr/bin/setpriv")))
    func anotherUserIsTurnedAway() throws {
        let program = try Program()
        let loop = try LoopThread(stateFolder: program.folder.path)
        defer { loop.stop() }
        chmod(program.folder.path, 0o755)
        chmod(ControlAddress.socketPath(stateFolder: program.folder.path), 0o666)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        process.arguments = [
            "--reuid=65534", "--clear-groups", try #require(Program.executable), "mute", "on", "--state-dir",
            program.folder.path,
        ]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        // 126: that user cannot even run a binary in this build folder.
        try #require(process.terminationStatus != 126, "\(text)")
        #expect(process.terminationStatus == 77, "\(text)")
        #expect(text.contains("not allowed"))
    }

    /// A folder where the socket should be acts like a disk that accepts no file.
    @Test(.enabled(if: ControlAddress.candidates(stateFolder: "/").count >= 2))
    func ifTheStateFolderCannotHoldTheSocketTheRuntimeFolderDoes() throws {
        let program = try Program()
        try Files.makeFolder(program.state)
        try Files.makeFolder(program.state + "/control.sock")
        let ended = try program.whileRunning {
            let result = try program.run("press", "stop")
            #expect(result.code == 0, "\(result.errors)")
        }
        #expect(ended.code == 0)
        let fallback = try #require(ControlAddress.fallbackPaths(stateFolder: program.state).first)
        #expect(!Files.exists(fallback))
    }

    /// As the service has it under systemd (`RuntimeDirectory=`), whose user has no other folder.
    @Test func ifTheStateFolderCannotHoldTheSocketTheServicesFolderDoes() throws {
        let program = try Program()
        try Files.makeFolder(program.state)
        try Files.makeFolder(program.state + "/control.sock")
        let folder = program.folder.path + "/run"
        try Files.makeFolder(folder)
        let variables = ["RUNTIME_DIRECTORY": folder + ":/elsewhere"]
        let log = try program.folder.write("log", "")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Program.executable))
        process.arguments = ["run", "--board", "terminal"]
        process.environment = program.environment.merging(variables) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: log)
        process.standardError = FileHandle(forWritingAtPath: log)
        try process.run()
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        let isAnswered = eventually(withinSeconds: 20) {
            (try? program.run(["press", "stop"], extra: variables).code) == 0
        }
        #expect(isAnswered)
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
