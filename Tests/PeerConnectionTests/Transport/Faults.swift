import Synchronization

@testable import PeerConnection

/// What a test does to the datagrams of a path. Everything is called on the event thread.
struct DatagramSeam: Sendable {
    enum Direction: Sendable { case inbound, outbound }

    /// False: the datagram is lost.
    var admits: @Sendable (Direction, UnsafeRawBufferPointer) -> Bool
    /// Called when the path exists.
    var opened: @Sendable (FaultyPath) -> Void = { _ in }
}

extension PeerConnection.Configuration {
    /// Makes all datagrams pass through `seam`.
    mutating func pass(through seam: DatagramSeam) {
        makePath = { configuration, thread throws(PeerError) in
            let path = FaultyPath(
                try ICETransport(configuration: configuration, thread: thread), seam: seam, thread: thread)
            seam.opened(path)
            return path
        }
    }
}

/// A path with a seam. `@unchecked Sendable`: `inject` may be called on any thread, the rest only on the event thread.
final class FaultyPath: DatagramPath, @unchecked Sendable {
    private let path: any DatagramPath
    private let seam: DatagramSeam
    private let thread: EventThread
    var received: (UnsafeMutableRawBufferPointer) -> Void = { _ in }

    init(_ path: any DatagramPath, seam: DatagramSeam, thread: EventThread) {
        (self.path, self.seam, self.thread) = (path, seam, thread)
        path.received = { [weak self] datagram in
            guard let self, seam.admits(.inbound, UnsafeRawBufferPointer(datagram)) else { return }
            received(datagram)
        }
    }

    var gathered: (ICETransport.Local) -> Void {
        get { path.gathered }
        set { path.gathered = newValue }
    }
    var changed: (ICETransport.State) -> Void {
        get { path.changed }
        set { path.changed = newValue }
    }
    var selectedPair: PeerStatistics.Path? { path.selectedPair }
    var unsentDatagrams: Int { path.unsentDatagrams }

    func gather() throws(PeerError) { try path.gather() }
    func setRemote(ufrag: String, password: String, candidates: [IceCandidate]) throws(PeerError) {
        try path.setRemote(ufrag: ufrag, password: password, candidates: candidates)
    }
    func send(_ datagram: UnsafeRawBufferPointer) -> Bool {
        seam.admits(.outbound, datagram) && path.send(datagram)
    }
    func close() { path.close() }

    /// Takes a datagram as if it had come from the peer.
    func inject(_ datagram: [UInt8]) {
        thread.run { [weak self] in
            var copy = datagram
            copy.withUnsafeMutableBytes { self?.received($0) }
        }
    }
}

/// Interrupts and restores the path.
final class Switch: Sendable {
    private let isCut = Atomic<Bool>(false)

    func cut() { isCut.store(true, ordering: .releasing) }
    func mend() { isCut.store(false, ordering: .releasing) }

    var seam: DatagramSeam { DatagramSeam { _, _ in !self.isCut.load(ordering: .acquiring) } }
}

/// Loses datagrams of one kind, by seeded chance, at most `limit` of them.
final class Loss: Sendable {
    private let state: Mutex<(random: SplitMix, lost: Int)>
    private let percent: Int
    private let kind: DatagramKind
    private let limit: Int

    init(seed: UInt64, percent: Int, kind: DatagramKind, limit: Int) {
        state = Mutex((SplitMix(seed: seed), 0))
        self.percent = percent
        self.kind = kind
        self.limit = limit
    }

    var lost: Int { state.withLock { $0.lost } }

    var seam: DatagramSeam {
        DatagramSeam { _, datagram in
            guard DatagramKind(datagram) == self.kind else { return true }
            return self.state.withLock { state in
                guard state.lost < self.limit, Int.random(in: 0..<100, using: &state.random) < self.percent else {
                    return true
                }
                state.lost += 1
                return false
            }
        }
    }

    /// Lets no datagram of a kind out.
    static func everyKind(_ kind: DatagramKind) -> DatagramSeam {
        DatagramSeam { direction, datagram in direction == .inbound || DatagramKind(datagram) != kind }
    }
}

/// Lets DTLS out until its first application record, or from a later one on.
final class AfterHandshake: Sendable {
    private let lost = Atomic<Int>(0)
    private let limit: Int

    init(limit: Int = .max) { self.limit = limit }

    var seam: DatagramSeam {
        DatagramSeam { direction, datagram in
            guard direction == .outbound, datagram.first == 23 else { return true }
            return self.lost.add(1, ordering: .relaxed).oldValue >= self.limit
        }
    }
}

/// Keeps some of what comes in, and the size of the largest datagram in either direction; injects datagrams from the
/// test.
final class Tap: Sendable {
    private struct Kept {
        var media: [[UInt8]] = []
        var records: [[UInt8]] = []
        var largest = 0
    }

    private let kept = Mutex(Kept())
    private let path = Mutex<FaultyPath?>(nil)

    var media: [[UInt8]] { kept.withLock { $0.media } }
    var records: [[UInt8]] { kept.withLock { $0.records } }
    var largest: Int { kept.withLock { $0.largest } }

    /// Takes a datagram as if it had come from the peer.
    func inject(_ datagram: [UInt8]) { path.withLock { $0 }?.inject(datagram) }

    var seam: DatagramSeam {
        var seam = DatagramSeam { direction, datagram in
            self.kept.withLock { kept in
                kept.largest = max(kept.largest, datagram.count)
                guard direction == .inbound else { return }
                switch DatagramKind(datagram) {
                case .media where kept.media.count < 50 && datagram.count > 30: kept.media.append(Array(datagram))
                case .dtls where kept.records.count < 50: kept.records.append(Array(datagram))
                default: break
                }
            }
            return true
        }
        seam.opened = { path in self.path.withLock { $0 = path } }
        return seam
    }
}
