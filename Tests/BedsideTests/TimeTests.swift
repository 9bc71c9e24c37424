import Foundation
import Testing

@testable import Bedside

@Suite struct LocalDateTests {
    /// Year, month and day counted up by hand, compared with the formulas, over every date that a text can name.
    @Test func everyDateOfTheCalendarHasItsNumber() throws {
        let first = try #require(LocalDate(year: 1, month: 1, day: 1))
        #expect(first.dayNumber == -719_162)
        var number = first.dayNumber
        for year in 1...9999 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (index, length) in lengths.enumerated() {
                // The edges of every month, and all days of a few years.
                let days = (1998...2004).contains(year) ? Array(1...length) : [1, 15, length]
                for day in days {
                    let date = LocalDate(year: year, month: index + 1, day: day)
                    if date?.dayNumber != number + Int32(day - 1) {
                        Issue.record("\(year)-\(index + 1)-\(day): \(date?.dayNumber ?? 0)")
                    }
                    let back = LocalDate(dayNumber: number + Int32(day - 1)).components
                    if back != (year, index + 1, day) { Issue.record("\(year)-\(index + 1)-\(day): \(back)") }
                }
                if LocalDate(year: year, month: index + 1, day: length + 1) != nil {
                    Issue.record("\(year)-\(index + 1) has a day too many")
                }
                number += Int32(length)
            }
        }
    }

    @Test func writesAndReadsItsText() throws {
        for text in ["0001-01-01", "1970-01-01", "2024-02-29", "2026-03-29", "9999-12-31"] {
            #expect(LocalDate(text)?.description == text)
        }
        for text in [
            "", "2026-2-01", "2026-02-30", "2023-02-29", "0000-01-01", "10000-01-01", "2026-13-01", "2026-00-10",
            "2026-01-00", "2026-01-01-01", "2026/01/01", "+026-01-01", "２０２６-01-01", "2026-01-1x",
        ] {
            #expect(LocalDate(text) == nil, "\(text)")
        }
    }

    @Test func knowsItsWeekdayOnBothSidesOf1970() throws {
        for (text, day) in [
            ("1970-01-01", Weekday.thursday), ("1969-12-31", .wednesday), ("2026-03-29", .sunday),
            ("2000-02-29", .tuesday), ("0001-01-01", .monday), ("1900-01-01", .monday),
        ] {
            #expect(try #require(LocalDate(text)).weekday == day)
        }
        for number in Int32(-20)...20 {
            let next = LocalDate(dayNumber: number).adding(days: 1).weekday.rawValue
            #expect(next == LocalDate(dayNumber: number).weekday.rawValue % 7 + 1)
        }
    }

    @Test func additionStopsAtTheEndsOfItsRange() throws {
        #expect(try #require(LocalDate("2024-02-28")).adding(days: 2).description == "2024-03-01")
        #expect(LocalDate(dayNumber: .max).adding(days: 1).dayNumber == .max)
        #expect(LocalDate(dayNumber: .min).adding(days: -1).dayNumber == .min)
        #expect(LocalDate(dayNumber: 0) < LocalDate(dayNumber: 1))
    }

    @Test func weekdaysHaveNamesAndSetsKeepThem() throws {
        #expect(Weekday.allCases.map(\.shortName) == ["mon", "tue", "wed", "thu", "fri", "sat", "sun"])
        #expect(Weekday.allCases.map { Weekday(shortName: $0.shortName) } == Weekday.allCases)
        #expect(Weekday(shortName: "Mon") == nil)
        for mask in 0..<128 {
            let days = Weekday.allCases.filter { mask & (1 << ($0.rawValue - 1)) != 0 }
            let set = WeekdaySet(days)
            #expect(set.days == days && set.isEmpty == days.isEmpty && Int(set.mask) == mask)
            let data = try JSONEncoder().encode(set)
            #expect(try JSONDecoder().decode(WeekdaySet.self, from: data) == set)
        }
        #expect(WeekdaySet.everyDay.days.count == 7 && !WeekdaySet.weekdays.contains(.saturday))
        // The eighth bit stands for no day.
        #expect(try JSONDecoder().decode(WeekdaySet.self, from: Data("255".utf8)) == .everyDay)
    }
}

@Suite struct LocalTimeTests {
    @Test func everySecondOfADayComesBackFromItsText() throws {
        for second in 0..<86_400 {
            let time = LocalTime(wrappingSecondOfDay: second)
            let again = LocalTime(hour: time.hour, minute: time.minute, second: time.second)
            guard again == time, Int(time.secondOfDay) == second else {
                Issue.record("second \(second)")
                continue
            }
            guard second.isMultiple(of: 7) else { continue }
            #expect(LocalTime(time.description) == time)
        }
        #expect(LocalTime("6:00")?.description == "06:00" && LocalTime("06:00:30")?.description == "06:00:30")
    }

    @Test(arguments: [
        "", "6", "06", "24:00", "23:60", "23:59:60", "006:00", "06:0", "06:00:0", "-6:00", "06:00:00:00", "6.00",
        "０６:00",
        " 06:00", "06:00 ", ":00", "06:",
    ])
    func refusesWhatIsNotATime(text: String) {
        #expect(LocalTime(text) == nil)
    }

    @Test func wrapsAroundMidnight() {
        #expect(LocalTime(wrappingSecondOfDay: -1).description == "23:59:59")
        #expect(LocalTime(wrappingSecondOfDay: 86_400).secondOfDay == 0)
        #expect(LocalTime(wrappingSecondOfDay: .min).secondOfDay >= 0)
        #expect(LocalTime(wrappingSecondOfDay: .max).secondOfDay < 86_400)
        #expect(LocalTime(wrappingSecondOfDay: 0) < LocalTime(wrappingSecondOfDay: 1))
    }

