/// Reads the phrases of one language in the notation of `SafetyPattern`, and numbers the words or characters in them.
///
/// There are some thousand phrases, of the same few hundred groups. So a group is read once, however many phrases it
/// stands in: a small board waits for this before the first sentence can be judged.
struct SafetyPhraseReader {
    /// The symbol of each key that stands in a phrase.
    private(set) var symbols: [UInt64: UInt32] = [SafetyText.sentenceEndKey: SafetyText.sentenceEnd]
    /// Stands for `{name}` in a phrase; itself without names.
    private var macros: [[UInt32]: [UInt32]] = [:]
    private let keys: ([UInt32]) -> [UInt64]
    /// What was read already.
    private var groups: [[UInt32]: SafetyPattern.Element] = [:]
    private var texts: [[UInt32]: [UInt32]] = [:]
    private var optionNumbers: [[[UInt32]]: Int] = [:]

    /// - Parameters:
    ///   - macros: What stands for `{name}` in a phrase; may have names itself, three levels deep.
    ///   - keys: Splits folded letters into words or characters.
    init(macros: [String: String] = [:], keys: @escaping ([UInt32]) -> [UInt64]) {
        self.keys = keys
        for (name, phrases) in macros { self.macros[SafetyText.folded(name)] = SafetyText.folded(phrases) }
        for _ in 0..<3 { self.macros = self.macros.mapValues { expanded($0[...]) } }
    }

    /// The phrases of a list, one a line.
    mutating func patterns(_ phrases: String) -> [SafetyPattern] {
        SafetyText.folded(phrases).split(separator: Mark.lineEnd).map { pattern($0) }
    }

    private enum Mark {
        static let lineEnd = UInt32(UInt8(ascii: "\n"))
        static let gap = UInt32(UInt8(ascii: "~"))
        static let alternative = UInt32(UInt8(ascii: "|"))
        static let nameStart = UInt32(UInt8(ascii: "{"))
        static let nameEnd = UInt32(UInt8(ascii: "}"))
        static let groupStart = UInt32(UInt8(ascii: "("))
        static let groupEnd = UInt32(UInt8(ascii: ")"))
        static let optionalStart = UInt32(UInt8(ascii: "["))
        static let optionalEnd = UInt32(UInt8(ascii: "]"))
        static let digits = UInt32(UInt8(ascii: "0"))...UInt32(UInt8(ascii: "9"))
    }

    private mutating func pattern(_ line: ArraySlice<UInt32>) -> SafetyPattern {
        var pattern = SafetyPattern()
        var rest = expanded(line, inGroups: false)[...]
        while let first = rest.first {
            switch first {
            case Mark.groupStart, Mark.optionalStart:
                let group = Self.group(rest)
                rest = rest[group.endIndex...]
                pattern.append(element(of: group))
            case Mark.gap:
                let digits = rest.dropFirst().prefix(while: Mark.digits.contains)
                rest = rest[digits.endIndex...]
                pattern.append(.gap(digits.reduce(0) { ($0 * 10 + Int($1 - Mark.digits.lowerBound)) % 100 }))
            default:
                let text = rest.prefix { $0 != Mark.groupStart && $0 != Mark.optionalStart && $0 != Mark.gap }
                rest = rest[text.endIndex...]
                let symbols = symbols(of: Array(text))
                if !symbols.isEmpty { pattern.append(.oneOf(options([symbols]), isOptional: false)) }
            }
        }
        return pattern
    }

    private mutating func element(of group: ArraySlice<UInt32>) -> SafetyPattern.Element {
        let name = Array(group)
        if let known = groups[name] { return known }
        let texts = Self.alternatives(of: expanded(group)[...])
        var seen: Set<[UInt32]> = []
        let found = texts.map { symbols(of: $0) }.filter { !$0.isEmpty && seen.insert($0).inserted }
        let isOptional = group.first == Mark.optionalStart || texts.contains([])
        let element = SafetyPattern.Element.oneOf(options(found), isOptional: isOptional)
        groups[name] = element
        return element
    }

    private mutating func options(_ symbols: [[UInt32]]) -> SafetyPattern.Options {
        let number = optionNumbers[symbols] ?? optionNumbers.count
        optionNumbers[symbols] = number
        return SafetyPattern.Options(number: number, symbols: symbols)
    }

    private mutating func symbols(of text: [UInt32]) -> [UInt32] {
        if let known = texts[text] { return known }
        let read = keys(text).map { key in
            if let known = symbols[key] { return known }
            let symbol = UInt32(symbols.count) + SafetyText.sentenceEnd
            symbols[key] = symbol
            return symbol
        }
        texts[text] = read
        return read
    }

    /// Replaces the names of macros by their phrases.
    ///
    /// - Parameter inGroups: Whether also those inside a group.
    func expanded(_ text: ArraySlice<UInt32>, inGroups: Bool = true) -> [UInt32] {
        guard text.contains(Mark.nameStart) else { return Array(text) }
        var result: [UInt32] = []
        var rest = text
        var depth = 0
        while let first = rest.first {
            switch first {
            case Mark.nameStart where inGroups || depth == 0:
                let name = rest.dropFirst().prefix { $0 != Mark.nameEnd }
                result += macros[Array(name)] ?? []
                rest = rest[name.endIndex...].dropFirst()
                continue
            case Mark.groupStart, Mark.optionalStart: depth += 1
            case Mark.groupEnd, Mark.optionalEnd: depth -= 1
            default: break
            }
            result.append(first)
            rest.removeFirst()
        }
        return result
    }

    /// The group with which `text` begins, with its brackets.
    private static func group(_ text: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
        var depth = 0
        for (index, letter) in zip(text.indices, text) {
            switch letter {
            case Mark.groupStart, Mark.optionalStart: depth += 1
            case Mark.groupEnd, Mark.optionalEnd: depth -= 1
            default: break
            }
            if depth == 0 { return text[...index] }
        }
        return text
    }

    /// The alternatives of a group, with the groups inside it written out: `(a|b(c|d))` is a, bc and bd.
    private static func alternatives(of group: ArraySlice<UInt32>) -> [[UInt32]] {
        var finished: [[UInt32]] = []
        var open: [[UInt32]] = [[]]
        var rest = group.dropFirst().dropLast()
        while let first = rest.first {
            switch first {
            case Mark.groupStart, Mark.optionalStart:
                let inner = Self.group(rest)
                rest = rest[inner.endIndex...]
                let alternatives = alternatives(of: inner) + (first == Mark.optionalStart ? [[]] : [])
                open = open.flatMap { start in alternatives.map { start + $0 } }
            case Mark.alternative:
                finished += open
                open = [[]]
                rest.removeFirst()
            default:
                for index in open.indices { open[index].append(first) }
                rest.removeFirst()
            }
        }
        return finished + open
    }
}
