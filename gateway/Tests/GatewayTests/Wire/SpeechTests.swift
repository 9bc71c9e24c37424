import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("A text as speech", .requirement("GATEWAY-7", "MIND-4", "GATEWAY-3"))
struct SpeechTests {
    private struct Scene {
        let cloning: Cloning
        let service: StandInSpeech

        func speak(
            _ text: String = "起きて、窓を開けよう。", voice: String = "marin", more: String = "",
            accept: String? = "audio/wav"
        ) async throws -> (answer: LoopbackClient.Answer, body: [UInt8]) {
            let json = #"{"text":\#(JSON.text(text).encoded),"voice":"\#(voice)","language":"ja"\#(more)}"#
            return try await cloning.gateway.client.send(
                "POST", "/mobile/speech",
                headers: cloning.speaker.headers + [
                    ("Authorization", "Bearer \(cloning.token)"), ("Content-Type", "application/json"),
                ] + (accept.map { [("Accept", $0)] } ?? []), bytes: Array(json.utf8))
        }
    }

    private func with(
        _ kind: DatabaseKind = .sqlite, key: String? = StandInProvider.key, _ body: (Scene) async throws -> Void
    ) async throws {
        try await StandInSpeech.with { service in
            try await Cloning.with(
                kind,
                tune: { _, settings in
                    settings.providerAddress = "http://127.0.0.1:\(service.port)"
                    settings.providerKey = key
                }
            ) { cloning in
                cloning.gateway.logs.isSecret("窓を開けよう。起きて、")
                try await body(Scene(cloning: cloning, service: service))
            }
        }
    }

