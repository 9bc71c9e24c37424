/// One field of the profile or of a habit, with its operations: reading it from a document into a patch, merging
/// patches, applying a patch, and showing it.
///
/// `Profile.fields` and `Habit.fields` list all of them. `ProfileFieldTests` fails if one is missing from both.
struct ProfileField<Whole, Patch>: Sendable {
    /// How a document shows the value.
    enum Style: Sendable {
        /// Without quotes: numbers, `true`, names of choices.
        case plain
        /// In quotes.
        case quoted
        /// A list of names.
        case list
    }

    /// The field's path in the document, below the profile or the habit: `owner.name`, `follow_ups`.
    let path: String
    let style: Style
    /// Reads an entry of a document into the patch; collects faults.
    let read: @Sendable (Field.Entry, _ path: String, inout FieldReader, inout Patch) -> Void
    /// Copies this field from the second patch to the first, if the second gives it.
    let merge: @Sendable (inout Patch, Patch) -> Void
    /// Applies this field of the patch, if given, to the profile or habit; collects faults.
    let apply: @Sendable (inout Whole, Patch, _ path: String, inout FieldReader) -> Void
    /// The value as `ProfilePatch.assigning` takes it; "" means no value, nil that the field is not shown.
    let text: @Sendable (Whole) -> String?

    /// - Parameters:
    ///   - value: The field in the patch.
    ///   - apply: Checks a given value and puts it into the profile or habit. It does not rely on the checks of `read`,
    ///     because patches come from the control socket too.
    init<Value>(
        _ path: String, in value: WritableKeyPath<Patch, Value?> & Sendable, style: Style = .plain,
        read: @escaping @Sendable (Field.Entry, String, inout FieldReader, Patch) -> Value?,
        apply: @escaping @Sendable (inout Whole, Value, String, inout FieldReader) -> Void,
        text: @escaping @Sendable (Whole) -> String?
    ) {
        self.path = path
        self.style = style
        self.read = { entry, path, faults, patch in patch[keyPath: value] = read(entry, path, &faults, patch) }
        self.merge = { patch, other in
            if let given = other[keyPath: value] { patch[keyPath: value] = given }
        }
        self.apply = { whole, patch, path, faults in
            if let given = patch[keyPath: value] { apply(&whole, given, path, &faults) }
        }
        self.text = text
    }
}

