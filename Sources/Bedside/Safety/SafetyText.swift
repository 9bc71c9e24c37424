/// Folds spellings that a transcript may choose between: letters, punctuation, contractions, kanji or kana.
enum SafetyText {
    static let unknown: UInt32 = 0
    static let sentenceEnd: UInt32 = 1
    /// Stands for the end of a sentence where a text is a list of keys: of characters, or of hashes of words.
    static let sentenceEndKey: UInt64 = 0

    /// The folded letters of a text. A text that is too long keeps only its beginning and its end.
    static func folded(_ text: some StringProtocol, maximumScalars: Int = .max) -> [UInt32] {
        var scalars: [UInt32] = []
        let view = text.unicodeScalars
        if let middle = view.index(view.startIndex, offsetBy: maximumScalars, limitedBy: view.endIndex),
            middle != view.endIndex
        {
            for scalar in view.prefix(maximumScalars / 2) { FoldedLetters.append(scalar, to: &scalars) }
            scalars.append(0x0A)
            for scalar in view.suffix(maximumScalars / 2) { FoldedLetters.append(scalar, to: &scalars) }
        } else {
            for scalar in view { FoldedLetters.append(scalar, to: &scalars) }
        }
        return scalars
    }

    /// What was said, as the lexicon and the weights read it.
    static func japaneseUtterance(_ scalars: [UInt32]) -> [UInt64] { withoutLastStop(japaneseKeys(scalars)) }

    /// The last stop goes before repetitions are looked for: "I want out. Out." would be one of a stop as well.
    static func englishUtterance(_ scalars: [UInt32]) -> [UInt64] {
        let end = scalars.lastIndex { !stops.contains($0) && $0 != 0x20 } ?? -1
        return withoutLastStop(englishKeys(Array(scalars.prefix(end + 1))))
    }

    private static let stops: Set<UInt32> = [0x0A, 0x0D, 0x21, 0x2E, 0x3F, 0x3002]

    /// Without the full stop at its end, which says nothing, and which some transcripts write and others do not.
    static func withoutLastStop(_ keys: [UInt64]) -> [UInt64] {
        var keys = keys
        while keys.last == sentenceEndKey { keys.removeLast() }
        return keys
    }

    // MARK: Japanese

    /// One key a character, and one a word in Latin letters: without spaces, commas, quotes and lengthened vowels; kanji
    /// that are often written in kana, in kana.
    static func japaneseKeys(_ scalars: [UInt32]) -> [UInt64] {
        var keys: [UInt64] = []
        var word: [UInt8] = []
        func finish() {
            guard !word.isEmpty else { return }
            keys.append(hash(word))
            word.removeAll(keepingCapacity: true)
        }
        // Where the part between two commas begins.
        var partStart = 0
        func finishPart() {
            finish()
            let part = Array(keys.dropFirst(partStart))
            if hesitationKeys.contains(part) { keys.removeLast(part.count) }
            partStart = keys.count
        }
        for scalar in scalars {
            if case 0x61...0x7A = scalar {
                word.append(UInt8(scalar))
                continue
            }
            finish()
            switch scalar {
            case 0x2C, 0x3001, 0x2026: finishPart()
            case _ where stops.contains(scalar):
                finishPart()
                if keys.last != sentenceEndKey { keys.append(sentenceEndKey) }
                partStart = keys.count
            default: keys += characterKeys(scalar)
            }
        }
        finishPart()
        return keys
    }

    /// What is said between commas and means nothing.
    private static let hesitationKeys: Set<[UInt64]> = {
        let texts = [
            "なんか", "なんかさ", "なんかね", "えっと", "ええと", "えと", "うん", "ううん", "その", "あの", "あのさ", "まあ", "ねえ",
            "なんていうか", "なんというか", "ていうか", "っていうか", "正直", "やっぱ", "やっぱり", "ぶっちゃけ", "もうさ", "たぶん",
        ]
        return Set(
            texts.map {
                $0.unicodeScalars.flatMap { scalar -> [UInt64] in
                    var folded: [UInt32] = []
                    FoldedLetters.append(scalar, to: &folded)
                    return folded.flatMap(characterKeys)
                }
            })
    }()

