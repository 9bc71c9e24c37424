/// The two letters of a country (ISO 3166-1), in which the owner lives: its help lines are the ones to be named
/// (SAFE-4).
public struct CountryCode: Hashable, Codable, Sendable {
    /// `JP`
    public let letters: String

    /// nil unless `text` is the code of a country; small letters are made large.
    public init?(_ text: some StringProtocol) {
        let letters = text.uppercased()
        guard letters.utf8.count == 2, Self.all.contains(letters) else { return nil }
        self.letters = letters
    }

    /// The codes of ISO 3166-1, and Kosovo's, which that standard leaves to its users. A country needs no help lines of
    /// its own to be in it; one that a typing error names must not be taken for the owner's.
    private static let all: Set<String> = Set(
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW
        BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI
        FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN
        IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME
        MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF
        PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV
        SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE
        YT ZA ZM ZW XK
        """.split(whereSeparator: \.isWhitespace).map(String.init))

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
