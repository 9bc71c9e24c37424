/// What the seller of plans says of one customer.
public struct CustomerReading: Hashable, Sendable {
    /// Something that a customer may use until a time; nil: without an end.
    public struct Entitlement: Hashable, Sendable {
        public let id: String
        public let expiresAt: Int64?

        public init(id: String, expiresAt: Int64?) {
            self.id = id
            self.expiresAt = expiresAt
        }
    }

    /// Something bought once.
    public struct Purchase: Hashable, Sendable {
        public let product: String
        /// The store's name for it.
        public let transaction: String
        public let quantity: Int64
        /// False: the money went back.
        public let isOwned: Bool
        public let isSandbox: Bool
        /// What it gives access to, for ever: a plan may be bought once.
        public let entitlements: Set<String>

        public init(
            product: String, transaction: String, quantity: Int64, isOwned: Bool, isSandbox: Bool,
            entitlements: Set<String> = []
        ) {
            self.product = product
            self.transaction = transaction
            self.quantity = quantity
            self.isOwned = isOwned
            self.isSandbox = isSandbox
            self.entitlements = entitlements
        }
    }

    /// A subscription that gives access to something now.
    public struct Subscription: Hashable, Sendable {
        public let entitlements: Set<String>
        public let isSandbox: Bool

        public init(entitlements: Set<String>, isSandbox: Bool) {
            self.entitlements = entitlements
            self.isSandbox = isSandbox
        }
    }

    public var entitlements: [Entitlement]
    public var subscriptions: [Subscription]
    public var purchases: [Purchase]

    public init(
        entitlements: [Entitlement] = [], subscriptions: [Subscription] = [], purchases: [Purchase] = []
    ) {
        self.entitlements = entitlements
        self.subscriptions = subscriptions
        self.purchases = purchases
    }
}

/// What an account has bought.
public struct Bought: Hashable, Sendable {
    /// Minutes that do not end with the month.
    public struct Pack: Hashable, Sendable {
        public let transaction: String
        public let minutes: Int64

        public init(transaction: String, minutes: Int64) {
            self.transaction = transaction
            self.minutes = minutes
        }
    }

    public let isPro: Bool
    /// Until when; nil: without an end, or not at all.
    public let until: Int64?
    public let packs: [Pack]

    public init(isPro: Bool, until: Int64? = nil, packs: [Pack] = []) {
        self.isPro = isPro
        self.until = until
        self.packs = packs
    }
}

/// What an operator sells.
public struct Offer: Hashable, Sendable {
    /// The seller's id of the entitlement that is the pro plan; nil: any entitlement is.
    public let pro: String?
    /// Minutes by the seller's id of the product.
    public let packs: [String: Int64]
    /// Whether purchases of testers count, and only those.
    public let isSandbox: Bool

    public init(pro: String?, packs: [String: Int64] = [:], isSandbox: Bool = false) {
        self.pro = pro
        self.packs = packs
        self.isSandbox = isSandbox
    }

    /// Whether a customer has an entitlement by subscriptions and purchases of the other environment alone: a tester's
    /// purchase costs nothing. The entitlement does not say where it is from. One that none of them gives (a gift) counts.
    private func isForeign(_ entitlement: String, _ reading: CustomerReading) -> Bool {
        let subscriptions = reading.subscriptions.filter { $0.entitlements.contains(entitlement) }
        let purchases = reading.purchases.filter { $0.isOwned && $0.entitlements.contains(entitlement) }
        let environments = Set(subscriptions.map(\.isSandbox) + purchases.map(\.isSandbox))
        return !environments.isEmpty && !environments.contains(isSandbox)
    }

