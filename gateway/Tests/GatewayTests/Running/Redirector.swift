import Hummingbird

/// Somebody outside who sends the gateway elsewhere.
enum Redirector {
    static let statuses = [301, 302, 303, 307, 308]

    static func make(to address: String) -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        for status in statuses {
            router.post("/\(status)") { _, _ in
                Response(status: .init(code: status), headers: [.location: address])
            }
        }
        return router
    }
}
