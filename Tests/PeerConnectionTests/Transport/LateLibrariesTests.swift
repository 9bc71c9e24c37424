import Foundation
import Glibc
import Synchronization
import Testing

@testable import PeerConnection

/// What was read only to get connected is given back, and everything still works (the memory of a conversation). In a
/// separate process, because what is counted is the process's.
@Suite struct LateLibrariesTests {
    @Test func memoryThatOnlyConnectingNeededIsGivenBack() async {
        await #expect(processExitsWith: .success) {
            let thread = try EventThread(name: "settling")
            defer { thread.stop() }
            _ = try liveAndDie(on: thread, abruptly: false)
            let before = try residentFileKilobytes()
            #expect(LateLibraries.settle() > 1 << 20)
            let after = try residentFileKilobytes()
            // The symbols and start-up code of sixty libraries alone are more.
            #expect(after < before - 5000, "\(before) kB, then \(after)")
            _ = try liveAndDie(on: thread, abruptly: true)
        }
    }

    @Test func connectionsComeAndGoWhileItIsGivenBack() async {
        await #expect(processExitsWith: .success) {
            let thread = try EventThread(name: "settling")
            defer { thread.stop() }
            let isOver = Flag()
            let settling = Thread {
                while !isOver.value.load(ordering: .acquiring) {
                    LateLibraries.settle()
                    usleep(500)
                }
            }
            settling.start()
            for turn in 0..<20 { _ = try liveAndDie(on: thread, abruptly: turn % 2 == 0) }
            isOver.value.store(true, ordering: .releasing)
            while !settling.isFinished { usleep(1000) }
        }
    }
}

private final class Flag: Sendable {
    let value = Atomic(false)
}

private func residentFileKilobytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
    return try #require(line.split(whereSeparator: { $0 == " " || $0 == "\t" }).compactMap { Int($0) }.first)
}
