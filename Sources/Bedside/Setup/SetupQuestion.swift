/// A question of set-up (SETUP-1), or something that the owner is asked to try.
///
/// It carries what follows it within its step, so whoever asks it needs to remember nothing else.
public enum SetupQuestion: Hashable, Codable, Sendable {
    case language
    /// The owner speaks; answered by what was heard.
    case microphone
    /// Nothing was heard: whether to listen once more.
    case microphoneAgain
    /// The alarm sounds for a moment; answered by whether it could be played.
    case speaker
    case speakerHeard
    /// It was not heard: whether to play it once more.
    case speakerAgain
    case name
    case habits
    /// `then`: the habits whose times are asked for after this one.
    case habitTime(HabitID, then: [HabitID])
    case habitDays(HabitID, then: [HabitID])
    case ownHabit
    case wakePlace
    case trainingFocus

    public var step: SetupStep {
        switch self {
        case .language: .welcome
        case .microphone, .microphoneAgain: .microphone
        case .speaker, .speakerHeard, .speakerAgain: .speaker
        case .name: .name
        case .habits, .habitTime, .habitDays, .ownHabit: .habits
        case .wakePlace: .wakePlace
        case .trainingFocus: .trainingFocus
        }
    }

    /// What kind of answer it takes.
    public enum Kind: Hashable, Sendable {
        case text, yesOrNo, microphoneTrial, speakerTrial
    }

    public var kind: Kind {
        switch self {
        case .microphone: .microphoneTrial
        case .speaker: .speakerTrial
        case .microphoneAgain, .speakerHeard, .speakerAgain: .yesOrNo
        case .language, .name, .habits, .habitTime, .habitDays, .ownHabit, .wakePlace, .trainingFocus: .text
        }
    }

    /// The step's first question; nil: there is nothing to ask.
    static func first(of step: SetupStep) -> SetupQuestion? {
        switch step {
        case .welcome: .language
        case .microphone: .microphone
        case .speaker: .speaker
        case .name: .name
        case .habits: .habits
        case .wakePlace: .wakePlace
        case .trainingFocus: .trainingFocus
        case .completion: nil
        }
    }

    /// The answer that is in force, in words that are taken as an answer; nil: none is.
    func answerInForce(in profile: Profile) -> String? {
        let language = profile.language
        switch self {
        case .language: return language.rawValue
        case .name: return profile.ownerName
        case .habits:
            let chosen = SetupAnswers.list(profile.habits.filter(\.isOn).map(\.id), language: language)
            return chosen.isEmpty ? nil : chosen
        case .habitTime(let id, _): return profile.habit(id)?.at.description
        case .habitDays(let id, _): return (profile.habit(id)?.days ?? .everyDay).text(in: language)
        case .wakePlace: return profile.sleepLocation
        case .trainingFocus:
            let chosen = profile.trainingFocus.map(\.rawValue).joined(separator: ",")
            return chosen.isEmpty ? nil : chosen
        case .microphone, .microphoneAgain, .speaker, .speakerHeard, .speakerAgain, .ownHabit: return nil
        }
    }
}

/// What a surface (a terminal, a voice) brings back for a question.
public enum SetupAnswer: Hashable, Codable, Sendable {
    /// As the owner wrote it; empty keeps what is in force.
    case text(String)
    /// From a surface that has two buttons for it.
    case yes(Bool)
    case heard(Heard)
    case played
    /// Nil: no appliance is running, so nothing can sound.
    case notPlayed(Refusal?)

    /// What a trial of the microphone found.
    public enum Heard: String, Hashable, Codable, Sendable, CaseIterable {
        case voice, silence, muted
        case noMicrophone = "no_microphone"
    }

    /// Longer answers are cut before the rules see them.
    static let maximumCharacters = 512
}

/// What a surface does next: what it says, and what it asks.
public struct SetupTurn: Hashable, Codable, Sendable {
    /// The owner's, as it is after the last answer.
    public var language: Language
    /// About the last answer.
    public var says: [SetupText] = []
    /// The step that begins with this turn; nil: the last one goes on.
    public var opening: SetupStep?
    /// Nil: setting up is finished.
    public var question: SetupQuestion?
    /// The answer in force, which an empty answer keeps.
    public var answerInForce: String?

    public init(
        language: Language, says: [SetupText] = [], opening: SetupStep? = nil, question: SetupQuestion? = nil,
        answerInForce: String? = nil
    ) {
        self.language = language
        self.says = says
        self.opening = opening
        self.question = question
        self.answerInForce = answerInForce
    }
}
