import Foundation
import Hummingbird
import Synchronization

/// RevenueCat on loopback, faithful to gateway-facts §11: customers, their entitlements and purchases in pages, and an
/// event for each change, which waits until a test delivers it, repeats it, or loses it. Safe on any thread.
final class StandInRevenueCat: Sendable {
    static let key = "sk_stand_in_of_the_tests"
    static let project = "proj_test"
    static let entitlement = "entl_pro_of_tests"
    static let secret = "whsec_of_the_tests_0123456789"
    static let packs: [String: Int64] = ["prod_small": 60, "prod_large": 300]

    struct Purchase: Sendable {
        let product: String
        let transaction: String
        var quantity = 1
        var isRefunded = false
        var isSandbox = false
        /// Whether it gives the entitlement, for ever.
        var givesPro = false
    }

    struct Customer: Sendable {
        var isPro = false
        /// Nil: without an end.
        var until: Int64?
        /// A tester's: it gives the entitlement as any other.
        var isSandbox = false
        var purchases: [Purchase] = []
    }

    struct Event: Sendable {
        let id: String
        let body: String
    }

    struct State: Sendable {
        var customers: [String: Customer] = [:]
        /// Statuses with which the next requests are answered instead, and what `Retry-After` says.
        var faults: [(status: Int, retryAfter: String?, body: String)] = []
        var requests = 0
        var paths: [String] = []
        var pageSize = 100
        var milliseconds = 0
        /// Events that nobody was told yet.
        var outbox: [Event] = []
        var made = 0
    }

    private let state = Mutex(State())
    let port: Int

    var now: State { state.withLock { $0 } }
    func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

    // MARK: - The world

    /// A customer subscribes, or a subscription is renewed.
    func subscribe(_ customer: String, until: Int64?) {
        state.withLock { state in
            state.customers[customer, default: Customer()].isPro = true
            state.customers[customer, default: Customer()].until = until
            state.tell("INITIAL_PURCHASE", customer)
        }
    }

    /// A subscription is over, or its money went back.
    func lapse(_ customer: String) {
        state.withLock { state in
            state.customers[customer]?.isPro = false
            state.tell("EXPIRATION", customer)
        }
    }

    func buy(_ customer: String, _ purchase: Purchase) {
        state.withLock { state in
            state.customers[customer, default: Customer()].purchases.append(purchase)
            state.tell("NON_RENEWING_PURCHASE", customer, isSandbox: purchase.isSandbox)
        }
    }

    /// Everything moves to another customer.
    func transfer(from: String, to: String) {
        state.withLock { state in
            let moved = state.customers[from] ?? Customer()
            state.customers[from] = Customer()
            state.customers[to, default: Customer()].purchases += moved.purchases
            if moved.isPro {
                state.customers[to, default: Customer()].isPro = true
                state.customers[to, default: Customer()].until = moved.until
            }
            state.tell(
                "TRANSFER", nil,
                more: #""transferred_from":["\#(from)"],"transferred_to":["\#(to)","$RCAnonymousID:x"],"#)
        }
    }

    /// Takes the newest event out of the box.
    func newestEvent() -> Event? { state.withLock { $0.outbox.popLast() } }

    /// Picks one of the events that wait, and forgets it unless it is kept for another time.
    func event(_ place: Int, isKept: Bool) -> Event? {
        state.withLock { state in
            guard !state.outbox.isEmpty else { return nil }
            let index = place % state.outbox.count
            return isKept ? state.outbox[index] : state.outbox.remove(at: index)
        }
    }

    // MARK: - The server

    /// Runs one while `body` runs.
    static func with(_ body: (StandInRevenueCat) async throws -> Void) async throws {
        let box = Box()
        try await withLoopbackServer(router(box)) { port in
            let seller = StandInRevenueCat(port: port)
            box.seller.withLock { $0 = seller }
            try await body(seller)
        }
    }

    private final class Box: Sendable { let seller = Mutex<StandInRevenueCat?>(nil) }

    private init(port: Int) { self.port = port }

    private static func router(_ box: Box) -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        for list in ["active_entitlements", "subscriptions", "purchases"] {
            router.get(RouterPath("/v2/projects/:project/customers/:customer/\(list)")) { request, context in
                guard let seller = box.seller.withLock({ $0 }) else { throw HTTPError(.serviceUnavailable) }
                let pause = seller.now.milliseconds
                if pause > 0 { try await Task.sleep(for: .milliseconds(pause)) }
                let customer = context.parameters.get("customer") ?? ""
                return seller.answer(
                    request, list: list, project: context.parameters.get("project") ?? "",
                    customer: customer.removingPercentEncoding ?? customer)
            }
        }
        return router
    }

