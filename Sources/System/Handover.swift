import Synchronization

/// Hands one object at a time from an ordinary thread to a real-time thread, which neither counts references nor frees,
/// waits or allocates.
///
/// The real-time thread announces what it uses (a hazard pointer); the owner keeps what it has replaced until nobody
/// announces it. For two real-time threads there are two handovers. `nil` is published like an object.
public final class Handover<Object: AnyObject & Sendable>: Sendable {
    private struct Kept {
        var current: Object?
        var retired: [Object] = []
    }
    private let published = Atomic<UInt>(0)
    private let announced = Atomic<UInt>(0)
    private let kept = Mutex(Kept())

    public init() {}

    // MARK: Owner

    /// Any ordinary thread. What was published before is dropped, at once or by a later call.
    public func publish(_ object: Object?) {
        // Ended objects go when the lock is free again: their ends may publish.
        let ended = kept.withLock { kept -> [Object] in
            if let old = kept.current { kept.retired.append(old) }
            kept.current = object
            published.store(object.map(Self.address) ?? 0, ordering: .sequentiallyConsistent)
            return takeUnused(&kept)
        }
        _ = ended
    }

    /// Drops what the real-time thread uses no more; false: call again later.
    @discardableResult
    public func reap() -> Bool {
        let (ended, isEmpty) = kept.withLock { kept in (takeUnused(&kept), kept.retired.isEmpty) }
        _ = ended
        return isEmpty
    }

    private func takeUnused(_ kept: inout Kept) -> [Object] {
        let inUse = announced.load(ordering: .sequentiallyConsistent)
        let unused = kept.retired.filter { Self.address($0) != inUse }
        kept.retired.removeAll { Self.address($0) != inUse }
        return unused
    }

    private static func address(_ object: Object) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    // MARK: Real-time thread

    /// Whether that is what was published last; nil: nothing.
    public func isNewest(_ object: Unmanaged<Object>?) -> Bool {
        published.load(ordering: .acquiring) == UInt(bitPattern: object?.toOpaque())
    }

    /// What was published last, to be used until the next `take` or `release`; what was taken before is used no more.
    public func take() -> Unmanaged<Object>? {
        var address = published.load(ordering: .sequentiallyConsistent)
        while true {
            announced.store(address, ordering: .sequentiallyConsistent)
            let again = published.load(ordering: .sequentiallyConsistent)
            if again == address { break }
            address = again
        }
        return UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
    }

    /// What was taken is used no more.
    public func release() { announced.store(0, ordering: .releasing) }
}
