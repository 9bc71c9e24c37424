import TestKit
import Testing

@testable import Bedside

/// The day that an owner's words name, and what is kept for it (MIND-1, M-5).
@Suite(.requirement("MIND-1", "MIND-3"))
struct NamedDayTests {
    private typealias Kind = Simulator.Step.Kind

    // MARK: The words

    /// The day of the talk is Tuesday, 1 December 2026.
    @Test(arguments: [
        ("I have a call tonight with Ken.", "2026-12-01"), ("This evening I cook.", "2026-12-01"),
        ("Today after lunch I walk.", "2026-12-01"), ("Tomorrow I visit the dentist", "2026-12-02"),
        ("When I wake up tomorrow morning", "2026-12-02"), ("I’ll see tomorrow’s match", "2026-12-02"),
        ("The day after tomorrow I fly", "2026-12-03"), ("On Friday when I wake up", "2026-12-04"),
        ("next Friday", "2026-12-04"), ("on Tuesday", "2026-12-08"), ("Friday next week", "2026-12-11"),
        ("On December 5 I move", "2026-12-05"), ("on 5 December", "2026-12-05"), ("Dec 5th", "2026-12-05"),
        ("on the fifth of December", "2026-12-05"), ("the twenty-first of November", "2027-11-21"),
        ("Friday, December 11", "2026-12-11"), ("on Friday the 11th", "2026-12-11"),
        ("Friday 18th I fly", "2026-12-18"),
        ("On Friday the first thing I do is swim", "2026-12-04"),
        ("Not tomorrow but on Thursday I run", "2026-12-03"), ("On Friday instead of Saturday", "2026-12-04"),
        ("On the 12th I see the dentist", "2026-12-12"), ("until the 24th", "2026-12-24"),
        ("in two weeks", "2026-12-15"),
        ("明日じゃなくて木曜に走る", "2026-12-03"), ("13日に歯医者", "2026-12-13"), ("10日の朝、走る", "2026-12-10"),
        ("11日の金曜", "2026-12-11"), ("December 5 2027", "2027-12-05"),
        ("in two days", "2026-12-03"),
        ("in a week", "2026-12-08"), ("until Friday", "2026-12-04"), ("今夜ケンと電話する", "2026-12-01"),
        ("今日は早く寝る", "2026-12-01"), ("明日歯医者に行く", "2026-12-02"), ("あした、起きたら", "2026-12-02"), ("明朝走る", "2026-12-02"),
        ("明日美術館に行く", "2026-12-02"), ("あさって起きたら", "2026-12-03"), ("明後日", "2026-12-03"), ("金曜日に歯医者", "2026-12-04"),
        ("来週の金曜日", "2026-12-11"), ("今週の金曜", "2026-12-04"), ("12月5日に引っ越す", "2026-12-05"), ("十二月五日", "2026-12-05"),
        ("１月３日", "2027-01-03"), ("来年の12月5日", "2027-12-05"), ("二日後に", "2026-12-03"), ("一週間後", "2026-12-08"),
        ("Today was hard, on Friday when I wake up I walk", "2026-12-04"), ("今日は疲れた、明日は走る", "2026-12-02"),
    ]) func oneDayIsFound(sentence: String, day: String) throws {
        let today = try #require(LocalDate("2026-12-01"))
        #expect(NamedDay.date(in: sentence, from: today) == LocalDate(day), "\(sentence)")
    }

    @Test(arguments: [
        "When I wake up I open the window", "On Friday or on Saturday", "today or tomorrow", "Yesterday I swam",
        "Last Friday I swam", "Every Friday I swim", "on Fridays", "From tomorrow I run", "starting Friday",
        "after Friday",
        "March 26 to 28", "I walk two days", "The second may be better", "I march home at 5", "起きたら窓を開ける", "今日と明日",
        "On the 12th floor there is a café", "三日に一度走る", "三日の旅行は楽しかった",
        "毎週金曜日に泳ぐ", "明日から走る", "昨日泳いだ", "先週の金曜日", "三日前", "明日香と話す", "勉強は好き",
    ]) func noDayIsFound(sentence: String) throws {
        let today = try #require(LocalDate("2026-12-01"))
        #expect(NamedDay.date(in: sentence, from: today) == nil, "\(sentence)")
    }

