/// Setting up, question by question (SETUP-1, SETUP-2): chooses the next question and applies each answer.
///
/// It serves any surface that can ask: a terminal, a voice. A surface requests the current turn, returns each answer
/// with its question, and receives the next turn. Each answer is checked by the profile's own rules and written at
/// once, so a lost connection loses nothing. Only the step is stored of the progress: a surface that returns, or uses
/// the stored state while no appliance is running, continues with the first question of that step.
public struct Setup: Feature {
    typealias Event = Never
    typealias Effect = Never
    public typealias Change = SetupProgress

    /// A request from a surface.
    public enum Command: Hashable, Sendable {
        /// Requests the current turn.
        case resume
        case answer(SetupAnswer, to: SetupQuestion)
        /// Jumps to a step; nil marks setup as finished.
        case go(to: SetupStep?)
    }

    mutating func answer(_ command: Command, in context: FeatureContext) -> (reply: Reply, output: FeatureOutput<Setup>)
    {
        let progress = context.durable.setup
        let facts = SetupFacts(context)
        switch command {
        case .go(let step): return (.done, FeatureOutput(changes: [SetupProgress(step: step)]))
        case .resume: return resume(progress, facts)
        case .answer(let answer, let question):
            // Another surface has answered meanwhile: continue with the current step.
            guard question.step == progress.step else { return resume(progress, facts) }
            let taken =
                question == .trusted
                ? Self.trusted(answer, in: context) : Self.read(answer, to: question, facts)
            return go(on: taken, from: question, facts)
        }
    }

    private func resume(_ progress: SetupProgress, _ facts: SetupFacts) -> (Reply, FeatureOutput<Setup>) {
        guard let step = progress.step else {
            return (.setup(SetupTurn(language: facts.profile.language, says: [.alreadyDone])), FeatureOutput())
        }
        var (turn, output) = Self.open(step, facts)
        if step != .welcome { turn.says = [.resuming] + turn.says }
        // Asking the current question writes nothing.
        output.changes.removeAll { $0 == progress }
        return (.setup(turn), output)
    }

    /// The turn that begins a step, and the progress to write. The last step has no question, so it finishes setup.
    private static func open(_ step: SetupStep, _ facts: SetupFacts) -> (SetupTurn, FeatureOutput<Setup>) {
        let question = SetupQuestion.first(of: step)
        let turn = SetupTurn(
            language: facts.profile.language,
            says: step == .plan ? [.planNeeded(page: facts.gateway ?? "")] : [], opening: step, question: question,
            answerInForce: question?.answerInForce(in: facts),
            privateAnswerInForce: question?.privateAnswerInForce(in: facts))
        return (turn, FeatureOutput(changes: [SetupProgress(step: question == nil ? nil : step)]))
    }

    private func go(
        on taken: Taken, from question: SetupQuestion, _ before: SetupFacts
    ) -> (Reply, FeatureOutput<Setup>) {
        var taken = taken
        var facts = before
        if let patch = taken.patch {
            switch before.changed(by: patch) {
            case .success(let changed): facts = changed
            case .failure(let refusal): taken = Taken.refused(refusal, question)
            }
        }
        let requests = (taken.patch.map { [FeatureRequest.apply($0)] } ?? []) + taken.requests
        if let next = taken.next {
            let turn = SetupTurn(
                language: facts.profile.language, says: taken.says, question: next,
                answerInForce: next.answerInForce(in: facts),
                privateAnswerInForce: next.privateAnswerInForce(in: facts))
            return (.setup(turn), FeatureOutput(requests: requests))
        }
        let step =
            SetupProgress.next(after: question.step, profile: facts.profile, needsPlan: facts.needsPlan) ?? .completion
        var (turn, output) = Self.open(step, facts)
        turn.says = taken.says + turn.says
        if question == .country, let text = facts.helpLineAbsent { turn.says.append(text) }
        output.requests = requests
        return (.setup(turn), output)
    }
}

