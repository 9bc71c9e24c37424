import GatewayRules
import HTTPTypes
import Hummingbird

/// The page of a person's own passkeys. To add or remove one needs a fresh sign-in.
extension PersonRoutes {
    func addPasskeys(_ place: PasskeyPlace, to routes: RouterGroup<GatewayContext>) {
        page(routes, .get, "/me/passkeys", of: .passkeys, passkeys)
        page(routes, .post, "/me/passkeys/new", of: .passkeys, isFresh: true, beginPasskey)
        page(routes, .get, "/me/passkeys/new", of: .passkeys, isFresh: true) { visit, person in
            try await askForPasskey(place, visit, person)
        }
        page(routes, .post, "/me/passkeys", of: .passkeys, isFresh: true) { visit, person in
            try await keepPasskey(place, visit, person)
        }
        page(routes, .post, "/me/passkeys/rename", of: .passkeys, renamePasskey)
        page(routes, .post, "/me/passkeys/remove", of: .passkeys, isFresh: true, removePasskey)
    }

    private func passkeys(_ visit: Visit, _ person: Person) async throws -> Response {
        let texts = visit.language.passkeyTexts
        let notes = ["added": texts.added, "renamed": texts.renamed, "removed": texts.removed]
        let alarms = [
            "late": texts.late, "refused": texts.refused, "known": texts.known, "full": texts.full,
            "name": texts.nameWrong,
        ]
        let note = visit.form["note"].flatMap { notes[$0] }
        let alarm = visit.form["error"].flatMap { alarms[$0] }
        let passkeys = try await store.passkeys(of: person.caller.user)
        guard let id = visit.form["passkey"] else {
            return try visit.page(
                .passkeys, "passkeys", note: note, alarm: alarm,
                [
                    "k": texts, "passkeys": passkeys.map { $0.values(visit, person) },
                    "isFull": passkeys.count >= PasskeyLimits.mostOfUser,
                    "hasChanged": ["added", "removed"].contains(visit.form["note"]),
                ])
        }
        guard let passkey = passkeys.first(where: { $0.id == id }) else { throw Failure.notFound }
        let ways = try await store.otherWays(of: person.caller.user)
        var values = passkey.values(visit, person)
        values["k"] = texts
        values["ways"] = ways.sentences(besides: passkeys.count - 1, texts, ownerCommand: pages.ownerCommand)
        values["isLast"] = ways == OtherWays(isOwner: false, hasApple: false) && passkeys.count == 1
        return try visit.page(
            "passkey-of-person", titled: passkey.name, of: .passkeys, note: note, alarm: alarm, values,
            keeping: "&passkey=\(passkey.id)")
    }

    private func beginPasskey(_ visit: Visit, _ person: Person) async throws -> Response {
        guard let session = visit.browser.session else { return visit.redirect("/signin") }
        let secret = try Token.fresh(.passkey)
        switch try await store.keep(passkeyChallenge: secret, of: person.caller, session: session) {
        case .tooMany(let wait): throw Failure.tooMany(.passkey, waitMilliseconds: wait)
        case .full: return visit.redirect("/me/passkeys", ["error": "full"])
        case .begun: return visit.redirect("/me/passkeys/new").asking(secret)
        }
    }

    private func askForPasskey(_ place: PasskeyPlace, _ visit: Visit, _ person: Person) async throws -> Response {
        guard let secret = visit.browser.passkey else { return visit.redirect("/me/passkeys") }
        let user = person.caller.user
        let others = try await store.passkeys(of: user).map(\.credentialID)
        // Devices show it where somebody has passkeys of several people.
        let name = person.profile.flatMap { Profile($0)?.displayName } ?? ""
        return try visit.page(
            "passkey-new", titled: visit.language.passkeyTexts.add, of: .passkeys,
            [
                "k": visit.language.passkeyTexts,
                "challenge": base64url(PasskeyQuestion(place: place, secret: secret).challenge), "place": place.id,
                "user": base64url(PasskeyQuestion.handle(of: user)),
                "userName": name.isEmpty ? place.id : String(name.prefix(PasskeyLimits.longestName)),
                "others": others.joined(separator: " "), "nothingDone": visit.language.passkeyTexts.notAdded,
            ])
    }

    private func keepPasskey(_ place: PasskeyPlace, _ visit: Visit, _ person: Person) async throws -> Response {
        func back(_ error: String) -> Response {
            visit.redirect("/me/passkeys", ["error": error]).withoutQuestion
        }
        guard let secret = visit.browser.passkey, let session = visit.browser.session else { return back("late") }
        // The device has made it already, so a name that is none must not be the end of it.
        let line = visit.form.line("name", atMost: PasskeyLimits.longestName) ?? ""
        let name = line.isEmpty ? visit.language.passkeyTexts.usual : line
        let examined = Result { () throws(PasskeyFault) -> MadePasskey in
            try PasskeyQuestion(place: place, secret: secret).made(visit.form)
        }
        switch try await store.add(examined, named: name, challenge: secret, of: person.caller, session: session) {
        case .done: return visit.redirect("/me/passkeys", ["note": "added"]).withoutQuestion
        case .full: return back("full")
        case .known: return back("known")
        case .late: return back("late")
        case .refused(let fault):
            visit.note(fault)
            return back("refused")
        }
    }

    private func renamePasskey(_ visit: Visit, _ person: Person) async throws -> Response {
        let id = try visit.form.required("passkey")
        guard let name = visit.form.line("name", atMost: PasskeyLimits.longestName), !name.isEmpty else {
            return visit.redirect("/me/passkeys", ["passkey": id, "error": "name"])
        }
        guard try await store.rename(passkey: id, to: name, of: person.caller) else { throw Failure.notFound }
        return visit.redirect("/me/passkeys", ["passkey": id, "note": "renamed"])
    }

    private func removePasskey(_ visit: Visit, _ person: Person) async throws -> Response {
        guard let session = visit.browser.session else { return visit.redirect("/signin") }
        let id = try visit.form.required("passkey")
        guard try await store.remove(passkey: id, of: person.caller, session: session) else { throw Failure.notFound }
        return visit.redirect("/me/passkeys", ["note": "removed"])
    }
}

extension OwnPasskey {
    fileprivate func values(_ visit: Visit, _ person: Person) -> [String: any Sendable] {
        let (language, texts) = (visit.language, visit.language.passkeyTexts)
        let used = usedAt.map { texts.used.replacing("WHEN", with: language.moment(person.time($0))) }
        return [
            "id": id, "name": name, "made": texts.made.replacing("DAY", with: language.day(person.time(madeAt))),
            "used": used ?? texts.neverUsed,
        ]
    }
}

extension OtherWays {
    /// What somebody can still sign in with when a passkey is gone.
    fileprivate func sentences(
        besides passkeys: Int, _ texts: PasskeyTexts, ownerCommand: String
    ) -> [String] {
        var sentences: [String] = []
        if passkeys > 0 { sentences.append(texts.passkeysLeft.replacing("COUNT", with: String(passkeys))) }
        if isOwner { sentences.append(texts.stillOwner.replacing("COMMAND", with: ownerCommand)) }
        if hasApple { sentences.append(texts.stillApple) }
        return sentences
    }
}
