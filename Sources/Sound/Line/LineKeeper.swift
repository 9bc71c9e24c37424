import Bedside

/// Keeps a conversation's line on a device that plays: which output it is on, and when to try again. A value of
/// `SoundMachine`.
struct LineKeeper: Sendable, Equatable {
    /// With every output of the list failed, the first is tried again after this.
    private static let retryPause = TimeSpan.seconds(1)

    private(set) var isOpen = false
    /// To be opened next, or open.
    private(set) var output = 0
    /// nil: nothing to try.
    private(set) var retryAt: BootTime?
    private var failures = 0
    /// A card has come since it was put on an output that is not the first of the list.
    private var mayComeBack = false
    /// To the first output, of this line.
    private var comebacks = 0
    /// A plug that makes contact now and then does not take a conversation to and fro.
    private static let maximumComebacks = 3

    mutating func open(output: Int) {
        self = LineKeeper()
        isOpen = true
        self.output = output
    }

    mutating func close() { self = LineKeeper() }

    /// This output plays the line from now on.
    mutating func follow(output: Int) {
        guard isOpen else { return }
        self.output = output
        retryAt = nil
        mayComeBack = false
    }

    mutating func hasDevice() { failures = 0 }

    /// The next output of the list is tried at once, and after the last the first in a while.
    mutating func lostDevice(_ index: Int, of count: Int, _ now: BootTime) {
        guard isOpen, count > 0 else { return }
        failures += 1
        output = (index + 1) % count
        retryAt = failures % count == 0 ? now + Self.retryPause : now
    }

    /// The card that the owner prefers may be back: a speaker whose plug was loose, and the jack in its place is empty.
    mutating func cardArrived() {
        mayComeBack = isOpen && output != 0 && comebacks < Self.maximumComebacks
    }

    /// Once for each arrival: try the first output of the list.
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
