import GatewayRules
import HTTPTypes
import Hummingbird
import SQLEngines

/// A speaker's minutes and conversations (GATEWAY-1, GATEWAY-2, ACCOUNT-3).
struct TalkRoutes: Sendable {
    static let largestOffer = 256 << 10

    let authentication: DeviceAuthentication
    let metering: Metering
    let provider: any VoiceProvider
    /// The model of each plan.
    let models: @Sendable (Plan) -> String
    /// Within how many seconds after an alarm has begun speakers may prepare a talk; nil: not at all (ALARM-12).
    let earlyConnectionSeconds: Int?
    /// Whether secrets are given out. What a speaker does with one cannot be ended (gateway-design §0.3).
    let hasClientSecrets: Bool

    func add(to routes: some RouterMethods<GatewayContext>) {
        routes.get("/mobile/entitlement") { request, context in
            let (caller, rows) = try await authentication.caller(
                of: request, context, reading: Entitlement.ofCredential)
            let entitlement = try await metering.entitlement(of: caller.account, rows)
            var answer = [JSON.Member(name: "entitlement", value: entitlement.json)]
            if let seconds = earlyConnectionSeconds {
                answer.append(JSON.Member(name: "early_within_seconds", value: .integer(Int64(seconds))))
            }
            // Left out otherwise: without it a speaker takes it that the gateway can.
            if !provider.canTalk { answer.append(JSON.Member(name: "can_talk", value: .bool(false))) }
            return Response(json: .object(answer))
        }
        routes.get("/mobile/realtime/session") { request, context in
            try await open(request, context, offer: nil, needsKey: false)
        }
        routes.post("/mobile/realtime/session") { request, context in
            switch request.mediaType {
            case "application/sdp":
                let offer = try await request.text(upTo: Self.largestOffer)
                // The rest is the provider's to judge.
                guard offer.utf8.starts(with: "v=0".utf8), !offer.utf8.contains(0), !hasBoundary(offer) else {
                    throw Failure(400, "invalid_offer", "the body is no SDP offer")
                }
                return try await open(request, context, offer: offer, needsKey: true)
            case "application/json":
                // Nothing in it is needed, but what is no JSON was meant to be something else.
                _ = try await request.jsonIfAny()
                return try await open(request, context, offer: nil, needsKey: true)
            case nil:
                // An offer that has lost its type must not become a secret.
                guard try await request.text(upTo: RequestBounds.body).isEmpty else { throw Self.badType }
                return try await open(request, context, offer: nil, needsKey: true)
            default: throw Self.badType
            }
        }
        routes.post("/mobile/realtime/session/sync") { request, context in try await sync(request, context) }
        routes.post("/mobile/realtime/session/stop") { request, context in try await stop(request, context) }
    }

    private static let badType = Failure(
        415, "unsupported_media_type", "application/sdp or application/json is needed")

    // MARK: - Opening

    private func open(
        _ request: Request, _ context: GatewayContext, offer: String?, needsKey: Bool
    ) async throws -> Response {
        let caller = try await authentication.caller(of: request, context)
        guard offer != nil || hasClientSecrets else {
            throw Failure(403, "client_secrets_off", "this gateway gives out no client secrets; send an SDP offer")
        }
        let ask = try Self.ask(request, caller, needsKey: needsKey)
        // It would be a call at the provider that whoever runs the gateway does not want. Not 403: a speaker takes that for
        // a key that is refused, and its light asks the owner for one.
        guard ask.isTalk || earlyConnectionSeconds != nil else {
            throw Failure(
                429, "preparing_off", "talks are not prepared at this gateway; begin one when Start is pressed")
        }
        let view = try Self.open(await metering.open(ask), isStart: true)
        let order = VoiceOrder(model: models(view.entitlement.plan), user: caller.user)
        guard let offer else {
            let secret = try await provided(view, caller) { await provider.secret(order) }
            let connected = try await connected(view, call: nil, ask)
            return Self.answer(secret, connected)
        }
        let call = try await provided(view, caller) { await provider.call(offer: offer, order) }
        let connected = try await connected(view, call: call.id, ask)
        return Self.answer(call, connected)
    }

    private func connected(_ view: Metering.View, call: String?, _ ask: Metering.Ask) async throws -> Metering.View {
        let answer = try await metering.connect(
            view.id, tryNumber: view.tryNumber, call: call, isTalk: ask.isTalk, of: ask.caller)
        return try Self.open(answer, isStart: true)
    }

    private static func ask(_ request: Request, _ caller: Caller, needsKey: Bool) throws -> Metering.Ask {
        guard let device = caller.device else { throw Failure.fault(inside: "a speaker without a row") }
        let key = try request.word(.idempotencyKey, atMost: 128)
        if needsKey, key == nil { throw Failure.badRequest("Idempotency-Key is missing") }
        let isTalk: Bool
        switch try request.word(.aniccaPhase, atMost: 16) {
        case nil, "talk": isTalk = true
        case "prepare": isTalk = false
        default: throw Failure.badRequest("Anicca-Phase is prepare or talk")
        }
        return Metering.Ask(
            caller: caller, device: device, key: key ?? base64url16(),
            habit: try request.word(.aniccaHabit, atMost: 64),
            isTalk: isTalk, resumes: try request.word(.aniccaResume, atMost: 64), mark: try mark(request))
    }

    private static func mark(_ request: Request) throws(Failure) -> StartMark? {
        guard let text = try request.word(.aniccaStart, atMost: StartMark.longest) else { return nil }
        guard let mark = StartMark(text) else {
            throw Failure.badRequest("Anicca-Start is lowercase hexadecimal digits, a hyphen and a number")
        }
        return mark
    }

