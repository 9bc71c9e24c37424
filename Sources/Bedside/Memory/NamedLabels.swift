/// Which labels the owner themselves gave a day (E-2): they said such a word, or said yes to one. What a model claims
/// beyond that is dropped, and nothing comes from a voice.
extension MemoryGate {
    /// The labels among these that are the owner's, each with where it comes from.
    func confirmed(_ feelings: [FeltLabel]) -> [FeltLabel] {
        var seen: Set<EmotionLabel> = []
        let own = feelings.compactMap { felt in
            source(of: felt.label).map { FeltLabel(felt.label, intensity: felt.intensity, source: $0) }
        }
        return Array(own.filter { seen.insert($0.label).inserted }.prefix(Reflection.maximumLabels))
    }

    /// Nil: nobody named it, or only the companion did.
    private func source(of label: EmotionLabel) -> FeltLabel.Source? {
        let onRecord = lines.filter { !$0.isOffRecord }
        if onRecord.contains(where: { $0.voice == .owner && label.isNamed(in: $0.text) }) { return .owner }
        for (index, line) in lines.enumerated()
        where line.voice == .companion && !line.isOffRecord && label.isNamed(in: line.text) {
            let answer = lines[(index + 1)...].first { $0.voice == .owner }
            if let answer, !answer.isOffRecord, Self.isYes(answer.text) { return .confirmed }
        }
        return nil
    }

    /// Whether an answer begins with a yes and takes nothing of it back.
    private static func isYes(_ text: String) -> Bool {
        guard !SpokenNo.isSaid(in: text) else { return false }
        let english = EnglishWords(text)
        if !english.words.isEmpty {
            guard !english.words.contains(where: { $0 == "not" || $0.hasSuffix("n't") }) else { return false }
            let rest = Array(english.words.drop { ["oh", "well", "um", "uh", "hm", "hmm"].contains($0) })
            // "Right after that we ate" is not a yes.
            let isPlain = rest.first.map(yesWords.contains) ?? false
            return isPlain && !(rest.count > 1 && ["after", "before", "now", "then"].contains(rest[1]))
                || yesPhrases.contains(rest.joined(separator: " "))
        }
        var text = text.filter { $0.isLetter }[...]
        while let filler = ["うーん", "ああ", "まあ", "まぁ", "あ"].first(where: { text.hasPrefix($0) && text != $0 }) {
            text = text.dropFirst(filler.count)
        }
        return japaneseYes.contains(where: text.hasPrefix) && !japaneseNoYes.contains(where: text.hasPrefix)
            && !text.contains(anyOf: ["ない", "違", "ちが"])
    }

    private static let yesWords: Set<String> = [
        "yes", "yeah", "yep", "right", "exactly", "sure", "true", "mm", "mhm", "ok", "okay",
    ]
    /// The whole of an answer.
    private static let yesPhrases: Set<String> = [
        "that's it", "that's right", "that is right", "that's true", "that fits", "i am", "i am rather", "i was",
        "i am a bit",
        "i was a bit", "a bit", "a little", "i guess so", "i think so", "i suppose so", "kind of",
    ]
    private static let japaneseYes = [
        "はい", "うん", "ええ", "そう", "だね", "それでいい", "それで合", "それです", "いいよ", "いいです", "あってる", "合ってる",
    ]
    /// Openings that sound like a yes: "by the way", "and so", "um".
    private static let japaneseNoYes = ["そういえば", "そうして", "そうしたら", "そうすると", "ええと", "えーと"]
}

extension EmotionLabel {
    /// Whether a sentence has a word for this feeling that is not negated.
    func isNamed(in text: String) -> Bool {
        let english = EnglishWords(text)
        for phrase in names.english {
            for place in english.places(of: phrase) {
                let before = english.words[max(0, place - Self.negationTokens)..<place]
                if !before.contains(where: { Self.negators.contains($0) || $0.hasSuffix("n't") }) { return true }
            }
        }
        for name in names.japanese {
            var rest = text[...]
            while let range = rest.firstRange(of: name) {
                let after = rest[range.upperBound...].prefix(Self.negationCharacters)
                if !["ない", "なかっ", "なく", "ません"].contains(where: after.contains) { return true }
                rest = rest[range.upperBound...]
            }
        }
        return false
    }

    private static let negationTokens = 4
    private static let negationCharacters = 5
    private static let negators: Set<String> = ["not", "never", "without", "hardly"]

    private var names: (english: [String], japanese: [String]) {
        switch self {
        case .joy:
            (
                ["joy", "joyful", "happy", "glad", "delighted", "cheerful", "pleased"],
                ["喜", "嬉し", "うれし", "楽し", "たのし", "幸せ", "しあわせ"]
            )
        case .anger:
            (
                ["anger", "angry", "mad", "furious", "annoyed", "irritated", "cross"],
                ["怒", "腹が立", "腹立", "むかつ", "ムカつ", "いらいら", "イライラ", "頭にき"]
            )
        case .sadness:
            (
                ["sad", "sadness", "sorrow", "unhappy", "miserable", "heartbroken", "down"],
                ["悲し", "かなし", "哀し", "切な", "せつな", "落ち込", "つらい", "辛い", "つらかった", "辛かった"]
            )
        case .fear:
            (
                ["fear", "afraid", "scared", "frightened", "anxious", "anxiety", "worried", "nervous", "uneasy"],
                ["怖", "こわ", "恐", "不安", "心配"]
            )
        case .shame: (["shame", "ashamed", "embarrassed", "embarrassing"], ["恥", "はずかし"])
        case .fondness:
            (
                ["fond", "fondness", "love", "loved", "loving", "affection", "tender"],
                ["好き", "愛し", "愛お", "いとし", "いとおし", "大切に思"]
            )
        case .aversion:
            (["aversion", "disgust", "disgusted", "hate", "hated", "fed up", "sick of"], ["嫌", "いやだ", "いやな", "うんざり"])
        case .excitement:
            (
                ["excitement", "excited", "thrilled", "thrilling", "exciting"],
                ["興奮", "わくわく", "ワクワク", "どきどき", "ドキドキ", "高ぶ", "盛り上が"]
            )
        case .calm:
            (
                ["calm", "peaceful", "relaxed", "at ease", "relieved", "content", "at peace"],
                ["落ち着い", "落ち着き", "落ち着け", "安ら", "やすら", "穏やか", "おだやか", "ほっと", "ホッと", "のんびり"]
            )
        case .surprise: (["surprise", "surprised", "astonished", "amazed"], ["驚", "おどろ", "びっくり"])
        case .tired:
            (
                ["tired", "tiring", "exhausted", "exhausting", "worn out", "weary", "drained"],
                ["疲れ", "つかれ", "くたくた", "へとへと", "ぐったり", "だるい", "だるかった"]
            )
        case .restless:
            (
                ["restless", "agitated", "on edge", "unsettled", "fidgety"],
                ["落ち着かな", "おちつかな", "そわそわ", "ソワソワ", "じっとしていられな", "気が散"]
            )
        }
    }
}
