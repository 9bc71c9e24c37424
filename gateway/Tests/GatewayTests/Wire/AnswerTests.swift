import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("What every answer has, and what none tells", .requirement("GATEWAY-1", "GATEWAY-4", "GATEWAY-9"))
struct AnswerTests {
    /// Requests of every kind: pages, programs, refusals, what is not there.
    private static let requests: [(method: String, path: String)] = [
        ("GET", "/signin"), ("GET", "/style.css"), ("GET", "/passkeys.js"), ("GET", "/me/use"), ("GET", "/nowhere"),
        ("GET", "/openapi.json"), ("GET", "/.well-known/oauth-authorization-server"), ("GET", "/mobile/profile"),
        ("GET", "/api/mobile/entitlement"), ("POST", "/auth/device"), ("POST", "/signin"), ("DELETE", "/signin"),
        ("OPTIONS", "/mobile/profile"), ("HEAD", "/signin"),
    ]

    @Test("A content policy without frames, nosniff and HSTS on every answer; no other origin is let in")
    func headers() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            for (method, path) in Self.requests {
                let answer = try await gateway.client.send(
                    method, path,
                    headers: [("Origin", "https://evil.example"), ("Access-Control-Request-Method", "PUT")],
                    body: method == "POST" ? "x" : nil)
                let policy = answer.header("content-security-policy") ?? ""
                #expect(
                    policy.hasPrefix("default-src 'none';") && policy.contains("frame-ancestors 'none'"),
                    "\(method) \(path)")
                #expect(answer.headers("content-security-policy").count == 1, "\(method) \(path)")
                #expect(answer.header("x-content-type-options") == "nosniff", "\(method) \(path)")
                #expect(answer.header("strict-transport-security") == "max-age=31536000", "\(method) \(path)")
                let crossOrigin = answer.headers.filter { $0.name.hasPrefix("access-control-") }
                #expect(crossOrigin.isEmpty, "\(method) \(path)")
            }
            let page = try await gateway.client.send("GET", "/signin")
            #expect(page.header("referrer-policy") == "same-origin")
            #expect(page.header("content-type") == "text/html; charset=utf-8")
        }
    }

    @Test("HEAD on a page is its GET without the text, and changes nothing; where a GET leaves a trace there is none")
    func head() async throws {
        try await Household.with(.sqlite) { household in
            let (gateway, browser) = (household.gateway, household.browser)
            let cookies = browser.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
            let headers = [("Cookie", cookies), ("X-Forwarded-For", "198.51.100.7")]
            let routes = try gateway.server.router().routes.map { ($0.method.rawValue, $0.path.description) }
            let pages = routes.filter { $0.0 == "HEAD" }.map { $0.1 }
            #expect(Set(pages).isSuperset(of: ["/", "/signin", "/owner", "/me/plan", "/me/delete", "/style.css"]))
            let others = [
                "/device?user_code=111111111", "/me/export/anicca.json", "/mobile/realtime/session", "/openapi.json",
                "/nowhere",
            ]
            let before = try await Household.everything(in: gateway.engine, .sqlite).map(\.row)
            for path in pages + others {
                let head = try await gateway.client.send("HEAD", path, headers: headers)
                #expect(head.body.isEmpty, "\(path)")
                #expect((head.status == 404) == others.contains(path), "\(path): \(head.status)")
            }
            let after = try await Household.everything(in: gateway.engine, .sqlite).map(\.row)
            #expect(before == after)
            for path in pages {
                let head = try await gateway.client.send("HEAD", path, headers: headers)
                let page = try await gateway.client.send("GET", path, headers: headers)
                for name in ["content-type", "location", "content-security-policy", "cache-control"] {
                    #expect(head.header(name) == page.header(name), "\(path) \(name)")
                }
                #expect(head.status == page.status, "\(path)")
            }
        }
    }

    @Test("HSTS has the names below where the gateway itself encrypts, and is not there without https")
    func strictTransport() {
        var settings = Settings()
        #expect(AnswerHeaders(settings).strictTransport == nil)
        settings.publicAddress = "https://gateway.example"
        #expect(AnswerHeaders(settings).strictTransport == "max-age=31536000")
        settings.tls = .own(names: ["gateway.example"])
        #expect(AnswerHeaders(settings).strictTransport == "max-age=31536000; includeSubDomains")
    }

    @Test("No TRACE: nothing of a request comes back")
    func trace() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            for path in ["/", "/signin", "/mobile/profile", "/nowhere"] {
                let answer = try await gateway.client.send("TRACE", path, headers: [("X-Echo", "brought-along")])
                #expect([404, 405].contains(answer.status), "\(path): \(answer.status)")
                #expect(!answer.body.contains("brought-along"), "\(path)")
            }
        }
    }

    @Test("A message with two lengths, or two kinds of length, is refused, and what is behind it is not read")
    func smuggling() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let behind = "GET /signin HTTP/1.1\r\nHost: a\r\n\r\n"
            for lengths in [
                "Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 5",
                "Content-Length: 5\r\nContent-Length: 6", "Content-Length: +5", "Transfer-Encoding: chunked, identity",
            ] {
                let text = try await gateway.client.raw([
                    "POST /auth/device HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                        + lengths + "\r\n\r\n0\r\n\r\n" + behind
                ])
                #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 400"), "\(lengths): \(text.prefix(40))")
                #expect(!text.contains("HTTP/1.1 200"), "\(lengths)")
            }
            let alive = try await gateway.client.send("GET", "/signin")
            #expect(alive.status == 200)
        }
    }

    @Test("A refusal is in the log with route and status, and without the token")
    func refusals() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let token = try Token.fresh(.device).text
            gateway.logs.isSecret(token)
            let unknown = try await gateway.client.send(
                "GET", "/mobile/profile",
                headers: [("Authorization", "Bearer \(token)"), ("X-Request-Id", "refused-1")])
            #expect(unknown.status == 401)
            let browser = TestBrowser(gateway)
            try await browser.visit("/signin")
            browser.headers.append(("X-Request-Id", "refused-2"))
            try await browser.submit("/signin", [("code", "x")], origin: "https://evil.example")
            #expect(browser.page.status == 403)
            let lines = gateway.logs.text.split(separator: "\n")
            let first = lines.first { $0.contains("request=refused-1") }
            #expect(first?.contains("route=/mobile/profile") == true && first?.contains("status=401") == true)
            let second = lines.first { $0.contains("request=refused-2") }
            #expect(second?.contains("route=/signin") == true && second?.contains("status=403") == true)
        }
    }

    @Test("A fault says nothing of the inside to a client, and all of it to the log", arguments: DatabaseKind.allCases)
    func faults(kind: DatabaseKind) async throws {
        try await RunningGateway.with(kind) { gateway in
            try await gateway.engine.write { transaction throws(EngineError) in
                try transaction.enqueue(Query("DROP TABLE owner_codes")())
            }
            let browser = TestBrowser(gateway)
            try await browser.visit("/signin?lang=en")
            browser.headers.append(("X-Request-Id", "broken-1"))
            try await browser.submit("/signin", [("code", "AAAA-AAAA-AAAA")])
            #expect(browser.page.status == 500 && browser.page.body.contains("Its log says more."))
            for word in ["owner_codes", "SELECT", "relation", "no such table"] {
                #expect(!browser.page.body.contains(word), "\(word)")
            }
            let line = gateway.logs.text.split(separator: "\n").first { $0.contains("request=broken-1") }
            #expect(line?.hasPrefix("error ") == true && line?.contains("owner_codes") == true, "\(line ?? "")")
        }
    }

    @Test("A redirect of somebody outside is not followed")
    func redirects() async throws {
        try await StandInProvider.with { elsewhere in
            let router = Redirector.make(to: "http://127.0.0.1:\(elsewhere.port)/v1/realtime/calls")
            try await withLoopbackServer(router) { port in
                let http = OutgoingHTTP(limits: .init(threads: 1))
                defer { http.close() }
                for status in Redirector.statuses {
                    let answer = try await http.send(
                        OutgoingRequest(
                            url: "http://127.0.0.1:\(port)/\(status)",
                            headers: [("Authorization", "Bearer \(StandInProvider.key)")], body: Array("v=0".utf8))
                    ).get()
                    #expect(answer.status == status && answer.header("location") != nil)
                }
                #expect(elsewhere.now.made == 0 && elsewhere.now.bodies.isEmpty)
            }
        }
    }

    @Test("A unix socket lets its group in, whatever the umask is, and nobody else")
    func socket() async throws {
        let path = NSTemporaryDirectory() + "anicca-\(UUID().uuidString.prefix(8)).sock"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await RunningGateway.with(.sqlite, tune: { _, settings in settings.listen = .unix(path: path) }) { _ in
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o660)
        }
    }
}
