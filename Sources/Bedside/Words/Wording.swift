/// One text in every language there is (SETUP-5). A language more makes every text that lacks it fail to compile.
public struct Wording: Hashable, Codable, Sendable {
    public let english: String
    public let japanese: String
    /// The Japanese text as it sounds (は and へ as わ and え), for espeak-ng; nil for what is only shown.
    public let kana: String?

    /// For screens.
    public init(_ english: String, _ japanese: String) {
        self.english = english
        self.japanese = japanese
        kana = nil
    }

    /// For the voice: the reading cannot be left out.
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

    /// With the same in front in every language: a place in a file, a name.
    public func after(_ place: String) -> Wording { Wording(place + english, place + japanese) }

    /// What a synthesizer needs where the text's own letters would be misread.
    public func reading(in language: Language) -> String? {
        switch language {
        case .english: nil
        case .japanese: kana
        }
    }
}

/// In logs: English.
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
