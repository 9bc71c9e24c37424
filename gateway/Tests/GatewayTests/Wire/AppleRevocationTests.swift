import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite(
    "A deleted account is revoked at Apple", .requirement("GATEWAY-8", "GATEWAY-5", "GATEWAY-3", "I16"))
struct AppleRevocationTests {
    private let user = "001.apple.user"

    /// Signs an app in with a code that Apple knows, and returns the app's token.
    @discardableResult private func signIn(
        _ home: AppleHome, code: String? = nil, person: String? = nil
    ) async throws -> LoopbackClient.Answer {
        let nonce = "an-app-" + UUID().uuidString
        let code = code ?? "c." + UUID().uuidString
        let confirmed = try home.token(person ?? user, nonce: nonce).signed()
        home.apple.change { $0.codes[code] = confirmed }
        home.gateway.logs.isSecret(code)
        let answer = try await home.signIn(
            try home.token(user, nonce: nonce).signed(), nonce: nonce, more: ["authorization_code": .text(code)])
        for token in home.apple.now.refreshTokens { home.gateway.logs.isSecret(token) }
        return answer
    }

    private func caller(_ home: AppleHome) async throws -> Caller {
        let store = home.gateway.store
        let person = try #require(try await store.people().first)
        return try #require(try await store.caller(named: person.id))
    }

    private func runner(_ home: AppleHome) throws -> JobRunner<AppleRevocationWorker> {
        try #require(home.gateway.server.appleRevocations)
    }

    @Test(
        "Kept sealed, revoked after the deletion until Apple answers, and then forgotten",
        arguments: DatabaseKind.allCases)
    func whole(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind, hasKey: true) { home in
            let answer = try await signIn(home)
            #expect(answer.status == 200)
            let exchange = try #require(home.apple.now.exchanges.first)
            #expect(exchange["client_id"] == StandInApple.bundleID && exchange["redirect_uri"] == nil)
            let token = try #require(home.apple.now.refreshTokens.first)
            func everything() async throws -> [(table: String, row: String)] {
                try await Household.everything(in: home.gateway.engine, kind)
            }
            var rows = try await everything()
            #expect(rows.contains { $0.table == "apple_tokens" } && !rows.contains { $0.row.contains(token) })
            let runner = try runner(home)
            try await runner.runDue()
            #expect(home.apple.now.revocations.isEmpty, "somebody is still here")
            let caller = try await caller(home)
            let export = try await home.gateway.store.export(of: caller)
            #expect(export["appleTokens"] != nil && !export.encoded.contains(token))
            try await home.gateway.server.metering.delete(caller)
            rows = try await everything()
            for (table, row) in rows { #expect(!row.contains(caller.user) && !row.contains(user), "\(table): \(row)") }
            // Apple is in trouble, has enough, does not know us: it is asked again each time, later and later.
            home.apple.change { $0.refusals = [(503, nil), (429, nil), (400, "invalid_client"), (400, nil)] }
            var rests: [Int64] = []
            for _ in 0..<4 {
                try await runner.runDue()
                let due = try await home.gateway.engine.rows(
                    Query("SELECT due_at FROM jobs WHERE kind = 'apple-revoke'")())
                rests.append(try #require(due.first).integer(0) - home.time.now)
                home.time.advance(milliseconds: (rests.last ?? 0) + 1)
            }
            #expect(rests == rests.sorted() && rests.allSatisfy { $0 >= 10_000 } && Set(rests).count == 4)
            #expect(home.apple.now.refreshTokens == [token])
            try await runner.runDue()
            #expect(home.apple.now.refreshTokens.isEmpty && home.apple.now.revocations.count == 5)
            let asked = try #require(home.apple.now.revocations.last)
            #expect(asked["client_id"] == StandInApple.bundleID && asked["token"] == token)
            #expect(asked["token_type_hint"] == "refresh_token")
            let secret = try #require(SignedToken(asked["client_secret"] ?? ""))
            let payload = try JSON(parsing: secret.payload)
            #expect(payload["sub"] == .text(StandInApple.bundleID) && payload["iss"] == .text(StandInApple.teamID))
            let (left, jobs) = (try await home.count("apple_tokens"), try await home.count("jobs"))
            #expect(left == 0 && jobs == 0)
        }
    }

    @Test("One row for each person and app, and the newest token", arguments: DatabaseKind.allCases)
    func newest(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind, hasKey: true) { home in
            for _ in 0..<3 { try await signIn(home) }
            let rows = try await home.count("apple_tokens")
            #expect(rows == 1)
            try await home.gateway.server.metering.delete(try await caller(home))
            try await runner(home).runDue()
            let newest = try #require(home.apple.now.exchanges.last?["code"])
            #expect(home.apple.now.revocations.map { $0["token"]?.contains(newest) } == [true])
        }
    }

