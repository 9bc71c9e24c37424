import Bedside

/// Whether a response is wanted, requested or running. At most one `response.create` is under way, and none while the
/// service answers (TheService.md, Events).
struct ResponseState: Sendable, Equatable {
    /// An answer is due. One flag is enough, because a response answers everything that was said before it.
    var isWanted = false
    /// Our `response.create` that has not been answered yet.
    var sent: Sent?
    /// The response that the service is generating.
    var active: Active?
    /// The service says that it is already answering although we know of no response; wait until then for its end.
    var blockedUntil: BootTime?
    /// No new request before this time (after a failure).
    var holdUntil: BootTime?
    /// Failures in a row.
    var failures = 0

    struct Sent: Sendable, Equatable {
        var event: String
        var until: BootTime
    }
    struct Active: Sendable, Equatable {
        var id: String
        /// When its last event came.
        var toldAt: BootTime
    }

    var isIdle: Bool { !isWanted && sent == nil && active == nil }

    mutating func sawEvent(at now: BootTime) { active?.toldAt = now }
}

extension RealtimeSession {
    /// Sends the `response.create` that is due, if its time has come.
    mutating func pumpResponse(at now: BootTime) {
        guard phase == .live, responses.isWanted, responses.sent == nil, responses.active == nil, !awaitsUpdate,
            tools.pending.isEmpty, responses.blockedUntil == nil, (responses.holdUntil ?? now) <= now,
            (ownerHold ?? now) <= now
        else { return }
        responses.isWanted = false
        responses.holdUntil = nil
        let event = send(.responseCreate)
        responses.sent = .init(event: event, until: now + SessionRule.answer)
    }

    /// Until when to hold our request back: while the owner speaks, and shortly after, the service is about to answer
    /// by itself.
    private var ownerHold: BootTime? {
        guard settings.turnDetection.createsResponse, voices.hasOwnerSpoken else { return nil }
        return ownerChangedAt + (isOwnerSpeaking ? SessionRule.maximumOwnerTurn : SessionRule.ownAnswer)
    }

    mutating func responseCreated(_ response: String, at now: BootTime) {
        guard phase == .live else { return }
        if let active = responses.active, active.id != response {
            log(.notice, "a response began before the last one ended")
        }
        counts.responses += 1
        responses.sent = nil
        responses.blockedUntil = nil
        responses.active = .init(id: response, toldAt: now)
        // The answer to the owner's last words has come, so what follows need not wait for it.
        if !isOwnerSpeaking { voices.hasOwnerSpoken = false }
        // The service has seen all outputs and items sent so far, so this is the answer that was due.
        if tools.pending.isEmpty, !awaitsUpdate { responses.isWanted = false }
        addVoice(response, at: now)
    }

    mutating func responseDone(_ response: ServerEvent.FinishedResponse, at now: BootTime) {
        guard phase == .live else { return }
        responses.blockedUntil = nil
        if responses.active == nil, responses.sent != nil { responseCreated(response.id, at: now) }
        // A response that was overtaken by another still has words and an end.
        let heardAnything = finishVoice(response, at: now)
        guard responses.active?.id == response.id else { return }
        responses.active = nil
        switch response.status {
        case .completed:
            responses.failures = 0
            callTools(response.calls, at: now)
        case .cancelled: break
        case .incomplete(let reason):
            log(.notice, "a response is incomplete: \(reason)")
            // Half a sentence is acceptable; silence is not.
            if reason == "content_filter", !heardAnything { retryResponse(.provider(status: 0), code: reason, at: now) }
        case .failed(let code): retryResponse(failure(of: code), code: code, at: now)
        }
    }

    /// Handles an `error` that is not about the configuration.
    mutating func responseError(_ error: ServerEvent.ServiceError, code: String, at now: BootTime) {
        let isActiveAlready = code == "conversation_already_has_active_response"
        guard let sent = responses.sent, error.event == sent.event || (error.event == nil && isActiveAlready) else {
            return
        }
        responses.sent = nil
        if isActiveAlready {
            responses.isWanted = true
            if responses.active == nil { responses.blockedUntil = now + SessionRule.blocked }
        } else {
            retryResponse(failure(of: code), code: code, at: now)
        }
    }

    private func failure(of code: String) -> RealtimeFailure {
        if RealtimeFailure.quotaCodes.contains(code) { return .quota }
        // Providers use various names: `rate_limit_exceeded`, `inference_rate_limit_exceeded`, …
        if code.contains("rate_limit") { return .rateLimited }
        return .provider(status: 0)
    }

    private mutating func retryResponse(_ failure: RealtimeFailure, code: String, at now: BootTime) {
        counts.failedResponses += 1
        responses.failures += 1
        log(.warning, "a response failed: \(code)")
        guard failure != .quota, responses.failures < SessionRule.maximumFailures else { return fail(failure) }
        responses.isWanted = true
        responses.holdUntil = now + .milliseconds(responses.failures == 1 ? 500 : 2500)
    }

    mutating func passResponses(at now: BootTime) {
        if let until = responses.blockedUntil, until <= now { responses.blockedUntil = nil }
        if let sent = responses.sent, sent.until <= now { return fail(.silent) }
        if let stallsAt, stallsAt <= now { return fail(.silent) }
        if let until = ownAnswerUntil, until <= now {
            log(.notice, "the service did not answer the owner by itself; it was asked to")
            voices.hasOwnerSpoken = false
            responses.isWanted = true
        }
    }

    /// Until when the service may begin its own answer to the owner's last words; nil if none is due.
    private var ownAnswerUntil: BootTime? {
        guard phase == .live, settings.turnDetection.createsResponse, voices.hasOwnerSpoken, !isOwnerSpeaking,
            responses.isIdle, responses.blockedUntil == nil
        else { return nil }
        return ownerChangedAt + SessionRule.ownAnswerLimit
    }

    /// When the running response is given up if nothing more is received or heard of it; nil if none is running or it
    /// is being heard.
    private var stallsAt: BootTime? {
        guard let active = responses.active, !voices.isRendering else { return nil }
        return max(active.toldAt, voices.quietSince) + SessionRule.stall
    }

    var responseDeadline: BootTime? {
        var times = [responses.blockedUntil, responses.sent?.until, stallsAt, ownAnswerUntil]
        if responses.isWanted, responses.sent == nil, responses.active == nil {
            times += [responses.holdUntil, ownerHold]
        }
        return times.compactMap { $0 }.min()
    }
}
