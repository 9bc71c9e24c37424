extension ProfilePatch {
    /// Reads a `profile.yaml` (SETUP-2): every field optional, but each habit needs `at`. All faults are collected.
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
    static let top = ["owner", "sleep_location", "training_focus", "companion", "volume", "habits"]
    static let owner = ["name", "language"]
    static let volume = ["ceiling", "floor"]
    static let habit = [
        "on", "at", "days", "follow_ups", "follow_up_interval", "prompt", "sound", "curve", "wake_guard",
    ]
}

private struct ProfileReader {
    let requiresTime: Bool
    var fields = FieldReader(root: "profile")

    init(requiresTime: Bool) { self.requiresTime = requiresTime }

    mutating func profile(_ document: Field) -> ProfilePatch {
        var patch = ProfilePatch()
        let names = ProfileKey.top
        for entry in fields.entries(of: document, at: "", names: names, expected: .fields(names)) {
            switch entry.key {
            case "owner": owner(entry.value, &patch)
            case "sleep_location":
                patch.sleepLocation = line(entry, entry.key, characters: ProfileRules.placeCharacters)
            case "training_focus":
                let names = TrainingFocus.allCases.map(\.rawValue)
                patch.trainingFocus = fields.choices(entry.value, entry.key, names: names) {
                    TrainingFocus(rawValue: $0)
                }
            case "companion": patch.companion = fields.choice(entry.value, entry.key, of: Companion.self)
            case "volume": volume(entry.value, &patch)
            default: habits(entry.value, &patch)
            }
        }
        return patch
    }

    private mutating func owner(_ field: Field, _ patch: inout ProfilePatch) {
        let names = ProfileKey.owner
        for entry in fields.entries(of: field, at: "owner", names: names, expected: .fields(names)) {
            let path = "owner.\(entry.key)"
            switch entry.key {
            case "name": patch.ownerName = line(entry, path, characters: ProfileRules.nameCharacters)
            default: patch.language = fields.choice(entry.value, path, of: Language.self)
            }
        }
    }

    private mutating func volume(_ field: Field, _ patch: inout ProfilePatch) {
        let names = ProfileKey.volume
        for entry in fields.entries(of: field, at: "volume", names: names, expected: .fields(names)) {
            let path = "volume.\(entry.key)"
            switch entry.key {
            case "ceiling": patch.ceilingPercent = fields.integer(entry.value, path, ProfileRules.ceilingPercent)
            default: patch.floorPercent = fields.integer(entry.value, path, ProfileRules.floorPercent)
            }
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
            let path = "\(path).\(entry.key)"
            switch entry.key {
            case "on": patch.isOn = fields.flag(entry.value, path)
            case "at": patch.at = time(entry, path)
            case "days": patch.days = days(entry, path)
            case "follow_ups": patch.followUps = fields.integer(entry.value, path, ProfileRules.followUps)
            case "follow_up_interval": patch.followUpIntervalSeconds = interval(entry, path)
            case "prompt":
                patch.prompt = fields.text(entry.value, path, expected: .promptName, where: ProfileRules.isPrompt)
            case "sound":
                patch.sound = fields.text(entry.value, path, expected: .sound, where: ProfileRules.isSound)
            case "curve": patch.curve = fields.choice(entry.value, path, of: VolumeCurve.self)
            default:
                if id == .wake {
                    patch.guardsAgainstSleep = fields.flag(entry.value, path)
                } else {
                    fields.fail(entry.position, path, .onlyAtWake)
                }
            }
        }
        return patch
    }

    // MARK: Values

    private mutating func line(_ entry: Field.Entry, _ path: String, characters: Int) -> String? {
        if case .null(let position) = entry.value {
            fields.fail(position, path, .nothingForText(maximumCharacters: characters))
            return nil
        }
        return fields.text(entry.value, path, expected: .line(maximumCharacters: characters)) {
            ProfileRules.isText($0, characters: characters)
        }
    }

    private mutating func time(_ entry: Field.Entry, _ path: String) -> LocalTime? {
        let expected = FieldExpectation.time
        guard let text = fields.text(entry.value, path, expected: expected) else { return nil }
        guard let time = LocalTime(text), text.utf8.count <= 5 else {
            fields.fail(entry.value, path, expected: expected)
            return nil
        }
        return time
    }

    private mutating func days(_ entry: Field.Entry, _ path: String) -> WeekdaySet? {
        let names = Weekday.allCases.map(\.shortName)
        guard let days = fields.choices(entry.value, path, names: names, choice: { Weekday(shortName: $0) }) else {
            return nil
        }
        guard !days.isEmpty else {
            fields.fail(entry.position, path, .expected(.days))
            return nil
        }
        return WeekdaySet(days)
    }

    /// `60`, `60s` or `2m`, in seconds.
    private mutating func interval(_ entry: Field.Entry, _ path: String) -> Int? {
        let expected = FieldExpectation.interval
        guard let text = fields.text(entry.value, path, expected: expected) else { return nil }
        let unit = text.last == "m" ? 60 : 1
        let digits = text.last == "m" || text.last == "s" ? text.dropLast() : text[...]
        guard let count = FieldReader.number(digits), ProfileRules.intervalSeconds.contains(count * unit) else {
            fields.fail(entry.value, path, expected: expected)
            return nil
        }
        return count * unit
    }
}
