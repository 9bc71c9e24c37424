/// Turns edges of the button lines into presses (BOARD-2), by the kernel's times of the edges.
///
/// A press counts once its line has held; a shorter one is a glitch. Edges within the bounce time after a counted
/// change are bounce. A line that is down at start, or stays down for a minute, is stuck and ignored until it is let
/// go. While both Start and Stop are down, the hold that erases everything is counted here too (SETUP-4).
struct Buttons: Hashable, Sendable {
    enum Output: Hashable, Sendable {
        case pressed(Button)
        case released(Button, held: TimeSpan)
        case stuck(Button)
        case freed(Button)
    }

    private enum Line: Hashable, Sendable {
        /// Up. Can go to `settling`.
        case up
        /// Down since `since`, not yet believed. Can go to `down`, `up` (a glitch).
        case settling(since: BootTime)
        /// A counted press. `bounceUntil`: edges before it are bounce. Can go to `rising`, `stuck`.
        case down(since: BootTime, bounceUntil: BootTime)
        /// Let go at `since`, not yet believed. Can go to `down` (bounce), `up`.
        case rising(since: BootTime, pressedAt: BootTime)
        /// Counted release; edges before `until` are bounce. Can go to `up`, `settling` (down again by then).
        case quiet(until: BootTime, isActive: Bool)
        /// Ignored until let go. Can go to `freeing`.
        case stuck
        /// Let go at `since`, not yet believed: longer than bounce lasts. Can go to `stuck` (the contact shook), `up`.
        case freeing(since: BootTime)
    }

    static let stuckAfter = TimeSpan.seconds(60)
    let timing: ButtonTiming
    private(set) var glitches = 0
    private var lines: [Button: Line] = [:]
    private(set) var heldStart: HeldStart?
    private(set) var eraseHold = EraseHold.none
    /// The line of the presence sensor, which is believed as a button is.
    var presence: PresenceLine

    init(timing: ButtonTiming) {
        self.timing = timing
        presence = PresenceLine(timing: timing)
    }

    private var hold: TimeSpan { .milliseconds(timing.holdMilliseconds) }
    private var bounce: TimeSpan { .milliseconds(timing.bounceMilliseconds) }

    /// Takes the levels of lines that are read for the first time: a line that is down then is stuck or shorted, not
    /// pressed.
    mutating func read(_ levels: [ButtonLevel]) -> [Output] {
        var outputs: [Output] = []
        for level in levels {
            if level.isActive {
                lines[level.button] = .stuck
                outputs.append(.stuck(level.button))
            } else {
                let wasStuck = isStuck(level.button)
                lines[level.button] = .up
                if wasStuck { outputs.append(.freed(level.button)) }
            }
        }
        return outputs
    }

    mutating func edge(_ button: Button, isActive: Bool, at time: BootTime) -> [Output] {
        let outputs = advance(to: time)
        switch (lines[button] ?? .up, isActive) {
        case (.up, true):
            lines[button] = .settling(since: time)
        case (.settling, false):
            glitches += 1
            lines[button] = .up
        case (.down(let since, let bounceUntil), false) where time >= bounceUntil:
            lines[button] = .rising(since: time, pressedAt: since)
        case (.down(let since, let bounceUntil), false):
            // Bounce, unless the line stays up: then it is let go when the bounce time ends.
            lines[button] = .rising(since: bounceUntil, pressedAt: since)
        case (.rising(_, let pressedAt), true):
            lines[button] = .down(since: pressedAt, bounceUntil: time)
        case (.quiet(let until, _), _):
            lines[button] = .quiet(until: until, isActive: isActive)
        case (.stuck, false):
            lines[button] = .freeing(since: time)
        case (.freeing, true):
            lines[button] = .stuck
        case (.up, false), (.settling, true), (.down, true), (.rising, false), (.stuck, true), (.freeing, false):
            break
        }
        return outputs
    }

