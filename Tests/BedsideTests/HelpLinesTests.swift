import TestKit
import Testing

@testable import Bedside

/// Which help lines are open, on lines made by hand; `HelpLinesFileTests` reads the file that ships.
@Suite(.requirement("SAFE-4")) struct HelpLinesTests {
    /// The age of a line, in days, at which `HelpLinesFileTests` fails.
    private static let maximumAgeDays = 365

    private static func field(_ text: String) -> Field { .scalar(text, at: .unknown) }
    private static func mapping(_ values: KeyValuePairs<String, Field>) -> Field {
        .mapping(values.map { Field.Entry(key: $0.key, at: .unknown, value: $0.value) }, at: .unknown)
    }

    private static func document(
        hours: Field, changes: [String: String] = [:], without: Set<String> = []
    ) -> Field {
        var line: [(String, Field)] = [
            ("name_en", field("Line")), ("name_ja", field("ライン")), ("number", field("0120-279-338")), ("hours", hours),
            ("zone", field("Europe/Berlin")), ("free", field("true")), ("languages", field("de")),
            ("source", field("https://example.org/")), ("copied_on", field("2026-02-01")),
            ("checked_on", field("2026-03-01")), ("checked_by", field("A")),
        ]
        line.removeAll { without.contains($0.0) }
        for index in line.indices { if let text = changes[line[index].0] { line[index].1 = field(text) } }
        let entries = line.map { Field.Entry(key: $0.0, at: .unknown, value: $0.1) }
        let emergency = mapping(["number": field("112"), "name_en": field("Emergency"), "name_ja": field("緊急")])
        let country = mapping([
            "emergency": .list([emergency], at: .unknown),
            "lines": .list([.mapping(entries, at: .unknown)], at: .unknown),
        ])
        return mapping(["countries": mapping(["DE": country])])
    }

    private static func lines(_ hours: [String]) throws -> HelpLines {
        let field: Field =
            hours.count == 1 && !hours[0].contains(" ")
            ? field(hours[0]) : .list(hours.map { Self.field($0) }, at: .unknown)
        return try HelpLines.parse(document(hours: field)).get()
    }

    /// The voice spells kanji, Latin letters and digits out.
    @Test(.requirement("SAFE-2"), arguments: ["ライン", "988ライン", "いのちの電話", "Line"])
    func whatIsSaidInJapaneseCanBeSaid(name: String) throws {
        let field = Self.document(hours: Self.field("always"), changes: ["name_ja": name])
        for words in try HelpLines.parse(field).get().utterances where words.language == .japanese {
            #expect(Kana.isSayable(words.spoken), "\(words.spoken)")
            #expect(words.text.contains(name) || !words.text.contains("0120"))
        }
    }

    /// Where no line is always open, each may be the first, or none is.
    @Test(.requirement("SAFE-2")) func everythingThatMayBeSaidIsNamedOnce() throws {
        let lines = try Self.lines(["daily 16:00-21:00"])
        let texts = lines.utterances.map(\.text)
        #expect(texts.count == 6 && Set(texts).count == 6, "\(texts)")
        #expect(texts.count { $0.contains("0120-279-338") } == 2 && texts.count { $0.contains("112") } == 4)
        let always = try Self.lines(["always"])
        #expect(always.utterances.count == 4)
        #expect(always.utterances.count { $0.text.contains("0120-279-338") } == 2)
    }

    private static let berlin = try? ZoneRules(name: "Europe/Berlin", posix: "CET-1CEST,M3.5.0,M10.5.0/3")

    private func isOpen(_ lines: HelpLines, _ local: String) throws -> Bool {
        let zone = try #require(Self.berlin)
        let wall = try #require(LocalDateTime(local))
        let time = try #require(zone.instant(of: wall))
        let open = lines.linesOpen(country: "DE", at: time) { $0 == zone.name ? zone : nil }
        return try #require(open).lines.isEmpty == false
    }

    @Test func aWindowHoldsByTheClockOfItsZoneOnDaysOfTimeChangesToo() throws {
        let lines = try Self.lines(["daily 16:00-21:00"])
        for date in ["2026-01-15", "2026-07-15", "2026-03-29", "2026-10-25"] {
            for hour in 4..<24 {
                let text = "\(date)T\(hour < 10 ? "0" : "")\(hour):00"
                #expect(try isOpen(lines, text) == (16..<21).contains(hour), "\(text)")
            }
        }
    }

    @Test func aWindowRunsPastMidnight() throws {
        let lines = try Self.lines(["fri 22:00-06:00", "mon,tue 08:00-09:00"])
        for (time, expected) in [
            ("2026-03-06T21:59", false), ("2026-03-06T22:00", true), ("2026-03-07T05:59", true),
            ("2026-03-07T06:00", false), ("2026-03-07T22:00", false), ("2026-03-06T05:00", false),
            ("2026-03-09T08:30", true), ("2026-03-11T08:30", false),
        ] { #expect(try isOpen(lines, time) == expected, "\(time)") }
    }

    @Test func unknownHoursAndUnknownZonesAreNeverOpen() throws {
        let unknown = try Self.lines(["unknown"])
        let evening = try Self.lines(["daily 00:00-23:59"])
        for hour in 0..<168 {
            let time = CivilTime(seconds: 1_772_000_000 + Int64(hour) * 3600)
            #expect(unknown.linesOpen(country: "DE", at: time, zone: { _ in Self.berlin })?.lines == [])
            #expect(evening.linesOpen(country: "DE", at: time, zone: { _ in nil })?.lines == [])
        }
    }

    @Test func aCountryWithoutAnEntryGetsNoNumber() throws {
        let lines = try Self.lines(["always"])
        #expect(lines.linesOpen(country: "FR", at: CivilTime(seconds: 0), zone: { _ in nil }) == nil)
        #expect(!HelpLines.unknownCountry.english.contains { $0.isNumber })
        #expect(!HelpLines.unknownCountry.japanese.contains { $0.isNumber })
    }

    @Test func aNumberIsReadDigitByDigitInItsGroups() throws {
        let number = try #require(PhoneNumber("0120-279-338"))
        #expect(number.reading(in: .english) == "0 1 2 0, 2 7 9, 3 3 8")
        let kana = number.reading(in: .japanese)
        #expect(kana == "ぜろ いち に ぜろ、に なな きゅう、さん さん はち")
        #expect(Kana.isSayable(kana))
        for bad in ["", "1", "12a", "12--34", "-12", "1234567890123456", "１２３"] { #expect(PhoneNumber(bad) == nil) }
    }

    @Test(arguments: [
        ("number", "call us"), ("source", "http://example.org"), ("checked_on", "yesterday"), ("free", "perhaps"),
        ("copied_on", "then"),
        ("languages", "german"), ("checked_by", ""), ("name_en", ""), ("hours", "sometimes"),
    ]) func aFaultRefusesTheWholeFile(key: String, value: String) {
        let document = Self.document(hours: Self.field("always"), changes: [key: value])
        #expect(throws: FieldErrors.self) { try HelpLines.parse(document).get() }
    }

    @Test(arguments: ["daily 9-17", "daily 09:00", "day 09:00-10:00", "mon,mon 09:00-10:00", "mon 09:00-09:00", "mon"])
    func aWindowThatCannotBeReadIsAFault(text: String) {
        let document = Self.document(hours: .list([Self.field(text)], at: .unknown))
        #expect(throws: FieldErrors.self) { try HelpLines.parse(document).get() }
    }

    @Test func anEntryAgesFromItsLastCheckElseFromItsCopy() throws {
        let checked = try HelpLines.parse(Self.document(hours: Self.field("always"))).get()
        let unchecked = try HelpLines.parse(
            Self.document(hours: Self.field("always"), without: ["checked_on", "checked_by"])
        ).get()
        for (lines, date) in [(checked, "2026-03-01"), (unchecked, "2026-02-01")] {
            let seen = try #require(LocalDate(date))
            for (days, warns, fails) in [(0, false, false), (120, false, false), (121, true, false), (366, true, true)]
            {
                let today = seen.adding(days: days)
                #expect(lines.linesUnseen(forDays: HelpLines.warningAgeDays, on: today).isEmpty != warns)
                #expect(lines.linesUnseen(forDays: Self.maximumAgeDays, on: today).isEmpty != fails)
            }
        }
    }

    /// A copy is no check, and a check has a person and a date.
    @Test func onlyAPersonWithADateIsACheck() throws {
        let checked = try Self.lines(["always"])
        #expect(checked.linesNobodyChecked.isEmpty && checked.count == 1)
        let copied = Self.document(hours: Self.field("always"), without: ["checked_on", "checked_by"])
        #expect(try HelpLines.parse(copied).get().linesNobodyChecked == ["DE/ライン"])
        for missing in ["checked_on", "checked_by", "copied_on"] {
            let document = Self.document(hours: Self.field("always"), without: [missing])
            #expect(throws: FieldErrors.self) { try HelpLines.parse(document).get() }
        }
    }
}
