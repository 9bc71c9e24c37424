import Bedside

/// What is wrong with an event of the service; counted, the session goes on (GUARD-6).
package enum EventError: Error, Sendable, Hashable, CustomStringConvertible {
    case tooLong(bytes: Int)
    case malformed(JSONFault)
    case missing(String)
    case longField(String)

    package var description: String {
        switch self {
        case .tooLong(let bytes): "an event of \(bytes) bytes is too long"
        case .malformed(let fault): "an event is not JSON: \(fault)"
        case .missing(let field): "an event lacks \(field)"
        case .longField(let field): "an event's \(field) is too long"
        }
    }
}

extension JSONValue {
    /// Reads what the service sent, leniently and within `EventLimits`.
    package static func ofService(_ bytes: [UInt8]) throws(EventError) -> JSONValue {
        guard bytes.count <= EventLimits.maximumBytes else { throw .tooLong(bytes: bytes.count) }
        do throws(JSONFault) {
            return try read(bytes, .lenient, within: EventLimits.json)
        } catch {
            throw .malformed(error)
        }
    }
}
