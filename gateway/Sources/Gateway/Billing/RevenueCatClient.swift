import GatewayRules

/// Why RevenueCat did not answer.
enum RevenueCatFailure: Error, Hashable, Sendable {
    /// Not now: with the milliseconds that it asked for, if it did.
    case busy(milliseconds: Int64?)
    /// It refused, or its answer is none: a short name for the log and the metrics.
    case refused(String)
}

/// RevenueCat's interface, version 2 (gateway-facts §11.2 and §11.3). It only reads, and creates no customer.
struct RevenueCatClient: Sendable {
    static let mostPages = 10

    /// Without a slash at the end: "https://api.revenuecat.com".
    let address: String
    /// Whether the seller may have no list of subscriptions or of purchases. RevenueCat itself has both, and one that it
    /// does not find says nothing of what was bought.
    var mayLackLists: Bool
    let project: String
    private let key: @Sendable () -> String
    /// Whether to read single purchases even for a customer without an entitlement: they may be packs of minutes.
    let readsPurchases: Bool
    let http: OutgoingHTTP
    let metrics: GatewayMetrics

    /// - Parameter key: Asked for with each request: it may be replaced meanwhile.
    init(
        address: String, project: String, key: @autoclosure @escaping @Sendable () -> String, readsPurchases: Bool,
        http: OutgoingHTTP, metrics: GatewayMetrics
    ) {
        self.address = address
        mayLackLists = address != RevenueCatSettings.usualAddress
        self.project = project
        self.key = key
        self.readsPurchases = readsPurchases
        self.http = http
        self.metrics = metrics
    }

    /// Requests for a customer, at most: one for each list.
    static let cost: Int64 = 3

    /// What a customer has; nil: nobody of that name.
    func customer(_ id: String) async -> Result<CustomerReading?, RevenueCatFailure> {
        var reading = CustomerReading()
        switch await list("entitlements", path(id, "active_entitlements")) {
        case .failure(let failure): return .failure(failure)
        case .success(.none): return .success(nil)
        case .success(.some(let items)):
            for item in items {
                guard let entitlement = CustomerReading.Entitlement(item) else { return malformed("entitlements") }
                reading.entitlements.append(entitlement)
            }
        }
        // Who has nothing has no subscriptions, either.
        if !reading.entitlements.isEmpty {
            switch await secondList("subscriptions", path(id, "subscriptions")) {
            case .failure(let failure): return .failure(failure)
            case .success(let items):
                reading.subscriptions = items.compactMap(CustomerReading.Subscription.init)
            }
        }
        // An entitlement may be of something that was bought once, and only that says whether a tester bought it.
        guard readsPurchases || !reading.entitlements.isEmpty else { return .success(reading) }
        switch await secondList("purchases", path(id, "purchases")) {
        case .failure(let failure): return .failure(failure)
        case .success(let items):
            for item in items {
                guard let purchase = CustomerReading.Purchase(item) else { return malformed("purchases") }
                reading.purchases.append(purchase)
            }
        }
        return .success(reading)
    }

    /// Why one of the lists that a reading needs cannot be read with this key; nil: all can. The customer need not exist.
    func refusal(of id: String) async -> RevenueCatFailure? {
        let lists = [
            ("entitlements", "active_entitlements"), ("subscriptions", "subscriptions"), ("purchases", "purchases"),
        ]
        for (call, name) in lists {
            if case .failure(let failure) = await list(call, path(id, name)) { return failure }
        }
        return nil
    }

    private func path(_ customer: String, _ list: String) -> String {
        "/v2/projects/\(project)/customers/\(percentEncoded(customer))/\(list)?limit=100"
    }

    /// A list of a customer whom the seller knows.
    private func secondList(_ call: String, _ path: String) async -> Result<[JSON], RevenueCatFailure> {
        switch await list(call, path) {
        case .failure(let failure): .failure(failure)
        case .success(.none): mayLackLists ? .success([]) : .failure(refused(call, "404"))
        case .success(.some(let items)): .success(items)
        }
    }

