import Bedside
import Foundation
import TestKit
import Testing

@testable import Board

/// `Prompts/crisis.yaml` as it ships.
@Suite(.requirement("SAFE-4")) struct HelpLinesFileTests {
    /// The age of a line, in days, at which the test of ages fails.
    private static let maximumAgeDays = 365

    private static func shipped() throws -> HelpLines {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Prompts/crisis.yaml").path
        return try HelpLines.parse(YAMLDocument.read(path: path)).get()
    }

    private static func zone(_ name: String) -> ZoneRules? {
        guard name == "Asia/Tokyo" else { return nil }
        return try? ZoneRules(name: name, posix: "JST-9")
    }

    @Test func theFileHasTheReviewedNumbersAndNoOthers() throws {
        let numbers = try Self.shipped().countries.mapValues { $0.lines.map(\.number.text) }
        #expect(
            numbers == [
                "JP": ["0120-279-338", "0120-061-338", "0120-783-556", "0570-064-556", "0120-99-7777"],
                "US": ["988"], "CA": ["988"], "GB": ["116 123"], "IE": ["116 123"], "AU": ["13 11 14"],
            ])
        let emergency = try Self.shipped().countries.mapValues { $0.emergency.map(\.number.text) }
        #expect(
            emergency == [
                "JP": ["119", "110"], "US": ["911"], "CA": ["911"], "GB": ["999"], "IE": ["112"], "AU": ["000"],
            ])
    }

    @Test func everyCountryHasALineInEveryHourOfAWeekAndTheFirstNeverCloses() throws {
        for (code, country) in try Self.shipped().countries {
            for hour in 0..<168 {
                let time = CivilTime(seconds: 1_795_564_800 + Int64(hour) * 3600)
                for isMinor in [false, true] {
                    let open = try Self.shipped().linesOpen(
                        country: code, at: time, isMinor: isMinor, zone: Self.zone)
                    let lines = try #require(open).lines
                    #expect(lines.first?.hours == .always, "\(code) at hour \(hour)")
                    #expect(!lines.contains { $0.hours == .unknown })
                    #expect(isMinor || !lines.contains(where: \.isForMinorsOnly))
                    let tokyoHour = (hour + 9) % 24
                    let expectsChildline = code == "JP" && isMinor && (16..<21).contains(tokyoHour)
                    #expect(lines.contains(where: \.isForMinorsOnly) == expectsChildline, "\(code) at hour \(hour)")
                }
            }
            #expect(!country.emergency.isEmpty)
        }
    }

    /// The installer records them by these names; what is not among them needs the synthesizer.
    @Test(.requirement("SAFE-2")) func everythingThatMayBeSaidIsRecordedAtInstallation() throws {
        let lines = try Self.shipped()
        let recorded = lines.utterances
        #expect(Set(recorded.map(\.key)).count == recorded.count && recorded.count == 14)
        #expect(recorded.allSatisfy { $0.key?.hasPrefix("words_") == true && !$0.spoken.contains("\t") })
        for code in Array(lines.countries.keys) + ["XX"] {
            for hour in 0..<168 {
                let time = CivilTime(seconds: 1_795_564_800 + Int64(hour) * 3600)
                for language in Language.allCases {
                    for isMinor in [false, true] {
                        let open = lines.linesOpen(country: code, at: time, isMinor: isMinor, zone: Self.zone)
                        let said = Utterance(helpIn: open, language: language)
                        #expect(recorded.contains(said), "\(code) at hour \(hour): \(said.text)")
                    }
                }
            }
        }
    }

    /// `ANICCA_TODAY=2027-01-31` stands for another day.
    @Test func noEntryWasSeenLongerThanAYearAgo() throws {
        let clock = CivilTime(seconds: Int64(Date().timeIntervalSince1970))
        let given = ProcessInfo.processInfo.environment["ANICCA_TODAY"].flatMap { LocalDate($0) }
        let today = given ?? ZoneRules.utc.local(clock).date
        let lines = try Self.shipped()
        for line in lines.linesUnseen(forDays: HelpLines.warningAgeDays, on: today) {
            print("warning: Prompts/crisis.yaml: \(line.name) was copied or checked \(line.days) days ago")
        }
        for name in lines.linesNobodyChecked {
            print("warning: Prompts/crisis.yaml: \(name) was not checked by a person")
        }
        let outdated = lines.linesUnseen(forDays: Self.maximumAgeDays, on: today)
        #expect(outdated.isEmpty, "\(outdated)")
    }

    /// Whoever checks an entry changes this list: what nobody checked must not pass as checked (G-6).
    @Test func whatNobodyCheckedSaysSo() throws {
        let lines = try Self.shipped()
        #expect(lines.linesNobodyChecked.count == lines.count && lines.count == 10)
        for line in lines.countries.values.flatMap(\.lines) {
            let person = line.check?.person.lowercased() ?? ""
            #expect(!["nobody", "no one", "none", "todo"].contains(where: person.contains), "\(person)")
        }
    }
}
