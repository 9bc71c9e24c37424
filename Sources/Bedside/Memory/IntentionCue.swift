/// The cue in an owner's sentence about what they intend: "when I wake up", 起きたら. What a companion says about a
/// cue is kept only if the owner said it.
struct IntentionCue: Hashable, Sendable {
    var kind: Intention.CueKind
    /// The owner's words for it, letter for letter.
    var words: String

    /// Finds the cue of a sentence; nil if it has none that is known.
    init?(in sentence: String) {
        guard let found = JapaneseCue.find(in: sentence) ?? EnglishCue.find(in: sentence) else { return nil }
        self = found
    }

    init(_ kind: Intention.CueKind, _ words: some StringProtocol) {
        self.kind = kind
        self.words = String(words)
    }
}

private enum EnglishCue {
    /// Words with which a cue begins, the longest first.
    private static let openings = [
        "first thing in the morning", "right after", "as soon as", "the moment", "the minute", "every time", "whenever",
        "when", "after", "once", "if", "before", "during", "while", "instead of",
    ]
    private static let places: Set<String> = [
        "desk", "kitchen", "bedroom", "bathroom", "living", "room", "door", "office", "work", "school", "station",
        "train",
        "bus", "car", "home", "house", "garden", "balcony", "hall", "hallway", "stairs", "gym", "park", "shop", "table",
        "sofa", "couch", "sink", "mirror", "fridge", "window", "platform", "studio", "library",
    ]
    private static let prepositions: Set<String> = [
        "at", "in", "into", "inside", "on", "to", "by", "reach", "enter", "near",
    ]
    private static let waking = [
        "wake", "wake up", "waking", "awake", "woken", "get up", "getting up", "got up", "am up", "i'm up",
        "out of bed",
        "eyes open", "open my eyes", "alarm", "alarm rings", "first thing in the morning", "the morning comes",
    ]
    private static let obstacles = [
        "want", "feel", "feel like", "too tired", "tired", "sleepy", "lazy", "don't", "can't", "cannot", "won't",
        "rain",
        "raining", "rains", "snow", "snows", "cold", "late", "catch myself", "tempted", "scrolling", "snooze", "forget",
        "bored", "stuck", "no time", "craving", "crave", "distracted", "put it off", "instead of",
    ]
    private static let hours: Set<String> = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "noon",
        "midnight", "half", "quarter",
    ]

    static func find(in sentence: String) -> IntentionCue? {
        let tokens = CueToken.tokens(of: sentence)
        if let clause = clause(tokens) { return IntentionCue(kind(of: clause), text(clause, in: sentence)) }
        if let place = phrase(tokens, where: isPlace) { return IntentionCue(.place, text(place, in: sentence)) }
        return phrase(tokens, where: isTime).map { IntentionCue(.time, text($0, in: sentence)) }
    }

    private static func text(_ tokens: ArraySlice<CueToken>, in sentence: String) -> Substring {
        guard let first = tokens.first, let last = tokens.last else { return "" }
        return sentence[first.range.lowerBound..<last.range.upperBound]
    }

    /// The words from an opening to the comma, or to the subject with which the act begins.
    private static func clause(_ tokens: [CueToken]) -> ArraySlice<CueToken>? {
        for start in tokens.indices {
            guard let opening = openings.first(where: { starts(tokens[start...], with: $0) }) else { continue }
            let length = opening.split(separator: " ").count
            var end = start + length
            var subjects = 0
            while end < tokens.count {
                let word = tokens[end].word
                let isSubject = word == "i" || word.hasPrefix("i'")
                // The first "I" is the cue's own, if it follows the opening.
                if isSubject {
                    subjects += 1
                    if subjects > 1 || end > start + length { break }
                }
                end += 1
                if tokens[end - 1].endsClause { break }
            }
            // "When I" alone says nothing yet.
            return length > 3 || end > start + length + min(subjects, 1) ? tokens[start..<end] : nil
        }
        return nil
    }

    private static func kind(of clause: ArraySlice<CueToken>) -> Intention.CueKind {
        if has(clause, anyOf: obstacles) { return .obstacle }
        if has(clause, anyOf: waking) { return .wake }
        let isAfter = clause.first.map { ["after", "right", "once"].contains($0.word) } ?? false
        return !isAfter && phrase(Array(clause), where: isPlace) != nil ? .place : .afterAction
    }

    private static func starts(_ tokens: ArraySlice<CueToken>, with phrase: String) -> Bool {
        let words = phrase.split(separator: " ")
        return tokens.count >= words.count && zip(tokens, words).allSatisfy { $0.word == $1 }
    }

    private static func has(_ tokens: ArraySlice<CueToken>, anyOf phrases: [String]) -> Bool {
        tokens.indices.contains { index in phrases.contains { starts(tokens[index...], with: $0) } }
    }

    /// A preposition and what follows it, up to four words.
    private static func phrase(
        _ tokens: [CueToken], where fits: (ArraySlice<CueToken>) -> Bool
    ) -> ArraySlice<CueToken>? {
        for start in tokens.indices where prepositions.contains(tokens[start].word) {
            for end in (start + 1)..<min(start + 6, tokens.count + 1) where end > start + 1 {
                if fits(tokens[start..<end]) { return tokens[start..<end] }
            }
        }
        return nil
    }

    private static func isPlace(_ tokens: ArraySlice<CueToken>) -> Bool {
        tokens.last.map { places.contains($0.word) } ?? false
    }

    private static func isTime(_ tokens: ArraySlice<CueToken>) -> Bool {
        guard tokens.first?.word == "at", let last = tokens.last else { return false }
        return hours.contains(last.word) && last.word != "half" && last.word != "quarter"
            || last.word.first?.isNumber == true
    }
}

