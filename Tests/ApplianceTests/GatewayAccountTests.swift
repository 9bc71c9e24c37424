import Bedside
import Cloud
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Appliance

/// Signing in as the driver does it, at a gateway on this machine (ACCOUNT-1, ACCOUNT-6).
@Suite(.requirement("ACCOUNT-1", "ACCOUNT-6"), .serialized, .bounded) struct GatewayAccountTests {
    private static func answer(_ body: String) -> String {
        """
        HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r
        Connection: close\r\n\r\n\(body)
        """
    }

    private static func code(_ digits: String) -> String {
        answer(
            """
            {"device_code":"d\(digits)","user_code":"\(digits)","verification_uri":"https://g/device","expires_in":900}
            """)
    }

    private final class Rig: Sendable {
        let folder: TemporaryFolder
        let files: GatewayFiles
        let gateway: String
        let account: GatewayAccount
        private let told: Told

        init(port: Int) throws {
            folder = try TemporaryFolder()
            files = GatewayFiles(stateFolder: folder.path)
            gateway = try GatewayWire(address: "http://127.0.0.1:\(port)").base
            let told = Told()
            self.told = told
            account = GatewayAccount(files: files, post: { told.add($0) }, log: { _, _ in })
        }

        var events: [AccountKeeper.Event] {
            told.all.compactMap { if case .account(let event) = $0 { event } else { nil } }
        }

        var digits: [String] {
            events.compactMap { if case .code(let code) = $0 { code.digits.words } else { nil } }
        }

        func perform(_ effect: AccountKeeper.Effect, user: String? = nil) {
            account.perform(effect, gateway: gateway, user: user)
        }
    }

    private final class Told: Sendable {
        private let events = Mutex<[Event]>([])
        func add(_ event: Event) { events.withLock { $0.append(event) } }
        var all: [Event] { events.withLock { $0 } }
    }

    /// A room changes hands. The former owner's page would show the speaker as theirs for ninety days.
    @Test(arguments: ["u_2", "u_1"]) func theTokenOfAnotherPersonIsGivenBackAndTheirOwnIsNot(user: String) throws {
        let listener = try #require(
            LoopbackServer { _, request in
                if request.hasPrefix("POST /auth/device ") { return Self.code("482913775") }
                guard request.hasPrefix("POST /auth/token ") else {
                    return "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
                }
                return Self.answer(#"{"access_token":"atk_two","user_id":"\#(user)"}"#)
            })
        defer { listener.end() }
        let rig = try Rig(port: listener.port)
        defer { rig.account.shutDown() }
        try rig.files.keep("atk_one", for: rig.gateway)
        rig.perform(.ask(gateway: rig.gateway), user: "u_1")
        #expect(eventually { rig.digits == ["482913775"] })
        rig.perform(.poll, user: "u_1")
        #expect(eventually { rig.events.last == .polled(.approved(user: user)) })
        #expect(try rig.files.kept()?.token.secret == "atk_two")
        func revocations() -> Int { listener.requests.count { $0.hasPrefix("POST /auth/revoke ") } }
        if user == "u_1" {
            // A revocation would be on its way before these.
            for count in 2...4 {
                rig.perform(.ask(gateway: rig.gateway), user: user)
                #expect(eventually { rig.digits.count == count })
            }
            #expect(revocations() == 0)
        } else {
            #expect(eventually(withinSeconds: 10) { revocations() == 1 })
        }
    }

    /// A power cut in the middle of a sign-in can leave one person's name beside another's token. The gateway then says
    /// 403 to the profile, which stays owed; nobody is signed out.
    @Test(.requirement("ACCOUNT-2", "ACCOUNT-4")) func aProfileNamesItsOwnerAndARefusalOfThatSignsNobodyOut() throws {
        let listener = try #require(
            LoopbackServer { _, request in
                guard request.contains("/mobile/profile ") else { return Self.answer(#"{"remaining_seconds":600}"#) }
                let body = #"{"error":"wrong_device","message":"user-id is not the token's"}"#
                return """
                    HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r
                    Connection: close\r\n\r\n\(body)
                    """
            })
        defer { listener.end() }
        let rig = try Rig(port: listener.port)
        defer { rig.account.shutDown() }
        try rig.files.keep("atk_one", for: rig.gateway)
        func failed() -> [Int] {
            rig.events.compactMap { event in
                if case .profile(.failed(retryAfterSeconds: nil), let number, _) = event { number } else { nil }
            }
        }
        rig.perform(.sendProfile(PrivateText("{}"), request: 1), user: "u_1")
        #expect(eventually { failed() == [1] })
        rig.perform(.readProfile(version: nil, request: 2), user: "u_1")
        #expect(eventually { failed() == [1, 2] })
        rig.perform(.lookUp, user: "u_1")
        #expect(eventually { rig.events.contains(.left(seconds: 600)) })
        #expect(!rig.events.contains(.refused))
        #expect(try rig.files.kept()?.token.secret == "atk_one")
        #expect(listener.requests.map { $0.contains("\r\nuser-id: u_1\r\n") } == [true, true, false])
        #expect(listener.requests.allSatisfy { $0.contains("\r\ndevice-id: ") })
    }

    /// The gateway has ended the first code when it gives the second, whichever answer comes first.
    @Test func onlyTheCodeThatWasAskedForLastIsSaid() throws {
        let isReleased = DispatchSemaphore(value: 0)
        let listener = try #require(
            LoopbackServer { number, _ in
                if number == 0 { isReleased.wait() }
                return Self.code(String(repeating: "\(number + 1)", count: 9))
            })
        defer { listener.end() }
        let rig = try Rig(port: listener.port)
        defer { rig.account.shutDown() }
        rig.perform(.ask(gateway: rig.gateway))
        #expect(eventually { listener.requests.count == 1 })
        rig.perform(.ask(gateway: rig.gateway))
        #expect(eventually { rig.digits == ["222222222"] })
        isReleased.signal()
        // The answer to the first request is on its way before these.
        let later = ["333333333", "444444444", "555555555"]
        for digits in later {
            rig.perform(.ask(gateway: rig.gateway))
            #expect(eventually { rig.digits.contains(digits) })
        }
        #expect(rig.digits == ["222222222"] + later)
    }
}