    /// The keys of a character that is not punctuation; none for the sign of a long vowel and for any other.
    private static func characterKeys(_ scalar: UInt32) -> [UInt64] {
        switch scalar {
        case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049: [UInt64(scalar) + 1]
        case 0x3042...0x3096, 0x3005, 0x3400...0x9FFF: kanaOfKanji[scalar] ?? [UInt64(scalar)]
        case 0x30...0x39: [UInt64(scalar)]
        default: []
        }
    }

    /// Kanji that transcripts write in kana as often as not, in their usual reading. Phrases are folded in the same
    /// way.
    private static let kanaOfKanji: [UInt32: [UInt64]] = {
        let readings = [
            ("辛", "つら"), ("嫌", "いや"), ("厭", "いや"), ("疲", "つか"), ("消", "き"), ("終", "お"), ("無", "な"), ("居", "い"),
            ("誰", "だれ"), ("何", "なに"), ("事", "こと"), ("言", "い"), ("思", "おも"), ("眠", "ねむ"), ("覚", "さ"), ("醒", "さ"),
            ("良", "よ"), ("駄", "だ"), ("傷", "きず"), ("飛", "と"), ("降", "お"), ("楽", "らく"), ("皆", "みんな"), ("涙", "なみだ"),
            ("朝", "あさ"), ("頑", "がん"), ("張", "ば"), ("欲", "ほ"), ("方", "ほう"), ("俺", "おれ"), ("僕", "ぼく"), ("私", "わたし"),
            ("為", "ため"), ("出", "で"), ("首", "くび"), ("吊", "つ"), ("薬", "くすり"), ("飲", "の"), ("呑", "の"),
            ("迷", "めい"), ("惑", "わく"), ("独", "ひと"), ("儘", "まま"), ("物", "もの"), ("者", "もの"),
        ]
        var table: [UInt32: [UInt64]] = [:]
        for (kanji, kana) in readings {
            if let first = kanji.unicodeScalars.first {
                table[first.value] = kana.unicodeScalars.map { UInt64($0.value) }
            }
        }
        return table
    }()

    // MARK: English

    /// A key for each word of `englishWords`.
    static func englishKeys(_ scalars: [UInt32]) -> [UInt64] {
        englishWords(scalars).map { word in
            word.isEmpty
                ? sentenceEndKey
                : hash(stem(word))
        }
    }

