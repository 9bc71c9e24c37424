import Crypto
import Foundation
import GatewayRules
import Testing

@testable import Gateway

@Suite("Passkeys, by the rules alone", .requirement("GATEWAY-5"))
struct PasskeyRuleTests {
    private typealias Change = TestAuthenticator.Change

    private static func asked() throws -> AskedOfAuthenticator {
        var asked = AskedOfAuthenticator()
        asked.challenge = randomBytes(32)
        asked.handle = Array("usr_0somebody".utf8)
        return asked
    }

    private static func ceremony(_ asked: AskedOfAuthenticator) throws -> PasskeyCeremony<P256Cryptography> {
        let place = try #require(PasskeyPlace(publicAddress: asked.origin))
        return PasskeyCeremony(place: place, challenge: asked.challenge, cryptography: P256Cryptography())
    }

    private static func made(
        _ made: TestAuthenticator.Made, _ asked: AskedOfAuthenticator
    ) throws -> Result<MadePasskey, PasskeyFault> {
        let ceremony = try ceremony(asked)
        return Result { () throws(PasskeyFault) -> MadePasskey in
            try ceremony.made(
                try PasskeyClientData(parsing: made.clientData), id: made.id, attestation: made.attestation)
        }
    }

    private static func counter(
        _ signed: TestAuthenticator.Signed, _ key: PasskeyKey, _ asked: AskedOfAuthenticator
    ) throws -> Result<UInt32, PasskeyFault> {
        let ceremony = try ceremony(asked)
        return Result { () throws(PasskeyFault) -> UInt32 in
            try ceremony.counter(
                of: PasskeyAnswer(
                    clientDataBytes: signed.clientData,
                    clientData: try PasskeyClientData(parsing: signed.clientData),
                    authenticatorData: signed.authenticatorData, signature: signed.signature, handle: signed.handle),
                by: key, handle: asked.handle)
        }
    }

    @Test("A good ceremony is taken, whatever the authenticator is like", arguments: [1, 16, 32, 255, 256, 1_023])
    func good(idBytes: Int) throws {
        let protection = CBOR.named(["credProtect": .unsigned(2), "hmac-secret": .bool(true)]).encoded
        var changes = [Change](repeating: Change(), count: 6)
        changes[0].flags = 0x01
        changes[1].flags = 0x1D
        (changes[2].flags, changes[2].extensions) = (0x81, protection)
        changes[3].clientData = #","extra":{"a":[1]},"other":"寝室""#
        changes[4].counter = 0
        // What browsers on Windows bring of some security keys although nobody has asked for it.
        let certificates = CBOR.array([.bytes([UInt8](repeating: 0x30, count: 900)), .bytes([])])
        changes[5].format = "packed"
        changes[5].statement = .named(["alg": .negative(6), "sig": .bytes([1]), "x5c": certificates])
        for change in changes {
            let (authenticator, asked) = (TestAuthenticator(), try Self.asked())
            authenticator.idBytes = idBytes
            let made = try Self.made(authenticator.make(asked, change), asked).get()
            let passkey = try #require(authenticator.passkeys.first)
            #expect(made.id == passkey.id && made.key.point == [UInt8](passkey.key.publicKey.x963Representation))
            #expect(made.counter == (change.counter ?? 1))
            #expect(PasskeyKey(point: made.key.point) == made.key)
            let again = try Self.asked()
            let counter = try Self.counter(authenticator.sign(again, change), made.key, again).get()
            #expect(counter == (change.counter ?? 2))
        }
    }

