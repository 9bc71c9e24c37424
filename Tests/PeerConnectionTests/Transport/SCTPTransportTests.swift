import CUsrsctp
import Glibc
import Synchronization
import Testing

@testable import PeerConnection

/// In a separate process, because the numbers of usrsctp's callbacks belong to the process.
@Suite struct SCTPTransportTests {
    @Test func anAssociationThatEndedUnnoticedIsClosedAtOnce() async {
        await #expect(processExitsWith: .success) {
            let thread = try EventThread(name: "associations")
            defer { thread.stop() }
            // The first in this process: number 1 for usrsctp.
            let one = AssociationEnd(on: thread)
            let other = AssociationEnd(on: thread)
            one.peer.withLock { $0 = other }
            other.peer.withLock { $0 = one }
            one.start(isClient: true)
            other.start(isClient: false)
            thread.run { one.transport.create(label: "x") }
            try #require(wait(for: { one.isOpen.load(ordering: .acquiring) }))
            let isDone = Mutex<Int?>(nil)
            thread.run {
                one.peer.withLock { $0 = nil }
                other.peer.withLock { $0 = nil }
                // More than usrsctp's buffer can hold: the rest waits for room.
                let message = PeerMessage.binary([UInt8](repeating: 1, count: 900_000))
                for _ in 0..<5 { try? one.transport.send(message, label: "x", peerLimitBytes: .max) }
                let before = other.packets.count
                other.transport.release()
                // The abort, past the transport, as when another transport's turn of the timers ends this one.
                for packet in other.packets.dropFirst(before) {
                    packet.withUnsafeBytes {
                        usrsctp_conninput(UnsafeMutableRawPointer(bitPattern: 1), $0.baseAddress, $0.count, 0)
                    }
                }
                var calls = 0
                one.transport.close(withinMilliseconds: 2000) { calls += 1 }
                let atOnce = calls
                isDone.withLock { $0 = atOnce }
            }
            try #require(wait(for: { isDone.withLock { $0 } != nil }))
            let calls = isDone.withLock { $0 }
            one.release()
            #expect(calls == 1)
        }
    }
}

/// One end of an association, whose packets go to its peer, if it has one.
///
/// `@unchecked Sendable`: the transport is used on its event thread only.
private final class AssociationEnd: @unchecked Sendable {
    let transport: SCTPTransport
    let isOpen = Atomic<Bool>(false)
    let peer = Mutex<AssociationEnd?>(nil)
    private let thread: EventThread
    private let sent = Mutex<[[UInt8]]>([])

    init(on thread: EventThread) {
        self.thread = thread
        transport = SCTPTransport(
            machine: DataChannelMachine(maximumMessageBytes: 1 << 20),
            limits: SCTPTransport.Limits(queuedBytes: 8 << 20, sentMessageBytes: 1 << 20), thread: thread)
        transport.output = { [weak self] bytes in self?.send(Array(bytes)) }
        transport.report = { [weak self] action in
            if case .opened = action { self?.isOpen.store(true, ordering: .releasing) }
        }
    }

    var packets: [[UInt8]] { sent.withLock { $0 } }

    func start(isClient: Bool) { thread.run { try? self.transport.start(isClient: isClient, peerPort: 5000) } }

    func release() { thread.run { self.transport.release() } }

    private func send(_ bytes: [UInt8]) {
        sent.withLock { $0.append(bytes) }
        guard let other = peer.withLock({ $0 }) else { return }
        thread.run { bytes.withUnsafeBytes { other.transport.receive($0) } }
    }
}
