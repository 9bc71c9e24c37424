import Foundation
import Testing

@testable import Gateway

/// A browser without JavaScript: keeps cookies, follows redirects, fills in the forms that a page really has.
final class TestBrowser {
    let client: LoopbackClient
    let logs: CollectedLogs
    var cookies: [String: String] = [:]
    /// What each cookie says of requests that other sites cause (RFC 6265bis §5.4.7).
    private var policies: [String: String] = [:]
    var headers: [(String, String)] = []
    /// Where the last page was, and the page.
    private(set) var path = "/"
    private(set) var page = LoopbackClient.Answer()

    init(_ gateway: RunningGateway, from address: String = "198.51.100.7") {
        client = gateway.client
        logs = gateway.logs
        headers = [("X-Forwarded-For", address)]
    }

    @discardableResult func visit(_ address: String) async throws -> LoopbackClient.Answer {
        path = address
        page = try await client.send("GET", address, headers: headers + cookieHeader)
        keepCookies()
        return try await followed()
    }

    /// Submits the form with that action, with its hidden fields and what was typed.
    @discardableResult func submit(
        _ action: String, _ typed: [(String, String)] = [], origin: String? = RunningGateway.publicAddress
    )
        async throws -> LoopbackClient.Answer
    {
        try await send(page: page, action, typed, origin: origin)
    }

    /// The same with a page that the browser had before.
    ///
    /// - Parameter address: Where it goes instead of the form's own action.
    @discardableResult func send(
        page before: LoopbackClient.Answer, _ action: String, _ typed: [(String, String)],
        origin: String? = RunningGateway.publicAddress, to address: String? = nil
    ) async throws -> LoopbackClient.Answer {
        let form = try #require(
            before.body.components(separatedBy: "<form method=\"post\" action=\"\(action)\">").dropFirst().first)
        let content = form.components(separatedBy: "</form>").first ?? ""
        let hidden = content.components(separatedBy: "<input type=\"hidden\" name=\"").dropFirst().compactMap {
            part -> (String, String)? in
            let pieces = part.components(separatedBy: "\"")
            guard pieces.count > 2 else { return nil }
            return (pieces[0], pieces[2])
        }
        let all = hidden.filter { field in !typed.contains { $0.0 == field.0 } } + typed
        page = try await client.post(
            address ?? action, all, headers: headers + cookieHeader + (origin.map { [("Origin", $0)] } ?? []))
        keepCookies()
        return try await followed()
    }

    /// What a form on another site does: it brings along only cookies that allow it, and is followed by GETs that
    /// strict cookies do not take part in.
    @discardableResult func arrive(
        byFormTo action: String, _ fields: [(String, String)], from origin: String
    ) async throws -> LoopbackClient.Answer {
        let site = [("Origin", origin), ("Sec-Fetch-Site", "cross-site")]
        page = try await client.post(action, fields, headers: headers + site + cookieHeader(["None"]))
        keepCookies()
        return try await followed(["None", "Lax"])
    }

    /// Follows redirects within the gateway. Where one leads elsewhere, the page is that answer.
    private func followed(_ policies: Set<String> = ["None", "Lax", "Strict"]) async throws -> LoopbackClient.Answer {
        var steps = 0
        while page.status == 303, let location = page.header("location"), location.hasPrefix("/"), steps < 5 {
            steps += 1
            path = location
            page = try await client.send("GET", location, headers: headers + cookieHeader(policies))
            keepCookies()
        }
        return page
    }

    private var cookieHeader: [(String, String)] { cookieHeader(["None", "Lax", "Strict"]) }

    private func cookieHeader(_ allowed: Set<String>) -> [(String, String)] {
        let sent = cookies.filter { allowed.contains(policies[$0.key] ?? "Lax") }
        return sent.isEmpty ? [] : [("Cookie", sent.map { "\($0)=\($1)" }.joined(separator: "; "))]
    }

    private func keepCookies() {
        for cookie in page.headers("set-cookie") {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = pair.first, let value = pair.last else { continue }
            cookies[String(name)] = cookie.contains("Max-Age=0") ? nil : String(value)
            let policy = cookie.components(separatedBy: "SameSite=").dropFirst().first?.prefix { $0 != ";" }
            policies[String(name)] = policy.map(String.init)
            logs.isSecret(String(value))
        }
    }

    /// Signs in with a fresh owner code.
    func signIn(_ gateway: RunningGateway, to address: String = "/signin") async throws {
        let code = try await gateway.store.makeOwnerCode()
        logs.isSecret(code.text)
        logs.isSecret(code.grouped)
        try await visit(address)
        try await submit("/signin", [("code", code.grouped)])
        #expect(page.status == 200)
    }
}

/// A speaker as the gateway sees it.
final class TestSpeaker {
    let client: LoopbackClient
    let logs: CollectedLogs
    let id: String
    let headers: [(String, String)]
    var deviceCode = ""
    var userCode = ""
    var token = ""

    init(_ gateway: RunningGateway, id: String = "speaker-1", from address: String = "198.51.100.7") {
        client = gateway.client
        logs = gateway.logs
        self.id = id
        headers = [("X-Forwarded-For", address)]
    }

    /// One that the owner has let in, and that has its token.
    static func signedIn(_ gateway: RunningGateway, id: String = "speaker-1") async throws -> TestSpeaker {
        let speaker = TestSpeaker(gateway, id: id)
        try await speaker.ask()
        let browser = TestBrowser(gateway)
        try await browser.signIn(gateway, to: "/signin?user_code=\(speaker.userCode)")
        try await browser.submit("/device/decision", [("decision", "approve")])
        try await speaker.poll()
        return speaker
    }

    @discardableResult func ask(name: String = "Bedroom") async throws -> LoopbackClient.Answer {
        let answer = try await client.post(
            "/auth/device",
            [("client_id", "anicca-speaker"), ("device_id", id), ("device_name", name), ("scope", "device")],
            headers: headers)
        deviceCode = answer.text("device_code")
        userCode = answer.text("user_code")
        logs.isSecret(deviceCode)
        logs.isSecret(userCode)
        return answer
    }

    @discardableResult func poll() async throws -> LoopbackClient.Answer {
        let answer = try await client.post(
            "/auth/token",
            [
                ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", deviceCode),
                ("client_id", "anicca-speaker"),
            ], headers: headers)
        keep(answer)
        return answer
    }

    /// Asks for the next token with a token; it is this speaker's own from then on.
    @discardableResult func rotate(with token: String? = nil) async throws -> LoopbackClient.Answer {
        let answer = try await send(rotationWith: token ?? self.token)
        keep(answer)
        return answer
    }

    func send(rotationWith token: String, headers more: [(String, String)] = []) async throws -> LoopbackClient.Answer {
        try await client.post(
            "/auth/token", [("grant_type", "urn:anicca:rotate")],
            headers: headers + more + [("Authorization", "Bearer \(token)")])
    }

    private func keep(_ answer: LoopbackClient.Answer) {
        guard answer.status == 200 else { return }
        token = answer.text("access_token")
        logs.isSecret(token)
    }
}
