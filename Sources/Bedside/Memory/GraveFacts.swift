/// What nobody may remember of an owner who did not say it: a death, an illness, a crime, the end of a marriage (M-3).
///
/// Else a wrong word of the companion's would stand in later talks as the owner's own.
enum GraveFacts {
    private struct Fact {
        /// Words by which a memory says it.
        var told: [String]
        /// Words of the owner that may mean it, besides these.
        var meant: [String]
    }

    private static let english = [
        Fact(
            told: ["died", "dead", "death", "passed away"],
            meant: [
                "die", "lost", "gone", "late", "funeral", "grave", "buried", "killed", "widow", "widower", "ashes",
                "with us", "passed", "passing", "wake",
            ]),
        Fact(told: ["cancer", "tumour", "tumor"], meant: ["chemo", "chemotherapy", "lump", "oncology", "leukaemia"]),
        Fact(told: ["heart attack"], meant: ["heart", "cardiac"]),
        Fact(told: ["a stroke", "stroke in"], meant: ["stroke"]),
        Fact(
            told: ["pregnant", "pregnancy"],
            meant: ["expecting", "baby", "due", "bump", "scan", "weeks", "trimester", "midwife", "test"]),
        Fact(told: ["divorced", "divorce"], meant: ["divorcing", "separated", "split", "ex", "left", "over"]),
        Fact(told: ["suicidal", "suicide"], meant: []),
        Fact(told: ["depressed", "depression"], meant: ["antidepressants", "low", "sertraline", "down", "black dog"]),
        Fact(
            told: ["arrested", "prison", "jail", "thief", "criminal"],
            meant: ["police", "court", "inside", "nicked", "stole", "steal", "crime", "sentence"]),
        Fact(told: ["affair", "cheated", "cheating", "unfaithful"], meant: ["cheat", "cheats"]),
        Fact(
            told: ["fired", "sacked", "laid off", "bankrupt", "unemployed"],
            meant: ["redundant", "redundancy", "job", "sack", "laid", "let go", "work", "layoffs"]),
        Fact(
            told: ["alcoholic", "addict", "addicted"],
            meant: ["drink", "drinking", "drunk", "sober", "alcohol", "aa", "addiction", "hooked"]),
    ]
    private static let japanese = [
        Fact(
            told: ["死ん", "死亡", "亡くな", "逝去"],
            meant: ["死", "亡", "逝", "他界", "葬", "墓", "仏", "形見", "いなくな", "遺", "看取", "法事", "命日"]),
        Fact(told: ["癌", "がんに", "がんを", "腫瘍"], meant: ["がん", "ガン", "癌", "腫瘍"]),
        Fact(told: ["心筋梗塞", "脳卒中", "脳梗塞"], meant: ["心臓", "脳", "梗塞", "倒れ"]),
        Fact(told: ["妊娠"], meant: ["お腹", "おなか", "赤ちゃん", "子", "か月", "ヶ月", "産", "つわり", "線が", "週"]),
        Fact(told: ["離婚"], meant: ["別れ", "バツ", "元夫", "元妻", "離縁"]), Fact(told: ["自殺"], meant: []),
        Fact(told: ["うつ病", "鬱病"], meant: ["うつ", "鬱", "心療", "精神科", "抗うつ"]),
        Fact(told: ["逮捕", "刑務所", "泥棒", "犯罪"], meant: ["警察", "捕ま", "裁判", "盗", "罪"]),
        Fact(told: ["浮気", "不倫"], meant: []),
        Fact(told: ["解雇", "クビ", "破産", "失業"], meant: ["首", "リストラ", "辞め", "会社", "仕事", "倒産"]),
        Fact(told: ["アル中", "依存症"], meant: ["酒", "飲", "依存", "断酒", "やめられ"]),
    ]

    /// - Parameter said: what the owner said on the record, line by line.
    static func isInvented(in text: String, said: some Sequence<String>) -> Bool {
        let words = EnglishWords(text)
        let english = english.filter { words.contains(anyOf: $0.told) }
        let japanese = japanese.filter { text.contains(anyOf: $0.told) }
        guard !english.isEmpty || !japanese.isEmpty else { return false }
        let lines = said.map { (words: EnglishWords($0), text: $0) }
        return english.contains { fact in !lines.contains { $0.words.contains(anyOf: fact.told + fact.meant) } }
            || japanese.contains { fact in !lines.contains { $0.text.contains(anyOf: fact.told + fact.meant) } }
    }
}
