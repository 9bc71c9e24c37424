import Bedside
import Cloud
import Foundation
import Glibc
import Synchronization
import TestKit
import Testing

@testable import Appliance

/// An owner who erases everything: their voice is deleted at the gateway before the token is given back (MIND-9, V-3).
@Suite(.requirement("MIND-9"), .serialized, .bounded) struct VoiceFarewellTests {
    /// Answers what is asked on this machine, one connection after the other: with its voices, or with 204.
    private final class Listener: Sendable {
        let port: Int
        private let socket: Int32
        private let lines = Mutex<[String]>([])

        var requests: [String] { lines.withLock { $0 } }

        init?() {
            let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    bind(descriptor, pointer, size) == 0 && listen(descriptor, 8) == 0
                        && getsockname(descriptor, pointer, &size) == 0
                }
            }
            guard isBound else { return nil }
            port = Int(UInt16(bigEndian: address.sin_port))
            socket = descriptor
            Thread.detachNewThread { [self] in
                while true {
                    let connection = accept(socket, nil, nil)
                    guard connection >= 0 else { return }
                    var bytes = [UInt8](repeating: 0, count: 8192)
                    let count = read(connection, &bytes, bytes.count)
                    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
                    lines.withLock { $0.append(text) }
                    let answer = Array(Self.answer(text).utf8)
                    _ = write(connection, answer, answer.count)
                    close(connection)
                }
            }
        }

        private static func answer(_ request: String) -> String {
            guard request.hasPrefix("GET /mobile/voice ") else {
                return "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
            }
            let voices = #"{"voices":[{"voice_id":"v8","state":"creating","name":"bedside-abc"}]}"#
            return """
                HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(voices.utf8.count)\r
                Connection: close\r\n\r\n\(voices)
                """
        }

        func end() {
            shutdown(socket, Int32(SHUT_RDWR))
            close(socket)
        }
    }

    @Test func theVoiceIsDeletedBeforeTheTokenIsGivenBack() throws {
        let listener = try #require(Listener())
        defer { listener.end() }
        let folder = try TemporaryFolder()
        let files = GatewayFiles(stateFolder: folder.path)
        let gateway = try GatewayWire(address: "http://127.0.0.1:\(listener.port)").base
        try files.keep("atk_one", for: gateway)
        let account = GatewayAccount(files: files, post: { _ in }, log: { _, _ in })
        defer { account.shutDown() }
        account.forget(deleting: [.id("v1"), .named("bedside-abc"), .named("other"), .id("v2")])
        #expect(eventually(withinSeconds: 10) { listener.requests.count == 6 })
        let requests = listener.requests
        #expect(
            requests.map { String($0.prefix { !$0.isNewline }) } == [
                "DELETE /mobile/voice/v1 HTTP/1.1", "GET /mobile/voice HTTP/1.1", "DELETE /mobile/voice/v8 HTTP/1.1",
                "GET /mobile/voice HTTP/1.1", "DELETE /mobile/voice/v2 HTTP/1.1", "POST /auth/revoke HTTP/1.1",
            ])
        #expect(requests.prefix(5).allSatisfy { $0.contains("Bearer atk_one") && $0.contains("device-id: ") })
        #expect(try files.kept() == nil, "it is destroyed at once")
    }

    /// An erasure removes the files on another thread, right after the farewell was asked for.
    @Test func aFarewellIsSaidAlthoughItsFilesGo() throws {
        let listener = try #require(Listener())
        defer { listener.end() }
        for round in 1...20 {
            let folder = try TemporaryFolder()
            let files = GatewayFiles(stateFolder: folder.path)
            try files.keep("atk_one", for: GatewayWire(address: "http://127.0.0.1:\(listener.port)").base)
            let account = GatewayAccount(files: files, post: { _ in }, log: { _, _ in })
            defer { account.shutDown() }
            account.forget(deleting: [.id("v1")])
            account.filesAreRead()
            try OwnerKey.erase(stateFolder: folder.path)
            #expect(eventually(withinSeconds: 10) { listener.requests.count == 2 * round })
        }
    }

    /// Without a running appliance, the command asks by itself.
    @Test func aCommandThatErasesEverythingAsksForTheVoicesOfTheAccount() throws {
        let listener = try #require(Listener())
        defer { listener.end() }
        let folder = try TemporaryFolder()
        let files = GatewayFiles(stateFolder: folder.path)
        let gateway = try GatewayWire(address: "http://127.0.0.1:\(listener.port)").base
        try files.keep("atk_one", for: gateway)
        var durable = Durable()
        VoiceFarewell.say(durable, stateFolder: folder.path)
        #expect(try listener.requests.isEmpty && files.kept() != nil, "there is no voice")
        (durable.account.gateway, durable.account.user) = (gateway, "u_1")
        durable.ownVoice.deletions = [("v1", "u_1"), ("v2", "u_2")].map {
            VoiceDeletion(id: $0.0, gateway: gateway, user: $0.1, askedAt: CivilTime(seconds: 9))
        }
        let consent = VoiceConsent(text: nil, language: .english, sha256: "s", givenAt: CivilTime(seconds: 8))
        durable.ownVoice.sending = VoiceSending(
            key: "k", name: "bedside-abc", gateway: gateway, user: "u_1", consent: consent)
        VoiceFarewell.say(durable, stateFolder: folder.path)
        let requests = listener.requests.map { String($0.prefix { !$0.isNewline }) }
        #expect(
            requests == [
                "DELETE /mobile/voice/v1 HTTP/1.1", "GET /mobile/voice HTTP/1.1", "DELETE /mobile/voice/v8 HTTP/1.1",
                "POST /auth/revoke HTTP/1.1",
            ])
    }

    @Test func aLoopThatErasesEverythingAsksForItFirst() throws {
        var account = AccountStanding()
        (account.gateway, account.user) = ("https://bedside.example", "u_1")
        var voice = OwnerVoice()
        voice.deletions = [
            VoiceDeletion(id: "voc_1", gateway: "https://bedside.example", user: "u_1", askedAt: CivilTime(seconds: 9))
        ]
        let rig = try LoopRig(with: [.account(account), .ownVoice(voice)])
        rig.command(.reset)
        try rig.turn()
        // The first of these destroys the token, so that it has to know the voices.
        let lines = rig.story.lines.filter { $0.hasPrefix("account forget") || $0 == "erase" }
        #expect(lines.first == "account forget \(VoiceToDelete.id("voc_1"))" && lines.last == "erase", "\(lines)")
    }
}
