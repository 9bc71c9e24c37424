/// Why an offline routine could not be read; each case names the file, and the line if there is one.
public enum ScriptError: WordedError, Hashable, Codable {
    case tooLong(file: String, maximumBytes: Int)
    case empty(file: String)
    case line(file: String, line: Int, ScriptFault)

    public var wording: Wording {
        switch self {
        case .tooLong(let file, let maximum):
            Wording("\(file): longer than \(maximum) bytes", "\(file): \(maximum)バイトを超えています")
        case .empty(let file):
            Wording(
                "\(file): no steps, expected lines like: say Good morning.",
                "\(file): 行がありません。say おはようございます。 のように書いてください")
        case .line(let file, let line, let fault): fault.wording.after("\(file):\(line): ")
        }
    }
}

/// What is wrong with one line of an offline routine.
public enum ScriptFault: WordedError, Hashable, Codable {
    case unknownWord(String)
    case missingText(after: String)
    case textTooLong(maximumBytes: Int)
    case expectedSeconds(after: String, from: Int, through: Int)
    case readingWithoutLine
    case sayAfterListening
    case againWithoutHear
    case repeated(String)
    case afterPause(String)
    case unknownQuestion
    case hearWithAsk
    case answerWithoutAsk(String)
    case tooManySteps(maximum: Int)
    case tooManyLines(maximum: Int)
    case unknownPlaceholder(String)
    case unclosedPlaceholder

    public var wording: Wording {
        switch self {
        case .unknownWord(let word):
            Wording(
                "expected say, read, hear, record, again, ask, yes, no, pause or #, not \"\(word)\"",
                "say、read、hear、record、again、ask、yes、no、pause、# のいずれかで始めてください（\"\(word)\" は使えません）")
        case .missingText(let word): Wording("expected a text after \(word)", "\(word) のあとに文が必要です")
        case .textTooLong(let maximum):
            Wording("the text is longer than \(maximum) bytes", "文が\(maximum)バイトを超えています")
        case .expectedSeconds(let word, let from, let through):
            Wording(
                "expected whole seconds after \(word), \(from) to \(through)",
                "\(word) のあとには、\(from)から\(through)までの秒数を書いてください")
        case .readingWithoutLine:
            Wording(
                "read must directly follow the say, again, yes or no line that it is the reading of",
                "read は、読みをつける say、again、yes、no の行のすぐ次に書いてください")
        case .unknownQuestion:
            Wording(
                "expected ask intention SECONDS or ask tomorrow SECONDS",
                "ask intention 秒数、または ask tomorrow 秒数 と書いてください")
        case .hearWithAsk:
            Wording(
                "hear and ask cannot be in one step: put a blank line between them",
                "hear と ask は同じ段に書けません。間に空行を入れてください")
        case .answerWithoutAsk(let word):
            Wording("\(word) is said after an answer: it needs an ask line before it", "\(word) の前には ask の行が必要です")
        case .sayAfterListening:
            Wording(
                "say after hear begins a new step: put a blank line before it", "hear のあとの say は次の段です。前に空行を入れてください")
        case .againWithoutHear:
            Wording(
                "again is said while nobody is heard: it needs a hear line before it", "again の前には hear の行が必要です")
        case .repeated(let word):
            Wording(
                "a second \(word) in one step: put a blank line before it", "同じ段に \(word) が二つあります。前に空行を入れてください")
        case .afterPause(let word):
            Wording(
                "\(word) after pause begins a new step: put a blank line before it",
                "pause のあとの \(word) は次の段です。前に空行を入れてください")
        case .tooManySteps(let maximum): Wording("more than \(maximum) steps", "段が\(maximum)を超えています")
        case .tooManyLines(let maximum):
            Wording("more than \(maximum) lines of one kind in a step", "一つの段に同じ種類の行が\(maximum)を超えています")
        case .unknownPlaceholder(let name): Placeholder.unknown(name, known: OfflineScript.placeholders)
        case .unclosedPlaceholder: Placeholder.unclosed
        }
    }
}

