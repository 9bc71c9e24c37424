/// Reads `Prompts/teachings.yaml`, by the same rules for every caller: a driver makes the `Field` tree.
public enum TeachingDocument {
    /// The file is larger than the documents that owners write.
    public static let limitBytes = 256 * 1024
    static let entries = 1...400
    static let sentenceCharacters = (english: 160, japanese: 80)
    static let practiceCharacters = (english: 120, japanese: 60)
    static let weights = 1...3

    /// Whether a text has the form of an entry's name.
    static func isID(_ text: String) -> Bool {
        let words = text.split(separator: "-", omittingEmptySubsequences: false)
        return text.utf8.count <= 40
            && words.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } }
    }

    /// Every entry, or every fault with its place.
    public static func read(_ document: Field) -> Result<[Teaching], FieldErrors> {
        var reader = TeachingReader()
        let teachings = reader.teachings(document)
        return reader.fields.errors.isEmpty ? .success(teachings) : .failure(FieldErrors(reader.fields.errors))
    }
}

private struct TeachingReader {
    static let keys = [
        "id", "themes", "labels", "habit", "en", "ja", "practice_en", "practice_ja", "source", "tradition",
        "checked_by", "checked_on", "weight",
    ]
    /// Fields that may be left empty.
    static let optional = ["checked_by", "checked_on"]
    static let afterTheme = "after a theme of "

    var fields = FieldReader(root: "teachings", takesNullAsAbsent: true)
    private var seen: Set<String> = []

    mutating func teachings(_ document: Field) -> [Teaching] {
        let limits = TeachingDocument.entries
        guard case .list(let items, _) = document, limits.contains(items.count) else {
            let wording = Wording("a list of 1 to \(limits.upperBound) teachings", "1〜\(limits.upperBound)件の教えのリスト")
            fields.fail(document, "teachings", expected: .told(wording))
            return []
        }
        return items.enumerated().compactMap { index, item in teaching(item, "[\(index)]") }
    }

    private mutating func teaching(_ item: Field, _ path: String) -> Teaching? {
        guard let map = fields.mapping(item, path, known: Self.keys) else { return nil }
        for key in Self.keys where !Self.optional.contains(key) {
            switch map[key] {
            case nil, .null: fields.fail(map[key] ?? item, "\(path).\(key)", .missing(.told(Wording("a value", "値"))))
            case .scalar, .list, .mapping: break
            }
        }
        func place(_ key: String) -> String { "\(path).\(key)" }
        let id = self.id(map["id"], place("id"))
        let themes = names(map["themes"], place("themes"), of: Theme.self, limit: 3)
        let labels = names(map["labels"], place("labels"), of: EmotionLabel.self, limit: 3)
        let occasion = fields.choice(map["habit"], place("habit"), of: Teaching.Occasion.self)
        let sentence = wording(map, path, "en", "ja", TeachingDocument.sentenceCharacters)
        let practice = wording(map, path, "practice_en", "practice_ja", TeachingDocument.practiceCharacters)
        let source = self.source(map["source"], place("source"))
        let tradition = fields.choice(map["tradition"], place("tradition"), of: Teaching.Tradition.self)
        let check = self.check(map, path)
        let weight = fields.integer(map["weight"], place("weight"), TeachingDocument.weights)
        guard let id, let themes, let labels, let occasion, let sentence, let practice, let source, let tradition,
            let weight
        else { return nil }
        return Teaching(
            id: id, themes: themes, labels: labels, occasion: occasion, sentence: sentence, practice: practice,
            source: source, tradition: tradition, check: check, weight: weight)
    }

    private mutating func id(_ field: Field?, _ path: String) -> String? {
        let expected = FieldExpectation.told(
            Wording("lower-case words joined by hyphens, at most 40 letters", "小文字の単語をハイフンでつないだ名前（40文字以内）"))
        let id = fields.text(field, path, expected: expected, where: TeachingDocument.isID)
        guard let id else { return nil }
        guard seen.insert(id).inserted else {
            fields.fail(field, path, .repeated(id))
            return nil
        }
        return id
    }

    /// A list of 1 … `limit` different names.
    private mutating func names<Name>(_ field: Field?, _ path: String, of type: Name.Type, limit: Int) -> [Name]?
    where Name: RawRepresentable & CaseIterable, Name.RawValue == String {
        guard let field else { return nil }
        if case .null = field { return nil }
        let known = type.allCases.map(\.rawValue)
        guard let found = fields.choices(field, path, names: known, choice: { Name(rawValue: $0) }) else { return nil }
        guard (1...limit).contains(found.count) else {
            fields.fail(field, path, expected: .told(Wording("1 to \(limit) names", "1〜\(limit)個の名前")))
            return nil
        }
        return found
    }

    private mutating func wording(
        _ map: [String: Field], _ path: String, _ english: String, _ japanese: String,
        _ characters: (english: Int, japanese: Int)
    ) -> Wording? {
        let expected = FieldExpectation.told(Wording("one line", "一行の文"))
        let englishText = fields.text(
            map[english], "\(path).\(english)", expected: expected, limit: characters.english)
        let japaneseText = fields.text(
            map[japanese], "\(path).\(japanese)", expected: expected, limit: characters.japanese)
        guard let englishText, let japaneseText else { return nil }
        return Wording(englishText, japaneseText)
    }

    private mutating func source(_ field: Field?, _ path: String) -> Teaching.Source? {
        let expected = FieldExpectation.told(
            Wording(
                "\"own words\", \"\(Self.afterTheme)\" a known teacher, or a place such as AN 3.132",
                "own words、\(Self.afterTheme)（知られた師の名）、AN 3.132 のような箇所のどれか"))
        guard let text = fields.text(field, path, expected: expected) else { return nil }
        if text == "own words" { return .ownWords }
        let name = text.hasPrefix(Self.afterTheme) ? String(text.dropFirst(Self.afterTheme.count)) : ""
        if let teacher = Teacher(rawValue: name) { return .teacher(teacher) }
        if let place = TextPlace(text) { return .text(place) }
        fields.fail(field, path, expected: expected)
        return nil
    }

    /// Requires both or neither, because a check without its date or its person cannot be followed up.
    private mutating func check(_ map: [String: Field], _ path: String) -> Teaching.Check? {
        let name = FieldExpectation.told(Wording("a person's name", "人の名前"))
        let day = FieldExpectation.told(Wording("a date like 2026-11-25", "2026-11-25 のような日付"))
        let person = fields.text(map["checked_by"], "\(path).checked_by", expected: name, limit: 60)
        let date = fields.text(map["checked_on"], "\(path).checked_on", expected: day) { LocalDate($0) != nil }
        switch (person, date.flatMap { LocalDate($0) }) {
        case (let person?, let date?): return Teaching.Check(person: person, date: date)
        case (nil, nil): return nil
        case (nil, _?): fields.fail(map["checked_by"], "\(path).checked_by", .missing(name))
        case (_?, nil): fields.fail(map["checked_on"], "\(path).checked_on", .missing(day))
        }
        return nil
    }
}
