import Bedside
import Foundation
import TestKit
import Testing

@testable import Board

/// MIND-6: the teachings as shipped, held to their rules.
@Suite(.requirement("MIND-6"))
struct TeachingsFileTests {
    private static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Prompts/teachings.yaml").path(percentEncoded: false)

    private static func shipped() throws -> [Teaching] {
        let document = try YAMLDocument.read(path: path, limitBytes: TeachingDocument.limitBytes)
        return try TeachingDocument.read(document).get()
    }

    private func texts(_ teaching: Teaching) -> [Wording] { [teaching.sentence, teaching.practice] }

    @Test func theShippedFileIsReadWhole() throws {
        let teachings = try Self.shipped()
        #expect(teachings.count == 144)
        for theme in Theme.allCases {
            let main = teachings.filter { $0.themes.first == theme }
            #expect(main.count >= 6, "\(theme): \(main.count)")
        }
        for label in EmotionLabel.allCases {
            #expect(teachings.contains { $0.labels.contains(label) }, "\(label)")
        }
    }

    @Test func everyTextIsShortAndOneSentence() throws {
        for teaching in try Self.shipped() {
            #expect(teaching.sentence.english.count <= 160 && teaching.sentence.japanese.count <= 80, "\(teaching.id)")
            #expect(teaching.practice.english.count <= 100 && teaching.practice.japanese.count <= 50, "\(teaching.id)")
            for text in texts(teaching) {
                #expect(text.english.hasSuffix(".") || text.english.hasSuffix("?"), "\(text.english)")
                #expect(text.japanese.hasSuffix("。"), "\(text.japanese)")
            }
        }
    }

    @Test func theLanguagesAreNotMixed() throws {
        for text in try Self.shipped().flatMap(texts) {
            #expect(text.english.unicodeScalars.allSatisfy { $0.isASCII }, "\(text.english)")
            let latin = text.japanese.unicodeScalars.filter { $0.isASCII && $0.properties.isAlphabetic }
            #expect(latin.isEmpty, "\(text.japanese)")
        }
    }

    @Test func nothingIsThereTwice() throws {
        let teachings = try Self.shipped()
        for texts in [
            teachings.map(\.id), teachings.map(\.sentence.english), teachings.map(\.sentence.japanese),
            teachings.map(\.practice.english), teachings.map(\.practice.japanese),
        ] {
            #expect(Set(texts).count == texts.count)
        }
    }

    /// T-4: never as a rebuke. Words that press, blame or promise, and those that quote.
    private static let english = [
        "lazy", "laziness", "should have", "you should", "you must", "must not", "must ", "have to ", "fail", "excuse",
        "ashamed", "shame", "guilt", "your fault", "disappoint", "never again", "stop being", "weak", "wasted",
        "waste ",
        "again you", "try harder", "no reason to", "only if you", "too late", "deserve", "always be", "sinful", "sin ",
        "already leaving", "don't leave", "i am lonely", "i miss you", "he said", "taught that", "said:", "buddha",
        "monks", "zen", "sutra", "sutta", "dharma", "karma", "nirvana", "enlighten", "pray", "god ",
        "meditation master",
    ]
    private static let japanese = [
        "怠け", "なまけ", "さぼ", "サボ", "べき", "なければ", "なくては", "なきゃ", "しなさい", "ちゃだめ", "てはいけ", "だめ", "失敗", "言い訳", "恥", "罪",
        "せいで",
        "がっかり", "甘え", "弱い", "無駄", "むだ", "もっと頑張", "がんばれ", "頑張れ", "当然", "情けな", "行かないで", "さびしいです", "と言いました", "と説いた",
        "の教え", "仏", "ほとけ", "禅", "経典", "悟り", "業", "涅槃", "祈", "神さま", "和尚", "坊さん",
    ]

    @Test func nothingRebukesOrPreaches() throws {
        for teaching in try Self.shipped() {
            for text in texts(teaching) {
                let english = text.english.lowercased()
                #expect(Self.english.first { english.contains($0) } == nil, "\(teaching.id): \(text.english)")
                #expect(Self.japanese.first { text.japanese.contains($0) } == nil, "\(teaching.id): \(text.japanese)")
            }
        }
    }

    /// T-5: what nobody has compared with its text claims only a theme, and a secular entry names no source.
    @Test func aReferenceClaimsNoMoreThanWasChecked() throws {
        for teaching in try Self.shipped() {
            switch teaching.source {
            case .ownWords:
                #expect(teaching.tradition == .secular, "\(teaching.id)")
                #expect(teaching.origin.english == "in our own words")
            case .teacher, .text:
                #expect(teaching.tradition != .secular, "\(teaching.id)")
                if teaching.check == nil {
                    #expect(teaching.origin.english.hasPrefix("after a theme of "))
                    #expect(teaching.origin.japanese.hasSuffix("の主題による"))
                }
            }
            if let check = teaching.check {
                #expect(!check.person.contains("check") && !check.person.contains("form"), "\(teaching.id)")
            }
        }
    }

