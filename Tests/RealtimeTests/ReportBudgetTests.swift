import Bedside
import TestKit
import Testing

@testable import Realtime

/// What a service that never stops may do to its listener (GUARD-6).
@Suite(.requirement("GUARD-6")) struct ReportBudgetTests {
    private func flood(_ rig: inout Rig, responses: Range<Int>, milliseconds: Int) {
        for number in responses {
            rig.created("r\(number)")
            let calls = (0..<8).map { call in
                "{'type':'function_call','call_id':'c\(number)_\(call)','name':'set_volume','arguments':'{}'}"
            }
            rig.done("r\(number)", output: "[\(calls.joined(separator: ","))]")
            if milliseconds > 0 { rig.pass(milliseconds: milliseconds) }
        }
    }

    private func calls(_ rig: Rig) -> Int {
        rig.outputs.reports.count {
            if case .toolCall = $0 { true } else { false }
        }
    }

    @Test func aFloodOfToolCallsEndsTheConversation() {
        var rig = Rig()
        rig.connect()
        flood(&rig, responses: 0..<1000, milliseconds: 0)
        #expect(calls(rig) <= ReportBudget.burst)
        #expect(rig.outputs.reports.last == .failed(id: 7, .malformed))
        #expect(rig.outputs.contains(.disconnect(1)))
        #expect(rig.conversation.isOver)
    }

    @Test func aFloodOfBeginningsAndEndsOfSpeechEndsIt() {
        var rig = Rig()
        rig.connect()
        for _ in 0..<1000 { rig.ownerSays(milliseconds: 0) }
        #expect(rig.outputs.reports.count <= ReportBudget.burst + 2)
        #expect(rig.outputs.reports.last == .failed(id: 7, .malformed))
    }

    @Test func aFloodOfWordsEndsIt() {
        var rig = Rig()
        rig.connect()
        for number in 0..<1000 {
            rig.server(
                "{'type':'conversation.item.input_audio_transcription.completed','item_id':'u\(number)',"
                    + "'transcript':'word'}")
        }
        #expect(rig.outputs.reports.count <= ReportBudget.burst + 2)
        #expect(rig.outputs.reports.last == .failed(id: 7, .malformed))
    }

    /// A tool call every two seconds for as long as a conversation may last.
    @Test func aTalkativeCompanionIsNotAFlood() {
        var budget = ReportBudget()
        var now = BootTime(nanoseconds: 0)
        let reports: [RealtimeReport] = [
            .speaking(id: 7, true), .speaking(id: 7, false), .ownerSpeaking(id: 7, true), .ownerSpeaking(id: 7, false),
            .turn(id: 7, Turn(number: 1, speaker: .owner, text: "word")),
            .turn(id: 7, Turn(number: 2, speaker: .companion, text: "word")),
        ]
        for step in 0..<1800 {
            now = now + .seconds(1)
            let call = RealtimeReport.toolCall(id: 7, callID: "\(step)", name: "next_up", arguments: "{}")
            for report in reports + (step % 5 == 0 ? [call] : []) {
                let isAllowed = budget.allows(.report(report), at: now)
                #expect(isAllowed)
            }
        }
    }

    @Test func tooManyCallsEndTheConversation() {
        var rig = Rig()
        rig.connect()
        flood(&rig, responses: 0..<100, milliseconds: 5000)
        #expect(calls(rig) == ReportBudget.maximumCalls)
        #expect(rig.outputs.reports.last == .failed(id: 7, .malformed))
    }
}
