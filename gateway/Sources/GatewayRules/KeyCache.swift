/// Somebody's public keys by their ids, and when to ask for them again. Times are milliseconds on a clock that is never
/// set.
public struct KeyCache<Key: Sendable>: Sendable {
    /// So long are keys good without asking.
    public static var freshMilliseconds: Int64 { 21_600_000 }
    /// So long are they used if nobody answers.
    public static var staleMilliseconds: Int64 { 86_400_000 }
    /// Within so long is answered as often at most: once because keys are old, and again because of keys that nobody knows,
    /// which may be new.
    public static var pauseMilliseconds: Int64 { 60_000 }
    public static var mostAnswers: Int { 3 }
    /// The same after an attempt that failed.
    public static var failedPauseMilliseconds: Int64 { 5_000 }

    private var keys: [String: Key] = [:]
    /// The newest ones.
    private var answers: [Int64] = []
    private var failedAt: Int64?

    public init() {}

    public enum Step {
        case use(Key)
        /// Ask, then look again; whoever has been asked does not know it if this comes a second time.
        case ask
        /// It was asked often enough just now.
        case unknown
        /// Nobody has answered, so it cannot be said.
        case away
    }

    /// What to do for a token that names this key.
    public func step(_ id: String, at now: Int64) -> Step {
        let age = answers.last.map { now - $0 }
        let key = keys[id]
        if let key, let age, age < Self.freshMilliseconds { return .use(key) }
        if let failedAt, now - failedAt < Self.failedPauseMilliseconds {
            // Keys that are not quite fresh are better than none.
            if let key, let age, age < Self.staleMilliseconds { return .use(key) }
            return .away
        }
        let recent = answers.filter { now - $0 < Self.pauseMilliseconds }
        return recent.count < Self.mostAnswers ? .ask : .unknown
    }

    /// Notes an answer; nil: there was none.
    public mutating func note(_ answer: [String: Key]?, at now: Int64) {
        guard let answer else {
            failedAt = now
            return
        }
        keys = answer
        answers = Array((answers + [now]).suffix(Self.mostAnswers))
        failedAt = nil
    }
}
