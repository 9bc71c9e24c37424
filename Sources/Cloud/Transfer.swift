import CCurl
import Glibc

/// One request on the worker thread: curl's handle, what has arrived of the answer, and its bounds.
///
/// `@unchecked Sendable`: made by the caller, then used only by the worker thread.
final class Transfer: @unchecked Sendable {
    let number: Int
    let completion: @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void

    private let request: HTTPRequest
    private var easy: UnsafeMutableRawPointer?
    private var list: UnsafeMutablePointer<curl_slist>?
    private var resolve: UnsafeMutablePointer<curl_slist>?

    private var headers: [(name: String, value: String)] = []
    private var headBytes = 0
    private var body: [UInt8] = []
    private var isTooLarge = false
    private var isTLSBegun = false

    /// Maximum for all headers of one answer, interim answers included.
    private static let maximumHeadBytes = 64 << 10
    private static let maximumHeaders = 128

    init(
        number: Int, request: HTTPRequest, completion: @escaping @Sendable (Result<HTTPResponse, HTTPFailure>) -> Void
    ) {
        self.number = number
        self.request = request
        self.completion = completion
    }

    /// Makes the curl handle; every option has to be accepted. After an error, call ``end()``.
    func begin(_ configuration: HTTPClient.Configuration, share: Handle?) throws(HTTPFailure) -> UnsafeMutableRawPointer
    {
        guard let origin = Origin(url: request.url),
            !origin.isPlain || origin.isLoopback || configuration.allowsPlainHTTP,
            request.headers.allSatisfy({ Origin.isHeader($0.name, $0.value) }), request.headers.count <= 64
        else { throw .notAllowed }
        guard let easy = curl_easy_init() else { throw .other(code: -1) }
        self.easy = easy
        let context = Unmanaged.passUnretained(self).toOpaque()
        let isFine =
            setTransport(easy, origin, configuration, share) && setSecurity(easy, origin, configuration)
            && setRequest(easy, to: request.url, configuration)
            && ccurl_set_receivers(
                easy,
                { bytes, size, count, context in
                    guard let bytes, let context else { return 0 }
                    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                    return transfer.takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
                },
                { bytes, size, count, context in
                    guard let bytes, let context else { return 0 }
                    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                    return transfer.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
                }, context) == 0
            && ccurl_set_tls_begins(
                easy,
                { _, _, context in
                    guard let context else { return CURLE_OK }
                    Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().isTLSBegun = true
                    return CURLE_OK
                }, context) == 0
        guard isFine else { throw .other(code: -1) }
        return easy
    }

    /// Frees the handle, once it was removed from the multi handle.
    func end() {
        if let easy { curl_easy_cleanup(easy) }
        curl_slist_free_all(list)
        curl_slist_free_all(resolve)
        easy = nil
        list = nil
        resolve = nil
    }

