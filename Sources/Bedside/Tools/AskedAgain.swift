/// A tool call that waits until the owner has said it again, or has pressed Start (SAFE-6, G-11): a film or a guest must
/// neither have memories read out nor change the device at night. What they say has to agree or to repeat the wish
/// (`RepeatedWish`); a "no" (`SpokenNo`) ends the wait.
struct AskedAgain: Hashable, Sendable {
    private let tool: ToolCall
    private let askedAt: BootTime
    /// Until then the owner may confirm it: ten seconds after the companion's question.
    private var until: BootTime
    /// When the owner was heard in time, or pressed Start.
    private var heardAt: BootTime?
    private var isPressed = false
    /// What they said before they were asked, and how many lines that was.
    private let wish: PrivateText
    private let lines: Int
    /// What they have said since; nil: nothing was written down, so that their voice alone has to count.
    private var answer: PrivateText?

    static let window = TimeSpan.seconds(10)
    /// How long a confirmation holds until the companion calls again.
    private static let validity = TimeSpan.seconds(30)

    init(_ tool: ToolCall, after said: OwnersWords, at now: BootTime) {
        self.tool = tool
        askedAt = now
        until = now + Self.window
        wish = PrivateText(said.lines.suffix(2).joined(separator: "\n"))
        lines = said.count
    }

    mutating func companionSpoke(at now: BootTime) {
        if !isConfirmed { until = max(until, now + Self.window) }
    }

    /// Notes that the owner was heard.
    mutating func ownerHeard(at now: BootTime) {
        if now > askedAt, now <= until {
            heardAt = now
        } else if !isConfirmed {
            heardAt = nil
        }
    }

    mutating func ownerSaid(_ said: OwnersWords) { answer = said.said(after: lines) }

    mutating func pressedStart(at now: BootTime) {
        guard now > askedAt, now <= until else { return }
        heardAt = now
        isPressed = true
    }

    private var isConfirmed: Bool {
        heardAt != nil
            && (isPressed || answer.map { RepeatedWish.isSaid(in: $0.words, of: tool, after: wish.words) } ?? true)
    }

    /// Whether this call is the one that was confirmed. The words of a question or a phrase may differ a
    /// little.
    func allows(_ call: ToolCall, at now: BootTime) -> Bool {
        guard let heardAt, isConfirmed, now <= heardAt + Self.validity else { return false }
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
