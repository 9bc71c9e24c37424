import CCurl

/// What must be known about a URL before anything is sent to it; read by libcurl's own parser, so that both agree.
/// Worker thread only.
struct Origin: Equatable {
    let isPlain: Bool
    /// Without brackets, lower case.
    let host: String
    let port: Int

    /// nil if it is not a URL, is not http(s), has a user name in it, is longer than 2 KiB, or has characters that do
    /// not belong in a URL.
    init?(url: String) {
        guard url.utf8.count <= 2_048, url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let parsed = curl_url()
        else { return nil }
        defer { curl_url_cleanup(parsed) }
        func part(_ what: CURLUPart) -> String? {
            var text: UnsafeMutablePointer<CChar>?
            guard curl_url_get(parsed, what, &text, ccurl_default_port) == CURLUE_OK, let text else { return nil }
            defer { curl_free(text) }
            return String(cString: text)
        }
        guard curl_url_set(parsed, CURLUPART_URL, url, 0) == CURLUE_OK, part(CURLUPART_USER) == nil,
            part(CURLUPART_PASSWORD) == nil, let scheme = part(CURLUPART_SCHEME), var host = part(CURLUPART_HOST),
            let port = part(CURLUPART_PORT).flatMap({ UInt16($0) }), port > 0
        else { return nil }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard scheme == "https" || scheme == "http", !host.isEmpty else { return nil }
        self.isPlain = scheme == "http"
        self.host = host.lowercased()
        self.port = Int(port)
    }

    /// Whether the host is this machine, by its name; the address is checked again when connecting.
    var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Whether this is a header that cannot contain a second one.
    static func isHeader(_ name: String, _ value: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 128 && value.utf8.count <= 8_192
            && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
            && value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
    }
}
