import GatewayRules

/// The page on which a form stands, by the address that the form is sent to: a browser whose form is too old gets a
/// fresh one there.
struct FormPage: Hashable, Sendable {
    let path: String
    /// What the page is about, as the form named it: "device=…", or nothing.
    let query: String

    private static let longestValue = 200

    init(sentTo action: String, _ form: Form) {
        path = Self.path(of: action)
        let fields: [(name: String, field: String)] =
            switch path {
            case "/device": [("user_code", "user_code")]
            case "/device/done": [("grant", "grant")]
            case "/signin": [("user_code", "user_code"), ("next", "next")]
            case "/me/devices": [("device", "device")]
            case "/me/habits": [("edit", "habit")]
            case "/me/passkeys": [("passkey", "passkey")]
            case "/me/people/remove": [("person", "person")]
            default: []
            }
        query = formEncoded(
            fields.compactMap { name, field -> (name: String, value: String)? in
                guard let value = form[field], !value.isEmpty, value.utf8.count <= Self.longestValue else { return nil }
                return (name: name, value: value)
            })
    }

    private static func path(of action: String) -> String {
        switch action {
        case "/device/take-back": return "/device/done"
        case "/me/people/remove": return action
        default: break
        }
        let parts = action.split(separator: "/")
        switch parts.first {
        case "device": return "/device"
        case "signin", "auth": return "/signin"
        case "me": return parts.dropFirst().first.flatMap { PersonPart(rawValue: String($0)) }?.path ?? "/"
        default: return "/"
        }
    }

    /// With the language, if it was chosen.
    func address(_ language: PageLanguage?) -> String {
        let pairs = [query, language.map { "lang=\($0.rawValue)" } ?? ""].filter { !$0.isEmpty }
        return pairs.isEmpty ? path : path + "?" + pairs.joined(separator: "&")
    }
}
