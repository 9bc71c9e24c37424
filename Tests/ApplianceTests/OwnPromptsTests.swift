import Bedside
import Foundation
import TestKit
import Testing

@testable import Appliance

/// What an owner writes into `/etc/anicca/Prompts` is used file by file, is left alone by upgrades, and does no harm
/// where it is wrong.
@Suite struct OwnPromptsTests {
    private let folder: TemporaryFolder
    private let shared: SharedFolders

    init() throws {
        folder = try TemporaryFolder()
        shared = SharedFolders(root: folder.path + "/usr", ownPrompts: folder.path + "/etc")
    }

    private func ship(_ name: String, _ text: String) throws { try folder.write("usr/Prompts/" + name, text) }
    @discardableResult
    private func write(_ name: String, _ text: String) throws -> String { try folder.write("etc/" + name, text) }

    /// The repository's own files, beside the owner's.
    private var repository: SharedFolders {
        SharedFolders(root: SharedFolders.locate(configured: nil).root, ownPrompts: folder.path + "/etc")
    }

    /// The lines that `load` logs.
    private func logged(_ load: ((LogLevel, Wording) -> Void) -> Void) -> [String] {
        var lines: [String] = []
        load { lines.append($1.text(in: .english)) }
        return lines
    }

    @Test(.requirement("GUARD-4")) func onlyAnInstalledProgramLooksInTheSystemsFolder() throws {
        for name in ["prefix/share/anicca", "repo"] {
            try folder.write(name + "/Prompts/common.txt", "x")
            try folder.write(name + "/board/a.yaml", "x")
        }
        let installed = folder.path + "/prefix/bin/anicca"
        #expect(SharedFolders.locate(executable: installed).ownPrompts == "/etc/anicca/Prompts")
        #expect(SharedFolders.locate(executable: "/nonexistent/bin/anicca").ownPrompts == "/etc/anicca/Prompts")
        #expect(SharedFolders.locate(executable: folder.path + "/repo/.build/release/anicca").ownPrompts == nil)
        #expect(SharedFolders.locate(configured: "/given", executable: installed).ownPrompts == nil)
    }

    // MARK: Help lines

    private static func lines(_ country: String, number: String) -> String {
        """
          \(country):
            emergency:
              - { number: "112", name_en: ambulance, name_ja: 救急 }
            lines:
              - name_en: Line
                name_ja: 窓口
                number: "\(number)"
                hours: always
                free: true
                languages: [en]
                source: https://example.org/
                copied_on: 2026-11-25

        """
    }

    private func number(_ country: String, _ lines: HelpLines) -> String? {
        lines.countries[country]?.lines.first?.number.text
    }

    @Test(.requirement("SAFE-4")) func aLineThatTheOwnerAddsIsNamedBesideThoseThatShip() throws {
        let shipped = Self.lines("JP", number: "0120-279-338") + Self.lines("US", number: "988")
        try ship("crisis.yaml", "countries:\n" + shipped)
        var lines = HelpLines(countries: [:])
        var told = logged { lines = HelpLinesFile.load(shared, log: $0) }
        #expect(told == [])
        #expect(number("JP", lines) == "0120-279-338" && lines.known == ["JP", "US"])
        let own = Self.lines("DE", number: "0800-111-0111") + Self.lines("JP", number: "0120-061-338")
        try write("crisis.yaml", "countries:\n" + own)
        told = logged { lines = HelpLinesFile.load(shared, log: $0) }
        #expect(told == [])
        #expect(number("DE", lines) == "0800-111-0111" && number("JP", lines) == "0120-061-338")
        #expect(number("US", lines) == "988", "a country that the owner's file leaves out keeps its lines")
    }

    @Test(.requirement("SAFE-4"), arguments: ["", "countries: {}\nlines: 7\n", "countries: [", "\u{1}"])
    func aTornFileOfTheOwnersLeavesEveryLineThere(text: String) throws {
        try ship("crisis.yaml", "countries:\n" + Self.lines("JP", number: "0120-279-338"))
        let own = try write("crisis.yaml", text)
        var lines = HelpLines(countries: [:])
        let told = logged { lines = HelpLinesFile.load(shared, log: $0) }
        #expect(number("JP", lines) == "0120-279-338")
        #expect(told.count == 1, "\(told)")
        #expect(told.allSatisfy { $0.hasPrefix(own) && $0.hasSuffix("/usr/Prompts/crisis.yaml is used instead") })
    }

    @Test(.requirement("SAFE-4", "GUARD-5")) func theDoctorNamesTheFileThatAnUpgradeLeavesAlone() throws {
        try ship("crisis.yaml", "countries:\n" + Self.lines("JP", number: "0120-279-338"))
        let today = try #require(LocalDate("2026-12-01"))
        let profile = Profile(country: CountryCode("DE"))
        func remedies() -> [String] {
            HelpLinesFile.findings(shared, profile: profile, zone: "Europe/Berlin", today: today)
                .compactMap { $0.told.remedy?.text(in: .english) }
        }
        let (own, shipped) = (folder.path + "/etc/crisis.yaml", folder.path + "/usr/Prompts/crisis.yaml")
        #expect(remedies().count == 2 && remedies().allSatisfy { $0.contains("\(own) (first copy \(shipped) there)") })
        try write("crisis.yaml", "countries:\n" + Self.lines("US", number: "988"))
        #expect(remedies().count == 2 && remedies().allSatisfy { $0.hasSuffix(own) }, "\(remedies())")
    }

