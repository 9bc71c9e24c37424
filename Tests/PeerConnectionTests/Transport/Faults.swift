import Synchronization

@testable import PeerConnection

/// Cuts and mends the line.
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

    /// Lets nothing of a kind out.
    static func everyKind(_ kind: DatagramKind) -> DatagramSeam {
        DatagramSeam { direction, datagram in direction == .inbound || DatagramKind(datagram) != kind }
    }
}

/// Lets DTLS out until its first application record.
final class AfterHandshake: Sendable {
    var seam: DatagramSeam {
        DatagramSeam { direction, datagram in direction == .inbound || datagram.first != 23 }
    }
}

/// Keeps some of what comes in, and the size of the largest datagram either way.
final class Tap: Sendable {
    private struct Kept {
        var media: [[UInt8]] = []
        var records: [[UInt8]] = []
        var largest = 0
    }

    private let kept = Mutex(Kept())

    var media: [[UInt8]] { kept.withLock { $0.media } }
    var records: [[UInt8]] { kept.withLock { $0.records } }
    var largest: Int { kept.withLock { $0.largest } }

    var seam: DatagramSeam {
        DatagramSeam { direction, datagram in
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
    }
}
