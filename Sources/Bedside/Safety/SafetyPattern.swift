/// A phrase in a notation of our own, over symbols: words of English, characters of Japanese.
///
/// `want to die` stands for itself, `(a|b c)` for one of several, `[a|b]` for one of several or nothing, `~3` for up to
/// three symbols of one sentence, `{name}` for a list that many phrases share, and a full stop for the end of a sentence.
/// `SafetyPhraseReader` reads it, `SafetyPatternSet` matches it.
struct SafetyPattern: Sendable {
    /// What may stand in one place.
    struct Options: Sendable {
        /// The same number in patterns of one reader means the same options.
        let number: Int
        let symbols: [[UInt32]]
        /// The symbols with which one begins, each once.
        let beginnings: [UInt32]

        init(number: Int, symbols: [[UInt32]]) {
            self.number = number
            self.symbols = symbols
            beginnings = symbols.compactMap(\.first).eachOnce
        }
    }

    enum Element: Sendable {
        case oneOf(Options, isOptional: Bool)
        case gap(Int)
    }

    private(set) var elements: [Element] = []

    /// A gap at the beginning goes: a match begins with a symbol that is there.
    mutating func append(_ element: Element) {
        if case .gap = element, elements.isEmpty { return }
        elements.append(element)
    }

    /// The symbols with which a match can begin.
    var firstSymbols: [UInt32] {
        var symbols: [UInt32] = []
        for element in elements {
            guard case .oneOf(let options, let isOptional) = element else { break }
            symbols += options.beginnings
            if !isOptional { break }
        }
        return symbols.eachOnce
    }
}

extension [UInt32] {
    /// In their order of size.
    fileprivate var eachOnce: [UInt32] {
        guard count > 1 else { return self }
        var found: [UInt32] = []
        for symbol in sorted() where symbol != found.last { found.append(symbol) }
        return found
    }
}