    // MARK: Prompts, routines, and the rest

    @Test(.requirement("PROMPT-1", "PROMPT-3")) func thePromptOfTheOwnersIsToldOrTheOneThatShips() throws {
        try ship("common.txt", "Common.\n")
        try ship("talk.ja.txt", "Shipped.\n")
        var durable = Durable()
        durable.profile = Profile(language: .japanese)
        let now = Moment(boot: BootTime(nanoseconds: 1), civil: CivilTime(seconds: 1_790_000_000))
        let machine = Bedside(
            configuration: Configuration(clockFloor: now.civil - .days(1)), durable: durable, zone: .utc,
            isClockSynchronized: true, at: now)
        func told() -> (text: String, problems: [PromptError]) {
            PromptFiles(shared: shared).instructions(
                for: ConversationRequest(call: 1, companion: .openai, habit: nil), status: machine.status(at: now))
        }
        #expect(told().text.contains("Shipped."))
        // One file is enough, whatever languages there are of the one that ships.
        let own = try write("talk.txt", "Mine.\n")
        #expect(told().text.contains("Mine.") && !told().text.contains("Shipped.") && told().problems == [])
        for (text, problem) in [
            ("${NOPE}\n", PromptError.unknownPlaceholder(file: own, line: 1, name: "NOPE")), ("\n", .empty(file: own)),
        ] {
            try write("talk.txt", text)
            #expect(told().text.contains("Shipped.") && told().problems == [problem], "\(told())")
        }
    }

    @Test(.requirement("TALK-6")) func theRoutineOfTheOwnersIsSpokenOrTheOneThatShips() throws {
        try ship("offline/talk.en.txt", "say Shipped.\n")
        var scripts: [String: OfflineScript] = [:]
        func first(_ key: String) -> String? { scripts[key]?.steps.first?.lines.first?.text }
        let own = try write("offline/talk.en.txt", "say Mine.\n")
        try write("offline/reading.en.txt", "say Read.\n")
        var told = logged { scripts = ScriptLibrary.load(shared, log: $0) }
        #expect(told == [])
        #expect(first("talk.en") == "Mine." && first("reading.en") == "Read.")
        try write("offline/talk.en.txt", "frobnicate\n")
        told = logged { scripts = ScriptLibrary.load(shared, log: $0) }
        #expect(first("talk.en") == "Shipped." && first("reading.en") == "Read.")
        #expect(told.count == 1 && told.allSatisfy { $0.hasPrefix(own) && $0.contains("is used instead") }, "\(told)")
    }

    @Test(.requirement("MIND-5", "MIND-6")) func aTornMeditationOrTeachingOfTheOwnersLeavesTheOneThatShips() throws {
        try write("meditation.guided.json", "{")
        try write("teachings.yaml", "teachings: 7\n")
        var script: MeditationScript?
        var teachings: [Teaching] = []
        let told =
            logged { script = MeditationFile.load(repository, log: $0) }
            + logged { teachings = TeachingsFile.load(repository, log: $0) }
        #expect(script != nil && !teachings.isEmpty)
        #expect(told.count == 2 && told.allSatisfy { $0.contains("is used instead") }, "\(told)")
    }

    @Test(
        .requirement("MIND-5"),
        arguments: [
            ("{", "1:2: the JSON ends in the middle"), ("{\"steps\": [\n  {\"id\": \"a\"}\n\n", "2:14: the JSON ends"),
            ("{\"steps\": [\n  {\"id\": 'a'}\n]}\n", "2:10: is not JSON"), ("{\"a\": \"息\" 7}", "1:11: is not JSON"),
            ("steps: []\n", "1:1: is not JSON"),
        ]) func aMeditationThatIsNotJSONIsNamedWithItsPlace(text: String, told: String) throws
    {
        let own = try write("meditation.guided.json", text)
        let lines = logged { _ = MeditationFile.load(repository, log: $0) }
        #expect(lines.count == 1 && lines.allSatisfy { $0.hasPrefix("\(own):\(told)") }, "\(lines)")
    }

    /// A prompt for the owner's language alone is enough.
    @Test(.requirement("PROMPT-1")) func aPromptInTheOwnersLanguageIsNotCalledMissing() throws {
        let program = try Program()
        try program.folder.write("share/Prompts/reading.ja.txt", "読書の時間です。\n")
        try program.folder.write("share/board/a.yaml", "")
        let share = ["ANICCA_SHARE_DIR": program.folder.path + "/share"]
        let line = ["habit", "set", "reading", "--at", "21:30", "--prompt", "reading"]
        #expect(try program.run(line, extra: share).errors.contains("reading.txt does not exist"))
        #expect(try program.run("profile", "set", "owner.language=ja").code == 0)
        let told = try program.run(line, extra: share)
        #expect(told.code == 0 && !told.errors.contains("reading.txt"), "\(told.errors)")
    }
}
