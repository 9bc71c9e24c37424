import Bedside

/// Reads typed values out of a `Field` tree and gathers every fault instead of stopping at the first.
struct FieldReader {
    private(set) var errors: [FieldError] = []

    mutating func fail(_ field: Field?, _ path: String, _ message: String) {
        errors.append(FieldError(line: field?.line ?? 0, path: path, message: message))
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
                            message: "unknown field; expected one of \(known.joined(separator: ", "))"))
                }
            }
            return result
        case .scalar, .list:
            fail(field, path.isEmpty ? "document" : path, "expected fields (\(known.joined(separator: ", ")))")
            return nil
        }
    }

    /// A scalar of 1 … `limit` characters without control characters; nil where the field is absent or null.
    mutating func text(_ field: Field?, _ path: String, expected: String, limit: Int = 128) -> String? {
        guard let field else { return nil }
        guard case .scalar(let text, _) = field else {
            if case .null = field { return nil }
            fail(field, path, "expected \(expected)")
            return nil
        }
        guard !text.isEmpty, text.unicodeScalars.count <= limit,
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            fail(field, path, "expected \(expected), 1 to \(limit) characters; got \"\(OneLine.quoted(text))\"")
            return nil
        }
        return text
    }

    /// One of a few words.
    mutating func choice<Value>(_ field: Field?, _ path: String, _ choices: KeyValuePairs<String, Value>) -> Value? {
        let expected = choices.map(\.key).joined(separator: ", ")
        guard let field, let text = text(field, path, expected: "one of \(expected)") else { return nil }
        guard let found = choices.first(where: { $0.key == text }) else {
            fail(field, path, "expected one of \(expected); got \"\(OneLine.quoted(text))\"")
            return nil
        }
        return found.value
    }

    /// A whole number in decimal, with `suffix` (`ms`) behind it where one is given.
    mutating func number(
        _ field: Field?, _ path: String, _ range: ClosedRange<Int>, suffix: String = "", example: String
    ) -> Int? {
        let expected = "a number like \(example), \(range.lowerBound)\(suffix) to \(range.upperBound)\(suffix)"
        guard let field, let text = text(field, path, expected: expected) else { return nil }
        guard text.hasSuffix(suffix), let value = Self.decimal(text.dropLast(suffix.count)), range.contains(value)
        else {
            fail(field, path, "expected \(expected); got \"\(OneLine.quoted(text))\"")
            return nil
        }
        return value
    }

    /// A list of texts, or one text alone; nil where absent. `~` and `[]` are an empty list.
    mutating func texts(_ field: Field?, _ path: String, expected: String, limit: Int = 16) -> [String]? {
        guard let field else { return nil }
        switch field {
        case .null:
            return []
        case .scalar:
            return text(field, path, expected: expected).map { [$0] }
        case .list(let items, _):
            guard items.count <= limit else {
                fail(field, path, "expected at most \(limit) entries")
                return nil
            }
            var result: [String] = []
            for (index, item) in items.enumerated() {
                if case .null = item { fail(item, "\(path)[\(index)]", "expected \(expected)") }
                guard let text = text(item, "\(path)[\(index)]", expected: expected) else { continue }
                if result.contains(text) {
                    fail(item, "\(path)[\(index)]", "expected each once; \"\(OneLine.quoted(text))\" is there twice")
                } else {
                    result.append(text)
                }
            }
            return result
        case .mapping:
            fail(field, path, "expected a list of \(expected)")
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
