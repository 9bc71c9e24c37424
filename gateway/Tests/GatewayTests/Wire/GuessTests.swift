import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("Codes of the sign-in that somebody guesses", .requirement("GATEWAY-5", "GATEWAY-1"))
struct GuessTests {
    private static let wrong = "AAAA-AAAA-AAAA"

    /// Enters a code in a browser that is signed out.
    private func enter(_ code: String, _ browser: TestBrowser) async throws -> LoopbackClient.Answer {
        try await browser.visit("/signin?lang=en")
        return try await browser.submit("/signin", [("code", code)])
    }

    @Test(
        "Wrong codes count where no owner code is alive, too: twenty an hour for a network",
        arguments: DatabaseKind.allCases)
    func withoutCode(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let stranger = TestBrowser(gateway, from: "203.0.113.9")
            for _ in 0..<20 {
                let answer = try await enter(Self.wrong, stranger)
                #expect(answer.status == 200 && answer.body.contains("That code is wrong"))
            }
            let refused = try await enter(Self.wrong, stranger)
            #expect(refused.status == 429 && refused.header("retry-after") != nil)
            let neighbour = try await enter(Self.wrong, TestBrowser(gateway, from: "203.0.113.77"))
            #expect(neighbour.status == 429, "the same network")
            let other = try await enter(Self.wrong, TestBrowser(gateway, from: "198.51.100.7"))
            #expect(other.status == 200)
            time.advance(milliseconds: 180_000)
            let later = try await enter(Self.wrong, stranger)
            #expect(later.status == 200)
        }
    }

    @Test(
        "A stranger's wrong codes void an owner's code for the stranger's network alone",
        arguments: DatabaseKind.allCases)
    func strangers(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let code = try await gateway.store.makeOwnerCode()
            gateway.logs.isSecret(code.text)
            gateway.logs.isSecret(code.grouped)
            let stranger = TestBrowser(gateway, from: "203.0.113.9")
            for _ in 0..<5 { _ = try await enter(Self.wrong, stranger) }
            time.advance(milliseconds: OwnerCode.lifetimeMilliseconds - 1)
            let void = try await enter(code.grouped, stranger)
            #expect(void.body.contains("That code is wrong"), "five tries, and none comes back")
            let owner = try await enter(code.grouped, TestBrowser(gateway))
            #expect(owner.body.contains("You are signed in."))
        }
    }

    @Test(
        "When many networks have guessed, those that have guessed must wait, and one that has not may try",
        arguments: DatabaseKind.allCases)
    func all(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let code = try await gateway.store.makeOwnerCode()
            gateway.logs.isSecret(code.text)
            gateway.logs.isSecret(code.grouped)
            let spent = Query("INSERT INTO rate_limits (bucket, units, at) VALUES ('guess:sign-in', 0, $1)")
            try await gateway.engine.write { transaction throws(EngineError) in
                try transaction.enqueue(spent(.integer(time.now)))
            }
            let stranger = TestBrowser(gateway, from: "203.0.113.9")
            let first = try await enter(Self.wrong, stranger)
            #expect(first.status == 200)
            let second = try await enter(Self.wrong, stranger)
            #expect(second.status == 429)
            let owner = try await enter(code.grouped, TestBrowser(gateway))
            #expect(owner.body.contains("You are signed in."))
            time.advance(milliseconds: 12_000)
            let third = try await enter(Self.wrong, stranger)
            #expect(third.status == 200)
            let fourth = try await enter(Self.wrong, stranger)
            #expect(fourth.status == 200, "600 an hour are one in six seconds")
            let fifth = try await enter(Self.wrong, stranger)
            #expect(fifth.status == 429)
        }
    }

    @Test(
        "Each wrong code takes one of all networks' allowance, whatever kind of code it was",
        arguments: DatabaseKind.allCases)
    func counted(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            func left() async throws -> Int64 {
                let rows = try await gateway.engine.rows(
                    Query("SELECT units FROM rate_limits WHERE bucket = 'guess:sign-in'")())
                return try rows.first?.integer(0) ?? 600 * 3_600_000
            }
            let stranger = TestBrowser(gateway, from: "203.0.113.9")
            _ = try await enter(Self.wrong, stranger)
            _ = try await gateway.store.makeOwnerCode()
            _ = try await enter(Self.wrong, stranger)
            // What cannot be a code is no guess.
            _ = try await enter("AAAA", stranger)
            let units = try await left()
            #expect(units == 598 * 3_600_000)
        }
    }

    @Test("An owner code ends after an hour", arguments: DatabaseKind.allCases)
    func hour(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            for (age, isGood) in [(OwnerCode.lifetimeMilliseconds, false), (OwnerCode.lifetimeMilliseconds - 1, true)] {
                let code = try await gateway.store.makeOwnerCode()
                gateway.logs.isSecret(code.text)
                time.advance(milliseconds: age)
                let answer = try await enter(code.text, TestBrowser(gateway))
                #expect(answer.body.contains("You are signed in.") == isGood)
                #expect(answer.body.contains("That code is wrong") != isGood)
            }
        }
    }

    @Test(
        "Wrong codes are in the log, without code and address, and in the audit of whom they concern",
        arguments: DatabaseKind.allCases)
    func noted(kind: DatabaseKind) async throws {
        try await Household.with(kind) { household in
            let (gateway, browser) = (household.gateway, household.browser)
            gateway.logs.isSecret(Self.wrong)
            gateway.logs.isSecret(Self.wrong.replacing("-", with: ""))
            gateway.logs.isSecret("111222333")
            _ = try await enter(Self.wrong, TestBrowser(gateway, from: "203.0.113.9"))
            _ = try await enter("AAAA", TestBrowser(gateway, from: "203.0.113.9"))
            try await browser.visit("/device?lang=en&user_code=111222333")
            let log = gateway.logs.text
            #expect(log.contains("inside=a wrong owner code or invitation "))
            #expect(log.contains("inside=what was entered is no owner code and no invitation "))
            #expect(log.contains("inside=a wrong code of a speaker "))
            #expect(!log.contains("203.0.113") && !log.contains("198.51.100"))
            // An invitation for a person who is known, after its day.
            _ = try await household.enter(try await household.invite())
            let code = try await household.invite(by: "/me/people/invite")
            household.talks.advance(minutes: 24 * 60)
            let late = try await enter(code, TestBrowser(gateway, from: "203.0.113.9"))
            #expect(late.body.contains("That code is wrong"))
            let audit = try await gateway.engine.rows(
                Query(
                    """
                    SELECT action FROM audit WHERE action IN ('wrong-speaker-code', 'sign-in-refused')
                      AND user_id IS NOT NULL ORDER BY action
                    """)())
            #expect(try audit.map { try $0.text(0) } == ["sign-in-refused", "wrong-speaker-code"])
        }
    }
}
