import TestKit
import Testing

@testable import Bedside

/// What the device asks about fading, and what an answer does (FADE-3, FADE-7).
extension FadingStoryTests {
    /// A device that cannot be heard asks nothing: Start means what it always means, and no alarm moves.
    @Test func aQuestionThatNobodyHeardTakesNoAnswer() throws {
        for (outputs, isAsked) in [([String](), false), (["speaker"], true)] {
            let heard = try Self.bedside()
            var configuration = try #require(heard.machine).configuration
            configuration.outputs = outputs
            let bedside = VirtualBedside(at: heard.now.civil, configuration: configuration, disk: heard.disk)
            bedside.powerOn()
            try at("2026-11-21T05:40:00", bedside)
            bedside.press(.stop)
            bedside.advance(by: .seconds(3))
            #expect(bedside.machine?.isFadingAsking == isAsked)
            bedside.press(.start)
            bedside.advance(by: .seconds(1))
            #expect((bedside.machine?.conversation == nil) == isAsked)
        }
    }

    private func unaidedDays(_ bedside: VirtualBedside, from first: String, count: Int) throws {
        let date = try #require(LocalDate(first))
        for index in 0..<count {
            bedside.advance(
                to: LocalDateTime(
                    date: date.adding(days: index), time: try #require(LocalTime("05:30"))))
            bedside.press(.start, heldMilliseconds: 2500)
        }
    }

    /// Answers bedtime's ring with Stop, and waits until a question would be asked.
    private func goToBed(_ bedside: VirtualBedside, _ bedtime: LocalDateTime) {
        bedside.advance(to: bedtime)
        bedside.advance(by: .seconds(5))
        bedside.press(.stop)
        bedside.advance(by: .seconds(4))
    }

    @Test(.requirement("FADE-3")) func theOwnerIsAskedAtBedtimeAndGraduatesByAHold() throws {
        let bedside = try Self.bedside(levels: [.wake: .net]) { $0.habits[2].isOn = true }
        let night = try #require(bedside.machine?.profile.habits[2].at)
        try unaidedDays(bedside, from: "2026-11-21", count: 28)
        #expect(level(bedside) == .net)
        try at("2026-12-18T\(night)", bedside)
        bedside.advance(by: .seconds(5))
        bedside.press(.stop)
        bedside.advance(by: .seconds(4))
        #expect(bedside.machine?.features.fading.asked?.question == .automaticity)
        bedside.advance(by: .seconds(4))
        bedside.press(.start)
        bedside.advance(by: .seconds(5))
        #expect(bedside.machine?.features.fading.asked?.question == .consent)
        bedside.advance(by: .seconds(4))
        bedside.press(.start, heldMilliseconds: 2000)
        #expect(level(bedside) == .graduated)
        #expect(bedside.entries(.levelChanged).last?.detail == "wake: 2 -> 3, consented")
        try at("2026-12-19T06:15:01", bedside)
        #expect(bedside.status?.activity == .ringing)
    }

    @Test(.requirement("FADE-3")) func noAnswerIsNoAndIsAskedThreeTimesAtMost() throws {
        let bedside = try Self.bedside(levels: [.wake: .net]) { $0.habits[2].isOn = true }
        let night = try #require(bedside.machine?.profile.habits[2].at)
        let first = try #require(LocalDate("2026-11-21"))
        var asked: [FadingQuestion: Int] = [:]
        for index in 0..<120 {
            let date = first.adding(days: index)
            bedside.advance(to: LocalDateTime(date: date, time: try #require(LocalTime("05:30"))))
            bedside.press(.start, heldMilliseconds: 2500)
            if index == 28 { #expect(bedside.ask(.fading(.automaticity(.wake, score: 6))) == .done) }
            goToBed(bedside, LocalDateTime(date: date, time: night))
            if let open = bedside.machine?.features.fading.asked, open.habit == .wake {
                asked[open.question, default: 0] += 1
            }
            bedside.advance(by: .minutes(5))
        }
        #expect(level(bedside) == .net)
        #expect(asked[.consent] == 3)
    }

    /// Nor a fourth time, once the days around the first askings are part of the ledger's base.
    @Test(.requirement("FADE-3")) func aLongLedgerKeepsCountOfTheAskings() throws {
        let other = try Self.bedside()
        var disk = other.disk
        let today = try #require(LocalDate("2026-11-20"))
        let standing = FadingStanding(
            level: .net, since: today.adding(days: -470), daysHere: 60, wasStepDown: false, automaticity: 6,
            days: String(repeating: "u", count: 28))
        disk.fading.apply(.base(.wake, FadingLedger.Base(standing: standing)))
        for index in 0..<3 {
            let entry = FadingEntry.asked(.consent, today.adding(days: 14 * index - 440))
            disk.fading.apply(.entry(.wake, number: index + 1, entry))
        }
        for index in 0..<FadingLedger.daysKept {
            let date = today.adding(days: index + 1 - FadingLedger.daysKept)
            let day = CountedDay(date: date, observed: .unaided)
            disk.fading.apply(.entry(.wake, number: index + 4, .day(day)))
        }
        let bedside = VirtualBedside(at: other.now.civil, disk: disk)
        bedside.powerOn()
        var asked: Set<FadingQuestion> = []
        for date in 21...23 {
            try at("2026-11-\(date)T05:30:00", bedside)
            bedside.press(.start, heldMilliseconds: 2500)
            try at("2026-11-\(date)T21:30:00", bedside)
            bedside.press(.stop)
            bedside.advance(by: .seconds(5))
            if let open = bedside.machine?.features.fading.asked { asked.insert(open.question) }
        }
        let days = bedside.disk.fading.ledgers[.wake]?.days.count ?? 0
        #expect(days < FadingLedger.daysKept && bedside.disk.fading.standings[.wake]?.isRipeForConsent() == true)
        #expect(asked.isEmpty)
    }

    /// Whoever has no bedtime is asked when they press a button late in the evening, and not by day.
    @Test(.requirement("FADE-3")) func withoutABedtimeTheOwnerIsAskedLateInTheEvening() throws {
        let bedside = try Self.bedside(levels: [.wake: .net])
        try unaidedDays(bedside, from: "2026-11-21", count: 28)
        for (time, isAsked) in [("2026-12-18T16:00:00", false), ("2026-12-18T21:30:00", true)] {
            try at(time, bedside)
            bedside.press(.stop)
            bedside.advance(by: .seconds(4))
            #expect(bedside.machine?.features.fading.asked?.question == (isAsked ? .automaticity : nil))
        }
        bedside.advance(by: .seconds(4))
        bedside.press(.start)
        bedside.advance(by: .seconds(9))
        #expect(bedside.machine?.features.fading.asked?.question == .consent)
        bedside.press(.start, heldMilliseconds: 2000)
        #expect(level(bedside) == .graduated)
        // Not again on the next evening.
        try unaidedDays(bedside, from: "2026-12-19", count: 1)
        try at("2026-12-19T21:30:00", bedside)
        bedside.press(.stop)
        bedside.advance(by: .seconds(4))
        #expect(bedside.machine?.features.fading.asked == nil)
    }

    /// Whoever has no bedtime and presses nothing in the evening is asked some days later, once they say that they are up.
    @Test(.requirement("FADE-3"), arguments: [true, false])
    func whoOnlySaysThatTheyAreUpIsAskedThen(bySensor: Bool) throws {
        let bedside = try Self.bedside(levels: [.wake: .net])
        let first = try #require(LocalDate("2026-11-21"))
        var asked: [Int: FadingQuestion] = [:]
        for index in 0..<40 {
            bedside.advance(to: LocalDateTime(date: first.adding(days: index), time: try #require(LocalTime("05:40"))))
            if bySensor { bedside.post(.presence) } else { bedside.press(.start, heldMilliseconds: 2500) }
            for _ in 0..<90 {
                bedside.advance(by: .seconds(1))
                if let open = bedside.machine?.features.fading.asked { asked[index] = open.question }
            }
        }
        #expect(try day(bedside, "2026-12-30")?.word == .unaided)
        // After 28 days and three more; a sensor may have seen a cat, which answers nothing.
        #expect(asked == (bySensor ? [:] : [31: .automaticity]))
    }

    /// An owner one of whose habits has not risen in 70 days.
    private func withoutRise(
        _ id: HabitID = .wake, level: FadingLevel = .companion, _ change: (inout Profile) -> Void = { _ in }
    ) throws -> VirtualBedside {
        let other = try Self.bedside("2026-11-20T12:00", levels: [:], change)
        var disk = other.disk
        let standing = FadingStanding(
            level: level, since: nil, daysHere: 70, wasStepDown: false, automaticity: nil,
            days: String(repeating: "s", count: 28))
        disk.fading.apply(.base(id, FadingLedger.Base(through: 1, standing: standing)))
        let bedside = VirtualBedside(at: other.now.civil, disk: disk)
        bedside.powerOn()
        return bedside
    }

    /// By day nobody is asked before the wake alarm, nor half asleep.
    @Test(.requirement("FADE-3", "FADE-7")) func nobodyIsAskedHalfAsleep() throws {
        let bedside = try withoutRise()
        for time in ["03:00", "05:20", "06:00:20", "06:10", "06:20"] {
            try at("2026-11-21T\(time)", bedside)
            bedside.press(.stop)
            bedside.advance(by: .seconds(5))
            #expect(bedside.machine?.features.fading.asked?.question == (time == "06:20" ? .laterTime : nil), "\(time)")
        }
    }

    /// A rating counts for the step from the net only, so it is taken nowhere else.
    @Test(.requirement("FADE-3"), arguments: FadingLevel.allCases)
    func aRatingIsTakenWhereItCounts(level: FadingLevel) throws {
        let bedside = try Self.bedside(levels: [.wake: level])
        let reply = bedside.ask(.fading(.automaticity(.wake, score: 6)))
        #expect(reply == (level == .net ? .done : .refused(.notRipe(.wake))))
    }

    /// Between the question and its answer midnight passes.
    @Test func aQuestionAboutTheDayIsAnsweredAfterMidnight() throws {
        let bedside = try Self.bedside()
        try at("2026-11-21T23:59:45", bedside)
        bedside.press(.stop)
        bedside.advance(by: .seconds(4))
        #expect(bedside.machine?.features.fading.asked?.question == .wereYouUp)
        try at("2026-11-22T00:00:02", bedside)
        bedside.press(.start)
        #expect(try day(bedside, "2026-11-21")?.word == .unaided)
    }

    /// A talk comes before the question, and midnight into the talk.
    @Test func theQuestionItselfMayComeAfterMidnight() throws {
        let bedside = try Self.bedside()
        try at("2026-11-21T23:59:50", bedside)
        bedside.press(.start)
        try at("2026-11-22T00:00:10", bedside)
        #expect(bedside.machine?.conversation != nil)
        bedside.press(.stop)
        for _ in 0..<90 where bedside.machine?.features.fading.asked == nil { bedside.advance(by: .seconds(1)) }
        #expect(bedside.machine?.features.fading.asked?.question == .wereYouUp)
        bedside.advance(by: .seconds(5))
        bedside.press(.start)
        #expect(try day(bedside, "2026-11-21")?.word == .unaided)
    }

    @Test func consentByCommandNeedsTheDays() throws {
        let bedside = try Self.bedside(levels: [.wake: .net])
        #expect(bedside.ask(.fading(.consent(.wake))) == .refused(.notRipe(.wake)))
        try unaidedDays(bedside, from: "2026-11-21", count: 28)
        #expect(bedside.ask(.fading(.automaticity(.wake, score: 9))) == .refused(.automaticity(9)))
        #expect(bedside.ask(.fading(.automaticity(.wake, score: 5))) == .done)
        #expect(bedside.ask(.fading(.consent(.wake))) == .done)
        #expect(level(bedside) == .graduated)
    }

    // MARK: An owner whose habit does not rise

    /// Somebody who holds, was asked and rated it low, and misses one morning, needs no later time.
    @Test(.requirement("FADE-7")) func oneBadMorningBringsNoOfferOfALaterTime() throws {
        let bedside = try Self.bedside(levels: [.wake: .net]) { $0.habits[2].isOn = true }
        let night = try #require(bedside.machine?.profile.habits[2].at)
        let first = try #require(LocalDate("2026-11-21"))
        var questions: Set<FadingQuestion> = []
        for index in 0..<90 {
            let date = first.adding(days: index)
            bedside.advance(to: LocalDateTime(date: date, time: try #require(LocalTime("05:30"))))
            // That morning nobody presses.
            if index != 70 { bedside.press(.start, heldMilliseconds: 2500) }
            goToBed(bedside, LocalDateTime(date: date, time: night))
            guard let open = bedside.machine?.features.fading.asked, open.habit == .wake else { continue }
            questions.insert(open.question)
            // No: it does not happen by itself.
            if open.question == .automaticity { bedside.press(.stop) }
            bedside.advance(by: .minutes(3))
        }
        #expect(level(bedside) == .net)
        #expect(questions.contains(.automaticity) && !questions.contains(.laterTime), "\(questions)")
    }

    /// The net is no end for somebody who always needs it.
    @Test(.requirement("FADE-7")) func aLaterTimeIsOfferedWhereTheNetRingsEveryDay() throws {
        let bedside = try Self.bedside(levels: [.wake: .net]) { $0.habits[2].isOn = true }
        let night = try #require(bedside.machine?.profile.habits[2].at)
        let first = try #require(LocalDate("2026-11-21"))
        var offers: [Int] = []
        for index in 0..<70 {
            let date = first.adding(days: index)
            bedside.advance(to: LocalDateTime(date: date, time: try #require(LocalTime("06:10:10"))))
            bedside.press(.stop)
            goToBed(bedside, LocalDateTime(date: date, time: night))
            if let open = bedside.machine?.features.fading.asked, open.question == .laterTime, open.habit == .wake {
                offers.append(index)
            }
            bedside.advance(by: .minutes(3))
        }
        #expect(level(bedside) == .net)
        #expect(offers == [59])
    }

    /// Whoever has no bedtime is offered it at a press by day.
    @Test(.requirement("FADE-7")) func withoutABedtimeALaterTimeIsOfferedByDay() throws {
        let bedside = try Self.bedside()
        let first = try #require(LocalDate("2026-11-21"))
        var offers: [Int] = []
        for index in 0..<70 {
            for time in ["06:02:10", "20:30"] {
                bedside.advance(
                    to: LocalDateTime(date: first.adding(days: index), time: try #require(LocalTime(time))))
                bedside.press(.stop)
                bedside.advance(by: .seconds(5))
                if bedside.machine?.features.fading.asked?.question == .laterTime { offers.append(index) }
            }
        }
        #expect(offers == [62])
    }

    /// Whoever swings between two levels stays at neither for long. In the days after a step nobody is asked.
    @Test(.requirement("FADE-7")) func whoSwingsBetweenTwoLevelsIsOfferedALaterTime() throws {
        let bedside = try Self.bedside(levels: [:])
        let first = try #require(LocalDate("2026-11-21"))
        var offers: [Int] = []
        var levels: Set<FadingLevel> = []
        for index in 0..<100 {
            let date = first.adding(days: index)
            func advance(to time: String) throws {
                bedside.advance(to: LocalDateTime(date: date, time: try #require(LocalTime(time))))
            }
            // Five good days lead up and two missed ones down, then two weeks of late presses; and so on.
            switch index % 21 {
            case 0..<5:
                try advance(to: "05:30")
                bedside.press(.start, heldMilliseconds: 2500)
            case 5, 6: try advance(to: "20:00")
            default:
                try advance(to: "06:02:10")
                bedside.press(.stop)
            }
            levels.insert(level(bedside))
            try advance(to: "20:30")
            bedside.press(.stop)
            bedside.advance(by: .seconds(30))
            if bedside.disk.fading.ledgers[.wake]?.lastAsking(.laterTime)?.entry.date == date { offers.append(index) }
        }
        #expect(levels == [.companion, .ringOnly])
        // The first rise is on the fifth day; the third fall, after the sixtieth, on the seventieth; the question waits
        // for an evening for three days.
        #expect(offers == [79])
    }

    @Test(.requirement("FADE-7")) func aLaterTimeIsOfferedOnce() throws {
        let bedside = try Self.bedside { $0.habits[2].isOn = true }
        let night = try #require(bedside.machine?.profile.habits[2].at)
        let first = try #require(LocalDate("2026-11-21"))
        var offers = 0
        for index in 0..<90 {
            let date = first.adding(days: index)
            bedside.advance(to: LocalDateTime(date: date, time: try #require(LocalTime("06:16:10"))))
            if bedside.status?.activity != .ringing {
                bedside.advance(to: LocalDateTime(date: date, time: try #require(LocalTime("06:16:20"))))
            }
            bedside.press(.stop)
            goToBed(bedside, LocalDateTime(date: date, time: night))
            if let open = bedside.machine?.features.fading.asked, open.question == .laterTime, open.habit == .wake {
                offers += 1
                #expect(index >= 59)
                bedside.advance(by: .seconds(3))
                bedside.press(.start)
            }
            bedside.advance(by: .minutes(3))
        }
        #expect(offers == 1)
        #expect(bedside.machine?.profile.habit(.wake)?.at == LocalTime("06:15"))
    }

    /// An owner who is up and accepts a later time is not woken at that time on the same day.
    @Test(.requirement("FADE-7", "ALARM-11"), arguments: [FadingLevel.companion, .net], [true, false])
    func anOfferThatIsTakenWakesNobodyWhoIsUp(level: FadingLevel, isLater: Bool) throws {
        let bedside = try withoutRise(level: level)
        try at("2026-11-21T05:30:00", bedside)
        bedside.press(.start, heldMilliseconds: 2500)
        if isLater {
            bedside.cutPower()
            try at("2026-11-21T06:05:00", bedside)
            bedside.powerOn()
            bedside.press(.stop)
        }
        bedside.advance(by: .seconds(14))
        #expect(bedside.machine?.features.fading.asked?.question == .laterTime)
        bedside.press(.start)
        #expect(bedside.machine?.profile.habit(.wake)?.at == LocalTime("06:15"))
        // Nor after a power cut.
        bedside.cutPower()
        bedside.advance(by: .seconds(20))
        bedside.powerOn()
        try at("2026-11-21T12:00:00", bedside)
        #expect(rings(bedside, on: "2026-11-21") == [])
        #expect(try day(bedside, "2026-11-21")?.word == .unaided)
        try at("2026-11-22T07:00:00", bedside)
        #expect(rings(bedside, on: "2026-11-22").first == (level == .net ? "06:25" : "06:15"))
    }

    /// An alarm that has been answered does not ring again because the offer is taken.
    @Test(.requirement("FADE-7")) func anOfferThatIsTakenRepeatsNoAlarm() throws {
        let bedside = try withoutRise(.training) { profile in
            profile.habits[0].isOn = false
            profile.habits[1].isOn = true
            profile.habits[1].at = LocalTime("21:00") ?? profile.habits[1].at
        }
        try at("2026-11-20T21:00:10", bedside)
        bedside.press(.stop)
        bedside.advance(by: .seconds(6))
        #expect(bedside.machine?.features.fading.asked?.question == .laterTime)
        bedside.press(.start)
        #expect(bedside.machine?.profile.habit(.training)?.at == LocalTime("21:15"))
        try at("2026-11-20T23:00:00", bedside)
        #expect(rings(bedside, on: "2026-11-20") == ["21:00"])
        #expect(try day(bedside, "2026-11-20", .training)?.word == .prompt)
        try at("2026-11-21T21:15:10", bedside)
        #expect(rings(bedside, on: "2026-11-21") == ["21:15"])
    }
}
