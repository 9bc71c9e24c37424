import Bedside

/// SETUP-1's steps in a terminal: each answer is checked by the appliance's own rules and applied at once, so that a
/// lost connection loses nothing. All it does goes through its closures; the rules are not repeated here.
struct SetupWizard {
    /// What a check of the microphone heard.
    enum Heard {
        case voice, silence, noMicrophone, muted
    }

    var say: (String) -> Void
    /// Prints a question and reads one line; nil: Ctrl-D.
    var ask: (String) -> String?
    var perform: (Command) throws -> Reply
    var status: () throws -> Status
    /// Listens for so many seconds.
    var listen: (Int) -> Heard
    /// The speaker is only tried by a running appliance.
    var isRunning: () -> Bool
    /// Sounds the alarm; a text says why not.
    var playAlarm: () throws -> String?

    /// The owner left; what was answered stays.
    private struct Left: Error {}

    static let nameLimit = 64
    private static let checkSeconds = 4

    /// False where the owner left before the end.
    func run() throws -> Bool {
        var status = try status()
        let language = status.profile.language
        guard var step = status.setup.step else {
            say(SetupText.alreadyDone.text(in: language))
            return true
        }
        if step != .welcome { say(SetupText.resuming.text(in: language)) }
        do {
            while true {
                try take(step, profile: status.profile)
                status = try self.status()
                let next = SetupProgress.next(after: step, profile: status.profile)
                try expectDone(perform(.setup(SetupProgress(step: next))))
                guard let next else { break }
                step = next
            }
        } catch is Left {
            say("")
            say(SetupText.interrupted.text(in: status.profile.language))
            return false
        }
        return true
    }

    private func take(_ step: SetupStep, profile: Profile) throws {
        let language = profile.language
        say("")
        if step == .speaker, !isRunning() { say(SetupText.speakerNeedsAppliance.text(in: language)) }
        switch step {
        case .welcome, .microphone, .speaker, .completion: say(step.text(in: language))
        case .name, .habits, .wakePlace, .trainingFocus: break
        }
        switch step {
        case .welcome:
            try field(
                "owner.language", SetupText.languageQuestion.text(in: language), current: language.rawValue,
                language: language, hint: .expectedOneOf(Language.allCases.map(\.rawValue)),
                reading: SetupAnswers.language)
        case .microphone: try checkMicrophone(language)
        case .speaker: try checkSpeaker(language)
        case .name:
            try field(
                "owner.name", step.text(in: language), current: profile.ownerName, language: language,
                hint: .expectedShorter(maximumCharacters: SetupWizard.nameLimit))
        case .habits: try chooseHabits(profile)
        case .wakePlace:
            try field(
                "sleep_location", step.text(in: language), current: profile.sleepLocation, language: language,
                hint: .expectedShorter(maximumCharacters: SetupWizard.nameLimit))
        case .trainingFocus:
            let current = profile.trainingFocus.map(\.rawValue).joined(separator: ",")
            try field(
                "training_focus", step.text(in: language), current: current.isEmpty ? nil : current, language: language,
                hint: .expectedOneOf(TrainingFocus.allCases.map(\.rawValue)), reading: SetupAnswers.trainingFocus)
        case .completion:
            say(Views.nextLine(try self.status().next, language: language))
        }
    }

    // MARK: Questions

    /// Asks until the rules take the answer; an empty one keeps what stands.
    private func field(
        _ path: String, _ question: String, current: String?, language: Language, hint: SetupText,
        reading: (String) -> String = { $0 }
    ) throws {
        while true {
            let answer = try line(question, current: current, language: language)
            if answer.isEmpty { return }
            if try apply([ProfileAssignment(path: path, value: reading(answer))], hint: hint, language: language) {
                return
            }
        }
    }

    private func line(_ question: String, current: String?, language: Language) throws -> String {
        let kept = current.map { " " + SetupText.keepsCurrent($0).text(in: language) } ?? ""
        guard let answer = ask(question + kept + " ") else { throw Left() }
        return SetupWizard.trimmed(answer)
    }

    /// True where it was taken; else says what was expected.
    private func apply(
        _ assignments: [ProfileAssignment], hint: SetupText, language: Language,
        adjust: (inout ProfilePatch) -> Void = { _ in }
    ) throws -> Bool {
        switch ProfileAssignment.patch(assignments) {
        case .failure(let fault):
            say(hint.text(in: language))
            fault.fields.forEach { say("  " + $0.fault.text(in: language)) }
            return false
        case .success(var patch):
            adjust(&patch)
            guard case .refused(let refusal) = try perform(.apply(patch)) else { return true }
            say(hint.text(in: language))
            say("  " + (refusal.fields.first?.fault.text(in: language) ?? refusal.text(in: language)))
            return false
        }
    }