    private func answer(_ request: Request, list: String, project: String, customer: String) -> Response {
        func json(_ text: String, _ status: Int = 200, _ headers: HTTPFields = [:]) -> Response {
            var all = headers
            all[.contentType] = "application/json"
            return Response(
                status: .init(code: status), headers: all, body: .init(byteBuffer: ByteBuffer(string: text)))
        }
        return state.withLock { state in
            state.requests += 1
            state.paths.append(request.uri.path)
            guard request.headers[.authorization] == "Bearer \(Self.key)" else {
                return json(#"{"object":"error","type":"authentication_error"}"#, 401)
            }
            if !state.faults.isEmpty {
                let fault = state.faults.removeFirst()
                return json(fault.body, fault.status, fault.retryAfter.map { [.retryAfter: $0] } ?? [:])
            }
            guard project == Self.project, let found = state.customers[customer] else {
                return json(#"{"object":"error","type":"resource_missing","retryable":false}"#, 404)
            }
            let items =
                switch list {
                case "purchases": found.purchases.map(\.json)
                case "subscriptions": found.subscriptions
                default: found.entitlements
                }
            let start = request.uri.queryParameters["starting_after"].flatMap { Int($0) } ?? 0
            let page = items.dropFirst(start).prefix(state.pageSize)
            let end = start + page.count
            let next = end < items.count ? "\"\(request.uri.path)?limit=100&starting_after=\(end)\"" : "null"
            return json(
                #"{"object":"list","items":[\#(page.joined(separator: ","))],"next_page":\#(next),"url":"x"}"#)
        }
    }
}

extension StandInRevenueCat.State {
    fileprivate mutating func tell(_ type: String, _ customer: String?, isSandbox: Bool = false, more: String = "") {
        made += 1
        let who = customer.map { #""app_user_id":"\#($0)","original_app_user_id":"$RCAnonymousID:0","# } ?? ""
        let body = """
            {"api_version":"1.0","event":{"type":"\(type)","id":"event-\(made)","event_timestamp_ms":\(1_800_000_000_000 + made),
            \(who)\(more)"environment":"\(isSandbox ? "SANDBOX" : "PRODUCTION")","price":4.99,"unknown":{"deep":[1]}}}
            """
        outbox.append(StandInRevenueCat.Event(id: "event-\(made)", body: body))
    }
}

extension StandInRevenueCat.Customer {
    fileprivate var entitlements: [String] {
        let other = #"{"object":"customer.active_entitlement","entitlement_id":"entl_other","expires_at":null}"#
        let isBought = purchases.contains { $0.givesPro && !$0.isRefunded }
        guard isPro || isBought else { return [other] }
        let end = until.flatMap { isBought ? nil : String($0) } ?? "null"
        return [
            other,
            #"{"object":"customer.active_entitlement","entitlement_id":"\#(StandInRevenueCat.entitlement)","expires_at":\#(end)}"#,
        ]
    }
}

extension StandInRevenueCat.Customer {
    fileprivate var subscriptions: [String] {
        func one(_ environment: String, givesAccess: Bool) -> String {
            """
            {"object":"subscription","id":"sub_1","product_id":"prod_pro","gives_access":\(givesAccess),\
            "environment":"\(environment)","entitlements":{"object":"list","items":[{"object":"entitlement",\
            "id":"\(StandInRevenueCat.entitlement)","lookup_key":"pro"}],"next_page":null,"url":"x"}}
            """
        }
        // An old one of the other environment, which is over, is always there.
        return [
            one(isSandbox ? "production" : "sandbox", givesAccess: false),
            one(isSandbox ? "sandbox" : "production", givesAccess: isPro),
        ]
    }
}

extension StandInRevenueCat.Purchase {
    fileprivate var json: String {
        let entitlement = """
            {"object":"entitlement","id":"\(StandInRevenueCat.entitlement)","lookup_key":"pro"}
            """
        return """
            {"object":"purchase","id":"purch_\(transaction)","product_id":"\(product)","quantity":\(quantity),\
            "status":"\(isRefunded ? "refunded" : "owned")","environment":"\(isSandbox ? "sandbox" : "production")",\
            "store":"app_store","store_purchase_identifier":"\(transaction)","ownership":"purchased",\
            "entitlements":{"object":"list","items":[\(givesPro ? entitlement : "")],"next_page":null,"url":"x"}}
            """
    }
}
