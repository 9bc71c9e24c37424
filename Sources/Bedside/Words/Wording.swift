/// One text in every language (SETUP-5). Adding a language breaks the build until every text has it.
public struct Wording: Hashable, Codable, Sendable {
    public let english: String
    public let japanese: String
    /// The Japanese text as it sounds (は and へ as わ and え), for espeak-ng; nil for what is only shown.
    public let kana: String?

    /// A text that is only shown.
    public init(_ english: String, _ japanese: String) {
        self.english = english
        self.japanese = japanese
        kana = nil
    }

    /// A text that is said: its reading cannot be left out.
    init(_ english: String, _ japanese: String, kana: String) {
        self.english = english
        self.japanese = japanese
        self.kana = kana
    }

    public func text(in language: Language) -> String {
        switch language {
        case .english: english
        case .japanese: japanese
        }
    }

    /// The text with the same prefix in every language: a place in a file, a name.
    public func after(_ place: String) -> Wording { Wording(place + english, place + japanese) }

    /// The reading for a synthesizer, if the text itself would be misread.
    public func reading(in language: Language) -> String? {
        switch language {
        case .english: nil
        case .japanese: kana
        }
    }
}

/// Logs get the English text.
extension Wording: CustomStringConvertible {
    public var description: String { english }
}

/// Something with a text in every language.
public protocol Worded: Sendable {
    var wording: Wording { get }
}

extension Worded {
    public func text(in language: Language) -> String { wording.text(in: language) }
    public func reading(in language: Language) -> String? { wording.reading(in: language) }
}
