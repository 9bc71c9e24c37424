import Bedside

/// An output of the board that can be missing or fail: a lamp, the buzzer or the bed shaker. An output that fails is
/// released at once (a stale handle keeps the old chip's number), and only `request` opens it again. Main thread only.
final class BoardOutput {
    private let part: BoardProblem.Part
    private let source: LightDescription.Source
    private let ledFolder: String
    private var lamp: (any Lamp)?
    /// In percent; nil: unknown, as before the first write.
    private var shown: Int?
    /// Why it does not work. Kept until a write to it succeeds.
    private(set) var problem: BoardProblem?

    /// Requests the output at once. `ledFolder` is `/sys/class/leds` except in tests.
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

    /// Opens the output if it is missing. In any case the next `set` is written, because a chip may have gone away and
    /// come back unnoticed.
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

    /// 0 is off; an output that cannot be dimmed is fully on above 0. Cheap if nothing changes.
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
