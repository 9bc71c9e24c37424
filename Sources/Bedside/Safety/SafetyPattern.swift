/// A phrase in a notation of our own, matched against symbols: words of English, characters of Japanese.
///
/// `want to die` stands for itself, `(a|b c)` for one of several, `[a|b]` for one of several or nothing, and `~3` for
/// up to three symbols of one sentence. All positions are followed at once and each element is read once, so a phrase
/// takes time in proportion to its length: it cannot blow up as a regular expression can.
struct SafetyPattern: Sendable {
    private enum Element: Sendable {
        case oneOf([[UInt32]], isOptional: Bool)
        case gap(Int)
    }

    private static let maximumPositions = 64
    private var elements: [Element] = []

    /// The symbols with which a match can begin.
    private(set) var firstSymbols: Set<UInt32> = []

    /// - Parameter split: Turns the text of a phrase into symbols.
    init(_ notation: Substring, split: (Substring) -> [UInt32]) {
        var rest = notation
        while let first = rest.first {
            switch first {
            case "(", "[":
                let group = Self.group(rest)
                rest = rest[group.endIndex...]
                let texts = Self.options(group)
                let options = texts.map { split(Substring($0)) }.filter { !$0.isEmpty }
                elements.append(.oneOf(options, isOptional: first == "[" || texts.contains("")))
            case "~":
                let digits = rest.dropFirst().prefix(while: \.isNumber)
                elements.append(.gap(Int(digits) ?? 0))
                rest = rest[digits.endIndex...]
            default:
                let text = rest.prefix { !"([~".contains($0) }
                let symbols = split(text)
                if !symbols.isEmpty { elements.append(.oneOf([symbols], isOptional: false)) }
                rest = rest[text.endIndex...]
            }
        }
        // A match begins with a symbol that is there.
        while case .gap? = elements.first { elements.removeFirst() }
        for element in elements {
            guard case .oneOf(let options, let isOptional) = element else { break }
            firstSymbols.formUnion(options.compactMap(\.first))
            if !isOptional { break }
        }
    }

    /// The group with which `text` begins, with its brackets.
    private static func group(_ text: Substring) -> Substring {
        var depth = 0
        for index in text.indices {
            switch text[index] {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            default: break
            }
            if depth == 0 { return text[...index] }
        }
        return text
    }

    /// The alternatives of a group, with the groups inside it written out: `(a|b(c|d))` is a, bc and bd.
    private static func options(_ group: Substring) -> [String] {
        var finished: [String] = []
        var open = [""]
        var rest = group.dropFirst().dropLast()
        while let first = rest.first {
            switch first {
            case "(", "[":
                let inner = Self.group(rest)
                rest = rest[inner.endIndex...]
                let options = options(inner) + (first == "[" ? [""] : [])
                open = open.flatMap { start in options.map { start + $0 } }
            case "|":
                finished += open
                open = [""]
                rest.removeFirst()
            default:
                for index in open.indices { open[index].append(first) }
                rest.removeFirst()
            }
        }
        return finished + open
    }

    /// The end of the shortest match that begins at `start`, or of the longest if `longest`; nil if there is none.
    func end(in symbols: [UInt32], from start: Int, longest: Bool) -> Int? {
        var positions = [start]
        for element in elements {
            var next: [Int] = []
            for position in positions {
                switch element {
                case .oneOf(let options, let isOptional):
                    if isOptional { next.append(position) }
                    for option in options where Self.matches(option, symbols, position) {
                        next.append(position + option.count)
                    }
                case .gap(let length):
                    next.append(position)
                    var end = position
                    while end < symbols.count, end - position < length, symbols[end] != SafetyText.sentenceEnd {
                        end += 1
                        next.append(end)
                    }
                }
            }
            positions = Array(Set(next).sorted().prefix(Self.maximumPositions))
            if positions.isEmpty { return nil }
        }
        return longest ? positions.last : positions.first
    }

    private static func matches(_ option: [UInt32], _ symbols: [UInt32], _ position: Int) -> Bool {
        guard position + option.count <= symbols.count else { return false }
        for (index, symbol) in option.enumerated() where symbols[position + index] != symbol { return false }
        return true
    }
}

/// Phrases of one kind, found by their first symbols.
struct SafetyPatternSet: Sendable {
    struct Match {
        var span: Range<Int>
        var level: SafetyLevel
    }

    private var patterns: [(pattern: SafetyPattern, level: SafetyLevel)] = []
    private var byFirstSymbol: [UInt32: [Int]] = [:]

    mutating func add(_ pattern: SafetyPattern, level: SafetyLevel) {
        for symbol in pattern.firstSymbols { byFirstSymbol[symbol, default: []].append(patterns.count) }
        patterns.append((pattern, level))
    }

    func matches(in symbols: [UInt32], longest: Bool) -> [Match] {
        var found: [Match] = []
        for start in symbols.indices {
            for index in byFirstSymbol[symbols[start]] ?? [] {
                let (pattern, level) = patterns[index]
                guard let end = pattern.end(in: symbols, from: start, longest: longest), end > start else { continue }
                found.append(Match(span: start..<end, level: level))
            }
        }
        return found
    }
}
