import Bedside
import Cloud
import PeerConnection

/// Has a text read by the service over a WebSocket of its own, outside any talk (MIND-4). Nothing is played, and no
/// microphone is opened.
public struct ScriptReader: Sendable {
    private let configuration: RealtimeConfiguration
    private static let pollMilliseconds = 100

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
        let inbox = SocketInbox()
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
}