extension Profile {
    /// All fields except those of habits, in the order in which they are shown.
    static let fields: [ProfileField<Profile, ProfilePatch>] = [
        ProfileField(
            "owner.name", in: \.ownerName, style: .quoted,
            read: { entry, path, faults, _ in faults.line(entry, path, characters: ProfileRules.nameCharacters) },
            apply: { $0.ownerName = $3.checkedLine($1, $2, characters: ProfileRules.nameCharacters) },
            text: { $0.ownerName ?? "" }),
        ProfileField(
            "owner.language", in: \.language,
            read: { entry, path, faults, _ in faults.choice(entry.value, path, of: Language.self) },
            apply: { profile, language, _, _ in profile.language = language },
            text: { $0.language.rawValue }),
        ProfileField(
            "owner.country", in: \.country, style: .quoted,
            read: { entry, path, faults, _ in
                guard let text = faults.text(entry.value, path, expected: .country) else { return nil }
                if text.isEmpty || CountryCode(text) != nil { return text }
                // "UK", or the country's name.
                let meant = CountryCode(SetupAnswers.country(text))?.letters
                faults.fail(entry.value, path, expected: .country, suggestion: meant)
                return nil
            },
            apply: { profile, text, path, faults in
                let text = text.trimmed()
                profile.country = CountryCode(text)
                if profile.country == nil, !text.isEmpty { faults.fail(.unknown, path, .expected(.country)) }
            },
            text: { $0.country?.letters ?? "" }),
        ProfileField(
            "owner.age", in: \.age,
            read: { entry, path, faults, _ in faults.choice(entry.value, path, of: AgeBand.self) },
            apply: { profile, age, _, _ in profile.age = age },
            text: { $0.age.rawValue }),
        ProfileField(
            "sleep_location", in: \.sleepLocation, style: .quoted,
            read: { entry, path, faults, _ in faults.line(entry, path, characters: ProfileRules.placeCharacters) },
            apply: { $0.sleepLocation = $3.checkedLine($1, $2, characters: ProfileRules.placeCharacters) },
            text: { $0.sleepLocation ?? "" }),
        ProfileField(
            "training_focus", in: \.trainingFocus, style: .list,
            read: { entry, path, faults, _ in
                let names = TrainingFocus.allCases.map(\.rawValue)
                return faults.choices(entry.value, path, names: names) { TrainingFocus(rawValue: $0) }
            },
            apply: { profile, focus, path, faults in
                if Set(focus).count != focus.count { faults.fail(.unknown, path, .repeated(nil)) }
                profile.trainingFocus = focus
            },
            text: { $0.trainingFocus.map(\.rawValue).joined(separator: ",") }),
        ProfileField(
            "companion", in: \.companion,
            read: { entry, path, faults, _ in faults.choice(entry.value, path, of: Companion.self) },
            apply: { profile, companion, _, _ in profile.companion = companion },
            text: { $0.companion.rawValue }),
        ProfileField(
            "talk_minutes", in: \.talkMinutes,
            read: { entry, path, faults, _ in faults.integer(entry.value, path, ProfileRules.talkMinutes) },
            apply: { $0.talkMinutes = $3.checkedNumber($1, $2, ProfileRules.talkMinutes) },
            text: { "\($0.talkMinutes)" }),
        ProfileField(
            "volume.ceiling", in: \.ceilingPercent,
            read: { entry, path, faults, _ in faults.integer(entry.value, path, ProfileRules.ceilingPercent) },
            apply: { $0.volume.ceilingPercent = $3.checkedNumber($1, $2, ProfileRules.ceilingPercent) },
            text: { "\($0.volume.ceilingPercent)" }),
        ProfileField(
            "volume.floor", in: \.floorPercent,
            read: { entry, path, faults, _ in faults.integer(entry.value, path, ProfileRules.floorPercent) },
            apply: { $0.volume.floorPercent = $3.checkedNumber($1, $2, ProfileRules.floorPercent) },
            text: { "\($0.volume.floorPercent)" }),
        ProfileField(
            "volume.fade", in: \.fadeSeconds,
            read: { entry, path, faults, _ in faults.seconds(entry, path, ProfileRules.fadeSeconds, expected: .fade) },
            apply: { profile, seconds, path, faults in
                if !ProfileRules.fadeSeconds.contains(seconds) {
                    faults.fail(.unknown, path, .expected(.fade, found: .number(seconds)))
                }
                profile.volume.fadeSeconds = seconds
            },
            text: { "\($0.volume.fadeSeconds)s" }),
    ]
}

