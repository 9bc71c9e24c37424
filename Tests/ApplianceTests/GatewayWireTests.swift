import Bedside
import Cloud
import Foundation
import Realtime
import Synchronization
import TestKit
import Testing

@testable import Appliance

/// What a speaker sends to a gateway, and what it makes of answers, good and bad (ACCOUNT-1, ACCOUNT-4).
@Suite(.requirement("ACCOUNT-1", "ACCOUNT-4")) struct GatewayWireTests {
    private func answer(
        _ status: Int, _ body: String, _ headers: [(name: String, value: String)] = []
    ) -> GatewayAnswer {
        GatewayAnswer(.success(HTTPResponse(status: status, headers: headers, body: Array(body.utf8))))
    }

    @Test func requestsAreFormsThatAnyServerReads() throws {
        let wire = try GatewayWire(address: "https://gateway.example/")
        let ask = wire.ask(device: "d1", name: "Anicca (böse & gut)")
        #expect(ask.url == "https://gateway.example/auth/device" && ask.method == .post)
        #expect(
            String(decoding: ask.body, as: UTF8.self)
                == "client_id=anicca-speaker&scope=device&device_id=d1&device_name=Anicca%20%28b%C3%B6se%20%26%20gut%29"
        )
        #expect(String(decoding: wire.stop("s\"1").body, as: UTF8.self) == #"{"session_id":"s\"1"}"#)
        #expect(wire.entitlement().url == "https://gateway.example/mobile/entitlement")
        #expect(
            try GatewayWire(address: "https://a.example/anicca").session
                == "https://a.example/anicca/mobile/realtime/session")
    }

    @Test(arguments: ["http://gateway.example", "https://u:p@a", "ftp://a", "", "https://a?b"])
    func anAddressWithoutProtectionIsRefused(address: String) {
        #expect(throws: (any Error).self) { try GatewayWire(address: address) }
    }

    @Test func aCodeIsReadWithOrWithoutGroups() {
        let body = """
            {"device_code":"x","user_code":"482-913 775","verification_uri":"https://g/device","expires_in":900}
            """
        guard case .body(let answer) = answer(200, body) else {
            Issue.record("no body")
            return
        }
        #expect(
            answer.signInCode
                == SignInCode(
                    digits: PrivateText("482913775"), page: "https://g/device", livesSeconds: 900, intervalSeconds: 5))
    }

    @Test(arguments: [
        #"{"user_code":"482913775"}"#, #"{"user_code":"abc","verification_uri":"https://g","expires_in":900}"#,
        #"{"user_code":"482913775","verification_uri":"javascript:1","expires_in":900}"#,
        #"{"user_code":"482913775","verification_uri":"https://g/\u001b[2J","expires_in":900}"#,
        #"{"user_code":482913775,"verification_uri":"https://g","expires_in":900}"#, "{}", "[]",
    ])
    func whatIsNoCodeIsNone(body: String) {
        guard case .body(let answer) = answer(200, body) else {
            Issue.record("it is JSON, and was not read")
            return
        }
        #expect(answer.signInCode == nil)
    }

    @Test func whatIsLeftIsReadFromBothForms() {
        func left(_ body: String) -> Int? {
            if case .body(let answer) = answer(200, body) { answer.leftSeconds } else { nil }
        }
        #expect(left(#"{"remaining_seconds":540}"#) == 540)
        #expect(left(#"{"remaining_seconds":-3}"#) == 0)
        #expect(left(#"{"entitlement":{"monthly_usage_remaining":28,"packs_remaining":10,"held":3}}"#) == 35 * 60)
        #expect(left(#"{"entitlement":{"monthly_usage_remaining":1e300}}"#) == nil)
        #expect(left(#"{"entitlement":{}}"#) == nil)
        #expect(left("{}") == nil)
    }

    @Test(.requirement("ALARM-12", "ACCOUNT-3")) func whenTalksMayBePreparedIsReadAndTheBeginningIsTold() throws {
        func early(_ body: String) -> Int? {
            if case .body(let answer) = answer(200, body) { answer.earlyWithinSeconds } else { nil }
        }
        #expect(early(#"{"early_within_seconds":0}"#) == 0 && early(#"{"early_within_seconds":20}"#) == 20)
        #expect(early(#"{"early_within_seconds":86400}"#) == 60 && early(#"{"early_within_seconds":-5}"#) == 0)
        #expect(early("{}") == nil && early(#"{"early_within_seconds":"soon"}"#) == nil)
        let begin = try GatewayWire(address: "https://gateway.example").begin("s_1")
        #expect(begin.url == "https://gateway.example/mobile/realtime/session/sync" && begin.method == .post)
        let body = try JSONValue.ofService(begin.body)
        #expect(body["session_id"]?.text == "s_1" && body["phase"]?.text == "talk")
    }

    @Test func refusalsHaveTheirCodeAndNothingElseOfTheirText() {
        guard
            case .refused(400, "authorization_pending", retryAfter: nil) = answer(
                400, #"{"error":"authorization_pending"}"#),
            case .refused(503, "", retryAfter: 7) = answer(
                503, "<html>busy</html>", [(name: "retry-after", value: "7")]),
            case .refused(400, "", retryAfter: nil) = answer(400, #"{"error":"Bad\nLine"}"#),
            case .noGateway = answer(200, "<html>"), case .body = answer(200, "")
        else {
            Issue.record("read otherwise")
            return
        }
    }

    /// Only a 401 of the gateway's own signs out, and only a deletion of which it speaks erases.
    @Test(.requirement("ACCOUNT-4", "MIND-9")) func aDeletedAccountIsToldFromASignOut() {
        let deleted = #"{"error":"invalid_token","reason":"account_deleted"}"#
        func refusal(_ status: Int, _ body: String) -> TokenRefusal? {
            if case .tokenRefused(let refusal) = answer(status, body) { refusal } else { nil }
        }
        #expect(refusal(401, deleted) == .accountDeleted)
        #expect(refusal(401, #"{"error":"invalid_token","reason":"else"}"#) == .signedOut)
        #expect(refusal(401, #"{"error":"invalid_token","reason":7}"#) == .signedOut)
        #expect(refusal(401, #"{"error":"superseded","reason":"account_deleted"}"#) == .signedOut)
        for body in ["", "[]", "<html>", #"{"reason":"account_deleted"}"#, #"{"error":"other"}"#] {
            #expect(refusal(401, body) == nil, "\(body)")
        }
        for status in [200, 400, 403, 404, 503] { #expect(refusal(status, deleted) == nil, "\(status)") }
    }

    @Test(.requirement("ACCOUNT-2")) func aProfileIsSentAsJSONAndAskedForByItsVersion() throws {
        let wire = try GatewayWire(address: "https://gateway.example")
        let put = wire.sendProfile(Array("{}".utf8), of: "usr_1")
        #expect(put.url == "https://gateway.example/mobile/profile" && put.method == .put)
        #expect(put.headers.contains { $0 == (name: "Content-Type", value: "application/json") })
        let bare = wire.readProfile(nil, of: nil)
        #expect(bare.headers.isEmpty && bare.method == .get)
        let read = wire.readProfile(7, of: "usr_1")
        #expect(read.headers.contains { $0 == (name: "If-None-Match", value: "\"7\"") })
        // Who is meant is said, unless it is not known or no header can have it.
        for request in [put, read] { #expect(request.headers.contains { $0 == (name: "user-id", value: "usr_1") }) }
        for user in ["", "usr 1", "usr_1\r\nx: y", "ä", String(repeating: "u", count: 256)] {
            #expect(wire.readProfile(nil, of: user).headers.isEmpty, "\(user)")
        }
        let body = #"{"displayName":"Aiko","habits":[{"id":"wake","at":"06:20"}],"version":7,"changedBy":"web"}"#
        guard case .body(let answer) = answer(200, body), let profile = answer.profile else {
            Issue.record("no profile")
            return
        }
        #expect(profile.patch.ownerName == "Aiko" && profile.listed == [.wake])
        #expect(profile.version == 7 && profile.isFromPage && !profile.isPartial)
        guard case .refused(304, _, _) = self.answer(304, "") else {
            Issue.record("read otherwise")
            return
        }
    }

    // MARK: Files

    @Test(.requirement("ACCOUNT-6")) func theTokenIsKeptForItsOwnerAloneAndDestroyed() throws {
        let folder = try TemporaryFolder()
        let files = GatewayFiles(stateFolder: folder.path)
        let gateway = "https://gateway.example"
        #expect(try files.token(for: gateway) == nil)
        try files.keep("atk_one", for: gateway)
        try files.keep("atk_two", for: gateway)
        #expect(try files.token(for: gateway)?.secret == "atk_two")
        // It is for no other gateway.
        #expect(try files.token(for: "https://other.example") == nil)
        let mode = try FileManager.default.attributesOfItem(atPath: files.tokenPath)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let device = try files.device()
        let again = try files.device()
        #expect(device.utf8.count == 32 && again == device)
        #expect(files.destroyToken() && files.destroyToken())
        #expect(try files.kept() == nil)
    }

    /// Without a token nothing is sent, and what is owed stays owed.
    @Test(.requirement("ACCOUNT-3")) func withoutATokenAStopStaysOwed() throws {
        let folder = try TemporaryFolder()
        let told = Told()
        let account = GatewayAccount(
            files: GatewayFiles(stateFolder: folder.path), post: { told.add($0) }, log: { _, _ in })
        account.perform(.stop(session: "s_1"), gateway: "http://127.0.0.1:9", user: "u_1")
        #expect(eventually { !told.all.isEmpty })
        guard case .account(.notStopped(session: "s_1", retryAfterSeconds: nil, thousandth: _))? = told.all.first else {
            Issue.record("\(told.all)")
            return
        }
        account.shutDown()
    }

    private final class Told: Sendable {
        private let events = Mutex<[Event]>([])
        func add(_ event: Event) { events.withLock { $0.append(event) } }
        var all: [Event] { events.withLock { $0 } }
    }
}
