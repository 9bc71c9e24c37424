/// A form with files (`multipart/form-data`, RFC 7578), bounded. Its parts are places in the body, so nothing is copied.
public struct MultipartForm: Hashable, Sendable {
    public enum Fault: Error, Hashable, Sendable {
        case malformed
        case tooManyParts
        /// A name twice: two readers could disagree on which of them counts.
        case repeated(String)
    }

    public static let mostParts = 8
    public static let longestHead = 1_024

    private var parts: [String: Range<Int>] = [:]

    /// - Parameter boundary: Of the request's `Content-Type`, see `boundary(of:)`.
    public init(_ body: [UInt8], boundary: String) throws(Fault) {
        let result = body.withUnsafeBufferPointer { bytes in
            var reader = Reader(bytes: bytes, delimiter: Array("\r\n--\(boundary)".utf8))
            return Result { () throws(Fault) in try reader.parts() }
        }
        parts = try result.get()
    }

    /// Where a part's value is in the body.
    public subscript(_ name: String) -> Range<Int>? { parts[name] }

    /// The boundary that a `Content-Type` names; nil: none, or one that RFC 2046 §5.1.1 does not allow.
    public static func boundary(of contentType: String) -> String? {
        for parameter in contentType.split(separator: ";").dropFirst() {
            let pair = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\t" } }
            guard pair.count == 2, let name = pair.first, name.lowercased() == "boundary", var value = pair.last else {
                continue
            }
            if value.hasPrefix("\""), value.hasSuffix("\""), value.count >= 2 {
                value = String(value.dropFirst().dropLast())
            }
            return isWord(value, with: "'()+_,-./:=?", of: 1...70) ? value : nil
        }
        return nil
    }

    private struct Reader {
        let bytes: UnsafeBufferPointer<UInt8>
        let delimiter: [UInt8]
        var position = 0

        mutating func parts() throws(Fault) -> [String: Range<Int>] {
            var parts: [String: Range<Int>] = [:]
            // The first delimiter has no line break before it.
            guard takes(delimiter[2...]) else { throw .malformed }
            while true {
                if takes("--".utf8) { return parts }
                guard takes("\r\n".utf8) else { throw .malformed }
                guard parts.count < MultipartForm.mostParts else { throw .tooManyParts }
                let name = try name()
                guard let end = next(delimiter, before: bytes.count) else { throw .malformed }
                guard parts.updateValue(position..<end, forKey: name) == nil else { throw .repeated(name) }
                position = end + delimiter.count
            }
        }

        /// Takes a part's head, and returns the name in it.
        private mutating func name() throws(Fault) -> String {
            let limit = min(bytes.count, position + MultipartForm.longestHead)
            guard let end = next(Array("\r\n\r\n".utf8), before: limit),
                let head = String(validating: bytes[position..<end], as: UTF8.self)
            else { throw .malformed }
            position = end + 4
            for line in head.split(separator: "\r\n") {
                let pieces = line.split(separator: ";").map { $0.trimmedOfSpaces }
                guard pieces.first?.lowercased() == "content-disposition: form-data" else { continue }
                for piece in pieces.dropFirst() where piece.lowercased().hasPrefix("name=") {
                    let value = piece.dropFirst(5)
                    guard value.hasPrefix("\""), value.hasSuffix("\""), value.count > 2 else { throw .malformed }
                    return String(value.dropFirst().dropLast())
                }
            }
            throw .malformed
        }

        private mutating func takes(_ wanted: some Collection<UInt8>) -> Bool {
            guard position + wanted.count <= bytes.count,
                bytes[position..<position + wanted.count].elementsEqual(wanted)
            else { return false }
            position += wanted.count
            return true
        }

        /// Where something begins next; nil: nowhere.
        private func next(_ wanted: [UInt8], before limit: Int) -> Int? {
            guard let first = wanted.first else { return nil }
            var at = position
            while at + wanted.count <= limit {
                if bytes[at] == first, bytes[at..<at + wanted.count].elementsEqual(wanted) { return at }
                at += 1
            }
            return nil
        }
    }
}

extension Substring {
    fileprivate var trimmedOfSpaces: Substring {
        var rest = drop { $0 == " " || $0 == "\t" }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return rest
    }
}
