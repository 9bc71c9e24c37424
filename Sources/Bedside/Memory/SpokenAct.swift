/// Whether an act that a companion wrote down is the owner's own: it is spoken to them in the morning as what they chose.
///
/// One word more or less makes an act its opposite ("do not take my pills"), and one exchanged makes it another
/// ("close the window"). So it has to stand in what the owner said without a gap; only a Japanese verb may have another
/// ending, as 窓を開ける has for 窓を開けます.
enum SpokenAct {
    static func isSaid(_ act: String, in lines: [String]) -> Bool {
        let folded = FoldedText(act)
        guard !folded.isEmpty else { return false }
        let stem = japaneseStem(of: act).map { FoldedText($0) }
        return lines.contains { line in
            let said = FoldedText(line)
            guard said.contains(folded) || stem.map(said.contains) == true else { return false }
            return !Denial.isDenied(act, by: Surroundings(before: "", quote: line, after: "", rest: "", lead: ""))
        }
    }

    /// The act up to the ending of its last verb; nil if it denies something, or ends in no Japanese verb.
    private static func japaneseStem(of act: String) -> Substring? {
        let ending = act.reversed().prefix(while: JapaneseLetters.isHiragana)
        let stem = act.dropLast(ending.count)
        guard let last = stem.last, JapaneseLetters.isKanji(last), ending.count <= 4 else { return nil }
        let kana = String(ending.reversed())
        return denials.contains(where: kana.contains) ? nil : stem
    }

    private static let denials = ["ない", "ません", "なく", "ず", "ぬ", "まい"]
}
