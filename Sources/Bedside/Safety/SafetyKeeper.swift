/// Notices that the owner may be at risk, and says so to the machine, as a feature (SAFE-2, SAFE-3).
///
/// Two detectors, and either suffices: the device's own over the transcript of both voices, and a tool that the
/// companion calls. What was said is kept nowhere; a level and a time stay in memory, until the talk and a day are over.
public struct SafetyKeeper: Feature {
    typealias Event = Never
    typealias Effect = Never
    typealias Change = Never
    /// A companion's own concern.
    public typealias Command = SafetyLevel

    /// The concern of the talk that is on, or of the last one, whose words may be written down after it.
    private var raised = SafetyLevel.none
    private var isTalking = false
    /// Whether the owner was awake when the last talk ended.
    private var wasAwake = false
    /// What the companion has just asked the owner, directly.
    private var asked: SafetyQuestion.Asked?
    /// What it had just asked when the last talk ended: its words may be written down in this one.
    private var wasAsked: SafetyQuestion.Asked?
    /// The concern of the talk that is on.
    var concern: SafetyLevel { isTalking ? raised : .none }
    /// Until then mornings are gentle (G-4).
    private(set) var gentleUntil: BootTime?
    private var reports: [SafetyLevel] = []
    /// Until when the help line is still to be said, in the first quiet moment: an alarm ended the talk, or the risk
    /// was found after it, while something rang; nil: it is not.
    private var owedUntil: BootTime?
    private var isDue = false
    /// Whether the help line was said at the end of the talk, or after it: words that are written down late do not
    /// begin it anew.
    private var isLineSaid = false

    private static let owedTime = TimeSpan.hours(1)
    private static let gentleTime = TimeSpan.hours(24)

    /// What was raised since this was last asked, for simulations and tests.
    mutating func takeReports() -> [SafetyLevel] {
        defer { reports = [] }
        return reports
    }

    func isGentle(at now: BootTime) -> Bool { gentleUntil.map { now < $0 } ?? false }

    var deadline: Deadline { Deadline(boot: isDue ? .zero : nil) }

    mutating func plan(in context: FeatureContext) {
        if let owedUntil, owedUntil <= context.now.boot { self.owedUntil = nil }
        isDue = owedUntil != nil && context.isQuiet && !context.isRinging
    }

    mutating func advance(in context: FeatureContext) -> FeatureOutput<SafetyKeeper> {
        guard isDue else { return FeatureOutput() }
        (owedUntil, isDue) = (nil, false)
        return FeatureOutput(requests: [.sayHelpLines])
    }

    mutating func hear(_ notice: Notice, in context: FeatureContext) -> FeatureOutput<SafetyKeeper> {
        switch notice {
        case .heard(.owner, let words, _): return heardOwner(words.words, in: context)
        case .heard(.companion, let words, _): return heardCompanion(words.words, in: context)
        case .conversationBegan:
            (raised, isTalking, isLineSaid) = (.none, true, false)
            (asked, wasAsked) = (nil, asked)
        case .conversationEnded(let end, _):
            let level = concern
            (isTalking, wasAwake) = (false, end.isOwnerAwake)
            // One line more: the number again (G-3), or for the first time if the companion's question led to no more.
            guard level == .explicit || level == .intermediate && wasAwake else { break }
            // The alarm that ended the talk would cut it off.
            guard end != .alarm else {
                owedUntil = context.now.boot + Self.owedTime
                break
            }
            isLineSaid = true
            return FeatureOutput(requests: [.sayHelpLines])
        case .heard, .pressed, .said, .occurrenceEnded, .callOpened, .concernRaised, .wentOffRecord, .profileChanged,
            .clockTrusted, .calendarChanged, .devicesChanged, .alarmChecked, .companionChecked:
            break
        }
        return FeatureOutput()
    }