    /// Tuesday, 1 December 2026, again.
    @Test(
        arguments: [
            ("From tomorrow until Sunday I stay with Ken", "2026-12-02", "2026-12-06"),
            ("from Friday to Monday", "2026-12-04", "2026-12-07"),
            ("from Monday to Wednesday", "2026-12-07", "2026-12-09"),
            ("I am away this weekend", "2026-12-05", "2026-12-06"), ("next weekend", "2026-12-12", "2026-12-13"),
            ("Next week I paint the kitchen", "2026-12-07", "2026-12-13"), ("this week", "2026-12-01", "2026-12-06"),
            ("December 26 to 28", "2026-12-26", "2026-12-28"), ("on Friday and Saturday", "2026-12-04", "2026-12-05"),
            ("for three days from Friday", "2026-12-04", "2026-12-06"), ("next month", "2027-01-01", "2027-01-31"),
            ("for the next two weeks", "2026-12-01", "2026-12-15"), ("until December 24", "2026-12-01", "2026-12-24"),
            ("I'm off work until the end of the month", "2026-12-01", "2026-12-31"),
            ("away till the end of this week", "2026-12-01", "2026-12-06"),
            ("until the end of next month", "2026-12-01", "2027-01-31"),
            ("by the end of the year", "2026-12-01", "2026-12-31"),
            ("until the end of January", "2026-12-01", "2027-01-31"),
            ("every day until Sunday", "2026-12-01", "2026-12-06"), ("From Friday on I run", "2026-12-04", nil),
            ("明日から日曜まで京都", "2026-12-02", "2026-12-06"), ("今週末は京都に行く", "2026-12-05", "2026-12-06"),
            ("来週は台所を塗る", "2026-12-07", "2026-12-13"), ("12月5日から8日まで", "2026-12-05", "2026-12-08"),
            ("再来週", "2026-12-14", "2026-12-20"), ("明日から三日間", "2026-12-02", "2026-12-04"),
            ("来月", "2027-01-01", "2027-01-31"),
            ("今月中に", "2026-12-01", "2026-12-31"), ("明日から走る", "2026-12-02", nil),
        ] as [(String, String, String?)]) func aSpanIsFound(sentence: String, first: String, last: String?) throws
    {
        let today = try #require(LocalDate("2026-12-01"))
        let span = try #require(NamedDay.span(in: sentence, from: today), "\(sentence)")
        #expect(span.first.description == first, "\(sentence)")
        #expect(span.last?.description == last, "\(sentence)")
    }

    @Test(arguments: ["When I wake up I open the window", "last week", "先週は疲れた", "毎週末に走る", "I run at weekends"])
    func noSpanIsFound(sentence: String) throws {
        let today = try #require(LocalDate("2026-12-01"))
        #expect(NamedDay.span(in: sentence, from: today) == nil, "\(sentence)")
    }

