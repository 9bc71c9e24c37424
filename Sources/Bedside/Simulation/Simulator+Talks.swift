/// The companion of a simulation: its calls, what is said in them, and their summaries.
extension Simulator {
    mutating func connect(_ request: ConversationRequest) {
        let call = request.call
        // There is no key in a simulation; for a night with the online companion, the profile has to name it, or the
        // script has what is said in a live talk.
        guard request.companion != .automatic || script.hasTalks else {
            schedule(.conversation(.failed(.unavailable), call: call), after: .zero)
            return
        }
        guard isNetworkUp else {
            schedule(.conversation(.failed(.network), call: call), after: .milliseconds(100))
            return
        }
        schedule(.conversation(.ready, call: call), after: .milliseconds(300))
    }

    /// Simulates a companion that greets, lets the owner speak if they do, and ends the call after 40 seconds.
    mutating func talk(_ call: Int) {
        isScriptedTalk = false
        let timing = machine.conversation?.timing ?? configuration.conversation
        let (silence, longest) = (TimeSpan.seconds(timing.silenceSeconds), TimeSpan.minutes(timing.longestMinutes))
        if let last = script.lastWords(from: now, silence: silence, longest: longest) {
            isScriptedTalk = true
            // Somebody speaks all the time, so that no rule about silence ends the talk before its last scripted words.
            schedule(.conversation(.speaking(true), call: call), after: .milliseconds(200))
            schedule(.conversation(.speaking(false), call: call), after: last - now + .seconds(2))
            return
        }
        schedule(.conversation(.speaking(true), call: call), after: .milliseconds(200))
        schedule(.conversation(.speaking(false), call: call), after: .seconds(4))
        if ownerSpeaks {
            schedule(.conversation(.ownerSpeaking(true), call: call), after: .seconds(6))
            schedule(.conversation(.ownerSpeaking(false), call: call), after: .seconds(8))
        }
        schedule(.conversation(.speaking(true), call: call), after: .seconds(15))
        schedule(.conversation(.speaking(false), call: call), after: .seconds(25))
        schedule(.conversation(.ended, call: call), after: .seconds(40))
    }

    mutating func say(_ words: PrivateText, _ voice: TalkLine.Voice, _ report: Report) {
        order += 1
        if let open = openCall {
            let said = Event.conversation(.said(voice, words, turn: order), call: open.id)
            guard voice == .owner else { return post(said, report) }
            // A muted owner is not heard.
            guard isListening else { return }
            post(.voice(isActive: true), report)
            post(.conversation(.ownerSpeaking(true), call: open.id), report)
            post(said, report)
            post(.conversation(.ownerSpeaking(false), call: open.id), report)
            post(.voice(isActive: false), report)
        } else if isPowered, machine.conversation != nil {
            // The offline companion hears that somebody speaks, and not what.
            guard voice == .owner, isListening else { return }
            post(.voice(isActive: true), report)
            schedule(.voice(isActive: false), after: .milliseconds(1500))
        } else {
            refuse(Wording("no conversation is on", "会話が始まっていません").text(in: language), report)
        }
    }

    mutating func summarize(_ task: SummaryTask) {
        pending.removeAll { if case .conversation = $0.event { true } else { false } }
        if let scripted = nextSummary {
            nextSummary = nil
            schedule(.memory(.summarized(scripted, talk: task.talk)), after: .seconds(1))
        } else if !script.hasSummaryAhead(from: now) {
            schedule(.memory(.summarized(MemorySummary(), talk: task.talk)), after: .seconds(1))
        }
    }

    mutating func take(_ summary: MemorySummary?, _ report: Report) {
        if isPowered, let ended = machine.features.memory.ended, ended.awaitsSummary {
            post(.memory(.summarized(summary, talk: ended.number)), report)
        } else if isPowered, machine.features.memory.talk != nil {
            nextSummary = .some(summary)
        } else {
            refuse(Wording("no talk waits for a summary", "要約を待っている会話はありません").text(in: language), report)
        }
    }

    /// Drops what was scripted for a talk that is over and did not ask for it: no later talk may get it.
    mutating func dropUnusedSummary(_ report: Report) {
        guard nextSummary != nil, !isPowered || machine.features.memory.talk == nil else { return }
        nextSummary = nil
        refuse(.notAsked, report)
    }

    func refuse(_ refusal: SummaryRefusal, _ report: Report) {
        report(.memory(.summaryRefused(refusal), at: now + skew), zone)
    }
}
