/// A phrase in a notation of our own, over symbols: words of English, characters of Japanese.
///
/// `want to die` stands for itself, `(a|b c)` for one of several, `[a|b]` for one of several or nothing, `~3` for up to
/// three symbols of one sentence, and a full stop for the end of a sentence. `SafetyPatternSet` matches it.
struct SafetyPattern: Sendable {
    enum Element: Sendable {
        case oneOf([[UInt32]], isOptional: Bool)
        case gap(Int)
    }

    private(set) var elements: [Element] = []

    /// - Parameter split: Turns the text of a phrase into symbols.
    init(_ notation: Substring, split: (Substring) -> [UInt32]) {
        var rest = notation
        while let first = rest.first {
            switch first {
            case "(", "[":
                let group = Self.group(rest)
                rest = rest[group.endIndex...]
                let texts = Self.options(group)
                var seen: Set<[UInt32]> = []
                let options = texts.map { split(Substring($0)) }.filter { !$0.isEmpty && seen.insert($0).inserted }
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
    }

    /// The symbols with which a match can begin.
    var firstSymbols: Set<UInt32> {
        var symbols: Set<UInt32> = []
        for element in elements {
            guard case .oneOf(let options, let isOptional) = element else { break }
            symbols.formUnion(options.compactMap(\.first))
            if !isOptional { break }
        }
        return symbols
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
}
