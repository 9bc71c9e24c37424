import GatewayRules
import Hummingbird

/// The page about the people of a household. Only its owner sees the forms.
extension PersonRoutes {
    func people(_ visit: Visit, _ person: Person) async throws -> Response {
        let texts = visit.language.peopleTexts
        let notes = ["withdrawn": texts.withdrawn, "removed": texts.removed]
        let alarms = ["many": texts.tooMany, "gone": texts.gone]
        return try await people(
            visit, person, note: visit.form["note"].flatMap { notes[$0] },
            alarm: visit.form["error"].flatMap { alarms[$0] })
    }

    /// Makes a code and shows it, here and never again. So this answers with a page: in an address the code would stay in
    /// the browser's history, and what is kept is its hash.
    func invite(_ visit: Visit, _ person: Person) async throws -> Response {
        var generator = SystemRandomNumberGenerator()
        let code = OwnerCode(using: &generator)
        let name = try visit.form["person"].map { _ in try visit.form.required("person", atMost: 64) }
        switch try await store.invite(code, person: name, by: person.caller) {
        case .made: return try await people(visit, person, code: code)
        case .tooMany: return visit.redirect("/me/people", ["error": "many"])
        case .notOwner: throw Self.notOwner
        case .stranger: return visit.redirect("/me/people", ["error": "gone"])
        }
    }

    func withdraw(_ visit: Visit, _ person: Person) async throws -> Response {
        let id = try visit.form.required("invitation", atMost: 64)
        let isDone = try await store.withdraw(invitation: id, by: person.caller)
        return visit.redirect("/me/people", isDone ? ["note": "withdrawn"] : ["error": "gone"])
    }

    private static let notOwner = Failure(403, "not_owner", "only the owner invites and removes")

    /// Asks once more whether somebody is to go. The owner is not asked about: who owns the gateway leaves by `/me/delete`.
    func askToRemove(_ visit: Visit, _ person: Person) async throws -> Response {
        let id = try visit.form.required("person", atMost: 64)
        let household = try await store.household(of: person.caller)
        guard household.isOwner(person.caller.user) else { throw Self.notOwner }
        guard let mate = household.people.first(where: { $0.id == id && !$0.isOwner }) else {
            return visit.redirect("/me/people", ["error": "gone"])
        }
        let texts = visit.language.peopleTexts
        return try visit.page(
            "removal", titled: texts.remove(mate.name ?? texts.nameless), of: .people,
            alarm: visit.form["error"] == nil ? nil : texts.removeTick,
            ["h": texts, "id": mate.id, "since": texts.since(visit.language.day(person.time(mate.since)))],
            keeping: "&person=\(mate.id)")
    }

    /// Deletes a person of the household, as they would themselves.
    func remove(_ visit: Visit, _ person: Person) async throws -> Response {
        let id = try visit.form.required("person", atMost: 64)
        guard visit.form["sure"] == "yes" else {
            return visit.redirect("/me/people/remove", ["person": id, "error": "tick"])
        }
        let housemate = Caller(
            user: id, account: person.caller.account, device: nil, deviceID: nil, issuedAt: 0, expiresAt: .max)
        switch try await pages.metering.delete(housemate, by: .housemate(person.caller)) {
        case .removed: return visit.redirect("/me/people", ["note": "removed"])
        case .refused: return visit.redirect("/me/people", ["error": "gone"])
        case .notOwner: throw Self.notOwner
        }
    }

    private func people(
        _ visit: Visit, _ person: Person, note: String? = nil, alarm: String? = nil, code: OwnerCode? = nil
    ) async throws -> Response {
        let texts = visit.language.peopleTexts
        let household = try await store.household(of: person.caller)
        let isOwner = household.isOwner(person.caller.user)
        func name(_ mate: Housemate?) -> String { mate?.name ?? texts.nameless }
        let people = household.people.map { mate -> [String: any Sendable] in
            var values: [String: any Sendable] = [
                "name": name(mate), "since": texts.since(visit.language.day(person.time(mate.since))),
            ]
            if mate.isOwner { values["role"] = texts.owner }
            if mate.id == person.caller.user { values["role"] = mate.isOwner ? texts.youOwner : texts.you }
            // The owner has a code of another kind.
            if isOwner, !mate.isOwner { values["id"] = mate.id }
            return values
        }
        var values: [String: any Sendable] = ["h": texts, "people": people]
        if isOwner {
            let invitations = household.invitations.map { invitation -> [String: any Sendable] in
                let until = texts.until(visit.language.moment(person.time(invitation.expiresAt)))
                let whom = invitation.person.map { id in name(household.people.first { $0.id == id }) }
                return ["id": invitation.id, "whom": whom ?? texts.somebodyNew, "until": until]
            }
            let forms: [String: any Sendable] = ["invitations": invitations, "isWaiting": !invitations.isEmpty]
            values["forms"] = forms
        }
        if let code {
            let address = "\(pages.publicAddress)/signin?code=\(code.text)"
            var shown: [String: any Sendable] = ["code": code.grouped, "address": "\(pages.publicAddress)/signin"]
            if let picture = QRCode(address) { shown["picture"] = picture.svg(titled: texts.picture) }
            values["shown"] = shown
            // This page answers a form: the other language is elsewhere, without the code.
            values["otherLanguageAddress"] = "/me/people"
        }
        return try visit.page(.people, "people", note: note, alarm: alarm, values)
    }
}
