/// A habit's name in sentences and tables; an owner's own habit is called by its id.
public struct HabitName: Worded, Hashable {
    public let habit: HabitID
    public init(_ habit: HabitID) { self.habit = habit }

    public var wording: Wording {
        switch habit {
        case .wake: Wording("Wake-up", "起床", kana: kana)
        case .training: Wording("Training", "トレーニング", kana: kana)
        case .bedtime: Wording("Bedtime", "就寝", kana: kana)
        // The alarm is gone, and with it the name of the habit that it was like.
        case _ where habit.isOneOff: Wording("One-off alarm", "一度だけのアラーム", kana: kana)
        default: Wording(spacedName, spacedName, kana: kana)
        }
    }

    /// A reading that the voice can always say: an id that is not a Japanese word in Latin letters becomes "the habit".
    var kana: String {
        switch habit {
        case .wake: "きしょう"
        case .training: "トレーニング"
        case .bedtime: "しゅうしん"
        case _ where habit.isOneOff: "いちどだけの アラーム"
        default: Kana.commonHabits[habit.name] ?? Kana.reading(of: spacedName) ?? "しゅうかん"
        }
    }

    /// `evening_walk` as people write it.
    private var spacedName: String {
        String(habit.name.map { $0 == "_" || $0 == "-" ? " " : $0 })
    }
}