    @Test("Whatever is otherwise than asked is refused with its reason, of a new passkey")
    func changedRegistration() throws {
        let other = P256.Signing.PrivateKey()
        let point = [UInt8](other.publicKey.rawRepresentation)
        func key(_ change: (inout [CBOR.Entry]) -> Void) -> CBOR {
            guard case .map(var entries) = TestAuthenticator.cose(other.publicKey) else { return .map([]) }
            change(&entries)
            return .map(entries)
        }
        func entry(_ number: Int64, _ value: CBOR) -> CBOR.Entry {
            .init(key: number < 0 ? .negative(UInt64(-1 - number)) : .unsigned(UInt64(number)), value: value)
        }
        func refused(_ fault: PasskeyFault, _ change: (inout Change) -> Void) throws {
            let asked = try Self.asked()
            var changed = Change()
            change(&changed)
            let result = try Self.made(TestAuthenticator().make(asked, changed), asked)
            #expect(result == .failure(fault), "\(changed)")
        }
        try refused(.type) { $0.type = "webauthn.get" }
        try refused(.type) { $0.type = "" }
        try refused(.type) { $0.type = "webauthn.Create" }
        try refused(.challenge) { $0.challenge = randomBytes(32) }
        try refused(.challenge) { $0.challenge = [] }
        try refused(.origin) { $0.origin = "https://evil.example" }
        try refused(.origin) { $0.origin = "https://gateway.example/" }
        try refused(.origin) { $0.origin = "http://gateway.example" }
        try refused(.origin) { $0.origin = "https://a.gateway.example" }
        try refused(.crossOrigin) { $0.clientData = #","crossOrigin":true"# }
        try refused(.crossOrigin) { $0.clientData = #","crossOrigin":false,"topOrigin":"https://evil.example""# }
        try refused(.clientData) { $0.clientData = #","crossOrigin":"false""# }
        try refused(.clientData) { $0.clientData = #","type":"webauthn.create""# }
        try refused(.clientData) { $0.clientData = "," }
        try refused(.clientData) { $0.clientData = "}{" }
        try refused(.tooLong) { $0.clientData = #","a":""# + String(repeating: "a", count: 4_096) + "\"" }
        try refused(.place) { $0.place = "evil.example" }
        try refused(.place) { $0.place = "a.gateway.example" }
        try refused(.absent) { $0.flags = 0x04 }
        try refused(.authenticatorData) { $0.flags = 0x15 }
        try refused(.authenticatorData) { $0.flags = 0x85 }
        try refused(.authenticatorData) { $0.extensions = [0xA0] }
        try refused(.authenticatorData) { ($0.flags, $0.extensions) = (0x85, [0x80]) }
        try refused(.authenticatorData) { ($0.flags, $0.extensions) = (0x85, [0xA0, 0xA0]) }
        try refused(.attestation) { $0.statement = .array([]) }
        try refused(.credentialID) { $0.id = randomBytes(32) }
        try refused(.credentialID) { $0.id = [] }
        try refused(.algorithm) { $0.cose = key { $0[1] = entry(3, .negative(256)) } }
        try refused(.algorithm) { $0.cose = key { $0.remove(at: 1) } }
        try refused(.key) { $0.cose = .array([]) }
        try refused(.key) { $0.cose = key { $0[0] = entry(1, .unsigned(1)) } }
        try refused(.key) { $0.cose = key { $0[2] = entry(-1, .unsigned(2)) } }
        try refused(.key) { $0.cose = key { $0[3] = entry(-2, .bytes(Array(point.prefix(31)))) } }
        try refused(.key) { $0.cose = key { $0[3] = entry(-2, .bytes([0] + point.prefix(32))) } }
        try refused(.key) { $0.cose = key { $0[4] = entry(-3, .bool(true)) } }
        try refused(.key) { $0.cose = key { $0.append(entry(2, .bytes([1]))) } }
        try refused(.key) { $0.cose = key { $0[4] = entry(-3, .bytes([UInt8](repeating: 1, count: 32))) } }
        try refused(.key) { $0.cose = key { $0[3] = entry(-2, .bytes([UInt8](repeating: 0xFF, count: 32))) } }
    }

    @Test("An attestation object of another shape is refused, and so are authenticator data without a passkey")
    func shapes() throws {
        let (authenticator, asked) = (TestAuthenticator(), try Self.asked())
        let made = authenticator.make(asked)
        func result(_ object: CBOR) throws -> Result<MadePasskey, PasskeyFault> {
            try Self.made(
                .init(id: made.id, clientData: made.clientData, attestation: object.encoded, authenticatorData: []),
                asked)
        }
        let data = CBOR.bytes(made.authenticatorData)
        let good = try result(.named(["authData": data, "fmt": .text("none"), "attStmt": .map([])]))
        #expect(good == (try Self.made(made, asked)))
        for object: CBOR in [
            data, .array([]), .map([]), .named(["fmt": .text("none"), "attStmt": .map([])]),
            .named(["fmt": .text("none"), "authData": data]), .named(["attStmt": .map([]), "authData": data]),
            .named(["fmt": .text("none"), "attStmt": .map([]), "authData": data, "ep": .bool(true)]),
            .named(["fmt": .bytes([1]), "attStmt": .map([]), "authData": data]),
            .named(["fmt": .text("none"), "attStmt": .map([]), "authData": .text("")]),
        ] { #expect(try result(object) == .failure(.attestation)) }
        let signed = try authenticator.sign(asked)
        let bare = CBOR.bytes(signed.authenticatorData)
        let nothing = try result(.named(["fmt": .text("none"), "attStmt": .map([]), "authData": bare]))
        #expect(nothing == .failure(.nothingMade))
        let long = CBOR.bytes([UInt8](repeating: 0, count: CBOR.longest))
        #expect(
            try result(.named(["fmt": .text("none"), "attStmt": .map([]), "authData": long])) == .failure(.tooLong))
        for count in 0..<made.authenticatorData.count {
            let cut = CBOR.bytes(Array(made.authenticatorData.prefix(count)))
            let refused = try result(.named(["fmt": .text("none"), "attStmt": .map([]), "authData": cut]))
            guard case .failure(let fault) = refused else {
                Issue.record("cut at \(count)")
                continue
            }
            #expect(fault == .authenticatorData)
        }
        var empty = made.authenticatorData
        empty.replaceSubrange(53..<55, with: [0, 0])
        let noID = try result(.named(["fmt": .text("none"), "attStmt": .map([]), "authData": .bytes(empty)]))
        #expect(noID == .failure(.credentialID))
    }

    /// Nothing of a registration is signed: what only names the passkey, its maker or its state may differ, and is then
    /// taken as it is. Everything else is refused.
    @Test("A bit that differs in a new passkey is refused, or is part of what the authenticator may choose")
    func registrationBits() throws {
        let (authenticator, asked) = (TestAuthenticator(), try Self.asked())
        let made = authenticator.make(asked)
        let good = try Self.made(made, asked).get()
        let start = try #require(made.attestation.firstRange(of: made.authenticatorData)).lowerBound
        let format = try #require(made.attestation.firstRange(of: Array("none".utf8)))
        // Verified, backup, reserved bits; the counter; the model; the name of a statement that is not judged.
        let free = Set([start + 32] + Array(start + 33..<start + 53) + Array(format))
        var taken = 0
        for place in made.attestation.indices {
            for bit in 0..<8 {
                var bytes = made.attestation
                bytes[place] ^= 1 << UInt8(bit)
                let changed = TestAuthenticator.Made(
                    id: made.id, clientData: made.clientData, attestation: bytes, authenticatorData: [])
                guard case .success(let other) = try Self.made(changed, asked) else { continue }
                #expect(free.contains(place) && other.id == good.id && other.key == good.key, "\(place).\(bit)")
                taken += 1
            }
        }
        // Four of the flags (backed up, and not able to be, is refused), the counter, the model, seven bits of each letter.
        #expect(taken == 4 + 32 + 128 + 4 * 7)
        for place in made.clientData.indices {
            for bit in 0..<8 {
                var bytes = made.clientData
                bytes[place] ^= 1 << UInt8(bit)
                let changed = TestAuthenticator.Made(
                    id: made.id, clientData: bytes, attestation: made.attestation, authenticatorData: [])
                guard case .success = try Self.made(changed, asked) else { continue }
                // A member's name that is not known, or that stands for what is usual: "crossOrigin".
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(!text.contains("\"crossOrigin\":false"), "\(text)")
            }
        }
    }

    @Test("Whatever is otherwise than asked is refused with its reason, of an answer")
    func changedAnswer() throws {
        let (authenticator, asked) = (TestAuthenticator(), try Self.asked())
        let key = try Self.made(authenticator.make(asked), asked).get().key
        func refused(_ fault: PasskeyFault, _ change: (inout Change) -> Void) throws {
            var changed = Change()
            change(&changed)
            let result = try Self.counter(authenticator.sign(asked, changed), key, asked)
            #expect(result == .failure(fault), "\(changed)")
        }
        try refused(.type) { $0.type = "webauthn.create" }
        try refused(.challenge) { $0.challenge = randomBytes(32) }
        try refused(.origin) { $0.origin = "https://evil.example" }
        try refused(.crossOrigin) { $0.clientData = #","crossOrigin":true"# }
        try refused(.clientData) { $0.clientData = #","crossOrigin":1"# }
        try refused(.place) { $0.place = "evil.example" }
        try refused(.absent) { $0.flags = 0 }
        try refused(.authenticatorData) { $0.flags = 0x11 }
        try refused(.authenticatorData) { $0.flags = 0x45 }
        try refused(.authenticatorData) { $0.extensions = [0] }
        try refused(.handle) { $0.handle = Array("usr_0another".utf8) }
        try refused(.handle) { $0.handle = [] }
        try refused(.signature) { $0.key = P256.Signing.PrivateKey() }
        // Signatures that say nothing, of the right shape and of none.
        var signed = try authenticator.sign(asked)
        for signature: [UInt8] in [[], [0x30, 0], [0x30, 6, 2, 1, 0, 2, 1, 0], [0x30, 6, 2, 1, 1, 2, 1, 1]] {
            signed.signature = signature
            #expect(try Self.counter(signed, key, asked) == .failure(.signature))
        }
        // Raw, as a token of JSON has it.
        let passkey = try #require(authenticator.passkeys.first)
        let message = signed.authenticatorData + Array(SHA256.hash(data: signed.clientData))
        signed.signature = [UInt8](try passkey.key.signature(for: SHA256.hash(data: message)).rawRepresentation)
        #expect(try Self.counter(signed, key, asked) == .failure(.signature))
    }

    @Test("A bit that differs anywhere in an answer is refused", arguments: 0..<2)
    func answerBits(round: Int) throws {
        let (authenticator, asked) = (TestAuthenticator(), try Self.asked())
        let key = try Self.made(authenticator.make(asked), asked).get().key
        let good = try authenticator.sign(asked)
        func flipped(
            _ part: WritableKeyPath<TestAuthenticator.Signed, [UInt8]>, _ allowed: Set<PasskeyFault>
        ) throws {
            for place in good[keyPath: part].indices {
                for bit in 0..<8 {
                    var signed = good
                    signed[keyPath: part][place] ^= 1 << UInt8(bit)
                    let result = try Self.counter(signed, key, asked)
                    guard case .failure(let fault) = result, allowed.contains(fault) else {
                        Issue.record("\(place).\(bit): \(result)")
                        continue
                    }
                }
            }
        }
        try flipped(\.authenticatorData, [.authenticatorData, .place, .absent, .signature])
        try flipped(\.clientData, [.clientData, .type, .challenge, .origin, .crossOrigin, .signature])
        try flipped(\.signature, [.signature])
        try flipped(\.handle, [.handle])
        #expect(try Self.counter(good, key, asked) == .success(2))
    }

    @Test("A counter grows, or is 0 for ever")
    func counters() {
        let numbers: [UInt32] = [0, 1, 2, 3, 1_000, UInt32(Int32.max), .max - 1, .max]
        for stored in numbers {
            for next in numbers {
                let isGood = next > stored || (next == 0 && stored == 0)
                #expect(PasskeyCounter.mayFollow(next, after: stored) == isGood)
            }
        }
        #expect(!PasskeyCounter.mayFollow(0, after: 1) && !PasskeyCounter.mayFollow(1, after: 1))
    }

    @Test("Noise in any field never traps, and is no passkey", arguments: 0..<10)
    func noise(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let (authenticator, asked) = (TestAuthenticator(), try Self.asked())
        let made = authenticator.make(asked)
        let ceremony = try Self.ceremony(asked)
        let clientData = try PasskeyClientData(parsing: made.clientData)
        for _ in 0..<500 {
            // A good one with some bytes cut out, repeated or made up.
            var bytes = made.attestation
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
                let start = Int.random(in: 0..<bytes.count, using: &generator)
                let end = min(bytes.count, start + Int.random(in: 0...8, using: &generator))
                let new = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
                bytes.replaceSubrange(start..<end, with: new)
            }
            _ = try? ceremony.made(clientData, id: made.id, attestation: bytes)
            _ = try? AuthenticatorData(Array(bytes.dropFirst(Int.random(in: 0...40, using: &generator))))
            _ = try? PasskeyClientData(parsing: bytes)
            let fields = ["id", "clientData", "attestation", "authenticatorData", "signature", "userHandle"].map {
                "\($0)=\(base64url(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))))"
            }
            let question = PasskeyQuestion(
                place: try #require(PasskeyPlace(publicAddress: asked.origin)), secret: try Token.fresh(.passkey))
            let form = try Form(fields.joined(separator: "&"))
            #expect(throws: PasskeyFault.self) { _ = try question.made(form) }
            let known = KnownPasskey(
                id: "p", user: "u", account: "a",
                key: try #require(PasskeyKey(point: [4] + [UInt8](repeating: 1, count: 64)))
            )
            #expect(throws: PasskeyFault.self) { _ = try question.counter(form, by: known) }
        }
    }

    @Test("A question's challenge follows from its secret, and from no other")
    func challenges() throws {
        let place = try #require(PasskeyPlace(publicAddress: "https://gateway.example"))
        let secret = try Token.fresh(.passkey)
        let one = PasskeyQuestion(place: place, secret: secret).challenge
        #expect(one.count == 32 && one == PasskeyQuestion(place: place, secret: secret).challenge)
        #expect(one != PasskeyQuestion(place: place, secret: try Token.fresh(.passkey)).challenge)
        #expect(!secret.text.contains(base64url(one)))
    }

    @Test("Passkeys are for names with https, and for localhost")
    func places() {
        for (address, id) in [
            ("https://gateway.example", "gateway.example"), ("https://gateway.example:8443", "gateway.example"),
            ("https://gateway", "gateway"), ("https://gateway.local:8443", "gateway.local"),
            ("https://xn--bcher-kva.example", "xn--bcher-kva.example"), ("https://localhost", "localhost"),
            ("http://localhost", "localhost"), ("http://localhost:8030", "localhost"),
            ("https://1.gateway.example", "1.gateway.example"),
        ] {
            let place = PasskeyPlace(publicAddress: address)
            #expect(place?.id == id && place?.origin == address, "\(address)")
        }
        for address in [
            "http://gateway.example", "http://127.0.0.1:8030", "https://127.0.0.1", "https://192.0.2.7:8443",
            "https://[::1]:8443", "http://[::1]", "https://[fd00::7]", "https://0x7f000001", "https://2130706433",
            "https://127.1", "https://Gateway.example", "https://gateway.example.", "https://.example", "https://", "",
            "gateway.example", "ftp://gateway.example", "https://user@gateway.example", "https://bücher.example",
            "https://a b.example", "http://localhost.evil.example",
            "https://" + String(repeating: "a", count: 64) + ".example",
            "https://" + String(repeating: "a.", count: 127) + "example",
        ] { #expect(PasskeyPlace(publicAddress: address) == nil, "\(address)") }
    }
}
