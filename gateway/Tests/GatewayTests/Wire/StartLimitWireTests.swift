import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

extension TestSpeaker {
    fileprivate func tellHabits(_ count: Int, followUps: Int) async throws {
        let habits = (0..<count).map { #"{"id":"habit_\#($0)","at":"06:00","follow_ups":\#(followUps)}"# }
        let answer = try await send("PUT", "/mobile/profile", json: #"{"habits":[\#(habits.joined(separator: ","))]}"#)
        #expect(answer.status == 200)
    }
}

@Suite("A speaker begins no more than a household needs", .requirement("GATEWAY-1", "GATEWAY-3"))
struct StartLimitWireTests {
    @Test("The seventh start of an hour is refused; whatever goes on or ends is not", arguments: DatabaseKind.allCases)
    func starts(kind: DatabaseKind) async throws {
        try await Talks.with(kind, tune: { $1.starts = StartLimits() }) { talks in
            let (speaker, other) = (try await talks.speaker(), try await talks.speaker("speaker-2"))
            var last = ""
            for number in 0..<6 {
                let started = try await speaker.start("k\(number)")
                #expect(started.status == 201)
                last = started.session
                talks.advance(minutes: 1)
            }
            let refused = try await speaker.start("k6")
            #expect(refused.status == 429 && refused.text("error") == "too_many_requests")
            #expect(
                refused.text("message")
                    == "this speaker has started 6 conversations within an hour, the most that it may; wait")
            let wait = Int(refused.header("retry-after") ?? "") ?? 0
            // The first was six minutes ago; the wait is lengthened at random by a quarter at most.
            #expect((54 * 60...54 * 60 * 5 / 4 + 1).contains(wait), "\(wait)")
            // The one that is open was left alone.
            let synced = try await speaker.sync(last)
            #expect(synced.status == 200)
            let again = try await speaker.start("k5")
            #expect(again.status == 201 && again.session == last)
            let resumed = try await speaker.start("k7", resume: last)
            #expect(resumed.status == 201 && resumed.session == last)
            let prepared = try await speaker.start("p", phase: "prepare")
            #expect(prepared.status == 201, "preparing is counted apart")
            let pressed = try await speaker.sync(prepared.session, phase: "talk")
            #expect(pressed.status == 200)
            let stopped = try await speaker.stop(prepared.session)
            #expect(stopped.status == 200)
            let others = try await other.start("k0")
            #expect(others.status == 201, "each speaker has its own")
            talks.advance(minutes: 54)
            let tooEarly = try await speaker.start("k8")
            #expect(tooEarly.status == 429, "what was prepared and answered counts")
            talks.advance(minutes: 1)
            let later = try await speaker.start("k8")
            #expect(later.status == 201)
        }
    }

    @Test("Forty a day, and what the provider refused is none of them", arguments: DatabaseKind.allCases)
    func day(kind: DatabaseKind) async throws {
        try await Talks.with(
            kind,
            tune: {
                $1.starts = StartLimits()
                $1.ownerMonthlyLimit = 100_000
            }
        ) { talks in
            let speaker = try await talks.speaker()
            for number in 0..<40 {
                talks.provider.change { $0.faults = [(500, "{}")] }
                let refused = try await speaker.start("r\(number)")
                #expect(refused.status == 502)
                let started = try await speaker.start("k\(number)")
                #expect(started.status == 201, "\(number)")
                talks.advance(minutes: 15)
            }
            let refused = try await speaker.start("k40")
            #expect(refused.status == 429 && refused.text("message").contains("40 conversations within 24 hours"))
        }
    }

    @Test(
        "What is free is few: for each habit two a day and its follow-up rings, and for two more", .requirement("I9"),
        arguments: DatabaseKind.allCases)
    func prepares(kind: DatabaseKind) async throws {
        try await Talks.with(kind, tune: { $1.starts = StartLimits() }) { talks in
            let speaker = try await talks.speaker()
            try await speaker.tellHabits(3, followUps: 0)
            for number in 0..<10 {
                let prepared = try await speaker.start("p\(number)", phase: "prepare")
                #expect(prepared.status == 201)
            }
            let again = try await speaker.start("p9", phase: "prepare")
            #expect(again.status == 201, "a retry is none")
            let refused = try await speaker.start("p10", phase: "prepare")
            #expect(refused.status == 429 && refused.header("retry-after") != nil)
            #expect(refused.text("message").hasPrefix("this speaker has prepared 10 conversations within 24 hours"))
            talks.advance(minutes: 1)
            // Another habit, and a follow-up ring for each.
            try await speaker.tellHabits(4, followUps: 1)
            for number in 10..<16 {
                let more = try await speaker.start("p\(number)", phase: "prepare")
                #expect(more.status == 201, "\(number)")
            }
            let full = try await speaker.start("p16", phase: "prepare")
            #expect(full.status == 429)
            let talk = try await speaker.start("t")
            #expect(talk.status == 201, "who talks is not refused")
        }
    }

    @Test(
        "What the provider refused to prepare does not count, and counts when it is tried again", .requirement("I9"),
        arguments: DatabaseKind.allCases)
    func refusedPreparations(kind: DatabaseKind) async throws {
        try await Talks.with(kind, tune: { $1.starts = StartLimits() }) { talks in
            let speaker = try await talks.speaker()
            try await speaker.tellHabits(3, followUps: 0)
            for number in 0..<10 {
                talks.provider.change { $0.faults = [(500, "{}")] }
                let refused = try await speaker.start("r\(number)", phase: "prepare")
                #expect(refused.status == 502, "\(number)")
            }
            let again = try await speaker.start("r9", phase: "prepare")
            let entitlement = try await speaker.get("/mobile/entitlement")
            #expect(again.status == 201 && entitlement.left("held") == 0, "it is still no Start")
            for number in 0..<9 {
                let prepared = try await speaker.start("p\(number)", phase: "prepare")
                #expect(prepared.status == 201, "\(number)")
            }
            let full = try await speaker.start("p9", phase: "prepare")
            #expect(full.status == 429)
        }
    }

    @Test(
        "What is prepared cannot be talked in all day: an hour a day is free, whatever the profile says",
        .requirement("I9", "GATEWAY-2"), arguments: DatabaseKind.allCases)
    func preparedTime(kind: DatabaseKind) async throws {
        try await Talks.with(kind, tune: { $1.starts = StartLimits() }) { talks in
            let (speaker, other) = (try await talks.speaker(), try await talks.speaker("speaker-2"))
            try await speaker.tellHabits(64, followUps: 30)
            // Each is kept until its lease is over: the last one is ended by the next.
            for number in 0..<4 {
                let prepared = try await speaker.start("p\(number)", phase: "prepare")
                #expect(prepared.status == 201, "\(number)")
                talks.advance(minutes: 14)
                // Not lengthened by a Start that the provider refuses, nor by another try.
                talks.provider.change { $0.faults = [(500, "{}")] }
                let pressed = try await speaker.start("p\(number)")
                #expect(pressed.status == 502)
                let again = try await speaker.start("p\(number)", phase: "prepare")
                #expect(again.status == 201)
                talks.advance(minutes: 2)
                let ended = try await talks.sweep.endLeases()
                #expect(ended == 1 && talks.provider.now.hungUp.count == number * 2 + 1)
                try await talks.sweep.hangUp()
                #expect(talks.provider.now.calls.isEmpty)
            }
            let refused = try await speaker.start("p4", phase: "prepare")
            #expect(
                refused.status == 429
                    && refused.text("message")
                        == "this speaker has kept prepared conversations open for 60 minutes within 24 hours, the most "
                        + "that it may; wait"
            )
            let wait = Int(refused.header("retry-after") ?? "") ?? 0
            // The first was 64 minutes ago.
            #expect((1_376 * 60...1_376 * 60 * 5 / 4 + 1).contains(wait), "\(wait)")
            let started = try await speaker.start("t")
            #expect(started.status == 201, "who presses Start talks")
            let others = try await other.start("p", phase: "prepare")
            #expect(others.status == 201, "each speaker has its own")
            talks.advance(minutes: 1_377)
            let later = try await speaker.start("p5", phase: "prepare")
            #expect(later.status == 201)
        }
    }

