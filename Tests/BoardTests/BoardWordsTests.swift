import Bedside
import Glibc
import TestKit
import Testing

@testable import Board

/// SETUP-5: what the board's readers and lines refuse is reported in every language.
@Suite(.requirement("SETUP-5")) struct BoardWordsTests {
    private static let errors: [any Worded] = [
        GPIOError.noChips, GPIOError.noPermission(path: "/dev/gpiochip0"),
        GPIOError.chipNotFound(wanted: ["a"], found: []), GPIOError.lineNotFound(line: "GPIO4", chips: ["a", "b"]),
        GPIOError.busy(line: "GPIO4", chip: "a", consumer: nil),
        GPIOError.busy(line: "GPIO4", chip: "a", consumer: "x"),
        GPIOError.ledNotFound(name: "x", found: ["y"]), GPIOError.notWritable(path: "/sys/class/leds/x"),
        GPIOError.unplugged(what: "a"), GPIOError.system(operation: "opening a", SystemError(EIO)),
        BoardProblem(part: .buzzer, error: .noChips), BoardProblem(part: .shaker, error: .noChips),
        BoardProblem(part: .presence, error: .noChips),
        BoardProblem.Part.button(.volumeUp),
        BoardProblem.Part.light(.any), BoardProblem.Part.light(.red), BoardProblem.Part.light(.green),
        BoardProblem.Part.light(.blue), YAMLError.unreadable(file: "f", reason: SystemError(ENOENT).wording),
        YAMLError.tooLarge(file: "f", limitBytes: 65_536), YAMLError.notUTF8(file: "f", line: 2),
        YAMLError.malformed(file: "f", line: 2, problem: "odd"),
        YAMLError.unsupported(file: "f", line: 2, problem: YAMLDocument.anchorProblem),
        YAMLError.duplicateKey(file: "f", line: 2, key: "a"), BoardFileError.notFound(name: "pi", known: ["terminal"]),
        BoardFileError.invalid(file: "f", []),
    ]

    @Test func errorsAreReportedInEveryLanguage() {
        for error in Self.errors {
            #expect(error.text(in: .english).allSatisfy { $0.isASCII || $0 == "…" }, "\(error.text(in: .english))")
            #expect(Self.isJapanese(error.text(in: .japanese)), "\(error.text(in: .japanese))")
        }
    }

    @Test(arguments: [
        "a: [1\n", "a: b: c\n", "a: 1\nb\nc: 2\n", "a: 1\n\tb: 2\n", "a: \"x\n", "- a\n b\n- c: d\n e", "a: \u{1}",
    ])
    func typicalMistakesAreReportedInJapanese(text: String) {
        do {
            _ = try YAMLDocument.read(text: text, fileName: "p.yaml")
        } catch {
            let told = error.text(in: .japanese)
            #expect(told.hasPrefix("p.yaml:") && Self.isJapanese(told))
            let words = told.split { !$0.isLetter || !$0.isASCII }.filter { $0.count > 1 }.map(String.init)
            #expect(Set(words).isSubset(of: ["yaml", "YAML"]), "\(error): \(told)")
        }
    }

    @Test(arguments: [
        "a: 1", "name: terminal", "name: x\nbuttons: [1]", "name: x\nbuttons: { start: { chip: c, line: 1 } }",
        "name: x\nbuzzer: { line: 4 }", "name: x\nbuzzer: { chip: c }", "name: x\nbuzzer: { chip: c, line: 4096 }",
        "name: x\nbuzzer: { chip: c, line: 1, active: on }", "name: x\nlight: { line: L, led: y }",
        "name: x\nchip: c\nbuttons:\n  start: { line: 1 }\n  stop: { line: 1 }", "name: x\ndebounce: { hold: 5 }",
        "name: x\nlight: { led: ../../tmp }", "name: x\nlight: { led: y, red: { led: z } }",
        "name: x\nlight: { brightness: 0 }", "name: x\nlight: { night: { from: 25:00 } }",
        "name: x\nsound: { outputs: [a, a] }", "name: x\nsound: { outputs: [~] }", "name: x\nsound: { alarm: a/b.wav }",
        "name: \"\"",
    ])
    func boardFilesFaultsAreToldInJapanese(text: String) throws {
        let field = try YAMLDocument.read(text: text, fileName: "b.yaml")
        do throws(BoardFileError) {
            _ = try BoardDescription.read(field, fileName: "b.yaml")
            Issue.record("accepted")
        } catch {
            #expect(!error.lines.isEmpty)
            for line in error.lines { #expect(Self.isJapanese(line.japanese), "\(line.japanese)") }
        }
    }

    private static func isJapanese(_ text: String) -> Bool {
        text.unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) || (0x4E00...0x9FFF).contains($0.value) }
    }
}
