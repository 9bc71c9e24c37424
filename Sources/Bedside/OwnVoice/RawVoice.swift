/// Sees to it that no raw recording stays (V-2): none is older than ten minutes, and none is left after the gateway's
/// answer or a start.
///
/// Before the first recording is made, it is on disk that there may be one (`OwnerVoice.mayHoldRaw`). That is taken back
/// only when the driver has reported that nothing is left, so a power cut at any step is followed by a sweep.
struct RawVoice: Hashable, Sendable {
    /// When all of them have to go, whatever is still awaited.
    private(set) var expiresAt: BootTime?
    private var tries: [Int: BootTime] = [:]
    private var sweepAt: BootTime?
    private(set) var deadline: BootTime?

    /// One minute less than ten, so that a disk that fails can be tried again.
    static let life = TimeSpan.minutes(9)
    static let retry = TimeSpan.seconds(10)

    enum Output: Hashable, Sendable {
        case destroy(Int)
        case sweep
    }

    /// One was made. The first decides until when all may stay.
    mutating func made(at now: BootTime) { expiresAt = expiresAt ?? now + Self.life }

    /// - Parameters:
    ///   - wanted: the files that are still needed.
    ///   - mayRecord: whether another one may come.
    mutating func plan(_ part: OwnerVoice, wanted: Set<Int>, mayRecord: Bool, at now: BootTime) {
        guard part.mayHoldRaw else {
            self = RawVoice()
            return
        }
        tries = tries.filter { part.rawFiles.contains($0.key) }
        guard !wanted.isEmpty || mayRecord else {
            sweepAt = sweepAt ?? now
            deadline = sweepAt
            return
        }
        sweepAt = nil
        let gone = part.rawFiles.filter { !wanted.contains($0) }
        deadline = gone.map { tries[$0] ?? now }.min().earlier(expiresAt)
    }

    /// Whether they stay for so long.
    func remain(for span: TimeSpan, at now: BootTime) -> Bool { expiresAt.map { now + span <= $0 } ?? true }

    func hasExpired(at now: BootTime) -> Bool { expiresAt.map { $0 <= now } ?? false }

    mutating func advance(_ part: OwnerVoice, wanted: Set<Int>, mayRecord: Bool, at now: BootTime) -> [Output] {
        plan(part, wanted: wanted, mayRecord: mayRecord, at: now)
        if let sweepAt {
            guard sweepAt <= now else { return [] }
            self.sweepAt = now + Self.retry
            return [.sweep]
        }
        let gone = part.rawFiles.filter { !wanted.contains($0) && (tries[$0] ?? now) <= now }
        for file in gone { tries[file] = now + Self.retry }
        return gone.map { .destroy($0) }
    }
}

extension TimeSpan {
    /// The later of two times of a retry.
    func orLonger(_ seconds: Int?) -> TimeSpan { max(self, .seconds(min(max(seconds ?? 0, 0), 21_600))) }
}
