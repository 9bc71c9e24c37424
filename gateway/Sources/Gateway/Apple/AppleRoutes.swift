import GatewayRules
import Hummingbird

/// Sign in with Apple in an app, and what Apple tells about people (GATEWAY-1, GATEWAY-5).
struct AppleRoutes: Sendable {
    static let longestToken = SignedToken.longest

    let store: Store
    let verifier: AppleVerifier
    let metering: Metering
    let metrics: GatewayMetrics
    let bundleIDs: Set<String>
    /// The ids for which an event is accepted: those of the apps and of the page.
    let audiences: Set<String>
    /// Nil: what revokes a sign-in is not kept.
    let keeper: AppleTokenKeeper?
    /// Nil: nothing is sold.
    let planQuestion: PlanQuestion?

    func add(to routes: some RouterMethods<GatewayContext>) {
        if !bundleIDs.isEmpty {
            routes.post("/auth/apple/nonce") { _, context in try await nonce(context) }
            routes.post("/auth/apple") { request, _ in try await signIn(request) }
        }
        if !audiences.isEmpty {
            routes.post("/auth/apple/notifications") { request, _ in try await notice(request) }
        }
    }

    private func nonce(_ context: GatewayContext) async throws -> Response {
        let nonce = try Token.fresh(.nonce)
        if let wait = try await store.keep(appleNonce: nonce, from: context.notes.block) {
            throw Failure.tooMany(.apple, waitMilliseconds: wait)
        }
        return Response(
            json: .members([
                "nonce": .text(nonce.text), "expires_in": .integer(AppleNonce.lifetimeMilliseconds / 1000),
            ]))
    }

    private func signIn(_ request: Request) async throws -> Response {
        let body = try await request.json()
        let token = try body.required("identity_token", atMost: Self.longestToken)
        let nonce = try body.required("nonce", atMost: 128)
        guard AppleNonce.isPossible(nonce) else {
            throw Failure.badField("nonce", "is not of 16 to 128 visible ASCII characters")
        }
        let user = try body.required("user_id", atMost: AppleClaims.longestSubject)
        // An app that has no name for itself gets one: a token belongs to something that can be signed out alone.
        let deviceID =
            try body.text("device_id", atMost: 64).flatMap { $0.isEmpty ? nil : $0 } ?? "app-" + base64url16()
        let name = try body.text("name", atMost: 100)
        let code = try body.text("authorization_code", atMost: 1_024).flatMap { $0.isEmpty ? nil : $0 }
        let claims = try await verifier.person(
            in: token, audiences: bundleIDs, nonce: nonce, at: store.engine.now() / 1000)
        guard let subject = claims.subject, isEqualInConstantTime(subject, user) else {
            throw AppleVerifier.refusal("user_id is not whom it is about")
        }
        let fresh = try Token.fresh(.device)
        let app = Store.AppleApp(
            person: ApplePerson(subject: subject, name: displayName(given: name, family: nil)), nonce: nonce,
            rememberedUntil: claims.rememberedUntilMilliseconds, deviceID: deviceID)
        switch try await store.signInWithApple(app, fresh: fresh, isSelling: planQuestion != nil) {
        case .signedIn(let user):
            metrics.signIns.increment()
            // It may be a new account, whose plan is asked for.
            planQuestion?.wakeUp.wake()
            if let code { try await keepToken(for: code, claims, subject: subject, nonce: nonce) }
            return Response(
                json: .members([
                    "userId": .text(user), "access_token": .text(fresh.text), "token_type": "Bearer",
                    "expires_in": .integer(Credential.deviceLifetimeMilliseconds / 1000),
                    "device_id": .text(deviceID),
                ]))
        case .nonceUsed: throw Failure(409, "nonce_used", "this nonce has been used; sign in at Apple with another one")
        case .tooLate: throw AppleVerifier.refusal("its nonce has ended")
        case .leaving: throw AppleVerifier.refusal("this account is being deleted")
        case .tooMany(let wait): throw Failure.tooMany(.apple, waitMilliseconds: wait)
        }
    }

    /// Has Apple exchange an app's code for what revokes the sign-in one day. The app is signed in, whatever becomes of
    /// that: a later sign-in brings another code.
    private func keepToken(for code: String, _ claims: AppleClaims, subject: String, nonce: String) async throws {
        guard let keeper else { return }
        let now = store.engine.now() / 1000
        let exchange = await keeper.client.exchange(code: code, client: claims.audience, nil, with: keeper.key, at: now)
        guard case .tokens(let identity, let refresh) = exchange else { return }
        // The code of somebody else would let one person's deletion end another's sign-in.
        guard
            let confirmed = try? await verifier.person(
                in: identity, audiences: [claims.audience], nonce: nonce, at: now),
            confirmed.subject == subject, let token = try keeper.sealed(refresh, client: claims.audience)
        else { return }
        try await store.keep(token, of: subject)
    }

    /// Apple repeats what is not answered with 200. What is about mail, or new, is good news.
    private func notice(_ request: Request) async throws -> Response {
        let payload = try await request.json().required("payload", atMost: Self.longestToken)
        let event = try await verifier.event(in: payload, audiences: audiences, at: store.engine.now() / 1000)
        try await metering.revoke(devices: try await store.take(event))
        return Response(json: .members([:]))
    }
}
