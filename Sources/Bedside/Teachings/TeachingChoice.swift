/// The owner's choice for teachings.
public enum TeachingMode: String, CaseIterable, Codable, Sendable {
    case off
    /// Without the names of traditions, and without where an entry comes from.
    case secular
    case full
}

/// The facts by which a teaching is chosen.
public struct TeachingRequest: Hashable, Codable, Sendable {
    enum CodingKeys: String, CodingKey {
        case date, occasion, mode, labels, reflections, lastHeard, includesGrief, isAfterMiss, isCrisis, seed, isMorning
    }

    public var date: LocalDate
    public var occasion: Teaching.Occasion
    public var mode: TeachingMode
    /// Labels that the owner gave or confirmed.
    public var labels: [EmotionLabel]
    /// The owner's sentences about the last days, the newest first; at most three are read.
    public var reflections: [PrivateText]
    /// When each teaching was last heard.
    public var lastHeard: [String: LocalDate]
    /// The owner agreed to teachings while grieving.
    public var includesGrief: Bool
    /// An alarm or a training was missed: nothing that could sound like a reproach for it.
    public var isAfterMiss: Bool
    /// A crisis was noticed lately (SAFE-3).
    public var isCrisis: Bool
    /// Varies the choice between devices.
    public var seed: UInt64
    /// Before noon, when one teaching is enough.
    public var isMorning: Bool

    public init(
        date: LocalDate, occasion: Teaching.Occasion = .wake, mode: TeachingMode = .full, labels: [EmotionLabel] = [],
        reflections: [PrivateText] = [], lastHeard: [String: LocalDate] = [:], includesGrief: Bool = false,
        isAfterMiss: Bool = false, isCrisis: Bool = false, seed: UInt64 = 0, isMorning: Bool = false
    ) {
        self.date = date
        self.occasion = occasion
        self.mode = mode
        self.labels = labels
        self.reflections = reflections
        self.lastHeard = lastHeard
        self.includesGrief = includesGrief
        self.isAfterMiss = isAfterMiss
        self.isCrisis = isCrisis
        self.seed = seed
        self.isMorning = isMorning
    }
}

/// The result of a choice, as it may be said.
public enum TeachingChoice: Hashable, Sendable {
    case teaching(Chosen)
    case silence(Reason)

    public struct Chosen: Hashable, Sendable {
        public var id: String
        /// The theme for which it was chosen.
        public var theme: Theme
        public var sentence: Wording
        public var practice: Wording
        /// The answer to "where is that from?"; nil in the secular mode.
        public var origin: Wording?
        /// Nil in the secular mode.
        public var tradition: Teaching.Tradition?
        public var basis: Basis
    }

    /// Why a teaching was chosen.
    public enum Basis: String, CaseIterable, Codable, Hashable, Sendable {
        /// Its theme is in the owner's words.
        case words
        /// The owner gave a label that it suits.
        case label
        /// What was said has no theme, or nothing was said, or every teaching of the theme was heard lately.
        case everyDay = "every_day"
    }

    public enum Reason: String, CaseIterable, Codable, Hashable, Sendable {
        case off
        case crisis
        /// The owner grieves, and has not agreed to teachings then.
        case grief
        /// The morning had one already.
        case enough
        /// Every teaching for this occasion was heard within the last days.
        case allHeard
    }
}

/// The teachings with their index. The choice is a pure function: the same teachings and the same request give the same
/// result on every device.
public struct Teachings: Sendable {
    /// The number of days in which no teaching is repeated.
    public static let daysWithoutRepeat = 30
    /// The number of themes of the owner's words by which a teaching is chosen.
    static let themesPerMorning = 3

    public let entries: [Teaching]
    private let pairs: CharacterPairs

    public init(_ entries: [Teaching]) {
        self.entries = Array(entries.prefix(TeachingDocument.entries.upperBound))
        pairs = CharacterPairs(
            self.entries.map { [$0.sentence.english, $0.sentence.japanese, $0.practice.english, $0.practice.japanese] })
    }

    /// The memory that the index takes.
    var indexBytes: Int { pairs.bytes }

    /// The teaching for a morning, or why there is none. One that was heard today is given again, so that a second
    /// prompt on the same day has the same sentence.
    public func choice(for request: TeachingRequest) -> TeachingChoice {
        choice(for: request, reading: LatelyRead(request, with: .shared))
    }

