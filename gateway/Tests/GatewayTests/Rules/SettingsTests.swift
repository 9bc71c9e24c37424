import Foundation
import Testing

@testable import Gateway

@Suite("Settings", .requirement("GATEWAY-9"))
struct SettingsTests {
    private func read(
        file: String? = nil, environment: [String: String] = [:], overrides: [String: String] = [:],
        credentials: [String: String] = [:]
    ) async throws -> Result<Settings, SettingsFaults> {
        let folder = NSTemporaryDirectory() + "anicca-gateway-settings-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var sources = SettingsSources()
        sources.environment = environment
        sources.overrides = overrides
        if let file {
            sources.file = folder + "/gateway.yaml"
            try file.write(toFile: folder + "/gateway.yaml", atomically: true, encoding: .utf8)
        }
        if !credentials.isEmpty {
            try FileManager.default.createDirectory(atPath: folder + "/credentials", withIntermediateDirectories: true)
            sources.environment["CREDENTIALS_DIRECTORY"] = folder + "/credentials"
            for (name, value) in credentials {
                try value.write(toFile: "\(folder)/credentials/\(name)", atomically: true, encoding: .utf8)
            }
        }
        return await sources.read()
    }

    @Test("Without any source they are the defaults of a household")
    func defaults() async throws {
        let settings = try await read().get()
        #expect(settings == Settings())
    }

    @Test("The strongest source wins: --set, environment, credentials, file")
    func order() async throws {
        let file = "queue_maximum: 10\ndrain_seconds: 1\ndatabase: sqlite:/file\nlog_level: error\n"
        let settings = try await read(
            file: file, environment: ["ANICCA_GATEWAY_QUEUE_MAXIMUM": "20", "ANICCA_GATEWAY_DRAIN_SECONDS": "2"],
            overrides: ["queue_maximum": "30"], credentials: ["database": "postgresql://u:p@h/d\n"]
        ).get()
        #expect(settings.queueMaximum == 30 && settings.drainSeconds == 2 && settings.logLevel == "error")
        #expect(settings.database == .postgres("postgresql://u:p@h/d"))
    }

    @Test("The names that earlier servers had still count, and ours count more")
    func fixedNames() async throws {
        let old = try await read(environment: ["FREE_MONTHLY_LIMIT": "45", "PRO_MONTHLY_LIMIT": "600"]).get()
        #expect(old.freeMonthlyLimit == 45 && old.proMonthlyLimit == 600)
        let both = try await read(environment: ["FREE_MONTHLY_LIMIT": "45", "ANICCA_GATEWAY_FREE_MONTHLY_LIMIT": "50"])
            .get()
        #expect(both.freeMonthlyLimit == 50)
    }

    @Test("All faults are reported at once, and none quotes a secret")
    func faults() async throws {
        let file = "listen: 0.0.0.0:80\nqeue: 3\npublic_address: http://example.org\ndatabase: my-secret-password\n"
        let environment = [
            "ANICCA_GATEWAY_LOG_LEVEL": "loud", "ANICCA_GATEWAY_LISTN": "x", "ANICCA_GATEWAY_QUEUE_MAXIMUM": "-1",
        ]
        guard case .failure(let faults) = try await read(file: file, environment: environment) else {
            Issue.record("it was accepted")
            return
        }
        let names = Set(faults.all.map(\.setting))
        #expect(
            names == [
                "listen", "qeue", "public_address", "database", "log_level", "ANICCA_GATEWAY_LISTN", "queue_maximum",
            ])
        #expect(!faults.description.contains("my-secret-password"))
    }

    @Test("A file that is missing, no YAML, or too large is a fault with a sentence")
    func badFiles() async throws {
        for file in [": : :\n - [", "a: [1\n", String(repeating: "# comment\n", count: 10_000)] {
            let result = try await read(file: file)
            #expect(throws: SettingsFaults.self) { try result.get() }
        }
        var sources = SettingsSources()
        sources.file = "/nonexistent/gateway.yaml"
        let result = await sources.read()
        #expect(throws: SettingsFaults.self) { try result.get() }
    }

    @Test(
        "Plain HTTP never leaves the machine",
        arguments: ["0.0.0.0:8030", "192.168.1.5:80", "[::]:80", "example.org:80", ":80", "80", "127.0.0.1:70000"])
    func onlyLocal(address: String) async throws {
        let result = try await read(overrides: ["listen": address])
        #expect(throws: SettingsFaults.self) { try result.get() }
    }

    @Test("Loopback in both families and unix sockets are taken")
    func local() async throws {
        let settings = try await read(overrides: ["listen": "[::1]:9000", "operations": "unix:/run/gateway/operations"])
            .get()
        #expect(settings.listen == .tcp(host: "::1", port: 9000))
        #expect(settings.operations == .unix(path: "/run/gateway/operations"))
    }

    @Test(
        "A public address is https without a path, or this machine",
        arguments: ["http://example.org", "https://example.org/x", "ftp://x", "example.org", "https://e.org?x"])
    func publicAddress(address: String) async throws {
        let result = try await read(overrides: ["public_address": address])
        #expect(throws: SettingsFaults.self) { try result.get() }
        let good = try await read(overrides: ["public_address": "https://gateway.example/"]).get()
        #expect(good.publicAddress == "https://gateway.example")
    }

    @Test("Proxies are a list, in the file or with commas")
    func proxies() async throws {
        let listed = try await read(file: "trusted_proxies:\n  - 127.0.0.1\n  - 10.0.0.2\n").get()
        let written = try await read(environment: ["ANICCA_GATEWAY_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.2"]).get()
        #expect(listed.trustedProxies == ["127.0.0.1", "10.0.0.2"] && written.trustedProxies == listed.trustedProxies)
    }
}
