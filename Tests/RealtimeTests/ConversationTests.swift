import Bedside
import TestKit
import Testing

@testable import Realtime

@Suite struct ConversationTests {
    private func request(history: [Turn] = [], isMuted: Bool = false) -> SessionRequest {
        SessionRequest(id: 7, instructions: "Wake the owner.", tools: Rig.tools, history: history, isMuted: isMuted)
    }

    @Test(.requirement("TALK-3")) func fallsBackToWebSocketWithinTheSameAttempt() {
        var rig = Rig()
        rig.feed(.connect)
        let fallback = rig.feed(.transportUnusable(connection: 1, "no path"))
        #expect(fallback.contains(.disconnect(1)))
        guard case .connect(2, .webSocket, _)? = fallback.last else {
            Issue.record("no second connection: \(fallback)")
            return
        }
        #expect(fallback.reports.isEmpty)
        rig.configure(connection: 2)
        #expect(rig.outputs.reports == [.connecting(id: 7), .ready(id: 7)])
        // What the first connection still reports is ignored.
        #expect(rig.feed(.transportFailed(connection: 1, .network)).isEmpty)
    }

    @Test(.requirement("TALK-3")) func failsIfNoOtherTransportIsAllowed() {
        var rig = Rig(mayFallBack: false)
        rig.feed(.connect)
        #expect(rig.feed(.transportUnusable(connection: 1, "no path")).failure == .timedOut(.connected))
    }

