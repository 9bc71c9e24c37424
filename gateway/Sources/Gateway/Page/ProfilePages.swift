import GatewayRules
import Hummingbird

extension PersonTexts {
    /// The foci that speakers know, by their ids.
    var foci: [(id: String, name: String)] {
        [("push_up", focusPushUp), ("core", focusCore), ("cardio", focusCardio), ("stretch", focusStretch)]
    }
}

/// What somebody typed into the profile's form.
struct ProfileForm: Sendable {
    /// Foci that are no ids, which an owner or an older app wrote, are fields of these names.
    static let kept = "focus_kept_"
    private static let texts = ["displayName", "preferredLanguage", "sleepLocation", "timeZone"]

    private var values: [String: String] = [:]
    private(set) var foci: [String] = []
    private(set) var other = ""
    /// The field that has to be changed.
    var fault: String?

    /// As it is stored.
    init(_ profile: Profile) {
        values = [
            "displayName": profile.displayName ?? "", "preferredLanguage": profile.preferredLanguage ?? "",
            "sleepLocation": profile.sleepLocation ?? "", "timeZone": profile.timeZone ?? "",
        ]
        foci = profile.trainingFocus
    }

    init(_ form: Form, known: [String]) {
        for name in Self.texts {
            if let line = form.line(name, atMost: 200) {
                values[name] = line
            } else {
                values[name] = form[name] ?? ""
                fault = fault ?? name
            }
        }
        foci = known.filter { form["focus_\($0)"] != nil }
        foci += (0..<Profile.mostFoci).compactMap { form["\(Self.kept)\($0)"] }
        let line = form.line("focus_other", atMost: 100)
        other = line ?? form["focus_other"] ?? ""
        if line == nil { fault = fault ?? "trainingFocus" }
    }

    subscript(_ name: String) -> String { values[name] ?? "" }

    /// What was typed as a profile, by the same rules as a speaker's request. A failure names the field.
    func profile() throws(Failure) -> Profile {
        if let fault { throw .badField(fault, "is no line of text") }
        var members = Self.texts.compactMap { name in
            values[name].flatMap { $0.isEmpty ? nil : JSON.Member(name: name, value: .text($0)) }
        }
        var all = foci
        if !other.isEmpty, !all.contains(other) { all.append(other) }
        members.append(JSON.Member(name: "trainingFocus", value: .array(all.map(JSON.text))))
        return try Profile(.object(members))
    }
}

extension PersonRoutes {
    func profile(_ visit: Visit, _ person: Person) async throws -> Response {
        let saved = visit.form["note"] == nil ? nil : visit.language.personTexts.saved
        return try form(person.profile.flatMap { Profile($0) }.map { ProfileForm($0) }, visit, note: saved)
    }

    /// Keeps what was typed, and the habits as they are at that moment. A fault is shown beside its field, with all that
    /// was typed.
    func saveProfile(_ visit: Visit, _ person: Person) async throws -> Response {
        var typed = ProfileForm(visit.form, known: visit.language.personTexts.foci.map(\.id))
        let wanted: Profile
        do throws(Failure) { wanted = try typed.profile() } catch {
            guard case .text(let field)? = error.details.first(where: { $0.name == "field" })?.value else {
                throw error
            }
            typed.fault = field
            return try form(typed, visit, status: .badRequest)
        }
        let kept = try await store.edit(claimed: nil, of: person.caller) { stored in
            stored.flatMap { Profile($0) }.map { wanted.replacing($0) }
        }
        return visit.redirect("/me/profile", kept == nil ? [:] : ["note": "saved"])
    }

    private func form(
        _ form: ProfileForm?, _ visit: Visit, note: String? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        guard let form else { return try visit.page(.profile, "profile", ["isThere": false]) }
        let texts = visit.language.personTexts
        let known = texts.foci
        var foci: [[String: any Sendable]] = known.map { focus in
            [
                "field": "focus_\(focus.id)", "value": "yes", "name": focus.name,
                "isChosen": form.foci.contains(focus.id),
            ]
        }
        let others = form.foci.filter { focus in !known.contains { $0.id == focus } }
        for (index, focus) in others.enumerated() {
            foci.append(["field": "\(ProfileForm.kept)\(index)", "value": focus, "name": focus, "isChosen": true])
        }
        var values: [String: any Sendable] = [
            "isThere": true, "fields": fields(form, texts), "foci": foci, "focusOther": form.other,
            "languages": languages(form["preferredLanguage"], texts), "zones": Self.suggestedZones,
        ]
        if form.fault == "trainingFocus" { values["focusError"] = texts.badFocus }
        return try visit.page(
            .profile, "profile", note: note, alarm: form.fault == nil ? nil : texts.faulty, values, status: status)
    }

    private func fields(_ form: ProfileForm, _ texts: PersonTexts) -> [[String: any Sendable]] {
        [
            ("displayName", texts.displayName), ("sleepLocation", texts.sleepLocation), ("timeZone", texts.timeZone),
        ].map { name, label in
            var field: [String: any Sendable] = ["name": name, "label": label, "value": form[name]]
            if name == "timeZone" {
                field["hint"] = texts.timeZoneHint
                field["list"] = true
            }
            if form.fault == name { field["error"] = name == "timeZone" ? texts.badZone : texts.badText }
            return field
        }
    }

    private func languages(_ chosen: String, _ texts: PersonTexts) -> [[String: any Sendable]] {
        var names = [("", texts.notSaid)] + PageLanguage.allCases.map { ($0.rawValue, $0.name) }
        if !names.contains(where: { $0.0 == chosen }) { names.append((chosen, chosen)) }
        return names.map { ["value": $0.0, "name": $0.1, "isChosen": $0.0 == chosen] }
    }

    /// Suggestions, not limits: every zone of the database is taken.
    private static let suggestedZones = [
        "Asia/Tokyo", "Asia/Seoul", "Asia/Shanghai", "Asia/Taipei", "Asia/Hong_Kong", "Asia/Singapore",
        "Asia/Manila", "Asia/Jakarta", "Asia/Bangkok", "Asia/Kolkata", "Asia/Dubai", "Australia/Sydney",
        "Australia/Brisbane", "Australia/Adelaide", "Australia/Perth", "Pacific/Auckland", "Pacific/Honolulu",
        "Africa/Cairo", "Africa/Johannesburg", "Africa/Lagos", "Africa/Nairobi", "America/New_York",
        "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles", "America/Anchorage",
        "America/Halifax", "America/Toronto", "America/Vancouver", "America/Mexico_City", "America/Bogota",
        "America/Sao_Paulo", "America/Argentina/Buenos_Aires", "Europe/London", "Europe/Dublin", "Europe/Lisbon",
        "Europe/Madrid", "Europe/Paris", "Europe/Berlin", "Europe/Rome", "Europe/Zurich", "Europe/Stockholm",
        "Europe/Warsaw", "Europe/Athens", "Europe/Helsinki", "Europe/Istanbul", "UTC",
    ]
}
