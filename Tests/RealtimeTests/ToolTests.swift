import Bedside
import TestKit
import Testing

@testable import Realtime

@Suite(.requirement("TALK-9")) struct ToolTests {
    private func called(_ calls: String) -> Rig {
        var rig = Rig()
        rig.connect()
        rig.created()
        rig.outputs = []
        rig.done(output: "[\(calls)]")
        return rig
    }
    private static func call(_ id: String, _ name: String, _ arguments: String = "{}") -> String {
        "{'type':'function_call','call_id':'\(id)','name':'\(name)','arguments':'\(arguments)'}"
    }

    @Test func answersOnceAfterAllOutputsOfABatch() {
        var rig = called(ToolTests.call("a", "next_up") + "," + ToolTests.call("b", "next_up"))
        #expect(
            rig.outputs.reports == [
                .toolCall(id: 7, callID: "a", name: "next_up", arguments: "{}"),
                .toolCall(id: 7, callID: "b", name: "next_up", arguments: "{}"),
            ])
        let first = rig.feed(.answer(call: "b", output: "1"))
        #expect(first.events(of: "conversation.item.create").first?["item"]?["output"]?.text == "1")
        #expect(first.events(of: "response.create").isEmpty)
        #expect(rig.feed(.answer(call: "a", output: "2")).events(of: "response.create").count == 1)
        #expect(rig.feed(.answer(call: "a", output: "again")).isEmpty)
    }

    @Test func aToolThatTheOwnerAskedForIsConfirmedAtOnce() {
        var rig = Rig()
        rig.connect()
        rig.ownerSays()
        rig.created("r2")
        rig.done("r2", output: "[\(ToolTests.call("a", "next_up"))]")
        #expect(rig.feed(.answer(call: "a", output: "1")).events(of: "response.create").count == 1)
    }

    private func calledBeforeTheWords() -> Rig {
        var rig = Rig()
        rig.connect()
        rig.ownerSays()
        rig.created("r2")
        rig.outputs = []
        rig.done("r2", output: "[\(ToolTests.call("a", "remember")),\(ToolTests.call("b", "next_up"))]")
        return rig
    }

    /// The service writes down what the owner said apart from its model, which may call before that.
    @Test(.requirement("MIND-3")) func aToolThatNeedsTheOwnersWordsWaitsForThem() {
        var rig = calledBeforeTheWords()
        #expect(rig.outputs.reports.isEmpty)
        rig.server(
            "{'type':'conversation.item.input_audio_transcription.completed','item_id':'u1','transcript':'word'}")
        #expect(
            rig.outputs.reports == [
                .turn(id: 7, Turn(number: 1, speaker: .owner, text: "word")),
                .toolCall(id: 7, callID: "a", name: "remember", arguments: "{}"),
                .toolCall(id: 7, callID: "b", name: "next_up", arguments: "{}"),
            ])
        rig.outputs = []
        rig.feed(.answer(call: "a", output: "1"))
        #expect(rig.feed(.answer(call: "b", output: "2")).events(of: "response.create").count == 1)
        rig.pass(milliseconds: 3000)
        #expect(rig.outputs.reports.isEmpty)
    }

    /// A plan in two sentences is written down in two parts, and not always the first one first.
    @Test(.requirement("MIND-3")) func aToolWaitsForEverythingThatTheOwnerSaid() {
        var rig = Rig()
        rig.connect()
        rig.ownerSays()
        rig.ownerSays(milliseconds: 500, item: "u2")
        rig.created("r2")
        rig.done("r2", output: "[\(ToolTests.call("a", "remember"))]")
        rig.outputs = []
        func write(_ words: String, item: String) -> [RealtimeReport] {
            rig.server(
                "{'type':'conversation.item.input_audio_transcription.completed','item_id':'\(item)',"
                    + "'transcript':'\(words)'}"
            ).reports
        }
        #expect(write("second", item: "u2") == [.turn(id: 7, Turn(number: 2, speaker: .owner, text: "second"))])
        #expect(
            write("first", item: "u1") == [
                .turn(id: 7, Turn(number: 1, speaker: .owner, text: "first")),
                .toolCall(id: 7, callID: "a", name: "remember", arguments: "{}"),
            ])
    }

    @Test(.requirement("MIND-3")) func wordsThatNeverComeHoldAToolForTwoSeconds() {
        var rig = calledBeforeTheWords()
        rig.pass(milliseconds: 1999)
        #expect(rig.outputs.reports.isEmpty)
        rig.pass(milliseconds: 1)
        #expect(rig.outputs.reports.count == 2)
    }

    @Test func silentToolsGetTheirOutputAndNoAnswer() {
        var rig = called(ToolTests.call("a", "set_volume"))
        let outputs = rig.feed(.answer(call: "a", output: "{}", isSilent: true))
        #expect(outputs.events(of: "conversation.item.create").count == 1)
        rig.pass(milliseconds: 5000)
        #expect(rig.outputs.events(of: "response.create").isEmpty)
    }

    @Test func aRefusalOfASilentToolIsReported() {
        var rig = called(ToolTests.call("a", "set_volume"))
        let outputs = rig.feed(.answer(call: "a", output: "{}", isSilent: false))
        #expect(outputs.events(of: "conversation.item.create").count == 1)
        #expect(outputs.events(of: "response.create").count == 1)
    }

    @Test func waitForUserNeverReachesTheAppliance() {
        let rig = called(ToolTests.call("a", "wait_for_user"))
        #expect(rig.outputs.reports.isEmpty)
        #expect(rig.outputs.events(of: "conversation.item.create").count == 1)
        #expect(rig.outputs.events(of: "response.create").isEmpty)
    }

    @Test func unknownToolsAndBrokenArgumentsAreAnsweredWithAnError() {
        for call in [
            ToolTests.call("a", "format_disk"), ToolTests.call("a", "next_up", "{"),
            ToolTests.call("a", "next_up", "[]"),
        ] {
            let rig = called(call)
            #expect(rig.outputs.reports.isEmpty)
            let output = rig.outputs.events(of: "conversation.item.create").first?["item"]?["output"]?.text
            #expect(output?.contains("error") == true)
            #expect(rig.outputs.events(of: "response.create").count == 1)
        }
    }

    @Test func callsOfUnfinishedResponsesAreNotExecuted() {
        var rig = Rig()
        rig.connect()
        rig.created()
        rig.outputs = []
        rig.done(
            status: "cancelled", output: "[\(ToolTests.call("a", "next_up"))]", details: "{'reason':'turn_detected'}")
        #expect(rig.outputs.reports.isEmpty)
    }

    @Test func anOutputThatNeverComesIsReplacedByAnError() {
        var rig = called(ToolTests.call("a", "next_up"))
        #expect(rig.pass(milliseconds: 14_900).events().isEmpty)
        let late = rig.pass(milliseconds: 200)
        #expect(late.events(of: "conversation.item.create").count == 1)
        #expect(late.events(of: "response.create").count == 1)
    }

    @Test func endlessToolCallsAreStopped() {
        var rig = Rig()
        rig.connect()
        var creates = 0
        for round in 0..<30 {
            rig.created("r\(round)")
            rig.outputs = []
            rig.done("r\(round)", output: "[\(ToolTests.call("c\(round)", "nonsense"))]")
            creates += rig.outputs.events(of: "response.create").count
        }
        #expect(creates == SessionRule.maximumToolRounds)
    }

    @Test func aRepeatedCallIsExecutedOnce() {
        var rig = called(ToolTests.call("a", "next_up"))
        rig.feed(.answer(call: "a", output: "{}"))
        rig.created("r2")
        rig.outputs = []
        rig.done("r2", output: "[\(ToolTests.call("a", "next_up"))]")
        #expect(rig.outputs.reports.isEmpty)
    }
}
