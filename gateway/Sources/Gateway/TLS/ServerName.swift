import Foundation
import SwiftASN1
import X509

/// A name or an address under which a certificate is valid.
enum ServerName: Hashable, Sendable {
    /// In lower case.
    case name(String)
    /// 4 or 16 bytes.
    case address([UInt8])

    /// "gateway.home", "192.0.2.7" or "fd00::7". Nil: neither.
    init?(_ text: String) {
        if let bytes = Self.bytes(text, AF_INET, 4) ?? Self.bytes(text, AF_INET6, 16) {
            self = .address(bytes)
            return
        }
        let name = text.lowercased()
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        // What has only digits and dots was meant to be an address.
        guard name.utf8.count <= 253, labels.allSatisfy(Self.isLabel), labels.last?.contains(where: \.isLetter) == true
        else { return nil }
        self = .name(name)
    }

    private static func bytes(_ text: String, _ family: Int32, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    var general: GeneralName {
        switch self {
        case .name(let name): .dnsName(name)
        case .address(let bytes): .ipAddress(ASN1OctetString(contentBytes: bytes[...]))
        }
    }
}
