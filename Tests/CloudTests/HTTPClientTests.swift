import Foundation
import TestKit
import Testing

@testable import Cloud

/// Against real servers of a different implementation (Python's), on loopback.
@Suite(.serialized) struct HTTPClientTests {
    let servers: FaultyServers

    init() throws { servers = try FaultyServers.shared.get() }

    private struct Echo: Decodable {
        let method: String
        let path: String
        let headers: [String: String]
        let body: String
    }

    private func echo(_ response: HTTPResponse) throws -> Echo {
        try JSONDecoder().decode(Echo.self, from: Data(response.body))
    }

    @Test func postsHeadersAndBodyOverVerifiedTLS() throws {
        let client = servers.client()
        defer { client.shutDown() }
        var request = HTTPRequest(method: .post, url: servers.url("good", "/echo?a=1"))
        request.headers = [(name: "Content-Type", value: "application/sdp"), (name: "X-Empty", value: "")]
        request.authorize(try #require(Credential("sk-secret")))
        request.body = Array("v=0\r\n\u{0}binary".utf8)
        let response = try client.fetch(request).get()
        let seen = try echo(response)
        #expect(response.status == 200)
        #expect(response.header("content-type") == "application/json")
        #expect(seen.method == "POST" && seen.path == "/echo?a=1")
        #expect(seen.headers["authorization"] == "Bearer sk-secret")
        #expect(seen.headers["content-type"] == "application/sdp")
        #expect(seen.headers["x-empty"] == "")
        #expect(seen.headers["expect"] == nil)
        #expect(seen.body == "v=0\r\n\u{0}binary")
    }

    @Test(arguments: [HTTPRequest.Method.get, .head, .post, .put, .delete])
    func sendsEachMethod(_ method: HTTPRequest.Method) throws {
        let client = servers.client()
        defer { client.shutDown() }
        let response = try client.fetch(HTTPRequest(method: method, url: servers.url("plain", "/echo"))).get()
        #expect(response.status == 200)
        if method == .head {
            #expect(response.body.isEmpty)
        } else {
            #expect(try echo(response).method == method.rawValue)
        }
    }

    @Test(.requirement("GUARD-2"), arguments: ["expired", "misnamed", "selfsigned"])
    func refusesServersThatCannotProveWhoTheyAre(_ name: String) throws {
        let client = servers.client()
        defer { client.shutDown() }
        #expect(try client.fetch(HTTPRequest(url: servers.url(name, "/echo"))).failure == .tls)
    }

    @Test(.requirement("GUARD-2")) func refusesAnAuthorityThatTheSystemDoesNotKnow() throws {
        let client = servers.client { $0.authorityFile = nil }
        defer { client.shutDown() }
        #expect(try client.fetch(HTTPRequest(url: servers.url("good", "/echo"))).failure == .tls)
    }

    /// A household's gateway has a root of its own: for its requests alone, also where a connection is kept.
    @Test(.requirement("GUARD-2", "GATEWAY-5")) func anAuthorityOfARequestVouchesForThatRequestAlone() throws {
        let client = servers.client {
            $0.authorityFile = nil
            $0.lingerMilliseconds = 60_000
        }
        defer { client.shutDown() }
        let plain = HTTPRequest(url: servers.url("good", "/echo"))
        var vouched = plain
        vouched.authorityFile = servers.authority
        #expect(try client.fetch(plain).failure == .tls)
        #expect(try client.fetch(vouched).get().status == 200)
        #expect(try client.fetch(plain).failure == .tls, "neither the connection nor the session is used for another")
        #expect(try client.fetch(vouched).get().status == 200)
    }

    @Test func refusesAServerThatDoesNotSpeakTLS() throws {
        let client = servers.client()
        defer { client.shutDown() }
        let request = HTTPRequest(url: "https://localhost:\(servers.port("plain"))/echo")
        #expect(try client.fetch(request).failure == .tls)
    }

    @Test func usesTheSameConnectionForTheNextRequest() throws {
        let client = servers.client { $0.lingerMilliseconds = 60_000 }
        defer { client.shutDown() }
        let request = HTTPRequest(url: servers.url("good", "/echo"))
        let first = try client.fetch(request).get()
        let second = try client.fetch(request).get()
        #expect(first.timing.isNewConnection && !second.timing.isNewConnection)
        #expect(first.header("x-connection") == second.header("x-connection"))
        #expect(first.timing.tlsMicroseconds > 0)
        #expect(second.timing.tlsMicroseconds == 0)
    }

    @Test func aConnectionThatTheServerClosedIsReplaced() throws {
        let client = servers.client()
        defer { client.shutDown() }
        let request = HTTPRequest(url: servers.url("plain", "/cut"))
        #expect(try client.fetch(request).failure == .interrupted)
        #expect(try client.fetch(HTTPRequest(url: servers.url("plain", "/echo"))).get().status == 200)
    }

    @Test func distinguishesRefusedAndSilentPorts() throws {
        let client = servers.client()
        defer { client.shutDown() }
        #expect(try client.fetch(HTTPRequest(url: servers.url("closed", "/"))).failure == .connect)
        var full = HTTPRequest(url: servers.url("full", "/", host: "127.0.0.1"))
        full.connectTimeoutMilliseconds = 300
        #expect(try client.fetch(full).failure == .connect)
        var silent = HTTPRequest(url: servers.url("silent", "/"))
        silent.timeoutMilliseconds = 300
        #expect(try client.fetch(silent).failure == .timedOut)
    }

    @Test func aSilentTLSHandshakeTimesOut() throws {
        let client = servers.client()
        defer { client.shutDown() }
        var request = HTTPRequest(url: "https://localhost:\(servers.port("silent"))/")
        request.connectTimeoutMilliseconds = 300
        let standstill = Standstill.begin()
        let begun = Date()
        #expect(try client.fetch(request).failure == .timedOut)
        #expect(Date().timeIntervalSince(begun) < 2 + Standstill.seconds(since: standstill))
    }

    @Test func anUnknownNameIsReported() throws {
        // RFC 6761: resolvers answer `.invalid` themselves; the override directs a known name here.
        let client = servers.client { $0.resolve = ["service.invalid:\(servers.port("good")):127.0.0.1"] }
        defer { client.shutDown() }
        let known = HTTPRequest(url: "https://service.invalid:\(servers.port("good"))/echo")
        #expect(try client.fetch(known).get().status == 200)
        // No label of a name may be longer than 63 bytes, so it is refused on this machine without a network query.
        let label = String(repeating: "a", count: 70)
        #expect(try client.fetch(HTTPRequest(url: "https://\(label).invalid/")).failure == .resolve)
    }

    @Test func slowAnswersTimeOut() throws {
        let client = servers.client()
        defer { client.shutDown() }
        for path in ["/slow?ms=1500", "/drip"] {
            var request = HTTPRequest(url: servers.url("plain", path))
            request.timeoutMilliseconds = 300
            #expect(try client.fetch(request).failure == .timedOut)
        }
    }

    @Test(.requirement("GUARD-6")) func boundsBodiesWithAndWithoutALength() throws {
        let client = servers.client()
        defer { client.shutDown() }
        var request = HTTPRequest(url: servers.url("plain", "/big?bytes=1000"))
        request.maximumResponseBytes = 1_000
        #expect(try client.fetch(request).get().body.count == 1_000)
        request.maximumResponseBytes = 999
        #expect(try client.fetch(request).failure == .tooLarge)
        request.url = servers.url("plain", "/chunked?chunks=100000")
        request.maximumResponseBytes = 64 << 10
        #expect(try client.fetch(request).failure == .tooLarge)
    }

    @Test(.requirement("GUARD-6")) func boundsHeaders() throws {
        let client = servers.client()
        defer { client.shutDown() }
        let few = try client.fetch(HTTPRequest(url: servers.url("plain", "/headers?count=90"))).get()
        #expect(few.header("x-89")?.count == 100)
        #expect(try client.fetch(HTTPRequest(url: servers.url("plain", "/headers?count=5000"))).failure == .tooLarge)
    }

    @Test(.requirement("GUARD-6")) func reportsWhatIsNotHTTP() throws {
        let client = servers.client()
        defer { client.shutDown() }
        #expect(try client.fetch(HTTPRequest(url: servers.url("garbage", "/"))).failure == .malformed)
        #expect(try client.fetch(HTTPRequest(url: servers.url("oddstatus", "/"))).failure == .malformed)
        #expect(try client.fetch(HTTPRequest(url: servers.url("hangup", "/"))).failure == .interrupted)
    }

    @Test func doesNotFollowRedirects() throws {
        let client = servers.client()
        defer { client.shutDown() }
        for code in [301, 302, 307, 308] {
            let answer = try client.fetch(HTTPRequest(url: servers.url("plain", "/status?code=\(code)"))).get()
            #expect(answer.status == code)
            #expect(answer.header("Location") == "/echo")
        }
    }

    @Test(arguments: [200, 201, 204, 400, 401, 402, 403, 404, 429, 500, 503])
    func anyStatusCountsAsAnAnswer(_ code: Int) throws {
        let client = servers.client()
        defer { client.shutDown() }
        let answer = try client.fetch(HTTPRequest(method: .post, url: servers.url("good", "/status?code=\(code)")))
            .get()
        #expect(answer.status == code)
    }

    @Test(
        .requirement("GUARD-2"),
        arguments: [
            "http://192.0.2.1/", "http://example.com/", "ftp://localhost/", "file:///etc/passwd",
            "https://u:p@localhost/",
            "https://localhost:0/", "https://localhost:99999/", "", "https://", "https://a b/",
            "https://localhost/\r\nX: y",
            "gopher://localhost/", "http://127.0.0.1.example.com/", "http://2130706433.example/",
        ])
    func refusesURLsThatTheKeyMustNotGoTo(_ url: String) throws {
        let client = servers.client()
        defer { client.shutDown() }
        let failure = try client.fetch(HTTPRequest(url: url)).failure
        #expect(failure == .notAllowed)
    }

    @Test(.requirement("GUARD-2")) func aLocalNameThatLeadsElsewhereIsNotConnectedTo() throws {
        let client = servers.client { $0.resolve = ["localhost:8099:192.0.2.1"] }
        defer { client.shutDown() }
        var request = HTTPRequest(url: "http://localhost:8099/")
        request.timeoutMilliseconds = 3_000
        let standstill = Standstill.begin()
        let begun = Date()
        #expect(try client.fetch(request).failure == .connect)
        #expect(Date().timeIntervalSince(begun) < 1 + Standstill.seconds(since: standstill))
    }

    @Test func headersCannotSmuggleOthers() throws {
        let client = servers.client()
        defer { client.shutDown() }
        for header in [("X", "a\r\nAuthorization: b"), ("X: y\r\nZ", "a"), ("", "a"), ("X", "a\u{0}b")] {
            var request = HTTPRequest(url: servers.url("plain", "/echo"))
            request.headers = [(name: header.0, value: header.1)]
            #expect(try client.fetch(request).failure == .notAllowed)
        }
    }

    @Test(.enabled(if: (try? FaultyServers.shared.get().port("plain6")) ?? 0 > 0, "no IPv6 on this machine"))
    func goesToIPv6() throws {
        let client = servers.client()
        defer { client.shutDown() }
        let answer = try client.fetch(HTTPRequest(url: servers.url("plain6", "/echo", host: "[::1]"))).get()
        #expect(answer.status == 200)
    }

    @Test func triesTheOtherAddressesOfAName() throws {
        let port = servers.port("good")
        let client = servers.client { $0.resolve = ["service.invalid:\(port):[::1],127.0.0.9,127.0.0.1"] }
        defer { client.shutDown() }
        let answer = try client.fetch(HTTPRequest(url: "https://service.invalid:\(port)/echo")).get()
        #expect(answer.status == 200)
    }

    @Test func cancelsAtOnceAndReportsOnce() throws {
        let client = servers.client()
        defer { client.shutDown() }
        let answer = Awaited<Result<HTTPResponse, HTTPFailure>>()
        let task = client.send(HTTPRequest(url: servers.url("silent", "/"))) { answer.put($0) }
        usleep(50_000)
        let standstill = Standstill.begin()
        let begun = Date()
        task.cancel()
        task.cancel()
        #expect(try #require(answer.get(seconds: 2)).failure == .cancelled)
        #expect(Date().timeIntervalSince(begun) < 0.5 + Standstill.seconds(since: standstill))
        task.cancel()
        #expect(answer.get(seconds: 0.1) == nil)
    }

    @Test func cancelsInEveryPhase() throws {
        let client = servers.client()
        defer { client.shutDown() }
        var random = SeededRandom(seed: 60)
        var failures: [HTTPFailure?] = []
        for _ in 0..<60 {
            let answer = Awaited<Result<HTTPResponse, HTTPFailure>>()
            let task = client.send(HTTPRequest(url: servers.url("good", "/slow?ms=5"))) { answer.put($0) }
            usleep(UInt32.random(in: 0..<12_000, using: &random))
            task.cancel()
            let result = try #require(answer.get(seconds: 5))
            #expect(result.failure == nil || result.failure == .cancelled)
            failures.append(result.failure)
        }
        #expect(failures.contains(.cancelled), "cancelling does nothing")
        // One that nobody cancels is answered.
        #expect(try client.fetch(HTTPRequest(url: servers.url("good", "/slow?ms=5"))).failure == nil)
    }

    @Test func shutDownIsBoundedAndEndsEverything() throws {
        let client = servers.client()
        let answer = Awaited<Result<HTTPResponse, HTTPFailure>>()
        for _ in 0..<5 { client.send(HTTPRequest(url: servers.url("silent", "/"))) { answer.put($0) } }
        usleep(50_000)
        let standstill = Standstill.begin()
        let begun = Date()
        client.shutDown()
        #expect(Date().timeIntervalSince(begun) < 1 + Standstill.seconds(since: standstill))
        #expect(!client.isActive)
        for _ in 0..<5 { #expect(try #require(answer.get(seconds: 1)).failure == .cancelled) }
        #expect(try client.fetch(HTTPRequest(url: servers.url("plain", "/echo"))).failure == .cancelled)
    }

    @Test func theThreadEndsAfterTheLingerAndComesBack() throws {
        let lasting = servers.client { $0.lingerMilliseconds = 600_000 }
        let brief = servers.client { $0.lingerMilliseconds = 50 }
        defer {
            lasting.shutDown()
            brief.shutDown()
        }
        for _ in 0..<3 {
            for client in [lasting, brief] {
                #expect(try client.fetch(HTTPRequest(url: servers.url("good", "/echo"))).get().status == 200)
            }
            #expect(waitUntil { !brief.isActive })
            #expect(lasting.isActive)
        }
    }

    @Test func theThreadEndsEarlyIfNothingMoreIsExpected() throws {
        let client = servers.client { $0.lingerMilliseconds = 600_000 }
        defer { client.shutDown() }
        for _ in 0..<3 {
            let answer = Awaited<Result<HTTPResponse, HTTPFailure>>()
            client.send(HTTPRequest(url: servers.url("good", "/echo"))) { answer.put($0) }
            // A request that is under way is served all the same.
            client.endLinger()
            #expect(try #require(answer.get(seconds: 10)).get().status == 200)
            #expect(waitUntil { !client.isActive })
        }
        client.endLinger()
        #expect(!client.isActive)
    }

    /// In a separate process, because other suites open descriptors beside this one. libdispatch opens some at
    /// unpredictable times.
    @Test func manyLivesLeaveNoDescriptorBehind() async {
        await #expect(processExitsWith: .success) {
            let servers = try FaultyServers.shared.get()
            func descriptors() -> Int {
                (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
            }
            func round() throws {
                let client = servers.client { $0.lingerMilliseconds = 0 }
                _ = try client.fetch(HTTPRequest(url: servers.url("good", "/echo"))).get()
                _ = try client.fetch(HTTPRequest(url: servers.url("closed", "/")))
                client.shutDown()
            }
            for _ in 0..<3 { try round() }
            let before = descriptors()
            for _ in 0..<40 { try round() }
            #expect(waitUntil { descriptors() < before + 4 }, "\(before), then \(descriptors())")
        }
    }

    @Test func tooManyRequestsAtOnceAreRefused() throws {
        let client = servers.client()
        defer { client.shutDown() }
        let answers = Awaited<Result<HTTPResponse, HTTPFailure>>()
        for _ in 0..<500 { client.send(HTTPRequest(url: servers.url("silent", "/"))) { answers.put($0) } }
        let first = try #require(answers.get(seconds: 1))
        #expect(first.failure == .other(code: -1))
    }

    @Test(.requirement("GUARD-1")) func nothingSecretIsPrinted() throws {
        var request = HTTPRequest(method: .post, url: "https://host/path?token=sk-query")
        request.authorize(try #require(Credential("sk-header")))
        request.body = Array("sk-body".utf8)
        let response = HTTPResponse(
            status: 200, headers: [(name: "Set-Cookie", value: "sk-cookie")], body: Array("sk-answer".utf8))
        var dumped = ""
        dump(request, to: &dumped)
        dump(response, to: &dumped)
        for text in [dumped, "\(request)", "\(response)", String(reflecting: request), String(reflecting: response)] {
            #expect(!text.contains("sk-"))
        }
        #expect("\(request)" == "POST https://host/path")
        #expect("\(HTTPRequest(url: "https://sk-user:sk-word@host/"))".contains("sk-") == false)
        for failure in [
            HTTPFailure.resolve, .connect, .tls, .timedOut, .interrupted, .tooLarge, .malformed, .notAllowed,
        ] {
            #expect(!failure.description.isEmpty && !failure.description.contains("://"))
        }
    }

    @Test func aTimeoutNamesTheStepThatDidNotEnd() {
        #expect(HTTPFailure(curl: 28, isResolved: false, isConnected: false) == .resolve)
        #expect(HTTPFailure(curl: 28, isResolved: true, isConnected: false) == .connect)
        #expect(HTTPFailure(curl: 28, isResolved: true, isConnected: true) == .timedOut)
        #expect(HTTPFailure(curl: 28, isResolved: false, isConnected: true) == .timedOut)
    }

    @Test func readsTheOriginOfAURL() {
        #expect(Origin(url: "https://api.openai.com/v1")?.host == "api.openai.com")
        #expect(Origin(url: "https://API.openai.com:8443/v1")?.port == 8_443)
        #expect(Origin(url: "http://[::1]:80/")?.isLoopback == true)
        #expect(Origin(url: "http://127.1.2.3/")?.isLoopback == true)
        #expect(Origin(url: "http://128.1.2.3/")?.isLoopback == false)
        #expect(Origin(url: "https://host/path?query").map { "\($0.host) \($0.port)" } == "host 443")
        #expect(Origin(url: "http://[::1]:81/x").map { "\($0.host) \($0.port)" } == "::1 81")
        #expect(Origin(url: "https://" + String(repeating: "a", count: 3_000)) == nil)
    }
}
