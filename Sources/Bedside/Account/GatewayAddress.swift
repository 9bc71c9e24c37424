/// What the core has to know of an address: the driver reads it whole.
enum GatewayAddress {
    static func isUsable(_ text: String) -> Bool {
        let isWeb = text.hasPrefix("https://") || text.hasPrefix("http://")
        let rest = text.drop { $0 != "/" }.dropFirst(2)
        return isWeb && !rest.isEmpty && !rest.hasPrefix("/") && text.utf8.count <= AccountStanding.maximumAddressBytes
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !text.contains("@") && !text.contains("?")
            && !text.contains("#")
    }
}
