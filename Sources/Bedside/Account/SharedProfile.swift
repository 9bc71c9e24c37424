/// The owner's profile in the form that a gateway keeps (ACCOUNT-2, gateway/README.md).
///
/// Habits are objects with `id` and the fields of `profile.yaml` except for `sound` and `prompt`, which name files of
/// one device. What a gateway says comes from outside: what is not understood is left out, and `isPartial` says so.
public struct SharedProfile: Hashable, Codable, Sendable {
    /// What to change here; own habits that the gateway does not list are not in it.
    public var patch: ProfilePatch
    /// All habits that were listed, also those that were not understood.
    public var listed: Set<HabitID>
    public var isPartial: Bool
    /// The gateway's count of changes.
    public var version: Int
    /// When the owner made the change, by the gateway.
    public var changedAt: CivilTime?
    /// Whether it was made on the gateway's page, and not by a speaker.
    public var isFromPage: Bool

    public init(
        patch: ProfilePatch, listed: Set<HabitID> = [], isPartial: Bool = false, version: Int,
        changedAt: CivilTime? = nil, isFromPage: Bool = false
    ) {
        self.patch = patch
        self.listed = listed
        self.isPartial = isPartial
        self.version = version
        self.changedAt = changedAt
        self.isFromPage = isFromPage
    }

    // MARK: Writing

    private static let ownFields: Set<String> = ["sound", "prompt"]
    private static let habitFields = Habit.fields.filter { !ownFields.contains($0.path) }

    /// The body of `PUT /mobile/profile`.
    ///
    /// - Parameter changedAt: When the owner made the change; nil: the gateway takes its own time.
    public static func document(of profile: Profile, zone: String, changedAt: CivilTime?) -> JSONValue {
        var members = shared(profile)
        // Other names of a zone are links, which not every gateway knows.
        if zone == "UTC" || zone.contains("/") { members.append(.init(name: "timeZone", value: .text(zone))) }
        if let changedAt {
            members.append(.init(name: "updatedAt", value: .integer(Int(changedAt.nanoseconds / 1_000_000))))
        }
        return .object(members)
    }

    private static func shared(_ profile: Profile) -> [JSONValue.Member] {
        let focus = profile.trainingFocus.map { JSONValue.text($0.rawValue.replacing("-", with: "_")) }
        let values: KeyValuePairs<String, JSONValue> = [
            "displayName": .text(profile.ownerName ?? ""), "preferredLanguage": .text(profile.language.rawValue),
            "sleepLocation": .text(profile.sleepLocation ?? ""), "trainingFocus": .list(focus),
            "habits": .list(profile.habits.map(document)),
        ]
        return values.map { JSONValue.Member(name: $0.key, value: $0.value) }
    }

    private static func document(of habit: Habit) -> JSONValue {
        let fields = habitFields.compactMap { field -> JSONValue.Member? in
            guard let text = field.text(habit) else { return nil }
            let value: JSONValue =
                switch field.style {
                case .list: .list(text.split(separator: ",").map { .text(String($0)) })
                case .quoted: .text(text)
                case .plain: text == "true" ? .flag(true) : text == "false" ? .flag(false) : number(text)
                }
            return JSONValue.Member(name: field.path, value: value)
        }
        return .object([JSONValue.Member(name: "id", value: .text(habit.id.name))] + fields)
    }

    private static func number(_ text: String) -> JSONValue { Int(text).map { .integer($0) } ?? .text(text) }

    /// Whether two profiles are the same to a gateway.
    static func isSame(_ one: Profile, _ other: Profile) -> Bool { shared(one) == shared(other) }

    // MARK: Reading

    /// Reads what a gateway answers to `GET` and `PUT`; nil if the answer is not a profile.
    public init?(reading answer: JSONValue) {
        guard let version = answer["version"]?.integer, version >= 0 else { return nil }
        let page = answer["changedBy"]?.text == "web"
        let changedAt = answer["updatedAt"]?.integer.flatMap { milliseconds in
            (0...4_102_444_800_000).contains(milliseconds)
                ? CivilTime(nanoseconds: Int64(milliseconds) * 1_000_000) : nil
        }
        self.init(patch: ProfilePatch(), version: version, changedAt: changedAt, isFromPage: page)
        patch.ownerName = line(answer["displayName"], atMost: ProfileRules.nameCharacters)
        patch.sleepLocation = line(answer["sleepLocation"], atMost: ProfileRules.placeCharacters)
        patch.language = language(answer["preferredLanguage"])
        patch.trainingFocus = focus(answer["trainingFocus"])
        for habit in answer["habits"]?.list.prefix(64) ?? [] { read(habit) }
    }

    private mutating func line(_ value: JSONValue?, atMost characters: Int) -> String? {
        guard let value, value != .null else { return nil }
        guard let text = value.text, ProfileRules.isText(text, characters: characters) else {
            isPartial = true
            return nil
        }
        return text
    }

    /// By its first letters: `ja-JP` is Japanese.
    private mutating func language(_ value: JSONValue?) -> Language? {
        guard let value, value != .null else { return nil }
        let known = value.text.flatMap { Language(rawValue: String($0.prefix(2)).lowercased()) }
        isPartial = isPartial || known == nil
        return known
    }

    private mutating func focus(_ value: JSONValue?) -> [TrainingFocus]? {
        guard case .list(let values)? = value else { return nil }
        let known = values.compactMap { $0.text.flatMap { TrainingFocus(rawValue: $0.replacing("_", with: "-")) } }
        var once: [TrainingFocus] = []
        for focus in known where !once.contains(focus) { once.append(focus) }
        isPartial = isPartial || once.count != values.count
        return once
    }

