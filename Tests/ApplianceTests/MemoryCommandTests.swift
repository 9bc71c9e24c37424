import Bedside
import Foundation
import TestKit
import Testing

@testable import Appliance

/// `anicca memory`, and `anicca prompt show` with what comes from the memory, as an owner types them (M-8).
@Suite(.requirement("MIND-3")) struct MemoryCommandTests {
    /// A lost key takes the notes alone.
    @Test(.requirement("PROMPT-4", "GUARD-1")) func thePromptIsShownWithoutTheVaultsKey() throws {
        let program = try Program()
        try program.folder.write("share/Prompts/common.txt", "Talk.\n")
        try program.folder.write("share/Prompts/wake_up.txt", "Stand up.\n")
        try program.folder.write("share/board/x.yaml", "name: x\n")
        func show(_ more: [String] = []) throws -> Program.Result {
            try program.run(
                ["prompt", "show", "wake"] + more, extra: ["ANICCA_SHARE_DIR": program.folder.path + "/share"])
        }
        #expect(try program.run("memory", "add", "--slot", "dog-name", "Momo").code == 0)
        let whole = try show()
        #expect(whole.code == 0 && whole.output.contains("- dog-name: Momo ("), "\(whole.output) \(whole.errors)")
        try FileManager.default.removeItem(atPath: program.state + "/vault.key")
        let rest = try show()
        #expect(rest.code == 0 && rest.output.contains("Stand up."), "\(rest.errors)")
        #expect(!rest.output.contains("Momo"))
        #expect(rest.errors.contains("alarms are not affected"), "\(rest.errors)")
        let json = try show(["--json"])
        #expect(json.code == 0 && json.output.contains(#""memories":[]"#), "\(json.output)")
        // What needs the records says so, as before.
        #expect(try program.run("memory", "list").code == ExitStatus.noInput.rawValue)
    }

    /// It prints nothing but JSON; the option is taken as its neighbours take it.
    @Test func anExportTakesTheOptionForJSON() throws {
        let program = try Program()
        #expect(try program.run("memory", "add", "--slot", "dog-name", "Momo").code == 0)
        let plain = try program.run("memory", "export")
        let json = try program.run("memory", "export", "--json")
        #expect(json.code == 0 && json.output == plain.output, "\(json.errors)")
        #expect(json.output.contains(#""text":"Momo""#))
    }

    // MARK: A text that begins with a hyphen

    /// An "h" in it was taken for -h: the help was printed, nothing was kept, and that was no failure.
    @Test(arguments: [
        ["memory", "add", "--slot", "note", "- starts with h"], ["memory", "add", "--slot", "note", "-hello"],
        ["memory", "add", "--slot", "note", "- buys milk", "--json"], ["memory", "add", "--slot", "note", "-牛乳を買う"],
        ["memory", "edit", "1", "-h is a letter"], ["memory", "trust", "- the sister"],
        ["memory", "forget", "--about", "- the dog"],
    ]) func aTextThatIsReadAsOptionsIsRefused(arguments: [String]) throws {
        let program = try Program()
        let result = try program.run(arguments)
        #expect(result.code == ExitStatus.usage.rawValue && result.output.isEmpty, "\(result.output)")
        #expect(result.errors.contains("begins with a hyphen, so it was read as options"), "\(result.errors)")
        #expect(!Files.exists(program.state))
    }

    @Test func aTextBehindTwoHyphensIsTakenAsItIs() throws {
        let program = try Program()
        let added = try program.run("memory", "add", "--slot", "note", "--json", "--", "- starts with h")
        #expect(added.code == 0 && added.output.contains(#""text":"- starts with h""#), "\(added.errors)")
        #expect(try program.run("memory", "forget", "--about=- starts with h").code == 0)
        #expect(try program.run("memory", "list", "--json").output == "[]\n")
    }

    /// "Nothing changed" left open whether it had been found.
    @Test(arguments: [("en", "Nothing about it was found"), ("ja", "見つかりませんでした")])
    func whatIsNotRememberedIsNotFound(language: String, words: String) throws {
        let program = try Program()
        #expect(try program.run("profile", "set", "owner.language=\(language)").code == 0)
        let result = try program.run("memory", "forget", "--about", "Zanzibar")
        #expect(result.code == 0 && result.output.contains(words), "\(result.output)\(result.errors)")
    }

    @Test(arguments: [["memory", "add", "-h"], ["memory", "add", "--help"], ["-help"]])
    func helpIsStillShown(arguments: [String]) throws {
        let program = try Program()
        let result = try program.run(arguments)
        #expect(result.code == 0 && result.output.contains("OVERVIEW"), "\(result.errors)")
    }

    /// In a script it is refused as at the command line, with the same reason.
    @Test(.requirement("GUARD-8")) func aScriptRefusesSuchATextAndGoesOn() throws {
        for words in [["memory", "add", "--slot", "note", "- starts with h"], ["memory", "trust"]] {
            guard case .refused(let reason) = try ScriptedCommand.step(words, language: .english) else {
                Issue.record("taken: \(words)")
                continue
            }
            #expect(reason.contains("hyphen") == (words.count > 2), "\(reason)")
        }
    }
}
