/// A talk as it is heard, with what was kept of it.
struct RememberedTalk: Hashable, Sendable {
    let number: Int
    var habit: HabitID?
    let at: LocalMoment
    /// The owner's name in the profile; nil if they gave none.
    var ownerName: String?
    var transcript = TalkTranscript()
    /// Texts that the companion was given in this talk.
    var told: [PrivateText] = []
    /// Whether the companion was given a memory that it may bring up unasked.
    var hasOffer = false
    /// What was read out in this talk.
    var read: Set<RecalledLine> = []
    private(set) var kept: [MemoryCandidate] = []
    /// The intentions that got words of the owner as their answer in this talk.
    var answered: [MemoryID] = []
    /// What the owner's last line took back without naming it: a companion that forgets it, too, finds it gone.
    var takenBack: [MemoryID] = []
    /// What was forgotten in this talk, with the number of lines before.
    private var forgotten: [Forgotten] = []
    /// An earlier talk whose summary failed; this talk's summary is its second try.
    private(set) var pending: PendingTalk?
    private var earlier: [HeardLine] = []
    var isCrisis = false
    /// Whether the owner is told what was kept: not if they fell asleep in the talk.
    var isOwnerAwake = true
    /// Whether it is over and its summary is awaited.
    var awaitsSummary = false
    /// Until when words of it may still be written down although no summary is awaited; nil while it is on.
    var wordsUntil: BootTime?
    /// Whether what was kept of it has been counted for the owner.
    var isCounted = false

    private struct Forgotten: Hashable, Sendable {
        let text: PrivateText
        let lines: Int
    }

    init(number: Int, habit: HabitID?, at: LocalMoment) {
        self.number = number
        self.habit = habit
        self.at = at
    }

    /// Takes an earlier talk's lines along.
    mutating func join(_ talk: PendingTalk) {
        pending = talk
        earlier = talk.lines.map(HeardLine.init)
    }

    mutating func leaveEarlierTalk() {
        pending = nil
        earlier = []
    }

    /// Forgets every word, because the owner no longer agrees to its being kept.
    mutating func forgetAll() {
        let wasOffRecord = transcript.isOffRecord
        transcript = TalkTranscript()
        forgotten = []
        if wasOffRecord { transcript.goOffRecord() }
        leaveEarlierTalk()
    }

    /// Forgets texts that were kept or told in this talk. What the owner says of them later may be kept again.
    mutating func forget(_ texts: [PrivateText]) {
        guard !texts.isEmpty else { return }
        transcript.forget(texts)
        kept.removeAll { texts.contains($0.text) }
        let gone = texts.map { Statement($0.words) }
        told.removeAll { line in gone.contains { $0.repeats(Statement(line.words)) } }
        forgotten += texts.map { Forgotten(text: $0, lines: transcript.count) }
        // The second try is not worth the risk of keeping what was to be forgotten.
        leaveEarlierTalk()
    }

    mutating func keep(_ candidate: MemoryCandidate) { kept.append(candidate) }

    /// Counts it no longer among what was kept, because it is to be forgotten.
    mutating func drop(quote: PrivateText) { kept.removeAll { $0.quote == quote } }

    /// Whether the owner said this off the record, and not on the record as well.
    func isOffRecord(_ quote: PrivateText) -> Bool {
        let quote = FoldedText(quote.words)
        let lines = transcript.heard.filter { $0.voice == .owner && $0.folded.contains(quote) }
        return !lines.isEmpty && lines.allSatisfy(\.isOffRecord)
    }

    var keptCount: Int { kept.count }

    /// Whether no more may be kept of it.
    var isFull: Bool { kept.count >= MemoryLimits.itemsPerTalk }

    /// Decides about one candidate after the other.
    func gate(_ language: Language) -> MemoryGate {
        var gate = MemoryGate(heard: earlier + transcript.heard, told: told, isCrisis: isCrisis, language: language)
        gate.ownerName = ownerName
        for candidate in kept { gate.keep(candidate) }
        for gone in forgotten { gate.forget(gone.text, before: transcript.count - gone.lines) }
        return gate
    }

    /// The lines to be summarized: of the earlier talk that still waits, and of this one. Empty if there is nothing to
    /// ask for.
    var summaryLines: [TalkLine] {
        guard !isCrisis, !isFull else { return [] }
        let lines = ((pending?.lines ?? []) + transcript.lines).filter { !$0.isOffRecord && $0.voice != .another }
        return lines.contains { $0.voice == .owner && !$0.words.words.isEmpty } ? lines : []
    }

    /// What waits for another try if this talk gets no summary: its own words, as the earlier talk has had its try.
    func remainder(isEarlierTried: Bool) -> PendingTalk? {
        guard !isCrisis, !isFull else { return nil }
        let own = transcript.lines.filter { !$0.isOffRecord }
        let isWorth = own.contains { $0.voice == .owner && !$0.words.words.isEmpty }
        guard !isEarlierTried, var waiting = pending else {
            return isWorth ? PendingTalk(at: at, talk: number, habit: habit, lines: own) : nil
        }
        waiting.lines = (waiting.lines + (isWorth ? own : [])).suffix(MemoryGate.maximumLines)
        return waiting
    }
}
