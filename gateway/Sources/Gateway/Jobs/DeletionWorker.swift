import GatewayRules
import SQLEngines

/// Deletes a person whom somebody else has told to be gone: Apple, of an account that was closed there (GATEWAY-8).
struct DeletionWorker: JobWorker {
    static let kindOfJob = "delete-user"

    private static let account = Query("SELECT account_id FROM users WHERE id = $1")

    let metering: Metering

    var kind: String { Self.kindOfJob }

    func lookAround() async throws(EngineError) {}

    func prepare(_ job: Job, in transaction: any Transaction) throws(EngineError) -> JobPreparation<Caller> {
        guard let account = try transaction.run(Self.account(.text(job.key))).first?.text(0) else { return .done }
        return .work(
            Caller(user: job.key, account: account, device: nil, deviceID: nil, issuedAt: 0, expiresAt: .max))
    }

    func perform(_ work: Caller) async -> Bool {
        do throws(EngineError) {
            try await metering.delete(work)
            return true
        } catch .gone {
            return true
        } catch {
            return false
        }
    }

    func finish(_ work: Caller, _ isGone: Bool, in transaction: any Transaction) throws(EngineError) -> JobOutcome {
        isGone ? .done : .later(milliseconds: nil)
    }
}
