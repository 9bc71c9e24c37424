/// One cell of the sensitivity grid: assumptions that differ from the usual ones.
public struct GridCell: Sendable, Hashable {
    /// Added to every asymptote.
    public var asymptote: Double
    /// Factor of the time that a habit takes.
    public var learningTime: Double
    /// Chance that a waking is seen.
    public var seen: Double
    /// Factor of the number of episodes.
    public var episodes: Double
    public var snooze: SnoozeMix

    public enum SnoozeMix: String, Sendable, CaseIterable {
        case japan, sweden
    }

    /// Every combination: 144 cells.
    public static let all: [GridCell] = [-0.1, 0, 0.1].flatMap { asymptote in
        [0.5, 1, 2].flatMap { learningTime in
            [0.5, 0.65, 0.8, 0.95].flatMap { seen in
                [1.0, 2].flatMap { episodes in
                    SnoozeMix.allCases.map { snooze in
                        GridCell(
                            asymptote: asymptote, learningTime: learningTime, seen: seen, episodes: episodes,
                            snooze: snooze)
                    }
                }
            }
        }
    }

    /// The usual parameters with the cell's differences.
    public func applied(to usual: SleeperParameters) -> SleeperParameters {
        var result = usual
        result.asymptoteShift += asymptote
        result.learningTimeFactor *= learningTime
        result.seen = seen
        result.episodeEveryDays /= episodes
        switch snooze {
        case .japan: result.snoozeShares = .japan
        case .sweden: result.snoozeShares = .sweden
        }
        return result
    }
}

/// What a cell of the grid showed.
public struct GridResult: Sendable {
    public let cell: GridCell
    public let shipped: Outcomes
    public let fiveInARow: Outcomes

    /// Whether the shipped rule is better than five in a row on a measure of which less is better. Without a value of
    /// its own (nobody graduated) it is.
    public func isBetter(on measure: Measure) -> Bool {
        guard let own = shipped[measure].value else { return true }
        return fiveInARow[measure].value.map { own < $0 } ?? false
    }

    /// Whether the conclusion holds in this cell: fewer late wakes, and fewer graduations that were too early (F-4).
    public var keepsSigns: Bool { isBetter(on: .lateWakes) && isBetter(on: .premature) }
}

extension Study {
    /// Runs the study in every cell of the grid, with the shipped rule and five in a row only.
    public func runGrid(_ cells: [GridCell] = GridCell.all, progress: (Double) -> Void = { _ in }) -> [GridResult] {
        var results: [GridResult] = []
        for (index, cell) in cells.enumerated() {
            let study = Study(
                owners: owners, days: days, seed: seed, parameters: cell.applied(to: parameters),
                rules: [.shipped, .fiveInARow])
            let result = study.run { progress((Double(index) + $0) / Double(cells.count)) }
            guard let shipped = result[.shipped], let five = result[.fiveInARow] else { continue }
            results.append(GridResult(cell: cell, shipped: shipped.all, fiveInARow: five.all))
        }
        return results
    }
}
