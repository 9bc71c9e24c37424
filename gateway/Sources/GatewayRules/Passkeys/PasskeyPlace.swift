/// Where passkeys belong to: the gateway's name, and the address at which its pages are (WebAuthn's relying party).
public struct PasskeyPlace: Hashable, Sendable {
    /// The name for which an authenticator makes a passkey, "gateway.example".
    public let id: String
    /// What a browser calls the page's origin, "https://gateway.example:8443".
    public let origin: String

    /// Nil: browsers have no passkeys there. They want a name, not an address, and https unless it is localhost.
    ///
    /// - Parameter publicAddress: Scheme, host and, if need be, a port; no slash at the end.
    public init?(publicAddress: String) {
        let isEncrypted = publicAddress.hasPrefix("https://")
        guard isEncrypted || publicAddress.hasPrefix("http://") else { return nil }
        let host = publicAddress.dropFirst(isEncrypted ? 8 : 7).prefix { $0 != ":" && $0 != "/" }
        guard host.utf8.count <= 253, isEncrypted || host == "localhost" else { return nil }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        // A last label that begins with a digit is an address's, in whatever notation.
        guard labels.allSatisfy(Self.isLabel), let last = labels.last?.utf8.first,
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(last)
        else { return nil }
        id = String(host)
        origin = publicAddress
    }

    /// In lower case, as browsers write it.
    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count)
            && label.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
