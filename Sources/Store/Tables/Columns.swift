import GRDB

/// A row's columns, each checked before it is used: GRDB's own subscripts trap on a value of the wrong kind, and a
/// damaged database may contain such values.
struct Columns {
    private let row: Row

    init(_ row: Row) { self.row = row }

    /// The stored value; null if the query has no such column.
    private func value(_ name: String) -> DatabaseValue.Storage {
        let value: DatabaseValue? = row[name]
        return value?.storage ?? .null
    }

    func bad(_ name: String) -> StoreError { .corrupt("a value of \(name) makes no sense") }

    func optionalInteger(_ name: String) throws(StoreError) -> Int64? {
        switch value(name) {
        case .null: return nil
        case .int64(let value): return value
        case .double, .string, .blob: throw bad(name)
        }
    }

    func integer(_ name: String) throws(StoreError) -> Int64 {
        guard let value = try optionalInteger(name) else { throw bad(name) }
        return value
    }

    /// Clamped to the documented bounds of a field, so that no number on disk can surprise the rules.
    func integer(_ name: String, within range: ClosedRange<Int>) throws(StoreError) -> Int {
        min(max(Int(try integer(name)), range.lowerBound), range.upperBound)
    }

    func flag(_ name: String) throws(StoreError) -> Bool { try integer(name) != 0 }

    func blob(_ name: String) throws(StoreError) -> [UInt8] {
        switch value(name) {
        case .blob(let data): return Array(data)
        case .null, .int64, .double, .string: throw bad(name)
        }
    }

    func optionalText(_ name: String) throws(StoreError) -> String? {
        switch value(name) {
        case .null: return nil
        case .string(let value): return value
        case .double, .int64, .blob: throw bad(name)
        }
    }

    func text(_ name: String) throws(StoreError) -> String {
        guard let value = try optionalText(name) else { throw bad(name) }
        return value
    }

    /// A text that `make` converts; throws if it returns nil.
    func parsed<Value>(_ name: String, _ make: (String) -> Value?) throws(StoreError) -> Value {
        guard let value = make(try text(name)) else { throw bad(name) }
        return value
    }

    func optionalParsed<Value>(_ name: String, _ make: (String) -> Value?) throws(StoreError) -> Value? {
        guard let text = try optionalText(name) else { return nil }
        guard let value = make(text) else { throw bad(name) }
        return value
    }
}
