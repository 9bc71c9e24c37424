/// What the buttons mean while a daytime nudge is on (N-2, N-5), and what nudges see of other features.
extension Bedside {
    /// Whether Start and Stop answer a nudge now. An alarm, a talk and a meditation come first.
    var isNudging: Bool {
        features.nudges.open != nil && !isRinging && !isTalking && !isPractising
    }

    /// Whether the owner hears, or has heard, what a nudge offers: only that is a question, and not the chime.
    var isNudgeOffered: Bool {
        guard isNudging, let open = features.nudges.open, let offer = open.offer else { return false }
        return open.isOfferHeard || speaker.announced == Announced(phrase: .nudge(.offer(offer)), isHeard: true)
    }

    mutating func acceptNudge(at now: Moment) {
        stopForeground(at: now)
        let available = nudgeOffers(at: now)
        var begins: NudgeOffer?
        visitNudges(at: now) { nudges, context in
            let (offer, output) = nudges.accept(available, in: context)
            begins = offer
            return output
        }
        if let begins { begin(begins, at: now) }
    }

    /// Says what is offered, without a press of Start: the owner chose that (N-2).
    mutating func offerNudge(at now: Moment) {
        let available = nudgeOffers(at: now)
        visitNudges(at: now) { $0.offer(available, in: $1) }
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

    // MARK: What is offered (N-3)

    private func nudgeOffers(at now: Moment) -> Set<NudgeOffer> {
        var offers: Set<NudgeOffer> = [.breath]
        if mayOfferPhrase(at: now) { offers.insert(.phrase) }
        if mayOfferTalk(at: now) { offers.insert(.talk) }
        return offers
    }

    /// Whether a live companion would answer, as far as is known: no talk that is offered begins with a limit or with
    /// what is used up (N-6).
    private func mayOfferTalk(at now: Moment) -> Bool {
        let troubles: [Attention] = [.network, .credentials, .quota, .gateway]
        // Whether an owner of the automatic companion has a key is known once it has answered.
        let isThere = profile.companion == .openai || profile.companion == .automatic && call.reach == .answered
        return isThere && canHear && talkLimit(isForAlarm: false, at: now) == nil
            && !troubles.contains(where: health.has)
    }

    private mutating func begin(_ offer: NudgeOffer, at now: Moment) {
        switch offer {
        case .breath: breathe(at: now)
        // It may have been removed, or heard twice, since it was offered.
        case .phrase: if !playOfferedPhrase(at: now) { breathe(at: now) }
        case .talk: openConversation(with: nil, occurrence: nil, at: now, cause: .button)
        }
    }

    private mutating func breathe(at now: Moment) {
        let reply = meditate(MeditationRequest(minutes: .one), at: now, cause: .button)
        if case .refused(let refusal) = reply {
            emit(.log(.notice, "a minute of breathing did not begin (\(refusal.code.rawValue))"))
        }
    }

    // MARK: Intentions (N-3)

    /// The days that nudges see of the owner's intentions.
    var nudgeCues: Set<NudgeCue> { features.nudges.replayedCues ?? durable.nudgeCues }
}

extension Durable {
    /// The open intentions with a cue of the kind "after I have done this", without a word of them. None while the memory
    /// is paused or cannot be read.
    public var nudgeCues: Set<NudgeCue> {
        guard memory.mode != .paused, memory.fault == nil else { return [] }
        let cues = memory.memory.active.compactMap { item -> NudgeCue? in
            guard let intention = item.intention, intention.cueKind == .afterAction, intention.status == .open else {
                return nil
            }
            return NudgeCue(habit: intention.habit, date: intention.forDate)
        }
        return Set(cues)
    }
}
