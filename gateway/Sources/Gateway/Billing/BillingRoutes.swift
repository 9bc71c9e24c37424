import Crypto
import GatewayRules
import HTTPTypes
import Hummingbird

/// What RevenueCat tells, and a speaker that wants to know (GATEWAY-1, GATEWAY-6).
struct BillingRoutes: Sendable {
    static let webhookPath = "/billing/webhook/revenuecat"
    static let webhookPaths: Set<String> = [webhookPath, "/api" + webhookPath]

    let store: Store
    let authentication: DeviceAuthentication
    let metering: Metering
    let settings: RevenueCatSettings
    /// Webhooks come from few addresses, so they have an allowance of their own.
    let budgets: BoundedBudgets<AddressBlock>
    let wakeUp: WakeUp
    /// Nil: nothing is sold.
    let planQuestion: PlanQuestion?
    /// With which webhooks come.
    let secrets: LiveSecrets

    func add(to routes: some RouterMethods<GatewayContext>) {
        if takesWebhooks {
            routes.post(RouterPath(Self.webhookPath)) { request, context in try await receive(request, context) }
        }
        routes.post("/billing/revenuecat/sync") { request, context in try await sync(request, context) }
    }

    private var takesWebhooks: Bool {
        settings.isOn && !(settings.webhookSecrets.isEmpty && settings.webhookAuthorizations.isEmpty)
    }

    /// Answers 200 once the event is durable; what follows from it is a job.
    private func receive(_ request: Request, _ context: GatewayContext) async throws -> Response {
        if let wait = budgets.take(context.notes.block) { throw Failure.tooMany(.webhook, waitMilliseconds: wait) }
        let bytes = try await request.bytes(upTo: RequestBounds.body)
        guard isGenuine(request, bytes) else {
            throw Failure(
                401, "invalid_signature", "the webhook is not signed with this gateway's secret, or too old",
                challenge: "Bearer realm=\"webhook\"")
        }
        let json: JSON
        do throws(JSON.Fault) { json = try JSON(parsing: bytes) } catch {
            throw Failure.badRequest("the body is no JSON")
        }
        let event = try RevenueCatEvent(json)
        if try await store.receive(event, isSandbox: settings.isSandbox) { wakeUp.wake() }
        return Response(json: .object([]))
    }

    /// Whether the seller has sent these bytes. A signature that is there counts, whatever else is.
    private func isGenuine(_ request: Request, _ bytes: [UInt8]) -> Bool {
        let current = secrets.current
        if let secrets = current.webhookSecrets, request.headers[.revenueCatSignature] != nil {
            let headers = request.headers[values: .revenueCatSignature]
            guard headers.count == 1, let signature = headers.first.flatMap(WebhookSignature.init),
                signature.isFresh(at: store.engine.now())
            else { return false }
            return signature.isValid(for: bytes, secrets: secrets)
        }
        guard let sent = request.headers[.authorization] else { return false }
        // All are compared, so that the time does not tell which one it is.
        return (current.webhookAuthorizations ?? []).reduce(false) { isEqualInConstantTime($1, sent) || $0 }
    }

    /// Asks for the plan to be read again. The answer has what is known now; the next one will have the rest.
    private func sync(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let caller = try await authentication.caller(of: request, context)
        _ = try await request.bytes(upTo: RequestBounds.body)
        let entitlement = try await metering.entitlement(of: caller.account)
        let body = JSON.members(["entitlement": entitlement.json])
        switch try await planQuestion?.ask(about: caller.account, plan: entitlement.plan) {
        case nil, .nothingToAsk?: return Response(json: body)
        case .tooOften(let wait)?: throw Failure.tooMany(.plan, waitMilliseconds: wait)
        case .asked?: return Response(json: body, status: .accepted)
        }
    }
}

extension WebhookSignature {
    /// HMAC-SHA256 over `TIME.BODY`, in hexadecimal; one of the codes with one of the secrets is enough.
    func isValid(for body: [UInt8], secrets: [String]) -> Bool {
        let message = Array(time.utf8) + [UInt8(ascii: ".")] + body
        var isValid = false
        for secret in secrets {
            let expected = Self.code(of: message, secret: secret)
            for code in codes where isEqualInConstantTime(code, expected) { isValid = true }
        }
        return isValid
    }

    static func code(of message: [UInt8], secret: String) -> String {
        hexadecimal(
            HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: Array(secret.utf8))))
    }
}

extension HTTPField.Name {
    static let revenueCatSignature = known("X-RevenueCat-Webhook-Signature")
}
