import Bedside
import Glibc

/// The alarm of the clock chip (`/sys/class/rtc/rtcN/wakealarm`). It wakes a board that sleeps or is switched off, if
/// chip and firmware support that; a board that is on ignores it. Main thread only.
public final class WakeClock {
    private let path: String
    private var setting: Setting?

    private enum Setting: Equatable {
        case none
        case at(CivilTime)
    }

    /// Nil: no chip here has an alarm. `folder` is `/sys/class/rtc` except in tests.
    init?(folder: String) throws(GPIOError) {
        let chips = TextFile.names(folder: folder, limit: 16).sorted()
        guard let chip = chips.first(where: { access("\(folder)/\($0)/wakealarm", F_OK) == 0 }) else { return nil }
        path = "\(folder)/\(chip)/wakealarm"
        guard access(path, W_OK) == 0 else { throw .opening(attribute: path, errno) }
    }

    /// Sets the chip's only alarm; nil clears it. Takes milliseconds on a slow bus; does nothing if it is already
    /// set so.
    public func set(_ time: CivilTime?, now: CivilTime) throws(GPIOError) {
        let wanted: Setting = time.map { .at($0) } ?? .none
        guard wanted != setting else { return }
        // The kernel does not set an alarm over another one, so clear it first.
        try AttributeFile.write("0", to: path)
        setting = Setting.none
        guard let time else { return }
        // Relative to the chip's own clock, which may differ from ours.
        try AttributeFile.write("+\(max(1, (time - now).milliseconds / 1000))", to: path)
        setting = wanted
    }

    /// Forgets what was set, because the clock was set: the same time is now another one for the chip.
    public func forget() { setting = nil }
}
