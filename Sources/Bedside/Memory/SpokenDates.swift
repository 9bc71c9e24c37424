/// The dates that a text names with a month: "the 3rd of May", "May 3", 五月三日.
///
/// For deciding whether a memory holds a date that the owner did not say (M-3). `NamedDay` finds the day that is meant.
struct SpokenDates {
    struct Day: Hashable {
        var month: Int
        var day: Int
    }

    private(set) var days: Set<Day> = []

    /// - Parameter isNear: whether only a number close to a month is its day, and not any number around it.
    init(_ text: String, isNear: Bool) {
        takeEnglish(text, isNear ? -4...2 : -7...6)
        takeJapanese(Array(text))
    }

    /// Whether a memory names a date though the words that it quotes name others, and no line of the owner's names it.
    static func isTwisted(_ text: String, of quote: String, said: [String]) -> Bool {
        let kept = SpokenDates(text, isNear: true).days
        guard !kept.isEmpty, !SpokenDates(quote, isNear: true).days.isEmpty else { return false }
        let strange = kept.subtracting(SpokenDates(quote, isNear: false).days)
        guard !strange.isEmpty else { return false }
        return !strange.isSubset(of: said.flatMap { SpokenDates($0, isNear: false).days })
    }

    private mutating func takeEnglish(_ text: String, _ reach: ClosedRange<Int>) {
        let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        for (place, word) in words.enumerated() {
            guard let month = SpokenNumbers.months.firstIndex(of: word.lowercased()),
                // "It may be three"
                !["may", "march"].contains(word)
            else { continue }
            for other in (place + reach.lowerBound)...(place + reach.upperBound) where words.indices.contains(other) {
                let number = words[other]
                // The "third" of "twenty-third" is not the third.
                let next = other + 1 < words.count ? SpokenNumbers.values(in: words[other + 1]).max() ?? 0 : 0
                let before = other > 0 ? SpokenNumbers.values(in: words[other - 1]).max() ?? 0 : 0
                guard let value = SpokenNumbers.values(in: number).max(), (1...31).contains(value) else { continue }
                let isWord = number.first?.isLetter ?? false
                if isWord, value % 10 == 0, value >= 20, (1...9).contains(next) { continue }
                let sum = isWord && [20, 30].contains(before) && value < 10 ? before + value : value
                days.insert(Day(month: month + 1, day: sum))
            }
        }
    }

    private mutating func takeJapanese(_ letters: [Character]) {
        func isNumeral(_ letter: Character) -> Bool {
            letter == "十" || !SpokenNumbers.values(in: String(letter)).isEmpty
        }
        func value(_ run: some Sequence<Character>) -> Int? {
            let values = SpokenNumbers.values(in: String(run))
            return values.count == 1 ? values.first : nil
        }
        for place in letters.indices where letters[place] == "月" {
            let month = value(letters[..<place].reversed().prefix(while: isNumeral).reversed())
            let run = letters[(place + 1)...].prefix(while: isNumeral)
            guard let month, let day = value(run), letters.indices.contains(run.endIndex), letters[run.endIndex] == "日"
            else { continue }
            days.insert(Day(month: month, day: day))
            // 五月三日から五日まで
            let rest = letters[(run.endIndex + 1)...].drop { "からとやかの、".contains($0) }
            let last = rest.prefix(while: isNumeral)
            if let day = value(last), letters.indices.contains(last.endIndex), letters[last.endIndex] == "日" {
                days.insert(Day(month: month, day: day))
            }
        }
    }
}