    /// Takes words of the last talk while another one is on. They answer no question of this one.
    mutating func hearOfLastTalk(
        _ voice: TalkLine.Voice, _ words: PrivateText, turn: Int, in context: FeatureContext
    ) -> FeatureOutput<SafetyKeeper> {
        swap(&asked, &wasAsked)
        defer { swap(&asked, &wasAsked) }
        return hear(.heard(voice, words, turn: turn), in: context)
    }

    mutating func answer(
        _ command: Command, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<SafetyKeeper>) {
        (.done, raise(command, in: context))
    }

    /// A plain yes to the companion's direct question is a plain word. An answer that only
    /// repeats its question about a dose or a meal raises no concern, unless there is one already.
    private mutating func heardOwner(_ words: String, in context: FeatureContext) -> FeatureOutput<SafetyKeeper> {
        let question = asked
        asked = nil
        if question == .dying, SafetyQuestion.isYes(words) { return raise(.explicit, in: context) }
        if raised == .none, let question, SafetyQuestion.isRepeated(question, by: words) { return FeatureOutput() }
        return raise(SafetyDetector.level(of: words, spokenBy: .owner), in: context)
    }

    /// Once there is a concern, the companion speaks of it as its instructions say, and raises nothing more by that: it
    /// asks first, and the owner's answer decides. Without one, its question says that it sees a hint, and whatever else
    /// it says to the owner of dying counts as a plain word does, as the owner may have said what nobody wrote down.
    private mutating func heardCompanion(_ words: String, in context: FeatureContext) -> FeatureOutput<SafetyKeeper> {
        asked = SafetyQuestion.askedLast(in: words)
        guard raised == .none else { return FeatureOutput() }
        let found = SafetyDetector.level(of: words, spokenBy: .companion)
        return raise(SafetyQuestion.isAsked(in: words) ? min(found, .intermediate) : found, in: context)
    }

    /// For a minor a hint counts as much as a plain word (G-9).
    private mutating func raise(_ found: SafetyLevel, in context: FeatureContext) -> FeatureOutput<SafetyKeeper> {
        let level = context.profile.age.isMinor && found > .none ? .explicit : found
        guard level > raised else { return FeatureOutput() }
        raised = level
        gentleUntil = context.now.boot + Self.gentleTime
        if reports.count < 16 { reports.append(level) }
        var requests = [FeatureRequest.raiseConcern(level)]
        // Words that were written down after the talk have the number at once, a hint too: nobody asks first any more.
        if !isTalking, level == .explicit || wasAwake {
            if context.isRinging {
                owedUntil = context.now.boot + Self.owedTime
            } else if !isLineSaid {
                isLineSaid = true
                requests.append(.sayHelpLines)
            }
        }
        return FeatureOutput(requests: requests)
    }
}

extension HelpLines {
    /// The country of a zone, as long as the owner has named none: where they sleep, and not which language they speak.
    static func country(ofZone zone: String) -> String? {
        if let code = zones[zone] { return code }
        return folders.first { zone.hasPrefix($0.folder) }.map(\.code)
    }

    private static let folders: [(folder: String, code: String)] = [
        ("Australia/", "AU"), ("US/", "US"), ("America/Indiana/", "US"), ("America/Kentucky/", "US"),
        ("America/North_Dakota/", "US"), ("Canada/", "CA"),
    ]

    private static let zones: [String: String] = [
        "Asia/Tokyo": "JP", "Japan": "JP", "Europe/London": "GB", "GB": "GB", "Europe/Dublin": "IE", "Eire": "IE",
        "America/New_York": "US", "America/Detroit": "US", "America/Chicago": "US", "America/Denver": "US",
        "America/Phoenix": "US", "America/Los_Angeles": "US", "America/Anchorage": "US", "Pacific/Honolulu": "US",
        "America/Boise": "US", "America/Toronto": "CA", "America/Vancouver": "CA", "America/Edmonton": "CA",
        "America/Juneau": "US", "America/Sitka": "US", "America/Nome": "US", "America/Adak": "US",
        "America/Menominee": "US", "Europe/Belfast": "GB", "America/Moncton": "CA", "America/Whitehorse": "CA",
        "America/Winnipeg": "CA", "America/Halifax": "CA", "America/Regina": "CA", "America/St_Johns": "CA",
    ]
}

