import Crypto
import GatewayRules
import HTTPTypes
import Hummingbird

/// Sign in with Apple on the page (gateway-design §5). Apple answers with a form that a page of its own sends, so
/// neither our other cookies nor our forms' secret are there: what the browser has begun is known by one cookie.
struct AppleWeb: Sendable {
    let servicesID: String
    let client: AppleClient
    let verifier: AppleVerifier
    /// Nil: what revokes a sign-in is not kept.
    let keeper: AppleTokenKeeper?

    /// Where a browser goes to sign in.
    func authorization(_ flow: AppleFlow, returnAddress: String) -> String {
        var fields = [
            ("client_id", servicesID), ("redirect_uri", returnAddress), ("response_type", "code id_token"),
            ("response_mode", "form_post"), ("scope", "name"), ("state", flow.state),
            ("nonce", AppleVerifier.sent(flow.nonce)),
        ]
        // Only who exchanges the code can show the verifier.
        if client.key != nil { fields += [("code_challenge", flow.challenge), ("code_challenge_method", "S256")] }
        return client.address + "/auth/authorize?" + formEncoded(fields)
    }
}

/// What belongs to one sign-in at Apple. All of it follows from the cookie's secret, and leads nobody back to it.
struct AppleFlow: Sendable {
    /// Comes back with Apple's form.
    let state: String
    /// Comes back in Apple's token, as its SHA-256.
    let nonce: String
    /// RFC 7636.
    let verifier: String
    let challenge: String

    init(_ secret: Token) {
        func derived(_ name: String) -> String {
            base64url(
                HMAC<SHA256>.authenticationCode(
                    for: Array(name.utf8), using: SymmetricKey(data: Array(secret.text.utf8))))
        }
        state = derived("state")
        nonce = derived("nonce")
        verifier = derived("verifier")
        challenge = base64urlOfHash(verifier)
    }
}

extension PageRoutes {
    private static let callback = "/auth/apple/callback"

    func addApple(_ apple: AppleWeb, to pages: RouterGroup<GatewayContext>) {
        page(pages, .get, "/auth/apple/start", leavesTrace: true) { visit in try await startApple(apple, visit) }
        page(pages, .post, RouterPath(Self.callback), isGuarded: false) { visit in
            try await finishApple(apple, visit)
        }
        page(pages, .get, RouterPath(Self.callback), withoutForm)
    }

    /// Somebody is at the address of Apple's form without that form: they went back to it, or opened it again. What the
    /// browser has begun at Apple meanwhile is not ended by that.
    private func withoutForm(_ visit: Visit) async throws -> Response {
        guard try await caller(visit) == nil else { return visit.redirect(PersonPart.home.path) }
        return visit.redirect("/signin", ["apple": "over"])
    }

    private func startApple(_ apple: AppleWeb, _ visit: Visit) async throws -> Response {
        let secret = try Token.fresh(.appleState)
        let goal = Store.AppleReturn(
            userCode: visit.form["user_code"].flatMap(UserCode.init(typed:)),
            language: visit.chosen ? visit.language : nil, part: visit.next)
        // Apple's form does not bring the cookie of the sign-in along.
        let former = visit.browser.session
        if let wait = try await store.keep(appleState: secret, goal, from: visit.block, replacing: former) {
            throw Failure.tooMany(.apple, waitMilliseconds: wait)
        }
        let address = apple.authorization(AppleFlow(secret), returnAddress: publicAddress + Self.callback)
        return Response(
            status: .seeOther,
            headers: [
                .location: address,
                .setCookie: Browser.setCookie(
                    Browser.appleCookie, secret, sameSite: "None",
                    maxAgeSeconds: AppleNonce.lifetimeMilliseconds / 1000),
            ])
    }

    /// Apple's form. Whatever comes of it, what the browser has begun is over.
    private func finishApple(_ apple: AppleWeb, _ visit: Visit) async throws -> Response {
        guard let secret = visit.browser.apple, let state = visit.form["state"],
            isEqualInConstantTime(state, AppleFlow(secret).state),
            let goal = try await store.appleReturn(of: secret)
        else { return try visit.appleTrouble(\.stateLost, status: .badRequest) }
        return try await finishApple(apple, visit.inLanguage(goal.language), secret, goal)
    }

