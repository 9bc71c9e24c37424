import Crypto
import GatewayRules
import HTTPTypes
import Hummingbird

/// A browser: its sign-in, and the secret that ties forms to it.
struct Browser: Sendable {
    static let sessionCookie = "__Host-anicca"
    static let formCookie = "__Host-anicca-form"
    /// The only one that other sites' forms bring along: Apple answers with such a form.
    static let appleCookie = "__Host-anicca-apple"
    static let passkeyCookie = "__Host-anicca-passkey"

    /// The token of its sign-in, which may have ended.
    let session: Token?
    /// The secret behind its forms; nil: its first visit.
    let form: Token?
    /// The sign-in at Apple that it has begun.
    let apple: Token?
    /// What it was asked of its passkeys.
    let passkey: Token?

    init(_ request: Request) {
        session = request.cookies[Self.sessionCookie].flatMap { Token(.web, sent: $0.value) }
        form = request.cookies[Self.formCookie].flatMap { Token(.form, sent: $0.value) }
        apple = request.cookies[Self.appleCookie].flatMap { Token(.appleState, sent: $0.value) }
        passkey = request.cookies[Self.passkeyCookie].flatMap { Token(.passkey, sent: $0.value) }
    }

    /// What each form of a browser carries: nobody else can compute it, and it changes with a sign-in.
    static func formText(_ form: Token, session: Token?) -> String {
        let message = Array("form \(session?.text ?? "")".utf8)
        return base64url(
            HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: Array(form.text.utf8))))
    }

    /// `__Host-` cookies must be Secure; browsers take them from http://localhost, too.
    static func setCookie(_ name: String, _ token: Token, sameSite: String, maxAgeSeconds: Int64?) -> String {
        let age = maxAgeSeconds.map { "; Max-Age=\($0)" } ?? ""
        return "\(name)=\(token.text); Path=/; Secure; HttpOnly; SameSite=\(sameSite)\(age)"
    }

    static let removeSession = "\(sessionCookie)=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"
    static let removeForm = "\(formCookie)=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0"
    static let removePasskey = "\(passkeyCookie)=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0"
    static let removeApple = "\(appleCookie)=; Path=/; Secure; HttpOnly; SameSite=None; Max-Age=0"
}

extension Response {
    /// Leaves nothing of a sign-in in the browser: none of our cookies, and no page that it may have kept.
    ///
    /// Not `"cookies"`: that takes the cookies of all names below the registered domain, which others may serve.
    var signedOut: Response {
        var response = self
        response.headers[values: .setCookie] += [
            Browser.removeSession, Browser.removeForm, Browser.removePasskey, Browser.removeApple,
        ]
        response.headers[.clearSiteData] = "\"cache\""
        return response
    }
}

/// Refuses forms that were not sent by a page of ours: another origin, or without the browser's secret.
struct FormGuard: Sendable {
    let publicAddress: String

    enum Refusal: Hashable, Sendable {
        case otherOrigin
        case stale
    }

    func check(_ request: Request, _ browser: Browser, _ form: Form) -> Refusal? {
        // Browsers set both; a page cannot.
        if let site = request.headers[.secFetchSite], site != "same-origin" { return .otherOrigin }
        if let origin = request.headers[.origin], origin != publicAddress { return .otherOrigin }
        guard let secret = browser.form, let sent = form["form"] else { return .stale }
        let expected = Browser.formText(secret, session: browser.session)
        return isEqualInConstantTime(sent, expected) ? nil : .stale
    }
}

/// The headers of every page, besides those of every answer (gateway-design §4).
struct PageHeaders: RouterMiddleware {
    typealias Context = GatewayContext

    func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; "
            + "base-uri 'none'; frame-ancestors 'none'"
        // Not `no-referrer`: with it browsers send `Origin: null` with our own forms (Fetch, "append a request Origin
        // header"), and the check of the origin would refuse them. Nothing goes to other origins with this either.
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.permissionsPolicy] = "camera=(), microphone=(), geolocation=()"
        response.headers[.openerPolicy] = "same-origin"
        response.headers[.resourcePolicy] = "same-origin"
        return response
    }
}
