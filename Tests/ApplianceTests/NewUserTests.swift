import Bedside
import Board
import Foundation
import Realtime
import TestKit
import Testing

@testable import Appliance

/// Problems that a new user met at the command line.
@Suite struct NewUserTests {
    /// Mono, 16 bits, 48 kHz.
    private static func wave(code: UInt8 = 1, samples: Int = 480) -> [UInt8] {
        func four(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        let format: [UInt8] = [code, 0, 1, 0] + four(48_000) + four(96_000) + [2, 0, 16, 0]
        let data = [UInt8](repeating: 64, count: samples * 2)
        return Array("RIFF".utf8) + four(36 + data.count) + Array("WAVEfmt ".utf8) + four(16) + format
            + Array("data".utf8) + four(data.count) + data
    }

    /// Makes a separate shared folder.
    private static func share(_ program: Program) throws -> [String: String] {
        try program.folder.write("share/Prompts/common.txt", "Talk.\n")
        try program.folder.write("share/board/sounds/bell.wav", wave())
        return ["ANICCA_SHARE_DIR": program.folder.path + "/share"]
    }

    // MARK: Setup

    @Test(.requirement("SETUP-1")) func habitsChosenInSetupSurviveALostConnection() throws {
        let program = try Program()
        // The connection is lost after the first habit's time, before the second is asked for.
        let first = try program.run("setup", input: "en\n\n\n\nAki\n18-plus\nJP\n\nwake,bedtime\n05:45\n")
        #expect(first.output.contains("Stopped."), "\(first.output)")
        let profile = try program.run("profile", "show", "--json").output
        #expect(profile.contains(#""habit":"wake","on":true,"at":"05:45""#))
        #expect(profile.contains(#""habit":"bedtime","on":true"#))
        let second = try program.run("setup", input: "\n\n\n\n\n\n\nattic\n")
        #expect(second.output.contains("[wake,bedtime]"), "\(second.output)")
        let after = try program.run("profile", "show", "--json").output
        #expect(after.contains(#""habit":"bedtime","on":true"#))
        #expect(after.contains(#""habit":"training","on":false"#))
    }

    @Test(.requirement("SETUP-1", "SETUP-5")) func japaneseSetupAcceptsTheNamesThatItShows() throws {
        let program = try Program()
        let result = try program.run(
            "setup", input: "日本語\n\n\n\nあき\n18歳以上\n日本\n姉の愛子\n起床、 就寝\n06:10\n平日\n22:00\n\n\n寝室\nいいえ\nはい\n")
        #expect(result.code == 0, "\(result.errors)")
        let profile = try program.run("profile", "show", "--json").output
        #expect(profile.contains(#""habit":"wake","on":true,"at":"06:10","days":["mon","tue","wed","thu","fri"]"#))
        #expect(profile.contains(#""habit":"bedtime","on":true,"at":"22:00""#))
        #expect(profile.contains(#""country":"JP","age":"18-plus""#) && profile.contains(#""memory":"on""#))
        #expect(try program.run("status", "--json").output.contains(#""memory":"on""#))
        #expect(try program.run("memory", "trust").output == "姉の愛子\n")
    }

    // MARK: Sounds and prompts

    @Test(.requirement("SETUP-3")) func soundsThatCannotBePlayedAreRefusedBeforeAnythingChanges() throws {
        let program = try Program()
        let share = try Self.share(program)
        let text = try program.folder.write("notes.wav", "no sound")
        let bad: [(String, String)] = [
            ("/nonexistent/nope.wav", "/nonexistent/nope.wav: cannot be read"), ("nope.wav", "board/sounds"),
            (text, "no RIFF/WAVE header"), (program.folder.path, "not a regular file"),
        ]
        for (sound, reason) in bad {
            let result = try program.run(["habit", "set", "wake", "--at", "05:55", "--sound", sound], extra: share)
            #expect(result.code == 64, "\(sound)")
            #expect(result.errors.contains(reason), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1)
            let profile = try program.run(["profile", "set", "habits.wake.sound", sound], extra: share)
            #expect(profile.code == 64, "\(sound)")
        }
        #expect(!(try program.run("profile").output.contains("05:55")))
        let document = try program.folder.write(
            "mine.yaml", "habits:\n  wake:\n    at: \"05:55\"\n    sound: nope.wav\n")
        let provision = try program.run(["provision", document], extra: share)
        #expect(provision.code == 65)
        #expect(provision.errors.contains("mine.yaml:4:12: habits.wake.sound: "), "\(provision.errors)")
        for sound in ["bell.wav", program.folder.path + "/share/board/sounds/bell.wav", ""] {
            let result = try program.run(["habit", "set", "wake", "--sound", sound], extra: share)
            #expect(result.code == 0, "\(sound): \(result.errors)")
        }
    }

    /// SAFE-4: nobody has checked the lines that ship, and DE has none of its own. Setup and doctor say both.
    @Test(.requirement("GUARD-5", "SAFE-4")) func whatIsWrongWithTheHelpLinesIsTold() throws {
        let program = try Program()
        let setup = try program.run("setup", input: "en\n\n\n\nAki\n18-plus\nDE\n")
        let words = setup.output.replacing("\n", with: " ")
        #expect(words.contains("I know no help line in DE."), "\(words)")
        #expect(words.contains("only the online companion can notice it"))
        let doctor = try program.run("doctor").output
        #expect(doctor.contains("10 of 10 were not checked by a person"), "\(doctor)")
        #expect(doctor.contains("none in DE: no number is said"))
        #expect(try program.run("profile", "set", "owner.country=JP").code == 0)
        #expect(!(try program.run("doctor").output.contains("no number is said")))
    }

    /// SAFE-4: a zone that is no country's, and nobody named one.
    @Test(
        .requirement("GUARD-5", "SAFE-4"),
        arguments: [("Etc/UTC", "", true), ("Asia/Tokyo", "", false), ("Etc/UTC", "JP", false)])
    func anUnknownCountryIsTold(zone: String, country: String, isTold: Bool) throws {
        var profile = Profile()
        profile.country = CountryCode(country)
        let today = try #require(LocalDate("2026-12-01"))
        let shared = SharedFolders.locate(configured: nil)
        let findings = HelpLinesFile.findings(shared, profile: profile, zone: zone, today: today)
        let file = Finding.FileToEdit(path: shared.prompts + "/crisis.yaml")
        #expect(findings.contains(.helpLineAbsent(country: nil, file: file)) == isTold, "\(findings)")
    }

    @Test(.requirement("GUARD-5")) func theDoctorChecksEachHabitsSound() throws {
        let program = try Program()
        let share = try Self.share(program)
        #expect(try program.run(["habit", "set", "wake", "--sound", "bell.wav"], extra: share).code == 0)
        #expect(try program.run(["doctor"], extra: share).output.contains("sound of wake"))
        try program.folder.write("share/board/sounds/bell.wav", "torn")
        let result = try program.run(["doctor", "--json"], extra: share)
        #expect(result.output.contains(#""check":"sound of wake","grade":"warn""#), "\(result.output)")
    }

    /// An alarm that no running appliance would ring must not be confirmed without saying so.
    @Test(.requirement("SETUP-3")) func ifNoApplianceRunsEveryConfirmationSaysSo() throws {
        let program = try Program()
        let commands = [
            ["habit", "set", "yoga", "--at", "07:00"], ["habit", "move", "yoga", "07:30"], ["next"],
            ["next", "--json"],
            ["alarm", "once", "06:00"], ["profile", "set", "owner.name=Aki"],
            ["habit", "set", "yoga", "--at", "07:00"],
        ]
        for arguments in commands {
            let result = try program.run(arguments)
            #expect(result.code == 0, "\(arguments): \(result.errors)")
            #expect(result.errors.hasPrefix("anicca: Nothing rings until Anicca starts: "), "\(arguments)")
            #expect(result.errors.contains(program.state), "\(arguments): \(result.errors)")
        }
        let provisioned = try program.run("provision", input: "owner: { language: ja }\n")
        #expect(provisioned.code == 0 && provisioned.errors.contains("アラームは鳴りません"), "\(provisioned.errors)")
        let run = try program.whileRunning {
            for arguments in commands {
                let result = try program.run(arguments)
                #expect(result.code == 0 && result.errors.isEmpty, "\(arguments): \(result.errors)")
            }
        }
        #expect(run.code == 0)
    }

    @Test(.requirement("ALARM-1")) func aPromptThatDoesNotExistYetIsAcceptedWithAWarning() throws {
        let program = try Program()
        let share = try Self.share(program)
        let result = try program.run(["habit", "set", "wake", "--prompt", "nope"], extra: share)
        #expect(result.code == 0)
        #expect(result.errors.contains("warning: ") && result.errors.contains("Prompts/nope.txt"), "\(result.errors)")
        try program.folder.write("share/Prompts/there.txt", "Stand up.\n")
        let there = try program.run(["habit", "set", "wake", "--prompt", "there"], extra: share)
        #expect(there.code == 0 && !there.errors.contains("warning: "), "\(there.errors)")
    }

    @Test(.requirement("SETUP-3"), arguments: [("en", "not signed in at the gateway"), ("ja", "ゲートウェイにサインインしていません")])
    func aProfileThatNamesTheGatewayIsTakenAndTheOwnerIsTold(language: String, words: String) throws {
        let program = try Program()
        let share = try Self.share(program)
        let document = try program.folder.write(
            "mine.yaml", "owner: { language: \(language) }\ncompanion: gateway\n")
        let result = try program.run(["provision", document], extra: share)
        #expect(result.code == 0)
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(try program.run(["doctor"], extra: share).output.contains(words))
        let other = try program.run(["profile", "set", "companion=offline"], extra: share)
        #expect(other.code == 0 && !other.errors.contains(words), "\(other.errors)")
        #expect(try program.run(["profile", "set", "companion=gateway"], extra: share).errors.contains(words))
    }

    @Test(.requirement("GUARD-5")) func theDoctorChecksWhatTheApplianceRunsWith() throws {
        let program = try Program()
        let share = try Self.share(program)
        let config = try program.folder.write(
            "mine.yaml", "state_dir: \(program.folder.path)/other\nboard: nowhere\n")
        let result = try program.run(["doctor", "--config", config], extra: share)
        #expect(result.output.contains("nowhere"), "\(result.output)")
        #expect(try program.run(["doctor"], extra: share).output.contains("nowhere") == false)
        #expect(try program.run(["doctor", "--config", "/nonexistent.yaml"], extra: share).code == 66)
        try program.folder.write("mine.yaml", "colour: red\n")
        #expect(try program.run(["doctor", "--config", config], extra: share).code == 65)
    }

    @Test(.requirement("SETUP-5")) func aFailureIsReportedInTheOwnersLanguage() {
        let failure = RealtimeFailure.lost
        var session = Diagnostics.Session()
        session.failure = "\(failure)"
        session.failureWords = failure.text(in: .japanese)
        var table = SessionTable(session: session, echo: Diagnostics.Echo(), end: nil, language: .japanese)
        #expect(table.lines.joined().contains("通信が切れました"))
        #expect(!table.lines.joined().contains("lost"))
        table.session.failureWords = nil
        #expect(table.lines.joined().contains("the connection was lost"))
    }

    // MARK: Names and exit codes

    @Test(.requirement("GUARD-8")) func aMissingJournalIsReportedAsMissingInput() throws {
        #expect(try Program().run("replay", "/nonexistent/journal").code == 66)
    }

    @Test(.requirement("ALARM-13"), arguments: ["once-1", "once-1.2200-01-01"])
    func aOneOffAlarmIsCancelledByEitherOfItsNames(name: String) throws {
        let program = try Program()
        #expect(try program.run("alarm", "once", "06:00", "--date", "2200-01-01").code == 0)
        let result = try program.run("alarm", "cancel", name)
        #expect(result.code == 0, "\(result.errors)")
        #expect(!(try program.run("habit", "list").output.contains("once-1")))
        #expect(try program.run("alarm", "cancel", "once-1.soon").code == 64)
    }

    // MARK: Words

    @Test(
        .requirement("ALARM-13"),
        arguments: [
            (.english, "2026-11-22T06:00", "skipped", "Wake-up on 2026-11-22: 06:00 → skipped"),
            (.english, "2026-11-22T06:00", "2026-11-22T07:30", "Wake-up on 2026-11-22: 06:00 → 07:30"),
            (.english, "2026-11-22T06:00", "2026-11-21T23:00", "Wake-up on 2026-11-22: 06:00 → Sat 2026-11-21 23:00"),
            (.english, "exception", "as usual", "Wake-up on 2026-11-22: as usual again"),
            (.japanese, "2026-11-22T06:00", "skipped", "2026-11-22の起床：06:00 → スキップ"),
            (.japanese, "exception", "as usual", "2026-11-22の起床：いつも通りに戻しました"),
        ] as [(Language, String, String, String)])
    func oneDaysExceptionsAreToldInWords(language: Language, before: String, after: String, line: String) {
        let change = ProfileDifference(path: "wake.2026-11-22", before: before, after: after)
        #expect(Views.changeLines([change], language: language) == [line])
    }

    @Test(.requirement("ALARM-13")) func oneOffAlarmsAreShownInWordsAndFieldsByTheirPaths() {
        let changes = [
            ProfileDifference(path: "habits.wake.at", before: "06:00", after: "05:30"),
            ProfileDifference(path: "once-1.2026-11-21", before: nil, after: "2026-11-21T06:00"),
            ProfileDifference(path: "once-1.2026-11-21", before: "2026-11-21T06:00", after: nil),
        ]
        #expect(
            Views.changeLines(changes, language: .english) == [
                "habits.wake.at  06:00  → 05:30", "One-off alarm once-1: Sat 2026-11-21 06:00",
                "One-off alarm once-1: Sat 2026-11-21 06:00 → cancelled",
            ])
    }

