import Bedside

/// Bounds how many reports of one conversation reach the appliance: a burst, and after that a number per second.
struct ReportBudget: Sendable, Equatable {
    static let burst = 100
    static let perSecond: Int64 = 10
    /// For one conversation, renewals included; more calls end it.
    static let maximumCalls = 400

    private var left = ReportBudget.burst
    private var calls = 0
    /// The time up to which `left` has been refilled.
    private var filledAt: BootTime?

    /// Counts the output if it is a report; returns whether it is within the bounds.
    mutating func allows(_ output: SessionOutput, at now: BootTime) -> Bool {
        guard case .report(let report) = output else { return true }
        switch report {
        case .toolCall: calls += 1
        case .connecting, .ready, .turn, .speaking, .ownerSpeaking, .voiceMissing, .summary, .ended, .failed: break
        }
        fill(at: now)
        left -= 1
        return left >= 0 && calls <= Self.maximumCalls
    }

    private mutating func fill(at now: BootTime) {
        guard let since = filledAt, left < Self.burst else {
            filledAt = now
            return
        }
        let earned = (now - since).nanoseconds * Self.perSecond / 1_000_000_000
        guard earned > 0 else { return }
        left = min(Self.burst, left + Int(clamping: earned))
        filledAt = now
    }
}
