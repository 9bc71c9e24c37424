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
    /// A gateway with one voice, which answers everything else with 204.
    private static func gateway() -> LoopbackServer? {
        LoopbackServer { _, request in
            guard request.hasPrefix("GET /mobile/voice ") else {
                return "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
            }
            let voices = #"{"voices":[{"voice_id":"v8","state":"creating","name":"bedside-abc"}]}"#
            return """
                HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(voices.utf8.count)\r
                Connection: close\r\n\r\n\(voices)
                """
        }
    }

    /// An account that is signed in at a gateway on this machine.
    private struct Rig {
        let folder: TemporaryFolder
        let files: GatewayFiles
        let gateway: String
        let account: GatewayAccount

        init(port: Int) throws {
            folder = try TemporaryFolder()
            files = GatewayFiles(stateFolder: folder.path)
            gateway = try GatewayWire(address: "http://127.0.0.1:\(port)").base
            try files.keep("atk_one", for: gateway)
            account = GatewayAccount(files: files, post: { _ in }, log: { _, _ in })
        }
    }

    @Test func theVoiceIsDeletedBeforeTheTokenIsGivenBack() throws {
        let listener = try #require(Self.gateway())
        defer { listener.end() }
        let rig = try Rig(port: listener.port)
        defer { rig.account.shutDown() }
        rig.account.forget(deleting: [.id("v1"), .named("bedside-abc"), .named("other"), .id("v2")])
        #expect(eventually(withinSeconds: 10) { listener.requests.count == 7 })
        let requests = listener.requests
        #expect(
            requests.map { String($0.prefix { !$0.isNewline }) } == [
                "DELETE /mobile/voice/v1 HTTP/1.1", "GET /mobile/voice HTTP/1.1", "DELETE /mobile/voice/v8 HTTP/1.1",
                // It may be at work on what has just arrived, and is asked twice before it is believed.
                "GET /mobile/voice HTTP/1.1", "GET /mobile/voice HTTP/1.1", "DELETE /mobile/voice/v2 HTTP/1.1",
                "POST /auth/revoke HTTP/1.1",
            ])
        #expect(requests.prefix(6).allSatisfy { $0.contains("Bearer atk_one") && $0.contains("device-id: ") })
        #expect(try rig.files.kept() == nil, "it is destroyed at once")
    }

    /// An erasure removes the files on another thread, right after the farewell was asked for.
    @Test func aFarewellIsSaidAlthoughItsFilesGo() throws {
        let listener = try #require(Self.gateway())
        defer { listener.end() }
        var (expected, inTime) = (0, 0)
        for _ in 1...20 {
            let standstill = Standstill.begin()
            let rig = try Rig(port: listener.port)
            defer { rig.account.shutDown() }
            rig.account.forget(deleting: [.id("v1")])
            let waited = ContinuousClock().measure { rig.account.waitForFarewells() }
            try OwnerKey.erase(stateFolder: rig.folder.path)
            // After a second it is given up, on a machine that is busy with other things.
            let limit = Duration.milliseconds(900) + .seconds(Standstill.seconds(since: standstill))
            guard waited < limit else { continue }
            inTime += 1
            expected += 2
            // One that was given up may still be said later.
            #expect(eventually(withinSeconds: 10) { listener.requests.count >= expected })
        }
        #expect(inTime > 0, "every one of twenty waited its full second")
    }

    /// A root of the household's own is read by every connection.
    @Test func aHouseholdsRootStaysUntilTheFarewellIsSaid() throws {
        let mayAnswer = DispatchSemaphore(value: 0)
        let listener = try #require(
            LoopbackServer { _, _ in
                mayAnswer.wait()
                return "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
            })
        defer { listener.end() }
        let rig = try Rig(port: listener.port)
        defer { rig.account.shutDown() }
        let root = "\(rig.folder.path)/\(GatewayFiles.authorityName)"
        try Credentials.replace(root, with: Array("# \(rig.gateway)\n".utf8))
        rig.account.forget(deleting: [.id("v1")])
        #expect(eventually(withinSeconds: 10) { listener.requests.count == 1 })
        // Nobody has answered, and it waits for no longer than a second.
        let waited = ContinuousClock().measure { rig.account.waitForFarewells() }
        #expect(waited > .milliseconds(900))
        #expect(Files.exists(root) && listener.requests.count == 1)
        for _ in 1...2 { mayAnswer.signal() }
        #expect(eventually(withinSeconds: 10) { listener.requests.count == 2 })
        #expect(Files.exists(root))
    }

    /// Whatever a gateway does with it, a request that is cancelled is answered at once, and once.
    @Test(arguments: [false, true]) func aRequestIsCancelled(isBegun: Bool) throws {
        // It takes the connection and never answers.
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        let port = try #require(LoopbackServer.listen(descriptor))
        let rig = try Rig(port: port)
        defer { rig.account.shutDown() }
        let answers = Mutex<[Result<HTTPResponse, HTTPFailure>?]>([])
        let request = rig.account.ask(rig.gateway, { $0.voices() }) { result, _, _ in
            answers.withLock { $0.append(result) }
        }
        if isBegun {
            #expect(
                eventually(withinSeconds: 10) {
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    return poll(&waiting, 1, 0) == 1
                }, "its connection has come")
        }
        request.cancel()
        #expect(eventually(withinSeconds: 5) { answers.withLock { !$0.isEmpty } })
        // Whatever else became of it is known once the client has ended.
        rig.account.shutDown()
        let all = answers.withLock { $0 }
        #expect(all.count == 1)
        switch all.first {
        case .some(.some(.failure(.cancelled))): break
        // Its turn had not come.
        case .some(nil): #expect(!isBegun)
        default: Issue.record("\(all)")
        }
    }

    /// Without a running appliance, the command asks by itself.
    @Test func aCommandThatErasesEverythingAsksForTheVoicesOfTheAccount() throws {
        let listener = try #require(Self.gateway())
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
        #expect(rig.story.farewellWaits.value == 1, "the files stay until the farewell has read them")
    }
}
