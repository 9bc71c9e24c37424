/// One sign-in without a screen (RFC 8628): a code is asked for, spoken twice, and polled for until the owner has typed it
/// on the gateway's page (ACCOUNT-1).
enum SignIn: Hashable, Sendable {
    enum Output: Hashable, Sendable {
        case say(PrivateText)
        case poll
        /// The code that was asked for is of no use any more.
        case endAsking
        case failed(SignInFailure)
        case signedIn(user: String, gateway: String)
        /// A token came that nobody waits for any more.
        case unwanted
    }

    /// Can go to `asking`.
    case resting
    /// Can go to `showing`, `resting`.
    case asking(gateway: String, only: String?, until: BootTime)
    /// Can go to `asking` (asked again), `resting`.
    case showing(Showing)

    struct Showing: Hashable, Sendable {
        var gateway: String
        /// The gateway's name for the only account that is accepted; nil: any account.
        var only: String?
        var code: SignInCode
        var endsAt: BootTime
        var interval: TimeSpan
        /// When to poll, or to stop waiting for a poll's answer.
        var nextAt: BootTime
        var isPolling = false
        var unanswered = 0
        /// When to say the code, as often as it is still to be said.
        var sayAt: BootTime?
        var sayings = 2
    }

    static let askPatience = TimeSpan.seconds(30)
    static let pollPatience = TimeSpan.seconds(20)
    static let maximumInterval = TimeSpan.seconds(60)
    static let saysAgainAfter = TimeSpan.seconds(20)
    static let triesToSayAfter = TimeSpan.seconds(2)

    var gateway: String? {
        switch self {
        case .resting: nil
        case .asking(let gateway, _, _): gateway
        case .showing(let showing): showing.gateway
        }
    }

    var code: SignInCode? { if case .showing(let showing) = self { showing.code } else { nil } }

    var deadline: BootTime? {
        switch self {
        case .resting: nil
        case .asking(_, _, let until): until
        case .showing(let showing): showing.sayAt.earlier(min(showing.nextAt, showing.endsAt))
        }
    }

    /// - Parameter only: the gateway's name for the only account that is accepted; nil: any account.
    mutating func ask(_ gateway: String, only: String? = nil, at now: BootTime) {
        self = .asking(gateway: gateway, only: only, until: now + Self.askPatience)
    }

    mutating func show(_ code: SignInCode, at now: BootTime) -> [Output] {
        guard case .asking(let gateway, let only, _) = self else { return [.endAsking] }
        let interval = min(max(TimeSpan.seconds(code.intervalSeconds), .seconds(1)), Self.maximumInterval)
        self = .showing(
            Showing(
                gateway: gateway, only: only, code: code, endsAt: now + .seconds(min(max(code.livesSeconds, 1), 3600)),
                interval: interval, nextAt: now + interval, sayAt: now))
        return []
    }

    mutating func gotNoCode(_ failure: SignInFailure) -> [Output] {
        guard case .asking = self else { return [] }
        self = .resting
        return [.failed(failure)]
    }

    mutating func answered(_ poll: AccountKeeper.Poll, at now: BootTime) -> [Output] {
        guard case .showing(var showing) = self else {
            if case .approved = poll { return [.unwanted] }
            return []
        }
        switch poll {
        case .pending, .slowDown, .noAnswer:
            showing.plan(after: poll, at: now)
            self = .showing(showing)
            return []
        case .approved(let user) where showing.only.map({ $0 != user }) ?? false:
            return [.unwanted] + over(.anotherAccount)
        case .approved(let user) where user.utf8.count <= AccountStanding.maximumNameBytes:
            self = .resting
            return [.signedIn(user: user, gateway: showing.gateway)]
        case .approved: return over(.refused)
        case .failed(let failure): return over(failure)
        }
    }

    /// - Parameter isQuiet: whether the device may speak.
    mutating func advance(to now: BootTime, isQuiet: Bool) -> [Output] {
        switch self {
        case .resting: return []
        case .asking(_, _, let until): return until <= now ? gotNoCode(.network) : []
        case .showing(var showing):
            if showing.endsAt <= now { return over(.expired) }
            var outputs: [Output] = []
            if let sayAt = showing.sayAt, sayAt <= now {
                if isQuiet {
                    outputs.append(.say(showing.code.digits))
                    showing.sayings -= 1
                    showing.sayAt = showing.sayings > 0 ? now + Self.saysAgainAfter : nil
                } else {
                    showing.sayAt = now + Self.triesToSayAfter
                }
            }
            if showing.nextAt <= now {
                if showing.isPolling {
                    showing.plan(after: .noAnswer, at: now)
                } else {
                    showing.isPolling = true
                    showing.nextAt = now + Self.pollPatience
                    outputs.append(.poll)
                }
            }
            self = .showing(showing)
            return outputs
        }
    }

    private mutating func over(_ failure: SignInFailure) -> [Output] {
        self = .resting
        return [.endAsking, .failed(failure)]
    }
}

extension SignIn.Showing {
    /// Plans the next poll. The interval counts from the answer on, a `slow_down` adds 5 s, and silence doubles the wait.
    fileprivate mutating func plan(after poll: AccountKeeper.Poll, at now: BootTime) {
        isPolling = false
        switch poll {
        case .slowDown: interval = min(interval + .seconds(5), SignIn.maximumInterval)
        case .noAnswer: unanswered += 1
        case .pending, .failed, .approved: unanswered = 0
        }
        let wait = unanswered == 0 ? interval : interval * (1 << min(unanswered, 5))
        nextAt = now + min(wait, SignIn.maximumInterval)
    }
}
