import Bedside
import CLinux
import Glibc

/// One connected client: bytes in, lines out, and what is still to be sent. Loop's thread only.
final class ControlConnection {
    enum Received {
        case lines([[UInt8]], isAtEnd: Bool)
        case tooLong
        case failed
    }
    enum Sent {
        case everything, part, failed
    }

    let id: Int
    let descriptor: FileDescriptor
    /// Commands that were passed on and not answered yet.
    var pending = 0
    /// The id of the request that asked to watch.
    var watch: Int?
    var output: [UInt8] = []
    /// The client will send nothing more.
    var isEnding = false
    var idleDeadline: BootTime
    private var input: [UInt8] = []

    init(id: Int, descriptor: FileDescriptor, idleDeadline: BootTime) {
        self.id = id
        self.descriptor = descriptor
        self.idleDeadline = idleDeadline
    }

    /// Whether the client waits for an answer or watches, which is not idle. A client that does not read its answers is
    /// idle.
    var isOccupied: Bool { (pending > 0 || watch != nil) && output.isEmpty && input.isEmpty }

    /// Reads at most a few chunks per turn, so that one client cannot keep the loop from the others.
    func receive() -> Received {
        var lines: [[UInt8]] = []
        var chunk = [UInt8](repeating: 0, count: 32_768)
        for _ in 0..<8 {
            let count = retryingOnInterrupt { recv(descriptor.number, &chunk, chunk.count, 0) }
            if count == 0 { return .lines(lines, isAtEnd: true) }
            if count < 0 { return errno == EAGAIN ? .lines(lines, isAtEnd: false) : .failed }
            var rest = chunk.prefix(count)
            while let newline = rest.firstIndex(of: 0x0A) {
                input.append(contentsOf: rest[..<newline])
                rest = rest[(newline + 1)...]
                if input.count > ControlLimits.lineBytes { return .tooLong }
                if input.last == 0x0D { input.removeLast() }
                if !input.isEmpty { lines.append(input) }
                input = []
            }
            input.append(contentsOf: rest)
            if input.count > ControlLimits.lineBytes { return .tooLong }
        }
        return .lines(lines, isAtEnd: false)
    }

    func transmit() -> Sent {
        while !output.isEmpty {
            let flags = clinux_no_signal
            let count = retryingOnInterrupt { Glibc.send(descriptor.number, output, output.count, flags) }
            if count < 0 { return errno == EAGAIN ? .part : .failed }
            output.removeFirst(count)
        }
        return .everything
    }
}
