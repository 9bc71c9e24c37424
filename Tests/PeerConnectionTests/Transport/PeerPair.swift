import Glibc
import Synchronization

@testable import PeerConnection

/// Polls for a condition; false: it did not become true in time.
func wait(upToMilliseconds limit: Int = 30_000, for condition: () -> Bool) -> Bool {
    var waited = 0
    while !condition() {
        guard waited < limit * 1000 else { return false }
        usleep(2000)
        waited += 2000
    }
    return true
}

/// One peer of a test: the connection and everything that it reported.
final class Endpoint: Sendable {
    let connection = Mutex<PeerConnection?>(nil)
    let events = Mutex<[PeerEvent]>([])
    let description = Mutex<String?>(nil)

    init(_ configuration: PeerConnection.Configuration, thread: EventThread) throws {
        let made = try PeerConnection(configuration: configuration, thread: thread) { [weak self] event in
            switch event {
            case .offer(let text), .answer(let text): self?.description.withLock { $0 = text }
            default: break
            }
            self?.events.withLock { $0.append(event) }
        }
        connection.withLock { $0 = made }
    }

    var peer: PeerConnection? { connection.withLock { $0 } }
    var log: [PeerEvent] { events.withLock { $0 } }

    func has(_ event: PeerEvent) -> Bool { log.contains(event) }

    var failure: PeerError? {
        for case .failed(let error) in log { return error }
        return nil
    }

    var messages: [PeerMessage] {
        log.compactMap { event in
            guard case .message(_, let message) = event else { return nil }
            return message
        }
    }
}

/// Two of our own peers on loopback, each on its own event thread.
final class PeerPair: Sendable {
    static let label = "oai-events"

    let threads: [EventThread]
    let offerer: Endpoint
    let answerer: Endpoint

    init(
        address: String = "127.0.0.1", sharesThread: Bool = false,
        offerer shapeOfferer: (inout PeerConnection.Configuration) -> Void = { _ in },
        answerer shapeAnswerer: (inout PeerConnection.Configuration) -> Void = { _ in }
    ) throws {
        var ours = PeerConnection.Configuration()
        ours.localAddresses = [address]
        var theirs = ours
        shapeOfferer(&ours)
        shapeAnswerer(&theirs)
        let first = try EventThread(name: "test-offerer")
        let second = sharesThread ? first : try EventThread(name: "test-answerer")
        threads = sharesThread ? [first] : [first, second]
        offerer = try Endpoint(ours, thread: first)
        answerer = try Endpoint(theirs, thread: second)
    }

    deinit { stop() }

    /// Exchanges the descriptions; false: one of them did not come.
    /// - Parameter rewrite: what is done to the answer on its way.
    func exchange(createsChannel: Bool = true, rewrite: (String) -> String = { $0 }) -> Bool {
        if createsChannel { offerer.peer?.createChannel(label: Self.label) }
        offerer.peer?.createOffer()
        guard wait(for: { offerer.description.withLock { $0 } != nil || offerer.failure != nil }),
            let offer = offerer.description.withLock({ $0 })
        else { return false }
        answerer.peer?.answer(offer: offer)
        guard wait(for: { answerer.description.withLock { $0 } != nil || answerer.failure != nil }),
            let answer = answerer.description.withLock({ $0 })
        else { return false }
        offerer.peer?.accept(answer: rewrite(answer))
        return true
    }

    /// Connects until the channel is open on both sides.
    /// - Parameter rewrite: what is done to the answer on its way.
    func connect(withinMilliseconds limit: Int = 10_000, rewrite: (String) -> String = { $0 }) -> Bool {
        exchange(rewrite: rewrite)
            && wait(
                upToMilliseconds: limit,
                for: {
                    offerer.has(.channelOpen(label: Self.label)) && answerer.has(.channelOpen(label: Self.label))
                        || offerer.failure != nil || answerer.failure != nil
                })
            && offerer.failure == nil && answerer.failure == nil
    }

    func stop() {
        offerer.connection.withLock { $0 = nil }
        answerer.connection.withLock { $0 = nil }
        for thread in threads { thread.stop() }
    }
}

/// Descriptors that this process has open.
func openDescriptors() -> Int { entries(of: "/proc/self/fd") }

/// Threads of this process.
func liveThreads() -> Int { entries(of: "/proc/self/task") }

private func entries(of path: String) -> Int {
    guard let directory = opendir(path) else { return -1 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
}
