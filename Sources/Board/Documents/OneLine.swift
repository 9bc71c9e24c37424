/// Text from outside, made fit for one line of an error message.
enum OneLine {
    static let limit = 48

    /// Control characters (terminal escapes too) become `?`; long text is cut.
    static func quoted(_ text: some StringProtocol) -> String {
        var result = ""
        for scalar in text.unicodeScalars.prefix(limit) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
                result.unicodeScalars.append("?")
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return text.unicodeScalars.count > limit ? result + "…" : result
    }
}
