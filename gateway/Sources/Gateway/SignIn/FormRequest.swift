import GatewayRules
import Hummingbird

/// Bounds of what a request may carry (gateway-design §1.1).
enum RequestBounds {
    static let body = 64 << 10
    static let headerField = 8 << 10
    static let headers = 16 << 10
    static let headerCount = 64
}

extension Request {
    /// The body as a form.
    func form() async throws(Failure) -> Form {
        guard mediaType == "application/x-www-form-urlencoded" else { throw .badForm }
        // By the bytes: a text that is made of any others is no longer what was sent.
        guard let text = String(validating: try await bytes(upTo: RequestBounds.body), as: UTF8.self) else {
            throw .badForm
        }
        return try Self.parse(text)
    }

    /// The part of the address after `?`.
    func query() throws(Failure) -> Form {
        guard let query = uri.query else { return .empty }
        // What was no UTF-8 has become this. Whoever means the character writes it with percent signs.
        guard !query.unicodeScalars.contains("\u{FFFD}") else { throw .badForm }
        return try Self.parse(query)
    }

    private static func parse(_ text: String) throws(Failure) -> Form {
        do throws(Form.Fault) { return try Form(text) } catch { throw .badForm }
    }
}

extension Form {
    /// A field that must be there, of printable characters, at most that long.
    func required(_ name: String, atMost maximum: Int = 200) throws(Failure) -> String {
        guard let value = self[name] else { throw .badRequest("\(name) is missing") }
        guard value.unicodeScalars.count <= maximum else {
            throw .badRequest("\(name) is longer than \(maximum) characters")
        }
        guard value.unicodeScalars.allSatisfy({ !$0.isUnprintable }) else {
            throw .badRequest("\(name) has control characters")
        }
        return value
    }
}

extension Unicode.Scalar {
    /// Control, format and line-breaking characters: none belongs into a name. The joiners of emoji and of some scripts do;
    /// a speaker takes the same ones (`PrintableText`).
    var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .surrogate, .lineSeparator, .paragraphSeparator: true
        case .format: self != "\u{200C}" && self != "\u{200D}"
        default: false
        }
    }
}
