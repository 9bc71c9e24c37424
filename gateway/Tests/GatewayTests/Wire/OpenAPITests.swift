import Foundation
import Testing

@testable import Gateway

@Suite("The description for programs", .requirement("GATEWAY-1"))
struct OpenAPITests {
    /// What browsers ask for is not described: a page can change with the next version.
    private static func isPage(_ path: String) -> Bool {
        ["/", "/style.css", "/passkeys.js", "/sign-out", "/auth/apple/start", "/auth/apple/callback"].contains(path)
            || ["/device", "/me", "/owner", "/signin"].contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    private static func withAll(_ body: (RunningGateway) async throws -> Void) async throws {
        try await RunningGateway.with(
            .sqlite,
            tune: { _, settings in
                settings.apple.servicesID = "com.example.web"
                settings.apple.bundleIDs = ["com.example.app"]
                settings.revenueCat.projectID = StandInRevenueCat.project
                settings.revenueCat.restKey = StandInRevenueCat.key
                settings.revenueCat.entitlement = StandInRevenueCat.entitlement
                settings.revenueCat.webhookSecrets = [StandInRevenueCat.secret]
                // Nobody asks RevenueCat anything here.
                settings.revenueCat.address = "http://127.0.0.1:9"
            }, body)
    }

    /// The operations of a document, as "POST /auth/device".
    private static func operations(_ document: [String: Any]) -> [String: [String: Any]] {
        var operations: [String: [String: Any]] = [:]
        for (path, methods) in document["paths"] as? [String: [String: Any]] ?? [:] {
            for (method, operation) in methods {
                operations["\(method.uppercased()) \(path)"] = operation as? [String: Any]
            }
        }
        return operations
    }

    @Test("Every route for programs is described, and every operation described is a route")
    func bothDirections() async throws {
        try await Self.withAll { gateway in
            let described = Set(Self.operations(try await gateway.client.send("GET", "/openapi.json").json).keys)
            let routes = try gateway.server.router().routes.map { ($0.method.rawValue, $0.path.description) }
            let programs = routes.filter { !$0.1.hasPrefix("/api/") && !Self.isPage($0.1) }
            #expect(described.count >= 14)
            #expect(Set(programs.map { "\($0.0) \($0.1)" }) == described)
            // What is under /api is the same.
            for (method, path) in routes where path.hasPrefix("/api/") {
                #expect(described.contains("\(method) \(path.dropFirst(4))"), "\(method) \(path)")
            }
            // And nothing that is described was left out for want of a route.
            let written = OpenAPI.parts.flatMap { $0.paths.map(\.key) }
            #expect(Set(written) == Set(described.compactMap { $0.split(separator: " ").last.map(String.init) }))
            #expect(Set(written).count == written.count)
        }
    }

    @Test("What is not set up is not described")
    func onlyWhatIsThere() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let answer = try await gateway.client.send("GET", "/api/openapi.json")
            #expect(answer.status == 200 && answer.json["openapi"] as? String == "3.1.0")
            let paths = answer.json["paths"] as? [String: Any] ?? [:]
            #expect(paths["/mobile/profile"] != nil)
            #expect(!paths.keys.contains { $0.contains("apple") })
            let servers = answer.json["servers"] as? [[String: Any]]
            #expect(servers?.first?["url"] as? String == RunningGateway.publicAddress)
        }
    }

    @Test("It may be kept, and is asked for again by its tag")
    func kept() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let answer = try await gateway.client.send("GET", "/openapi.json")
            #expect(answer.header("content-type") == "application/json")
            #expect(answer.header("cache-control") == "public, max-age=3600")
            let tag = try #require(answer.header("etag"))
            let again = try await gateway.client.send("GET", "/openapi.json", headers: [("If-None-Match", tag)])
            #expect(again.status == 304 && again.body.isEmpty && again.header("etag") == tag)
            let other = try await gateway.client.send("GET", "/openapi.json", headers: [("If-None-Match", "\"x\"")])
            #expect(other.status == 200 && other.body == answer.body)
        }
    }

    @Test("Every reference leads somewhere, and every operation has an id of its own")
    func references() async throws {
        try await Self.withAll { gateway in
            let document = try await gateway.client.send("GET", "/openapi.json").json
            var references: Set<String> = []
            var followers: Set<String> = []
            var rest: [Any] = [document]
            while let value = rest.popLast() {
                if let object = value as? [String: Any] {
                    if let reference = object["$ref"] as? String { references.insert(reference) }
                    for link in (object["links"] as? [String: [String: Any]] ?? [:]).values {
                        if let id = link["operationId"] as? String { followers.insert(id) }
                    }
                    rest += object.values
                } else if let array = value as? [Any] {
                    rest += array
                }
            }
            #expect(references.count >= 20)
            for reference in references {
                var target: Any? = document
                for part in reference.dropFirst(2).split(separator: "/") {
                    target = (target as? [String: Any])?[String(part)]
                }
                #expect(reference.hasPrefix("#/") && target != nil, "\(reference)")
            }
            let operations = Self.operations(document)
            let ids = operations.values.compactMap { $0["operationId"] as? String }
            #expect(ids.count == operations.count && Set(ids).count == ids.count)
            #expect(!followers.isEmpty && followers.isSubset(of: ids))
            // Each says what it does when there are too many, and what a fault of ours looks like.
            for (name, operation) in operations {
                let answers = operation["responses"] as? [String: Any] ?? [:]
                #expect(answers["429"] != nil && answers["500"] != nil, "\(name)")
                #expect(operation["security"] == nil || answers["401"] != nil, "\(name)")
            }
        }
    }
}