extension Setup {
    /// The result of reading an answer.
    struct Taken {
        var patch: ProfilePatch?
        var requests: [FeatureRequest] = []
        var says: [SetupText] = []
        /// The next question of the step; nil if the step is over.
        var next: SetupQuestion?

        /// Asks the same question again, after saying what it expects and what is wrong.
        static func refused(_ refusal: Refusal, _ question: SetupQuestion) -> Taken {
            let reason = refusal.fields.first.map { SetupText.fault($0.fault) } ?? .refused(refusal)
            return Taken(says: question.expectation.map { [$0, reason] } ?? [reason], next: question)
        }
    }

    private static func read(_ answer: SetupAnswer, to question: SetupQuestion, _ facts: SetupFacts) -> Taken {
        switch question {
        case .microphone: microphone(answer)
        case .speaker: speaker(answer)
        case .microphoneAgain: yesOrNo(answer, question, yes: .microphone, no: nil)
        case .speakerHeard: yesOrNo(answer, question, yes: nil, no: .speakerAgain)
        case .speakerAgain: yesOrNo(answer, question, yes: .speaker, no: nil)
        case .signIn: signIn(answer)
        case .plan: plan(answer, facts)
        case .memory: memory(answer)
        case .heavySleeper: heavySleeper(answer)
        case .language, .gateway, .name, .age, .country, .habits, .habitTime, .habitDays, .ownHabit, .wakePlace,
            .trainingFocus, .trusted:
            if case .text(let text) = answer {
                read(text.prefix(SetupAnswer.maximumCharacters).trimmed(), to: question, facts)
            } else {
                Taken(next: question)
            }
        }
    }

    private static func read(_ text: String, to question: SetupQuestion, _ facts: SetupFacts) -> Taken {
        switch question {
        case .language: field("owner.language", SetupAnswers.language(text), question, next: nil)
        case .gateway: gateway(text)
        case .name: field("owner.name", text, question, next: nil)
        case .age: field("owner.age", SetupAnswers.age(text), question, next: nil)
        // Enter accepts the proposed one.
        case .country:
            field(
                "owner.country", text.isEmpty ? facts.country ?? "" : SetupAnswers.country(text), question, next: nil)
        case .wakePlace: field("sleep_location", text, question, next: nil)
        case .trainingFocus: field("training_focus", SetupAnswers.trainingFocus(text), question, next: nil)
        case .habits: habits(text, facts.profile)
        case .habitTime(let id, let rest): time(text, of: id, then: rest, facts.profile)
        case .habitDays(let id, let rest): days(text, of: id, then: rest)
        case .ownHabit:
            switch SetupAnswers.isYes(text) {
            case false?: Taken()
            case true?: Taken(says: [.expectedHabitName], next: .ownHabit)
            case nil:
                if text.isEmpty {
                    Taken()
                } else if let id = HabitID(text) {
                    Taken(next: .habitTime(id, then: []))
                } else {
                    Taken(says: [.expectedHabitName], next: .ownHabit)
                }
            }
        case .microphone, .microphoneAgain, .speaker, .speakerHeard, .speakerAgain, .signIn, .plan, .heavySleeper,
            .memory, .trusted:
            Taken(next: question)
        }
    }

    // MARK: Trials

    private static func microphone(_ answer: SetupAnswer) -> Taken {
        guard case .heard(let heard) = answer else { return Taken(next: .microphone) }
        switch heard {
        case .voice: return Taken(says: [.microphoneHeard])
        case .muted: return Taken(says: [.microphoneMuted])
        case .noMicrophone: return Taken(says: [.microphoneMissing])
        case .silence: return Taken(next: .microphoneAgain)
        }
    }

    private static func speaker(_ answer: SetupAnswer) -> Taken {
        switch answer {
        case .played: Taken(next: .speakerHeard)
        case .notPlayed(let refusal): Taken(says: [refusal.map { .refused($0) } ?? .speakerLeftOut])
        case .text, .privateText, .yes, .heard, .signedIn, .notSignedIn: Taken(next: .speaker)
        }
    }

