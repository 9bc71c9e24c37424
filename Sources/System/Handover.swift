import Synchronization

/// Hands one object at a time from an ordinary thread to a real-time thread, which neither counts references nor frees,
/// waits or allocates.
///
/// The real-time thread announces what it uses (a hazard pointer); the owner keeps what it has replaced until nobody
/// announces it. Two real-time threads need two handovers. `nil` is published like an object.
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

    /// Publishes an object in place of the last one, which is released now or by a later call. Any ordinary thread.
    public func publish(_ object: Object?) {
        // Objects are released outside the lock, because their `deinit` may publish.
        let ended = kept.withLock { kept -> [Object] in
            if let old = kept.current { kept.retired.append(old) }
            kept.current = object
            published.store(object.map(Self.address) ?? 0, ordering: .sequentiallyConsistent)
            return takeUnused(&kept)
        }
        _ = ended
    }

    /// Releases what the real-time thread no longer uses; false if something is left: call again later.
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

    /// Whether `object` is what was published last; nil means no object.
    public func isNewest(_ object: Unmanaged<Object>?) -> Bool {
        published.load(ordering: .acquiring) == UInt(bitPattern: object?.toOpaque())
    }

    /// The object that was published last, to be used until the next `take` or `release`. What was taken before must no
    /// longer be used.
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

    /// Announces that the object that was taken is no longer used.
    public func release() { announced.store(0, ordering: .releasing) }
}
