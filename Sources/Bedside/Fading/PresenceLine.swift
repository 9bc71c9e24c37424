/// Turns edges of the line of a presence sensor into signs of life (FADE-2), debounced like a button (BOARD-2).
///
/// Only a line that becomes active counts. One that is active when it is first read, or stays active, tells nothing
/// about the last half hour: it may be shorted, and must not keep nets from ringing.
struct PresenceLine: Hashable, Sendable {
    private enum State: Hashable, Sendable {
        /// Can go to `settling`.
        case inactive
        /// Active since `since`, not yet believed. Can go to `active`, `inactive` (a glitch).
        case settling(since: BootTime)
        /// Can go to `leaving`.
        case active
        /// Inactive since `since`, not yet believed. Can go to `active` (bounce), `inactive`.
        case leaving(since: BootTime)
    }

    private let timing: ButtonTiming
    private var state = State.inactive

    init(timing: ButtonTiming) { self.timing = timing }

    private var hold: TimeSpan { .milliseconds(timing.holdMilliseconds) }
    private var bounce: TimeSpan { .milliseconds(timing.bounceMilliseconds) }

    /// Takes the level of a line that is read for the first time.
    mutating func read(isActive: Bool) { state = isActive ? .active : .inactive }

    /// - Returns: whether somebody was seen before this edge.
    mutating func edge(isActive: Bool, at time: BootTime) -> Bool {
        let isSeen = advance(to: time)
        switch (state, isActive) {
        case (.inactive, true): state = .settling(since: time)
        case (.settling, false): state = .inactive
        case (.active, false): state = .leaving(since: time)
        case (.leaving, true): state = .active
        case (.inactive, false), (.settling, true), (.active, true), (.leaving, false): break
        }
        return isSeen
    }

    /// Believes a level that has held long enough by `now`.
    ///
    /// - Returns: whether somebody is seen.
    mutating func advance(to now: BootTime) -> Bool {
        guard let deadline, deadline <= now else { return false }
        switch state {
        case .settling:
            state = .active
            return true
        case .leaving: state = .inactive
        case .inactive, .active: break
        }
        return false
    }

    /// When the line has held for long enough.
    var deadline: BootTime? {
        switch state {
        case .settling(let since): since + hold
        case .leaving(let since): since + hold + bounce
        case .inactive, .active: nil
        }
    }
}
