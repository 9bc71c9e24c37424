/// Many phrases, compiled for one pass over an utterance.
///
/// A phrase is tried where the utterance has one of its first symbols, and only if the utterance has a symbol for each
/// of its parts. All positions that a phrase may have reached are the bits of one word, and each part is read once: a
/// phrase takes time in proportion to its length and cannot blow up as a regular expression can.
struct SafetyPatternSet: Sendable {
    struct Match {
        var span: Range<Int>
        /// The number that was given with the phrase.
        var tag: Int
    }

    /// Part of a phrase: some of `choices`, or a gap. 16 bytes, of which there are thousands.
    private struct Part {
        enum Kind: UInt8 { case gap, optional, needed }

        /// Bit n is set if a choice begins with a symbol whose last six bits are n: most are ruled out by that.
        var beginnings: UInt64
        var firstChoice: Int32
        /// How many choices there are, or how long the gap is.
        var count: UInt16
        var kind: Kind

        var choices: Range<Int> { Int(firstChoice)..<Int(firstChoice) + Int(count) }
    }

    /// The symbols of one choice, as a part of `symbols`.
    private struct Choice {
        var first: UInt16
        var restCount: UInt16
        var restStart: Int32

        var rest: Range<Int> { Int(restStart)..<Int(restStart) + Int(restCount) }
    }

    private struct Phrase {
        var parts: Range<Int32>
        var tag: Int32
    }

    private var phrases: [Phrase] = []
    private var parts: [Part] = []
    private var choices: [Choice] = []
    private var symbols: [UInt16] = []
    /// The numbers of the phrases that can begin with a symbol: those of symbol n are the part of `beginning` from
    /// `beginningOf[n]` to `beginningOf[n + 1]`.
    private var beginning: [Int32] = []
    private var beginningOf: [Int32] = [0]
    private var beingAdded = BeingAdded()

    /// What is known while phrases are added, and not needed afterwards.
    private struct BeingAdded {
        /// The phrases that can begin with a symbol.
        var beginning: [[Int32]] = []
        /// By the number of their options.
        var choices: [Int: Range<Int32>] = [:]
    }

    /// - Parameter pattern: All are of one reader.
    mutating func add(_ pattern: SafetyPattern, tag: Int) {
        let start = Int32(parts.count)
        for element in pattern.elements {
            switch element {
            case .gap(let length):
                parts.append(Part(beginnings: 0, firstChoice: 0, count: UInt16(clamping: length), kind: .gap))
            case .oneOf(let options, let isOptional):
                let beginnings = options.beginnings.reduce(UInt64(0)) { $0 | Self.bit(of: $1) }
                let choices = range(of: options)
                parts.append(
                    Part(
                        beginnings: beginnings, firstChoice: choices.lowerBound,
                        count: UInt16(clamping: choices.count), kind: isOptional ? .optional : .needed))
            }
        }
        for symbol in pattern.firstSymbols {
            while beingAdded.beginning.count <= Int(symbol) { beingAdded.beginning.append([]) }
            beingAdded.beginning[Int(symbol)].append(Int32(phrases.count))
        }
        phrases.append(Phrase(parts: start..<Int32(parts.count), tag: Int32(tag)))
    }

    private static func bit(of symbol: UInt32) -> UInt64 { 1 << UInt64(symbol % 64) }

    /// Ends the adding of phrases, and keeps them in as little memory as they need, in few pieces: what lies between
    /// them can be given back.
    mutating func finish() {
        for numbers in beingAdded.beginning {
            beginning += numbers
            beginningOf.append(Int32(beginning.count))
        }
        beingAdded = BeingAdded()
        phrases = Self.fitted(phrases)
        parts = Self.fitted(parts)
        choices = Self.fitted(choices)
        symbols = Self.fitted(symbols)
        beginning = Self.fitted(beginning)
        beginningOf = Self.fitted(beginningOf)
    }

    /// A copy without room to grow.
    private static func fitted<Element>(_ array: [Element]) -> [Element] { array.withUnsafeBufferPointer { Array($0) } }

    private mutating func range(of options: SafetyPattern.Options) -> Range<Int32> {
        if let shared = beingAdded.choices[options.number] { return shared }
        let start = Int32(choices.count)
        for option in options.symbols {
            guard let first = option.first else { continue }
            let restStart = Int32(symbols.count)
            symbols += option.dropFirst().map { UInt16(truncatingIfNeeded: $0) }
            choices.append(
                Choice(
                    first: UInt16(truncatingIfNeeded: first), restCount: UInt16(clamping: option.count - 1),
                    restStart: restStart))
        }
        let range = start..<Int32(choices.count)
        beingAdded.choices[options.number] = range
        return range
    }

    // MARK: Matching

