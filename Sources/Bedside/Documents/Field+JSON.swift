extension Field {
    /// A document as read from JSON, without places.
    public init(_ value: JSONValue) {
        self =
            switch value {
            case .null: .null(at: .unknown)
            case .flag(let flag): .scalar(flag ? "true" : "false", at: .unknown)
            case .integer(let number): .scalar("\(number)", at: .unknown)
            case .decimal(let number): .scalar("\(number)", at: .unknown)
            case .text(let text): .scalar(text, at: .unknown)
            case .list(let items): .list(items.map { Field($0) }, at: .unknown)
            case .object(let members):
                .mapping(members.map { Entry(key: $0.name, at: .unknown, value: Field($0.value)) }, at: .unknown)
            }
    }
}
