import Bedside
import Foundation
import TestKit
import Testing

@testable import Store

/// The file with the vault's key: made once, private, never replaced by itself, gone with a wipe (GUARD-1).
@Suite(.requirement("GUARD-1")) struct VaultKeyFileTests {
    private static let words = Array("tomorrow at six I open the window".utf8)

    private func file(_ folder: TemporaryFolder, credential: [UInt8] = []) -> VaultKeyFile {
        VaultKeyFile(stateFolder: folder.path, credential: credential)
    }

    @Test func theKeyIsMadeOnceAndOnlyItsOwnerReadsIt() throws {
        let folder = try TemporaryFolder()
        let sealed = try file(folder).open(holdsRecords: false).seal(Self.words, for: "a")
        #expect(folder.names == ["vault.key"])
        #expect(try folder.mode("vault.key") == 0o600)
        #expect(try file(folder).open(holdsRecords: true).open(sealed, for: "a") == Self.words)
        let other = try TemporaryFolder()
        let otherVault = try file(other).open(holdsRecords: false)
        #expect(throws: VaultError.otherKey) { try otherVault.open(sealed, for: "a") }
    }

    @Test func aLostKeyIsReportedAndNotReplaced() throws {
        let folder = try TemporaryFolder()
        #expect(throws: VaultError.keyMissing(path: folder.file("vault.key"))) {
            try file(folder).open(holdsRecords: true)
        }
        #expect(folder.names == [])
        #expect(throws: VaultError.self) { try file(folder).addKey() }
        #expect(throws: VaultError.self) { try file(folder).forgetOlderKeys() }
        #expect(folder.names == [])
    }

    @Test(
        arguments: [
            "", "\n", "anicca vault 1\n", "anicca vault 1\nabc\n", "anicca vault 2\n" + digits + "\n",
            "anicca vault 1\n" + digits, "anicca vault 1\n" + digits.uppercased() + "\n", digits + "\n",
            "anicca vault 1\n" + digits + "\n\n", "anicca vault 1\r\n" + digits + "\r\n",
            "anicca vault 1\n" + String(repeating: digits + "\n", count: 9), String(repeating: "a", count: 5000),
        ])
    func aDamagedFileIsReportedAndLeftAsItIs(text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(text.utf8), to: "vault.key")
        #expect(chmod(folder.file("vault.key"), 0o600) == 0)
        for holdsRecords in [false, true] {
            let error = #expect(throws: VaultError.self) { try file(folder).open(holdsRecords: holdsRecords) }
            guard case .unusableKey = error else {
                Issue.record("\(String(describing: error)) is not about the file")
                continue
            }
        }
        #expect(try folder.read("vault.key") == Array(text.utf8))
    }

    private static let digits = String(repeating: "0f", count: 32)

    @Test func aFileThatOthersCanReadIsRefused() throws {
        let folder = try TemporaryFolder()
        _ = try file(folder).open(holdsRecords: false)
        #expect(chmod(folder.file("vault.key"), 0o640) == 0)
        #expect(throws: VaultError.self) { try file(folder).open(holdsRecords: false) }
    }

    @Test func aLinkIsNotFollowed() throws {
        let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
        _ = try file(elsewhere).open(holdsRecords: false)
        #expect(symlink(elsewhere.file("vault.key"), folder.file("vault.key")) == 0)
        #expect(throws: VaultError.self) { try file(folder).open(holdsRecords: false) }
        try file(folder).destroy()
        #expect(elsewhere.names == ["vault.key"])
        #expect(try folder.names == [] && elsewhere.read("vault.key").count > 64)
    }

    /// The power may go after any step: each state of the file opens what has been sealed until then.
    @Test func everyStepOfAChangeOfKeysOpensAllRecords() throws {
        let folder = try TemporaryFolder()
        let first = try file(folder).open(holdsRecords: false)
        var records = try (0..<3).map { try first.seal(Self.words, for: "memory/\($0)") }
        func opensAll() throws -> Bool {
            let vault = try file(folder).open(holdsRecords: true)
            return try records.enumerated().allSatisfy { try vault.open($1, for: "memory/\($0)") == Self.words }
        }
        let both = try file(folder).addKey()
        #expect(try opensAll())
        for index in records.indices {
            records[index] = try #require(try both.resealed(records[index], for: "memory/\(index)"))
            #expect(try opensAll())
        }
        try file(folder).forgetOlderKeys()
        #expect(try opensAll())
        for record in records { #expect(throws: VaultError.otherKey) { try first.open(record, for: "memory/0") } }
        // A change that was not ended goes on: no key is pushed out of the file, however often it is tried.
        for _ in 0..<12 { _ = try file(folder).addKey() }
        #expect(try folder.read("vault.key").count == 15 + 2 * 65)
        #expect(try opensAll())
    }

    @Test func destroyingLeavesNothingToOpenWith() throws {
        let folder = try TemporaryFolder()
        let secret = try Data(file(folder).open(holdsRecords: false).seal([1], for: "a"))
        let before = try folder.read("vault.key")
        try folder.write(before, to: "vault.key.new")
        // Another name of the same file shows that its bytes were overwritten, not only its name removed.
        #expect(link(folder.file("vault.key"), folder.file("held")) == 0)
        try file(folder).destroy()
        #expect(folder.names == ["held"])
        #expect(try folder.read("held").allSatisfy { $0 == 0x30 })
        try file(folder).destroy()
        let next = try file(folder).open(holdsRecords: false)
        #expect(throws: VaultError.otherKey) { try next.open([UInt8](secret), for: "a") }
    }

    @Test(.requirement("SETUP-4")) func aWipeDestroysTheKey() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        _ = try file(folder).open(holdsRecords: false)
        try store.erase()
        #expect(!folder.names.contains("vault.key"))
    }

    /// The wipe's transaction is on disk, and the power goes before anything else.
    @Test(.requirement("SETUP-4")) func aWipeThatPowerInterruptedDestroysTheKeyAtTheNextStart() throws {
        let folder = try TemporaryFolder()
        let store = try openStore(folder)
        _ = try file(folder).open(holdsRecords: false)
        try store.queueForTest?.write {
            try DurableTables.apply(.wipe, to: $0, Seals(folder: .nowhere))
            try $0.execute(sql: "UPDATE store SET commits = commits + 1, schedule_commits = commits + 1")
        }
        let cut = try TemporaryFolder()
        for name in folder.names where name != "lock" && !name.hasSuffix("-shm") {
            try cut.write(try folder.read(name), to: name)
        }
        #expect(cut.names.contains("vault.key"))
        try openStore(cut).close()
        #expect(!cut.names.contains("vault.key"))
    }
}
