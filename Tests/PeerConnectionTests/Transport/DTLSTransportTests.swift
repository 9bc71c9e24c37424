import Synchronization
import Testing

@testable import PeerConnection

/// Two DTLS ends connected by arrays, on an event thread, without sockets.
@Suite struct DTLSTransportTests {
    /// Event thread only, like what it holds.
    private final class Ends: @unchecked Sendable {
        let thread: EventThread
        let identity: DTLSIdentity
        let client: DTLSTransport
        let server: DTLSTransport
        var clientKeys: MediaKeys?
        var serverKeys: MediaKeys?
        var received: [[UInt8]] = []
        var failures: [PeerError] = []
        var hasClosed = false
        var largest = 0
        /// Numbers of the datagrams to lose, in both directions together.
        var lost: Set<Int> = []
        var sent = 0

        init(_ thread: EventThread) throws {
            self.thread = thread
            identity = try DTLSIdentity()
            client = try DTLSTransport(identity: identity, thread: thread)
            server = try DTLSTransport(identity: identity, thread: thread)
            client.send = { [weak self] bytes in self?.carry(bytes, isToServer: true) }
            server.send = { [weak self] bytes in self?.carry(bytes, isToServer: false) }
            client.secured = { [weak self] in self?.clientKeys = $0 }
            server.secured = { [weak self] in self?.serverKeys = $0 }
            server.received = { [weak self] in self?.received.append(Array($0)) }
            client.failed = { [weak self] in self?.failures.append($0) }
            server.failed = { [weak self] in self?.failures.append($0) }
            server.closedByPeer = { [weak self] in self?.hasClosed = true }
        }

        private func carry(_ bytes: UnsafeRawBufferPointer, isToServer: Bool) {
            largest = max(largest, bytes.count)
            sent += 1
            guard !lost.contains(sent - 1) else { return }
            let copy = Array(bytes)
            thread.run { [weak self] in
                copy.withUnsafeBytes { (isToServer ? self?.server : self?.client)?.receive($0) }
            }
        }
    }

    /// Does the work on the thread and waits.
    private func on<Result: Sendable>(_ thread: EventThread, _ work: @escaping @Sendable () -> Result) -> Result? {
        let result = Mutex<Result?>(nil)
        thread.run {
            let value = work()
            result.withLock { $0 = value }
        }
        _ = wait(for: { result.withLock { $0 != nil } })
        return result.withLock { $0 }
    }

    @Test func agreesOnMediaKeysAndCarriesRecords() throws {
        let thread = try EventThread(name: "dtls")
        defer { thread.stop() }
        let ends = try Ends(thread)
        thread.run {
            ends.server.start(role: .server, fingerprint: ends.identity.fingerprint)
            ends.client.start(role: .client, fingerprint: ends.identity.fingerprint)
        }
        #expect(wait(for: { on(thread) { ends.clientKeys != nil && ends.serverKeys != nil } == true }))
        let matches = on(thread) {
            ends.clientKeys?.sending == ends.serverKeys?.receiving
                && ends.clientKeys?.receiving == ends.serverKeys?.sending
                && ends.clientKeys?.sending != ends.clientKeys?.receiving
                && ends.clientKeys?.profile == .aeadAES128GCM && ends.clientKeys?.sending.count == 16 + 12
        }
        #expect(matches == true)
        thread.run {
            for count in [1, 1100] {
                [UInt8](repeating: 9, count: count).withUnsafeBytes { _ = ends.client.write($0) }
            }
            ends.client.close()
        }
        #expect(wait(for: { on(thread) { ends.hasClosed } == true }))
        #expect(on(thread) { ends.received.map(\.count) } == [1, 1100])
        #expect(on(thread) { ends.largest } ?? 9999 <= 1200)
    }

    @Test func keepsAClientHelloThatComesBeforeItMayStart() throws {
        // Nothing should have to be sent twice; tried again, because the machine may stall until something is.
        var fewest = 99
        for _ in 0..<5 where fewest > 12 {
            let thread = try EventThread(name: "dtls")
            defer { thread.stop() }
            let ends = try Ends(thread)
            thread.run { ends.client.start(role: .client, fingerprint: ends.identity.fingerprint) }
            thread.after(milliseconds: 20) {
                ends.server.start(role: .server, fingerprint: ends.identity.fingerprint)
            }
            #expect(wait(for: { on(thread) { ends.serverKeys != nil } == true }))
            fewest = on(thread) { ends.sent } ?? 99
        }
        #expect(fewest <= 12)
    }

    @Test func refusesAPeerWithAnotherCertificateOnEitherSide() throws {
        for clientIsDeceived in [true, false] {
            let thread = try EventThread(name: "dtls")
            defer { thread.stop() }
            let ends = try Ends(thread)
            thread.run {
                let right = ends.identity.fingerprint
                var wrong = right
                wrong[31] ^= 1
                ends.server.start(role: .server, fingerprint: clientIsDeceived ? right : wrong)
                ends.client.start(role: .client, fingerprint: clientIsDeceived ? wrong : right)
            }
            #expect(wait(for: { on(thread) { ends.failures.contains(.fingerprintMismatch) } == true }))
            // The deceived side never gets keys.
            #expect(on(thread) { (clientIsDeceived ? ends.clientKeys : ends.serverKeys) == nil } == true)
        }
    }

    @Test(arguments: [[0], [0, 1, 2], [1, 3, 5], [4, 5, 6, 7, 8]])
    func repeatsWhatWasLostWithinAboutHalfASecond(lost: [Int]) throws {
        let thread = try EventThread(name: "dtls")
        defer { thread.stop() }
        let ends = try Ends(thread)
        thread.run {
            ends.lost = Set(lost)
            ends.server.start(role: .server, fingerprint: ends.identity.fingerprint)
            ends.client.start(role: .client, fingerprint: ends.identity.fingerprint)
        }
        #expect(
            wait(upToMilliseconds: 3000) {
                on(thread) { ends.clientKeys != nil && ends.serverKeys != nil } == true
            })
        #expect(on(thread) { ends.failures } == [])
    }

    @Test func boundsWhatItKeepsBeforeTheStart() throws {
        let thread = try EventThread(name: "dtls")
        defer { thread.stop() }
        let ends = try Ends(thread)
        let isDone = on(thread) {
            let junk = [UInt8](repeating: 22, count: 1000)
            for _ in 0..<10_000 { junk.withUnsafeBytes { ends.server.receive($0) } }
            ends.server.start(role: .server, fingerprint: ends.identity.fingerprint)
            ends.client.start(role: .client, fingerprint: ends.identity.fingerprint)
            return true
        }
        #expect(isDone == true)
        #expect(wait(for: { on(thread) { ends.clientKeys != nil && ends.serverKeys != nil } == true }))
    }

    @Test func usesOneIdentityForAllConnections() throws {
        let one = try DTLSIdentity.current()
        let other = try DTLSIdentity.current()
        #expect(one === other)
        #expect(one.fingerprint.count == 32)
        #expect(try DTLSIdentity().fingerprint != one.fingerprint)
    }
}
