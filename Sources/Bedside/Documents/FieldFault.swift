/// A fault of one field of a document or a patch, in parts, so that it can be put into any language.
public enum FieldFault: Hashable, Codable, Sendable {
    /// The field does not take this value; `suggestion` is what may have been meant.
    case expected(FieldExpectation, found: FoundValue? = nil, suggestion: String? = nil)
    case missing(FieldExpectation)
    /// A new habit lacks what it needs; `suggestion` is an existing habit that may have been meant.
    case missingForNewHabit(FieldExpectation, suggestion: String?)
    case unknownField(known: [String], suggestion: String? = nil)
    /// A text field without a value, which neither keeps nor clears the text.
    case nothingForText(maximumCharacters: Int)
    case givenTwice
    /// A value occurs twice in one list.
    case repeated(String?)
    case reservedForOneOffs
    case onlyAtWake
    case builtIn
    case unknownHabit(known: [String], suggestion: String?)
    /// A fault in words of its own, found outside the core: in a board file, a sound file.
    case told(Wording)
}

/// A description of the values that a field takes.
public enum FieldExpectation: Hashable, Codable, Sendable {
    case fields([String])
    case habitsByName
    case habitFields
    case time
    case interval
    case habitName
    case sound
    case promptName
    case days
    case line(maximumCharacters: Int)
    case wholeNumber(from: Int, through: Int)
    case trueOrFalse
    case oneOf([String])
    case listOf([String])
    case habits(atMost: Int)
    case atMostCeiling(Int)
    case atLeastFloor(Int)
    case lastFollowUpWithin(hours: Int)
    case told(Wording)
}

/// The value found instead of the expected one. Texts are cut and printable; see `PrintableText`.
public enum FoundValue: Hashable, Codable, Sendable {
    case nothing
    case text(String)
    case list
    case group
    case number(Int)
    case followUps(Int, everySeconds: Int)
}