    private func finishApple(
        _ apple: AppleWeb, _ visit: Visit, _ secret: Token, _ goal: Store.AppleReturn
    ) async throws -> Response {
        switch visit.form["error"] {
        case nil: break
        case "user_cancelled_authorize"?, "access_denied"?: return try visit.appleTrouble(\.cancelled, goal)
        default: return try visit.appleTrouble(\.refused, goal, status: .forbidden)
        }
        let (person, refresh): (ApplePerson, AppleToken?)
        do throws(Failure) {
            (person, refresh) = try await applePerson(apple, visit.form, AppleFlow(secret))
        } catch {
            return error.status < 500
                ? try visit.appleTrouble(\.refused, goal, status: .forbidden)
                : try visit.appleTrouble(\.away, goal, status: .serviceUnavailable, error)
        }
        let web = try Token.fresh(.web)
        let outcome = try await store.signInWithApple(
            person, state: secret, web: web, refresh: refresh, isSelling: planQuestion != nil)
        switch outcome {
        case .signedIn:
            // It may be a new account, whose plan is asked for.
            planQuestion?.wakeUp.wake()
            var response = try visit.signedIn(web, userCode: goal.userCode, to: goal.part)
            response.headers[values: .setCookie].append(Browser.removeApple)
            return response
        case .tooLate, .nonceUsed: return try visit.appleTrouble(\.stateLost, goal, status: .badRequest)
        case .leaving: return try visit.appleTrouble(\.leaving, goal, status: .forbidden)
        case .tooMany(let wait): throw Failure.tooMany(.apple, waitMilliseconds: wait)
        }
    }

    /// Whom Apple names: in what it answers for the code if we have a key there, else in the form.
    private func applePerson(
        _ apple: AppleWeb, _ form: Form, _ flow: AppleFlow
    ) async throws(Failure) -> (ApplePerson, AppleToken?) {
        let now = store.engine.now() / 1000
        let token: String
        var kept: AppleToken?
        if let key = apple.client.key {
            guard let code = form["code"], code.utf8.count <= 1_024 else { throw AppleVerifier.refusal("no code") }
            let exchange = await apple.client.exchange(
                code: code, client: apple.servicesID,
                .init(returnAddress: publicAddress + Self.callback, verifier: flow.verifier), with: key, at: now)
            switch exchange {
            case .tokens(let confirmed, let refresh):
                token = confirmed
                kept = try apple.keeper?.sealed(refresh, client: apple.servicesID)
            case .refused: throw AppleVerifier.refusal("its code is not good")
            case .away: throw Failure.unavailable("Apple cannot be reached", inside: "no answer for a code")
            }
        } else {
            guard let sent = form["id_token"] else { throw AppleVerifier.refusal("no token") }
            token = sent
        }
        let claims = try await apple.verifier.person(
            in: token, audiences: [apple.servicesID], nonce: flow.nonce, at: now)
        guard let subject = claims.subject else { throw AppleVerifier.refusal("nobody") }
        return (ApplePerson(subject: subject, name: Self.appleName(form["user"])), kept)
    }

    /// The name in the form's `user`, which comes once and is signed by nobody. Whatever else it is, is no name.
    private static func appleName(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 4_096, let name = (try? JSON(parsing: Array(text.utf8)))?["name"] else {
            return nil
        }
        return displayName(
            given: try? name.text("firstName", atMost: 100), family: try? name.text("lastName", atMost: 100))
    }
}

extension Visit {
    /// What the sign-in page shows for Apple.
    func appleButton(userCode: String) -> [String: any Sendable] {
        var fields: [(name: String, value: String)] = []
        if !userCode.isEmpty { fields.append(("user_code", userCode)) }
        if let next { fields.append(("next", next.rawValue)) }
        if chosen { fields.append(("lang", language.rawValue)) }
        let query = fields.isEmpty ? "" : "?" + formEncoded(fields)
        let texts = language.appleTexts
        return [
            "address": "/auth/apple/start" + query, "logo": PageTemplates.appleLogo, "text": texts.signIn,
            "or": texts.orOwnerCode,
        ]
    }

    /// The same visit in the language that the visitor had chosen before.
    fileprivate func inLanguage(_ known: PageLanguage?) -> Visit {
        guard let known else { return self }
        return Visit(
            browser: browser, form: form, language: known, chosen: true, block: block, templates: templates)
    }

    /// A page that says why a sign-in did not come to pass, and leads back. The cookie for it has had its use; the other
    /// cookies were not sent here, and stay as they are.
    fileprivate func appleTrouble(
        _ text: KeyPath<AppleTexts, String> & Sendable, _ goal: Store.AppleReturn = .init(),
        status: HTTPResponse.Status = .ok, _ failure: Failure? = nil
    ) throws -> Response {
        let (code, part) = (goal.userCode?.digits, goal.part?.rawValue)
        let back = redirect("/signin", ["user_code": code, "next": part]).headers[.location] ?? "/signin"
        let kept = (code.map { "&user_code=\($0)" } ?? "") + (part.map { "&next=\($0)" } ?? "")
        let words = language.appleTexts
        var response = try page(
            "apple", titled: texts.signIn, note: words[keyPath: text],
            ["address": back, "again": words.again, "otherLanguageAddress": "/signin"], keeping: kept, status: status)
        failure?.addHeaders(to: &response)
        response.headers[values: .setCookie] = [Browser.removeApple]
        return response
    }
}
