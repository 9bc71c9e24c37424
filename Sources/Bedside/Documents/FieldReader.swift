/// Reads typed values from a document and collects all faults instead of stopping at the first. A fault has a position
/// and a path, and says what was expected, what was found, and what may have been meant. Profiles, board files and the
/// configuration file are read with it.
///
/// A function that reads a value returns nil for a bad one, after recording the fault; an absent field gives nil
/// without a fault. Text from the document is cut and made printable before it is shown.
public struct FieldReader {
    private static let shownCharacters = 40

    public private(set) var errors: [FieldError] = []
    private let root: String
    private let takesNullAsAbsent: Bool

    /// - Parameters:
    ///   - root: The path that is shown for a fault of the whole document.
    ///   - takesNullAsAbsent: Whether `field:` without a value counts as absent.
    public init(root: String = "document", takesNullAsAbsent: Bool = false) {
        self.root = root
        self.takesNullAsAbsent = takesNullAsAbsent
    }

    // MARK: Faults

    public mutating func fail(_ position: Position, _ path: String, _ fault: FieldFault) {
        guard errors.count < FieldErrors.limit else { return }
        errors.append(FieldError(line: position.line, column: position.column, path: path, fault: fault))
    }

    public mutating func fail(_ field: Field?, _ path: String, _ fault: FieldFault) {
        fail(field?.position ?? .unknown, path, fault)
    }

    /// Records that a value is not `expected`, together with the value found.
    public mutating func fail(
        _ field: Field?, _ path: String, expected: FieldExpectation, suggestion: String? = nil
    ) {
        let found = field.map(Self.shown) ?? .nothing
        fail(field, path, .expected(expected, found: found, suggestion: suggestion))
    }

    // MARK: Groups

    /// The entries of a mapping whose keys are among `names` (nil: any key), each once; empty if it is not a mapping.
    public mutating func entries(
        of field: Field, at path: String, names: [String]?, expected: FieldExpectation
    ) -> [Field.Entry] {
        members(field, path, names: names, expected: expected) ?? []
    }

    /// The values of a mapping by their keys; any key that is not `known` is a fault.
    public mutating func mapping(_ field: Field, _ path: String, known: [String]) -> [String: Field]? {
        members(field, path, names: known, expected: .fields(known)).map { entries in
            Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        }
    }

    private mutating func members(
        _ field: Field, _ path: String, names: [String]?, expected: FieldExpectation
    ) -> [Field.Entry]? {
        if isAbsent(field) { return [] }
        guard case .mapping(let entries, _) = field else {
            fail(field, path.isEmpty ? root : path, expected: expected)
            return nil
        }
        var seen: Set<String> = []
        return entries.filter { entry in
            let place = Self.path(path, entry.key)
            if let names, !names.contains(entry.key) {
                let near = Self.suggestion(for: entry.key, among: names)
                fail(entry.position, place, .unknownField(known: names, suggestion: near))
                return false
            }
            guard seen.insert(entry.key).inserted else {
                fail(entry.position, place, .givenTwice)
                return false
            }
            return true
        }
    }

    private func isAbsent(_ field: Field) -> Bool {
        if case .null = field { takesNullAsAbsent } else { false }
    }

    // MARK: Values

    /// A scalar without the white space around it; if `limit` is given, 1 … `limit` code points, all of them harmless.
    public mutating func text(
        _ field: Field?, _ path: String, expected: FieldExpectation, limit: Int? = nil
    ) -> String? {
        guard let field, !isAbsent(field) else { return nil }
        guard case .scalar(let written, _) = field else {
            fail(field, path, expected: expected)
            return nil
        }
        let text = written.trimmed()
        guard let limit else { return text }
        guard !text.isEmpty, text.unicodeScalars.count <= limit,
            text.unicodeScalars.allSatisfy(PrintableText.isHarmless)
        else {
            let bounded = Wording(
                "\(expected.text(in: .english)), 1 to \(limit) characters",
                "\(expected.text(in: .japanese))（1〜\(limit)文字）")
            fail(field, path, expected: .told(bounded))
            return nil
        }
        return text
    }

    /// A text for which `isGood` holds.
    public mutating func text(
        _ field: Field?, _ path: String, expected: FieldExpectation, where isGood: (String) -> Bool
    ) -> String? {
        guard let text = text(field, path, expected: expected) else { return nil }
        guard isGood(text) else {
            fail(field, path, expected: expected)
            return nil
        }
        return text
    }

    public mutating func integer(_ field: Field?, _ path: String, _ range: ClosedRange<Int>) -> Int? {
        let expected = FieldExpectation.wholeNumber(from: range.lowerBound, through: range.upperBound)
        guard let text = text(field, path, expected: expected) else { return nil }
        guard let value = Self.number(text), range.contains(value) else {
            fail(field, path, expected: expected)
            return nil
        }
        return value
    }