    @Test("A text is spoken word for word, and made once a day", arguments: DatabaseKind.allCases)
    func whole(kind: DatabaseKind) async throws {
        try await with(kind) { scene in
            let (answer, body) = try await scene.speak(more: #","instructions":"softly""#)
            #expect(answer.status == 200 && answer.header("content-type") == "audio/wav", "\(answer.body.prefix(300))")
            #expect(answer.header("anicca-transcript-match") == "exact" && answer.header("cache-control") == "no-store")
            let file = try #require(WaveFile(body[...]))
            #expect(file.rate == 24_000 && file.channels == 1 && file.milliseconds == 1_000)
            let again = try await scene.speak(more: #","instructions":"softly""#)
            #expect(again.answer.status == 200 && again.body == body && scene.service.now.connections == 1)
            // It is Opus in Ogg, unless WAV is asked for.
            for accept in [nil, "*/*", "audio/ogg"] {
                let opus = try await scene.speak(more: #","instructions":"softly""#, accept: accept)
                #expect(opus.answer.status == 200 && opus.answer.header("content-type") == "audio/ogg; codecs=opus")
                #expect(opus.answer.header("anicca-transcript-match") == "exact")
                #expect(opus.body.starts(with: "OggS".utf8) && opus.body.count < body.count)
            }
            #expect(scene.service.now.connections == 1)
            // What makes a difference is another one.
            _ = try await scene.speak()
            _ = try await scene.speak(voice: "cedar")
            let kept = await scene.cloning.gateway.server.speechDesk.count
            #expect(scene.service.now.connections == 3 && kept == 3)
            let head = try #require(scene.service.now.heads.first)
            #expect(head.hasPrefix("GET /v1/realtime?model=gpt-realtime-2%2E1-mini HTTP/1.1"))
            #expect(head.contains("Authorization: Bearer \(StandInProvider.key)"))
            #expect(head.contains("OpenAI-Safety-Identifier: "))
            let session = try #require(scene.service.now.events.first)
            #expect(session.contains("softly") && session.contains(#""turn_detection":null"#))
            #expect(session.contains(#""voice":"marin""#) && session.contains(#""output_modalities":["audio"]"#))
            #expect(!session.contains("窓"), "the text is no order")
            // It costs no minutes.
            let left = try await scene.cloning.speaker.get("/mobile/entitlement")
            #expect(left.left("monthly_usage_count") == 0)
            // No word of the owner's is kept.
            for (table, row) in try await Household.everything(in: scene.cloning.gateway.engine, kind) {
                #expect(!row.contains("窓"), "\(table)")
            }
            #expect(!scene.cloning.gateway.logs.text.contains("窓"))
        }
    }

    @Test("What says something else is asked again, three times in all")
    func reworded() async throws {
        try await with { scene in
            scene.service.change { $0.readings = [.says("起きて、窓を閉めよう。"), .silent, .says("おきて 窓ヲ開けよう")] }
            let odd = try await scene.speak("おきて、窓を開けよう。")
            #expect(odd.answer.status == 200 && odd.answer.header("anicca-transcript-match") == "loose")
            #expect(scene.service.now.connections == 1)
            scene.service.change { $0.readings = (0..<3).map { _ in .says("はい、わかりました。") } }
            let refused = try await scene.speak("別の文。")
            #expect(refused.answer.status == 422 && refused.answer.text("error") == "reworded")
            // It is not remembered.
            let later = try await scene.speak("別の文。")
            #expect(later.answer.status == 200)
        }
    }

    @Test("A service that fails is never a 401 or a 402 of ours", .requirement("ACCOUNT-4"))
    func trouble() async throws {
        try await with { scene in
            let handshakes: [(given: String, answered: Int)] = [
                ("401 Unauthorized", 502), ("402 Payment Required", 502), ("403 Forbidden", 502), ("500 X", 502),
                ("200 OK", 502), ("429 Too Many\r\nRetry-After: 40", 503),
            ]
            for (index, (given, answered)) in handshakes.enumerated() {
                scene.service.change { $0.refusals = [given] }
                let (answer, _) = try await scene.speak("一\(index)")
                #expect(answer.status == answered, "\(given) \(answer.body)")
                let wait = try #require(answer.header("retry-after").flatMap { Int($0) })
                #expect(given.contains("Retry-After") == (wait >= 40))
            }
            let readings: [(StandInSpeech.Reading, Int)] = [
                (.dies, 502), (.fails(code: "rate_limit_exceeded"), 503), (.fails(code: "insufficient_quota"), 502),
                (.fails(code: "invalid_api_key"), 502),
            ]
            for (index, (reading, answered)) in readings.enumerated() {
                scene.service.change { $0.readings = [reading] }
                let (answer, _) = try await scene.speak("二\(index)")
                #expect(answer.status == answered, "\(reading) \(answer.body)")
            }
            // A service that does not know a part of the session, and one that is slow.
            scene.service.change {
                $0.isOld = true
                $0.milliseconds = 100
            }
            let old = try await scene.speak("三")
            #expect(old.answer.status == 200 && old.answer.header("anicca-transcript-match") == "exact")
        }
    }

    @Test("More sound than is taken is not used")
    func endless() async throws {
        try await with { scene in
            scene.service.change { $0.readings = [.endless] }
            let (answer, body) = try await scene.speak("長い")
            #expect(answer.status == 200 && WaveFile(body[...])?.milliseconds == 1_000)
        }
    }

    @Test("Without a key there is no speech, and nobody signs out")
    func noKey() async throws {
        try await with(key: nil) { scene in
            let (answer, _) = try await scene.speak()
            #expect(answer.status == 502 && answer.text("error") == "provider")
        }
    }

    @Test("What cannot be taken is refused, and 402 means that no minute is left", arguments: DatabaseKind.allCases)
    func refusals(kind: DatabaseKind) async throws {
        try await with(kind) { scene in
            for (text, voice, more, field) in [
                ("", "marin", "", "text"), ("…。", "marin", "", "text"),
                (String(repeating: "あ", count: 1_001), "marin", "", "text"), ("あ", "", "", "voice"),
                ("あ", "marin", #","instructions":7"#, "instructions"),
            ] {
                let (answer, _) = try await scene.speak(text, voice: voice, more: more)
                #expect(answer.status == 400 && answer.text("field") == field, "\(answer.body)")
            }
            let speaker = scene.cloning.speaker
            for language in ["日本語", "ja_JP", "", "j a"] {
                let answer = try await speaker.send(
                    "POST", "/mobile/speech", json: #"{"text":"a","voice":"marin","language":"\#(language)"}"#)
                #expect(answer.status == 400 && answer.text("field") == "language")
            }
            let unknown = try await scene.speak("あ", voice: "nobody")
            #expect(unknown.answer.status == 404 && unknown.answer.text("error") == "voice_unknown")
            let stranger = try await scene.cloning.gateway.client.send("POST", "/mobile/speech", body: "{}")
            #expect(stranger.status == 401 && scene.service.now.connections == 0)
            // Twenty an hour.
            scene.service.change { $0.refusals = (0..<30).map { _ in "500 X" } }
            for number in 0..<20 {
                let (answer, _) = try await scene.speak("数\(number)")
                #expect(answer.status == 502)
            }
            let often = try await scene.speak("数20")
            #expect(often.answer.status == 429 && often.answer.header("retry-after") != nil)
            let caller = try await scene.cloning.caller()
            _ = try await scene.cloning.gateway.engine.write { transaction throws(EngineError) in
                try transaction.enqueue(
                    Query(
                        "INSERT INTO ledger (account_id, key, period, minutes, at) VALUES ($1, 'x', '2027-01', -30, 0)")(
                            .text(caller.account)))
            }
            let (empty, _) = try await scene.speak("尽きた")
            #expect(empty.status == 402 && empty.text("error") == "quota_exhausted" && empty.left("held") == 0)
            _ = try await scene.cloning.gateway.engine.write { transaction throws(EngineError) in
                try transaction.enqueue(Query("DELETE FROM ledger WHERE key = 'x'")())
            }
        }
    }

    @Test("An owner's own voice speaks until it is deleted", .requirement("MIND-9"), arguments: DatabaseKind.allCases)
    func ownVoice(kind: DatabaseKind) async throws {
        try await with(kind) { scene in
            let id = try await scene.cloning.upload("k1").text("voice_id")
            let (answer, body) = try await scene.speak("おはよう。", voice: id)
            #expect(answer.status == 200 && answer.header("anicca-transcript-match") == "unchecked")
            #expect(WaveFile(body[...])?.milliseconds == 1_000 && scene.service.now.connections == 0)
            let spoken = try #require(scene.cloning.maker.now.spoken.first)
            #expect(spoken == #"{"text":"おはよう。","model_id":"eleven_multilingual_v2"}"#)
            let deleted = try await scene.cloning.delete(id)
            #expect(deleted.status == 202)
            let gone = try await scene.speak("おはよう。", voice: id)
            #expect(gone.answer.status == 404, "not even what was made before")
        }
    }

    @Test("What is being made is made once, and is kept within bounds, for a day")
    func desk() async {
        let clock = TestClock()
        let desk = SpeechDesk(mostBytes: 10, now: { clock.now })
        #expect(desk.key(["a", "bc"]) != desk.key(["ab", "c"]) && desk.key(["a"]) == desk.key(["a"]))
        let runs = Counter()
        @Sendable func make() async -> Result<Speech, SpeechFailure> {
            runs.add()
            try? await Task.sleep(for: .milliseconds(50))
            return .success(Speech(samples: [1, 2, 3, 4], match: .exact))
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { _ = await desk.make("a", make) } }
        }
        #expect(runs.count == 1)
        clock.advance(1)
        _ = await desk.make("b", make)
        clock.advance(1)
        _ = await desk.make("c", make)
        let (first, second) = (await desk.known("a"), await desk.known("b"))
        #expect(first == nil && second != nil)
        clock.advance(SpeechDesk.dayMilliseconds - 1)
        let old = (await desk.known("b"), await desk.known("c"))
        #expect(old.0 == nil && old.1 != nil)
        clock.advance(1)
        _ = await desk.known("c")
        let left = await desk.count
        #expect(left == 0)
        _ = await desk.make("d") { .failure(.reworded) }
        let failed = await desk.known("d")
        #expect(failed == nil)
    }

    @Test("Tidying drops what is a day old, although nobody asks for anything any more", .requirement("GATEWAY-8"))
    func forgotten() async throws {
        let clock = TestClock()
        let desk = SpeechDesk(now: { clock.now })
        _ = await desk.make("a") { .success(Speech(samples: [1, 2], match: .exact)) }
        try await TestDatabase.with(.sqlite) { engine, _ in
            let tidying = Tidying(store: Store(engine: engine), logger: CollectedLogs().logger, desk: desk)
            for (milliseconds, count) in [(SpeechDesk.dayMilliseconds - 1, 1), (1, 0)] {
                clock.advance(milliseconds)
                try await tidying.tidy()
                let left = await desk.count
                #expect(left == count)
            }
        }
    }

    private final class Counter: Sendable {
        private let clock = TestClock()
        var count: Int64 { clock.now }
        func add() { clock.advance(1) }
    }
}
