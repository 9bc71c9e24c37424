/// How much it takes for a phrase of risk to be meant otherwise.
enum SafetyFirmness: Int, Comparable, Sendable {
    /// Everyday things beside it explain it: "I can't do this any more" of push-ups.
    case weak
    /// Exaggeration explains it: "I could die" of embarrassment.
    case open
    /// Only a quotation, a denial or somebody else takes it back.
    case firm

    static func < (a: SafetyFirmness, b: SafetyFirmness) -> Bool { a.rawValue < b.rawValue }
}

/// The phrases of one language, compiled: what shows a risk, and what takes that back.
struct SafetyLexicon: Sendable {
    /// Phrases of risk as they stand in the source, one a line; `SafetyPattern` explains their notation.
    struct Risk {
        var level: SafetyLevel
        var firmness: SafetyFirmness
        var phrases: String
    }

    struct Source {
        /// Stands for `{name}` in a phrase.
        var macros: [String: String]
        var risks: [Risk]
        /// Phrases that count whatever the weights say of the sentence, unless something takes them back. Each may begin
        /// with the end of the sentence before it, also at the beginning of an utterance.
        var certain: [Risk]
        /// By these the speaker takes what somebody else did or wants for their own wish: "Me too."
        var agreements: String
        /// What somebody else is said to do to themselves, which counts only where the speaker agrees.
        var othersDeeds: String
        /// Phrases that are only heard from the companion, and mean that the owner is at risk.
        var companion: String
        /// Words by which the companion speaks to the owner.
        var addressed: String
        /// A risk phrase inside one of these does not count: "to die for", "I don't want to die".
        var idioms: String
        /// A weak risk phrase in a sentence with one of these does not count: things of every day.
        var everyday: String
        /// A weak or open risk phrase in a sentence with one of these does not count: what one exaggerates about.
        var exaggeration: String
        /// No risk phrase counts that one of these is near, also in the next sentence: "I'm in a good place now".
        var recovery: String
        /// A risk phrase shortly after one of these does not count: "my friend said …".
        var leading: String
        /// A risk phrase shortly before one of these does not count: "… という歌".
        var trailing: String
        /// A risk phrase between one of each does not count: 友達が … って言ってた.
        var around: [(before: String, after: String)]
        /// A risk phrase right after one of these does not count: "I would never".
        var denials: String
        /// Words between a mark and a phrase that make the phrase the speaker's own: "but I".
        var turns: String
        /// Third persons and media: a deed shortly after one is theirs.
        var others: String
        /// Words that show a deed to be the speaker's: "myself", endings and verbs of wishing.
        var own: String
        /// How many symbols may lie between a mark and a phrase, and between a phrase and a thing of every day.
        var reach: Int
        var everydayReach: Int
        /// How far beside a phrase a word may be that shows it to be the speaker's.
        var ownMargin: Int
    }

    static let japanese = SafetyLexicon(JapaneseSafetyPhrases.source, keys: SafetyText.japaneseKeys)
    static let english = SafetyLexicon(EnglishSafetyPhrases.source, keys: SafetyText.englishKeys)

    /// What a phrase of context is; `mark` and above are the pairs of marks, two numbers each.
    private enum Role {
        static let idiom = 0
        static let everyday = 1
        static let exaggeration = 2
        static let turn = 3
        static let other = 4
        static let own = 5
        static let denial = 6
        static let recovery = 7
        static let addressed = 8
        static let mark = 9
    }

    private struct Grade {
        var level: SafetyLevel
        var firmness: SafetyFirmness
    }

    private let vocabulary: SafetyVocabulary
    private var risks = SafetyPatternSet()
    private var companionRisks = SafetyPatternSet()
    private var certainRisks = SafetyPatternSet()
    private var agreements = SafetyPatternSet()
    private var othersDeeds = SafetyPatternSet()
    private var contexts = SafetyPatternSet()
    /// The level and firmness of each tag of a risk.
    private var grades: [Grade] = []
    /// Whether a mark before and one after a phrase is needed.
    private var marks: [(needsBefore: Bool, needsAfter: Bool)] = []
    private let reach: Int
    private let everydayReach: Int
    private let ownMargin: Int

