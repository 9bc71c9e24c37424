/// A placeholder in a prompt or script (PROMPT-1), written `${USER_NAME}`.
public enum Placeholder: String, CaseIterable, Sendable, Hashable {
    case userName = "USER_NAME"
    case languageLine = "LANGUAGE_LINE"
    case taskTime = "TASK_TIME"
    case taskDescription = "TASK_DESCRIPTION"
    case sleepLocation = "SLEEP_LOCATION"
    case trainingFocusList = "TRAINING_FOCUS_LIST"

    /// Text for a `${NAME}` that is not a placeholder.
    ///
    /// - Parameter known: The names that are allowed there.
    static func unknown(_ name: String, known: [String] = allCases.map(\.rawValue)) -> Wording {
        let known = known.map { "${\($0)}" }
        return Wording(
            "unknown placeholder ${\(name)}, expected one of \(known.joined(separator: ", "))",
            "${\(name)} は使えません（使えるもの：\(known.joined(separator: "、"))）")
    }
    static let unclosed = Wording("a placeholder begins with ${ and has no } after it", "${ のあとに } がありません")
}

/// A placeholder that only an offline routine may have: what the evening tells and asks (R-12).
public enum EveningPlaceholder: String, CaseIterable, Sendable, Hashable {
    /// The act of today's intention, in the owner's words.
    case intention = "INTENTION"
    /// The act of an earlier intention.
    case earlier = "EARLIER"
    /// On how many of the last mornings the owner was up; without a value where that would only be a reproach.
    case upRate = "UP_RATE"
    /// When the wake alarm rings next.
    case wakeTime = "WAKE_TIME"

    /// Whether its value holds words of the owner's.
    var isPrivate: Bool {
        switch self {
        case .intention, .earlier: true
        case .upRate, .wakeTime: false
        }
    }
}

/// A placeholder that only a live companion's prompt may have: the device's state when the prompt was made. An offline
/// script is read once at start and cannot have it.
public enum DevicePlaceholder: String, CaseIterable, Sendable, Hashable {
    /// Weekday, date and time; without a value while the clock is not trusted.
    case now = "NOW"
    /// The next alarm, as a sentence (ALARM-9).
    case nextUp = "NEXT_UP"
    /// What still rings on this date, or that nothing does; without a value while the clock is not trusted.
    case alarmsToday = "ALARMS_TODAY"
    /// Every habit and one-off alarm, by the name that tools take, with its state.
    case habits = "HABITS"
    /// The volume of the voice, in percent.
    case voiceVolume = "VOICE_VOLUME"
}

/// What is wrong with a `${…}` in a line.
enum PlaceholderFault: Error, Hashable {
    case unknown(String)
    case unclosed
}

enum TemplateLine {
    /// Fills a line's placeholders in one pass, so that a value is never read as a template.
    ///
    /// - Parameters:
    ///   - value: The value for a placeholder's name; nil or blank means that there is none.
    ///   - isKnown: Whether there is such a placeholder, with a value or without.
    /// - Returns: Nil if a placeholder has no value: the whole line is dropped.
    static func fill(
        _ line: some StringProtocol, value: (String) -> String?,
        isKnown: (String) -> Bool = { Placeholder(rawValue: $0) != nil }
    ) throws(PlaceholderFault) -> String? {
        var filled: [UInt8] = []
        var isComplete = true
        var rest = Array(line.utf8)[...]
        while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
            filled += rest[..<dollar]
            rest = rest[(dollar + 1)...]
            guard rest.first == UInt8(ascii: "{") else {
                filled.append(UInt8(ascii: "$"))
                continue
            }
            guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { throw .unclosed }
            let name = String(decoding: rest[rest.startIndex..<end].dropFirst(), as: UTF8.self)
            rest = rest[(end + 1)...]
            let known = value(name)
            guard known != nil || isKnown(name) else { throw .unknown(name) }
            if let known, !isBlank(known) {
                filled += Array(PrintableText.line(known, limit: .max, replacement: " ").utf8)
            } else {
                isComplete = false
            }
        }
        return isComplete ? String(decoding: filled + rest, as: UTF8.self) : nil
    }

    /// The lines of a text without their line ends (LF or CRLF); a byte order mark is not part of the first.
    static func lines(of text: String) -> [Substring] {
        var bytes = Substring(text).utf8
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            Substring($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0)
        }
    }

    static func isBlank(_ text: some StringProtocol) -> Bool { text.unicodeScalars.allSatisfy(isSpace) }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
}
