import GatewayRules
import Testing

@Suite("Codes that people say and type", .requirement("ACCOUNT-1", "GATEWAY-5"))
struct CodeTests {
    @Test(
        "A user code is read however it is typed",
        arguments: [
            "482913775", "482 913 775", "482-913-775", " 482.913.775 ", "４８２　９１３　７７５", "482ー913ー775", "482–913–775",
        ])
    func typed(text: String) { #expect(UserCode(typed: text)?.digits == "482913775") }

    @Test(
        "What is no code is none",
        arguments: ["", "48291377", "4829137755", "482 913 77a", "٤٨٢٩١٣٧٧٥", String(repeating: "1", count: 10_000)])
    func wrong(text: String) { #expect(UserCode(typed: text) == nil) }

    @Test("A code is shown in threes, and read back")
    func grouped() {
        #expect(UserCode(typed: "482913775")?.grouped == "482 913 775")
        var generator = SeededGenerator(1)
        for length in [UserCode.length, UserCode.lengthUnderAttack] {
            for _ in 0..<100 {
                let code = UserCode(length: length, using: &generator)
                #expect(code.digits.count == length)
                #expect(UserCode(typed: code.grouped) == code)
            }
        }
    }

    @Test("An owner code has 12 characters that nobody confuses, in fours, and is read in any case")
    func ownerCode() {
        var generator = SeededGenerator(2)
        var seen: Set<String> = []
        for _ in 0..<1_000 {
            let code = OwnerCode(using: &generator)
            #expect(code.text.count == 12 && code.text.allSatisfy { !"0O1ILB8S5Z2UV".contains($0) })
            #expect(OwnerCode(typed: code.grouped.lowercased()) == code)
            #expect(OwnerCode(typed: code.text) == code)
            seen.insert(code.text)
        }
        #expect(seen.count == 1_000)
    }

    @Test(
        "An owner code is read however a Japanese keyboard writes it",
        arguments: [
            "ＡＣＤＥ－ＦＧＨＪ－ＫＭ３７", "ａｃｄｅ－ｆｇｈｊ－ｋｍ３７", "ACDEーFGHJーKM37", "ACDE　FGHJ　KM37", "ＡＣＤＥＦＧＨＪＫＭ３７",
            "acde‐fghj‐km37", "ACDE–FGHJ–KM37", " ACDE FGHJ KM37 ",
        ])
    func typedOwnerCode(text: String) { #expect(OwnerCode(typed: text)?.text == "ACDEFGHJKM37") }

    @Test(
        "What is no owner code is none",
        arguments: [
            "", "ACDE-FGHJ", "ACDE-FGHJ-KMN0", "ACDE-FGHJ-KMNP-Q", "ÀCDE-FGHJ-KMNP", "ＡＣＤＥ－ＦＧＨＪ－ＫＭＮ０", "ACDE・FGHJ・KMNP",
            String(repeating: "ー", count: 10_000),
        ])
    func wrongOwnerCode(text: String) { #expect(OwnerCode(typed: text) == nil) }
}

@Suite("Tokens", .requirement("GATEWAY-1", "I12"))
struct TokenTests {
    private func token(_ kind: Token.Kind, _ byte: UInt8 = 7) throws -> Token {
        try #require(Token(kind, random: Array(repeating: byte, count: Token.randomBytes)))
    }

    @Test("A token is read back as its own kind and as no other", arguments: Token.Kind.allCases)
    func kinds(kind: Token.Kind) throws {
        let sent = try token(kind)
        #expect(sent.text.utf8.count == 54 && sent.text.hasPrefix(kind.rawValue + "0"))
        for other in Token.Kind.allCases { #expect((Token(other, sent: sent.text) != nil) == (other == kind)) }
        #expect(Token(kind, random: [1, 2, 3]) == nil)
    }

    @Test("A token with any one character changed never reaches the database")
    func checksum() throws {
        let text = try token(.device).text
        for index in text.indices {
            for replacement in ["A", "z", "-", "0", " ", "é"] where text[index...index] != replacement {
                var wrong = text
                wrong.replaceSubrange(index...index, with: replacement)
                #expect(Token(.device, sent: wrong) == nil)
            }
        }
        #expect(Token(.device, sent: text + "A") == nil)
        #expect(Token(.device, sent: "") == nil)
    }

    @Test("Base64url is RFC 4648's")
    func base64() {
        #expect(base64url("".utf8) == "" && base64url("f".utf8) == "Zg" && base64url("fo".utf8) == "Zm8")
        #expect(base64url("foobar".utf8) == "Zm9vYmFy" && base64url([0xFB, 0xFF, 0xBF]) == "-_-_")
    }

    @Test("A credential works iff it is not expired, revoked, or superseded")
    func verdicts() {
        #expect(Credential(expiresAt: 10).verdict(at: 9) == .works(isFirstUse: true))
        #expect(Credential(expiresAt: 10, usedAt: 1).verdict(at: 9) == .works(isFirstUse: false))
        #expect(Credential(expiresAt: 10, usedAt: 1).verdict(at: 10) == .expired)
        #expect(Credential(expiresAt: 10, revokedAt: 5).verdict(at: 9) == .revoked)
        #expect(Credential(expiresAt: 10, usedAt: 1, revokedAt: 5, supersededAt: 4).verdict(at: 9) == .superseded)
    }

    @Test("A browser's sign-in slides by 30 days, once a day, and ends after 180 in any case")
    func webExpiry() {
        let day: Int64 = 86_400_000
        #expect(Credential.webExpiry(issuedAt: 0, storedExpiry: 30 * day, visitedAt: day / 2) == nil)
        #expect(Credential.webExpiry(issuedAt: 0, storedExpiry: 30 * day, visitedAt: 2 * day) == 32 * day)
        #expect(Credential.webExpiry(issuedAt: 0, storedExpiry: 160 * day, visitedAt: 159 * day) == 180 * day)
        #expect(Credential.webExpiry(issuedAt: 0, storedExpiry: 180 * day, visitedAt: 179 * day) == nil)
    }
}
