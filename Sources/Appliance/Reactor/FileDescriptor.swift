import Glibc

/// An open file descriptor, closed when its last reference is dropped. Not thread-safe: it belongs to the thread that
/// made it.
final class FileDescriptor {
    let number: Int32

    init(_ number: Int32) { self.number = number }
    deinit { Glibc.close(number) }
}

/// Repeats a call while a signal interrupts it.
@discardableResult
func retryingOnInterrupt<Value: SignedInteger>(_ call: () -> Value) -> Value {
    while true {
        let result = call()
        if result == -1, errno == EINTR { continue }
        return result
    }
}

/// The text for an errno, such as `No such file or directory`.
func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }
