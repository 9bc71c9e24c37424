import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("Sign in with Apple in an app", .requirement("GATEWAY-1", "GATEWAY-3", "GATEWAY-5"))
struct AppleAppTests {
    @Test(
        "With a nonce of the gateway's an app gets a token like a speaker's; the same person is the same user",
        arguments: DatabaseKind.allCases)
    func signIn(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind) { home in
            let made = try await home.gateway.client.send("POST", "/api/auth/apple/nonce")
            #expect(made.status == 200 && made.json["expires_in"] as? Int == 600)
            let nonce = made.text("nonce")
            home.gateway.logs.isSecret(nonce)
            let token = try home.token("001.apple.user", nonce: nonce).signed()
            let answer = try await home.signIn(token, nonce: nonce, more: ["name": "花子"], path: "/api/auth/apple")
            #expect(answer.status == 200 && answer.json["expires_in"] as? Int == 7_776_000)
            #expect(answer.text("userId").hasPrefix("usr_") && answer.text("device_id") == "phone-1")
            // The token works as a speaker's does.
            let bearer = [("Authorization", "Bearer \(answer.text("access_token"))"), ("device-id", "phone-1")]
            let entitlement = try await home.gateway.client.send("GET", "/mobile/entitlement", headers: bearer)
            #expect(entitlement.status == 200 && entitlement.body.contains("\"plan\":\"free\""))
            // The name is in the profile until a speaker tells more.
            let profile = try await home.gateway.client.send("GET", "/mobile/profile", headers: bearer)
            #expect(profile.text("displayName") == "花子" && profile.json["updatedAt"] as? Int == 0)
            let told = try await home.gateway.client.send(
                "PUT", "/mobile/profile", headers: bearer + [("Content-Type", "application/json")],
                body: "{\"displayName\":\"Hana\",\"updatedAt\":1}")
            #expect(told.text("displayName") == "Hana")
            let again = try await home.signIn(device: "phone-2")
            #expect(again.status == 200 && again.text("userId") == answer.text("userId"))
            let names = try await home.gateway.engine.rows(Query("SELECT device_id, name FROM devices ORDER BY 1")())
            #expect(names.map(\.values) == [["phone-1", "Anicca"], ["phone-2", "Anicca"]])
            let other = try await home.signIn("002.other.user")
            #expect(other.status == 200 && other.text("userId") != answer.text("userId"))
            let actions = try await home.gateway.engine.rows(
                Query("SELECT action, COUNT(*) FROM audit GROUP BY action ORDER BY action")())
            #expect(actions.map(\.values) == [["apple-sign-in", 3], ["user-made", 2]])
        }
    }

    @Test("An app without a name for itself gets one of its own each time")
    func noDevice() async throws {
        try await AppleHome.with(.sqlite) { home in
            let one = try await home.signIn(device: nil)
            let two = try await home.signIn(device: nil)
            #expect(one.status == 200 && one.text("device_id").hasPrefix("app-"))
            #expect(two.text("device_id") != one.text("device_id") && two.text("userId") == one.text("userId"))
        }
    }

    @Test("The token rotates as a speaker's does", .requirement("ACCOUNT-6"), arguments: DatabaseKind.allCases)
    func rotation(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind) { home in
            let speaker = TestSpeaker(home.gateway, id: "phone-1")
            let first = try await home.signIn().text("access_token")
            let next = try await speaker.rotate(with: first)
            #expect(next.status == 200 && speaker.token != first)
            let used = try await speaker.rotate()
            #expect(used.status == 200)
            let old = try await speaker.send(rotationWith: first)
            #expect(old.status == 401 && old.text("error") == "superseded")
        }
    }

    @Test("Whatever is sent is refused in words, and is never a fault of ours", arguments: 0..<4)
    func noise(seed: UInt64) async throws {
        try await AppleHome.with(.sqlite) { home in
            var generator = SeededGenerator(seed)
            let token = try home.token("001.apple.user", nonce: "an-apps-own-nonce-0006").signed()
            let event = try AppleToken(event: "email-enabled", subject: "s", id: "j", at: home.seconds).signed()
            let start = try await home.gateway.client.send("GET", "/auth/apple/start")
            let cookie = start.header("set-cookie")?.prefix { $0 != ";" } ?? ""
            let address = start.header("location") ?? ""
            let query = try Form(address.drop { $0 != "?" }.dropFirst())
            let form = "application/x-www-form-urlencoded"
            let requests: [(path: String, type: String, body: String)] = [
                (
                    "/auth/apple", "application/json",
                    JSON.members([
                        "identity_token": .text(token), "nonce": "an-apps-own-nonce-0006",
                        "user_id": "001.apple.user", "device_id": "phone-1", "name": "Name",
                    ]).encoded
                ),
                ("/auth/apple/notifications", "application/json", JSON.members(["payload": .text(event)]).encoded),
                (
                    "/auth/apple/callback", form,
                    formEncoded([
                        ("state", query["state"] ?? ""), ("code", "c"), ("id_token", token),
                        ("user", #"{"name":{"firstName":"A"}}"#),
                    ])
                ),
            ]
            let alphabet = Array("{}[]\",:.-_=&%+0eEuntrfalsé \n\u{1F600}".utf8)
            for _ in 0..<60 {
                for (path, type, body) in requests {
                    var bytes = Array(body.utf8)
                    for _ in 0..<Int.random(in: 1...4, using: &generator) {
                        let place = Int.random(in: 0..<bytes.count, using: &generator)
                        switch Int.random(in: 0..<4, using: &generator) {
                        case 0: bytes[place] = alphabet.randomElement(using: &generator) ?? 0
                        case 1: bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: place)
                        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + place % 40))
                        default: bytes += bytes.suffix(place % 200)
                        }
                        if bytes.isEmpty { bytes = [0x7B] }
                    }
                    let answer = try await home.gateway.client.send(
                        "POST", path, headers: [("Content-Type", type), ("Cookie", String(cookie))],
                        body: String(decoding: bytes, as: UTF8.self))
                    #expect((200..<500).contains(answer.status), "\(path) \(answer.status)")
                }
            }
        }
    }

    @Test("A nonce works once, whoever made it", arguments: DatabaseKind.allCases, [false, true])
    func replay(kind: DatabaseKind, isOurs: Bool) async throws {
        try await AppleHome.with(kind) { home in
            let nonce = isOurs ? try await home.nonce() : "an-apps-own-nonce-0001"
            let token = try home.token("001.apple.user", nonce: nonce).signed()
            let first = try await home.signIn(token, nonce: nonce)
            #expect(first.status == 200)
            for device in ["phone-1", "phone-2"] {
                let again = try await home.signIn(token, nonce: nonce, device: device)
                #expect(again.status == 409 && again.text("error") == "nonce_used")
            }
            // Another token with the same nonce, even another person's.
            let other = try home.token("002.other.user", nonce: nonce).signed()
            let third = try await home.signIn(other, nonce: nonce, user: "002.other.user")
            #expect(third.status == 409)
            // Until the token has expired for everybody; then that is what is said.
            home.time.advance(milliseconds: 659_000)
            try await Tidying(store: home.gateway.store, logger: home.gateway.logs.logger).tidy()
            let late = try await home.signIn(token, nonce: nonce)
            #expect(late.status == 409)
            home.time.advance(milliseconds: 1_000)
            let expired = try await home.signIn(token, nonce: nonce)
            #expect(expired.status == 401 && expired.text("error") == "invalid_token")
            home.time.advance(milliseconds: 3_700_000)
            try await Tidying(store: home.gateway.store, logger: home.gateway.logs.logger).tidy()
            let left = try await home.count("apple_nonces")
            #expect(left == 0)
        }
    }

    @Test("Two with the same nonce at once: one is signed in", arguments: DatabaseKind.allCases, [false, true])
    func race(kind: DatabaseKind, isOurs: Bool) async throws {
        try await AppleHome.with(kind) { home in
            let nonce = isOurs ? try await home.nonce() : "an-apps-own-nonce-0002"
            let store = home.gateway.store
            let until = home.time.now + 600_000
            // Different people, so that nothing but the nonce keeps them apart.
            let results = try await withThrowingTaskGroup(of: AppleSignIn.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let person = ApplePerson(subject: "subject-\(number)", name: nil)
                        let app = Store.AppleApp(
                            person: person, nonce: nonce, rememberedUntil: until, deviceID: "phone")
                        return try await store.signInWithApple(app, fresh: try Token.fresh(.device))
                    }
                }
                return try await group.reduce(into: [AppleSignIn]()) { $0.append($1) }
            }
            #expect(results.filter { $0 == .nonceUsed }.count == 7)
            let users = try await home.count("users")
            #expect(users == 1)
        }
    }

    @Test("Somebody's first two sign-ins at once make one user", arguments: DatabaseKind.allCases)
    func firstTwice(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind) { home in
            let store = home.gateway.store
            let until = home.time.now + 600_000
            let users = try await withThrowingTaskGroup(of: AppleSignIn.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let person = ApplePerson(subject: "subject", name: "Name")
                        let app = Store.AppleApp(
                            person: person, nonce: "an-apps-own-nonce-1\(number)", rememberedUntil: until,
                            deviceID: "phone-\(number)")
                        return try await store.signInWithApple(app, fresh: try Token.fresh(.device))
                    }
                }
                return try await group.reduce(into: Set<AppleSignIn>()) { $0.insert($1) }
            }
            #expect(users.count == 1)
            for table in ["users", "accounts", "identities", "profiles"] {
                let rows = try await home.count(table)
                #expect(rows == 1, "\(table)")
            }
        }
    }

    @Test("A nonce of the gateway's ends after ten minutes, used or not", arguments: DatabaseKind.allCases)
    func nonceEnds(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind) { home in
            let nonce = try await home.nonce()
            home.time.advance(milliseconds: 599_999)
            let other = try await home.nonce()
            home.time.advance(milliseconds: 1)
            let late = try await home.signIn(try home.token("001.apple.user", nonce: nonce).signed(), nonce: nonce)
            #expect(late.status == 401 && late.text("error") == "invalid_token")
            let good = try await home.signIn(try home.token("001.apple.user", nonce: other).signed(), nonce: other)
            #expect(good.status == 200)
            // One that looks like ours and was never made is not taken for an app's own.
            let invented = try Token.fresh(.nonce).text
            let refused = try await home.signIn(
                try home.token("001.apple.user", nonce: invented).signed(), nonce: invented)
            #expect(refused.status == 401)
            home.time.advance(milliseconds: 4_400_000)
            try await Tidying(store: home.gateway.store, logger: home.gateway.logs.logger).tidy()
            let left = try await home.count("apple_nonces")
            #expect(left == 0)
            let tidied = try await home.signIn(try home.token("001.apple.user", nonce: nonce).signed(), nonce: nonce)
            #expect(tidied.status == 401)
        }
    }

    @Test("What is wrong with a token is a 401, and leaves its nonce good", arguments: DatabaseKind.allCases)
    func refusals(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind) { home in
            let nonce = "an-apps-own-nonce-0003"
            let good = home.token("001.apple.user", nonce: nonce)
            let now = home.seconds
            let wrong: [(String, String)] = [
                ("issuer", try good.with(["iss": "https://appleid.apple.com.example.org"]).signed()),
                ("no issuer", try good.with(["iss": nil]).signed()),
                ("audience", try good.with(["aud": "com.example.stranger"]).signed()),
                ("the page's audience", try good.with(["aud": .text(StandInApple.servicesID)]).signed()),
                ("audiences", try good.with(["aud": .array([.text(StandInApple.bundleID)])]).signed()),
                ("expired", try good.with(["exp": .integer(now - 60)]).signed()),
                ("endless", try good.with(["exp": nil]).signed()),
                ("end as a text", try good.with(["exp": .text(String(now + 600))]).signed()),
                ("end as a fraction", try good.with(["exp": .number("1900000000.5")]).signed()),
                ("end beyond numbers", try good.with(["exp": .number("99999999999999999999")]).signed()),
                ("future", try good.with(["iat": .integer(now + 61)]).signed()),
                ("no nonce", try good.with(["nonce": nil]).signed()),
                ("raw nonce", try good.with(["nonce": .text(nonce)]).signed()),
                ("other nonce", try good.with(["nonce": .text(AppleVerifier.sent(nonce + "x"))]).signed()),
                ("capitals", try good.with(["nonce": .text(AppleVerifier.sent(nonce).uppercased())]).signed()),
                ("no subject", try good.with(["sub": nil]).signed()),
                ("other subject", try good.with(["sub": "002.other.user"]).signed()),
                ("unsigned", good.withHeader(["alg": "none"]).unsigned + "."),
                ("stranger's key", try good.signed(by: .stranger)),
                ("unknown key", try good.withHeader(["kid": "KEYXXX"]).signed()),
                ("no token", "no.token.atall"), ("text", "token"),
            ]
            for (what, token) in wrong {
                let answer = try await home.signIn(token, nonce: nonce)
                #expect(answer.status == 401 && answer.text("error") == "invalid_token", "\(what)")
            }
            let users = try await home.count("users")
            #expect(users == 0)
            for (number, boolean) in [JSON.bool(true), "true"].enumerated() {
                let own = "\(nonce)-\(number)"
                let token = home.token("001.apple.user", nonce: own).with(["email_verified": boolean])
                let answer = try await home.signIn(try token.signed(), nonce: own)
                #expect(answer.status == 200)
            }
            let answer = try await home.signIn(try good.signed(), nonce: nonce)
            #expect(answer.status == 200)
        }
    }

    @Test("A request that is none is a 400 that names the member")
    func malformed() async throws {
        try await AppleHome.with(.sqlite) { home in
            let nonce = "an-apps-own-nonce-0004"
            let token = try home.token("001.apple.user", nonce: nonce).signed()
            let cases: [(String, JSON?)] = [
                ("identity_token", nil), ("identity_token", ""), ("identity_token", 1), ("nonce", nil),
                ("nonce", "short"), ("nonce", .text(String(repeating: "n", count: 129))), ("user_id", nil),
                ("device_id", .text(String(repeating: "d", count: 65))), ("device_id", "a\nb"), ("name", .array([])),
                ("authorization_code", 5), ("identity_token", .text(String(repeating: "a", count: 8_193))),
            ]
            for (name, value) in cases {
                let answer = try await home.signIn(token, nonce: nonce, more: [name: value])
                #expect(answer.status == 400 && answer.text("field") == name, "\(name)")
                #expect(answer.text("error") == "invalid_request")
            }
            let form = try await home.gateway.client.post("/auth/apple", [("nonce", nonce)])
            #expect(form.status == 415)
            let good = try await home.signIn(token, nonce: nonce, more: ["authorization_code": "c.0.x", "later": 1])
            #expect(good.status == 200)
        }
    }

    @Test(
        "Nonces are limited by address block, sign-ins by person, over all instances", arguments: DatabaseKind.allCases)
    func limits(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind) { home in
            for _ in 0..<5 {
                let nonce = try await home.nonce()
                #expect(!nonce.isEmpty)
            }
            let sixth = try await home.gateway.client.send(
                "POST", "/auth/apple/nonce", headers: [("X-Forwarded-For", "198.51.100.99")])
            #expect(sixth.status == 429 && Int(sixth.header("retry-after") ?? "") ?? 0 >= 12)
            let elsewhere = try await home.nonce(from: "203.0.113.1")
            #expect(!elsewhere.isEmpty)
            for _ in 0..<10 {
                let answer = try await home.signIn()
                #expect(answer.status == 200)
            }
            let eleventh = try await home.signIn()
            #expect(eleventh.status == 429 && eleventh.header("retry-after") != nil)
            let other = try await home.signIn("002.other.user")
            #expect(other.status == 200)
        }
    }

    @Test("Keys are fetched once for all who wait, again for a new one, and thrice a minute at most")
    func keys() async throws {
        try await AppleHome.with(.sqlite) { home in
            home.apple.change { $0.milliseconds = 200 }
            // The first of many at once.
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<8 {
                    group.addTask { try await home.signIn("00\(number).apple.user").status }
                }
                for try await status in group { #expect(status == 200) }
            }
            #expect(home.apple.now.keyRequests == 1)
            home.apple.change { state in
                state.milliseconds = 0
                // What is no key for us stands among Apple's without harm.
                state.otherKeys = [.null, .members(["kty": "EC", "kid": "KEYTWO"]), .array([])]
                state.keys = [.second]
            }
            let nonce = "an-apps-own-nonce-0005"
            let rotated = try home.token("001.apple.user", nonce: nonce).withHeader(["kid": "KEYTWO"]).signed(
                by: .second)
            // In the very moment in which the keys were asked for.
            let good = try await home.signIn(rotated, nonce: nonce)
            #expect(good.status == 200 && home.apple.now.keyRequests == 2)
            // The old key is not Apple's any more; strange names ask once more within the minute, however many they are.
            for _ in 0..<5 {
                let old = try await home.signIn()
                #expect(old.status == 401)
            }
            #expect(home.apple.now.keyRequests == 3)
            home.keyClock.advance(60_000)
            let later = try await home.signIn()
            #expect(later.status == 401 && home.apple.now.keyRequests == 4)
        }
    }

    @Test("When Apple does not answer it is a 503 with Retry-After, never a 401", arguments: DatabaseKind.allCases)
    func away(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind) { home in
            home.apple.change { $0.faults = [500, 404] }
            for _ in 0..<2 {
                let answer = try await home.signIn()
                #expect(answer.status == 503 && answer.text("error") == "unavailable")
                #expect(answer.header("retry-after") != nil)
                let pause = try await home.signIn()
                #expect(pause.status == 503)
                home.keyClock.advance(5_000)
            }
            #expect(home.apple.now.keyRequests == 2)
            let back = try await home.signIn()
            #expect(back.status == 200)
        }
        // Nobody listens at all, or what answers is no list of keys.
        try await AppleHome.with(kind, tune: { _, settings in settings.apple.address = "http://127.0.0.1:9" }) { home in
            let answer = try await home.signIn()
            #expect(answer.status == 503)
        }
    }

    @Test("Without ids of apps there is nothing to ask, and nobody is told otherwise")
    func notSetUp() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            for path in ["/auth/apple", "/auth/apple/nonce", "/auth/apple/notifications", "/auth/apple/callback"] {
                let answer = try await gateway.client.send("POST", path)
                #expect(answer.status == 404, "\(path)")
            }
            let start = try await gateway.client.send("GET", "/auth/apple/start")
            #expect(start.status == 404)
        }
    }
}
