import Bedside
import Cloud
import PeerConnection
import Synchronization
import System

/// Has a text read by the service over a WebSocket of its own, outside any talk (MIND-4). Nothing is played, and no
/// microphone is opened.
public struct ScriptReader: Sendable {
    private let configuration: RealtimeConfiguration
    private static let pollMilliseconds = 100
    /// The most that waits to be handled; the service sends a reading of 12 s in some 60 events, and some 800 KB.
    private static let maximumWaiting = 4096
    private static let maximumWaitingBytes = 4 << 20

    public init(configuration: RealtimeConfiguration) { self.configuration = configuration }

    /// Waits for the service, for `ScriptReading.wholeLimit` at most; not on the loop's thread.
    /// - Parameter isWanted: asked ten times a second; once it says no, the reading is given up.
    /// - Returns: 24 kHz mono.
    public func read(
        _ request: ReadingRequest, while isWanted: @Sendable () -> Bool
    ) -> Result<[Int16], ReadingFailure> {
        do throws(PeerError) {
            try LateLibraries.load()
        } catch {
            return .failure(.service(.incomplete("\(error)")))
        }
        let inbox = Inbox()
        let client = WebSocketClient(options: WebSocketClient.Options(configuration)) { inbox.put($0) }
        var reading = ScriptReading(
            request, model: configuration.model, reasoningEffort: configuration.reasoningEffort, at: RealtimeClock.now)
        client.connect()
        defer { client.close() }
        while reading.result == nil {
            guard isWanted() else { return .failure(.cancelled) }
            let inputs = inbox.wait(milliseconds: Self.pollMilliseconds)
            for input in inputs.isEmpty ? [.tick] : inputs { reading.handle(input, at: RealtimeClock.now) }
            for event in reading.takeOutbox() where !client.send(event) {
                reading.handle(.ended(.lost), at: RealtimeClock.now)
            }
        }
        return reading.result ?? .failure(.cancelled)
    }

    /// A reading at 48 kHz, the rate of the sound devices.
    public static func atDeviceRate(_ samples: [Int16]) -> [Float] {
        var interpolator = HalfBand.Interpolator()
        return interpolator.process(samples)
    }

    /// What came from the socket's thread.
    private final class Inbox: Sendable {
        private struct Waiting {
            var inputs: [ScriptReading.Input] = []
            var bytes = 0

            /// What finds no room leaves a gap, which is noted.
            mutating func add(_ input: ScriptReading.Input) {
                bytes += input.bytes
                let hasRoom = inputs.count < ScriptReader.maximumWaiting && bytes <= ScriptReader.maximumWaitingBytes
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
            let input: ScriptReading.Input
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

        func wait(milliseconds: Int) -> [ScriptReading.Input] {
            wakeUp.wait(nanoseconds: Int64(milliseconds) * 1_000_000)
            return waiting.withLock { waiting in
                defer { waiting = Waiting() }
                return waiting.inputs
            }
        }
    }
}

extension ScriptReading.Input {
    fileprivate var isEnd: Bool { if case .ended = self { true } else { false } }
    fileprivate var isGap: Bool { if case .oversized = self { true } else { false } }
}
