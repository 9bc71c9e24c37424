import Bedside
import System

/// The board's light (BOARD-3): shows one state of the core, and blinks with its own timer. Main thread only.
///
/// Add `timerFileDescriptor` to epoll and call `timerExpired` when it is readable. A steady or dark light has no timer
/// armed, so an idle appliance sleeps.
public final class BoardLight {
    private let description: LightDescription
    private let lamps: [(colour: LightDescription.Colour, output: BoardOutput)]
    /// Readable when the next step of the pattern is due; -1 if the board names no lamp.
    public var timerFileDescriptor: Int32 { timer?.descriptor ?? -1 }
    private let timer: OneShotTimer?
    private var light: Light?
    private var pattern = LightPattern.pattern(for: .idle)
    private var step = 0

    /// Opens every lamp that it can; the others are in `problems`.
    init(_ description: LightDescription, chips: GPIOChips, ledFolder: String = "/sys/class/leds") {
        self.description = description
        lamps = description.channels.map {
            (colour: $0.colour, output: BoardOutput(.light($0.colour), $0.source, chips: chips, ledFolder: ledFolder))
        }
        // Created now, for lamps that become available later.
        timer = lamps.isEmpty ? nil : OneShotTimer()
    }

    /// The lamps that are missing or failed.
    var problems: [BoardProblem] { lamps.compactMap(\.output.problem) }

    /// Tries again to open the missing lamps. The next `show` writes to all of them.
    func requestMissing(_ chips: GPIOChips) {
        for lamp in lamps { lamp.output.request(chips) }
    }

    /// Shows a state; `time` is the wall clock's, for the night ceiling. Cheap if nothing changed, so call it after
    /// every event. A lamp that fails stays off until it is requested again; if it then fails in the same way, that is
    /// not reported.
    public func show(_ light: Light, at time: LocalTime) throws(GPIOError) {
        if light != self.light {
            self.light = light
            pattern = .pattern(for: light)
            step = 0
            arm()
        }
        try refresh(at: time)
    }

    /// Shows the next step of the pattern. Called when the timer's descriptor is readable.
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

    /// How bright each lamp is for a colour. Pure. A board with two of the three colours shows as much of the colour as
    /// it can; if it has none of its parts, every lamp is lit, so that no state is lost.
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
