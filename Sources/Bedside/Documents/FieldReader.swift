/// Everything that is wrong with a document or a patch, at most `limit` fields, in the order of their lines.
public struct FieldErrors: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    public static let limit = 20
    public let fields: [FieldError]

    public init(_ fields: [FieldError]) {
        let ordered = fields.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
        self.fields = ordered.prefix(Self.limit).map(\.element)
    }
    public var description: String { fields.map(\.description).joined(separator: "\n") }
}

/// Reads fields one by one and collects what is wrong with them: each fault names its line, its path, what was expected
/// and what was found. Text from the document is cut and made printable before it is shown.
struct FieldReader {
    private(set) var errors: [FieldError] = []

    mutating func fail(_ line: Int, _ path: String, _ fault: FieldFault) {
        guard errors.count < FieldErrors.limit else { return }
        errors.append(FieldError(line: line, path: path, fault: fault))
    }

    mutating func fail(
        _ entry: Field.Entry, _ path: String, expected: FieldExpectation, suggestion: String? = nil
    ) {
        let line = entry.value.line > 0 ? entry.value.line : entry.line
        fail(line, path, .expected(expected, found: Self.shown(entry.value), suggestion: suggestion))
    }

    /// The entries of a mapping whose keys are among `names` (nil: any key), each once.
    mutating func entries(
        of field: Field, at path: String, names: [String]?, expected: FieldExpectation
    ) -> [Field.Entry] {
        guard case .mapping(let entries, _) = field else {
            fail(field.line, path.isEmpty ? "profile" : path, .expected(expected, found: Self.shown(field)))
            return []
        }
        var seen: Set<String> = []
        return entries.filter { entry in
            let place = Self.path(path, entry.key)
            if let names, !names.contains(entry.key) {
                let near = Self.suggestion(for: entry.key, among: names)
                fail(entry.line, place, .unknownField(known: names, suggestion: near))
                return false
            }
            guard seen.insert(entry.key).inserted else {
                fail(entry.line, place, .givenTwice)
                return false
            }
            return true
        }
    }

    /// A scalar without the white space around it.
    mutating func text(_ entry: Field.Entry, _ path: String, expected: FieldExpectation) -> String? {
        guard case .scalar(let text, _) = entry.value else {
            fail(entry, path, expected: expected)
            return nil
        }
        return Self.trimmed(text)
    }

    mutating func integer(_ entry: Field.Entry, _ path: String, _ range: ClosedRange<Int>) -> Int? {
        let expected = FieldExpectation.wholeNumber(from: range.lowerBound, through: range.upperBound)
        guard let text = text(entry, path, expected: expected) else { return nil }
        guard let value = Self.number(text), range.contains(value) else {
            fail(entry, path, expected: expected)
            return nil
        }
        return value
    }

    mutating func flag(_ entry: Field.Entry, _ path: String) -> Bool? {
        let expected = FieldExpectation.trueOrFalse
        guard let text = text(entry, path, expected: expected) else { return nil }
        switch text {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default:
            fail(entry, path, expected: expected)
            return nil
        }
    }

    mutating func choice<Choice>(_ entry: Field.Entry, _ path: String, of type: Choice.Type) -> Choice?
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        let names = Choice.allCases.map(\.rawValue)
        let expected = FieldExpectation.oneOf(names)
        guard let text = text(entry, path, expected: expected) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        fail(entry, path, expected: expected, suggestion: Self.suggestion(for: text, among: names))
        return nil
    }

    /// A list of names, or one scalar with commas between them; each name once. Nil where any is wrong.
    mutating func choices<Choice>(
        _ entry: Field.Entry, _ path: String, names: [String], choice: (String) -> Choice?
    ) -> [Choice]? {
        let items: [Field]
        switch entry.value {
        case .list(let list, _): items = list
        case .scalar(let text, let line):
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            items = Self.trimmed(text).isEmpty ? [] : parts.map { .scalar(String($0), line: line) }
        case .null, .mapping:
            fail(entry, path, expected: .listOf(names))
            return nil
        }
        let expected = FieldExpectation.oneOf(names)
        var isGood = true
        var seen: Set<String> = []
        var found: [Choice] = []
        for item in items {
            let item = Field.Entry(key: entry.key, line: entry.line, value: item)
            guard let name = text(item, path, expected: expected) else {
                isGood = false
                continue
            }
            if let value = choice(name), seen.insert(name).inserted {
                found.append(value)
                continue
            }
            isGood = false
            if seen.contains(name) {
                fail(
                    item.value.line > 0 ? item.value.line : item.line, path, .repeated(Self.printable(name, limit: 40)))
            } else {
                fail(item, path, expected: expected, suggestion: Self.suggestion(for: name, among: names))
            }
        }
        return isGood ? found : nil
    }
}

extension FieldReader {
    /// `habits.wake`, with the key made fit to be shown.
    static func path(_ path: String, _ key: String) -> String {
        let shown = key.isEmpty ? "\"\"" : printable(key, limit: 40)
        return path.isEmpty ? shown : "\(path).\(shown)"
    }

    /// Texts on one line, at most 40 code points of them.
    static func shown(_ field: Field) -> FoundValue {
        switch field {
        case .null: .nothing
        case .scalar(let text, _): .text(printable(text, limit: 40))
        case .list: .list
        case .mapping: .group
        }
    }

    static func printable(_ text: String, limit: Int) -> String {
        var shown = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if index == limit { return shown + "…" }
            shown.unicodeScalars.append(ProfileRules.isPrintable(scalar) ? scalar : "\u{FFFD}")
        }
        return shown
    }

    /// Without the white space around it.
    static func trimmed(_ text: String) -> String {
        let tail = text.drop(while: \.isWhitespace)
        guard let last = tail.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(tail[...last])
    }

    /// Digits only, at most nine.
    static func number(_ text: some StringProtocol) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    /// The name that may have been meant, where one is near.
    static func suggestion(for text: String, among names: [String]) -> String? {
        guard (1...40).contains(text.unicodeScalars.count) else { return nil }
        let text = text.lowercased()
        // What was cut short counts as near, too.
        let near = names.map { (name: $0, distance: text.count > 2 && $0.hasPrefix(text) ? 0 : distance(text, $0)) }
            .min { $0.distance < $1.distance }
        guard let near, near.distance <= max(1, near.name.utf8.count / 3) else { return nil }
        return near.name
    }

    /// How many letters must change, come, go, or trade places with the next (optimal string alignment).
    private static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
