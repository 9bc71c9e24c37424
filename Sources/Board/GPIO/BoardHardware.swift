import Bedside
import CGPIOD

/// Everything that a board file names, opened. Main thread only. Nothing here can stop the appliance: what does not
/// work is in `problems`, the rest works.
public final class BoardHardware {
    public let buttons: GPIOButtons
    public let light: BoardLight
    /// Nil where the board has none, or it cannot be had.
    public let buzzer: GPIOBuzzer?
    /// Nil where the clock chip has none, or it cannot be had; never on a machine that is no board.
    public let wakeClock: WakeClock?
    public private(set) var problems: [BoardProblem]
    private let deviceFolder: String

    public convenience init(_ description: BoardDescription) {
        self.init(description, deviceFolder: "/dev", systemFolder: "/sys/class")
    }

    init(_ description: BoardDescription, deviceFolder: String, systemFolder: String) {
        let chips = GPIOChips(folder: deviceFolder)
        var problems: [BoardProblem] = []
        // The buttons come first: they are live before any sound starts (BOARD-2).
        buttons = GPIOButtons(description.buttons, chips: chips, problems: &problems)
        light = BoardLight(
            description.light, chips: chips, ledFolder: "\(systemFolder)/leds", problems: &problems)
        var buzzer: GPIOBuzzer?
        if let line = description.buzzer {
            do throws(GPIOError) {
                buzzer = try GPIOBuzzer(line, chips: chips)
            } catch {
                problems.append(BoardProblem(part: .buzzer, error: error))
            }
        }
        self.buzzer = buzzer
        var wakeClock: WakeClock?
        if description.usesGPIO {
            do throws(GPIOError) {
                wakeClock = try WakeClock(folder: "\(systemFolder)/rtc")
            } catch {
                problems.append(BoardProblem(part: .wakeClock, error: error))
            }
        }
        self.wakeClock = wakeClock
        self.problems = problems
        self.deviceFolder = deviceFolder
    }

    /// Could not be had yet, or failed.
    public var missingButtons: Int { buttons.missingCount }

    /// Asks again for the buttons that are missing: a chip may come later than the appliance, or be given to its group
    /// later. Their `problems` are told anew.
    /// - Returns: the descriptors of those that could be had now.
    public func requestMissingButtons() -> [Int32] {
        var told = problems.filter { if case .button = $0.part { false } else { true } }
        let found = buttons.requestMissing(chips: GPIOChips(folder: deviceFolder), problems: &told)
        problems = told
        return found
    }

    /// `libgpiod 1.6.3`, for `anicca doctor`.
    public static var libraryVersion: String { "libgpiod " + String(cString: cgpiod_version()) }
}
