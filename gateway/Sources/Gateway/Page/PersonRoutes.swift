import GatewayRules
import HTTPTypes
import Hummingbird
import SQLEngines

/// Somebody who is signed in, at one of their own pages.
struct Person: Sendable {
    let caller: Caller
    let zone: String
    let profile: StoredProfile?

    /// A moment as the person's clock shows it.
    func time(_ milliseconds: Int64) -> CivilTime { CivilTime(at: milliseconds, zone: zone) }
}

/// A person's own pages: what is kept of them, and what they can do about it (GATEWAY-4, GATEWAY-8).
struct PersonRoutes: Sendable {
    let pages: PageRoutes

    var store: Store { pages.store }

    func add(to routes: RouterGroup<GatewayContext>) {
        page(routes, .get, "/", of: .home, home)
        page(routes, .get, "/me/plan", of: .plan, plan)
        if let question = pages.planQuestion {
            page(routes, .post, "/me/plan/read", of: .plan) { visit, person in
                try await readPlan(question, visit, person)
            }
        }
        page(routes, .get, "/me/use", of: .use, use)
        page(routes, .get, "/me/history", of: .history, history)
        page(routes, .get, "/me/devices", of: .devices, devices)
        page(routes, .post, "/me/devices/rename", of: .devices, rename)
        page(routes, .post, "/me/devices/sign-out", of: .devices, signOut)
        page(routes, .post, "/me/devices/browser", of: .devices, endBrowser)
        page(routes, .post, "/me/devices/browsers", of: .devices, endOtherBrowsers)
        page(routes, .get, "/me/profile", of: .profile, profile)
        page(routes, .post, "/me/profile", of: .profile, saveProfile)
        page(routes, .get, "/me/habits", of: .habits, habits)
        page(routes, .post, "/me/habits", of: .habits, propose)
        page(routes, .get, "/me/people", of: .people, people)
        page(routes, .post, "/me/people/new", of: .people, isFresh: true, invite)
        page(routes, .post, "/me/people/invite", of: .people, isFresh: true, invite)
        page(routes, .post, "/me/people/withdraw", of: .people, withdraw)
        page(routes, .get, "/me/people/remove", of: .people, isFresh: true, askToRemove)
        page(routes, .post, "/me/people/remove", of: .people, isFresh: true, remove)
        page(routes, .get, "/me/export", of: .export) { visit, _ in try visit.page(.export, "export") }
        page(routes, .get, "/me/export/anicca.json", of: .export, isFresh: true, leavesTrace: true, export)
        page(routes, .get, "/me/delete", of: .delete, isFresh: true, askToDelete)
        page(routes, .post, "/me/delete", of: .delete, isFresh: true, delete)
    }

    /// Adds a page for the signed-in. Others are led to the sign-in and back, as are those whose sign-in is too old for
    /// what cannot be taken back.
    ///
    /// - Parameter leavesTrace: Whether a GET writes something. Then there is no HEAD.
    func page(
        _ routes: RouterGroup<GatewayContext>, _ method: HTTPRequest.Method, _ path: RouterPath, of part: PersonPart,
        isFresh: Bool = false, leavesTrace: Bool = false,
        _ handle: @escaping @Sendable (Visit, Person) async throws -> Response
    ) {
        pages.page(routes, method, path, leavesTrace: leavesTrace) { visit in
            let next = part == .home ? nil : part.rawValue
            guard let caller = try await pages.caller(visit) else { return visit.redirect("/signin", ["next": next]) }
            if isFresh, store.engine.now() - caller.issuedAt >= Credential.freshMilliseconds {
                return visit.redirect("/signin", ["again": "1", "next": next])
            }
            do {
                let (zone, profile) = try await store.zoneAndProfile(of: caller)
                return try await handle(visit, Person(caller: caller, zone: zone, profile: profile))
            } catch EngineError.gone {
                // Deleted meanwhile, by another browser.
                return visit.redirect("/signin")
            }
        }
    }

    // MARK: - Overview

    private func home(_ visit: Visit, _ person: Person) async throws -> Response {
        let entitlement = try await pages.metering.entitlement(of: person.caller.account)
        let speakers = try await store.speakers(of: person.caller.user)
        let household = try await store.household(of: person.caller)
        return try visit.page(
            "home", titled: visit.texts.home, of: .home,
            [
                "left": entitlement.leftWithPacks(in: visit.language),
                "speakers": speakers.filter(\.isSignedIn).map { $0.values(visit, person) },
                "hasPasskeys": pages.passkeys != nil,
                "hasPeople": household.people.count > 1 || household.isOwner(person.caller.user),
            ])
    }

