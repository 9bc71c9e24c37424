/// Carries a value that is not `Sendable` to the one thread that uses it.
final class Unshared<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
