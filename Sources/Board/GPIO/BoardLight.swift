import Bedside
import System

/// The board's light (BOARD-3): shows one state of the core, blinking by a timer of its own. Main thread only.
///
/// Add `timerFileDescriptor` to epoll and call `timerExpired` when it is readable. A steady or dark light has no timer
/// armed, so an idle appliance sleeps.
public final class BoardLight {
    private let description: LightDescription
    private let lamps: [(colour: LightDescription.Colour, output: BoardOutput)]
    /// Readable when the next step of the pattern is due; -1 where the board names no lamp.
    public var timerFileDescriptor: Int32 { timer?.descriptor ?? -1 }
    private let timer: OneShotTimer?
    private var light: Light?
    private var pattern = LightPattern.pattern(for: .idle)
    private var step = 0

    /// Takes every lamp that can be had; the others are `problems`.
    init(_ description: LightDescription, chips: GPIOChips, ledFolder: String = "/sys/class/leds") {
        self.description = description
        lamps = description.channels.map {
            (colour: $0.colour, output: BoardOutput(.light($0.colour), $0.source, chips: chips, ledFolder: ledFolder))
        }
        // There before a lamp that comes late.
        timer = lamps.isEmpty ? nil : OneShotTimer()
    }

    /// Of the lamps that are missing or failed.
    var problems: [BoardProblem] { lamps.compactMap(\.output.problem) }

    /// Asks again for the lamps that are missing. The next `show` writes to all of them.
    func requestMissing(_ chips: GPIOChips) {
        for lamp in lamps { lamp.output.request(chips) }
    }

    /// Shows a state; `time` is the wall clock's, for the night ceiling. Cheap where nothing changed: call it after
    /// every event. A lamp that fails is out until it is asked for again; that it then fails as before is not reported.
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
        guard timer?.consume() == true, !pattern.isSteady else { return }
        step = (step + 1) % pattern.steps.count
        arm()
        try refresh(at: time)
    }

    private func arm() {
        let milliseconds =
            !pattern.isSteady && pattern.steps.indices.contains(step) ? pattern.steps[step].milliseconds : 0
        timer?.arm(milliseconds: milliseconds)
    }

    private func refresh(at time: LocalTime) throws(GPIOError) {
        guard pattern.steps.indices.contains(step) else { return }
        let brightness = description.brightnessPercent(at: time)
        let present = lamps.filter(\.output.isThere)
        let percents = Self.percents(
            pattern.steps[step].colour, lamps: present.map(\.colour), brightnessPercent: brightness)
        var failure: GPIOError?
        for (lamp, percent) in zip(present, percents) {
            let known = lamp.output.problem?.error
            do throws(GPIOError) {
                try lamp.output.set(percent: percent)
            } catch {
                if error != known { failure = error }
            }
        }
        if let failure { throw failure }
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
