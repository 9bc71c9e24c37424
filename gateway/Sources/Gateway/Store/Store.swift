import GatewayRules
import SQLEngines

/// What the gateway keeps. Each file of this folder has one subject's statements and transactions; the rules by which
/// they decide are in `GatewayRules`.
struct Store: Sendable {
    let engine: any Engine
}

/// An allowance that counts over all instances, by name.
struct SharedBudget: Sendable {
    let bucket: String
    let allowance: Allowance

    /// A speaker that asks for a code.
    static func asks(device: String) -> SharedBudget {
        SharedBudget(bucket: "ask:device:\(device)", allowance: .perHour(10))
    }
    static func asks(from block: AddressBlock) -> SharedBudget {
        SharedBudget(bucket: "ask:block:\(block)", allowance: .perMinute(5))
    }
    /// Wrong user codes (gateway-design §3.3).
    static func guesses(user: String) -> SharedBudget {
        SharedBudget(bucket: "guess:user:\(user)", allowance: .perQuarterOfAnHour(5))
    }
    static func guesses(from block: AddressBlock) -> SharedBudget {
        SharedBudget(bucket: "guess:block:\(block)", allowance: .perHour(20))
    }
    static let guessesOfAll = SharedBudget(bucket: "guess:all", allowance: .perHour(600))
    /// Wrong owner codes and invitations. Apart from the others, so that strangers who are not signed in keep nobody from
    /// connecting a speaker.
    static let signInGuessesOfAll = SharedBudget(bucket: "guess:sign-in", allowance: .perHour(600))
    /// Wrong codes while an owner code is alive, by that code and by network: a stranger's guesses void it for their own
    /// network alone. Nothing comes back while the code lives.
    static func guesses(ownerCode hash: String, from block: AddressBlock) -> SharedBudget {
        SharedBudget(
            bucket: "guess:owner-code:\(hash):\(block)",
            allowance: Allowance(
                burst: OwnerCode.tries, refill: 1, periodMilliseconds: OwnerCode.lifetimeMilliseconds))
    }
}

extension SharedBudget {
    private static let make = Query(
        "INSERT INTO rate_limits (bucket, units, at) VALUES ($1, $2, $3) ON CONFLICT (bucket) DO NOTHING")
    private static let read = Query("SELECT units, at FROM rate_limits WHERE bucket = $1", locking: .row)
    private static let peek = Query("SELECT units, at FROM rate_limits WHERE bucket = $1")
    private static let write = Query("UPDATE rate_limits SET units = $2, at = $3 WHERE bucket = $1")

    /// Locks budgets, in one order for all, and returns what is left of each and the longest wait; nil: none waits.
    static func lock(
        _ budgets: [SharedBudget], in transaction: any Transaction
    ) throws(EngineError) -> (held: [(SharedBudget, Budget)], wait: Int64?) {
        let now = try transaction.now()
        let ordered = budgets.sorted { $0.bucket < $1.bucket }
        for budget in ordered {
            let full = Budget(full: budget.allowance, at: now)
            try transaction.enqueue(make(.text(budget.bucket), .integer(full.units), .integer(now)))
        }
        let results = try transaction.run(ordered.map { read(.text($0.bucket)) })
        var held: [(SharedBudget, Budget)] = []
        var longest: Int64?
        for (budget, rows) in zip(ordered, results) {
            // It was tidied away between the two statements: the next attempt makes it.
            guard let row = rows.first else { throw .conflict("a budget was tidied away") }
            let stored = Budget(units: try row.integer(0), at: try row.integer(1))
            var left = stored
            if let wait = left.wait(budget.allowance, at: now) { longest = max(longest ?? 0, wait) }
            // The clock was ahead. Whoever is refused now changes nothing else.
            if left.at < stored.at { try budget.save(left, in: transaction) }
            held.append((budget, left))
        }
        return (held, longest)
    }

    /// Takes one of each.
    static func take(_ held: [(SharedBudget, Budget)], in transaction: any Transaction) throws(EngineError) {
        let now = try transaction.now()
        for (budget, left) in held {
            var left = left
            _ = left.take(budget.allowance, at: now)
            try transaction.enqueue(write(.text(budget.bucket), .integer(left.units), .integer(left.at)))
        }
    }

    /// Writes what is left of it.
    func save(_ left: Budget, in transaction: any Transaction) throws(EngineError) {
        try transaction.enqueue(Self.write(.text(bucket), .integer(left.units), .integer(left.at)))
    }

    /// Whether there is nothing left of it at the moment, without a lock.
    func isSpent(in transaction: any Transaction) throws(EngineError) -> Bool {
        guard let row = try transaction.run(Self.peek(.text(bucket))).first else { return false }
        var left = Budget(units: try row.integer(0), at: try row.integer(1))
        return left.wait(allowance, at: try transaction.now()) != nil
    }
}

/// What is done to an account, for its owner and for an investigation (I17). The key names the cause.
struct AuditEntry: Sendable {
    let key: String
    let user: String?
    let action: String
    var detail: String?

    private static let insert = Query(
        "INSERT INTO audit (key, at, user_id, action, detail) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (key) DO NOTHING")

    func write(in transaction: any Transaction) throws(EngineError) {
        try transaction.enqueue(
            Self.insert(.text(key), .integer(try transaction.now()), Value(user), .text(action), Value(detail)))
    }
}
