/// The English clauses of a text in which the owner may tell of today.
struct EnglishFeelings {
    private let clauses: [EnglishWords]

    init(_ text: String) {
        clauses = Self.statements(Self.withoutQuotations(text)).flatMap { sentence -> [EnglishWords] in
            let words = EnglishWords(sentence)
            guard !words.contains(anyOf: Self.otherDays), !Self.namesAYear(sentence) else { return [] }
            let clauses = sentence.split { ",;:–—…".contains($0) }.map { EnglishWords(String($0)) }
            // "If I skip lunch, I get so grumpy": what is supposed or told lasts until the next "but".
            guard let opening = clauses.firstIndex(where: { $0.words.contains(where: Self.lasting.contains) }) else {
                return clauses
            }
            let rest = clauses[(opening + 1)...].drop { !Self.endings.contains($0.words.first ?? "") }
            return Array(clauses[...opening] + rest)
        }
    }

    /// Without what stands between quotation marks.
    private static func withoutQuotations(_ text: String) -> String {
        var (plain, isQuoted) = ("", false)
        for character in text {
            switch character {
            case "“": isQuoted = true
            case "”": isQuoted = false
            case "\"": isQuoted.toggle()
            default: if !isQuoted { plain.append(character) }
            }
        }
        return plain
    }

    /// The sentences that ask nothing, with "name" instead of what is written like one: a title, a person.
    private static func statements(_ text: String) -> [String] {
        var sentences: [String] = []
        var sentence = ""
        func end(isQuestion: Bool) {
            let words = sentence.split(separator: " ")
            let plain = words.enumerated().map { place, word -> String in
                guard place > 0, isName(word) else { return String(word) }
                return "name" + word.reversed().prefix { !$0.isLetter }.reversed()
            }
            if !plain.isEmpty, !isQuestion { sentences.append(plain.joined(separator: " ")) }
            sentence = ""
        }
        for character in text {
            switch character {
            case ".", "!", "\n", "。", "！": end(isQuestion: false)
            case "?", "？": end(isQuestion: true)
            default: sentence.append(character)
            }
        }
        end(isQuestion: false)
        return sentences
    }

    private static func namesAYear(_ sentence: String) -> Bool {
        sentence.split(separator: " ").contains { word in
            word.count == 4 && (word.hasPrefix("19") || word.hasPrefix("20")) && word.allSatisfy(\.isNumber)
        }
    }

    private static func isName(_ word: Substring) -> Bool {
        let letters = word.drop { !$0.isLetter }
        guard let first = letters.first, first.isUppercase else { return false }
        return first != "I" || letters.dropFirst().first?.isLetter == true
    }

    func count(_ label: EmotionLabel) -> Int {
        let expressions = EmotionExpressions.english(label)
        return clauses.count { clause in
            expressions.contains { expression in
                clause.places(of: expression).contains { Self.isOwn(clause.words, at: $0, expression) }
            }
        }
    }

    private static func isOwn(_ words: [String], at place: Int, _ expression: String) -> Bool {
        let own = expression.split(separator: " ").map(String.init)
        let (before, next) = (words[..<place], words.dropFirst(place + own.count).first)
        guard !isSupposed(before) else { return false }
        // "Made me laugh" and "got on my nerves" are of the speaker, whoever did it; "loves my cooking" is not.
        let isDoneToThem = own.count > 2 && own.dropFirst().contains { selves.contains($0) || possessives.contains($0) }
        if !isDoneToThem, !own.prefix(1).contains(where: selves.contains) {
            guard !isOfSomebodyElse(before, own), isOfTheSpeaker(before, expression) else { return false }
        }
        if own.count == 1, let next, states.contains(expression), !following.contains(next), !next.hasSuffix("ing") {
            return false
        }
        // An expression may begin with who it is about, and may hold its own "not".
        if let first = own.first, selves.contains(first) { return true }
        let part = before.lastIndex(where: conjunctions.contains).map { before[($0 + 1)...] } ?? before
        let isDenied = (before.suffix(negationTokens) + part.suffix(partTokens)).contains {
            negators.contains($0) || $0.hasSuffix("n't")
        }
        return isDenied == negated.contains(expression) || expression == "keep my eyes open"
    }

