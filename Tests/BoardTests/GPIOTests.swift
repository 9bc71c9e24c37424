import Bedside
import CGPIOD
import Glibc
import TestKit
import Testing

@testable import Board

/// A temporary folder, removed with this object.
final class Scratch {
    let path: String
    init() throws {
        var template = Array("/tmp/anicca-board-XXXXXX".utf8CString)
        let isMade = mkdtemp(&template) != nil
        try #require(isMade)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    deinit { remove(path) }

    func write(_ text: String, _ name: String) throws {
        let folders = name.split(separator: "/").dropLast()
        var folder = path
        for part in folders {
            folder += "/\(part)"
            mkdir(folder, 0o755)
        }
        let file = try #require(fopen("\(path)/\(name)", "w"))
        fputs(text, file)
        fclose(file)
    }

    func read(_ name: String) throws -> String {
        String(decoding: try TextFile.bytes(path: "\(path)/\(name)", limitBytes: 4096), as: UTF8.self)
    }

    private func remove(_ path: String) {
        for name in TextFile.names(folder: path) where unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
        rmdir(path)
    }
}

@Suite(.requirement("BOARD-1")) struct LineSearchTests {
    private let chips = [
        LineSearch.Chip(path: "/dev/gpiochip0", name: "gpiochip0", label: "pinctrl-bcm2711", lineCount: 58),
        LineSearch.Chip(path: "/dev/gpiochip1", name: "gpiochip1", label: "raspberrypi-exp-gpio", lineCount: 8),
        LineSearch.Chip(path: "/dev/gpiochip2", name: "gpiochip2", label: "pinctrl-bcm2711", lineCount: 4),
    ]

    private func find(_ wanted: [String], _ place: LineDescription.Place) throws(GPIOError) -> [Int] {
        let names = [0: ["GPIO17": 17, "BOTH": 1], 1: ["BT_ON": 0, "BOTH": 2], 2: ["LATE": 3]]
        let found = try LineSearch.find(
            LineDescription(chips: wanted, place: place), chips: chips, offsetOfName: { names[$0]?[$1] })
        return [found.chip, found.offset]
    }

    @Test func findsAChipByLabelPathAndName() throws {
        #expect(try find(["pinctrl-bcm2711"], .offset(17)) == [0, 17])
        #expect(try find(["/dev/gpiochip1"], .offset(7)) == [1, 7])
        #expect(try find(["gpiochip2"], .offset(3)) == [2, 3])
    }

    @Test func usesTheFirstChipOfTheListThatExists() throws {
        #expect(try find(["pinctrl-rp1", "raspberrypi-exp-gpio", "pinctrl-bcm2711"], .offset(1)) == [1, 1])
    }

    @Test func findsALineByNameOnAnyChipOrOnTheChipsNamed() throws {
        #expect(try find([], .name("BT_ON")) == [1, 0])
        #expect(try find([], .name("BOTH")) == [0, 1])
        #expect(try find(["gpiochip1", "gpiochip0"], .name("BOTH")) == [1, 2])
        // Two chips with the same label: both are searched.
        #expect(try find(["pinctrl-bcm2711"], .name("LATE")) == [2, 3])
    }

    @Test func reportsWhichChipsExist() {
        #expect(
            throws: GPIOError.chipNotFound(
                wanted: ["pinctrl-rp1"],
                found: [
                    "pinctrl-bcm2711 (gpiochip0)", "raspberrypi-exp-gpio (gpiochip1)", "pinctrl-bcm2711 (gpiochip2)",
                ])
        ) { try find(["pinctrl-rp1"], .offset(1)) }
    }

    @Test func reportsWhereALineIsMissing() {
        #expect(throws: GPIOError.lineNotFound(line: "line 8", chips: ["raspberrypi-exp-gpio (gpiochip1)"])) {
            try find(["gpiochip1"], .offset(8))
        }
        #expect(throws: GPIOError.lineNotFound(line: "line X", chips: ["raspberrypi-exp-gpio (gpiochip1)"])) {
            try find(["gpiochip1"], .name("X"))
        }
    }
}

