import Bedside
import TestKit
import Testing

@testable import Realtime

/// The owner's last words of a talk, on virtual time: the safety detector reads them (SAFE-2).
@Suite(.requirement("SAFE-2")) struct LastWordsTests {
    private static let over = RealtimeReport.ended(id: 7, .closed)

    /// A conversation that is live; `outputs` begins after that.
    private static func live(kind: TransportKind = .webRTC, speaking: Bool = true) -> Rig {
        var rig = Rig(kind: kind)
        rig.connect()
        rig.created()
        rig.done()
        if speaking { rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u1'}") }
        rig.outputs = []
        return rig
    }

    private static func writes(_ words: String, _ rig: inout Rig, item: String = "u1") {
        rig.server(
            "{'type':'conversation.item.input_audio_transcription.completed','item_id':'\(item)','transcript':'\(words)'}"
        )
    }

    private static func words(_ rig: Rig) -> [String] {
        rig.outputs.reports.compactMap { if case .turn(_, let turn) = $0 { turn.text } else { nil } }
    }

    @Test(arguments: [TransportKind.webRTC, .webSocket]) func wordsThatAreWrittenDownLateAreReported(
        kind: TransportKind
    ) {
        var rig = Self.live(kind: kind)
        rig.server("{'type':'input_audio_buffer.speech_stopped','item_id':'u1'}")
        rig.outputs = []
        rig.feed(.awaitLastWords)
        // Nobody is heard any more from that moment.
        #expect(rig.outputs.contains(.attach(nil)) && rig.outputs.contains(.setSending(1, false)))
        #expect(rig.outputs.contains(.cut(1)) && !rig.outputs.reports.contains(Self.over))
        rig.outputs = []
        rig.created("r2")
        #expect(rig.outputs.events().compactMap { $0["type"]?.text } == ["response.cancel"])
        rig.pass(milliseconds: 1500)
        Self.writes("I want to die", &rig)
        #expect(Self.words(rig) == ["I want to die"])
        #expect(rig.outputs.reports.last == Self.over && rig.outputs.contains(.disconnect(1)))
        #expect(!rig.outputs.reports.contains { if case .summary = $0 { true } else { false } })
    }

    /// Stop in the middle of a sentence: no more sound follows by which the service would find its end.
    @Test func aSentenceThatStopCutOffIsWrittenDownToo() {
        var rig = Self.live()
        rig.feed(.awaitLastWords)
        // The service obeys a commit only without its own detection of turns.
        let events = rig.outputs.events()
        #expect(events.compactMap { $0["type"]?.text } == ["session.update", "input_audio_buffer.commit"])
        let input = events.first?["session"]?["audio"]?["input"]
        #expect(input?["turn_detection"] == .some(.null))
        rig.server("{'type':'input_audio_buffer.committed','item_id':'u1'}")
        #expect(!rig.outputs.reports.contains(Self.over))
        Self.writes("I want to", &rig)
        #expect(Self.words(rig) == ["I want to"] && rig.outputs.reports.last == Self.over)
    }

    /// What was said first takes longest to write down: each is a recognition of its own.
    @Test func wordsBeforeTheLastOnesAreAwaitedToo() {
        var rig = Self.live()
        rig.server("{'type':'input_audio_buffer.speech_stopped','item_id':'u1'}")
        rig.ownerSays(item: "u2")
        rig.feed(.awaitLastWords)
        rig.outputs = []
        Self.writes("", &rig, item: "u2")
        #expect(!rig.outputs.reports.contains(Self.over))
        Self.writes("I want to die", &rig)
        #expect(Self.words(rig) == ["I want to die"] && rig.outputs.reports.last == Self.over)
    }

    @Test func wordsThatCannotBeWrittenDownAreNotAwaited() {
        var rig = Self.live()
        rig.server("{'type':'input_audio_buffer.speech_stopped','item_id':'u1'}")
        rig.feed(.awaitLastWords)
        rig.server("{'type':'conversation.item.input_audio_transcription.failed','item_id':'u1','error':{}}")
        #expect(Self.words(rig).isEmpty && rig.outputs.reports.last == Self.over)
    }

    /// A companion's tool no longer waits for them, but the safety detector does.
    @Test func wordsThatAToolGaveUpAreAwaitedAfterStop() {
        var rig = Self.live()
        rig.server("{'type':'input_audio_buffer.speech_stopped','item_id':'u1'}")
        rig.created("r2")
        rig.done("r2", output: "[{'type':'function_call','call_id':'a','name':'remember','arguments':'{}'}]")
        rig.pass(milliseconds: 2500)
        rig.outputs = []
        rig.feed(.awaitLastWords)
        #expect(!rig.outputs.reports.contains(Self.over))
        Self.writes("I want to die", &rig)
        #expect(Self.words(rig) == ["I want to die"] && rig.outputs.reports.last == Self.over)
    }

    @Test func nothingIsAwaitedWhereNothingIsUnwritten() {
        var silent = Self.live(speaking: false)
        silent.feed(.awaitLastWords)
        #expect(silent.outputs.reports.last == Self.over)
        var written = Self.live()
        written.server("{'type':'input_audio_buffer.speech_stopped','item_id':'u1'}")
        Self.writes("Good night", &written)
        written.feed(.awaitLastWords)
        #expect(written.outputs.reports.last == Self.over)
        // Nor from a service that writes nothing down, or of a conversation that has not begun.
        var early = Rig()
        early.feed(.connect)
        early.feed(.awaitLastWords)
        #expect(early.outputs.reports.last == Self.over)
    }

    @Test func theWaitHasABound() throws {
        var rig = Self.live()
        rig.feed(.awaitLastWords)
        #expect(!rig.pass(milliseconds: SummaryRequest.patienceMilliseconds - 1).reports.contains(Self.over))
        #expect(rig.pass(milliseconds: 1).reports == [Self.over])
        // Where there was nothing to write down, it is over at once.
        var empty = Self.live()
        empty.feed(.awaitLastWords)
        let event = try #require(empty.outputs.events().last?["event_id"]?.text)
        empty.server("{'type':'error','error':{'code':'input_audio_buffer_commit_empty','event_id':'\(event)'}}")
        #expect(empty.outputs.reports.last == Self.over)
    }

    @Test func aLostConnectionOrACloseEndsTheWait() {
        var lost = Self.live()
        lost.feed(.awaitLastWords)
        lost.feed(.transportFailed(connection: 1, .network))
        #expect(lost.outputs.reports.last == Self.over)
        var closed = Self.live()
        closed.feed(.awaitLastWords)
        closed.feed(.end(.closed))
        #expect(closed.outputs.reports.filter { $0 == Self.over }.count == 1)
        // A flood does not keep it open, and answers are cancelled within a bound.
        var flood = Self.live()
        flood.feed(.awaitLastWords)
        for number in 2..<100 { flood.created("r\(number)") }
        let cancels = flood.outputs.events().filter { $0["type"]?.text == "response.cancel" }
        #expect(cancels.count == SummaryState.maximumCancels)
    }

    // MARK: Beside a summary

    private static func summaries(_ rig: Rig) -> [RealtimeReport] {
        rig.outputs.reports.filter { if case .summary = $0 { true } else { false } }
    }

    /// The summary takes less time than the words of a sentence that Stop has cut off.
    @Test(.requirement("MIND-3"), arguments: [TransportKind.webRTC, .webSocket]) func aSummaryWaitsForThem(
        kind: TransportKind
    ) {
        var rig = Self.live(kind: kind)
        rig.feed(.summarize(SummaryTests.request))
        let events = rig.outputs.events().compactMap { $0["type"]?.text }
        #expect(events == ["session.update", "input_audio_buffer.commit", "response.create"])
        rig.pass(milliseconds: 500)
        rig.server(SummaryTests.done(SummaryTests.good))
        rig.server("{'type':'input_audio_buffer.committed','item_id':'u1'}")
        // Nothing else takes its place meanwhile.
        rig.server(SummaryTests.done(""))
        rig.server("{'type':'error','error':{'code':'invalid_value','param':'response.input','event_id':'other'}}")
        #expect(Self.summaries(rig).isEmpty && !rig.outputs.reports.contains(Self.over))
        rig.pass(milliseconds: 1500)
        rig.outputs = []
        Self.writes("I just want to die", &rig)
        #expect(Self.words(rig) == ["I just want to die"])
        #expect(rig.outputs.reports.suffix(2) == [.summary(id: 7, arguments: "{}"), Self.over])
        #expect(rig.outputs.contains(.disconnect(1)))
    }

    /// The same if the sentence was finished, and if there is no summary.
    @Test(.requirement("MIND-3"), arguments: [true, false]) func wordsThatComeAfterTheSummaryAreReported(isKept: Bool) {
        var rig = Self.live()
        rig.server("{'type':'input_audio_buffer.speech_stopped','item_id':'u1'}")
        rig.outputs = []
        rig.feed(.summarize(SummaryTests.request))
        #expect(rig.outputs.events().compactMap { $0["type"]?.text } == ["response.create"])
        rig.server(SummaryTests.done(isKept ? SummaryTests.good : ""))
        #expect(Self.summaries(rig).isEmpty && !rig.outputs.reports.contains(Self.over))
        Self.writes("I want to die", &rig)
        #expect(Self.words(rig) == ["I want to die"])
        #expect(Self.summaries(rig) == [.summary(id: 7, arguments: isKept ? "{}" : nil)])
        #expect(rig.outputs.reports.last == Self.over)
    }

    @Test(.requirement("MIND-3")) func theWaitBesideASummaryHasTheSameBound() throws {
        var rig = Self.live()
        rig.feed(.summarize(SummaryTests.request))
        rig.server(SummaryTests.done(SummaryTests.good))
        #expect(!rig.pass(milliseconds: SummaryRequest.patienceMilliseconds - 1).reports.contains(Self.over))
        let last = rig.pass(milliseconds: 1).reports
        #expect(last == [.summary(id: 7, arguments: "{}"), Self.over])
        // With nothing to write down, it ends with the summary.
        var empty = Self.live()
        empty.feed(.summarize(SummaryTests.request))
        let commits = empty.outputs.events().filter { $0["type"]?.text == "input_audio_buffer.commit" }
        let event = try #require(commits.first?["event_id"]?.text)
        empty.server("{'type':'error','error':{'code':'input_audio_buffer_commit_empty','event_id':'\(event)'}}")
        #expect(Self.summaries(empty).isEmpty)
        empty.server(SummaryTests.done(SummaryTests.good))
        #expect(empty.outputs.reports.suffix(2) == [.summary(id: 7, arguments: "{}"), Self.over])
    }
}
