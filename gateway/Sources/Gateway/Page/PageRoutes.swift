import GatewayRules
import HTTPTypes
import Hummingbird

/// The page: an owner signs in and connects a speaker (GATEWAY-4, GATEWAY-5). Each POST ends in a redirect.
struct PageRoutes: Sendable {
    let store: Store
    let templates: PageTemplates
    let guardian: FormGuard
    let metering: Metering
    let publicAddress: String
    /// What prints an owner code on the gateway's machine.
    let ownerCommand: String
    /// Nil: nothing is sold here, so there is no plan to be read again.
    var planQuestion: PlanQuestion?
    /// Nil: nobody signs in here with Apple.
    var apple: AppleWeb?
    /// Nil: browsers have no passkeys at this address.
    var passkeys: PasskeyPlace?

    func add(to router: Router<GatewayContext>) {
        let pages = router.group().add(middleware: PageHeaders())
        for method in [HTTPRequest.Method.get, .head] {
            pages.on("/style.css", method: method) { _, _ in Self.style }
        }
        page(pages, .get, "/owner", owner)
        page(pages, .get, "/signin", signInForm)
        page(pages, .post, "/signin", signIn)
        page(pages, .post, "/sign-out", signOut)
        page(pages, .get, "/device", leavesTrace: true, device)
        page(pages, .post, "/device", enterCode)
        page(pages, .post, "/device/decision", decide)
        page(pages, .get, "/device/done", done)
        page(pages, .post, "/device/take-back", takeBack)
        PersonRoutes(pages: self).add(to: pages)
        if let apple { addApple(apple, to: pages) }
        if let passkeys { addPasskeys(passkeys, to: pages) }
    }

    /// Adds a route whose failures are pages, too. A page that is looked at with GET can be asked for with HEAD, as link
    /// checkers do; `RequestGate` leaves its text out.
    ///
    /// - Parameters:
    ///   - isGuarded: False for a form that another site sends on purpose: its route examines it itself.
    ///   - leavesTrace: Whether a GET writes something or counts as a try. Then there is no HEAD.
    func page(
        _ routes: RouterGroup<GatewayContext>, _ method: HTTPRequest.Method, _ path: RouterPath,
        isGuarded: Bool = true, leavesTrace: Bool = false,
        _ handle: @escaping @Sendable (Visit) async throws -> Response
    ) {
        let answer: @Sendable (Request, GatewayContext) async throws -> Response = { request, context in
            let browser = Browser(request)
            var form = Form.empty
            var language = PageLanguage(chosen: nil, accepted: request.headers[.acceptLanguage])
            do {
                // Programs that pass a link on add to it. A query that cannot be read counts as an empty one.
                if method == .post { form = try await request.form() } else { form = (try? request.query()) ?? .empty }
                language = try await self.language(form, browser, request)
                let visit = self.visit(request, context, form, language)
                if isGuarded, method == .post, let refusal = guardian.check(request, browser, form) {
                    return try visit.refuse(refusal, publicAddress)
                }
                return try await handle(visit)
            } catch let redirection as Redirection {
                return redirection.response
            } catch {
                let failure = Failure(any: error)
                context.notes.inside = failure.inside
                context.notes.bucket = failure.bucket
                return try self.visit(request, context, form, language).trouble(failure)
            }
        }
        routes.on(path, method: method, use: answer)
        if method == .get, !leavesTrace { routes.on(path, method: .head, use: answer) }
    }

    private func visit(
        _ request: Request, _ context: GatewayContext, _ form: Form, _ language: PageLanguage
    ) -> Visit {
        Visit(
            browser: Browser(request), form: form, language: language, chosen: form["lang"] != nil,
            block: context.notes.block, templates: templates, notes: context.notes, path: request.uri.path)
    }

    /// The language in which somebody reads: the chosen one, the profile's, the browser's.
    private func language(_ form: Form, _ browser: Browser, _ request: Request) async throws -> PageLanguage {
        let accepted = request.headers[.acceptLanguage]
        guard form["lang"] == nil, let session = browser.session,
            let wish = try await store.preferredLanguage(ofBrowser: session)
        else { return PageLanguage(chosen: form["lang"], accepted: accepted) }
        return PageLanguage(chosen: nil, accepted: wish)
    }

    /// The answer to an address among the pages at which there is none. Whatever is wrong besides does not count.
    func missing(_ request: Request, _ context: GatewayContext, _ failure: Failure) async throws -> Response {
        let browser = Browser(request)
        let form = (try? request.query()) ?? .empty
        let language =
            (try? await self.language(form, browser, request))
            ?? PageLanguage(chosen: form["lang"], accepted: request.headers[.acceptLanguage])
        return try visit(request, context, form, language).trouble(failure)
    }

