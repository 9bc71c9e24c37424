extension String {
    /// Whether the part stands in this text. An empty part stands in every text.
    ///
    /// The same answer as the standard library's, in a fraction of its time: the memory's rules look for hundreds of words
    /// in every sentence.
    func contains(_ part: String) -> Bool { utf8Span.contains(part.utf8Span) ?? (firstRange(of: part) != nil) }

    func contains(anyOf parts: [String]) -> Bool { parts.contains { self.contains($0) } }
}

extension Substring {
    /// Whether the part stands in this text. An empty part stands in every text.
    func contains(_ part: String) -> Bool { utf8Span.contains(part.utf8Span) ?? (firstRange(of: part) != nil) }

    func contains(anyOf parts: [String]) -> Bool { parts.contains { self.contains($0) } }
}

extension UTF8Span {
    /// Whether the part stands in this text, compared byte by byte; nil: bytes do not tell, because a mark may belong to
    /// the letter before it, or be written in two ways.
    fileprivate func contains(_ part: UTF8Span) -> Bool? {
        let (text, part) = (span, part.span)
        guard let first = part.isEmpty ? nil : part[0] else { return true }
        var isFound = false
        for start in text.indices {
            if text.startsMark(at: start) { return nil }
            guard !isFound, text[start] == first, text.count - start >= part.count else { continue }
            var length = 1
            while length < part.count, text[start + length] == part[length] { length += 1 }
            isFound = length == part.count
        }
        return part.indices.contains { part.startsMark(at: $0) } ? nil : isFound
    }
}

extension Span<UInt8> {
    /// Whether the code point that begins here may join the one before it, or be one of two ways to write a letter: all
    /// but ASCII, Latin letters, punctuation, kana, kanji and their wide forms, and of these the marks.
    fileprivate func startsMark(at place: Int) -> Bool {
        func next(_ distance: Int) -> UInt8 { place + distance < count ? self[place + distance] : 0 }
        return switch self[place] {
        case 0x0D: true
        case 0x00...0x7F, 0xC2...0xCB, 0xE4...0xE9: false
        // Within a code point.
        case 0x80...0xBF: false
        // U+200C and U+200D; U+20D0 to U+213F.
        case 0xE2:
            next(1) == 0x80 && (0x8C...0x8D).contains(next(2)) || next(1) == 0x83 && next(2) >= 0x90 || next(1) == 0x84
        // U+302A to U+302F, U+3099 and U+309A.
        case 0xE3:
            next(1) == 0x80 && (0xAA...0xAF).contains(next(2)) || next(1) == 0x82 && (0x99...0x9A).contains(next(2))
        // Full-width and half-width forms from U+FF01 on, except the two half-width kana marks.
        case 0xEF: next(1) < 0xBC || next(1) == 0xBE && (0x9E...0x9F).contains(next(2))
        default: true
        }
    }
}
