/// Makes text from outside (files, clients, the service, the owner) fit for a message, a terminal or a log.
///
/// A terminal obeys control characters (C0, DEL and C1), and marks that are invisible or reverse the reading direction
/// make a line look like something else. Neither is let through.
public enum PrintableText {
    /// The character shown instead of an unprintable one.
    public static let replacement = "\u{FFFD}"

    /// One line of at most `limit` code points, followed by `…` if it was cut.
    ///
    /// Unprintable white space, such as a line feed, becomes a space; any other unprintable character becomes
    /// `replacement`.
    public static func line(
        _ text: some StringProtocol, limit: Int = 300, replacement: String = replacement
    ) -> String {
        if text.utf8.count <= limit, isPlain(text) { return String(text) }
        var shown = ""
        for (count, scalar) in text.unicodeScalars.enumerated() {
            if count == limit { return shown + "…" }
            append(scalar, to: &shown, replacement)
        }
        return shown
    }

    /// The whole text, made printable except for its line feeds and tabs, which stay.
    public static func lines(_ text: some StringProtocol) -> String {
        if isPlain(text, besides: [0x09, 0x0A]) { return String(text) }
        var shown = ""
        for scalar in text.unicodeScalars {
            if scalar == "\n" || scalar == "\t" {
                shown.unicodeScalars.append(scalar)
            } else {
                append(scalar, to: &shown, replacement)
            }
        }
        return shown
    }

    /// Whether a text is certainly nothing but printable ASCII and these bytes, as nearly all is: the quick way.
    private static func isPlain(_ text: some StringProtocol, besides others: [UInt8] = []) -> Bool {
        let isPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.allSatisfy { (0x20...0x7E).contains($0) || others.contains($0) }
        }
        return isPlain ?? false
    }

    private static func append(_ scalar: Unicode.Scalar, to shown: inout String, _ replacement: String) {
        if isPrintable(scalar) {
            shown.unicodeScalars.append(scalar)
        } else if scalar.properties.isWhitespace {
            shown += " "
        } else {
            shown += replacement
        }
    }

    /// Whether a character is shown as it is: it is harmless, and a font may have it.
    public static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        if isPrintableASCII(scalar) { return true }
        return switch scalar.properties.generalCategory {
        case .privateUse, .unassigned: false
        default: isHarmless(scalar)
        }
    }

    /// Most text is ASCII, and the general category is slow to find.
    private static func isPrintableASCII(_ scalar: Unicode.Scalar) -> Bool { (0x20...0x7E).contains(scalar.value) }

    /// Whether a character has no effect on a terminal or on the text around it. The joiners that scripts and emoji
    /// need count as harmless.
    public static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        if isPrintableASCII(scalar) { return true }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }
}

extension StringProtocol {
    /// The text without the white space around it.
    public func trimmed() -> String {
        var scalars = Substring(self).unicodeScalars
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        return String(Substring(scalars))
    }
}
