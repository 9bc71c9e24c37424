/// How much a playback device is kept ahead: what is queued delays Stop, what is not leaves the device dry.
///
/// It grows when the device ran dry, and comes back when it has not for a while, because a machine that stood still
/// once is no reason for a slow Stop ever after. A step back that proves too bold is taken back at once, and the next
/// one waits twice as long: a device that needs more than it is given is left dry a few times a night, not a few times
/// a minute. Frames at the device's rate; times in nanoseconds of the boot clock. A value of the playback thread.
struct QueueLength {
    private(set) var frames: Int
    /// What it comes back to.
    private var least: Int
    private let most: Int
    private let step: Int
    private var changedAt: Int64 = .min / 2
    private var ranDryAt: Int64 = .min / 2
    /// Before the step back that is being tried.
    private var before: Int?
    private var patience = shortestPatience

    private static let shortestPatience: Int64 = 2_000_000_000
    private static let maximumPatience: Int64 = 600_000_000_000

    /// - Parameter step: by how much it grows.
    init(least: Int, most: Int, step: Int) {
        self.least = min(least, most)
        self.most = most
        self.step = max(1, step)
        frames = self.least
    }

    /// The device ran dry. Once may be chance, unless it `isSure`; twice within two seconds is not.
    mutating func ranDry(at now: Int64, isSure: Bool) {
        defer { ranDryAt = now }
        if let before {
            frames = before
            self.before = nil
            patience = min(2 * patience, Self.maximumPatience)
            changedAt = now
        } else if isSure || now - ranDryAt < 2_000_000_000 {
            frames = min(frames + step, most)
            changedAt = now
        }
    }

    /// Time passes while the device plays.
    mutating func pass(at now: Int64) {
        guard now - max(changedAt, ranDryAt) >= patience else { return }
        if before != nil {
            before = nil
            patience = max(patience / 2, Self.shortestPatience)
        }
        guard frames > least else { return }
        before = frames
        frames = max(least, frames - max(step, (frames - least) / 4))
        changedAt = now
    }

    /// So long from now on.
    mutating func aim(at length: Int) {
        // What was added because the device ran dry is kept where more is wanted, and given up where less is.
        frames = length < least ? min(frames, length) : max(frames, length)
        least = min(length, most)
        frames = min(frames, most)
        before = nil
    }
}
