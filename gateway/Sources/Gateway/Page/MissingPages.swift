import Hummingbird

/// Tells a reader, not a program, that there is nothing at an address among the pages. It is added after all routes, so
/// that it stands before nothing else than the answer to what no route takes.
struct MissingPages: RouterMiddleware {
    typealias Context = GatewayContext

    private static let places: Set<Substring> = ["device", "me", "owner", "sign-out", "signin"]
    /// Pages where programs ask for all else. They are missing where Apple is not set up.
    private static let alone: Set<String> = ["auth/apple/start", "auth/apple/callback"]

    let pages: PageRoutes

    func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where Self.isPage(request.uri.path) {
            return try await PageHeaders().handle(request, context: context) { request, context in
                try await pages.missing(request, context, Failure(any: error))
            }
        }
    }

    /// Whether browsers alone ask for such an address.
    static func isPage(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        guard let first = parts.first else { return true }
        return places.contains(first) || alone.contains(parts.joined(separator: "/"))
    }
}
