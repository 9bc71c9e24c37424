/// A question of setup (SETUP-1), or something that the owner is asked to try.
///
/// It carries the habits still to ask about in its step, so a surface needs to remember nothing else.
public enum SetupQuestion: Hashable, Codable, Sendable {
    case language
    /// Asks the owner to speak; the answer is what was heard.
    case microphone
    /// Asks whether to listen once more, after nothing was heard.
    case microphoneAgain
    /// Sounds the alarm for a moment; the answer is whether it could be played.
    case speaker
    case speakerHeard
    /// Asks whether to play the alarm once more, after the owner did not hear it.
    case speakerAgain
    /// Asks for the address of a gateway.
    case gateway
    /// Waits until the owner has typed the code on the gateway's page, or it did not come about.
    case signIn
    case name
    case age
    case country
    /// Asks for the person a companion may mention if the owner seems to be at risk.
    case trusted
    case habits
    /// `then`: the habits whose times are asked for after this one.
    case habitTime(HabitID, then: [HabitID])
    case habitDays(HabitID, then: [HabitID])
    case ownHabit
    case wakePlace
    /// Asks whether the owner sleeps heavily or hears poorly (S-7).
    case heavySleeper
    case trainingFocus
    /// Asks whether talks may be remembered.
    case memory
    /// Waits until the owner has chosen a plan on the gateway's page, or wants to do it later.
    case plan

    public var step: SetupStep {
        switch self {
        case .language: .welcome
        case .microphone, .microphoneAgain: .microphone
        case .speaker, .speakerHeard, .speakerAgain: .speaker
        case .gateway, .signIn: .account
        case .name: .name
        case .age: .age
        case .country: .country
        case .trusted: .trusted
        case .habits, .habitTime, .habitDays, .ownHabit: .habits
        case .wakePlace: .wakePlace
        case .heavySleeper: .sleeper
        case .trainingFocus: .trainingFocus
        case .memory: .memory
        case .plan: .plan
        }
    }

    /// The kind of answer that a question takes.
    public enum Kind: Hashable, Sendable {
        case text, yesOrNo, microphoneTrial, speakerTrial, signIn
        /// A text; before an empty one is given, the gateway is asked what is left now.
        case planTrial
        /// A text that no journal may hold.
        case privateText
    }

    public var kind: Kind {
        switch self {
        case .microphone: .microphoneTrial
        case .speaker: .speakerTrial
        case .microphoneAgain, .speakerHeard, .speakerAgain, .heavySleeper, .memory: .yesOrNo
        case .language, .gateway, .name, .age, .country, .habits, .habitTime, .habitDays, .ownHabit, .wakePlace,
            .trainingFocus:
            .text
        case .signIn: .signIn
        case .plan: .planTrial
        case .trusted: .privateText
        }
    }

    /// The step's first question; nil if the step asks nothing.
    static func first(of step: SetupStep) -> SetupQuestion? {
        switch step {
        case .welcome: .language
        case .microphone: .microphone
        case .speaker: .speaker
        case .account: .gateway
        case .name: .name
        case .age: .age
        case .country: .country
        case .trusted: .trusted
        case .habits: .habits
        case .wakePlace: .wakePlace
        case .sleeper: .heavySleeper
        case .trainingFocus: .trainingFocus
        case .memory: .memory
        case .plan: .plan
        case .completion: nil
        }
    }

    /// The answer in force, in words that are accepted as an answer; nil if there is none.
    func answerInForce(in facts: SetupFacts) -> String? {
        let profile = facts.profile
        let language = profile.language
        switch self {
        case .language: return language.rawValue
        case .name: return profile.ownerName
        case .age: return profile.age == .notSaid ? nil : profile.age.rawValue
        case .country: return facts.country
        case .habits:
            let chosen = SetupAnswers.list(profile.habits.filter(\.isOn).map(\.id), language: language)
            return chosen.isEmpty ? nil : chosen
        case .habitTime(let id, _): return profile.habit(id)?.at.description
        case .habitDays(let id, _): return (profile.habit(id)?.days ?? .everyDay).text(in: language)
        case .wakePlace: return profile.sleepLocation
        case .heavySleeper: return profile.habit(.wake)?.sleeper == .heavy ? "y" : "n"
        case .trainingFocus:
            let chosen = profile.trainingFocus.map(\.rawValue).joined(separator: ",")
            return chosen.isEmpty ? nil : chosen
        case .memory: return facts.memory == .on ? "y" : "n"
        case .gateway: return facts.isSignedIn ? facts.gateway : nil
        case .microphone, .microphoneAgain, .speaker, .speakerHeard, .speakerAgain, .signIn, .ownHabit, .trusted,
            .plan:
            return nil
        }
    }

