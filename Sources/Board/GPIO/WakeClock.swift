import Bedside
import Glibc

/// The alarm of the clock chip (`/sys/class/rtc/rtcN/wakealarm`): it wakes a board that sleeps or is switched off, where
/// chip and firmware can. A board that is on takes no notice of it. Main thread only.
public final class WakeClock {
    private let path: String
    private var setting: Setting?

    private enum Setting: Equatable {
        case none
        case at(CivilTime)
    }

    /// Nil: no chip here has an alarm. `folder` is `/sys/class/rtc` but in tests.
    init?(folder: String) throws(GPIOError) {
        let chips = TextFile.names(folder: folder, limit: 16).sorted()
        guard let chip = chips.first(where: { access("\(folder)/\($0)/wakealarm", F_OK) == 0 }) else { return nil }
        path = "\(folder)/\(chip)/wakealarm"
        guard access(path, W_OK) == 0 else { throw .opening(attribute: path, errno) }
    }

    /// The one alarm of the chip; nil: none. Takes milliseconds on a slow bus, and nothing where it is set so already.
    public func set(_ time: CivilTime?, now: CivilTime) throws(GPIOError) {
        let wanted: Setting = time.map { .at($0) } ?? .none
        guard wanted != setting else { return }
        // Not to be set over another one.
        try AttributeFile.write("0", to: path)
        setting = Setting.none
        guard let time else { return }
        // By the chip's own clock, which may not show what ours does.
        try AttributeFile.write("+\(max(1, (time - now).milliseconds / 1000))", to: path)
        setting = wanted
    }

    /// The clock was set: the same time is another one by the chip.
    public func forget() { setting = nil }
}