    // MARK: - Speakers

    private func devices(_ visit: Visit, _ person: Person) async throws -> Response {
        let texts = visit.language.personTexts
        let ends = visit.language.browserTexts
        let notes = [
            "renamed": texts.renamed, "out": texts.signedOut, "browser": ends.ended, "browsers": ends.endedOthers,
        ]
        let note = visit.form["note"].flatMap { notes[$0] }
        let speakers = try await store.speakers(of: person.caller.user)
        guard let id = visit.form["device"] else {
            var values = try await browserValues(visit, person)
            values["speakers"] = speakers.map { $0.values(visit, person) }
            return try visit.page(.devices, "devices", note: note, values)
        }
        guard let speaker = speakers.first(where: { $0.id == id }) else { throw Failure.notFound }
        return try visit.page(
            "device-of-person", titled: speaker.name, of: .devices, note: note,
            alarm: visit.form["error"] == nil ? nil : texts.nameWrong, speaker.values(visit, person),
            keeping: "&device=\(speaker.id)")
    }

    private func rename(_ visit: Visit, _ person: Person) async throws -> Response {
        let id = try visit.form.required("device")
        guard let name = visit.form.line("name", atMost: Speaker.longestName), !name.isEmpty else {
            return visit.redirect("/me/devices", ["device": id, "error": "name"])
        }
        guard try await store.rename(speaker: id, to: name, of: person.caller.user) else { throw Failure.notFound }
        return visit.redirect("/me/devices", ["device": id, "note": "renamed"])
    }

    private func signOut(_ visit: Visit, _ person: Person) async throws -> Response {
        let id = try visit.form.required("device")
        guard try await store.signOut(speaker: id, of: person.caller.user) else { throw Failure.notFound }
        try await pages.metering.revoke(devices: [id])
        return visit.redirect("/me/devices", ["note": "out"])
    }

    // MARK: - The person's data

    private func export(_ visit: Visit, _ person: Person) async throws -> Response {
        var response = Response(json: try await store.export(of: person.caller))
        response.headers[.contentDisposition] = "attachment; filename=\"anicca.json\""
        return response
    }

    private func askToDelete(_ visit: Visit, _ person: Person) async throws -> Response {
        try visit.page(
            .delete, "delete", alarm: visit.form["error"] == nil ? nil : visit.language.personTexts.deleteTick)
    }

    private func delete(_ visit: Visit, _ person: Person) async throws -> Response {
        guard visit.form["sure"] == "yes" else { return visit.redirect("/me/delete", ["error": "tick"]) }
        try await pages.metering.delete(person.caller)
        return visit.redirect("/signin", ["deleted": "1"]).signedOut
    }
}

extension Visit {
    /// A page of a person's own.
    func page(
        _ part: PersonPart, _ name: String, note: String? = nil, alarm: String? = nil,
        _ values: [String: any Sendable] = [:], keeping query: String = "", status: HTTPResponse.Status = .ok
    ) throws -> Response {
        try page(
            name, titled: part.title(in: language.personTexts), of: part, note: note, alarm: alarm, values,
            keeping: query, status: status)
    }
}

extension Form {
    /// A line of text without the spaces around it; nil: too long, or with characters that belong into no line. A field
    /// that was left empty is an empty line.
    func line(_ name: String, atMost maximum: Int) -> String? {
        let text = self[name] ?? ""
        guard text.unicodeScalars.count <= maximum, text.unicodeScalars.allSatisfy({ !$0.isUnprintable }) else {
            return nil
        }
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}

extension Speaker {
    func values(_ visit: Visit, _ person: Person) -> [String: any Sendable] {
        let (language, texts) = (visit.language, visit.language.personTexts)
        let state: String
        if isSignedIn {
            state =
                seenAt.map { texts.filled(\.seen, ["WHEN": language.moment(person.time($0))]) } ?? texts.neverSeen
        } else if let signedOutAt {
            state = texts.filled(\.signedOutOn, ["WHEN": language.moment(person.time(signedOutAt))])
        } else {
            state = texts.signInEnded
        }
        return ["id": id, "name": name, "state": state, "isCopied": isCopied && isSignedIn, "isSignedIn": isSignedIn]
    }
}

extension HTTPField.Name {
    static let contentDisposition = known("Content-Disposition")
}
