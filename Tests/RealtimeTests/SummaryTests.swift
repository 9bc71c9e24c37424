import Bedside
import TestKit
import Testing

@testable import Realtime

/// The summary that is asked for at the end of a talk, on virtual time.
@Suite(.requirement("MIND-3")) struct SummaryTests {
    static let request = SummaryRequest(
        talk: "talk-1", input: "owner: marmalade\ncompanion: toast", instructions: "Extract only.",
        tool: ToolDefinition(
            name: "save_summary", description: "keeps it", parameters: #"{"type":"object","properties":{}}"#))
    static let metadata = "'metadata':{'purpose':'summary','talk':'talk-1'}"
    static let good = "{'type':'function_call','call_id':'c','name':'save_summary','arguments':'{}'}"
    private static let over: [RealtimeReport] = [.summary(id: 7, arguments: nil), .ended(id: 7, .closed)]

    /// A conversation that is live, with a summary asked for; `outputs` begins after that.
    private func ending(kind: TransportKind = .webRTC, milliseconds: Int = 8000) -> Rig {
        var rig = Rig(kind: kind)
        rig.connect()
        rig.created()
        rig.done()
        rig.outputs = []
        var request = SummaryTests.request
        request.deadlineMilliseconds = milliseconds
        rig.feed(.summarize(request))
        return rig
    }

    static func done(_ output: String, status: String = "completed", more: String = "") -> String {
        "{'type':'response.done','response':{'id':'s','status':'\(status)',\(metadata),'output':[\(output)]\(more)}}"
    }

    // MARK: What is sent

    @Test(arguments: [TransportKind.webRTC, .webSocket])
    func asksForOneForcedCallBesideTheConversation(kind: TransportKind) throws {
        let rig = ending(kind: kind)
        let sent = rig.outputs.events()
        #expect(sent.count == 1)
        let event = try #require(sent.first)
        #expect(event["type"]?.text == "response.create")
        #expect(event["event_id"]?.text?.isEmpty == false)
        #expect(
            event["response"]?.line
                == #"{"conversation":"none","metadata":{"purpose":"summary","talk":"talk-1"},"output_modalities":["text"],"#
                + #""input":[{"type":"message","role":"user","content":[{"type":"input_text","#
                + #""text":"owner: marmalade\ncompanion: toast"}]}],"instructions":"Extract only.","#
                + #""tools":[{"type":"function","name":"save_summary","description":"keeps it","#
                + #""parameters":{"type":"object","properties":{}}}],"#
                + #""tool_choice":{"type":"function","name":"save_summary"},"parallel_tool_calls":false,"#
                + #""reasoning":{"effort":"minimal"},"max_output_tokens":700}"#)
    }

    @Test func aRunningAnswerIsCancelledAndNotAwaited() throws {
        var rig = Rig()
        rig.connect()
        rig.speak()
        rig.outputs = []
        let sent = rig.feed(.summarize(SummaryTests.request)).events()
        #expect(sent.compactMap { $0["type"]?.text } == ["response.cancel", "response.create"])
        #expect(sent.first?["response_id"]?.text == "r1")
        // It ends only after the summary.
        rig.server(SummaryTests.done(SummaryTests.good))
        #expect(rig.outputs.reports.suffix(2) == [.summary(id: 7, arguments: "{}"), .ended(id: 7, .closed)])
    }

    @Test func answersThatTheServiceBeginsByItselfAreCancelledWithinABound() {
        var rig = ending()
        rig.outputs = []
        rig.server("{'type':'response.created','response':{'id':'s',\(SummaryTests.metadata)}}")
        #expect(rig.outputs.isEmpty)
        rig.created("r2")
        #expect(rig.outputs.events().compactMap { $0["type"]?.text } == ["response.cancel"])
        #expect(rig.outputs.events().first?["response_id"]?.text == "r2")
        for number in 3..<100 { rig.created("r\(number)") }
        #expect(rig.outputs.events().count == SummaryState.maximumCancels)
        #expect(rig.outputs.reports.isEmpty)
    }

    @Test(arguments: ["response.reasoning", "response.reasoning.effort", "response.parallel_tool_calls"])
    func asksOnceMoreWithoutWhatTheServiceDoesNotKnow(parameter: String) throws {
        var rig = ending()
        let first = try #require(rig.outputs.events().first?["event_id"]?.text)
        rig.outputs = []
        rig.pass(milliseconds: 5000)
        rig.server("{'type':'error','error':{'code':'unknown_parameter','param':'\(parameter)','event_id':'\(first)'}}")
        let again = try #require(rig.outputs.events().first)
        #expect(again["response"]?["reasoning"] == nil && again["response"]?["parallel_tool_calls"] == nil)
        #expect(again["response"]?["max_output_tokens"]?.integer == 700)
        let second = try #require(again["event_id"]?.text)
        #expect(second != first && rig.outputs.reports.isEmpty)
        // The deadline is the first one's.
        var late = rig
        #expect(late.pass(milliseconds: 2999).reports.isEmpty)
        #expect(late.pass(milliseconds: 1).reports == SummaryTests.over)
        rig.outputs = []
        rig.server(
            "{'type':'error','error':{'code':'unknown_parameter','param':'\(parameter)','event_id':'\(second)'}}")
        #expect(rig.outputs.events().isEmpty && rig.outputs.reports == SummaryTests.over)
    }

    @Test func aModelThatDoesNotReasonIsNotAskedTo() throws {
        var rig = Rig()
        rig.feed(.connect)
        rig.feed(.session(connection: 1, .opened))
        rig.server("{'type':'session.created','session':{'id':'s'}}")
        rig.server("{'type':'error','error':{'code':'unknown_parameter','param':'session.reasoning'}}")
        rig.server("{'type':'session.updated','session':{}}")
        rig.outputs = []
        rig.feed(.summarize(SummaryTests.request))
        let event = try #require(rig.outputs.events().first)
        #expect(event["response"]?["tool_choice"] != nil && event["response"]?["reasoning"] == nil)
    }

    // MARK: Silence

    @Test(arguments: [TransportKind.webRTC, .webSocket])
    func nobodyIsHeardAnyMoreFromThatMoment(kind: TransportKind) {
        var rig = Rig(kind: kind)
        rig.connect()
        rig.speak()
        rig.server("{'type':'response.output_audio.delta','response_id':'r1','item_id':'i1','delta':'AAAA'}")
        rig.pass(milliseconds: 300)
        rig.outputs = []
        rig.feed(.summarize(SummaryTests.request))
        #expect(rig.outputs.prefix(3) == [.report(.speaking(id: 7, false)), .attach(nil), .setGate(isShut: false)])
        #expect(rig.outputs.contains(.setSending(1, false)) && rig.outputs.contains(.cut(1)))
        rig.outputs = []
        // Neither what the service goes on saying nor what the appliance asks for is let through.
        rig.server("{'type':'response.output_audio.delta','response_id':'r1','item_id':'i1','delta':'AAAA'}")
        rig.server("{'type':'output_audio_buffer.started','response_id':'r1'}")
        rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u1'}")
        rig.server("{'type':'input_audio_buffer.speech_stopped','item_id':'u1'}")
        rig.server(
            "{'type':'response.done','response':{'id':'r1','status':'completed','output':[{'type':'function_call','call_id':'a','name':'next_up','arguments':'{}'}]}}"
        )
        for input: RealtimeConversation.Input in [
            .rendering(true), .rendering(false), .mute(false), .open, .update(instructions: "x", tools: []),
            .answer(call: "a", output: "{}"), .session(connection: 1, .faltering(true)),
        ] {
            rig.feed(input)
        }
        rig.pass(milliseconds: 5000)
        #expect(rig.outputs.isEmpty)
    }

    @Test func theOwnerIsReportedAsSilent() {
        var rig = Rig()
        rig.connect()
        rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u1'}")
        rig.outputs = []
        rig.feed(.summarize(SummaryTests.request))
        #expect(rig.outputs.reports == [.ownerSpeaking(id: 7, false)])
    }

    @Test func theOwnersLastWordsAreStillWrittenDown() {
        var rig = Rig()
        rig.connect()
        rig.ownerSays()
        rig.speak(text: "Good morning to you all")
        rig.pass(milliseconds: 800)
        rig.feed(.summarize(SummaryTests.request))
        #expect(rig.conversation.history.map(\.text) == ["Good morning"])
        rig.outputs = []
        rig.server(
            "{'type':'conversation.item.input_audio_transcription.completed','item_id':'u1','transcript':'Good night'}")
        #expect(rig.outputs.turns.map(\.text) == ["Good night"])
        // What was cut stays cut.
        rig.server(
            "{'type':'response.output_audio_transcript.done','response_id':'r1','item_id':'i1','transcript':'Good morning to you all'}"
        )
        rig.pass(milliseconds: 8000)
        #expect(rig.conversation.history.map(\.text) == ["Good night", "Good morning"])
        #expect(rig.conversation.isOver)
    }

    // MARK: Ends

    @Test func aSummaryIsHandedUpOnceAndThenTheConversationIsClosed() {
        var rig = ending()
        rig.outputs = []
        rig.pass(milliseconds: 1200)
        rig.server(
            SummaryTests.done(
                SummaryTests.good.replacing("'{}'", with: "'{not read'"),
                more: ",'usage':{'input_tokens':900,'output_tokens':80,'input_token_details':{'cached_tokens':7}}"))
        #expect(rig.outputs.reports == [.summary(id: 7, arguments: "{not read"), .ended(id: 7, .closed)])
        #expect(rig.outputs.contains(.disconnect(1)))
        #expect(rig.outputs.logged.contains("900 tokens (7 cached) and made 80"))
        #expect(rig.outputs.logged.contains("1200 ms"))
        for word in ["not read", "marmalade", "toast", "Extract"] { #expect(!rig.outputs.logged.contains(word)) }
        rig.outputs = []
        rig.server(SummaryTests.done(SummaryTests.good))
        rig.feed(.transportFailed(connection: 1, .lost))
        rig.feed(.summarize(SummaryTests.request))
        rig.pass(milliseconds: 100_000)
        #expect(rig.outputs.isEmpty)
    }

    @Test(arguments: [
        done(""), done("{'type':'message','id':'m','content':[{'type':'output_text','text':'toast'}]}"),
        done(good.replacing("save_summary", with: "next_up")), done(good + "," + good), done(good, status: "cancelled"),
        done(good, status: "incomplete", more: ",'status_details':{'reason':'max_output_tokens'}"),
        done(good, status: "failed", more: ",'status_details':{'error':{'code':'server_error'}}"),
        done(good.replacing("{}", with: String(repeating: "x", count: EventLimits.maximumTextBytes + 1))),
        done(good.replacing("{}", with: String(repeating: "x", count: EventLimits.maximumBytes))),
        "{'type':'error','error':{'code':'session_expired'}}", "{'type':'error','error':{'code':'insufficient_quota'}}",
        "{'type':'error','error':{'code':'invalid_value','param':'response.input','event_id':'EVENT'}}",
    ])
    func anythingElseIsAFailureAtOnce(answer: String) throws {
        var rig = ending()
        let event = try #require(rig.outputs.events().first?["event_id"]?.text)
        rig.outputs = []
        rig.server(answer.replacing("EVENT", with: event))
        #expect(rig.outputs.reports == SummaryTests.over)
        #expect(rig.outputs.contains(.disconnect(1)) && rig.conversation.isOver)
    }

    @Test(arguments: [
        RealtimeConversation.Input.transportFailed(connection: 1, .lost),
        .transportUnusable(connection: 1, "closed"), .session(connection: 1, .oversized(bytes: 2 << 20)),
    ])
    func alsoIfTheConnectionEnds(input: RealtimeConversation.Input) {
        var rig = ending()
        rig.outputs = []
        rig.feed(input)
        #expect(rig.outputs.reports == SummaryTests.over)
    }

    @Test(arguments: [
        done(good).replacing("talk-1", with: "talk-2"), done(good).replacing("'summary'", with: "'wake'"),
        done(good).replacing(metadata, with: "'metadata':null"), done(good).replacing(metadata, with: "'metadata':[1]"),
        done(good, status: "dreaming"), "{'type':'response.done'}", "{]", "{'type':'session.updated'}",
        "{'type':'response.function_call_arguments.done','response_id':'s','name':'save_summary','arguments':'{}'}",
        "{'type':'error','error':{'code':'invalid_value','param':'response.reasoning','event_id':'other'}}",
        "{'type':'error','error':{'code':'response_cancel_not_active'}}",
    ])
    func whatIsNotAboutItDoesNotEndIt(event: String) {
        var rig = ending()
        rig.outputs = []
        rig.server(event)
        #expect(rig.outputs.reports.isEmpty && rig.outputs.events().isEmpty)
        rig.server(SummaryTests.done(SummaryTests.good))
        #expect(rig.outputs.reports == [.summary(id: 7, arguments: "{}"), .ended(id: 7, .closed)])
    }

    @Test(arguments: [(8000, 8000), (250, 250), (0, 1), (-5, 1), (Int.min, 1), (Int.max, 60_000)])
    func itIsAwaitedUntilTheDeadlineOfTheDevice(wanted: Int, real: Int) {
        var rig = ending(milliseconds: wanted)
        rig.outputs = []
        #expect(rig.pass(milliseconds: real - 1).reports.isEmpty)
        var answered = rig
        #expect(rig.pass(milliseconds: 1).reports == SummaryTests.over)
        // An answer that comes with the deadline is late, whichever is noticed first.
        answered.now = answered.now + .milliseconds(1)
        answered.server(SummaryTests.done(SummaryTests.good))
        #expect(answered.outputs.reports == SummaryTests.over)
    }

    /// The call is closed within 8 s of the talk's end, and the goodbye takes its part of them.
    @Test func theDeadlineLeavesASecondForTheGoodbye() {
        var rig = Rig()
        rig.connect()
        rig.created()
        rig.done()
        rig.feed(.summarize(SummaryTests.request))
        rig.outputs = []
        #expect(rig.pass(milliseconds: 6999).reports.isEmpty)
        #expect(rig.pass(milliseconds: 1).reports == SummaryTests.over)
    }

    @Test(arguments: [RealtimeReport.EndReason.closed, .replaced])
    func closingMeanwhileEndsItAtOnce(reason: RealtimeReport.EndReason) {
        var rig = ending()
        rig.outputs = []
        rig.pass(milliseconds: 100)
        rig.feed(.end(reason))
        #expect(rig.outputs.reports == [.summary(id: 7, arguments: nil), .ended(id: 7, reason)])
        #expect(rig.outputs.contains(.disconnect(1)))
    }

    @Test(arguments: 0..<4) func aConversationThatHasNotBegunIsClosedWithoutASummary(step: Int) {
        var rig = Rig(request: SessionRequest(id: 7, instructions: "Wake the owner.", isMuted: true))
        rig.feed(.connect)
        if step > 0 { rig.feed(.session(connection: 1, .opened)) }
        if step > 1 { rig.server("{'type':'session.created','session':{'id':'s'}}") }
        if step > 2 { rig.server("{'type':'session.updated','session':{}}") }
        rig.outputs = []
        rig.feed(.summarize(SummaryTests.request))
        #expect(rig.outputs.reports == SummaryTests.over)
        #expect(rig.outputs.events().isEmpty && rig.outputs.contains(.disconnect(1)))
    }

    @Test func aRequestThatCannotBeSentFailsAtOnce() {
        var (schema, talk, long) = (SummaryTests.request, SummaryTests.request, SummaryTests.request)
        schema.tool.parameters = "[]"
        talk.talk = String(repeating: "x", count: 257)
        long.input = String(repeating: "あ", count: 70_000)
        for request in [schema, talk, long] {
            var rig = Rig()
            rig.connect()
            rig.outputs = []
            rig.feed(.summarize(request))
            #expect(rig.outputs.reports == SummaryTests.over)
            #expect(rig.outputs.events().isEmpty)
        }
    }

    @Test func askingAgainMeanwhileChangesNothing() {
        var rig = ending()
        rig.outputs = []
        rig.pass(milliseconds: 7000)
        #expect(rig.feed(.summarize(SummaryTests.request)).isEmpty)
        #expect(rig.pass(milliseconds: 1000).reports == SummaryTests.over)
    }

    @Test func aRenewalThatIsUnderWayIsGivenUp() {
        var limits = RealtimeLimits()
        limits.renewAfterMilliseconds = 60_000
        var rig = Rig(limits: limits)
        rig.connect()
        rig.created()
        rig.done()
        rig.pass(milliseconds: 60_000)
        #expect(rig.conversation.successor != nil)
        rig.outputs = []
        rig.feed(.summarize(SummaryTests.request))
        #expect(rig.outputs.contains(.disconnect(2)) && !rig.outputs.contains(.disconnect(1)))
        rig.configure(connection: 2)
        rig.pass(milliseconds: SummaryRequest.patienceMilliseconds - 1)
        #expect(rig.outputs.reports.isEmpty && !rig.outputs.contains(.attach(2)))
        #expect(rig.pass(milliseconds: 1).reports == SummaryTests.over)
    }

    @Test func itIsReportedEvenAfterAFloodOfReports() {
        var rig = Rig()
        rig.connect()
        rig.speak()
        rig.done(output: "[{'type':'function_call','call_id':'a','name':'next_up','arguments':'{}'}]")
        // As many reports as are allowed at once: these and six others.
        for number in 0..<47 {
            rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u\(number)'}")
            rig.server("{'type':'input_audio_buffer.speech_stopped','item_id':'u\(number)'}")
        }
        rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        #expect(rig.outputs.reports.filter { if case .turn = $0 { false } else { true } }.count == ReportBudget.burst)
        rig.outputs = []
        rig.feed(.summarize(SummaryTests.request))
        rig.server(SummaryTests.done(SummaryTests.good))
        // The words of the last turn never come.
        rig.pass(milliseconds: SummaryRequest.patienceMilliseconds)
        #expect(
            rig.outputs.reports == [
                .ownerSpeaking(id: 7, false), .summary(id: 7, arguments: "{}"), .ended(id: 7, .closed),
            ])
    }

    /// Inputs in any order: exactly one summary is reported, after it only the end, and nothing is played (GUARD-6).
    @Test(.requirement("GUARD-6")) func anyOrderOfEventsEndsWithOneReport() {
        var random = Seeded(state: 20_261_125)
        let events = [
            SummaryTests.done(SummaryTests.good), SummaryTests.done(""), "{'type':'session.updated','session':{}}",
            "{'type':'response.created','response':{'id':'r'}}", "{'type':'error','error':{'code':'c'}}", "{",
            "{'type':'response.output_audio.delta','response_id':'r','item_id':'i','delta':'AAAA'}",
            "{'type':'response.done','response':{'id':'r','status':'completed','output':[]}}",
            "{'type':'error','error':{'code':'session_expired'}}",
        ]
        for round in 0..<2000 {
            var rig = Rig(kind: round % 2 == 0 ? .webRTC : .webSocket)
            if round % 8 == 0 { rig.feed(.connect) } else { rig.connect() }
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                rig.server(events.randomElement(using: &random) ?? "")
            }
            let isOver = rig.conversation.isOver
            rig.outputs = []
            rig.feed(.summarize(SummaryTests.request))
            for _ in 0..<Int.random(in: 0...10, using: &random) {
                switch Int.random(in: 0..<24, using: &random) {
                case 0: rig.feed(.end(.replaced))
                case 1: rig.feed(.transportFailed(connection: 1, .lost))
                case 2: rig.feed(.session(connection: 1, .oversized(bytes: 2_000_000)))
                case 3: rig.feed(.summarize(SummaryTests.request))
                case 4: rig.feed(.rendering(true))
                case 5: rig.feed(.mute(false))
                case 6: rig.feed(.open)
                case 7...9: rig.pass(milliseconds: Int.random(in: 1...4000, using: &random))
                default: rig.server(events.randomElement(using: &random) ?? "")
                }
            }
            rig.pass(milliseconds: 9000)
            guard !isOver else {
                #expect(rig.outputs.isEmpty)
                continue
            }
            let isSummary = { (report: RealtimeReport) in if case .summary = report { true } else { false } }
            #expect(rig.outputs.reports.filter(isSummary).count == 1)
            let last = rig.outputs.reports.drop { !isSummary($0) }.dropFirst()
            #expect(last == [.ended(id: 7, .closed)] || last == [.ended(id: 7, .replaced)])
            let isPlayed = rig.outputs.contains { if case .play = $0 { true } else { false } }
            #expect(!isPlayed && !rig.outputs.isSending(1) && rig.outputs.contains(.disconnect(1)))
        }
    }
}
