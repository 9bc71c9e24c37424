import TestKit
import Testing

@testable import Bedside

/// SETUP-5: what goes wrong is reported in every language, and each message names what it is about.
@Suite(.requirement("SETUP-5")) struct RefusalWordsTests {
    /// A text, and what it must contain in every language.
    struct Sample: CustomTestStringConvertible, Sendable {
        var words: any Worded
        var names: [String]
        init(_ words: some Worded, _ names: String...) {
            self.words = words
            self.names = names
        }
        var testDescription: String { words.text(in: .english) }
    }

    private static let now = PhraseTests.now
    private static let reading = PhraseTests.reading
    private static let time = LocalTime(wrappingSecondOfDay: 6 * 3600)
    private static let told = Wording("TOLD", "TOLDです")

    // MARK: Refusals

    static let refusals: [Sample] =
        [
            Sample(Refusal.profile([FieldError(path: "owner.name", fault: .givenTwice)]), "owner.name: "),
            Sample(Refusal.noSuchHabit(reading, known: [.wake, .bedtime]), "reading", "wake", "bedtime"),
            Sample(Refusal.nothingToSkip(reading), "reading"), Sample(Refusal.nothingToMove(reading), "reading"),
            Sample(Refusal.nothingToTakeBack(reading), "reading"),
            Sample(Refusal.usualTimePassed(reading), "reading", "anicca habit skip reading"),
            Sample(
                Refusal.noSuchTime(time, date: now.date, zone: "Europe/Berlin"), "06:00", "2026-11-20", "Europe/Berlin"),
            Sample(Refusal.noSuchTime(time, date: nil, zone: "Europe/Berlin"), "06:00", "Europe/Berlin"),
            Sample(Refusal.tooFarAhead(now.date, last: CivilTime.lastDate), "2026-11-20", "2262-04-09"),
            Sample(Refusal.tooFarToMove(reading, to: now), "reading", "2026-11-20", "12:00", "alarm once"),
            Sample(Refusal.noSuchOneOff(reading, known: []), "reading"),
            Sample(Refusal.noSuchOneOff(reading, known: [HabitID.once(7)]), "reading", "once-7"),
            Sample(Refusal.tooManyOneOffs(16), "16"), Sample(Refusal.volume(percent: 900), "900", "100"),
            Sample(Refusal.tryOut(seconds: 7200), "7200", "3600"), Sample(Refusal.clockGoesBack),
            Sample(Refusal.clockNotSet), Sample(Refusal.clockBeforeBuild), Sample(Refusal.noWakeSoon, "90"),
            Sample(Refusal.ownerUnheard), Sample(Refusal.alarmOfAnother(reading), "press start", "press stop"),
            Sample(Refusal.sounding), Sample(Refusal.signInFirst, "offline", "openai"),
            Sample(Refusal.gatewayAddress, "https://"),
            Sample(Refusal.notSaved(reason: told), "TOLD"), Sample(Refusal.told(.temporary, "why"), "why"),
            Sample(Refusal.memoryOff(.off), "anicca memory resume"),
            Sample(Refusal.memoryOff(.paused), "anicca memory resume"),
            Sample(Refusal.noSuchMemory(MemoryID(12)), "12"), Sample(Refusal.tooManyPinned(20), "20"),
            Sample(Refusal.noOpenIntention), Sample(Refusal.noTalk), Sample(Refusal.sayAgain),
            Sample(Refusal.unsaid),
            Sample(Refusal.onlySafety),
            Sample(Refusal.keepDays(365), "365", "90"), Sample(Refusal.noOutput),
            Sample(Refusal.silent(reason: nil), "anicca doctor"),
            Sample(Refusal.silent(reason: "jack: gone"), "jack: gone"),
            Sample(Refusal.affirmation(.tooManyTimes(3)), "3", "2"),
            Sample(Refusal.noMeditation, "meditation.guided.json"), Sample(Refusal.noSigh, "top_up"),
            Sample(Refusal.noSuchStep("body", known: ["body-feet"]), "body", "body-feet"),
            Sample(Refusal.meditationDelay(seconds: 900), "900", "300"),
            Sample(Refusal.notRipe(reading), "reading", "anicca progress"), Sample(Refusal.automaticity(9), "7", "9"),
            Sample(Refusal.nothingToCorrect), Sample(Refusal.nothingToRecall), Sample(Refusal.nothingAsked),
            Sample(Refusal.nudgeWindow), Sample(Refusal.noNudges),
        ] + MemoryRefusal.allCases.map { Sample(Refusal.memory($0)) }
        + VaultFault.allCases.map { Sample(Refusal.memoryUnreadable($0)) }
        + VoiceRefusal.allCases.map { Sample(Refusal.ownVoice($0)) }

    /// A new case does not compile here until it is counted, and fails below until it is listed.
    static func number(of refusal: Refusal) -> Int {
        switch refusal {
        case .profile: 0
        case .noSuchHabit: 1
        case .nothingToSkip: 2
        case .nothingToMove: 3
        case .nothingToTakeBack: 4
        case .noSuchTime: 5
        case .tooFarToMove: 6
        case .noSuchOneOff: 7
        case .tooManyOneOffs: 8
        case .volume: 9
        case .tryOut: 10
        case .clockGoesBack: 11
        case .clockNotSet: 12
        case .clockBeforeBuild: 13
        case .noWakeSoon: 14
        case .sounding: 15
        case .signInFirst: 16
        case .notSaved: 17
        case .told: 18
        case .ownerUnheard: 19
        case .alarmOfAnother: 20
        case .tooFarAhead: 21
        case .memory: 22
        case .memoryOff: 23
        case .memoryUnreadable: 24
        case .noSuchMemory: 25
        case .tooManyPinned: 26
        case .noOpenIntention: 27
        case .noTalk: 28
        case .sayAgain: 29
        case .keepDays: 30
        case .noOutput: 31
        case .silent: 32
        case .onlySafety: 33
        case .noMeditation: 34
        case .noSuchStep: 35
        case .meditationDelay: 36
        case .notRipe: 37
        case .automaticity: 38
        case .nothingToCorrect: 39
        case .nothingToRecall: 40
        case .nothingAsked: 41
        case .nudgeWindow: 42
        case .noNudges: 43
        case .affirmation: 44
        case .noSigh: 45
        case .gatewayAddress: 46
        case .ownVoice: 47
        case .usualTimePassed: 48
        case .unsaid: 49
        }
    }

    // MARK: Fields

    static let faults: [Sample] = [
        Sample(FieldFault.expected(.time, found: .text("25:00"), suggestion: "05:00"), "23:59", "\"25:00\"", "05:00"),
        Sample(FieldFault.expected(.interval), "600", "60s"),
        Sample(FieldFault.missing(.time), "23:59"),
        Sample(FieldFault.missingForNewHabit(.time, suggestion: "wake"), "23:59", "wake"),
        Sample(FieldFault.unknownField(known: ["name", "language"], suggestion: "name"), "name", "language"),
        Sample(FieldFault.nothingForText(maximumCharacters: 64), "\"\""), Sample(FieldFault.givenTwice),
        Sample(FieldFault.repeated("core"), "\"core\""), Sample(FieldFault.repeated(nil)),
        Sample(FieldFault.reservedForOneOffs), Sample(FieldFault.onlyAtWake, "wake"), Sample(FieldFault.builtIn),
        Sample(FieldFault.unknownHabit(known: ["wake", "training"], suggestion: "wake"), "wake", "training"),
        Sample(FieldFault.told(told), "TOLD"),
    ]

    static func number(of fault: FieldFault) -> Int {
        switch fault {
        case .expected: 0
        case .missing: 1
        case .missingForNewHabit: 2
        case .unknownField: 3
        case .nothingForText: 4
        case .givenTwice: 5
        case .repeated: 6
        case .reservedForOneOffs: 7
        case .onlyAtWake: 8
        case .builtIn: 9
        case .unknownHabit: 10
        case .told: 11
        }
    }

    static let expectations: [Sample] = [
        Sample(FieldExpectation.fields(["name", "language"]), "name", "language"),
        Sample(FieldExpectation.habitsByName, "wake", "bedtime"), Sample(FieldExpectation.habitFields, "at: \"06:00\""),
        Sample(FieldExpectation.time, "00:00", "23:59", "\"06:00\""),
        Sample(FieldExpectation.interval, "30", "600", "2m"), Sample(FieldExpectation.habitName, "32", "a-z", "0-9"),
        Sample(FieldExpectation.sound, "255", "\"..\""), Sample(FieldExpectation.promptName, "64", "a-z"),
        Sample(FieldExpectation.days, "on: false"), Sample(FieldExpectation.line(maximumCharacters: 64), "64"),
        Sample(FieldExpectation.wholeNumber(from: 10, through: 100), "10", "100"),
        Sample(FieldExpectation.trueOrFalse, "true", "false"),
        Sample(FieldExpectation.oneOf(["en", "ja"]), "en", "ja"),
        Sample(FieldExpectation.oneOf(["push-up", "core", "cardio"]), "push-up", "core", "cardio"),
        Sample(FieldExpectation.listOf(["core", "cardio"]), "core", "cardio"),
        Sample(FieldExpectation.habits(atMost: 32), "32"), Sample(FieldExpectation.atMostCeiling(15), "15"),
        Sample(FieldExpectation.atLeastFloor(20), "20"), Sample(FieldExpectation.lastFollowUpWithin(hours: 3), "3"),
        Sample(FieldExpectation.told(told), "TOLD"),
    ]

    static func number(of expectation: FieldExpectation) -> Int {
        switch expectation {
        case .fields: 0
        case .habitsByName: 1
        case .habitFields: 2
        case .time: 3
        case .interval: 4
        case .habitName: 5
        case .sound: 6
        case .promptName: 7
        case .days: 8
        case .line: 9
        case .wholeNumber: 10
        case .trueOrFalse: 11
        case .oneOf: 12
        case .listOf: 13
        case .habits: 14
        case .atMostCeiling: 15
        case .atLeastFloor: 16
        case .lastFollowUpWithin: 17
        case .told: 18
        }
    }

    static let found: [Sample] = [
        Sample(FoundValue.nothing), Sample(FoundValue.text("x"), "\"x\""), Sample(FoundValue.list),
        Sample(FoundValue.group), Sample(FoundValue.number(31), "31"),
        Sample(FoundValue.followUps(19, everySeconds: 600), "19", "600"),
    ]

    // MARK: Files of the companion

    static let files: [Sample] = [
        Sample(PromptError.missing(file: "a.txt"), "a.txt: "), Sample(PromptError.empty(file: "a.txt"), "a.txt: "),
        Sample(PromptError.tooLong(file: "a.txt", maximumBytes: 77), "a.txt: ", "77"),
        Sample(PromptError.unknownPlaceholder(file: "a.txt", line: 3, name: "X"), "a.txt:3: ", "${X}", "${USER_NAME}"),
        Sample(PromptError.unclosedPlaceholder(file: "a.txt", line: 3), "a.txt:3: "),
        Sample(ScriptError.tooLong(file: "a.txt", maximumBytes: 77), "a.txt: ", "77"),
        Sample(ScriptError.empty(file: "a.txt"), "a.txt: ", "say"),
        Sample(ScriptError.line(file: "a.txt", line: 3, .againWithoutHear), "a.txt:3: ", "again", "hear"),
        Sample(ScriptFault.unknownWord("sing"), "sing", "pause"), Sample(ScriptFault.missingText(after: "say"), "say"),
        Sample(ScriptFault.textTooLong(maximumBytes: 77), "77"),
        Sample(ScriptFault.expectedSeconds(after: "hear", from: 1, through: 120), "hear", "1", "120"),
        Sample(ScriptFault.readingWithoutLine, "read", "say", "again"),
        Sample(ScriptFault.sayAfterListening, "say", "hear"), Sample(ScriptFault.repeated("hear"), "hear"),
        Sample(ScriptFault.afterPause("say"), "pause", "say"), Sample(ScriptFault.tooManySteps(maximum: 77), "77"),
        Sample(ScriptFault.tooManyLines(maximum: 77), "77"),
        Sample(ScriptFault.unknownPlaceholder("X"), "${X}", "${USER_NAME}"), Sample(ScriptFault.unclosedPlaceholder),
        Sample(SystemReason(code: 2, english: "No such file or directory")),
        Sample(SystemReason(code: 9999, english: "Unknown error 9999"), "9999"),
    ]

    // MARK: What holds for all

    @Test func everyReasonIsListed() {
        #expect(Set(Self.refusals.compactMap { ($0.words as? Refusal).map(Self.number) }) == Set(0...49))
        #expect(Set(Self.faults.compactMap { ($0.words as? FieldFault).map(Self.number) }) == Set(0...11))
        #expect(Set(Self.expectations.compactMap { ($0.words as? FieldExpectation).map(Self.number) }) == Set(0...18))
    }

    @Test(arguments: refusals + faults + expectations + found + files)
    func isReportedInEveryLanguageWithAllDetails(sample: Sample) {
        let wording = sample.words.wording
        #expect(!wording.english.isEmpty && wording.english.allSatisfy { $0.isASCII || $0 == "×" })
        #expect(wording.japanese.isJapanese, "\(wording.japanese)")
        for name in sample.names {
            for language in Language.allCases {
                #expect(wording.text(in: language).contains(name), "\(wording.text(in: language)) lacks \(name)")
            }
        }
    }

    @Test func everyRefusalHasASysexitsCode() {
        for case let refusal as Refusal in Self.refusals.map(\.words) {
            #expect(
                [.badData, .temporary, .notAllowed, .noInput, .cannotWrite, .unavailable].contains(refusal.code))
        }
    }
}

extension String {
    /// Whether it contains kana or kanji.
    var isJapanese: Bool { unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) || isHan($0) } }
    private func isHan(_ scalar: Unicode.Scalar) -> Bool { (0x4E00...0x9FFF).contains(scalar.value) }
}
