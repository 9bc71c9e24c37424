/// The body of a form with files (`multipart/form-data`, RFC 7578).
public struct MultipartBody: Sendable {
    public struct Part: Sendable {
        public var name: String
        /// Nil: a text.
        public var contentType: String?
        public var bytes: [UInt8]

        public init(name: String, contentType: String, bytes: [UInt8]) {
            (self.name, self.contentType, self.bytes) = (name, contentType, bytes)
        }

        public init(name: String, text: String) {
            (self.name, contentType, bytes) = (name, nil, Array(text.utf8))
        }
    }

    public let bytes: [UInt8]
    private let boundary: String

    /// For the request's `Content-Type`.
    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// - Parameter parts: with names of lower-case letters and `_`; a part of another name is left out.
    public init(_ parts: [Part]) {
        self.init(parts) {
            "anicca-" + (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined()
        }
    }

    /// - Parameter makeBoundary: called until what it gives is in none of the parts, eight times at most; by then chance
    ///   alone has found one.
    init(_ parts: [Part], makeBoundary: () -> String) {
        let parts = parts.filter { part in
            !part.name.isEmpty && part.name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
        }
        var boundary = makeBoundary()
        for _ in 0..<7 where parts.contains(where: { Self.holds($0.bytes, Array(boundary.utf8)) }) {
            boundary = makeBoundary()
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(256) { $0 + $1.bytes.count + 256 })
        for part in parts {
            let file = part.contentType.map { "; filename=\"\(part.name).wav\"\r\nContent-Type: \($0)" } ?? ""
            bytes += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n".utf8)
            bytes += part.bytes
            bytes += Array("\r\n".utf8)
        }
        bytes += Array("--\(boundary)--\r\n".utf8)
        self.bytes = bytes
        self.boundary = boundary
    }

    private static func holds(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard let first = wanted.first, bytes.count >= wanted.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            var at = 0
            while at + wanted.count <= bytes.count {
                if bytes[at] == first, bytes[at..<at + wanted.count].elementsEqual(wanted) { return true }
                at += 1
            }
            return false
        }
    }
}