    private static var style: Response {
        Response(
            status: .ok, headers: [.contentType: "text/css; charset=utf-8", .cacheControl: "public, max-age=3600"],
            body: .init(byteBuffer: ByteBuffer(string: PageTemplates.style)))
    }

    // MARK: - Signing in

    /// The owner, if this browser is signed in.
    func caller(_ visit: Visit) async throws -> Caller? {
        guard let session = visit.browser.session, case .caller(let caller) = try await store.authenticate(session)
        else {
            return nil
        }
        return caller
    }

    /// Has no page of its own: an owner's code is entered where everybody signs in, and what only an owner does is with the
    /// people of the household.
    private func owner(_ visit: Visit) async throws -> Response {
        visit.redirect(try await caller(visit) == nil ? "/signin" : PersonPart.people.path)
    }

    private func signInForm(_ visit: Visit) async throws -> Response {
        var (note, alarm): (String?, String?)
        let hasOwner = try await store.hasOwner()
        if !hasOwner { note = visit.texts.noOwner }
        if visit.form["again"] != nil { note = visit.texts.again }
        if visit.form["deleted"] != nil { note = visit.language.personTexts.deleted }
        if visit.form["apple"] != nil, apple != nil { note = visit.language.appleTexts.isOver }
        if visit.form["error"] != nil { alarm = passkeyAlarm(visit) ?? visit.texts.ownerCodeWrong }
        let code = visit.form["user_code"].flatMap(UserCode.init(typed:))?.digits ?? ""
        let invitation = visit.form["code"].flatMap(OwnerCode.init(typed:))?.grouped ?? ""
        // Strangers who find the gateway need not know where its files are.
        let isHidden = hasOwner && !OwnerCommand.known.contains(ownerCommand)
        let introduction =
            if isHidden {
                visit.texts.ownerIntroductionElsewhere
            } else if ownerCommand.hasPrefix("runuser ") {
                visit.texts.ownerIntroductionForRoot
            } else {
                visit.texts.ownerIntroduction
            }
        var values: [String: any Sendable] = [
            "userCode": code, "invitation": invitation, "ownerIntroduction": introduction,
            "ownerCommand": isHidden ? OwnerCommand.plain : ownerCommand,
        ]
        if apple != nil { values["apple"] = visit.appleButton(userCode: code) }
        if passkeys != nil, try await store.hasPasskeys() { values["passkey"] = ["k": visit.language.passkeyTexts] }
        if let next = visit.next { values["next"] = next.rawValue }
        return try visit.page("signin", title: \.signIn, note: note, alarm: alarm, values)
    }

    private func signIn(_ visit: Visit) async throws -> Response {
        let waiting = visit.form["user_code"].flatMap(UserCode.init(typed:))
        let web = try Token.fresh(.web)
        guard let code = visit.form["code"].flatMap(OwnerCode.init(typed:)) else {
            visit.notes?.inside = "what was entered is no owner code and no invitation"
            return visit.redirect(
                "/signin", ["error": "code", "user_code": waiting?.digits, "next": visit.next?.rawValue])
        }
        let (former, form) = (visit.browser.session, visit.browser.form)
        switch try await store.signIn(code, from: visit.block, web: web, replacing: former, form: form) {
        case .tooMany(let wait): throw Failure.tooMany(.guess, waitMilliseconds: wait)
        case .refused:
            visit.notes?.inside = "a wrong owner code or invitation"
            return visit.redirect(
                "/signin", ["error": "code", "user_code": waiting?.digits, "next": visit.next?.rawValue])
        case .signedIn:
            return try visit.signedIn(web, userCode: waiting)
        }
    }

    private func signOut(_ visit: Visit) async throws -> Response {
        if let session = visit.browser.session { try await store.revoke(session) }
        return visit.redirect("/signin").signedOut
    }

    // MARK: - Connecting a speaker

    /// The owner, who has signed in just now. Otherwise it throws the way to do so (`Redirection`), which `page` answers.
    private func freshCaller(_ visit: Visit) async throws -> Caller {
        let code = visit.form["user_code"].flatMap(UserCode.init(typed:))?.digits
        guard let caller = try await caller(visit) else {
            throw Redirection(response: visit.redirect("/signin", ["user_code": code]))
        }
        guard store.engine.now() - caller.issuedAt < Credential.freshMilliseconds else {
            throw Redirection(response: visit.redirect("/signin", ["again": "1", "user_code": code]))
        }
        return caller
    }

