extension Profile {
    /// Every field's path in the document, with its value as `ProfilePatch.assigning` takes it; "" means no value.
    public var document: [(path: String, value: String)] {
        owned.map { (path: $0.key, value: $0.value) }
            + habits.flatMap { habit in
                habit.document.map { (path: "habits.\(habit.id).\($0.key)", value: $0.value) }
            }
    }

    /// The fields that do not belong to a habit.
    fileprivate var owned: [(key: String, value: String)] {
        Profile.fields.compactMap { field in field.text(self).map { (key: field.path, value: $0) } }
    }

    /// The whole profile as a document that `anicca provision` reads. Ends in a line feed.
    ///
    /// - Parameters:
    ///   - memory: whether talks are remembered, which the profile does not hold; nil: not shown.
    ///   - gateway: the address of the account's gateway; nil: not shown.
    public func yaml(memory: MemoryMode? = nil, gateway: String? = nil) -> String {
        var lines = ProfileKey.group("").map { name in
            let group = Profile.fields.filter { $0.path.hasPrefix("\(name).") }
            let members = group.compactMap { field in
                Self.scalar(field, of: self).map { "\(field.path.dropFirst(name.count + 1)): \($0)" }
            }
            guard members.isEmpty else { return "\(name): { \(members.joined(separator: ", ")) }" }
            let field = Profile.fields.first { $0.path == name }
            return "\(name): \(field.flatMap { Self.scalar($0, of: self) } ?? "")"
        }
        if let memory { lines.append("\(ProfileKey.memory): \(Self.quoted(memory.rawValue))") }
        if let gateway { lines.append("\(ProfileKey.gateway): { address: \(Self.quoted(gateway)) }") }
        lines.append(habits.isEmpty ? "habits: {}" : "habits:")
        for habit in habits {
            lines.append("  \(Self.key(habit.id.name)):")
            for field in Habit.fields {
                if let value = Self.scalar(field, of: habit) { lines.append("    \(field.path): \(value)") }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A field's value as YAML; nil if the field is not shown.
    private static func scalar<Whole, Patch>(_ field: ProfileField<Whole, Patch>, of whole: Whole) -> String? {
        guard let text = field.text(whole) else { return nil }
        return switch field.style {
        case .plain: text
        case .quoted: quoted(text)
        case .list: "[\(text.split(separator: ",").joined(separator: ", "))]"
        }
    }

    /// Quotes a habit's name that YAML 1.1 would read as true, false or null.
    private static func key(_ name: String) -> String {
        ["y", "n", "yes", "no", "on", "off", "true", "false", "null"].contains(name) ? quoted(name) : name
    }

    /// A double-quoted scalar (YAML 1.2 §7.3.1).
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where PrintableText.isHarmless(scalar): result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16)
                result += "\\U" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
            }
        }
        return result + "\""
    }
}

extension Habit {
    /// The fields of a habit in the order in which they are shown.
    var document: [(key: String, value: String)] {
        Habit.fields.compactMap { field in field.text(self).map { (key: field.path, value: $0) } }
    }
}

extension ProfileDifference {
    /// The changed fields in the order of the document, then the removed habits. A new habit is listed with its time
    /// and every field that differs from the defaults.
    static func between(_ before: Profile, _ after: Profile) -> [ProfileDifference] {
        var result: [ProfileDifference] = []
        let (old, new) = (rows(before.owned), rows(after.owned))
        result += changes(from: old, to: new, at: "")
        for habit in after.habits {
            let path = "habits.\(habit.id)."
            if let known = before.habit(habit.id) {
                result += changes(from: rows(known.document), to: rows(habit.document), at: path)
            } else {
                let usual = rows(Habit(id: habit.id, at: habit.at).document).filter { $0.key != "at" }
                result += changes(from: usual, to: rows(habit.document), at: path).map { change in
                    ProfileDifference(path: change.path, before: nil, after: change.after)
                }
            }
        }
        for habit in before.habits where after.habit(habit.id) == nil {
            result.append(
                ProfileDifference(path: "habits.\(habit.id)", before: habit.at.description, after: nil))
        }
        return result
    }

    private struct Row {
        var key: String
        var value: String
    }

    private static func rows(_ pairs: [(key: String, value: String)]) -> [Row] {
        pairs.map { Row(key: $0.key, value: $0.value) }
    }

    private static func changes(from old: [Row], to new: [Row], at path: String) -> [ProfileDifference] {
        new.compactMap { row in
            let before = old.first { $0.key == row.key }?.value ?? ""
            guard before != row.value else { return nil }
            return ProfileDifference(
                path: path + row.key, before: before.isEmpty ? nil : before, after: row.value.isEmpty ? nil : row.value)
        }
    }
}
