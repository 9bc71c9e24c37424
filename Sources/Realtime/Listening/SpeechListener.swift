import Bedside
import Cloud
import PeerConnection
import Synchronization
import System

/// Has a recording written down by the service over a WebSocket of its own, outside any talk (MIND-9). Nothing is played,
/// and no microphone is opened.
public struct SpeechListener: Sendable {
    private let configuration: RealtimeConfiguration
    private static let pollMilliseconds = 100
    /// A recording of 30 s is 1.9 MB in events.
    private static let maximumQueuedBytes = 3 << 20

    public init(configuration: RealtimeConfiguration) { self.configuration = configuration }

    /// Waits for the service, for `SpeechListening.wholeLimit` at most, and before that for the gateway's secret if a
    /// gateway stands in front of it; not on the loop's thread.
    /// - Parameters:
    ///   - http: for the gateway's secret.
    ///   - isWanted: asked ten times a second; once it says no, the recording is given up.
    /// - Returns: what was heard; the words are in no log.
    public func listen(
        _ request: ListeningRequest, http: HTTPClient, while isWanted: @Sendable () -> Bool
    ) -> Result<String, ListeningFailure> {
        do throws(PeerError) {
            try LateLibraries.load()
        } catch {
            return .failure(.service(.incomplete("\(error)")))
        }
        var options = WebSocketClient.Options(configuration)
        options.maximumQueuedBytes = Self.maximumQueuedBytes
        if let gateway = configuration.gateway {
            switch secret(gateway, http, isWanted) {
            case .success(let secret): options.authorize(secret)
            case .failure(let failure): return .failure(failure)
            }
        }
        let inbox = SocketInbox()
        let client = WebSocketClient(options: options) { inbox.put($0) }
        var listening = SpeechListening(
            request, model: configuration.model, transcriptionModel: configuration.transcriptionModel,
            reasoningEffort: configuration.reasoningEffort, voice: "marin", at: RealtimeClock.now)
        client.connect()
        defer { client.close() }
        while listening.result == nil {
            guard isWanted() else { return .failure(.cancelled) }
            let inputs = inbox.wait(milliseconds: Self.pollMilliseconds)
            for input in inputs.isEmpty ? [.tick] : inputs { listening.handle(input, at: RealtimeClock.now) }
            for event in listening.takeOutbox() where !client.send(event) {
                listening.handle(.ended(.lost), at: RealtimeClock.now)
            }
        }
        return listening.result ?? .failure(.cancelled)
    }

    /// The secret of a session that the gateway opens; whoever has made its `GatewayCalls` ends the session.
    private func secret(
        _ gateway: GatewayCalls, _ http: HTTPClient, _ isWanted: @Sendable () -> Bool
    ) -> Result<Credential, ListeningFailure> {
        guard let token = configuration.credential else { return .failure(.service(.credentials)) }
        let answer = Answer()
        GatewaySecret(gateway: gateway, credential: token, limits: configuration.limits, http: http).fetch {
            answer.put($0)
        }
        while true {
            if let result = answer.value { return result.mapError { .service($0) } }
            guard isWanted() else { return .failure(.cancelled) }
            answer.wait(milliseconds: Self.pollMilliseconds)
        }
    }

    private final class Answer: Sendable {
        private let result = Mutex<Result<Credential, RealtimeFailure>?>(nil)
        private let wakeUp = WakeUp()

        var value: Result<Credential, RealtimeFailure>? { result.withLock { $0 } }

        func put(_ value: Result<Credential, RealtimeFailure>) {
            result.withLock { $0 = value }
            wakeUp.signal()
        }

        func wait(milliseconds: Int) {
            wakeUp.wait(nanoseconds: Int64(milliseconds) * 1_000_000)
        }
    }
}
