import Bedside
import TestKit
import Testing

@testable import Realtime

@Suite(.requirement("TALK-1")) struct VoiceTests {
    private func live(_ kind: TransportKind = .webRTC, turnDetection: TurnDetection = .serverVAD()) -> Rig {
        var rig = Rig(kind: kind, turnDetection: turnDetection)
        rig.connect()
        rig.outputs = []
        return rig
    }

    @Test func speakingIsWhatIsHeardNotWhatIsGenerated() {
        var rig = live()
        rig.created()
        rig.server("{'type':'output_audio_buffer.started','response_id':'r1'}")
        #expect(rig.outputs.reports.isEmpty)
        rig.pass(milliseconds: 60)
        #expect(rig.feed(.rendering(true)).reports == [.speaking(id: 7, true)])
        rig.done()
        rig.pass(milliseconds: 2000)
        // A pause inside the speech.
        rig.feed(.rendering(false))
        rig.pass(milliseconds: 800)
        rig.feed(.rendering(true))
        rig.server("{'type':'output_audio_buffer.stopped','response_id':'r1'}")
        #expect(rig.outputs.reports == [.speaking(id: 7, true)])
        #expect(rig.feed(.rendering(false)).reports == [.speaking(id: 7, false)])
    }

    @Test("TALK-1: the first sound of a line is the companion's, and its event may come late")
    func firstSoundBeforeItsEvents() {
        var rig = live()
        #expect(rig.feed(.rendering(true)).reports == [.speaking(id: 7, true)])
        rig.created()
        rig.server("{'type':'output_audio_buffer.started','response_id':'r1'}")
        rig.done()
        #expect(rig.outputs.reports == [.speaking(id: 7, true)])
        rig.outputs = []
        rig.playedOut()
        #expect(rig.outputs.reports == [.speaking(id: 7, false)])
        // Sound without any event.
        rig = live()
        rig.feed(.rendering(true))
        #expect(rig.feed(.rendering(false)).reports == [.speaking(id: 7, false)])
    }

    @Test func laterSoundBeforeItsEventsCountsOnceTheyCome() {
        var rig = live()
        rig.speak()
        rig.done()
        rig.playedOut()
        rig.outputs = []
        #expect(rig.feed(.rendering(true)).reports.isEmpty)
        rig.created("r2")
        #expect(rig.outputs.reports == [.speaking(id: 7, true)])
    }

    @Test("Before the conversation is live, or where sound says whose it is, sound alone says nothing")
    func soundThatBelongsToNoResponse() {
        var standby = Rig(request: SessionRequest(id: 7, instructions: "", isMuted: true))
        standby.connect()
        standby.outputs = []
        #expect(standby.feed(.rendering(true)).reports.isEmpty)
        var rig = live(.webSocket)
        #expect(rig.feed(.rendering(true)).reports.isEmpty)
    }

    @Test func playsOutIfTheServiceNeverReportsThatItStopped() {
        var rig = live()
        rig.speak()
        rig.pass(milliseconds: 1500)
        rig.outputs = []
        rig.done()
        rig.feed(.rendering(false))
        #expect(rig.pass(milliseconds: 2900).reports.isEmpty)
        #expect(rig.pass(milliseconds: 200).reports == [.speaking(id: 7, false)])
        // Nor that it started.
        rig.created("r2")
        rig.server("{'type':'response.output_audio_transcript.delta','response_id':'r2','item_id':'i2','delta':'a'}")
        rig.feed(.rendering(true))
        rig.done("r2")
        rig.outputs = []
        rig.feed(.rendering(false))
        #expect(rig.pass(milliseconds: 600).reports == [.speaking(id: 7, false)])
    }

    @Test(arguments: [TransportKind.webRTC, .webSocket])
    func anAnswerThatWasOvertakenEndsToo(kind: TransportKind) {
        var rig = live(kind)
        rig.speak("r1")
        rig.created("r2")
        rig.done("r1")
        rig.done("r2")
        rig.feed(.rendering(false))
        rig.pass(milliseconds: 5000)
        #expect(rig.outputs.reports.contains(.speaking(id: 7, false)))
    }

    @Test(.requirement("TALK-2")) func bargeInCutsAtOnceAndThrowsLateSoundAway() {
        var rig = live()
        rig.speak()
        rig.pass(milliseconds: 1000)
        let started = rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        #expect(started.contains(.cut(1)))
        #expect(started.contains(.setGate(isShut: true)))
        #expect(started.reports.contains(.speaking(id: 7, false)))
        #expect(started.reports.contains(.ownerSpeaking(id: 7, true)))
        // The service cancels and truncates by itself.
        #expect(started.events().isEmpty)
        #expect(rig.feed(.rendering(true)).reports.isEmpty)
        let cleared = rig.server("{'type':'output_audio_buffer.cleared','response_id':'r1'}")
        #expect(cleared.contains(.cut(1)) && cleared.contains(.setGate(isShut: false)))
        #expect(rig.conversation.counts.interruptions == 1)
    }

    @Test func theGateOpensByItselfAndForTheNextAnswer() {
        var rig = live()
        rig.speak()
        rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        #expect(rig.pass(milliseconds: 1400).contains(.setGate(isShut: false)) == false)
        #expect(rig.pass(milliseconds: 200).contains(.setGate(isShut: false)))
        rig = live()
        rig.speak()
        rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        rig.done(status: "cancelled", details: "{'reason':'turn_detected'}")
        rig.outputs = []
        rig.created("r2")
        #expect(rig.outputs.contains(.setGate(isShut: false)))
    }

    @Test(.requirement("TALK-2")) func cancelsAndClearsIfTheServiceDoesNotInterrupt() {
        var rig = live(turnDetection: .serverVAD(interruptsResponse: false))
        rig.speak()
        let started = rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        #expect(started.events(of: "response.cancel").first?["response_id"]?.text == "r1")
        #expect(started.events(of: "output_audio_buffer.clear").count == 1)
    }

    @Test func keepsOnlyWhatWasHeardOfAnInterruptedTurn() {
        var rig = live()
        // 23 letters, 1.5 s by estimate.
        rig.speak(text: "Good morning to you all")
        rig.pass(milliseconds: 800)
        let started = rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        #expect(started.turns.map(\.text) == ["Good morning"])
        #expect(started.turns.first?.isInterrupted == true)
        // The service knows better, and reports it later.
        rig.server("{'type':'conversation.item.truncated','item_id':'i1','content_index':0,'audio_end_ms':300}")
        #expect(rig.conversation.history.map(\.text) == ["Good"])
    }

    @Test func aTurnThatWasStreamedToItsEndIsNotCut() {
        var rig = live()
        rig.speak()
        rig.done()
        rig.server("{'type':'output_audio_buffer.stopped','response_id':'r1'}")
        rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        #expect(rig.conversation.history == [Turn(number: 1, speaker: .companion, text: "Good morning to you all")])
    }

    /// A line on which the service has sent all of an answer, "Get up", and nothing of it was played yet.
    private func streamedBeforeItIsHeard() -> Rig {
        var rig = live()
        rig.created()
        rig.server("{'type':'output_audio_buffer.started','response_id':'r1'}")
        rig.server(
            "{'type':'response.output_audio_transcript.delta','response_id':'r1','item_id':'i1','delta':'Get up'}")
        rig.done()
        rig.server("{'type':'output_audio_buffer.stopped','response_id':'r1'}")
        return rig
    }

    @Test func aTurnOfWhichNothingWasHeardIsNotKept() {
        var rig = streamedBeforeItIsHeard()
        rig.pass(milliseconds: 1500)
        #expect(rig.conversation.history.isEmpty)
        // An answer that was heard stays, though it was quiet when its end was reported.
        rig.speak("r2", item: "i2", text: "Up you get")
        rig.done("r2")
        rig.feed(.rendering(false))
        rig.server("{'type':'output_audio_buffer.stopped','response_id':'r2'}")
        #expect(rig.conversation.history.map(\.text) == ["Up you get"])
    }

    @Test("A short answer that is heard only after the service has sent all of it is a voice")
    func aShortAnswerThatIsHeardLate() {
        var rig = streamedBeforeItIsHeard()
        #expect(rig.pass(milliseconds: 1400).reports.isEmpty)
        #expect(rig.feed(.rendering(true)).reports == [.speaking(id: 7, true)])
        rig.pass(milliseconds: 500)
        #expect(rig.feed(.rendering(false)).reports == [.speaking(id: 7, false)])
        #expect(rig.conversation.history.map(\.text) == ["Get up"])
    }

    @Test func theServicesOwnInterruptionCountsToo() {
        var rig = live()
        rig.speak()
        rig.pass(milliseconds: 500)
        let cleared = rig.server("{'type':'output_audio_buffer.cleared','response_id':'r1'}")
        #expect(cleared.contains(.cut(1)))
        #expect(cleared.reports.contains(.speaking(id: 7, false)))
        #expect(rig.conversation.history.first?.isInterrupted == true)
    }

    // MARK: WebSocket

    private func audio(_ rig: inout Rig, milliseconds: Int, item: String = "i1", response: String = "r1") {
        // 48 bytes a millisecond, 64 characters of base64.
        let text = String(repeating: "A", count: milliseconds * 64)
        rig.server(
            "{'type':'response.output_audio.delta','response_id':'\(response)','item_id':'\(item)','content_index':0,'delta':'\(text)'}"
        )
    }

    @Test(.requirement("TALK-3")) func webSocketTruncatesToWhatWasPlayed() {
        var rig = live(.webSocket)
        rig.speak()
        audio(&rig, milliseconds: 2000)
        rig.playout = Playout(
            pendingMilliseconds: 1500,
            item: PlayoutItem(id: "i1", contentIndex: 0, playedMilliseconds: 500, receivedMilliseconds: 2000))
        let started = rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        #expect(started.contains(.cut(1)))
        #expect(!started.contains(.setGate(isShut: true)))
        let truncate = started.events(of: "conversation.item.truncate").first
        #expect(truncate?["item_id"]?.text == "i1")
        #expect(truncate?["audio_end_ms"]?.integer == 500)
        #expect(started.events(of: "response.cancel").isEmpty)
        // A quarter of 23 letters, back to a whole word.
        #expect(rig.conversation.history.map(\.text) == ["Good"])
        // Late sound of it is not played.
        rig.outputs = []
        audio(&rig, milliseconds: 100)
        #expect(rig.outputs.isEmpty)
    }

    @Test(.requirement("TALK-3")) func webSocketNeverTruncatesBeyondWhatWasReceived() {
        var rig = live(.webSocket)
        rig.speak()
        audio(&rig, milliseconds: 300)
        rig.playout = Playout(
            item: PlayoutItem(id: "i1", contentIndex: 0, playedMilliseconds: 900, receivedMilliseconds: 900))
        let started = rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        #expect(started.events(of: "conversation.item.truncate").first?["audio_end_ms"]?.integer == 300)
    }

    /// The whole text is there but only a third of its sound: having heard all of that sound does not mean having heard
    /// the whole text.
    @Test func textThatIsAheadOfItsSoundDoesNotCountAsHeard() {
        var rig = live(.webSocket)
        rig.speak()
        audio(&rig, milliseconds: 500)
        rig.playout = Playout(
            item: PlayoutItem(id: "i1", contentIndex: 0, playedMilliseconds: 500, receivedMilliseconds: 500))
        var brokenOff = rig
        rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        #expect(rig.conversation.history.map(\.text) == ["Good"])
        brokenOff.server(
            "{'type':'response.done','response':{'id':'r1','status':'cancelled','status_details':{'type':'cancelled','reason':'client_cancelled'},'output':[]}}"
        )
        brokenOff.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        #expect(brokenOff.conversation.history.map(\.text) == ["Good"])
    }

    @Test func webSocketDoesNotTruncateAnItemThatWasPlayedToItsEnd() {
        var rig = live(.webSocket)
        rig.speak()
        audio(&rig, milliseconds: 300)
        rig.server("{'type':'response.output_audio.done','response_id':'r1','item_id':'i1'}")
        audio(&rig, milliseconds: 400, item: "i2")
        rig.playout = Playout(
            pendingMilliseconds: 400,
            item: PlayoutItem(id: "i1", contentIndex: 0, playedMilliseconds: 300, receivedMilliseconds: 300))
        let started = rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        let truncated = started.events(of: "conversation.item.truncate")
        // The second, of which nothing was heard, is cut to nothing.
        #expect(truncated.compactMap { $0["item_id"]?.text } == ["i2"])
        #expect(truncated.first?["audio_end_ms"]?.integer == 0)
    }

    @Test func webSocketSpeaksUntilItsQueueIsEmpty() {
        var rig = live(.webSocket)
        rig.speak()
        audio(&rig, milliseconds: 1000)
        rig.done()
        rig.playout = Playout(pendingMilliseconds: 900)
        rig.feed(.rendering(false))
        rig.pass(milliseconds: 500)
        #expect(!rig.outputs.reports.contains(.speaking(id: 7, false)))
        rig.feed(.rendering(true))
        rig.playout = Playout()
        #expect(rig.feed(.rendering(false)).reports == [.speaking(id: 7, false)])
    }

    /// All of both is here within seconds; the second waits 20 s behind the first.
    @Test func whatWaitsBehindALongAnswerIsNotForgotten() {
        var rig = live(.webSocket)
        rig.speak()
        for _ in 0..<4 { audio(&rig, milliseconds: 5000) }
        rig.playout = Playout(
            pendingMilliseconds: 20_000,
            item: PlayoutItem(id: "i1", contentIndex: 0, playedMilliseconds: 0, receivedMilliseconds: 20_000))
        rig.done()
        rig.created("r2")
        audio(&rig, milliseconds: 3000, item: "i2", response: "r2")
        rig.done("r2")
        rig.pass(milliseconds: 16_000)
        rig.playout = Playout(
            pendingMilliseconds: 7000,
            item: PlayoutItem(id: "i1", contentIndex: 0, playedMilliseconds: 16_000, receivedMilliseconds: 20_000))
        let started = rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        let truncated = started.events(of: "conversation.item.truncate")
        #expect(truncated.compactMap { $0["item_id"]?.text } == ["i1", "i2"])
        #expect(truncated.compactMap { $0["audio_end_ms"]?.integer } == [16_000, 0])
    }

    @Test(.requirement("TALK-3")) func webSocketCancelsIfTheServiceDoesNotInterrupt() {
        var rig = live(.webSocket, turnDetection: .semanticVAD(interruptsResponse: false))
        rig.speak()
        let started = rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        #expect(started.events(of: "response.cancel").count == 1)
        #expect(started.events(of: "output_audio_buffer.clear").isEmpty)
    }
}

