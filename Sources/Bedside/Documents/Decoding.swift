// What every format that outlives a version needs of decoding: a field that an older version did not write has its
// default, and one that only a newer version knows is passed over.

extension KeyedDecodingContainer {
    /// A field that the writer's version may not have had.
    func value<Value: Decodable>(_ key: Key, or standard: @autoclosure () -> Value) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? standard()
    }

    /// One word of several, which a newer version may have made more: one that is unknown here becomes `standard`.
    ///
    /// An old package that is installed again must ring from a newer version's schedule copy (GUARD-4); it must not lose
    /// every alarm by a word that it never learned.
    func choice<Value: RawRepresentable>(
        _ key: Key, or standard: @autoclosure () -> Value
    ) throws -> Value where Value.RawValue == String {
        guard let name = try decodeIfPresent(String.self, forKey: key) else { return standard() }
        return Value(rawValue: name) ?? standard()
    }
}