    /// A whole number followed by `suffix`, such as `ms`.
    public mutating func number(
        _ field: Field?, _ path: String, _ range: ClosedRange<Int>, suffix: String = "", example: String
    ) -> Int? {
        let (lower, upper) = ("\(range.lowerBound)\(suffix)", "\(range.upperBound)\(suffix)")
        let expected = FieldExpectation.told(
            Wording("a number like \(example), \(lower) to \(upper)", "\(lower)から\(upper)まで（例：\(example)）"))
        guard let text = text(field, path, expected: expected) else { return nil }
        guard text.hasSuffix(suffix), let value = Self.number(text.dropLast(suffix.count)), range.contains(value)
        else {
            fail(field, path, expected: expected)
            return nil
        }
        return value
    }

    public mutating func flag(_ field: Field?, _ path: String) -> Bool? {
        let expected = FieldExpectation.trueOrFalse
        guard let text = text(field, path, expected: expected) else { return nil }
        switch text {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default:
            fail(field, path, expected: expected)
            return nil
        }
    }

    /// The value that belongs to one of a few words.
    public mutating func choice<Value>(
        _ field: Field?, _ path: String, _ choices: KeyValuePairs<String, Value>
    ) -> Value? {
        let names = choices.map(\.key)
        let expected = FieldExpectation.oneOf(names)
        guard let text = text(field, path, expected: expected) else { return nil }
        if let found = choices.first(where: { $0.key == text }) { return found.value }
        fail(field, path, expected: expected, suggestion: Self.suggestion(for: text, among: names))
        return nil
    }

    public mutating func choice<Choice>(_ field: Field?, _ path: String, of type: Choice.Type) -> Choice?
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        let names = Choice.allCases.map(\.rawValue)
        let expected = FieldExpectation.oneOf(names)
        guard let text = text(field, path, expected: expected) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        fail(field, path, expected: expected, suggestion: Self.suggestion(for: text, among: names))
        return nil
    }

    // MARK: Lists

    /// A list of names, or one scalar with commas between them; each name once. Nil if any is wrong.
    public mutating func choices<Choice>(
        _ field: Field, _ path: String, names: [String], choice: (String) -> Choice?
    ) -> [Choice]? {
        let items: [Field]
        switch field {
        case .list(let list, _): items = list
        case .scalar(let text, let position):
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            items = text.trimmed().isEmpty ? [] : parts.map { .scalar(String($0), at: position) }
        case .null, .mapping:
            fail(field, path, expected: .listOf(names))
            return nil
        }
        let expected = FieldExpectation.oneOf(names)
        var isGood = true
        var seen: Set<String> = []
        var found: [Choice] = []
        for item in items {
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
                fail(item, path, .repeated(PrintableText.line(name, limit: Self.shownCharacters)))
            } else {
                fail(item, path, expected: expected, suggestion: Self.suggestion(for: name, among: names))
            }
        }
        return isGood ? found : nil
    }

    /// A list of different texts, or one text alone; nil if absent. `~` and `[]` give an empty list.
    public mutating func texts(
        _ field: Field?, _ path: String, expected: FieldExpectation, limit: Int = 16, characters: Int = 128
    ) -> [String]? {
        switch field {
        case nil:
            return nil
        case .null:
            return []
        case .scalar:
            return text(field, path, expected: expected, limit: characters).map { [$0] }
        case .list(let items, _):
            guard items.count <= limit else {
                fail(field, path, expected: .told(Wording("at most \(limit) entries", "\(limit)個以内")))
                return nil
            }
            var result: [String] = []
            for (index, item) in items.enumerated() {
                let place = "\(path)[\(index)]"
                if case .null = item, takesNullAsAbsent { fail(item, place, expected: expected) }
                guard let text = text(item, place, expected: expected, limit: characters) else { continue }
                if result.contains(text) {
                    fail(item, place, .repeated(PrintableText.line(text, limit: Self.shownCharacters)))
                } else {
                    result.append(text)
                }
            }
            return result
        case .mapping:
            fail(field, path, expected: expected)
            return nil
        }
    }
}

extension FieldReader {
    /// The path of `key` below `path`, such as `habits.wake`, with the key made printable.
    public static func path(_ path: String, _ key: String) -> String {
        let shown = key.isEmpty ? "\"\"" : PrintableText.line(key, limit: shownCharacters)
        return path.isEmpty ? shown : "\(path).\(shown)"
    }

    private static func shown(_ field: Field) -> FoundValue {
        switch field {
        case .null: .nothing
        case .scalar(let text, _): .text(PrintableText.line(text, limit: shownCharacters))
        case .list: .list
        case .mapping: .group
        }
    }

    /// A number of one to nine digits: no sign, no underscore, no spaces.
    public static func number(_ text: some StringProtocol) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    /// The name that `text` may have been meant to be; nil if none is similar enough.
    public static func suggestion(for text: String, among names: [String]) -> String? {
        guard (1...40).contains(text.unicodeScalars.count) else { return nil }
        let text = text.lowercased()
        // The beginning of a name counts as near, too.
        let near = names.map { (name: $0, distance: text.count > 2 && $0.hasPrefix(text) ? 0 : distance(text, $0)) }
            .min { $0.distance < $1.distance }
        guard let near, near.distance <= max(1, near.name.utf8.count / 3) else { return nil }
        return near.name
    }

    /// The number of letters to change, insert, remove or swap with the next one (optimal string alignment).
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
