import GatewayRules
import Hummingbird

/// A speaker's way to its token and to the next one: RFC 8628, rotation, RFC 7009 (GATEWAY-1, ACCOUNT-1, ACCOUNT-6).
struct SpeakerRoutes: Sendable {
    static let clientID = "anicca-speaker"
    static let deviceCodeGrant = "urn:ietf:params:oauth:grant-type:device_code"
    static let rotateGrant = "urn:anicca:rotate"

    let store: Store
    let authentication: DeviceAuthentication
    let metering: Metering
    let metrics: GatewayMetrics
    let publicAddress: String

    func add(to routes: some RouterMethods<GatewayContext>) {
        routes.post("/auth/device") { request, context in try await ask(request, context) }
        routes.post("/auth/token") { request, context in try await token(request, context) }
        routes.post("/auth/revoke") { request, context in try await revoke(request, context) }
    }

    /// RFC 8628 §3.1 and §3.2.
    private func ask(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let form = try await request.form()
        try checkClient(form)
        let ask = DeviceAsk(
            clientID: Self.clientID, deviceID: try form.required("device_id", atMost: 64),
            deviceName: form["device_name"] == nil ? "Anicca" : try form.required("device_name", atMost: 60),
            block: context.notes.block)
        if let scope = form["scope"], scope != "device" {
            throw Failure(400, "invalid_scope", "the only scope is device")
        }
        let deviceCode = try Token.fresh(.deviceCode)
        switch try await store.ask(ask, deviceCode: deviceCode) {
        case .tooOften(let wait): throw Failure.tooMany(.ask, waitMilliseconds: wait)
        case .code(let code):
            let page = publicAddress + "/device"
            return Response(
                json: .members([
                    "device_code": .text(deviceCode.text), "user_code": .text(code.digits),
                    "verification_uri": .text(page),
                    "verification_uri_complete": .text("\(page)?user_code=\(code.digits)"),
                    "expires_in": .integer(DeviceGrant.lifetimeMilliseconds / 1000),
                    "interval": .integer(DeviceGrant.firstIntervalSeconds),
                ]))
        }
    }

    /// RFC 8628 §3.4 and §3.5, and our rotation.
    private func token(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let form = try await request.form()
        let grant = try form.required("grant_type")
        if grant != Self.rotateGrant { try authentication.allowances.takeWithoutToken(context.notes) }
        switch grant {
        case Self.deviceCodeGrant: return try await poll(form)
        case Self.rotateGrant: return try await rotate(request, context)
        default: throw Failure(400, "unsupported_grant_type", "grant_type is none of this gateway's")
        }
    }

    private func poll(_ form: Form) async throws -> Response {
        try checkClient(form)
        guard let deviceCode = Token(.deviceCode, sent: try form.required("device_code")) else {
            throw Failure(400, "invalid_grant", "the device code is not one of this gateway's")
        }
        let fresh = try Token.fresh(.device)
        switch try await store.poll(deviceCode: deviceCode, clientID: Self.clientID, fresh: fresh) {
        case .authorizationPending: throw Failure(400, "authorization_pending", "the owner has not decided yet")
        case .slowDown: throw Failure(400, "slow_down", "poll less often: 5 s more between two polls")
        case .accessDenied: throw Failure(400, "access_denied", "the owner said no, or the speaker asked again")
        case .expiredToken: throw Failure(400, "expired_token", "the code has ended")
        case .invalidGrant: throw Failure(400, "invalid_grant", "the device code is unknown or used up")
        case .issue(let user):
            metrics.signIns.increment()
            return Self.answer(fresh, user: user)
        }
    }

    private func rotate(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try await authentication.caller(of: request, context)
        guard let old = context.notes.tokenHash else { throw Failure.fault(inside: "a speaker without a token") }
        let fresh = try Token.fresh(.device)
        guard try await store.rotate(caller, from: old, fresh: fresh) else {
            throw try await store.isOfDeleted(old) ? DeviceAuthentication.deleted : DeviceAuthentication.overtaken
        }
        authentication.allowances.know(token: fresh.hash)
        return Self.answer(fresh, user: caller.user)
    }

    /// RFC 7009: 200 whether it was known or not. A token that is good signs its speaker out.
    private func revoke(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let form = try await request.form()
        if let token = Token(.device, sent: try form.required("token")) {
            context.notes.credential = authentication.pseudonyms.name(token.text)
            if let device = try await store.signOut(by: token) { try await metering.revoke(devices: [device]) }
        }
        return Response(status: .ok)
    }

    private func checkClient(_ form: Form) throws(Failure) {
        guard try form.required("client_id") == Self.clientID else {
            throw Failure(400, "invalid_client", "client_id must be \(Self.clientID)")
        }
    }

    private static func answer(_ token: Token, user: String) -> Response {
        Response(
            json: .members([
                "access_token": .text(token.text), "token_type": "Bearer",
                "expires_in": .integer(Credential.deviceLifetimeMilliseconds / 1000), "user_id": .text(user),
            ]))
    }
}
