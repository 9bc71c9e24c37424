/// Whether a memory gives one the number that the owner said of another: "Kai is four and Mia is seven" does not make
/// Kai seven.
///
/// It looks only at clauses that hold one number each, beside a name or a relation of which a text has no more.
enum SwappedNumbers {
    static func isMade(_ text: String, of quote: String) -> Bool {
        let heard = clauses(of: quote)
        guard heard.count > 1 else { return false }
        let kept = clauses(of: text)
        return people(in: [quote, text]).contains { person in
            let said = heard.filter { $0.text.contains(person) }
            let told = kept.filter { $0.text.contains(person) }
            guard said.count == 1, told.count == 1, let said = said.first, let told = told.first,
                said.number != told.number
            else { return false }
            return heard.contains { !$0.text.contains(person) && $0.number == told.number }
        }
    }

    /// The parts of a text that name just one number; a lone "one" counts nothing.
    private static func clauses(of text: String) -> [(text: String, number: Int)] {
        [" and ", " but ", "けれど", "けど", "、", ";", "。", "."].reduce(text) { $0.replacing($1, with: ",") }
            .split(separator: ",").compactMap { clause in
                let clause = String(clause)
                let numbers = SpokenNumbers.values(in: clause).subtracting([1])
                // 22 of "twenty-two" stands beside its parts.
                guard let number = numbers.max(),
                    numbers.allSatisfy({ $0 == number || $0 == number % 10 || $0 == number - number % 10 })
                else { return nil }
                return (clause, number)
            }
    }

    private static func people(in texts: [String]) -> Set<String> {
        let katakana = texts.flatMap { text in
            text.split { !JapaneseLetters.isKatakana($0) }.map(String.init)
        }
        return Set(texts.flatMap { SpokenNames.names(in: $0) } + katakana.filter { $0.count > 1 })
    }
}