    /// All items of a list, over its pages; nil: there is no such customer, or no such list.
    private func list(_ call: String, _ path: String) async -> Result<[JSON]?, RevenueCatFailure> {
        var items: [JSON] = []
        var next = path
        for _ in 0..<Self.mostPages {
            let answer: OutgoingAnswer
            switch await get(call, next) {
            case .failure(let failure): return .failure(failure)
            case .success(let given): answer = given
            }
            if answer.status == 404 {
                // A list that ends in the middle is not read.
                return next == path ? .success(nil) : .failure(refused(call, "404"))
            }
            guard let page = try? JSON(parsing: answer.body), case .array(let some)? = page["items"] else {
                return malformed(call)
            }
            items += some
            switch page["next_page"] {
            case nil, .null?: return .success(items)
            case .text(let address)?:
                // Never to another place, whatever the answer says.
                guard address.hasPrefix("/v2/projects/\(project)/"), address.utf8.count <= 2_048,
                    address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
                else { return malformed(call) }
                next = address
            default: return malformed(call)
            }
        }
        return .failure(refused(call, "pages"))
    }

    /// An answer with a status of 200 or 404.
    private func get(_ call: String, _ path: String) async -> Result<OutgoingAnswer, RevenueCatFailure> {
        var request = OutgoingRequest(method: "GET", url: address + path)
        // An empty one is left out by libcurl.
        request.headers = [("Authorization", "Bearer \(key())"), ("Accept", "application/json"), ("Content-Type", "")]
        let started = ContinuousClock.now
        let result = await http.send(request)
        metrics.provider(call: "revenuecat_\(call)", elapsed: started.duration(to: .now))
        switch result {
        case .failure(.busy): return .failure(.busy(milliseconds: nil))
        case .failure(let failure): return .failure(refused(call, failure.label))
        case .success(let answer):
            switch answer.status {
            case 200, 404: return .success(answer)
            case 429:
                metrics.providerError(call: "revenuecat_\(call)", code: "429")
                let seconds = answer.header("retry-after").flatMap { Int64($0) } ?? 10
                return .failure(.busy(milliseconds: max(1, min(3_600, seconds)) * 1000))
            default: return .failure(refused(call, String(answer.status)))
            }
        }
    }

    private func malformed<Value>(_ call: String) -> Result<Value, RevenueCatFailure> {
        .failure(refused(call, "malformed"))
    }

    private func refused(_ call: String, _ code: String) -> RevenueCatFailure {
        metrics.providerError(call: "revenuecat_\(call)", code: code)
        return .refused(code)
    }
}

extension CustomerReading.Entitlement {
    fileprivate init?(_ json: JSON) {
        guard case .text(let id)? = json["entitlement_id"] else { return nil }
        switch json["expires_at"] {
        case nil, .null?: self.init(id: id, expiresAt: nil)
        case .integer(let time)?: self.init(id: id, expiresAt: time)
        default: return nil
        }
    }
}

extension CustomerReading.Subscription {
    /// Nil: it gives no access, or is not understood.
    fileprivate init?(_ json: JSON) {
        guard json["gives_access"] == .bool(true), case .text(let environment)? = json["environment"],
            let entitlements = entitlementIDs(of: json)
        else { return nil }
        self.init(entitlements: entitlements, isSandbox: environment == "sandbox")
    }
}

/// The ids of what a subscription or a purchase gives access to; nil: it does not say.
private func entitlementIDs(of json: JSON) -> Set<String>? {
    guard case .array(let items)? = json["entitlements"]?["items"] else { return nil }
    var ids: Set<String> = []
    for item in items { if case .text(let id)? = item["id"] { ids.insert(id) } }
    return ids
}

extension CustomerReading.Purchase {
    fileprivate init?(_ json: JSON) {
        guard case .text(let product)? = json["product_id"], case .text(let status)? = json["status"],
            case .text(let environment)? = json["environment"]
        else { return nil }
        // What no store sold (a gift) has RevenueCat's own name alone.
        let transaction: String
        if case .text(let name)? = json["store_purchase_identifier"], !name.isEmpty {
            transaction = name
        } else if case .text(let name)? = json["id"], !name.isEmpty {
            transaction = name
        } else {
            return nil
        }
        guard transaction.utf8.count <= 512 else { return nil }
        var quantity: Int64 = 1
        if case .integer(let count)? = json["quantity"] { quantity = count }
        self.init(
            product: product, transaction: transaction, quantity: quantity, isOwned: status == "owned",
            isSandbox: environment == "sandbox", entitlements: entitlementIDs(of: json) ?? [])
    }
}

/// A text as a part of a path, a query or a form (RFC 3986 §2.3).
func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
        if byte.isAlphanumeric || "-_~".utf8.contains(byte) {
            bytes.append(byte)
        } else {
            // A dot, too: a path with `..` in it would lead elsewhere.
            bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
