import Bedside

/// Asks the questions of `Setup` in a terminal (SETUP-2). The appliance's own rules decide what is asked and what an
/// answer means; this type only reads, prints, and tries the microphone and the speaker.
struct SetupTerminal {
    var ask: (Setup.Command) throws -> SetupTurn
    var say: (String) -> Void
    /// Prints a question and reads one line; nil after Ctrl-D.
    var readLine: (String) -> String?
    /// Listens for the given number of seconds.
    var listen: (Int) -> SetupAnswer.Heard
    /// Whether an appliance is running; without one nothing can be played.
    var isRunning: () -> Bool
    var playAlarm: () throws -> SetupAnswer
    /// Shows the code, and waits until the sign-in has come about or not.
    var signIn: (Language) throws -> SetupAnswer
    /// Asks the gateway what is left now, and waits a moment for its answer.
    var lookUpPlan: () throws -> Void

    private static let listeningSeconds = 4
    private static let playingSeconds = 5

    /// Asks until setting up is finished, or the owner leaves; what was answered stays.
    /// - Returns: the last turn; nil if the owner left.
    func run() throws -> SetupTurn? {
        var turn = try ask(.resume)
        while true {
            introduce(turn)
            guard let question = turn.question else { return turn }
            guard let answer = try answer(to: question, turn) else {
                say("")
                say(SetupText.interrupted.text(in: turn.language))
                return nil
            }
            turn = try ask(.answer(answer, to: question))
        }
    }

    private func introduce(_ turn: SetupTurn) {
        for text in turn.says {
            let indent = if case .fault = text { "  " } else { "" }
            say(indent + text.text(in: turn.language))
        }
        guard let step = turn.opening else { return }
        say("")
        if step == .speaker, !isRunning() { say(SetupText.speakerNeedsAppliance.text(in: turn.language)) }
        if let words = step.introduction { say(words.text(in: turn.language)) }
    }

    /// Asks for the answer to a question; nil if the owner left.
    private func answer(to question: SetupQuestion, _ turn: SetupTurn) throws -> SetupAnswer? {
        if question.kind == .signIn { return try signIn(turn.language) }
        var words = question.text(in: turn.language)
        if question.kind == .yesOrNo { words += " (y/n)" }
        if let value = turn.answerInForce ?? turn.privateAnswerInForce.map({ PrintableText.line($0.words) }) {
            words += " " + SetupText.keepsCurrent(value: value).text(in: turn.language)
        }
        guard let line = readLine(words + " ") else { return nil }
        switch question.kind {
        case .text, .yesOrNo: return .text(line)
        case .privateText: return .privateText(PrivateText(line))
        case .microphoneTrial:
            say(SetupText.microphoneListening(seconds: Self.listeningSeconds).text(in: turn.language))
            return .heard(listen(Self.listeningSeconds))
        case .speakerTrial:
            let answer = try playAlarm()
            if answer == .played { say(SetupText.speakerPlaying(seconds: Self.playingSeconds).text(in: turn.language)) }
            return answer
        case .signIn: return try signIn(turn.language)
        case .planTrial:
            if line.trimmed().isEmpty { try lookUpPlan() }
            return .text(line)
        }
    }
}
