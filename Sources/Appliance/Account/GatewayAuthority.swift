import Bedside
import Foundation

/// The root certificate of a gateway that has one of its own (`anicca-gateway ca`), in PEM. It alone vouches for that
/// gateway, and for nothing else.
struct GatewayAuthority: Equatable, Sendable {
    static let maximumBytes = 32 << 10
    /// Its place in a profile document.
    static let field = "gateway.ca"
    private static let begins = "-----BEGIN CERTIFICATE-----"
    private static let ends = "-----END CERTIFICATE-----"

    /// Nothing but the certificates. Ends in a line feed.
    let pem: String

    /// Takes certificates and what may stand around them; nil for anything else, above all for a private key.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes, !text.contains("PRIVATE KEY") else { return nil }
        var blocks: [String] = []
        var lines: [String]?
        for line in text.split(whereSeparator: \.isNewline).map({ $0.trimmed() }) {
            switch (line, lines) {
            case (Self.begins, nil): lines = []
            case (Self.begins, _?): return nil
            case (Self.ends, let body?):
                guard Self.isCertificate(body.joined()) else { return nil }
                blocks.append(([Self.begins] + body + [Self.ends]).joined(separator: "\n"))
                lines = nil
            default: lines?.append(line)
            }
        }
        guard lines == nil, !blocks.isEmpty else { return nil }
        pem = blocks.joined(separator: "\n") + "\n"
    }

    /// Whether it is the base64 of one DER sequence, and nothing after it. More is checked when it has to vouch.
    private static func isCertificate(_ base64: String) -> Bool {
        guard let bytes = Data(base64Encoded: base64).map(Array.init), bytes.count > 4, bytes[0] == 0x30,
            bytes[1] == 0x82
        else { return false }
        return Int(bytes[2]) << 8 | Int(bytes[3]) == bytes.count - 4
    }
}
