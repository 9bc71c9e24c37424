import Bedside
import CLinux
import Glibc
import System

/// The machine's two clocks. Any thread.
public enum SystemClock {
    public static func now() -> Moment { Moment(boot: boot(), civil: civil()) }
    public static func boot() -> BootTime { BootTime(nanoseconds: bootNanoseconds()) }
    public static func civil() -> CivilTime { CivilTime(nanoseconds: nanoseconds(of: CLOCK_REALTIME)) }

    /// Whether a time server keeps the civil clock right; false if that is unknown. systemd's sandbox (`ProtectClock=`)
    /// forbids asking the kernel; then the mark of systemd's own time client counts, which does not survive a reboot.
    public static func isSynchronized() -> Bool {
        isSynchronized(kernel: clinux_clock_is_synchronized(), mark: "/run/systemd/timesync/synchronized")
    }

    /// - Parameter kernel: 1 yes, 0 no, -1 unknown.
    static func isSynchronized(kernel: Int32, mark: String) -> Bool {
        kernel < 0 ? access(mark, F_OK) == 0 : kernel == 1
    }
}
