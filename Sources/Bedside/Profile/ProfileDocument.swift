extension ProfilePatch {
    /// Reads a `profile.yaml` (SETUP-2): all fields are optional except each habit's `at`. All faults are collected.
    public static func parse(_ document: Field) -> Result<ProfilePatch, FieldErrors> {
        parse(document, requiresTime: true)
    }

    /// Reads one field by its path in the document: `owner.name`, `training_focus` (`push-up,core`), `habits.wake.at`.
    public static func assigning(path: String, value: String) -> Result<ProfilePatch, FieldErrors> {
        let keys = path.split(separator: ".", maxSplits: 4, omittingEmptySubsequences: false)
        let field = keys.reversed().reduce(Field.scalar(value, line: 0)) { inner, key in
            .mapping([Field.Entry(key: String(key), line: 0, value: inner)], line: 0)
        }
        return parse(field, requiresTime: false)
    }

    private static func parse(_ document: Field, requiresTime: Bool) -> Result<ProfilePatch, FieldErrors> {
        var reader = ProfileReader(requiresTime: requiresTime)
        let patch = reader.profile(document)
        return reader.fields.errors.isEmpty ? .success(patch) : .failure(FieldErrors(reader.fields.errors))
    }
}

/// The names of the document's fields, as people write them.
enum ProfileKey {
    static let top = group("") + [memory, gateway, "habits"]
    /// Whether talks are remembered; the memory holds it, not the profile.
    static let memory = "memory"
    /// Where `anicca sign-in` signs in; the account holds it, not the profile.
    static let gateway = "gateway"
    static let gatewayAddress = "gateway.address"
    static let habit = group("", of: Habit.fields.map(\.path))
    static let owner = group("owner")
    static let volume = group("volume")

    /// The names of the fields directly below `name`, in their order; for "", the names at the top.
    static func group(_ name: String, of paths: [String] = Profile.fields.map(\.path)) -> [String] {
        let depth = name.isEmpty ? 0 : 1
        var names: [String] = []
        for path in paths where name.isEmpty || path.hasPrefix("\(name).") {
            let parts = path.split(separator: ".")
            guard parts.count > depth, !names.contains(String(parts[depth])) else { continue }
            names.append(String(parts[depth]))
        }
        return names
    }
}

private struct ProfileReader {
    let requiresTime: Bool
    var fields = FieldReader(root: "profile")

    init(requiresTime: Bool) { self.requiresTime = requiresTime }

    mutating func profile(_ document: Field) -> ProfilePatch {
        var patch = ProfilePatch()
        let names = ProfileKey.top
        for entry in fields.entries(of: document, at: "", names: names, expected: .fields(names)) {
            if entry.key == "habits" {
                habits(entry.value, &patch)
            } else if entry.key == ProfileKey.memory {
                patch.memory = fields.choice(entry.value, entry.key, of: MemoryMode.self)
            } else if entry.key == ProfileKey.gateway {
                gateway(entry, &patch)
            } else if let field = Profile.fields.first(where: { $0.path == entry.key }) {
                field.read(entry, field.path, &fields, &patch)
            } else {
                group(entry, &patch)
            }
        }
        return patch
    }

    /// Reads `owner` or `volume`, which have fields of their own.
    private mutating func group(_ group: Field.Entry, _ patch: inout ProfilePatch) {
        let names = ProfileKey.group(group.key)
        for entry in fields.entries(of: group.value, at: group.key, names: names, expected: .fields(names)) {
            let path = "\(group.key).\(entry.key)"
            guard let field = Profile.fields.first(where: { $0.path == path }) else { continue }
            field.read(entry, path, &fields, &patch)
        }
    }

