/// What the log says of the memory: numbers and reasons, never a word.
extension MemoryKeeper {
    /// A line for the log for each memory that was dropped because there is no more room (M-1): its number alone.
    static func dropped(_ changes: [MemoryChange]) -> [FeatureRequest] {
        changes.compactMap { change in
            guard case .remove(let id) = change else { return nil }
            return .log(.info, "memory \(id.number) was dropped for room")
        }
    }

    /// What became of a summary, without a word of it.
    static func note(
        of summary: MemorySummary, _ refused: [MemoryRefusal], ofDay refusedLines: [MemoryRefusal] = []
    ) -> String {
        func reasons(_ refused: [MemoryRefusal]) -> String {
            refused.isEmpty ? "" : " (\(refused.map(\.rawValue).joined(separator: ", ")))"
        }
        let items =
            "the summary: \(summary.items.count - refused.count) kept, \(refused.count) refused\(reasons(refused))"
        guard !refusedLines.isEmpty else { return items }
        return items + "; of the day's lines \(refusedLines.count) refused\(reasons(refusedLines))"
    }
}