    @Test func whatComesAgainIsFound() {
        let daily = ["Every day when I wake", "Each morning", "every single day", "毎日", "毎朝起きたら"]
        for sentence in daily { #expect(NamedDay.recurrence(in: sentence) == .everyDay, "\(sentence)") }
        let mondays = WeekdaySet([.monday])
        for sentence in ["Every Monday", "on Mondays", "Monday mornings", "毎週月曜", "毎週月曜日に"] {
            #expect(NamedDay.recurrence(in: sentence) == mondays, "\(sentence)")
        }
        #expect(NamedDay.recurrence(in: "every Monday and Thursday") == WeekdaySet([.monday, .thursday]))
        #expect(NamedDay.recurrence(in: "on weekdays") == .weekdays)
        #expect(NamedDay.recurrence(in: "平日は") == .weekdays)
        let allButSunday = WeekdaySet(Weekday.allCases.filter { $0 != .sunday })
        for sentence in ["every morning except Sunday", "every day except on Sundays", "日曜以外は毎朝"] {
            #expect(NamedDay.recurrence(in: sentence) == allButSunday, "\(sentence)")
        }
        #expect(NamedDay.recurrence(in: "every other day")?.isEmpty == true)
        for sentence in ["Tomorrow", "on Monday", "my daily walk", "every time I wake", "明日は平日だから", "月曜に"] {
            #expect(NamedDay.recurrence(in: sentence) == nil, "\(sentence)")
        }
    }

    @Test func aListOfWeekdaysIsFound() {
        let weekend = WeekdaySet([.saturday, .sunday])
        for sentence in ["土日は走る", "週末は走る", "on Saturday and Sunday", "土曜と日曜は"] {
            #expect(NamedDay.list(in: sentence) == weekend, "\(sentence)")
        }
        #expect(NamedDay.list(in: "月曜と木曜は、起きたら走る") == WeekdaySet([.monday, .thursday]))
        #expect(NamedDay.list(in: "On Thursday and Friday I walk") == WeekdaySet([.thursday, .friday]))
        #expect(NamedDay.list(in: "月水金は、起きたら走る") == WeekdaySet([.monday, .wednesday, .friday]))
        for sentence in ["毎日は走れない", "月日は流れる", "金は天下の回りもの"] {
            #expect(NamedDay.list(in: sentence) == nil, "\(sentence)")
        }
        for sentence in ["on Friday", "this weekend", "on Friday or on Saturday", "今週末", "来週の月曜と木曜", "月曜から木曜まで"] {
            #expect(NamedDay.list(in: sentence) == nil, "\(sentence)")
        }
    }

    // MARK: Days that are lived

    private static func run(
        days: Int = 7, language: Language = .english, change: (inout Profile) -> Void = { _ in },
        _ steps: [(String, Kind)]
    ) throws -> [SimulatedLine] {
        var profile = Profile(language: language, companion: .openai)
        for index in profile.habits.indices { profile.habits[index].isOn = profile.habits[index].id != .training }
        change(&profile)
        let zone = try TestZones.load("Asia/Tokyo")
        let first = try EpisodeTests.at("2026-12-01T12:00")
        let instant = try #require(zone.instant(of: first))
        let script = try steps.map { Simulator.Step(at: try EpisodeTests.at($0.0), kind: $0.1) }
        let instructions: Simulator.Instructions = { request, _ in
            request.told.added(to: "instructions for \(request.habit?.id.name ?? "a talk")")
        }
        let made = Simulator(
            configuration: Configuration(clockFloor: instant - .days(366)), profile: profile, zone: zone, from: first,
            days: days, steps: script, memory: .on, instructions: instructions)
        var simulator = try #require(made)
        var lines: [SimulatedLine] = []
        simulator.runAll { line, _ in lines.append(line) }
        return lines
    }

    /// A talk at bedtime in which the owner says one sentence and the companion calls a tool.
    private static func talk(_ sentence: String, _ tool: String, _ arguments: String, on day: String) -> [(
        String, Kind
    )] {
        [
            ("\(day)T22:30:10", MemoryStoryTests.start), ("\(day)T22:30:20", MemoryStoryTests.owner(sentence)),
            ("\(day)T22:30:30", .tool(name: tool, arguments: arguments)), ("\(day)T22:30:40", MemoryStoryTests.stop),
        ]
    }

    private static func intention(
        _ sentence: String, days: String? = nil, habit: String = "wake", on day: String = "2026-12-01",
        action: String = "open the window"
    ) -> [(String, Kind)] {
        let more = days.map { #","days":["# + $0 + "]" } ?? ""
        let words = sentence.hasSuffix(".") || sentence.hasSuffix("。") ? String(sentence.dropLast()) : sentence
        return talk(
            sentence, "save_intention",
            #"{"habit":"\#(habit)","cue_kind":"wake","cue":"waking","action":"\#(action)","words":"\#(words)"\#(more)}"#,
            on: day)
    }

    private static func talk(at time: String, on days: [Int]) -> [(String, Kind)] {
        days.flatMap { day in
            let date = "2026-12-\(day < 10 ? "0" : "")\(day)"
            return [
                ("\(date)T\(time):10", MemoryStoryTests.start),
                ("\(date)T\(time):20", MemoryStoryTests.owner("Hello.")),
                ("\(date)T\(time):40", MemoryStoryTests.stop),
            ]
        }
    }

    /// The mornings that have a wake message.
    private static func messages(_ lines: [SimulatedLine]) throws -> [String] {
        let zone = try TestZones.load("Asia/Tokyo")
        return lines.compactMap { line in
            if case .message(_, let at) = line { zone.local(at).date.description } else { nil }
        }
    }

    /// A4: what is for a named day is for no other.
    @Test(
        arguments: [
            ("On Friday when I wake up I open the window.", nil, "2026-12-04"),
            ("On Friday when I wake up I open the window.", #""fri""#, "2026-12-04"),
            ("The day after tomorrow when I wake up I open the window.", nil, "2026-12-03"),
            ("This weekend when I wake up I open the window.", nil, "2026-12-05"),
            ("On Friday the 4th when I wake up I open the window.", nil, "2026-12-04"),
            ("Tomorrow when I wake up I open the window.", nil, "2026-12-02"),
            ("When I wake up I open the window.", nil, "2026-12-02"),
            ("I overslept today, so when I wake up I open the window.", nil, "2026-12-02"),
            ("Tonight I sleep early, and when I wake up I open the window.", nil, "2026-12-02"),
        ] as [(String, String?, String)]) func anIntentionIsForTheDayThatIsNamed(
            sentence: String, days: String?, day: String
        ) throws
    {
        let lines = try Self.run(Self.intention(sentence, days: days))
        #expect(try Self.messages(lines) == [day], "\(sentence)")
    }

    @Test(arguments: [("金曜日、起きたら窓を開ける。", "2026-12-04"), ("あさって、起きたら窓を開ける。", "2026-12-03")])
    func inJapaneseToo(sentence: String, day: String) throws {
        let lines = try Self.run(language: .japanese, Self.intention(sentence, action: "窓を開ける"))
        #expect(MemoryStoryTests.kept(lines).map { $0.intention?.forDate } == [LocalDate(day)])
        #expect(try Self.messages(lines) == [day])
    }

    /// A day on which the habit does not ring moves nothing to another.
    @Test func tomorrowIsNotMonday() throws {
        let lines = try Self.run(
            days: 8,
            change: { profile in
                for index in profile.habits.indices where profile.habits[index].id == .wake {
                    profile.habits[index].days = .weekdays
                }
            }, Self.intention("Tomorrow when I wake up I open the window.", on: "2026-12-04"))
        #expect(MemoryStoryTests.kept(lines).map { $0.intention?.forDate } == [LocalDate("2026-12-05")])
        #expect(try Self.messages(lines).isEmpty)
    }

    /// B7, B8: each of its days has its message, whether there is a talk in between or not, and no other day has.
    @Test(
        arguments: [
            ("Every Monday when I wake up I open the window.", #""mon""#, [7]),
            ("Every Monday when I wake up I open the window.", nil, [7]),
            ("Every day when I wake up I open the window.", nil, [2, 3, 4, 5, 6, 7, 8]),
        ] as [(String, String?, [Int])]) func whatComesAgainIsSaidOnEachOfItsDays(
            sentence: String, weekday: String?, expected: [Int]
        ) throws
    {
        let said = Self.intention(sentence, days: weekday)
        for steps in [said, said + Self.talk(at: "22:30", on: [2, 3, 4, 5])] {
            let lines = try Self.run(days: 7, steps)
            #expect(try Self.messages(lines) == expected.map { "2026-12-0\($0)" })
        }
    }

    @Test func anIntentionForTodayIsNotToldTomorrow() throws {
        let words = "After lunch today I take a short walk"
        let lines = try Self.run([
            ("2026-12-02T06:00:10", MemoryStoryTests.start), ("2026-12-02T06:00:30", MemoryStoryTests.owner(words)),
            (
                "2026-12-02T06:00:40",
                .tool(
                    name: "save_intention",
                    arguments: """
                        {"habit":"wake","cue_kind":"after_action","cue":"After lunch","action":"take a short walk",\
                        "words":"\(words)"}
                        """)
            ), ("2026-12-02T06:01:00", MemoryStoryTests.stop),
        ])
        #expect(MemoryStoryTests.kept(lines).map { $0.intention?.forDate } == [LocalDate("2026-12-02")])
        #expect(try Self.messages(lines).allSatisfy { $0 == "2026-12-02" })
    }

    // MARK: Evenings

    /// B11: what is for a bedtime begins it, and is asked about on the evening after.
    @Test func aBedtimesIntentionIsAskedAboutOnTheEveningAfter() throws {
        let words = "After I brush my teeth I put the phone away."
        let lines = try Self.run(
            days: 4,
            Self.intention(words, habit: "bedtime", action: "put the phone away")
                + Self.talk(at: "22:30", on: [2, 3, 4]))
        let zone = try TestZones.load("Asia/Tokyo")
        func evenings(_ fits: (String) -> Bool) -> Set<String> {
            let days = lines.compactMap { line -> String? in
                guard case .prompt(HabitID.bedtime, let text, let at) = line, fits(text.words) else { return nil }
                return zone.local(at).date.description
            }
            return Set(days)
        }
        let asking = evenings { $0.contains("answer_intention") }
        #expect(asking == ["2026-12-03"])
        let first = evenings { $0.split(separator: "\n").first?.contains("I put the phone away") == true }
        #expect(first == ["2026-12-02"])
    }

    /// One for every bedtime begins each, and each is asked about once.
    @Test func aRecurringBedtimeIntentionIsBothEachEvening() throws {
        var memory = Memory()
        let first = try MemoryRun.moment("2026-12-01T22:30")
        var intention = MemoryTests.intention("dim the lamp", habit: .bedtime, for: first)
        intention.recurrence = .everyDay
        _ = try memory.keep(MemoryCandidate(intention), at: first, talk: 1, habit: .bedtime).get()
        for day in 2...9 {
            let now = try MemoryRun.moment("2026-12-0\(day)T22:30")
            _ = memory.expire(at: now)
            #expect(memory.intention(of: .bedtime, on: now.evening) != nil, "\(day)")
            let asked = memory.intentionsToAsk(at: now)
            #expect(asked.count == (day == 2 ? 0 : 1), "\(day)")
            for item in asked { _ = memory.ask(item.id, at: now) }
            if !asked.isEmpty { #expect(!memory.answer(.done, at: now).changes.isEmpty) }
            #expect(memory.intentionsToAsk(at: now).isEmpty)
        }
    }

    /// B10: an evening without a bedtime asks in a talk that begins late.
    @Test(arguments: [("17:30", false), ("18:30", true), ("22:30", true)])
    func withoutABedtimeALateTalkAsks(time: String, isAsked: Bool) throws {
        let lines = try Self.run(
            change: { profile in
                for index in profile.habits.indices where profile.habits[index].id == .bedtime {
                    profile.habits[index].isOn = false
                }
            },
            Self.intention("Tomorrow when I wake up I open the window.") + Self.talk(at: time, on: [2, 3])
                + Self.talk(at: "23:10", on: [3]))
        let prompts = MemoryStoryTests.prompts(lines, nil)
        #expect(prompts.count { $0.contains("answer_intention") } == (isAsked ? 1 : 0))
        // With a bedtime, only that asks.
        let other = try Self.run(
            Self.intention("Tomorrow when I wake up I open the window.") + Self.talk(at: "21:15", on: [2]))
        #expect(!MemoryStoryTests.prompts(other, nil).contains { $0.contains("answer_intention") })
    }

    // MARK: Plans

    private static func plan(_ sentence: String, kind: String?, text: String) -> [(String, Kind)] {
        let given = kind.map { #","kind":"\#($0)""# } ?? ""
        return talk(
            sentence, "remember", #"{"slot":"thing","text":"\#(text)","quote":"\#(sentence)"\#(given)}"#,
            on: "2026-12-01")
    }

    /// A1: M-5, plans end with their local day.
    @Test(
        arguments: [
            ("I have a call tonight with Ken", "plan", "Has a call with Ken", "2026-12-01"),
            ("Tomorrow I visit the dentist", "plan", "Visits the dentist", "2026-12-02"),
            ("On Friday I visit the dentist", "plan", "Visits the dentist", "2026-12-04"),
            ("On December 5 I visit the dentist", "plan", "Visits the dentist", "2026-12-05"),
            ("From tomorrow until Sunday I visit the dentist", "plan", "Visits the dentist", "2026-12-06"),
            ("This weekend I visit the dentist", "plan", "Visits the dentist", "2026-12-06"),
            ("Next week I visit the dentist", "plan", "Visits the dentist", "2026-12-13"),
            ("Tomorrow I visit the dentist", nil, "Visits the dentist tomorrow", "2026-12-02"),
            ("Tomorrow I visit the dentist", "profile", "Visits the dentist tomorrow", "2026-12-02"),
            ("I have to call my brother Tom tomorrow", nil, "Brother is called Tom", nil),
            ("I work as a nurse, so tomorrow I rise early", "profile", "Works as a nurse", nil),
            ("I visit the dentist", "plan", "Visits the dentist", "2026-12-31"),
            ("My dog is called Momo", nil, "Has a dog called Momo", nil),
            ("My birthday is on December 5", nil, "Birthday on December 5", nil),
        ] as [(String, String?, String, String?)]) func aPlanEndsWithTheDayThatItNames(
            sentence: String, kind: String?, text: String, last: String?
        ) throws
    {
        let lines = try Self.run(days: 2, Self.plan(sentence, kind: kind, text: text))
        #expect(MemoryStoryTests.kept(lines).map(\.validUntil) == [last.flatMap { LocalDate($0) }], "\(sentence)")
    }

    /// A quote that leaves the day out does not take it away.
    @Test func theDayMayStandBesideTheQuote() throws {
        let lines = try Self.run(
            days: 2,
            Self.talk(
                "Tomorrow at ten I visit the dentist.", "remember",
                #"{"slot":"dentist","text":"Visits the dentist","quote":"I visit the dentist","kind":"plan"}"#,
                on: "2026-12-01"))
        #expect(MemoryStoryTests.kept(lines).map(\.validUntil) == [LocalDate("2026-12-02")])
    }

    @Test(arguments: [
        ("until", "2026-12-05"), ("until", "2026-12-05T10:00:00Z"), ("valid_until", "2026-12-05"),
        ("validUntil", "2026-12-05"),
    ]) func aSummaryMayWriteTheLastDayInOtherForms(name: String, value: String) throws {
        let summary = try #require(
            MemorySummary.read(
                arguments: """
                    {"items":[{"kind":"plan","slot":"cabin","text":"Stays at the cabin","quote":"I stay at the cabin",\
                    "\(name)":"\(value)"}],"day":[]}
                    """))
        #expect(summary.items.first?.validUntil == LocalDate("2026-12-05"))
    }
}
