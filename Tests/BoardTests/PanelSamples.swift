import Testing

@testable import Bedside
@testable import Board

/// Contents of the panel at some moments of one morning.
enum PanelSamples {
    static func time(_ text: String) throws -> LocalDateTime { try #require(LocalDateTime(text)) }

    static func profile(_ language: Language) throws -> Profile {
        var profile = Profile(language: language)
        profile.habits = [
            Habit(id: .wake, at: LocalTime(wrappingSecondOfDay: 6 * 3600), days: .weekdays),
            Habit(id: .training, at: LocalTime(wrappingSecondOfDay: 19 * 3600), followUps: 5),
            Habit(id: .bedtime, isOn: false, at: LocalTime(wrappingSecondOfDay: 81_000)),
        ]
        return profile
    }

    static func status(
        at local: LocalDateTime, language: Language = .english, activity: Activity = .idle, light: Light = .idle,
        attention: [Attention] = [], occurrence: Occurrence? = nil, followUp: Int? = nil, isClockTrusted: Bool = true
    ) throws -> Status {
        let profile = try profile(language)
        let next = try time("2026-11-20T19:00")
        let civil = { (local: LocalDateTime) in CivilTime(seconds: local.wallSeconds - 3600) }
        return Status(
            now: civil(local), local: local, offsetSeconds: 3600, zone: "Europe/Berlin",
            isClockTrusted: isClockTrusted, activity: activity, light: light, attention: attention,
            occurrence: occurrence, followUp: followUp,
            next: NextUp(
                occurrence: Occurrence(habit: .training, date: next.date), habit: .training, at: civil(next),
                local: next, offsetSeconds: 3600, isMoved: false, isOneOff: false,
                sentence: Phrase.nextUp(.training, at: next, now: local, isOneOff: false).text(in: language)),
            profile: profile,
            habits: [
                .init(
                    habit: profile.habits[0], next: try time("2026-11-24T06:00"), isSkippedNext: true,
                    isMovedNext: false, lastOutcome: .answered, lastDate: LocalDate("2026-11-20"),
                    skippedDate: LocalDate("2026-11-23")),
                .init(
                    habit: profile.habits[1], next: next, isSkippedNext: false, isMovedNext: true,
                    lastOutcome: .missed, lastDate: LocalDate("2026-11-19")),
                .init(habit: profile.habits[2], next: nil, isSkippedNext: false, isMovedNext: false),
            ],
            oneOffs: [.init(alarm: OneOffAlarm(id: .once(1), at: try time("2027-01-02T05:30"), like: .wake))],
            settings: Settings(), setup: SetupProgress(step: nil), buttonGlitches: 0)
    }

    static func night(until local: LocalDateTime) -> [NightEntry] {
        let at = { (seconds: Int64) in CivilTime(seconds: local.wallSeconds - 3600 - seconds) }
        let wake = Occurrence(habit: .wake, date: local.date)
        return [
            NightEntry(at: at(30_000), kind: .started),
            NightEntry(at: at(75), kind: .ring, occurrence: wake, followUp: 0, cause: .timer),
            NightEntry(at: at(45), kind: .silence, occurrence: wake),
            NightEntry(at: at(15), kind: .ring, occurrence: wake, followUp: 1),
            NightEntry(at: at(9), kind: .answered, occurrence: wake, cause: .terminal, detail: "held\u{1B}[2J 0.1 s"),
        ]
    }

    static func ringing(_ language: Language) throws -> PanelContent {
        let now = try time("2026-11-20T06:01:15")
        let status = try status(
            at: now, language: language, activity: .ringing, light: .ringing,
            occurrence: Occurrence(habit: .wake, date: now.date), followUp: 1)
        return PanelContent(status: status, night: night(until: now), outputName: "default")
    }

    static func idle() throws -> PanelContent {
        PanelContent(status: try status(at: try time("2026-11-20T09:30:12")), outputName: "default")
    }

    static func troubled(_ language: Language) throws -> PanelContent {
        var content = PanelContent(
            status: try status(
                at: try time("2026-11-20T09:30:12"), language: language, light: .needsAttention,
                attention: [.clock, .sound], isClockTrusted: false),
            outputName: nil, hasMicrophone: false)
        content.problems = ["start button: \(GPIOError.chipNotFound(wanted: ["pinctrl-rp1"], found: []))"]
        content.isResetAsked = true
        content.counters = ["sound: 3 xruns"]
        return content
    }
}

/// A frame as a person sees it, without trailing spaces.
func picture(_ content: PanelContent, _ width: Int, _ height: Int) -> String {
    PanelRenderer.frame(content, width: width, height: height).map { line in
        var text = line.text
        while text.last == " " { text.removeLast() }
        return text
    }.joined(separator: "\n")
}