    private init(_ source: Source, keys: @escaping ([UInt32]) -> [UInt64]) {
        reach = source.reach
        everydayReach = source.everydayReach
        ownMargin = source.ownMargin
        var reader = SafetyPhraseReader(macros: source.macros, keys: keys)
        func add(_ phrases: String, to set: inout SafetyPatternSet, tag: Int) {
            for pattern in reader.patterns(phrases) { set.add(pattern, tag: tag) }
        }
        for risk in source.risks {
            add(risk.phrases, to: &risks, tag: grades.count)
            grades.append(Grade(level: risk.level, firmness: risk.firmness))
        }
        add(source.companion, to: &companionRisks, tag: grades.count)
        grades.append(Grade(level: .explicit, firmness: .firm))
        add(source.idioms, to: &contexts, tag: Role.idiom)
        add(source.everyday, to: &contexts, tag: Role.everyday)
        add(source.exaggeration, to: &contexts, tag: Role.exaggeration)
        add(source.turns, to: &contexts, tag: Role.turn)
        add(source.others, to: &contexts, tag: Role.other)
        add(source.own, to: &contexts, tag: Role.own)
        add(source.recovery, to: &contexts, tag: Role.recovery)
        add(source.denials, to: &contexts, tag: Role.denial)
        add(source.addressed, to: &contexts, tag: Role.addressed)
        for (before, after) in [(source.leading, ""), ("", source.trailing)] + source.around {
            add(before, to: &contexts, tag: Role.mark + 2 * marks.count)
            add(after, to: &contexts, tag: Role.mark + 2 * marks.count + 1)
            marks.append((!before.isEmpty, !after.isEmpty))
        }
        for risk in source.certain {
            add(risk.phrases, to: &certainRisks, tag: grades.count)
            grades.append(Grade(level: risk.level, firmness: risk.firmness))
        }
        add(source.agreements, to: &agreements, tag: 0)
        add(source.othersDeeds, to: &othersDeeds, tag: grades.count)
        grades.append(Grade(level: .explicit, firmness: .firm))
        risks.finish()
        agreements.finish()
        othersDeeds.finish()
        companionRisks.finish()
        certainRisks.finish()
        contexts.finish()
        vocabulary = SafetyVocabulary(reader.symbols)
    }

    // MARK: Matching

    /// - Parameter steps: Grows by one for each comparison; what bounds the time.
    func level(
        of keys: [UInt64], spokenBy speaker: SafetyDetector.Speaker, steps: inout Int
    ) -> SafetyLevel {
        let utterance = SafetyUtterance(keys.map { vocabulary[$0] ?? SafetyText.unknown })
        var found = risks.matches(in: utterance, longest: false, steps: &steps)
        if speaker == .companion {
            found += companionRisks.matches(in: utterance, longest: false, steps: &steps)
        }
        guard !found.isEmpty else { return .none }
        let context = SafetyContext(
            contexts.matches(in: utterance, longest: true, steps: &steps), in: utterance)
        var level = SafetyLevel.none
        for risk in found {
            guard grades.indices.contains(risk.tag), grades[risk.tag].level > level else { continue }
            let grade = grades[risk.tag]
            if exclusion(of: risk.span, grade, context, speaker, &steps) == nil { level = grade.level }
            if level == .explicit { break }
        }
        return level
    }

    /// Every phrase of risk of an owner's utterance, also those that do not count.
    ///
    /// - Parameter steps: Grows by one for each comparison; what bounds the time.
    func findings(of keys: [UInt64], steps: inout Int) -> [SafetyFinding] {
        let utterance = SafetyUtterance(keys.map { vocabulary[$0] ?? SafetyText.unknown })
        let found = risks.matches(in: utterance, longest: false, steps: &steps)
        guard !found.isEmpty else { return [] }
        let context = SafetyContext(
            contexts.matches(in: utterance, longest: true, steps: &steps), in: utterance)
        var known: [SafetyFinding.Place: SafetyExclusion?] = [:]
        return found.compactMap { risk in
            guard grades.indices.contains(risk.tag) else { return nil }
            let grade = grades[risk.tag]
            let place = SafetyFinding.Place(
                span: risk.span, list: risk.tag, level: grade.level, firmness: grade.firmness)
            let exclusion = known[place] ?? exclusion(of: risk.span, grade, context, .owner, &steps)
            known[place] = .some(exclusion)
            return SafetyFinding(place: place, exclusion: exclusion)
        }
    }

