import GatewayRules
import Testing

@testable import Gateway

/// What every test of a whole gateway relies on.
@Suite("Tokens in a log are noticed, and nothing else", .requirement("GATEWAY-9"))
struct CollectedLogsTests {
    @Test("A token is noticed wherever it stands", arguments: Token.Kind.allCases)
    func token(kind: Token.Kind) throws {
        let token = try Token.fresh(kind).text
        for text in [token, "info path=/x?token=\(token)&y", "Authorization: Bearer \(token)\n", "\"\(token)\""] {
            #expect(CollectedLogs.holdsToken(text))
        }
    }

    @Test("An identifier in which a prefix stands by chance is none", arguments: Token.Kind.allCases)
    func chance(kind: Token.Kind) {
        #expect(!CollectedLogs.holdsToken("request=ses_001a3185c5000Mv\(kind.rawValue)PmlIcPS6zQOA device=x"))
        #expect(!CollectedLogs.holdsToken("request=\(kind.rawValue)PmlIcPS6zQOAxyzw1"))
    }
}
