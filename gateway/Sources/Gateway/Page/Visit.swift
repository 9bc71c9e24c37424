import GatewayRules
import HTTPTypes
import Hummingbird

/// One request to the page, and how it is answered.
struct Visit: Sendable {
    let browser: Browser
    let form: Form
    let language: PageLanguage
    /// Whether the visitor has chosen the language; then links keep it.
    let chosen: Bool
    let block: AddressBlock
    let templates: PageTemplates
    /// For the log.
    var notes: RequestNotes?
    /// The path that was asked for.
    var path = "/"

    var texts: PageTexts { language.texts }

    /// Where a sign-in leads back to.
    var next: PersonPart? { form["next"].flatMap(PersonPart.init(rawValue:)) }

    /// A page. A browser's first one brings the secret for its forms.
    func page(
        _ name: String, title: KeyPath<PageTexts, String> & Sendable, note: String? = nil, alarm: String? = nil,
        _ values: [String: any Sendable] = [:], code: UserCode? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        try page(
            name, titled: texts[keyPath: title], note: note, alarm: alarm, values,
            keeping: code.map { "&user_code=\($0.digits)" } ?? "", status: status)
    }

    /// - Parameter keeping: More of the address that the link to the other language has.
    func page(
        _ name: String, titled title: String, of part: PersonPart? = nil, note: String? = nil, alarm: String? = nil,
        _ values: [String: any Sendable] = [:], keeping query: String = "", status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let secret = try browser.form ?? Token.fresh(.form)
        var all = values
        all["t"] = texts
        all["p"] = language.personTexts
        all["b"] = language.browserTexts
        all["title"] = title
        all["language"] = language.rawValue
        all["q"] = chosen ? "?lang=\(language.rawValue)" : ""
        all["amp"] = chosen ? "&lang=\(language.rawValue)" : ""
        all["otherLanguage"] = language.other.rawValue
        all["otherLanguageName"] = language.other.name
        // A page that answers a form has to lead elsewhere.
        all["otherLanguageAddress"] =
            (values["otherLanguageAddress"] as? String ?? "") + "?lang=\(language.other.rawValue)" + query
        all["form"] = Browser.formText(secret, session: browser.session)
        if browser.session != nil, name != "signin" { all["navigation"] = navigation(part) }
        if let note { all["note"] = note }
        if let alarm { all["alarm"] = alarm }
        var response = try templates.render(name, all, status: status)
        if browser.form == nil {
            response.headers[values: .setCookie] = [
                Browser.setCookie(Browser.formCookie, secret, sameSite: "Strict", maxAgeSeconds: nil)
            ]
        }
        return response
    }

    /// The links at the end of each page of somebody who is signed in.
    private func navigation(_ current: PersonPart?) -> [String: any Sendable] {
        let texts = language.personTexts
        let query = chosen ? "?lang=\(language.rawValue)" : ""
        let parts: [[String: any Sendable]] = PersonPart.inNavigation.map { part in
            ["address": part.path + query, "name": part.title(in: texts), "isCurrent": part == current]
        }
        return ["label": texts.navigation, "parts": parts]
    }

    /// To another page of ours, with a GET. Values are digits, hashes and words of ours: nothing to escape.
    func redirect(_ path: String, _ query: KeyValuePairs<String, String?> = [:]) -> Response {
        var pairs = query.compactMap { name, value in value.map { "\(name)=\(Self.harmless($0))" } }
        if chosen { pairs.append("lang=\(language.rawValue)") }
        let address = pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
        return Response(status: .seeOther, headers: [.location: address])
    }

    /// A browser's sign-in. A new secret at each: whoever knew the old one knows nothing.
    ///
    /// - Parameters:
    ///   - userCode: Of the speaker that waits to be connected.
    ///   - part: The page that it leads to else; nil: the one that the form names.
    func signedIn(_ web: Token, userCode: UserCode?, to part: PersonPart? = nil) throws -> Response {
        let path = userCode == nil ? (part ?? next ?? .home).path : "/device"
        var response = redirect(path, ["user_code": userCode?.digits])
        response.headers[values: .setCookie] = [
            Browser.setCookie(
                Browser.sessionCookie, web, sameSite: "Lax",
                maxAgeSeconds: Credential.webLifetimeMilliseconds / 1000),
            Browser.setCookie(Browser.formCookie, try Token.fresh(.form), sameSite: "Strict", maxAgeSeconds: nil),
        ]
        return response
    }

    private static func harmless(_ value: String) -> String {
        value.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }

    func refuse(_ refusal: FormGuard.Refusal, _ publicAddress: String) throws -> Response {
        switch refusal {
        case .stale: try troublePage(texts.expired, hasFreshForm: true, status: .forbidden)
        case .otherOrigin:
            try page(
                "trouble", title: \.trouble, alarm: texts.wrongOrigin, ["address": publicAddress + "/device"],
                status: .forbidden)
        }
    }

    /// A failure in the visitor's words. What is for the log goes on as the failure's own.
    func trouble(_ failure: Failure) throws -> Response {
        let text =
            switch failure.status {
            case 404: texts.notFound
            case 429: texts.tooMany
            case 503: texts.away
            case 400..<500: texts.expired
            default: texts.fault
            }
        var response = try troublePage(
            text, hasFreshForm: text == texts.expired, status: HTTPResponse.Status(code: failure.status))
        failure.addHeaders(to: &response)
        return response
    }

    /// - Parameter hasFreshForm: Whether it leads to the form again.
    private func troublePage(
        _ alarm: String, hasFreshForm: Bool, status: HTTPResponse.Status
    ) throws -> Response {
        guard hasFreshForm else { return try page("trouble", title: \.trouble, alarm: alarm, status: status) }
        let place = FormPage(sentTo: path, form)
        return try page(
            "trouble", titled: texts.trouble, alarm: alarm,
            ["freshForm": place.address(chosen ? language : nil), "otherLanguageAddress": place.path],
            keeping: place.query.isEmpty ? "" : "&" + place.query, status: status)
    }
}
