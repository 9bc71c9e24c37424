import Bedside
import TestKit
import Testing

/// A record of each of the memory's tables. `Tests/Golden/memory-4` holds what was written of it first: it never changes.
enum SealedMemory {
    static let text = "Has a dachshund named Momotaro"
    static let quote = "my dachshund Momotaro, 夕方に散歩"

    static func moment(_ text: String = "2026-11-24T22:30") throws -> LocalMoment {
        let local = try #require(LocalDateTime(text))
        return LocalMoment(civil: CivilTime(seconds: local.wallSeconds), zone: "UTC", local: local)
    }

    static func item(_ number: Int, text: String = text) throws -> MemoryItem {
        MemoryItem(
            id: MemoryID(number), kind: .person, slot: PrivateText("dog-name"), text: PrivateText(text),
            quote: PrivateText(quote), saidAt: try moment(), talk: 3, habit: .bedtime,
            validUntil: LocalDate("2027-01-01"),
            use: MemoryItem.Use(isPinned: true, lastUsedAt: CivilTime(seconds: 5), useCount: 2))
    }

    static func changes() throws -> [Change] {
        let intention = Intention(
            habit: .wake, forDate: try #require(LocalDate("2026-11-25")), cueKind: .wake, cue: PrivateText("waking"),
            action: PrivateText("open the window"), words: PrivateText("I open the window"), isRehearsed: true)
        var second = try item(2)
        second.detail = .intention(intention)
        second.supersedes = MemoryID(1)
        var third = try item(3)
        third.detail = .reflection(
            Reflection(date: intention.forDate, labels: [.calm, .tired], oneWord: PrivateText("静か")))
        let lines = [TalkLine(.owner, PrivateText(quote)), TalkLine(.companion, PrivateText("oh"), isOffRecord: true)]
        let changes: [OwnerMemory.Change] = [
            .mode(.on), .record(.keep(try item(1))), .record(.keep(second)), .record(.keep(third)),
            .record(.use(MemoryID(1), MemoryItem.Use(status: .superseded))),
            .record(
                .keepDay(
                    DaySummary(
                        date: intention.forDate, lines: [PrivateText("walked")], language: .english))),
            .record(.run(.wake, IntentionRun(notToday: 2, wasSmallerOffered: true))),
            .sent(SentTalk(talk: 3, at: try moment(), habit: nil, lines: [PrivateText("- \(text)")])),
            .pending(PendingTalk(at: try moment(), lines: lines)),
        ]
        return changes.map(Change.memory)
    }

    /// What later versions remember besides: an intention for more days, and the labels of days.
    static func everything() throws -> [Change] {
        let monday = try #require(LocalDate("2026-08-03"))
        var fourth = try item(4)
        fourth.detail = .intention(
            Intention(
                habit: .wake, forDate: monday, recurrence: .weekdays, cueKind: .wake, cue: PrivateText("waking"),
                action: PrivateText("open the window"), words: PrivateText("I open the window"), isRehearsed: false,
                recording: PhraseRecordingFile(number: 12, milliseconds: 900)))
        let later: [OwnerMemory.Change] = [
            .record(.keep(fourth)),
            .record(.label(.keep(LabelledDay(date: monday, feelings: [FeltLabel(.calm, intensity: 3)])))),
            .record(.label(.keepWeek(LabelledWeek(monday: monday, counts: [.joy: 4])))),
        ]
        return try changes() + later.map(Change.memory)
    }

    /// What a store holds after these changes.
    static func expected(after changes: [Change]) -> OwnerMemory {
        var durable = Durable()
        for change in changes { durable.apply(change) }
        return durable.memory
    }
}