@Suite(.requirement("BOARD-2")) struct KernelClocksTests {
    private let clocks = KernelClocks(
        monotonicNanoseconds: 5_000_000_000, realtimeNanoseconds: 1_790_000_000_000_000_000,
        bootNanoseconds: 105_000_000_000)

    @Test func putsMonotonicTimesOnTheBootClock() {
        #expect(clocks.boot(ofEdgeAt: 4_990_000_000) == BootTime(nanoseconds: 104_990_000_000))
        #expect(clocks.boot(ofEdgeAt: 0) == BootTime(nanoseconds: 100_000_000_000))
    }

    @Test func putsRealTimesOfOldKernelsOnTheBootClock() {
        #expect(
            clocks.boot(ofEdgeAt: 1_790_000_000_000_000_000 - 7_000_000) == BootTime(nanoseconds: 104_993_000_000))
    }

    @Test(arguments: [Int64.max, Int64.min, 5_000_000_001, 1_790_000_000_000_000_001])
    func neverPutsAnEdgeIntoTheFutureNorTraps(edge: Int64) {
        #expect(clocks.boot(ofEdgeAt: edge) <= BootTime(nanoseconds: 105_000_000_000))
    }

    @Test func readsTheRealClocks() {
        let first = KernelClocks.now()
        let second = KernelClocks.now()
        #expect(first.monotonicNanoseconds > 0 && second.monotonicNanoseconds >= first.monotonicNanoseconds)
        #expect(first.bootNanoseconds >= first.monotonicNanoseconds - 1_000_000_000)
        #expect(first.realtimeNanoseconds > 1_500_000_000_000_000_000)
    }
}

@Suite(.requirement("BOARD-2")) struct GPIOButtonsTests {
    private let clocks = KernelClocks(
        monotonicNanoseconds: 1_000, realtimeNanoseconds: 1_790_000_000_000_000_000, bootNanoseconds: 2_000)

    @Test func keepsOrderAndTimes() {
        let edges = GPIOButtons.buttonEdges(
            [RawEdge(kernelNanoseconds: 900, isActive: true), RawEdge(kernelNanoseconds: 950, isActive: false)],
            of: .stop, levelNow: nil, clocks: clocks)
        #expect(
            edges == [
                ButtonEdge(button: .stop, isActive: true, at: BootTime(nanoseconds: 1_900)),
                ButtonEdge(button: .stop, isActive: false, at: BootTime(nanoseconds: 1_950)),
            ])
    }

    @Test func releaseLostInAFullQueueIsMadeGood() {
        let edges = [RawEdge(kernelNanoseconds: 900, isActive: true)]
        #expect(
            GPIOButtons.buttonEdges(edges, of: .start, levelNow: false, clocks: clocks).last
                == ButtonEdge(button: .start, isActive: false, at: BootTime(nanoseconds: 2_000)))
        #expect(GPIOButtons.buttonEdges(edges, of: .start, levelNow: true, clocks: clocks).count == 1)
    }

    @Test(arguments: [
        (LineDescription.Bias.asIs, CGPIOD_BIAS_AS_IS), (.none, CGPIOD_BIAS_NONE), (.pullUp, CGPIOD_BIAS_PULL_UP),
        (.pullDown, CGPIOD_BIAS_PULL_DOWN),
    ])
    func biasReachesTheShim(bias: LineDescription.Bias, expected: cgpiod_bias) {
        #expect(bias.shimValue == expected)
    }
}

