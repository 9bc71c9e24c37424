/// What the buttons mean while a daytime nudge is on (N-2, N-5).
extension Bedside {
    /// Whether Start and Stop answer a nudge now. An alarm, a talk and a meditation come first.
    var isNudging: Bool {
        features.nudges.open != nil && ringing == nil && conversation == nil && practice == nil
    }

    mutating func acceptNudge(at now: Moment) {
        stopForeground(at: now)
        var begins = false
        visitNudges(at: now) { nudges, context in
            let (isTaken, output) = nudges.accept(in: context)
            begins = isTaken
            return output
        }
        guard begins else { return }
        let request = MeditationRequest(minutes: .three)
        if case .refused = meditate(request, at: now, cause: .button) {
            openConversation(with: nil, occurrence: nil, at: now, cause: .button)
        }
    }

    mutating func declineNudge(at now: Moment) {
        stopForeground(at: now)
        visitNudges(at: now) { $0.decline(in: $1) }
    }

    mutating func answer(_ command: NudgeCommand, at now: Moment) -> Reply {
        var reply = Reply.done
        visitNudges(at: now) { nudges, context in
            let (answer, output) = nudges.answer(command, in: context)
            reply = answer
            return output
        }
        return reply
    }
}
