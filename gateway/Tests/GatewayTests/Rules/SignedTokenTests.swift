import Foundation
import GatewayRules
import Testing

@Suite("Tokens of Apple's, by the rules alone", .requirement("GATEWAY-5"))
struct SignedTokenTests {
    @Test("Base64url is read back, and each sequence of bytes has one text")
    func base64() {
        var generator = SeededGenerator(1)
        for length in 0..<70 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(base64urlBytes(base64url(bytes).utf8) == bytes)
        }
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var readable = 0
        for first in alphabet {
            for second in alphabet {
                guard let bytes = base64urlBytes([first, second]) else { continue }
                readable += 1
                #expect(Array(base64url(bytes).utf8) == [first, second])
            }
        }
        #expect(readable == 256)
        for text in ["A", "AAAAA", "AA==", "AA=", "A A", "A+/A", "AAA\n", "ＡＡ", "AB", "AAB"] {
            #expect(base64urlBytes(text.utf8) == nil, "\(text)")
        }
    }

    @Test("A token has three parts, none of them empty, and at most 8 KiB")
    func shape() {
        let token = SignedToken("e30.e30.AAAA")
        #expect(token?.header == Array("{}".utf8) && token?.payload == Array("{}".utf8))
        #expect(token?.signature == [0, 0, 0] && token?.signed == Array("e30.e30".utf8))
        for text in [
            "", ".", "..", "...", "e30.e30", "e30.e30.", ".e30.AAAA", "e30..AAAA", "e30.e30.AAAA.", "e30.e30.AAAA.AAAA",
            "e30.e30.AAAA ", " e30.e30.AAAA", "e30=.e30.AAAA", "e31.e30.AAA", "e30.e30.A",
            "e30.e30." + String(repeating: "A", count: SignedToken.longest),
        ] { #expect(SignedToken(text) == nil, "\(text.prefix(40))") }
    }

    @Test("Only RS256 with a key's name and without extensions is looked at")
    func header() {
        #expect(AppleHeader(algorithm: "RS256", keyID: "K", hasExtensions: false).acceptedKeyID == "K")
        #expect(AppleHeader(algorithm: "RS256", keyID: "K", hasExtensions: true).acceptedKeyID == nil)
        for algorithm in [
            "none", "None", "HS256", "RS384", "RS512", "PS256", "ES256", "EdDSA", "rs256", "RS256 ", "", nil,
        ] {
            #expect(AppleHeader(algorithm: algorithm, keyID: "K", hasExtensions: false).acceptedKeyID == nil)
        }
        for id in ["", nil, String(repeating: "k", count: 129)] {
            #expect(AppleHeader(algorithm: "RS256", keyID: id, hasExtensions: false).acceptedKeyID == nil)
        }
    }

    private func claims(
        issuer: String = "https://appleid.apple.com", audience: String = "app", subject: String? = "s",
        issuedAt: Int64 = 1_000, expiresAt: Int64? = 1_600
    ) -> AppleClaims {
        AppleClaims(
            issuer: issuer, audience: audience, subject: subject, issuedAt: issuedAt, expiresAt: expiresAt, nonce: nil)
    }

    @Test("Time is taken with a minute of patience, to the second")
    func time() {
        let audiences: Set<String> = ["app", "web"]
        func fault(_ claims: AppleClaims, _ now: Int64) -> AppleClaims.Fault? {
            claims.identityFault(audiences: audiences, at: now)
        }
        #expect(fault(claims(), 1_000) == nil && fault(claims(), 1_659) == nil && fault(claims(), 1_660) == .expired)
        #expect(fault(claims(), 940) == nil && fault(claims(), 939) == .issuedLater)
        #expect(fault(claims(expiresAt: nil), 1_000) == .endless)
        #expect(claims(subject: nil, expiresAt: nil).eventFault(audiences: audiences, at: 1_000) == nil)
        let week = 1_000 + AppleClaims.eventSeconds + AppleClaims.skewSeconds
        #expect(claims(expiresAt: nil).eventFault(audiences: audiences, at: week - 1) == nil)
        #expect(claims(expiresAt: nil).eventFault(audiences: audiences, at: week) == .expired)
        #expect(claims(expiresAt: 1_600).eventFault(audiences: audiences, at: 1_660) == .expired)
        #expect(claims().rememberedUntilMilliseconds > 1_660_000)
    }

    @Test("Whom it is from, for and about is exact")
    func names() {
        func fault(_ claims: AppleClaims) -> AppleClaims.Fault? { claims.identityFault(audiences: ["app"], at: 1_000) }
        for issuer in ["https://appleid.apple.com/", "http://appleid.apple.com", "appleid.apple.com", ""] {
            #expect(fault(claims(issuer: issuer)) == .issuer)
        }
        for audience in ["App", "app ", "ap", "web", ""] { #expect(fault(claims(audience: audience)) == .audience) }
        #expect(claims().identityFault(audiences: [], at: 1_000) == .audience)
        for subject in ["", nil, String(repeating: "s", count: 256)] {
            #expect(fault(claims(subject: subject)) == .subject)
        }
    }

    @Test("No number traps")
    func extremes() {
        let numbers: [Int64] = [.min, .min + 1, -1, 0, 1, 9_223_372_036_854_775, .max - 1, .max]
        for issuedAt in numbers {
            for expiresAt in numbers.map(Optional.some) + [nil] {
                for now in numbers {
                    let claims = claims(issuedAt: issuedAt, expiresAt: expiresAt)
                    _ = claims.identityFault(audiences: ["app"], at: now)
                    _ = claims.eventFault(audiences: ["app"], at: now)
                    // What is still good is remembered at least until it is not.
                    if claims.identityFault(audiences: ["app"], at: now) == nil, now < Int64.max / 1_000 {
                        #expect(claims.rememberedUntilMilliseconds > max(now, Int64.min / 1_000) * 1_000)
                    }
                }
            }
        }
    }

    @Test("An app's own nonce is of 16 to 128 visible characters")
    func nonces() {
        #expect(AppleNonce.isPossible(String(repeating: "n", count: 16)))
        for text in [
            String(repeating: "n", count: 15), String(repeating: "n", count: 129), "sixteen with space", "ｎｏｎｃｅｎｏｎｃｅ",
        ] { #expect(!AppleNonce.isPossible(text)) }
    }

    @Test(
        "A name is put together in its language's order, and what is none is nil",
        arguments: [
            ("Taro", "Yamada", "Taro Yamada"), ("太郎", "山田", "山田 太郎"), ("たろう", "ヤマダ", "ヤマダ たろう"),
            ("Taro", "山田", "Taro 山田"),
            (" Ann  Marie ", "", "Ann Marie"), (nil, "Yamada", "Yamada"), (nil, nil, nil), ("", " ", nil),
            ("a\u{202E}b", "c", nil), ("a\u{0}", "c", nil), (String(repeating: "a", count: 101), "c", "c"),
            (String(repeating: "a", count: 60), String(repeating: "b", count: 60), nil),
        ] as [(String?, String?, String?)])
    func names(given: String?, family: String?, name: String?) {
        #expect(displayName(given: given, family: family) == name)
    }
}

@Suite("When Apple is asked for its keys", .requirement("GATEWAY-5"))
struct KeyCacheTests {
    typealias Cache = KeyCache<Int>

    private func name(_ step: Cache.Step) -> String {
        switch step {
        case .use(let key): "use \(key)"
        case .ask: "ask"
        case .unknown: "unknown"
        case .away: "away"
        }
    }

    @Test("Keys are good for six hours, strange ones ask thrice a minute, a failure is tried again after five seconds")
    func steps() {
        var cache = Cache()
        #expect(name(cache.step("a", at: 0)) == "ask")
        cache.note(nil, at: 0)
        #expect(name(cache.step("a", at: 4_999)) == "away" && name(cache.step("a", at: 5_000)) == "ask")
        cache.note(["a": 1], at: 5_000)
        #expect(name(cache.step("a", at: 5_000)) == "use 1" && name(cache.step("b", at: 5_000)) == "ask")
        // What is new at Apple is found at once; who invents names asks no more than that.
        for _ in 0..<2 { cache.note(["a": 1], at: 5_000) }
        #expect(name(cache.step("a", at: 5_000)) == "use 1" && name(cache.step("b", at: 64_999)) == "unknown")
        #expect(name(cache.step("b", at: 65_000)) == "ask" && name(cache.step("a", at: 65_000)) == "use 1")
        let old = 5_000 + Cache.freshMilliseconds
        #expect(name(cache.step("a", at: old - 1)) == "use 1" && name(cache.step("a", at: old)) == "ask")
        cache.note(nil, at: old)
        #expect(name(cache.step("a", at: old)) == "use 1" && name(cache.step("b", at: old)) == "away")
        let stale = 5_000 + Cache.staleMilliseconds
        cache.note(nil, at: stale - 1)
        #expect(name(cache.step("a", at: stale - 1)) == "use 1" && name(cache.step("a", at: stale)) == "away")
        cache.note(["b": 2], at: stale)
        // What Apple has withdrawn is no key any more.
        #expect(name(cache.step("b", at: stale)) == "use 2" && name(cache.step("a", at: stale)) == "ask")
        for _ in 0..<2 { cache.note(["b": 2], at: stale) }
        #expect(name(cache.step("b", at: stale)) == "use 2" && name(cache.step("a", at: stale)) == "unknown")
    }

    @Test(
        "In any history there are at least five seconds after a question without an answer, and three answers a minute",
        arguments: 0..<40)
    func histories(seed: UInt64) {
        var generator = SeededGenerator(seed)
        var cache = Cache()
        var now: Int64 = 0
        var last: (at: Int64, answered: Bool)?
        var answers: [Int64] = []
        for _ in 0..<2_000 {
            now += Int64.random(in: 0...(Bool.random(using: &generator) ? 3_000 : 4_000_000), using: &generator)
            let id = ["a", "b", "c"].randomElement(using: &generator) ?? "a"
            switch cache.step(id, at: now) {
            case .use: #expect(answers.last.map { now - $0 < Cache.staleMilliseconds } ?? false)
            case .ask:
                if let last, !last.answered { #expect(now - last.at >= 5_000) }
                #expect(answers.filter { now - $0 < 60_000 }.count < 3)
                let answered = Bool.random(using: &generator)
                if answered { answers.append(now) }
                last = (now, answered)
                cache.note(answered ? [["a", "b"].randomElement(using: &generator) ?? "a": 1] : nil, at: now)
            case .unknown: #expect(answers.filter { now - $0 < 60_000 }.count == 3)
            case .away: #expect(last?.answered == false)
            }
        }
    }
}