/// Against the installed libgpiod. There is no GPIO in this kernel, so these are its refusals.
@Suite(.requirement("BOARD-1")) struct GPIOChipsTests {
    private let wanted = LineDescription(chips: ["pinctrl-rp1"], place: .offset(17))

    @Test func machineWithoutChipsIsAClearError() throws {
        let folder = try Scratch()
        #expect(throws: GPIOError.noChips) { try GPIOChips(folder: folder.path).find(wanted) }
        #expect(throws: GPIOError.noChips) { try GPIOChips(folder: "/nonexistent").find(wanted) }
    }

    @Test func aFileThatIsNotAChipIsRefusedByTheLibrary() throws {
        let folder = try Scratch()
        try folder.write("not a chip", "gpiochip0")
        try folder.write("", "gpiochip")
        try folder.write("", "gpiochipX")
        do {
            _ = try GPIOChips(folder: folder.path).find(wanted)
            Issue.record("a plain file was taken for a chip")
        } catch {
            guard case .system(let operation, let code) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(operation == "opening \(folder.path)/gpiochip0")
            #expect([ENOTTY, ENODEV, EINVAL].contains(code.code))
        }
    }

    @Test func theLibraryReportsItsVersion() {
        #expect(BoardHardware.libraryVersion.hasPrefix("libgpiod \(cgpiod_api())."))
    }

    @Test func missingPartsAreReportedAndNothingElseFails() throws {
        let folder = try Scratch()
        let line = { (offset: Int) in LineDescription(chips: ["c"], place: .offset(offset)) }
        let board = BoardDescription(
            name: "x",
            buttons: [ButtonLine(button: .start, line: line(1)), ButtonLine(button: .volumeUp, line: line(2))],
            light: LightDescription(channels: [
                .init(colour: .any, source: .line(line(3))), .init(colour: .red, source: .led(name: "none")),
            ]), buzzer: line(4))
        let hardware = BoardHardware(board, deviceFolder: folder.path, systemFolder: folder.path)
        #expect(
            hardware.problems == [
                BoardProblem(part: .button(.start), error: .noChips),
                BoardProblem(part: .button(.volumeUp), error: .noChips),
                BoardProblem(part: .light(.any), error: .noChips),
                BoardProblem(part: .light(.red), error: .ledNotFound(name: "none", found: [])),
                BoardProblem(part: .buzzer, error: .noChips),
            ])
        #expect(hardware.buttons.fileDescriptors.isEmpty)
        #expect(hardware.buttons.readLevels().isEmpty)
        #expect(try hardware.buttons.readEvents(0).isEmpty)
        #expect(hardware.missingButtons == 2 && !hardware.isComplete)
        // A missing buzzer cannot sound, but keeping it silent is not an error.
        let buzzer = try #require(hardware.buzzer)
        #expect(throws: GPIOError.noChips) { try buzzer.set(true) }
        try buzzer.set(false)
        // Exists already for a lamp that becomes available later.
        #expect(hardware.light.timerFileDescriptor >= 0)
        try hardware.light.show(.ringing, at: LocalTime(wrappingSecondOfDay: 0))
    }

    @Test func onlyABoardUsesTheClockChipsAlarm() throws {
        let folder = try Scratch()
        try folder.write("", "rtc/rtc0/name")
        try folder.write("", "rtc/rtc1/wakealarm")
        func hardware(_ board: BoardDescription) -> BoardHardware {
            BoardHardware(board, deviceFolder: folder.path, systemFolder: folder.path)
        }
        let buzzer = LineDescription(chips: ["c"], place: .offset(4))
        let clock = try #require(hardware(BoardDescription(name: "x", buzzer: buzzer)).wakeClock)
        #expect(hardware(.terminal).wakeClock == nil)
        func alarm() throws -> String { try folder.read("rtc/rtc1/wakealarm") }
        let now = CivilTime(seconds: 1_800_000_000)
        try clock.set(now + .seconds(1234), now: now)
        #expect(try alarm() == "+1234")
        // Only once, because many chips are on a slow bus.
        try folder.write("", "rtc/rtc1/wakealarm")
        try clock.set(now + .seconds(1234), now: now + .seconds(60))
        #expect(try alarm() == "")
        clock.forget()
        try clock.set(now + .seconds(1234), now: now + .seconds(60))
        #expect(try alarm() == "+1174")
        try folder.write("", "rtc/rtc1/wakealarm")
        try clock.set(nil, now: now)
        #expect(try alarm() == "0")
        try folder.write("", "rtc/rtc1/wakealarm")
        try clock.set(nil, now: now)
        #expect(try alarm() == "")
    }

    @Test func aClockChipThatAppearsLateIsOpenedBeforeItIsSet() throws {
        let folder = try Scratch()
        let board = BoardDescription(name: "x", buzzer: LineDescription(chips: ["c"], place: .offset(4)))
        let hardware = BoardHardware(board, deviceFolder: folder.path, systemFolder: folder.path)
        try folder.write("", "rtc/rtc0/wakealarm")
        #expect(hardware.wakeClock == nil)
        hardware.requestWakeClock()
        #expect(hardware.wakeClock != nil)
    }

    @Test func aClockChipThatThisUserMayNotSetIsReported() throws {
        let folder = try Scratch()
        try folder.write("", "rtc/rtc0/wakealarm")
        // Root may write whatever the mode is, but a folder is refused to everybody.
        remove(folder.path + "/rtc/rtc0/wakealarm")
        mkdir(folder.path + "/rtc/rtc0/wakealarm", 0o755)
        let board = BoardDescription(name: "x", buzzer: LineDescription(chips: ["c"], place: .offset(4)))
        let hardware = BoardHardware(board, deviceFolder: folder.path, systemFolder: folder.path)
        let clock = try #require(hardware.wakeClock)
        let path = folder.path + "/rtc/rtc0/wakealarm"
        #expect(throws: GPIOError.system(operation: "opening \(path)", SystemError(EISDIR))) {
            try clock.set(nil, now: .init(seconds: 0))
        }
        #expect(GPIOError.opening(attribute: "p", EACCES) == .notWritable(path: "p"))
    }

    @Test func terminalBoardHasNoProblems() throws {
        let folder = try Scratch()
        let hardware = BoardHardware(.terminal, deviceFolder: folder.path, systemFolder: folder.path)
        #expect(hardware.problems.isEmpty && hardware.isComplete)
        #expect(hardware.buzzer == nil && hardware.light.timerFileDescriptor == -1)
    }
}

