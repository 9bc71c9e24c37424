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
    case tooManySteps(maximum: Int)
    case tooManyLines(maximum: Int)
    case unknownPlaceholder(String)
    case unclosedPlaceholder

    public var wording: Wording {
        switch self {
        case .unknownWord(let word):
            Wording(
                "expected say, read, hear, again, pause or #, not \"\(word)\"",
                "say、read、hear、again、pause、# のいずれかで始めてください（\"\(word)\" は使えません）")
        case .missingText(let word): Wording("expected a text after \(word)", "\(word) のあとに文が必要です")
        case .textTooLong(let maximum):
            Wording("the text is longer than \(maximum) bytes", "文が\(maximum)バイトを超えています")
        case .expectedSeconds(let word, let from, let through):
            Wording(
                "expected whole seconds after \(word), \(from) to \(through)",
                "\(word) のあとには、\(from)から\(through)までの秒数を書いてください")
        case .readingWithoutLine:
            Wording(
                "read must directly follow the say or again line that it is the reading of",
                "read は、読みをつける say か again の行のすぐ次に書いてください")
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
        case .unknownPlaceholder(let name): Placeholder.unknown(name)
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

    /// Reads a routine. Each line begins with a word: `say TEXT`, `read KANA` (how the line before sounds),
    /// `hear SECONDS`, `again TEXT` (said while nobody is heard, in order), `pause SECONDS`, `# remark`; a blank line
    /// ends a step.
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
    private enum Word { case none, say, again, other }

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
        case "hear": try hear(rest)
        case "again": try again(rest)
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
        guard step.listenSeconds == 0 else { throw .sayAfterListening }
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
        case .none, .other: throw .readingWithoutLine
        }
        last = .other
    }

    private mutating func hear(_ rest: Substring) throws(ScriptFault) {
        guard step.pauseSeconds == 0 else { throw .afterPause("hear") }
        guard step.listenSeconds == 0 else { throw .repeated("hear") }
        step.listenSeconds = try seconds(rest, after: "hear", in: OfflineScript.hearSeconds)
        last = .other
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
            _ = try TemplateLine.fill(text) { _ in nil }
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
