import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("A person's own pages", .requirement("GATEWAY-4", "GATEWAY-3"))
struct PersonPageTests {
    @Test("Who is signed out is led to the sign-in and back, from every page", arguments: DatabaseKind.allCases)
    func signedOut(kind: DatabaseKind) async throws {
        try await RunningGateway.with(kind) { gateway in
            for part in PersonPart.allCases {
                let browser = TestBrowser(gateway)
                try await browser.visit(part.path + "?lang=en")
                #expect(browser.page.body.contains("<h1>Sign in</h1>"), "\(part)")
                #expect(!browser.page.body.contains("<nav"), "\(part)")
                let code = try await gateway.store.makeOwnerCode()
                gateway.logs.isSecret(code.text)
                // A wrong code in between loses nothing.
                try await browser.submit("/signin", [("code", "AAAA")])
                try await browser.submit("/signin", [("code", code.grouped)])
                #expect(browser.path == part.path + "?lang=en", "\(part)")
                #expect(browser.page.status == 200 && browser.page.body.contains("<nav"), "\(part)")
            }
            let browser = TestBrowser(gateway)
            try await browser.visit("/signin")
            try await browser.submit("/signin", [("code", "AAAA"), ("next", "//evil.example")])
            #expect(browser.path == "/signin?error=code&lang=en")
        }
    }

