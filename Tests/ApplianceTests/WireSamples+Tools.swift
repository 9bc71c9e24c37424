import Bedside

/// The companion's calls, as they are in the journal.
extension WireSamples {
    static let toolCalls: [ToolCall] =
        [
            .nextUp, .setHabit(patch.habits[0], isNew: true), .removeHabit(reading), .skipNext(.wake),
            .moveNextOnce(.wake, time: six, date: date), .moveNextOnce(.wake, time: six, date: nil),
            .oneOffAlarm(time: six, date: date, like: .wake), .cancelException(once), .upForGood,
            .alreadyUp(.wake), .alreadyUp(nil), .callMeAgain(.training), .callMeAgain(nil), .stepBack(.wake),
            .rateHabit(.wake, score: 6), .staySilent(.wake), .stopNudges, .setVolume(percent: 40),
            .startMeditation(.five, breath: .sigh), .startMeditation(.three, breath: nil),
            .recordPhrase(words: words, number: 2), .recordPhrase(words: nil, number: nil), .useVoice(.own), .signIn,
            .safetyConcern(.explicit), .endConversation, .waitForUser,
        ] + memoryCalls.map { .memory($0) }

    private static let memoryCalls: [MemoryCall] = [
        .remember(MemoryCandidate(kind: .person, slot: "dog", text: words, quote: words, validUntil: date)),
        .saveIntention(
            SaidIntention(habit: .wake, cueKind: .wake, cue: words, action: words, words: words, recurrence: .weekdays)),
        .saveReflection(SaidReflection(line: words, quote: words, labels: [.calm], oneWord: words)), .forget(words),
        .offRecord, .onRecord, .answerIntention(.partly, words: words), .answerIntention(.done, words: nil),
        .read(words),
    ]

    static let toolErrors: [ToolError] =
        [
            .unknownTool(words), .malformed(.repeated(name: words)), .malformed(.unexpected(offset: 4)), .notAnObject,
            .missing(argument: "habit"), .unknownArgument(words, tool: .setHabit), .nothingToSet,
            .unknownHabit(reading, known: [.wake, .training]),
        ]
        + [FieldExpectation.time, .wholeNumber(from: 1, through: 7), .oneOf(["on", "off"]), .listOf(["calm"])]
        .map { .invalid(argument: "score", expected: $0, found: words) }

    static func number(_ call: ToolCall) -> Int {
        switch call {
        case .nextUp: 0
        case .setHabit: 1
        case .removeHabit: 2
        case .skipNext: 3
        case .moveNextOnce: 4
        case .oneOffAlarm: 5
        case .cancelException: 6
        case .upForGood: 7
        case .alreadyUp: 8
        case .callMeAgain: 9
        case .stepBack: 10
        case .rateHabit: 11
        case .staySilent: 12
        case .stopNudges: 13
        case .setVolume: 14
        case .startMeditation: 15
        case .recordPhrase: 16
        case .useVoice: 17
        case .signIn: 28
        case .safetyConcern: 18
        case .endConversation: 19
        case .waitForUser: 20
        case .memory(let call):
            switch call {
            case .remember: 21
            case .saveIntention: 22
            case .saveReflection: 23
            case .forget: 24
            case .offRecord: 25
            case .onRecord: 29
            case .answerIntention: 26
            case .read: 27
            }
        }
    }

    static func number(_ error: ToolError) -> Int {
        switch error {
        case .unknownTool: 0
        case .malformed: 1
        case .notAnObject: 2
        case .missing: 3
        case .unknownArgument: 4
        case .invalid: 5
        case .nothingToSet: 6
        case .unknownHabit: 7
        }
    }
}