    private mutating func read(_ value: JSONValue) {
        guard case .object(let members) = value, let id = value["id"]?.text.flatMap({ HabitID($0) }),
            !ProfileRules.isReserved(id), listed.insert(id).inserted
        else {
            isPartial = true
            return
        }
        let names = Self.habitFields.map(\.path)
        let fields = members.filter { names.contains($0.name) && $0.value != .null }
        let habit = JSONValue.object([JSONValue.Member(name: id.name, value: .object(fields))])
        switch ProfilePatch.parse(Field(.object(["habits": habit]))) {
        case .success(let read): patch.habits += read.habits
        case .failure: isPartial = true
        }
    }

    /// The change of this profile, of what differs alone: a time that is given again means something (FADE-1). Own habits
    /// that are not listed are gone; a list without any does not speak of habits. What is dated 0 besides, nobody has
    /// chosen: it is what the gateway was told at a sign-in elsewhere, such as a name, and fills only what is empty.
    func change(of profile: Profile) -> ProfilePatch {
        var change = patch
        change.habits = patch.habits.compactMap { Self.difference($0, from: profile.habit($0.id)) }
        guard !listed.isEmpty else {
            if change.trainingFocus?.isEmpty == true { change.trainingFocus = nil }
            if changedAt == CivilTime(nanoseconds: 0) { change.fillOnlyWhatIsEmpty(in: profile) }
            return change
        }
        change.removedHabits = profile.habits.map(\.id).filter { !ProfileRules.isBuiltIn($0) && !listed.contains($0) }
        return change
    }
}

extension ProfilePatch {
    fileprivate mutating func fillOnlyWhatIsEmpty(in profile: Profile) {
        language = nil
        if profile.ownerName != nil { ownerName = nil }
        if profile.sleepLocation != nil { sleepLocation = nil }
        if !profile.trainingFocus.isEmpty { trainingFocus = nil }
    }
}

extension SharedProfile {
    /// Nil: the habit is like that already. A new habit needs all that was given.
    fileprivate static func difference(
        _ patch: ProfilePatch.HabitPatch, from habit: Habit?
    ) -> ProfilePatch.HabitPatch? {
        guard let habit else { return patch }
        var whole = ProfilePatch()
        whole.habits = [patch]
        var alone = Profile()
        alone.habits = [habit]
        // What breaks a rule is refused where the whole of it is applied.
        guard case .success(let changed) = alone.applying(whole), let after = changed.profile.habit(habit.id) else {
            return patch
        }
        var difference = ProfilePatch.HabitPatch(id: habit.id)
        for field in Habit.fields where field.text(habit) != field.text(after) { field.merge(&difference, patch) }
        // A time switches a habit on, unless the patch says otherwise.
        if difference.at != nil, difference.isOn == nil { difference.isOn = after.isOn }
        return difference == ProfilePatch.HabitPatch(id: habit.id) ? nil : difference
    }
}

/// What came of asking a gateway for the profile, or of sending it.
public enum ProfileAnswer: Hashable, Codable, Sendable {
    /// The profile that has won.
    case newest(SharedProfile)
    /// It has not changed since the version that was named.
    case unchanged
    /// The gateway has no profile of this owner yet.
    case none
    /// It was not taken, and would not be the next time.
    case refused
    case failed(retryAfterSeconds: Int?)

    enum CodingKeys: String, CodingKey { case newest, unchanged, none, refused, failed }
    enum NewestCodingKeys: String, CodingKey { case _0 = "profile" }
}

/// How far the owner's choices and those at the gateway are known to be the same (ACCOUNT-2).
public struct ProfileStanding: Hashable, Codable, Sendable {
    /// Whether the gateway has not confirmed the owner's newest choices.
    public var isOwed = false
    /// When the owner made them; nil: it was not noted.
    public var changedAt: CivilTime?
    /// The gateway's count of the profile that this device holds; nil: it holds none of its.
    public var version: Int?
    /// When that one was made, by the gateway.
    public var heldAt: CivilTime?
    /// The time zone that the gateway was told last.
    public var zone: String?
    /// The gateway's name for the account that the profile belongs to.
    public var user: String?

    public init(
        isOwed: Bool = false, changedAt: CivilTime? = nil, version: Int? = nil, heldAt: CivilTime? = nil,
        zone: String? = nil, user: String? = nil
    ) {
        self.isOwed = isOwed
        self.changedAt = changedAt
        self.version = version
        self.heldAt = heldAt
        self.zone = zone
        self.user = user
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        isOwed = try values.value(.isOwed, or: isOwed)
        changedAt = try values.decodeIfPresent(CivilTime.self, forKey: .changedAt)
        version = try values.decodeIfPresent(Int.self, forKey: .version)
        heldAt = try values.decodeIfPresent(CivilTime.self, forKey: .heldAt)
        zone = try values.decodeIfPresent(String.self, forKey: .zone)
        user = try values.decodeIfPresent(String.self, forKey: .user)
    }

    /// The moment after what is held: what is chosen on it is newer. Gateways count milliseconds.
    var afterHeld: CivilTime? { heldAt.map { $0 + .milliseconds(1) } }

    /// The standing after a sign-in. Choices that another user made here are dropped. What is held stays known, because
    /// the gateway may have been put back to an older state.
    func signedIn(_ user: String) -> ProfileStanding {
        guard user == self.user else { return ProfileStanding(user: user) }
        return ProfileStanding(isOwed: isOwed, changedAt: changedAt, version: version, heldAt: heldAt, user: user)
    }
}
