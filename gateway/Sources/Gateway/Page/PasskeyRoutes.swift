import GatewayRules
import HTTPTypes
import Hummingbird

/// Signing in with a passkey (gateway-design §5). The browser finds the passkey by itself, so nobody is named before.
///
/// A browser begins with a form, so that looking at a page makes no row; it is asked on the page to which that leads.
extension PageRoutes {
    func addPasskeys(_ place: PasskeyPlace, to pages: RouterGroup<GatewayContext>) {
        for method in [HTTPRequest.Method.get, .head] {
            pages.on("/passkeys.js", method: method) { _, _ in Self.passkeyScript }
        }
        page(pages, .get, "/signin/passkey") { visit in try ask(place, visit) }
        page(pages, .post, "/signin/passkey", beginWithPasskey)
        page(pages, .post, "/signin/passkey/answer") { visit in try await signInWithPasskey(place, visit) }
        PersonRoutes(pages: self).addPasskeys(place, to: pages)
    }

    private static var passkeyScript: Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/javascript; charset=utf-8", .cacheControl: "public, max-age=3600"],
            body: .init(byteBuffer: ByteBuffer(string: PageTemplates.passkeyScript)))
    }

    private func beginWithPasskey(_ visit: Visit) async throws -> Response {
        let secret = try Token.fresh(.passkey)
        if let wait = try await store.keep(passkeyChallenge: secret, from: visit.block) {
            throw Failure.tooMany(.passkey, waitMilliseconds: wait)
        }
        return visit.redirect(toSignIn: "/signin/passkey").asking(secret)
    }

    private func ask(_ place: PasskeyPlace, _ visit: Visit) throws -> Response {
        guard let secret = visit.browser.passkey else { return visit.redirect(toSignIn: "/signin") }
        let question = PasskeyQuestion(place: place, secret: secret)
        let code = visit.userCode
        let back = visit.redirect(toSignIn: "/signin").headers[.location] ?? "/signin"
        var values: [String: any Sendable] = [
            "k": visit.language.passkeyTexts, "challenge": base64url(question.challenge), "place": place.id,
            "userCode": code?.digits ?? "", "back": back, "nothingDone": visit.language.passkeyTexts.cancelled,
        ]
        var kept = code.map { "&user_code=\($0.digits)" } ?? ""
        if let next = visit.next {
            values["next"] = next.rawValue
            kept += "&next=\(next.rawValue)"
        }
        return try visit.page("passkey", titled: visit.language.passkeyTexts.signIn, values, keeping: kept)
    }

    /// The browser's answer. Whatever comes of it, the question is over.
    private func signInWithPasskey(_ place: PasskeyPlace, _ visit: Visit) async throws -> Response {
        func back(_ error: String) -> Response {
            visit.redirect(toSignIn: "/signin", error: error).withoutQuestion
        }
        guard let secret = visit.browser.passkey else { return back("passkey-late") }
        let id = try? visit.form.passkeyBytes("id", .credentialID)
        guard let id, let passkey = try await store.passkey(named: id) else {
            visit.note(.unknown)
            try await store.spend(passkeyChallenge: secret)
            return back("passkey-unknown")
        }
        let examined = Result { () throws(PasskeyFault) -> UInt32 in
            try PasskeyQuestion(place: place, secret: secret).counter(visit.form, by: passkey)
        }
        let web = try Token.fresh(.web)
        let former = visit.browser.session
        switch try await store.signIn(with: passkey, examined, challenge: secret, web: web, replacing: former) {
        case .signedIn: return try visit.signedIn(web, userCode: visit.userCode).withoutQuestion
        case .late: return back("passkey-late")
        case .leaving: return back("passkey-leaving")
        case .refused(let fault):
            visit.note(fault)
            switch fault {
            case .unknown: return back("passkey-unknown")
            case .counter: return back("passkey-copied")
            default: return back("passkey-refused")
            }
        }
    }

    /// What the sign-in page says of a passkey that let nobody in.
    func passkeyAlarm(_ visit: Visit) -> String? {
        let texts = visit.language.passkeyTexts
        let alarms = [
            "passkey-late": texts.late, "passkey-unknown": texts.unknown, "passkey-copied": texts.copied,
            "passkey-refused": texts.refused, "passkey-leaving": texts.leaving,
        ]
        return visit.form["error"].flatMap { alarms[$0] }
    }
}

extension Visit {
    /// The code of a speaker that is waiting to be connected; nil: none.
    var userCode: UserCode? { form["user_code"].flatMap(UserCode.init(typed:)) }

    /// To a page of the sign-in, with what it leads to afterwards.
    func redirect(toSignIn path: String, error: String? = nil) -> Response {
        redirect(path, ["error": error, "user_code": userCode?.digits, "next": next?.rawValue])
    }

    /// For the log: the page says less.
    func note(_ fault: PasskeyFault) { notes?.inside = "a passkey was refused: \(fault.rawValue)" }
}

extension Response {
    /// Remembers in the browser what it is asked.
    func asking(_ secret: Token) -> Response {
        var response = self
        response.headers[values: .setCookie].append(
            Browser.setCookie(
                Browser.passkeyCookie, secret, sameSite: "Strict",
                maxAgeSeconds: PasskeyLimits.challengeMilliseconds / 1000))
        return response
    }

    var withoutQuestion: Response {
        var response = self
        response.headers[values: .setCookie].append(Browser.removePasskey)
        return response
    }
}
