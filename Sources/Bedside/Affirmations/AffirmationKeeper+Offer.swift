/// The phrase that a nudge offers (MIND-8). It counts among the plays of the day (MIND-7).
extension AffirmationKeeper {
    /// Plays that an owner takes up with a nudge, in the place of a chosen time; nil: none may be heard now.
    func offered(in context: FeatureContext) -> (sound: OwnerPhraseSound, play: AffirmationPlay)? {
        let part = context.durable.affirmations
        guard part.fault == nil, context.isClockTrusted, isIdle, !context.isAtRisk,
            !context.settings.isMicrophoneMuted, context.output != nil,
            AffirmationRules.hasRoom(part, at: context.now.civil, in: context.calendar.zone)
        else { return nil }
        let local = context.local
        let minute = LocalTime(wrappingSecondOfDay: Int(local.local.time.secondOfDay) / 60 * 60)
        for phrase in part.leastPlayedFirst {
            let play = AffirmationPlay(id: phrase.id, on: local.date, at: minute)
            guard !part.plays.contains(play), let sound = OwnerPhraseSound(phrase) else { continue }
            return (sound, play)
        }
        return nil
    }

    /// Has it heard; the play is on disk first.
    func playOffered(in context: FeatureContext) -> FeatureOutput<Self> {
        guard context.isFree, let (sound, play) = offered(in: context) else { return FeatureOutput() }
        return FeatureOutput(changes: [.played(play)], requests: [.playPhrase(sound)])
    }
}

extension AffirmationRules {
    /// Whether one more play is within the two of the day. Those at chosen times that are still to come are counted: the
    /// owner chose them.
    static func hasRoom(_ part: OwnerAffirmations, at now: CivilTime, in zone: ZoneRules) -> Bool {
        let today = zone.local(now).date
        let ahead = slots(part, on: today, in: zone).count { slot in
            now < slot.begins + patience && slot.phrase.isAudible && !part.plays.contains(slot.play)
        }
        return part.plays.count { $0.on == today } + ahead < maximumPlaysPerDay
    }
}

extension OwnerAffirmations {
    /// The phrase that was played longest ago comes first, and one that never was before all.
    fileprivate var leastPlayedFirst: [Affirmation] {
        func last(_ phrase: Affirmation) -> Int { plays.lastIndex { $0.id == phrase.id } ?? -1 }
        return phrases.sorted { (last($0), $0.id) < (last($1), $1.id) }
    }
}
