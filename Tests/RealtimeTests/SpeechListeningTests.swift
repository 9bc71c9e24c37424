import Bedside
import Cloud
import Foundation
import TestKit
import Testing

@testable import Realtime

/// A recording that the service writes down outside any talk, without an answer (MIND-9, V-1).
@Suite(.requirement("MIND-9")) struct SpeechListeningTests {
    private static let second = (0..<48_000).map { 0.2 * Float(sin(Double($0) * 0.03)) }

    /// One session on virtual time.
    private struct Session {
        var listening: SpeechListening
        var now = BootTime(nanoseconds: 1_000_000_000)
        var sent: [JSONValue] = []

        init(
            _ samples: [Float] = SpeechListeningTests.second, language: String = "ja", model: String? = "gpt-transcribe"
        ) {
            listening = SpeechListening(
                ListeningRequest(samples: samples, language: language), model: "gpt-realtime-2.1-mini",
                transcriptionModel: model, reasoningEffort: "low", voice: "marin", at: now)
        }

        mutating func feed(_ input: SpeechListening.Input) {
            listening.handle(input, at: now)
            for bytes in listening.takeOutbox() {
                if let value = try? JSONValue.ofService(bytes) { sent.append(value) }
            }
        }

        mutating func server(_ event: String) { feed(.message(Array(event.replacing("'", with: "\"").utf8))) }

        mutating func configured() {
            server("{'type':'session.created','session':{'id':'s'}}")
            server("{'type':'session.updated','session':{}}")
            server("{'type':'session.updated','session':{}}")
        }

        mutating func committed() { server("{'type':'input_audio_buffer.committed','item_id':'i'}") }

        mutating func heard(_ words: String, item: String = "i") {
            server(
                "{'type':'conversation.item.input_audio_transcription.completed','item_id':'\(item)','content_index':0,"
                    + "'transcript':'\(words)'}")
        }

        var failure: ListeningFailure? { if case .failure(let failure) = listening.result { failure } else { nil } }
        var types: [String] { sent.compactMap { $0["type"]?.text } }
    }

    @Test func sendsTheWholeRecordingAsOneTurnThatNobodyAnswers() throws {
        var session = Session()
        #expect(session.sent.isEmpty)
        session.configured()
        #expect(
            session.types == ["session.update", "session.update"]
                + [String](repeating: "input_audio_buffer.append", count: 4) + ["input_audio_buffer.commit"])
        let input = try #require(session.sent.first?["session"]?["audio"]?["input"])
        #expect(input["transcription"]?.line == #"{"model":"gpt-transcribe","languages":["ja"]}"#)
        #expect(session.sent[1]["session"]?["audio"]?["input"]?["turn_detection"] == .null)
        let sound = session.sent.compactMap { $0["audio"]?.text.flatMap { Data(base64Encoded: $0) } }
        #expect(sound.reduce(0) { $0 + $1.count } == 48_000, "24 kHz, 16 bits")
        session.committed()
        session.heard("私は、自分の声の持ち主です。")
        #expect(try session.listening.result?.get() == "私は、自分の声の持ち主です。")
        #expect(!session.types.contains("response.create"))
    }

    @Test func namesHelpWithSpellingAndMayBeRefused() throws {
        var session = Session()
        session.listening = SpeechListening(
            ListeningRequest(samples: Self.second, language: "ja", names: ["愛子"]), model: "gpt-realtime-2.1-mini",
            transcriptionModel: "gpt-transcribe", reasoningEffort: nil, voice: "marin", at: session.now)
        session.server("{'type':'session.created','session':{'id':'s'}}")
        let transcription = { (value: JSONValue?) in value?["session"]?["audio"]?["input"]?["transcription"] }
        #expect(transcription(session.sent.last)?["keywords"]?.line == #"["愛子"]"#)
        session.server(
            "{'type':'error','error':{'type':'invalid_request_error','code':'unknown_parameter',"
                + "'param':'session.audio.input.transcription.keywords','event_id':'listening_1'}}")
        #expect(session.sent.count == 2 && transcription(session.sent.last)?["keywords"] == nil)
    }

    @Test func wordsOfAnotherItemAreNotOurs() {
        var session = Session()
        session.configured()
        session.committed()
        session.heard("Something else.", item: "j")
        #expect(session.listening.result == nil)
        session.heard("I agree.")
        #expect((try? session.listening.result?.get()) == "I agree.")
    }

    @Test(arguments: ["", " … ", String(repeating: "a", count: 5000)]) func whatIsNoSentenceIsNothing(words: String) {
        var session = Session()
        session.configured()
        session.committed()
        session.heard(words)
        #expect(session.failure == .nothingHeard)
    }

    @Test func aTranscriptThatFailedIsNotWaitedFor() {
        var session = Session()
        session.configured()
        session.committed()
        session.server("{'type':'conversation.item.input_audio_transcription.failed','item_id':'j','error':{}}")
        #expect(session.listening.result == nil)
        session.server("{'type':'conversation.item.input_audio_transcription.failed','item_id':'i','error':{}}")
        #expect(session.failure == .nothingHeard)
    }

    @Test func withoutATranscriptionNothingIsSent() {
        var session = Session(model: nil)
        session.server("{'type':'session.created','session':{'id':'s'}}")
        #expect(session.failure == .noTranscription && session.sent.isEmpty)
        var refusing = Session()
        refusing.server("{'type':'session.created','session':{'id':'s'}}")
        refusing.server(
            "{'type':'error','error':{'type':'invalid_request_error','code':'unknown_parameter',"
                + "'param':'session.audio.input.transcription','event_id':'listening_1'}}")
        #expect(refusing.failure == .noTranscription)
        var short = Session([Float](repeating: 0.1, count: 4000))
        short.feed(.tick)
        #expect(short.failure == .nothingHeard && short.sent.isEmpty)
    }

    @Test func leavesOutWhatTheServiceDoesNotKnow() {
        var session = Session()
        session.server("{'type':'session.created','session':{'id':'s'}}")
        session.server(
            "{'type':'error','error':{'type':'invalid_request_error','code':'unknown_parameter','param':'session.reasoning',"
                + "'event_id':'listening_1'}}")
        #expect(session.types == ["session.update", "session.update"])
        #expect(session.sent.last?["session"]?["reasoning"] == nil)
    }

    @Test func endsWithTheServiceAndInTime() {
        for (code, failure) in [
            ("insufficient_quota", RealtimeFailure.quota), ("invalid_api_key", .credentials),
            ("server_error", .provider(status: 0)),
        ] {
            var session = Session()
            session.configured()
            session.server("{'type':'error','error':{'type':'x','code':'\(code)'}}")
            #expect(session.failure == .service(failure))
        }
        var silent = Session()
        silent.configured()
        silent.now = silent.now + .seconds(45)
        silent.feed(.tick)
        #expect(silent.failure == .service(.silent))
        var flood = Session()
        flood.configured()
        for _ in 0..<3 { flood.feed(.message([UInt8](repeating: 0x20, count: 1 << 19))) }
        #expect(flood.failure == .service(.malformed))
        var lost = Session()
        lost.feed(.ended(.network))
        #expect(lost.failure == .service(.network))
    }

    @Test func noInputTrapsOrEndsIt() {
        var session = Session()
        session.configured()
        for broken in ["", "{", "[]", "{'type':7}", "{'type':'unheard.of'}", "{'type':'session.created'}"] {
            session.server(broken)
        }
        session.feed(.oversized)
        #expect(session.listening.result == nil && session.types.count == 7)
    }

    @Test func onlyThirtySecondsAreSent() {
        var session = Session([Float](repeating: 0.1, count: 40 * 48_000))
        session.configured()
        #expect(session.types.count { $0 == "input_audio_buffer.append" } == 120)
    }
}

