/// How long a job rests after a try that failed, in milliseconds: doubled each time, bounded.
public func restAfterFailure(attempts: Int64, longest: Int64 = 300_000) -> Int64 {
    min(longest, 10_000 << max(0, min(attempts, 10)))
}
