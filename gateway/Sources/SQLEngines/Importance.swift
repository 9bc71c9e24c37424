/// How much a request matters while too much waits for the database: the least important is refused first, and a stop
/// never (gateway-design §8, rule 5). What a task asks for is as important as the task.
public enum Importance: Hashable, Sendable, CaseIterable {
    /// Pages, exports, and what others tell: they come again.
    case page
    case profile
    case sync
    case start
    case stop

    /// What nobody has judged is the gateway's own work.
    @TaskLocal public static var current: Importance = .start

    /// How many may wait in a lane at most where one of this importance is added.
    func limit(of maximum: Int) -> Int {
        switch self {
        case .page: max(1, maximum / 2)
        case .profile: max(1, maximum * 5 / 8)
        case .sync: max(1, maximum * 3 / 4)
        case .start: maximum
        // No more than there are connections.
        case .stop: .max
        }
    }
}