extension OfflineScript {
    public static let maximumBytes = 64 * 1024
    public static let maximumSteps = 200
    public static let maximumLinesPerStep = 20
    public static let maximumTextBytes = 2000
    static let hearSeconds = 1...120
    static let pauseSeconds = 1...600
    static let askSeconds = 1...120
    /// The placeholders that a routine may have.
    static let placeholders = Placeholder.allCases.map(\.rawValue) + EveningPlaceholder.allCases.map(\.rawValue)

    /// Reads a routine. Each line begins with a word: `say TEXT`, `read KANA` (how the line before sounds),
    /// `hear SECONDS`, `again TEXT` (said while nobody is heard, in order), `pause SECONDS`, `# remark`; a blank line
    /// ends a step. `ask intention SECONDS` and `ask tomorrow SECONDS` wait for a button, `yes TEXT` and `no TEXT` follow
    /// its answer. `record SECONDS` is like `hear`, and records the answer as tomorrow's intention if the owner wants that.
    ///
    /// - Parameters:
    ///   - key: `wake_up.en`
    ///   - fileName: The name for messages.
    public static func parse(key: String, fileName: String, text: String) throws(ScriptError) -> OfflineScript {
        guard text.utf8.count <= maximumBytes else { throw .tooLong(file: fileName, maximumBytes: maximumBytes) }
        var reader = ScriptReader()
        for (index, line) in TemplateLine.lines(of: text).enumerated() {
            do throws(ScriptFault) {
                try reader.take(Substring(PrintableText.line(line, limit: .max, replacement: " ").trimmed()))
            } catch {
                throw .line(file: fileName, line: index + 1, error)
            }
        }
        reader.endStep()
        guard !reader.steps.isEmpty else { throw .empty(file: fileName) }
        return OfflineScript(key: key, steps: reader.steps)
    }
}

/// Takes a routine's lines one by one.
private struct ScriptReader {
    private(set) var steps: [OfflineScript.Step] = []
    private var step = OfflineScript.Step(lines: [])
    private var last = Word.none

    /// The first word of the line before, in this step.
    private enum Word { case none, say, again, yes, no, other }

    private var isStepEmpty: Bool { step == OfflineScript.Step(lines: []) }

    mutating func take(_ line: Substring) throws(ScriptFault) {
        guard let first = line.unicodeScalars.first else { return endStep() }
        if first == "#" { return }
        if isStepEmpty, steps.count >= OfflineScript.maximumSteps {
            throw .tooManySteps(maximum: OfflineScript.maximumSteps)
        }
        let end = line.unicodeScalars.firstIndex { $0.properties.isWhitespace } ?? line.endIndex
        let word = String(line.unicodeScalars[..<end])
        let rest = Substring(Substring(line.unicodeScalars[end...]).trimmed())
        switch word {
        case "say": try say(rest)
        case "read": try read(rest)
        case "hear": try hear(rest, after: word)
        case "record":
            try hear(rest, after: word)
            step.records = true
        case "again": try again(rest)
        case "ask": try ask(rest)
        case "yes": try answer(rest, "yes", .yes, \.yes)
        case "no": try answer(rest, "no", .no, \.no)
        case "pause": try pause(rest)
        default: throw .unknownWord(PrintableText.line(word, limit: 40))
        }
    }

    mutating func endStep() {
        if !isStepEmpty { steps.append(step) }
        step = OfflineScript.Step(lines: [])
        last = .none
    }

    private mutating func say(_ rest: Substring) throws(ScriptFault) {
        guard step.pauseSeconds == 0 else { throw .afterPause("say") }
        guard step.listenSeconds == 0, step.ask == nil else { throw .sayAfterListening }
        let text = try checked(rest, after: "say")
        guard step.lines.count < OfflineScript.maximumLinesPerStep else {
            throw .tooManyLines(maximum: OfflineScript.maximumLinesPerStep)
        }
        step.lines.append(OfflineScript.Line(text: text))
        last = .say
    }

