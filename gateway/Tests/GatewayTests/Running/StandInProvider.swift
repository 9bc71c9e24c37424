import Foundation
import Hummingbird
import Synchronization

/// A provider on loopback that keeps count of the calls that are up. Safe on any thread.
final class StandInProvider: Sendable {
    static let key = "sk-stand-in-of-the-tests"

    struct State: Sendable {
        var calls: Set<String> = []
        /// Requests, also those that still wait for an answer.
        var arrived = 0
        var made = 0
        var hungUp: [String] = []
        var secrets = 0
        /// Statuses with which the next requests are answered instead.
        var faults: [(status: Int, body: String)] = []
        /// Whether hanging up fails.
        var isDeaf = false
        var bodies: [String] = []
        var safetyIdentifiers: Set<String> = []
        var milliseconds = 0
        /// The number of a request, as `arrived` counts them, that waits for its answer as long as this is set.
        var held: Int?
    }

    private let state = Mutex(State())
    let port: Int

    var now: State { state.withLock { $0 } }
    func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

    /// Runs one while `body` runs.
    static func with(_ body: (StandInProvider) async throws -> Void) async throws {
        let box = Box()
        try await withLoopbackServer(router(box)) { port in
            let provider = StandInProvider(port: port)
            box.provider.withLock { $0 = provider }
            try await body(provider)
        }
    }

    private final class Box: Sendable { let provider = Mutex<StandInProvider?>(nil) }

    private init(port: Int) { self.port = port }

    private static func router(_ box: Box) -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        for path in ["/v1/realtime/calls", "/v1/realtime/client_secrets", "/v1/realtime/calls/:id/hangup"] {
            router.post(RouterPath(path)) { request, context in
                guard let provider = box.provider.withLock({ $0 }) else { throw HTTPError(.serviceUnavailable) }
                let body = String(buffer: try await request.body.collect(upTo: 1 << 20))
                let number = provider.state.withLock { state in
                    state.arrived += 1
                    return state.arrived
                }
                while provider.now.held == number { try await Task.sleep(for: .milliseconds(5)) }
                let pause = provider.now.milliseconds
                if pause > 0 { try await Task.sleep(for: .milliseconds(pause)) }
                return provider.answer(request, call: context.parameters.get("id"), body: body)
            }
        }
        return router
    }

    private func answer(_ request: Request, call: String?, body: String) -> Response {
        func json(_ text: String, _ status: Int = 200) -> Response {
            Response(
                status: .init(code: status), headers: [.contentType: "application/json"],
                body: .init(byteBuffer: ByteBuffer(string: text)))
        }
        return state.withLock { state in
            guard request.headers[.authorization] == "Bearer \(Self.key)" else { return json("{}", 401) }
            if let call {
                guard !state.isDeaf else { return json("{}", 500) }
                state.hungUp.append(call)
                return json("{}", state.calls.remove(call) == nil ? 404 : 200)
            }
            if !state.faults.isEmpty {
                let fault = state.faults.removeFirst()
                return json(fault.body, fault.status)
            }
            state.bodies.append(body)
            let identifier = request.headers.first { $0.name.rawName == "OpenAI-Safety-Identifier" }?.value
            state.safetyIdentifiers.insert(identifier ?? "")
            if request.uri.path.hasSuffix("client_secrets") {
                state.secrets += 1
                return json(#"{"value":"ek_stand_in_\#(state.secrets)","expires_at":1800000060,"session":{"id":"x"}}"#)
            }
            state.made += 1
            let call = "rtc_\(state.made)"
            state.calls.insert(call)
            return Response(
                status: .created,
                headers: [.contentType: "application/sdp", .location: "/v1/realtime/calls/\(call)?x=1"],
                body: .init(byteBuffer: ByteBuffer(string: "v=0\r\ns=answer of \(call)\r\n")))
        }
    }
}
