import Foundation
import TestKit
import Testing

@testable import Bedside

/// E-1, E-2, E-4: labels are the owner's own words, few, and kept for a time.
@Suite(.requirement("MIND-2"))
struct LabelTests {
    private static func gate(_ lines: [TalkLine], _ language: Language = .english) -> MemoryGate {
        MemoryGate(lines: lines, language: language)
    }

    private static func owner(_ words: String) -> TalkLine { TalkLine(.owner, PrivateText(words)) }
    private static func companion(_ words: String) -> TalkLine { TalkLine(.companion, PrivateText(words)) }

    @Test(
        arguments: [
            ("I was so happy and a bit tired", [EmotionLabel.joy, .tired]), ("It made me angry.", [.anger]),
            ("I was not angry at all", []), ("I wasn't really sad", []), ("no, I was calm", [.calm]),
            ("今日は疲れたけど楽しかった", [.joy, .tired]), ("全然疲れていない", []), ("怖くなかったよ", []), ("一日そわそわしていた", [.restless]),
            ("落ち着かない日だった", [.restless]), ("落ち着いた一日", [.calm]), ("会議が長かった", []), ("びっくりした", [.surprise]),
            ("I wore my new shoes", []),
        ] as [(String, [EmotionLabel])]) func aLabelIsWhatTheOwnerSaid(words: String, labels: [EmotionLabel])
    {
        let named = EmotionLabel.allCases.filter { $0.isNamed(in: words) }
        #expect(Set(named) == Set(labels), "\(words): \(named)")
    }

