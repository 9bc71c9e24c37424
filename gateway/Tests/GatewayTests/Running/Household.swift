import Testing

@testable import Gateway
@testable import SQLEngines

/// An owner who is signed in on a browser, with speakers.
struct Household {
    let talks: Talks
    let browser: TestBrowser

    /// Runs a gateway with an owner while `body` runs.
    static func with(
        _ kind: DatabaseKind, tune: (inout GatewayServer.Tuning, inout Settings) -> Void = { _, _ in },
        _ body: (Household) async throws -> Void
    ) async throws {
        try await Talks.with(kind, tune: tune) { talks in
            let household = Household(talks: talks, browser: TestBrowser(talks.gateway))
            try await household.browser.signIn(talks.gateway)
            try await body(household)
        }
    }

    var gateway: RunningGateway { talks.gateway }

    /// Connects a speaker by its code, in the browser of the person whose it is to be; nil: the owner's.
    func connect(
        _ id: String = "speaker-1", name: String = "Bedroom", from address: String = "198.51.100.7",
        by person: TestBrowser? = nil
    ) async throws -> TestSpeaker {
        let browser = person ?? browser
        let speaker = TestSpeaker(talks.gateway, id: id, from: address)
        try await speaker.ask(name: name)
        try await browser.visit("/device?user_code=\(speaker.userCode)")
        let isElsewhere = browser.page.body.contains("name=\"heard\"")
        try await browser.submit(
            "/device/decision", [("decision", "approve")] + (isElsewhere ? [("heard", "yes")] : []))
        try await speaker.poll()
        return speaker
    }

    /// Connects the speaker of a guest, where their browser is.
    func connect(by guest: TestBrowser) async throws -> TestSpeaker {
        try await connect("speaker-9", name: "Guest room", from: "203.0.113.9", by: guest)
    }

    /// A talk of so many minutes.
    func talk(_ speaker: TestSpeaker, _ key: String, minutes: Int64, habit: String = "wake") async throws {
        let started = try await speaker.start(key, headers: [("Anicca-Habit", habit)])
        talks.advance(minutes: minutes)
        _ = try await speaker.stop(started.session)
    }

    /// Makes a code for somebody by the page's form, and returns it as it is shown.
    func invite(by action: String = "/me/people/new") async throws -> String {
        try await browser.visit("/me/people?lang=en")
        try await browser.submit(action)
        let shown = browser.page.body.components(separatedBy: "<p class=\"code\">").dropFirst().first
        let code = try #require(shown?.components(separatedBy: "</p>").first)
        gateway.logs.isSecret(code)
        gateway.logs.isSecret(code.replacing("-", with: ""))
        return code
    }

    /// A browser that enters a code.
    func enter(_ code: String) async throws -> TestBrowser {
        let browser = TestBrowser(gateway, from: "203.0.113.9")
        try await browser.visit("/signin?lang=en")
        try await browser.submit("/signin", [("code", code)])
        return browser
    }

    /// The row of a speaker, by its own name.
    func row(_ id: String) async throws -> String {
        let rows = try await gateway.engine.rows(Query("SELECT id FROM devices WHERE device_id = $1")(.text(id)))
        return try #require(try rows.first?.text(0))
    }

    /// Everything in the database as text, by table.
    static func everything(in engine: any Engine, _ kind: DatabaseKind) async throws -> [(table: String, row: String)] {
        let names =
            switch kind {
            case .sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
            case .postgres:
                """
                SELECT CAST(table_name AS TEXT) FROM information_schema.tables WHERE table_schema = current_schema()
                ORDER BY table_name
                """
            }
        var all: [(String, String)] = []
        for name in try await engine.rows(Query(names)()) {
            let table = try name.text(0)
            for row in try await engine.rows(Query("SELECT * FROM \(table)")()) { all.append((table, "\(row.values)")) }
        }
        return all
    }
}
