/// An event that RevenueCat tells of. It says whose purchases have changed, never what is granted: the customer is read
/// again, so neither the order nor the number of events matters.
struct RevenueCatEvent: Hashable, Sendable {
    static let mostCustomers = 100
    /// Until the end of the year 9999.
    private static let times: ClosedRange<Int64> = 0...253_402_300_799_999

    let id: String
    let type: String
    /// Milliseconds since 1970.
    let occurredAt: Int64
    /// Nil: it does not say.
    let isSandbox: Bool?
    /// Everybody whom it is about, each once: names for the same customer, and both sides of a transfer.
    let customers: [String]

    /// - Parameter json: The whole body. Members that nobody knows are left out.
    init(_ json: JSON) throws(Failure) {
        guard let event = json["event"], case .object = event else { throw .badField("event", "is missing") }
        id = try event.required("id", atMost: 128)
        type = try event.required("type", atMost: 64)
        guard case .integer(let time)? = event["event_timestamp_ms"], Self.times.contains(time) else {
            throw .badField("event_timestamp_ms", "is no time in milliseconds since 1970")
        }
        occurredAt = time
        var environment = try event.text("environment", atMost: 32)
        if environment == nil { environment = try event.text("purchase_environment", atMost: 32) }
        switch environment?.uppercased() {
        case "SANDBOX": isSandbox = true
        case nil: isSandbox = nil
        default: isSandbox = false
        }
        var customers: [String] = []
        for name in ["app_user_id", "original_app_user_id"] {
            if let customer = try event.text(name, atMost: 256) { customers.append(customer) }
        }
        for name in ["aliases", "transferred_from", "transferred_to"] {
            switch event[name] {
            case nil, .null?: continue
            case .array(let texts)?:
                for case .text(let text) in texts { customers.append(text) }
            default: throw .badField(name, "is no list")
            }
        }
        var seen: Set<String> = []
        self.customers = Array(
            customers.filter { !$0.isEmpty && $0.utf8.count <= 1_024 && seen.insert($0).inserted }
                .prefix(Self.mostCustomers))
    }
}
