import Glibc
import Synchronization
import Testing

@testable import PeerConnection

/// Nothing may be left of a connection that is over. Each test has a separate process, because the counts are the
/// process's, and other suites open descriptors and threads beside these. A few more are tolerated, because libdispatch
/// opens some at unpredictable times; one leaked per turn would be 200.
@Suite struct ChurnTests {
    @Test func connectsAndClosesManyTimesAndLeavesNothingBehind() async {
        await #expect(processExitsWith: .success) {
            let thread = try EventThread(name: "churn")
            defer { thread.stop() }
            // What the first connections create stays: the iterator's thread, the identity.
            for turn in 0..<10 { _ = try liveAndDie(on: thread, abruptly: turn % 2 == 0) }
            try #require(wait(for: { SCTPStack.liveCount == 0 }))
            let (descriptors, threads) = (openDescriptors(), liveThreads())
            weak var last: PeerConnection?
            for turn in 0..<200 { last = try liveAndDie(on: thread, abruptly: turn % 4 == 0) }
            #expect(wait(for: { last == nil }))
            #expect(wait(for: { SCTPStack.liveCount == 0 }))
            #expect(
                wait(for: { openDescriptors() < descriptors + 4 && liveThreads() < threads + 4 }),
                "descriptors \(descriptors), then \(openDescriptors()); threads \(threads), then \(liveThreads())")
        }
    }

    @Test func endsEventThreadsWithoutLeavingDescriptors() async {
        await #expect(processExitsWith: .success) {
            func liveAndDie() throws {
                let thread = try EventThread(name: "brief")
                thread.run {}
                thread.stop()
            }
            try liveAndDie()
            let before = openDescriptors()
            for _ in 0..<200 { try liveAndDie() }
            #expect(wait(for: { openDescriptors() < before + 4 }), "\(before), then \(openDescriptors())")
        }
    }
}

/// Runs one connection from its offer to its end and returns the offerer, which should have been freed.
/// - Parameter isAbrupt: without a goodbye.
func liveAndDie(on thread: EventThread, abruptly isAbrupt: Bool) throws -> PeerConnection? {
    var configuration = PeerConnection.Configuration()
    configuration.localAddresses = ["127.0.0.1"]
    // If the machine stalls for longer than the goodbye may take, the other end never receives it.
    configuration.closeTimeoutMilliseconds = 5000
    let one = try Endpoint(configuration, thread: thread)
    let other = try Endpoint(configuration, thread: thread)
    one.peer?.createChannel(label: "x")
    one.peer?.createOffer()
    try #require(wait(for: { one.description.withLock { $0 } != nil }))
    other.peer?.answer(offer: one.description.withLock { $0 } ?? "")
    try #require(wait(for: { other.description.withLock { $0 } != nil }))
    one.peer?.accept(answer: other.description.withLock { $0 } ?? "")
    try #require(wait(for: { one.has(.channelOpen(label: "x")) }), "\(one.log), \(other.log)")
    one.peer?.send([UInt8](repeating: 1, count: 5000), channel: "x")
    if !isAbrupt {
        one.peer?.close()
        try #require(wait(for: { one.has(.closed) && other.failure == .closedByPeer }), "\(one.log), \(other.log)")
    }
    return one.peer
}
