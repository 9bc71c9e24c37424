import Bedside
import FoundationEssentials

/// One line of the event journal that `anicca replay` reads (GUARD-8).
enum JournalLine: Codable, Sendable {
    /// A start, with everything that the rules were given. The lines that follow belong to it.
    case start(Start)
    /// What happened, when, and a digest of what the rules did about it; nil in a journal of version 0.1.0, whose
    /// digest depended on the names of Swift types.
    case event(Event, at: Moment, digest: UInt64?, notes: WordlessNotes? = nil)

    enum StartCodingKeys: String, CodingKey { case _0 = "start" }
    enum EventCodingKeys: String, CodingKey { case _0 = "event", at, digest = "actions", notes }

    struct Start: Codable, Sendable {
        var configuration: Configuration
        var schedule: Schedule
        var zone: ZoneRules
        var isClockSynchronized: Bool
        var at: Moment
        var digest: UInt64?
        /// What counts towards the limits for talks; nil in older journals.
        var talks: TalkRecord?
        /// When a meditation last reminded the owner that they can stop; nil also in older journals.
        var remindedOn: LocalDate?
        /// The levels, and the last days; nil in older journals.
        var fading: OwnerFading?
        /// Daytime nudges; nil without any, and in older journals.
        var nudges: OwnerNudges?
        /// The owner's phrases without their words; nil without any, and in older journals.
        var affirmations: [OwnerAffirmations.Change]?
        /// What nudges see of intentions; nil without any, and in older journals.
        var cues: [NudgeCue]?
        /// The account at a gateway; nil without any, and in older journals.
        var account: AccountStanding?
        /// The owner's own voice, without the words of a consent; nil without any, and in older journals.
        var ownVoice: OwnerVoice?

        enum CodingKeys: String, CodingKey {
            case configuration
            /// The name in version 0.1.0, which wrote the schedule alone.
            case schedule = "durable"
            case zone, isClockSynchronized, at
            case digest = "actions"
            case talks, remindedOn, fading, nudges, affirmations, cues, account, ownVoice
        }

        /// What a start needs of everything that survives a power cut.
        init(
            configuration: Configuration, durable: Durable, zone: ZoneRules, isClockSynchronized: Bool, at now: Moment
        ) {
            self.configuration = configuration
            schedule = durable.schedule
            self.zone = zone
            self.isClockSynchronized = isClockSynchronized
            at = now
            talks = durable.talks
            remindedOn = durable.meditation.remindedOn
            // The rules for nudges look at seven days, those for questions at fourteen.
            fading = durable.fading.compact(before: zone.local(now.civil).date.adding(days: -15))
            nudges = durable.nudges.choices.isEmpty ? nil : durable.nudges
            affirmations = durable.affirmations.phrases.isEmpty ? nil : durable.affirmations.withoutWords.changes
            let cues = durable.nudges.choices.isEmpty ? [] : durable.nudgeCues.sorted()
            self.cues = cues.isEmpty ? nil : cues
            account = durable.account == AccountStanding() ? nil : durable.account
            ownVoice = durable.ownVoice == OwnerVoice() ? nil : durable.ownVoice.withoutWords
        }

        /// The durable state as far as the journal has it; the rest is as on a new device.
        var durable: Durable {
            var durable = Durable()
            durable.schedule = schedule
            durable.talks = talks ?? TalkRecord()
            durable.fading = fading ?? OwnerFading()
            durable.nudges = nudges ?? OwnerNudges()
            durable.account = account ?? AccountStanding()
            durable.ownVoice = ownVoice ?? OwnerVoice()
            for change in affirmations ?? [] { durable.apply(.affirmation(change)) }
            if let remindedOn { durable.meditation.apply(.reminded(on: remindedOn)) }
            return durable
        }
    }

    /// A digest of the actions' JSON, which shows whether a replay did the same.
    static func digest(_ actions: [Action]) -> UInt64 {
        var hash = Fingerprint()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for action in actions {
            switch action {
            // Their words are for people and for the companion, and change more often than what is done.
            case .answerTool, .log: continue
            // What is remembered depends on words, which no journal has.
            case .reply(.memory, _), .reply(.teaching, _), .reply(.affirmation, _), .reply(.refused(.affirmation), _),
                .reply(.ownVoice, _):
                continue
            default:
                if let action = action.withoutWords, let data = try? encoder.encode(action) { hash.add(data) }
            }
        }
        return hash.value
    }
}

/// FNV-1a, 64 bits: the same in every process.
struct Fingerprint {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Computes the digest of a value's textual form.
    static func of(_ value: some Any) -> UInt64 {
        var hash = Fingerprint()
        hash.add(String(describing: value).utf8)
        return hash.value
    }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
}

extension Action {
    /// What is done if nothing is remembered and nobody is at risk; nil for nothing. Both depend on words, which no
    /// journal has.
    fileprivate var withoutWords: Action? {
        switch self {
        case .summarize: return .disconnect(isFinal: true)
        case .commit(let changes):
            let rest = changes.withoutTrims.filter { !$0.dependsOnWords }
            return rest.isEmpty ? nil : .commit(rest)
        case .connect(var request):
            request.told = MemoryTold()
            return .connect(request)
        case .play(let playback): return playback.isJournaled ? self : nil
        // A recording is destroyed for words, too.
        case .callVolume, .recording, .affirmation, .wakeVoice, .ownVoice: return nil
        case .handOver(let request) where request.care == .crisis || request.isRenewed: return nil
        case .handOver(var request):
            request.told = MemoryTold()
            return .handOver(request)
        default: return self
        }
    }
}

extension [Change] {
    /// Without what makes old days part of a ledger's base: a journal has only the last days of each ledger.
    fileprivate var withoutTrims: [Change] {
        var ends: [HabitID: Int] = [:]
        for case .fading(.base(let id, let base)) in self where base.through > 0 { ends[id] = base.through }
        return filter { change in
            if case .fading(.base(let id, _)) = change { return ends[id] == nil }
            if case .fading(.removeEntry(let id, let number)) = change { return number > ends[id] ?? 0 }
            return true
        }
    }
}

extension Change {
    fileprivate var dependsOnWords: Bool {
        switch self {
        // Which teaching is fresh depends on what was heard before the journal begins.
        case .memory, .teaching: true
        // A phrase of the owner's is words.
        case .affirmation: true
        // The words of a consent are in it.
        case .ownVoice: true
        // Whether the companion said that it is an AI is found in words, which no journal has.
        case .talks: true
        // The time of the last write goes with every commit, and so with those of the memory.
        case .lastWritten: true
        case .profile, .settings, .record, .removeRecord, .exception, .oneOff, .removeOneOff, .armedSince, .lastRing,
            .zone, .setup, .meditation, .fading, .nudge, .account, .night, .forgetNight, .wipe:
            false
        }
    }
}
