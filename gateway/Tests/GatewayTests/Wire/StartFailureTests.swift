import Crypto
import Foundation
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("What keeps the server from starting, and what does not", .requirement("GATEWAY-5", "GATEWAY-9"))
struct StartFailureTests {
    private static let day: TimeInterval = 86_400
    private static let unset = Date(timeIntervalSince1970: 0)

    private func settings(in folder: String) -> Settings {
        var settings = Settings()
        settings.database = .sqlite(folder + "/gateway.sqlite")
        settings.tls = .own(names: ["gateway.home"])
        return settings
    }

    /// How `check` ends before it looks at the database; nil: it goes on.
    private func refusal(_ settings: Settings) -> CommandFailure? {
        do throws(CommandFailure) { try settings.checkFiles(at: Date()) } catch { return error }
        return nil
    }

    /// How `serve` ends before it listens; nil: it goes on.
    private func obstacle(_ settings: Settings, at now: Date = Date()) -> TLSFailure? {
        do throws(TLSFailure) {
            if let source = try settings.withMasterKey().certificateSource { _ = try ServerTLS(source, at: now) }
        } catch { return error }
        return nil
    }

    /// That both end, with the same exit code and the same words.
    private func expectBoth(_ settings: Settings, exit: Int32, _ words: String) {
        let (check, serve) = (refusal(settings), obstacle(settings))
        #expect(check?.exit == exit && serve?.exit == exit, "\(words)")
        #expect(check?.sentence.contains(words) == true && serve?.description.contains(words) == true, "\(words)")
    }

    @Test("check finds a root that is open to others, damaged or gone, as serve does, and makes none itself")
    func ownRoot() throws {
        let folder = try TestDatabase(.sqlite)
        let settings = settings(in: folder.folder)
        #expect(refusal(settings) == nil)
        #expect(!FileManager.default.fileExists(atPath: settings.tlsFolder))
        #expect(obstacle(settings) == nil)
        let root = settings.tlsFolder + "/ca.pem"
        #expect(refusal(settings) == nil)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: root)
        expectBoth(settings, exit: 78, "can be read by others")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: root)
        let text = try String(contentsOfFile: root, encoding: .utf8)
        try PrivateFile.write(String(text.dropLast(100)), to: root, replaces: true)
        expectBoth(settings, exit: 78, "is damaged")
        try FileManager.default.removeItem(atPath: root)
        expectBoth(settings, exit: 78, "is gone")
        let files = try FileManager.default.contentsOfDirectory(atPath: settings.tlsFolder)
        #expect(files == ["server.pem"])
    }

    @Test("check reads the files of tls: files: those that are missing, and a key of another certificate")
    func files() throws {
        let folder = try TestDatabase(.sqlite)
        let (certificate, key) = (folder.folder + "/cert.pem", folder.folder + "/key.pem")
        var settings = settings(in: folder.folder)
        settings.tls = .files(certificate: certificate, key: key)
        expectBoth(settings, exit: 78, "\(certificate) cannot be read")
        let authority = try HomeAuthority(at: Date())
        let server = try authority.issue(for: [.name("gateway.home")], at: Date())
        try PrivateFile.write(try server.certificatePEM(), to: certificate, replaces: true)
        expectBoth(settings, exit: 78, "\(key) is not there")
        try PrivateFile.write(P256.Signing.PrivateKey().pemRepresentation, to: key, replaces: true)
        expectBoth(settings, exit: 78, "no PEM files that belong together")
        try PrivateFile.write(server.key.pemRepresentation, to: key, replaces: true)
        #expect(refusal(settings) == nil && obstacle(settings) == nil)
    }

    @Test("check finds a master key that is damaged, and makes none itself")
    func masterKey() throws {
        let folder = try TestDatabase(.sqlite)
        var settings = settings(in: folder.folder)
        settings.tls = .proxy
        settings.apple.key = .init(teamID: "TEAM123456", keyID: "KEY1234567", pem: "x")
        #expect(refusal(settings) == nil && !FileManager.default.fileExists(atPath: settings.masterKeyFile))
        #expect(obstacle(settings) == nil && FileManager.default.fileExists(atPath: settings.masterKeyFile))
        #expect(refusal(settings) == nil)
        try PrivateFile.write("short", to: settings.masterKeyFile, replaces: true)
        expectBoth(settings, exit: 78, "is no key")
    }

    /// A board without a clock chip starts so. After 69 the unit is started again, after 78 it is not.
    @Test("A clock that is not set yet is waited for; where there is a certificate, it serves meanwhile and stays")
    func clock() throws {
        let folder = try TestDatabase(.sqlite)
        let settings = settings(in: folder.folder)
        let source = try #require(settings.certificateSource)
        let early = obstacle(settings, at: Self.unset)
        #expect(early?.exit == 69 && early?.description.contains("clock is not set") == true)
        let made = try source.current(at: Date())
        let file = settings.tlsFolder + "/server.pem"
        let before = try String(contentsOfFile: file, encoding: .utf8)
        let tls = try ServerTLS(source, at: Self.unset)
        let missed = refreshFailure(tls, at: Self.unset)
        #expect(missed?.mayPass == true)
        #expect(try tls.refresh(at: Date()) == false)
        let after = try String(contentsOfFile: file, encoding: .utf8)
        let stored = try source.stored(at: Self.unset)
        #expect(after == before && stored == made)
    }

    @Test("A certificate that cannot be renewed serves to its end, and each try says why it stays")
    func renewal() throws {
        let folder = try TestDatabase(.sqlite)
        let settings = settings(in: folder.folder)
        let now = Date()
        let source = try #require(settings.certificateSource)
        // It has twenty days left.
        let old = try source.current(at: now - 70 * Self.day)
        // The same folder by so long a name that its files can be read, and a draft beside them cannot be made. Taking the
        // right to write away would not do: root does not need it.
        let spare = 4_090 - (settings.tlsFolder + "/server.pem").utf8.count
        let long = folder.folder + "/" + String(repeating: "./", count: spare / 2) + "tls"
        let cramped = CertificateSource.own(folder: long, names: [.name("gateway.home")])
        let tls = try ServerTLS(cramped, at: now)
        let failure = refreshFailure(tls, at: now)
        #expect(failure?.mayPass == true && failure?.description.contains("cannot be written") == true)
        let kept = try cramped.stored(at: now)
        #expect(kept == old)
        // A day after its end, and two seconds before it.
        var ends: [Int32?] = []
        for end in [now + 21 * Self.day, now + 20 * Self.day - 2] {
            do throws(TLSFailure) {
                _ = try ServerTLS(cramped, at: end)
                ends.append(nil)
            } catch { ends.append(error.exit) }
        }
        #expect(ends == [69, nil])
        let renewed = try source.current(at: now)
        #expect(renewed != old)
    }

    @Test("A place that the settings name wrongly is no passing trouble")
    func lasting() throws {
        let folder = try TestDatabase(.sqlite)
        var settings = settings(in: folder.folder)
        settings.stateFolder = folder.folder + "/missing/folder"
        #expect(obstacle(settings)?.exit == 78)
        let failure = CommandFailure(TLSFailure("it is so", mayPass: true))
        #expect(failure.exit == 69 && failure.sentence == "it is so")
    }

    private func refreshFailure(_ tls: ServerTLS, at now: Date) -> TLSFailure? {
        do throws(TLSFailure) { try tls.refresh(at: now) } catch { return error }
        return nil
    }
}
