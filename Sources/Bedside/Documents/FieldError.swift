/// A fault of one field, with its place.
public struct FieldError: Hashable, Codable, Sendable, CustomStringConvertible {
    /// 0 if the value did not come from a document.
    public var line: Int
    /// 0 if it is not known; not sent over the control socket.
    public var column = 0
    /// The path of the field, such as `habits.wake.at`.
    public var path: String
    public var fault: FieldFault

    private enum CodingKeys: String, CodingKey {
        case line, path, fault
    }

    public init(line: Int = 0, column: Int = 0, path: String, fault: FieldFault) {
        self.line = line
        self.column = column
        self.path = path
        self.fault = fault
    }

    public var position: Position {
        get { Position(line: line, column: column) }
        set { (line, column) = (newValue.line, newValue.column) }
    }

    public func text(in language: Language) -> String { "\(path): \(fault.text(in: language))" }
    /// For logs.
    public var description: String { text(in: .english) }

    /// The fault on one line, as compilers write it: `profile.yaml:4:11: habits.wake.at: …`.
    public func wording(inFile file: String) -> Wording {
        var place = file
        if line > 0 { place += ":\(line)" }
        if line > 0, column > 0 { place += ":\(column)" }
        return Wording(text(in: .english), text(in: .japanese)).after("\(place): ")
    }
}

/// The faults of a document or a patch, at most `limit`, in the order of their positions.
public struct FieldErrors: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    public static let limit = 20
    public let fields: [FieldError]

    public init(_ fields: [FieldError]) {
        let ordered = fields.enumerated().sorted {
            ($0.element.line, $0.element.column, $0.offset) < ($1.element.line, $1.element.column, $1.offset)
        }
        self.fields = ordered.prefix(Self.limit).map(\.element)
    }
    public var description: String { fields.map(\.description).joined(separator: "\n") }
}

extension Wording {
    /// The first line, with the number of further ones; nil if there are no lines.
    public static func summary(of lines: [Wording]) -> Wording? {
        guard let first = lines.first, lines.count > 1 else { return lines.first }
        return Wording(
            "\(first.english) (and \(lines.count - 1) more)", "\(first.japanese)（ほかに\(lines.count - 1)件）")
    }
}
