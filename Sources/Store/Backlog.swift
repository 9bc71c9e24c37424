import Bedside

/// Changes that could not be written yet. They go into the next transaction that succeeds, before what is new, so that a
/// full disk leaves no hole: the core's state has long moved on, and later changes build on these.
struct Backlog {
    private(set) var changes: [Change] = []
    private static let nightLimit = 500

    var isEmpty: Bool { changes.isEmpty }

    /// The same, followed by `newer`; whatever a newer change overrides is dropped, so the size is bounded by what can
    /// be changed and not by how long the disk has been full.
    func adding(_ newer: [Change]) -> Backlog {
        var all = changes + newer
        if let wipe = all.lastIndex(of: .wipe) { all.removeFirst(wipe) }
        var seen: Set<Key> = []
        var nights = 0
        var kept: [Change] = []
        for change in all.reversed() {
            if case .night = change {
                nights += 1
                if nights <= Backlog.nightLimit { kept.append(change) }
            } else if seen.insert(Key(change)).inserted {
                kept.append(change)
            }
        }
        return Backlog(changes: kept.reversed())
    }

    private enum Key: Hashable {
        case profile, settings, lastWritten, zone, setup, wipe, night, forgetNight
        case record(Occurrence)
        case exception(Occurrence)
        case oneOff(HabitID)
        case armedSince(HabitID)
        case lastRing(HabitID)

        init(_ change: Change) {
            self =
                switch change {
                case .profile: .profile
                case .settings: .settings
                case .record(let record): .record(record.occurrence)
                case .removeRecord(let occurrence): .record(occurrence)
                case .exception(let occurrence, _): .exception(occurrence)
                case .oneOff(let alarm): .oneOff(alarm.id)
                case .removeOneOff(let id): .oneOff(id)
                case .armedSince(let id, _): .armedSince(id)
                case .lastRing(let id, _): .lastRing(id)
                case .lastWritten: .lastWritten
                case .zone: .zone
                case .setup: .setup
                case .night: .night
                case .forgetNight: .forgetNight
                case .wipe: .wipe
                }
        }
    }

    init() {}
    private init(changes: [Change]) { self.changes = changes }
}
