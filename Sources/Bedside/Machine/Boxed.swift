/// A value that is kept on the heap, so that what holds it is small. Still a value: copies share the storage until one of
/// them is changed.
///
/// Asking `Bedside` a question copies it to the stack, and a press asks many; with its largest parts boxed, that takes a
/// third of the memory. Not a property wrapper: the property that the compiler makes for one copies the value with every
/// look at a part of it. Whoever holds one gives it out by `_read` and `_modify`. The storage holds a pointer, as a class's
/// variable would be copied too, reference by reference.
///
/// `@unchecked Sendable`: the storage is changed only while one copy alone refers to it.
struct Boxed<Value: Hashable & Sendable>: Hashable, @unchecked Sendable {
    private final class Storage {
        let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        init(_ value: Value) { pointer.initialize(to: value) }

        deinit {
            pointer.deinitialize(count: 1)
            pointer.deallocate()
        }
    }

    private var storage: Storage

    init(_ value: Value) { storage = Storage(value) }

    /// By address, as swift-collections' boxes: whoever asks about a part of the value copies none of the rest.
    var value: Value {
        unsafeAddress { UnsafePointer(storage.pointer) }
        unsafeMutableAddress {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.pointer.pointee) }
            return storage.pointer
        }
    }

    static func == (one: Self, other: Self) -> Bool { one.storage === other.storage || one.value == other.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
