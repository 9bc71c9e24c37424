/// Whether the civil clock is obeyed (ALARM-8).
///
/// A computer without a clock chip starts with an old time. So the clock is trusted only if it is past both the
/// firmware's build date and the last time written to disk, or if it is past the build date and a time server or the
/// owner vouches for it. While it is not trusted, no alarm falls due; afterwards, missed times are caught up with.
enum ClockTrust: Hashable, Sendable {
    /// Can go to `untrusted` by a step before the firmware's build date.
    case trusted
    /// Can go to `trusted` once the clock passes `floor`, or a time server or the owner vouches for it.
    case untrusted(floor: CivilTime)

    init(floor: CivilTime, lastWritten: CivilTime?, now: CivilTime, isSynchronized: Bool) {
        let needed = lastWritten.map { max($0, floor) } ?? floor
        self = now >= needed || (isSynchronized && now >= floor) ? .trusted : .untrusted(floor: needed)
    }

    /// Decides again after the clock was set while the program runs. A trusted clock is set on purpose, backwards too;
    /// an untrusted one must first pass the last time written, unless a time server keeps it.
    mutating func set(to now: CivilTime, buildDate: CivilTime, isSynchronized: Bool) {
        switch self {
        case .trusted:
            if now < buildDate { self = .untrusted(floor: buildDate) }
        case .untrusted(let floor):
            if now >= floor || (isSynchronized && now >= buildDate) { self = .trusted }
        }
    }
}
