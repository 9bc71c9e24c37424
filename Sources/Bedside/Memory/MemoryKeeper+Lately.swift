extension MemoryKeeper {
    /// What the owner said about the last days, for the theme and the teaching of a morning (MIND-2, MIND-6). Nil while
    /// the memory is paused: then no companion is told anything that depends on it.
    static func saidLately(in context: FeatureContext) -> SaidLately? {
        let part = context.durable.memory
        guard part.mode != .paused else { return nil }
        guard part.fault == nil else { return SaidLately() }
        let today = context.local.date
        let recent = part.agreed.active.filter { item in
            guard let date = item.reflection?.date else { return false }
            return date <= today && today.dayNumber - date.dayNumber <= MemoryPart.recentDays
        }.sorted { $0.id > $1.id }
        var labels: [EmotionLabel] = []
        for label in recent.compactMap(\.reflection).flatMap(\.labels) where !labels.contains(label) {
            labels.append(label)
        }
        return SaidLately(reflections: recent.map(\.text), labels: labels)
    }
}
