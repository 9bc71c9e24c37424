/// Keeps a conversation's line on a device that plays: which output it is on, and when to try again. Of the director's
/// thread.
struct LineKeeper {
    /// With every output of the list failed, the first is tried again after this.
    private static let retryNanoseconds: Int64 = 1_000_000_000
    /// More than a turn of the playback thread and the fade; less than what `VoiceLine` promises.
    private static let fadeMilliseconds: Int64 = 80

    private(set) var source: LineSource?
    /// Of the echo canceller, for the counters.
    private(set) var engine: String?
    /// To be opened next, or open.
    private(set) var output = 0
    /// Boot time in nanoseconds; nil: nothing to try.
    private(set) var retryAt: Int64?
    private var failures = 0
    /// A card has come since it was put on an output that is not the first of the list.
    private var mayComeBack = false
    /// To the first output, of this line.
    private var comebacks = 0
    /// A plug that makes contact now and then does not take a conversation to and fro.
    private static let mostComebacks = 3

    var isOpen: Bool { source != nil }

    mutating func open(_ source: LineSource, engine: String?, output: Int) {
        self.source?.end(withinMilliseconds: Self.fadeMilliseconds)
        self.source = source
        self.engine = engine
        self.output = output
        retryAt = nil
        failures = 0
        mayComeBack = false
        comebacks = 0
    }

    mutating func close(_ session: OutputSession?) {
        source?.end(withinMilliseconds: session == nil ? 0 : Self.fadeMilliseconds)
        source = nil
        engine = nil
        retryAt = nil
        mayComeBack = false
        guard let session else { return }
        session.link.line.publish(nil)
        session.link.wakeUp.signal()
    }

    /// This device plays the line from now on.
    mutating func follow(_ session: OutputSession) {
        guard let source else { return }
        output = session.index
        retryAt = nil
        mayComeBack = false
        source.give(to: session.link)
        session.link.line.publish(source)
        session.link.wakeUp.signal()
    }

    mutating func hasDevice() { failures = 0 }

    /// The next output of the list is tried at once, and after the last the first in a while.
    mutating func lostDevice(_ index: Int, of count: Int, _ now: Int64) {
        guard isOpen, count > 0 else { return }
        failures += 1
        output = (index + 1) % count
        retryAt = failures % count == 0 ? now + Self.retryNanoseconds : now
    }

    /// The card that the owner prefers may be back: a speaker whose plug was loose, and the jack in its place is empty.
    mutating func cardArrived() {
        mayComeBack = isOpen && output != 0 && comebacks < Self.mostComebacks
    }

    /// Once for each arrival: try the first output of the list.
    mutating func takeComeback() -> Bool {
        guard mayComeBack else { return false }
        mayComeBack = false
        comebacks += 1
        return true
    }

    func isDue(_ now: Int64) -> Bool {
        guard isOpen, let retryAt else { return false }
        return now >= retryAt
    }
}
