/// A part of the rules that is not about ringing, with a state of its own: the evening check, setup.
///
/// A feature never calls the machine and knows no other feature. It sees the machine through a `FeatureContext`, hears
/// each `Notice`, wants to be visited at its deadline, and answers with a `FeatureOutput`. The parent's enums have at most
/// one case for each feature, and `Bedside+Features.swift` is the one file that knows all of them. What a feature has no
/// use for is `Never`, and has a default below.
protocol Feature: Hashable, Sendable {
    /// What its driver reports.
    associatedtype Event: Hashable, Codable, Sendable
    /// What its driver is asked to do.
    associatedtype Effect: Hashable, Codable, Sendable
    /// What of it is durable.
    associatedtype Change: Hashable, Codable, Sendable
    /// What the owner may ask of it.
    associatedtype Command: Hashable, Codable, Sendable

    /// When it wants to be visited at the latest. The civil time counts while the clock is trusted.
    var deadline: Deadline { get }

    /// Takes notice of what may have changed in the calendar, before `deadline` is asked for.
    mutating func plan(in context: FeatureContext)
    mutating func take(_ event: Event, in context: FeatureContext) -> FeatureOutput<Self>
    mutating func hear(_ notice: Notice, in context: FeatureContext) -> FeatureOutput<Self>
    mutating func answer(_ command: Command, in context: FeatureContext) -> (reply: Reply, output: FeatureOutput<Self>)
    /// Serves its deadline where that has come.
    mutating func advance(in context: FeatureContext) -> FeatureOutput<Self>
}

extension Feature {
    var deadline: Deadline { Deadline() }
    mutating func plan(in context: FeatureContext) {}
    mutating func hear(_ notice: Notice, in context: FeatureContext) -> FeatureOutput<Self> { FeatureOutput() }
    mutating func advance(in context: FeatureContext) -> FeatureOutput<Self> { FeatureOutput() }
}

extension Feature where Event == Never {
    mutating func take(_ event: Never, in context: FeatureContext) -> FeatureOutput<Self> {}
}

extension Feature where Command == Never {
    mutating func answer(
        _ command: Never, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<Self>) {}
}

/// The next time at which something wants to act, on each clock; nil: never.
struct Deadline: Hashable, Sendable {
    var civil: CivilTime?
    var boot: BootTime?

    /// The earlier of both, on each clock.
    func earlier(_ other: Deadline) -> Deadline {
        Deadline(
            civil: [civil, other.civil].compactMap { $0 }.min(), boot: [boot, other.boot].compactMap { $0 }.min())
    }
}

/// What a feature may see of the machine: read only, made for one visit.
struct FeatureContext {
    let now: Moment
    /// When habits are due, with the zone; its `durable` holds the schedule and the feature's own part.
    let calendar: Agenda
    let isClockTrusted: Bool
    let isRinging: Bool
    /// The microphone is open.
    let isListening: Bool
    /// Nothing rings, nobody talks, nothing plays.
    let isQuiet: Bool
    let health: Health

    var durable: Durable { calendar.durable }
    var profile: Profile { calendar.durable.profile }
    var settings: Settings { calendar.durable.settings }
}

/// What the machine tells every feature; each notice is given at one place.
enum Notice: Hashable, Sendable {
    case pressed(Button)
    case occurrenceEnded(OccurrenceRecord)
    case conversationBegan(HabitID?)
    case conversationEnded(ConversationEnd)
    case profileChanged(from: Profile)
    case clockTrusted
    /// The clock or the zone was set: what was planned by them may be wrong.
    case calendarChanged
    /// A sound card came or went.
    case devicesChanged
    /// An alarm is near: the way to the companion is being checked for that alarm.
    case alarmChecked
    /// The way to the companion was checked, whoever asked for it; nil: all is there.
    case companionChecked(ConversationFailure?)
}

/// What a feature asks for, in this order. Its effects are performed after everything written is on disk (ALARM-7).
struct FeatureOutput<F: Feature>: Hashable {
    var changes: [F.Change] = []
    var requests: [FeatureRequest] = []
    var effects: [F.Effect] = []
}

/// What a feature may ask of the machine, which decides whether and when.
enum FeatureRequest: Hashable, Sendable {
    /// Granted while all is quiet.
    case say(Phrase)
    /// Granted while all is quiet.
    case openConversation(HabitID?)
    case endConversation(ConversationEnd)
    /// A change of the profile, as its owner would make it. The feature has checked it with `Profile.changed(by:)`.
    case apply(ProfilePatch)
    /// Raises or clears what the light asks attention for.
    case learn(Health.Fact)
    case note(NightEntry.Kind, detail: String?)
    case log(LogLevel, String)
    /// Answered by `Notice.companionChecked`.
    case checkCompanion
}
