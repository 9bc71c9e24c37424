import Bedside
import Cloud
import Foundation
import Store
import Synchronization
import TestKit
import Testing

@testable import Appliance

/// What a speaker asks of a gateway for its owner's own voice, and what it makes of the answers (MIND-9, V-2, V-3).
@Suite(.requirement("MIND-9"), .bounded) struct VoiceCourierTests {
    private static let gateway = "https://gateway.example"

    /// A gateway that answers by path, and what was asked of it.
    private final class Gateway: Sendable {
        let answers = Mutex<[String: Result<HTTPResponse, HTTPFailure>]>([:])
        let asked = Mutex<[HTTPRequest]>([])
        let events = Mutex<[Event]>([])
        let lines = Mutex<[String]>([])
        let isSignedIn = Mutex(true)

        var requests: [String] { asked.withLock { $0.map { "\($0.method.rawValue) \($0.url.dropFirst(23))" } } }
        var reports: [Event] { events.withLock { $0 } }

        func answer(_ request: String, _ status: Int, _ body: String = "", retryAfter: String? = nil) {
            let headers = retryAfter.map { [(name: "Retry-After", value: $0)] } ?? []
            answers.withLock {
                $0[request] = .success(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
            }
        }

        /// What takes its time is answered once it is cancelled.
        let isSlow = Mutex(false)
        let begun = Mutex<[PendingRequest]>([])

        func begin(
            _ address: String?, _ make: @escaping @Sendable (GatewayWire) -> HTTPRequest,
            _ done: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>?) -> Void
        ) -> PendingRequest {
            let request = PendingRequest()
            begun.withLock { $0.append(request) }
            if isSlow.withLock({ $0 }) {
                DispatchQueue.global().async {
                    _ = eventually { request.isCancelled }
                    done(.failure(.cancelled))
                }
            } else {
                ask(address, make, done)
            }
            return request
        }

        func fail(_ request: String, _ failure: HTTPFailure) { answers.withLock { $0[request] = .failure(failure) } }

        func ask(
            _ address: String?, _ make: @Sendable (GatewayWire) -> HTTPRequest,
            _ done: @Sendable (Result<HTTPResponse, HTTPFailure>?) -> Void
        ) {
            guard let address, isSignedIn.withLock({ $0 }), let wire = try? GatewayWire(address: address) else {
                return done(nil)
            }
            let request = make(wire)
            asked.withLock { $0.append(request) }
            let name = "\(request.method.rawValue) \(request.url.dropFirst(23))"
            done(answers.withLock { $0[name] } ?? .failure(.connect))
        }
    }

    private let folder: TemporaryFolder
    private let shelf: SoundShelf
    private let gateway = Gateway()
    private let courier: VoiceCourier

    init() throws {
        folder = try TemporaryFolder()
        shelf = SoundShelf(.rawVoice, stateFolder: folder.path)
        let gateway = gateway
        courier = VoiceCourier(
            shelf: shelf, ask: { gateway.ask($0, $1, $2) }, begin: { gateway.begin($0, $1, $2) },
            post: { event in gateway.events.withLock { $0.append(event) } },
            log: { _, text in gateway.lines.withLock { $0.append(text) } })
    }

    private func check() -> VoiceCheck? {
        let before = gateway.reports.count
        courier.check(Self.gateway)
        guard eventually({ gateway.reports.count > before }),
            case .ownVoice(.checked(let answer)) = gateway.reports.last
        else { return nil }
        return answer
    }

    private func mayMakeOne() {
        gateway.answer("GET /mobile/entitlement", 200, #"{"entitlement":{"plan":"pro"}}"#)
        gateway.answer("GET /mobile/voice", 200, #"{"voices":[]}"#)
        gateway.answer("POST /mobile/voice", 400, #"{"error":"invalid_request"}"#)
    }

    @Test func aGatewayThatWouldMakeAVoiceIsReady() {
        mayMakeOne()
        #expect(check() == .ready)
        #expect(gateway.requests == ["GET /mobile/entitlement", "GET /mobile/voice", "POST /mobile/voice"])
        // All of them within the fifteen seconds that the rules wait, and without a key, which makes nothing.
        let asked = gateway.asked.withLock { $0 }
        #expect(asked.reduce(0) { $0 + $1.timeoutMilliseconds } < 15_000)
        #expect(asked.allSatisfy { $0.headers.allSatisfy { $0.name != "Idempotency-Key" } })
    }

    @Test func whyThereCanBeNoVoiceIsFoundBeforeTheOwnerReads() {
        mayMakeOne()
        gateway.answer("POST /mobile/voice", 403, #"{"error":"voices_off"}"#)
        #expect(check() == .off)
        gateway.answer("POST /mobile/voice", 404, #"{"error":"not_found"}"#)
        #expect(check() == .off)
        gateway.answer(
            "GET /mobile/voice", 200,
            #"{"voices":[{"voice_id":"v0","state":"deleting","name":"a"},{"voice_id":"v1","state":"ready","name":"b"}]}"#
        )
        #expect(check() == .taken(id: "v1"))
        gateway.answer("GET /mobile/voice", 200, #"{"voices":{}}"#)
        #expect(check() == .unreachable)
        gateway.answer("GET /mobile/entitlement", 200, #"{"entitlement":{"plan":"free"}}"#)
        #expect(check() == .plan)
        gateway.answer("GET /mobile/entitlement", 401, #"{"error":"superseded"}"#)
        #expect(check() == .signedOut)
        gateway.fail("GET /mobile/entitlement", .timedOut)
        #expect(check() == .unreachable)
        gateway.isSignedIn.withLock { $0 = false }
        #expect(check() == .signedOut)
    }

    // MARK: The upload

    private func upload(_ number: Int = 1) throws -> VoiceUpload {
        VoiceUpload(
            number: number, key: "voice-abc", name: "bedside-abc", consentFile: try shelf.keep([1, 2, 3]),
            consentText: PrivateText("I agree. 私です。"), sampleFile: try shelf.keep([4, 5, 6, 7]))
    }

    private func send(_ upload: VoiceUpload) -> VoiceAnswer? {
        let before = gateway.reports.count
        courier.send(upload, gateway: Self.gateway)
        guard eventually({ gateway.reports.count > before }),
            case .ownVoice(.sent(let answer, upload.number)) = gateway.reports.last
        else { return nil }
        return answer
    }

    @Test func theFormHoldsWhatTheGatewayAsksForAndIsSentUnderItsKey() throws {
        gateway.answer("POST /mobile/voice", 201, #"{"voice_id":"v1","state":"ready","name":"bedside-abc"}"#)
        #expect(try send(upload()) == .made(id: "v1"))
        let request = try #require(gateway.asked.withLock { $0.last })
        #expect(request.headers.contains { $0.name == "Idempotency-Key" && $0.value == "voice-abc" })
        let content = try #require(request.headers.first { $0.name == "Content-Type" }?.value)
        let boundary = try #require(content.split(separator: "=").last)
        let body = String(decoding: request.body, as: UTF8.self)
        let parts = body.components(separatedBy: "--\(boundary)")
        #expect(parts.count == 6 && parts.first == "" && parts.last == "--\r\n")
        #expect(parts[1] == "\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nbedside-abc\r\n")
        #expect(parts[2].hasSuffix("name=\"consent_text\"\r\n\r\nI agree. 私です。\r\n"))
        #expect(parts[3].contains("name=\"consent\"") && parts[3].hasSuffix("audio/wav\r\n\r\n\u{1}\u{2}\u{3}\r\n"))
        #expect(parts[4].contains("name=\"recording\"") && parts[4].hasSuffix("\r\n\r\n\u{4}\u{5}\u{6}\u{7}\r\n"))
        #expect(!gateway.lines.withLock { $0 }.contains { $0.contains("agree") })
    }

    /// Else the gateway answers with Opus, which nobody here reads.
    @Test(.requirement("MIND-4", "GATEWAY-7")) func speechIsAskedForAsWAV() throws {
        let gateway = try GatewayWire(address: "https://gateway.example")
        let request = gateway.speak("Good morning.", voice: "marin", language: "en")
        #expect(request.headers.filter { $0.name == "Accept" }.map(\.value) == ["audio/wav"])
    }

    @Test(arguments: [
        (201, #"{"voice_id":"v1","state":"deleting"}"#, VoiceAnswer.deleted),
        (201, #"{"voice_id":"v1","state":"creating"}"#, .failed(retryAfterSeconds: 10)),
        (201, "{}", .failed(retryAfterSeconds: nil)), (201, "<html>", .failed(retryAfterSeconds: nil)),
        (401, #"{"error":"invalid_token"}"#, .signedOut), (401, "", .failed(retryAfterSeconds: nil)),
        (403, #"{"error":"plan"}"#, .plan), (403, #"{"error":"voices_off"}"#, .off),
        (403, #"{"error":"wrong_device"}"#, .refused), (403, "<html>", .failed(retryAfterSeconds: nil)),
        (409, #"{"error":"voice_taken"}"#, .taken), (409, #"{"error":"voice_deleted"}"#, .deleted),
        (409, #"{"error":"voice_at_work"}"#, .failed(retryAfterSeconds: 7)),
        (422, #"{"error":"voice_refused"}"#, .refused), (400, #"{"error":"invalid_request"}"#, .refused),
        (415, #"{"error":"unsupported_media_type"}"#, .refused),
        (429, #"{"error":"too_many"}"#, .failed(retryAfterSeconds: 7)),
        (502, #"{"error":"provider"}"#, .failed(retryAfterSeconds: 7)), (503, "", .failed(retryAfterSeconds: 7)),
    ])
    func onlyTheGatewaysOwnCodesEndAnUpload(status: Int, body: String, expected: VoiceAnswer) throws {
        let hasWait = status == 429 || status >= 500 || body.contains("at_work")
        gateway.answer("POST /mobile/voice", status, body, retryAfter: hasWait ? "7" : nil)
        #expect(try send(upload()) == expected)
    }

    @Test func withoutAnAnswerOrARecordingItHasFailed() throws {
        let upload = try upload(3)
        gateway.fail("POST /mobile/voice", .interrupted)
        #expect(send(upload) == .failed(retryAfterSeconds: nil))
        try shelf.remove(upload.consentFile)
        #expect(send(upload) == .failed(retryAfterSeconds: nil))
        #expect(gateway.requests.count == 1, "nothing is sent without the consent")
    }

    @Test func anUploadIsCancelled() throws {
        gateway.isSlow.withLock { $0 = true }
        courier.send(try upload(5), gateway: Self.gateway)
        #expect(eventually { gateway.begun.withLock { $0.count } == 1 })
        courier.cancel(upload: 4)
        #expect(gateway.begun.withLock { $0.allSatisfy { !$0.isCancelled } }, "another one")
        courier.cancel(upload: 5)
        #expect(eventually { !gateway.reports.isEmpty })
        #expect(gateway.reports == [.ownVoice(.sent(.failed(retryAfterSeconds: nil), upload: 5))])
        #expect(gateway.begun.withLock { $0.allSatisfy(\.isCancelled) })
    }

    /// Its turn comes only after the owner has changed their mind.
    @Test func whatIsCancelledBeforeItBeginsIsNotSent() throws {
        courier.cancel(upload: 6)
        #expect(send(try upload(6)) == .failed(retryAfterSeconds: nil))
        #expect(gateway.begun.withLock { $0.isEmpty } && gateway.requests.isEmpty)
    }

    // MARK: Finding and deleting

    @Test func aVoiceIsFoundByItsName() {
        func found() -> VoiceSearch? {
            let before = gateway.reports.count
            courier.search("bedside-abc", number: 4, gateway: Self.gateway)
            guard eventually({ gateway.reports.count > before }),
                case .ownVoice(.found(let answer, search: 4)) = gateway.reports.last
            else { return nil }
            return answer
        }
        func list(_ voices: String) { gateway.answer("GET /mobile/voice", 200, #"{"voices":[\#(voices)]}"#) }
        list(
            #"{"voice_id":"v0","state":"ready","name":"other"},{"voice_id":"v1","state":"ready","name":"bedside-abc"}"#)
        #expect(found() == .ready(id: "v1"))
        list(#"{"voice_id":"v1","state":"creating","name":"bedside-abc"}"#)
        #expect(found() == .atWork)
        list(#"{"voice_id":"v1","state":"deleting","name":"bedside-abc"},7,{"voice_id":"","state":"ready"}"#)
        #expect(found() == .absent)
        gateway.answer("GET /mobile/voice", 200, "{}")
        #expect(found() == .failed(retryAfterSeconds: nil))
        gateway.answer("GET /mobile/voice", 503, "", retryAfter: "9")
        #expect(found() == .failed(retryAfterSeconds: 9))
    }

    @Test(arguments: [
        (204, "", VoiceDeletionAnswer.gone), (404, #"{"error":"voice_unknown"}"#, .gone),
        (202, #"{"voice_id":"v 1","state":"deleting"}"#, .accepted),
        // Something else on the way that answers so has deleted nothing.
        (404, "<html>", .failed(retryAfterSeconds: nil)),
        (404, #"{"error":"not_found"}"#, .failed(retryAfterSeconds: nil)),
        (200, "{}", .failed(retryAfterSeconds: nil)), (202, "", .failed(retryAfterSeconds: nil)),
        (401, #"{"error":"invalid_token"}"#, .failed(retryAfterSeconds: nil)),
        (503, "", .failed(retryAfterSeconds: nil)),
    ])
    func aDeletionIsDoneOnlyWhenTheGatewaySaysSo(status: Int, body: String, expected: VoiceDeletionAnswer) {
        gateway.answer("DELETE /mobile/voice/v%201", status, body)
        courier.delete("v 1", gateway: Self.gateway)
        #expect(eventually { !gateway.reports.isEmpty })
        guard case .ownVoice(.deletion(let answer, id: "v 1", let thousandth)) = gateway.reports.last else {
            return #expect(Bool(false), "\(gateway.reports)")
        }
        #expect(answer == expected && (0..<1000).contains(thousandth))
    }

    @Test func nobodySignedInDeletesNothing() {
        gateway.isSignedIn.withLock { $0 = false }
        courier.delete("v1", gateway: nil)
        #expect(eventually { !gateway.reports.isEmpty })
        if case .ownVoice(.deletion(.failed(retryAfterSeconds: nil), _, _)) = gateway.reports.last {
        } else {
            #expect(Bool(false))
        }
    }
}