    @Test(
        "Every page is small, without a script but the one for passkeys, guarded and not stored, in both languages",
        arguments: PageLanguage.allCases)
    func everyPage(language: PageLanguage) async throws {
        try await Household.with(.sqlite) { household in
            let (browser, speaker) = (household.browser, try await household.connect())
            let habits = (0..<Profile.mostHabits).map { #"{"id":"habit_\#($0)","at":"06:00"}"# }.joined(separator: ",")
            _ = try await speaker.send("PUT", "/mobile/profile", json: #"{"displayName":"A","habits":[\#(habits)]}"#)
            for number in 0..<60 { try await household.talk(speaker, "k\(number)", minutes: number < 8 ? 1 : 0) }
            let device = try await household.row("speaker-1")
            try await browser.signIn(household.gateway)
            let more = ["/me/devices?device=\(device)", "/me/habits?edit=habit_3", "/me/history?page=2"]
            for path in PersonPart.allCases.map(\.path) + more {
                let address = path + (path.contains("?") ? "&" : "?") + "lang=\(language)"
                let page = try await browser.visit(address)
                #expect(page.status == 200 && page.body.contains("<html lang=\"\(language)\">"), "\(path)")
                #expect(
                    page.body.utf8.count + PageTemplates.style.utf8.count <= 30 << 10,
                    "\(path): \(page.body.utf8.count)")
                #expect(page.header("cache-control") == "no-store", "\(path)")
                #expect(page.header("content-security-policy")?.hasPrefix("default-src 'none'") == true, "\(path)")
                let rest = page.body.replacing(#"<script src="/passkeys.js" defer></script>"#, with: "")
                #expect(rest == page.body || path == "/me/passkeys")
                #expect(!rest.contains("<script") && !rest.contains(" style=") && !rest.contains("{{"), "\(path)")
                #expect(!page.body.contains("http:") && !page.body.contains("https:"), "\(path)")
                let forms = page.body.components(separatedBy: "<form ").dropFirst()
                for form in forms { #expect(form.contains("name=\"form\" value=\""), "\(path)") }
                // The other language is a link to the same page.
                #expect(page.body.contains("href=\"?lang=\(language.other)"), "\(path)")
            }
        }
    }

    @Test("A form without its secret, or from elsewhere, changes nothing")
    func guarded() async throws {
        try await Household.with(.sqlite) { household in
            let (browser, speaker) = (household.browser, try await household.connect())
            _ = try await speaker.send("PUT", "/mobile/profile", json: #"{"habits":[{"id":"wake","at":"06:00"}]}"#)
            let device = try await household.row("speaker-1")
            let posts: [(page: String, action: String, typed: [(String, String)])] = [
                ("/me/devices?device=\(device)", "/me/devices/rename", [("name", "Kitchen")]),
                ("/me/devices?device=\(device)", "/me/devices/sign-out", []), ("/me/profile", "/me/profile", []),
                ("/me/habits?edit=wake", "/me/habits", [("at", "07:00"), ("day_mon", "yes")]),
                ("/me/delete", "/me/delete", [("sure", "yes")]),
            ]
            let before = try await Household.everything(in: household.gateway.engine, .sqlite).map(\.row)
            for post in posts {
                try await browser.visit(post.page)
                try await browser.submit(post.action, post.typed + [("form", "guess")])
                #expect(browser.page.status == 403, "\(post.action)")
                try await browser.visit(post.page)
                try await browser.submit(post.action, post.typed, origin: "https://evil.example")
                #expect(browser.page.status == 403, "\(post.action)")
            }
            let after = try await Household.everything(in: household.gateway.engine, .sqlite).map(\.row)
            #expect(before == after)
        }
    }

    @Test(
        "Home and speakers: minutes left, last at work, a new name that stays, a copy", arguments: DatabaseKind.allCases
    )
    func speakers(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let browser = household.browser
            try await browser.visit("/")
            #expect(browser.page.body.contains("30 of 30 minutes left"))
            #expect(browser.page.body.contains("No speaker is connected yet."))
            let speaker = try await household.connect(name: "\"\u{301}><b>Bed</b>")
            try await browser.visit("/")
            #expect(browser.page.body.contains("&quot;\u{301}&gt;&lt;b&gt;Bed&lt;/b&gt;"))
            #expect(browser.page.body.contains("Not at work yet"))
            _ = try await speaker.get("/mobile/entitlement")
            household.talks.advance(minutes: 90)
            try await browser.visit("/me/devices")
            #expect(browser.page.body.contains("Last at work: Fri 15 January 2027, 08:00"))
            let device = try await household.row("speaker-1")
            try await browser.visit("/me/devices?device=\(device)")
            #expect(browser.page.body.contains("value=\"&quot;\u{301}&gt;&lt;b&gt;Bed&lt;/b&gt;\""))
            for wrong in ["", "  ", String(repeating: "x", count: 61), "a\u{7}b"] {
                try await browser.submit("/me/devices/rename", [("name", wrong)])
                #expect(browser.page.body.contains("A name has 1 to 60 characters."), "\(wrong)")
            }
            try await browser.submit("/me/devices/rename", [("name", " 寝室 ")])
            #expect(browser.page.body.contains("<h1>寝室</h1>") && browser.page.body.contains("has its new name"))
            // Another sign-in of the speaker does not take the name away.
            try await browser.signIn(household.gateway)
            let again = try await household.connect(name: "Bedroom")
            try await browser.visit("/me/devices?lang=ja")
            #expect(browser.page.body.contains(">寝室</a>"))
            // The old token is a copy's now.
            _ = try await again.get("/mobile/entitlement")
            household.talks.advance(minutes: 2)
            let copy = try await speaker.get("/mobile/entitlement")
            #expect(copy.status == 401 && copy.text("error") == "superseded")
            try await browser.visit("/?lang=en")
            #expect(browser.page.body.contains("Somebody uses a copy of this speaker&#39;s memory."))
        }
    }

    @Test("Signing a speaker out ends its talk, its tokens and its codes", arguments: DatabaseKind.allCases)
    func signOut(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let (browser, speaker) = (household.browser, try await household.connect())
            let other = try await household.connect("speaker-2", name: "Kitchen")
            let started = try await speaker.start("k1")
            #expect(started.status == 201)
            household.talks.advance(minutes: 2)
            // Approved, and not fetched yet.
            let waiting = TestSpeaker(household.gateway, id: "speaker-1")
            try await waiting.ask()
            try await browser.visit("/device?user_code=\(waiting.userCode)")
            try await browser.submit("/device/decision", [("decision", "approve")])
            let device = try await household.row("speaker-1")
            try await browser.visit("/me/devices?device=\(device)")
            try await browser.submit("/me/devices/sign-out")
            #expect(browser.page.body.contains("The speaker is signed out."))
            #expect(browser.page.body.contains("Signed out: Fri 15 January 2027, 08:02"))
            let refused = try await speaker.get("/mobile/entitlement")
            #expect(refused.status == 401)
            let late = try await waiting.poll()
            #expect(late.status == 400 && late.text("error") == "access_denied")
            let there = try await other.get("/mobile/entitlement")
            #expect(there.status == 200 && there.left("monthly_usage_count") == 2)
            try await household.talks.sweep.hangUp()
            #expect(household.talks.provider.now.hungUp == ["rtc_1"])
            let audit = try await household.gateway.engine.rows(
                Query("SELECT detail FROM audit WHERE action = 'sign-out'")())
            #expect(audit.map(\.values) == [[.text(device)]])
            // Once more, and somebody else's.
            try await browser.visit("/me/devices?device=\(device)")
            #expect(!browser.page.body.contains("/me/devices/sign-out"))
            let second = try await household.row("speaker-2")
            try await browser.visit("/me/devices?device=\(second)")
            try await browser.submit("/me/devices/sign-out", [("device", "dev_0nobody")])
            #expect(browser.page.status == 404)
            let still = try await other.get("/mobile/entitlement")
            #expect(still.status == 200)
        }
    }

    @Test("Plan and use: what is left, held and bought, by speaker and by day", arguments: DatabaseKind.allCases)
    func planAndUse(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let browser = household.browser
            try await browser.visit("/me/use")
            #expect(browser.page.body.contains("Nothing was used this month."))
            let (one, two) = (
                try await household.connect("speaker-1", name: "Anicca"),
                try await household.connect("speaker-2", name: "Anicca")
            )
            _ = try await one.send("PUT", "/mobile/profile", json: #"{"timeZone":"Asia/Tokyo"}"#)
            try await household.talk(one, "k1", minutes: 5)
            // 17:05 in Tokyo; so this one is on the next day there.
            household.talks.advance(minutes: 8 * 60)
            try await household.talk(two, "k2", minutes: 2)
            _ = try await two.start("k3")
            let account = try await household.gateway.engine.rows(Query("SELECT id FROM accounts")())
            let id = try #require(try account.first?.text(0))
            try await household.gateway.engine.write { transaction throws(EngineError) in
                try LockedAccount.lock(id, limits: PlanLimits(owner: 30), in: transaction)
                    .addPack("p1", minutes: 60, in: transaction)
            }
            try await browser.visit("/me/plan")
            let plan = browser.page.body
            #expect(plan.contains("23 of 30 minutes left") && plan.contains("<dd>7 minutes</dd>"))
            #expect(plan.contains("<meter min=\"0\" max=\"30\" value=\"23\""))
            #expect(plan.contains("<dd>10 minutes</dd>") && plan.contains("<dd>60 minutes</dd>"))
            #expect(plan.contains("<dd>1 February 2027</dd>") && plan.contains("Asia/Tokyo"))
            #expect(plan.contains("Owner of this gateway"))
            try await browser.visit("/me/use")
            let use = browser.page.body
            #expect(use.contains("January 2027") && use.contains("7 minutes on 2 days; at most 5 minutes on one day."))
            #expect(use.components(separatedBy: "<rect ").count == 3)
            #expect(use.contains("<title id=\"chart-title\">Minutes of each day of January 2027</title>"))
            #expect(use.contains("<th scope=\"row\">15 January 2027</th><td>5</td>"))
            #expect(use.contains("<th scope=\"row\">16 January 2027</th><td>2</td>"))
            // Two speakers of one name are two.
            #expect(
                use.contains("<th scope=\"row\">Anicca</th><td>5</td></tr><tr><th scope=\"row\">Anicca</th><td>2</td>"))
            // The month ends where the owner lives.
            household.talks.time.advance(milliseconds: 16 * 86_400_000)
            try await browser.visit("/me/use?lang=ja")
            #expect(browser.page.body.contains("2027年2月"))
            try await browser.visit("/me/plan?lang=ja")
            #expect(browser.page.body.contains("残り30分（30分のうち）"))
        }
    }

    @Test("The overview has packs, also where the plan gives no minutes", arguments: DatabaseKind.allCases)
    func packs(kind: DatabaseKind) async throws {
        let cases = [
            (30, "30 of 30 minutes left, and 60 minutes from packs", "残り30分（30分のうち）、ほかに追加分が60分"),
            (0, "60 minutes left from packs", "残り60分（追加分）"),
        ]
        for (limit, english, japanese) in cases {
            try await Household.with(kind, tune: { $1.ownerMonthlyLimit = limit }) { household in
                let accounts = try await household.gateway.engine.rows(Query("SELECT id FROM accounts")())
                let id = try #require(try accounts.first?.text(0))
                try await household.gateway.engine.write { transaction throws(EngineError) in
                    try LockedAccount.lock(id, limits: PlanLimits(owner: Int64(limit)), in: transaction)
                        .addPack("p1", minutes: 60, in: transaction)
                }
                try await household.browser.visit("/?lang=en")
                #expect(household.browser.page.body.contains(">\(english)<"))
                try await household.browser.visit("/?lang=ja")
                #expect(household.browser.page.body.contains(">\(japanese)<"))
            }
        }
    }

    @Test("An owner without a limit is told so")
    func unlimited() async throws {
        try await Household.with(.sqlite, tune: { _, settings in settings.ownerMonthlyLimit = 100_000 }) { household in
            try await household.browser.visit("/me/plan")
            #expect(household.browser.page.body.contains("As much as you like"))
            #expect(!household.browser.page.body.contains("<meter"))
        }
    }

    @Test("The history tells each talk and each grant in words, fifty on a page", arguments: DatabaseKind.allCases)
    func history(kind: DatabaseKind) async throws {
        try await Household.with(kind, tune: { _, settings in settings.ownerMonthlyLimit = 200 }) { household in
            let (browser, speaker) = (household.browser, try await household.connect())
            try await browser.visit("/me/history")
            #expect(browser.page.body.contains("Nothing has happened yet."))
            for number in 0..<52 {
                try await household.talk(speaker, "k\(number)", minutes: 1, habit: number == 0 ? "reading" : "wake")
            }
            let prepared = try await speaker.start("p1", phase: "prepare")
            #expect(prepared.status == 201)
            household.talks.advance(minutes: 1)
            _ = try await speaker.start("k-last")
            try await browser.visit("/me/history")
            let newest = browser.page.body
            #expect(newest.components(separatedBy: "<li>").count == 51)
            #expect(newest.contains("It is still on.") && newest.contains("The same speaker began another."))
            #expect(newest.contains("Waking up, Bedroom, 1 minute") && newest.contains("It ended with Stop"))
            #expect(newest.contains("/me/history?page=2") && !newest.contains("rel=\"prev\""))
            try await browser.visit("/me/history?page=2")
            let oldest = browser.page.body
            #expect(oldest.components(separatedBy: "<li>").count == 6)
            #expect(oldest.contains("reading, Bedroom") && oldest.contains("200 minutes for January 2027"))
            #expect(oldest.contains("rel=\"prev\" href=\"/me/history?page=1\"") && !oldest.contains("rel=\"next\""))
            for page in ["0", "-1", "x", "99999999999999999999", "1000"] {
                try await browser.visit("/me/history?page=\(page)")
                #expect(browser.page.status == 200, "\(page)")
            }
            try await browser.visit("/me/history?lang=ja")
            #expect(browser.page.body.contains("2027年1月15日（金）") && browser.page.body.contains("起床、Bedroom、1分"))
        }
    }

    @Test("Nobody is told that they did not press Start when it was the provider that refused")
    func refusedStart() async throws {
        try await Household.with(.sqlite) { household in
            let (browser, speaker) = (household.browser, try await household.connect())
            household.talks.provider.change { $0.faults = [(500, "{}")] }
            let refused = try await speaker.start("k1")
            #expect(refused.status == 502)
            household.talks.advance(minutes: 16)
            try await household.talks.sweep.endLeases()
            try await browser.visit("/me/history")
            let reached = "The companion could not be reached, so it cost nothing."
            #expect(browser.page.body.contains(reached) && !browser.page.body.contains("Nobody pressed Start"))
            let prepared = try await speaker.start("p1", phase: "prepare")
            #expect(prepared.status == 201)
            household.talks.advance(minutes: 16)
            try await household.talks.sweep.endLeases()
            try await browser.visit("/me/history")
            #expect(browser.page.body.contains("Nobody pressed Start") && browser.page.body.contains(reached))
        }
    }
}
