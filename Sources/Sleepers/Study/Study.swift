import Bedside

/// A comparison of the shipped rule with three others over the same simulated lives (FADE-6).
///
/// Owners are independent of each other and have the same life under every rule, so memory is a few hundred bytes an
/// owner and rule, and a study takes the same time for each owner. One thread.
public struct Study: Sendable {
    /// How many owners, days and owner-days a study may have.
    public static let ownersRange = 1...50_000
    public static let daysRange = 7...3_650
    public static let maximumOwnerDays = 50_000_000

    public let owners: Int
    public let days: Int
    public let seed: UInt64
    public let parameters: SleeperParameters
    public let rules: [RuleName]

    public init(
        owners: Int, days: Int, seed: UInt64, parameters: SleeperParameters = SleeperParameters(),
        rules: [RuleName] = RuleName.allCases
    ) {
        self.owners = owners
        self.days = days
        self.seed = seed
        self.parameters = parameters
        self.rules = rules
    }

    /// Runs the study.
    ///
    /// - Parameter progress: called with the share that is done, from time to time.
    public func run(progress: (Double) -> Void = { _ in }) -> StudyResult {
        let clockwork = SleepClockwork(parameters)
        var tallies = Dictionary(uniqueKeysWithValues: rules.map { ($0, RuleTally(days: days)) })
        var life = Life()
        for number in 0..<owners {
            let sleeper = Sleeper(number: number, seed: seed, clockwork: clockwork)
            life.draw(sleeper, number: number, seed: seed, days: days, parameters: parameters)
            for rule in rules {
                switch rule {
                case .shipped: live(ShippedRule.self, sleeper, number, life, clockwork, &tallies[rule])
                case .always: live(AlwaysRule.self, sleeper, number, life, clockwork, &tallies[rule])
                case .fiveInARow: live(FiveInARowRule.self, sleeper, number, life, clockwork, &tallies[rule])
                case .oracle: live(OracleRule.self, sleeper, number, life, clockwork, &tallies[rule])
                }
            }
            if number % 16 == 15 { progress(Double(number + 1) / Double(owners)) }
        }
        progress(1)
        return StudyResult(study: self, rules: tallies.mapValues { RuleResult($0) })
    }

    private func live<Rule: WakingRule>(
        _: Rule.Type, _ sleeper: Sleeper, _ number: Int, _ life: Life, _ clockwork: SleepClockwork,
        _ tally: inout RuleTally?
    ) {
        var run = OwnerRun<Rule>(sleeper: sleeper, number: number, seed: seed, clockwork: clockwork)
        var weeks = tally?.weeks ?? []
        tally?.weeks = []
        run.live(life) { day, level in weeks[day / 7][level.rawValue] += 1 }
        tally?.weeks = weeks
        tally?.records.append(run.record)
    }
}

/// What is gathered about one rule while a study runs.
private struct RuleTally {
    var records: [OwnerRecord] = []
    /// Owner-days at each level, by week.
    var weeks: [SIMD4<Int64>]

    init(days: Int) { weeks = [SIMD4<Int64>](repeating: .zero, count: (days + 6) / 7) }
}

/// The outcomes of a study.
public struct StudyResult: Sendable {
    public let study: Study
    public let rules: [RuleName: RuleResult]

    public subscript(rule: RuleName) -> RuleResult? { rules[rule] }
}

/// The outcomes of one rule: of all owners, and by kind.
public struct RuleResult: Sendable {
    public let all: Outcomes
    public let kinds: [OwnerKind: Outcomes]
    /// Share of owners at levels 0 to 3, by week.
    public let levelsByWeek: [[Double]]

    fileprivate init(_ tally: RuleTally) {
        all = Outcomes(tally.records)
        let byKind = Dictionary(grouping: tally.records, by: \.kind)
        kinds = byKind.mapValues { Outcomes($0) }
        levelsByWeek = tally.weeks.map { week in
            let sum = Double(max(1, week.wrappedSum()))
            return (0..<4).map { Double(week[$0]) / sum }
        }
    }
}
