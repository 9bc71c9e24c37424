import Foundation

/// Who makes a voice of a recording, and speaks with it (MIND-9). The key is never printed.
public struct CloningSettings: Sendable, Equatable {
    /// The base address, without a slash at the end; plain http only on loopback.
    public var address = "https://api.elevenlabs.io"
    /// Nil: nobody has a voice made here.
    public var key: String?
    public var model = "eleven_multilingual_v2"

    public init() {}

    /// For `check`.
    public var summary: String { key == nil ? "no voice_key; nobody has a voice made here" : address }
}

extension CloningSettings {
    static let names: Set<String> = ["voice_address", "voice_key", "voice_model"]
    static let fixedNames = ["voice_key": "ELEVENLABS_API_KEY"]
}

extension SettingValues {
    mutating func cloning() -> CloningSettings {
        var settings = CloningSettings()
        read(
            "voice_address", into: &settings.address, publicAddress,
            "https://… without a path is needed; http only for this machine")
        read("voice_key", into: &settings.key, providerKey, "a key of one line of visible ASCII is needed")
        read(
            "voice_model", into: &settings.model, { isCallID($0) ? $0 : nil },
            "a model's id of letters, digits, - and _ is needed")
        return settings
    }
}
