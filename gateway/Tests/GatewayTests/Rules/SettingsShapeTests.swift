import Foundation
import Testing

@testable import Gateway

@Suite("What is in the settings' file counts, or is refused", .requirement("GATEWAY-9"))
struct SettingsShapeTests {
    private func read(
        _ file: String = "", environment: [String: String] = [:], overrides: [String: String] = [:]
    ) async throws -> Result<Settings, SettingsFaults> {
        let path = NSTemporaryDirectory() + "anicca-gateway-shapes-" + UUID().uuidString + ".yaml"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try file.write(toFile: path, atomically: true, encoding: .utf8)
        chmod(path, 0o600)
        var sources = SettingsSources()
        sources.file = path
        sources.environment = environment
        sources.overrides = overrides
        return await sources.read()
    }

    private func faults(_ result: Result<Settings, SettingsFaults>) -> [Settings.Fault] {
        guard case .failure(let faults) = result else { return [] }
        return faults.all
    }

    @Test(
        "A value of the wrong shape is one sentence that names the setting, and never its default",
        arguments: [
            ("client_secrets: [false]", "client_secrets"), ("free_monthly_limit: [5]", "free_monthly_limit"),
            ("queue_maximum: {a: 1}", "queue_maximum"), ("public_address: [https://x]", "public_address"),
            ("database_tls: [zzz]", "database_tls"), ("tls:\n  own: true", "tls"),
            ("trusted_proxies: {a: b}", "trusted_proxies"), ("trusted_proxies:\n  - [127.0.0.1]", "trusted_proxies"),
            ("trusted_proxies:\n  - a: 127.0.0.1", "trusted_proxies"),
            ("revenuecat_packs:\n  prod1: 60", "revenuecat_packs"),
            ("revenuecat_packs: [prod1=60]", "revenuecat_packs"),
            ("database:\n  path: /x", "database"), ("provider_key: [sk-geheim]", "provider_key"),
            ("provider_key: {sk-geheim: geheim}", "provider_key"), ("listen: {geheim Geheim: x}", "listen"),
            ("early_connection: [off]", "early_connection"), ("log_level: []", "log_level"),
            ("\"queue_maximum\": [1]", "queue_maximum"), ("{queue_maximum: [1]}", "queue_maximum"),
        ])
    func shapes(line: String, setting: String) async throws {
        let found = faults(try await read(line + "\n"))
        #expect(found.map(\.setting) == [setting])
        #expect(found.first?.sentence.contains("needed") == true && found.first?.sentence.contains("\n") == false)
        #expect(found.first?.description.lowercased().contains("geheim") == false)
    }

    @Test("All of them are reported at once, with what is wrong otherwise, and names at any depth are refused")
    func together() async throws {
        let file = "client_secrets: [false]\ntls:\n  own: true\nqueue_maximum: 3\nqeue: 1\n\"colour\": {red: 1}\n"
        let found = faults(try await read(file))
        #expect(Set(found.map(\.setting)) == ["client_secrets", "tls", "queue_maximum", "qeue", "colour"])
        #expect(found.contains { $0.sentence.contains("there is no setting tls.own") })
        #expect(found.filter { $0.sentence == "no such setting" }.count == 2)
        let names = faults(try await read("? [a]\n: 1\n"))
        #expect(names.count == 1)
        let indented = faults(try await read("  colour: red\n"))
        #expect(indented.map(\.setting) == ["colour"])
        for file in ["- a\n", "text\n", "a: 1\n---\nb: 2\n", "queue_maximum: 10\nqueue_maximum: 20\n"] {
            let refused = faults(try await read(file))
            #expect(refused.count == 1, "\(file)")
        }
    }