    private static func isSupposed(_ before: ArraySlice<String>) -> Bool {
        before.contains { supposing.contains($0) || $0.hasSuffix("'ll") }
            || zip(before, before.dropFirst()).contains {
                $0.hasSuffix("'d") && ["be", "have", "feel", "get", "go", "love", "hate", "never"].contains($1)
            }
    }

    /// Whether the person named last before the expression is not the speaker. "My" alone does not name the speaker: in
    /// "my boss was furious", the boss is.
    private static func isOfSomebodyElse(_ before: ArraySlice<String>, _ expression: [String]) -> Bool {
        for index in before.indices.reversed() {
            let word = before[index]
            if selves.contains(word) { return false }
            if possessives.contains(word) {
                let thing = before[(index + 1)...].first ?? expression.first ?? ""
                if ownThings.contains(thing) { return false }
            }
            let noun = word.hasSuffix("'s") ? String(word.dropLast(2)) : word
            if others.contains(noun) { return true }
        }
        return false
    }

    /// A state is somebody's: the speaker is named, or nobody and nothing is ("so tired tonight").
    private static func isOfTheSpeaker(_ before: ArraySlice<String>, _ expression: String) -> Bool {
        guard states.contains(expression) else { return true }
        return before.contains { selves.contains($0) || possessives.contains($0) }
            || before.allSatisfy(fillers.contains)
    }

    // MARK: Words

