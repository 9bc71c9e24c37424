/// A companion that was too busy when the owner pressed Start, and is to join the offline routine (ACCOUNT-3).
struct LateCompanion: Hashable, Sendable {
    private enum Stage: Hashable, Sendable {
        /// Its turn comes at `until`. Can go to `dialling`.
        case waiting(until: BootTime)
        /// It is being called, until `until` at the latest. Can go to `ready`.
        case dialling(until: BootTime)
        /// The call is connected and muted, and waits for a pause of the routine.
        case ready
    }

    private var stage: Stage

    /// - Parameter turn: when it can be called.
    init(turn: BootTime) { stage = .waiting(until: turn) }

    /// Whether there is a call to it.
    var hasCall: Bool {
        switch stage {
        case .waiting: false
        case .dialling, .ready: true
        }
    }

    var isReady: Bool { stage == .ready }

    var deadline: BootTime? {
        switch stage {
        case .waiting(let until), .dialling(let until): until
        case .ready: nil
        }
    }

    mutating func callIsReady() { if hasCall { stage = .ready } }

    /// Notes that it is called, which may take until then.
    mutating func isCalled(until: BootTime) { stage = .dialling(until: until) }
}
