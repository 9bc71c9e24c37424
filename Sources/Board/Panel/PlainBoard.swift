import Bedside

/// The terminal board without a terminal: one plain line for each change of state, for pipes and journals.
///
/// `06:00 ringing wake (main ring)`. The words are those of `anicca status --json`, in every language.
public struct PlainBoard: Sendable {
    private var last: String?

    public init() {}

    /// The line to print, without its line break; nil if nothing changed.
    public mutating func line(for status: Status) -> String? {
        let state = Self.state(status)
        guard state != last else { return nil }
        last = state
        guard status.isClockTrusted else { return "--:-- \(state)" }
        let time = status.local.time
        let parts = [time.hour, time.minute].map { $0 < 10 ? "0\($0)" : String($0) }
        return "\(parts.joined(separator: ":")) \(state)"
    }

    private static func state(_ status: Status) -> String {
        var words = [status.activity.rawValue]
        if let occurrence = status.occurrence { words.append(occurrence.habit.name) }
        if let number = status.followUp, status.activity == .ringing || status.activity == .waiting {
            words.append(number == 0 ? "(main ring)" : "(follow-up \(number))")
        }
        // Only what the light adds: the activity already says that it rings or talks.
        switch status.light {
        case .missed, .muted, .nudge: words.append("light=\(status.light.rawValue)")
        case .needsAttention, .dawn, .idle, .ringing, .connecting, .listening, .speaking: break
        }
        if !status.attention.isEmpty {
            words.append("attention=" + status.attention.map(\.rawValue).joined(separator: ","))
        }
        return words.joined(separator: " ")
    }
}
