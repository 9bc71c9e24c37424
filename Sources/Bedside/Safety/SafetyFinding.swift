/// A phrase of risk in an utterance, and why it does not count, if so.
struct SafetyFinding: Hashable, Sendable {
    struct Place: Hashable, Sendable {
        /// In symbols.
        var span: Range<Int>
        /// Which list of phrases of its language it is from.
        var list: Int
        var level: SafetyLevel
        var firmness: SafetyFirmness
    }

    var place: Place
    var exclusion: SafetyExclusion?

    var namesExplicitRisk: Bool { exclusion == nil && place.level == .explicit }
}

/// Why a phrase of risk does not count.
enum SafetyExclusion: Int, CaseIterable, Sendable {
    case idiom
    case recovery
    case exaggeration
    case everyday
    case denial
    case somebodyElse
    /// A quotation, a title, a past that is over.
    case mark
}
