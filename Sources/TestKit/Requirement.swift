import Testing

/// The requirements of REQUIREMENTS.md that a suite or a test checks.
///
/// `Tests/Docs/requirements.py` reads these traits from the sources and writes the last column of that page, so the
/// numbers are string literals.
public struct RequirementTrait: SuiteTrait, TestTrait {
    /// Numbers such as `ALARM-6`.
    public let numbers: [String]

    public var isRecursive: Bool { true }

    /// Printed with a failure, so that a reader of the log sees which requirements it concerns.
    public var comments: [Comment] { [Comment(rawValue: "Requirements: " + numbers.joined(separator: ", "))] }
}

extension Trait where Self == RequirementTrait {
    /// Marks a suite, with all of its tests, or one test.
    public static func requirement(_ numbers: String...) -> Self { Self(numbers: numbers) }
}
