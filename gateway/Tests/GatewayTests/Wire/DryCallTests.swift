import Crypto
import Foundation
import Testing

@testable import Gateway

@Suite("check asks each provider that is set up", .requirement("GATEWAY-9"))
struct DryCallTests {
    private func findings(_ tune: (inout Settings) -> Void) async -> [DryCalls.Finding] {
        var settings = Settings()
        tune(&settings)
        let http = OutgoingHTTP(limits: .init(threads: 2))
        defer { http.close() }
        return await DryCalls(settings: settings, http: http).findings()
    }

    @Test("Where nothing is set up, nobody is asked")
    func nothing() async {
        let findings = await findings { _ in }
        #expect(findings.isEmpty)
    }

    @Test("The provider of talks: its key, its models, and no talk that begins")
    func provider() async throws {
        try await StandInProvider.with { provider in
            func ask(key: String = StandInProvider.key, pro: String? = nil) async -> [DryCalls.Finding] {
                await findings { settings in
                    settings.providerAddress = "http://127.0.0.1:\(provider.port)"
                    settings.providerKey = key
                    if let pro { settings.proModel = pro }
                }
            }
            let good = await ask()
            #expect(good == [.init(provider: "provider, gpt-realtime-2.1-mini", fault: nil)])
            #expect(good.first?.sentence == "provider, gpt-realtime-2.1-mini: it answers, and takes what is set here")
            let both = await ask(pro: "gpt-realtime-2.1")
            #expect(both.map(\.provider) == ["provider, gpt-realtime-2.1", "provider, gpt-realtime-2.1-mini"])
            #expect(provider.now.secrets == 3 && provider.now.made == 0)
            let wrong = await ask(key: "sk-wrong")
            #expect(wrong.first?.fault == "it does not take the key (401); make another one there")
            #expect(!wrong.contains { $0.sentence.contains("sk-wrong") })
            provider.change { $0.faults = [(404, "{}"), (429, "{}"), (500, "{}")] }
            let unknown = await ask()
            #expect(unknown.first?.fault?.contains("(404): address, model or project") == true)
            let busy = await ask()
            #expect(busy.first?.fault?.contains("too busy") == true)
            let broken = await ask()
            #expect(broken.first?.fault == "it fails (500)")
        }
    }

    @Test("A provider that is not reached is said to be that")
    func away() async {
        let away = await findings { settings in
            // Nobody listens there.
            settings.providerAddress = "http://127.0.0.1:9"
            settings.providerKey = "sk-x"
            settings.cloning.address = "http://127.0.0.1:9"
            settings.cloning.key = "xi-x"
        }
        #expect(away.count == 2)
        for finding in away { #expect(finding.fault?.hasPrefix("there is no answer (curl ") == true, "\(finding)") }
    }

    @Test("The seller and the maker of voices: a good key, and a wrong one")
    func others() async throws {
        try await StandInRevenueCat.with { seller in
            try await StandInElevenLabs.with { maker in
                func ask(seller sellerKey: String, maker makerKey: String) async -> [DryCalls.Finding] {
                    await findings { settings in
                        settings.revenueCat = Sales.settings(seller)
                        settings.revenueCat.restKey = sellerKey
                        settings.cloning.address = "http://127.0.0.1:\(maker.port)"
                        settings.cloning.key = makerKey
                    }
                }
                let good = await ask(seller: StandInRevenueCat.key, maker: StandInElevenLabs.key)
                #expect(good == [.init(provider: "revenuecat", fault: nil), .init(provider: "voices", fault: nil)])
                #expect(seller.now.customers.isEmpty && maker.now.made == 0 && maker.now.deleted == 0)
                let lists = seller.now.paths.map { $0.components(separatedBy: "/").last ?? "" }
                #expect(lists == ["active_entitlements", "subscriptions", "purchases"])
                let wrong = await ask(seller: "sk_wrong", maker: "xi-wrong")
                #expect(wrong.map { $0.fault?.contains("(401)") } == [true, true])
                // A key that may read customers, and not what they have.
                typealias Answer = (status: Int, retryAfter: String?, body: String)
                let (missing, forbidden): (Answer, Answer) = ((404, nil, "{}"), (403, nil, "{}"))
                for answers in [[missing, forbidden], [missing, missing, forbidden]] {
                    seller.change { $0.faults = answers }
                    let half = await ask(seller: StandInRevenueCat.key, maker: StandInElevenLabs.key)
                    #expect(half.first?.fault == "it does not take the key (403); make another one there")
                }
            }
        }
    }

    @Test("Apple: its keys, and whether it knows ours")
    func apple() async throws {
        try await StandInApple.with { apple in
            func ask(hasKey: Bool) async -> [DryCalls.Finding] {
                await findings { settings in
                    settings.apple.address = "http://127.0.0.1:\(apple.port)"
                    settings.apple.servicesID = StandInApple.servicesID
                    guard hasKey else { return }
                    settings.apple.key = .init(
                        teamID: StandInApple.teamID, keyID: StandInApple.keyID,
                        pem: P256.Signing.PrivateKey().pemRepresentation)
                }
            }
            let plain = await ask(hasKey: false)
            #expect(plain == [.init(provider: "apple", fault: nil)] && apple.now.exchanges.isEmpty)
            let keyed = await ask(hasKey: true)
            #expect(keyed == [.init(provider: "apple", fault: nil)] && apple.now.exchanges.count == 1)
            apple.change { $0.faults = [500] }
            let away = await ask(hasKey: false)
            #expect(away.first?.fault?.contains("apple_address") == true)
        }
    }
}
