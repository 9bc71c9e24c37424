import Glibc

/// An open file descriptor, closed when nobody holds it any more. Not thread-safe: it belongs to the thread that made it.
final class FileDescriptor {
    let number: Int32

    init(_ number: Int32) { self.number = number }
    deinit { Glibc.close(number) }
}

/// Runs a call again while a signal interrupts it.
@discardableResult
func retryingOnInterrupt<Value: SignedInteger>(_ call: () -> Value) -> Value {
    while true {
        let result = call()
        if result == -1, errno == EINTR { continue }
        return result
    }
}

/// `No such file or directory` for an errno.
func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }
