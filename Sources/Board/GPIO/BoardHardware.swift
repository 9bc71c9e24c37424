import Bedside
import CGPIOD

/// Everything that a board file names, opened. Main thread only. Nothing here can stop the appliance: parts that do not
/// work are listed in `problems`, and the rest works.
public final class BoardHardware {
    public let buttons: GPIOButtons
    public let light: BoardLight
    /// Nil if the board file names none.
    public let buzzer: GPIOBuzzer?
    /// Nil if the board file names none.
    public let shaker: GPIOBuzzer?
    /// Nil if the board file names none.
    public let presence: GPIOPresence?
    /// Nil if the clock chip has no alarm or it cannot be used; always nil on a machine that is not a board.
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
        shaker = description.shaker.map { GPIOBuzzer($0, as: .shaker, chips: chips) }
        presence = description.presence.map { GPIOPresence($0, chips: chips) }
        buttonProblems = problems
        mayHaveWakeClock = description.usesGPIO
        self.deviceFolder = deviceFolder
        self.systemFolder = systemFolder
        requestWakeClock()
    }

    /// Parts that could not be opened or have failed since, as far as known.
    public var problems: [BoardProblem] {
        let others = [buzzer?.problem, shaker?.problem, presence?.problem, wakeClockProblem]
        return buttonProblems + light.problems + others.compactMap { $0 }
    }

    /// How many buttons could not be opened yet, or have failed.
    public var missingButtons: Int { buttons.missingCount }

    /// Whether buttons, lamps, buzzer, shaker and sensor are all there.
    public var isComplete: Bool {
        missingButtons == 0 && light.problems.isEmpty && buzzer?.problem == nil && shaker?.problem == nil
            && presence?.problem == nil
    }

    /// Tries again to open the missing parts: a chip may appear after the appliance has started, or be given to its
    /// group later. Renews their `problems`; show the light afterwards.
    /// - Returns: the descriptors of the buttons that were opened now.
    public func requestMissing() -> [Int32] {
        let chips = GPIOChips(folder: deviceFolder)
        var problems: [BoardProblem] = []
        let found = buttons.requestMissing(chips: chips, problems: &problems)
        buttonProblems = problems
        light.requestMissing(chips)
        buzzer?.requestMissing(chips)
        shaker?.requestMissing(chips)
        presence?.request(chips)
        return found
    }

    /// Tries to find the clock chip's alarm if it is missing. Cheap; call it before the alarm is set and not on a
    /// timer, because many chips have none.
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