@Suite(.requirement("TALK-5")) struct TranscriptTests {
    /// A turn of which not a word was heard is not in the history, and its number is not given to another.
    @Test func aConversationThatGoesOnKeepsItsNumbers() {
        let history = [
            Turn(number: 1, speaker: .companion, text: "Good morning."), Turn(number: 4, speaker: .owner, text: "Yes."),
        ]
        var transcript = Transcript(history: history)
        #expect(transcript.turns == history)
        transcript.place(item: "a", speaker: .companion)
        transcript.append("Up you get.", item: "a")
        #expect(transcript.turns.map(\.number) == [1, 4, 5])
    }

    @Test func keepsTheOrderOfTheConversationWhateverComesFirst() {
        var rig = Rig()
        rig.connect()
        rig.ownerSays(item: "u1")
        rig.speak("r1", item: "i1", text: "Good morning")
        rig.server(
            "{'type':'conversation.item.input_audio_transcription.completed','item_id':'u1','transcript':'I am up'}")
        #expect(rig.conversation.history.map(\.speaker) == [.owner, .companion])
        #expect(rig.conversation.history.map(\.number) == [1, 2])
        #expect(rig.conversation.history.map(\.text) == ["I am up", "Good morning"])
    }

    @Test func isBounded() {
        var transcript = Transcript()
        for index in 0..<500 {
            transcript.place(item: "i\(index)", speaker: index % 2 == 0 ? .owner : .companion)
            transcript.append(String(repeating: "x", count: 900), item: "i\(index)")
        }
        #expect(transcript.turns.count <= Transcript.maximumEntries)
        #expect(transcript.turns.reduce(0) { $0 + $1.text.count } <= Transcript.maximumCharacters)
        #expect(transcript.turns.last?.number == 500)
        transcript.append(String(repeating: "y", count: 100_000), item: "i499")
        #expect(transcript.turns.allSatisfy { $0.text.count <= Transcript.maximumEntryCharacters })
        #expect(transcript.seed().reduce(0) { $0 + $1.text.count } <= 8000)
    }

    @Test func cutsAtWordsAndKana() {
        #expect(Transcript.cut("Good morning to you", characters: 14) == "Good morning")
        #expect(Transcript.cut("Good morning to you", characters: 12) == "Good morning")
        #expect(Transcript.cut("おはようございます", characters: 4) == "おはよう")
        #expect(Transcript.cut("Good", characters: 2) == "Go")
        #expect(Transcript.cut("Good", characters: 0) == "")
        #expect(Transcript.cut("Good", characters: 9) == "Good")
    }

    @Test(.requirement("GUARD-1")) func noWordOfEitherSideReachesTheLog() {
        var rig = Rig()
        rig.connect()
        rig.speak(text: "SECRETWORD")
        rig.ownerSays()
        rig.server(
            "{'type':'conversation.item.input_audio_transcription.completed','item_id':'u1','transcript':'SECRETWORD'}")
        rig.server(
            "{'type':'error','error':{'type':'x','code':'SECRETWORD was said','message':'SECRETWORD','param':'SECRETWORD said'}}"
        )
        rig.server("{'type':'response.done','SECRETWORD':")
        rig.feed(.end(.closed))
        #expect(rig.outputs.turns.contains { $0.text.contains("SECRETWORD") })
        #expect(!rig.outputs.logged.contains("SECRETWORD"))
    }
}
