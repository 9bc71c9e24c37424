/// A value that is kept on the heap, so that what holds it is small. Still a value: copies share the storage until one of
/// them is changed.
///
/// Asking `Bedside` a question copies it to the stack, and a press asks many; with its largest parts boxed, that takes a
/// third of the memory, and ten simulated years half of the time.
///
/// `@unchecked Sendable`: the storage is changed only while one copy alone refers to it.
@propertyWrapper
struct Boxed<Value: Hashable & Sendable>: Hashable, @unchecked Sendable {
    private final class Storage {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private var storage: Storage

    init(wrappedValue: Value) { storage = Storage(wrappedValue) }

    var wrappedValue: Value {
        get { storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    /// The box itself, to be shared.
    var projectedValue: Self { self }

    static func == (one: Self, other: Self) -> Bool {
        one.storage === other.storage || one.wrappedValue == other.wrappedValue
    }

    func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

/// An optional value that is kept on the heap, as `Boxed` keeps one. `isNil` is stored beside the box, because it is
/// asked many times an event and the answer must not cost a copy.
@propertyWrapper
struct BoxedOptional<Value: Hashable & Sendable>: Hashable, Sendable {
    @Boxed private var value: Value?
    private(set) var isNil: Bool

    init(wrappedValue: Value?) {
        _value = Boxed(wrappedValue: wrappedValue)
        isNil = wrappedValue == nil
    }

    var wrappedValue: Value? {
        get { isNil ? nil : value }
        _modify {
            defer { if case .some = value { isNil = false } else { isNil = true } }
            yield &value
        }
    }

    /// To ask whether there is a value.
    var projectedValue: Self { self }
}
