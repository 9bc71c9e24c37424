import Bedside
import Synchronization

/// Bounds how many turns of each side reach the rules: a burst, and after that a number per second. People speak far
/// less; a service that sends more must not keep the loop from its buttons. Any thread.
final class WordsBudget: Sendable {
    private struct Bucket {
        var left = Double(WordsBudget.burst)
        var filledAt: BootTime
    }

    static let burst = 10
    static let perSecond = 4.0

    private let buckets = Mutex<[TalkLine.Voice: Bucket]>([:])

    /// Whether the event may be posted; counts it if it holds words.
    func allows(_ event: ConversationEvent, at now: BootTime) -> Bool {
        guard case .said(let voice, _, _) = event else { return true }
        return buckets.withLock { buckets in
            var bucket = buckets[voice] ?? Bucket(filledAt: now)
            let seconds = Double((now - bucket.filledAt).nanoseconds) / 1e9
            bucket.left = min(Double(Self.burst), bucket.left + max(0, seconds) * Self.perSecond) - 1
            bucket.filledAt = now
            let isAllowed = bucket.left >= 0
            bucket.left = max(bucket.left, 0)
            buckets[voice] = bucket
            return isAllowed
        }
    }
}
