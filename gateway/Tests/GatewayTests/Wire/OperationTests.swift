import Foundation
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("What an operator sees", .requirement("GATEWAY-9"))
struct OperationTests {
    @Test("Live, ready and metrics are on their own listener, and only there", arguments: DatabaseKind.allCases)
    func health(kind: DatabaseKind) async throws {
        try await RunningGateway.with(kind) { gateway in
            // A machine that is starved may not have asked its database yet.
            var ready = 0
            for _ in 0..<60 where ready != 200 {
                ready = try await gateway.operations.send("GET", "/health/ready").status
                if ready != 200 { try await Task.sleep(for: .milliseconds(500)) }
            }
            for path in ["/health/live", "/health/ready", "/metrics"] {
                let there = try await gateway.operations.send("GET", path)
                #expect(there.status == 200, "\(path)")
                let head = try await gateway.operations.send("HEAD", path)
                #expect(head.status == 200 && head.body.isEmpty, "\(path)")
                let here = try await gateway.client.send("GET", path)
                #expect(here.status == 404, "\(path)")
            }
            try await TestSpeaker(gateway).ask()
            let metrics = try await gateway.operations.send("GET", "/metrics")
            #expect(
                metrics.body.contains("http_requests_total{method=\"POST\",route=\"/auth/device\",status=\"200\"} 1\n"))
            #expect(metrics.body.contains("http_request_seconds_count{route=\"/auth/device\"} 1\n"))
            // What the gateway does by itself may still be waiting for a database that is slow.
            var waiting = metrics.body
            for _ in 0..<60 where !waiting.contains("db_queue{lane=\"write\"} 0\n") {
                try await Task.sleep(for: .milliseconds(500))
                waiting = try await gateway.operations.send("GET", "/metrics").body
            }
            #expect(waiting.contains("db_queue{lane=\"write\"} 0\n"))
        }
    }

    @Test("What waits is counted, whatever this gateway sells", arguments: DatabaseKind.allCases)
    func backlog(kind: DatabaseKind) async throws {
        try await RunningGateway.with(kind, tune: { tuning, _ in tuning.runsJobs = false }) { gateway in
            try await gateway.engine.write { transaction throws(EngineError) in
                try transaction.enqueue(
                    Query("INSERT INTO jobs (kind, key, due_at, created_at) VALUES ('voice', 'v', 0, 0)")())
            }
            try await gateway.server.backlogWatch.look()
            let metrics = try await gateway.operations.send("GET", "/metrics")
            #expect(metrics.body.contains("jobs_due 1\n"))
            try await gateway.engine.write { transaction throws(EngineError) in
                try transaction.enqueue(Query("DELETE FROM jobs")())
            }
        }
    }

    @Test("Every measure that the design names is there, and what the alerts ask for", .requirement("GATEWAY-2"))
    func measures() async throws {
        try await Talks.with(.sqlite, tune: { tuning, _ in tuning.credentialAllowance = .perHour(6) }) { talks in
            let speaker = try await talks.speaker()
            let first = try await speaker.start("k1")
            talks.advance(minutes: 1)
            _ = try await speaker.stop(first.session)
            talks.provider.change { $0.faults = [(500, "{}")] }
            _ = try await speaker.start("k2")
            _ = try await speaker.start("k3", phase: "prepare")
            try await talks.gateway.server.backlogWatch.look()
            for _ in 0..<3 { _ = try await speaker.get("/mobile/entitlement") }
            let metrics = try await talks.gateway.operations.send("GET", "/metrics").body
            for line in [
                "sessions_open 1", "sessions_ended_total{by=\"stop\"} 1", "minutes_total{plan=\"owner\"} 1",
                "provider_seconds_count{call=\"calls\"} 3", "provider_errors_total{call=\"calls\",code=\"500\"} 1",
                "webhook_lag_seconds 0", "rate_limited_total{bucket=\"token\"} 1",
                "rate_limited_total{bucket=\"address\"} 0",
            ] {
                #expect(metrics.contains("\n\(line)\n"), "\(line)")
            }
            for name in [
                "http_requests_total{", "http_request_seconds_count{", "db_queue{lane=\"write\"} ", "jobs_due ",
                "sessions_started_total{phase=\"talk\"} ", "sessions_started_total{phase=\"prepare\"} ",
            ] {
                #expect(metrics.contains("\n\(name)"), "\(name)")
            }
            for batch in ["read", "write"] {
                let name = "db_seconds_count{batch=\"\(batch)\"} "
                let line = metrics.split(separator: "\n").first { $0.hasPrefix(name) }
                let count = line.flatMap { Int($0.dropFirst(name.count)) } ?? 0
                #expect(count > 3, "\(batch)")
            }
            for name in try Self.measuresOfAlerts() { #expect(metrics.contains("# TYPE \(name) "), "\(name)") }
        }
    }

    /// What the rules for alerts that are shipped ask for.
    private static func measuresOfAlerts(path: String = #filePath) throws -> Set<String> {
        let file = URL(fileURLWithPath: path).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("deploy/examples/alerts.yml")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let rules = lines.filter { $0.contains("expr: ") }
        let expressions = rules.compactMap { $0.components(separatedBy: "expr: ").last }
        try #require(expressions.count >= 7)
        let words = expressions.flatMap { $0.split { !($0.isLetter || $0 == "_") } }
        return Set(words.filter { $0.contains("_") }.map(String.init))
    }

    @Test("Paths that somebody invents make no new series", .timeLimit(.minutes(10)))
    func boundedSeries() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            for number in 0..<50 { _ = try await gateway.client.send("GET", "/invented/\(number)") }
            _ = try await gateway.client.send("BREW", "/invented")
            let metrics = try await gateway.operations.send("GET", "/metrics")
            #expect(!metrics.body.contains("invented") && !metrics.body.contains("BREW"))
        }
    }

    @Test(
        "Not ready: a database that has been away for more than 5 s, missing migrations, the end",
        arguments: DatabaseKind.allCases)
    func readiness(kind: DatabaseKind) async throws {
        let database = try TestDatabase(kind)
        let engine = try database.open()
        let clock = TestClock()
        let readiness = Readiness(engine: engine, clock: { clock.now })
        await readiness.ask()
        #expect(readiness.obstacle != nil)
        _ = try await engine.migrate(Schema.migrations, apply: true)
        await readiness.ask()
        #expect(readiness.obstacle == nil)
        await engine.close()
        await readiness.ask()
        clock.advance(5_000)
        #expect(readiness.obstacle == nil)
        clock.advance(1)
        #expect(readiness.obstacle == "the database is away")
        readiness.drain()
        #expect(readiness.obstacle == "this instance is ending")
    }

    @Test(
        "A running instance lives with a newer additive step, and ends when there is another one",
        arguments: DatabaseKind.allCases)
    func outdated(kind: DatabaseKind) async throws {
        try await TestDatabase.with(kind) { engine, _ in
            func arrive(_ version: Int64, additive: Int64) async throws {
                try await engine.write { transaction throws(EngineError) in
                    try transaction.enqueue(
                        Query("INSERT INTO migrations VALUES ($1, 'later', 'x', $2, 0)")(
                            .integer(version), .integer(additive)))
                }
            }
            let readiness = Readiness(engine: engine)
            try await arrive(98, additive: 1)
            await readiness.ask()
            #expect(readiness.obstacle == nil)
            try await arrive(99, additive: 0)
            await readiness.ask()
            #expect(readiness.obstacle == "this instance is ending")
            do {
                try await readiness.run()
                Issue.record("it runs on")
            } catch let failure as CommandFailure {
                #expect(failure.exit == 69 && failure.sentence.contains("step 99 of a newer anicca-gateway"))
            }
        }
    }

    @Test("Old budgets, codes and tokens are tidied away, and what is alive stays", arguments: DatabaseKind.allCases)
    func tidying(kind: DatabaseKind) async throws {
        let time = ManualTime()
        try await RunningGateway.with(kind, time: time) { gateway in
            let (old, new) = (TestSpeaker(gateway, id: "old"), TestSpeaker(gateway, id: "new"))
            try await old.ask()
            time.advance(milliseconds: 900_000 + Tidying.dayMilliseconds + 1)
            try await new.ask()
            try await Tidying(store: gateway.store, logger: gateway.logs.logger).tidy()
            let grants = try await gateway.engine.read(Query("SELECT device_id FROM device_grants")())
            #expect(grants.map(\.values) == [["new"]])
            let budgets = try await gateway.engine.read(Query("SELECT bucket FROM rate_limits ORDER BY bucket")())
            #expect(budgets.map(\.values) == [["ask:block:198.51.100.0/24"], ["ask:device:new"]])
        }
    }

    @Test("The metadata of RFC 8414 names the paths that exist")
    func metadata() async throws {
        try await RunningGateway.with(.sqlite) { gateway in
            let answer = try await gateway.client.send("GET", "/.well-known/oauth-authorization-server")
            #expect(answer.status == 200 && answer.text("issuer") == "https://gateway.example")
            for name in ["device_authorization_endpoint", "token_endpoint", "revocation_endpoint"] {
                let path = answer.text(name).replacing("https://gateway.example", with: "")
                let there = try await gateway.client.post(
                    path, [("token", "x"), ("grant_type", "x"), ("client_id", "x")])
                #expect(there.status != 404 && there.status != 405)
            }
        }
    }
}