@Suite struct GPIOErrorTests {
    @Test func errnoFromOpeningDistinguishesPermissionFromTheRest() {
        #expect(GPIOError.opening("/dev/gpiochip0", EACCES) == .noPermission(path: "/dev/gpiochip0"))
        #expect(GPIOError.opening("/dev/gpiochip0", EPERM) == .noPermission(path: "/dev/gpiochip0"))
        #expect(
            GPIOError.opening("/dev/gpiochip0", ENODEV)
                == .system(operation: "opening /dev/gpiochip0", SystemError(ENODEV)))
    }

    @Test func errnoFromRequestingDistinguishesBusyAndUnplugged() {
        let busy = GPIOError.requesting("line 17", chip: "/dev/gpiochip0", consumer: "led0", EBUSY)
        #expect(busy == .busy(line: "line 17", chip: "/dev/gpiochip0", consumer: "led0"))
        #expect(busy.description.hasPrefix("line 17 of /dev/gpiochip0 is in use by \"led0\": "))
        #expect(GPIOError.requesting("line 1", chip: "c", consumer: nil, ENODEV) == .unplugged(what: "c"))
        #expect(GPIOError.requesting("line 1", chip: "c", consumer: nil, EACCES) == .noPermission(path: "c"))
        #expect(
            GPIOError.requesting("line 1", chip: "c", consumer: nil, EINVAL)
                == .system(operation: "requesting line 1 of c", SystemError(EINVAL)))
        #expect(GPIOError.using("line 1 of c", ENODEV) == .unplugged(what: "line 1 of c"))
    }

    @Test func everyErrorIsOneLineWithARemedyOrCause() {
        let errors: [GPIOError] = [
            .noChips, .noPermission(path: "p"), .chipNotFound(wanted: ["a"], found: []),
            .lineNotFound(line: "line 1", chips: ["c"]), .busy(line: "line 1", chip: "c", consumer: nil),
            .ledNotFound(name: "n", found: ["m"]), .notWritable(path: "p"), .unplugged(what: "w"),
            .system(operation: "o", SystemError(EIO)),
        ]
        for error in errors {
            #expect(!error.description.contains("\n"))
            #expect(error.description.contains(":"), "\(error)")
        }
        #expect(GPIOError.noPermission(path: "/dev/gpiochip0").description.contains("group gpio"))
        #expect(GPIOError.chipNotFound(wanted: ["a"], found: ["x (gpiochip0)"]).description.contains("x (gpiochip0)"))
    }
}
