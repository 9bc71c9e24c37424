import Crypto
import CryptoExtras
import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("Whether a token is Apple's", .requirement("GATEWAY-1", "GATEWAY-5"))
struct AppleTokenTests {
    private let nonce = "a-nonce-of-an-app-0001"
    private let now: Int64 = 1_800_000_000

    private var good: AppleToken { AppleToken(subject: "001.apple.user", nonce: nonce, at: now) }

    /// Everything but the keys' way here: they are the stand-in's first two.
    private func payload(_ text: String) throws -> JSON? {
        guard let token = SignedToken(text), let id = AppleVerifier.header(token)?.acceptedKeyID else { return nil }
        let keys: [StandInApple.SigningKey] = [.first, .second]
        guard let key = keys.first(where: { $0.id == id }) else { return nil }
        return AppleVerifier.payload(of: token, signedWith: try key.key.get().publicKey)
    }

    @Test(
        "A good token is read; a bit or a character that differs anywhere is not, and nothing traps", arguments: 0..<8)
    func mutations(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let text = try good.signed()
        #expect(try payload(text)?["sub"] == .text("001.apple.user"))
        let bytes = Array(text.utf8)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n".utf8)
        for _ in 0..<250 {
            var changed = bytes
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<7, using: &generator) {
            case 0: changed[place] ^= 1 << UInt8.random(in: 0..<7, using: &generator)
            case 1: changed[place] = alphabet.randomElement(using: &generator) ?? 0
            case 2: changed.remove(at: place)
            case 3: changed.insert(alphabet.randomElement(using: &generator) ?? 0, at: place)
            case 4: changed.removeLast(place)
            case 5: changed.append(contentsOf: bytes.suffix(place))
            default: changed.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
            }
            guard changed != bytes else { continue }
            #expect(try payload(String(decoding: changed, as: UTF8.self)) == nil, "\(place)")
        }
        for _ in 0..<250 {
            let noise = (0..<Int.random(in: 0..<400, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            #expect(try payload(String(decoding: noise, as: UTF8.self)) == nil)
        }
    }

    @Test("One bit in each byte of the header, the payload and the signature")
    func everyPart() throws {
        let token = try good.signed()
        let parts = token.split(separator: ".").map { base64urlBytes($0.utf8) ?? [] }
        for (index, part) in parts.enumerated() {
            for place in stride(from: 0, to: part.count, by: 3) {
                var changed = parts
                changed[index][place] ^= 1 << UInt8(place % 8)
                #expect(try payload(changed.map { base64url($0) }.joined(separator: ".")) == nil, "\(index) \(place)")
            }
        }
    }

    @Test("Claims of any kind and number are read or refused, and nothing traps", arguments: 0..<4)
    func claims(seed: UInt64) {
        var generator = SeededGenerator(seed)
        let values: [JSON] = [
            .null, .bool(true), "", "true", "https://appleid.apple.com", .text(StandInApple.bundleID), 0, -1,
            .integer(.max), .integer(.min), .integer(now), .integer(now + 600), .number("1e999"), .number("0.5"),
            .array([]), .array(["a"]), .object([]), .text(String(repeating: "s", count: 300)), "{\"type\":5}",
            "{\"type\":\"consent-revoked\",\"sub\":\"s\"}", "[[[[[[[[[[[[[[[[[[[[[[",
        ]
        var accepted = 0
        for _ in 0..<2_000 {
            var token = AppleToken(subject: "s", nonce: nonce, at: now)
            for name in ["iss", "aud", "sub", "iat", "exp", "nonce", "jti", "events"] {
                guard Int.random(in: 0..<3, using: &generator) == 0 else { continue }
                token.claims[name] = Bool.random(using: &generator) ? values.randomElement(using: &generator) : nil
            }
            let payload = JSON.object(token.claims.map { JSON.Member(name: $0.key, value: $0.value) })
            _ = AppleEvent(payload)
            guard let claims = try? AppleVerifier.claims(payload) else { continue }
            let audiences: Set<String> = [StandInApple.bundleID]
            _ = claims.eventFault(audiences: audiences, at: now)
            guard claims.identityFault(audiences: audiences, at: now) == nil else { continue }
            accepted += 1
            #expect(claims.issuer == AppleClaims.issuer && claims.audience == StandInApple.bundleID)
            #expect(claims.issuedAt <= now + 60 && claims.expiresAt.map { $0 > now - 60 } == true)
            #expect(claims.subject?.isEmpty == false)
        }
        #expect(accepted > 50)
    }

    @Test("A header or a payload that names something twice is none")
    func twice() throws {
        for (header, payload) in [
            (#"{"alg":"none","alg":"RS256","kid":"KEYONE"}"#, #"{"iss":"a"}"#),
            (#"{"alg":"RS256","kid":"KEYONE"}"#, #"{"sub":"a","sub":"b"}"#),
            (#"{"alg":"RS256","kid":"KEYONE"}"#, #"["sub"]"#), (#"["RS256"]"#, #"{"sub":"a"}"#),
        ] {
            let signed = base64url(header.utf8) + "." + base64url(payload.utf8)
            let signature = try StandInApple.SigningKey.first.key.get().signature(
                for: SHA256.hash(data: Array(signed.utf8)), padding: .insecurePKCS1v1_5)
            #expect(try self.payload(signed + "." + base64url(signature.rawRepresentation)) == nil)
        }
    }

    @Test("No other algorithm, and no secret that everybody knows, is taken for a signature")
    func confusion() throws {
        let key = try StandInApple.SigningKey.first.key.get().publicKey
        let none = good.withHeader(["alg": "none"])
        for text in [none.unsigned + ".", none.unsigned + ".AAAA", try none.signed()] {
            #expect(try payload(text) == nil)
        }
        // HMAC with what is public: the key in each of its forms.
        let forms: [Data] = [
            Data(key.pemRepresentation.utf8), key.derRepresentation, Data(key.pkcs1PEMRepresentation.utf8),
            key.pkcs1DERRepresentation, try key.getKeyPrimitives().modulus,
            Data(StandInApple.SigningKey.first.published.encoded.utf8), Data(),
        ]
        for form in forms {
            for algorithm in ["HS256", "RS256"] {
                let text = good.withHeader(["alg": .text(algorithm)]).authenticated(with: form)
                #expect(try payload(text) == nil)
            }
        }
        for algorithm in ["RS384", "RS512", "PS256", "ES256", "HS256", "rs256", "NONE", ""] {
            #expect(try payload(try good.withHeader(["alg": .text(algorithm)]).signed()) == nil, "\(algorithm)")
        }
        for header in [
            good.withHeader(["alg": nil]), good.withHeader(["kid": nil]), good.withHeader(["kid": "KEYTWO"]),
            good.withHeader(["kid": 1]), good.withHeader(["crit": .array(["exp"])]), good.withHeader(["kid": "OTHER"]),
        ] { #expect(try payload(try header.signed()) == nil) }
        // A key that the token brings along is nobody's.
        let stranger = StandInApple.SigningKey.stranger
        let own = good.withHeader(["jwk": stranger.published, "jku": "https://example.org/keys"])
        #expect(try payload(try own.signed(by: stranger)) == nil)
        // The right digest with another padding.
        let digest = SHA256.hash(data: Array(good.unsigned.utf8))
        let pss = try StandInApple.SigningKey.first.key.get().signature(for: digest, padding: .PSS)
        #expect(try payload(good.unsigned + "." + base64url(pss.rawRepresentation)) == nil)
        #expect(try payload(try good.withHeader(["kid": "KEYTWO"]).signed(by: .second)) != nil)
    }

    @Test("Of Apple's keys only RSA of 2,048 to 4,096 bits for RS256 are taken")
    func keys() throws {
        let published = StandInApple.SigningKey.first.published
        #expect(AppleClient.publicKey(published)?.id == "KEYONE")
        func changed(_ name: String, _ value: JSON?) -> JSON {
            guard case .object(let members) = published else { return .null }
            return .object(
                members.filter { $0.name != name } + (value.map { [JSON.Member(name: name, value: $0)] } ?? []))
        }
        #expect(AppleClient.publicKey(changed("use", nil)) != nil && AppleClient.publicKey(changed("alg", nil)) != nil)
        let short = base64url([UInt8](repeating: 0xFF, count: 128))
        let long = base64url([UInt8](repeating: 0xFF, count: 513))
        let cases: [(String, JSON?)] = [
            ("kty", "EC"), ("kty", nil), ("use", "enc"), ("alg", "RS512"), ("kid", nil), ("kid", ""), ("kid", 7),
            ("n", nil), ("n", "AQAB"), ("n", .text(short)), ("n", .text(long)), ("n", "not base64"), ("e", nil),
            ("e", "AA"), ("e", "AQ"), ("e", "Ag"), ("e", "__________8"),
        ]
        for (name, value) in cases {
            #expect(AppleClient.publicKey(changed(name, value)) == nil, "\(name) \(value?.encoded ?? "")")
        }
        #expect(AppleClient.publicKey(.null) == nil && AppleClient.publicKey(.array([])) == nil)
    }

    @Test("The client secret is a JWT in ES256 that our key's other half accepts, for five minutes")
    func clientSecret() throws {
        let key = P256.Signing.PrivateKey()
        let client = try ClientKey(.init(teamID: "TEAM123456", keyID: "KEY1234567", pem: key.pemRepresentation))
        let token = try #require(SignedToken(try client.secret(client: "com.example", at: now)))
        let header = try JSON(parsing: token.header)
        let payload = try JSON(parsing: token.payload)
        #expect(header["alg"] == "ES256" && header["kid"] == "KEY1234567")
        #expect(payload["iss"] == "TEAM123456" && payload["sub"] == "com.example")
        #expect(payload["aud"] == "https://appleid.apple.com" && payload["exp"] == .integer(now + 300))
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: token.signature)
        #expect(key.publicKey.isValidSignature(signature, for: token.signed))
    }
}