    /// What an account has bought, by all of its customers.
    public func bought(_ readings: [CustomerReading]) -> Bought {
        var ends: [Int64?] = []
        for reading in readings {
            for entitlement in reading.entitlements where pro == nil || entitlement.id == pro {
                if !isForeign(entitlement.id, reading) { ends.append(entitlement.expiresAt) }
            }
        }
        var packs: [Bought.Pack] = []
        var seen: Set<String> = []
        for purchase in readings.flatMap(\.purchases) {
            guard purchase.isOwned, purchase.isSandbox == isSandbox, let minutes = self.packs[purchase.product],
                seen.insert(purchase.transaction).inserted
            else { continue }
            packs.append(
                Bought.Pack(transaction: purchase.transaction, minutes: minutes * max(1, min(100, purchase.quantity))))
        }
        return Bought(
            isPro: !ends.isEmpty, until: ends.contains(nil) ? nil : ends.compactMap(\.self).max(),
            packs: packs.sorted { $0.transaction < $1.transaction })
    }
}

/// An account's plan as it is stored.
public struct PlanRecord: Hashable, Sendable {
    public private(set) var plan: Plan
    public private(set) var until: Int64?
    /// When the seller was asked for this, in milliseconds since 1970.
    public private(set) var asOf: Int64
    /// How often the plan has changed.
    public private(set) var revision: Int64

    public init(plan: Plan, until: Int64?, asOf: Int64, revision: Int64) {
        self.plan = plan
        self.until = until
        self.asOf = asOf
        self.revision = revision
    }

    /// When the next question counts as asked: later than the last one, whatever the clocks say.
    public func nextQuestion(at now: Int64) -> Int64 { max(now, asOf + 1) }

    /// Takes what the seller said. False: it is older than what is stored, or nobody's business, and nothing changed.
    ///
    /// Whoever runs the gateway keeps the owner's plan whatever is bought.
    public mutating func take(_ bought: Bought, asOf question: Int64) -> Bool {
        guard plan != .owner, question > asOf else { return false }
        let new: Plan = bought.isPro ? .pro : .free
        if new != plan { revision += 1 }
        plan = new
        until = bought.isPro ? bought.until : nil
        asOf = question
        return true
    }

    /// So long after its end a plan is asked about: a renewal may take the store a while.
    public static let patienceMilliseconds: Int64 = 3_600_000
    /// So long before its end it is asked about, too: the event of a renewal may have been lost.
    public static let earlyMilliseconds: Int64 = 24 * 3_600_000
    /// So long nobody asks again.
    public static let restMilliseconds: Int64 = 6 * 3_600_000
}

/// The header with which a webhook is signed: `t=SECONDS,v1=HEX`, with more than one `v1` while a secret is replaced.
public struct WebhookSignature: Hashable, Sendable {
    public static let toleranceMilliseconds: Int64 = 300_000
    static let longest = 2_048
    static let mostParts = 16

    /// The seconds as they were sent: they are part of what is signed.
    public let time: String
    public let seconds: Int64
    /// HMACs, 64 hexadecimal digits in lower case.
    public let codes: [String]

    /// Nil: it is none. Parts that nobody knows are left out.
    public init?(_ header: String) {
        guard header.utf8.count <= Self.longest else { return nil }
        let parts = header.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= Self.mostParts else { return nil }
        var times: [Substring] = []
        var codes: [String] = []
        for part in parts {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, let name = pair.first, let value = pair.last else { return nil }
            switch name.filter({ $0 != " " }) {
            case "t": times.append(value)
            case "v1":
                let code = value.lowercased()
                guard code.utf8.count == 64, code.utf8.allSatisfy(isHexadecimal) else { return nil }
                codes.append(code)
            default: continue
            }
        }
        guard times.count == 1, let time = times.first, (1...12).contains(time.utf8.count),
            time.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Int64(time), !codes.isEmpty
        else { return nil }
        self.time = String(time)
        self.seconds = seconds
        self.codes = codes
    }

    /// Whether it was made just now: each retry of an event is signed afresh.
    public func isFresh(at now: Int64) -> Bool { abs(now - seconds * 1000) <= Self.toleranceMilliseconds }
}

private func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
}
