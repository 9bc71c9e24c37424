/// What the parts of an utterance, and the phrases of risk in it, say together about a risk: learned from sentences.
///
/// `SafetyLexicon` knows phrases, and what takes one back; this weighs the whole sentence: many small hints find what no
/// phrase names, and speak against a phrase that is a song's or a kettle's. The tables are made by
/// `Tests/Memory/learn_risk.py` and never edited. They are read where they lie in the program, so that they take no
/// memory; pure and the same everywhere, and nothing is learned on the device.
struct SafetyWeights: Sendable {
    /// One part of an utterance a record: four letters of its hash, and a letter for each of two weights.
    struct Table: Sendable {
        static let recordLength = 6
        static let recordsInLine = 160

        var count: Int
        var records: String
    }

    /// A sum of weights that decides.
    struct Head: Sendable {
        /// What an utterance without parts has, in thousandths, as all of these.
        var bias: Int
        /// What one step of a part's weight counts.
        var step: Double
        /// For each list of phrases, one that counts, and one that does not.
        var counted: [Int]
        var excluded: [Int]
        /// For each reason why a phrase does not count, of an intermediate phrase and of an explicit one.
        var reasons: [Int]
        /// By the level that the phrases alone say.
        var levels: [Int]
    }

    enum Parts: Sendable {
        /// Up to three neighbouring words, and pairs with one or two words between them.
        case words
        /// Up to three neighbouring characters.
        case characters
    }

    var parts: Parts
    var table: Table
    /// Decides whether there is a risk.
    var risk: Head
    /// Decides whether a risk is explicit.
    var explicit: Head
    /// What the first sum has to exceed, in thousandths: if a phrase that counts names an explicit risk, if the second sum
    /// says that a risk is explicit, and else.
    var leastNamed: Int
    var leastExplicit: Int
    var leastIntermediate: Int
    /// A longer utterance is judged in pieces half as long, each half a piece after the one before.
    var longestPiece: Int

    // MARK: Judging

    /// - Parameters:
    ///   - keys: An utterance as its lexicon reads it.
    ///   - findings: What the lexicon found there.
    func level(of keys: [UInt64], _ findings: [SafetyFinding]) -> SafetyLevel {
        guard keys.count > longestPiece else { return level(ofPiece: keys[...], findings) }
        // What else is said in a long speech explains no explicit phrase.
        var level = findings.contains { $0.namesExplicitRisk } ? SafetyLevel.explicit : .none
        var start = 0
        while level < .explicit, start < keys.count {
            let piece = keys[start..<min(start + longestPiece / 2, keys.count)]
            let findings = findings.filter { piece.indices.contains($0.place.span.lowerBound) }
            level = max(level, self.level(ofPiece: piece, findings))
            start += longestPiece / 4
        }
        return level
    }

    private func level(ofPiece keys: ArraySlice<UInt64>, _ findings: [SafetyFinding]) -> SafetyLevel {
        let hashes = Self.hashes(of: keys, parts)
        guard !hashes.isEmpty else { return .none }
        let sums = sums(of: hashes)
        let length = Double(max(Self.leastLength, hashes.count)).squareRoot()
        func total(_ head: Head, _ sum: Int) -> Double {
            Double(sum) * head.step / length + Double(head.bias + Self.thousandths(head, findings))
        }
        let level = total(explicit, sums.explicit) > 0 ? SafetyLevel.explicit : .intermediate
        let isNamed = findings.contains { $0.namesExplicitRisk }
        let least = isNamed ? leastNamed : level == .explicit ? leastExplicit : leastIntermediate
        let risk = total(risk, sums.risk)
        if risk > Double(least) { return level }
        // Few words say little for or against: then a phrase counts unless much speaks against it.
        guard hashes.count <= Self.fewParts else { return .none }
        switch Self.named(findings) {
        case .none: return .none
        case .intermediate:
            let isPlain = findings.contains { $0.exclusion == nil && $0.place.list == Self.plainList }
            return risk > (isPlain ? Self.leastOfPlain : Self.leastOfFew) ? .intermediate : .none
        case .explicit:
            let isFirm = findings.contains { $0.namesExplicitRisk && $0.place.firmness == .firm }
            return isFirm && risk > Self.leastOfDeed ? .explicit : .none
        }
    }

