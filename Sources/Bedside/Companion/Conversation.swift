/// A live voice session with the companion.
struct Conversation: Hashable, Sendable {
    enum Mode: Hashable, Sendable {
        /// Can go to `online`, `offline` (failed, or no answer by `until`: a pressed Start is never left without a voice).
        case connecting(until: BootTime)
        /// Can go to `offline`.
        case online(isSpeaking: Bool)
        case offline(Routine)
    }
    var habit: Habit?
    var occurrence: Occurrence?
    var mode: Mode
    var startedAt: BootTime
    var lastOwnerVoice: BootTime?

    /// Start is answered by a voice within 2 s (TALK-5); the rest is the offline companion's.
    static let patience = Span.milliseconds(1500)
    /// The device's own cap (TALK-4).
    static let longest = Span.minutes(30)

    func heardOwner(within span: Span, of now: BootTime) -> Bool {
        lastOwnerVoice.map { now - $0 <= span } ?? false
    }

    var deadline: BootTime {
        let cap = startedAt + Conversation.longest
        switch mode {
        case .connecting(let until): return min(until, cap)
        case .online: return cap
        case .offline(let routine): return routine.deadline.map { min($0, cap) } ?? cap
        }
    }
}
