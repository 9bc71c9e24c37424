/// Follows one talk until the owner has heard that they talk with an AI (SAFE-1, G-7).
///
/// The companion is asked to say so: in its first words if it is due, and whenever the owner asks. Once a turn of its
/// own has passed without it, the device says it.
struct Disclosure: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
        case nothing
        /// The companion has said it.
        case said
        case deviceSays
        /// The talk is over, and the device says it then.
        case deviceSaysAfterwards
    }

    private enum State: Hashable, Sendable {
        case notDue
        /// A turn of the companion's after this one has to say it. Can go to `answering`, `notDue`.
        case due(after: Int)
        /// The companion's turn that should say it. Can go to `notDue`.
        case answering(turn: Int)
    }

    private var state = State.notDue
    /// The companion's last turn, and whether it said it; the text of a question may come after that of its answer.
    private var lastTurn = Int.min
    private var lastSaidIt = false

    mutating func open(isOwed: Bool) {
        if isOwed, state == .notDue { state = .due(after: .min) }
    }

    mutating func drop() { state = .notDue }

    mutating func hear(_ voice: TalkLine.Voice, _ words: String, turn: Int) -> Outcome {
        switch voice {
        case .companion: heardCompanion(words, turn)
        case .owner: heardOwner(words, turn)
        case .another: .nothing
        }
    }

    private mutating func heardCompanion(_ words: String, _ turn: Int) -> Outcome {
        let isSaid = AIDisclosure.isSaid(in: words)
        if turn >= lastTurn { (lastTurn, lastSaidIt) = (turn, isSaid) }
        switch state {
        case .notDue: return .nothing
        case .due(let after):
            guard turn > after else { return .nothing }
            state = isSaid ? .notDue : .answering(turn: turn)
            return isSaid ? .said : .nothing
        case .answering(let expected):
            if isSaid {
                state = .notDue
                return .said
            }
            guard turn > expected else { return .nothing }
            state = .notDue
            return .deviceSays
        }
    }

    private mutating func heardOwner(_ words: String, _ turn: Int) -> Outcome {
        if case .answering(let expected) = state, turn > expected {
            state = .notDue
            return .deviceSays
        }
        guard AIDisclosure.isAsked(in: words), state == .notDue else { return .nothing }
        if lastTurn > turn, lastSaidIt { return .said }
        state = lastTurn > turn ? .answering(turn: lastTurn) : .due(after: turn)
        return .nothing
    }

    /// - Parameter isOwnerAwake: the owner ended the talk; nobody is woken by these words.
    mutating func end(isOwnerAwake: Bool) -> Outcome {
        defer { state = .notDue }
        switch state {
        case .notDue: return .nothing
        // The companion was not heard at all.
        case .due(let after): return isOwnerAwake && after != .min ? .deviceSaysAfterwards : .nothing
        case .answering: return isOwnerAwake ? .deviceSaysAfterwards : .nothing
        }
    }
}
