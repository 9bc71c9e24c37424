import Bedside
import Foundation
import Glibc
import TestKit
import Testing

@testable import Appliance

/// GUARD-1: the diagnostics report only where the key is; ALARM-7: they do so without waiting for any disk.
@Suite(
    .enabled(if: ProcessInfo.processInfo.environment.keys.allSatisfy { !$0.hasPrefix("OPENAI_API_KEY") }),
    .timeLimit(.minutes(1)))
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
