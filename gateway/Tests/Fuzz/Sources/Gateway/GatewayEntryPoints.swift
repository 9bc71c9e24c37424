/// What of the server is fuzzed.
public enum GatewayEntryPoints {
    /// False: what was read is not what is written of it.
    public static func json(_ bytes: [UInt8]) -> Bool {
        guard let value = try? JSON(parsing: bytes) else { return true }
        return (try? JSON(parsing: Array(value.encoded.utf8))) == value
    }
}
