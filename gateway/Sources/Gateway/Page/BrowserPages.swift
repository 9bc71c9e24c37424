import GatewayRules
import Hummingbird

/// The sign-ins of a person's browsers, on the page of the speakers (GATEWAY-4). Ending one needs no fresh sign-in:
/// whoever has lost a phone is in a hurry, and a thief gains nothing by it.
extension PersonRoutes {
    /// What the template `browsers` takes.
    func browserValues(_ visit: Visit, _ person: Person) async throws -> [String: any Sendable] {
        guard let session = visit.browser.session else { return [:] }
        let browsers = try await store.browsers(of: person.caller.user, session: session)
        return [
            "browsers": browsers.map { $0.values(visit, person) }, "hasOthers": browsers.contains { !$0.isThis },
        ]
    }

    func endBrowser(_ visit: Visit, _ person: Person) async throws -> Response {
        guard try await store.end(browser: try visit.form.required("browser"), of: person.caller) else {
            throw Failure.notFound
        }
        return visit.redirect("/me/devices", ["note": "browser"])
    }

    func endOtherBrowsers(_ visit: Visit, _ person: Person) async throws -> Response {
        guard let session = visit.browser.session else { return visit.redirect("/signin") }
        try await store.endBrowsers(of: person.caller, except: session)
        return visit.redirect("/me/devices", ["note": "browsers"])
    }
}

extension BrowserSignIn {
    fileprivate func values(_ visit: Visit, _ person: Person) -> [String: any Sendable] {
        let (language, texts) = (visit.language, visit.language.browserTexts)
        let how = words(texts)
        let since = (how == nil ? texts.since : texts.sinceBy)
            .replacing("WHEN", with: language.moment(person.time(issuedAt))).replacing("HOW", with: how ?? "")
        return [
            "id": id, "name": isThis ? texts.this : texts.other, "since": since, "isThis": isThis,
            "used": texts.used.replacing("DAY", with: language.day(person.time(seenAt))),
        ]
    }

    /// Nil: it is not known.
    private func words(_ texts: BrowserTexts) -> String? {
        switch way {
        case "owner-code": texts.byOwnerCode
        case "invitation": texts.byInvitation
        case "apple": texts.byApple
        case "passkey": passkey.map { texts.byPasskey.replacing("NAME", with: $0) } ?? texts.byOldPasskey
        default: nil
        }
    }
}
