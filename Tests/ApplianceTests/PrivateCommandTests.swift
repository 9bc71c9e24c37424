import Bedside
import Foundation
import Store
import TestKit
import Testing

@testable import Appliance

/// What an owner decides at the command line about their own voice (MIND-1, GUARD-1).
@Suite struct PrivateCommandTests {
    /// off until it is wanted, and never without consent to remembering.
    @Test(.requirement("MIND-1")) func theOwnerSaysWhetherTomorrowIsRecorded() throws {
        let program = try Program()
        #expect(try program.run("memory", "voice").output.contains("is not recorded"))
        #expect(try program.run("memory", "voice", "--on").code != 0)
        #expect(try program.run("memory", "voice", "--on", "--off").code == 64)
        #expect(try program.run("memory", "resume").code == 0)
        let on = try program.run("memory", "voice", "--on")
        #expect(on.code == 0 && on.output.contains("is recorded"), "\(on.errors)")
        #expect(try program.run("memory", "voice", "--json").output == "{\"on\":true}\n")
        #expect(try program.run("memory", "list").output.contains("record-intention"))
        #expect(try program.run("memory", "voice", "--off").output.contains("is not recorded"))
        #expect(try program.run("profile", "set", "owner.language", "ja").code == 0)
        #expect(try program.run("memory", "voice").output == "明日のことばは録音しません。\n")
    }

    @Test(.requirement("GUARD-1")) func oneCommandRenewsTheKeyOfWhatIsRecorded() throws {
        let program = try Program()
        let empty = try program.run("recordings", "rekey")
        #expect(empty.code == 0 && empty.output.contains("0 talks"), "\(empty.errors)")
        #expect(try program.run("profile", "set", "owner.name", "Aki").code == 0)
        let shelf = RecordingShelf(stateFolder: program.state)
        let local = LocalDateTime(wallSeconds: 1_780_000_000)
        let writer = try shelf.begin(at: CivilTime(seconds: 1_780_000_000), local: local, keepDays: 7)
        try writer.append([[1, 2, 3]])
        try writer.finish()
        let phrase = try SoundShelf(.phrases, stateFolder: program.state).keep([4, 5])
        func keys() throws -> [String] {
            try ["recordings.key", "phrases.key"].map {
                try String(contentsOfFile: program.state + "/" + $0, encoding: .utf8)
            }
        }
        let before = try keys()
        let result = try program.run("recordings", "rekey")
        #expect(result.code == 0 && result.output.contains("1 talk,"), "\(result.output)\(result.errors)")
        let after = try keys()
        #expect(zip(before, after).allSatisfy { $0 != $1 && $0.count == $1.count })
        #expect(try shelf.open(writer.info.id).next() == .sound([[1, 2, 3]]))
        #expect(try SoundShelf(.phrases, stateFolder: program.state).open(phrase) == [4, 5])
        // Without the key it says what to do, and changes nothing.
        try FileManager.default.removeItem(atPath: program.state + "/recordings.key")
        let lost = try program.run("recordings", "rekey")
        #expect(lost.code == 65 && lost.errors.contains("recordings.key"), "\(lost.errors)")
        #expect(shelf.ids == [writer.info.id])
    }
}
