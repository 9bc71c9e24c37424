import Foundation
import Glibc
import Synchronization
import TestKit
import Testing

@testable import Appliance

/// The main loop writes there: a reader that stops reading loses lines but delays nothing (ALARM-7).
@Suite(.requirement("ALARM-7"), .bounded) struct LossyOutputTests {
    enum Way: CaseIterable { case pipe, terminal, socket }

    @Test(arguments: Way.allCases) func aReaderThatStopsIsNotWaitedFor(way: Way) throws {
        var ends: [Int32] = [-1, -1]
        let code =
            switch way {
            case .pipe: pipe(&ends)
            case .terminal: openTerminal(&ends)
            case .socket: socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
            }
        try #require(code == 0)
        let (reader, writer) = (ends[0], ends[1])
        // A writer that waits is released after 10 s.
        let isOver = Atomic(false)
        let waited = Atomic(false)
        let relief = Thread {
            for _ in 0..<1000 where !isOver.load(ordering: .acquiring) { usleep(10_000) }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while !isOver.load(ordering: .acquiring) {
                waited.store(true, ordering: .releasing)
                var entry = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
                if poll(&entry, 1, 10) > 0 { _ = read(reader, &buffer, buffer.count) }
            }
        }
        relief.start()
        let output = LossyOutput(writer)
        let line = [UInt8](repeating: 0x61, count: 1000) + [0x0A]
        var taken = 0
        var failure: Int32 = 0
        for _ in 0..<2000 {
            let count = output.write(line)
            failure = errno
            guard count > 0 else { break }
            taken += count
        }
        isOver.store(true, ordering: .releasing)
        while !relief.isFinished { usleep(10_000) }
        let hasWaited = waited.load(ordering: .acquiring)
        #expect(!hasWaited)
        #expect(taken >= 1000)
        #expect(failure == EAGAIN)
        close(reader)
        close(writer)
    }

    private func openTerminal(_ ends: inout [Int32]) -> Int32 {
        var (master, slave): (Int32, Int32) = (-1, -1)
        defer { ends = [master, slave] }
        return openpty(&master, &slave, nil, nil, nil)
    }

    @Test func theSharedOpenFileIsNotChanged() throws {
        var ends: [Int32] = [-1, -1]
        let code = pipe(&ends)
        try #require(code == 0)
        do {
            let output = LossyOutput(ends[1])
            output.write("a line\n")
            #expect(fcntl(ends[1], F_GETFL) & O_NONBLOCK == 0)
        }
        var buffer = [UInt8](repeating: 0, count: 100)
        let count = read(ends[0], &buffer, buffer.count)
        #expect(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == "a line\n")
        close(ends[0])
        close(ends[1])
    }
}
