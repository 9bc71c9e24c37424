import Bedside
import Store
import TestKit

/// All that is kept, with something in every field: what `FieldCoverageTests` writes and reads back. A new part of
/// `Durable` fails there until its changes are among these.
extension SeededRandom {
    mutating func durable() -> Durable {
        var durable = Durable()
        for change in everyPart() { durable.apply(change) }
        return durable
    }

    mutating func everyPart() -> [Change] {
        var changes = (0..<80).map { _ in change() }.filter { $0 != .wipe }
        changes += memory()
        changes += [.talks(talkRecord()), .account(account()), .ownVoice(ownVoice())]
        for _ in 0..<6 { changes.append(.teaching(teaching())) }
        for _ in 0..<4 { changes.append(.meditation(meditation())) }
        for _ in 0..<10 { changes.append(.nudge(nudge())) }
        for _ in 0..<8 { changes.append(.affirmation(affirmation())) }
        changes.append(.affirmation(.numbered(upTo: below(9))))
        for _ in 0..<20 { changes.append(.fading(fading())) }
        // A silence that is part of a base ends with most entries that follow, so one habit has no entry.
        let id = habitID()
        let base = FadingLedger.Base(through: below(6), standing: standing(), rules: 1 + below(3))
        changes += [.fading(.forget(id)), .fading(.base(id, base))]
        return changes
    }

    /// What the head of a recording's file holds.
    mutating func recordingInfo() -> RecordingInfo {
        RecordingInfo(id: 1 + below(1000), startedAt: civil(), local: local(), keepDays: 1 + below(90))
    }
}