    @Test(.requirement("TALK-5")) func restoresALostConversationBeforeTheMicrophoneOpens() {
        let history = [
            Turn(speaker: .companion, text: "Good morning", isInterrupted: true),
            Turn(speaker: .owner, text: "I am up"),
        ]
        var rig = Rig(request: request(history: history))
        rig.connect()
        let items = rig.outputs.events(of: "conversation.item.create").compactMap { $0["item"] }
        #expect(items.compactMap { $0["role"]?.text } == ["system", "assistant", "user"])
        let texts = items.compactMap { $0["content"]?.list.first?["text"]?.text }
        #expect(texts.suffix(2) == ["Good morning", "I am up"])
        #expect(
            items.compactMap { $0["content"]?.list.first?["type"]?.text } == [
                "input_text", "output_text", "input_text",
            ])
        let order = rig.outputs.map { output -> String in
            switch output {
            case .send(_, let bytes): (try? JSONValue.ofService(bytes))?["type"]?.text ?? ""
            case .setSending(_, true): "microphone"
            default: ""
            }
        }.filter { ["conversation.item.create", "microphone", "response.create"].contains($0) }
        #expect(order.suffix(2) == ["microphone", "response.create"])
        #expect(rig.conversation.history.map(\.text) == ["Good morning", "I am up"])
    }

    @Test func aClosedConversationReportsNothingMore() {
        var rig = Rig()
        rig.connect()
        rig.speak()
        rig.pass(milliseconds: 1600)
        let ended = rig.feed(.end(.closed))
        #expect(ended.reports.last == .ended(id: 7, .closed))
        #expect(ended.reports.contains(.speaking(id: 7, false)))
        #expect(ended.contains(.attach(nil)) && ended.contains(.disconnect(1)))
        rig.outputs = []
        rig.created("late")
        rig.feed(.rendering(true))
        rig.feed(.open)
        rig.feed(.transportFailed(connection: 1, .lost))
        rig.pass(milliseconds: 100_000)
        #expect(rig.outputs.isEmpty)
        #expect(rig.conversation.history.map(\.text) == ["Good morning to you all"])
    }

    @Test(.requirement("TALK-5")) func whatWasNotHeardOnALostCallIsNotRestored() {
        var rig = Rig()
        rig.connect()
        // 23 letters, 1.5 s by estimate.
        rig.speak(text: "Good morning to you all")
        rig.pass(milliseconds: 300)
        rig.now = rig.now + .milliseconds(500)
        #expect(rig.feed(.transportFailed(connection: 1, .lost)).failure == .lost)
        #expect(rig.conversation.history.map(\.text) == ["Good morning"])
        #expect(rig.conversation.history.first?.isInterrupted == true)
    }

    @Test(.requirement("TALK-5")) func whatWasStreamedToItsEndBeforeTheLossIsRestoredCompletely() {
        var rig = Rig()
        rig.connect()
        rig.speak()
        rig.done()
        rig.server("{'type':'output_audio_buffer.stopped','response_id':'r1'}")
        rig.feed(.transportFailed(connection: 1, .lost))
        #expect(rig.conversation.history.map(\.text) == ["Good morning to you all"])
    }

    @Test(.requirement("TALK-5")) func anAnswerThatHadNotBegunBeforeTheLossIsNotRestored() {
        var rig = Rig()
        rig.connect()
        rig.speak("r1", text: "Good morning to you all")
        rig.done("r1")
        rig.created("r2")
        rig.server(
            "{'type':'response.output_audio_transcript.delta','response_id':'r2','item_id':'i2','delta':'Up you get'}")
        rig.pass(milliseconds: 800)
        #expect(rig.feed(.transportFailed(connection: 1, .lost)).failure == .lost)
        #expect(rig.conversation.history.map(\.text) == ["Good morning"])
    }

    @Test(.requirement("TALK-5")) func theTimeHeardIsSharedByTheItemsOfALostAnswer() {
        var rig = Rig()
        rig.connect()
        // 1.5 s and 1.4 s by estimate.
        rig.speak("r1", text: "Good morning to you all")
        rig.server(
            "{'type':'response.output_audio_transcript.delta','response_id':'r1','item_id':'i2','delta':'Up you get now please'}"
        )
        rig.pass(milliseconds: 2200)
        rig.feed(.transportFailed(connection: 1, .lost))
        #expect(rig.conversation.history.map(\.text) == ["Good morning to you all", "Up you get"])
        #expect(rig.conversation.history.map(\.isInterrupted) == [false, true])
    }

    @Test(.requirement("TALK-5")) func aLostWebSocketRestoresWhatWasPlayed() {
        var rig = Rig(kind: .webSocket)
        rig.connect()
        rig.speak("r1", text: "Good morning to you all")
        rig.server(
            "{'type':'response.output_audio_transcript.delta','response_id':'r1','item_id':'i2','delta':'Up you get now please'}"
        )
        rig.playout = Playout(
            pendingMilliseconds: 700,
            item: PlayoutItem(id: "i2", contentIndex: 0, playedMilliseconds: 700, receivedMilliseconds: 1400))
        // 48 bytes a millisecond, 64 characters of base64.
        let sound = String(repeating: "A", count: 1400 * 64)
        rig.server(
            "{'type':'response.output_audio.delta','response_id':'r1','item_id':'i2','content_index':0,'delta':'\(sound)'}"
        )
        rig.done("r1")
        rig.created("r2")
        rig.server(
            "{'type':'response.output_audio_transcript.delta','response_id':'r2','item_id':'i3','delta':'And now'}")
        rig.feed(.transportFailed(connection: 1, .lost))
        #expect(rig.conversation.history.map(\.text) == ["Good morning to you all", "Up you get"])
        #expect(rig.conversation.history.map(\.isInterrupted) == [false, true])
    }

    @Test func theGateDoesNotOutliveItsConversation() {
        var rig = Rig()
        rig.connect()
        rig.speak()
        let started = rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u'}")
        #expect(started.contains(.setGate(isShut: true)))
        var lost = rig
        #expect(rig.feed(.end(.closed)).contains(.setGate(isShut: false)))
        #expect(lost.feed(.transportFailed(connection: 1, .lost)).contains(.setGate(isShut: false)))
    }

    @Test(.requirement("SOUND-4")) func muteStopsOnlyTheMicrophone() {
        var rig = Rig()
        rig.connect()
        rig.feed(.mute(true))
        #expect(!rig.outputs.isSending(1))
        rig.feed(.mute(false))
        #expect(rig.outputs.isSending(1))
        // Muted before it began: begin does not open it.
        rig = Rig(request: request(isMuted: true))
        rig.connect()
        rig.feed(.mute(true))
        rig.feed(.open)
        #expect(!rig.outputs.isSending(1))
        #expect(rig.outputs.events(of: "response.create").count == 1)
    }

    // MARK: Renewal

    private func old(by minutes: Int) -> Rig {
        var rig = Rig()
        rig.connect()
        rig.speak()
        rig.done()
        rig.playedOut()
        rig.outputs = []
        rig.pass(milliseconds: minutes * 60_000)
        return rig
    }

    @Test(.requirement("TALK-4")) func renewsInASilenceAfterFiftyMinutesUnnoticed() {
        var rig = old(by: 49)
        #expect(rig.outputs.isEmpty)
        let renewing = rig.pass(milliseconds: 65_000)
        #expect(
            renewing.contains {
                if case .connect(2, .webRTC, _) = $0 { return true }
                return false
            })
        rig.outputs = []
        rig.configure(connection: 2)
        #expect(rig.outputs.reports.isEmpty)
        #expect(rig.outputs.contains(.attach(2)) && rig.outputs.contains(.disconnect(1)))
        #expect(rig.outputs.isSending(2) && !rig.outputs.isSending(1))
        let items = rig.outputs.events(of: "conversation.item.create", connection: 2)
        #expect(items.last?["item"]?["content"]?.list.first?["text"]?.text == "Good morning to you all")
        // It is the owner's turn: the companion does not start to talk by itself.
        #expect(rig.outputs.events(of: "response.create").isEmpty)
        #expect(rig.conversation.history.count == 1)
        // And again, 50 minutes later.
        rig.outputs = []
        rig.pass(milliseconds: 51 * 60_000)
        #expect(
            rig.outputs.contains {
                if case .connect(3, .webRTC, _) = $0 { return true }
                return false
            })
    }

    @Test(.requirement("TALK-4")) func waitsForASilence() {
        var rig = old(by: 49)
        rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u9'}")
        rig.pass(milliseconds: 65_000)
        rig.configure(connection: 2)
        #expect(!rig.outputs.contains(.attach(2)))
        rig.server("{'type':'input_audio_buffer.speech_stopped','item_id':'u9'}")
        rig.created("r9")
        rig.done("r9")
        rig.pass(milliseconds: 1000)
        #expect(!rig.outputs.contains(.attach(2)))
        rig.pass(milliseconds: 600)
        #expect(rig.outputs.contains(.attach(2)))
    }

    @Test func doesNotChangeOverBetweenTheOwnersWordAndItsAnswer() {
        var rig = old(by: 49)
        rig.server("{'type':'input_audio_buffer.speech_started','item_id':'u9'}")
        rig.pass(milliseconds: 65_000)
        rig.configure(connection: 2)
        rig.server("{'type':'input_audio_buffer.speech_stopped','item_id':'u9'}")
        rig.pass(milliseconds: 3500)
        #expect(!rig.outputs.contains(.attach(2)))
        rig.created("r9")
        rig.done("r9")
        rig.pass(milliseconds: 1600)
        #expect(rig.outputs.contains(.attach(2)))
    }

    @Test func aSuccessorThatIsBeingConfiguredGetsTheHandOver() {
        var rig = old(by: 50)
        rig.created("r8")
        rig.feed(.session(connection: 2, .opened))
        rig.server("{'type':'session.created','session':{'id':'s'}}", connection: 2)
        let update = rig.feed(.update(instructions: "Train.", tools: []))
        #expect(
            update.events(of: "session.update", connection: 2).first?["session"]?["instructions"]?.text == "Train.")
        rig.done("r8")
        rig.server("{'type':'session.updated','session':{}}")
        rig.created("r9")
        rig.done("r9")
        // For the first configuration, and for the one with the new text.
        rig.server("{'type':'session.updated','session':{}}", connection: 2)
        rig.server("{'type':'session.updated','session':{}}", connection: 2)
        rig.pass(milliseconds: 1600)
        #expect(rig.outputs.contains(.attach(2)))
        // The old connection has answered the hand-over.
        #expect(rig.outputs.events(of: "response.create", connection: 1).count == 1)
        #expect(rig.pass(milliseconds: 10_000).events(of: "response.create").isEmpty)
        #expect(rig.outputs.events(of: "response.create", connection: 2).isEmpty)
    }

    @Test(.requirement("TALK-4")) func renewsAtFiftyEightMinutesEvenInMidSentence() {
        var rig = old(by: 50)
        rig.created("r9")
        rig.configure(connection: 2)
        for _ in 0..<54 {
            rig.server(
                "{'type':'response.output_audio_transcript.delta','response_id':'r9','item_id':'i9','delta':'word '}")
            rig.pass(milliseconds: 9000)
        }
        #expect(rig.outputs.contains(.attach(2)))
        #expect(rig.outputs.failure == nil)
        #expect(rig.outputs.events(of: "response.create", connection: 2).count == 1)
    }

    /// The service's hour begins with the connection, not with the change-over 8 minutes later.
    @Test(.requirement("TALK-4")) func theNextRenewalCountsFromTheConnection() {
        var rig = old(by: 50)
        rig.created("r9")
        rig.configure(connection: 2)
        for _ in 0..<54 {
            rig.server(
                "{'type':'response.output_audio_transcript.delta','response_id':'r9','item_id':'i9','delta':'word '}")
            rig.pass(milliseconds: 9000)
        }
        #expect(rig.outputs.contains(.attach(2)))
        rig.created("r10", connection: 2)
        rig.server(
            "{'type':'response.done','response':{'id':'r10','status':'completed','output':[]}}", connection: 2)
        func isRenewing(_ outputs: [SessionOutput]) -> Bool {
            outputs.contains {
                if case .connect(3, _, _) = $0 { return true }
                return false
            }
        }
        // From 58:06 to 98:06 and 100:06.
        #expect(!isRenewing(rig.pass(milliseconds: 40 * 60_000)))
        #expect(isRenewing(rig.pass(milliseconds: 2 * 60_000)))
        #expect(rig.outputs.failure == nil)
    }

    @Test(.requirement("TALK-4")) func aFailedRenewalIsRepeatedAndTheConversationGoesOn() {
        var rig = old(by: 50)
        rig.feed(.transportFailed(connection: 2, .provider(status: 503)))
        #expect(rig.outputs.failure == nil)
        rig.outputs = []
        rig.pass(milliseconds: 61_000)
        #expect(
            rig.outputs.contains {
                if case .connect(3, _, _) = $0 { return true }
                return false
            })
        rig.configure(connection: 3)
        #expect(rig.outputs.contains(.attach(3)))
    }

    /// Seeded random orders of everything that can happen: the machine's promises hold in each.
    @Test(arguments: 0..<60)
    func keepsItsPromisesInAnyOrder(seed: Int) {
        var random = Seeded(state: UInt64(seed) &* 7919 &+ 1)
        let kind: TransportKind = seed % 2 == 0 ? .webRTC : .webSocket
        var rig = Rig(request: request(isMuted: true), kind: kind)
        var watch = Promises()
        var newest = 1
        func step(_ outputs: [SessionOutput]) {
            watch.check(outputs, rig: rig)
            for case .connect(let connection, _, _) in outputs { newest = connection }
        }
        step(rig.feed(.connect))
        for _ in 0..<400 {
            let id = ["a", "b", "c", "d"].randomElement(using: &random) ?? "a"
            let connection = random.next() % 5 == 0 ? newest : (rig.conversation.current?.connection ?? 1)
            let status =
                ["completed", "completed", "cancelled", "incomplete", "failed"].randomElement(using: &random) ?? ""
            let call = "{'type':'function_call','call_id':'\(random.next() % 50)','name':'next_up','arguments':'{}'}"
            let events = [
                "{'type':'session.created','session':{'id':'s'}}", "{'type':'session.updated','session':{}}",
                "{'type':'response.created','response':{'id':'\(id)'}}",
                "{'type':'response.done','response':{'id':'\(id)','status':'\(status)','output':[\(random.next() % 3 == 0 ? call : "")]}}",
                "{'type':'input_audio_buffer.speech_started','item_id':'u\(random.next() % 9)'}",
                "{'type':'input_audio_buffer.speech_stopped','item_id':'u'}",
                "{'type':'output_audio_buffer.started','response_id':'\(id)'}",
                "{'type':'output_audio_buffer.stopped','response_id':'\(id)'}",
                "{'type':'output_audio_buffer.cleared','response_id':'\(id)'}",
                "{'type':'response.output_audio_transcript.delta','response_id':'\(id)','item_id':'i\(id)','delta':'some words '}",
                "{'type':'response.output_audio.delta','response_id':'\(id)','item_id':'i\(id)','content_index':0,'delta':'AAAA'}",
                "{'type':'conversation.item.truncated','item_id':'i\(id)','audio_end_ms':\(random.next() % 9000)}",
                "{'type':'conversation.item.input_audio_transcription.completed','item_id':'u1','transcript':'yes'}",
                "{'type':'error','error':{'type':'x','code':'conversation_already_has_active_response','event_id':'\(watch.lastCreate)'}}",
                "{'type':'error','error':{'type':'x','code':'response_cancel_not_active'}}", "{'type':",
            ]
            switch random.next() % 14 {
            case 0: step(rig.feed(.session(connection: connection, .opened)))
            case 1: step(rig.feed(.rendering(random.next() % 2 == 0)))
            case 2: step(rig.pass(milliseconds: Int(random.next() % 4000)))
            case 3: if random.next() % 6 == 0 { watch.hasBegun = true; step(rig.feed(.open)) }
            case 4: step(rig.feed(.mute(random.next() % 3 == 0)))
            case 5: step(rig.feed(.answer(call: "\(random.next() % 50)", output: "{}")))
            case 6: if random.next() % 4 == 0 { step(rig.feed(.update(instructions: "Next.", tools: Rig.tools))) }
            case 7: if random.next() % 20 == 0 { step(rig.feed(.transportUnusable(connection: connection, "x"))) }
            case 8: if random.next() % 60 == 0 { step(rig.pass(milliseconds: 51 * 60_000)) }
            default: step(rig.server(events.randomElement(using: &random) ?? "", connection: connection))
            }
        }
        let end = rig.feed(.end(.closed))
        step(end)
        #expect(rig.conversation.isOver)
        #expect(rig.conversation.deadline(at: rig.now) == nil)
    }
}

