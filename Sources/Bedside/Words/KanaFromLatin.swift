extension Kana {
    /// Turns Hepburn or Kunrei spelling into hiragana, long vowels with macron or circumflex; nil if a letter is left
    /// over.
    static func fromLatin(_ text: String) -> String? {
        var letters: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x41...0x5A: letters.append(UInt8(scalar.value) + 0x20)
            case 0x61...0x7A, 0x20, 0x27: letters.append(UInt8(scalar.value))
            case 0x100, 0x101, 0xC2, 0xE2: letters += Array("a-".utf8)
            case 0x12A, 0x12B, 0xCE, 0xEE: letters += Array("i-".utf8)
            case 0x16A, 0x16B, 0xDB, 0xFB: letters += Array("u-".utf8)
            case 0x112, 0x113, 0xCA, 0xEA: letters += Array("e-".utf8)
            case 0x14C, 0x14D, 0xD4, 0xF4: letters += Array("o-".utf8)
            default: return nil
            }
        }
        return syllables(letters[...])
    }

    private static func syllables(_ letters: ArraySlice<UInt8>) -> String? {
        var rest = letters
        var kana = ""
        while let letter = rest.first {
            let following = rest.dropFirst().first
            switch letter {
            case UInt8(ascii: " "):
                kana += " "
                rest.removeFirst()
            case UInt8(ascii: "'"):
                rest.removeFirst()
            case UInt8(ascii: "-"):
                kana += "ー"
                rest.removeFirst()
            case UInt8(ascii: "n") where following.map { !isVowel($0) && $0 != UInt8(ascii: "y") } ?? true:
                kana += "ん"
                rest.removeFirst()
            case UInt8(ascii: "m") where following.map { "bmp".utf8.contains($0) } ?? false:
                kana += "ん"
                rest.removeFirst()
            case _ where letter == following && !isVowel(letter),
                UInt8(ascii: "t") where rest.starts(with: "tch".utf8):
                // A small っ sounds only after another syllable.
                guard !kana.isEmpty else { return nil }
                kana += "っ"
                rest.removeFirst()
            default:
                guard let (length, syllable) = longestSyllable(rest) else { return nil }
                kana += syllable
                rest = rest.dropFirst(length)
            }
        }
        return kana
    }

    private static func longestSyllable(_ letters: ArraySlice<UInt8>) -> (length: Int, kana: String)? {
        for length in [3, 2, 1] where letters.count >= length {
            if let kana = table[String(decoding: letters.prefix(length), as: UTF8.self)] { return (length, kana) }
        }
        return nil
    }

    private static func isVowel(_ letter: UInt8) -> Bool { "aiueo".utf8.contains(letter) }

    private static let table: [String: String] = {
        let rows: [(consonant: String, syllables: [String])] = [
            ("", ["あ", "い", "う", "え", "お"]), ("k", ["か", "き", "く", "け", "こ"]),
            ("g", ["が", "ぎ", "ぐ", "げ", "ご"]), ("s", ["さ", "し", "す", "せ", "そ"]),
            ("z", ["ざ", "じ", "ず", "ぜ", "ぞ"]), ("t", ["た", "ち", "つ", "て", "と"]),
            ("d", ["だ", "ぢ", "づ", "で", "ど"]), ("n", ["な", "に", "ぬ", "ね", "の"]),
            ("h", ["は", "ひ", "ふ", "へ", "ほ"]), ("b", ["ば", "び", "ぶ", "べ", "ぼ"]),
            ("p", ["ぱ", "ぴ", "ぷ", "ぺ", "ぽ"]), ("m", ["ま", "み", "む", "め", "も"]),
            ("r", ["ら", "り", "る", "れ", "ろ"]), ("j", ["じゃ", "じ", "じゅ", "じぇ", "じょ"]),
            ("sh", ["しゃ", "し", "しゅ", "しぇ", "しょ"]), ("ch", ["ちゃ", "ち", "ちゅ", "ちぇ", "ちょ"]),
        ]
        var table = ["ya": "や", "yu": "ゆ", "yo": "よ", "wa": "わ", "fu": "ふ", "tsu": "つ"]
        for (consonant, syllables) in rows {
            for (vowel, kana) in zip(["a", "i", "u", "e", "o"], syllables) { table[consonant + vowel] = kana }
            // kya, kyu, kyo: the i syllable with a small y.
            guard consonant.utf8.count == 1, consonant != "j", let i = syllables.dropFirst().first else { continue }
            for (vowel, small) in [("a", "ゃ"), ("u", "ゅ"), ("o", "ょ")] { table[consonant + "y" + vowel] = i + small }
        }
        return table
    }()
}
