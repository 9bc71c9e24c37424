import Bedside
import Foundation
import GRDB
import Store
import TestKit
import Testing

@testable import Appliance

/// `anicca memory rekey` says what it has not done yet (GUARD-1).
@Suite(.requirement("GUARD-1", "SETUP-5")) struct KeyChangeTests {
    private static let words: [Language: (rekey: String, status: String, doctor: String, done: String)] = [
        .english: (
            "the old key and old pages are still there", "the old key is still being removed", "rekey has not ended",
            "Older copies of vault.key do not open it."
        ),
        .japanese: ("古い鍵と古いページがまだ残っています", "古い鍵をまだ消せていません", "rekey が終わっていません", "もう開けません"),
    ]

    /// A program with a memory in its state.
    private static func remembering(_ language: Language) throws -> Program {
        let program = try Program()
        _ = try program.run("provision", input: "owner: { language: \(language.rawValue) }\n")
        _ = try program.run("memory", "resume")
        let added = try program.run("memory", "add", "--slot", "dog", "Momo")
        try #require(added.code == 0, "\(added.errors)")
        return program
    }

    /// Has another program read the database while `body` runs.
    private static func read(_ program: Program, while body: () throws -> Void) throws {
        let reader = try DatabaseQueue(path: program.state + "/anicca.db")
        try reader.inDatabase { db in
            try db.execute(sql: "BEGIN; SELECT count(*) FROM memory")
            try body()
            try db.execute(sql: "ROLLBACK")
        }
        try reader.close()
    }

    @Test(arguments: Language.allCases) func aReaderKeepsTheOldKeyAndThatIsSaid(language: Language) throws {
        let program = try Self.remembering(language)
        let words = try #require(Self.words[language])
        let key = VaultKeyFile(stateFolder: program.state)
        func expectKept() throws {
            let status = try program.run("status")
            #expect(status.output.contains(words.status) && status.output.contains("15"), "\(status.output)")
            #expect(try program.run("status", "--json").output.contains("\"store.old_key_kept\":true"))
            let doctor = try program.run("doctor")
            #expect(doctor.output.contains(words.doctor), "\(doctor.output)")
        }
        _ = try program.whileRunning {
            try Self.read(program) {
                let result = try program.run("memory", "rekey")
                #expect(result.code == 0 && result.output.contains(words.rekey), "\(result.output)")
                #expect(!result.output.contains(words.done) && key.holdsOlderKeys)
                try expectKept()
            }
            // The appliance goes on with it by itself.
            #expect(eventually(withinSeconds: 30) { !key.holdsOlderKeys })
            let status = try program.run("status")
            #expect(!status.output.contains(words.status), "\(status.output)")
            let again = try program.run("memory", "rekey")
            #expect(again.output.contains(words.done) && !key.holdsOlderKeys)
        }
        // Without an appliance the command itself says it.
        try Self.read(program) {
            let result = try program.run("memory", "rekey")
            #expect(result.code == 0 && result.output.contains(words.rekey), "\(result.output)")
            try expectKept()
        }
        _ = try program.whileRunning { #expect(eventually(withinSeconds: 30) { !key.holdsOlderKeys }) }
    }

    /// A phrase that was removed is not called erased while a reader holds the log that it is in.
    @Test(.requirement("MIND-7")) func aTraceOfARemovedPhraseIsSaid() throws {
        let program = try Self.remembering(.english)
        for _ in 0..<2 { #expect(try program.run("affirmation", "add", "I can come back.").code == 0) }
        try Self.read(program) {
            let result = try program.run("affirmation", "remove", "1")
            #expect(result.code == 0 && result.output.contains("could not be removed"), "\(result.output)")
        }
        _ = try program.run("affirmation", "add", "I can come back.")
        _ = try program.whileRunning {
            try Self.read(program) {
                let result = try program.run("affirmation", "remove", "1")
                #expect(result.code == 0 && result.output.contains("could not be removed"), "\(result.output)")
            }
            _ = try program.run("affirmation", "add", "I can come back.")
            let result = try program.run("affirmation", "remove", "1")
            #expect(result.output == "erased\n", "\(result.output)")
        }
    }

    /// Nor is a memory that was forgotten (M-9).
    @Test(.requirement("MIND-3")) func aTraceOfAForgottenMemoryIsSaid() throws {
        let program = try Self.remembering(.english)
        try Self.read(program) {
            let result = try program.run("memory", "forget", "1")
            #expect(result.code == 0 && result.output.contains("could not be removed"), "\(result.output)")
        }
        _ = try program.run("memory", "add", "--slot", "dog", "Momo")
        _ = try program.whileRunning {
            try Self.read(program) {
                let result = try program.run("memory", "forget", "--about", "Momo", "--json")
                #expect(result.code == 0 && result.output.contains("\"traceKept\":true"), "\(result.output)")
            }
            _ = try program.run("memory", "add", "--slot", "dog", "Coco")
            let result = try program.run("memory", "forget", "--about", "Coco")
            #expect(result.code == 0 && !result.output.contains("could not be removed"), "\(result.output)")
        }
    }

    /// What a reader held is tried again although nothing else is written.
    @Test func theLoopTriesAgainUntilItIsDone() throws {
        let rig = try LoopRig()
        rig.store.owesRemoval = true
        rig.appliance.keepHouse()
        let flushes = rig.store.flushes
        #expect(flushes > 0 && rig.appliance.isHousekeepingArmed)
        rig.appliance.keepHouse()
        #expect(rig.store.flushes == flushes + 1 && rig.appliance.isHousekeepingArmed)
        rig.store.owesRemoval = false
        rig.appliance.keepHouse()
        #expect(!rig.appliance.isHousekeepingArmed)
    }
}
