import Bedside
import Foundation
import Glibc
import TestKit
import Testing

@testable import Appliance

/// GUARD-1: the diagnostics report only where the key is; ALARM-7: they do so without waiting for any disk.
@Suite(
    .enabled(if: ProcessInfo.processInfo.environment.keys.allSatisfy { !$0.hasPrefix("OPENAI_API_KEY") }),
    .bounded)
struct CompanionFilesTests {
    private let folder: TemporaryFolder
    private let files: CompanionFiles

    init() throws {
        folder = try TemporaryFolder()
        files = CompanionFiles(
            prompts: PromptFiles(shared: SharedFolders(root: folder.path)), stateFolder: folder.path, log: { _, _ in })
    }

    private func saveKey() throws {
        let path = OwnerKey.path(stateFolder: folder.path)
        try Data("sk-of-a-test-0123456789\n".utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
    }

    /// G-9: stricter instructions under 18, whatever the talk is about; not in a crisis, which has its own.
    @Test(.requirement("SAFE-5"), arguments: Language.allCases) func aYoungOwnersInstructionsAreStricter(
        language: Language
    ) throws {
        for name in ["common", "talk", "crisis"] { try folder.write("Prompts/\(name).txt", "# \(name)\n") }
        let now = Moment(boot: BootTime(nanoseconds: 1), civil: CivilTime(seconds: 1_790_000_000))
        func told(_ age: AgeBand, _ care: ConversationRequest.Care = .usual) -> String {
            var durable = Durable()
            durable.profile = Profile(language: language, age: age)
            let machine = Bedside(
                configuration: Configuration(clockFloor: now.civil - .days(1)), durable: durable, zone: .utc,
                isClockSynchronized: true, at: now)
            let request = ConversationRequest(call: 1, companion: .openai, habit: nil, care: care)
            return PromptFiles(shared: SharedFolders(root: folder.path))
                .instructions(for: request, status: machine.status(at: now)).text
        }
        let words = PromptTemplate.minor.text(in: language)
        #expect(told(.from13To17).contains(words) && told(.from13To17, .gentle).contains(words))
        #expect(!told(.adult).contains(words) && !told(.notSaid).contains(words))
        #expect(told(.from13To17, .crisis).hasPrefix("# crisis") && !told(.from13To17, .crisis).contains(words))
    }

    @Test(.requirement("GUARD-1")) func theKeysPlaceIsReported() throws {
        try saveKey()
        #expect(files.keyPlace(withinMilliseconds: 10_000) == .at(OwnerKey.path(stateFolder: folder.path)))
        unlink(OwnerKey.path(stateFolder: folder.path))
        #expect(files.keyPlace(withinMilliseconds: 10_000) != .at(OwnerKey.path(stateFolder: folder.path)))
    }

    @Test(.requirement("ALARM-7")) func aStalledDiskIsNotWaitedForTwice() throws {
        try saveKey()
        let path = OwnerKey.path(stateFolder: folder.path)
        #expect(files.keyPlace(withinMilliseconds: 10_000) == .at(path))
        unlink(path)
        // Like a check that is stuck in a call that never returns.
        let answers = DispatchSemaphore(value: 0)
        files.queue.async { answers.wait() }
        #expect(files.keyPlace(withinMilliseconds: 100) == .at(path), "the last known place is returned")
        // Would wait longer than this test may take.
        for _ in 0..<3 { #expect(files.keyPlace(withinMilliseconds: 100_000) == .at(path)) }
        answers.signal()
        files.queue.sync {}
        #expect(files.keyPlace(withinMilliseconds: 10_000) != .at(path))
    }
}
