/// A tool call that waits until the owner has said it again, or has pressed Start (SAFE-6, G-11): a film or a guest must
/// neither have memories read out nor change the device at night. A "no" (`SpokenNo`) ends the wait.
struct AskedAgain: Hashable, Sendable {
    private let tool: ToolCall
    private let askedAt: BootTime
    /// Until then the owner may confirm it: ten seconds after the companion's question.
    private var until: BootTime
    private var confirmedAt: BootTime?

    static let window = TimeSpan.seconds(10)
    /// How long a confirmation holds until the companion calls again.
    private static let validity = TimeSpan.seconds(30)

    init(_ tool: ToolCall, at now: BootTime) {
        self.tool = tool
        askedAt = now
        until = now + Self.window
    }

    mutating func companionSpoke(at now: BootTime) {
        if confirmedAt == nil { until = max(until, now + Self.window) }
    }

    /// Notes that the owner was heard, or pressed Start.
    mutating func confirm(at now: BootTime) {
        if now > askedAt, now <= until { confirmedAt = now }
    }

    /// Whether this call is the one that was confirmed. The words of a question or a phrase may differ a
    /// little.
    func allows(_ call: ToolCall, at now: BootTime) -> Bool {
        guard let confirmedAt, now <= confirmedAt + Self.validity else { return false }
        return call == tool || (call.name == tool.name && [.memoryRead, .recordPhrase].contains(call.name))
    }
}

extension Tool {
    /// When the owner has to say it twice.
    enum Repetition: Hashable, Sendable {
        /// What it keeps was said in this talk, and it takes nothing away.
        case never
        case atNight
        /// It reads aloud what was kept, or takes an alarm away for good that only the owner's word brings back.
        case always
    }
}

extension ToolCall {
    /// Whether it forgets everything, which nothing brings back.
    fileprivate var forgetsEverything: Bool {
        guard case .memory(.forget(let query)) = self else { return false }
        return MeantMemories(query.words) == .all
    }
}

extension Bedside {
    /// Whether the owner still has to confirm a call; if so, the companion is told to ask them.
    mutating func mustAskAgain(_ call: ToolCall, at now: Moment) -> Bool {
        let isNight = isNight(at: now)
        switch call.tool.repetition {
        case .never: return false
        case .atNight: if !isNight, !call.forgetsEverything { return false }
        case .always: break
        }
        if conversation?.takeConfirmation(of: call, at: now.boot) == true { return false }
        conversation?.askAgain(call, at: now.boot)
        return true
    }
}
