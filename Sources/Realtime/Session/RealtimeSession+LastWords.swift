import Bedside

/// What is still awaited of a talk that is over: the words that the owner said last (SAFE-2).
struct LastWords: Sendable, Equatable {
    let until: BootTime
    /// The event that ended a turn in which the owner was still speaking; nil: they were not.
    var commit: String?
    /// How many answers that the service began by itself were cancelled.
    var cancels = 0
}

/// The end of a talk that has no summary.
///
/// The service writes down what the owner said with a delay, and a wish to die may be said right before Stop. So the
/// connection stays until those words are there, and for no longer than a summary would take; the owner neither hears
/// nor is heard any more. Where nothing of theirs is unwritten, nothing is awaited.
extension RealtimeSession {
    /// Whether something that the owner said is not written down.
    var isAwaitingWords: Bool { settings.isTranscribing && (isOwnerSpeaking || !tools.unwritten.isEmpty) }

    /// Awaits the owner's last words, if some are still to be written down.
    mutating func awaitLastWords(at now: BootTime) {
        guard phase == .live, isAwaitingWords else {
            phase = .silent
            return
        }
        var state = LastWords(until: now + .milliseconds(SummaryRequest.patienceMilliseconds))
        if let active = responses.active { cancel(active.id, &state) }
        state.commit = commitLastTurn()
        phase = .lastWords(state)
    }

    /// Ends the turn in which the owner is still speaking: no more sound follows, so the service would wait for its
    /// end.
    ///
    /// - Returns: the event that ends it; nil if there is no such turn, or nobody writes it down.
    mutating func commitLastTurn() -> String? {
        guard settings.isTranscribing, isOwnerSpeaking else { return nil }
        send(.sessionUpdate(SessionSettings.withoutTurns))
        return send(.inputAudioCommit)
    }

    /// Handles an input while the words are awaited.
    mutating func handleLastWords(_ state: LastWords, _ input: SessionInput, at now: BootTime) {
        guard now < state.until else {
            log(.notice, "the owner's last words are not written down in time")
            phase = .silent
            return
        }
        switch input {
        case .message(let bytes):
            do throws(EventError) {
                handleLastWords(state, event: try ServerEvent.decode(bytes))
            } catch {
                malformed(error)
            }
        case .oversized(let bytes): malformed(.tooLong(bytes: bytes))
        case .opened, .faltering, .start, .setSending, .update, .answer, .rendering, .summarize, .awaitLastWords, .tick:
            break
        }
    }

    private mutating func handleLastWords(_ state: LastWords, event: ServerEvent) {
        switch event {
        case .responseCreated(let response, _):
            // Nobody would hear the answer.
            var state = state
            cancel(response, &state)
            phase = .lastWords(state)
        case .responseDone(let response): logUsage(of: response)
        case .error(let error):
            if failsSession(note(error)) { return }
            // There was nothing to write down.
            if state.commit != nil, error.event == state.commit { ownerFellSilent(item: nil) }
        case .itemAdded(let item, let role):
            guard role == .owner else { break }
            transcript.place(item: item, speaker: .owner)
            ownerFellSilent(item: item)
        case .speechStopped(let item): if let item { ownerFellSilent(item: item) }
        case .ownerTranscript(let item, let text): ownerSaid(text, item: item)
        case .sessionCreated, .sessionUpdated, .speechStarted, .outputItemAdded, .companionDelta, .companionTranscript,
            .audio, .audioDone, .outputStarted, .outputStopped, .outputCleared, .itemTruncated, .other:
            break
        }
        if !isAwaitingWords { phase = .silent }
    }

    private mutating func cancel(_ response: String, _ state: inout LastWords) {
        guard state.cancels < SummaryState.maximumCancels else { return }
        state.cancels += 1
        send(.responseCancel(response: response))
    }
}
