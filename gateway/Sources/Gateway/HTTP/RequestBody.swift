import HTTPTypes
import Hummingbird

extension Request {
    /// The body's type, in lower case, without parameters.
    var mediaType: String? {
        headers[.contentType].map { type in
            type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        }
    }

    /// The body, which must be UTF-8.
    func text(upTo maximum: Int) async throws(Failure) -> String {
        guard let text = String(validating: try await bytes(upTo: maximum), as: UTF8.self) else {
            throw .badRequest("the body is not UTF-8")
        }
        return text
    }

    func bytes(upTo maximum: Int) async throws(Failure) -> [UInt8] {
        // The length that was announced is enough to refuse; the rest is counted as it arrives.
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > maximum { throw .tooLarge }
        do { return Array(buffer: try await body.collect(upTo: maximum)) } catch { throw .tooLarge }
    }

    /// The body as an object of JSON. Unknown members are nobody's business.
    func json() async throws(Failure) -> JSON {
        guard let json = try await jsonIfAny() else { throw .badJSON }
        return json
    }

    /// The body as an object of JSON, or nil if there is no body.
    func jsonIfAny() async throws(Failure) -> JSON? {
        guard mediaType == "application/json" else {
            throw Failure(415, "unsupported_media_type", "application/json is needed")
        }
        let bytes = try await bytes(upTo: RequestBounds.body)
        guard !bytes.isEmpty else { return nil }
        do throws(JSON.Fault) {
            let json = try JSON(parsing: bytes)
            guard case .object = json else { throw JSON.Fault.malformed }
            return json
        } catch { throw .badJSON }
    }

    /// A header of visible ASCII; nil: it is not there.
    func word(_ name: HTTPField.Name, atMost maximum: Int) throws(Failure) -> String? {
        guard let value = headers[name] else { return nil }
        guard (1...maximum).contains(value.utf8.count), value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .badRequest("\(name.rawName) is not of 1 to \(maximum) visible ASCII characters")
        }
        return value
    }
}

extension JSON {
    /// A member that is a text of printable characters; nil: it is not there, or null.
    func text(_ name: String, atMost maximum: Int) throws(Failure) -> String? {
        switch self[name] {
        case nil, .null?: return nil
        case .text(let text)?:
            guard text.unicodeScalars.count <= maximum else {
                throw .badField(name, "is longer than \(maximum) characters")
            }
            guard text.unicodeScalars.allSatisfy({ !$0.isUnprintable }) else {
                throw .badField(name, "has control characters")
            }
            return text
        default: throw .badField(name, "is no text")
        }
    }

    func required(_ name: String, atMost maximum: Int) throws(Failure) -> String {
        guard let text = try text(name, atMost: maximum), !text.isEmpty else { throw .badField(name, "is missing") }
        return text
    }
}
