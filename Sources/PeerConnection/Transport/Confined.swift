/// Carries a weak reference to an object that belongs to one event thread through closures that must be Sendable.
///
/// `@unchecked Sendable`: `value` is read on that thread only.
struct Confined<Value: AnyObject>: @unchecked Sendable {
    private(set) weak var value: Value?

    init(_ value: Value) { self.value = value }
}

/// The protocol of a datagram, by its first byte (RFC 7983 §7). STUN never gets this far, because libnice handles it.
enum DatagramKind {
    case dtls, media, unknown

    init(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else {
            self = .unknown
            return
        }
        switch first {
        case 20...63: self = .dtls
        case 128...191: self = .media
        default: self = .unknown
        }
    }
}

/// Like ``Confined`` with a strong reference, for handing something over to its event thread.
///
/// `@unchecked Sendable`: `value` is used on that thread only.
struct Held<Value: AnyObject>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
