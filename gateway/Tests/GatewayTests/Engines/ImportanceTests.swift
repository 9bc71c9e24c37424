import Foundation
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("While too much waits, the least important is refused first", .requirement("GATEWAY-1", "GATEWAY-9"))
struct ImportanceTests {
    @Test("Pages, profiles, syncs and starts, in that order; a stop never")
    func order() {
        for maximum in [8, 256, 10_000] {
            let limits = Importance.allCases.map { $0.limit(of: maximum) }
            #expect(limits == limits.sorted() && Set(limits).count == limits.count, "\(limits)")
            #expect(Importance.start.limit(of: maximum) == maximum && Importance.stop.limit(of: maximum) == .max)
        }
        let lane = Lane<Importance>(maximum: 8)
        var taken: [Importance: Int] = [:]
        for importance in Importance.allCases {
            // Three thousand are more than there are connections.
            while taken[importance, default: 0] < 3_000, lane.add(importance, importance) == nil {
                taken[importance, default: 0] += 1
            }
        }
        #expect(taken == [.page: 4, .profile: 1, .sync: 1, .start: 2, .stop: 3_000])
        #expect(lane.add(.page, .page) == .full)
        lane.close()
        #expect(lane.add(.stop, .stop) == .closed)
    }

    @Test("What is asked for says how much it matters, below /api, too")
    func paths() {
        let all: [(path: String, importance: Importance)] = [
            ("/", .page), ("/signin", .page), ("/me/export/anicca.json", .page), ("/openapi.json", .page),
            ("/billing/webhook/revenuecat", .page), ("/auth/apple/notifications", .page), ("/auth/token", .profile),
            ("/auth/device", .profile), ("/mobile/profile", .profile), ("/mobile/entitlement", .profile),
            ("/mobile/voice", .profile), ("/mobile/realtime/session/sync", .sync), ("/mobile/realtime/session", .start),
            ("/mobile/realtime/session/stop", .stop),
        ]
        for (path, importance) in all {
            #expect(Importance(path: path) == importance, "\(path)")
            #expect(Importance(path: "/api" + path) == importance || path == "/", "\(path)")
        }
        #expect(Importance.current == .start, "what the gateway does by itself")
    }

    /// Waits until the writing lane has so many, or two minutes.
    private func wait(for count: Int, in engine: any Engine) async throws {
        for _ in 0..<12_000 where engine.waiting.writes < count { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test("With a lane half full a form is refused, with a full one a start; a stop waits and is carried out")
    func throughTheGateway() async throws {
        try await Talks.with(.sqlite) { talks in
            let speaker = try await talks.speaker()
            let started = try await speaker.start("k1")
            let browser = TestBrowser(talks.gateway)
            try await browser.visit("/signin?lang=en")
            let form = browser.page
            let (engine, begun, released) = (talks.gateway.engine, TestClock(), TestClock())
            defer { released.advance(1) }
            let slow = Task {
                try await engine.write { transaction throws(EngineError) in
                    _ = try transaction.now()
                    begun.advance(1)
                    while released.now == 0 { usleep(1_000) }
                }
            }
            while begun.now == 0 { try await Task.sleep(for: .milliseconds(5)) }
            func crowd(_ count: Int) -> [Task<Void, any Error>] {
                (0..<count).map { _ in
                    Task {
                        _ = try await engine.write { transaction throws(EngineError) in try transaction.now() }
                    }
                }
            }
            var crowds = crowd(130)
            try await wait(for: 130, in: engine)
            try await browser.send(page: form, "/signin", [("code", "ACDE-FGHJ-KMNP")])
            #expect(browser.page.status == 503 && browser.page.header("retry-after") != nil)
            crowds += crowd(200)
            try await wait(for: 256, in: engine)
            let second = try await speaker.start("k2")
            #expect(second.status == 503 && second.text("error") == "unavailable")
            let (client, authorization) = (talks.gateway.client, "Bearer \(speaker.token)")
            let body = #"{"session_id":"\#(started.session)"}"#
            let stop = Task {
                try await client.send(
                    "POST", "/mobile/realtime/session/stop",
                    headers: [("Authorization", authorization), ("Content-Type", "application/json")], body: body)
            }
            try await wait(for: 257, in: engine)
            released.advance(1)
            let stopped = try await stop.value
            #expect(stopped.status == 200 && stopped.number("minutes") == 0, "\(stopped.status)")
            for task in crowds { _ = await task.result }
            _ = await slow.result
        }
    }
}
