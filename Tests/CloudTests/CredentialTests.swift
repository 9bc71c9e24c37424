import Foundation
import TestKit
import Testing

@testable import Cloud

@Suite(.requirement("GUARD-1")) struct CredentialTests {
    private func write(_ bytes: [UInt8], mode: mode_t = 0o600, name: String = "openai.key") throws -> String {
        let path = try temporaryFolder() + "/" + name
        try Data(bytes).write(to: URL(filePath: path))
        try #require(chmod(path, mode) == 0)
        return path
    }

    @Test func readsAFileOfMode0600AndTrimsItsLineEnd() throws {
        let path = try write(Array("sk-file\r\n".utf8))
        let credential = try #require(try Credentials.load(environment: [:], file: path))
        #expect(credential.secret == "sk-file")
        #expect(credential.source == .file(path))
    }

    @Test func theEnvironmentComesFirst() throws {
        let path = try write(Array("sk-file".utf8))
        let other = try write(Array("sk-other".utf8))
        let folder = String(try write(Array("sk-system".utf8)).dropLast("/openai.key".count))
        var environment = ["CREDENTIALS_DIRECTORY": folder]
        #expect(try Credentials.load(environment: environment, file: path)?.secret == "sk-system")
        environment["ANICCA_OPENAI_KEY_FILE"] = other
        #expect(try Credentials.load(environment: environment, file: path)?.secret == "sk-other")
        environment["OPENAI_API_KEY"] = "sk-environment"
        let credential = try #require(try Credentials.load(environment: environment, file: path))
        #expect(credential.secret == "sk-environment")
        #expect(credential.source == .environment("OPENAI_API_KEY"))
    }

    @Test func aMissingKeyIsNotAnError() throws {
        let folder = try temporaryFolder()
        #expect(try Credentials.load(environment: [:], file: folder + "/openai.key") == nil)
        #expect(try Credentials.load(environment: ["OPENAI_API_KEY": ""], file: nil) == nil)
        #expect(try Credentials.load(environment: ["CREDENTIALS_DIRECTORY": folder], file: nil) == nil)
    }

    @Test func aNamedFileThatIsMissingIsAnError() throws {
        let path = try temporaryFolder() + "/none"
        #expect(throws: CredentialError.cannotRead(path: path, code: ENOENT)) {
            try Credentials.load(environment: ["ANICCA_OPENAI_KEY_FILE": path], file: nil)
        }
    }

    @Test(arguments: [0o604, 0o640, 0o660, 0o644, 0o700, 0o4600] as [mode_t])
    func refusesFilesThatOthersCanReadOrRun(_ mode: mode_t) throws {
        let path = try write(Array("sk-x".utf8), mode: mode)
        guard mode != 0o4600 else {
            // Set-uid bits do not matter on a file that nobody runs.
            #expect(try Credentials.load(environment: [:], file: path)?.secret == "sk-x")
            return
        }
        let error = #expect(throws: CredentialError.self) { try Credentials.load(environment: [:], file: path) }
        #expect(error == .tooOpen(path: path, mode: UInt32(mode)))
        #expect(error?.description.contains("chmod 600 \(path)") == true)
    }

    /// `sudo anicca doctor` may read the key of the service whose folder it is in, but no other key.
    @Test(.enabled(if: geteuid() == 0))
    func rootReadsTheKeyThatBelongsToItsFoldersOwner() throws {
        let path = try write(Array("sk-service".utf8))
        let folder = String(path[..<(try #require(path.lastIndex(of: "/")))])
        chown(path, 4711, 4711)
        #expect(throws: CredentialError.wrongOwner(path: path)) { try Credentials.read(path) }
        chown(folder, 4711, 4711)
        #expect(try Credentials.read(path) != nil)
        chown(path, 4712, 4711)
        #expect(throws: CredentialError.wrongOwner(path: path)) { try Credentials.read(path) }
    }

    @Test func acceptsStricterModes() throws {
        let path = try write(Array("sk-x".utf8), mode: 0o400)
        #expect(try Credentials.load(environment: [:], file: path)?.secret == "sk-x")
    }

    @Test func refusesLinksFoldersAndPipes() throws {
        let path = try write(Array("sk-x".utf8))
        let folder = try temporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: path)
        try #require(mkfifo(folder + "/pipe", 0o600) == 0)
        for name in ["/link", "/pipe", ""] {
            #expect(throws: CredentialError.notAFile(path: folder + name)) { try Credentials.read(folder + name) }
        }
    }

    @Test func refusesWhatIsNotAKey() throws {
        let cases: [[UInt8]] = [
            [], Array("\n".utf8), Array("two words".utf8), Array("two\nlines".utf8), Array("sk-\u{e9}".utf8),
            [0x73, 0x00, 0x6B], [0xFF, 0xFE],
        ]
        for bytes in cases {
            let path = try write(bytes)
            #expect(throws: CredentialError.notAKey(source: path)) { try Credentials.read(path) }
        }
        #expect(throws: CredentialError.notAKey(source: "OPENAI_API_KEY")) {
            try Credentials.load(environment: ["OPENAI_API_KEY": "sk-a b"], file: nil)
        }
        let long = try write([UInt8](repeating: 0x61, count: 4_097))
        #expect(throws: CredentialError.tooLong(path: long)) { try Credentials.read(long) }
        let longest = try write([UInt8](repeating: 0x61, count: 4_096))
        #expect(try Credentials.read(longest)?.secret.utf8.count == 4_096)
        #expect(Credential("") == nil && Credential("a\r\nb") == nil && Credential("ek_1") != nil)
    }

    @Test func storesAtomicallyWithMode0600() throws {
        let folder = try temporaryFolder()
        let path = folder + "/openai.key"
        try Credentials.store("sk-first\n", file: path)
        try Credentials.store("sk-second", file: path)
        var status = stat()
        try #require(lstat(path, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o600)
        #expect(try Credentials.load(environment: [:], file: path)?.secret == "sk-second")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["openai.key"])
    }

    @Test func storingReplacesALinkInsteadOfFollowingIt() throws {
        let folder = try temporaryFolder()
        let target = try write(Array("untouched".utf8), mode: 0o644)
        try FileManager.default.createSymbolicLink(atPath: folder + "/openai.key", withDestinationPath: target)
        try Credentials.store("sk-new", file: folder + "/openai.key")
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "untouched")
        #expect(try Credentials.read(folder + "/openai.key")?.secret == "sk-new")
    }

    @Test func storingReportsWhyItFails() throws {
        let path = try temporaryFolder() + "/none/openai.key"
        #expect(throws: CredentialError.cannotWrite(path: path, code: ENOENT)) {
            try Credentials.store("sk-x", file: path)
        }
        #expect(throws: CredentialError.notAKey(source: "the input")) { try Credentials.store("a b", file: path) }
    }

    @Test func aCredentialCannotBePrinted() throws {
        let credential = try #require(Credential("sk-secret-key"))
        var dumped = ""
        dump(credential, to: &dumped)
        dump([credential as Credential?], to: &dumped)
        print(credential, credential as Any, to: &dumped)
        debugPrint(credential, to: &dumped)
        dumped += "\(credential) \(Optional(credential) as Any) " + String(reflecting: credential)
        dumped += Mirror(reflecting: credential).children.map { "\($0.value)" }.joined()
        #expect(!dumped.contains("sk-secret") && !dumped.contains("115"))
        #expect("\(credential)" == "Credential(redacted)")
    }
}
