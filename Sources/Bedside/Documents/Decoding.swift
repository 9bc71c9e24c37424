// Decoding for formats that outlive a version: a field that an older version did not write gets its default, and one
// that only a newer version knows is ignored.

extension KeyedDecodingContainer {
    /// Decodes a field that may be absent; returns `standard` if it is.
    func value<Value: Decodable>(_ key: Key, or standard: @autoclosure () -> Value) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? standard()
    }

    /// Decodes one word of a set that a newer version may have extended; returns `standard` if it is absent or unknown.
    ///
    /// An older package that is installed again must ring from a newer version's schedule copy (GUARD-4), and must not
    /// lose every alarm because of one unknown word.
    func choice<Value: RawRepresentable>(
        _ key: Key, or standard: @autoclosure () -> Value
    ) throws -> Value where Value.RawValue == String {
        guard let name = try decodeIfPresent(String.self, forKey: key) else { return standard() }
        return Value(rawValue: name) ?? standard()
    }
}
