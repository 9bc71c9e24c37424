import Bedside
import Cloud
import Foundation
import TestKit
import Testing

@testable import Realtime

/// A text that the service reads outside any talk: only what was said word for word is used (MIND-4).
@Suite(.requirement("MIND-4")) struct ScriptReadingTests {
    private static let text = "Stand up, feet on the floor. For today you chose: open the window."
    private static let tag = "'metadata':{'purpose':'reading','talk':'TALK'}"

    /// One reading on virtual time.
    private struct Session {
        var reading: ScriptReading
        var now = BootTime(nanoseconds: 1_000_000_000)
        var sent: [JSONValue] = []

        init(_ text: String = ScriptReadingTests.text, effort: String? = "low") {
            reading = ScriptReading(
                ReadingRequest(text: text), model: "gpt-realtime-2.1-mini", reasoningEffort: effort, at: now)
        }

        mutating func feed(_ input: ScriptReading.Input) {
            reading.handle(input, at: now)
            for bytes in reading.takeOutbox() {
                if let value = try? JSONValue.ofService(bytes) { sent.append(value) }
            }
        }

        mutating func server(_ event: String) { feed(.message(Array(event.replacing("'", with: "\"").utf8))) }

        mutating func configured() {
            server("{'type':'session.created','session':{'id':'s'}}")
            server("{'type':'session.updated','session':{}}")
        }

        /// A whole answer: a second of a tone of this level, and what its transcript says.
        mutating func answer(
            _ said: String, try number: Int, peak: Int16 = 8000, seconds: Double = 1, status: String = "completed"
        ) {
            let tag = ScriptReadingTests.tag.replacing("TALK", with: "\(number)")
            server("{'type':'response.created','response':{'id':'r\(number)',\(tag)}}")
            let samples = (0..<Int(seconds * 24_000)).map { $0 % 100 < 50 ? peak : -peak }
            let bytes = samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
            for start in stride(from: 0, to: bytes.count, by: 9600) {
                let piece = Data(bytes[start..<min(start + 9600, bytes.count)]).base64EncodedString()
                server(
                    "{'type':'response.output_audio.delta','response_id':'r\(number)','item_id':'i','content_index':0,"
                        + "'delta':'\(piece)'}")
            }
            let content = "'content':[{'type':'output_audio','transcript':'\(said)'}]"
            server(
                "{'type':'response.done','response':{'id':'r\(number)','status':'\(status)',\(tag),"
                    + "'output':[{'type':'message','id':'i','role':'assistant',\(content)}]}}")
        }

        var failure: ReadingFailure? { if case .failure(let failure) = reading.result { failure } else { nil } }
        var samples: [Int16]? { try? reading.result?.get() }
        var types: [String] { sent.compactMap { $0["type"]?.text } }
    }

    @Test func asksBesideAConversationThatHearsNothing() throws {
        var session = Session()
        #expect(session.sent.isEmpty)
        session.configured()
        #expect(session.types == ["session.update", "response.create"])
        let settings = try #require(session.sent.first?["session"])
        #expect(settings["output_modalities"]?.line == #"["audio"]"#)
        #expect(settings["audio"]?["input"]?["transcription"] == .null)
        #expect(settings["tools"]?.line == "[]")
        #expect(settings["instructions"]?.text == ReadingRequest.instructions)
        #expect(
            session.sent.last?["response"]?.line
                == #"{"conversation":"none","metadata":{"purpose":"reading","talk":"1"},"output_modalities":["audio"],"#
                + #""input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"\#(Self.text)"}]}],"#
                + #""max_output_tokens":1500}"#)
    }

    @Test(arguments: [
        ScriptReadingTests.text, "stand up feet on the floor for today you chose open the window",
        "Stand up — feet on the floor… For today, you chose: “Open the window!”",
    ])
    func takesWhatWasSaidWordForWord(said: String) {
        var session = Session()
        session.configured()
        session.answer(said, try: 1)
        #expect(session.samples?.count == 24_000)
        #expect(session.samples?.first == 8000)
    }

    /// One word can turn an act into its opposite.
    @Test(arguments: [
        "", "Of course! " + ScriptReadingTests.text, ScriptReadingTests.text + " Have a good day.",
        ScriptReadingTests.text.replacing("open", with: "do not open"), "Stand up, feet on the floor.",
    ])
    func asksThreeTimesAtMostForTheSameWords(said: String) {
        var session = Session()
        session.configured()
        session.answer(said, try: 1)
        #expect(session.reading.result == nil)
        session.answer(said, try: 2)
        session.answer(said, try: 3)
        #expect(session.failure == .notAsWritten)
        #expect(session.types.count { $0 == "response.create" } == 3)
    }

    @Test func aLaterReadingServes() {
        var session = Session()
        session.configured()
        session.answer("Good morning!", try: 1, seconds: 2)
        session.answer(Self.text, try: 2, seconds: 1)
        #expect(session.samples?.count == 24_000, "nothing of the first is in it")
    }

    @Test func soundThatIsSilentShortLongOrCutIsNotUsed() {
        for (peak, seconds, status) in [
            (Int16(100), 1.0, "completed"), (8000, 0.2, "completed"), (8000, 12.1, "completed"),
            (8000, 1, "incomplete"), (8000, 1, "cancelled"),
        ] {
            var session = Session()
            session.configured()
            for number in 1...3 {
                session.answer(Self.text, try: number, peak: peak, seconds: seconds, status: status)
            }
            #expect(session.failure == .notAsWritten, "\(peak) \(seconds) \(status)")
        }
    }

    /// A gap would make the message shorter, whatever its transcript says.
    @Test(arguments: ["'delta':'%%%'", "'delta':'AAAA'", ""])
    func soundOfWhichAPieceIsLostIsAskedForAgain(piece: String) {
        var session = Session()
        session.configured()
        if piece.isEmpty {
            session.feed(.oversized)
        } else {
            let tag = Self.tag.replacing("TALK", with: "1")
            session.server("{'type':'response.created','response':{'id':'r1',\(tag)}}")
            session.server("{'type':'response.output_audio.delta','response_id':'r1','item_id':'i',\(piece)}")
        }
        session.answer(Self.text, try: 1)
        #expect(session.reading.result == nil && session.types.count { $0 == "response.create" } == 2)
        session.answer(Self.text, try: 2, seconds: 12)
        #expect(session.samples?.count == 12 * 24_000)
    }

    /// A service that never stops sending ends an attempt, and a reading, like one that is silent.
    @Test func whatIsReceivedHasABound() {
        var session = Session()
        session.configured()
        for _ in 0..<3 {
            session.now = session.now + .seconds(14)
            session.server("{'type':'x'}")
            session.now = session.now + .seconds(1)
            session.server("{'type':'x'}")
        }
        #expect(session.types.count { $0 == "response.create" } == 3 && session.reading.result != nil)
        var flood = Session()
        flood.configured()
        for _ in 0..<7 { flood.feed(.message([UInt8](repeating: 0x20, count: 1 << 20))) }
        #expect(flood.failure == .notAsWritten)
    }

    @Test func whatWasNotAskedForIsNeverUsed() {
        var session = Session()
        session.configured()
        session.answer(Self.text, try: 2)
        session.server("{'type':'response.created','response':{'id':'x'}}")
        session.server("{'type':'response.output_audio.delta','response_id':'x','item_id':'i','delta':'AAAA'}")
        session.server(
            "{'type':'response.done','response':{'id':'x','status':'completed','output':[{'type':'message','id':'i',"
                + "'content':[{'transcript':'\(Self.text)'}]}]}}")
        for broken in ["", "{", "[]", "{'type':7}", "{'type':'response.done'}", "{'type':'unheard.of'}"] {
            session.server(broken)
        }
        session.feed(.oversized)
        #expect(session.reading.result == nil && session.types.count == 2)
    }

    @Test func leavesOutWhatTheServiceDoesNotKnow() throws {
        var session = Session()
        session.server("{'type':'session.created','session':{'id':'s'}}")
        session.server(
            "{'type':'error','error':{'type':'invalid_request_error','code':'unknown_parameter','param':'session.reasoning',"
                + "'event_id':'reading_1'}}")
        #expect(session.types == ["session.update", "session.update"])
        #expect(session.sent.last?["session"]?["reasoning"] == nil)
        session.server(
            "{'type':'error','error':{'type':'invalid_request_error','code':'invalid_value','param':'session.voice',"
                + "'event_id':'reading_2'}}")
        #expect(session.failure == .service(.refused(code: "invalid_value")))
    }

    @Test func endsWithTheService() {
        for (code, failure) in [
            ("insufficient_quota", RealtimeFailure.quota), ("invalid_api_key", .credentials),
            ("server_error", .provider(status: 0)), ("rate_limit_exceeded", .rateLimited),
        ] {
            var session = Session()
            session.configured()
            session.server("{'type':'error','error':{'type':'x','code':'\(code)'}}")
            #expect(session.failure == .service(failure))
            session.server("{'type':'session.created','session':{'id':'s'}}")
            #expect(session.types.count == 2, "nothing is sent after the end")
        }
        var session = Session()
        session.feed(.ended(.network))
        #expect(session.failure == .service(.network))
    }

    @Test func isOverInTime() {
        var session = Session()
        session.configured()
        for _ in 0..<2 {
            session.now = session.now + .seconds(15)
            session.feed(.tick)
        }
        #expect(session.types.count { $0 == "response.create" } == 3 && session.reading.result == nil)
        session.now = session.now + .seconds(15)
        session.feed(.tick)
        #expect(session.reading.result != nil)
        var silent = Session()
        silent.now = silent.now + .seconds(45)
        silent.feed(.tick)
        #expect(silent.failure == .service(.silent))
        #expect(Session(String(repeating: "a", count: 3000)).failure == .tooLong)
    }
}