extension Utterance {
    /// The help line that is open now, said twice with its digits in groups, and the emergency number (SAFE-2, G-2).
    public init(helpIn selection: HelpLines.Selection?, language: Language) {
        var text: [String] = []
        var reading: [String] = []
        func add(_ wording: Wording, _ spoken: Wording) {
            text.append(wording.text(in: language))
            reading.append(spoken.text(in: language))
        }
        if let line = selection?.lines.first {
            let name = line.name.text(in: language)
            let (english, japanese) = (line.number.reading(in: .english), line.number.reading(in: .japanese))
            add(
                Wording(
                    "You can talk to somebody right now. \(name): \(line.number.text).",
                    "いま、話を聞いてくれる人がいます。\(name)、\(line.number.text)。"),
                Wording(
                    "You can talk to somebody right now. \(name): \(english).",
                    "いま、はなしを きいて くれる ひとが います。\(line.japaneseReading)、\(japanese)。"))
            add(
                Wording("Once more: \(line.number.text).", "もう一度、\(line.number.text)。"),
                Wording("Once more: \(english).", "もういちど、\(japanese)。"))
        }
        if let emergency = selection?.emergency.first {
            add(
                Wording(
                    "If your life is in danger now, call \(emergency.number.text).",
                    "いま命があぶないときは、\(emergency.number.text) に電話してください。"),
                Wording(
                    "If your life is in danger now, call \(emergency.number.reading(in: .english)).",
                    "いま いのちが あぶない ときわ、\(emergency.number.reading(in: .japanese)) に でんわして ください。"))
        }
        if text.isEmpty {
            let words = HelpLines.unknownCountry
            add(words, Wording(words.english, words.reading(in: .japanese) ?? words.japanese))
        }
        let spoken = reading.joined(separator: " ")
        let hash = String(TextHash.of("\(language.rawValue) \(spoken)".unicodeScalars), radix: 16)
        self.init(key: "words_\(hash)", text: text.joined(separator: " "), reading: spoken, language: language)
        pace = .careful
    }
}

extension HelpLine {
    /// The Japanese name as the voice can say it, with its digits one by one; a name in kanji, which the voice would
    /// spell out, is left to the page that shows it.
    fileprivate var japaneseReading: String {
        let spelled = name.japanese.map { character in
            guard character.isASCII, let digit = character.wholeNumberValue else { return String(character) }
            return Kana.number(digit) + " "
        }.joined()
        return Kana.isSayable(spelled) ? spelled : "そうだん まどぐち"
    }
}

extension HelpLines {
    /// Everything that the device may have to say of help lines, in both languages, so that it can be recorded before
    /// it is needed: then it is said without a synthesizer, too (SAFE-2).
    public var utterances: [Utterance] {
        let selections = [nil] + countries.sorted { $0.key < $1.key }.flatMap { Self.possible(in: $0.value) }
        let all = Language.allCases.flatMap { language in selections.map { Utterance(helpIn: $0, language: language) } }
        var keys: Set<String?> = []
        return all.filter { keys.insert($0.key).inserted }
    }

    /// Only the first line that is open is said: one that never closes, if the country has one.
    private static func possible(in country: Country) -> [Selection?] {
        [false, true].flatMap { isMinor -> [Selection?] in
            let lines = country.lines.filter { (isMinor || !$0.isForMinorsOnly) && $0.hours != .unknown }
            let said: [[HelpLine]] =
                lines.first { $0.hours == .always }.map { [[$0]] } ?? lines.map { [$0] } + [[]]
            return said.map { Selection(lines: $0, emergency: country.emergency) }
        }
    }
}
