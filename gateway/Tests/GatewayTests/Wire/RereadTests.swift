import Foundation
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("What SIGHUP has read again, and an address that is taken", .requirement("GATEWAY-9"))
struct RereadTests {
    /// Has the running gateway read these.
    private func read(_ result: Result<Settings, SettingsFaults>, _ gateway: RunningGateway) async {
        var server = gateway.server
        server.reread = { result }
        await server.readAgain(nil)
    }

    @Test("A provider's key is replaced at once; what is faulty is one warning, and changes nothing")
    func providerKey() async throws {
        try await Talks.with(.sqlite) { talks in
            let gateway = talks.gateway
            let speaker = try await talks.speaker()
            var changed = gateway.server.settings
            changed.providerKey = "sk-of-somebody-else"
            gateway.logs.isSecret("sk-of-somebody-else")
            await read(.success(changed), gateway)
            let refused = try await speaker.start("k1")
            let unable = try await speaker.get("/mobile/entitlement")
            #expect(refused.status == 502 && unable.json["can_talk"] as? Bool == false)
            #expect(gateway.logs.text.contains("notice secrets were read again replaced=provider_key"))
            let faults = SettingsFaults(all: [
                .init(setting: "provider_key", sentence: "is none"), .init(setting: "listen", sentence: "is none"),
            ])
            await read(.failure(faults), gateway)
            let still = try await speaker.start("k2")
            #expect(still.status == 502)
            let warning = "warning the settings stay as they were inside=listen: is none; provider_key: is none"
            #expect(gateway.logs.text.contains(warning))
            await read(.success(gateway.server.settings), gateway)
            let able = try await speaker.get("/mobile/entitlement")
            #expect(able.json["can_talk"] == nil, "nobody has tried the new key yet")
            let good = try await speaker.start("k3")
            #expect(good.status == 201)
            #expect(!gateway.logs.text.contains("a restart is needed"))
        }
    }

    @Test("What is switched on or off by a secret, and other settings, wait for a restart")
    func postponed() async throws {
        try await Talks.with(.sqlite) { talks in
            let gateway = talks.gateway
            let speaker = try await talks.speaker()
            var changed = gateway.server.settings
            changed.providerKey = nil
            changed.cloning.key = "key-of-the-voices"
            gateway.logs.isSecret("key-of-the-voices")
            await read(.success(changed), gateway)
            let waiting = "a restart is needed for what has changed inside=provider_key, voice_key"
            #expect(gateway.logs.text.contains(waiting))
            let started = try await speaker.start("k1")
            #expect(started.status == 201)
        }
    }

    @Test("A new key is not sent to an old address: where another setting has changed, no secret is replaced")
    func keyOfAnotherAddress() async throws {
        try await Talks.with(.sqlite) { talks in
            let gateway = talks.gateway
            let speaker = try await talks.speaker()
            var changed = gateway.server.settings
            changed.providerKey = "sk-of-somebody-else"
            changed.queueMaximum = 99
            gateway.logs.isSecret("sk-of-somebody-else")
            await read(.success(changed), gateway)
            #expect(gateway.logs.text.contains("other settings have changed, so no secret was replaced"))
            let started = try await speaker.start("k1")
            #expect(started.status == 201)
        }
    }

    @Test("A webhook's secret is replaced, and a wrong one gets a challenge", .requirement("GATEWAY-6"))
    func webhookSecret() async throws {
        try await Sales.with(.sqlite) { sales in
            let body = #"{"api_version":"1.0","event":{"id":"e","type":"TEST","event_timestamp_ms":1}}"#
            let fresh = "whsec_of_another_time_0123456789"
            sales.gateway.logs.isSecret(fresh)
            let signed = Sales.signature(body, at: sales.time.now, secrets: [fresh])
            let early = try await sales.deliver(body, signature: signed)
            #expect(early.status == 401 && early.header("www-authenticate") == "Bearer realm=\"webhook\"")
            var changed = sales.gateway.server.settings
            changed.revenueCat.webhookSecrets = [fresh]
            await read(.success(changed), sales.gateway)
            let good = try await sales.deliver(body, signature: signed)
            #expect(good.status != 401)
            let old = try await sales.deliver(body)
            #expect(old.status == 401)
        }
    }

    @Test("Secrets that are set in both are replaced, each by itself")
    func secrets() {
        let key = Settings.Apple.Key(teamID: "T", keyID: "K", pem: "one")
        let live = LiveSecrets(ReplaceableSecrets(provider: "a", webhookSecrets: ["one"], apple: key))
        var new = live.current
        new.apple?.pem = "two"
        new.webhookSecrets = ["one", "two"]
        new.revenueCat = "r"
        let outcome = live.replace(by: new)
        #expect(outcome.replaced == ["revenuecat_webhook_secret", "apple_key"])
        #expect(outcome.postponed == ["revenuecat_rest_api_key"])
        #expect(live.current.apple?.pem == "two" && live.current.webhookSecrets == ["one", "two"])
        #expect(live.current.provider == "a" && live.current.revenueCat == nil)
        #expect(live.replace(by: live.current) == LiveSecrets.Replacement())
    }

    @Test("An address that another program has is named, with its setting", .timeLimit(.minutes(2)))
    func takenAddress() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            for (setting, port, operations) in [
                ("listen", gateway.client.port, 0), ("operations", 0, gateway.operations.port),
            ] {
                let database = try TestDatabase(.sqlite)
                let engine = try database.open()
                _ = try await engine.migrate(Schema.migrations, apply: true)
                var settings = Settings()
                settings.listen = .tcp(host: "127.0.0.1", port: port)
                settings.operations = .tcp(host: "127.0.0.1", port: operations)
                let server = GatewayServer(settings: settings, engine: engine, logger: CollectedLogs().logger)
                do {
                    try await server.run()
                    Issue.record("it runs")
                } catch let failure as CommandFailure {
                    let taken = "\(setting): 127.0.0.1:\(max(port, operations)) cannot be listened on: another program"
                    #expect(failure.exit == 69 && failure.sentence.hasPrefix(taken), "\(failure)")
                }
            }
        }
    }
}
