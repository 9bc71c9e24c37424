import HTTPTypes
import Hummingbird

/// What protects every public answer, for programs and for people, in one place (gateway-design §4). Pages say more of
/// what they may load (`PageHeaders`).
struct AnswerHeaders: Sendable {
    /// An answer for a program loads nothing, runs nothing and is in nobody's frame, should a browser open it.
    static let closedPolicy = "default-src 'none'; frame-ancestors 'none'"

    /// Nil: owners come by plain HTTP, on this machine.
    let strictTransport: String?

    init(_ settings: Settings) {
        let year = "max-age=31536000"
        // What runs below the name of a proxy is not the gateway's to decide about.
        strictTransport =
            if settings.certificateSource != nil {
                year + "; includeSubDomains"
            } else {
                settings.publicAddress.hasPrefix("https:") ? year : nil
            }
    }

    func add(to response: inout Response) {
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = Self.closedPolicy
        }
        response.headers[.strictTransportSecurity] = strictTransport
    }
}