    /// The private answer in force, which an empty answer keeps; nil if the question asks for nothing private.
    func privateAnswerInForce(in facts: SetupFacts) -> PrivateText? { self == .trusted ? facts.trusted : nil }
}

/// What the questions of setup and their answers depend on.
struct SetupFacts: Hashable, Sendable {
    var profile: Profile
    var memory: MemoryMode
    /// The zone's name.
    var zone: String
    /// The countries whose help lines the device knows.
    var helpCountries: Set<String>
    /// The person a companion may mention if the owner seems to be at risk; nil: nobody.
    var trusted: PrivateText?
    /// Whether the device is signed in at a gateway (SETUP-3), and at which.
    var isSignedIn = false
    var gateway: String?
    /// Whether it gives no talking time yet.
    var needsPlan = false

    init(
        profile: Profile, memory: MemoryMode = .off, zone: String = "", helpCountries: Set<String> = [],
        trusted: PrivateText? = nil, isSignedIn: Bool = false, gateway: String? = nil, needsPlan: Bool = false
    ) {
        self.profile = profile
        self.memory = memory
        self.zone = zone
        self.helpCountries = helpCountries
        self.trusted = trusted
        self.isSignedIn = isSignedIn
        self.gateway = gateway
        self.needsPlan = needsPlan
    }

    init(_ context: FeatureContext) {
        self.init(
            profile: context.profile, memory: context.durable.memory.mode, zone: context.calendar.zone.name,
            helpCountries: context.helpCountries,
            trusted: context.durable.memory.memory.active(.trustedPerson)?.text,
            isSignedIn: context.durable.account.isSignedIn, gateway: context.durable.account.gateway,
            needsPlan: context.durable.account.isSignedIn && context.durable.account.isHeld)
    }

    /// What the owner has to know of the country that is in force: that it has no help line of its own (SAFE-4).
    var helpLineAbsent: SetupText? {
        let country = HelpLines.country(of: profile, zone: zone)
        if let country, helpCountries.contains(country) { return nil }
        return .helpLineAbsent(country: country)
    }

    /// The owner's country, or the one that is proposed: the zone's, else the one whose language they chose.
    var country: String? {
        if let country = profile.country ?? HelpLines.country(ofZone: zone).flatMap({ CountryCode($0) }) {
            return country.letters
        }
        return profile.language == .japanese ? "JP" : nil
    }

    /// The facts after a patch, or why it cannot be applied.
    func changed(by patch: ProfilePatch) -> Result<SetupFacts, Refusal> {
        profile.changed(by: patch, isSignedIn: isSignedIn).map {
            SetupFacts(
                profile: $0.profile, memory: patch.memory ?? memory, zone: zone, helpCountries: helpCountries,
                trusted: trusted, isSignedIn: isSignedIn, gateway: gateway, needsPlan: needsPlan)
        }
    }
}

/// An answer that a surface (a terminal, a voice) returns to a question.
public enum SetupAnswer: Hashable, Codable, Sendable {
    /// The owner's own words; an empty text keeps the answer in force.
    case text(String)
    /// The owner's own words where the question asks for something private; an empty text keeps the answer in force.
    case privateText(PrivateText)
    /// Yes or no, from a surface that has a button for each.
    case yes(Bool)
    case heard(Heard)
    case played
    /// The alarm was not played; the refusal is nil if no appliance is running.
    case notPlayed(Refusal?)
    case signedIn
    /// Why not; nil if no appliance is running.
    case notSignedIn(SignInFailure?)

    /// The result of a trial of the microphone.
    public enum Heard: String, Hashable, Codable, Sendable, CaseIterable {
        case voice, silence, muted
        case noMicrophone = "no_microphone"
    }

    /// The length to which longer answers are cut before they are checked.
    static let maximumCharacters = 512
}

/// The next thing for a surface to do: texts to say and a question to ask.
public struct SetupTurn: Hashable, Codable, Sendable {
    /// The owner's language, as it is after the last answer.
    public var language: Language
    /// Texts to say before the question, such as what was wrong with the last answer.
    public var says: [SetupText] = []
    /// The step that begins with this turn; nil if the last one continues.
    public var opening: SetupStep?
    /// The question to ask; nil if setup is finished.
    public var question: SetupQuestion?
    /// The answer in force, which an empty answer keeps.
    public var answerInForce: String?
    /// The answer in force, which an empty answer keeps, if it is private.
    public var privateAnswerInForce: PrivateText?

    public init(
        language: Language, says: [SetupText] = [], opening: SetupStep? = nil, question: SetupQuestion? = nil,
        answerInForce: String? = nil, privateAnswerInForce: PrivateText? = nil
    ) {
        self.language = language
        self.says = says
        self.opening = opening
        self.question = question
        self.answerInForce = answerInForce
        self.privateAnswerInForce = privateAnswerInForce
    }
}