    private func expectDone(_ reply: Reply) throws {
        if case .refused(let refusal) = reply { throw SetupRefused(refusal: refusal) }
    }

    private func isYes(_ question: String, language: Language) throws -> Bool {
        while true {
            switch try line(question + " (y/n)", current: nil, language: language).lowercased() {
            case "y", "yes", "はい": return true
            case "n", "no", "いいえ": return false
            default: say(SetupText.expectedYesOrNo.text(in: language))
            }
        }
    }

    // MARK: Checks

    private func checkMicrophone(_ language: Language) throws {
        while true {
            guard ask("⏎ ") != nil else { throw Left() }
            say(SetupText.microphoneListening(seconds: SetupWizard.checkSeconds).text(in: language))
            switch listen(SetupWizard.checkSeconds) {
            case .voice: return say(SetupText.microphoneHeard.text(in: language))
            case .muted: return say(SetupText.microphoneMuted.text(in: language))
            case .noMicrophone: return say(SetupText.microphoneMissing.text(in: language))
            case .silence:
                if try !isYes(SetupText.microphoneQuiet.text(in: language), language: language) { return }
            }
        }
    }

    private func checkSpeaker(_ language: Language) throws {
        while true {
            guard ask("⏎ ") != nil else { throw Left() }
            if let problem = try playAlarm() { return say(problem) }
            say(SetupText.speakerPlaying(seconds: 5).text(in: language))
            if try isYes(SetupText.speakerHeardQuestion.text(in: language), language: language) { return }
            if try !isYes(SetupText.speakerNotHeard.text(in: language), language: language) { return }
        }
    }

    // MARK: Habits

    private func chooseHabits(_ profile: Profile) throws {
        let language = profile.language
        let builtIn: [HabitID] = [.wake, .training, .bedtime]
        let known = builtIn + profile.habits.map(\.id).filter { !builtIn.contains($0) }
        let chosen = profile.habits.filter(\.isOn).map(\.id)
        let current = SetupAnswers.list(chosen, language: language)
        var wanted = chosen
        while true {
            let question = SetupStep.habits.text(in: language)
            let answer = try line(question, current: current.isEmpty ? nil : current, language: language)
            if answer.isEmpty { break }
            if let habits = SetupAnswers.habits(answer, known: known) {
                wanted = habits
                break
            }
            say(SetupText.expectedOneOf(SetupAnswers.choices(known, language: language)).text(in: language))
        }
        try keep(wanted, of: profile)
        for id in wanted { try askTimes(id, standing: profile.habit(id), language: language) }
        while true {
            let answer = try line(SetupText.ownHabitQuestion.text(in: language), current: nil, language: language)
            if answer.isEmpty { return }
            guard let id = HabitID(answer) else {
                say(SetupText.expectedHabitName.text(in: language))
                continue
            }
            try askTimes(id, standing: try status().profile.habit(id), language: language)
        }
    }

    /// The choice itself is an answer: it stands before the first time is asked for, each habit at the time it has.
    private func keep(_ wanted: [HabitID], of profile: Profile) throws {
        var patch = ProfilePatch()
        for habit in profile.habits where habit.isOn != wanted.contains(habit.id) {
            var change = ProfilePatch.HabitPatch(id: habit.id)
            change.isOn = !habit.isOn
            patch.habits.append(change)
        }
        if !patch.habits.isEmpty { try expectDone(perform(.apply(patch))) }
    }

    private func askTimes(_ id: HabitID, standing: Habit?, language: Language) throws {
        while true {
            let question = SetupText.habitTimeQuestion(id).text(in: language)
            let answer = try line(question, current: standing?.at.description, language: language)
            guard let time = answer.isEmpty ? standing?.at.description : answer else {
                say(SetupText.expectedTime.text(in: language))
                continue
            }
            let assignment = ProfileAssignment(path: "habits.\(id).at", value: time)
            let isTaken = try apply([assignment], hint: .expectedTime, language: language) { patch in
                for index in patch.habits.indices { patch.habits[index].isOn = true }
            }
            if isTaken { break }
        }
        let days = standing.map { Views.days($0.days, language: language) }
        try field(
            "habits.\(id).days", SetupText.habitDaysQuestion(id).text(in: language),
            current: days ?? Views.days(.everyDay, language: language), language: language, hint: .expectedDays)
    }

    private static func trimmed(_ text: String) -> String {
        var slice = Substring(text)
        while let first = slice.first, first.isWhitespace { slice.removeFirst() }
        while let last = slice.last, last.isWhitespace { slice.removeLast() }
        return String(slice)
    }
}

/// The appliance refused something that is not the owner's answer.
struct SetupRefused: Error {
    var refusal: Refusal
}
