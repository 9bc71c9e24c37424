/// How far a playback device is kept ahead. A long queue delays Stop; with a short one the device runs dry.
///
/// Theory of operation. The queue grows when the device runs dry and shrinks when it has not done so for a while,
/// because a machine that stood still once must not make Stop slow from then on. A step down that proves too bold is
/// undone at once, and the next one waits twice as long, so that a device that needs a longer queue runs dry a few
/// times a night and not a few times a minute. Frames at the device's rate; times in nanoseconds of the boot clock. A
/// value of the playback thread.
struct QueueLength {
    private(set) var frames: Int
    /// The length that it shrinks to.
    private var least: Int
    private let most: Int
    private let step: Int
    private var changedAt: Int64 = .min / 2
    private var ranDryAt: Int64 = .min / 2
    /// The length before the step down that is being tried.
    private var before: Int?
    private var patienceNanoseconds = minimumPatienceNanoseconds

    private static let minimumPatienceNanoseconds: Int64 = 2_000_000_000
    private static let maximumPatienceNanoseconds: Int64 = 600_000_000_000
    private static let againWithinNanoseconds: Int64 = 2_000_000_000

    /// - Parameter step: by how much it grows.
    init(least: Int, most: Int, step: Int) {
        self.least = min(least, most)
        self.most = most
        self.step = max(1, step)
        frames = self.least
    }

    /// Notes that the device ran dry. Once may be chance, unless it `isSure`; twice within two seconds is not.
    mutating func ranDry(at now: Int64, isSure: Bool) {
        defer { ranDryAt = now }
        if let before {
            frames = before
            self.before = nil
            patienceNanoseconds = min(2 * patienceNanoseconds, Self.maximumPatienceNanoseconds)
            changedAt = now
        } else if isSure || now - ranDryAt < Self.againWithinNanoseconds {
            frames = min(frames + step, most)
            changedAt = now
        }
    }

    /// Notes that time has passed while the device plays.
    mutating func pass(at now: Int64) {
        guard now - max(changedAt, ranDryAt) >= patienceNanoseconds else { return }
        if before != nil {
            before = nil
            patienceNanoseconds = max(patienceNanoseconds / 2, Self.minimumPatienceNanoseconds)
        }
        guard frames > least else { return }
        before = frames
        frames = max(least, frames - max(step, (frames - least) / 4))
        changedAt = now
    }

    /// Sets the length to use from now on.
    mutating func aim(at length: Int) {
        // A longer queue keeps what was added because the device ran dry; a shorter one gives it up.
        frames = length < least ? min(frames, length) : max(frames, length)
        least = min(length, most)
        frames = min(frames, most)
        before = nil
    }
}
