import Synchronization

/// Hands one object at a time from an ordinary thread to a real-time thread, which neither counts references nor frees.
///
/// The owner publishes; what it published stays alive until the real-time thread has acknowledged something newer, or
/// the handover itself ends. `nil` is published like an object.
final class Handover<Object: AnyObject & Sendable>: Sendable {
    private let newest = Atomic<UInt>(0)
    private let acknowledged = Atomic<UInt>(0)
    private let kept = Mutex<[Object]>([])

    /// Owner's thread.
    func publish(_ object: Object?) {
        let pattern = object.map { Self.pattern(Unmanaged.passUnretained($0)) } ?? 0
        kept.withLock { kept in
            let before = newest.load(ordering: .relaxed)
            // Had it not come as far as the one before, it might be reading any of those before that just now.
            if acknowledged.load(ordering: .acquiring) == before {
                kept.removeAll { Self.pattern(Unmanaged.passUnretained($0)) != before }
            }
            if let object { kept.append(object) }
            newest.store(pattern, ordering: .releasing)
        }
    }

    private static func pattern(_ object: Unmanaged<Object>) -> UInt { UInt(bitPattern: object.toOpaque()) }

    /// Real-time thread: what was published last; it may be used until something newer is acknowledged.
    var current: Unmanaged<Object>? {
        UnsafeRawPointer(bitPattern: newest.load(ordering: .acquiring)).map { Unmanaged.fromOpaque($0) }
    }

    /// Real-time thread: nothing but this one is used any more.
    func acknowledge(_ object: Unmanaged<Object>?) {
        acknowledged.store(object.map(Self.pattern) ?? 0, ordering: .releasing)
    }
}
