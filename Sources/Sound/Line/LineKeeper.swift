import Bedside

/// Keeps a conversation's line on a device that plays: decides which output it is on, and when to try again. A value of
/// `SoundMachine`.
struct LineKeeper: Sendable, Equatable {
    /// When every output of the list has failed, the first is tried again after this.
    private static let retryPause = TimeSpan.seconds(1)

    private(set) var isOpen = false
    /// The output that is open, or to be opened next.
    private(set) var output = 0
    /// When to try `output`; nil if there is nothing to try.
    private(set) var retryAt: BootTime?
    private var failures = 0
    /// Whether a card has arrived since the line was put on an output that is not the first of the list.
    private var mayComeBack = false
    /// How often this line has returned to the first output.
    private var comebacks = 0
    /// The maximum, so that a loose plug does not move a conversation to and fro.
    private static let maximumComebacks = 3

    mutating func open(output: Int) {
        self = LineKeeper()
        isOpen = true
        self.output = output
    }

    mutating func close() { self = LineKeeper() }

    /// Notes that this output plays the line from now on.
    mutating func follow(output: Int) {
        guard isOpen else { return }
        self.output = output
        retryAt = nil
        mayComeBack = false
    }

    mutating func hasDevice() { failures = 0 }

    /// Plans to try the next output of the list: at once, or after a pause when all have failed.
    mutating func lostDevice(_ index: Int, of count: Int, _ now: BootTime) {
        guard isOpen, count > 0 else { return }
        failures += 1
        output = (index + 1) % count
        retryAt = failures % count == 0 ? now + Self.retryPause : now
    }

    /// Notes that a card has arrived: it may be the output that the owner prefers (a speaker whose plug was loose),
    /// while the one used in its place may have nothing connected.
    mutating func cardArrived() {
        mayComeBack = isOpen && output != 0 && comebacks < Self.maximumComebacks
    }

    /// Whether to try the first output of the list; true once for each arrival.
    mutating func takeComeback() -> Bool {
        guard mayComeBack else { return false }
        mayComeBack = false
        comebacks += 1
        return true
    }

    func isDue(_ now: BootTime) -> Bool {
        guard isOpen, let retryAt else { return false }
        return now >= retryAt
    }
}