/// A word of an English sentence with its place.
private struct CueToken {
    let word: String
    let range: Range<String.Index>
    /// Whether a comma or the like follows it.
    let endsClause: Bool

    static func tokens(of sentence: String) -> [CueToken] {
        func isWord(_ letter: Character) -> Bool { letter.isLetter || letter.isNumber || "'’:-".contains(letter) }
        var tokens: [CueToken] = []
        var index = sentence.startIndex
        while let start = sentence[index...].firstIndex(where: isWord) {
            let end = sentence[start...].firstIndex { !isWord($0) } ?? sentence.endIndex
            let word = sentence[start..<end].lowercased().replacing("’", with: "'")
            let endsClause = end < sentence.endIndex && ",;.!?".contains(sentence[end])
            tokens.append(CueToken(word: word, range: start..<end, endsClause: endsClause))
            index = end
        }
        return tokens
    }
}

private enum JapaneseCue {
    /// Endings of a cue, each with what follows it at most.
    private static let endings = [
        "たらすぐに", "たらすぐ", "たら", "んだら", "いだら", "てすぐに", "てすぐ", "ですぐ", "たあとで", "たあとに", "たあと", "だあとに", "だあと", "た後で", "た後に",
        "た後",
        "だ後", "のあとで", "のあとに", "のあと", "の後で", "の後に", "てから", "でから", "たときは", "たときに", "たとき", "た時は", "た時に", "た時", "いときは",
        "いときに", "いとき", "い時は", "い時", "るときは", "るときに", "るとき", "る時", "ている間に", "でいる間に", "の間に", "間に", "るまえに", "る前に", "れば",
        "けば", "めば", "えば",
    ]
    private static let waking = [
        "起き", "おき", "目が覚め", "目がさめ", "目を覚ま", "目覚め", "めざめ", "目を開け", "目が開い", "アラームが鳴", "アラームがな", "目覚ましが鳴", "布団から出",
        "ベッドから出",
    ]
    private static let obstacles = [
        "たくな", "たくない", "めんどう", "面倒", "だらだら", "ダラダラ", "雨", "雪", "寒か", "寒い", "眠か", "眠くて", "眠い", "忘れ", "できなかっ", "できない",
        "気が乗らな",
        "やる気が", "サボ", "誘惑", "二度寝", "疲れて", "だるか", "だるい",
    ]
    private static let places = [
        "台所", "キッチン", "玄関", "洗面所", "机", "リビング", "居間", "部屋", "寝室", "電車", "バス", "駅", "会社", "職場", "学校", "車", "ベランダ", "庭",
        "トイレ",
        "廊下", "階段", "ジム", "公園", "ソファ", "窓", "デスク", "図書館", "ホーム", "家",
    ]
    private static let placeParticles = [
        "で", "に着", "に行", "に入", "に来", "に座", "に立", "の前", "の中", "へ行", "を開け", "に戻", "につい", "に帰",
    ]
    private static let numbers = "0123456789０１２３４５６７８９一二三四五六七八九十"

