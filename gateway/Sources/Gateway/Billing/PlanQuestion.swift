import GatewayRules

/// Has an account's plan read again, as a speaker or its owner on the page wishes (GATEWAY-6).
struct PlanQuestion: Sendable {
    let store: Store
    let wakeUp: WakeUp

    enum Answer: Hashable, Sendable {
        case asked
        /// The owner's own plan: nobody sells that.
        case nothingToAsk
        case tooOften(waitMilliseconds: Int64)
    }

    /// Whether there is something to ask about such a plan.
    static func concerns(_ plan: Plan) -> Bool { plan != .owner }

    func ask(about account: String, plan: Plan) async throws -> Answer {
        guard Self.concerns(plan) else { return .nothingToAsk }
        switch try await store.askForPlan(of: account) {
        case .tooOften(let wait): return .tooOften(waitMilliseconds: wait)
        case .asked:
            wakeUp.wake()
            return .asked
        }
    }
}
