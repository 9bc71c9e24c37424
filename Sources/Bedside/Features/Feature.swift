/// A part of the rules that is not about ringing and has its own state, such as the evening check, the memory or fading.
///
/// A feature never calls the machine and knows no other feature. It sees the machine through a `FeatureContext`, hears
/// each `Notice`, is visited at its deadline, and answers with a `FeatureOutput`. The parent's enums have at most one
/// case for each feature; `Bedside+Features.swift` alone knows all of them. An associated type that a feature does not
/// need is `Never`; methods that it does not need have defaults below.
protocol Feature: Hashable, Sendable {
    /// A report from the feature's driver.
    associatedtype Event: Hashable, Codable, Sendable
    /// A request to the feature's driver.
    associatedtype Effect: Hashable, Codable, Sendable
    /// A change of the feature's durable state.
    associatedtype Change: Hashable, Codable, Sendable
    /// A request from the owner.
    associatedtype Command: Hashable, Codable, Sendable

    /// The latest time of the next visit. The civil time counts only while the clock is trusted.
    var deadline: Deadline { get }

    /// Updates the feature's plan from the calendar, before `deadline` is read.
    mutating func plan(in context: FeatureContext)
    mutating func take(_ event: Event, in context: FeatureContext) -> FeatureOutput<Self>
    mutating func hear(_ notice: Notice, in context: FeatureContext) -> FeatureOutput<Self>
    mutating func answer(_ command: Command, in context: FeatureContext) -> (reply: Reply, output: FeatureOutput<Self>)
    /// Acts on the feature's deadline if it has come.
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

/// The next time to act, on each clock; nil means never.
struct Deadline: Hashable, Sendable {
    var civil: CivilTime?
    var boot: BootTime?

    /// Whether either has come; the civil time counts only while the clock is trusted.
    func hasCome(at now: Moment, isClockTrusted: Bool) -> Bool {
        boot.map { $0 <= now.boot } ?? false || isClockTrusted && civil.map { $0 <= now.civil } ?? false
    }

    /// The earlier of the two deadlines, on each clock.
    func earlier(_ other: Deadline) -> Deadline {
        Deadline(civil: civil.earlier(other.civil), boot: boot.earlier(other.boot))
    }
}

/// A read-only view of the machine, made for one visit to a feature.
struct FeatureContext {
    let now: Moment
    let boxedCalendar: Boxed<Agenda>
    let isClockTrusted: Bool
    let isRinging: Bool
    /// Whether the microphone is open.
    let isListening: Bool
    /// Whether nothing rings, no conversation runs and nothing plays.
    let isQuiet: Bool
    /// Whether all is quiet, and no question of the device's waits for its answer.
    var isFree = true
    let health: Health
    /// The output on which the next sound begins; nil if there is none.
    var output: Int?
    /// The live talk that is on.
    var live: LiveTalk?
    /// Whether the device's own routine is on, and no alarm rings.
    var isKeepingIntention = false
    /// Whether the soft sound before an alarm is on.
    var isDawn = false
    /// Whether a daytime nudge waits for Start or Stop.
    var isNudging = false
    /// Whether the owner seems to be at risk, or did within a day (G-3, G-4).
    var isAtRisk = false
    /// The coming morning; filled in for the wake message's voice alone.
    var morning: ComingMorning?
    /// The texts that the owner's own voice may say now.
    var scripts = ApprovedScripts.none
    /// The countries whose help lines the device knows.
    var helpCountries: Set<String> = []

    /// When habits are due, with the zone and everything durable. A feature reads the others' parts only where its
    /// requirement says so, and changes none but its own.
    var calendar: Agenda { boxedCalendar.wrappedValue }
    var durable: Durable { calendar.durable }
    var profile: Profile { calendar.durable.profile }
    var settings: Settings { calendar.durable.settings }

