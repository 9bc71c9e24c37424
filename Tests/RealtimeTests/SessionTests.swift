import Bedside
import TestKit
import Testing

@testable import Realtime

@Suite(.requirement("TALK-1")) struct ConnectingTests {
    @Test func configuresBeforeItIsReadyAndSpeaksFirst() {
        var rig = Rig()
        let opening = rig.feed(.connect)
        #expect(opening.reports == [.connecting(id: 7)])
        #expect(rig.feed(.session(connection: 1, .opened)).events().isEmpty)
        let created = rig.server("{'type':'session.created','session':{'id':'s'}}")
        #expect(created.events(of: "session.update").count == 1)
        #expect(created.events().count == 1)
        #expect(!rig.outputs.isSending(1))
        let updated = rig.server("{'type':'session.updated','session':{}}")
        #expect(updated.reports == [.ready(id: 7)])
        #expect(updated.events(of: "response.create").count == 1)
        #expect(updated.isSending(1))
    }

    @Test func warmStartIsMuteUntilBegin() {
        var rig = Rig(request: SessionRequest(id: 7, instructions: "x", isMuted: true))
        rig.connect()
        #expect(rig.outputs.reports.contains(.ready(id: 7)))
        rig.pass(milliseconds: 120_000)
        rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        rig.created("stray")
        #expect(!rig.outputs.isSending(1))
        #expect(rig.outputs.events(of: "response.create").isEmpty)
        #expect(rig.outputs.reports == [.connecting(id: 7), .ready(id: 7)])
        let begun = rig.feed(.open)
        #expect(begun.isSending(1))
        #expect(begun.events(of: "response.create").count == 1)
    }

    @Test func beginBeforeReadyIsRemembered() {
        var rig = Rig(request: SessionRequest(id: 7, instructions: "x", isMuted: true))
        rig.feed(.connect)
        rig.feed(.open)
        #expect(rig.outputs.events().isEmpty)
        rig.configure()
        #expect(rig.outputs.events(of: "response.create").count == 1)
    }

    @Test func eachStepOfConnectingHasItsLimit() {
        var rig = Rig()
        rig.feed(.connect)
        #expect(rig.pass(milliseconds: 31_000).failure == .timedOut(.opened))
        rig = Rig()
        rig.feed(.connect)
        rig.feed(.session(connection: 1, .opened))
        #expect(rig.pass(milliseconds: 3_900).failure == nil)
        #expect(rig.pass(milliseconds: 200).failure == .timedOut(.created))
        rig = Rig()
        rig.feed(.connect)
        rig.feed(.session(connection: 1, .opened))
        rig.server("{'type':'session.created','session':{'id':'s'}}")
        #expect(rig.pass(milliseconds: 4_900).failure == nil)
        #expect(rig.pass(milliseconds: 200).failure == .timedOut(.configured))
    }

    @Test func configuresWithoutThePartThatTheServiceRefuses() {
        var rig = Rig()
        rig.feed(.connect)
        rig.feed(.session(connection: 1, .opened))
        rig.server("{'type':'session.created','session':{'id':'s'}}")
        let second = rig.server(
            "{'type':'error','error':{'type':'invalid_request_error','code':'unknown_parameter','param':'session.reasoning','event_id':'c1_1'}}"
        )
        #expect(second.events(of: "session.update").first?["session"]?["audio"] != nil)
        #expect(second.events(of: "session.update").first?["session"]?["reasoning"] == nil)
        #expect(rig.server("{'type':'session.updated','session':{}}").reports == [.ready(id: 7)])
    }

    @Test func aHandOverWhileItIsConfiguredIsNotLost() {
        var rig = Rig()
        rig.feed(.connect)
        rig.feed(.session(connection: 1, .opened))
        rig.server("{'type':'session.created','session':{'id':'s'}}")
        let update = rig.feed(.update(instructions: "Train.", tools: []))
        let sent = update.events(of: "session.update").first
        #expect(sent?["session"]?["instructions"]?.text == "Train.")
        var refusing = rig
        // The answer waits for the second update, which has the new text.
        let first = rig.server("{'type':'session.updated','session':{}}")
        #expect(first.reports == [.ready(id: 7)])
        #expect(first.events(of: "response.create").isEmpty)
        #expect(rig.server("{'type':'session.updated','session':{}}").events(of: "response.create").count == 1)
        rig.created()
        rig.done()
        #expect(rig.pass(milliseconds: 10_000).events(of: "response.create").isEmpty)

        // A part that the service does not know is refused twice, and left out once.
        func refused(_ event: String) -> String {
            "{'type':'error','error':{'type':'invalid_request_error','code':'unknown_parameter','param':'session.reasoning','event_id':'\(event)'}}"
        }
        let third = refusing.server(refused("c1_1")).events(of: "session.update")
        #expect(third.first?["session"]?["instructions"]?.text == "Train.")
        #expect(third.first?["session"]?["reasoning"] == nil)
        #expect(refusing.server(refused("c1_2")).events().isEmpty)
        let ready = refusing.server("{'type':'session.updated','session':{}}")
        #expect(ready.reports == [.ready(id: 7)])
        #expect(ready.events(of: "response.create").count == 1)
    }

    @Test func aHandOverBeforeBeginDoesNotMakeItSpeak() {
        var rig = Rig(request: SessionRequest(id: 7, instructions: "x", isMuted: true))
        rig.feed(.connect)
        rig.feed(.session(connection: 1, .opened))
        rig.server("{'type':'session.created','session':{'id':'s'}}")
        let update = rig.feed(.update(instructions: "Train.", tools: []))
        #expect(update.events(of: "session.update").first?["session"]?["instructions"]?.text == "Train.")
        rig.server("{'type':'session.updated','session':{}}")
        rig.server("{'type':'session.updated','session':{}}")
        rig.pass(milliseconds: 60_000)
        #expect(rig.outputs.events(of: "response.create").isEmpty)
        #expect(rig.feed(.open).events(of: "response.create").count == 1)
    }

    @Test func aRefusedConfigurationIsAFailure() {
        var rig = Rig()
        rig.feed(.connect)
        rig.feed(.session(connection: 1, .opened))
        rig.server("{'type':'session.created','session':{'id':'s'}}")
        let refused = rig.server(
            "{'type':'error','error':{'type':'invalid_request_error','code':'invalid_value','param':'session.audio.output.voice','event_id':'c1_1'}}"
        )
        #expect(refused.failure == .refused(code: "invalid_value"))
    }

    @Test(arguments: [
        ("session_expired", RealtimeFailure.sessionExpired), ("insufficient_quota", .quota),
        ("invalid_api_key", .credentials),
    ])
    func errorsThatEndItAreDistinguished(code: String, failure: RealtimeFailure) {
        var rig = Rig()
        rig.connect()
        let ended = rig.server("{'type':'error','error':{'type':'invalid_request_error','code':'\(code)'}}")
        #expect(ended.failure == failure)
        #expect(ended.contains(.disconnect(1)))
        #expect(ended.contains(.attach(nil)))
    }

    @Test func malformedEventsAreCountedAndTheSessionGoesOn() {
        var rig = Rig()
        rig.connect()
        rig.server("{'type':")
        rig.feed(.session(connection: 1, .oversized(bytes: 2 << 20)))
        #expect(rig.conversation.counts.malformedEvents == 2)
        #expect(rig.outputs.failure == nil)
        for _ in 0..<60 { rig.server("][") }
        #expect(rig.outputs.failure == .malformed)
    }

    @Test func aFalteringConnectionIsLostAfterItsTimeLimit() {
        var rig = Rig()
        rig.connect()
        rig.created()
        rig.done()
        rig.feed(.session(connection: 1, .faltering(true)))
        rig.pass(milliseconds: 1900)
        rig.feed(.session(connection: 1, .faltering(false)))
        rig.pass(milliseconds: 5000)
        #expect(rig.outputs.failure == nil)
        rig.feed(.session(connection: 1, .faltering(true)))
        #expect(rig.pass(milliseconds: 2100).failure == .lost)
    }

    @Test func aConnectionThatWasUpCountsAsLostWhateverTheTransportReports() {
        var rig = Rig()
        rig.connect()
        #expect(rig.feed(.transportFailed(connection: 1, .network)).failure == .lost)
        rig = Rig()
        rig.feed(.connect)
        #expect(rig.feed(.transportFailed(connection: 1, .nameResolution)).failure == .nameResolution)
    }
}