/// The same over a real socket, against the stand-in for the service.
@Suite(.requirement("MIND-9"), .serialized, .bounded) struct SpeechListenerTests {
    private static let sentence = "I am the owner of this voice."

    private func listen(
        _ script: String, isWanted: @escaping @Sendable () -> Bool = { true }
    ) throws -> Result<String, ListeningFailure> {
        let service = try ServiceProcess(script: script)
        defer { service.stop() }
        let configuration = RealtimeConfiguration(
            address: try ServiceAddress(parsing: service.address), credential: Credential("sk-stand-in"))
        let http = HTTPClient()
        defer { http.shutDown() }
        let samples = (0..<240_000).map { 0.2 * Float(sin(Double($0) * 0.03)) }
        return SpeechListener(configuration: configuration).listen(
            ListeningRequest(samples: samples, language: "en"), http: http, while: isWanted)
    }

    @Test func theRecordingIsWrittenDown() throws {
        let words = try listen(#"{"turns":[{"say":"Never said.","heard":"\#(Self.sentence)"}]}"#).get()
        #expect(words == Self.sentence)
    }

    @Test func theServiceMayRefuse() throws {
        let refused = #"{"faults":{"websocket":{"status":401,"code":"invalid_api_key"}}}"#
        #expect(throws: ListeningFailure.service(.credentials), performing: { try listen(refused).get() })
    }

    @Test func whatIsNotWantedAnyMoreEndsAtOnce() throws {
        let begin = Date()
        #expect(
            throws: ListeningFailure.cancelled,
            performing: {
                try listen(
                    #"{"faults":{"session":{"no_session_created":true}}}"#,
                    isWanted: { Date().timeIntervalSince(begin) < 3 }
                ).get()
            })
    }
}
