extension HelpLines {
    static let maximumCountries = 64
    static let maximumLines = 16

    /// Reads `Prompts/crisis.yaml` (SAFE-4). All faults are collected, and one fault refuses the whole file: a wrong
    /// number is worse than none.
    public static func parse(_ document: Field) -> Result<HelpLines, FieldErrors> {
        var reader = HelpLinesReader()
        let lines = reader.helpLines(document)
        return reader.fields.errors.isEmpty ? .success(lines) : .failure(FieldErrors(reader.fields.errors))
    }
}

private struct HelpLinesReader {
    var fields = FieldReader(root: "crisis")

    private static let lineFields = [
        "name_en", "name_ja", "number", "hours", "zone", "free", "only_minors", "languages", "note", "source",
        "copied_on", "checked_on", "checked_by",
    ]

    mutating func helpLines(_ document: Field) -> HelpLines {
        var countries: [String: HelpLines.Country] = [:]
        let top = fields.mapping(document, "", known: ["countries"]) ?? [:]
        guard let listed = required(top["countries"], "countries", in: document) else {
            return HelpLines(countries: [:])
        }
        let expected = FieldExpectation.told(Wording("countries by their two-letter codes", "国の二文字コード（JP など）ごとの項目"))
        let entries = fields.entries(of: listed, at: "countries", names: nil, expected: expected)
        if entries.count > HelpLines.maximumCountries {
            fields.fail(listed, "countries", expected: atMost(HelpLines.maximumCountries))
        }
        for entry in entries.prefix(HelpLines.maximumCountries) {
            let path = FieldReader.path("countries", entry.key)
            guard CountryCode(entry.key)?.letters == entry.key else {
                fields.fail(entry.position, path, .expected(expected, found: .nothing, suggestion: nil))
                continue
            }
            countries[entry.key] = country(entry.value, path)
        }
        return HelpLines(countries: countries)
    }

    private mutating func country(_ field: Field, _ path: String) -> HelpLines.Country {
        let values = fields.mapping(field, path, known: ["emergency", "lines"]) ?? [:]
        let emergency = items(values["emergency"], "\(path).emergency", in: field)
        let lines = items(values["lines"], "\(path).lines", in: field)
        return HelpLines.Country(
            emergency: emergency.compactMap { emergencyNumber($0.field, $0.path) },
            lines: lines.compactMap { line($0.field, $0.path) })
    }

    /// The entries of a list that must be there and hold at least one.
    private mutating func items(_ field: Field?, _ path: String, in parent: Field) -> [(field: Field, path: String)] {
        guard let field = required(field, path, in: parent) else { return [] }
        guard case .list(let list, _) = field, (1...HelpLines.maximumLines).contains(list.count) else {
            fields.fail(field, path, expected: atMost(HelpLines.maximumLines))
            return []
        }
        return list.enumerated().map { ($1, "\(path)[\($0)]") }
    }

    private func atMost(_ count: Int) -> FieldExpectation {
        .told(Wording("1 to \(count) entries", "1〜\(count)個の項目"))
    }

    private mutating func required(_ field: Field?, _ path: String, in parent: Field) -> Field? {
        if field == nil {
            fields.fail(
                parent.position, path,
                .expected(.told(Wording("this field", "この項目")), found: .nothing, suggestion: nil))
        }
        return field
    }

    // MARK: Entries

    private mutating func emergencyNumber(_ field: Field, _ path: String) -> EmergencyNumber? {
        let values = fields.mapping(field, path, known: ["number", "name_en", "name_ja"]) ?? [:]
        let name = name(values, path, in: field)
        guard let number = number(values, path, in: field), let name else { return nil }
        return EmergencyNumber(name: name, number: number)
    }

    private mutating func line(_ field: Field, _ path: String) -> HelpLine? {
        guard let values = fields.mapping(field, path, known: Self.lineFields) else { return nil }
        let name = name(values, path, in: field)
        let number = number(values, path, in: field)
        let hours = hours(values, path, in: field)
        let isFree = required(values["free"], "\(path).free", in: field).flatMap { fields.flag($0, "\(path).free") }
        let isForMinorsOnly = fields.flag(values["only_minors"], "\(path).only_minors") ?? false
        let languages = languages(values["languages"], "\(path).languages", in: field)
        let note = fields.text(values["note"], "\(path).note", expected: .line(maximumCharacters: 200), limit: 200)
        let source = source(values["source"], "\(path).source", in: field)
        let copiedOn = required(values["copied_on"], "\(path).copied_on", in: field).flatMap {
            day($0, "\(path).copied_on")
        }
        let check = check(values, path, in: field)
        guard let name, let number, let hours, let isFree, let source, let copiedOn else { return nil }
        return HelpLine(
            name: name, number: number, hours: hours, isFree: isFree, isForMinorsOnly: isForMinorsOnly,
            languages: languages, note: note, source: source, copiedOn: copiedOn, check: check)
    }

