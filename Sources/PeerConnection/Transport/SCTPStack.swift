import CNice
import CUsrsctp
import Glibc
import Synchronization
import System

/// usrsctp, of which there is one per process: started once, without threads of its own except its idle iterator.
///
/// Its callbacks carry a number that we chose, never an object's address: a number whose object is gone is not found,
/// so nothing is called after it was freed. Callbacks come on whichever thread is inside usrsctp, so anything that
/// belongs to another thread is posted there.
enum SCTPStack {
    private struct Entry {
        var thread: EventThread
        var transport: Confined<SCTPTransport>
    }

    private struct Registry {
        var entries: [UInt: Entry] = [:]
        var next: UInt = 1
    }

    private static let registry = Mutex(Registry())
    private static let lastTurnNanoseconds = Mutex<Int64>(bootNanoseconds())

    private static let isStarted: Bool = {
        usrsctp_init_nothreads(
            0, { identity, bytes, count, _, _ in SCTPStack.output(identity, bytes, count) }, nil)
        // No ECN and no address changes over DTLS; nothing of SCTP-AUTH is used (RFC 8261 §5).
        usrsctp_sysctl_set_sctp_ecn_enable(0)
        usrsctp_sysctl_set_sctp_asconf_enable(0)
        usrsctp_sysctl_set_sctp_auth_enable(0)
        usrsctp_sysctl_set_sctp_auto_asconf(0)
        // Resources that are kept for reuse instead of freed: none, since a speaker has one association.
        usrsctp_sysctl_set_sctp_system_free_resc_limit(0)
        usrsctp_sysctl_set_sctp_asoc_free_resc_limit(0)
        usrsctp_sysctl_set_sctp_delayed_sack_time_default(50)
        // Packets of an association that is gone are not answered.
        usrsctp_sysctl_set_sctp_blackhole(2)
        return true
    }()

    static func register(_ transport: SCTPTransport, thread: EventThread) -> UInt {
        _ = isStarted
        let identity = registry.withLock { registry -> UInt in
            let identity = registry.next
            registry.next += 1
            registry.entries[identity] = Entry(thread: thread, transport: Confined(transport))
            return identity
        }
        usrsctp_register_address(UnsafeMutableRawPointer(bitPattern: identity))
        return identity
    }

    static func deregister(_ identity: UInt) {
        usrsctp_deregister_address(UnsafeMutableRawPointer(bitPattern: identity))
        let gone = registry.withLock { $0.entries.removeValue(forKey: identity) }
        withExtendedLifetime(gone) {}
    }

    static var liveCount: Int { registry.withLock { $0.entries.count } }

    /// Runs usrsctp's timers for the time since the last call, whichever association made it: its clock is shared by
    /// the process.
    static func handleTimers() {
        _ = lastTurnNanoseconds.withLockIfAvailable { last in
            let now = bootNanoseconds()
            let elapsed = max(0, now - last) / 1_000_000
            guard elapsed > 0 else { return }
            last += elapsed * 1_000_000
            // After a long time without associations there is nothing to catch up on.
            usrsctp_handle_timers(UInt32(min(elapsed, 10_000)))
        }
    }

    /// A packet that usrsctp wants sent.
    private static func output(
        _ identity: UnsafeMutableRawPointer?, _ bytes: UnsafeMutableRawPointer?, _ count: Int
    ) -> Int32 {
        let number = UInt(bitPattern: identity)
        guard let bytes, let entry = registry.withLock({ $0.entries[number] }) else { return 0 }
        let packet = UnsafeRawBufferPointer(start: bytes, count: count)
        if entry.thread.isCurrent {
            entry.transport.value?.output(packet)
        } else {
            let copy = Array(packet)
            entry.thread.run { copy.withUnsafeBytes { entry.transport.value?.output($0) } }
        }
        return 0
    }

    /// Delivers a piece of a message, or a notification.
    static func deliver(_ number: UInt, _ delivery: SCTPTransport.Delivery) {
        guard let entry = registry.withLock({ $0.entries[number] }) else { return }
        if entry.thread.isCurrent {
            entry.transport.value?.take(delivery)
        } else {
            entry.thread.run { entry.transport.value?.take(delivery) }
        }
    }
}