    /// Believes every level that has held long enough by `now`.
    mutating func advance(to now: BootTime) -> [Output] {
        var outputs: [Output] = []
        for button in Button.allCases {
            while let line = lines[button], let deadline = deadline(of: line), deadline <= now {
                switch line {
                case .settling(let since):
                    lines[button] = .down(since: since, bounceUntil: since + hold + bounce)
                    outputs.append(.pressed(button))
                case .down:
                    lines[button] = .stuck
                    outputs.append(.stuck(button))
                case .rising(let since, let pressedAt):
                    lines[button] = .quiet(until: since + bounce, isActive: false)
                    outputs.append(.released(button, held: since - pressedAt))
                case .freeing:
                    lines[button] = .up
                    outputs.append(.freed(button))
                case .quiet(let until, let isActive):
                    lines[button] = isActive ? .settling(since: until) : .up
                case .up, .stuck:
                    break
                }
            }
        }
        return outputs
    }

    /// When the next line may have held for long enough.
    var deadline: BootTime? { lines.values.compactMap(deadline(of:)).min() }

    /// When the counted press that is being held began; nil if none is held.
    func heldSince(_ button: Button) -> BootTime? {
        switch lines[button] {
        case .down(let since, _): since
        case .rising(_, let pressedAt): pressedAt
        case .up, .settling, .quiet, .stuck, .freeing, nil: nil
        }
    }

    var stuck: [Button] { Button.allCases.filter(isStuck) }

    private func isStuck(_ button: Button) -> Bool {
        switch lines[button] {
        case .stuck, .freeing: true
        case .up, .settling, .down, .rising, .quiet, nil: false
        }
    }

    private func deadline(of line: Line) -> BootTime? {
        switch line {
        case .settling(let since): since + hold
        case .down(let since, _): since + Buttons.stuckAfter
        case .rising(let since, _): since + hold
        case .freeing(let since): since + hold + bounce
        case .quiet(let until, _): until
        case .up, .stuck: nil
        }
    }
}

/// What held buttons mean: Start alone in the 90 minutes before the wake time (ALARM-11), both together (SETUP-4).
extension Buttons {
    /// What a hold of both buttons leads to.
    enum EraseStep: Hashable, Sendable {
        case warn, erase
    }

    /// Remembers that Start went down while a hold has a meaning of its own: what the press means is known when it is
    /// let go.
    mutating func startHeld(since time: BootTime, cause: NightEntry.Cause) {
        heldStart = HeldStart(since: time, cause: cause)
    }

    /// Takes the held press when Start is let go: it was a plain one.
    mutating func takeHeldStart() -> HeldStart? {
        defer { heldStart = nil }
        return heldStart
    }

    /// Takes the held press once it has lasted as long as "I am up" requires; nil: not yet, or Start is not held.
    mutating func takeHeldStart(heldUntil now: BootTime) -> HeldStart? {
        guard let held = heldStart, held.deadline <= now else { return nil }
        return takeHeldStart()
    }

    /// Forgets a held Start.
    ///
    /// - Parameter cause: only a press from this source; nil: from any.
    mutating func forgetHeldStart(of cause: NightEntry.Cause? = nil) {
        if cause == nil || heldStart?.cause == cause { heldStart = nil }
    }

    /// Starts or ends the hold of both buttons; called after every change of a button.
    mutating func followEraseHold() {
        guard let start = heldSince(.start), let stop = heldSince(.stop) else {
            eraseHold = .none
            return
        }
        if eraseHold == .none { eraseHold = .holding(since: max(start, stop), isWarned: false) }
    }

    mutating func advanceErase(to now: BootTime) -> EraseStep? {
        guard case .holding(let since, let isWarned) = eraseHold else { return nil }
        if now - since >= EraseHold.erase {
            eraseHold = .done
            return .erase
        }
        guard !isWarned, now - since >= EraseHold.warning else { return nil }
        eraseHold = .holding(since: since, isWarned: true)
        return .warn
    }

    /// When the next step of a hold is due.
    var gestureDeadline: BootTime? { (heldStart?.deadline).earlier(eraseHold.deadline) }
}
