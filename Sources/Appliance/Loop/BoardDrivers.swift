import Bedside
import Board

/// The buttons as the loop uses them (BOARD-2): descriptors for epoll, and what has happened on each.
protocol ButtonsDriver: AnyObject {
    /// One for each button that is there. Owned by the driver.
    var fileDescriptors: [Int32] { get }
    /// The levels now of the buttons on these descriptors; one that cannot be read is left out.
    func readLevels(of fileDescriptors: [Int32]) -> [ButtonLevel]
    /// What has happened on one descriptor, oldest first; never blocks. After an error the descriptor is of no more use.
    func readEvents(_ fileDescriptor: Int32) throws(GPIOError) -> [ButtonEdge]
    /// Gives a button that failed back, to be asked for again.
    /// - Returns: the button; nil: there is none on this descriptor.
    func drop(_ fileDescriptor: Int32) -> Button?
}

extension ButtonsDriver {
    func readLevels() -> [ButtonLevel] { readLevels(of: fileDescriptors) }
}

/// The light as the loop uses it (BOARD-3). Cheap where nothing changed: the loop shows it after every event.
protocol LightDriver: AnyObject {
    /// Readable when the pattern's next step is due; -1: never.
    var timerFileDescriptor: Int32 { get }
    func show(_ light: Light, at time: LocalTime) throws(GPIOError)
    func timerExpired(at time: LocalTime) throws(GPIOError)
}

/// The buzzer as the loop uses it (SOUND-2).
protocol BuzzerDriver: AnyObject {
    func set(_ isSounding: Bool) throws(GPIOError)
}

/// The clock chip's alarm, which starts a board that is switched off.
protocol WakeClockDriver: AnyObject {
    /// The one alarm of the chip; nil: none.
    func set(_ time: CivilTime?, now: CivilTime) throws(GPIOError)
    /// The clock was set: the chip's alarm is written anew the next time.
    func forget()
}

/// The board as the loop uses it. What does not work is a problem, and the rest works.
protocol BoardDriver: AnyObject {
    associatedtype ButtonsPart: ButtonsDriver
    associatedtype LightPart: LightDriver
    associatedtype BuzzerPart: BuzzerDriver
    associatedtype WakeClockPart: WakeClockDriver

    var buttons: ButtonsPart { get }
    var light: LightPart { get }
    /// Nil where the board has none.
    var buzzer: BuzzerPart? { get }
    /// Nil where the clock chip has none, or it cannot be had.
    var wakeClock: WakeClockPart? { get }
    var problems: [BoardProblem] { get }
    var missingButtons: Int { get }
    /// Whether buttons, lamps and buzzer are all there.
    var isComplete: Bool { get }
    /// Asks again for what is missing.
    /// - Returns: the descriptors of the buttons that could be had now.
    func requestMissing() -> [Int32]
    func requestWakeClock()
}

extension GPIOButtons: ButtonsDriver {}
extension BoardLight: LightDriver {}
extension GPIOBuzzer: BuzzerDriver {}
extension WakeClock: WakeClockDriver {}
extension BoardHardware: BoardDriver {}