    private mutating func read(_ rest: Substring) throws(ScriptFault) {
        let text = try checked(rest, after: "read")
        switch last {
        case .say:
            if let index = step.lines.indices.last { step.lines[index].reading = text }
        case .again:
            if let index = step.insisting.indices.last { step.insisting[index].reading = text }
        case .yes:
            if let index = step.ask?.yes.indices.last { step.ask?.yes[index].reading = text }
        case .no:
            if let index = step.ask?.no.indices.last { step.ask?.no[index].reading = text }
        case .none, .other: throw .readingWithoutLine
        }
        last = .other
    }

    private mutating func hear(_ rest: Substring, after word: String) throws(ScriptFault) {
        guard step.pauseSeconds == 0 else { throw .afterPause(word) }
        guard step.listenSeconds == 0 else { throw .repeated(word) }
        guard step.ask == nil else { throw .hearWithAsk }
        step.listenSeconds = try seconds(rest, after: word, in: OfflineScript.hearSeconds)
        last = .other
    }

    private mutating func ask(_ rest: Substring) throws(ScriptFault) {
        guard step.pauseSeconds == 0 else { throw .afterPause("ask") }
        guard step.ask == nil else { throw .repeated("ask") }
        guard step.listenSeconds == 0 else { throw .hearWithAsk }
        let words = rest.split(separator: " ", maxSplits: 1)
        guard let first = words.first, let question = OfflineScript.Ask.Question(rawValue: String(first)) else {
            throw .unknownQuestion
        }
        let seconds = try seconds(
            words.count > 1 ? words[1] : "", after: "ask \(question.rawValue)", in: OfflineScript.askSeconds)
        step.ask = OfflineScript.Ask(question, seconds: seconds)
        last = .other
    }

    private mutating func answer(
        _ rest: Substring, _ name: String, _ word: Word,
        _ lines: WritableKeyPath<OfflineScript.Ask, [OfflineScript.Line]>
    ) throws(ScriptFault) {
        guard step.pauseSeconds == 0 else { throw .afterPause(name) }
        guard var ask = step.ask else { throw .answerWithoutAsk(name) }
        let text = try checked(rest, after: name)
        guard ask[keyPath: lines].count < OfflineScript.maximumLinesPerStep else {
            throw .tooManyLines(maximum: OfflineScript.maximumLinesPerStep)
        }
        ask[keyPath: lines].append(OfflineScript.Line(text: text))
        step.ask = ask
        last = word
    }

    private mutating func again(_ rest: Substring) throws(ScriptFault) {
        guard step.pauseSeconds == 0 else { throw .afterPause("again") }
        guard step.listenSeconds > 0 else { throw .againWithoutHear }
        let text = try checked(rest, after: "again")
        guard step.insisting.count < OfflineScript.maximumLinesPerStep else {
            throw .tooManyLines(maximum: OfflineScript.maximumLinesPerStep)
        }
        step.insisting.append(OfflineScript.Line(text: text))
        last = .again
    }

    private mutating func pause(_ rest: Substring) throws(ScriptFault) {
        guard step.pauseSeconds == 0 else { throw .repeated("pause") }
        step.pauseSeconds = try seconds(rest, after: "pause", in: OfflineScript.pauseSeconds)
        last = .other
    }

    private func checked(_ text: Substring, after word: String) throws(ScriptFault) -> String {
        guard !text.isEmpty else { throw .missingText(after: word) }
        guard text.utf8.count <= OfflineScript.maximumTextBytes else {
            throw .textTooLong(maximumBytes: OfflineScript.maximumTextBytes)
        }
        do throws(PlaceholderFault) {
            _ = try TemplateLine.fill(text, value: { _ in nil }, isKnown: OfflineScript.placeholders.contains)
        } catch {
            switch error {
            case .unknown(let name): throw .unknownPlaceholder(PrintableText.line(name, limit: 40))
            case .unclosed: throw .unclosedPlaceholder
            }
        }
        return String(text)
    }

    private func seconds(
        _ text: Substring, after word: String, in range: ClosedRange<Int>
    ) throws(ScriptFault) -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text),
            range.contains(value)
        else { throw .expectedSeconds(after: word, from: range.lowerBound, through: range.upperBound) }
        return value
    }
}