    @Test(
        "Another's code, a code that is no good and an Apple that is away keep nothing, and let the person in",
        arguments: DatabaseKind.allCases)
    func nothing(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind, hasKey: true) { home in
            let others = try await signIn(home, person: "001.somebody.else")
            #expect(others.status == 200)
            let nonce = "an-apps-own-nonce-0009"
            let bad = try await home.signIn(
                try home.token(user, nonce: nonce).signed(), nonce: nonce, more: ["authorization_code": "c.invented"])
            #expect(bad.status == 200)
            home.apple.change { $0.faults = [500] }
            let away = try await signIn(home)
            #expect(away.status == 200)
            let kept = try await home.count("apple_tokens")
            #expect(kept == 0)
            // Deleting has nothing to tell Apple.
            try await home.gateway.server.metering.delete(try await caller(home))
            let jobs = try await home.count("jobs")
            #expect(jobs == 0)
        }
    }

    @Test("What Apple has ended itself is forgotten at once", arguments: DatabaseKind.allCases)
    func ended(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind, hasKey: true) { home in
            try await signIn(home)
            let event = AppleEvent(id: "event-1", kind: .consentRevoked, subject: user)
            _ = try await home.gateway.store.take(event)
            let kept = try await home.count("apple_tokens")
            #expect(kept == 0)
        }
    }

    @Test(
        "A token that comes when its person is gone is revoked; so is what an older program has left behind",
        arguments: DatabaseKind.allCases)
    func late(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind, hasKey: true) { home in
            let (engine, runner) = (home.gateway.engine, try runner(home))
            let sealed = try #require(try runner.worker.keeper.sealed("r.late", client: StandInApple.bundleID))
            try await home.gateway.store.keep(sealed, of: "001.nobody")
            try await runner.runDue()
            #expect(home.apple.now.revocations.map { $0["token"] } == ["r.late"])
            try await signIn(home)
            let caller = try await caller(home)
            // It deletes what it knows.
            try await engine.write { transaction throws(EngineError) in
                for table in ["credentials", "devices", "identities", "audit", "profiles"] {
                    try transaction.enqueue(Query("DELETE FROM \(table) WHERE user_id = $1")(.text(caller.user)))
                }
                try transaction.enqueue(Query("DELETE FROM users WHERE id = $1")(.text(caller.user)))
                try transaction.enqueue(Query("DELETE FROM accounts WHERE id = $1")(.text(caller.account)))
            }
            try await runner.runDue()
            #expect(home.apple.now.refreshTokens.isEmpty && home.apple.now.revocations.count == 2)
            let left = try await home.count("apple_tokens")
            #expect(left == 0)
        }
    }

    @Test("With another master key nothing is sent, and the right one is waited for", arguments: DatabaseKind.allCases)
    func otherKey(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind, hasKey: true) { home in
            try await signIn(home)
            try await home.gateway.server.metering.delete(try await caller(home))
            let right = try runner(home)
            let keeper = AppleTokenKeeper(
                client: right.worker.keeper.client, key: right.worker.keeper.key,
                master: MasterKey("another key of the tests, 32 and more"))
            let wrong = JobRunner(
                worker: AppleRevocationWorker(
                    store: right.worker.store, keeper: keeper, metrics: right.worker.metrics),
                engine: right.engine, logger: right.logger, wakeUp: WakeUp())
            try await wrong.runDue()
            #expect(home.apple.now.revocations.isEmpty)
            home.time.advance(milliseconds: 600_000)
            try await right.runDue()
            #expect(home.apple.now.refreshTokens.isEmpty && home.apple.now.revocations.count == 1)
        }
    }

    @Test("Without a key for sealing nothing is kept", arguments: DatabaseKind.allCases)
    func unsealed(kind: DatabaseKind) async throws {
        try await AppleHome.with(kind, hasKey: true, tune: { _, settings in settings.masterKey = nil }) { home in
            let answer = try await signIn(home)
            let kept = try await home.count("apple_tokens")
            #expect(answer.status == 200 && kept == 0 && home.gateway.server.appleRevocations == nil)
        }
    }
}

