/// How a conversation stands: what it needs, and when something is due.
extension Conversation {
    /// Whether the online companion speaks in this talk, or is being reached for it: not the offline one.
    var needsCall: Bool {
        switch mode {
        case .connecting, .waiting, .online: true
        case .offline: false
        }
    }

    /// Whether a call must be kept: this talk's own, or one to a companion that is to join the offline routine.
    var usesCall: Bool { needsCall || late?.hasCall == true }

    /// Whether the offline companion speaks.
    var isOffline: Bool { !needsCall }

    /// Whether a companion that comes now would soon have to leave again.
    func isTooLateToJoin(at now: BootTime) -> Bool {
        isShort && startedAt + .minutes(timing.bedtimeMinutes) < now + Self.endOfferedBefore
    }

    var isConnecting: Bool {
        switch mode {
        case .connecting: true
        case .waiting, .online, .offline: false
        }
    }

    /// An owner who spoke no longer ago than this was awake just now.
    static let justNow = TimeSpan.seconds(60)

    func heardOwner(within span: TimeSpan, of now: BootTime) -> Bool {
        if case .online(let talk) = mode, talk.isOwnerSpeaking { return lastOwnerVoice != nil }
        return lastOwnerVoice.map { now - $0 <= span } ?? false
    }

    /// Whether the owner seems to have fallen asleep in a talk that ends now. Whoever has just answered a routine is awake
    /// when it is over.
    func fellAsleep(endingAs end: ConversationEnd, at now: BootTime) -> Bool {
        !end.isOwnerAwake && !(end == .routineOver && heardOwner(within: Self.justNow, of: now))
    }

    /// Whether words that are reported now can be the owner's: the microphone is open, or was until a moment ago.
    func mayHaveSpoken(at now: BootTime) -> Bool {
        if case .online(let talk) = mode { talk.mayHaveSpoken(at: now) } else { true }
    }

    /// Whether what the owner said last was a no.
    var hasSaidNo: Bool { said.last.map(SpokenNo.isSaid) ?? false }

    /// Whether it is a bedtime talk, which is short.
    var isShort: Bool { habit?.subject == .bedtime && !isPatient }

    /// When it ends at the latest. A short talk is one with a companion, who may finish its goodbye; the offline routine
    /// has its own end.
    var cap: BootTime {
        let longest = startedAt + .minutes(timing.longestMinutes)
        guard isShort, needsCall else { return longest }
        let short = min(longest, startedAt + .minutes(timing.bedtimeMinutes))
        return goodbyeBy.map { max(short, $0) } ?? short
    }

    /// The time at which the companion learns that the talk will end soon; nil while somebody speaks, and after a goodbye.
    var offerAt: BootTime? {
        guard isShort, !isEndOffered, goodbyeBy == nil, case .online(let talk) = mode, talk.isHeard, talk.isQuiet
        else { return nil }
        return cap - Self.endOfferedBefore
    }

    var deadline: BootTime {
        // Neither silence nor length ends a talk in which the owner meditates (D-4).
        if restsSince != nil { return BootTime(nanoseconds: .max) }
        let own: BootTime? =
            switch mode {
            case .connecting(let until), .waiting(let until): until
            case .online(let talk): talk.deadline(timing)
            case .offline(let routine): routine.deadline
            }
        return [own, voiceBy, goodbyeBy, offerAt, late?.deadline].compactMap { $0 }.reduce(cap, min)
    }
}
