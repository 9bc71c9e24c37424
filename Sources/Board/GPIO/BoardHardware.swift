import Bedside
import CGPIOD

/// Everything that a board file names, opened. Main thread only. Nothing here can stop the appliance: what does not
/// work is in `problems`, the rest works.
public final class BoardHardware {
    public let buttons: GPIOButtons
    public let light: BoardLight
    /// Nil where the board file names none.
    public let buzzer: GPIOBuzzer?
    /// Nil where the clock chip has none, or it cannot be had; never on a machine that is no board.
    public private(set) var wakeClock: WakeClock?
    private var buttonProblems: [BoardProblem]
    private var wakeClockProblem: BoardProblem?
    private let mayHaveWakeClock: Bool
    private let deviceFolder: String
    private let systemFolder: String

    public convenience init(_ description: BoardDescription) {
        self.init(description, deviceFolder: "/dev", systemFolder: "/sys/class")
    }

    init(_ description: BoardDescription, deviceFolder: String, systemFolder: String) {
        let chips = GPIOChips(folder: deviceFolder)
        var problems: [BoardProblem] = []
        // The buttons come first: they are live before any sound starts (BOARD-2).
        buttons = GPIOButtons(description.buttons, chips: chips, problems: &problems)
        light = BoardLight(description.light, chips: chips, ledFolder: "\(systemFolder)/leds")
        buzzer = description.buzzer.map { GPIOBuzzer($0, chips: chips) }
        buttonProblems = problems
        mayHaveWakeClock = description.usesGPIO
        self.deviceFolder = deviceFolder
        self.systemFolder = systemFolder
        requestWakeClock()
    }

    /// What could not be had, or failed since, as far as is known.
    public var problems: [BoardProblem] {
        buttonProblems + light.problems + [buzzer?.problem, wakeClockProblem].compactMap { $0 }
    }

    /// Could not be had yet, or failed.
    public var missingButtons: Int { buttons.missingCount }

    /// Whether buttons, lamps and buzzer are all there.
    public var isComplete: Bool { missingButtons == 0 && light.problems.isEmpty && buzzer?.problem == nil }

    /// Asks again for the buttons, lamps and buzzer that are missing: a chip may come later than the appliance, or be
    /// given to its group later. Their `problems` are told anew; show the light after it.
    /// - Returns: the descriptors of the buttons that could be had now.
    public func requestMissing() -> [Int32] {
        let chips = GPIOChips(folder: deviceFolder)
        var problems: [BoardProblem] = []
        let found = buttons.requestMissing(chips: chips, problems: &problems)
        buttonProblems = problems
        light.requestMissing(chips)
        buzzer?.requestMissing(chips)
        return found
    }

    /// Asks for the clock chip's alarm where it is missing. Cheap; to be called before it is set, not on a timer: many
    /// a chip has none.
    public func requestWakeClock() {
        guard mayHaveWakeClock, wakeClock == nil else { return }
        do throws(GPIOError) {
            wakeClock = try WakeClock(folder: "\(systemFolder)/rtc")
            wakeClockProblem = nil
        } catch {
            wakeClockProblem = BoardProblem(part: .wakeClock, error: error)
        }
    }

    /// `libgpiod 1.6.3`, for `anicca doctor`.
    public static var libraryVersion: String { "libgpiod " + String(cString: cgpiod_version()) }
}
