/// Whether somebody speaks of the owner as of another person: "the owner hates mornings", 持ち主は朝が嫌い, or with the
/// owner's own name (M-3). Nobody calls themselves so, but a guest and a television do.
enum OwnerSpokenOf {
    /// - Parameter name: the owner's name in the profile.
    static func isMade(_ quote: Surroundings, name: String?) -> Bool {
        let said = quote.before + quote.quote
        return isEnglish(said, quote, name) || isJapanese(said, quote, name)
    }

    // MARK: English

    private static let titles: Set<String> = ["owner", "user", "owner's", "user's"]
    /// Words behind which a clause begins.
    private static let leads: Set<String> = [
        "that", "then", "now", "and", "so", "but", "because", "remember", "note", "store", "save", "know", "record",
        "memorize", "memorise", "whether",
    ]
    /// Things that have an owner or a user of their own.
    private static let things: Set<String> = [
        "shop", "cafe", "café", "bar", "pub", "restaurant", "hotel", "club", "gallery", "farm", "stable",
        "bakery", "building", "house", "flat", "apartment", "landlord", "company", "business", "app", "site", "website",
        "product", "software", "wallet", "key", "keys", "boiler", "lease", "repair", "repairs", "plumber", "tenant",
    ]
    /// What is written for users: "the user manual".
    private static let papers: Set<String> = ["manual", "guide", "handbook", "interface"]

    private static func isEnglish(_ said: String, _ quote: Surroundings, _ name: String?) -> Bool {
        let around = EnglishWords(quote.lead + quote.sentence).words
        let sentence = EnglishWords(quote.sentence).words
        guard sentence.allSatisfy({ !FirstPerson.all.contains($0) }) else { return false }
        let isOfThing = around.contains(where: things.contains)
        let first = name.flatMap { EnglishWords($0).words.first }
        return said.split { ",;:–—….!?\"“”\n".contains($0) }.contains { clause in
            let words = EnglishWords(String(clause)).words
            return words.indices.contains { place in
                guard place == 0 || leads.contains(words[place - 1]) else { return false }
                if words[place] == "the", place + 1 < words.count, titles.contains(words[place + 1]) {
                    guard !isOfThing, place + 2 < words.count else { return false }
                    return words[place + 2] != "of"
                        && !(words[place + 1] == "user" && papers.contains(words[place + 2]))
                }
                guard let first, place + 1 < words.count else { return false }
                return words[place] == first + "'s" || words[place] == first && isVerb(words[place + 1])
            }
        }
    }

    private static func isVerb(_ word: String) -> Bool {
        ["is", "was", "has", "had", "will", "does", "did", "can", "must", "always", "never"].contains(word)
            || word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") || word.hasSuffix("n't")
    }

    // MARK: Japanese

    private static let japaneseTitles = ["持ち主", "持主", "ユーザー"]
    private static let particles = ["は", "が", "の", "も"]
    private static let honorifics = ["さん", "ちゃん", "くん", "君", "様", "さま"]
    private static let japaneseThings = [
        "店", "家", "財布", "ビル", "土地", "アパート", "マンション", "傘", "落とし物", "拾", "大家", "アプリ", "サービス", "サイト", "客", "会社", "製品",
    ]
    private static let requests = ["覚え", "おぼえ", "記憶", "保存", "メモ"]

    private static func isJapanese(_ said: String, _ quote: Surroundings, _ name: String?) -> Bool {
        let isOfThing = (quote.lead + quote.sentence).contains(anyOf: japaneseThings)
        let clauses = said.split { "、。,:：「」『』！？!?\n ".contains($0) }.map(String.init)
        func begins(_ word: String) -> Bool {
            let folded = FoldedText(word)
            return clauses.contains { FoldedText($0).scalars.starts(with: folded.scalars) }
        }
        func isSubject(_ words: [String]) -> Bool {
            words.contains { word in particles.contains { begins(word + $0) } }
        }
        if !isOfThing, isSubject(japaneseTitles) { return true }
        guard let name, !FoldedText(name).isEmpty else { return false }
        let names = [name, Kana.fromLatin(name)].compactMap { $0 }
        if isSubject(names.flatMap { name in honorifics.map { name + $0 } }) { return true }
        // Some people call themselves by their name; few of them ask to have it noted.
        return quote.sentence.contains(anyOf: requests) && isSubject(names)
    }
}