    func choice(for request: TeachingRequest, reading: LatelyRead) -> TeachingChoice {
        guard request.mode != .off else { return .silence(.off) }
        guard !request.isCrisis else { return .silence(.crisis) }
        guard request.includesGrief || !reading.grieves else { return .silence(.grief) }
        let (lines, found) = (reading.lines, reading.themes)
        let themes = ThemeLexicon.filledUp(found)
        if request.occasion == .training, request.isMorning, hadMorning(request.date, request) {
            return .silence(.enough)
        }
        let fitting = entries.indices.filter { isFitting(entries[$0], request) }
        if let today = fitting.first(where: { request.lastHeard[entries[$0].id] == request.date }) {
            return .teaching(chosen(entries[today], themes, found, request))
        }
        let fresh = Set(fitting.filter { !wasHeardLately(entries[$0], request) })
        let overlap = lines.first.map(pairs.overlap) ?? Array(repeating: 0, count: entries.count)
        let ranked = zip(entries.indices, overlap).filter { fresh.contains($0.0) }.map { position, overlap in
            (rank: rank(entries[position], themes, found, request, overlap: overlap), entry: entries[position])
        }
        guard let best = ranked.min(by: { $0.rank < $1.rank }) else { return .silence(.allHeard) }
        return .teaching(chosen(best.entry, themes, found, request))
    }

    /// The answer to "where is that from?" for a teaching that was heard; nil in the secular mode, when teachings are off,
    /// and for an entry that is no longer there.
    public func origin(of id: String, mode: TeachingMode) -> Wording? {
        guard mode == .full else { return nil }
        return entries.first { $0.id == id }?.origin
    }

    /// Whether an entry may be heard on this occasion: it is neither a comfort that the owner did not ask for nor a
    /// reproach.
    private func isFitting(_ teaching: Teaching, _ request: TeachingRequest) -> Bool {
        // A morning has its own and those for any time; a training and an evening only their own, so that no sentence of
        // the morning comes back.
        let isItsTime =
            teaching.occasion == request.occasion || (teaching.occasion == .any && request.occasion == .wake)
        guard isItsTime else { return false }
        if !request.includesGrief, teaching.isAbout(.grief) { return false }
        return !request.isAfterMiss || !teaching.themes.contains(where: \.reproachesAfterMiss)
    }

    /// Whether a morning's teaching was heard that day: a morning has one at most (T-4).
    private func hadMorning(_ date: LocalDate, _ request: TeachingRequest) -> Bool {
        entries.contains { [.any, .wake].contains($0.occasion) && request.lastHeard[$0.id] == date }
    }

    /// A date that lies far ahead comes from a clock that was wrong, and blocks nothing.
    private func wasHeardLately(_ teaching: Teaching, _ request: TeachingRequest) -> Bool {
        guard let heard = request.lastHeard[teaching.id] else { return false }
        let days = Int(request.date.dayNumber) - Int(heard.dayNumber)
        return abs(days) < Self.daysWithoutRepeat
    }

    private func chosen(
        _ teaching: Teaching, _ themes: [Theme], _ found: [Theme], _ request: TeachingRequest
    ) -> TeachingChoice.Chosen {
        let isSecular = request.mode == .secular
        let basis: TeachingChoice.Basis =
            if found.contains(where: teaching.isAbout) {
                .words
            } else {
                request.labels.contains(where: teaching.labels.contains) ? .label : .everyDay
            }
        return TeachingChoice.Chosen(
            id: teaching.id, theme: themes.first(where: teaching.isAbout) ?? teaching.themes.first ?? .fallback,
            sentence: teaching.sentence, practice: teaching.practice, origin: isSecular ? nil : teaching.origin,
            tradition: isSecular ? nil : teaching.tradition, basis: basis)
    }

    /// The order of choice: theme and labels, shared words, least recently heard, weight, then chance by date.
    private func rank(
        _ teaching: Teaching, _ themes: [Theme], _ found: [Theme], _ request: TeachingRequest, overlap: Int
    ) -> Rank {
        // With no theme in the owner's words, a label alone says what fits.
        let byLabel = request.labels.filter(teaching.labels.contains).count
        let place = themes.firstIndex(where: teaching.isAbout) ?? themes.count
        return Rank(
            theme: found.isEmpty && byLabel > 0 ? -1 : place,
            matches: -(found.filter(teaching.isAbout).count + byLabel), overlap: -overlap,
            lastHeard: request.lastHeard[teaching.id].map { Int($0.dayNumber) } ?? .min, weight: -teaching.weight,
            chance: Self.chance(teaching.id, request))
    }

    private struct Rank: Comparable {
        var theme: Int
        var matches: Int
        var overlap: Int
        var lastHeard: Int
        var weight: Int
        var chance: UInt64

        static func < (a: Rank, b: Rank) -> Bool {
            if (a.theme, a.matches, a.overlap) != (b.theme, b.matches, b.overlap) {
                return (a.theme, a.matches, a.overlap) < (b.theme, b.matches, b.overlap)
            }
            return (a.lastHeard, a.weight, a.chance) < (b.lastHeard, b.weight, b.chance)
        }
    }

    /// A number that the date, the device's seed and the entry's name decide (FNV-1a, then a mix of its bits).
    private static func chance(_ id: String, _ request: TeachingRequest) -> UInt64 {
        var hash = 0xCBF2_9CE4_8422_2325 ^ request.seed
        for byte in "\(request.date.dayNumber) \(id)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        return hash ^ (hash >> 33)
    }
}
