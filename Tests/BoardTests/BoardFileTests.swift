import Bedside
import Glibc
import TestKit
import Testing

@testable import Board

/// The repository's `board` folder, relative to this file.
private let boardFolder: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/") + "/board"
}()

@Suite(.requirement("BOARD-1")) struct BoardFileTests {
    private func read(_ text: String) throws -> BoardDescription {
        try BoardDescription.read(try YAMLDocument.read(text: text, fileName: "b.yaml"), fileName: "b.yaml")
    }
    private func lines(_ text: String) -> [String] {
        do {
            _ = try read(text)
            return []
        } catch let error as BoardFileError {
            return error.lines.map(\.english)
        } catch {
            return ["\(error)"]
        }
    }

    @Test func readsTheRaspberryPiBoard() throws {
        let board = try BoardCatalog.find(nameOrPath: "raspberry-pi", searchFolders: ["/nonexistent", boardFolder])
        #expect(board.name == "raspberry-pi")
        #expect(board.buttons.map(\.button) == [.start, .stop])
        #expect(board.buttons.map(\.line.place) == [.offset(17), .offset(27)])
        #expect(board.buttons.allSatisfy { $0.line.isActiveLow && $0.line.bias == .pullUp })
        #expect(
            board.buttons.first?.line.chips == ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"])
        #expect(board.light.channels.map(\.colour) == [.any])
        #expect(board.light.nightCeilingPercent == 10)
        #expect(board.buzzer == nil)
        #expect(board.timing == ButtonTiming(holdMilliseconds: 5, bounceMilliseconds: 20))
        #expect(board.outputs.first == "default")
        #expect(board.usesGPIO)
    }

    @Test func readsTheReSpeakerBoard() throws {
        let board = try BoardCatalog.find(nameOrPath: "respeaker-2mic", searchFolders: [boardFolder])
        #expect(board.buttons.map(\.line.place) == [.offset(17), .offset(12)])
        #expect(board.outputs == ["plughw:CARD=seeed2micvoicec", "default"])
        #expect(board.inputs == ["plughw:CARD=seeed2micvoicec", "default"])
        #expect(!board.light.channels.isEmpty)
    }

    /// An owner removes the comment marks, and that must work too.
    @Test func optionalLinesOfTheRaspberryPiBoardAreValidOnceUncommented() throws {
        let bytes = try TextFile.bytes(path: "\(boardFolder)/raspberry-pi.yaml", limitBytes: 65_536)
        let fields = ["volume_up", "volume_down", "mute", "buzzer", "alarm"]
        let text = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                let isOption = fields.contains { line.contains("# \($0): ") }
                return isOption ? line.replacing("# ", with: "", maxReplacements: 1) : line[...]
            }
        let board = try read(text.joined(separator: "\n"))
        #expect(board.buttons.map(\.button) == Button.allCases)
        #expect(board.buzzer?.place == .offset(23))
        #expect(board.alarmSound == "/etc/anicca/sounds/mine.wav")
    }

    @Test func terminalBoardNeedsNoFile() throws {
        let board = try BoardCatalog.find(nameOrPath: "terminal", searchFolders: [])
        #expect(board == .terminal)
        #expect(!board.usesGPIO)
        #expect(board.outputs == ["default"])
    }

    @Test func readsEveryField() throws {
        let board = try read(
            """
            name: full
            chip: gpiochip0
            debounce: { hold: 8ms, bounce: 0ms }
            buttons:
              start: { line: START, active: high, bias: pull-down }
              stop: { chip: [a, b], line: 3, bias: none }
              mute: { line: 9, bias: as-is }
            light:
              red: { led: "bed:red" }
              blue: { line: 4, active: low }
              brightness: 70
              night_ceiling: 0
              night: { from: "22:30", to: "06:00" }
            buzzer: { line: 5 }
            shaker: { line: 6, active: low }
            presence: { line: 7 }
            sound: { outputs: [], inputs: hw:1, alarm: Rain.wav }
            """)
        #expect(board.timing == ButtonTiming(holdMilliseconds: 8, bounceMilliseconds: 0))
        #expect(
            board.buttons == [
                ButtonLine(
                    button: .start,
                    line: LineDescription(chips: ["gpiochip0"], place: .name("START"), bias: .pullDown)),
                ButtonLine(
                    button: .stop,
                    line: LineDescription(chips: ["a", "b"], place: .offset(3), isActiveLow: true, bias: .none)),
                ButtonLine(
                    button: .mute,
                    line: LineDescription(chips: ["gpiochip0"], place: .offset(9), isActiveLow: true, bias: .asIs)),
            ])
        #expect(
            board.light
                == LightDescription(
                    channels: [
                        .init(colour: .red, source: .led(name: "bed:red")),
                        .init(
                            colour: .blue,
                            source: .line(LineDescription(chips: ["gpiochip0"], place: .offset(4), isActiveLow: true))),
                    ], brightnessPercent: 70, nightCeilingPercent: 0,
                    nightFrom: LocalTime(wrappingSecondOfDay: 81_000), nightTo: LocalTime(wrappingSecondOfDay: 21_600)))
        #expect(board.buzzer == LineDescription(chips: ["gpiochip0"], place: .offset(5)))
        #expect(board.shaker == LineDescription(chips: ["gpiochip0"], place: .offset(6), isActiveLow: true))
        #expect(board.presence == LineDescription(chips: ["gpiochip0"], place: .offset(7), bias: .pullDown))
        #expect(board.outputs.isEmpty)
        #expect(board.inputs == ["hw:1"])
        #expect(board.alarmSound == "Rain.wav")
    }

    /// A sensor drives its line; where nothing is connected, a line without a pull would float and see ghosts.
    @Test(
        .requirement("FADE-2"),
        arguments: [
            ("", false, LineDescription.Bias.pullDown), (", active: low", true, .pullUp),
            (", active: high, bias: none", false, .none),
        ])
    func theSensorsLineIsInactiveWithoutASensor(fields: String, isActiveLow: Bool, bias: LineDescription.Bias) throws {
        let board = try read("name: x\nchip: c\npresence: { line: 7\(fields) }")
        #expect(board.presence?.isActiveLow == isActiveLow)
        #expect(board.presence?.bias == bias)
        #expect(board.usesGPIO)
    }

    @Test(arguments: [
        (
            "a: 1",
            "b.yaml:1: a: unknown field; expected name, chip, debounce, buttons, light, buzzer, shaker, presence, sound"
        ),
        ("chip: x\n", "b.yaml:1: name: expected a short name; it is missing"),
        ("", "b.yaml: name: expected a short name; it is missing"),
        (
            "[]",
            "b.yaml:1: document: expected name, chip, debounce, buttons, light, buzzer, shaker, presence, sound; found a "
                + "list"
        ),
        ("name: terminal", "b.yaml:1: name: expected another name: terminal is the built-in board"),
        ("name: x\nbuttons: { start: { chip: c, line: 1 } }", "b.yaml:2: buttons.stop: expected a line; it is missing"),
        ("name: x\nbuttons: [1]", "b.yaml:2: buttons: expected start, stop"),
        (
            "name: x\nbuzzer: { line: 4 }",
            "b.yaml:2: buzzer.line: expected a line's name, or a chip (label or /dev path) for its number"
        ),
        (
            "name: x\nbuzzer: { chip: c }",
            "b.yaml:2: buzzer.line: expected a line's name or its number on the chip; it is"
        ),
        ("name: x\nbuzzer: { chip: c, line: 4096 }", "b.yaml:2: buzzer.line: expected"),
        ("name: x\nbuzzer: { chip: c, line: [1] }", "b.yaml:2: buzzer.line: expected a line's name or its number"),
        (
            "name: x\nbuzzer: { chip: c, line: 1, active: on }",
            "b.yaml:2: buzzer.active: expected low or high; found \"on\""
        ),
        ("name: x\nbuzzer: { chip: c, line: 1, bias: none }", "b.yaml:2: buzzer.bias: unknown field"),
        (
            "name: x\nchip: c\nbuttons:\n  start: { line: 1 }\n  stop: { line: 1 }",
            "b.yaml:5: buttons.stop.line: expected another line: buttons.start already uses this one"
        ),
        (
            "name: x\ndebounce: { hold: 5 }",
            "b.yaml:2: debounce.hold: expected a number like 5ms, 1ms to 500ms; found \"5\""
        ),
        ("name: x\ndebounce: { bounce: 9999ms }", "b.yaml:2: debounce.bounce: expected a number like 20ms"),
        ("name: x\nlight: { line: L, led: y }", "b.yaml:2: light: expected line or led, not both"),
        ("name: x\nlight: { led: ../../tmp }", "b.yaml:2: light.led: expected a name under /sys/class/leds"),
        ("name: x\nlight: { led: y, red: { led: z } }", "b.yaml:2: light: expected one lamp"),
        (
            "name: x\nlight: { brightness: 0 }",
            "b.yaml:2: light.brightness: expected a number like 100, 1 to 100; found \"0\""
        ),
        (
            "name: x\nlight: { night: { from: 25:00 } }",
            "b.yaml:2: light.night.from: expected a time like 21:00; found \"25:00\""
        ),
        (
            "name: x\nsound: { outputs: [a, a] }",
            "b.yaml:2: sound.outputs[1]: expected each value once; found \"a\" again"
        ),
        ("name: x\nsound: { outputs: [~] }", "b.yaml:2: sound.outputs[0]: expected an ALSA name"),
        (
            "name: x\nsound: { outputs: {} }",
            "b.yaml:2: sound.outputs: expected an ALSA name like default or plughw:CARD=Device; found a group"
        ),
        ("name: x\nsound: { alarm: a/b.wav }", "b.yaml:2: sound.alarm: expected a WAV file's name or absolute path"),
        ("name: \"\\e[2J\"", "b.yaml:1: name: expected a short name, 1 to 32 characters; found \"\u{FFFD}[2J\""),
    ])
    func namesLineFieldAndExpectation(text: String, expected: String) {
        let lines = lines(text)
        #expect(lines.contains { Self.withoutColumn($0).hasPrefix(expected) }, "\(lines)")
    }

    /// `b.yaml:2: …` for `b.yaml:2:14: …`.
    private static func withoutColumn(_ line: String) -> String {
        let parts = line.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, Int(parts[2]) != nil else { return line }
        return parts[0] + ":" + parts[1] + ":" + parts[3]
    }

    @Test func namesTheColumnToo() {
        #expect(
            lines("name: x\nlight: { night: { from: 25:00 }, brightnes: 70 }") == [
                "b.yaml:2:25: light.night.from: expected a time like 21:00; found \"25:00\"",
                "b.yaml:2:34: light.brightnes: unknown field; expected chip, line, active, led, red, green, blue, "
                    + "brightness, night_ceiling, night (did you mean brightness?)",
            ])
        #expect(lines("name: x\nbuzzer: { chip: c, line: 1, active: lo }").first?.hasPrefix("b.yaml:2:37: ") == true)
    }

    @Test func reportsEveryFaultInTheOrderOfTheFile() {
        let lines = lines("name: x\nsound: { outputs: {} }\nfoo: 1\ndebounce: { hold: x }\n")
        #expect(lines.map { $0.split(separator: ":")[1] } == ["2", "3", "4"])
    }

    @Test func descriptionOfManyFaultsIsOneLine() {
        let error = BoardFileError.invalid(
            file: "b.yaml",
            [
                FieldError(line: 2, path: "a", fault: .told(Wording("m", "も"))),
                FieldError(line: 3, path: "b", fault: .givenTwice),
            ])
        #expect(error.description == "b.yaml:2: a: m (and 1 more)")
        #expect(error.text(in: .japanese) == "b.yaml:2: a: も（ほかに1件）")
    }

    @Test func unknownBoardNamesTheKnownOnes() {
        #expect(
            throws: BoardFileError.notFound(name: "pi", known: ["terminal", "raspberry-pi", "respeaker-2mic"])
        ) { try BoardCatalog.find(nameOrPath: "pi", searchFolders: [boardFolder]) }
        #expect(throws: BoardFileError.notFound(name: "", known: ["terminal"])) {
            try BoardCatalog.find(nameOrPath: "", searchFolders: [])
        }
    }

    @Test func missingFileIsOneClearLine() {
        #expect(
            throws: BoardFileError.yaml(.unreadable(file: "/nonexistent/b.yaml", reason: SystemError(ENOENT).wording))
        ) {
            try BoardCatalog.find(nameOrPath: "/nonexistent/b.yaml", searchFolders: [])
        }
        #expect(throws: BoardFileError.yaml(.unreadable(file: "/tmp/", reason: SystemError(EISDIR).wording))) {
            try BoardCatalog.find(nameOrPath: "/tmp/", searchFolders: [])
        }
    }

    @Test func theTerminalIsTheDefaultIfTheSystemHasNoBoardFile() throws {
        #expect(try BoardCatalog.standard(systemFile: "/nonexistent/board.yaml") == .terminal)
        #expect(try BoardCatalog.standard(systemFile: "\(boardFolder)/raspberry-pi.yaml").name == "raspberry-pi")
    }

    @Test(
        .requirement("BOARD-3"),
        arguments: [
            ("21:00", "07:00", "20:59:59", false), ("21:00", "07:00", "21:00", true), ("21:00", "07:00", "00:00", true),
            ("21:00", "07:00", "06:59:59", true), ("21:00", "07:00", "07:00", false),
            ("01:00", "05:00", "00:59", false),
            ("01:00", "05:00", "01:00", true), ("01:00", "05:00", "05:00", false), ("06:00", "06:00", "06:00", false),
        ])
    func nightBeginsAndEndsByTheWallClock(from: String, to: String, at: String, isNight: Bool) throws {
        let light = LightDescription(
            brightnessPercent: 80, nightCeilingPercent: 5, nightFrom: try #require(LocalTime(from)),
            nightTo: try #require(LocalTime(to)))
        let time = try #require(LocalTime(at))
        #expect(light.isNight(at: time) == isNight)
        #expect(light.brightnessPercent(at: time) == (isNight ? 5 : 80))
    }

    @Test(.requirement("BOARD-3")) func nightCeilingNeverBrightens() {
        let light = LightDescription(brightnessPercent: 5, nightCeilingPercent: 50)
        #expect(light.brightnessPercent(at: LocalTime(wrappingSecondOfDay: 0)) == 5)
    }
}
