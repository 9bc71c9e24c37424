import Bedside
import TestKit
import Testing

@testable import Realtime

/// An answer that breaks off is distinguished from one that pauses, ends, or is cut.
@Suite(.requirement("TALK-5")) struct VoiceMissingTests {
    private static let story = String(repeating: "and the lantern had a name ", count: 10)

    private func speaking(_ kind: TransportKind = .webRTC, text: String = story) -> Rig {
        var rig = Rig(kind: kind)
        rig.connect()
        rig.speak(text: text)
        rig.pass(milliseconds: 2000)
        rig.outputs = []
        return rig
    }

    @Test(arguments: [TransportKind.webRTC, .webSocket])
    func anAnswerThatBreaksOffIsReportedAfterMoreThanAPause(kind: TransportKind) {
        var rig = speaking(kind)
        rig.feed(.rendering(false))
        #expect(rig.pass(milliseconds: 1199).reports.isEmpty)
        #expect(rig.pass(milliseconds: 1).reports == [.voiceMissing(id: 7, true)])
        #expect(rig.pass(milliseconds: 3000).reports.isEmpty, "the missing voice is reported only once")
        #expect(rig.feed(.rendering(true)).reports == [.voiceMissing(id: 7, false)])
        rig.feed(.rendering(false))
        #expect(
            rig.pass(milliseconds: 1300).reports == [.voiceMissing(id: 7, true)],
            "the next missing voice is reported too")
    }

    @Test func anAnswerIsNotMissingWhileTheServiceSendsMore() {
        var rig = speaking()
        rig.feed(.rendering(false))
        for _ in 1...5 {
            #expect(rig.pass(milliseconds: 1000).reports.isEmpty)
            rig.server(
                "{'type':'response.output_audio_transcript.delta','response_id':'r1','item_id':'i1','delta':'a'}")
        }
        #expect(rig.pass(milliseconds: 1200).reports == [.voiceMissing(id: 7, true)])
    }

    @Test func pausesInSpeechAreNotGaps() {
        var rig = speaking()
        for _ in 1...4 {
            rig.feed(.rendering(false))
            rig.pass(milliseconds: 1100)
            rig.feed(.rendering(true))
            rig.pass(milliseconds: 500)
        }
        #expect(rig.outputs.reports.isEmpty)
    }

    /// A reply may pause on purpose: three guided breaths, each with its silence.
    @Test func aCompleteAnswerMayPauseWhileItsSoundStillComes() {
        var rig = speaking()
        // 60 s, including pauses.
        let usage = "'usage':{'output_token_details':{'audio_tokens':1200}}"
        rig.server("{'type':'response.done','response':{'id':'r1','status':'completed','output':[],\(usage)}}")
        rig.playout.isFed = true
        rig.outputs = []
        for _ in 1...3 {
            rig.feed(.rendering(false))
            rig.pass(milliseconds: 11_500)
            rig.feed(.rendering(true))
            rig.pass(milliseconds: 500)
        }
        #expect(rig.outputs.reports.isEmpty)
        #expect(rig.outputs.events(of: "response.create").isEmpty)
        rig.feed(.rendering(false))
        #expect(rig.pass(milliseconds: 11_999).reports.isEmpty)
        #expect(
            rig.pass(milliseconds: 1).reports.contains(.voiceMissing(id: 7, true)), "12 s without a voice are reported")
    }

    @Test func aPauseInWhichTheSoundStopsComingIsAGap() {
        var rig = speaking()
        rig.done()
        rig.playout.isFed = true
        rig.feed(.rendering(false))
        #expect(rig.pass(milliseconds: 5200).reports.isEmpty)
        rig.playout.isFed = false
        #expect(rig.pass(milliseconds: 499).reports == [.voiceMissing(id: 7, true)])
        // A gap in the network, and no more: the pause goes on.
        rig.playout.isFed = true
        #expect(rig.pass(milliseconds: 500).reports == [.voiceMissing(id: 7, false)])
        #expect(rig.pass(milliseconds: 3000).reports.isEmpty)
    }

    /// The last breath before the good night comes at the end of the announced length.
    @Test func aServiceThatReportsTheEndIsWaitedForInThePauseBeforeIt() {
        var rig = speaking()
        rig.done()
        rig.server("{'type':'output_audio_buffer.stopped','response_id':'r1'}")
        rig.feed(.rendering(false))
        rig.speak("r2", item: "i2", text: "Good night")
        rig.pass(milliseconds: 5000)
        rig.server("{'type':'response.done','response':{'id':'r2','status':'completed','output':[]}}")
        rig.playout.isFed = true
        rig.outputs = []
        rig.feed(.rendering(false))
        #expect(rig.pass(milliseconds: 8000).reports.isEmpty)
        rig.server("{'type':'output_audio_buffer.stopped','response_id':'r2'}")
        #expect(rig.outputs.reports == [.speaking(id: 7, false)])
    }

    @Test func anAnswerThatIsSilentForTooLongIsReportedBeforeItIsGivenUp() {
        var rig = speaking()
        rig.done()
        rig.playout.isFed = true
        rig.feed(.rendering(false))
        rig.pass(milliseconds: 300)
        rig.outputs = []
        rig.server("{'type':'rate_limits.updated','rate_limits':[]}")
        let reports = rig.pass(milliseconds: 12_000).reports
        #expect(reports.contains(.voiceMissing(id: 7, true)))
        #expect(rig.outputs.events(of: "response.create").count == 1)
    }

    @Test func silenceSentWhileAnAnswerIsGeneratedIsNotAPause() {
        var rig = speaking()
        rig.playout.isFed = true
        rig.feed(.rendering(false))
        #expect(rig.pass(milliseconds: 1200).reports == [.voiceMissing(id: 7, true)])
    }

    @Test func aPauseInSoundThatIsHereIsPlayedOverWebSocket() {
        var rig = speaking(.webSocket)
        // 10 s of it, in one piece.
        let sound = String(repeating: "A", count: 10_000 * 64)
        rig.server(
            "{'type':'response.output_audio.delta','response_id':'r1','item_id':'i1','content_index':0,'delta':'\(sound)'}"
        )
        rig.done()
        rig.playout = Playout(pendingMilliseconds: 9000)
        rig.feed(.rendering(false))
        #expect(rig.pass(milliseconds: 4000).reports.isEmpty)
        rig.feed(.rendering(true))
        rig.playout = Playout()
        #expect(rig.feed(.rendering(false)).reports == [.speaking(id: 7, false)])
    }

    @Test func whatWasStreamedToItsEndIsNotMissed() {
        var rig = speaking()
        rig.server("{'type':'output_audio_buffer.stopped','response_id':'r1'}")
        rig.feed(.rendering(false))
        #expect(
            rig.pass(milliseconds: 5000).reports.isEmpty,
            "a voice that was streamed to its end is not reported as missing")
    }

    @Test func theEndIsNotAGapIfTheServiceNeverReportsIt() {
        // 15 letters a second: this one has been said completely.
        var rig = speaking(text: "Good morning to you all, my dear")
        rig.done()
        rig.feed(.rendering(false))
        #expect(rig.pass(milliseconds: 4000).reports == [.speaking(id: 7, false)])
    }

    @Test func aCompleteAnswerThatWasHalfHeardIsRequestedAgain() {
        var rig = speaking()
        // Generated faster than it is streamed.
        rig.done()
        rig.feed(.rendering(false))
        #expect(rig.pass(milliseconds: 1200).reports == [.voiceMissing(id: 7, true)])
        let after = rig.pass(milliseconds: 2000)
        #expect(after.reports == [.speaking(id: 7, false)])
        #expect(after.events(of: "response.create").count == 1)
        #expect(rig.pass(milliseconds: 8100).failure == .silent, "the conversation fails, because no voice is heard")
    }

    @Test func theReportedLengthCountsMoreThanTheTextsLength() {
        func reports(tokens: Int) -> [RealtimeReport] {
            var rig = speaking()
            let usage = "'usage':{'output_token_details':{'audio_tokens':\(tokens)}}"
            rig.server("{'type':'response.done','response':{'id':'r1','status':'completed','output':[],\(usage)}}")
            rig.feed(.rendering(false))
            return rig.pass(milliseconds: 1300).reports
        }
        // 2 s were heard: 50 tokens are 2.5 s, 44 are 2.2 s.
        #expect(reports(tokens: 50) == [.voiceMissing(id: 7, true)])
        #expect(reports(tokens: 44).isEmpty)
    }

    @Test func theOwnersWordsEndTheGap() {
        var rig = speaking()
        rig.feed(.rendering(false))
        rig.pass(milliseconds: 1300)
        rig.outputs = []
        rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        #expect(
            rig.outputs.reports.filter {
                if case .turn = $0 { false } else { true }
            } == [.ownerSpeaking(id: 7, true), .speaking(id: 7, false), .voiceMissing(id: 7, false)])
        #expect(rig.pass(milliseconds: 5000).reports.isEmpty)
    }

    @Test func nothingIsMissingBeforeTheFirstSampleOrOnAWarmCall() {
        var rig = Rig()
        rig.connect()
        rig.created()
        rig.outputs = []
        #expect(rig.pass(milliseconds: 5000).reports.isEmpty)
        var warm = Rig(request: SessionRequest(id: 7, instructions: "x", isMuted: true))
        warm.connect()
        warm.outputs = []
        #expect(warm.pass(milliseconds: 60_000).reports.isEmpty)
    }
}
