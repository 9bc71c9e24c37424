import Crypto
import Foundation
import Testing

@testable import Gateway

@Suite("Settings of Sign in with Apple", .requirement("GATEWAY-5", "GATEWAY-9"))
struct AppleSettingsTests {
    private let pem = P256.Signing.PrivateKey().pemRepresentation

    private func read(
        _ values: [String: String], key: String? = nil, mode: Int = 0o600, credentials: [String: String] = [:]
    ) async throws -> Result<Settings, SettingsFaults> {
        let folder = NSTemporaryDirectory() + "anicca-gateway-apple-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var sources = SettingsSources()
        sources.overrides = values
        sources.overrides["public_address"] = values["public_address"] ?? "https://gateway.example"
        if let key {
            sources.overrides["apple_key_file"] = folder + "/AuthKey.p8"
            try key.write(toFile: folder + "/AuthKey.p8", atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder + "/AuthKey.p8")
        }
        for (name, value) in credentials {
            sources.environment["CREDENTIALS_DIRECTORY"] = folder
            try value.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        return await sources.read()
    }

    private func faults(_ result: Result<Settings, SettingsFaults>) -> [String] {
        guard case .failure(let faults) = result else { return [] }
        return faults.all.map(\.setting).sorted()
    }

    @Test("Nothing, apps, the page, and the page with a key by file or credential")
    func good() async throws {
        let none = try await read([:]).get().apple
        #expect(none == Settings.Apple() && none.summary.hasPrefix("not set up"))
        let apps = try await read(["apple_bundle_ids": "com.example.a, com.example.b"]).get().apple
        #expect(apps.bundleIDs == ["com.example.a", "com.example.b"] && apps.summary == "apps")
        let page = try await read(["apple_services_id": "com.example.web"]).get().apple
        #expect(page.audiences == ["com.example.web"] && page.summary.hasPrefix("page; no key"))
        let whole = [
            "apple_services_id": "com.example.web", "apple_bundle_ids": "com.example.a", "apple_team_id": "TEAM123456",
            "apple_key_id": "KEY1234567", "apple_address": "http://127.0.0.1:9000/",
        ]
        let filed = try await read(whole, key: pem).get().apple
        #expect(filed.key?.pem == pem && filed.key?.teamID == "TEAM123456" && filed.key?.keyID == "KEY1234567")
        #expect(filed.summary == "page and apps" && filed.address == "http://127.0.0.1:9000")
        let credential = try await read(whole, credentials: ["apple_key": pem + "\n"]).get().apple
        #expect(credential.key != nil)
    }

    @Test("What is half set or wrong is a fault that names the other half, and quotes no key")
    func bad() async throws {
        let web = ["apple_services_id": "com.example.web"]
        func with(_ more: [String: String]) -> [String: String] { web.merging(more) { _, new in new } }
        #expect(faults(try await read(with(["apple_team_id": "TEAM123456"]))) == ["apple_key", "apple_key_id"])
        #expect(faults(try await read(web, key: pem)) == ["apple_key_id", "apple_team_id"])
        let key = ["apple_team_id": "TEAM123456", "apple_key_id": "KEY1234567"]
        #expect(faults(try await read(key, key: pem)) == ["apple_services_id"])
        #expect(faults(try await read(with(key), key: "no key")) == ["apple_key"])
        #expect(faults(try await read(with(key), key: pem, mode: 0o644)) == ["apple_key_file"])
        #expect(faults(try await read(with(key), key: String(repeating: "x", count: 20_000))) == ["apple_key_file"])
        #expect(
            faults(try await read(with(key.merging(["apple_key_file": "/nonexistent"]) { $1 }))) == ["apple_key_file"])
        #expect(faults(try await read(with(key.merging(["apple_key": pem]) { $1 }), key: pem)) == ["apple_key"])
        #expect(faults(try await read(with(["apple_team_id": "team"]))) == ["apple_team_id"])
        #expect(faults(try await read(["apple_services_id": "com example"])) == ["apple_services_id"])
        #expect(faults(try await read(["apple_bundle_ids": "a.b, c/d"])) == ["apple_bundle_ids"])
        #expect(faults(try await read(["apple_address": "http://192.0.2.1"])) == ["apple_address"])
        let local = with(["public_address": "http://127.0.0.1:8030"])
        #expect(faults(try await read(local)) == ["apple_services_id"])
        guard case .failure(let all) = try await read(with(["apple_key": "secret-text"])) else {
            Issue.record("it was accepted")
            return
        }
        #expect(!all.description.contains("secret-text"))
    }
}
