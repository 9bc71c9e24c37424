import GatewayRules

/// Everything that an operator can set. Read once, at start; all faults are reported at once.
public struct Settings: Sendable, Equatable {
    public enum Database: Sendable, Equatable {
        /// The file's path.
        case sqlite(String)
        /// What libpq takes. May have a password, so it is never printed.
        case postgres(String)
    }

    /// Where a listener is: loopback or a unix socket, unless the gateway itself encrypts.
    public enum Listener: Sendable, Equatable {
        case tcp(host: String, port: Int)
        case unix(path: String)
    }

    public var database = Database.sqlite("/var/lib/anicca-gateway/gateway.sqlite")
    /// Nil: where the SQLite file is.
    public var stateFolder: String?
    public var tls = TLS.proxy
    public var listen = Listener.tcp(host: "127.0.0.1", port: 8030)
    /// Health and metrics. Not for the public.
    public var operations = Listener.tcp(host: "127.0.0.1", port: 8031)
    /// How owners reach it, without a slash at the end: "https://gateway.example".
    public var publicAddress = "http://127.0.0.1:8030"
    /// Addresses of proxies whose `X-Forwarded-For` is believed.
    public var trustedProxies: Set<String> = []
    public var connectionsMaximum = 2_048
    /// Connections to PostgreSQL that write.
    public var databaseConnections = 8
    /// Requests that may wait for the database in each lane.
    public var queueMaximum = 256
    /// How long a balancer is given to notice that this instance ends, in seconds.
    public var drainSeconds = 0
    public var logLevel = "info"
    /// Minutes a month (GATEWAY-2).
    public var freeMonthlyLimit = 30
    public var proMonthlyLimit = 300
    /// Whoever runs the gateway: more than a month has.
    public var ownerMonthlyLimit = 100_000
    /// The provider's base address, without a slash at the end; plain http only on loopback.
    public var providerAddress = "https://api.openai.com"
    /// The key for that; nil: no conversations. Never printed.
    public var providerKey: String?
    /// The model of a conversation, for the free plan and for all others.
    public var freeModel = "gpt-realtime-2.1-mini"
    public var proModel = "gpt-realtime-2.1-mini"
    /// Within how many seconds after an alarm has begun speakers may prepare a talk, each at another moment; nil: not at
    /// all (ALARM-12). What is prepared costs no minute, and a call at the provider.
    public var earlyConnectionSeconds: Int? = 0
    /// How often one speaker may begin.
    public var starts = StartLimits()
    /// Whether a speaker gets a secret with which it connects to the provider by itself (WebSocket).
    public var clientSecrets = true
    /// With it fields of the database are sealed; nil: nothing is kept that has to be. Never printed.
    public var masterKey: String?
    /// Sign in with Apple.
    public var apple = Apple()
    public var revenueCat = RevenueCatSettings()
    /// Who makes a voice of a recording.
    public var cloning = CloningSettings()
    /// What prints an owner code on this machine, for people. It is no setting: it follows from how the program was
    /// started (`OwnerCommand`).
    var ownerCommand = OwnerCommand.plain

    /// What is taken and had better be otherwise: for `check` and the log. None quotes a secret.
    public var warnings: [Fault] = []

    public init() {}

    /// One thing that is wrong, and what to do.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        public let setting: String
        public let sentence: String
        public var description: String { "\(setting): \(sentence)" }
    }
}

extension Settings {
    var planLimits: PlanLimits {
        PlanLimits(free: Int64(freeMonthlyLimit), pro: Int64(proMonthlyLimit), owner: Int64(ownerMonthlyLimit))
    }
}

extension Settings.Listener {
    /// "127.0.0.1:8030", "[::1]:8030" or "unix:/run/anicca-gateway/http".
    init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            // sun_path has 108 bytes.
            guard path.hasPrefix("/"), path.utf8.count < 108 else { return nil }
            self = .unix(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        let host = text[..<colon].filter { $0 != "[" && $0 != "]" }
        guard !host.isEmpty, host.utf8.count <= 255 else { return nil }
        self = .tcp(host: host, port: port)
    }

    /// As it is written in the settings.
    var label: String {
        switch self {
        case .unix(let path): "unix:" + path
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }

    /// Whether two listeners cannot both have their address. A port of 0 is any free one.
    func overlaps(_ other: Settings.Listener) -> Bool {
        switch (self, other) {
        case (.unix(let one), .unix(let two)): return one == two
        case (.tcp(let one, let port), .tcp(let two, let otherPort)):
            guard port == otherPort, port != 0 else { return false }
            let hosts = [one, two].map { $0 == "localhost" ? "127.0.0.1" : $0 }
            return Set(hosts).count == 1 || !Set(hosts).isDisjoint(with: ["0.0.0.0", "::"])
        default: return false
        }
    }

    /// Plain HTTP never leaves the machine.
    var isLocal: Bool {
        switch self {
        case .unix: true
        case .tcp(let host, _):
            host == "::1" || host == "localhost" || AddressBlock(host)?.description.hasPrefix("127.") == true
        }
    }
}

extension Settings.Database {
    /// "sqlite:/path/file", or a connection string or URI of PostgreSQL.
    init?(_ text: String) {
        if text.hasPrefix("sqlite:") {
            let path = String(text.dropFirst(7))
            guard path.hasPrefix("/") else { return nil }
            self = .sqlite(path)
        } else if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") || text.contains("=") {
            self = .postgres(text)
        } else {
            return nil
        }
    }

    /// For people and logs.
    public var label: String {
        switch self {
        case .sqlite(let path): "SQLite, \(path)"
        case .postgres: "PostgreSQL"
        }
    }
}
