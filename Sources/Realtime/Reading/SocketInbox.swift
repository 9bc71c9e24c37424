import Synchronization
import System

/// What a session of its own, outside any talk, gets from its WebSocket.
enum SocketInput: Sendable {
    case message([UInt8])
    /// One that was too large, or found no room.
    case oversized
    case ended(RealtimeFailure)
    case tick

    var bytes: Int { if case .message(let bytes) = self { bytes.count } else { 0 } }

    fileprivate var isEnd: Bool { if case .ended = self { true } else { false } }
    fileprivate var isGap: Bool { if case .oversized = self { true } else { false } }
}

/// What has come from a socket's thread and waits for the thread that handles it.
final class SocketInbox: Sendable {
    /// The most that waits to be handled; the service sends a reading of 12 s in some 60 events, and some 800 KB.
    private static let maximumWaiting = 4096
    private static let maximumWaitingBytes = 4 << 20

    private struct Waiting {
        var inputs: [SocketInput] = []
        var bytes = 0

        /// What finds no room leaves a gap, which is noted.
        mutating func add(_ input: SocketInput) {
            bytes += input.bytes
            let hasRoom = inputs.count < SocketInbox.maximumWaiting && bytes <= SocketInbox.maximumWaitingBytes
            if hasRoom || input.isEnd {
                inputs.append(input)
            } else if inputs.last?.isGap != true {
                inputs.append(.oversized)
            }
        }
    }

    private let waiting = Mutex(Waiting())
    private let wakeUp = WakeUp()

    func put(_ event: WebSocketClient.Event) {
        let input: SocketInput
        switch event {
        // The service speaks first; until it does, there is nothing to send.
        case .connected, .open, .faltering: return
        case .message(let bytes): input = .message(bytes)
        case .oversized: input = .oversized
        case .ended(let failure):
            input = .ended(failure.map { WebSocketRelay.meaning(of: $0, openMinutes: nil) } ?? .lost)
        }
        waiting.withLock { $0.add(input) }
        wakeUp.signal()
    }

    func wait(milliseconds: Int) -> [SocketInput] {
        wakeUp.wait(nanoseconds: Int64(milliseconds) * 1_000_000)
        return waiting.withLock { waiting in
            defer { waiting = Waiting() }
            return waiting.inputs
        }
    }
}
