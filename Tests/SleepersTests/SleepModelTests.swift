import Bedside
import TestKit
import Testing

@testable import Sleepers

/// The model against the figures that it was made of (FADE-6).
@Suite(.requirement("FADE-6")) struct SleepModelTests {
    private static let parameters = SleeperParameters()
    private static let clockwork = SleepClockwork(parameters)
    private static let sleepers = (0..<4000).map { Sleeper(number: $0, seed: 7, clockwork: clockwork) }

    @Test func sharesOfKindsAddUpToOne() {
        #expect(abs(Self.parameters.kinds.reduce(0) { $0 + $1.share } - 1) < 1e-9)
        for kind in Self.parameters.kinds {
            let share = Double(Self.sleepers.count { $0.kind == kind.kind }) / Double(Self.sleepers.count)
            #expect(abs(share - kind.share) < 0.02, "\(kind.kind): \(share)")
        }
    }

    /// The kinds divide the chronotypes among themselves, so together they have the distribution of the MCTQ.
    @Test func chronotypesAreThoseOfTheQuestionnaire() {
        let values = Self.sleepers.map(\.midSleep)
        #expect(abs(mean(values) - 4.25) < 0.06)
        #expect(abs(deviation(values) - 1.2) < 0.06)
    }

    /// Lally 2010: 18 to 254 days, median 66.
    @Test func habitsTakeAsLongAsTheyDid() throws {
        let days = Self.sleepers.map(\.daysTo95).sorted()
        #expect(abs(try #require(days.percentile(0.5)) - 66) < 4)
        #expect(days.allSatisfy { (18...254).contains($0) })
    }

    @Test func snoozersHaveTheirShares() {
        let others = Self.sleepers.filter { $0.kind != .lark && $0.kind != .selfAwakener }
        let heavy = Double(others.count { $0.snoozer == .heavy }) / Double(others.count)
        #expect(abs(heavy - 0.452) < 0.03)
        #expect(!Self.sleepers.contains { $0.kind == .lark && $0.snoozer == .heavy })
    }

    /// A sleeper without duties sleeps about eight hours around the mid-sleep of their chronotype.
    @Test func freeSleepHasItsMiddleWhereTheChronotypeSays() {
        let (middle, length) = Self.freeSleep(midSleep: 4.25)
        #expect(abs(mean(middle) - 4.25) < 0.15, "\(mean(middle))")
        #expect((7...9).contains(mean(length)), "\(mean(length))")
    }

    /// CARDIA: the length of sleep differs by 1.26 h from night to night.
    @Test func nightsDifferAsTheyDo() {
        let (_, length) = Self.freeSleep(midSleep: 4.25)
        #expect(abs(deviation(length) - 1.26) < 0.15, "\(deviation(length))")
    }

    /// Natural waking belongs to larks; anticipation reaches most nights of everybody.
    @Test func larksWakeByThemselvesAndOwlsDoNot() {
        func natural(_ kind: OwnerKind) -> Double {
            mean(Self.sleepers.filter { $0.kind == kind }.map(\.nights.working.natural))
        }
        #expect(natural(.lark) > natural(.middle) + 0.15)
        #expect(natural(.middle) > natural(.owl))
        #expect(natural(.owl) < 0.15)
        for kind in OwnerKind.allCases {
            let most = mean(Self.sleepers.filter { $0.kind == kind }.map { $0.weeklyChance(anticipation: 1) })
            #expect(most > 0.7, "\(kind): \(most)")
        }
    }

    /// On a working night the chance is the one that the habit's curve asks for.
    @Test func anticipationFillsWhatNaturalWakingLeaves() {
        for sleeper in Self.sleepers.prefix(300) where sleeper.asymptote > sleeper.nights.working.natural {
            let reached = sleeper.nights.working.chance(sleeper.anticipation(for: sleeper.asymptote))
            let possible = sleeper.nights.working.natural + sleeper.nights.working.reachable
            #expect(abs(reached - min(sleeper.asymptote, possible)) < 1e-9)
        }
    }

    @Test func lifeHasTheEventsOfItsParameters() {
        var life = Life()
        var (days, episodes, without, away, lapses) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (number, sleeper) in Self.sleepers.prefix(400).enumerated() {
            life.draw(sleeper, number: number, seed: 3, days: 730, parameters: Self.parameters)
            days += Double(life.days.count)
            episodes += Double(life.days.count { $0.night == .episode })
            without += Double(life.days.count { !$0.hasPower })
            away += Double(life.days.count { !$0.isDue })
            lapses += Double(life.days.count { $0.lapses })
        }
        // 6.5 days every 45 + 6.5, less the holidays among them.
        #expect(abs(episodes / days - 6.5 / 51.5) < 0.02)
        #expect(abs(without / days - 0.02) < 0.002)
        #expect((0.05...0.10).contains(away / days))
        #expect(abs(lapses / days - 1 / 730.0) < 0.0003)
    }

    // MARK: Helpers

    /// Mid-sleep and length of a hundred free nights of each of fifty sleepers: no alarm, bedtime when sleep comes.
    private static func freeSleep(midSleep: Double) -> (middle: [Double], length: [Double]) {
        let phase = midSleep + parameters.phaseAfterMidSleepHours
        var (middle, length): ([Double], [Double]) = ([], [])
        for person in 0..<50 {
            var draws = Draws(seed: 11, owner: person, purpose: .calibration)
            var last = LastWaking(hour: midSleep + 4, pressure: 0.12)
            for _ in 0..<100 {
                let bedtime = midSleep - 4 + parameters.onsetDeviationHours * draws.normal()
                let onset = clockwork.onset(
                    bedtime: bedtime, phase: phase, wokeAt: last.hour - 24, pressure: last.pressure)
                // The time only says from when on waking is looked for.
                let from = midSleep + 2
                var night = clockwork.night(
                    onset: onset, time: from, phase: phase, anticipates: false, draws: &draws)
                _ = night.sleep(until: 600, draws: &draws)
                last = LastWaking(hour: from + Double(night.minute) / 60, pressure: night.pressure)
                middle.append((onset.hour + last.hour) / 2)
                length.append(last.hour - onset.hour)
            }
        }
        return (middle, length)
    }
}

func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }

func deviation(_ values: [Double]) -> Double {
    let mean = mean(values)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, values.count - 1))).squareRoot()
}