    @Test("Rings that nobody answers for a day keep no prepared talk from the next", arguments: DatabaseKind.allCases)
    func unansweredRings(kind: DatabaseKind) async throws {
        try await Talks.with(kind, tune: { $1.starts = StartLimits() }) { talks in
            let speaker = try await talks.speaker()
            try await speaker.tellHabits(3, followUps: 10)
            for ring in 0..<33 {
                let prepared = try await speaker.start("p\(ring)", phase: "prepare")
                #expect(prepared.status == 201, "\(ring)")
                talks.advance(minutes: 1)
                let stopped = try await speaker.stop(prepared.session)
                #expect(stopped.number("minutes") == 0)
            }
        }
    }

    @Test("Nothing is prepared where early_connection is off: 429, and no call", .requirement("ALARM-12", "ACCOUNT-4"))
    func preparingOff() async throws {
        try await Talks.with(.sqlite, tune: { $1.earlyConnectionSeconds = nil }) { talks in
            let speaker = try await talks.speaker()
            let refused = try await speaker.start("p", phase: "prepare")
            #expect(refused.status == 429 && refused.text("error") == "preparing_off")
            #expect(talks.provider.now.made == 0)
            let started = try await speaker.start("k")
            #expect(started.status == 201)
        }
    }

    @Test("Secrets can be switched off; an offer still opens a session")
    func secrets() async throws {
        try await Talks.with(.sqlite, tune: { $1.clientSecrets = false }) { talks in
            let speaker = try await talks.speaker()
            for answer in [
                try await speaker.get("/mobile/realtime/session"),
                try await speaker.send(
                    "POST", "/mobile/realtime/session", json: "{}", headers: [("Idempotency-Key", "a")]),
            ] { #expect(answer.status == 403 && answer.text("error") == "client_secrets_off") }
            let rows = try await talks.gateway.engine.rows(Query("SELECT id FROM sessions")())
            #expect(rows.isEmpty && talks.provider.now.secrets == 0)
            let started = try await speaker.start("k")
            #expect(started.status == 201)
        }
    }
}
