import Foundation
import TestKit
import Testing

@testable import Bedside

/// Complete silence at the owner's wish: the one place where the device is allowed to be silent at an alarm's time
/// (FADE-1).
@Suite(.requirement("FADE-1")) struct SilenceTests {
    static let plan = Silence.Plan(at: LocalTime(wrappingSecondOfDay: 21_600), days: .everyDay)

    static func graduate(_ change: (inout Profile) -> Void = { _ in }) throws -> VirtualBedside {
        try FadingStoryTests.bedside(levels: [.wake: .graduated], change)
    }

    /// A graduate who asked for silence, after the ten seconds in which Stop takes it back.
    func silent(_ change: (inout Profile) -> Void = { _ in }) throws -> VirtualBedside {
        let bedside = try Self.graduate(change)
        #expect(bedside.ask(.fading(.silence(.wake, isOn: true))) == .next(nil))
        bedside.advance(by: .minutes(1))
        return bedside
    }

    func at(_ text: String, _ bedside: VirtualBedside) throws {
        bedside.advance(to: try #require(LocalDateTime(text)))
    }

    func rings(_ bedside: VirtualBedside, _ id: HabitID = .wake) -> [String] {
        bedside.log.filter { $0.kind == .ring && $0.followUp == 0 && $0.occurrence?.habit == id }
            .map { bedside.zone.local($0.at).description }
    }

    func isSilent(_ bedside: VirtualBedside) -> Bool { bedside.disk.fading.silence(of: .wake) != nil }

    /// Presses Stop, and returns what the device asks then.
    func question(_ bedside: VirtualBedside) -> FadingQuestion? {
        bedside.press(.stop)
        bedside.advance(by: .seconds(10))
        return bedside.machine?.features.fading.asked?.question
    }

    func patch(_ change: (inout ProfilePatch.HabitPatch) -> Void) -> Command {
        var patch = ProfilePatch()
        var habit = ProfilePatch.HabitPatch(id: .wake)
        change(&habit)
        patch.habits = [habit]
        return .apply(patch)
    }

    // MARK: How it begins

    @Test func itNeverRingsAndSaysSo() throws {
        let bedside = try silent()
        #expect(bedside.said.last?.contains("your morning alarm stays silent") == true)
        #expect(bedside.said.last?.contains("Stop within ten seconds") == true)
        let row = try #require(bedside.status?.habits.first)
        #expect(row.isSilent == true && row.next == nil && !row.isSkippedNext && row.level == .graduated)
        #expect(bedside.status?.next == nil)
        #expect(DeviceFacts(try #require(bedside.status)).habits.contains("silent at their wish"))
        try at("2026-12-20T12:00", bedside)
        #expect(rings(bedside).isEmpty)
        #expect(bedside.status?.settings.hasUnseenMiss == false)
        #expect(bedside.disk.fading.ledgers[.wake]?.days ?? [] == [], "no day counts")
        guard case .fading(let progress) = bedside.ask(.fading(.progress)) else {
            Issue.record("no progress")
            return
        }
        #expect(progress.rows.first?.isSilent == true)
        #expect(bedside.entries(.levelChanged).map(\.detail) == ["wake: 3 -> 3, silent"])
    }

    @Test func stopWithinTenSecondsTakesItBack() throws {
        let bedside = try Self.graduate()
        let before = bedside.disk.fading
        bedside.ask(.fading(.silence(.wake, isOn: true)))
        bedside.advance(by: .seconds(8))
        bedside.press(.stop)
        #expect(bedside.disk.fading == before)
        try at("2026-11-21T12:00", bedside)
        #expect(rings(bedside) == ["2026-11-21T06:15"])
    }

    @Test func onlyAGraduateMayHaveIt() throws {
        for level in FadingLevel.allCases where level != .graduated {
            let bedside = try FadingStoryTests.bedside(levels: [.wake: level])
            #expect(bedside.ask(.fading(.silence(.wake, isOn: true))) == .refused(.notRipe(.wake)))
            bedside.advance(by: .days(1))
            #expect(rings(bedside).count == 1)
        }
    }

    @Test func aNetThatWaitsIsSilencedToo() throws {
        let bedside = try Self.graduate()
        try at("2026-11-21T06:05:00", bedside)
        bedside.ask(.fading(.silence(.wake, isOn: true)))
        try at("2026-11-21T12:00", bedside)
        #expect(rings(bedside).isEmpty)
        let taken = try Self.graduate()
        try at("2026-11-21T06:05:00", taken)
        taken.ask(.fading(.silence(.wake, isOn: true)))
        taken.advance(by: .seconds(5))
        taken.press(.stop)
        try at("2026-11-21T12:00", taken)
        #expect(rings(taken) == ["2026-11-21T06:15"])
    }

    @Test func anotherHabitStaysSilentAlone() throws {
        let bedside = try FadingStoryTests.bedside(levels: [.training: .graduated]) { profile in
            for index in profile.habits.indices where profile.habits[index].id == .training {
                profile.habits[index].isOn = true
            }
        }
        bedside.ask(.fading(.silence(.training, isOn: true)))
        bedside.advance(by: .days(3))
        #expect(rings(bedside, .training).isEmpty)
        #expect(rings(bedside).count == 3)
    }

    // MARK: What rings all the same

    @Test func whatTheOwnerPlansOnceRings() throws {
        let bedside = try Self.graduate()
        let five = try #require(LocalTime("05:00"))
        bedside.ask(.move(.wake, time: five, date: nil))
        bedside.ask(.fading(.silence(.wake, isOn: true)))
        bedside.advance(by: .minutes(1))
        #expect(bedside.status?.next?.local.time == five)
        let four = try #require(LocalTime("04:00"))
        bedside.ask(.once(time: four, date: LocalDate("2026-11-22"), like: .wake))
        try at("2026-11-24T12:00", bedside)
        #expect(rings(bedside) == ["2026-11-21T05:00"])
        #expect(bedside.log.contains { $0.kind == .ring && $0.occurrence?.habit.name == "once-1" })
    }

    /// What the owner asks for once rings, and the silence goes on (ALARM-13).
    @Test(.requirement("ALARM-13"), arguments: [nil, "2026-11-21", "2026-11-23"] as [String?])
    func theNextAlarmIsMovedAlthoughItIsSilent(date: String?) throws {
        let bedside = try silent()
        let half = try #require(LocalTime("05:30"))
        let reply = bedside.ask(.move(.wake, time: half, date: date.flatMap { LocalDate($0) }))
        guard case .changed(let differences, let next) = reply else {
            Issue.record("\(String(describing: reply))")
            return
        }
        let day = date ?? "2026-11-21"
        #expect(differences.map(\.path) == ["wake.\(day)"])
        #expect(next?.local.description == "\(day)T05:30")
        try at("2026-11-27T12:00", bedside)
        #expect(rings(bedside) == ["\(day)T05:30"])
        #expect(isSilent(bedside))
        #expect(bedside.disk.fading.ledgers[.wake]?.days ?? [] == [], "a moved day does not count")
    }

    @Test(.requirement("ALARM-13")) func itIsTheNextOneThatIsMoved() throws {
        let (five, half) = (try #require(LocalTime("05:00")), try #require(LocalTime("05:30")))
        // One that was moved days ahead does not stand in for the next one.
        let bedside = try silent()
        bedside.ask(.move(.wake, time: five, date: LocalDate("2026-11-25")))
        bedside.ask(.move(.wake, time: half, date: nil))
        try at("2026-11-27T12:00", bedside)
        #expect(rings(bedside) == ["2026-11-21T05:30", "2026-11-25T05:00"])
        // Nor is one moved that the owner has skipped.
        let skipping = try Self.graduate()
        skipping.ask(.skip(.wake))
        skipping.ask(.fading(.silence(.wake, isOn: true)))
        skipping.advance(by: .minutes(1))
        skipping.ask(.move(.wake, time: half, date: nil))
        try at("2026-11-27T12:00", skipping)
        #expect(rings(skipping) == ["2026-11-22T05:30"])
        // Taken back, it is silent as before.
        let again = try silent()
        again.ask(.move(.wake, time: half, date: nil))
        again.ask(.unskip(.wake))
        try at("2026-11-23T12:00", again)
        #expect(rings(again).isEmpty && isSilent(again))
        // A habit that is off has nothing to move.
        let off = try silent()
        off.ask(patch { $0.isOn = false })
        #expect(off.ask(.move(.wake, time: half, date: nil)) == .refused(.nothingToMove(.wake)))
    }

    // MARK: How it ends

    @Test(arguments: [
        (Command.fading(.recall(nil)), "06:00"), (.fading(.recall(.wake)), "06:00"),
        (.fading(.silence(.wake, isOn: false)), "06:15"),
        (.press(.start, heldMilliseconds: 5500, from: .socket), "06:00"),
    ])
    func theOwnersWordEndsIt(command: Command, expected: String) throws {
        let bedside = try silent()
        try at("2026-11-25T12:00", bedside)
        bedside.ask(command)
        #expect(!isSilent(bedside))
        try at("2026-11-26T12:00", bedside)
        #expect(rings(bedside) == ["2026-11-26T\(expected)"])
    }

    /// A changed time or day means that the owner wants to be woken again.
    @Test func aNewPlanEndsIt() throws {
        let changes: [(Command, String)] = [
            (patch { $0.at = LocalTime("06:20") }, "06:35"), (patch { $0.at = LocalTime("07:30") }, "07:30"),
            (patch { $0.days = .weekdays }, "06:15"),
        ]
        for (command, expected) in changes {
            let bedside = try silent()
            try at("2026-11-25T12:00", bedside)
            bedside.ask(command)
            #expect(!isSilent(bedside))
            try at("2026-11-26T12:00", bedside)
            #expect(rings(bedside) == ["2026-11-26T\(expected)"])
        }
        let bedside = try silent()
        bedside.ask(patch { $0.isOn = false })
        bedside.advance(by: .days(2))
        bedside.ask(patch { $0.isOn = true })
        bedside.advance(by: .days(1))
        #expect(rings(bedside).count == 1)
        // What has nothing to do with when it rings changes nothing.
        let other = try silent()
        other.ask(patch { $0.followUps = 5 })
        #expect(isSilent(other))
    }

    /// "Wake me at six" means a ring at six, also where six is what is set.
    @Test func askingForTheSameAlarmEndsIt() throws {
        let changes: [(Command, String)] = [
            (patch { $0.at = LocalTime("06:00") }, "06:15"), (patch { $0.days = .everyDay }, "06:15"),
            (patch { $0.isOn = true }, "06:15"), (patch { $0.latest = "06:10" }, "06:10"),
        ]
        for (command, expected) in changes {
            let bedside = try silent()
            try at("2026-11-25T12:00", bedside)
            guard case .changed(let differences, let next) = bedside.ask(command) else {
                Issue.record("refused")
                continue
            }
            #expect(differences.contains { $0.path == "habits.wake.silence" } && next != nil)
            try at("2026-11-26T12:00", bedside)
            #expect(rings(bedside) == ["2026-11-26T\(expected)"])
        }
    }

    /// The ledger of a database may be older than the profile of its copy.
    @Test func itHoldsOnlyForTheAlarmThatItWasMeantFor() throws {
        let quiet = try silent()
        try at("2026-11-25T12:00", quiet)
        let changes: [(inout Habit) -> Void] = [
            { $0.at = LocalTime(wrappingSecondOfDay: 24_000) }, { $0.days = .weekdays },
        ]
        for change in changes {
            var disk = quiet.disk
            for index in disk.profile.habits.indices where disk.profile.habits[index].id == .wake {
                change(&disk.schedule.profile.habits[index])
            }
            let bedside = VirtualBedside(at: quiet.now.civil, disk: disk)
            bedside.powerOn()
            #expect(bedside.status?.habits.first?.isSilent == nil)
            try at("2026-11-27T12:00", bedside)
            #expect(rings(bedside).count == 2)
        }
    }

    @Test func aHabitThatIsAddedAgainRings() throws {
        let quiet = try silent()
        try at("2026-11-25T12:00", quiet)
        let habit = try #require(quiet.disk.profile.habit(.wake))
        var disk = quiet.disk
        disk.schedule.profile.habits.removeAll { $0.id == .wake }
        let bedside = VirtualBedside(at: quiet.now.civil, disk: disk)
        bedside.powerOn()
        bedside.ask(patch { ($0.at, $0.days, $0.isOn) = (habit.at, habit.days, true) })
        #expect(bedside.disk.fading.level(of: .wake) == .companion)
        try at("2026-11-26T12:00", bedside)
        #expect(rings(bedside) == ["2026-11-26T06:00"])
    }

    /// The announcement and Stop are there although the next alarm rings: it was moved.
    @Test func aMovedAlarmDoesNotHideIt() throws {
        let bedside = try Self.graduate()
        bedside.ask(.move(.wake, time: try #require(LocalTime("05:00")), date: nil))
        let moved = try #require(bedside.machine)
        bedside.ask(.fading(.silence(.wake, isOn: true)))
        let machine = try #require(bedside.machine)
        #expect(machine.alarmsTaken(since: moved.agenda, at: bedside.now) == [.wake])
        #expect(bedside.said.last?.contains("your morning alarm stays silent") == true)
        bedside.press(.stop)
        #expect(!isSilent(bedside))
    }

    /// The net would be ten minutes later, but this morning's time has passed.
    @Test func aSilenceThatEndsAfterTheTimeRingsNoMoreToday() throws {
        let bedside = try silent()
        try at("2026-11-25T06:05", bedside)
        bedside.ask(.fading(.silence(.wake, isOn: false)))
        #expect(!isSilent(bedside))
        try at("2026-11-25T06:10", bedside)
        bedside.step(.seconds(30))
        try at("2026-11-25T12:00", bedside)
        #expect(rings(bedside).isEmpty)
        try at("2026-11-26T12:00", bedside)
        #expect(rings(bedside) == ["2026-11-26T06:15"], "the net is back")
    }

    @Test func stopDoesNotUndoARecallThatCameAfterIt() throws {
        let bedside = try Self.graduate()
        bedside.ask(.fading(.silence(.wake, isOn: true)))
        bedside.advance(by: .seconds(3))
        bedside.ask(.fading(.recall(.wake)))
        bedside.advance(by: .seconds(3))
        bedside.press(.stop)
        try at("2026-11-21T12:00", bedside)
        #expect(rings(bedside) == ["2026-11-21T06:00"])
    }

    @Test func whoHoldsStartAtTheWeeklyQuestionIsCalledAgain() throws {
        let bedside = try silent()
        try at("2026-11-29T12:00", bedside)
        #expect(question(bedside) == .week)
        bedside.post(.edge(.start, isActive: true))
        bedside.advance(by: .seconds(6))
        bedside.post(.edge(.start, isActive: false))
        #expect(!isSilent(bedside))
        try at("2026-11-30T12:00", bedside)
        #expect(rings(bedside) == ["2026-11-30T06:00"])
    }

    @Test func itDoesNotBeginUnderAWrongClock() throws {
        let bedside = try Self.graduate()
        bedside.step(.days(-20_000))
        #expect(bedside.ask(.fading(.silence(.wake, isOn: true))) == .refused(.clockNotSet))
    }

    /// A silence that was meant for another alarm than the habit's is none, also where progress is shown.
    @Test(.requirement("FADE-4"), arguments: [("06:00", true), ("06:10", nil)] as [(String, Bool?)])
    func progressCallsOnlyASilentHabitSilent(time: String, isSilent: Bool?) throws {
        let made = try Self.graduate()
        var disk = made.disk
        let plan = Silence.Plan(at: try #require(LocalTime(time)), days: .everyDay)
        disk.fading.apply(.entry(.wake, number: 2, .silence(try #require(LocalDate("2026-11-20")), plan)))
        let bedside = VirtualBedside(at: made.now.civil, disk: disk)
        bedside.powerOn()
        guard case .fading(let progress) = bedside.ask(.fading(.progress)) else {
            Issue.record("no progress")
            return
        }
        #expect(progress.rows.first?.habit == .wake && progress.rows.first?.isSilent == isSilent)
    }

    // MARK: The weekly question (F-2)

    @Test func oneQuestionAWeekForTwelveWeeks() throws {
        let bedside = try silent()
        let first = try #require(LocalDate("2026-11-20"))
        var asked: [Int] = []
        for index in 1...120 {
            // At night nothing is asked.
            bedside.advance(to: LocalDateTime(date: first.adding(days: index), time: try #require(LocalTime("03:00"))))
            #expect(question(bedside) == nil)
            bedside.advance(to: LocalDateTime(date: first.adding(days: index), time: try #require(LocalTime("12:00"))))
            switch question(bedside) {
            case .week:
                asked.append(index)
                bedside.press(.start)
            case nil: break
            case let other?: Issue.record("\(other)")
            }
            bedside.advance(by: .minutes(1))
        }
        #expect(asked == (1...12).map { $0 * 7 })
        #expect(isSilent(bedside) && rings(bedside).isEmpty)
    }

    @Test func whoeverIsAskedLateInAWeekIsNotAskedAgainAtOnce() throws {
        let bedside = try silent()
        let first = try #require(LocalDate("2026-11-20"))
        var asked: [Int] = []
        for index in 13...30 {
            bedside.advance(to: LocalDateTime(date: first.adding(days: index), time: try #require(LocalTime("12:00"))))
            guard question(bedside) == .week else { continue }
            asked.append(index)
            bedside.press(.start)
            bedside.advance(by: .minutes(1))
        }
        #expect(asked == [13, 17, 21, 28])
    }

    @Test func aNoOffersToRingAgain() throws {
        for isYes in [true, false] {
            let bedside = try silent()
            try at("2026-11-28T12:00", bedside)
            #expect(question(bedside) == .week)
            bedside.press(.stop)
            bedside.advance(by: .seconds(10))
            #expect(bedside.machine?.features.fading.asked?.question == .ringAgain)
            bedside.press(isYes ? .start : .stop)
            bedside.advance(by: .minutes(1))
            #expect(isSilent(bedside) != isYes)
            #expect(bedside.disk.fading.level(of: .wake) == (isYes ? .net : .graduated))
            try at("2026-11-29T12:00", bedside)
            #expect(rings(bedside) == (isYes ? ["2026-11-29T06:10"] : []))
        }
    }

    @Test func twoNoesInARowBringTheNetBack() throws {
        let bedside = try silent()
        for (date, isYes) in [("2026-11-28", false), ("2026-12-05", true), ("2026-12-12", false)] {
            try at("\(date)T12:00", bedside)
            #expect(question(bedside) == .week)
            bedside.press(isYes ? .start : .stop)
            bedside.advance(by: .minutes(2))
        }
        #expect(isSilent(bedside), "one no in a row, and no answer to the offer means no")
        try at("2026-12-19T12:00", bedside)
        #expect(question(bedside) == .week)
        bedside.press(.stop)
        bedside.advance(by: .minutes(2))
        #expect(!isSilent(bedside))
        #expect(bedside.said.count { $0.contains("I wait for you in the mornings again") } == 1)
        #expect(bedside.entries(.levelChanged).last?.detail == "wake: 3 -> 2, silence_ended")
        try at("2026-12-20T12:00", bedside)
        #expect(rings(bedside) == ["2026-12-20T06:10"])
    }

    /// A device that cannot be heard asks, but takes no answer, and silence goes on.
    @Test func noAnswerIsNoNo() throws {
        let bedside = try silent()
        for week in 1...13 {
            bedside.advance(by: .days(7))
            #expect((question(bedside) == .week) == (week <= 12))
            bedside.advance(by: .minutes(5))
        }
        #expect(isSilent(bedside))
    }
}
