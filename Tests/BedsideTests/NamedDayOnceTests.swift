import Testing

@testable import Bedside

/// What ends with a day and what comes again, by what a stranger's sentences say (MIND-1, M-5).
///
/// The day of the talk is Tuesday, 1 December 2026.
@Suite(.requirement("MIND-1"))
struct NamedDayOnceTests {
    private static func today() throws -> LocalDate { try #require(LocalDate("2026-12-01")) }

    /// The last day of a memory that quotes the owner's sentence without its full stop, or a part of it.
    private static func lastDay(
        _ said: String, _ text: String, kind: MemoryKind? = nil, until: String? = nil, quote: String? = nil,
        from day: String = "2026-12-01"
    ) throws -> String? {
        let today = try #require(LocalDate(day))
        let gate = MemoryGate(lines: [TalkLine(.owner, PrivateText(said))], language: .english)
        let candidate = MemoryCandidate(
            kind: kind, slot: "thing", text: PrivateText(text), quote: PrivateText(quote ?? String(said.dropLast())),
            validUntil: until.flatMap { LocalDate($0) })
        return MemoryTime.lastDay(of: gate.dated(candidate, from: today, today: today), from: today)?.description
    }

    // MARK: From one day to another

    @Test(arguments: [
        ("I'm in Berlin from Thursday to Sunday.", "In Berlin from Thursday to Sunday", "2026-12-06"),
        ("I'm in Berlin from Thursday to Sunday.", "In Berlin until Sunday", "2026-12-06"),
        ("I'm in Berlin from Monday to Friday.", "In Berlin from Monday to Friday", "2026-12-11"),
        ("I'm at Anna's from Thursday until Sunday.", "At Anna's from Thursday until Sunday", "2026-12-06"),
        ("I'm camping from the 10th to the 14th.", "Camping from the 10th to the 14th", "2026-12-14"),
        ("I'm camping from the 28th to the 3rd.", "Camping from the 28th to the 3rd", "2027-01-03"),
        ("I'm away from Thursday until Sunday.", "Away from Thursday until Sunday", "2026-12-06"),
        ("I'm on call Friday and Saturday.", "On call Friday and Saturday", "2026-12-05"),
        ("木曜から日曜までベルリンにいる。", "木曜から日曜までベルリンにいる。", "2026-12-06"),
        ("十日から十四日まで京都です。", "十日から十四日まで京都。", "2026-12-14"), ("金曜と土曜は当直です。", "金曜と土曜は当直。", "2026-12-05"),
    ]) func aStayEndsWithItsLastDay(said: String, text: String, last: String) throws {
        #expect(try Self.lastDay(said, text) == last, "\(said)")
        #expect(try Self.lastDay(said, text, kind: .profile) == last, "\(said)")
    }

    /// What is the same each week, over, or not what the memory says.
    @Test(arguments: [
        ("I work from Monday to Friday.", "Works from Monday to Friday"),
        ("I'm at school from Monday to Friday.", "At school from Monday to Friday"),
        ("The shop is open from Thursday to Sunday.", "Shop is open from Thursday to Sunday"),
        ("I usually stay in Leeds from Monday to Thursday.", "Stays in Leeds from Monday to Thursday"),
        ("Choir is Tuesday and Thursday.", "Choir is Tuesday and Thursday"),
        ("I was in Berlin from Thursday to Sunday.", "Was in Berlin from Thursday to Sunday"),
        ("I stay with my brother Tom from Thursday to Sunday.", "Brother is called Tom"),
        ("月曜から金曜まで働いている。", "月曜から金曜まで働いている。"), ("木曜から日曜までベルリンにいた。", "木曜から日曜までベルリンにいた。"),
        ("火曜と木曜に合唱がある。", "火曜と木曜に合唱がある。"), ("いつも木曜から日曜まで京都にいる。", "木曜から日曜まで京都にいる。"),
    ]) func whatIsNoStayDoesNotEnd(said: String, text: String) throws {
        #expect(try Self.lastDay(said, text) == nil, "\(said)")
    }

    @Test func aStayThatHasBegunEndsThisMonth() throws {
        let last = try Self.lastDay(
            "I'm camping from the 10th to the 14th.", "Camping from the 10th to the 14th", from: "2026-12-12")
        #expect(last == "2026-12-14")
    }

    // MARK: Named days and months

    @Test(arguments: [
        ("My exam is on Christmas Eve.", "Exam on Christmas Eve", "2026-12-24"),
        ("New Year's Eve we're at Anna's.", "At Anna's on New Year's Eve", "2026-12-31"),
        ("I fly home on New Year's Day.", "Flies home on New Year's Day", "2027-01-01"),
        ("We're in Rome over Christmas.", "In Rome over Christmas", "2026-12-25"),
        ("クリスマスイブに試験がある。", "クリスマスイブに試験がある。", "2026-12-24"), ("クリスマスに京都に行く。", "クリスマスに京都に行く。", "2026-12-25"),
        ("大晦日はアンナの家にいる。", "大晦日はアンナの家にいる。", "2026-12-31"), ("元日に実家へ帰る。", "元日に実家へ帰る。", "2027-01-01"),
        ("元旦に実家へ帰ります。", "元旦に実家へ帰る。", "2027-01-01"),
        ("We're getting married in January.", "Getting married in January", "2027-01-31"),
        ("I'll move to York in March 2027.", "Moves to York in March", "2027-03-31"),
        ("一月に結婚する。", "一月に結婚する。", "2027-01-31"), ("来年の三月に引っ越す。", "来年の三月に引っ越す。", "2027-03-31"),
    ]) func aNamedDayOrMonthEndsIt(said: String, text: String, last: String) throws {
        #expect(try Self.lastDay(said, text) == last, "\(said)")
        #expect(try Self.lastDay(said, text, kind: .plan) == last, "\(said)")
    }

    @Test(arguments: [
        ("I love Christmas.", "Loves Christmas"), ("Christmas is my favourite day.", "Christmas is the favourite day"),
        ("We always go to Anna's on Christmas Eve.", "Goes to Anna's on Christmas Eve"),
        ("On Christmas Eve we eat carp.", "Eats carp on Christmas Eve"),
        ("We were at Anna's on New Year's Eve.", "Was at Anna's on New Year's Eve"),
        ("My birthday is on New Year's Day.", "Birthday on New Year's Day"), ("クリスマスが好きです。", "クリスマスが好き。"),
        ("クリスマスイブはいつも実家に帰る。", "クリスマスイブは実家に帰る。"), ("大晦日は蕎麦を食べる。", "大晦日は蕎麦を食べる。"),
        ("The garden is lovely in May.", "Garden is lovely in May"),
        ("I got married in January.", "Married in January"),
        ("I moved here in January.", "Moved here in January"), ("I was born in January.", "Born in January"),
        ("I start my new job in January.", "Starts a new job in January"),
        ("I always fly to Rome in January.", "Flies to Rome in January"), ("一月に結婚した。", "一月に結婚した。"),
        ("毎年一月に旅行する。", "毎年一月に旅行する。"), ("一月に三回旅行する。", "一月に三回旅行する。"), ("二月は寒い。", "二月は寒い。"),
    ]) func whatIsSoEachYearDoesNotEnd(said: String, text: String) throws {
        #expect(try Self.lastDay(said, text) == nil, "\(said)")
    }

    // MARK: The day of another month

    @Test(arguments: [
        ("I move next month, on the 3rd.", "2027-01-03"), ("My exam is next month on the 14th.", "2027-01-14"),
        ("My exam is on the 14th of next month.", "2027-01-14"), ("The third of next month I move.", "2027-01-03"),
        ("Next month I move on the 12th.", "2027-01-12"), ("On the 12th I move next month.", "2027-01-12"),
        ("My exam is on the 14th of this month.", "2026-12-14"),
        ("I move the month after next, on the 3rd.", "2027-02-03"),
        ("来月の三日に引っ越す。", "2027-01-03"), ("来月、三日に引っ越す。", "2027-01-03"), ("来月三日に引っ越す。", "2027-01-03"),
        ("試験は来月の十四日。", "2027-01-14"), ("試験は十四日です、来月の。", "2027-01-14"), ("再来月の10日に手術です。", "2027-02-10"),
        ("今月の二十日に手術です。", "2026-12-20"), ("来月の一日に引っ越す。", "2027-01-01"),
        // The neighbours.
        ("On the 12th I see the dentist.", "2026-12-12"), ("13日に歯医者。", "2026-12-13"), ("試験は五日です。", "2026-12-05"),
        ("On the 12th I move, and next month I rest.", "2026-12-12"), ("12月5日に引っ越す。", "2026-12-05"),
        ("三日に引っ越す、来月から働く。", "2026-12-03"),
    ]) func aDayIsOfTheMonthBesideIt(sentence: String, day: String) throws {
        let today = try Self.today()
        #expect(NamedDay.date(in: sentence, from: today) == LocalDate(day), "\(sentence)")
    }

    @Test(arguments: [
        "A third of this month is over.", "Next month I move to the 12th floor.",
        "Next month the second floor is painted.",
        "来月は三日休む。", "来月の三日間は休み。", "先月三日に引っ越した。",
    ]) func aNumberBesideAMonthMayBeNoDay(sentence: String) throws {
        let today = try Self.today()
        #expect(NamedDay.date(in: sentence, from: today) == nil, "\(sentence)")
    }

    /// The companion's right day stands, a quote may leave the month out, and without any the words are enough.
    @Test(arguments: [
        ("来月の三日に引っ越す。", "引っ越す。", "三日に引っ越す", "2027-01-03"),
        ("I move next month, on the 3rd.", "Moves house", "on the 3rd", "2027-01-03"),
    ]) func theMonthIsNotTakenBack(said: String, text: String, quote: String, last: String) throws {
        for until in [last, nil, "2027-06-01"] {
            #expect(try Self.lastDay(said, text, kind: .plan, until: until) == last, "\(said)")
            #expect(try Self.lastDay(said, text, kind: .plan, until: until, quote: quote) == last, "\(said)")
        }
    }

    /// A fact that leaves the month out still ends with the owner's day.
    @Test func aFactMayLeaveTheMonthOut() throws {
        #expect(try Self.lastDay("My exam is next month on the 14th.", "Exam on the 14th") == "2027-01-14")
        #expect(try Self.lastDay("試験は来月の十四日。", "試験は十四日。") == "2027-01-14")
        #expect(try Self.lastDay("My exam is on Friday.", "Exam on Monday") == nil)
    }

    @Test func twoDaysOfNextMonthAreASpan() throws {
        let (today, first) = (try Self.today(), try #require(LocalDate("2027-01-03")))
        for sentence in ["I'm away from the 3rd to the 9th of next month", "来月の三日から九日まで留守"] {
            let span = try #require(NamedDay.span(in: sentence, from: today), "\(sentence)")
            #expect(span == NamedSpan(first: first, last: LocalDate("2027-01-09")), "\(sentence)")
        }
    }

    // MARK: What comes again

    @Test(
        arguments: [
            ("Tuesday is bin day.", "Tuesday is bin day", [.tuesday]),
            ("Tuesday's bin day.", "Bin day is Tuesday", [.tuesday]),
            ("Bin day is Tuesday.", "Bin day is Tuesday", [.tuesday]),
            ("Bin day is on Tuesday.", "Bin day is on Tuesday", [.tuesday]),
            ("Sunday is my day off.", "Sunday is the day off", [.sunday]),
            ("My days off are Saturday and Sunday.", "Days off are Saturday and Sunday", [.saturday, .sunday]),
            ("Thursday night is choir night.", "Thursday night is choir night", [.thursday]),
            ("燃えるゴミは火曜。", "燃えるゴミは火曜。", [.tuesday]), ("燃えないゴミは金曜です。", "燃えないゴミは金曜。", [.friday]),
            ("ゴミの日は火曜日です。", "ゴミの日は火曜日。", [.tuesday]), ("日曜が休みです。", "日曜が休み。", [.sunday]),
            ("木曜は合唱の日。", "木曜は合唱の日。", [.thursday]), ("土曜と日曜は休みです。", "土曜と日曜は休み。", [.saturday, .sunday]),
        ] as [(String, String, [Weekday])]) func aKindOfDayComesAgain(said: String, text: String, days: [Weekday])
        throws
    {
        #expect(NamedDay.recurrence(in: said) == WeekdaySet(days), "\(said)")
        let today = try Self.today()
        #expect(NamedDay.date(in: said, from: today) == nil, "\(said)")
        #expect(try Self.lastDay(said, text) == nil, "\(said)")
        #expect(try Self.lastDay(said, text, kind: .profile) == nil, "\(said)")
    }

    /// One occasion, and what a day is like.
    @Test(arguments: [
        "This Tuesday is bin day.", "Next Tuesday is bin day.", "Friday is my big day.", "Friday is our wedding day.",
        "Friday is moving day.", "Friday is exam day.", "Bin day is Tuesday at seven.", "Tuesday is not bin day.",
        "Monday is a hard day.", "My exam is Friday.", "My evening class is Thursday.", "Friday is Christmas Day.",
        "Sunday is Mother's Day.", "On Friday I have a day off.", "Tuesday was bin day.", "今週の火曜はゴミの日。",
        "今度の火曜はゴミの日。", "金曜は試験の日です。", "日曜は母の日です。", "その日は火曜です。", "金曜は結婚式の日です。", "火曜は寒い。",
        "明日の火曜はゴミの日。",
    ]) func oneOccasionDoesNotComeAgain(sentence: String) {
        #expect(NamedDay.recurrence(in: sentence) == nil, "\(sentence)")
    }

    /// The companion's own word for a fact stands against a weekday alone, but not against an occasion.
    @Test(
        arguments: [
            ("Choir is on Thursday.", "Choir on Thursday", nil), ("木曜に合唱がある。", "木曜に合唱がある。", nil),
            ("I take the bins out on Tuesday.", "Takes the bins out on Tuesday", nil),
            ("My exam is on Friday.", "Exam on Friday", "2026-12-04"),
            ("I fly home on Friday.", "Flies home on Friday", "2026-12-04"),
            ("Choir is on Thursday at seven.", "Choir on Thursday", "2026-12-03"),
            ("Choir is this Thursday.", "Choir this Thursday", "2026-12-03"),
            ("I'm here until Friday.", "Here until Friday", "2026-12-04"), ("金曜に試験がある。", "金曜に試験がある。", "2026-12-04"),
            ("今度の木曜に合唱がある。", "今度の木曜に合唱がある。", "2026-12-03"), ("木曜の七時に合唱がある。", "木曜に合唱がある。", "2026-12-03"),
        ] as [(String, String, String?)]) func aStatedFactMayHaveAWeekday(said: String, text: String, last: String?)
        throws
    {
        #expect(try Self.lastDay(said, text, kind: .profile) == last, "\(said)")
    }

    /// Without that word a weekday ends it, as before.
    @Test func anAppointmentEndsAsBefore() throws {
        #expect(try Self.lastDay("Choir is on Thursday.", "Choir on Thursday") == "2026-12-03")
        #expect(try Self.lastDay("木曜に合唱がある。", "木曜に合唱がある。") == "2026-12-03")
    }

    // MARK: Next Friday

    @Test(
        arguments: [
            ("I fly to Rome next Friday.", "2026-12-11", "2026-12-11"),
            ("I fly to Rome next Friday.", "2026-12-04", "2026-12-04"),
            ("I fly to Rome next Friday.", nil, "2026-12-11"),
            ("I fly to Rome next Friday.", "2036-01-01", "2026-12-11"),
            ("I fly to Rome next Monday.", "2026-12-14", "2026-12-07"),
            ("I fly to Rome on Friday.", "2026-12-11", "2026-12-04"),
            ("I fly to Rome this Friday.", "2026-12-11", "2026-12-04"),
            ("I fly to Rome Friday next week.", "2026-12-04", "2026-12-04"),
            ("来週の金曜にローマへ行く。", "2026-12-11", "2026-12-11"),
            ("今週の金曜にローマへ行く。", "2026-12-11", "2026-12-04"), ("今度の金曜にローマへ行く。", "2026-12-11", "2026-12-04"),
        ] as [(String, String?, String)]) func nextFridayMayBeEither(said: String, until: String?, last: String) throws
    {
        let text = said.contains("ローマ") ? "ローマへ行く。" : "Flies to Rome"
        #expect(try Self.lastDay(said, text, kind: .plan, until: until) == last, "\(said)")
        if until != nil { #expect(try Self.lastDay(said, text, until: until) == last, "\(said)") }
    }

    @Test(arguments: ["Flies to Rome next Friday", "Flies to Rome on Friday", "Flies to Rome on December 11"])
    func aFactOfNextFridayEndsWithTheLaterOne(text: String) throws {
        #expect(try Self.lastDay("I fly to Rome next Friday.", text) == "2026-12-11", "\(text)")
    }
}
