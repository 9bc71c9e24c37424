import Bedside
import CGPIOD
import Glibc

/// The board's light (BOARD-3): shows one state of the core, blinking by a timer of its own. Main thread only.
///
/// Add `timerFileDescriptor` to epoll and call `timerExpired` when it is readable. A steady or dark light has no timer
/// armed, so an idle appliance sleeps.
public final class BoardLight {
    private let description: LightDescription
    private let lamps: [(colour: LightDescription.Colour, lamp: any Lamp)]
    /// Readable when the next step of the pattern is due; -1 where there is no lamp.
    public let timerFileDescriptor: Int32
    private var light: Light?
    private var pattern = LightPattern.pattern(for: .idle)
    private var step = 0
    private var shown: [Int]
    private var hasFailed = false

    /// Takes every lamp that can be had; the others are added to `problems`.
    init(
        _ description: LightDescription, chips: GPIOChips, ledFolder: String = "/sys/class/leds",
        problems: inout [BoardProblem]
    ) {
        self.description = description
        var lamps: [(colour: LightDescription.Colour, lamp: any Lamp)] = []
        for channel in description.channels {
            do throws(GPIOError) {
                let lamp: any Lamp
                switch channel.source {
                case .line(let line): lamp = try LineLamp(line, chips: chips)
                case .led(let name): lamp = try KernelLamp(name: name, folder: ledFolder)
                }
                lamps.append((channel.colour, lamp))
            } catch {
                problems.append(BoardProblem(part: .light(channel.colour), error: error))
            }
        }
        self.lamps = lamps
        // A lamp's state before its first write is unknown: -1 is equal to nothing.
        shown = lamps.map { _ in -1 }
        timerFileDescriptor = lamps.isEmpty ? -1 : max(-1, cgpiod_timer_open())
    }

    deinit { if timerFileDescriptor >= 0 { close(timerFileDescriptor) } }

    /// Shows a state; `time` is the wall clock's, for the night ceiling. Cheap where nothing changed: call it after
    /// every event. The error is reported once, when a lamp fails for the first time.
    public func show(_ light: Light, at time: LocalTime) throws(GPIOError) {
        if light != self.light {
            self.light = light
            pattern = .pattern(for: light)
            step = 0
            arm()
        }
        try refresh(at: time)
    }

    /// The timer's descriptor is readable: shows the next step of the pattern.
    public func timerExpired(at time: LocalTime) throws(GPIOError) {
        var expirations: UInt64 = 0
        guard read(timerFileDescriptor, &expirations, MemoryLayout<UInt64>.size) == MemoryLayout<UInt64>.size else {
            return
        }
        guard !pattern.isSteady else { return }
        step = (step + 1) % pattern.steps.count
        arm()
        try refresh(at: time)
    }

    private func arm() {
        guard timerFileDescriptor >= 0 else { return }
        let milliseconds =
            !pattern.isSteady && pattern.steps.indices.contains(step) ? pattern.steps[step].milliseconds : 0
        _ = cgpiod_timer_set(timerFileDescriptor, UInt32(clamping: milliseconds))
    }

    private func refresh(at time: LocalTime) throws(GPIOError) {
        guard pattern.steps.indices.contains(step) else { return }
        let brightness = description.brightnessPercent(at: time)
        let percents = Self.percents(
            pattern.steps[step].colour, lamps: lamps.map(\.colour), brightnessPercent: brightness)
        var failure: GPIOError?
        for (index, entry) in lamps.enumerated() where shown.indices.contains(index) && shown[index] != percents[index]
        {
            do throws(GPIOError) {
                try entry.lamp.set(percent: percents[index])
                shown[index] = percents[index]
            } catch {
                failure = error
            }
        }
        if let failure, !hasFailed {
            hasFailed = true
            throw failure
        }
    }

    /// How bright each lamp is for a colour: pure. A board with two of the three colours shows what it can: a colour of
    /// which it has no part at all lights every lamp, so that no state is lost.
    static func percents(
        _ colour: LightPattern.Colour, lamps: [LightDescription.Colour], brightnessPercent: Int
    ) -> [Int] {
        let lit = lamps.map { lamp in
            switch lamp {
            case .any: colour.isLit
            case .red: colour.red
            case .green: colour.green
            case .blue: colour.blue
            }
        }
        let isLost = colour.isLit && !lit.contains(true)
        return lit.map { $0 || isLost ? brightnessPercent : 0 }
    }
}
