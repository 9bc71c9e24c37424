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

    var texts: PageTexts { language.texts }

    /// A page. A browser's first one brings the secret for its forms.
    func page(
        _ name: String, title: KeyPath<PageTexts, String> & Sendable, note: String? = nil, alarm: String? = nil,
        _ values: [String: any Sendable] = [:], code: UserCode? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let secret = try browser.form ?? Token.fresh(.form)
        var all = values
        all["t"] = texts
        all["title"] = texts[keyPath: title]
        all["language"] = language.rawValue
        all["otherLanguage"] = language.other.rawValue
        all["otherLanguageName"] = language.other.name
        all["otherLanguageAddress"] =
            "?lang=\(language.other.rawValue)" + (code.map { "&user_code=\($0.digits)" } ?? "")
        all["form"] = Browser.formText(secret, session: browser.session)
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

    /// To another page of ours, with a GET. Values are digits, hashes and words of ours: nothing to escape.
    func redirect(_ path: String, _ query: KeyValuePairs<String, String?> = [:]) -> Response {
        var pairs = query.compactMap { name, value in value.map { "\(name)=\(Self.harmless($0))" } }
        if chosen { pairs.append("lang=\(language.rawValue)") }
        let address = pairs.isEmpty ? path : "\(path)?\(pairs.joined(separator: "&"))"
        return Response(status: .seeOther, headers: [.location: address])
    }

    private static func harmless(_ value: String) -> String {
        value.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }

    func refuse(_ refusal: FormGuard.Refusal, _ publicAddress: String) throws -> Response {
        switch refusal {
        case .stale: try page("trouble", title: \.trouble, alarm: texts.expired, status: .forbidden)
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
        var response = try page(
            "trouble", title: \.trouble, alarm: text, status: HTTPResponse.Status(code: failure.status))
        failure.addHeaders(to: &response)
        return response
    }
}