    func unknownHabit(_ id: HabitID) -> Reply { profile.unknownHabit(id) }
}

/// A conversation with a live companion, as features see it.
struct LiveTalk: Hashable, Sendable {
    /// The alarm that it is about.
    var occurrence: Occurrence?
    /// Whether both are heard; while a call is made, for the first time or again, nothing is measured.
    var isOpen: Bool
}

/// A notice from the machine to every feature.
enum Notice: Hashable, Sendable {
    case pressed(Button)
    case occurrenceEnded(OccurrenceRecord, OccurrenceEnding)
    case conversationBegan(HabitID?)
    /// A companion was told about the habit and begins to speak, on a new call or after a hand-over.
    case callOpened(HabitID?)
    /// Words of a live talk. A turn that is heard again replaces its earlier form.
    case heard(TalkLine.Voice, PrivateText, turn: Int)
    case conversationEnded(ConversationEnd, fellAsleep: Bool)
    /// The device has said this to its end, and the owner could hear it.
    case said(Phrase)
    /// The owner may be at risk, so nothing of this talk is kept (SAFE-3).
    case concernRaised
    /// The owner wants nothing of this talk to be kept (M-8).
    case wentOffRecord
    case profileChanged(from: Profile)
    case clockTrusted
    /// The clock or the zone was set, so earlier plans may be wrong.
    case calendarChanged
    /// A sound card appeared or disappeared.
    case devicesChanged
    /// An alarm is near, so the connection to the companion is being checked.
    case alarmChecked
    /// The connection to the companion was checked, for whatever reason; nil means that it works.
    case companionChecked(ConversationFailure?)
}

/// What a feature asks for, handled in this order. Effects are performed once all changes are on disk (ALARM-7).
struct FeatureOutput<F: Feature>: Hashable {
    var changes: [F.Change] = []
    var requests: [FeatureRequest] = []
    var effects: [F.Effect] = []
}

/// A request from a feature to the machine, which decides whether to grant it.
enum FeatureRequest: Hashable, Sendable {
    /// Granted while all is quiet.
    case say(Phrase)
    /// Says a phrase once what was written for it is on disk, so that it is never said twice. Granted while all is
    /// quiet.
    case sayOnce(Phrase)
    /// One soft chime; granted while all is quiet.
    case chime
    /// Says what a nudge offers; granted while all is quiet.
    case offerNudge
    /// Said over a live companion, which is silent meanwhile; granted while nothing else sounds.
    case sayOverCompanion(Phrase)
    /// Granted while all is quiet.
    case openConversation(HabitID?)
    case endConversation(ConversationEnd)
    /// The owner may be at risk: the companion gets other instructions, and the device says the help line (SAFE-2).
    case raiseConcern(SafetyLevel)
    /// Says the help line once more, whatever else would be said.
    case sayHelpLines
    /// A change of the profile on the owner's behalf. The feature has checked it with `Profile.changed(by:)`.
    case apply(ProfilePatch)
    /// A change of the profile that the owner has made at the gateway. The feature has checked it with
    /// `Profile.changed(by:)`.
    case applyFromGateway(ProfilePatch)
    /// Names the person a companion may mention if the owner seems to be at risk; nil: nobody any more. The feature has
    /// checked it with `FeatureContext.refusal(toTrust:)`.
    case trust(PrivateText?)
    /// Signs in at a gateway. The feature has checked the address.
    case signIn(String)
    /// Raises or clears a reason for the light to ask for attention.
    case learn(Health.Fact)
    case note(NightEntry.Kind, detail: String?)
    case log(LogLevel, String)
    /// Answered by `Notice.companionChecked`.
    case checkCompanion
    /// Plays a phrase of the owner's, once what was written for it is on disk; granted while nothing else is going on.
    case playPhrase(OwnerPhraseSound)
    /// Asks a question of the device's, once what was written for it is on disk; granted while nothing else is going on.
    case ask(Phrase)
    /// Plays the soft sound before an alarm that is due after this time (S-2); granted while nothing else is going on.
    case beginDawn(TimeSpan)
    case endDawn
    /// What became of the recording that the device's routine has asked for.
    case intentionRecorded(PhraseTake)
}
