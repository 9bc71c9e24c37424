/// A person's name from the two parts of a form; in kanji and kana the family's comes first. Nil: there is none that can
/// be shown.
public func displayName(given: String?, family: String?) -> String? {
    let parts = [given, family].compactMap { part -> String? in
        guard let part, part.unicodeScalars.count <= longestName else { return nil }
        let words = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? nil : words
    }
    let isFamilyFirst = parts.allSatisfy { $0.unicodeScalars.allSatisfy(isEastAsian) }
    let name = (isFamilyFirst ? parts.reversed() : parts).joined(separator: " ")
    let isPrintable = name.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator, .privateUse: false
        default: true
        }
    }
    return isPrintable && (1...longestName).contains(name.unicodeScalars.count) ? name : nil
}

/// In characters, as a profile's.
private let longestName = 100

private func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x3005, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
}
