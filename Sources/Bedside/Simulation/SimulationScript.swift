extension Simulator {
    /// One line of a script.
    public struct Step: Hashable, Sendable {
        public enum Kind: Hashable, Sendable {
            case press(Button, heldMilliseconds: Int, ownerSpeaks: Bool)
            case power(isOn: Bool)
            case clockStep(TimeSpan)
            case zone(ZoneRules)
            case network(isUp: Bool)
            /// The owner types a command; `existing` names a habit that has to exist.
            case command(Command, existing: HabitID?)
            /// The owner types something that the command line itself refuses.
            case refused(String)
            /// The companion calls a tool in the conversation that is on; `arguments` is JSON text.
            case tool(name: String, arguments: String)
            /// The owner, or the companion, says this in the conversation that is on.
            case said(TalkLine.Voice, PrivateText)
            /// What the service returns when the talk is summarized; nil: it fails.
            case summary(MemorySummary?)
            /// What the service returns cannot be read.
            case badSummary(SummaryRefusal)
            /// The sensor sees the owner up.
            case life
            /// The owner answers the question that the device asked last.
            case answer(isYes: Bool)
            /// "I was already up."
            case correct
        }
        public var at: LocalDateTime
        public var kind: Kind
        public init(at: LocalDateTime, kind: Kind) {
            self.at = at
            self.kind = kind
        }
    }
}

/// What a simulation's script has, in true time.
struct SimulationScript: Sendable {
    /// In the order in which they happen.
    let steps: [(at: CivilTime, kind: Simulator.Step.Kind)]
    /// Whether it has words of a live talk, or a summary of one.
    let hasTalks: Bool

    /// A line whose time does not exist in the zone is left out.
    init(_ lines: [Simulator.Step], in zone: ZoneRules) {
        hasTalks = lines.contains { line in
            switch line.kind {
            case .said, .summary, .badSummary, .tool: true
            case .press, .power, .clockStep, .zone, .network, .command, .refused, .life, .answer, .correct: false
            }
        }
        steps =
            lines.compactMap { line in zone.instant(of: line.at).map { (at: $0, kind: line.kind) } }
            .enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    }

    /// When the last words are said that the script has for the talk that begins now; nil: it has none. Pauses between
    /// them are part of the talk, except one that is longer than any talk.
    ///
    /// - Parameters:
    ///   - silence: how long after the last words Start is pressed within the talk; later it opens another one.
    ///   - longest: how long a talk lasts at most.
    func lastWords(from now: CivilTime, silence: TimeSpan, longest: TimeSpan) -> CivilTime? {
        var last: CivilTime?
        var active = now
        for step in steps where step.at >= now {
            guard step.at - active <= longest else { return last }
            switch step.kind {
            case .said: last = step.at
            case .tool: if last != nil { last = step.at }
            case .power: return last
            case .press, .command:
                switch step.kind.hand {
                case .ends: return last == nil ? nil : step.at
                case .opens where step.at - active > silence: return last
                case .opens: active = step.at
                case nil: break
                }
            case .clockStep, .zone, .network, .refused, .summary, .badSummary, .life, .answer, .correct: break
            }
            active = max(active, last ?? now)
        }
        return last
    }

    /// Whether the script has a summary before the next talk can begin. It may be written later than the service's eight
    /// seconds: a script is about what is returned, and not about when.
    func hasSummaryAhead(from now: CivilTime) -> Bool {
        for step in steps where step.at >= now {
            switch step.kind {
            case .summary, .badSummary: return true
            case .power: return false
            case .press, .command: if step.kind.hand == .opens { return false }
            case .clockStep, .zone, .network, .refused, .tool, .said, .life, .answer, .correct: break
            }
        }
        return false
    }
}

extension Simulator.Step.Kind {
    /// What a press, or a command in its place, does to talks.
    fileprivate enum Hand: Hashable {
        /// It opens a talk where none is on.
        case opens
        case ends
    }

    fileprivate var hand: Hand? {
        switch self {
        case .press(.start, _, _), .command(.press(.start, _, _), _), .command(.talk, _): .opens
        case .press(.stop, _, _), .command(.press(.stop, _, _), _): .ends
        case .press, .power, .clockStep, .zone, .network, .command, .refused, .tool, .said, .summary, .badSummary,
            .life, .answer, .correct:
            nil
        }
    }
}
