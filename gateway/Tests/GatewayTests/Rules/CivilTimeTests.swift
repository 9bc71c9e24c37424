import Foundation
import GatewayRules
import Testing

@testable import Gateway

@Suite("Times and texts of the pages", .requirement("GATEWAY-4"))
struct CivilTimeTests {
    @Test("A civil time is the one that Foundation's calendar shows, in any zone and any year", arguments: 0..<20)
    func calendar(seed: Int) throws {
        var generator = SeededGenerator(UInt64(seed))
        for name in ["UTC", "Asia/Tokyo", "America/New_York", "Pacific/Kiritimati", "Asia/Kathmandu"] {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try #require(TimeZone(identifier: name))
            for _ in 0..<60 {
                let at = Int64.random(in: 946_684_800_000...6_000_000_000_000, using: &generator)
                let parts = calendar.dateComponents(
                    [.year, .month, .day, .hour, .minute, .second, .weekday],
                    from: Date(timeIntervalSince1970: Double(at) / 1000))
                let time = CivilTime(at: at, zone: name)
                #expect(time.year == parts.year && time.month == parts.month && time.day == parts.day, "\(name) \(at)")
                #expect(time.hour == parts.hour && time.minute == parts.minute && time.second == parts.second)
                #expect(time.weekday + 1 == parts.weekday, "\(name) \(at)")
            }
        }
        #expect(CivilTime.text(at: 0) == "1970-01-01T00:00:00Z" && CivilTime(at: -1).day == 31)
    }

    @Test("No time is too far away for a calendar")
    func extremes() {
        for at in [Int64.min, .min + 1, -1, 0, .max - 1, .max] {
            for offset in [-12 * 3_600, 0, 14 * 3_600] {
                let time = CivilTime(at: at, offsetSeconds: offset)
                #expect((1...12).contains(time.month) && (1...31).contains(time.day) && (0...23).contains(time.hour))
                #expect((0...59).contains(time.minute) && (0...6).contains(time.weekday))
                let month = Month(at: at, offsetSeconds: offset)
                #expect(month.year == time.year && month.month == time.month)
            }
        }
    }

    @Test("Days and months in both languages")
    func words() throws {
        let time = CivilTime(at: 1_800_000_000_000, zone: "Asia/Tokyo")
        #expect(PageLanguage.en.moment(time) == "Fri 15 January 2027, 17:00")
        #expect(PageLanguage.ja.moment(time) == "2027年1月15日（金）17:00")
        #expect(PageLanguage.en.minutes(1) == "1 minute" && PageLanguage.en.minutes(0) == "0 minutes")
        let month = try #require(Month("2027-02"))
        #expect(month.days == 28 && PageLanguage.ja.name(of: month) == "2027年2月")
        #expect(month.endEverywhere == 1_803_859_200_000 + 43_200_000)
        #expect(Month("2028-02")?.days == 29 && Month("2026-12")?.days == 31)
    }

    @Test("Both languages say everything, and not the same")
    func languages() {
        let (english, japanese) = (
            Mirror(reflecting: PersonTexts.en).children, Mirror(reflecting: PersonTexts.ja).children
        )
        #expect(english.count > 90)
        for (one, other) in zip(english, japanese) {
            let (en, ja) = ("\(one.value)", "\(other.value)")
            #expect(!en.isEmpty && !ja.isEmpty && en != ja, "\(one.label ?? "")")
            #expect(ja.unicodeScalars.contains { $0.value > 0x3000 }, "\(one.label ?? "")")
            #expect(!en.unicodeScalars.contains { $0.value > 0x2100 }, "\(one.label ?? "")")
            // Whatever is filled in is filled in in both.
            for word in ["LEFT", "LIMIT", "MONTH", "ALL", "DAYS", "MOST", "MINUTES", "WHEN", "NAMES"] {
                #expect(en.contains(word) == ja.contains(word), "\(one.label ?? "") \(word)")
            }
        }
    }

    @Test("What is escaped is escaped whatever follows it, and the chart stays in its frame")
    func escaping() {
        for mark in ["", "\u{301}", "\u{20DD}", "\u{200D}"] {
            let escaped = PageText().escapeText("\"\(mark)<\(mark)>\(mark)'\(mark)&\(mark)")
            #expect(!escaped.unicodeScalars.contains { "<>\"'".unicodeScalars.contains($0) })
            #expect(escaped.unicodeScalars.count == "&quot;&lt;&gt;&#39;&amp;".count + 5 * mark.unicodeScalars.count)
        }
        for count in 28...31 {
            let chart = UseChart(minutes: Array(repeating: 44_640, count: count), title: "<", summary: "&").svg
            #expect(chart.contains("<title id=\"chart-title\">&lt;</title>") && chart.contains(">\(count)</text>"))
            for part in chart.components(separatedBy: "<rect x=\"").dropFirst() {
                let x = part.prefix { $0 != "\"" }
                #expect((Double(x) ?? -1) >= 0 && (Double(x) ?? 400) < 320)
            }
        }
        #expect(!UseChart(minutes: [], title: "", summary: "").svg.contains("<rect"))
    }
}

@Suite("Habits as the page knows them", .requirement("GATEWAY-4", "ACCOUNT-2"))
struct HabitTests {
    private func habit(_ text: String) throws -> Habit? { Habit(try JSON(parsing: Array(text.utf8))) }

    @Test("A proposal changes time and days and nothing else")
    func proposal() throws {
        let known = try #require(try habit(#"{"id":"wake","at":"06:00","days":["sun","mon"],"x":{"y":[1.5]}}"#))
        #expect(known.days == ["mon", "sun"] && known.isEditable)
        #expect(
            known.proposing(at: "07:15", days: ["sun", "fri"]).encoded
                == #"{"id":"wake","at":"07:15","x":{"y":[1.5]},"days":["fri","sun"]}"#)
        let daily = try #require(try habit(#"{"id":"wake","at":"06:00"}"#))
        #expect(daily.proposing(at: "06:30", days: Habit.week).encoded == #"{"id":"wake","at":"06:30"}"#)
        #expect(daily.proposing(at: "06:30", days: ["mon"]).encoded == #"{"id":"wake","at":"06:30","days":["mon"]}"#)
    }

    @Test("What is not understood is left alone")
    func unknown() throws {
        for text in [
            #"{"id":"a","at":"6:00"}"#, #"{"id":"a"}"#, #"{"id":"a","at":600}"#,
            #"{"id":"a","at":"06:00","days":"mon"}"#,
            #"{"id":"a","at":"06:00","days":["mon","holiday"]}"#, #"{"id":"a","at":"06:00","days":[1]}"#,
        ] { #expect(try habit(text)?.isEditable == false, "\(text)") }
        for text in [#"{"at":"06:00"}"#, #"{"id":""}"#, #"{"id":7}"#, "[]"] {
            #expect(try habit(text) == nil, "\(text)")
        }
        let clocks = ["00:00", "23:59", "24:00", "12:60", "0:012", "12:3", "１２:00", "-1:00", "::::", "+1:00", ""]
        #expect(clocks.filter(Habit.isClock) == ["00:00", "23:59"])
    }
}