@Suite("Sealing with the master key", .requirement("GATEWAY-8", "GATEWAY-9"))
struct MasterKeyTests {
    private let key = MasterKey("a key of the tests, of 32 and more")

    @Test("It opens what it has sealed, for that row alone, and a bit that differs anywhere is refused")
    func sealed() throws {
        let text = try key.seal("r.token", row: "apt_1")
        #expect(key.open(text, row: "apt_1") == "r.token")
        #expect(try key.seal("r.token", row: "apt_1") != text)
        #expect(key.open(text, row: "apt_2") == nil)
        #expect(MasterKey("another key of the tests, of 32 too").open(text, row: "apt_1") == nil)
        let bytes = try #require(base64urlBytes(text.utf8))
        for place in bytes.indices {
            for bit in 0..<8 {
                var other = bytes
                other[place] ^= 1 << bit
                #expect(key.open(base64url(other), row: "apt_1") == nil)
            }
        }
        for junk in ["", "x", "%%%", String(repeating: "A", count: 30)] { #expect(key.open(junk, row: "apt_1") == nil) }
    }

    @Test("SQLite's process makes a key of its own, once, for itself alone; one that is set wins")
    func made() throws {
        let folder = NSTemporaryDirectory() + "anicca-gateway-master-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var settings = Settings()
        settings.database = .sqlite(folder + "/gateway.sqlite")
        #expect(try settings.withMasterKey().masterKey == nil, "nobody needs one")
        settings.apple.key = .init(teamID: "TEAM123456", keyID: "KEY1234567", pem: "x")
        let made = try #require(try settings.withMasterKey().masterKey)
        #expect(made.utf8.count == 43)
        #expect(try settings.withMasterKey().masterKey == made)
        let file = folder + "/master.key"
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        #expect(throws: TLSFailure.self) { try settings.withMasterKey() }
        settings.masterKey = String(repeating: "k", count: 32)
        #expect(try settings.withMasterKey().masterKey == settings.masterKey)
        settings.masterKey = nil
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        try "short".write(toFile: file, atomically: false, encoding: .utf8)
        #expect(throws: TLSFailure.self) { try settings.withMasterKey() }
        settings.database = .postgres("host=/nowhere")
        #expect(try settings.withMasterKey().masterKey == nil)
    }

    @Test("As a setting it is one line of 32 characters or more, by value or by file, never both, and never quoted")
    func setting() async throws {
        func read(_ values: [String: String]) async -> Result<Settings, SettingsFaults> {
            var sources = SettingsSources()
            sources.overrides = values
            return await sources.read()
        }
        let good = String(repeating: "k", count: 32)
        #expect(try await read(["master_key": good + "\n"]).get().masterKey == good)
        #expect(try await read([:]).get().masterKey == nil)
        let file = NSTemporaryDirectory() + "anicca-gateway-master-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: file) }
        try (good + "\n").write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        #expect(try await read(["master_key_file": file]).get().masterKey == good)
        for (values, setting) in [
            (["master_key": "a-short-secret"], "master_key"), (["master_key": good + " x"], "master_key"),
            (["master_key": good, "master_key_file": file], "master_key_file"),
            (["master_key_file": "/nonexistent"], "master_key_file"),
        ] {
            guard case .failure(let faults) = await read(values) else {
                Issue.record("\(setting) was accepted")
                continue
            }
            #expect(faults.all.map(\.setting) == [setting])
            #expect(!faults.description.contains("a-short-secret") && !faults.description.contains(good))
        }
    }
}
