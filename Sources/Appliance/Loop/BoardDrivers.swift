import Bedside
import Board

/// The buttons as the loop uses them (BOARD-2): descriptors for epoll, and the edges on each.
package protocol ButtonsDriver: AnyObject {
    /// The descriptors of the buttons that opened, one for each; owned by the driver.
    var fileDescriptors: [Int32] { get }
    /// The current levels of the buttons on these descriptors, without those that cannot be read.
    func readLevels(of fileDescriptors: [Int32]) -> [ButtonLevel]
    /// The edges that wait on one descriptor, oldest first; never blocks. After an error the descriptor cannot be used.
    func readEvents(_ fileDescriptor: Int32) throws(GPIOError) -> [ButtonEdge]
    /// Gives up a button that failed, so that it can be requested again.
    /// - Returns: The button; nil if there is none on this descriptor.
    func drop(_ fileDescriptor: Int32) -> Button?
}

extension ButtonsDriver {
    func readLevels() -> [ButtonLevel] { readLevels(of: fileDescriptors) }
}

/// The light as the loop uses it (BOARD-3). Showing an unchanged light is cheap, as the loop does it after every event.
package protocol LightDriver: AnyObject {
    /// Readable when the pattern's next step is due; -1 if the board names no lamp.
    var timerFileDescriptor: Int32 { get }
    func show(_ light: Light, at time: LocalTime) throws(GPIOError)
    func timerExpired(at time: LocalTime) throws(GPIOError)
}

/// The buzzer as the loop uses it (SOUND-2), and the bed shaker (S-7).
package protocol BuzzerDriver: AnyObject {
    func set(_ isSounding: Bool) throws(GPIOError)
}

/// The line of the presence sensor as the loop uses it (FADE-2).
package protocol PresenceDriver: AnyObject {
    /// Readable when an edge waits; nil while the line is missing. Owned by the driver.
    var fileDescriptor: Int32? { get }
    /// The present level; nil if it cannot be read.
    func readLevel() -> Bool?
    /// The edges that wait, oldest first; never blocks. After an error the line must be dropped.
    func readEvents() throws(GPIOError) -> [PresenceEdge]
    /// Gives up a line that failed, so that it can be requested again.
    func drop(_ error: GPIOError)
}

/// The clock chip's alarm, which starts a board that is switched off.
package protocol WakeClockDriver: AnyObject {
    /// Sets the chip's only alarm; nil clears it.
    func set(_ time: CivilTime?, now: CivilTime) throws(GPIOError)
    /// Forgets what was written, because the clock was set: the next `set` writes the alarm again.
    func forget()
}

/// The board as the loop uses it. Parts that do not work are listed as problems, and the others work.
package protocol BoardDriver: AnyObject {
    associatedtype ButtonsPart: ButtonsDriver
    associatedtype LightPart: LightDriver
    associatedtype BuzzerPart: BuzzerDriver
    associatedtype PresencePart: PresenceDriver
    associatedtype WakeClockPart: WakeClockDriver

    var buttons: ButtonsPart { get }
    var light: LightPart { get }
    /// The buzzer; nil if the board has none.
    var buzzer: BuzzerPart? { get }
    /// The bed shaker; nil if the board has none.
    var shaker: BuzzerPart? { get }
    /// The presence sensor; nil if the board has none.
    var presence: PresencePart? { get }
    /// The clock chip's alarm; nil if the chip has none, or it cannot be used.
    var wakeClock: WakeClockPart? { get }
    var problems: [BoardProblem] { get }
    var missingButtons: Int { get }
    /// Whether buttons, lamps, buzzer, shaker and sensor are all present.
    var isComplete: Bool { get }
    /// Requests the missing parts again.
    /// - Returns: the descriptors of the buttons that opened this time.
    func requestMissing() -> [Int32]
    func requestWakeClock()
}

extension GPIOButtons: ButtonsDriver {}
extension BoardLight: LightDriver {}
extension GPIOBuzzer: BuzzerDriver {}
extension GPIOPresence: PresenceDriver {}
extension WakeClock: WakeClockDriver {}
extension BoardHardware: BoardDriver {}
