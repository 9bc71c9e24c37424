import Foundation
import Synchronization
import Testing

@testable import Gateway
@testable import SQLEngines

/// The gateway encrypts by itself. Its peers are curl and openssl, which know nothing of this code.
@Suite("TLS of the gateway's own", .requirement("GATEWAY-5"))
struct TLSTests {
    private static let day: TimeInterval = 86_400
    private static let names = ["localhost", "gateway.home", "127.0.0.1", "fd00::7"]

    /// A folder of one test.
    private final class Folder: Sendable {
        let path = NSTemporaryDirectory() + "anicca-gateway-tls-" + UUID().uuidString

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        var root: String { path + "/tls/ca.pem" }
        var server: String { path + "/tls/server.pem" }
        func text(_ file: String) throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

        func source(_ names: [String] = TLSTests.names) -> CertificateSource {
            .own(folder: path + "/tls", names: names.compactMap { ServerName($0) })
        }
    }

    private struct Run {
        let status: Int32
        let output: String
    }

    /// Runs a program that is not ours.
    private func run(_ command: [String], input: String = "") async throws -> Run {
        try await withCheckedThrowingContinuation { continuation in
            Thread {
                continuation.resume(
                    with: Result {
                        let (process, output, given) = (Process(), Pipe(), Pipe())
                        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                        process.arguments = command
                        (process.standardOutput, process.standardError) = (output, output)
                        process.standardInput = given
                        try process.run()
                        given.fileHandleForWriting.write(Data(input.utf8))
                        try given.fileHandleForWriting.close()
                        let bytes = output.fileHandleForReading.readDataToEndOfFile()
                        process.waitUntilExit()
                        return Run(
                            status: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self))
                    })
            }.start()
        }
    }

    private func curl(_ folder: Folder?, _ host: String, _ port: Int, _ more: [String] = []) async throws -> Run {
        let trust = folder.map { ["--cacert", $0.root] } ?? []
        return try await run(
            ["curl", "-sS", "--max-time", "10", "--resolve", "\(host):\(port):127.0.0.1"] + trust + more
                + ["https://\(host):\(port)/.well-known/oauth-authorization-server"])
    }

    private func serial(_ port: Int) async throws -> String {
        let shown = try await run(["openssl", "s_client", "-connect", "127.0.0.1:\(port)", "-servername", "localhost"])
        return try await run(["openssl", "x509", "-noout", "-serial"], input: shown.output).output
    }

    /// What a strict reader says of the files.
    private func verify(_ folder: Folder, _ options: [String]) async throws -> Run {
        try await run(
            ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", folder.root] + options
                + [folder.server])
    }

    /// Runs a gateway with a root of its own in the folder while `body` runs.
    private func serving(_ folder: Folder, _ body: (RunningGateway) async throws -> Void) async throws {
        try await RunningGateway.with(
            .sqlite,
            tune: { _, settings in
                settings.stateFolder = folder.path
                settings.tls = .own(names: Self.names)
            }, body)
    }

    @Test("curl and openssl take it with its root, under its names alone, and without plain HTTP or old TLS")
    func peers() async throws {
        let folder = try Folder()
        try await serving(folder) { gateway in
            let port = gateway.client.port
            for host in ["localhost", "gateway.home"] {
                let answer = try await curl(folder, host, port)
                #expect(answer.status == 0 && answer.output.contains(#""token_endpoint""#), "\(answer.output)")
            }
            let address = try await run([
                "curl", "-sS", "--cacert", folder.root, "https://127.0.0.1:\(port)/signin",
            ])
            #expect(address.status == 0 && address.output.contains("<form"))
            // 60: the certificate is not trusted, or is another's.
            let stranger = try await curl(folder, "other.home", port)
            #expect(stranger.status == 60)
            let distrustful = try await curl(nil, "localhost", port)
            #expect(distrustful.status == 60)
            let old = try await curl(folder, "localhost", port, ["--tls-max", "1.1"])
            #expect(old.status == 35)
            let new = try await curl(folder, "localhost", port, ["--tlsv1.3"])
            #expect(new.status == 0)
            // A client that speaks plain HTTP gets nothing.
            let plain = try await run(["curl", "-sS", "--max-time", "10", "http://127.0.0.1:\(port)/signin"])
            #expect(plain.status != 0 && !plain.output.contains("<form"))
            for host in Self.names {
                let isAddress = host.contains(":") || host.hasPrefix("127.")
                let verified = try await verify(folder, [isAddress ? "-verify_ip" : "-verify_hostname", host])
                #expect(verified.status == 0, "\(verified.output)")
            }
            let wrong = try await verify(folder, ["-verify_hostname", "other.home"])
            #expect(wrong.status != 0)
            let key = try folder.text(folder.server).components(separatedBy: "-----BEGIN PRIVATE KEY-----\n").last
            #expect(key?.isEmpty == false)
            gateway.logs.isSecret(String(key?.prefix(40) ?? ""))
        }
    }

    @Test("The gateway itself, as a client, gives a server without a trusted certificate nothing")
    func distrust() async throws {
        let folder = try Folder()
        try await serving(folder) { gateway in
            let http = OutgoingHTTP()
            defer { http.close() }
            for host in ["127.0.0.1", "localhost"] {
                let url = "https://\(host):\(gateway.client.port)/auth/device"
                // 60: the certificate is not trusted, or is another's.
                let answer = await http.send(OutgoingRequest(method: "POST", url: url, body: Array("client_id=x".utf8)))
                guard case .failure(.noAnswer(60)) = answer else {
                    Issue.record("\(url): \(answer)")
                    continue
                }
            }
            #expect(!gateway.logs.text.contains("/auth/device"))
        }
    }

    @Test("The root lasts ten years, the server's certificate ninety days, and the fingerprint is openssl's")
    func contents() async throws {
        let folder = try Folder()
        let now = Date()
        _ = try folder.source().current(at: now)
        let root = try await run(["openssl", "x509", "-in", folder.root, "-noout", "-text"]).output
        #expect(root.contains("CA:TRUE, pathlen:0") && root.contains("Certificate Sign, CRL Sign"))
        let server = try await run(["openssl", "x509", "-in", folder.server, "-noout", "-text"]).output
        #expect(server.contains("CA:FALSE") && server.contains("TLS Web Server Authentication"))
        #expect(
            server.contains("DNS:localhost, DNS:gateway.home, IP Address:127.0.0.1, IP Address:FD00:0:0:0:0:0:0:7"))
        for (file, days) in [(folder.root, 3_652.0), (folder.server, 90)] {
            for (more, status) in [(-1.0, Int32(0)), (2, 1)] {
                let seconds = String(Int((days + more) * Self.day))
                let end = try await run(["openssl", "x509", "-in", file, "-noout", "-checkend", seconds])
                #expect(end.status == status, "\(file), \(more)")
            }
        }
        let stored = try #require(try CertificateSource.storedRoot(in: folder.path + "/tls"))
        let printed = try await run(["openssl", "x509", "-in", folder.root, "-noout", "-fingerprint", "-sha256"])
        let fingerprint = try stored.identity.fingerprint()
        #expect(printed.output.contains("Fingerprint=\(fingerprint)\n"))
        let certificate = try stored.identity.certificatePEM()
        #expect(!certificate.contains("PRIVATE KEY"))
        for file in [folder.root, folder.server] {
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tls").sorted()
        #expect(files == ["ca.pem", "server.pem"], "no draft is left behind")
    }

    @Test(
        "A certificate is renewed in time, without a restart, and speakers trust the new one", .timeLimit(.minutes(5)))
    func renewal() async throws {
        let folder = try Folder()
        let start = Date()
        let clock = Mutex(start - 61 * Self.day)
        // How often the age of the certificate was looked at.
        let looks = Mutex(0)
        try await RunningGateway.with(
            .sqlite,
            tune: { tuning, settings in
                settings.stateFolder = folder.path
                settings.tls = .own(names: Self.names)
                tuning.civilClock = {
                    looks.withLock { $0 += 1 }
                    return clock.withLock { $0 }
                }
                tuning.renewalPauseMilliseconds = 20...40
            }
        ) { gateway in
            let port = gateway.client.port
            let (root, before) = (try folder.text(folder.root), try await serial(port))
            // 30 days are left: not yet.
            clock.withLock { $0 = start - 61 * Self.day + 60 * Self.day - 60 }
            // When it looks for the third time, what it did after the first one is over.
            let enough = looks.withLock { $0 + 3 }
            for _ in 0..<200 where looks.withLock({ $0 }) < enough { try await Task.sleep(for: .milliseconds(50)) }
            let met = looks.withLock { $0 }
            #expect(met >= enough)
            let same = try await serial(port)
            #expect(same == before && before.hasPrefix("serial="))
            clock.withLock { $0 = start }
            var after = before
            for _ in 0..<100 where after == before {
                try await Task.sleep(for: .milliseconds(50))
                after = try await serial(port)
            }
            #expect(after != before && after.hasPrefix("serial="))
            let answer = try await curl(folder, "localhost", port)
            #expect(answer.status == 0)
            let unchanged = try folder.text(folder.root)
            #expect(unchanged == root)
            #expect(gateway.logs.text.contains("a new certificate is in use"))
        }
    }

    @Test("Other names, a damaged or a foreign certificate bring a new one; the root stays")
    func replaced() async throws {
        let folder = try Folder()
        let now = Date()
        let first = try folder.source().current(at: now)
        let root = try folder.text(folder.root)
        let again = try folder.source().current(at: now + Self.day)
        #expect(again == first)
        let renamed = try folder.source(["new.home"]).current(at: now)
        #expect(renamed != first)
        let verified = try await verify(folder, ["-verify_hostname", "new.home"])
        #expect(verified.status == 0)
        try PrivateFile.write("half a file", to: folder.server, replaces: true)
        let repaired = try folder.source(["new.home"]).current(at: now)
        #expect(repaired != renamed)
        let other = try HomeAuthority(at: now).issue(for: [.name("new.home")], at: now)
        try PrivateFile.write(try other.pem(), to: folder.server, replaces: true)
        let own = try folder.source(["new.home"]).current(at: now)
        let foreign = try CertificateText(other)
        #expect(own != foreign)
        let unchanged = try folder.text(folder.root)
        #expect(unchanged == root)
    }

    @Test("A damaged root, one that others can read, and a clock that is not set are refused with a sentence")
    func refused() throws {
        let folder = try Folder()
        let unset = sentence { _ = try folder.source().current(at: Date(timeIntervalSince1970: 0)) }
        #expect(unset?.contains("clock is not set") == true)
        _ = try folder.source().current(at: Date())
        let root = try folder.text(folder.root)
        try PrivateFile.write(String(root.dropLast(100)), to: folder.root, replaces: true)
        let damaged = sentence { _ = try folder.source().current(at: Date()) }
        #expect(damaged?.contains("is damaged") == true)
        try PrivateFile.write(root, to: folder.root, replaces: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.root)
        let open = sentence { _ = try folder.source().current(at: Date()) }
        #expect(open?.contains("can be read by others") == true)
        // One that is gone is missed, also while the gateway runs, and no other is made in its place.
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.root)
        let tls = try ServerTLS(folder.source(), at: Date())
        try FileManager.default.removeItem(atPath: folder.root)
        let gone = sentence { _ = try folder.source().current(at: Date()) }
        #expect(gone?.contains("is gone; restore it from a backup") == true)
        #expect(sentence { try tls.refresh(at: Date()) } == gone)
        #expect(!FileManager.default.fileExists(atPath: folder.root))
        // Whoever is second does not replace what the first has made.
        let isWritten = try PrivateFile.write("x", to: folder.server, replaces: false)
        #expect(!isWritten)
        // Both removed: it begins anew.
        try FileManager.default.removeItem(atPath: folder.server)
        _ = try folder.source().current(at: Date())
        #expect(try folder.text(folder.root) != root)
    }

    private func sentence(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch { return (error as? TLSFailure)?.description }
    }

    @Test("Files of somebody else are served, taken over when they change, and kept when they are broken")
    func files() async throws {
        let folder = try Folder()
        let (certificate, key) = (folder.path + "/cert.pem", folder.path + "/key.pem")
        func make() async throws {
            let made = try await run([
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=localhost",
                "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
            ])
            #expect(made.status == 0)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        }
        try await make()
        let source = CertificateSource.files(certificate: certificate, key: key)
        let tls = try ServerTLS(source, at: Date())
        #expect(try tls.refresh(at: Date()) == false)
        try await make()
        let before = tls.context
        #expect(try tls.refresh(at: Date()) == true)
        #expect(tls.context !== before)
        let kept = tls.context
        try "nothing".write(toFile: certificate, atomically: true, encoding: .utf8)
        #expect(sentence { try tls.refresh(at: Date()) } != nil)
        #expect(tls.context === kept)
        // SIGHUP does not wait for the next minute.
        let (logs, engine) = (CollectedLogs(), PostgresEngine("host=/nonexistent", readers: 1, writers: 1))
        let server = GatewayServer(settings: Settings(), engine: engine, logger: logs.logger)
        await server.readAgain(tls)
        #expect(tls.context === kept && logs.text.contains("warning the certificate stays as it was"))
        try await make()
        await server.readAgain(tls)
        #expect(tls.context !== kept && logs.text.contains("notice a new certificate is in use"))
        await engine.close()
    }

    @Test("A certificate with an RSA key gets suites with forward secrecy alone, and HSTS for the names below")
    func suites() async throws {
        let folder = try Folder()
        let (certificate, key) = (folder.path + "/cert.pem", folder.path + "/key.pem")
        let made = try await run([
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
        ])
        #expect(made.status == 0)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        try await RunningGateway.with(
            .sqlite, tune: { _, settings in settings.tls = .files(certificate: certificate, key: key) }
        ) { gateway in
            let place = "127.0.0.1:\(gateway.client.port)"
            func shake(_ options: [String]) async throws -> Run {
                try await run(["openssl", "s_client", "-connect", place, "-servername", "localhost"] + options)
            }
            for suite in [
                "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-RSA-CHACHA20-POLY1305",
            ] {
                let shown = try await shake(["-tls1_2", "-cipher", suite])
                #expect(shown.status == 0 && shown.output.contains("Cipher is \(suite)"), "\(shown.output)")
            }
            for suite in [
                "AES128-GCM-SHA256", "AES256-GCM-SHA384", "AES128-SHA", "AES256-SHA", "ECDHE-RSA-AES128-SHA",
                "ECDHE-RSA-AES256-SHA",
            ] {
                let refused = try await shake(["-tls1_2", "-cipher", "\(suite):@SECLEVEL=0"])
                #expect(refused.status != 0 && refused.output.contains("Cipher is (NONE)"), "\(suite)")
            }
            let newest = try await shake(["-tls1_3"])
            #expect(newest.status == 0 && newest.output.contains("TLSv1.3"))
            let answer = try await run([
                "curl", "-sS", "-k", "-i", "--max-time", "10", "https://\(place)/nowhere",
            ])
            #expect(
                answer.output.lowercased().contains("strict-transport-security: max-age=31536000; includesubdomains"))
        }
    }

    @Test("Names are names or addresses")
    func names() {
        for good in ["gateway.home", "LOCALHOST", "a-b.c1", "192.0.2.7", "::1", "fd00::7"] {
            #expect(ServerName(good) != nil, "\(good)")
        }
        for bad in ["", "*.home", "a..b", "-a.home", "a b", "1.2.3", "300.1.1.1", "家.home", "a.home.", "x/y"] {
            #expect(ServerName(bad) == nil, "\(bad)")
        }
        #expect(ServerName("Gateway.Home") == .name("gateway.home"))
    }

    @Test("Without TLS of its own the gateway listens on loopback alone", .requirement("GATEWAY-9"))
    func loopback() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            for port in [gateway.client.port, gateway.operations.port] {
                let number = String(port, radix: 16, uppercase: true)
                let suffix = ":" + String(repeating: "0", count: 4 - number.count) + number
                for file in ["/proc/net/tcp", "/proc/net/tcp6"] {
                    let bytes = FileHandle(forReadingAtPath: file)?.readDataToEndOfFile() ?? Data()
                    let text = String(decoding: bytes, as: UTF8.self)
                    var addresses: [String] = []
                    for line in text.split(separator: "\n") {
                        let columns = line.split(separator: " ").map(String.init)
                        // 0A: listening.
                        guard columns.count > 3, columns[3] == "0A", columns[1].hasSuffix(suffix) else { continue }
                        addresses.append(columns[1])
                    }
                    for address in addresses { #expect(address == "0100007F" + suffix) }
                    if file == "/proc/net/tcp" { #expect(addresses.count == 1) }
                }
            }
        }
    }
}