    static func find(in sentence: String) -> IntentionCue? {
        guard sentence.unicodeScalars.contains(where: { (0x3040...0x30FF).contains($0.value) }) else { return nil }
        if let clause = clause(sentence) { return IntentionCue(kind(of: clause), clause) }
        if let place = place(in: sentence[...], upToParticle: true) { return IntentionCue(.place, place) }
        return time(in: sentence).map { IntentionCue(.time, $0) }
    }

    /// The words up to the first ending.
    private static func clause(_ sentence: String) -> Substring? {
        var first: Range<String.Index>?
        for ending in endings {
            guard let range = sentence.firstRange(of: ending), range.lowerBound > sentence.startIndex else { continue }
            guard let known = first else {
                first = range
                continue
            }
            if range.lowerBound < known.lowerBound
                || range.lowerBound == known.lowerBound && range.upperBound > known.upperBound
            {
                first = range
            }
        }
        return first.map { sentence[..<$0.upperBound] }
    }

    private static func kind(of clause: Substring) -> Intention.CueKind {
        if obstacles.contains(where: clause.contains) { return .obstacle }
        if waking.contains(where: clause.contains) { return .wake }
        if isHour(clause) { return .time }
        return place(in: clause, upToParticle: false) == nil ? .afterAction : .place
    }

    /// Whether it names an hour and nothing that happens: "6時になったら".
    private static func isHour(_ clause: Substring) -> Bool {
        guard let range = clause.firstRange(of: "時") else { return false }
        let rest = clause[range.upperBound...]
        return isNumber(clause[..<range.lowerBound].last)
            && ["になったら", "半になったら", "になれば", "半になれば", "ちょうどになったら"].contains(String(rest))
    }

    private static func isNumber(_ letter: Character?) -> Bool { letter.map { numbers.contains($0) } ?? false }

    private static func place(in clause: Substring, upToParticle: Bool) -> Substring? {
        for place in places {
            guard let range = clause.firstRange(of: place) else { continue }
            let rest = clause[range.upperBound...]
            // From a place, one comes: that is something that one does.
            guard !rest.hasPrefix("から"), let particle = placeParticles.first(where: { rest.hasPrefix($0) }) else {
                continue
            }
            guard upToParticle else { return clause }
            let end = clause.index(range.upperBound, offsetBy: particle.count)
            let more = clause[end...].hasPrefix("で") && particle != "で" ? clause.index(after: end) : end
            return clause[..<more]
        }
        return nil
    }

    private static func time(in sentence: String) -> Substring? {
        guard let range = sentence.firstRange(of: "時"), isNumber(sentence[..<range.lowerBound].last) else { return nil }
        var end = range.upperBound
        while end < sentence.endIndex, isNumber(sentence[end]) || "半分にごろ頃".contains(sentence[end]) {
            end = sentence.index(after: end)
        }
        return sentence[..<end]
    }
}

extension MemoryGate {
    /// The cue of an intention as the owner said it: what the companion named if it stands in the owner's words, else what
    /// the device finds there, else nothing. Their sentence is kept letter for letter in any case.
    func spokenCue(of intention: Intention) -> (kind: Intention.CueKind, cue: PrivateText) {
        let found = IntentionCue(in: intention.words.words)
        let cue = FoldedText(intention.cue.words)
        let isSaid =
            !cue.isEmpty
            && (FoldedText(intention.words.words).contains(cue)
                || lines.contains { $0.voice == .owner && !$0.isOffRecord && $0.folded.contains(cue) })
        return (
            found?.kind ?? intention.cueKind, isSaid ? intention.cue : PrivateText(found?.words ?? "")
        )
    }
}