    // MARK: The account

    /// Most owners have no gateway. An address without `https://` is taken to mean it.
    private static func gateway(_ text: String) -> Taken {
        if text.isEmpty || SetupAnswers.isYes(text) == false { return Taken() }
        let address = text.contains("://") ? text : text.contains(".") ? "https://" + text : ""
        guard GatewayAddress.isUsable(address) else { return Taken(says: [.expectedGateway], next: .gateway) }
        return Taken(requests: [.signIn(address)], next: .signIn)
    }

    private static func signIn(_ answer: SetupAnswer) -> Taken {
        switch answer {
        case .signedIn: Taken(says: [.signedIn])
        case .notSignedIn(let failure?): Taken(says: [.notSignedIn(failure)], next: .gateway)
        case .notSignedIn(nil): Taken(says: [.signInNeedsAppliance])
        case .text, .privateText, .yes, .heard, .played, .notPlayed: Taken(next: .signIn)
        }
    }

    /// Enter once a plan is chosen; "no" leaves it for later.
    private static func plan(_ answer: SetupAnswer, _ facts: SetupFacts) -> Taken {
        guard case .text(let text) = answer else { return Taken(next: .plan) }
        if SetupAnswers.isYes(text.trimmed()) == false { return Taken(says: [.planLater]) }
        return facts.needsPlan ? Taken(says: [.planNotYet], next: .plan) : Taken(says: [.planThere])
    }

    private static func yesOrNo(
        _ answer: SetupAnswer, _ question: SetupQuestion, yes: SetupQuestion?, no: SetupQuestion?
    ) -> Taken {
        guard let isYes = isYes(answer) else { return Taken(says: [.expectedYesOrNo], next: question) }
        return Taken(next: isYes ? yes : no)
    }

    private static func isYes(_ answer: SetupAnswer) -> Bool? {
        switch answer {
        case .yes(let isYes): isYes
        case .text(let text): SetupAnswers.isYes(text)
        case .privateText, .heard, .played, .notPlayed, .signedIn, .notSignedIn: nil
        }
    }

    /// Remembering stays as it is, which is off at first, unless the owner says yes or no.
    private static func memory(_ answer: SetupAnswer) -> Taken {
        if case .text(let text) = answer, text.trimmed().isEmpty { return Taken() }
        guard let isYes = isYes(answer) else { return Taken(says: [.expectedYesOrNo], next: .memory) }
        var patch = ProfilePatch()
        patch.memory = isYes ? .on : .off
        return Taken(patch: patch)
    }

    /// A heavy sleeper's wake alarm begins with the pattern of fire alarms; without an answer it stays as it is.
    private static func heavySleeper(_ answer: SetupAnswer) -> Taken {
        if case .text(let text) = answer, text.trimmed().isEmpty { return Taken() }
        guard let isYes = isYes(answer) else { return Taken(says: [.expectedYesOrNo], next: .heavySleeper) }
        var habit = ProfilePatch.HabitPatch(id: .wake)
        habit.sleeper = isYes ? .heavy : .normal
        var patch = ProfilePatch()
        patch.habits = [habit]
        return Taken(patch: patch)
    }

    // MARK: Fields of the profile

    /// An empty answer keeps the value in force.
    private static func field(
        _ path: String, _ value: String, _ question: SetupQuestion, next: SetupQuestion?,
        adjust: (inout ProfilePatch) -> Void = { _ in }
    ) -> Taken {
        if value.isEmpty { return Taken(next: next) }
        switch ProfilePatch.assigning(path: path, value: value) {
        case .failure(let faults): return .refused(.profile(faults.fields), question)
        case .success(var patch):
            adjust(&patch)
            return Taken(patch: patch, next: next)
        }
    }

