import Glibc

/// The addresses of this machine that a peer may reach us at.
enum LocalAddresses {
    /// Each address is a candidate, and each pair of candidates is checked, so more than this helps nobody.
    static let maximum = 8

    /// Addresses of interfaces that are up, without loopback and link-local ones (a candidate cannot carry their zone).
    static func all() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var addresses: [String] = []
        var next = list
        while let entry = next {
            next = entry.pointee.ifa_next
            let flags = entry.pointee.ifa_flags
            guard flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_LOOPBACK) == 0,
                let address = entry.pointee.ifa_addr, let text = text(of: address), !addresses.contains(text),
                addresses.count < maximum
            else { continue }
            addresses.append(text)
        }
        return addresses
    }

    private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let raw = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_addr
            // 169.254.0.0/16
            guard UInt32(bigEndian: raw.s_addr) >> 16 != 0xA9FE else { return nil }
            return print(raw, family: AF_INET)
        case AF_INET6:
            let raw = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self).sin6_addr
            let isLinkLocal = withUnsafeBytes(of: raw) { $0[0] == 0xFE && $0[1] & 0xC0 == 0x80 }
            return isLinkLocal ? nil : print(raw, family: AF_INET6)
        default:
            return nil
        }
    }

    private static func print<Address>(_ address: Address, family: Int32) -> String? {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let isPrinted = withUnsafePointer(to: address) {
            inet_ntop(family, $0, &text, socklen_t(text.count)) != nil
        }
        guard isPrinted else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