    private mutating func text(_ values: [String: Field], _ key: String, _ path: String, in parent: Field) -> String? {
        required(values[key], "\(path).\(key)", in: parent).flatMap {
            fields.text($0, "\(path).\(key)", expected: .line(maximumCharacters: 100), limit: 100)
        }
    }

    private mutating func name(_ values: [String: Field], _ path: String, in parent: Field) -> Wording? {
        let english = text(values, "name_en", path, in: parent)
        let japanese = text(values, "name_ja", path, in: parent)
        guard let english, let japanese else { return nil }
        return Wording(english, japanese)
    }

    private mutating func number(_ values: [String: Field], _ path: String, in parent: Field) -> PhoneNumber? {
        let place = "\(path).number"
        let expected = FieldExpectation.told(
            Wording("a telephone number like 0120-279-338", "0120-279-338 のような電話番号"))
        guard let field = required(values["number"], place, in: parent) else { return nil }
        return fields.text(field, place, expected: expected) { PhoneNumber($0) != nil }.flatMap(PhoneNumber.init)
    }

    private mutating func source(_ field: Field?, _ path: String, in parent: Field) -> String? {
        let expected = FieldExpectation.told(Wording("an address like https://example.org/", "https:// で始まるアドレス"))
        guard let field = required(field, path, in: parent) else { return nil }
        return fields.text(field, path, expected: expected) { $0.hasPrefix("https://") && $0.utf8.count <= 200 }
    }

    /// Requires a person and a date, or neither: a check without one of them cannot be followed up.
    private mutating func check(_ values: [String: Field], _ path: String, in parent: Field) -> HelpLine.Check? {
        guard values["checked_by"] != nil || values["checked_on"] != nil else { return nil }
        let person = text(values, "checked_by", path, in: parent)
        let date = required(values["checked_on"], "\(path).checked_on", in: parent).flatMap {
            day($0, "\(path).checked_on")
        }
        guard let person, let date else { return nil }
        return HelpLine.Check(person: person, date: date)
    }

    private mutating func day(_ field: Field, _ path: String) -> LocalDate? {
        let expected = FieldExpectation.told(Wording("a date like 2026-03-29", "2026-03-29 のような日付"))
        return fields.text(field, path, expected: expected) { LocalDate($0) != nil }.flatMap { LocalDate($0) }
    }

    private mutating func languages(_ field: Field?, _ path: String, in parent: Field) -> [String] {
        let expected = FieldExpectation.told(Wording("two-letter codes of languages", "言語の二文字コード"))
        guard let field = required(field, path, in: parent) else { return [] }
        let codes = fields.texts(field, path, expected: expected, limit: 16, characters: 2) ?? []
        if codes.isEmpty { fields.fail(field, path, expected: expected) }
        return codes
    }

    // MARK: Hours

    private static let expectedHours = FieldExpectation.told(
        Wording(
            "always, unknown, or a list of windows like \"daily 16:00-21:00\" or \"mon,tue 18:30-22:30\"",
            "always、unknown、または \"daily 16:00-21:00\" や \"mon,tue 18:30-22:30\" のような時間帯の一覧"))

    private mutating func hours(_ values: [String: Field], _ path: String, in parent: Field) -> HelpHours? {
        let place = "\(path).hours"
        guard let field = required(values["hours"], place, in: parent) else { return nil }
        if case .scalar = field {
            switch fields.text(field, place, expected: Self.expectedHours) {
            case "always": return .always
            case "unknown": return .unknown
            default:
                fields.fail(field, place, expected: Self.expectedHours)
                return nil
            }
        }
        let texts = fields.texts(field, place, expected: Self.expectedHours, limit: 14, characters: 60) ?? []
        let windows = texts.compactMap(Self.window)
        guard !windows.isEmpty, windows.count == texts.count else {
            fields.fail(field, place, expected: Self.expectedHours)
            return nil
        }
        return text(values, "zone", path, in: parent).map { .windows(windows, zone: $0) }
    }

    /// `daily 16:00-21:00`
    private static func window(_ text: String) -> HelpHours.Window? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let days = days(parts[0]) else { return nil }
        let times = parts[1].split(separator: "-", omittingEmptySubsequences: false)
        guard times.count == 2, let from = LocalTime(times[0]), let until = LocalTime(times[1]), from != until else {
            return nil
        }
        return HelpHours.Window(days: days, from: from, until: until)
    }

    private static func days(_ text: Substring) -> WeekdaySet? {
        if text == "daily" { return .everyDay }
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        let days = names.compactMap { Weekday(shortName: String($0)) }
        return days.count == names.count && Set(days).count == days.count ? WeekdaySet(days) : nil
    }
}