    private mutating func gateway(_ group: Field.Entry, _ patch: inout ProfilePatch) {
        // The root is kept in a file, by the command that reads the document.
        let names = ["address", "ca"]
        for entry in fields.entries(of: group.value, at: group.key, names: names, expected: .fields(names)) {
            let path = "\(group.key).\(entry.key)"
            guard path == ProfileKey.gatewayAddress else { continue }
            guard let address = fields.text(entry.value, path, expected: .gatewayAddress) else { continue }
            if GatewayAddress.isUsable(address) {
                patch.gateway = address
            } else {
                fields.fail(entry.value, path, expected: .gatewayAddress)
            }
        }
        if patch.gateway == nil, fields.errors.isEmpty {
            fields.fail(group.value.position, ProfileKey.gatewayAddress, .missing(.gatewayAddress))
        }
    }

    private mutating func habits(_ field: Field, _ patch: inout ProfilePatch) {
        let entries = fields.entries(of: field, at: "habits", names: nil, expected: .habitsByName)
        guard entries.count <= ProfileRules.habits else {
            return fields.fail(
                field.position, "habits", .expected(.habits(atMost: ProfileRules.habits), found: .number(entries.count))
            )
        }
        for entry in entries {
            let path = FieldReader.path("habits", entry.key)
            guard let id = HabitID(entry.key) else {
                let known = Profile.builtInHabits.map(\.id.name)
                let near = FieldReader.suggestion(for: entry.key, among: known)
                let found = PrintableText.line(entry.key, limit: 40)
                fields.fail(entry.position, path, .expected(.habitName, found: .text(found), suggestion: near))
                continue
            }
            guard !ProfileRules.isReserved(id) else {
                fields.fail(entry.position, path, .reservedForOneOffs)
                continue
            }
            patch.habits.append(habit(id, entry, path))
        }
    }

    private mutating func habit(_ id: HabitID, _ habit: Field.Entry, _ path: String) -> ProfilePatch.HabitPatch {
        var patch = ProfilePatch.HabitPatch(id: id)
        let names = ProfileKey.habit
        guard case .mapping(let all, _) = habit.value else {
            fields.fail(habit.value, path, expected: .habitFields)
            return patch
        }
        let entries = fields.entries(of: habit.value, at: path, names: names, expected: .habitFields)
        if requiresTime, !all.contains(where: { $0.key == "at" }) {
            fields.fail(habit.position, "\(path).at", .missing(.time))
        }
        for entry in entries {
            guard let field = Habit.fields.first(where: { $0.path == entry.key }) else { continue }
            field.read(entry, "\(path).\(entry.key)", &fields, &patch)
        }
        return patch
    }
}

/// Readers for the profile's own types.
extension FieldReader {
    mutating func line(_ entry: Field.Entry, _ path: String, characters: Int) -> String? {
        if case .null(let position) = entry.value {
            fail(position, path, .nothingForText(maximumCharacters: characters))
            return nil
        }
        return text(entry.value, path, expected: .line(maximumCharacters: characters)) {
            ProfileRules.isText($0, characters: characters)
        }
    }

    mutating func time(_ entry: Field.Entry, _ path: String) -> LocalTime? {
        let expected = FieldExpectation.time
        guard let text = text(entry.value, path, expected: expected) else { return nil }
        guard let time = LocalTime(text), text.utf8.count <= 5 else {
            fail(entry.value, path, expected: expected)
            return nil
        }
        return time
    }

    mutating func days(_ entry: Field.Entry, _ path: String) -> WeekdaySet? {
        let names = Weekday.allCases.map(\.shortName)
        guard let days = choices(entry.value, path, names: names, choice: { Weekday(shortName: $0) }) else {
            return nil
        }
        guard !days.isEmpty else {
            fail(entry.position, path, .expected(.days))
            return nil
        }
        return WeekdaySet(days)
    }

    /// Reads `60`, `60s` or `2m`; returns seconds.
    mutating func seconds(
        _ entry: Field.Entry, _ path: String, _ range: ClosedRange<Int>, expected: FieldExpectation
    ) -> Int? {
        guard let text = text(entry.value, path, expected: expected) else { return nil }
        let unit = text.last == "m" ? 60 : 1
        let digits = text.last == "m" || text.last == "s" ? text.dropLast() : text[...]
        guard let count = FieldReader.number(digits), range.contains(count * unit) else {
            fail(entry.value, path, expected: expected)
            return nil
        }
        return count * unit
    }
}