    /// Switches the chosen habits on and the others off at once, without changing their times; then asks for the times.
    private static func habits(_ text: String, _ profile: Profile) -> Taken {
        let builtIn: [HabitID] = [.wake, .training, .bedtime]
        let known = builtIn + profile.habits.map(\.id).filter { !builtIn.contains($0) }
        var wanted = profile.habits.filter(\.isOn).map(\.id)
        if !text.isEmpty {
            guard let named = SetupAnswers.habits(text, known: known) else {
                let choices = SetupAnswers.choices(known, language: profile.language)
                return Taken(says: [.expectedOneOf(choices)], next: .habits)
            }
            wanted = named
        }
        var patch = ProfilePatch()
        for habit in profile.habits where habit.isOn != wanted.contains(habit.id) {
            var change = ProfilePatch.HabitPatch(id: habit.id)
            change.isOn = !habit.isOn
            patch.habits.append(change)
        }
        return Taken(patch: patch.habits.isEmpty ? nil : patch, next: times(of: wanted))
    }

    /// Asks for each habit's time in turn, then for the owner's own habits.
    private static func times(of habits: [HabitID]) -> SetupQuestion {
        habits.first.map { .habitTime($0, then: Array(habits.dropFirst())) } ?? .ownHabit
    }

    private static func time(_ text: String, of id: HabitID, then rest: [HabitID], _ profile: Profile) -> Taken {
        let question = SetupQuestion.habitTime(id, then: rest)
        guard let time = text.isEmpty ? profile.habit(id)?.at.description : SetupAnswers.time(text) else {
            return Taken(says: [.expectedTime], next: question)
        }
        return field("habits.\(id).at", time, question, next: .habitDays(id, then: rest)) { patch in
            for index in patch.habits.indices { patch.habits[index].isOn = true }
        }
    }

    private static func days(_ text: String, of id: HabitID, then rest: [HabitID]) -> Taken {
        let days = DayWords.parse(text)?.days.map(\.shortName).joined(separator: ",") ?? text
        return field("habits.\(id).days", days, .habitDays(id, then: rest), next: times(of: rest))
    }
}

extension SetupQuestion {
    /// A description of a valid answer, said when one is refused.
    fileprivate var expectation: SetupText? {
        switch self {
        case .language: .expectedOneOf(Language.allCases.map(\.rawValue))
        case .name: .expectedShorter(maximumCharacters: ProfileRules.nameCharacters)
        case .age: .expectedOneOf(AgeBand.allCases.map(\.rawValue))
        case .country: .expectedCountry
        case .wakePlace: .expectedShorter(maximumCharacters: ProfileRules.placeCharacters)
        case .trainingFocus: .expectedOneOf(TrainingFocus.allCases.map(\.rawValue))
        case .habitTime: .expectedTime
        case .habitDays: .expectedDays
        case .microphoneAgain, .speakerHeard, .speakerAgain, .heavySleeper, .memory: .expectedYesOrNo
        case .gateway: .expectedGateway
        case .microphone, .speaker, .signIn, .plan, .habits, .ownHabit, .trusted: nil
        }
    }
}

extension Setup.Command: Codable {
    private enum CodingKeys: String, CodingKey { case resume, answer, question, step }

    /// Version 0.1.0 sent only the step, or nothing once setup was finished.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if let question = try values.decodeIfPresent(SetupQuestion.self, forKey: .question) {
            self = .answer(try values.decode(SetupAnswer.self, forKey: .answer), to: question)
        } else if try values.decodeIfPresent(Bool.self, forKey: .resume) == true {
            self = .resume
        } else {
            self = .go(to: try SetupProgress(from: decoder).step)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .resume: try values.encode(true, forKey: .resume)
        case .answer(let answer, let question):
            try values.encode(question, forKey: .question)
            try values.encode(answer, forKey: .answer)
        case .go(let step): try values.encodeIfPresent(step, forKey: .step)
        }
    }
}