/// The same over a real socket, against the stand-in for the service.
@Suite(.requirement("MIND-4"), .serialized, .bounded) struct ScriptReaderTests {
    private static let text = "Stand up, feet on the floor."

    private func read(
        _ script: String, isWanted: @escaping @Sendable () -> Bool = { true }
    ) throws -> Result<[Int16], ReadingFailure> {
        let service = try ServiceProcess(script: script)
        defer { service.stop() }
        var configuration = RealtimeConfiguration(
            address: try ServiceAddress(parsing: service.address), credential: Credential("sk-stand-in"))
        configuration.model = "gpt-realtime-2.1-mini"
        return ScriptReader(configuration: configuration).read(ReadingRequest(text: Self.text), while: isWanted)
    }

    @Test func theReadingIsHeardWhole() throws {
        let samples = try read("{}").get()
        #expect((12_000..<100_000).contains(samples.count), "\(samples.count)")
        #expect(samples.contains { $0 > 1600 })
        #expect(ScriptReader.atDeviceRate(samples).count == 2 * samples.count)
    }

    @Test func otherWordsAreNotTaken() throws {
        let again = #"{"readings":[{"say":"Good morning!"},{"say":"\#(Self.text)"}]}"#
        #expect((try? read(again).get()) != nil)
        #expect(
            throws: ReadingFailure.notAsWritten,
            performing: { try read(#"{"readings":[{"say":"Good morning!"}]}"#).get() })
        #expect(
            throws: ReadingFailure.notAsWritten,
            performing: { try read(#"{"readings":[{"say":"\#(Self.text)","status":"incomplete"}]}"#).get() })
    }

    @Test func theServiceMayRefuseOrVanish() throws {
        let refused = #"{"faults":{"websocket":{"status":401,"code":"invalid_api_key"}}}"#
        #expect(throws: ReadingFailure.service(.credentials), performing: { try read(refused).get() })
        let closing = #"{"faults":{"session":{"close_after_ms":50}}}"#
        #expect(throws: ReadingFailure.self, performing: { try read(closing).get() })
        let plain = #"{"faults":{"session":{"unknown_parameters":["session.reasoning"]}}}"#
        #expect((try? read(plain).get()) != nil)
    }

    @Test func whatIsNotWantedAnyMoreEndsAtOnce() throws {
        let begin = Date()
        #expect(
            throws: ReadingFailure.cancelled,
            performing: {
                try read(
                    #"{"faults":{"session":{"no_session_created":true}}}"#,
                    isWanted: {
                        Date().timeIntervalSince(begin) < 3
                    }
                ).get()
            })
    }
}
