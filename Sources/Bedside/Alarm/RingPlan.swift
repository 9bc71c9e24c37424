/// What rings (SOUND-7, S-3): the melody first, and a pattern that wakes more surely from the fourth follow-up on.
enum RingPlan {
    /// From this follow-up on, the 520 Hz pattern rings. The volume has reached the ceiling by then, so the kind of
    /// sound is what is left to change.
    static let squareFromFollowUp = 4
    /// When the voice speaks in the melody's ring, in milliseconds: it is to be heard at most 20 s after the first
    /// sound (S-5). The shipped melody has a rest here.
    static let voiceAfterMelody = 19_600
    /// When it speaks first in a ring of the pattern, and again: the pattern's turns last 4 s.
    static let voiceAfterSquare = 8000

    /// How a ring begins and who speaks in it.
    static func shape(
        of habit: Habit, followUp: Int, occurrence: Occurrence, profile: Profile
    ) -> RingShape {
        RingShape(
            fade: fade(followUp: followUp, range: profile.volume),
            voice: voice(of: habit, followUp: followUp, occurrence: occurrence, language: profile.language))
    }

    /// The voice of a ring: the occurrence's wake message if there is one by then, else the habit's own line (S-5). It
    /// interrupts the melody once, and takes turns with the pattern (S-3).
    static func voice(
        of habit: Habit, followUp: Int, occurrence: Occurrence, language: Language
    ) -> RingVoice {
        let isSquare = isSquare(habit, followUp: followUp)
        return RingVoice(
            line: RingLine(habit: habit.subject).utterance(in: language), message: occurrence,
            atMilliseconds: isSquare ? voiceAfterSquare : voiceAfterMelody,
            againAfterMilliseconds: isSquare ? voiceAfterSquare : nil)
    }

    static func isSquare(_ habit: Habit, followUp: Int) -> Bool {
        habit.sleeper == .heavy || followUp >= squareFromFollowUp
    }

    /// How the ring begins: the first ring fades in over 10 s, follow-ups over 2 s; never longer than the owner wants.
    static func fade(followUp: Int, range: VolumeRange) -> RingFade? {
        let longest = max(range.fadeSeconds, 0) * 1000
        let fade = followUp == 0 ? RingFade.first : RingFade.followUp
        let milliseconds = min(fade.milliseconds, longest)
        guard milliseconds > 0 else { return nil }
        return RingFade(
            fromDecibels: fade.fromDecibels, toDecibels: fade.toDecibels, milliseconds: milliseconds)
    }
}