    /// The places of all phrases, in the order of their beginnings.
    ///
    /// - Parameters:
    ///   - longest: Whether a match is as long as possible, or as short as possible.
    ///   - steps: Grows by one for each comparison; what bounds the time.
    func matches(in utterance: SafetyUtterance, longest: Bool, steps: inout Int) -> [Match] {
        var found: [Match] = []
        // Whether all parts of a phrase can be there; nil if that has not been asked.
        var isPossible = [Bool?](repeating: nil, count: phrases.count)
        for start in utterance.symbols.indices {
            let symbol = Int(utterance.symbols[start])
            guard symbol + 1 < beginningOf.count else { continue }
            for number in beginning[Int(beginningOf[symbol])..<Int(beginningOf[symbol + 1])] {
                let index = Int(number)
                let phrase = phrases[index]
                if isPossible[index] == nil {
                    isPossible[index] = canOccur(phrase.parts.asIndices, in: utterance, &steps)
                }
                guard isPossible[index] == true,
                    let end = end(of: phrase.parts.asIndices, in: utterance, from: start, longest: longest, &steps),
                    end > start
                else { continue }
                found.append(Match(span: start..<end, tag: Int(phrase.tag)))
            }
        }
        return found
    }

    private func canOccur(_ range: Range<Int>, in utterance: SafetyUtterance, _ steps: inout Int) -> Bool {
        for part in parts[range] where part.kind == .needed {
            let isThere = choices[part.choices].contains { choice in
                steps += 1
                return utterance.has(choice.first) && choice.rest.allSatisfy { utterance.has(symbols[$0]) }
            }
            if !isThere { return false }
        }
        return true
    }

    /// The end of the shortest or longest match of a phrase that begins at `start`; nil if there is none.
    private func end(
        of range: Range<Int>, in utterance: SafetyUtterance, from start: Int, longest: Bool, _ steps: inout Int
    ) -> Int? {
        // Bit n stands for the position `start + n`. A gap does not reach over the end of a sentence.
        let reachable = utterance.bitsToSentenceEnd(from: start)
        var positions: UInt64 = 1
        for part in parts[range] {
            if part.kind == .gap {
                for _ in 0..<part.count {
                    steps += 1
                    positions |= (positions << 1) & reachable
                }
                continue
            }
            var next: UInt64 = part.kind == .optional ? positions : 0
            var rest = positions
            while rest != 0 {
                let offset = rest.trailingZeroBitCount
                rest &= rest - 1
                steps += 1
                let place = start + offset
                guard place < utterance.symbols.count,
                    part.beginnings & Self.bit(of: UInt32(utterance.symbols[place])) != 0
                else { continue }
                for choice in choices[part.choices] {
                    steps += 1
                    let length = Int(choice.restCount) + 1
                    guard offset + length < UInt64.bitWidth, matches(choice, utterance, place) else {
                        continue
                    }
                    next |= 1 << UInt64(offset + length)
                }
            }
            if next == 0 { return nil }
            positions = next
        }
        return start + (longest ? UInt64.bitWidth - 1 - positions.leadingZeroBitCount : positions.trailingZeroBitCount)
    }

    private func matches(_ choice: Choice, _ utterance: SafetyUtterance, _ position: Int) -> Bool {
        let text = utterance.symbols
        guard position + Int(choice.restCount) < text.count, text[position] == choice.first else { return false }
        var place = position
        for index in choice.rest {
            place += 1
            if text[place] != symbols[index] { return false }
        }
        return true
    }
}

extension Range<Int32> {
    fileprivate var asIndices: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}

/// An utterance as symbols of one language, with what the matcher asks of it again and again.
struct SafetyUtterance: Sendable {
    let symbols: [UInt16]
    /// For each position, that of the end of its sentence.
    private let sentenceEnds: [Int]
    private var isPresent: [Bool]

    /// - Parameter symbols: Less than 65,536 each; the end of the last sentence is added.
    init(_ symbols: [UInt32]) {
        let symbols = (symbols + [SafetyText.sentenceEnd]).map { UInt16(truncatingIfNeeded: $0) }
        self.symbols = symbols
        isPresent = Array(repeating: false, count: Int(symbols.max() ?? 0) + 1)
        for symbol in symbols { isPresent[Int(symbol)] = true }
        var sentenceEnds = Array(repeating: symbols.count - 1, count: symbols.count)
        var end = symbols.count - 1
        for index in symbols.indices.reversed() {
            if symbols[index] == UInt16(SafetyText.sentenceEnd) { end = index }
            sentenceEnds[index] = end
        }
        self.sentenceEnds = sentenceEnds
    }

    func has(_ symbol: UInt16) -> Bool { Int(symbol) < isPresent.count && isPresent[Int(symbol)] }

    func sentenceEnd(after position: Int) -> Int {
        sentenceEnds.indices.contains(position) ? sentenceEnds[position] : symbols.count
    }

    /// Bit n is set if `position + n` is in the same sentence.
    func bitsToSentenceEnd(from position: Int) -> UInt64 {
        let length = sentenceEnds[position] - position
        return length >= UInt64.bitWidth - 1 ? .max : (1 << UInt64(length + 1)) - 1
    }
}