    /// An utterance with fewer parts hints no more than one with so many.
    private static let leastLength = 20
    /// The parts of about eight English words, or of fourteen Japanese characters.
    private static let fewParts = 40
    /// What the first sum has to exceed for a phrase among so few parts, in thousandths.
    private static let leastOfFew = -1000.0
    /// What the first sum has to exceed, in thousandths, for a phrase of the list that little of every day is like: in
    /// English what speaks of a burden, in Japanese what sees no sense in living.
    private static let leastOfPlain = -2500.0
    /// What the first sum has to exceed for a deed, which only somebody else or a denial takes back; in thousandths.
    private static let leastOfDeed = -2500.0
    private static let plainList = 7

    /// The level of the phrases that count.
    private static func named(_ findings: [SafetyFinding]) -> SafetyLevel {
        findings.filter { $0.exclusion == nil }.map(\.place.level).max() ?? .none
    }

    private static func thousandths(_ head: Head, _ findings: [SafetyFinding]) -> Int {
        var level = SafetyLevel.none
        var lists: Set<Int> = []
        var excludedLists: Set<Int> = []
        var reasons: Set<Int> = []
        for finding in findings {
            if let exclusion = finding.exclusion {
                excludedLists.insert(finding.place.list)
                let isExplicit = finding.place.level == .explicit
                reasons.insert(exclusion.rawValue + (isExplicit ? SafetyExclusion.allCases.count : 0))
            } else {
                lists.insert(finding.place.list)
                level = max(level, finding.place.level)
            }
        }
        func sum(_ weights: [Int], _ indexes: Set<Int>) -> Int {
            indexes.reduce(0) { $0 + (weights.indices.contains($1) ? weights[$1] : 0) }
        }
        return sum(head.counted, lists) + sum(head.excluded, excludedLists) + sum(head.reasons, reasons)
            + sum(head.levels, [SafetyLevel.allCases.firstIndex(of: level) ?? 0])
    }

    // MARK: The table

    /// The weights of parts, added up in steps.
    private func sums(of hashes: [UInt32]) -> (risk: Int, explicit: Int) {
        var (risk, explicit) = (0, 0)
        var text = table.records
        text.withUTF8 { letters in
            func value(_ place: Int) -> Int { letters.indices.contains(place) ? Int(letters[place]) : 0 }
            func place(_ record: Int) -> Int { record * Table.recordLength + record / Table.recordsInLine }
            func hash(_ record: Int) -> UInt32 {
                (0..<4).reduce(0) { $0 << 6 | UInt32(truncatingIfNeeded: value(place(record) + $1) - Self.zero) & 63 }
            }
            var low = 0
            for part in hashes {
                var high = table.count
                while low < high {
                    let middle = (low + high) / 2
                    if hash(middle) < part { low = middle + 1 } else { high = middle }
                }
                guard low < table.count else { break }
                guard hash(low) == part else { continue }
                risk += value(place(low) + 4) - Self.middle
                explicit += value(place(low) + 5) - Self.middle
            }
        }
        return (risk, explicit)
    }

    /// The letters of a hash are the 64 from this one on, `;` to `z`.
    private static let zero = 0x3B
    /// The letter of a weight that counts nothing.
    private static let middle = 0x50

    // MARK: Parts

    /// The parts of an utterance by their hashes of 24 bits, each once, in their order.
    static func hashes(of keys: ArraySlice<UInt64>, _ parts: Parts) -> [UInt32] {
        let hasWords = keys.contains { $0 != SafetyText.sentenceEndKey && (parts == .words) == (!isCharacter($0)) }
        guard hasWords else { return [] }
        let symbols = [1] + keys.map { parts == .characters && !isCharacter($0) ? 3 : $0 } + [2]
        var found: [UInt32] = []
        for start in symbols.indices {
            var hash: UInt64 = 0
            for (length, symbol) in symbols[start...].prefix(3).enumerated() {
                hash = mixed(hash ^ symbol &+ UInt64(length))
                found.append(UInt32(hash >> 40))
            }
            guard parts == .words else { continue }
            for gap in 2...3 where start + gap < symbols.count {
                found.append(UInt32(mixed(mixed(symbols[start] &+ UInt64(gap) << 32) ^ symbols[start + gap]) >> 40))
            }
        }
        return Set(found).sorted()
    }

    private static func isCharacter(_ key: UInt64) -> Bool { key >> 63 == 0 }

    /// A step of SplitMix64: each bit of the result depends on each bit of the number.
    private static func mixed(_ number: UInt64) -> UInt64 {
        var value = number &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
