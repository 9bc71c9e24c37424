/// A counter or a fact of a driver's.
enum DiagnosticValue: Hashable, Codable, Sendable, CustomStringConvertible {
    case integer(Int)
    case decimal(Double)
    case text(String)
    case flag(Bool)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .flag(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .decimal(value)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .integer(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value.isFinite ? value : 0)
        case .text(let value): try container.encode(value)
        case .flag(let value): try container.encode(value)
        }
    }

    /// The whole number that a decimal one is; JSON does not tell the two apart.
    var whole: Int? {
        switch self {
        case .integer(let value): value
        case .decimal(let value): Int(exactly: value)
        case .text, .flag: nil
        }
    }

    var description: String {
        switch self {
        case .integer(let value): String(value)
        case .decimal(let value): whole.map(String.init) ?? String((value * 1000).rounded() / 1000)
        case .text(let value): value
        case .flag(let value): value ? "yes" : "no"
        }
    }
}