    /// The time went to a habit that nobody meant, and the one that was meant still rings at its old hour.
    @Test func aHabitWithAlmostTheNameOfAnotherIsPointedOut() throws {
        let program = try Program()
        let mistyped = try program.run("habit", "set", "wkae", "--at", "07:00")
        #expect(mistyped.code == 0)
        #expect(mistyped.output.contains("If you meant wake: anicca habit remove wkae"), "\(mistyped.output)")
        #expect(try !program.run("habit", "set", "wkae", "--at", "07:10").output.contains("If you meant"))
        #expect(try !program.run("habit", "set", "reading", "--at", "21:00").output.contains("If you meant"))
        #expect(try program.run("habit", "remove", "wkae").code == 0)
    }

    @Test(.requirement("SETUP-5")) func statusAndHabitsSpeakTheOwnersLanguage() throws {
        let program = try Program()
        #expect(try program.run("habit", "set", "wake", "--at", "06:00", "--days", "weekdays,sat").code == 0)
        let english = try program.run("status").output
        #expect(english.contains("not finished: run anicca setup"), "\(english)")
        #expect(english.contains("Wake-up (wake)") && english.contains("Mon, Tue, Wed, Thu, Fri, Sat"))
        #expect(try program.run("profile", "set", "owner.language", "ja").code == 0)
        let japanese = try program.run("status").output
        #expect(japanese.contains("起床 (wake)") && japanese.contains("月・火・水・木・金・土"), "\(japanese)")
        let bad = try program.run("habit", "set", "wake", "--days", "someday")
        #expect(bad.code == 64 && bad.errors.contains("weekdays"), "\(bad.errors)")
    }

