/// The two letters of a country (ISO 3166-1), in which the owner lives: its help lines are the ones to be named
/// (SAFE-4).
public struct CountryCode: Hashable, Codable, Sendable {
    /// `JP`
    public let letters: String

    /// nil unless `text` is two letters from A to Z; small ones are made large.
    public init?(_ text: some StringProtocol) {
        let letters = text.uppercased()
        guard letters.utf8.count == 2, letters.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
        self.letters = letters
    }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let code = CountryCode(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "expected two letters such as JP"))
        }
        self = code
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(letters)
    }
}

/// How old the owner is, as roughly as the limits need it (SAFE-5, G-9). It does not follow birthdays; the owner
/// changes it.
public enum AgeBand: String, Codable, CaseIterable, Sendable, Hashable {
    case under13 = "under-13"
    case from13To17 = "13-17"
    case adult = "18-plus"
    /// Treated like an adult.
    case notSaid = "not-said"

    public var isMinor: Bool { self == .under13 || self == .from13To17 }
}