    /// The FNV-1a hash of a word, never the key of a character.
    private static func hash(_ word: some Sequence<UInt8>) -> UInt64 {
        word.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } | 1 << 63
    }

    /// Words in lower case with contractions written out and fillers left out; an empty word ends a sentence.
    static func englishWords(_ scalars: [UInt32]) -> [String] {
        var words: [String] = []
        var word = ""
        var hasApostrophe = false
        var isAfterComma = false
        func finish(beforeComma: Bool = false) {
            guard !word.isEmpty else { return }
            let isInserted = isAfterComma || beforeComma
            isAfterComma = false
            if hasApostrophe, word.hasSuffix("in"), contractions[word] == nil { word += "g" }
            if isInserted, hesitations.contains(word) {
                // Left out.
            } else if let long = (hasApostrophe ? ambiguousContractions[word] : nil) ?? contractions[word] {
                words += long.split(separator: " ").map(String.init)
            } else if !fillers.contains(word) {
                words.append(word)
            }
            word = ""
            hasApostrophe = false
        }
        for scalar in scalars {
            switch scalar {
            case 0x61...0x7A, 0x30...0x39, 0xE0...0xFF:
                // No phrase has a longer word.
                if word.utf8.count < 40, let letter = Unicode.Scalar(scalar) { word.unicodeScalars.append(letter) }
            case FoldedLetters.apostrophe, 0x60, 0xB4: hasApostrophe = !word.isEmpty
            case _ where stops.contains(scalar):
                finish()
                if words.last != "" { words.append("") }
                isAfterComma = true
            case 0x2C, 0x3001, 0x2026, 0x2014:
                finish(beforeComma: true)
                isAfterComma = true
            default: finish()
            }
        }
        finish()
        return withoutRepetitions(words)
    }

    /// Leaves out what a speaker says twice, "I want I want to", and insertions like "you know".
    private static func withoutRepetitions(_ words: [String]) -> [String] {
        var result: [String] = []
        for word in words {
            result.append(word)
            if let last = insertions[word], result.count > 1, result[result.count - 2] == last {
                result.removeLast(2)
                continue
            }
            for length in 1...3 where result.count >= 2 * length {
                guard result.suffix(length) == result.dropLast(length).suffix(length) else { continue }
                result.removeLast(length)
                break
            }
        }
        return result
    }

    /// Words that mean nothing at a comma, but something elsewhere.
    private static let hesitations: Set<String> = [
        "like", "so", "yeah", "yes", "right", "okay", "ok", "man", "mate", "look",
    ]

    /// The second words of insertions, with the first.
    private static let insertions = [
        "know": "you", "mean": "i", "guess": "i", "suppose": "i", "swear": "i", "honest": "be", "bit": "a",
        "say": "must",
    ]

    /// Contractions that are other words without their apostrophe.
    private static let ambiguousContractions = [
        "ill": "i will", "were": "we are", "well": "we will", "hell": "he will", "shell": "she will", "wed": "we would",
    ]

    private static let contractions: [String: String] = [
        "im": "i am", "ive": "i have", "id": "i would", "dont": "do not", "doesnt": "does not", "didnt": "did not",
        "cant": "can not", "cannot": "can not", "couldnt": "could not", "wont": "will not", "wouldnt": "would not",
        "shouldnt": "should not", "isnt": "is not", "arent": "are not", "aint": "is not", "wasnt": "was not",
        "werent": "were not", "havent": "have not", "hasnt": "has not", "hadnt": "had not", "wanna": "want to",
        "gonna": "going to", "gotta": "have to", "thats": "that is", "whats": "what is", "theres": "there is",
        "its": "it is", "everythings": "everything is", "nothings": "nothing is", "lifes": "life is", "hes": "he is",
        "shes": "she is", "theyre": "they are", "theyd": "they would", "youre": "you are", "youd": "you would",
        "youve": "you have", "weve": "we have", "itd": "it would", "itll": "it will", "theyll": "they will",
        "anymore": "any more", "everybody": "everyone", "nobody": "no one", "noone": "no one", "goodbyes": "goodbye",
        "bye": "goodbye", "byes": "goodbye", "everybodys": "everyone is", "everyones": "everyone is",
        "wouldve": "would have", "shouldve": "should have", "couldve": "could have", "dunno": "do not know",
        "ima": "i am going to", "imma": "i am going to", "tryna": "trying to", "nobodys": "no one is",
        "selfharm": "self harm", "selfharming": "self harming", "whos": "who is", "wheres": "where is",
        "youll": "you will", "thinkin": "thinking", "livin": "living", "goin": "going", "feelin": "feeling",
        "dyin": "dying", "tonite": "tonight", "mustnt": "must not", "idk": "i do not know", "idc": "i do not care",
        "cuz": "because", "cos": "because", "coz": "because", "ppl": "people", "u": "you", "ur": "your",
        "outta": "out of", "lemme": "let me", "gimme": "give me", "oughta": "ought to", "shoulda": "should have",
        "woulda": "would have", "coulda": "could have", "nothin": "nothing", "nowt": "nothing", "cannae": "can not",
        "dinnae": "do not", "didnae": "did not", "wasnae": "was not", "meself": "myself", "til": "until",
        "till": "until", "iam": "i am", "cba": "can not be bothered", "everyday": "every day", "alot": "a lot",
    ]

    /// Words that change nothing about what is meant.
    private static let fillers: Set<String> = [
        "just", "really", "honestly", "actually", "fucking", "fuckin", "freaking", "bloody", "literally", "kinda",
        "sorta",
        "um", "uh", "er", "ah", "oh", "hm", "hmm", "well", "totally", "simply", "truly", "seriously", "genuinely",
        "probably", "sometimes", "often", "always", "already", "basically", "completely", "absolutely", "maybe",
        "perhaps",
        "even", "damn", "goddamn", "please", "constantly", "secretly", "only", "almost", "desperately", "badly",
        "quite", "tbh", "ngl", "lol", "fr", "rn", "bro", "dude", "guys", "yknow", "innit", "frankly", "lowkey",
        "very", "entirely", "mostly", "definitely", "somehow", "finally", "still", "now",
    ]
}