/// What must hold after every step.
private struct Promises {
    var hasBegun = false
    var lastCreate = ""
    private var isReady = false
    private var isOver = false
    private var isSpeaking = false
    private var isOwnerSpeaking = false
    private var isShut = false
    private var open: Set<Int> = []

    mutating func check(_ outputs: [SessionOutput], rig: Rig) {
        #expect(!isOver || outputs.isEmpty, "nothing is put out after the end")
        for output in outputs {
            switch output {
            case .connect(let connection, _, _): open.insert(connection)
            case .disconnect(let connection): #expect(open.remove(connection) != nil)
            case .setGate(let isOn): isShut = isOn
            case .setSending(_, true): #expect(hasBegun && isReady, "the microphone opens only after ready and begin")
            case .send(let connection, let bytes):
                #expect(open.contains(connection))
                let json = try? JSONValue.ofService(bytes)
                if json?["type"]?.text == "response.create" {
                    #expect(hasBegun && isReady)
                    lastCreate = json?["event_id"]?.text ?? ""
                }
            case .report(let report): check(report)
            default: break
            }
        }
        let creates = outputs.events(of: "response.create").count
        let responses = rig.conversation.current?.responses
        #expect(creates <= 1 || outputs.count > 20)
        #expect(responses?.sent == nil || responses?.active == nil, "no response is created while another runs")
        #expect(rig.conversation.history.count <= Transcript.maximumEntries)
        #expect((rig.conversation.current?.voices.all.count ?? 0) <= SessionRule.maximumVoices)
    }

    private mutating func check(_ report: RealtimeReport) {
        #expect(!isOver, "nothing is reported after the end")
        switch report {
        case .ready:
            #expect(!isReady)
            isReady = true
        case .speaking(_, let isOn):
            #expect(isSpeaking != isOn && hasBegun)
            isSpeaking = isOn
        case .ownerSpeaking(_, let isOn):
            #expect(isOwnerSpeaking != isOn && hasBegun)
            isOwnerSpeaking = isOn
        case .voiceMissing(_, let isOn):
            #expect(!isOn || isSpeaking)
        case .ended, .failed:
            #expect(!isSpeaking && !isOwnerSpeaking)
            #expect(!isShut, "the gate is open when the conversation ends")
            isOver = true
        default: break
        }
    }
}