    private func setTransport(
        _ easy: UnsafeMutableRawPointer, _ origin: Origin, _ configuration: HTTPClient.Configuration, _ share: Handle?
    ) -> Bool {
        for entry in configuration.resolve { resolve = curl_slist_append(resolve, entry) }
        let total = max(1, request.timeoutMilliseconds)
        return ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1) == 0
            // A hanging resolver must not hold up the end of a transfer.
            && ccurl_set_long(easy, CURLOPT_QUICK_EXIT, 1) == 0
            && ccurl_set_long(
                easy, CURLOPT_CONNECTTIMEOUT_MS, Int64(min(total, max(1, request.connectTimeoutMilliseconds)))) == 0
            && ccurl_set_long(easy, CURLOPT_TIMEOUT_MS, Int64(total)) == 0
            && ccurl_set_long(easy, CURLOPT_TCP_NODELAY, 1) == 0
            && ccurl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1) == 0
            // HTTP/1.1 on purpose: requests come one after the other, and HTTP/2 costs memory and a round trip.
            && ccurl_set_long(easy, CURLOPT_HTTP_VERSION, ccurl_http_1_1) == 0
            && ccurl_set_long(easy, CURLOPT_MAXAGE_CONN, 300) == 0
            && ccurl_set_sockets(easy, origin.isPlain && !configuration.allowsPlainHTTP ? 1 : 0) == 0
            && (configuration.usesEnvironmentProxy && !origin.isLoopback
                || ccurl_set_string(easy, CURLOPT_NOPROXY, "*") == 0)
            && (share.map { ccurl_set_pointer(easy, CURLOPT_SHARE, $0.pointer) == 0 } ?? true)
            && (resolve == nil || ccurl_set_list(easy, CURLOPT_RESOLVE, resolve) == 0)
    }

    private func setSecurity(
        _ easy: UnsafeMutableRawPointer, _ origin: Origin, _ configuration: HTTPClient.Configuration
    ) -> Bool {
        guard ccurl_set_string(easy, CURLOPT_PROTOCOLS_STR, origin.isPlain ? "http" : "https") == 0,
            ccurl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0) == 0,
            ccurl_set_long(easy, CURLOPT_NETRC, ccurl_netrc_ignored) == 0,
            ccurl_set_long(easy, CURLOPT_SSL_VERIFYPEER, 1) == 0,
            ccurl_set_long(easy, CURLOPT_SSL_VERIFYHOST, 2) == 0,
            ccurl_set_long(easy, CURLOPT_SSLVERSION, ccurl_tls_1_2) == 0,
            // The bearer is for the server, never for a proxy.
            ccurl_set_long(easy, CURLOPT_HEADEROPT, ccurl_header_separate) == 0,
            ccurl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1) == 0
        else { return false }
        if let file = request.authorityFile ?? configuration.authorityFile {
            return ccurl_set_string(easy, CURLOPT_CAINFO, file) == 0
                && ccurl_set_string(easy, CURLOPT_CAPATH, nil) == 0
        }
        // The hashed folder is read one authority at a time; the bundle costs 140 parsed certificates at every start.
        guard let folder = Authorities.hashedFolder else { return true }
        return ccurl_set_string(easy, CURLOPT_CAINFO, nil) == 0 && ccurl_set_string(easy, CURLOPT_CAPATH, folder) == 0
    }

    private func setRequest(
        _ easy: UnsafeMutableRawPointer, to url: String, _ configuration: HTTPClient.Configuration
    ) -> Bool {
        for header in request.headers {
            // An empty value needs a semicolon, or curl takes it for "remove this header".
            let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
            list = curl_slist_append(list, line)
        }
        if request.method == .post || request.method == .put { list = curl_slist_append(list, "Expect:") }
        guard ccurl_set_string(easy, CURLOPT_URL, url) == 0,
            ccurl_set_string(easy, CURLOPT_USERAGENT, configuration.userAgent) == 0,
            ccurl_set_list(easy, CURLOPT_HTTPHEADER, list) == 0,
            ccurl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, Int64(max(0, request.maximumResponseBytes))) == 0
        else { return false }
        switch request.method {
        case .get: return ccurl_set_long(easy, CURLOPT_HTTPGET, 1) == 0
        case .head: return ccurl_set_long(easy, CURLOPT_NOBODY, 1) == 0
        case .post, .put, .delete:
            let hasBody = request.method != .delete || !request.body.isEmpty
            if hasBody {
                let code = request.body.withUnsafeBytes { bytes in
                    // curl takes a NULL body for "read it from standard input".
                    withUnsafeBytes(of: UInt8(0)) { nothing in
                        ccurl_set_body(easy, bytes.baseAddress ?? nothing.baseAddress, Int64(bytes.count))
                    }
                }
                guard code == 0 else { return false }
            }
            return ccurl_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue) == 0
        }
    }

    // MARK: - The answer

    private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
        headBytes += bytes.count
        guard headBytes <= Transfer.maximumHeadBytes, headers.count < Transfer.maximumHeaders else {
            isTooLarge = true
            return 0
        }
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            headers = []
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[line.index(after: colon)...].drop { $0.isWhitespace }
            let end = value.lastIndex { !$0.isWhitespace }.map { value.index(after: $0) } ?? value.startIndex
            headers.append((name: String(line[..<colon]), value: String(value[..<end])))
        }
        return bytes.count
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= max(0, request.maximumResponseBytes) else {
            isTooLarge = true
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    func result(code: Int32) -> Result<HTTPResponse, HTTPFailure> {
        guard let easy else { return .failure(.cancelled) }
        var timing = HTTPTiming()
        timing.nameMicroseconds = Int(ccurl_get_offset(easy, CURLINFO_NAMELOOKUP_TIME_T))
        timing.connectMicroseconds = Int(ccurl_get_offset(easy, CURLINFO_CONNECT_TIME_T))
        timing.tlsMicroseconds = Int(ccurl_get_offset(easy, CURLINFO_APPCONNECT_TIME_T))
        timing.firstByteMicroseconds = Int(ccurl_get_offset(easy, CURLINFO_STARTTRANSFER_TIME_T))
        timing.totalMicroseconds = Int(ccurl_get_offset(easy, CURLINFO_TOTAL_TIME_T))
        timing.isNewConnection = ccurl_get_long(easy, CURLINFO_NUM_CONNECTS) > 0
        if isTooLarge { return .failure(.tooLarge) }
        guard code == 0 else {
            // libcurl 7.88 records the time of a TCP connection only once TLS is established on it; 8.14 records even
            // the ports only then.
            let hasPort = ccurl_get_long(easy, CURLINFO_LOCAL_PORT) > 0
            let isConnected = timing.connectMicroseconds > 0 || hasPort || isTLSBegun
            return .failure(
                HTTPFailure(curl: code, isResolved: timing.nameMicroseconds > 0, isConnected: isConnected))
        }
        let status = Int(ccurl_get_long(easy, CURLINFO_RESPONSE_CODE))
        guard (200...599).contains(status) else { return .failure(.malformed) }
        return .success(HTTPResponse(status: status, headers: headers, body: body, timing: timing))
    }
}

extension HTTPFailure {
    /// libcurl's result codes (libcurl-errors(3)); a time-out is named for the step that did not end.
    init(curl code: Int32, isResolved: Bool, isConnected: Bool) {
        switch code {
        case 5, 6: self = .resolve
        case 7, 97: self = .connect
        case 28:
            self = isConnected ? .timedOut : isResolved ? .connect : .resolve
        case 35, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: self = .tls
        case 18, 52, 55, 56, 92: self = .interrupted
        case 63: self = .tooLarge
        case 1, 8, 43, 61: self = .malformed
        case 3: self = .notAllowed
        case 42: self = .cancelled
        default: self = .other(code: Int(code))
        }
    }
}

/// The place where this system keeps certification authorities.
enum Authorities {
    /// OpenSSL's folder of authorities under their hashes; nil if it holds none.
    static let hashedFolder: String? = {
        let path = "/etc/ssl/certs"
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            // Eight hexadecimal digits, a dot, a number.
            if name.count >= 10, name[8] == UInt8(ascii: "."), name[..<8].allSatisfy({ isHex($0) }),
                name[9...].allSatisfy({ (0x30...0x39).contains($0) })
            {
                return path
            }
        }
        return nil
    }()

    private static func isHex(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
}
