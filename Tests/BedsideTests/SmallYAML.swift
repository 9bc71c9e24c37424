@testable import Bedside

/// The part of YAML in which profiles are written, for these tests; the core itself reads no YAML.
enum SmallYAML {
    static func read(_ text: String) -> Field {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
            (number, line) -> (indent: Int, text: Substring, line: Int)? in
            let indent = line.prefix { $0 == " " }.count
            return line.dropFirst(indent).isEmpty ? nil : (indent, line.dropFirst(indent), number + 1)
        }
        var index = 0
        func block(_ indent: Int) -> Field {
            guard index < lines.count else { return .null(line: 0) }
            let first = lines[index]
            if first.text.hasPrefix("{") {
                index += 1
                var flow = Flow(text: Array(first.text), line: first.line)
                return flow.value()
            }
            var items: [Field] = []
            var entries: [Field.Entry] = []
            while index < lines.count, lines[index].indent == indent {
                let (_, text, line) = lines[index]
                index += 1
                if text.hasPrefix("- ") {
                    var flow = Flow(text: Array(text.dropFirst(2)), line: line)
                    items.append(flow.value())
                    continue
                }
                var flow = Flow(text: Array(text), line: line)
                let key = flow.key()
                var value = flow.value()
                if case .null = value, index < lines.count, lines[index].indent > indent {
                    value = block(lines[index].indent)
                }
                entries.append(Field.Entry(key: key, line: line, value: value))
            }
            return items.isEmpty ? .mapping(entries, line: first.line) : .list(items, line: first.line)
        }
        return block(0)
    }

    private struct Flow {
        let text: [Character]
        let line: Int
        var index = 0

        init(text: [Character], line: Int) {
            self.text = text
            self.line = line
        }
        private var next: Character? { index < text.count ? text[index] : nil }
        private mutating func spaces() { while next == " " { index += 1 } }
        private mutating func take(_ character: Character) -> Bool {
            spaces()
            guard next == character else { return false }
            index += 1
            return true
        }

        /// Up to the colon that is followed by a space or the end.
        mutating func key() -> String {
            spaces()
            if let quoted = quoted() {
                _ = take(":")
                return quoted
            }
            var key = ""
            while let character = next {
                index += 1
                if character == ":", next == nil || next == " " { break }
                key.append(character)
            }
            return key
        }

        private mutating func quoted() -> String? {
            guard next == "\"" else { return nil }
            index += 1
            var value = ""
            while let character = next, character != "\"" {
                index += 1
                if character == "\\", let escaped = next {
                    index += 1
                    value.append(escaped)
                } else {
                    value.append(character)
                }
            }
            index += 1
            return value
        }

        mutating func value(isInside: Bool = false) -> Field {
            spaces()
            if take("[") {
                var items: [Field] = []
                while !take("]"), next != nil {
                    items.append(value(isInside: true))
                    _ = take(",")
                }
                return .list(items, line: line)
            }
            if take("{") {
                var entries: [Field.Entry] = []
                while !take("}"), next != nil {
                    let key = key()
                    entries.append(Field.Entry(key: key, line: line, value: value(isInside: true)))
                    _ = take(",")
                }
                return .mapping(entries, line: line)
            }
            if let quoted = quoted() { return .scalar(quoted, line: line) }
            var plain = ""
            while let character = next, !(isInside && (character == "," || character == "]" || character == "}")) {
                if character == "#", plain.isEmpty || plain.hasSuffix(" ") { break }
                plain.append(character)
                index += 1
            }
            plain = plain.trimmed()
            return plain.isEmpty ? .null(line: line) : .scalar(plain, line: line)
        }
    }
}