    @Test("Lists stay lists, and all ways to write a value give the same one")
    func lists() async throws {
        for file in [
            "trusted_proxies: [127.0.0.1, 10.0.0.2]\n", "trusted_proxies: 127.0.0.1, 10.0.0.2\n",
            "trusted_proxies:\n  - 127.0.0.1\n  - \"10.0.0.2\"\n",
        ] {
            let settings = try await read(file).get()
            #expect(settings.trustedProxies == ["127.0.0.1", "10.0.0.2"], "\(file)")
        }
        let none = try await read("trusted_proxies: []\n").get()
        #expect(none.trustedProxies.isEmpty)
        let apps = try await read("apple_bundle_ids: [com.example.one, com.example.two]\n").get()
        #expect(apps.apple.bundleIDs == ["com.example.one", "com.example.two"])
        for file in [
            "queue_maximum: 12\n", "queue_maximum: '12'\n", "queue_maximum:\n  12\n", "{queue_maximum: 12}\n",
        ] {
            let settings = try await read(file).get()
            #expect(settings.queueMaximum == 12, "\(file)")
        }
        let off = try await read("early_connection: off\nclient_secrets: false\n").get()
        #expect(off.earlyConnectionSeconds == nil && !off.clientSecrets)
    }

    @Test(
        "Two listeners with one address are refused",
        arguments: [
            ("127.0.0.1:9000", "127.0.0.1:9000"), ("localhost:9000", "127.0.0.1:9000"), ("[::1]:9000", "[::1]:9000"),
            ("unix:/run/x", "unix:/run/x"), ("127.0.0.1:8031", nil),
        ] as [(String, String?)])
    func oneAddress(listen: String, operations: String?) async throws {
        var overrides = ["listen": listen]
        overrides["operations"] = operations
        let found = faults(try await read(overrides: overrides))
        #expect(found.map(\.setting) == ["operations"])
        let wide = ["tls": "own", "public_address": "https://gateway.home", "listen": "0.0.0.0:8031"]
        let everywhere = faults(try await read(overrides: wide))
        #expect(everywhere.map(\.setting) == ["operations"])
        for (one, other) in [
            ("127.0.0.1:0", "127.0.0.1:0"), ("127.0.0.1:9000", "127.0.0.1:9001"), ("unix:/a", "unix:/b"),
            ("127.0.0.1:9000", "[::1]:9000"),
        ] {
            let good = try await read(overrides: ["listen": one, "operations": other])
            #expect(faults(good).isEmpty, "\(one) \(other)")
        }
    }

    @Test("A secret in the environment or in the arguments is taken, with a warning that does not quote it")
    func openSecrets() async throws {
        let settings = try await read(
            environment: ["ANICCA_GATEWAY_PROVIDER_KEY": "sk-geheim", "ELEVENLABS_API_KEY": "geheim"],
            overrides: [
                "revenuecat_rest_api_key": "sk_geheim", "revenuecat_project_id": "proj1",
                "revenuecat_entitlement": "entl1", "database": "postgresql:///d",
            ]
        ).get()
        #expect(settings.providerKey == "sk-geheim" && settings.cloning.key == "geheim")
        #expect(settings.warnings.map(\.setting) == ["revenuecat_rest_api_key", "provider_key", "voice_key"])
        let text = settings.warnings.map(\.description).joined(separator: "\n")
        #expect(text.contains("(ANICCA_GATEWAY_PROVIDER_KEY)") && text.contains("(ELEVENLABS_API_KEY)"))
        #expect(text.contains("arguments") && !text.contains("geheim"))
        let database = try await read(environment: [
            "ANICCA_GATEWAY_DATABASE": "postgresql://u:geheim@127.0.0.1/d", "ANICCA_GATEWAY_LOG_LEVEL": "info",
        ]).get()
        #expect(database.warnings.map(\.setting) == ["database"])
        let file = try await read("provider_key: sk-geheim\n").get()
        #expect(file.providerKey == "sk-geheim" && file.warnings.isEmpty)
    }

    @Test("A public name behind a proxy that is not named is warned of; a socket, a named proxy or an own TLS is not")
    func unnamedProxy() async throws {
        let named = ["public_address": "https://gateway.example"]
        for (more, isWarned) in [
            ([:], true), (["trusted_proxies": "127.0.0.1"], false), (["listen": "unix:/run/g"], false),
            (["public_address": "http://127.0.0.1:8030"], false), (["tls": "own"], false),
        ] as [([String: String], Bool)] {
            let settings = try await read(overrides: named.merging(more) { $1 }).get()
            #expect(settings.warnings.map(\.setting) == (isWarned ? ["trusted_proxies"] : []), "\(more)")
        }
    }
}
