/// The scripts of Japanese, by letter: words of meaning are mostly runs of kanji or of katakana.
enum JapaneseLetters {
    static func isKanji(_ letter: Character) -> Bool {
        letter == "々" || ("\u{4E00}"..."\u{9FFF}").contains(letter)
    }

    static func isKatakana(_ letter: Character) -> Bool {
        letter == "ー" || ("\u{30A1}"..."\u{30FA}").contains(letter)
    }

    static func isHiragana(_ letter: Character) -> Bool { ("\u{3041}"..."\u{3096}").contains(letter) }
}
