/// A value that is kept on the heap, so that what holds it is small. Still a value: copies share the storage until one of
/// them is changed.
///
/// Asking `Bedside` a question copies it to the stack, and a press asks many; with its largest parts boxed, that takes a
/// third of the memory, and ten simulated years half of the time. Not a property wrapper, and read by `get`: with `_read`,
/// Swift 6.3 released a part of a value that it had only borrowed (an optional connection, where a second condition of the
/// same `guard` failed).
///
/// `@unchecked Sendable`: the storage is changed only while one copy alone refers to it.
struct Boxed<Value: Hashable & Sendable>: Hashable, @unchecked Sendable {
    private final class Storage {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private var storage: Storage

    init(_ value: Value) { storage = Storage(value) }

    var value: Value {
        get { storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    static func == (one: Self, other: Self) -> Bool { one.storage === other.storage || one.value == other.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
