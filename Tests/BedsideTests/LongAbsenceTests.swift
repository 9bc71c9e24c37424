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

    private func fastestStep(days: Int) throws -> Duration {
        let (machine, now) = try machine()
        let later = Moment(boot: now.boot + .seconds(1), civil: now.civil + .days(days))
        return try #require(
            (0..<3).map { _ in
                var copy = machine
                return ContinuousClock().measure { _ = copy.handle(.clockSet(isSynchronized: true), at: later) }
            }.min())
    }

    /// Twice as many days take about twice as long, not four times.
    @Test func aStepTakesTimeInProportionToItsDays() throws {
        let (short, long) = (try fastestStep(days: 90), try fastestStep(days: 360))
        #expect(long < short * 8, "\(short) for 90 days, and \(long) for 360")
    }

    @Test func everyDayInBetweenIsRecordedOnce() throws {
        var (machine, now) = try machine()
        let before = machine.durableState.records.count
        let actions = machine.handle(
            .clockSet(isSynchronized: true), at: Moment(boot: now.boot + .seconds(1), civil: now.civil + .days(30)))
        now.civil = now.civil + .days(30)
        let missed = actions.flatMap { action -> [Change] in
            if case .commit(let changes) = action { changes } else { [] }
        }.count { change in
            if case .night(let entry) = change { entry.kind == .missed } else { false }
        }
        #expect(missed >= 29 * 32 && missed <= 30 * 32)
        #expect(machine.durableState.records.count - before >= missed)
    }
}
