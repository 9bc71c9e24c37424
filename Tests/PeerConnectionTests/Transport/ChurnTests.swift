import Glibc
import Synchronization
import Testing

@testable import PeerConnection

/// Nothing may be left of a connection that is over.
@Suite(.serialized) struct ChurnTests {
    @Test func connectsAndClosesManyTimesAndLeavesNothingBehind() throws {
        let thread = try EventThread(name: "churn")
        defer { thread.stop() }
        weak var last: PeerConnection?
        func once(abruptly: Bool) throws {
            let configuration = {
                var configuration = PeerConnection.Configuration()
                configuration.localAddresses = ["127.0.0.1"]
                return configuration
            }()
            let one = try Endpoint(configuration, thread: thread)
            let other = try Endpoint(configuration, thread: thread)
            one.peer?.createChannel(label: "x")
            one.peer?.createOffer()
            try #require(wait(for: { one.description.withLock { $0 } != nil }))
            other.peer?.answer(offer: one.description.withLock { $0 } ?? "")
            try #require(wait(for: { other.description.withLock { $0 } != nil }))
            one.peer?.accept(answer: other.description.withLock { $0 } ?? "")
            try #require(wait(for: { one.has(.channelOpen(label: "x")) }))
            one.peer?.send([UInt8](repeating: 1, count: 5000), channel: "x")
            if !abruptly {
                one.peer?.close()
                try #require(wait(for: { one.has(.closed) && other.failure == .closedByPeer }))
            }
            last = one.peer
        }
        // What the first ones make stays: the iterator's thread, the identity.
        for turn in 0..<10 { try once(abruptly: turn % 2 == 0) }
        let descriptors = openDescriptors()
        let threads = liveThreads()
        for turn in 0..<200 { try once(abruptly: turn % 4 == 0) }
        #expect(wait(for: { last == nil }))
        // Other suites run beside this one and hold some of theirs: one left a turn would be 200.
        #expect(wait(for: { openDescriptors() < descriptors + 100 }))
        #expect(wait(for: { liveThreads() < threads + 50 }))
        #expect(wait(for: { SCTPStack.liveCount < 50 }))
    }

    @Test func endsEventThreadsWithoutLeavingDescriptors() throws {
        let before = openDescriptors()
        for _ in 0..<200 {
            let thread = try EventThread(name: "brief")
            thread.run {}
            thread.stop()
        }
        // Others open and close theirs meanwhile: a leak of one a turn would leave 200.
        #expect(openDescriptors() - before < 100)
    }
}
