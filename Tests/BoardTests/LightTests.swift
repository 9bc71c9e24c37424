import Bedside
import Glibc
import TestKit
import Testing

@testable import Board

@Suite(.requirement("BOARD-3")) struct LightPatternTests {
    @Test func idleIsFullyDarkAndNeedsNoTimer() {
        let pattern = LightPattern.pattern(for: .idle)
        #expect(pattern.steps.allSatisfy { !$0.colour.isLit })
        #expect(pattern.isSteady)
    }

    @Test(arguments: Light.allCases.filter { $0 != .idle })
    func everyOtherStateIsLitAndItsRhythmIsItsOwn(light: Light) {
        let pattern = LightPattern.pattern(for: light)
        #expect(pattern.colour.isLit)
        #expect(pattern.steps.contains { $0.colour.isLit })
        let rhythm = { (pattern: LightPattern) in pattern.steps.map { [$0.milliseconds, $0.colour.isLit ? 1 : 0] } }
        for other in Light.allCases where other != light {
            #expect(rhythm(pattern) != rhythm(.pattern(for: other)), "\(light) looks like \(other) with one lamp")
        }
    }

    @Test(arguments: Light.allCases)
    func noStepIsTooShortToSeeAndNoPatternWakesTheMachineTooOften(light: Light) {
        let pattern = LightPattern.pattern(for: light)
        guard !pattern.isSteady else { return }
        #expect(pattern.steps.allSatisfy { $0.milliseconds >= 50 })
        // States that can last all night.
        let period = pattern.steps.reduce(0) { $0 + $1.milliseconds }
        if light == .muted || light == .needsAttention { #expect(pattern.steps.count * 1000 <= period) }
    }

    @Test func coloursAreShownOnTheLampsThatABoardHas() {
        let percents = { BoardLight.percents($0, lamps: $1, brightnessPercent: 40) }
        #expect(percents(.yellow, [.red, .green, .blue]) == [40, 40, 0])
        #expect(percents(.white, [.any]) == [40])
        #expect(percents(.dark, [.any, .red]) == [0, 0])
        #expect(percents(.cyan, [.red, .green]) == [0, 40])
        // There is no blue lamp: another colour is better than a state that is not seen.
        #expect(percents(.blueOnly, [.red, .green]) == [40, 40])
        #expect(percents(.white, []) == [])
    }

    @Test(arguments: [
        (0, 255, 0), (100, 255, 255), (10, 255, 25), (1, 255, 2), (1, 1, 1), (50, 1, 1), (-5, 255, 0), (300, 255, 255),
    ])
    func brightnessIsNeverRoundedToDark(percent: Int, maximum: Int, expected: Int) {
        #expect(KernelLamp.brightness(percent: percent, maximum: maximum) == expected)
    }
}

/// The kernel's lamp files are simulated in a plain folder: same names, same contents, same calls.
@Suite(.requirement("BOARD-3")) struct BoardLightTests {
    private let day = LocalTime(wrappingSecondOfDay: 12 * 3600)
    private let night = LocalTime(wrappingSecondOfDay: 23 * 3600)

    private func folder() throws -> Scratch {
        let folder = try Scratch()
        try folder.write("200\n", "bed/max_brightness")
        try folder.write("7\n", "bed/brightness")
        try folder.write("[mmc0] none\n", "bed/trigger")
        return folder
    }

    private func light(_ folder: Scratch, nightCeilingPercent: Int = 10) -> (BoardLight, [BoardProblem]) {
        let description = LightDescription(
            channels: [.init(colour: .any, source: .led(name: "bed"))], nightCeilingPercent: nightCeilingPercent)
        let light = BoardLight(description, chips: GPIOChips(folder: folder.path), ledFolder: folder.path)
        return (light, light.problems)
    }

    /// Plain files keep what a shorter write leaves after it; sysfs does not.
    private func brightness(_ folder: Scratch, digits: Int) throws -> String {
        String(try folder.read("bed/brightness").prefix(digits))
    }

    @Test func dimsAtNightAndDetachesTheLampFromItsTrigger() throws {
        let folder = try folder()
        let (light, problems) = light(folder)
        #expect(problems.isEmpty)
        #expect(try folder.read("bed/trigger").hasPrefix("none"))
        try light.show(.listening, at: day)
        #expect(try brightness(folder, digits: 3) == "200")
        try light.show(.listening, at: night)
        #expect(try brightness(folder, digits: 2) == "20")
        try light.show(.idle, at: night)
        #expect(try brightness(folder, digits: 1) == "0")
    }

    @Test func darkNightStaysDarkEvenWhileRinging() throws {
        let folder = try folder()
        let (light, _) = light(folder, nightCeilingPercent: 0)
        try light.show(.ringing, at: night)
        #expect(try brightness(folder, digits: 1) == "0")
    }

    @Test func unknownFirstStateIsWrittenDark() throws {
        let folder = try folder()
        let (light, _) = light(folder)
        try light.show(.idle, at: day)
        #expect(try brightness(folder, digits: 1) == "0")
    }

    @Test func blinksByItsTimerAndSleepsWhenSteady() throws {
        let folder = try folder()
        let (light, _) = light(folder)
        func waits(milliseconds: Int32) -> Bool {
            var request = pollfd(fd: light.timerFileDescriptor, events: Int16(POLLIN), revents: 0)
            return poll(&request, 1, milliseconds) > 0
        }
        try light.show(.ringing, at: day)
        #expect(try brightness(folder, digits: 3) == "200")
        #expect(waits(milliseconds: 5_000))
        try light.timerExpired(at: day)
        #expect(try brightness(folder, digits: 1) == "0")
        #expect(waits(milliseconds: 5_000))
        try light.timerExpired(at: day)
        #expect(try brightness(folder, digits: 1) == "2")
        try light.show(.idle, at: day)
        #expect(!waits(milliseconds: 300))
        try light.timerExpired(at: day)
        #expect(try brightness(folder, digits: 1) == "0")
    }

    @Test func isDarkWhenTheApplianceEnds() throws {
        let folder = try folder()
        do {
            let (light, _) = light(folder)
            try light.show(.listening, at: day)
        }
        #expect(try brightness(folder, digits: 1) == "0")
    }

    /// The hardware with its lamp in `leds/bed`, if it exists; nothing searches except `requestMissing`.
    private func hardware(_ folder: Scratch) -> BoardHardware {
        let light = LightDescription(channels: [.init(colour: .any, source: .led(name: "bed"))])
        return BoardHardware(
            BoardDescription(name: "x", light: light), deviceFolder: folder.path, systemFolder: folder.path)
    }

    private func addLamp(_ folder: Scratch) throws {
        try folder.write("200\n", "leds/bed/max_brightness")
        try folder.write("7\n", "leds/bed/brightness")
    }

    @Test func aLampThatAppearsLateIsLitByTheNextSearch() throws {
        let folder = try Scratch()
        let hardware = hardware(folder)
        #expect(hardware.light.timerFileDescriptor >= 0)
        try hardware.light.show(.listening, at: day)
        try folder.write("", "leds/x")
        #expect(hardware.requestMissing().isEmpty)
        // Reported again, because there is another lamp by now.
        let missing = BoardProblem(part: .light(.any), error: .ledNotFound(name: "bed", found: ["x"]))
        #expect(hardware.problems == [missing] && !hardware.isComplete)
        try addLamp(folder)
        #expect(hardware.requestMissing().isEmpty)
        // The state is the same as before but is written anyway.
        try hardware.light.show(.listening, at: day)
        #expect(try folder.read("leds/bed/brightness").hasPrefix("200"))
        #expect(hardware.problems.isEmpty && hardware.isComplete)
    }

    @Test func aLampThatFailedIsReopenedOnlyByASearch() throws {
        let folder = try Scratch()
        try addLamp(folder)
        let file = folder.path + "/leds/bed/brightness"
        // A file that accepts no byte from anybody.
        try #require(unlink(file) == 0 && symlink("/dev/full", file) == 0)
        let hardware = hardware(folder)
        #expect(hardware.isComplete)
        let error = GPIOError.using("\(folder.path)/leds/bed", ENOSPC)
        #expect(throws: error) { try hardware.light.show(.ringing, at: day) }
        #expect(hardware.problems == [BoardProblem(part: .light(.any), error: error)] && !hardware.isComplete)
        // Neither the next event nor a search reports the same again.
        try hardware.light.show(.listening, at: day)
        _ = hardware.requestMissing()
        try hardware.light.show(.listening, at: day)
        #expect(hardware.problems == [BoardProblem(part: .light(.any), error: error)])
        // It is back, as another file; only a search opens it.
        try #require(unlink(file) == 0)
        try folder.write("7\n", "leds/bed/brightness")
        try hardware.light.show(.listening, at: day)
        #expect(try folder.read("leds/bed/brightness") == "7\n")
        _ = hardware.requestMissing()
        try hardware.light.show(.listening, at: day)
        #expect(try folder.read("leds/bed/brightness").hasPrefix("200"))
        #expect(hardware.problems.isEmpty && hardware.isComplete)
    }

    @Test func aMissingLampsErrorNamesTheExistingOnes() throws {
        let folder = try folder()
        #expect(throws: GPIOError.ledNotFound(name: "lamp", found: ["bed"])) {
            try KernelLamp(name: "lamp", folder: folder.path)
        }
    }
}
