import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("Everything from outside has a bound", .requirement("GATEWAY-1", "GATEWAY-9"))
struct LimitTests {
    @Test(
        "A speaker asks ten times an hour, an address block five times a minute, over all instances",
        arguments: DatabaseKind.allCases)
    func asks(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let speaker = TestSpeaker(gateway)
            for _ in 0..<5 {
                let answer = try await speaker.ask()
                #expect(answer.status == 200)
            }
            let sixth = try await speaker.ask()
            #expect(sixth.status == 429 && Int(sixth.header("retry-after") ?? "") ?? 0 >= 12)
            // From another block it is the speaker's own limit that counts.
            time.advance(milliseconds: 60_000)
            let moved = TestSpeaker(gateway, from: "203.0.113.1")
            for _ in 0..<5 {
                let answer = try await moved.ask()
                #expect(answer.status == 200)
            }
            time.advance(milliseconds: 60_000)
            let eleventh = try await moved.ask()
            #expect(eleventh.status == 429)
        }
    }

    @Test("While somebody guesses all the time, new codes have eleven digits", arguments: DatabaseKind.allCases)
    func underAttack(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let spent = Query("INSERT INTO rate_limits (bucket, units, at) VALUES ('guess:all', 0, $1)")
            try await gateway.engine.write { transaction throws(EngineError) in
                try transaction.enqueue(spent(.integer(time.now)))
            }
            let speaker = TestSpeaker(gateway)
            let asked = try await speaker.ask()
            #expect(speaker.userCode.count == 11)
            // The description for programs knows them.
            let description = try await gateway.client.send("GET", "/openapi.json").json
            let schemas = (description["components"] as? [String: Any])?["schemas"] as? [String: Any]
            let members = (schemas?["DeviceAuthorization"] as? [String: Any])?["properties"] as? [String: Any]
            for name in ["user_code", "verification_uri_complete"] {
                let pattern = try #require((members?[name] as? [String: Any])?["pattern"] as? String)
                #expect(asked.text(name).range(of: pattern, options: .regularExpression) != nil, "\(name)")
            }
            // Whoever has not guessed connects a speaker all the same; one wrong code, and they wait like others.
            let browser = TestBrowser(gateway)
            try await browser.signIn(gateway, to: "/device")
            // What the page asks for holds for both lengths.
            for texts in [PageTexts.en, .ja] {
                #expect(!texts.connectText.contains("nine") && !texts.connectText.contains("9"))
            }
            try await browser.visit("/device?lang=en")
            try await browser.submit("/device", [("user_code", "1234567890")])
            #expect(browser.page.body.contains("nine digits, or eleven"))
            #expect(PageTexts.ja.codeMalformed.contains("9桁") && PageTexts.ja.codeMalformed.contains("11桁"))
            try await browser.visit("/device?user_code=\(speaker.userCode)")
            #expect(browser.page.body.contains("Is this your speaker?"))
            try await browser.visit("/device?user_code=11111111111")
            #expect(browser.page.body.contains("No speaker waits with this code."))
            try await browser.visit("/device?user_code=\(speaker.userCode)")
            #expect(browser.page.status == 429)
            time.advance(milliseconds: 60_000)
            try await speaker.ask()
            #expect(speaker.userCode.count == 9)
        }
    }

    @Test("An address block has its allowance, another one its own, and health has none")
    func addresses() async throws {
        try await RunningGateway.with(.sqlite, tune: { tuning, _ in tuning.addressAllowance = .perHour(5) }) {
            gateway in
            func status(_ address: String) async throws -> Int {
                try await gateway.client.send("GET", "/nowhere", headers: [("X-Forwarded-For", address)]).status
            }
            for number in 1...5 {
                let within = try await status("198.51.100.\(number)")
                #expect(within == 404)
            }
            let found1 = try await status("198.51.100.200")
            #expect(found1 == 429)
            let found2 = try await status("203.0.113.9")
            #expect(found2 == 404)
            for _ in 0..<20 {
                let health = try await gateway.operations.send("GET", "/health/live")
                #expect(health.status == 200)
            }
        }
    }

    @Test("A port makes no other address, and what is no address shares one allowance")
    func oddAddresses() async throws {
        try await RunningGateway.with(.sqlite, tune: { tuning, _ in tuning.addressAllowance = .perHour(3) }) {
            gateway in
            for addresses in [
                ["198.51.100.1:1", "198.51.100.2:2", "198.51.100.3", "198.51.100.4:4"],
                ["unknown", "_hidden", "nonsense:80", "[::1"],
            ] {
                var statuses: [Int] = []
                for address in addresses {
                    let answer = try await gateway.client.send(
                        "GET", "/nowhere", headers: [("X-Forwarded-For", address)])
                    statuses.append(answer.status)
                }
                #expect(statuses == [404, 404, 404, 429], "\(addresses)")
            }
        }
    }

    @Test("A token has its allowance, whatever address it comes from")
    func credentials() async throws {
        try await RunningGateway.with(.sqlite, tune: { tuning, _ in tuning.credentialAllowance = .perHour(3) }) {
            gateway in
            let speaker = TestSpeaker(gateway)
            let token = try Token.fresh(.device).text
            var statuses: [Int] = []
            for number in 0..<5 {
                let answer = try await speaker.send(
                    rotationWith: token, headers: [("X-Forwarded-For", "10.0.\(number).1")])
                statuses.append(answer.status)
            }
            #expect(statuses == [401, 401, 401, 429, 429])
        }
    }

    @Test(
        "Speakers behind one address use up neither each other's allowance nor that of strangers, nor these theirs",
        arguments: DatabaseKind.allCases)
    func manyBehindOneAddress(kind: DatabaseKind) async throws {
        try await Sales.with(kind, tune: { tuning, _ in tuning.addressAllowance = .perHour(5) }) { sales in
            let (one, other) = (try await sales.speaker(1), try await sales.speaker(2))
            let late = try await sales.speaker(3)
            for _ in 0..<10 {
                for speaker in [one, other] {
                    let answer = try await speaker.get("/mobile/entitlement")
                    #expect(answer.status == 200)
                }
            }
            func stranger() async throws -> Int {
                try await sales.gateway.client.send("GET", "/nowhere", headers: one.headers).status
            }
            for _ in 0..<5 {
                let within = try await stranger()
                #expect(within == 404)
            }
            let beyond = try await stranger()
            #expect(beyond == 429)
            for speaker in [one, other] {
                let answer = try await speaker.get("/api/mobile/entitlement")
                #expect(answer.status == 200)
            }
            // Whether a token is one is only looked up while the address has something left.
            let unknown = try await late.get("/mobile/entitlement")
            #expect(unknown.status == 429)
            let metrics = try await sales.gateway.operations.send("GET", "/metrics")
            #expect(metrics.body.contains("rate_limited_total{bucket=\"address\"} 2\n"))
        }
    }

    @Test("Whoever invents tokens is limited by address, and so is a token that lets nobody in any more")
    func inventedTokens() async throws {
        try await Sales.with(.sqlite, tune: { tuning, _ in tuning.addressAllowance = .perHour(5) }) { sales in
            var statuses: [Int] = []
            for _ in 0..<6 {
                let inventor = TestSpeaker(sales.gateway, from: "203.0.113.80")
                inventor.token = try Token.fresh(.device).text
                statuses.append(try await inventor.get("/mobile/entitlement").status)
            }
            #expect(statuses == [401, 401, 401, 401, 401, 429])
            let speaker = try await sales.speaker(1)
            let good = try await speaker.get("/mobile/entitlement")
            #expect(good.status == 200)
            let revoked = try await sales.gateway.client.post(
                "/auth/revoke", [("token", speaker.token)], headers: speaker.headers)
            #expect(revoked.status == 200)
            statuses = []
            for _ in 0..<6 { statuses.append(try await speaker.get("/mobile/entitlement").status) }
            // The first one is the token's own; the address has four left after the revocation.
            #expect(statuses == [401, 401, 401, 401, 401, 429])
        }
    }

    @Test("A token pays for all that is asked with it, and its address for nothing of that")
    func tokenPays() async throws {
        try await Sales.with(
            .sqlite,
            tune: { tuning, _ in
                tuning.credentialAllowance = .perHour(3)
                tuning.addressAllowance = .perHour(2)
            }
        ) { sales in
            let speaker = try await sales.speaker(1)
            var statuses = [try await speaker.get("/mobile/entitlement").status]
            for _ in 0..<3 { statuses.append(try await speaker.get("/mobile/entitlement").status) }
            #expect(statuses == [200, 200, 200, 429])
            // Nothing is looked up there, so its address pays.
            let nowhere = try await speaker.get("/nowhere")
            #expect(nowhere.status == 404)
            let metrics = try await sales.gateway.operations.send("GET", "/metrics")
            #expect(metrics.body.contains("rate_limited_total{bucket=\"token\"} 1\n"))
            let anonymous = try await sales.gateway.client.send("GET", "/nowhere", headers: speaker.headers)
            #expect(anonymous.status == 404)
            let beyond = try await speaker.get("/nowhere")
            #expect(beyond.status == 429)
        }
    }

    @Test("Rotation makes no fresh allowance, and an old token uses up only its own")
    func rotationRefillsNothing() async throws {
        try await Sales.with(.sqlite, tune: { tuning, _ in tuning.credentialAllowance = .perHour(4) }) { sales in
            let speaker = try await sales.speaker(1)
            let first = try await speaker.get("/mobile/entitlement")
            let old = speaker.token
            let rotated = try await speaker.rotate()
            let second = try await speaker.get("/mobile/entitlement")
            #expect([first, rotated, second].allSatisfy { $0.status == 200 })
            // Whoever has the old one asks what is looked up nowhere.
            let new = speaker.token
            speaker.token = old
            for _ in 0..<6 { _ = try await speaker.get("/mobile/nowhere") }
            speaker.token = new
            var statuses: [Int] = []
            for _ in 0..<2 { statuses.append(try await speaker.get("/mobile/entitlement").status) }
            #expect(statuses == [200, 429])
        }
    }

    @Test("A speaker that is known rotates when others have used up its address, and codes are not asked for so")
    func rotationBehindABusyAddress() async throws {
        try await Sales.with(.sqlite, tune: { tuning, _ in tuning.addressAllowance = .perHour(3) }) { sales in
            let speaker = try await sales.speaker(1)
            let known = try await speaker.get("/mobile/entitlement")
            #expect(known.status == 200)
            for _ in 0..<4 { _ = try await sales.gateway.client.send("GET", "/nowhere", headers: speaker.headers) }
            let rotated = try await speaker.rotate()
            #expect(rotated.status == 200)
            let again = try await speaker.get("/mobile/entitlement")
            #expect(again.status == 200)
            let code = try await sales.gateway.client.post(
                "/auth/token", [("grant_type", "urn:ietf:params:oauth:grant-type:device_code")],
                headers: speaker.headers + [("Authorization", "Bearer \(speaker.token)")])
            #expect(code.status == 429)
        }
    }

    @Test("A body that is too long is 413, announced or not; another kind of body is 400")
    func bodies() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let form = ("Content-Type", "application/x-www-form-urlencoded")
            let long = String(repeating: "a", count: 70_000)
            let announced = try await gateway.client.send(
                "POST", "/auth/device", headers: [form], body: "client_id=\(long)")
            #expect(announced.status == 413 && announced.text("error") == "too_large")
            let chunked = try await gateway.client.exchange(
                "POST /auth/device HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(form.0): \(form.1)\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + String(70_000, radix: 16) + "\r\n" + long + "\r\n0\r\n\r\n")
            #expect(chunked.status == 413)
            let json = try await gateway.client.send(
                "POST", "/auth/device", headers: [("Content-Type", "application/json")], body: "{}")
            #expect(json.status == 400 && json.text("error") == "invalid_request")
            for body in ["a=%zz", "a=1&a=2", (0..<50).map { "f\($0)=1" }.joined(separator: "&"), "%FF=1"] {
                let answer = try await gateway.client.send("POST", "/auth/device", headers: [form], body: body)
                #expect(answer.status == 400 && answer.text("error") == "invalid_request")
            }
        }
    }

    @Test("Headers that are too long or too many end the connection with a 4xx, and the server goes on")
    func headers() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let many = (0..<100).map { "X-H\($0): 1\r\n" }.joined()
            for extra in ["X-Long: \(String(repeating: "a", count: 20_000))\r\n", many, "Bad header\r\n"] {
                let text = try await gateway.client.raw([
                    "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(extra)\r\n"
                ])
                #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 4"), "\(text.prefix(40))")
            }
            let alive = try await gateway.client.send("GET", "/signin")
            #expect(alive.status == 200)
        }
    }

    @Test("A client that asks before it sends its body is told to go on, and then gets its answer")
    func expectation() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let head = """
                POST /auth/revoke HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r
                Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n\r\n
                """
            let answer = try await gateway.client.raw([head, "token=none"], pauseMilliseconds: 50)
            #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 "), "\(answer)")
        }
    }

    @Test("A request that trickles in is cut, and others are answered meanwhile")
    func slowloris() async throws {
        try await RunningGateway.with(.sqlite, tune: { tuning, _ in tuning.requestSeconds = 1 }) { gateway in
            let client = gateway.client
            let started = ContinuousClock.now
            async let slow = client.raw(
                ["GET / HTTP/1.1\r\n"] + (0..<8).map { "X-\($0): 1\r\n" }, pauseMilliseconds: 400)
            async let slowBody = client.raw(
                [
                    "POST /auth/device HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n"
                ]
                    + Array(repeating: "a", count: 8), pauseMilliseconds: 400)
            let alive = try await client.send("GET", "/signin")
            #expect(alive.status == 200)
            let (head, body) = try await (slow, slowBody)
            #expect(!head.contains("200 OK") && !body.contains("200 OK"))
            #expect(started.duration(to: .now) < .seconds(50))
        }
    }

    @Test("The client's request id is used if it is harmless, and every error has one")
    func requestIDs() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let mine = try await gateway.client.send("GET", "/nowhere", headers: [("X-Request-Id", "trace-1")])
            #expect(
                mine.status == 404 && mine.text("request_id") == "trace-1" && mine.header("x-request-id") == "trace-1")
            let wrong = try await gateway.client.send("GET", "/nowhere", headers: [("X-Request-Id", "a b")])
            #expect(wrong.text("request_id") != "a b" && !wrong.text("request_id").isEmpty)
            #expect(gateway.logs.text.contains("request=trace-1"))
        }
    }
}
