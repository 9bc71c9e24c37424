/// Negation: English negates before a word, Japanese after it.
extension ThemeLexicon {
    private static let negators: Set<String> = [
        "not", "no", "never", "without", "dont", "didnt", "doesnt", "wasnt", "isnt", "arent", "werent", "aint", "cant",
        "cannot", "couldnt", "wont", "wouldnt", "havent", "hasnt", "hadnt", "hardly", "barely", "neither", "nor",
        "nothing", "nobody", "none",
    ]
    /// Words after which a clause of its own begins.
    private static let openers: Set<String> = [
        "because", "but", "and", "so", "though", "although", "while", "until", "when", "after", "before", "if", "since",
        "that", "then", "which", "who", "yet", "or", "as", "due", "from", "just",
    ]
    /// Words that turn a negation before them into its opposite: "could not stop worrying", "never been so happy".
    private static let affirming: Set<String> = [
        "stop", "help", "only", "just", "to", "know", "understand", "remember", "shake", "resist", "hide", "believe",
        "wait",
    ]

    static func isNegatedBefore(_ start: Int, in words: [FoldedLine.Word]) -> Bool {
        guard words.indices.contains(start) else { return false }
        for place in stride(from: start - 1, through: max(0, start - negationTokens), by: -1) {
            let word = words[place]
            guard word.clause == words[start].clause, !openers.contains(word.text) else { return false }
            guard negators.contains(word.text) else { continue }
            let next = words[place + 1].text
            if place + 1 < start, affirming.contains(next) { return false }
            // "never felt so alone", "could not be happier".
            let between = words[(place + 1)..<start].map(\.text)
            if word.text == "never", between.contains("so") || between.contains("more") { return false }
            if word.text == "couldnt", next == "be" { return false }
            return true
        }
        return false
    }

    /// Particles, endings and adverbs that may stand between a word and its negation.
    private static let between: [[Unicode.Scalar]] = scalars(
        """
        は が も を に と で た て だ し さ せ い え け か れ ら り る ろ わ ま く き み ち っ ん す では じゃ には とは
        でも する した して いる ている てる それほど そんなに あまり あんまり ぜんぜん 全然 まったく 全く もう 感じ
        気持ち 気分 こと ことは ことも わけでは という ほど ちっとも 少しも
        """)
    private static let negations = scalars("ない なかっ なく なかろ なし ません ずに ず ぬ")
    /// After these, a negation strengthens the word or belongs to another one: 不安でしかたない, 疲れがとれない.
    private static let strengthening = scalars(
        """
        しかた 仕方 しょうがな しようがな たまらな ならな やりきれ どうしようも かもしれ のでは んじゃ てはいけ ちゃいけ てはなら
        しか がとれ がきえ がぬけ がおさま がはなれ がやま がとま がつきな ずっと ずつ なくちゃ なければ なきゃ ないよう
        ないで済 なくなりた わけにはいか ことしか いけな だめ ばかりで
        """)

    private static func scalars(_ list: String) -> [[Unicode.Scalar]] {
        list.split(whereSeparator: \.isWhitespace).map { FoldedLine($0).scalars }
    }

    static func isNegatedAfter(_ end: Int, in scalars: [Unicode.Scalar]) -> Bool {
        func begins(_ word: [Unicode.Scalar], at place: Int) -> Bool {
            place + word.count <= scalars.count && word.indices.allSatisfy { word[$0] == scalars[place + $0] }
        }
        func leadsToNegation(_ place: Int, tokens: Int) -> Bool {
            if strengthening.contains(where: { begins($0, at: place) }) { return false }
            if negations.contains(where: { begins($0, at: place) }) { return true }
            guard tokens < negationTokens else { return false }
            return between.contains { word in
                begins(word, at: place) && leadsToNegation(place + word.count, tokens: tokens + 1)
            }
        }
        return leadsToNegation(end, tokens: 0)
    }
}
