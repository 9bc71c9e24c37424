import Bedside

/// An output of the board that can be missing or fail: a lamp, the buzzer. What fails is given back at once (a stale
/// handle keeps the old chip's number), and asked for again by `request` alone. Main thread only.
final class BoardOutput {
    private let part: BoardProblem.Part
    private let source: LightDescription.Source
    private let ledFolder: String
    private var lamp: (any Lamp)?
    /// Percent; nil: unknown, as before the first write.
    private var shown: Int?
    /// Why it does not work. Stays until something is written to it again.
    private(set) var problem: BoardProblem?

    /// Asks for it at once. `ledFolder` is `/sys/class/leds` but in tests.
    init(
        _ part: BoardProblem.Part, _ source: LightDescription.Source, chips: GPIOChips,
        ledFolder: String = "/sys/class/leds"
    ) {
        self.part = part
        self.source = source
        self.ledFolder = ledFolder
        request(chips)
    }

    var isThere: Bool { lamp != nil }

    /// Takes it where it is missing. Either way the next `set` is written: a chip may have gone and not been missed.
    func request(_ chips: GPIOChips) {
        shown = nil
        guard lamp == nil else { return }
        do throws(GPIOError) {
            switch source {
            case .line(let line): lamp = try LineLamp(line, chips: chips)
            case .led(let name): lamp = try KernelLamp(name: name, folder: ledFolder)
            }
        } catch {
            problem = BoardProblem(part: part, error: error)
        }
    }

    /// 0 is off; what cannot be dimmed is fully on above 0. Cheap where nothing changes.
    func set(percent: Int) throws(GPIOError) {
        guard let lamp else {
            if let problem { throw problem.error }
            return
        }
        guard percent != shown else { return }
        do throws(GPIOError) {
            try lamp.set(percent: percent)
            shown = percent
            problem = nil
        } catch {
            self.lamp = nil
            problem = BoardProblem(part: part, error: error)
            throw error
        }
    }
}