    @Test(arguments: Teaching.Occasion.allCases.filter { $0 != .any }) func aYearOfMorningsHasNoRepeatWithinThirtyDays(
        occasion: Teaching.Occasion
    ) throws {
        let teachings = Teachings(try Self.shipped())
        var heard: [String: LocalDate] = [:]
        for day in 0..<365 {
            let date = LocalDate(dayNumber: 20_500).adding(days: day)
            let choice = teachings.choice(
                for: TeachingRequest(
                    date: date, occasion: occasion, reflections: [PrivateText("眠れなくて疲れた")], lastHeard: heard))
            guard case .teaching(let chosen) = choice else {
                // A training and an evening have few of their own, and then none rather than one again.
                #expect(occasion != .wake && choice == .silence(.allHeard), "day \(day): \(choice)")
                continue
            }
            if let before = heard[chosen.id] { #expect(date.dayNumber - before.dayNumber >= 30) }
            heard[chosen.id] = date
        }
    }

    /// T-1: no entry is written for nobody.
    @Test func eachIsHeardInTime() throws {
        let entries = try Self.shipped()
        let teachings = Teachings(entries)
        let date = LocalDate(dayNumber: 20_500)
        for entry in entries {
            // On the day on which each other was heard lately, its turn has come on one occasion.
            var lastHeard: [String: LocalDate] = [:]
            for other in entries where other.id != entry.id { lastHeard[other.id] = date.adding(days: -1) }
            let chosen = Teaching.Occasion.allCases.filter { $0 != .any }.compactMap { occasion -> String? in
                let request = TeachingRequest(date: date, occasion: occasion, lastHeard: lastHeard, includesGrief: true)
                guard case .teaching(let chosen) = teachings.choice(for: request) else { return nil }
                return chosen.id
            }
            #expect(chosen == [entry.id], "\(entry.id)")
        }
    }

    @Test(arguments: [
        ("The van took my parking space and I leaned on the horn.", Theme.anger), ("鍵を閉めたか気になって、駅から引き返した。", .worry),
        ("I said I was stuck in traffic, but I had left late.", .honesty), ("昨日は飲んでしまったので、今日からまた。", .returning),
        ("Nobody called on my birthday.", .loneliness), ("通っていた本屋が今月で閉店する。", .impermanence),
    ]) func aMorningHasASentenceOfTheThemeThatTheWordsHintAt(text: String, theme: Theme) throws {
        let teachings = Teachings(try Self.shipped())
        for mode in [TeachingMode.full, .secular] {
            let request = TeachingRequest(
                date: LocalDate(dayNumber: 20_500), mode: mode, reflections: [PrivateText(text)])
            guard case .teaching(let chosen) = teachings.choice(for: request) else {
                Issue.record("\(teachings.choice(for: request))")
                continue
            }
            let entry = try #require(teachings.entries.first { $0.id == chosen.id })
            #expect(entry.isAbout(theme) && chosen.sentence == entry.sentence, "\(chosen)")
            #expect((chosen.origin == nil) == (mode == .secular))
            #expect(teachings.origin(of: chosen.id, mode: mode) == chosen.origin)
        }
    }

    /// A fault has its place; one fault does not hide another.
    @Test(arguments: [
        ("weight: 3", "weight: 4", "weight"), ("themes: [anger, impermanence]", "themes: [angry]", "themes"),
        ("themes: [anger, impermanence]", "themes:", "themes"), ("source: \"AN 3.132\"", "source: \"AN 3\"", "source"),
        ("checked_by:", "checked_by: Ann", "checked_on"), ("id: line-on-water", "id: Line on water", "id"),
        ("id: line-on-water", "id: parcel-not-signed", "id"), ("tradition: theravada", "tradition: x", "tradition"),
        ("habit: any", "habbit: any", "habbit"), ("source: \"AN 3.132\"", "source: the Buddha said", "source"),
    ]) func aFaultIsNamed(old: String, new: String, field: String) throws {
        let whole = try String(contentsOfFile: Self.path, encoding: .utf8)
        let range = try #require(whole.range(of: old))
        let broken = whole.replacingCharacters(in: range, with: new)
        let document = try YAMLDocument.read(
            text: broken, fileName: "teachings.yaml", limitBytes: TeachingDocument.limitBytes)
        guard case .failure(let errors) = TeachingDocument.read(document) else {
            Issue.record("taken: \(new)")
            return
        }
        #expect(errors.fields.contains { $0.path.hasSuffix(".\(field)") && $0.line > 0 }, "\(errors)")
    }

    @Test func nothingAtAllIsAFault() throws {
        for text in ["", "a: b", "[]", "- a", "- [a]"] {
            let document = try YAMLDocument.read(text: text, fileName: "teachings.yaml")
            guard case .failure = TeachingDocument.read(document) else {
                Issue.record("taken: \(text)")
                continue
            }
        }
    }
}
