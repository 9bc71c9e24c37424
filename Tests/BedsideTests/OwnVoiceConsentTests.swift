import TestKit
import Testing

@testable import Bedside

/// The consent to a voice of one's own: only exactly its words, by its owner, on its day (MIND-9; V-1).
@Suite(.requirement("MIND-9")) struct OwnVoiceConsentTests {
    static let date = LocalDate(year: 2026, month: 11, day: 28) ?? LocalDate(dayNumber: 0)

    static func consent(_ name: String, _ language: Language, on date: LocalDate = date) throws -> OwnVoiceConsent {
        try #require(OwnVoiceConsent(name: name, on: date, in: language))
    }

    private static let english =
        "I am the owner of this voice, and I agree that a synthetic voice is made of it to read my own words to me. "
        + "My name is Kenta, and today is November 28, 2026."
    private static let japanese =
        "私はこの声の持ち主です。この声から合成音声を作り、私の言葉を読み上げることに同意します。私の名前は健太です。今日は2026年11月28日です。"

    @Test func theTextNamesItsOwnerAndItsDay() throws {
        #expect(try Self.consent("Kenta", .english).text.words == Self.english)
        #expect(try Self.consent("健太", .japanese).text.words == Self.japanese)
    }

    @Test(arguments: [
        english, english.uppercased(), english.replacing(",", with: ""),
        english.replacing("November 28, 2026.", with: "the 28th of November 2026"),
        english.replacing("November 28, 2026.", with: "November twenty-eighth, twenty twenty-six."),
        english.replacing("November 28, 2026.", with: "November 28th, two thousand and twenty-six."),
        english.replacing("Kenta", with: "ＫＥＮＴＡ"), "  \(english)\n",
    ]) func englishIsGivenHoweverATranscriptWritesIt(words: String) throws {
        #expect(try Self.consent("Kenta", .english).isGiven(by: PrivateText(words)))
    }

    @Test(arguments: [
        japanese, japanese.replacing("。", with: " "), japanese.replacing("私", with: "わたし"),
        japanese.replacing("2026年11月28日", with: "２０２６年１１月２８日"),
        japanese.replacing("2026年11月28日", with: "二〇二六年十一月二十八日"),
        japanese.replacing("2026年11月28日", with: "二千二十六年十一月二十八日"),
        japanese.replacing("こと", with: "事").replacing("作り", with: "つくり"),
    ]) func japaneseIsGivenHoweverATranscriptWritesIt(words: String) throws {
        #expect(try Self.consent("健太", .japanese).isGiven(by: PrivateText(words)))
    }

    @Test func aNameInEitherKanaIsTheSameName() throws {
        let words = Self.japanese.replacing("健太", with: "ケンタ")
        #expect(try Self.consent("けんた", .japanese).isGiven(by: PrivateText(words)))
    }

    /// Every word is left out, said twice, and changed places with its neighbour.
    @Test func noWordMayBeMissingTwiceOrElsewhere() throws {
        let consent = try Self.consent("Kenta", .english)
        let words = Self.english.split(separator: " ")
        for place in words.indices {
            var fewer = words
            fewer.remove(at: place)
            #expect(!consent.isGiven(by: PrivateText(fewer.joined(separator: " "))), "without \(words[place])")
            var more = words
            more.insert(words[place], at: place)
            #expect(!consent.isGiven(by: PrivateText(more.joined(separator: " "))), "twice \(words[place])")
            guard place + 1 < words.count, words[place] != words[place + 1] else { continue }
            var other = words
            other.swapAt(place, place + 1)
            let text = other.joined(separator: " ")
            // The day may come before the month.
            #expect(!consent.isGiven(by: PrivateText(text)) || words[place] == "November", "\(text)")
        }
    }

    @Test func noJapaneseLetterMayBeMissingOrAnother() throws {
        let consent = try Self.consent("健太", .japanese)
        let letters = Array(Self.japanese)
        for place in letters.indices where !"。、".contains(letters[place]) {
            var fewer = letters
            fewer.remove(at: place)
            #expect(!consent.isGiven(by: PrivateText(String(fewer))), "without \(letters[place]) at \(place)")
            var other = letters
            other[place] = "猫"
            #expect(!consent.isGiven(by: PrivateText(String(other))))
        }
    }

    @Test(arguments: [
        ("Kenta", "Kenji", english), ("Kenta", "my wife", english), ("Kenta", "Kenta and Yui", english),
        ("November 28", "November 27", english), ("November 28", "December 28", english), ("2026", "2025", english),
        ("agree", "do not agree", english), ("健太", "賢治", japanese), ("健太", "健", japanese),
        ("同意します", "同意しません", japanese), ("28日", "29日", japanese),
        ("私はこの声の持ち主です。", "", japanese),
    ]) func anotherNameDayOrWillIsNoConsent(old: String, new: String, words: String) throws {
        let language: Language = words == Self.english ? .english : .japanese
        let consent = try Self.consent(language == .english ? "Kenta" : "健太", language)
        let changed = words.replacing(old, with: new)
        #expect(changed != words)
        #expect(!consent.isGiven(by: PrivateText(changed)))
    }

    @Test func theSentencesInTheOtherOrderAreNoConsent() throws {
        let parts = Self.english.split(separator: ". ")
        #expect(parts.count == 2)
        #expect(!(try Self.consent("Kenta", .english).isGiven(by: PrivateText("\(parts[1]) \(parts[0])."))))
    }

    @Test func silenceAndEndlessWordsAreNoConsent() throws {
        let consent = try Self.consent("Kenta", .english)
        #expect(!consent.isGiven(by: PrivateText("")))
        #expect(!consent.isGiven(by: PrivateText("...")))
        let endless = Self.english + String(repeating: " and so on", count: 1000)
        #expect(!consent.isGiven(by: PrivateText(endless)))
    }

    @Test(arguments: [nil, "", "   ", "!?", String(repeating: "x", count: 61)])
    func nobodyConsentsWithoutAName(name: String?) {
        #expect(OwnVoiceConsent(name: name, on: Self.date, in: .english) == nil)
    }

    /// On every day of two years, the text itself is a consent, and that of the next day is none.
    @Test func everyDayHasItsOwnConsent() throws {
        for language in Language.allCases {
            for day in 0..<731 {
                let date = Self.date.adding(days: day)
                let consent = try Self.consent("Aki", language, on: date)
                #expect(consent.isGiven(by: consent.text))
                let next = try Self.consent("Aki", language, on: date.adding(days: 1))
                #expect(!consent.isGiven(by: next.text), "\(date)")
            }
        }
    }

    @Test func itFitsIntoWhatTheGatewayTakes() throws {
        for (name, language) in [(String(repeating: "M", count: 60), Language.english), ("健太", .japanese)] {
            #expect(try Self.consent(name, language).text.words.unicodeScalars.count <= 500)
        }
    }
}
