/// The times of day that a text names: "half past two", "6 pm", 午後三時, 二時半, 14:30.
///
/// For deciding whether a memory holds a time that the owner did not say (M-3).
struct SpokenTimes {
    struct Time: Hashable {
        /// 0 … 11; `isAfternoon` says which half of the day it is in.
        var hour: Int
        var minute: Int
        /// Nil if the text does not say.
        var isAfternoon: Bool?

        init?(_ hour: Int, _ minute: Int, isAfternoon: Bool? = nil) {
            guard (0...24).contains(hour), (0...59).contains(minute) else { return nil }
            self.hour = hour % 12
            self.minute = minute
            self.isAfternoon = hour == 0 || hour == 24 ? false : hour > 12 ? true : isAfternoon
        }

        /// Whether both may be the same.
        func fits(_ other: Time) -> Bool {
            hour == other.hour && minute == other.minute
                && (isAfternoon == nil || other.isAfternoon == nil || isAfternoon == other.isAfternoon)
        }
    }

    /// The times that cannot be anything else.
    private(set) var certain: Set<Time> = []
    /// Lone numbers that may be an hour: "six forty", "nine".
    private(set) var possible: Set<Time> = []
    /// Whether it names a part of an hour without the hour: "around half past".
    private(set) var isOpen = false

    init(_ text: String) {
        takeEnglish(Self.tokens(of: text))
        takeJapanese(Array(text))
    }

    /// Whether a memory names a time though the words that it quotes name others, and no line of the owner's names it.
    static func isTwisted(_ text: String, of quote: String, said: [String]) -> Bool {
        let kept = SpokenTimes(text).certain
        guard !kept.isEmpty else { return false }
        let quoted = SpokenTimes(quote)
        guard !quoted.certain.isEmpty, !quoted.isOpen else { return false }
        let heard = quoted.certain.union(quoted.possible)
        let strange = kept.filter { time in !heard.contains(where: time.fits) }
        guard !strange.isEmpty else { return false }
        let others = said.filter { !$0.contains(quote) }.map(SpokenTimes.init)
        return !strange.allSatisfy { time in others.contains { $0.certain.contains(where: time.fits) } }
    }

    /// The numbers that stand in the digits of its times: 2 and 45 of "quarter to three".
    var numbers: Set<Int> {
        certain.reduce(into: []) { $0.formUnion([$1.hour == 0 ? 12 : $1.hour, $1.hour + 12, $1.minute]) }
    }

    // MARK: English

    /// A word, a number or a stop, in small letters.
    private struct Token {
        var text: String
        var value: Int?
        /// The minutes behind a colon.
        var minutes: Int?
    }

    private static func tokens(of text: String) -> [Token] {
        let plain = text.lowercased().replacing("’", with: "'").replacing("p.m.", with: "pm")
            .replacing("a.m.", with: "am").replacing("：", with: ":")
        var tokens: [Token] = []
        var run = ""
        func isDigit(_ letter: Character) -> Bool { letter.isASCII && letter.isNumber }
        func flush() {
            if !run.isEmpty { tokens.append(Token(text: run, value: SpokenNumbers.cardinal(run))) }
            run = ""
        }
        let letters = Array(plain)
        var place = 0
        while place < letters.count {
            let letter = letters[place]
            if isDigit(letter) {
                flush()
                let digits = String(letters[place...].prefix(while: isDigit))
                place += digits.count
                let behind = letters[place...].dropFirst().prefix(while: isDigit)
                var token = Token(text: digits, value: digits.count <= 2 ? Int(digits) : nil)
                if place < letters.count, ":.".contains(letters[place]), behind.count == 2 {
                    token.minutes = letters[place] == ":" || digits.count <= 2 ? Int(String(behind)) : nil
                    place += 3
                }
                tokens.append(token)
                continue
            }
            if letter.isLetter, letter.isASCII || letter == "'" {
                run.append(letter)
            } else {
                flush()
                if !letter.isWhitespace { tokens.append(Token(text: ".")) }
            }
            place += 1
        }
        flush()
        return tokens
    }

    private static let clocks: Set<String> = ["at", "by", "until", "till"]
    /// What may follow the hour of "at six"; other words are what the number counts, as in "at six places".
    private static let afterHour: Set<String> = [
        "", ".", "and", "but", "or", "in", "on", "every", "to", "so", "then", "sharp", "o'clock", "tomorrow", "today",
        "tonight", "when", "because", "with", "for", "i", "we", "my", "is", "until", "till", "at", "most", "from",
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "each", "am", "pm", "this",
    ]

    /// Whether the words behind an hour say which half of the day it is.
    private static func isAfternoon(_ hour: Int, _ rest: some Sequence<Token>) -> Bool? {
        let words = rest.prefix(4).map(\.text).drop { ["o'clock", "sharp"].contains($0) }
        switch (words.first ?? "", words.dropFirst().prefix(2).joined(separator: " ")) {
        case ("am", _), ("in", "the morning"): return false
        case ("pm", _), ("in", "the afternoon"), ("in", "the evening"), ("tonight", _): return true
        case ("at", let next) where next.hasPrefix("night"): return hour >= 5 && hour < 12
        default: return nil
        }
    }

