import Bedside
import TestKit
import Testing

@testable import Realtime

@Suite(.requirement("TALK-2")) struct EventTests {
    private func decode(_ text: String) throws -> ServerEvent { try ServerEvent.decode(Array(text.utf8)) }

    @Test func readsJSONAsRFC8259SaysIt() throws {
        let value = try JSONValue.ofService(
            Array(#" {"a":[1,-2.5e3,true,false,null],"b":"\u00e9\ud83d\ude00\n\"\\\/","c":{}} "#.utf8))
        #expect(value["a"]?.list == [.integer(1), .decimal(-2500), .flag(true), .flag(false), .null])
        #expect(value["a"]?.list.dropFirst().first?.integer == -2500)
        #expect(value["b"]?.text == "é😀\n\"\\/")
        #expect(value["c"] == .object([JSONValue.Member]()))
    }

    @Test(
        .requirement("GUARD-6"),
        arguments: [
            "", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "01", "1.", ".5", "+1", "nul", "\"\u{01}\"", "\"\\x\"",
            "\"\\u12\"",
            "{} {}", "'a'", "[1 2]", "\"open", "-", "1e", "NaN",
        ])
    func refusesWhatIsNotJSON(text: String) {
        #expect(throws: EventError.self) { try JSONValue.ofService(Array(text.utf8)) }
    }

    @Test func replacesHalvesOfPairs() throws {
        #expect(try JSONValue.ofService(Array(#""\ud83dx""#.utf8)).text == "\u{FFFD}x")
        #expect(try JSONValue.ofService(Array(#""\ude00""#.utf8)).text == "\u{FFFD}")
        #expect(try JSONValue.ofService(Array(#""\ud83d\u0041""#.utf8)).text == "\u{FFFD}A")
    }

    @Test(.requirement("GUARD-6")) func refusesBadUTF8() {
        #expect(throws: EventError.self) { try JSONValue.ofService([0x22, 0xC3, 0x28, 0x22]) }
    }

    @Test(.requirement("GUARD-6")) func boundsDepthLengthAndNumberOfValues() {
        let deep = Array((String(repeating: "[", count: 100_000)).utf8)
        #expect(throws: EventError.malformed(.tooDeep(maximumDepth: EventLimits.maximumDepth))) {
            try JSONValue.ofService(deep)
        }
        let allowed = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
        #expect(throws: Never.self) { try JSONValue.ofService(Array(allowed.utf8)) }
        let many = "[" + String(repeating: "0,", count: 30_000) + "0]"
        #expect(throws: EventError.malformed(.tooManyValues(maximum: EventLimits.maximumValues))) {
            try JSONValue.ofService(Array(many.utf8))
        }
        let long = [UInt8](repeating: 0x20, count: EventLimits.maximumBytes + 1)
        #expect(throws: EventError.tooLong(bytes: long.count)) {
            try JSONValue.ofService(long)
        }
    }

    @Test func writesWhatItReads() throws {
        let text = #"{"a":[1.5,"\"\\\n\u0001é"],"b":{"c":null,"d":true}}"#
        #expect(String(decoding: try JSONValue.ofService(Array(text.utf8)).encoded, as: UTF8.self) == text)
    }

    /// What a strict reader refuses must not end a conversation (TALK-2).
    @Test func readsTheServiceMoreLenientlyThanAScript() throws {
        let twice = #"{"type":"a","type":"b"}"#
        #expect(try JSONValue.ofService(Array(twice.utf8))["type"]?.text == "a")
        #expect(throws: JSONFault.repeated(name: PrivateText("type"))) { try JSONValue.parse(twice) }
        #expect(try JSONValue.ofService(Array("[1e999,-1e999]".utf8)).list == [.null, .null])
        #expect(throws: JSONFault.badNumber(offset: 0)) { try JSONValue.parse("1e999") }
    }

    @Test func ignoresUnknownEventsAndFields() throws {
        #expect(try decode(#"{"type":"mcp_list_tools.in_progress","x":[1]}"#) == .other)
        #expect(try decode(#"{"type":"response.weather","response":1}"#) == .other)
        #expect(try decode(#"{"type":"rate_limits.updated","rate_limits":[]}"#) == .other)
        #expect(
            try decode(#"{"type":"session.created","event_id":"e","novel":{"a":1},"session":{"id":"sess_9","x":0}}"#)
                == .sessionCreated(id: "sess_9"))
    }

    @Test func readsAFinishedResponse() throws {
        let event = try decode(
            #"""
            {"type":"response.done","response":{"id":"r","status":"completed","status_details":null,"output":[
            {"id":"i","type":"message","content":[{"type":"output_audio","transcript":"Hello"}]},
            {"id":"f","type":"function_call","name":"next_up","call_id":"c","arguments":"{}"},{"type":"mystery"}],
            "usage":{"output_token_details":{"audio_tokens":91}}}}
            """#)
        var expected = ServerEvent.FinishedResponse(id: "r", status: .completed)
        expected.calls = [.init(id: "c", name: "next_up", arguments: "{}")]
        expected.messages = [.init(item: "i", text: "Hello")]
        expected.audioTokens = 91
        #expect(event == .responseDone(expected))
    }

    @Test func distinguishesOutcomesOfResponses() throws {
        func status(_ json: String) throws -> ServerEvent.FinishedResponse.Status? {
            guard
                case .responseDone(let response) = try decode(
                    #"{"type":"response.done","response":{"id":"r",\#(json)}}"#)
            else { return nil }
            return response.status
        }
        #expect(try status(#""status":"cancelled","status_details":{"reason":"turn_detected"}"#) == .cancelled)
        #expect(
            try status(#""status":"incomplete","status_details":{"reason":"content_filter"}"#)
                == .incomplete(reason: "content_filter"))
        #expect(
            try status(#""status":"failed","status_details":{"error":{"type":"t","code":"insufficient_quota"}}"#)
                == .failed(code: "insufficient_quota"))
        #expect(try status(#""status":"failed""#) == .failed(code: "unknown"))
        #expect(throws: EventError.missing("status")) { try status(#""status":"dreaming""#) }
    }

    @Test(.requirement("GUARD-6")) func refusesKnownEventsThatLackWhatTheyNeed() {
        for text in [
            #"{}"#, #"[]"#, #"{"type":1}"#, #"{"type":"error"}"#, #"{"type":"response.created"}"#,
            #"{"type":"response.created","response":{}}"#,
            #"{"type":"response.output_audio.delta","response_id":"r","item_id":"i","delta":"!"}"#,
            #"{"type":"conversation.item.input_audio_transcription.completed","item_id":"i"}"#,
        ] {
            #expect(throws: EventError.self) { try decode(text) }
        }
        let long = String(repeating: "x", count: 300)
        #expect(throws: EventError.longField("id")) {
            try decode(#"{"type":"response.created","response":{"id":"\#(long)"}}"#)
        }
    }

    @Test func readsSoundInsideEvents() throws {
        let event = try decode(
            #"{"type":"response.output_audio.delta","response_id":"r","item_id":"i","content_index":0,"delta":"AQID/w=="}"#
        )
        #expect(event == .audio(response: "r", item: "i", contentIndex: 0, pcm: [1, 2, 3, 255]))
    }

    @Test(.requirement("GUARD-6")) func soundIsDecodedCompletelyOrNotAtAll() throws {
        func sound(_ delta: String) throws -> [UInt8]? {
            let event = try decode(
                #"{"type":"response.output_audio.delta","response_id":"r","item_id":"i","delta":\#(JSONValue.text(delta).line)}"#
            )
            guard case .audio(_, _, _, let pcm) = event else { return nil }
            return pcm
        }
        #expect(try sound("") == [])
        #expect(try sound("Zg==") == [0x66])
        #expect(try sound("Zm8=") == [0x66, 0x6F])
        #expect(try sound("Zm9v") == [0x66, 0x6F, 0x6F])
        for bad in ["Z", "Zg=", "=", "Z===", "Zg==Zg==", "Zm9v\n", "Zm-v", "Zgé="] {
            #expect(throws: EventError.missing("delta")) { try sound(bad) }
        }
    }

    @Test func onlyCodesThatAreSafeForLogsAreKept() {
        #expect(ServerEvent.code(.text("rate_limit_exceeded")) == "rate_limit_exceeded")
        #expect(ServerEvent.code(.text("the owner said: hello")) == "")
        #expect(ServerEvent.code(nil) == "")
    }

    @Test func writesClientEvents() throws {
        let event = ClientEvent.itemCreate(.companion("Said \"so\"")).encoded(identifier: "c1_2")
        #expect(
            String(decoding: event, as: UTF8.self)
                == #"{"type":"conversation.item.create","event_id":"c1_2","item":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Said \"so\""}]}}"#
        )
        let cut = ClientEvent.itemTruncate(item: "i", contentIndex: 0, endMilliseconds: 120).encoded(identifier: "e")
        #expect(try JSONValue.ofService(cut)["audio_end_ms"]?.integer == 120)
    }

    /// Mutated and random bytes: an event or a typed error, within bounds, never a trap (GUARD-6).
    @Test(.requirement("GUARD-6")) func survivesAnyBytes() {
        let samples = [
            #"{"type":"response.done","response":{"id":"r","status":"completed","output":[{"type":"function_call","call_id":"c","name":"n","arguments":"{}"}]}}"#,
            #"{"type":"error","error":{"type":"t","code":"c","event_id":"e"}}"#,
            #"{"type":"response.output_audio.delta","response_id":"r","item_id":"i","content_index":9e99,"delta":"AAAA"}"#,
            #"{"type":"conversation.item.truncated","item_id":"i","audio_end_ms":-1e300}"#,
            #"{"type":"session.created","session":{"id":"\ud83d\ude00"}}"#,
        ].map { Array($0.utf8) }
        var random = Seeded(state: 20_261_121)
        var events = 0
        for round in 0..<20_000 {
            var bytes = samples[round % samples.count]
            for _ in 0..<Int.random(in: 0...6, using: &random) where !bytes.isEmpty {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: at)
                case 2: bytes.insert(Array("{}[]\",:\\u0-9e".utf8).randomElement(using: &random) ?? 0, at: at)
                case 3: bytes.removeSubrange(at...)
                default: bytes += bytes[at...].prefix(50)
                }
            }
            do throws(EventError) {
                _ = try ServerEvent.decode(bytes)
                events += 1
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
        #expect(events > 1000)
    }
}
