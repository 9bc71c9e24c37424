import TestKit
import Testing

@testable import Bedside

/// Which addresses of a gateway a speaker takes (ACCOUNT-1, GUARD-2).
@Suite(.requirement("ACCOUNT-1", "GUARD-2"))
struct GatewayAddressTests {
    /// Plain http is for this machine alone (GUARD-2).
    @Test(arguments: [
        nil, "gateway.example", "ftp://a", "https://", "https://user@host", "https://a b", "https://a?x",
        "http://gateway.example", "http://localhost.evil.example", "http://127.0.0.1.evil.example",
        "http://192.168.1.9",
        "http://127.0.0.1:99999", "http://[::1", "https://gateway.home:0", "https://gateway.home:", "https://a..b",
        "https://-a", "https://[::1]x", "https://:443",
    ])
    func anAddressThatIsNoneIsRefused(address: String?) throws {
        let bedside = try AccountTests.bedside()
        #expect(bedside.ask(.account(.signIn(gateway: address))) == .refused(.gatewayAddress))
        #expect(AccountTests.effects(bedside).isEmpty)
    }

    @Test(arguments: [
        "https://gateway.example", "https://gateway.example:8443/anicca", "https://192.168.1.9:8443",
        "https://[fe80::1]:8443",
        "http://127.0.0.1:8080", "http://localhost:8080/", "http://[::1]:8080", "http://127.3.2.1",
        "https://a_b.example.",
    ])
    func anAddressThatIsOneIsAsked(address: String) throws {
        let bedside = try AccountTests.bedside()
        #expect(bedside.ask(.account(.signIn(gateway: address))) == .done)
    }
}
