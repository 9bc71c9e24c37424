import Bedside

/// The summary at the end of a talk (MIND-3).
///
/// Theory of operation. The talk is over for the owner, who neither hears nor is heard any more. The service is asked
/// for one response beside the conversation ("out of band"), recognised by its `metadata`. Until it is there, all
/// inputs come here and the rules of a live session do not run: nothing is played, no tool is called, and an answer
/// that the service begins by itself is cancelled. Whatever is not exactly what was asked for is a failure, at the
/// latest when the deadline has passed. What the owner said last is read as after a talk without a summary: the session
/// ends with it, or with the deadline.
extension RealtimeSession {
    /// Asks for the summary. A session that is not live has nothing to sum up.
    mutating func summarize(_ request: SummaryRequest, at now: BootTime) {
        guard phase == .live else { return summaryFailed("the conversation has not begun") }
        let isPlain = settings.reasoningEffort == nil || settings.omitted.contains(.reasoning)
        guard var state = SummaryState(request, isPlain: isPlain, at: now) else {
            log(.error, "the summary cannot be asked for: check the schema of \(request.tool.name) and the length")
            return awaitLastWords(at: now)
        }
        if let active = responses.active {
            send(.responseCancel(response: active.id))
            state.cancels += 1
        }
        state.commit = commitLastTurn()
        state.event = send(.responseCreateOutOfBand(state.response))
        phase = .summarizing(state)
    }

    /// Handles an input while the summary is awaited.
    mutating func handleSummary(_ state: SummaryState, _ input: SessionInput, at now: BootTime) {
        guard now < state.until else { return summaryIsLate(state) }
        switch input {
        case .message(let bytes):
            do throws(EventError) {
                handleSummary(state, event: try ServerEvent.decode(bytes), at: now)
            } catch {
                unreadable(error)
            }
            concludeSummary()
        case .oversized(let bytes):
            unreadable(.tooLong(bytes: bytes))
            concludeSummary()
        case .opened, .faltering, .start, .setSending, .update, .answer, .rendering, .summarize, .awaitLastWords, .tick:
            break
        }
    }

    private mutating func handleSummary(_ state: SummaryState, event: ServerEvent, at now: BootTime) {
        switch event {
        case .responseCreated(let response, let tag): if !state.isOurs(tag) { cancel(response, state) }
        case .responseDone(let response):
            logUsage(of: response)
            guard state.isOurs(response.tag), !state.isAnswered else { return }
            switch state.verdict(on: response) {
            case .arguments(let arguments):
                log(.debug, "the summary took \((now - state.askedAt).milliseconds) ms")
                answered(arguments)
            case .refused(let reason): summaryFailed(reason)
            }
        case .error(let error): summaryError(error, state)
        // The owner's last words may be written down only now.
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
    }

    /// Cancels an answer that nobody would hear.
    private mutating func cancel(_ response: String, _ state: SummaryState) {
        guard state.cancels < SummaryState.maximumCancels else { return }
        var state = state
        state.cancels += 1
        send(.responseCancel(response: response))
        phase = .summarizing(state)
    }

    private mutating func summaryError(_ error: ServerEvent.ServiceError, _ state: SummaryState) {
        let code = note(error)
        if failsSession(code) { return }
        // There was nothing to write down.
        if state.commit != nil, error.event == state.commit { ownerFellSilent(item: nil) }
        guard error.event == state.event, !state.isAnswered else { return }
        guard state.canLeaveOut(error.parameter) else { return summaryFailed("refused: \(code)") }
        log(.warning, "the service does not know \(error.parameter); the summary is asked for without it")
        var state = state
        state.isPlain = true
        state.event = send(.responseCreateOutOfBand(state.response))
        phase = .summarizing(state)
    }

    /// Counts an event that cannot be read. One that is too long can only be the summary.
    private mutating func unreadable(_ error: EventError) {
        switch error {
        case .tooLong, .longField: summaryFailed("too long")
        case .malformed, .missing: malformed(error)
        }
    }

    private mutating func summaryFailed(_ reason: String) {
        guard failure == nil else { return }
        if case .summarizing(let state) = phase, state.isAnswered { return }
        log(.notice, "there is no summary: \(reason)")
        answered(nil)
    }

    /// Notes the summary, or that there is none; a session that is not live ends with it.
    private mutating func answered(_ arguments: String?) {
        guard case .summarizing(var state) = phase else {
            phase = .summarized(arguments: arguments)
            return
        }
        state.answered(arguments)
        phase = .summarizing(state)
    }

    /// Ends the session once the service has answered and the owner's last words are written down.
    private mutating func concludeSummary() {
        guard case .summarizing(let state) = phase, state.isAnswered, !isAwaitingWords else { return }
        phase = .summarized(arguments: state.arguments)
    }

    private mutating func summaryIsLate(_ state: SummaryState) {
        log(
            .notice,
            state.isAnswered
                ? "the owner's last words are not written down in time" : "there is no summary: no answer in time")
        phase = .summarized(arguments: state.arguments)
    }
}