@Suite(.requirement("TALK-5")) struct ResponseTests {
    private func live() -> Rig {
        var rig = Rig()
        rig.connect()
        rig.outputs = []
        return rig
    }
    private static let busy = busy(answering: "c1_2")
    private static func busy(answering event: String) -> String {
        "{'type':'error','error':{'type':'invalid_request_error','code':'conversation_already_has_active_response','event_id':'\(event)'}}"
    }

    @Test func waitsForTheRunningResponse() {
        var rig = live()
        rig.created()
        rig.feed(.update(instructions: "Train.", tools: []))
        rig.server("{'type':'session.updated','session':{}}")
        #expect(rig.outputs.events(of: "response.create").isEmpty)
        rig.done()
        #expect(rig.outputs.events(of: "response.create").count == 1)
    }

    @Test func aRefusedCreateIsRepeatedAfterTheRunningResponse() {
        var rig = live()
        rig.server(ResponseTests.busy)
        #expect(rig.outputs.events(of: "response.create").isEmpty)
        rig.created("vad")
        rig.done("vad")
        // What the service began by itself answers everything said so far.
        #expect(rig.outputs.events(of: "response.create").isEmpty)

        rig = live()
        rig.server(ResponseTests.busy)
        rig.pass(milliseconds: 4900)
        #expect(rig.outputs.events(of: "response.create").isEmpty)
        rig.pass(milliseconds: 200)
        #expect(rig.outputs.events(of: "response.create").count == 1)
    }

    @Test func anUnansweredCreateMeansASilentService() {
        var rig = live()
        #expect(rig.pass(milliseconds: 7900).failure == nil)
        #expect(rig.pass(milliseconds: 200).failure == .silent)
    }

    @Test func aStalledResponseMeansASilentService() {
        var rig = live()
        rig.created()
        rig.pass(milliseconds: 9000)
        rig.server("{'type':'response.output_audio_transcript.delta','response_id':'r1','item_id':'i','delta':'a'}")
        #expect(rig.pass(milliseconds: 9900).failure == nil)
        #expect(rig.pass(milliseconds: 200).failure == .silent)
    }

    @Test func anOwnerWhomTheServiceDoesNotAnswerIsAnsweredOnRequest() {
        var rig = live()
        rig.created()
        rig.done()
        rig.ownerSays()
        rig.outputs = []
        rig.pass(milliseconds: 3900)
        #expect(rig.outputs.events(of: "response.create").isEmpty)
        rig.pass(milliseconds: 200)
        #expect(rig.outputs.events(of: "response.create").count == 1)
        // The service's own response came at the same time: it is the answer, and the refusal of ours requests no
        // other.
        var crossing = rig
        crossing.created("vad")
        crossing.server(ResponseTests.busy(answering: "c1_3"))
        crossing.done("vad")
        #expect(crossing.pass(milliseconds: 20_000).events(of: "response.create").isEmpty)
        #expect(rig.pass(milliseconds: 8000).failure == .silent)

        // Nothing is requested if it does answer, or if the owner goes on.
        rig = live()
        rig.created()
        rig.done()
        rig.ownerSays()
        rig.pass(milliseconds: 1000)
        rig.created("vad")
        rig.done("vad")
        rig.outputs = []
        #expect(rig.pass(milliseconds: 10_000).events(of: "response.create").isEmpty)
        rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u2','audio_start_ms':1}")
        rig.outputs = []
        #expect(rig.pass(milliseconds: 20_000).events(of: "response.create").isEmpty)
    }

    @Test func aResponseThatIsHeardIsNotStalled() {
        var rig = live()
        rig.speak()
        #expect(rig.pass(milliseconds: 60_000).failure == nil)
        rig.feed(.rendering(false))
        #expect(rig.pass(milliseconds: 9900).failure == nil)
        #expect(rig.pass(milliseconds: 200).failure == .silent)
    }

    @Test func aHarmlessCancelErrorChangesNothing() {
        var rig = live()
        rig.created()
        rig.done()
        let outputs = rig.server(
            "{'type':'error','error':{'type':'invalid_request_error','code':'response_cancel_not_active'}}")
        #expect(outputs.reports.isEmpty && outputs.events().isEmpty)
    }

    @Test func aFailedResponseIsRepeatedTwiceAndThenGivenUp() {
        var rig = live()
        let failed = "{'error':{'type':'server_error','code':'server_error'}}"
        rig.created("r1")
        rig.done("r1", status: "failed", details: failed)
        #expect(rig.pass(milliseconds: 600).events(of: "response.create").count == 1)
        rig.created("r2")
        rig.done("r2", status: "failed", details: failed)
        #expect(rig.pass(milliseconds: 2600).events(of: "response.create").count == 1)
        rig.created("r3")
        rig.done("r3", status: "failed", details: failed)
        #expect(rig.outputs.failure == .provider(status: 0))
    }

    @Test func quotaEndsItAtOnceAndRateLimitsAfterRetries() {
        var rig = live()
        rig.created()
        rig.done(status: "failed", details: "{'error':{'type':'x','code':'insufficient_quota'}}")
        #expect(rig.outputs.failure == .quota)
        rig = live()
        for round in 0..<3 {
            rig.created("r\(round)")
            rig.done("r\(round)", status: "failed", details: "{'error':{'code':'inference_rate_limit_exceeded'}}")
            rig.pass(milliseconds: 3000)
        }
        #expect(rig.outputs.failure == .rateLimited)
    }

    @Test func aFilteredResponseIsRepeatedOnlyIfNothingWasHeard() {
        var rig = live()
        rig.created()
        rig.done(status: "incomplete", details: "{'reason':'content_filter'}")
        #expect(rig.pass(milliseconds: 600).events(of: "response.create").count == 1)
        rig = live()
        rig.speak()
        rig.done(status: "incomplete", details: "{'reason':'content_filter'}")
        #expect(rig.pass(milliseconds: 600).events(of: "response.create").isEmpty)
    }

    @Test func aHandOverIsAnsweredOnlyAfterTheServiceAcceptedIt() {
        var rig = live()
        rig.created()
        rig.done()
        let update = rig.feed(.update(instructions: "Train.", tools: [ToolDefinition(name: "count", description: "")]))
        #expect(update.events(of: "session.update").first?["session"]?["instructions"]?.text == "Train.")
        #expect(update.events(of: "response.create").isEmpty)
        #expect(rig.server("{'type':'session.updated','session':{}}").events(of: "response.create").count == 1)
    }

    /// a talk that is handed over to bedtime waits longer from then on, and one that is handed over from it no more.
    @Test(.requirement("MIND-2")) func aHandOverChangesHowLongItWaitsForTheOwner() {
        var rig = live()
        rig.created()
        rig.done()
        func silence(_ minimum: Int?) -> (sent: Bool, milliseconds: Int?) {
            let update = rig.feed(.update(instructions: "Sleep.", tools: [], minimumSilenceMilliseconds: minimum))
            let audio = update.events(of: "session.update").first?["session"]?["audio"]
            rig.server("{'type':'session.updated','session':{}}")
            return (audio != nil, audio?["input"]?["turn_detection"]?["silence_duration_ms"]?.integer)
        }
        #expect(silence(nil) == (false, nil))
        #expect(silence(2100) == (true, 2100))
        #expect(silence(2100) == (false, nil))
        #expect(silence(nil) == (true, 500))
    }

    @Test(.requirement("MIND-2")) func aTalkAtBedtimeIsConfiguredWithItsPatience() {
        var rig = Rig(request: SessionRequest(id: 7, instructions: "x", minimumSilenceMilliseconds: 2100))
        rig.feed(.connect)
        rig.feed(.session(connection: 1, .opened))
        let sent = rig.server("{'type':'session.created','session':{'id':'s'}}").events(of: "session.update").first
        let detection = sent?["session"]?["audio"]?["input"]?["turn_detection"]
        #expect(detection?["silence_duration_ms"]?.integer == 2100)
    }

    @Test func aRefusedHandOverBecomesASystemMessage() {
        var rig = live()
        rig.created()
        rig.done()
        let update = rig.feed(.update(instructions: "Train.", tools: []))
        let event = update.events(of: "session.update").first?["event_id"]?.text ?? ""
        let fallback = rig.server("{'type':'error','error':{'type':'x','code':'y','event_id':'\(event)'}}")
        #expect(fallback.events(of: "conversation.item.create").first?["item"]?["role"]?.text == "system")
        #expect(fallback.events(of: "response.create").count == 1)
    }

    @Test func leavesTheAnswerToTheServiceWhileTheOwnerSpeaks() {
        var rig = live()
        rig.created()
        rig.done()
        rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        rig.feed(.update(instructions: "Train.", tools: []))
        rig.server("{'type':'session.updated','session':{}}")
        rig.pass(milliseconds: 3000)
        #expect(rig.outputs.events(of: "response.create").isEmpty)
        rig.server("{'type':'input_audio_buffer.speech_stopped','item_id':'u'}")
        #expect(rig.pass(milliseconds: 1400).events(of: "response.create").isEmpty)
        #expect(rig.pass(milliseconds: 200).events(of: "response.create").count == 1)
    }
}

/// `create_response: false`: the service answers nothing by itself.
@Suite(.requirement("TALK-2")) struct ManualAnswerTests {
    @Test(arguments: [
        TurnDetection.serverVAD(createsResponse: false),
        .semanticVAD(createsResponse: false, interruptsResponse: false),
    ])
    func theOwnersWordsAreAnsweredAtOnce(turnDetection: TurnDetection) {
        var rig = Rig(turnDetection: turnDetection)
        rig.connect()
        rig.speak()
        rig.done()
        rig.playedOut()
        rig.pass(milliseconds: 2000)
        rig.outputs = []
        rig.ownerSays()
        #expect(rig.outputs.events(of: "response.create").count == 1)
        rig.created("r2")
        rig.done("r2")
        rig.pass(milliseconds: 5000)
        #expect(rig.outputs.events(of: "response.create").count == 1)
    }
}