    @Test func aModelsGuessIsDroppedAndAConfirmedWordIsKept() {
        let guess = [FeltLabel(.sadness, intensity: 3)]
        let confirmed = [FeltLabel(.sadness, intensity: 3, source: .confirmed)]
        #expect(Self.gate([Self.owner("The meeting was long.")]).confirmed(guess).isEmpty)
        #expect(
            Self.gate([Self.companion("You sound sad."), Self.owner("The meeting was long.")]).confirmed(guess).isEmpty)
        #expect(
            Self.gate([Self.companion("Sad, would that be it?"), Self.owner("No, just long.")]).confirmed(guess).isEmpty
        )
        #expect(
            Self.gate([Self.companion("Sad, would that be it?"), Self.owner("Yes, it is.")]).confirmed(guess)
                == confirmed)
        #expect(Self.gate([Self.owner("I am sad.")]).confirmed(guess) == guess)
        #expect(Self.gate([TalkLine(.another, PrivateText("I am sad."))]).confirmed(guess).isEmpty)
        #expect(
            Self.gate([TalkLine(.owner, PrivateText("I am sad."), isOffRecord: true)]).confirmed(guess).isEmpty)
        let tired = [FeltLabel(.tired, intensity: 1)]
        let japanese = [Self.companion("疲れ、でいいですか。"), Self.owner("うん、そう。")]
        #expect(
            Self.gate(japanese, .japanese).confirmed(tired) == [FeltLabel(.tired, intensity: 1, source: .confirmed)])
    }

    /// E-2: a suggestion counts with a clear yes only, in the answer that follows it.
    @Test(
        arguments: [
            ("Tired, is that right?", "Yes.", true), ("Tired, is that right?", "That's right.", true),
            ("Tired, is that right?", "Well, yeah.", true), ("Tired, is that right?", "I am, rather.", true),
            ("Tired, is that right?", "No.", false), ("Tired, is that right?", "Not really.", false),
            ("Tired, is that right?", "Right, but that's not it.", false), ("Tired, is that right?", "Hm.", false),
            ("Tired, is that right?", "I guess so.", true), ("Tired, is that right?", "So we went home.", false),
            ("Tired, is that right?", "I was at the office.", false),
            ("Tired, is that right?", "Right after that we ate.", false), ("疲れ、でいい？", "そういえば、猫が来た。", false),
            ("疲れ、でいい？", "ええと、バスが来て。", false), ("疲れ、でいい？", "それで、帰ってきた。", false), ("疲れ、でいい？", "ええ、そうです。", true),

            ("Tired, is that right?", "The bus was late.", false), ("Tired, is that right?", "", false),
            ("疲れ、でいい？", "うん。", true), ("疲れ、でいい？", "まあ、そうだね。", true), ("疲れ、でいい？", "それでいいよ。", true),
            ("疲れ、でいい？", "そうじゃない。", false), ("疲れ、でいい？", "そうでもない。", false), ("疲れ、でいい？", "うーん。", false),
            ("疲れ、でいい？", "いや、違う。", false), ("疲れ、でいい？", "バスが遅れた。", false),
        ]) func aSuggestedLabelNeedsAYes(question: String, answer: String, isKept: Bool)
    {
        let lines = [Self.companion(question), Self.owner(answer), Self.owner("はい。 Yes.")]
        let kept = Self.gate(lines).confirmed([FeltLabel(.tired)])
        #expect(kept == (isKept ? [FeltLabel(.tired, source: .confirmed)] : []), "\(answer)")
    }

    /// Through the whole machine: the companion suggests, the owner confirms, and the diary says where the label is from.
    /// Another label in the same call, which nobody confirmed, is not kept.
    @Test(arguments: [("Yes, that's it.", true), ("No, just a long day.", false)])
    func aConfirmedLabelIsKeptAsConfirmed(answer: String, isKept: Bool) throws {
        let lines = try MemoryStoryTests.run([
            ("2026-11-24T22:30:10", MemoryStoryTests.start),
            ("2026-11-24T22:30:20", MemoryStoryTests.owner("The meeting went on for hours.")),
            ("2026-11-24T22:30:25", .said(.companion, PrivateText("Tired, is that right?"))),
            ("2026-11-24T22:30:35", MemoryStoryTests.owner(answer)),
            (
                "2026-11-24T22:30:40",
                .tool(
                    name: "save_reflection",
                    arguments: #"{"one_line":"A meeting of hours","quote":"The meeting went on for hours","#
                        + #""labels":["tired","sadness"],"intensity":3}"#)
            ), ("2026-11-24T22:31:30", MemoryStoryTests.stop),
        ])
        let kept = try #require(MemoryStoryTests.kept(lines).first?.reflection)
        #expect(kept.feelings == (isKept ? [FeltLabel(.tired, intensity: 3, source: .confirmed)] : []))
    }

    /// Rows of earlier versions do not say where a label is from: then it was taken for the owner's.
    @Test func anEarlierLabelCountsAsTheOwners() throws {
        let early = Data(#"{"label":"calm","intensity":3}"#.utf8)
        #expect(try JSONDecoder().decode(FeltLabel.self, from: early) == FeltLabel(.calm, intensity: 3))
        let felt = FeltLabel(.calm, intensity: 1, source: .confirmed)
        #expect(try JSONDecoder().decode(FeltLabel.self, from: JSONEncoder().encode(felt)) == felt)
    }

    @Test func aDayHasTwoAtMostWithTheirStrength() {
        let gate = Self.gate([Self.owner("Happy, tired, angry and surprised.")])
        let many = [FeltLabel(.joy, intensity: 3), FeltLabel(.joy), FeltLabel(.tired, intensity: 9), FeltLabel(.anger)]
        #expect(gate.confirmed(many) == [FeltLabel(.joy, intensity: 3), FeltLabel(.tired, intensity: 3)])
        #expect(FeltLabel(.joy, intensity: -4).intensity == 1)
    }

    /// Through the whole machine, as the companion calls it.
    @Test func theToolKeepsWhatWasSaidWithItsStrength() throws {
        func labels(_ arguments: String) throws -> [FeltLabel]? {
            let lines = try MemoryStoryTests.run([
                ("2026-11-24T22:30:10", MemoryStoryTests.start),
                ("2026-11-24T22:30:30", MemoryStoryTests.owner("It was a long day and I am very tired.")),
                (
                    "2026-11-24T22:30:40",
                    .tool(
                        name: "save_reflection",
                        arguments: #"{"one_line":"A long day","quote":"It was a long day"\#(arguments)}"#)
                ), ("2026-11-24T22:31:30", MemoryStoryTests.stop),
            ])
            return MemoryStoryTests.kept(lines).first?.reflection?.feelings
        }
        #expect(try labels(#","labels":["tired","sadness"],"intensity":3"#) == [FeltLabel(.tired, intensity: 3)])
        #expect(try labels(#","labels":["tired"]"#) == [FeltLabel(.tired)])
        #expect(try labels("") == [])
        #expect(try labels(#","labels":["tired"],"intensity":4"#) == nil, "a wrong strength is refused")
    }

    // MARK: Heavy days (E-5)

    private static let today = LocalDate("2026-11-20") ?? LocalDate(dayNumber: 0)

    /// A diary whose days had these labels: the first one's was `daysAgo` days ago.
    private static func diary(_ labels: [EmotionLabel?], daysAgo: Int = 7) -> LabelDiary {
        var diary = LabelDiary()
        for (index, label) in labels.enumerated() {
            guard let label else { continue }
            diary.apply(.keep(LabelledDay(date: today.adding(days: index - daysAgo), feelings: [FeltLabel(label)])))
        }
        return diary
    }

    @Test func fiveHeavyDaysOfSevenLeadToOneOfferInTwoWeeks() {
        let heavy: [EmotionLabel?] = [.sadness, .calm, .aversion, .sadness, .sadness, nil, .aversion]
        var diary = Self.diary(heavy)
        #expect(!diary.offering(on: Self.today).isEmpty)
        #expect(
            Self.diary([.sadness, .calm, .aversion, .sadness, .sadness, nil, .anger]).offering(on: Self.today).isEmpty)
        // A week later, they are no longer the last seven.
        #expect(diary.offering(on: Self.today.adding(days: 2)).isEmpty)
        for change in diary.offering(on: Self.today) { diary.apply(change) }
        for day in 0..<20 {
            let date = Self.today.adding(days: day)
            #expect(diary.offering(on: date).isEmpty == (day < 14), "after \(day) days")
            for change in diary.keeping(LabelledDay(date: date, feelings: [FeltLabel(.sadness)])) {
                diary.apply(change)
            }
        }
    }

    /// Another word for the day does not bring the offer back; a day without a word does not hold it.
    @Test func theOfferStaysWithItsDay() {
        var diary = Self.diary([.sadness, .sadness, .sadness, .sadness, .sadness], daysAgo: 5)
        for change in diary.offering(on: Self.today) { diary.apply(change) }
        let last = Self.today.adding(days: -1)
        for change in diary.keeping(LabelledDay(date: last, feelings: [FeltLabel(.aversion)])) { diary.apply(change) }
        #expect(diary.days.last?.offeredOn == Self.today && diary.offering(on: Self.today).isEmpty)
    }

    @Test func itIsOfferedAtBedtimeOnceAndListedAmongWhatWasSent() throws {
        let bedside = try TalkLimitTests.bedside("2026-11-20T22:25", alarms: [(.wake, "06:00"), (.bedtime, "22:30")])
        var disk = bedside.disk
        disk.profile.companion = .openai
        disk.memory.mode = .on
        for day in Self.diary([.sadness, .sadness, .sadness, .sadness, .sadness], daysAgo: 5).days {
            disk.memory.apply(.record(.label(.keep(day))))
        }
        let again = VirtualBedside(at: bedside.now.civil, configuration: bedside.configuration, disk: disk)
        again.powerOn(isClockSynchronized: true)
        func offers(at time: String) throws -> [PrivateText] {
            again.advance(to: try EpisodeTests.at(time))
            #expect(TalkLimitTests.begin(again), "at \(time)")
            again.press(.stop)
            again.advance(by: .minutes(1))
            return again.performed.reversed().lazy.compactMap { action -> [PrivateText]? in
                if case .connect(let request) = action { request.told.offer.map { [$0] } ?? [] } else { nil }
            }.first ?? []
        }
        let first = try offers(at: "2026-11-20T22:30:05")
        #expect(first.count == 1)
        #expect(again.disk.memory.sent.flatMap(\.lines).filter { first.contains($0) }.count == 1)
        #expect(try offers(at: "2026-11-21T06:00:05").isEmpty)
        #expect(try offers(at: "2026-11-21T22:30:05").isEmpty)
    }

    private static func keep(_ felt: [FeltLabel], on day: Int, in memory: inout Memory) throws {
        let date = try #require(LocalDate("2026-01-05")).adding(days: day)
        let now = try MemoryRun.moment("\(date)T22:30")
        _ = memory.expire(at: now)
        let reflection = Reflection(date: date, feelings: felt)
        _ = memory.keep(
            MemoryCandidate(reflection, line: PrivateText("Day \(day)"), quote: PrivateText("day \(day)")), at: now,
            talk: day, habit: .bedtime)
    }

    /// E-4: 90 days, then weekly counts, and all of it bounded.
    @Test func aYearOfLabelsIsNinetyDaysAndWeeklyCounts() throws {
        var memory = Memory()
        for day in 0..<365 { try Self.keep([FeltLabel(.calm), FeltLabel(.tired)], on: day, in: &memory) }
        #expect(memory.labels.days.count <= LabelDiary.days + 1)
        let counted = memory.labels.weeks.reduce(0) { $0 + ($1.counts[.calm] ?? 0) }
        #expect(counted + memory.labels.days.count == 365)
        #expect(memory.labels.weeks.allSatisfy { $0.monday.weekday == .monday && ($0.counts[.tired] ?? 0) <= 7 })
        for day in 365..<3650 { try Self.keep([FeltLabel(.calm)], on: day, in: &memory) }
        #expect(memory.labels.weeks.count <= LabelDiary.maximumWeeks)
    }

    /// E-4: the look back stays, and its labels are only counted.
    @Test func aLookBackLosesItsLabelsAfterNinetyDays() throws {
        var part = OwnerMemory()
        try Self.keep([FeltLabel(.calm, intensity: 3)], on: 0, in: &part.memory)
        let date = try #require(part.memory.labels.days.first?.date)
        _ = part.memory.expire(at: try MemoryRun.moment("\(date.adding(days: 90))T22:30"))
        #expect(part.memory.items.first?.reflection?.feelings == [FeltLabel(.calm, intensity: 3)])
        var after = part.memory
        let changes = after.expire(at: try MemoryRun.moment("\(date.adding(days: 91))T22:30"))
        let item = try #require(after.items.first)
        #expect(item.reflection?.feelings == [] && item.text.words == "Day 0" && item.isActive)
        #expect(after.labels.days.isEmpty && after.labels.weeks.first?.counts == [.calm: 1])
        // The sealed record with the labels is erased on the disk.
        #expect(changes.contains(.keep(item)) && part.loses(by: .record(.keep(item))))
        #expect(after.expire(at: try MemoryRun.moment("\(date.adding(days: 92))T22:30")).isEmpty)
    }

    /// A speaker that remembers the labels of one day, shortly after it.
    private static func labelled(isSynchronized: Bool) throws -> VirtualBedside {
        var disk = Durable()
        try keep([FeltLabel(.calm, intensity: 3)], on: 0, in: &disk.memory.memory)
        let at = try MemoryRun.moment("2026-01-06T12:00").civil
        disk.memory.mode = .on
        disk.lastWritten = at
        let bedside = VirtualBedside(
            zone: .utc, at: at, configuration: Configuration(clockFloor: at - .days(365)), disk: disk)
        bedside.powerOn(isClockSynchronized: isSynchronized)
        return bedside
    }

    private static func hasDay(_ bedside: VirtualBedside) -> Bool {
        let memory = bedside.disk.memory.memory
        let isFelt = memory.items.first?.reflection?.feelings.isEmpty == false
        #expect(memory.labels.days.isEmpty != isFelt)
        return isFelt
    }

    /// E-4: without any talk or command, too.
    @Test(arguments: [true, false]) func labelsAreCountedAlthoughNobodyTalks(isSynchronized: Bool) throws {
        let bedside = try Self.labelled(isSynchronized: isSynchronized)
        bedside.advance(by: .days(88))
        #expect(Self.hasDay(bedside))
        bedside.advance(by: .days(7))
        #expect(!Self.hasDay(bedside) && bedside.disk.memory.memory.labels.weeks.first?.counts == [.calm: 1])
        #expect(bedside.stuckDeadlines == 0)
    }

    /// Nothing brings them back when the clock is right again.
    @Test(.requirement("ALARM-13")) func aClockThatIsAheadForAWhileCountsNothing() throws {
        let bedside = try Self.labelled(isSynchronized: false)
        bedside.advance(by: .days(2))
        bedside.step(.days(400))
        bedside.advance(by: .hours(1))
        bedside.ask(.memory(.add(slot: PrivateText("tea"), text: PrivateText("Likes green tea"))))
        #expect(bedside.disk.memory.memory.items.count == 2 && Self.hasDay(bedside))
        #expect(bedside.stuckDeadlines == 0)
    }

    @Test func aSecondReflectionOfTheDayReplacesItsLabelsAndForgettingErasesThem() throws {
        var memory = Memory()
        try Self.keep([FeltLabel(.calm)], on: 0, in: &memory)
        let date = try #require(memory.labels.days.first?.date)
        let now = try MemoryRun.moment("\(date)T23:00")
        _ = memory.keep(
            MemoryCandidate(
                Reflection(date: date, feelings: [FeltLabel(.joy)]), line: PrivateText("Better"),
                quote: PrivateText("b b")),
            at: now, talk: 2, habit: .bedtime)
        #expect(memory.labels.days.map(\.feelings) == [[FeltLabel(.joy)]])
        let id = try #require(memory.active.last { $0.reflection != nil }?.id)
        _ = memory.forget(id)
        #expect(memory.labels.days.isEmpty)
    }

    @Test func offErasesAllAndKeepsNoneUntilTheyAreOnAgain() throws {
        var memory = Memory()
        try Self.keep([FeltLabel(.calm)], on: 0, in: &memory)
        let changes = memory.keepLabels(false)
        #expect(memory.labels.days.isEmpty && memory.items.allSatisfy { $0.reflection?.feelings.isEmpty != false })
        #expect(changes.contains { OwnerMemory.Change.record($0).erases })
        #expect(memory.keepLabels(false).isEmpty)
        try Self.keep([FeltLabel(.calm)], on: 1, in: &memory)
        #expect(memory.labels.days.isEmpty)
        _ = memory.keepLabels(true)
        try Self.keep([FeltLabel(.calm)], on: 2, in: &memory)
        #expect(memory.labels.days.count == 1)
    }

    /// A store that makes the same changes holds the same labels.
    @Test func theChangesTellTheWholeStory() throws {
        var memory = Memory()
        var copy = Memory()
        for day in 0..<200 {
            let date = try #require(LocalDate("2026-01-05")).adding(days: day)
            let now = try MemoryRun.moment("\(date)T22:30")
            var changes = memory.expire(at: now)
            let reflection = Reflection(date: date, feelings: [FeltLabel(.fear, intensity: day % 3 + 1)])
            if case .success(let kept) = memory.keep(
                MemoryCandidate(reflection, line: PrivateText("Day \(day)"), quote: PrivateText("day \(day)")), at: now,
                talk: day, habit: .bedtime)
            {
                changes += kept
            }
            for change in changes { copy.apply(change) }
        }
        #expect(memory.labels == copy.labels && memory.labels.weeks.count > 5)
    }
}
