/// The steps of setting up (SETUP-1), in order.
public enum SetupStep: String, Codable, CaseIterable, Sendable, Hashable {
    case welcome
    case microphone
    case speaker
    /// Signing in at a gateway, if the owner has one (ACCOUNT-1).
    case account
    case name
    case age
    case country
    /// The person a companion may mention if the owner seems to be at risk (G-5).
    case trusted
    case habits
    case wakePlace = "wake_place"
    /// Whether the owner sleeps heavily or hears poorly (S-7).
    case sleeper
    case trainingFocus = "training_focus"
    /// Whether talks may be remembered (M-10).
    case memory
    /// Choosing a plan on the gateway's page, where there is no talking time without one.
    case plan
    case completion
}

/// The progress of setting up, which is kept across a power loss.
public struct SetupProgress: Hashable, Codable, Sendable {
    /// The step to ask next; nil if setup is finished.
    public var step: SetupStep?
    public init(step: SetupStep? = .welcome) { self.step = step }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        // A step that only a newer version knows counts as finished.
        step = try values.decodeIfPresent(String.self, forKey: .step).flatMap(SetupStep.init(rawValue:))
    }

    /// The step after `done`; steps for habits that are off in `profile` are left out.
    ///
    /// - Parameter needsPlan: whether the gateway at which the device is signed in gives no talking time yet.
    public static func next(after done: SetupStep, profile: Profile, needsPlan: Bool = false) -> SetupStep? {
        let all = SetupStep.allCases
        guard let index = all.firstIndex(of: done) else { return nil }
        return all[(index + 1)...].first { isAsked($0, profile: profile, needsPlan: needsPlan) }
    }

    /// Whether a profile that was given at once answers every question that is still to be asked, so that setup is over.
    /// The trials of microphone and speaker ask for nothing that a profile could hold.
    ///
    /// - Parameter profile: the one that is in force with the patch.
    func isCompleted(by patch: ProfilePatch, profile: Profile) -> Bool {
        guard let step, let index = SetupStep.allCases.firstIndex(of: step) else { return false }
        return SetupStep.allCases[index...].allSatisfy {
            !Self.isAsked($0, profile: profile) || Self.isAnswered($0, by: patch)
        }
    }

    private static func isAnswered(_ step: SetupStep, by patch: ProfilePatch) -> Bool {
        switch step {
        case .welcome: patch.language != nil
        // Owners who say nothing about their sleep are taken to sleep as usual. A profile holds no account, and
        // nobody the owner trusts.
        case .microphone, .speaker, .account, .trusted, .sleeper, .plan, .completion: true
        case .name: patch.ownerName != nil
        case .age: patch.age != nil
        case .country: patch.country != nil
        case .habits: !patch.habits.isEmpty
        case .wakePlace: patch.sleepLocation != nil
        case .trainingFocus: patch.trainingFocus != nil
        case .memory: patch.memory != nil
        }
    }

    private static func isAsked(_ step: SetupStep, profile: Profile, needsPlan: Bool = false) -> Bool {
        func chosen(_ id: HabitID) -> Bool { profile.habit(id)?.isOn ?? false }
        switch step {
        case .wakePlace: return chosen(.wake) || chosen(.bedtime)
        case .sleeper: return chosen(.wake)
        case .trainingFocus: return chosen(.training)
        // Without live talks there is nothing to remember, and no companion that could mention somebody.
        case .trusted, .memory: return profile.age != .under13
        case .plan: return needsPlan
        case .welcome, .microphone, .speaker, .account, .name, .age, .country, .habits, .completion: return true
        }
    }
}
