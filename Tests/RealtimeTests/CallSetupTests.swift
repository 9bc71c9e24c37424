import Bedside
import Cloud
import TestKit
import Testing

@testable import Realtime

@Suite(.requirement("TALK-1")) struct CallSetupTests {
    private typealias Answer = Result<HTTPResponse, HTTPFailure>

    private func answer(_ status: Int, _ body: String = "", headers: [(name: String, value: String)] = []) -> Answer {
        .success(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
    }
    private var secret: Answer { answer(200, #"{"value":"ek_test","expires_at":1}"#) }
    private var call: Answer {
        answer(201, "v=0\r\n", headers: [(name: "Location", value: "/v1/realtime/calls/rtc_1")])
    }

    /// A short form of the outputs.
    private func names(_ outputs: [CallSetup.Output]) -> [String] {
        outputs.compactMap {
            switch $0 {
            case .requestSecret: "secret"
            case .postOffer(let sdp, let secret): "call \(sdp) \(secret.secret)"
            case .accept(let answer, let call): "accept \(answer.prefix(3)) \(call ?? "-")"
            case .failed(let failure): "failed \(failure)"
            case .unusable: "unusable"
            case .postToGateway(let sdp, let isResumed): "gateway \(sdp)\(isResumed ? " resumed" : "")"
            case .phase: nil
            }
        }
    }

    private func calling() -> CallSetup {
        var setup = CallSetup(session: Array(#"{"type":"realtime","model":"m"}"#.utf8), model: "m")
        _ = setup.start()
        _ = setup.offered("o")
        _ = setup.secretAnswered(secret)
        return setup
    }

    @Test func asksForTheSecretWithTheWholeSession() throws {
        var setup = CallSetup(session: Array(#"{"type":"realtime","model":"m","instructions":"x"}"#.utf8), model: "m")
        guard case .requestSecret(let bytes)? = setup.start().first else {
            Issue.record("no request")
            return
        }
        let body = try JSONValue.ofService(bytes)
        #expect(body["expires_after"]?["seconds"]?.integer == 600)
        #expect(body["session"]?["instructions"]?.text == "x")
    }

    @Test func offerAndSecretMayComeInEitherOrder() {
        var setup = CallSetup(session: [], model: "m")
        _ = setup.start()
        #expect(names(setup.secretAnswered(secret)).isEmpty)
        #expect(names(setup.offered("o")) == ["call o ek_test"])
        setup = CallSetup(session: [], model: "m")
        _ = setup.start()
        #expect(names(setup.offered("o")).isEmpty)
        #expect(names(setup.secretAnswered(secret)) == ["call o ek_test"])
        #expect(names(setup.callAnswered(call)) == ["accept v=0 rtc_1"])
        #expect(names(setup.callAnswered(call)).isEmpty)
    }

    @Test func anExpiredSecretIsRenewedOnce() {
        var setup = calling()
        #expect(names(setup.callAnswered(answer(401))) == ["secret"])
        #expect(names(setup.secretAnswered(secret)) == ["call o ek_test"])
        #expect(names(setup.callAnswered(answer(401))) == ["failed \(RealtimeFailure.credentials)"])
    }

    @Test func aServiceThatKnowsLessGetsTheModelOnly() {
        var setup = CallSetup(session: Array(#"{"novel":1}"#.utf8), model: "m")
        _ = setup.start()
        let again = setup.secretAnswered(answer(400, #"{"error":{"code":"unknown_parameter"}}"#))
        guard case .requestSecret(let bytes)? = again.first else {
            Issue.record("no second request")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains("novel") == false)
        #expect(
            names(setup.secretAnswered(answer(400, #"{"error":{"code":"unknown_parameter"}}"#)))
                == ["failed \(RealtimeFailure.refused(code: "unknown_parameter"))"])
    }

    @Test(arguments: [
        (401, "", RealtimeFailure.credentials), (403, "", .credentials), (402, "", .quota),
        (429, #"{"error":{"code":"insufficient_quota"}}"#, .quota), (429, "{}", .rateLimited),
        (429, "<html>", .rateLimited), (500, "", .provider(status: 500)), (503, "", .provider(status: 503)),
        (200, "<html>", .malformed), (200, "{}", .malformed), (302, "", .malformed), (204, "", .malformed),
        (422, #"{"error":{"code":"oh dear, a sentence"}}"#, .refused(code: "422")),
    ])
    func answersToTheSecretAreDistinguished(status: Int, body: String, failure: RealtimeFailure) {
        var setup = CallSetup(session: [], model: "m")
        _ = setup.start()
        #expect(names(setup.secretAnswered(answer(status, body))) == ["failed \(failure)"])
    }

    @Test(arguments: [
        (400, #"{"error":{"code":"invalid_offer"}}"#, RealtimeFailure.refused(code: "invalid_offer")),
        (429, #"{"error":{"type":"insufficient_quota"}}"#, .quota), (502, "", .provider(status: 502)),
    ])
    func answersToTheOfferAreDistinguished(status: Int, body: String, failure: RealtimeFailure) {
        var setup = calling()
        #expect(names(setup.callAnswered(answer(status, body))) == ["failed \(failure)"])
    }

    // MARK: Through a gateway (ACCOUNT-3, ACCOUNT-4)

    private var session: Answer {
        answer(
            201, "v=0\r\n",
            headers: [
                (name: "Anicca-Session", value: "s_1"), (name: "Anicca-Remaining", value: "540"),
                (name: "Location", value: "/v1/realtime/calls/rtc_1"),
            ])
    }

    @Test(.requirement("ACCOUNT-3")) func aGatewayGetsTheOfferAloneAndTellsTheSession() {
        var setup = CallSetup(throughGateway: false)
        #expect(names(setup.start()).isEmpty)
        #expect(names(setup.offered("o")) == ["gateway o"])
        #expect(names(setup.callAnswered(session)) == ["accept v=0 -"], "nobody but the gateway hangs up")
        #expect(GatewayCalls.Report(session) == .opened(session: "s_1", leftSeconds: 540))
        #expect(GatewayCalls.Report(session, isPrepared: true) == .prepared(session: "s_1"))
    }

    @Test(.requirement("ACCOUNT-3")) func aSessionThatIsOverIsBegunAnewOnce() {
        var setup = CallSetup(throughGateway: true)
        _ = setup.start()
        #expect(names(setup.offered("o")) == ["gateway o resumed"])
        #expect(names(setup.callAnswered(answer(409, #"{"error":"session_ended"}"#))) == ["gateway o"])
        #expect(
            names(setup.callAnswered(answer(409, #"{"error":"session_ended"}"#)))
                == ["failed \(RealtimeFailure.refused(code: "409"))"])
    }

    /// A WebSocket through a gateway: the secret's answer says all that the headers of the other say.
    @Test(.requirement("ACCOUNT-3", "TALK-3")) func aSecretIsTakenWithItsSessionAndAskedForAnewOnceItIsOver() {
        let body =
            #"{"client_secret":{"value":"ek_1","expires_at":9},"session_id":"s_1","lease_until":9,"remaining_seconds":540}"#
        let given = answer(200, body)
        guard case .take(let secret) = GatewaySecret.step(after: given, isResumed: true) else {
            Issue.record("no secret")
            return
        }
        #expect(secret.secret == "ek_1" && GatewayCalls.Report(given) == .opened(session: "s_1", leftSeconds: 540))
        #expect(GatewayCalls.Report(given, isPrepared: true) == .prepared(session: "s_1"))
        func step(_ status: Int, _ body: String, isResumed: Bool = false) -> String {
            switch GatewaySecret.step(after: answer(status, body), isResumed: isResumed) {
            case .take: "take"
            case .askAnew: "anew"
            case .fail(let failure): "\(failure)"
            }
        }
        #expect(step(409, #"{"error":"session_ended"}"#, isResumed: true) == "anew")
        #expect(step(404, #"{"error":"session_unknown"}"#, isResumed: true) == "anew")
        #expect(step(409, #"{"error":"session_ended"}"#) == "\(RealtimeFailure.refused(code: "409"))")
        #expect(step(403, #"{"error":"client_secrets_off"}"#) == "\(RealtimeFailure.timedOut(.connected))")
        #expect(step(402, #"{"error":"quota_exhausted"}"#) == "\(RealtimeFailure.quota)")
        #expect(step(401, "<html>") == "\(RealtimeFailure.provider(status: 401))")
        for body in ["", "[]", #"{"client_secret":"ek"}"#, #"{"client_secret":{"value":"two words"}}"#] {
            #expect(step(200, body) == "\(RealtimeFailure.malformed)", "\(body)")
        }
    }

    private static let refusals: [(Int, String, RealtimeFailure, GatewayCalls.Report?)] = [
        (401, "invalid_token", .configuration("signed out at the gateway"), .refused(.signedOut)),
        (401, "superseded", .configuration("signed out at the gateway"), .refused(.signedOut)),
        (401, "", .provider(status: 401), nil), (402, "quota_exhausted", .quota, .exhausted),
        (402, "", .provider(status: 402), nil), (403, "wrong_device", .provider(status: 403), nil),
        (404, "", .provider(status: 404), nil), (429, "", .rateLimited, nil), (503, "", .provider(status: 503), nil),
    ]

    /// Whoever answers, and whatever it is busy with: the wait is what counts.
    @Test(
        .requirement("ACCOUNT-3"),
        arguments: [
            (503, "7", 7), (429, "0", 0), (503, "", nil), (503, "-1", nil), (503, "Wed, 25 Nov 2026 06:00:00 GMT", nil),
            (500, "7", nil), (502, "7", nil),
        ] as [(Int, String, Int?)])
    func whoIsBusySaysWhenToAskAgain(status: Int, retryAfter: String, seconds: Int?) {
        let refusal = answer(status, #"{"error":"provider_busy"}"#, headers: [(name: "Retry-After", value: retryAfter)])
        #expect(GatewayCalls.Report(refusal) == seconds.map { .busy(retryAfterSeconds: $0) })
    }

    /// A 401 or 402 of something else on the way signs nobody out.
    @Test(.requirement("ACCOUNT-4"), arguments: refusals)
    func aGatewaysRefusalsAreDistinguished(
        status: Int, code: String, failure: RealtimeFailure, report: GatewayCalls.Report?
    ) {
        var setup = CallSetup(throughGateway: false)
        _ = setup.start()
        _ = setup.offered("o")
        let refusal = answer(status, code.isEmpty ? "<html>" : #"{"error":"\#(code)"}"#)
        #expect(names(setup.callAnswered(refusal)) == ["failed \(failure)"])
        #expect(GatewayCalls.Report(refusal) == report)
    }

    @Test(arguments: ["", "a b", String(repeating: "s", count: 5000)])
    func aSessionThatIsNoneIsNotReported(name: String) {
        #expect(GatewayCalls.Report(answer(201, "v=0\r\n", headers: [(name: "Anicca-Session", value: name)])) == nil)
    }

    @Test(arguments: [404, 405, 501])
    func aServiceWithoutCallsIsLeftToTheOtherTransport(status: Int) {
        var setup = calling()
        #expect(names(setup.callAnswered(answer(status))) == ["unusable"])
    }

    @Test(arguments: ["{\"error\":{}}", "", "<html>"])
    func anAnswerThatIsNotADescriptionIsLeftToTheOtherTransportToo(body: String) {
        var setup = calling()
        guard case .unusable(_, otherwise: .malformed)? = setup.callAnswered(answer(201, body)).last else {
            Issue.record("it fails without the other transport")
            return
        }
    }

    @Test func networkFailuresAreDistinguished() {
        #expect(RealtimeFailure(.resolve, during: .secret) == .nameResolution)
        #expect(RealtimeFailure(.connect, during: .secret) == .network)
        #expect(RealtimeFailure(.tls, during: .secret) == .tls)
        #expect(RealtimeFailure(.timedOut, during: .call) == .timedOut(.call))
        #expect(RealtimeFailure(.tooLarge, during: .call) == .malformed)
    }
}
