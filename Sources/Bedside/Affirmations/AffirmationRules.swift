/// The bounds of the owner's phrases, and when one of them is due (V-7).
public enum AffirmationRules {
    public static let maximumPhrases = 3
    /// Plays a day at chosen times, over all phrases.
    public static let maximumPlaysPerDay = 2
    public static let maximumWords = 12
    public static let maximumEnglishCharacters = 120
    public static let maximumJapaneseCharacters = 30
    static let maximumKanaCharacters = 90
    /// How long after its time a phrase may still begin; then it is skipped that day.
    static let patience = TimeSpan.minutes(10)
    /// How long the device waits until it tries again.
    static let pause = TimeSpan.seconds(10)
    /// Nothing begins this shortly before an alarm.
    static let beforeAlarm = TimeSpan.minutes(1)
    /// How many days after the first play the device asks whether the phrases help (V-8).
    static let daysBeforeQuestion = 14
    /// On how many of the last days something must have been played for that: a device that was off for two weeks has
    /// nothing to ask.
    static let playedDaysBeforeQuestion = 3

    /// How long after a phrase began the question is tried, and tried again.
    static let beforeQuestion = TimeSpan.seconds(3)
    /// A question waits this long for its answer once it has been said.
    static let answerAfterQuestion = TimeSpan.seconds(30)
    /// A question whose end is not reported waits this long, including the time in which it is said.
    static let answerWithin = TimeSpan.seconds(45)

    /// The phrase as it is kept: one line, without white space around it.
    static func line(_ text: PrivateText) -> PrivateText {
        PrivateText(PrintableText.line(text.words.prefix(4096), limit: .max, replacement: " ").trimmed())
    }

    /// Why a phrase is not taken; nil if it is.
    static func refusal(of text: PrivateText) -> AffirmationRefusal? {
        guard !text.words.isEmpty else { return .empty }
        switch language(of: text) {
        case .english:
            let words = text.words.split(whereSeparator: \.isWhitespace).count
            let isLong = words > maximumWords || text.words.count > maximumEnglishCharacters
            return isLong ? .tooManyWords(words) : nil
        case .japanese:
            let characters = text.words.count
            return characters > maximumJapaneseCharacters ? .tooManyCharacters(characters) : nil
        }
    }

    /// Japanese if any sign of it is kana or kanji.
    static func language(of text: PrivateText) -> Language {
        let isJapanese = text.words.unicodeScalars.contains { scalar in
            (0x3041...0x30FF).contains(scalar.value) || (0x3400...0x9FFF).contains(scalar.value)
                || (0x20000...0x3FFFF).contains(scalar.value)
        }
        return isJapanese ? .japanese : .english
    }

    /// A play that the owner chose, on one day.
    struct Slot: Hashable, Sendable {
        var phrase: Affirmation
        var play: AffirmationPlay
        var begins: CivilTime
    }

    /// The chosen times of one date, in order. A time that clocks put forward leave out comes as soon as they were; one
    /// that clocks put back bring twice comes once, the first time.
    static func slots(_ part: OwnerAffirmations, on date: LocalDate, in zone: ZoneRules) -> [Slot] {
        part.phrases.flatMap { phrase in
            phrase.times.compactMap { time -> Slot? in
                guard let begins = zone.instant(of: LocalDateTime(date: date, time: time)) else { return nil }
                if let since = phrase.since, begins <= since { return nil }
                return Slot(
                    phrase: phrase, play: AffirmationPlay(id: phrase.id, on: date, at: time), begins: begins)
            }
        }.sorted { ($0.begins, $0.phrase.id) < ($1.begins, $1.phrase.id) }
    }

    /// What may be played now: its time has come within the last minutes, and on this date; it was not played yet, and
    /// neither were two others today.
    static func open(_ part: OwnerAffirmations, at now: CivilTime, in zone: ZoneRules) -> Slot? {
        guard part.phrases.contains(where: { !$0.times.isEmpty }) else { return nil }
        let today = zone.local(now).date
        guard part.plays.count(where: { $0.on == today }) < maximumPlaysPerDay else { return nil }
        return slots(part, on: today, in: zone).first { slot in
            slot.begins <= now && now < slot.begins + patience && slot.phrase.isAudible
                && !part.plays.contains(slot.play)
        }
    }

    /// The next chosen time that is still ahead, today or tomorrow; nil if there is none.
    static func next(_ part: OwnerAffirmations, after now: CivilTime, in zone: ZoneRules) -> CivilTime? {
        guard part.phrases.contains(where: { !$0.times.isEmpty }) else { return nil }
        let today = zone.local(now).date
        return [0, 1, 2].lazy.flatMap { slots(part, on: today.adding(days: $0), in: zone) }
            .first { $0.begins > now }?.begins
    }
}
