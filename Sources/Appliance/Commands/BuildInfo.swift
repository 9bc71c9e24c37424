import Bedside

/// The version and the date of this build.
public enum BuildInfo {
    public static let version = "0.1.0"
    /// No clock before this is believed (ALARM-8). A date in the source, raised with each release, and not the binary's
    /// own file time: a file installed under a clock set to 2050 would keep the alarms from ever arming.
    public static let clockFloor = CivilTime(seconds: 1_767_225_600)  // 2026-01-01T00:00:00Z
}
