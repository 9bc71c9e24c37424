import HTTPTypes
import Hummingbird

/// The description of what the gateway answers to programs (OpenAPI 3.1), served at `/openapi.json`. An independent tool
/// tries the running gateway against it (`Tests/peers.py`).
///
/// It is written as JSON, the form in which people know it. A path is described in its subject's part, and `parts` lists
/// those. A test fails if a route has no description.
struct OpenAPI: Sendable {
    /// What one subject adds.
    struct Part: Sendable {
        /// Each path with its operations, as the text of a JSON object.
        let paths: KeyValuePairs<String, String>
        /// Members of `components.schemas`.
        var schemas = ""
    }

    static let parts = [speakers, apple, profile, talk, billing, voices, itself]

    /// The document as text.
    let text: String

    /// - Parameter paths: Those that this gateway has: Apple's, for instance, only where that is set up.
    init(publicAddress: String, paths: Set<String>) throws(JSON.Fault) {
        let described = Self.parts.flatMap(\.paths).filter { paths.contains($0.key) }
        let entries = described.map { "\(JSON.text($0.key).encoded): \($0.value)" }.joined(separator: ",\n")
        let schemas = ([Self.sharedSchemas] + Self.parts.map(\.schemas)).filter { !$0.isEmpty }
        let whole = """
            {
                "openapi": "3.1.0",
                "info": {"title": "anicca-gateway", "version": "1", "description": \(JSON.text(Self.about).encoded)},
                "servers": [{"url": \(JSON.text(publicAddress).encoded)}],
                "paths": {\(entries)},
                "components": {
                    "securitySchemes": {"bearer": \(Self.bearer)},
                    "parameters": {\(Self.parameters)},
                    "headers": {\(Self.headers)},
                    "responses": {\(Self.sharedRefusals)},
                    "schemas": {\(schemas.joined(separator: ",\n"))}
                }
            }
            """
        // Read and written again: a slip in one of the texts is found at start, and the answer has no spaces.
        text = try JSON(parsing: Array(whole.utf8)).encoded
    }

    /// The refusals of an operation that are the same everywhere, as members of its `responses`.
    static func refusals(_ statuses: Int...) -> String {
        statuses.map { status in
            // A status without a name here refers to nothing, which a test finds.
            let name = refusalNames[status] ?? "\(status)"
            return "\"\(status)\": {\"$ref\": \"#/components/responses/\(name)\"}"
        }.joined(separator: ",\n")
    }

    private static let refusalNames = [
        400: "BadRequest", 401: "Unauthorized", 402: "QuotaExhausted", 403: "WrongDevice", 413: "TooLarge",
        415: "UnsupportedMediaType", 429: "TooMany", 500: "Fault", 502: "Provider", 503: "Unavailable",
    ]

    /// The headers that a signed-in speaker may add.
    static let caller = """
        {"$ref": "#/components/parameters/DeviceID"}, {"$ref": "#/components/parameters/UserID"}
        """
}

/// `GET /openapi.json`. It is the same for everybody until the gateway is updated, so it may be kept.
struct OpenAPIRoutes: Sendable {
    private let text: String
    private let tag: String

    /// - Parameter routes: All that there are besides this one.
    init(publicAddress: String, routes: [Router<GatewayContext>.RouteDescription]) throws(JSON.Fault) {
        let paths = Set(routes.map(\.path.description)).union(["/openapi.json"])
        text = try OpenAPI(publicAddress: publicAddress, paths: paths).text
        tag = "\"\(base64urlOfHash(text))\""
    }

    func add(to routes: some RouterMethods<GatewayContext>) {
        routes.get("/openapi.json") { request, _ in
            let kept: HTTPFields = [.eTag: tag, .cacheControl: "public, max-age=3600"]
            if ProfileRoutes.matches(request.headers[.ifNoneMatch], tag) {
                return Response(status: .notModified, headers: kept)
            }
            var headers = kept
            headers[.contentType] = "application/json"
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
        }
    }
}
