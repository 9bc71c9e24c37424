import CLinux
import Glibc

/// Wakes a thread that waits, with one system call and no allocation: an eventfd, closed with the object.
public final class WakeUp: Sendable {
    /// Readable while a signal is pending; -1 if the system had no descriptor left, and then no thread is woken.
    public let descriptor: Int32

    public init() { descriptor = clinux_eventfd() }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Wakes the thread. Any thread may call it, real-time ones too; several signals before the next `clear` count as
    /// one.
    public func signal() {
        var one: UInt64 = 1
        while write(descriptor, &one, MemoryLayout<UInt64>.size) < 0 && errno == EINTR {}
    }

    public func clear() {
        var count: UInt64 = 0
        while Glibc.read(descriptor, &count, MemoryLayout<UInt64>.size) < 0 && errno == EINTR {}
    }

    /// Waits for a signal, at most this long (nil: without end); clears it.
    public func wait(nanoseconds: Int64?) {
        if clinux_wait_readable(descriptor, nanoseconds.map { max(0, $0) } ?? -1) > 0 { clear() }
    }
}