    /// Asks the provider. If it refuses, what was lent goes back, and the failure is never a 401 or a 402 (ACCOUNT-4).
    private func provided<Value: Sendable>(
        _ view: Metering.View, _ caller: Caller, _ body: () async -> Result<Value, VoiceFailure>
    ) async throws -> Value {
        switch await body() {
        case .success(let value): return value
        case .failure(let failure):
            try await metering.giveBack(view.id, of: caller)
            switch failure {
            case .badOffer: throw Failure(400, "invalid_offer", "the provider does not take this offer")
            case .busy(let wait): throw Failure.providerBusy(seconds: wait)
            case .refused(let why): throw Failure.provider(inside: "provider: \(why)")
            }
        }
    }

    /// What is open, or the failure that the speaker is told.
    private static func open(_ answer: Metering.Answer, isStart: Bool) throws -> Metering.View {
        switch answer {
        case .open(let view): return view
        case .ended(let view):
            var failure = Failure(isStart ? 409 : 410, "session_ended", "the session is over")
            failure.details = view.endDetails
            throw failure
        case .quota(let entitlement): throw Failure.quotaExhausted(entitlement)
        case .tooOften(let why): throw Failure.tooMany(.start, waitMilliseconds: why.waitMilliseconds, why.sentence)
        case .late(let entitlement):
            // Not 409: a speaker that was told so would begin again, and end the talk that is on.
            var failure = Failure(410, "start_superseded", "this speaker has begun again since")
            failure.details = costDetails(minutes: 0, entitlement)
            throw failure
        case .unknown: throw Failure(404, "session_unknown", "the session was never this speaker's")
        }
    }

    private static func answer(_ call: VoiceCall, _ view: Metering.View) -> Response {
        Response(
            status: .created,
            headers: [
                .contentType: "application/sdp", .aniccaSession: view.id,
                .aniccaLease: String(view.leaseUntil / 1000),
                .aniccaRemaining: String(view.remainingMilliseconds / 1000),
            ], body: .init(byteBuffer: ByteBuffer(string: call.answer)))
    }

    private static func answer(_ secret: ClientSecret, _ view: Metering.View) -> Response {
        Response(
            json: .members([
                "client_secret": .members(["value": .text(secret.value), "expires_at": .integer(secret.expiresAt)]),
                "session_id": .text(view.id), "lease_until": .integer(view.leaseUntil / 1000),
                "remaining_seconds": .integer(view.remainingMilliseconds / 1000), "entitlement": view.entitlement.json,
            ]))
    }

    // MARK: - Going on, and the end

    private func sync(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try await authentication.caller(of: request, context)
        let body = try await request.json()
        let id = try body.required("session_id", atMost: 64)
        let isTalk: Bool
        switch try body.text("phase", atMost: 16) {
        case nil, "prepare": isTalk = false
        case "talk": isTalk = true
        default: throw Failure.badField("phase", "is prepare or talk")
        }
        let call = try body.text("call_id", atMost: 128)
        if let call, !isCallID(call) { throw Failure.badField("call_id", "is none") }
        let view = try Self.open(await metering.sync(id, isTalk: isTalk, call: call, of: caller), isStart: false)
        return Response(
            json: .members([
                "lease_until": .integer(view.leaseUntil / 1000),
                "remaining_seconds": .integer(view.remainingMilliseconds / 1000), "entitlement": view.entitlement.json,
            ]))
    }

    /// The first one counts; every later one gets its result.
    private func stop(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try await authentication.caller(of: request, context)
        let id = try await request.json().required("session_id", atMost: 64)
        // Also one whose token was not known here until now.
        let outcome = try await Importance.$current.withValue(.stop) { try await metering.stop(id, of: caller) }
        switch outcome {
        case .ended(let view): return Response(json: .object(view.endDetails))
        case let other:
            _ = try Self.open(other, isStart: false)
            throw Failure.fault(inside: "a stop that stopped nothing")
        }
    }
}

/// Whether a line begins with two dashes: it could end the part of a body that the offer is put into. By bytes, because a
/// search by characters costs as much as a query.
func hasBoundary(_ text: String) -> Bool {
    var matched = 0
    for byte in text.utf8 {
        switch (matched, byte) {
        case (_, UInt8(ascii: "\r")): matched = 1
        case (1, UInt8(ascii: "\n")): matched = 2
        case (2, UInt8(ascii: "-")): matched = 3
        case (3, UInt8(ascii: "-")): return true
        default: matched = 0
        }
    }
    return false
}

extension Metering.View {
    fileprivate var endDetails: [JSON.Member] { costDetails(minutes: end?.minutes ?? 0, entitlement) }
}

private func costDetails(minutes: Int64, _ entitlement: Entitlement) -> [JSON.Member] {
    [JSON.Member(name: "minutes", value: .integer(minutes)), JSON.Member(name: "entitlement", value: entitlement.json)]
}

extension HTTPField.Name {
    static let idempotencyKey = known("Idempotency-Key")
    static let aniccaHabit = known("Anicca-Habit")
    static let aniccaPhase = known("Anicca-Phase")
    static let aniccaResume = known("Anicca-Resume")
    static let aniccaStart = known("Anicca-Start")
    static let aniccaSession = known("Anicca-Session")
    static let aniccaLease = known("Anicca-Lease-Until")
    static let aniccaRemaining = known("Anicca-Remaining")
}