    private mutating func takeEnglish(_ tokens: [Token]) {
        func text(_ place: Int) -> String { tokens.indices.contains(place) ? tokens[place].text : "" }
        func value(_ place: Int) -> Int? { tokens.indices.contains(place) ? tokens[place].value : nil }
        func time(_ hour: Int, _ minute: Int, _ end: Int) -> Time? {
            Time(hour, minute, isAfternoon: Self.isAfternoon(hour, tokens.dropFirst(end)))
        }
        var place = 0
        while place < tokens.count {
            let token = tokens[place]
            if let (shift, length) = Self.part(of: tokens, at: place) {
                guard let hour = value(place + length) else {
                    isOpen = true
                    place += length
                    continue
                }
                let minutes = (hour * 60 + shift + 720) % 720
                if let time = time(minutes / 60 == 0 ? 12 : minutes / 60, minutes % 60, place + length + 1) {
                    certain.insert(time)
                }
                place += length + 1
            } else if let hour = token.value, let minutes = token.minutes {
                if var time = time(hour, minutes, place + 1) {
                    // 06:00 is in the morning.
                    if token.text.hasPrefix("0") { time.isAfternoon = time.isAfternoon ?? false }
                    certain.insert(time)
                }
                place += 1
            } else if let hour = token.value, (0...24).contains(hour) {
                let next = value(place + 1).flatMap { (10...59).contains($0) && hour <= 12 ? $0 : nil }
                let more = next.flatMap { $0 % 10 == 0 && $0 >= 20 ? value(place + 2) : nil }.flatMap {
                    $0 < 10 ? $0 : nil
                }
                let length = next == nil ? 1 : more == nil ? 2 : 3
                if let time = time(hour, (next ?? 0) + (more ?? 0), place + length) {
                    let isClock =
                        Self.clocks.contains(text(place - 1)) && Self.afterHour.contains(text(place + length))
                    let isCertain =
                        isClock || time.isAfternoon != nil && hour <= 12 || text(place + length) == "o'clock"
                    if isCertain { certain.insert(time) } else { possible.insert(time) }
                }
                place += length
            } else {
                if token.text == "midnight" { possible.formUnion([Time(0, 0)].compactMap(\.self)) }
                if ["noon", "midday"].contains(token.text) { possible.formUnion([Time(12, 0)].compactMap(\.self)) }
                place += 1
            }
        }
    }

    /// "half past", "a quarter to", "twenty to": the minutes from the hour, and the number of the words.
    private static func part(of tokens: [Token], at place: Int) -> (shift: Int, length: Int)? {
        func text(_ place: Int) -> String { tokens.indices.contains(place) ? tokens[place].text : "" }
        if text(place) == "half", text(place + 1) == "past" { return (30, 2) }
        // "Half eleven"
        if text(place) == "half", tokens.indices.contains(place + 1), let hour = tokens[place + 1].value, hour <= 12 {
            return (30, 1)
        }
        var minutes = text(place) == "quarter" ? 15 : tokens[place].value
        var end = place + 1
        if minutes == 20, text(end) == "five" {
            minutes = 25
            end += 1
        }
        if text(end) == "minutes" { end += 1 }
        guard let minutes, [5, 10, 15, 20, 25].contains(minutes), tokens[place].minutes == nil else { return nil }
        if text(end) == "past" { return (minutes, end + 1 - place) }
        // "From five to seven" is a span, not five minutes to seven.
        let isRange =
            ["from", "between"].contains(text(place - 1)) || minutes == 5 && ["five", "5"].contains(text(end - 1))
        return text(end) == "to" && (text(place) == "quarter" || !isRange) ? (-minutes, end + 1 - place) : nil
    }

    // MARK: Japanese

    private static let halves: [(name: String, isAfternoon: Bool)] = [
        ("午前", false), ("早朝", false), ("今朝", false), ("毎朝", false), ("朝", false), ("午後", true), ("夕方", true),
        ("今夜", true),
        ("今晩", true), ("毎晩", true), ("夜", true), ("晩", true),
    ]

    private mutating func takeJapanese(_ letters: [Character]) {
        for place in letters.indices where letters[place] == "時" {
            let hour = Self.number(endingAt: place, in: letters)
            guard let value = hour.value else { continue }
            let rest = letters[(place + 1)...]
            // 三時間 is a length of time.
            if rest.first == "間" { continue }
            let digits = rest.prefix { Self.digit($0) != nil }
            let isMinute = letters.indices.contains(digits.endIndex) && letters[digits.endIndex] == "分"
            let minutes =
                rest.first == "半" ? 30 : isMinute ? Self.number(endingAt: digits.endIndex, in: letters).value : 0
            var before = String(letters[max(0, hour.start - 4)..<hour.start])
            if before.hasSuffix("の") || before.hasSuffix("は") { before.removeLast() }
            var half = Self.halves.first { before.hasSuffix($0.name) }?.isAfternoon
            // 夜一時 is after midnight.
            if half == true, !before.hasSuffix("午後"), value < 5 || value == 12 { half = nil }
            if let time = Time(value, minutes ?? 0, isAfternoon: half) { certain.insert(time) }
        }
    }

    private static func digit(_ letter: Character) -> Int? {
        letter == "十" ? 10 : SpokenNumbers.values(in: String(letter)).first
    }

    private static func number(endingAt end: Int, in letters: [Character]) -> (value: Int?, start: Int) {
        var start = end
        while start > 0, digit(letters[start - 1]) != nil { start -= 1 }
        let values = SpokenNumbers.values(in: String(letters[start..<end]))
        return (values.count == 1 ? values.first : nil, start)
    }
}
