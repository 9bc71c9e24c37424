import Bedside

/// Reads typed values out of a `Field` tree and gathers every fault instead of stopping at the first.
struct FieldReader {
    private(set) var errors: [FieldError] = []

    mutating func fail(_ field: Field?, _ path: String, _ fault: FieldFault) {
        errors.append(FieldError(line: field?.line ?? 0, path: path, fault: fault))
    }

    /// A value that is not `expected`, with what stood there.
    mutating func fail(_ field: Field?, _ path: String, expected: FieldExpectation) {
        let found: FoundValue =
            switch field {
            case .scalar(let text, _): .text(OneLine.quoted(text))
            case .list: .list
            case .mapping: .group
            case .null, nil: .nothing
            }
        fail(field, path, .expected(expected, found: found))
    }

    /// The entries of a mapping, by key. Keys that are not `known` are faults; null reads as an empty mapping.
    mutating func mapping(_ field: Field, _ path: String, known: [String]) -> [String: Field]? {
        switch field {
        case .null:
            return [:]
        case .mapping(let entries, _):
            var result: [String: Field] = [:]
            for entry in entries {
                if known.contains(entry.key) {
                    result[entry.key] = entry.value
                } else {
                    let name = OneLine.quoted(entry.key)
                    errors.append(
                        FieldError(
                            line: entry.line, path: path.isEmpty ? name : "\(path).\(name)",
                            fault: .unknownField(known: known)))
                }
            }
            return result
        case .scalar, .list:
            fail(field, path.isEmpty ? "document" : path, expected: .fields(known))
            return nil
        }
    }

    /// A scalar of 1 … `limit` characters without control characters; nil where the field is absent or null.
    mutating func text(
        _ field: Field?, _ path: String, expected: FieldExpectation, limit: Int = 128
    ) -> String? {
        guard let field else { return nil }
        guard case .scalar(let text, _) = field else {
            if case .null = field { return nil }
            fail(field, path, expected: expected)
            return nil
        }
        guard !text.isEmpty, text.unicodeScalars.count <= limit,
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            let bounded = Wording(
                "\(expected.text(in: .english)), 1 to \(limit) characters",
                "\(expected.text(in: .japanese))（1〜\(limit)文字）")
            fail(field, path, expected: .told(bounded))
            return nil
        }
        return text
    }

    /// One of a few words.
    mutating func choice<Value>(_ field: Field?, _ path: String, _ choices: KeyValuePairs<String, Value>) -> Value? {
        let expected = FieldExpectation.oneOf(choices.map(\.key))
        guard let field, let text = text(field, path, expected: expected) else { return nil }
        guard let found = choices.first(where: { $0.key == text }) else {
            fail(field, path, expected: expected)
            return nil
        }
        return found.value
    }

    /// A whole number in decimal, with `suffix` (`ms`) behind it where one is given.
    mutating func number(
        _ field: Field?, _ path: String, _ range: ClosedRange<Int>, suffix: String = "", example: String
    ) -> Int? {
        let (lower, upper) = ("\(range.lowerBound)\(suffix)", "\(range.upperBound)\(suffix)")
        let expected = FieldExpectation.told(
            Wording("a number like \(example), \(lower) to \(upper)", "\(lower)から\(upper)まで（例：\(example)）"))
        guard let field, let text = text(field, path, expected: expected) else { return nil }
        guard text.hasSuffix(suffix), let value = Self.decimal(text.dropLast(suffix.count)), range.contains(value)
        else {
            fail(field, path, expected: expected)
            return nil
        }
        return value
    }

    /// A list of texts, or one text alone; nil where absent. `~` and `[]` are an empty list.
    mutating func texts(
        _ field: Field?, _ path: String, expected: FieldExpectation, limit: Int = 16
    ) -> [String]? {
        guard let field else { return nil }
        switch field {
        case .null:
            return []
        case .scalar:
            return text(field, path, expected: expected).map { [$0] }
        case .list(let items, _):
            guard items.count <= limit else {
                fail(field, path, expected: .told(Wording("at most \(limit) entries", "\(limit)個以内")))
                return nil
            }
            var result: [String] = []
            for (index, item) in items.enumerated() {
                if case .null = item { fail(item, "\(path)[\(index)]", expected: expected) }
                guard let text = text(item, "\(path)[\(index)]", expected: expected) else { continue }
                if result.contains(text) {
                    fail(item, "\(path)[\(index)]", .repeated(OneLine.quoted(text)))
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

    /// Digits only: no sign, no underscore, no spaces.
    static func decimal(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
