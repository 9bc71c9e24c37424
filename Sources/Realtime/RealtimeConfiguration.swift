import Bedside
import Cloud

/// Settings that are the same for every conversation (TALK-2). Everything that may change with the provider's catalogue
/// (model, voice, transcription model) is a setting, never a constant in the code that uses it.
public struct RealtimeConfiguration: Sendable {
    public enum TransportChoice: String, Sendable, Hashable {
        /// WebRTC, and WebSocket if that cannot connect (TALK-3).
        case automatic
        case webRTC, webSocket
    }

    public var address: ServiceAddress
    public var credential: Credential?
    /// Set: calls are opened by this gateway, whose token the credential is.
    public var gateway: GatewayCalls?
    public var model = "gpt-realtime-2.1-mini"
    public var turnDetection = TurnDetection.serverVAD()
    public var noiseReduction: NoiseReduction?
    /// nil: the owner's words are not transcribed, and a lost conversation cannot be fully restored.
    public var transcriptionModel: String? = "gpt-transcribe"
    /// nil for models that do not reason.
    public var reasoningEffort: String? = "low"
    /// A stable, hashed id of the owner; sent as `OpenAI-Safety-Identifier`.
    public var safetyIdentifier: String?
    public var transport = TransportChoice.automatic
    /// Used instead of the system's certification authorities, for closed networks and tests (WebSocket; HTTP has its
    /// own).
    public var authorityFile: String?
    /// Allows plain http beyond this machine; the address must have been read with the same permission.
    public var allowsPlain = false
    /// Local addresses for ICE; empty: all except loopback.
    public var localAddresses: [String] = []
    public var limits = RealtimeLimits()

    public init(address: ServiceAddress = .openAI, credential: Credential?) {
        self.address = address
        self.credential = credential
    }
}
