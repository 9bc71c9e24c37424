import Bedside
import Cloud
import Glibc
import Realtime

/// How this machine reaches its online companion (TALK-2): the `companion` part of the configuration file, and the
/// environment over it.
public struct CompanionSettings: Sendable, Hashable {
    public var baseURL: String?
    public var model: String?
    public var voice = "marin"
    public var transport = RealtimeConfiguration.TransportChoice.automatic
    public var turnDetection = TurnDetection.serverVAD()
    public var noiseReduction: NoiseReduction?
    /// Nil for the built-in value, empty for none.
    public var transcriptionModel: String?
    /// Nil for the built-in value, empty for models that do not reason.
    public var reasoningEffort: String?
    public var timing = ConversationTiming()
    /// The least silence before the companion takes its turn at bedtime. A pause of up to 2 s to think does not end
    /// a sentence.
    public var bedtimeSilenceMilliseconds = 2100

    public init() {}

    /// The patience that a habit's talk needs; nil: that of every other talk.
    func minimumSilenceMilliseconds(for habit: Habit?) -> Int? {
        habit?.subject == .bedtime ? bedtimeSilenceMilliseconds : nil
    }

    static let baseURLVariable = "OPENAI_BASE_URL"

    /// The service's address; the environment's is for a try-out.
    func address() throws(RealtimeFailure) -> ServiceAddress {
        guard let text = Files.environment(Self.baseURLVariable) ?? baseURL else { return .openAI }
        return try ServiceAddress(parsing: text)
    }

    /// Through a gateway, which opens the calls; its token is the credential.
    func configuration(
        credential: Credential, gateway: GatewayCalls, isOnThisMachine: Bool
    ) -> RealtimeConfiguration {
        // The service's own address is used by a WebSocket, if WebRTC cannot connect.
        var configuration = RealtimeConfiguration(address: (try? address()) ?? .openAI, credential: credential)
        complete(&configuration, isOnThisMachine: isOnThisMachine)
        configuration.gateway = gateway
        return configuration
    }

    func configuration(credential: Credential) throws(RealtimeFailure) -> RealtimeConfiguration {
        let address = try address()
        var configuration = RealtimeConfiguration(address: address, credential: credential)
        complete(&configuration, isOnThisMachine: address.isOnThisMachine)
        return configuration
    }

    private func complete(_ configuration: inout RealtimeConfiguration, isOnThisMachine: Bool) {
        if let model { configuration.model = model }
        configuration.turnDetection = turnDetection
        configuration.noiseReduction = noiseReduction
        configuration.transport = transport
        if let name = transcriptionModel { configuration.transcriptionModel = name.isEmpty ? nil : name }
        if let effort = reasoningEffort { configuration.reasoningEffort = effort.isEmpty ? nil : effort }
        // ICE leaves out loopback, but a service on this machine can only be reached there.
        if isOnThisMachine { configuration.localAddresses = ["127.0.0.1"] }
    }
}

/// The places of the owner's key, in this order (GUARD-1): the environment, a file that it names, the file beside the
/// state, the system's file.
enum OwnerKey {
    static let systemPath = "/etc/anicca/\(Credentials.fileName)"

    static func path(stateFolder: String) -> String { "\(stateFolder)/\(Credentials.fileName)" }

    /// Erases the owner's key and the log of their alarms, for `anicca reset`; the system's own key belongs to the
    /// operator.
    ///
    /// Throws if any of it could not be removed.
    static func erase(stateFolder: String) throws(FileError) {
        let log = "\(stateFolder)/\(ApplianceLog.fileName)"
        var failure: FileError?
        let own = [path(stateFolder: stateFolder), path(stateFolder: stateFolder) + ".new", log + ".1"]
        for file in own + GatewayFiles(stateFolder: stateFolder).all
        where unlink(file) != 0 && errno != ENOENT {
            failure = failure ?? FileError(path: file, code: errno)
        }
        if truncate(log, 0) != 0, errno != ENOENT { failure = failure ?? FileError(path: log, code: errno) }
        if let failure { throw failure }
    }

    /// Nil if there is none anywhere.
    static func load(stateFolder: String) throws(CredentialError) -> Credential? {
        var environment: [String: String] = [:]
        for name in [Credentials.variable, Credentials.fileVariable, "CREDENTIALS_DIRECTORY"] {
            environment[name] = Files.environment(name)
        }
        if let found = try Credentials.load(environment: environment, file: path(stateFolder: stateFolder)) {
            return found
        }
        return try Credentials.load(environment: [:], file: systemPath)
    }
}
