import GatewayRules

/// What of the server is fuzzed.
public enum GatewayEntryPoints {
    /// What a browser says of a passkey.
    public static func clientData(_ bytes: [UInt8]) -> PasskeyClientData? { try? PasskeyClientData(parsing: bytes) }

    /// False: what was read is not what is written of it.
    public static func json(_ bytes: [UInt8]) -> Bool {
        guard let value = try? JSON(parsing: bytes) else { return true }
        return (try? JSON(parsing: Array(value.encoded.utf8))) == value
    }
}