    /// A "not" counts up to four words before (E-2), and in the same part of a clause up to six.
    private static let (negationTokens, partTokens) = (4, 6)
    private static let negators: Set<String> = [
        "not", "never", "without", "hardly", "no", "nor", "neither", "less", "nobody", "nothing", "cannot",
    ]
    private static let conjunctions: Set<String> = ["but", "and", "because", "so", "though", "although", "then", "yet"]
    private static let supposing: Set<String> = [
        "if", "would", "wouldn't", "unless", "whether", "asked", "wish", "book", "film", "movie", "documentary",
        "suppose", "supposed", "might", "may", "will", "says", "said", "song", "sang", "should",
    ]
    private static let lasting: Set<String> = ["if", "unless", "wish", "suppose", "says", "said"]
    private static let endings: Set<String> = ["but", "still", "anyway"]
    private static let otherDays = [
        "years ago", "years back", "when i was", "as a student", "as a kid", "as a child", "as a boy", "as a girl",
        "as a teenager", "back in", "back when", "used to be", "in those days", "in my twenties", "when we were",
        "in ninety", "in eighty", "in nineteen", "long ago", "last year", "next year", "next month", "when dad died",
        "when mum died",
    ]
    private static let selves: Set<String> = [
        "i", "i'm", "i've", "i'd", "i'll", "me", "myself", "we", "we're", "we've", "us",
    ]
    private static let possessives: Set<String> = ["my", "our"]
    /// What is the speaker's own, so that "my head was spinning" is of the speaker.
    private static let ownThings: Set<String> = [
        "heart", "head", "hands", "hand", "knees", "legs", "mind", "eyes", "stomach", "cheeks", "nerves", "day",
        "mood", "patience", "body", "feet", "face", "temper", "chest", "skin", "blood", "jaw", "back", "thoughts",
        "own", "brain", "whole", "god", "life", "morning", "evening", "night", "week", "shift", "bones", "throat",
        "voice", "soul",
    ]
    private static let others: Set<String> = [
        "he", "she", "they", "they're", "they've", "his", "her", "their", "you", "you're", "your", "boss", "wife",
        "husband", "partner", "mother", "father", "mum", "mom", "dad", "sister", "brother", "son", "daughter", "kids",
        "children", "child", "baby", "friend", "friends", "neighbour", "neighbours", "neighbor", "neighbors",
        "colleague", "colleagues", "people", "everyone", "everybody", "somebody", "someone", "dog", "cat", "teacher",
        "team", "customer", "customers", "man", "woman", "boy", "girl", "lad", "lady", "student", "students",
        "patient", "patients", "doctor", "nurse", "manager", "widow", "passengers", "crowd", "audience", "name",
        "guy", "bloke", "fella", "folks", "aunt", "uncle", "grandson", "granddaughter", "grandma", "grandpa", "gran",
        "cousin",
    ]
    /// What may stand before a state of the speaker's without anybody being named.
    private static let fillers: Set<String> = [
        "so", "very", "really", "just", "feeling", "felt", "feel", "absolutely", "a", "bit", "still", "completely",
        "totally", "honestly", "well", "today", "tonight", "been", "was", "am", "too", "quite", "pretty", "rather",
        "all", "day", "evening", "morning", "long", "got", "and", "but", "oh", "god", "proper", "dead", "utterly",
        "kind", "of", "sort", "little", "now", "only", "more", "that", "it", "this", "mostly", "simply", "bloody",
        "fair", "plumb", "went", "left", "came", "home", "bed", "to", "both", "half", "never", "not", "no", "hardly",
    ]
    /// What may follow a state; before a noun it only describes a thing ("that tired old sofa").
    private static let following: Set<String> = [
        "today", "tonight", "about", "at", "that", "because", "with", "and", "but", "all", "after", "when", "so",
        "to", "of", "by", "from", "now", "again", "as", "for", "in", "on", "or", "than", "the", "it", "this", "i",
        "me", "my", "we", "tbh", "really", "right", "enough", "though", "too", "inside", "even", "before", "just",
        "still", "if", "lately", "these", "every", "until", "till", "since", "over", "how", "what", "like", "myself",
        "is", "was", "not", "would", "you", "somehow", "anyway", "actually", "honestly", "most", "while", "during",
        "beyond", "there",
    ]
    /// What somebody is, and not what something is like.
    private static let states: Set<String> = [
        "joyful", "happy", "glad", "so proud", "delighted", "cheerful", "pleased", "chuffed", "over the moon",
        "on cloud nine", "in a good mood", "angry", "furious", "annoyed", "irritated", "so mad", "fuming", "livid",
        "outraged", "grumpy", "resentful", "sad", "miserable", "heartbroken", "in tears", "crying", "lonely",
        "gloomy", "disappointed", "hopeless", "depressed", "let down", "afraid", "scared", "frightened", "anxious",
        "worried", "nervous", "uneasy", "terrified", "panicked", "panic", "petrified", "spooked", "anxiety",
        "ashamed", "embarrassed", "humiliated", "mortified", "disgusted", "fed up", "excited", "thrilled", "buzzing",
        "giddy", "hyped", "calm", "relaxed", "at ease", "relieved", "at peace", "mellow", "surprised", "astonished",
        "amazed", "stunned", "speechless", "startled", "shocked", "baffled", "gobsmacked", "tired", "exhausted",
        "worn out", "felt drained", "so drained", "totally drained", "absolutely shattered", "wore out", "weary",
        "sleepy", "knackered", "restless", "agitated", "on edge", "unsettled", "fidgety", "fidgeting", "jittery",
        "dead on my feet", "wiped out", "grief", "sorrow", "smitten", "in love", "affection", "sick of", "serene",
        "peaceful",
    ]
    /// Said only with a "not", which belongs to them: "can't stop smiling", "couldn't sit still".
    private static let negated: Set<String> = [
        "stop smiling", "sit still", "look him in the eye", "look her in the eye", "look them in the eye",
        "switch off", "contain myself", "know where to look", "care in the world",
    ]
}