    private struct Redirection: Error { let response: Response }

    private func device(_ visit: Visit) async throws -> Response {
        let caller = try await freshCaller(visit)
        guard let typed = visit.form["user_code"] else {
            let notes = ["taken": visit.texts.takenBack, "denied": visit.texts.denied]
            let alarms = ["malformed": visit.texts.codeMalformed, "late": visit.texts.codeLate]
            return try visit.page(
                "device", title: \.connect, note: visit.form["note"].flatMap { notes[$0] },
                alarm: visit.form["error"].flatMap { alarms[$0] })
        }
        guard let code = UserCode(typed: typed) else { return visit.redirect("/device", ["error": "malformed"]) }
        switch try await store.lookUp(code, by: caller, from: visit.block) {
        case .tooMany(let wait): throw Failure.tooMany(.guess, waitMilliseconds: wait)
        case .wrong:
            visit.notes?.inside = "a wrong code of a speaker"
            return try visit.page("device", title: \.connect, alarm: visit.texts.codeWrong)
        case .approved(let grant): return visit.redirect("/device/done", ["grant": grant])
        case .found(let view): return try confirm(view, visit)
        }
    }

    private func confirm(_ view: GrantView, _ visit: Visit) throws -> Response {
        let minutes = max(0, store.engine.now() - view.createdAt) / 60_000
        let named = [
            AddressBlock.local.description: visit.texts.thisMachine,
            AddressBlock.unknown.description: visit.texts.unknownNetwork,
        ]
        return try visit.page(
            "confirm", title: \.confirm, alarm: visit.form["heard"] == "no" ? visit.texts.heardMissing : nil,
            [
                "grouped": view.userCode.grouped, "deviceName": view.deviceName, "grant": view.hash,
                "ago": visit.texts.minutesAgo.replacing("minutes", with: String(minutes), maxReplacements: 1),
                "from": named[view.askedFrom] ?? view.askedFrom,
                "isOtherNetwork": !view.isFrom(visit.block),
            ], code: view.userCode)
    }

    private func enterCode(_ visit: Visit) async throws -> Response {
        guard let code = visit.form["user_code"].flatMap(UserCode.init(typed:)) else {
            return visit.redirect("/device", ["error": "malformed"])
        }
        return visit.redirect("/device", ["user_code": code.digits])
    }

    private func decide(_ visit: Visit) async throws -> Response {
        let caller = try await freshCaller(visit)
        let grant = try visit.form.required("grant")
        switch try visit.form.required("decision") {
        case "approve":
            guard let view = try await store.pendingGrant(grant) else {
                return try await late(grant, approve: true, by: caller, visit)
            }
            guard view.isFrom(visit.block) || visit.form["heard"] == "yes" else {
                return visit.redirect("/device", ["user_code": view.userCode.digits, "heard": "no"])
            }
            guard try await store.decide(grant: grant, by: caller, approve: true) else {
                return try await late(grant, approve: true, by: caller, visit)
            }
            return visit.redirect("/device/done", ["grant": grant])
        case "deny":
            guard try await store.decide(grant: grant, by: caller, approve: false) else {
                return try await late(grant, approve: false, by: caller, visit)
            }
            return visit.redirect("/device", ["note": "denied"])
        default: throw Failure.badRequest("decision is approve or deny")
        }
    }

    /// The page for an answer that comes too late. If it repeats the first answer, as a double tap does, it gets the same page.
    private func late(_ grant: String, approve: Bool, by caller: Caller, _ visit: Visit) async throws -> Response {
        let outcome = try await store.outcome(ofGrant: grant, by: caller.user)
        switch (approve, outcome) {
        case (true, .approved?): return visit.redirect("/device/done", ["grant": grant])
        case (false, .denied?): return visit.redirect("/device", ["note": "denied"])
        case (true, _), (false, _): return visit.redirect("/device", ["error": "late"])
        }
    }

    private func done(_ visit: Visit) async throws -> Response {
        guard try await caller(visit) != nil else { return visit.redirect("/signin") }
        return try visit.page("done", title: \.connected, ["grant": try visit.form.required("grant")])
    }

    private func takeBack(_ visit: Visit) async throws -> Response {
        guard let caller = try await caller(visit) else { return visit.redirect("/signin") }
        guard let devices = try await store.takeBack(grant: try visit.form.required("grant"), by: caller.user) else {
            throw Failure.notFound
        }
        try await metering.revoke(devices: devices)
        return visit.redirect("/device", ["note": "taken"])
    }
}
