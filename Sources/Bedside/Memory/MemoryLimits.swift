/// How much is remembered at most (M-1).
public enum MemoryLimits {
    public static let items = 40
    public static let days = 14
    /// Records that are superseded or forgotten, which are kept for `why` only.
    public static let history = 40
    /// So that something is always left to drop.
    public static let pinned = 20
    public static let intentionsPerDay = 3
    public static let itemsPerTalk = 5
    /// Names of facts that a companion is told.
    static let names = 24
    /// Habits whose answers are counted.
    public static let runs = 16

    /// The longest text of a memory, in code points.
    public static func textCharacters(in language: Language) -> Int {
        switch language {
        case .japanese: 80
        case .english: 160
        }
    }

    /// The longest quote of a memory, in code points.
    public static let quoteCharacters = 400

    public static func dayCharacters(in language: Language) -> Int {
        switch language {
        case .japanese: 240
        case .english: 480
        }
    }
}
