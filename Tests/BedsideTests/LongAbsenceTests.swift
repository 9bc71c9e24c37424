import Foundation
import TestKit
import Testing

@testable import Bedside

/// A clock that steps by years (ALARM-6): what was due in between is settled without keeping anybody waiting.
@Suite(.requirement("ALARM-6")) struct LongAbsenceTests {
    private func machine() throws -> (Bedside, Moment) {
        let civil = try #require(ZoneRules.utc.instant(of: try EpisodeTests.at("2026-11-20T22:00")))
        let now = Moment(boot: BootTime(nanoseconds: 1_000_000_000), civil: civil)
        var durable = Durable()
        durable.profile.habits = try (0..<32).map { number in
            let id = try #require(HabitID("habit-\(number)"))
            var habit = Habit(id: id, at: LocalTime(wrappingSecondOfDay: number * 60))
            habit.isOn = true
            return habit
        }
        for habit in durable.profile.habits { durable.armedSince[habit.id] = civil }
        durable.lastWritten = civil
        var machine = Bedside(
            configuration: Configuration(clockFloor: civil - .days(365)), durable: durable, zone: .utc,
            isClockSynchronized: true, at: now)
        _ = machine.start(at: now)
        return (machine, now)
    }

    /// Steps the clock, then gives the machine its ticks until nothing is left to record.
    ///
    /// - Returns: the number of changes that each event led to.
    private func step(days: Int, _ machine: inout Bedside, _ now: inout Moment) -> [Int] {
        pass(.seconds(1), &now)
        now.civil = now.civil + .days(days)
        var counts = [count(machine.handle(.clockSet(isSynchronized: true), at: now))]
        while let deadline = machine.deadline.boot, deadline <= now.boot + .milliseconds(10) {
            pass(deadline - now.boot, &now)
            counts.append(count(machine.handle(.tick, at: now)))
        }
        return counts
    }

    private func pass(_ time: TimeSpan, _ now: inout Moment) {
        now.boot = now.boot + time
        now.civil = now.civil + time
    }

    private func count(_ actions: [Action]) -> Int {
        actions.reduce(0) { if case .commit(let changes) = $1 { $0 + changes.count } else { $0 } }
    }

    /// Days between the alarm of the first record and now, without those that have no record.
    private func recordedDays(_ machine: Bedside, before now: Moment) -> Int {
        let today = ZoneRules.utc.local(now.civil).date
        return (1...400).count { back in
            machine.profile.habits.allSatisfy {
                machine.durableState.records[Occurrence(habit: $0.id, date: today.adding(days: -back))]?.outcome
                    == .missed
            }
        }
    }

    @Test func noEventOfAStepByTwoYearsHasMuchToDo() throws {
        var (machine, now) = try machine()
        let counts = step(days: 730, &machine, &now)
        #expect(counts.count > 40)
        // A record and a line of the log for each, the settings and the time of the last write.
        #expect(counts.allSatisfy { $0 <= 2 * Absence.maximumPerEvent + 2 }, "\(counts)")
        #expect(recordedDays(machine, before: now) >= 399)
        #expect(machine.agenda.absence == nil)
    }

    /// The most of the processor's time that one event takes, in seconds: for so long no button is served. What other
    /// threads take meanwhile does not count.
    private func longestEvent(stepping days: Int, _ machine: inout Bedside, _ now: inout Moment) -> Double {
        var longest = 0.0
        func handle(_ event: Event) {
            let before = processorSeconds()
            _ = machine.handle(event, at: now)
            longest = max(longest, processorSeconds() - before)
        }
        pass(.seconds(1), &now)
        now.civil = now.civil + .days(days)
        handle(.clockSet(isSynchronized: true))
        while let deadline = machine.deadline.boot, deadline <= now.boot + .milliseconds(10) {
            pass(deadline - now.boot, &now)
            handle(.tick)
        }
        return longest
    }

    private func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Two years leave 400 times as many alarms to record as a day. A tenth of a second is what may come on top.
    @Test func noEventOfAStepByTwoYearsTakesMuchLongerThanAStepByADay() throws {
        var (machine, now) = try machine()
        let day = longestEvent(stepping: 1, &machine, &now)
        let years = longestEvent(stepping: 730, &machine, &now)
        #expect(recordedDays(machine, before: now) >= 399)
        #expect(years < 16 * day + 0.1, "\(years) s, and \(day) s for a day")
    }

    /// On the way back, what was recorded of days that are ahead again is forgotten.
    @Test func theStepBackByTwoYearsDoesNotKeepTheLoopEither() throws {
        var (machine, now) = try machine()
        _ = longestEvent(stepping: 730, &machine, &now)
        let back = longestEvent(stepping: -730, &machine, &now)
        #expect(machine.durableState.records.values.allSatisfy { $0.due <= now.civil })
        #expect(back < 0.5, "\(back) s")
    }

    @Test func everyDayInBetweenIsRecordedOnce() throws {
        var (machine, now) = try machine()
        let counts = step(days: 30, &machine, &now)
        #expect(recordedDays(machine, before: now) == 29 || recordedDays(machine, before: now) == 30)
        #expect(machine.durableState.records.count <= 31 * 32)
        #expect(counts.reduce(0, +) <= 2 * 31 * 32 + counts.count + 40)
    }

    /// What rings now begins in the event of the step itself, and a press is served between two events.
    @Test func anAlarmThatIsDueRingsAtOnceAndStopEndsIt() throws {
        var (machine, now) = try machine()
        // Back at 00:10:02, when the alarm of 00:10 is due.
        now.boot = now.boot + .seconds(1)
        now.civil = now.civil + .days(700) + .hours(2) + .minutes(10) + .seconds(2)
        let actions = machine.handle(.clockSet(isSynchronized: true), at: now)
        #expect(
            actions.contains { if case .play(let playback) = $0, case .alarm = playback.source { true } else { false } }
        )
        #expect(machine.agenda.absence != nil)
        pass(.milliseconds(1), &now)
        let stopped = machine.handle(.press(.stop, heldMilliseconds: 0, from: .owner), at: now)
        #expect(stopped.contains(.silence))
        #expect(machine.activity == .idle)
        while let deadline = machine.deadline.boot, deadline <= now.boot + .milliseconds(10) {
            pass(deadline - now.boot, &now)
            _ = machine.handle(.tick, at: now)
        }
        #expect(recordedDays(machine, before: now) >= 399)
    }

    /// Another zone does not change what the past was.
    @Test func aZoneSetMeanwhileLeavesThePastAsItWas() throws {
        var (machine, now) = try machine()
        pass(.seconds(1), &now)
        now.civil = now.civil + .days(300)
        _ = machine.handle(.clockSet(isSynchronized: true), at: now)
        _ = machine.handle(.zone(try ZoneRules(name: "Far/East", posix: "XYZ-9")), at: now)
        #expect(machine.agenda.absence == nil)
        #expect(recordedDays(machine, before: now) >= 299)
    }

    /// The clock goes back while the days are being recorded: what is ahead again is not recorded, and rings.
    @Test func aStepBackInTheMiddleLeavesNothingRecordedThatIsAhead() throws {
        var (machine, now) = try machine()
        pass(.seconds(1), &now)
        now.civil = now.civil + .days(300)
        _ = machine.handle(.clockSet(isSynchronized: true), at: now)
        _ = step(days: -200, &machine, &now)
        #expect(recordedDays(machine, before: now) >= 99)
        #expect(machine.durableState.records.values.allSatisfy { $0.due <= now.civil })
        #expect(machine.agenda.upcoming.count == 32)
        #expect(machine.agenda.upcoming.allSatisfy { $0.at > now.civil && $0.at < now.civil + .days(2) })
    }

    @Test func theEndOfTheProgramLeavesNothingUnrecorded() throws {
        var (machine, now) = try machine()
        pass(.seconds(1), &now)
        now.civil = now.civil + .days(300)
        _ = machine.handle(.clockSet(isSynchronized: true), at: now)
        _ = machine.handle(.terminate, at: now)
        #expect(recordedDays(machine, before: now) >= 299)
    }
}