    @Test(arguments: [WeekdaySet.everyDay, .weekdays, WeekdaySet([.saturday, .sunday]), WeekdaySet([.monday])])
    func shownDaysAreAcceptedAsAnAnswer(days: WeekdaySet) {
        for language in Language.allCases {
            #expect(DayWords.parse(Views.days(days, language: language)) == days)
        }
    }

    @Test func wrongArgumentsAreAnsweredWithWhatIsExpected() throws {
        let program = try Program()
        let cases: [([String], String)] = [
            (["habit", "move", "wake", "5:3"], "like 06:00"), (["alarm", "once", "24:00"], "like 06:00"),
            (["alarm", "once", "06:00", "--date", "tomorrow"], "like 2026-03-29"),
            (["habit", "set", "Reading", "--at", "06:00"], "small letters"), (["help", "stauts"], "status"),
        ]
        for (arguments, words) in cases {
            let result = try program.run(arguments)
            #expect(result.code == 64 && result.errors.contains(words), "\(arguments): \(result.errors)")
        }
        #expect(try program.run("help", "habit", "set").output == program.run("habit", "set", "--help").output)
        #expect(try program.run("log", "--help").output.contains("one object a line"))
    }

    @Test(.requirement("SETUP-2")) func setupFitsATerminalAndSaysThatTheSpeakerNeedsTheAppliance() throws {
        for language in ["en", "ja"] {
            let program = try Program()
            #expect(try program.run("profile", "set", "owner.language", language).code == 0)
            let output = try program.run("setup", input: "\n\n").output
            #expect(output.contains("Ctrl-D") && output.contains("Ctrl-C"))
            #expect(output.split(separator: "\n").allSatisfy { TextWidth.columns($0) <= 82 }, "\(output)")
            let said = try #require(output.range(of: "anicca run"), "\(output)")
            let offered = try #require(output.range(of: language == "en" ? "five seconds" : "5秒間"))
            #expect(said.lowerBound < offered.lowerBound)
        }
    }

    @Test func longLinesAreWrappedBetweenWords() {
        #expect(TextWrap.wrap("one two three", columns: 7) == "one two\nthree")
        #expect(TextWrap.wrap("あいう。え", columns: 6) == "あい\nう。え")
        #expect(TextWrap.wrap("a question? ", columns: 11) == "a question? ")
    }
}