    /// What the plainest phrases of an owner's utterance say.
    ///
    /// - Parameter steps: Grows by one for each comparison; what bounds the time.
    func certainLevel(of keys: [UInt64], steps: inout Int) -> SafetyLevel {
        let utterance = SafetyUtterance(
            [SafetyText.sentenceEnd] + keys.map { vocabulary[$0] ?? SafetyText.unknown })
        let found = certainRisks.matches(in: utterance, longest: false, steps: &steps)
        let agreed = agreedRisks(in: utterance, &steps)
        guard !found.isEmpty || !agreed.isEmpty else { return .none }
        let context = SafetyContext(
            contexts.matches(in: utterance, longest: true, steps: &steps), in: utterance)
        var level = SafetyLevel.none
        for risk in found where grades.indices.contains(risk.tag) && grades[risk.tag].level > level {
            let grade = grades[risk.tag]
            if exclusion(of: risk.span, grade, context, .owner, &steps) == nil { level = grade.level }
        }
        for risk in agreed where grades.indices.contains(risk.tag) && grades[risk.tag].level > level {
            let grade = grades[risk.tag]
            switch exclusion(of: risk.span, grade, context, .owner, &steps) {
            case nil, .somebodyElse, .mark: level = grade.level
            case .idiom, .recovery, .exaggeration, .everyday, .denial: break
            }
        }
        return level
    }

    /// The phrases of risk right before words by which the speaker takes them for their own.
    private func agreedRisks(in utterance: SafetyUtterance, _ steps: inout Int) -> [SafetyPatternSet.Match] {
        let agreed = agreements.matches(in: utterance, longest: true, steps: &steps)
        guard !agreed.isEmpty else { return [] }
        let found =
            risks.matches(in: utterance, longest: false, steps: &steps)
            + othersDeeds.matches(in: utterance, longest: false, steps: &steps)
        return found.filter { risk in
            agreed.contains { 0...reach ~= $0.span.lowerBound - risk.span.upperBound }
        }
    }

    /// Why a phrase of risk does not count; nil if it does.
    private func exclusion(
        of risk: Range<Int>, _ grade: Grade, _ context: SafetyContext,
        _ speaker: SafetyDetector.Speaker, _ steps: inout Int
    ) -> SafetyExclusion? {
        let isIdiom = context.contains(Role.idiom, overlapping: risk, by: 0, &steps) {
            $0.lowerBound < risk.upperBound && $0.upperBound >= risk.upperBound
        }
        if isIdiom { return .idiom }
        guard speaker == .owner else { return isTold(risk, context, &steps) ? .mark : nil }
        let recoveryReach = 2 * everydayReach
        if context.contains(Role.recovery, overlapping: risk, by: recoveryReach, &steps, where: { _ in true }) {
            return .recovery
        }
        if grade.firmness < .firm, context.contains(Role.exaggeration, near: risk, within: everydayReach, &steps) {
            return .exaggeration
        }
        if grade.firmness < .open, context.contains(Role.everyday, near: risk, within: everydayReach, &steps) {
            return .everyday
        }
        let isDenied =
            grade.level == .explicit
            && context.contains(Role.denial, overlapping: risk, by: 1, &steps) {
                $0.lowerBound < risk.lowerBound && (risk.lowerBound..<risk.upperBound).contains($0.upperBound)
            }
        if isDenied { return .denial }
        let isOwn = context.contains(Role.own, overlapping: risk, by: ownMargin, &steps) { _ in true }
        if !isOwn,
            context.reaches(risk, from: Role.other, within: reach, barriers: [Role.turn, Role.own], &steps)
        {
            return .somebodyElse
        }
        return isMarked(risk, context, &steps) ? .mark : nil
    }

    /// Whether the companion speaks of a work or of somebody else, and not to the owner. That it quotes the owner, asks or
    /// denies takes nothing back.
    private func isTold(_ risk: Range<Int>, _ context: SafetyContext, _ steps: inout Int) -> Bool {
        guard !context.contains(Role.addressed, near: risk, within: 2 * everydayReach, &steps) else { return false }
        return context.reaches(risk, from: Role.other, within: reach, barriers: [], &steps)
            || isMarked(risk, context, &steps)
    }

    /// Whether a phrase is a quotation's, a title's, or a past's that is over.
    private func isMarked(_ risk: Range<Int>, _ context: SafetyContext, _ steps: inout Int) -> Bool {
        marks.enumerated().contains { index, needs in
            let before = Role.mark + 2 * index
            if needs.needsBefore,
                !context.reaches(risk, from: before, within: reach, barriers: [Role.turn], &steps)
            {
                return false
            }
            return !needs.needsAfter
                || context.isReached(from: risk, by: before + 1, within: reach, barriers: [Role.turn], &steps)
        }
    }
}
