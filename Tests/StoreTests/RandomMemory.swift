import Bedside
import TestKit

/// Random records of the memory, with words in every field that may hold some. `change()` makes none of them, because
/// each is sealed by itself, and most tests of the store need none.
extension SeededRandom {
    /// What is remembered, whole. Numbers of records and of talks ascend, as the core gives them.
    mutating func memory() -> [Change] {
        var changes: [OwnerMemory.Change] = [.mode(pick(MemoryMode.allCases, else: .on))]
        for number in 1...(1 + below(4)) { changes.append(.record(.keep(memoryItem(number)))) }
        // The columns beside the seal are also written without the words.
        if chance(50) { changes.append(.record(.use(MemoryID(1), use()))) }
        for _ in 0..<below(4) {
            let language = pick(Language.allCases, else: .english)
            changes.append(.record(.keepDay(DaySummary(date: date(), lines: lines(), language: language))))
        }
        for _ in 0..<below(4) {
            let run = IntentionRun(notToday: below(4), wasSmallerOffered: chance(50))
            changes.append(.record(.run(habitID(), run)))
        }
        for change in labels() { changes.append(.record(.label(change))) }
        for number in 1...(1 + below(3)) {
            let habit = chance(50) ? habitID() : nil
            changes.append(.sent(SentTalk(talk: number, at: moment(), habit: habit, lines: lines())))
        }
        changes.append(.pending(chance(50) ? pendingTalk() : nil))
        return changes.map(Change.memory)
    }

    private mutating func words() -> PrivateText { PrivateText(text()) }
    private mutating func lines() -> [PrivateText] { (0..<below(4)).map { _ in words() } }
    private mutating func moment() -> LocalMoment {
        LocalMoment(civil: civil(), zone: pick(["UTC", "Asia/Tokyo"], else: "UTC"), local: local())
    }

    private mutating func memoryItem(_ number: Int) -> MemoryItem {
        var item = MemoryItem(
            id: MemoryID(number), kind: pick(MemoryKind.allCases, else: .person), slot: words(), text: words(),
            quote: words(), saidAt: moment(), talk: chance(50) ? below(40) : nil, habit: chance(50) ? habitID() : nil,
            source: pick(MemorySource.allCases, else: .owner), validUntil: chance(50) ? date() : nil,
            supersedes: chance(50) ? MemoryID(1 + below(40)) : nil, detail: detail(), use: use())
        item.validFrom = date()
        return item
    }
    private mutating func use() -> MemoryItem.Use {
        MemoryItem.Use(
            status: pick(MemoryStatus.allCases, else: .active), isPinned: chance(50),
            lastUsedAt: chance(50) ? civil() : nil, lastOfferedAt: chance(50) ? civil() : nil, useCount: below(50))
    }
    private mutating func detail() -> MemoryItem.Detail? {
        switch below(3) {
        case 0: return .intention(intention())
        case 1:
            return .reflection(
                Reflection(date: date(), feelings: feelings(), oneWord: chance(50) ? words() : nil))
        default: return nil
        }
    }
    private mutating func intention() -> Intention {
        Intention(
            habit: habitID(), forDate: date(), recurrence: chance(50) ? WeekdaySet(mask: UInt8(below(128))) : nil,
            cueKind: pick(Intention.CueKind.allCases, else: .wake), cue: words(), action: words(),
            obstacle: chance(50) ? words() : nil, coping: chance(50) ? words() : nil, words: words(),
            isRehearsed: chance(50), status: pick(Intention.Status.allCases, else: .open),
            askedAt: chance(50) ? civil() : nil, answerWords: chance(50) ? words() : nil,
            recording: chance(50)
                ? PhraseRecordingFile(number: below(1 << 20), milliseconds: below(10_000)) : nil)
    }

    private mutating func feelings() -> [FeltLabel] {
        (0..<below(3)).map { _ in
            FeltLabel(
                pick(EmotionLabel.allCases, else: .calm), intensity: 1 + below(3),
                source: pick(FeltLabel.Source.allCases, else: .owner))
        }
    }
    private mutating func labels() -> [LabelDiary.Change] {
        var changes: [LabelDiary.Change] = chance(30) ? [.isOn(chance(50))] : []
        for _ in 0..<below(4) {
            let offered = chance(50) ? date() : nil
            changes.append(.keep(LabelledDay(date: date(), feelings: feelings(), offeredOn: offered)))
        }
        for _ in 0..<below(3) {
            var week = LabelledWeek(monday: date())
            for label in EmotionLabel.allCases where chance(30) { week.counts[label] = 1 + below(9) }
            changes.append(.keepWeek(week))
        }
        return changes
    }

    private mutating func pendingTalk() -> PendingTalk {
        let lines = (0..<below(4)).map { _ in
            TalkLine(pick(TalkLine.Voice.allCases, else: .owner), words(), isOffRecord: chance(50))
        }
        return PendingTalk(
            at: moment(), talk: chance(50) ? below(40) : nil, habit: chance(50) ? habitID() : nil, lines: lines)
    }
}
