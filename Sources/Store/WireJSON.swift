import Bedside
import Foundation

/// Reads JSON that this version or an earlier one has written: control lines, the journal.
public enum WireJSON {
    /// - Parameter withWords: whether the text holds the owner's words, and not their lengths (`PrivateText`).
    public static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, withWords: Bool = false
    ) throws -> Value {
        let decoder = JSONDecoder()
        if withWords, let key = CodingUserInfoKey.privateWords { decoder.userInfo[key] = true }
        // Checked before decoding: an associated value that may be nil would be read as nil under its old name.
        if ["\"_0\"", "\"_1\""].contains(where: { data.range(of: Data($0.utf8)) != nil }) {
            decoder.keyDecodingStrategy = .custom(currentName)
        }
        return try decoder.decode(type, from: data)
    }

    @Sendable private static func currentName(_ path: [any CodingKey]) -> any CodingKey {
        guard let key = path.last else { return Name(stringValue: "") }
        let parents = path.dropLast().map(\.stringValue)
        guard let name = NamesOfFirstVersion.current(key.stringValue, in: parents) else { return key }
        return Name(stringValue: name)
    }

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
