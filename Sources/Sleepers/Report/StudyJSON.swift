import Bedside

extension StudyResult {
    /// The study as one JSON object: `outcomes` has an object for each rule with every measure by its name, and in `kinds`
    /// the same with percentiles for `all` owners and each kind.
    ///
    /// - Parameter grid: the cells of the sensitivity grid, if they were run.
    public func json(grid: [GridResult]? = nil) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init(name: "owners", value: .integer(study.owners)), .init(name: "days", value: .integer(study.days)),
            .init(name: "seed", value: .integer(Int(truncatingIfNeeded: study.seed))),
            .init(name: "wakes_seen", value: study.parameters.seen.map { .decimal($0) } ?? .null),
            .init(name: "outcomes", value: outcomes), .init(name: "gates", value: gates),
        ]
        if let grid {
            members.append(.init(name: "grid", value: .list(grid.map(\.json))))
            members.append(
                .init(name: "grid_keeps_its_signs", value: .flag(!grid.isEmpty && grid.allSatisfy(\.keepsSigns))))
        }
        return .object(members)
    }

    private var outcomes: JSONValue {
        .object(
            study.rules.compactMap { rule in self[rule].map { .init(name: rule.rawValue, value: $0.json) } })
    }

    private var gates: JSONValue {
        .list(
            requiredFigures.map { gate in
                .object([
                    "measure": .text(gate.measure.rawValue), "limit": .decimal(gate.limit),
                    "at_most": .flag(gate.isMaximum), "value": .rounded(gate.value),
                    "met": gate.isMet,
                ])
            })
    }

    /// The figures of F-4, for the shipped rule; empty if it was not run, or with another share of wakes seen.
    public var requiredFigures: [Gate] {
        guard let shipped = self[.shipped], study.parameters.seen == Gate.seen else { return [] }
        return Gate.all(for: shipped.all)
    }
}

extension Gate {
    /// Whether the figure is reached; null if it has no value.
    fileprivate var isMet: JSONValue {
        switch verdict {
        case .reached: .flag(true)
        case .missed: .flag(false)
        case .noValue: .null
        }
    }
}

extension RuleResult {
    fileprivate var json: JSONValue {
        var members = all.members
        var kinds: [JSONValue.Member] = [.init(name: "all", value: all.detailed)]
        for kind in OwnerKind.allCases {
            if let outcomes = self.kinds[kind] { kinds.append(.init(name: kind.rawValue, value: outcomes.detailed)) }
        }
        members.append(.init(name: "kinds", value: .object(kinds)))
        return .object(members)
    }
}

extension Outcomes {
    fileprivate var members: [JSONValue.Member] {
        Measure.allCases.map { .init(name: $0.rawValue, value: .rounded(self[$0].value)) }
    }

    fileprivate var detailed: JSONValue {
        .object(
            [.init(name: "owners", value: .integer(owners))]
                + Measure.allCases.map { .init(name: $0.rawValue, value: self[$0].json) })
    }
}

extension Statistic {
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [.init(name: "value", value: .rounded(value))]
        if p50 != nil {
            members.append(.init(name: "p10", value: .rounded(p10)))
            members.append(.init(name: "p50", value: .rounded(p50)))
            members.append(.init(name: "p90", value: .rounded(p90)))
        }
        return .object(members)
    }
}

extension GridResult {
    fileprivate var json: JSONValue {
        .object([
            "asymptote": .decimal(cell.asymptote), "learning_time": .decimal(cell.learningTime),
            "wakes_seen": .decimal(cell.seen), "episodes": .decimal(cell.episodes),
            "snooze": .text(cell.snooze.rawValue), "shipped": .object(shipped.members),
            "five_in_a_row": .object(fiveInARow.members), "better_on_late": .flag(isBetter(on: .lateWakes)),
            "better_on_premature": .flag(isBetter(on: .premature)),
        ])
    }
}

extension JSONValue {
    /// A number with at most four decimals; null if there is none.
    fileprivate static func rounded(_ value: Double?) -> JSONValue {
        value.map { .decimal(($0 * 10_000).rounded() / 10_000) } ?? .null
    }
}
