/// Readings in kana, which espeak-ng's Japanese voice says correctly. It spells out kanji, Latin letters and digits.
enum Kana {
    /// Whether a text holds nothing that the voice would spell out: kana, 、。！？「」 and spaces.
    static func isSayable(_ text: some StringProtocol) -> Bool {
        var previous: UInt32 = 0
        for scalar in text.unicodeScalars {
            // Katakana by the rules of hiragana.
            let kana = (0x30A1...0x30F4).contains(scalar.value) ? scalar.value - 0x60 : scalar.value
            switch kana {
            case 0x308E: return false  // small wa
            case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049:
                guard smallVowels[kana]?.contains(previous) ?? false else { return false }
            case 0x3042...0x3094, 0x30FC: break  // hiragana, ー
            case 0x20, 0x3000, 0x3001, 0x3002, 0x300C, 0x300D, 0xFF01, 0xFF1F: break
            default: return false
            }
            previous = kana
        }
        return true
    }

    /// The kana after which espeak-ng 1.51 reads a small vowel; after others within a word it names the letter (tried
    /// out pair by pair).
    private static let smallVowels: [UInt32: Set<UInt32>] = [
        0x3041: scalars("つふゔ"), 0x3043: scalars("うつてでふゔ"), 0x3045: scalars("とど"),
        0x3047: scalars("いうしじちつふゔ"), 0x3049: scalars("うつふゔ"),
    ]

    private static func scalars(_ text: String) -> Set<UInt32> { Set(text.unicodeScalars.map(\.value)) }

    /// A name as the voice can say it: kana as it is, Japanese in Latin letters turned into kana; nil for all else.
    static func reading(of name: String) -> String? {
        guard name.unicodeScalars.contains(where: { $0.value > 0x20 }), name.utf8.count <= 200 else { return nil }
        return isSayable(name) ? name : fromLatin(name)
    }

    /// 0 … 9999 in kana; digit by digit beyond.
    static func number(_ value: Int) -> String {
        guard value >= 0 else { return "まいなす " + (value == .min ? "" : number(-value)) }
        guard value <= 9999 else { return String(value).map { digit($0.wholeNumberValue ?? 0) }.joined() }
        if value == 0 { return "ぜろ" }
        var text = ""
        switch value / 1000 {
        case 0: break
        case 1: text += "せん"
        case 3: text += "さんぜん"
        case 8: text += "はっせん"
        case let thousands: text += digit(thousands) + "せん"
        }
        switch value / 100 % 10 {
        case 0: break
        case 1: text += "ひゃく"
        case 3: text += "さんびゃく"
        case 6: text += "ろっぴゃく"
        case 8: text += "はっぴゃく"
        case let hundreds: text += digit(hundreds) + "ひゃく"
        }
        switch value / 10 % 10 {
        case 0: break
        case 1: text += "じゅう"
        case let tens: text += digit(tens) + "じゅう"
        }
        return text + (value % 10 == 0 ? "" : digit(value % 10))
    }

    /// `19:05` is じゅうくじ ごふん; the full hour has no minutes.
    static func time(_ time: LocalTime) -> String {
        hour(time.hour) + (time.minute == 0 ? "" : " " + minute(time.minute))
    }

    static func month(_ month: Int) -> String {
        switch month {
        case 4: "しがつ"
        case 7: "しちがつ"
        case 9: "くがつ"
        default: number(month) + "がつ"
        }
    }

    static func dayOfMonth(_ day: Int) -> String {
        switch day {
        case 1: "ついたち"
        case 2: "ふつか"
        case 3: "みっか"
        case 4: "よっか"
        case 5: "いつか"
        case 6: "むいか"
        case 7: "なのか"
        case 8: "ようか"
        case 9: "ここのか"
        case 10: "とおか"
        case 14: "じゅうよっか"
        case 17: "じゅうしちにち"
        case 19: "じゅうくにち"
        case 20: "はつか"
        case 24: "にじゅうよっか"
        case 27: "にじゅうしちにち"
        case 29: "にじゅうくにち"
        default: number(day) + "にち"
        }
    }

    private static func hour(_ hour: Int) -> String {
        let tens = hour / 10 == 0 ? "" : number(hour / 10 * 10)
        switch hour % 10 {
        case 0 where hour == 0: return "れいじ"
        case 0: return tens + "じ"
        case 4: return tens + "よじ"
        case 7: return tens + "しちじ"
        case 9: return tens + "くじ"
        case let ones: return tens + digit(ones) + "じ"
        }
    }

    private static func minute(_ minute: Int) -> String {
        let tens = minute / 10 == 0 ? "" : number(minute / 10 * 10)
        switch minute % 10 {
        case 0: return String(tens.dropLast(3)) + "じゅっぷん"
        case 1: return tens + "いっぷん"
        case 3: return tens + "さんぷん"
        case 4: return tens + "よんぷん"
        case 6: return tens + "ろっぷん"
        case 8: return tens + "はっぷん"
        case let ones: return tens + digit(ones) + "ふん"
        }
    }

    private static func digit(_ digit: Int) -> String {
        let digits = ["ぜろ", "いち", "に", "さん", "よん", "ご", "ろく", "なな", "はち", "きゅう"]
        return digits.indices.contains(digit) ? digits[digit] : ""
    }

    /// Readings of habit names that owners are likely to choose.
    static let commonHabits: [String: String] = [
        "reading": "どくしょ", "read": "どくしょ", "meditation": "めいそう", "meditate": "めいそう", "walk": "さんぽ",
        "walking": "さんぽ", "run": "ランニング", "running": "ランニング", "study": "べんきょう", "journal": "にっき",
        "diary": "にっき", "medicine": "くすり", "water": "すいぶんほきゅう", "stretch": "ストレッチ", "yoga": "ヨガ",
        "breakfast": "ちょうしょく", "lunch": "ちゅうしょく", "dinner": "ゆうしょく", "cleaning": "そうじ",
        "cooking": "りょうり", "english": "えいご", "piano": "ピアノ", "guitar": "ギター", "breathing": "こきゅう",
        "prayer": "いのり", "work": "しごと", "nap": "ひるね", "bath": "おふろ", "gratitude": "かんしゃ",
        "writing": "しっぴつ", "music": "おんがく", "dog": "いぬの さんぽ", "plants": "みずやり", "break": "きゅうけい",
    ]
}
