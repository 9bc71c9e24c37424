/// Words of the owner, or of a person who talks with them (MIND-3, GUARD-1): kept in memory and in the vault only.
///
/// It prints, reflects and encodes as its length, so that no log, journal, status or schedule copy can hold the words.
/// Decoding gives an empty text, because an encoded file does not contain the words. Only the vault and the control
/// socket, whose clients are the owner's, set `CodingUserInfoKey.privateWords` and so code the words themselves.
public struct PrivateText: Hashable, Sendable {
    /// The words, for the vault, the companion and the voice only.
    public let words: String

    public init(_ words: String) { self.words = words }
}

extension PrivateText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        let count = words.count
        return "private, \(count) character\(count == 1 ? "" : "s")"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension CodingUserInfoKey {
    /// Set to true on a coder whose output is sealed or goes to the owner only.
    public static let privateWords = CodingUserInfoKey(rawValue: "privateWords")

    fileprivate static func allowsWords(_ userInfo: [CodingUserInfoKey: Any]) -> Bool {
        privateWords.flatMap { userInfo[$0] as? Bool } ?? false
    }
}

extension Encoder {
    /// Whether the output may hold the owner's words, and with them what says as much as a word does: a label of a day,
    /// what a memory is about, a theme. A journal may not, because it outlives what is forgotten.
    var allowsWords: Bool { CodingUserInfoKey.allowsWords(userInfo) }
}

extension PrivateText: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self.init(CodingUserInfoKey.allowsWords(decoder.userInfo) ? text : "")
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.allowsWords ? words : description)
    }
}
