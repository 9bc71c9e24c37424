import Bedside
import Foundation
import GRDB
import TestKit
import Testing

@testable import Store

/// The memory's tables as the version that first had them wrote them (migration 4), with the key that sealed them. Every
/// later version must open them (GUARD-1, GUARD-4); the files are never changed.
@Suite(.requirement("GUARD-1", "GUARD-4")) struct MemoryGoldenTests {
    /// A state folder as that version left it.
    private static func folder() throws -> TemporaryFolder {
        let golden = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Golden/memory-4")
        let dump = try String(contentsOf: golden.appending(path: "anicca.sql"), encoding: .utf8)
            .split(separator: "\n").filter { $0 != "BEGIN TRANSACTION;" && $0 != "COMMIT;" }
        let folder = try TemporaryFolder()
        let queue = try DatabaseQueue(path: folder.file("anicca.db"))
        try queue.write { try $0.execute(sql: dump.joined(separator: "\n")) }
        try queue.close()
        try folder.write([UInt8](try Data(contentsOf: golden.appending(path: "vault.key"))), to: "vault.key")
        chmod(folder.file("vault.key"), 0o600)
        return folder
    }

    @Test func everyRowIsOpenedAndReadAsItWasWritten() throws {
        let folder = try Self.folder()
        let store = try openStore(folder)
        #expect(!store.report.needsAttention, "\(store.report)")
        #expect(try store.load().memory == SealedMemory.expected(after: try SealedMemory.changes()))
        // And it can be sealed again, and forgotten.
        try store.commit([.memory(.rekey), .memory(.pending(nil))])
        let memory = try store.load().memory
        #expect(
            memory.memory == SealedMemory.expected(after: try SealedMemory.changes()).memory && memory.pending == nil)
    }

    /// The words of these rows stand nowhere in the file but sealed.
    @Test func theRowsHoldNoWord() throws {
        let folder = try Self.folder()
        let bytes = Data(try folder.read("anicca.db"))
        for word in ["Momotaro", "dog-name", "夕方", "window", "walked", "静か", "calm", "person"] {
            #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word)")
        }
    }
}
