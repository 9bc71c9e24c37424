import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("A speaker signs in over HTTP", .requirement("GATEWAY-1", "GATEWAY-3", "ACCOUNT-1"))
struct SpeakerSignInTests {
    @Test(
        "Asking gives what RFC 8628 §3.2 wants, under both prefixes, and nothing may keep it",
        arguments: DatabaseKind.allCases)
    func ask(kind: DatabaseKind) async throws {
        try await RunningGateway.with(kind) { gateway in
            let speaker = TestSpeaker(gateway)
            let answer = try await speaker.ask()
            #expect(answer.status == 200 && answer.header("cache-control") == "no-store")
            #expect(answer.header("content-type") == "application/json")
            #expect(answer.json["expires_in"] as? Int == 900 && answer.json["interval"] as? Int == 5)
            #expect(speaker.userCode.count == 9 && speaker.userCode.allSatisfy(\.isNumber))
            #expect(answer.text("verification_uri") == "https://gateway.example/device")
            #expect(
                answer.text("verification_uri_complete")
                    == "https://gateway.example/device?user_code=\(speaker.userCode)")
            let other = try await gateway.client.post(
                "/api/auth/device", [("client_id", "anicca-speaker"), ("device_id", "speaker-2")])
            #expect(other.status == 200)
            gateway.logs.isSecret(other.text("user_code"))
        }
    }

    @Test(
        "From the code to the token: pending, approved on the page, a token, and the code is used up",
        arguments: DatabaseKind.allCases)
    func wholeWay(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let speaker = TestSpeaker(gateway)
            try await speaker.ask()
            let pending = try await speaker.poll()
            #expect(pending.status == 400 && pending.text("error") == "authorization_pending")
            let early = try await speaker.poll()
            #expect(early.status == 400 && early.text("error") == "slow_down")

            let browser = TestBrowser(gateway)
            try await browser.signIn(gateway, to: "/signin?user_code=\(speaker.userCode)")
            #expect(browser.page.body.contains("Is this your speaker?") && browser.page.body.contains("Bedroom"))
            try await browser.submit("/device/decision", [("decision", "approve")])
            #expect(browser.page.body.contains("<h1>Connected</h1>"))

            time.advance(milliseconds: 10_000)
            let first = try await speaker.poll()
            #expect(first.status == 200 && first.text("token_type") == "Bearer")
            #expect(first.json["expires_in"] as? Int == 7_776_000 && !first.text("user_id").isEmpty)
            // The answer was lost: the same poll again gives a fresh token, and the first one is good, too.
            let lost = speaker.token
            let second = try await speaker.poll()
            #expect(second.status == 200 && speaker.token != lost)
            let used = try await speaker.send(rotationWith: speaker.token)
            #expect(used.status == 200)
            gateway.logs.isSecret(used.text("access_token"))
            let afterwards = try await speaker.poll()
            #expect(afterwards.status == 400 && afterwards.text("error") == "invalid_grant")
            let dead = try await speaker.send(rotationWith: lost)
            #expect(dead.status == 401 && dead.text("error") == "superseded")
        }
    }

    @Test("A code ends after 15 minutes, and the speaker is told so", arguments: DatabaseKind.allCases)
    func expiry(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let speaker = TestSpeaker(gateway)
            try await speaker.ask()
            time.advance(milliseconds: 900_000)
            let answer = try await speaker.poll()
            #expect(answer.status == 400 && answer.text("error") == "expired_token")
            let browser = TestBrowser(gateway)
            try await browser.signIn(gateway, to: "/signin?user_code=\(speaker.userCode)")
            #expect(browser.page.body.contains("No speaker waits with this code."))
        }
    }

    @Test("The owner says no, and the speaker is told so", arguments: DatabaseKind.allCases)
    func denied(kind: DatabaseKind) async throws {
        try await RunningGateway.with(kind) { gateway in
            let speaker = TestSpeaker(gateway)
            try await speaker.ask()
            let browser = TestBrowser(gateway)
            try await browser.signIn(gateway, to: "/signin?user_code=\(speaker.userCode)")
            try await browser.submit("/device/decision", [("decision", "deny")])
            #expect(browser.page.body.contains("The speaker was not connected."))
            let answer = try await speaker.poll()
            #expect(answer.status == 400 && answer.text("error") == "access_denied")
        }
    }

    @Test("Two networks of which nothing is known are not the same one")
    func unknownNetworks() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let speaker = TestSpeaker(gateway, from: "unknown")
            try await speaker.ask()
            let browser = TestBrowser(gateway, from: "unknown")
            try await browser.signIn(gateway, to: "/signin?user_code=\(speaker.userCode)")
            #expect(browser.page.body.contains("name=\"heard\"") && browser.page.body.contains("an unknown network"))
            try await browser.submit("/device/decision", [("decision", "approve")])
            #expect(!browser.page.body.contains("<h1>Connected</h1>"))
        }
    }

    @Test("Asking again ends the older code of the same speaker", arguments: DatabaseKind.allCases)
    func askAgain(kind: DatabaseKind) async throws {
        try await RunningGateway.with(kind) { gateway in
            let speaker = TestSpeaker(gateway)
            try await speaker.ask()
            let older = speaker.deviceCode
            try await speaker.ask()
            #expect(speaker.deviceCode != older)
            let newer = speaker.deviceCode
            speaker.deviceCode = older
            let ended = try await speaker.poll()
            #expect(ended.text("error") == "access_denied")
            speaker.deviceCode = newer
            let alive = try await speaker.poll()
            #expect(alive.text("error") == "authorization_pending")
        }
    }

    @Test(
        "An approval that is taken back ends the token, in use or not", arguments: DatabaseKind.allCases, [false, true])
    func takenBack(kind: DatabaseKind, inUse: Bool) async throws {
        try await RunningGateway.with(kind) { gateway in
            let speaker = TestSpeaker(gateway)
            try await speaker.ask()
            let browser = TestBrowser(gateway)
            try await browser.signIn(gateway, to: "/signin?user_code=\(speaker.userCode)")
            try await browser.submit("/device/decision", [("decision", "approve")])
            try await speaker.poll()
            let token = speaker.token
            if inUse {
                let used = try await speaker.send(rotationWith: token)
                #expect(used.status == 200)
            }
            try await browser.submit("/device/take-back")
            #expect(browser.page.body.contains("The speaker is disconnected."))
            let answer = try await speaker.send(rotationWith: token)
            #expect(answer.status == 401 && answer.text("error") == "invalid_token")
            #expect(answer.header("www-authenticate") == "Bearer error=\"invalid_token\"")
        }
    }

    @Test(
        "Requests that RFC 6749 §5.2 calls wrong get its words",
        arguments: [
            ([("client_id", "somebody"), ("device_id", "d")], 400, "invalid_client"),
            ([("client_id", "anicca-speaker")], 400, "invalid_request"),
            ([("client_id", "anicca-speaker"), ("device_id", "d"), ("scope", "all")], 400, "invalid_scope"),
            ([("client_id", "anicca-speaker"), ("device_id", "a\nb")], 400, "invalid_request"),
            (
                [("client_id", "anicca-speaker"), ("device_id", String(repeating: "x", count: 65))], 400,
                "invalid_request"
            ),
        ])
    func wrongAsks(form: [(String, String)], status: Int, error: String) async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let answer = try await gateway.client.post("/auth/device", form)
            #expect(answer.status == status && answer.text("error") == error)
            #expect(!answer.text("request_id").isEmpty && answer.text("request_id") == answer.header("x-request-id"))
        }
    }

    @Test("What is no UTF-8 is refused, as it is and with percent signs alike")
    func noText() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let type = [("Content-Type", "application/x-www-form-urlencoded")]
            let start = Array("client_id=anicca-speaker&device_id=".utf8)
            for rest in [[0xFF, 0xFE], Array("%ff%fe".utf8), [0xE3, 0x83], Array("a%E3%83".utf8)] as [[UInt8]] {
                let refused = try await gateway.client.send("POST", "/auth/device", headers: type, bytes: start + rest)
                #expect(refused.answer.status == 400 && refused.answer.text("error") == "invalid_request", "\(rest)")
            }
            let text = try await gateway.client.send(
                "POST", "/auth/device", headers: type, bytes: start + Array("ベッド".utf8))
            #expect(text.answer.status == 200)
            for name in ["device_code", "user_code"] { gateway.logs.isSecret(text.answer.text(name)) }
        }
    }

    @Test("Token requests that are none are refused in RFC 6749's words")
    func wrongTokens() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let device = "urn:ietf:params:oauth:grant-type:device_code"
            let unknown = try Token.fresh(.deviceCode).text
            let cases: [([(String, String)], String)] = [
                ([("grant_type", "password")], "unsupported_grant_type"), ([], "invalid_request"),
                ([("grant_type", device), ("client_id", "anicca-speaker"), ("device_code", "guess")], "invalid_grant"),
                ([("grant_type", device), ("client_id", "anicca-speaker"), ("device_code", unknown)], "invalid_grant"),
                ([("grant_type", device), ("client_id", "other"), ("device_code", unknown)], "invalid_client"),
            ]
            for (form, error) in cases {
                let answer = try await gateway.client.post("/auth/token", form)
                #expect(answer.status == 400 && answer.text("error") == error)
            }
        }
    }
}
