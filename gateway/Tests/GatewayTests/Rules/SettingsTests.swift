import Foundation
import Testing

@testable import Gateway

@Suite("Settings", .requirement("GATEWAY-9"))
struct SettingsTests {
    private func read(
        file: String? = nil, mode: mode_t = 0o640, environment: [String: String] = [:],
        overrides: [String: String] = [:], credentials: [String: String] = [:]
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
            chmod(folder + "/gateway.yaml", mode)
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
            overrides: ["queue_maximum": "30"], credentials: ["database": "postgresql://u:p@h/d?sslmode=verify-full\n"]
        ).get()
        #expect(settings.queueMaximum == 30 && settings.drainSeconds == 2 && settings.logLevel == "error")
        #expect(settings.database == .postgres("postgresql://u:p@h/d?sslmode=verify-full"))
    }

    @Test("A database on another machine needs TLS that is checked, unless somebody says otherwise")
    func remoteDatabase() async throws {
        for text in ["postgresql://u:geheim@db.example/d", "host=db.example password=geheim sslmode=require"] {
            for sources in [0, 1] {
                let result = try await read(
                    file: sources == 0 ? "database: \(text)\n" : nil,
                    credentials: sources == 1 ? ["database": text] : [:])
                guard case .failure(let faults) = result else {
                    Issue.record("\(text) was accepted")
                    continue
                }
                #expect(faults.all.map(\.setting) == ["database"])
                #expect(faults.description.contains("sslmode=verify-full"))
                #expect(faults.description.contains("database_tls: as_written"))
                #expect(!faults.description.contains("geheim") && !faults.description.contains("db.example"))
            }
            let wanted = try await read(file: "database: \(text)\ndatabase_tls: as_written\n").get()
            #expect(wanted.database == .postgres(text))
        }
        for good in [
            "postgresql://u@db.example/d?sslmode=verify-full&sslrootcert=/etc/root.pem",
            "host=db.example sslmode=verify-ca", "postgresql:///d?host=/var/run/postgresql", "host=127.0.0.1 dbname=d",
        ] {
            let settings = try await read(overrides: ["database": good]).get()
            #expect(settings.database == .postgres(good))
        }
        // libpq reads these by itself.
        let elsewhere = try await read(environment: ["PGHOST": "db.example"], overrides: ["database": "dbname=d"])
        #expect(throws: SettingsFaults.self) { try elsewhere.get() }
        let checked = try await read(
            environment: ["PGHOST": "db.example", "PGSSLMODE": "verify-full"], overrides: ["database": "dbname=d"])
        _ = try checked.get()
        // One sentence, without what libpq would quote.
        let broken = try await read(credentials: ["database": "postgresql://u:geheim@ss/wort@db.example/d"])
        guard case .failure(let faults) = broken else {
            Issue.record("it was accepted")
            return
        }
        #expect(faults.all.map(\.setting) == ["database"] && faults.description.contains("%40"))
        #expect(!["geheim", "ss/", "wort"].contains { faults.description.contains($0) })
        let other = try await read(overrides: ["database_tls": "maybe"])
        #expect(throws: SettingsFaults.self) { try other.get() }
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

    @Test(
        "A secret in a file that others can read is refused, with the way out, and not quoted",
        arguments: [
            "provider_key: sk-geheim", "voice_key: 'geheim'", "master_key: geheim-geheim-geheim-geheim-geheim",
            "\"provider_key\": sk-geheim", "{provider_key: sk-geheim}", "provider_key:\n  sk-geheim",
            "database: postgresql://u:geheim@127.0.0.1/d", "database: \"host=127.0.0.1 password=geheim\"",
            "database: postgresql:///d?host=/run/postgresql&password=geheim",
        ])
    func openFiles(line: String) async throws {
        for mode in [0o644, 0o604, 0o602] as [mode_t] {
            guard case .failure(let faults) = try await read(file: line + "\n", mode: mode) else {
                Issue.record("it was accepted with mode \(String(mode, radix: 8))")
                continue
            }
            let name = line.drop { !$0.isLetter }.prefix { $0.isLetter || $0 == "_" }
            #expect(faults.all.map(\.setting) == [String(name)])
            #expect(faults.description.contains("chmod o= /") && !faults.description.contains("geheim"))
        }
        for mode in [0o600, 0o640] as [mode_t] { _ = try await read(file: line + "\n", mode: mode).get() }
    }

    @Test(
        "What is no secret may be read by all",
        arguments: [
            "database: sqlite:/var/lib/a:b@c/d", "database: postgresql://u@127.0.0.1/d", "database: postgresql:///d",
            "database: host=/run/postgresql dbname=d user=u", "log_level: info\n# provider_key: sk-geheim",
            "database: \"host=/run/postgresql dbname=d\" # password=none",
            "revenuecat_vc_code: MIN", "log_level: debug",
        ])
    func openFilesWithoutSecrets(line: String) async throws {
        _ = try await read(file: line + "\n", mode: 0o644).get()
    }

    @Test("A file that is missing, no YAML, or too large is a fault with a sentence")
    func badFiles() async throws {
        for file in [": : :\n - [", "a: [1\n", String(repeating: "# comment\n", count: 10_000)] {
            await #expect(throws: SettingsFaults.self) { try await read(file: file).get() }
        }
        var sources = SettingsSources()
        sources.file = "/nonexistent/gateway.yaml"
        guard case .failure(let faults) = await sources.read() else {
            Issue.record("it was accepted")
            return
        }
        #expect(faults.all == [.init(setting: "/nonexistent/gateway.yaml", sentence: "cannot be read")])
    }

    @Test(
        "A file in which every setting is commented out sets nothing",
        arguments: ["", "\n", "# listen: 0.0.0.0:80\n", "---\n# database: x\n\n   # log_level: loud\n...\n", "#"])
    func commentsOnly(file: String) async throws {
        let settings = try await read(file: file, mode: 0o644).get()
        let given = try await read().get()
        #expect(settings.listen == given.listen && settings.database == given.database)
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
        arguments: [
            "http://example.org", "https://example.org/x", "ftp://x", "example.org", "https://e.org?x",
            "https://a@b.example", "https://a:b@b.example", "https://e.org#x", "https://e.org:", "https://e.org:0443",
            "https://ゲート.example", "https://",
        ])
    func publicAddress(address: String) async throws {
        let result = try await read(overrides: ["public_address": address])
        #expect(throws: SettingsFaults.self) { try result.get() }
        let good = try await read(overrides: ["public_address": "https://gateway.example/"]).get()
        #expect(good.publicAddress == "https://gateway.example")
    }

    @Test(
        "A public address is taken as browsers name it, because forms are refused from any other",
        .requirement("GATEWAY-4"),
        arguments: [
            ("https://Gateway.Example:443/", "https://gateway.example"),
            ("HTTPS://gateway.example:8443", "https://gateway.example:8443"),
            ("http://LOCALHOST:80", "http://localhost"), ("https://[FD00::443]", "https://[fd00::443]"),
            ("https://[fd00::1]:443", "https://[fd00::1]"),
        ])
    func normalAddress(written: String, address: String) async throws {
        let settings = try await read(overrides: ["public_address": written]).get()
        #expect(settings.publicAddress == address)
    }

    @Test("Talks are prepared at once, within some seconds, or not at all", .requirement("ALARM-12", "ACCOUNT-3"))
    func earlyConnection() async throws {
        let given = try await read().get()
        #expect(given.earlyConnectionSeconds == 0)
        for (text, seconds) in [("0", 0), ("20", 20), ("60", 60), ("off", nil)] as [(String, Int?)] {
            let written = try await read(file: "early_connection: \(text)\n").get()
            let set = try await read(environment: ["ANICCA_GATEWAY_EARLY_CONNECTION": text]).get()
            #expect(written.earlyConnectionSeconds == seconds && set.earlyConnectionSeconds == seconds, "\(text)")
        }
        for text in ["61", "-1", "on", "soon", ""] {
            let result = try await read(overrides: ["early_connection": text])
            #expect(throws: SettingsFaults.self) { try result.get() }
        }
        let written = try await read(file: "early_connection: yes\n")
        #expect(throws: SettingsFaults.self) { try written.get() }
    }

    @Test("How often a speaker may begin, and whether it gets a secret, are settings")
    func starts() async throws {
        let settings = try await read(
            file: "starts_per_hour: 3\nclient_secrets: false\n", environment: ["ANICCA_GATEWAY_STARTS_PER_DAY": "9"],
            overrides: ["prepares_per_habit": "4", "prepares_spare_habits": "0", "prepared_minutes_per_day": "5"]
        ).get()
        #expect(settings.starts.startsPerHour == 3 && settings.starts.startsPerDay == 9)
        #expect(settings.starts.preparesPerHabit == 4 && settings.starts.spareHabits == 0)
        #expect(settings.starts.preparedMinutesPerDay == 5)
        #expect(!settings.clientSecrets)
        let written = try await read(overrides: ["client_secrets": "true"]).get()
        #expect(written.clientSecrets)
        for (name, value) in [
            ("starts_per_hour", "0"), ("starts_per_day", "many"), ("client_secrets", "maybe"),
            ("prepares_spare_habits", "-1"), ("prepared_minutes_per_day", "1441"),
        ] {
            let result = try await read(overrides: [name: value])
            #expect(throws: SettingsFaults.self, "\(name)") { try result.get() }
        }
    }

    @Test("Only a gateway that encrypts leaves the machine, and what is private never", .requirement("GATEWAY-5"))
    func tls() async throws {
        let own = try await read(
            file: "tls: own\ntls_names:\n  - gateway.home\n  - 192.0.2.7\n",
            overrides: [
                "listen": "0.0.0.0:8443", "public_address": "https://gateway.home:8443",
                "database": "sqlite:/var/x/g.db",
            ]
        ).get()
        #expect(
            own.tls == .own(names: ["gateway.home", "192.0.2.7"]) && own.listen == .tcp(host: "0.0.0.0", port: 8443))
        #expect(own.tlsFolder == "/var/x/tls")
        let short = try await read(overrides: ["tls": "own", "public_address": "https://192.0.2.7:8443"]).get()
        #expect(short.tls == .own(names: ["192.0.2.7"]))
        let files = try await read(overrides: [
            "tls": "files", "tls_certificate_file": "/c.pem", "tls_key_file": "/k.pem", "state_folder": "/srv/a",
            "public_address": "https://gateway.home", "listen": "[::]:443",
        ]).get()
        #expect(files.tls == .files(certificate: "/c.pem", key: "/k.pem") && files.tlsFolder == "/srv/a/tls")
        let https = ["public_address": "https://gateway.home"]
        for (name, overrides) in [
            ("public_address", ["tls": "own"]), ("tls", ["tls": "yes"]),
            ("tls_names", ["tls": "own", "tls_names": "*"]),
            ("tls_key_file", ["tls": "files", "tls_certificate_file": "/c"]), ("tls_names", ["tls_names": "a.home"]),
            ("operations", ["tls": "own", "operations": "0.0.0.0:8031"]), ("listen", ["listen": "0.0.0.0:8443"]),
            ("state_folder", ["state_folder": "here"]),
        ] as [(String, [String: String])] {
            let all = name == "public_address" ? overrides : overrides.merging(https) { first, _ in first }
            guard case .failure(let faults) = try await read(overrides: all) else {
                Issue.record("\(name) was accepted")
                continue
            }
            #expect(faults.all.map(\.setting).contains(name), "\(name)")
        }
    }

    @Test("Proxies are a list, in the file or with commas")
    func proxies() async throws {
        let listed = try await read(file: "trusted_proxies:\n  - 127.0.0.1\n  - 10.0.0.2\n").get()
        let written = try await read(environment: ["ANICCA_GATEWAY_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.2"]).get()
        #expect(listed.trustedProxies == ["127.0.0.1", "10.0.0.2"] && written.trustedProxies == listed.trustedProxies)
        let mapped = try await read(overrides: ["trusted_proxies": "::ffff:10.0.0.2, FD00::1"]).get()
        #expect(mapped.trustedProxies == ["10.0.0.2", "fd00:0:0:0:0:0:0:1"])
    }

    @Test(
        "The provider's key is a secret of one line, and plain HTTP reaches this machine alone",
        .requirement("GATEWAY-2"))
    func provider() async throws {
        let credential = try await read(credentials: ["provider_key": "sk-of-a-file\n"]).get()
        #expect(credential.providerKey == "sk-of-a-file" && credential.providerAddress == "https://api.openai.com")
        let environment = try await read(environment: [
            "OPENAI_API_KEY": "sk-old", "ANICCA_GATEWAY_PROVIDER_ADDRESS": "http://127.0.0.1:9000/",
        ]).get()
        #expect(environment.providerKey == "sk-old" && environment.providerAddress == "http://127.0.0.1:9000")
        for (name, value) in [
            ("provider_key", "sk two words"), ("provider_key", "sk-\nX-Header: y"),
            ("provider_address", "http://192.0.2.1"),
            ("provider_address", "https://a/b"), ("free_model", ""), ("owner_monthly_limit", "-1"),
        ] {
            guard case .failure(let faults) = try await read(overrides: [name: value]) else {
                Issue.record("\(name) was accepted")
                continue
            }
            #expect(!faults.description.contains("sk"))
        }
    }
}
