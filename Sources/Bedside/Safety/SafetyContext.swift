/// The places of an utterance that decide whether a phrase of risk counts, by their roles.
struct SafetyContext {
    /// For each role, its places in the order of their beginnings.
    private var places: [Int: [Range<Int>]] = [:]
    private let utterance: SafetyUtterance

    init(_ matches: [SafetyPatternSet.Match], in utterance: SafetyUtterance) {
        self.utterance = utterance
        for match in matches where places[match.tag]?.last != match.span {
            places[match.tag, default: []].append(match.span)
        }
    }

    /// Whether a place overlaps a phrase that is widened by `margin`, and fulfils a condition.
    func contains(
        _ role: Int, overlapping phrase: Range<Int>, by margin: Int, _ steps: inout Int,
        where isWanted: (Range<Int>) -> Bool
    ) -> Bool {
        let window = phrase.lowerBound - margin..<phrase.upperBound + margin
        return candidates(role, window, &steps).contains { $0.overlaps(window) && isWanted($0) }
    }

    /// Whether a place is in the sentence of a phrase, at most `distance` symbols away from it.
    func contains(_ role: Int, near phrase: Range<Int>, within distance: Int, _ steps: inout Int) -> Bool {
        let end = utterance.sentenceEnd(after: phrase.lowerBound)
        let window = phrase.lowerBound - distance..<phrase.upperBound + distance
        return candidates(role, window, &steps).contains {
            $0.overlaps(window) && utterance.sentenceEnd(after: $0.lowerBound) == end
        }
    }

    /// Whether a place before a phrase reaches it.
    func reaches(
        _ phrase: Range<Int>, from role: Int, within distance: Int, barriers: [Int], _ steps: inout Int
    ) -> Bool {
        let window = phrase.lowerBound - distance..<phrase.lowerBound + 1
        return candidates(role, window, &steps).contains {
            isNear($0, phrase, distance, barriers)
        }
    }

    /// Whether a place after a phrase is reached from it.
    func isReached(
        from phrase: Range<Int>, by role: Int, within distance: Int, barriers: [Int], _ steps: inout Int
    ) -> Bool {
        let window = phrase.upperBound..<phrase.upperBound + distance + 1
        return candidates(role, window, &steps).contains {
            isNear(phrase, $0, distance, barriers)
        }
    }

    /// Whether `second` follows `first` in its sentence, with no turn of the speaker's between them.
    private func isNear(_ first: Range<Int>, _ second: Range<Int>, _ distance: Int, _ barriers: [Int]) -> Bool {
        guard first.upperBound <= second.lowerBound, second.lowerBound - first.upperBound <= distance,
            utterance.sentenceEnd(after: first.lowerBound) == utterance.sentenceEnd(after: second.lowerBound)
        else { return false }
        var unused = 0
        return !barriers.contains { barrier in
            candidates(barrier, first.lowerBound..<second.lowerBound, &unused).contains {
                $0.lowerBound > first.lowerBound && $0.upperBound <= second.lowerBound
            }
        }
    }

    /// The places that can touch a window: a place is at most 63 symbols long.
    private func candidates(_ role: Int, _ window: Range<Int>, _ steps: inout Int) -> ArraySlice<Range<Int>> {
        guard let all = places[role] else { return [] }
        func firstIndex(from position: Int) -> Int {
            var low = 0
            var high = all.count
            while low < high {
                let middle = (low + high) / 2
                if all[middle].lowerBound < position { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let slice = all[firstIndex(from: window.lowerBound - UInt64.bitWidth)..<firstIndex(from: window.upperBound + 1)]
        steps += slice.count
        return slice
    }
}