    @Test func dateAndTimeCountTheSecondsOfTheWall() throws {
        for seconds in [Int64(-86_401), -86_400, -1, 0, 1, 86_399, 86_400, 1_774_753_200, -62_135_596_800] {
            #expect(LocalDateTime(wallSeconds: seconds).wallSeconds == seconds)
        }
        #expect(LocalDateTime("2026-03-28T12:00")?.wallSeconds == 1_774_699_200)
        #expect(LocalDateTime("2026-03-28 12:00:30")?.description == "2026-03-28T12:00:30")
        #expect(LocalDateTime("2026-03-28") == nil && LocalDateTime("2026-03-28T") == nil)
        let (earlier, later) = (LocalDateTime(wallSeconds: -1), LocalDateTime(wallSeconds: 0))
        #expect(earlier < later && !(later < earlier))
    }

    @Test func keepsItsValueThroughCodingAndRefusesOtherText() throws {
        let value = try #require(LocalDateTime("2026-03-28T12:00:30"))
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(LocalDateTime.self, from: data) == value)
        for json in [#"{"date":"2026-02-30","time":"12:00"}"#, #"{"date":"2026-02-03","time":"25:00"}"#] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(LocalDateTime.self, from: Data(json.utf8))
            }
        }
    }
}

@Suite struct SpanTests {
    private let ends: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]

    @Test func sumsAndDifferencesStopAtTheEndsInsteadOfTrapping() {
        for a in ends {
            for b in ends {
                let sum = Double(a) + Double(b)
                let difference = Double(a) - Double(b)
                let total = (TimeSpan(nanoseconds: a) + TimeSpan(nanoseconds: b)).nanoseconds
                let rest = (TimeSpan(nanoseconds: a) - TimeSpan(nanoseconds: b)).nanoseconds
                #expect(abs(Double(total) - min(max(sum, -9.3e18), 9.3e18)) < 1e17)
                #expect(abs(Double(rest) - min(max(difference, -9.3e18), 9.3e18)) < 1e17)
                #expect((CivilTime(nanoseconds: a) + TimeSpan(nanoseconds: b)).nanoseconds == total)
                #expect((CivilTime(nanoseconds: a) - TimeSpan(nanoseconds: b)).nanoseconds == rest)
                #expect((CivilTime(nanoseconds: a) - CivilTime(nanoseconds: b)).nanoseconds == rest)
                #expect((BootTime(nanoseconds: a) + TimeSpan(nanoseconds: b)).nanoseconds == total)
                #expect((BootTime(nanoseconds: a) - TimeSpan(nanoseconds: b)).nanoseconds == rest)
                #expect((BootTime(nanoseconds: a) - BootTime(nanoseconds: b)).nanoseconds == rest)
            }
        }
        #expect((-TimeSpan(nanoseconds: .min)).nanoseconds == .max)
        #expect((TimeSpan(nanoseconds: 5) - TimeSpan(nanoseconds: 7)).nanoseconds == -2)
    }

    @Test func productsStopAtTheEndsWithTheRightSign() {
        #expect((TimeSpan(nanoseconds: .max) * 2).nanoseconds == .max)
        #expect((TimeSpan(nanoseconds: .max) * -2).nanoseconds == .min)
        #expect((TimeSpan(nanoseconds: .min) * -1).nanoseconds == .max)
        #expect((TimeSpan.seconds(3) * -2).nanoseconds == -6_000_000_000)
        #expect(TimeSpan.days(.max).nanoseconds == .max && TimeSpan.seconds(.min).nanoseconds == .min)
    }

    @Test func unitsAgree() {
        #expect(TimeSpan.milliseconds(1500).seconds == 1.5 && TimeSpan.seconds(2).milliseconds == 2000)
        #expect(
            TimeSpan.minutes(60) == .hours(1) && TimeSpan.hours(24) == .days(1) && TimeSpan.days(1) == .seconds(86_400))
        #expect(TimeSpan.milliseconds(-1).milliseconds == -1 && TimeSpan.zero < .milliseconds(1))
    }

    @Test func readsFractionsOfASecondFromAnyNumber() {
        #expect(TimeSpan.seconds(fraction: 2.5) == .milliseconds(2500))
        #expect(TimeSpan.seconds(fraction: -0.001) == .milliseconds(-1))
        #expect(TimeSpan.seconds(fraction: .nan) == .zero && TimeSpan.seconds(fraction: 0) == .zero)
        for value in [Double.infinity, 1e300, 9.3e9] { #expect(TimeSpan.seconds(fraction: value).nanoseconds == .max) }
        for value in [-Double.infinity, -1e300, -9.3e9] {
            #expect(TimeSpan.seconds(fraction: value).nanoseconds == .min)
        }
    }

    @Test func civilSecondsRoundDownAndStopAtTheEnds() {
        for (nanoseconds, seconds) in [
            (Int64(-1), Int64(-1)), (0, 0), (999_999_999, 0), (1_000_000_000, 1), (-1_000_000_000, -1),
            (-1_000_000_001, -2),
        ] {
            #expect(CivilTime(nanoseconds: nanoseconds).seconds == seconds)
        }
        #expect(CivilTime(seconds: .max).nanoseconds == .max && CivilTime(seconds: .min).nanoseconds == .min)
        #expect(CivilTime(seconds: 1).nanoseconds == 1_000_000_000)
    }

    @Test func aMomentAdvancesBothClocks() {
        let start = Moment(boot: .zero, civil: CivilTime(seconds: 10))
        let later = start.advanced(by: .seconds(5))
        #expect(later.boot.nanoseconds == 5_000_000_000 && later.civil == CivilTime(seconds: 15))
        #expect(start.boot < later.boot && start.civil < later.civil)
    }
}