extension Habit {
    /// All fields of a habit except for its name, in the order in which they are shown.
    static let fields: [ProfileField<Habit, ProfilePatch.HabitPatch>] = [
        ProfileField(
            "on", in: \.isOn,
            read: { entry, path, faults, _ in faults.flag(entry.value, path) },
            apply: { habit, isOn, _, _ in habit.isOn = isOn },
            text: { $0.isOn ? "true" : "false" }),
        ProfileField(
            "at", in: \.at, style: .quoted,
            read: { entry, path, faults, _ in faults.time(entry, path) },
            apply: { habit, at, path, faults in
                if !ProfileRules.isTime(at) { faults.fail(.unknown, path, .expected(.time)) }
                habit.at = at
            },
            text: { $0.at.description }),
        ProfileField(
            "days", in: \.days, style: .list,
            read: { entry, path, faults, _ in faults.days(entry, path) },
            apply: { habit, days, path, faults in
                if days.isEmpty { faults.fail(.unknown, path, .expected(.days)) }
                habit.days = days
            },
            text: { $0.days.days.map(\.shortName).joined(separator: ",") }),
        ProfileField(
            "follow_ups", in: \.followUps,
            read: { entry, path, faults, _ in faults.integer(entry.value, path, ProfileRules.followUps) },
            apply: { $0.followUps = $3.checkedNumber($1, $2, ProfileRules.followUps) },
            text: { "\($0.followUps)" }),
        ProfileField(
            "follow_up_interval", in: \.followUpIntervalSeconds,
            read: { entry, path, faults, _ in
                faults.seconds(entry, path, ProfileRules.intervalSeconds, expected: .interval)
            },
            apply: { habit, seconds, path, faults in
                if !ProfileRules.intervalSeconds.contains(seconds) {
                    faults.fail(.unknown, path, .expected(.interval, found: .number(seconds)))
                }
                habit.followUpIntervalSeconds = seconds
            },
            text: { "\($0.followUpIntervalSeconds)s" }),
        ProfileField(
            "prompt", in: \.prompt, style: .quoted,
            read: { entry, path, faults, _ in
                faults.text(entry.value, path, expected: .promptName, where: ProfileRules.isPrompt)
            },
            apply: { habit, prompt, path, faults in
                if !ProfileRules.isPrompt(prompt) { faults.fail(.unknown, path, .expected(.promptName)) }
                habit.prompt = prompt
            },
            text: { $0.prompt }),
        ProfileField(
            "sound", in: \.sound, style: .quoted,
            read: { entry, path, faults, _ in
                faults.text(entry.value, path, expected: .sound, where: ProfileRules.isSound)
            },
            apply: { habit, sound, path, faults in
                let sound = sound.trimmed()
                if !ProfileRules.isSound(sound) { faults.fail(.unknown, path, .expected(.sound)) }
                habit.sound = sound.isEmpty ? nil : sound
            },
            text: { $0.sound ?? "" }),
        ProfileField(
            "curve", in: \.curve,
            read: { entry, path, faults, _ in faults.choice(entry.value, path, of: VolumeCurve.self) },
            apply: { habit, curve, _, _ in habit.curve = curve },
            text: { $0.curve.rawValue }),
        ProfileField(
            "sleeper", in: \.sleeper,
            read: { entry, path, faults, _ in faults.choice(entry.value, path, of: Sleeper.self) },
            apply: { habit, sleeper, _, _ in habit.sleeper = sleeper },
            text: { $0.sleeper.rawValue }),
        ProfileField(
            "wake_guard", in: \.guardsAgainstSleep,
            read: { entry, path, faults, patch in
                if patch.id == .wake { return faults.flag(entry.value, path) }
                faults.fail(entry.position, path, .onlyAtWake)
                return nil
            },
            apply: { habit, guards, path, faults in
                if habit.id != .wake { faults.fail(.unknown, path, .onlyAtWake) }
                habit.guardsAgainstSleep = guards
            },
            text: { $0.id == .wake ? ($0.guardsAgainstSleep ? "true" : "false") : nil }),
        ProfileField(
            "latest", in: \.latest, style: .quoted,
            read: { entry, path, faults, _ in
                if case .scalar(let text, _) = entry.value, text.trimmed().isEmpty { return "" }
                return faults.time(entry, path)?.description
            },
            apply: { habit, text, path, faults in
                let text = text.trimmed()
                let latest = LocalTime(text)
                if !text.isEmpty, !(latest.map(ProfileRules.isTime) ?? false) {
                    faults.fail(.unknown, path, .expected(.time))
                }
                habit.latest = latest
            },
            text: { $0.latest?.description ?? "" }),
        ProfileField(
            "dawn", in: \.hasDawn,
            read: { entry, path, faults, patch in
                if patch.id == .wake { return faults.flag(entry.value, path) }
                faults.fail(entry.position, path, .onlyAtWake)
                return nil
            },
            apply: { habit, hasDawn, path, faults in
                if habit.id != .wake { faults.fail(.unknown, path, .onlyAtWake) }
                habit.hasDawn = hasDawn
            },
            text: { $0.id == .wake ? ($0.hasDawn ? "true" : "false") : nil }),
    ]
}

extension FieldExpectation {
    static let gatewayAddress = FieldExpectation.told(
        Wording("a gateway's address, such as https://bedside.example", "ゲートウェイのアドレス（https://bedside.example など）"))
    fileprivate static let country = FieldExpectation.told(
        Wording("the two letters of a country, like JP or US", "国の二文字コード（JP、US など）"))
    fileprivate static let fade = FieldExpectation.told(
        Wording("0 to 600 seconds, like 40s or 10m", "0秒から600秒まで（例：40s、10m）の時間"))
}

extension FieldReader {
    /// Checks a text of a patch and returns it without the white space around it; nil if nothing is left.
    fileprivate mutating func checkedLine(_ value: String, _ path: String, characters: Int) -> String? {
        let trimmed = value.trimmed()
        if !ProfileRules.isText(trimmed, characters: characters) {
            fail(.unknown, path, .expected(.line(maximumCharacters: characters)))
        }
        return trimmed.isEmpty ? nil : trimmed
    }

    fileprivate mutating func checkedNumber(_ value: Int, _ path: String, _ range: ClosedRange<Int>) -> Int {
        if !range.contains(value) {
            let expected = FieldExpectation.wholeNumber(from: range.lowerBound, through: range.upperBound)
            fail(.unknown, path, .expected(expected, found: .number(value)))
        }
        return value
    }
}
