/// A recording that the owner has asked for in a talk (MIND-7).
///
/// The microphone belongs to the call, so the talk ends first: the companion finishes its sentence. Then the device says
/// by its own voice when to speak, records, and says how it went. Stop, a "no", an alarm and whatever else ends the talk
/// end it, too.
struct AwaitedRecording: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        /// Until the companion has said its last words. Can go to `silence`, or it is over.
        case talk
        /// Until nothing sounds. Can go to `announcement`, or it is over.
        case silence(tryAt: BootTime)
        /// Until the device has said when to speak. Then it is recorded, or it is over.
        case announcement
    }

    /// The phrase's number.
    var phrase: Int
    var stage = Stage.talk
    /// When it is over, whatever the talk does.
    var until: BootTime

    /// Longer than the last words of a companion take.
    static let longestTalk = TimeSpan.seconds(100)
    static let longestSilence = TimeSpan.seconds(20)
    /// After the companion's last word.
    static let pause = TimeSpan.seconds(1)

    /// When to try to say when to speak.
    var nextTry: BootTime? {
        switch stage {
        case .talk, .announcement: until
        case .silence(let tryAt): min(tryAt, until)
        }
    }
}

extension AffirmationKeeper {
    mutating func awaitRecording(
        _ words: PrivateText?, _ place: Int?, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<Self>) {
        guard !context.isAtRisk else { return (.refused(.onlySafety), FeatureOutput()) }
        guard !context.isRinging, recording == nil else { return (.refused(.sounding), FeatureOutput()) }
        guard !context.settings.isMicrophoneMuted else { return refuse(.muted) }
        guard context.output != nil else { return (.refused(.noOutput), FeatureOutput()) }
        guard awaited == nil else { return refuse(.awaited) }
        let part = context.durable.affirmations
        let (reply, output) = find(words, place, in: context)
        guard case .affirmation(.kept(let phrase, _, _)) = reply else { return (reply, output) }
        awaited = AwaitedRecording(phrase: phrase.id, until: context.now.boot + AwaitedRecording.longestTalk)
        // Only without a talk, as in a test of the socket, is nothing waited for.
        if context.live == nil { talkEnded(.goodbye, in: context) }
        return (reply, FeatureOutput(changes: part.completed(output.changes)))
    }

    /// The phrase that is meant, which may be a new one.
    private mutating func find(
        _ words: PrivateText?, _ place: Int?, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<Self>) {
        let part = context.durable.affirmations
        func known(at index: Int) -> (reply: Reply, output: FeatureOutput<Self>) {
            guard let phrase = part.phrase(at: index + 1) else { return unknown(index + 1, part) }
            return (.affirmation(.kept(phrase, place: index + 1, offer: nil)), FeatureOutput())
        }
        if let place {
            guard (1...AffirmationRules.maximumPhrases).contains(place) else { return unknown(place, part) }
            return known(at: place - 1)
        }
        guard let words else {
            return part.phrases.count > 1 ? refuse(.ambiguous(part.phrases.count)) : known(at: 0)
        }
        // The transcript of the same phrase may have other punctuation.
        let folded = FoldedText(words.words)
        if let index = part.phrases.firstIndex(where: { FoldedText($0.text.words) == folded }) {
            return known(at: index)
        }
        let (reply, output) = add(words, nil, [], in: context)
        guard case .affirmation(.kept(let phrase, _, let gentler?)) = reply, gentlerOffered != phrase.text else {
            return (reply, output)
        }
        gentlerOffered = phrase.text
        return refuse(.gentler(gentler))
    }

    /// Whether the owner has said no; their phrase itself, said once more, may begin with such a word.
    func refuses(_ words: PrivateText, in context: FeatureContext) -> Bool {
        let phrase = context.durable.affirmations.phrases.first { $0.id == awaited?.phrase }
        guard let phrase else { return false }
        return SpokenNo.isSaid(in: words.words)
            && !FoldedText(words.words).contains(FoldedText(phrase.text.words))
    }

    mutating func talkEnded(_ end: ConversationEnd, in context: FeatureContext) {
        guard awaited != nil else { return }
        guard end == .goodbye else {
            awaited = nil
            return
        }
        let now = context.now.boot
        awaited?.stage = .silence(tryAt: now + AwaitedRecording.pause)
        awaited?.until = now + AwaitedRecording.longestSilence
    }

    /// Whether a recording that is awaited has to give way.
    func isAwaitedOver(in context: FeatureContext) -> Bool {
        guard let awaited else { return false }
        return awaited.until <= context.now.boot || context.isRinging || context.isAtRisk
            || !context.durable.affirmations.phrases.contains { $0.id == awaited.phrase }
    }

    /// Gives a recording up that was awaited; the owner, who was promised to hear of it, is told if nobody could say when to
    /// speak.
    mutating func endAwaited(in context: FeatureContext) -> FeatureOutput<Self> {
        let wasAnnounced = awaited?.stage == .announcement
        awaited = nil
        guard wasAnnounced, context.isFree, !context.isAtRisk else { return FeatureOutput() }
        lastTake = .failed
        return FeatureOutput(requests: [.say(.affirmation(.takeFailed))])
    }

    /// Says when to speak, as soon as nothing else sounds.
    mutating func announceRecording(in context: FeatureContext) -> FeatureOutput<Self> {
        guard case .silence? = awaited?.stage else { return FeatureOutput() }
        let now = context.now.boot
        guard context.isFree else {
            awaited?.stage = .silence(tryAt: now + AwaitedRecording.pause)
            return FeatureOutput()
        }
        awaited?.stage = .announcement
        awaited?.until = now + Phrase.maximumSaying
        return FeatureOutput(requests: [.ask(.affirmation(.speakAfterTone))])
    }

    /// Whether Start has it recorded at once: the owner need not hear all of the words.
    var isAnnouncingRecording: Bool { awaited?.stage == .announcement }

    /// Records it, now that the owner knows when to speak.
    mutating func recordAwaited(in context: FeatureContext) -> FeatureOutput<Self> {
        guard let awaited, awaited.stage == .announcement else { return FeatureOutput() }
        self.awaited = nil
        guard let phrase = context.durable.affirmations.phrases.first(where: { $0.id == awaited.phrase }) else {
            return FeatureOutput()
        }
        let (reply, output) = record(phrase, isAskedInTalk: true, in: context)
        guard case .refused = reply else { return output }
        lastTake = .failed
        return FeatureOutput(requests: [.say(.affirmation(.takeFailed))])
    }

    /// Plays what was kept, so that the owner knows how it sounds.
    mutating func playKept(in context: FeatureContext) -> FeatureOutput<Self> {
        guard let id = heardNext else { return FeatureOutput() }
        heardNext = nil
        let phrase = context.durable.affirmations.phrases.first { $0.id == id }
        let sound = phrase.flatMap { OwnerPhraseSound($0) }
        return FeatureOutput(requests: sound.map { [.playPhrase($0)] } ?? [])
    }
}
