import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite("A voice of one's own", .requirement("GATEWAY-7", "MIND-9", "GATEWAY-3", "I16"))
struct VoiceTests {
    @Test(
        "It is made once, used, and deleted on both sides, however often the provider fails",
        arguments: DatabaseKind.allCases)
    func whole(kind: DatabaseKind) async throws {
        try await Cloning.with(kind) { cloning in
            let made = try await cloning.upload("k1")
            #expect(made.status == 201 && made.text("state") == "ready" && made.text("name") == "あかりの声", "\(made.body)")
            let id = made.text("voice_id")
            // The provider knows it by our name alone.
            #expect(cloning.maker.now.voices == ["el1": id])
            #expect(!cloning.maker.now.bodies.joined().contains("あかり"))
            let again = try await cloning.upload("k1")
            #expect(again.status == 201 && again.text("voice_id") == id && cloning.maker.now.made == 1)
            let second = try await cloning.upload("k2")
            #expect(second.status == 409 && second.text("error") == "voice_taken")
            let jobs = try await cloning.jobs()
            #expect(jobs.isEmpty)
            cloning.maker.change { $0.failingDeletions = 2 }
            let deleted = try await cloning.delete(id)
            #expect(deleted.status == 202 && deleted.text("state") == "deleting")
            for _ in 0..<2 {
                try await cloning.run()
                let states = try await cloning.states()
                #expect(states == [id: "deleting"] && cloning.maker.now.voices.count == 1)
                try await cloning.expectInvariants()
                cloning.talks.advance(minutes: 60)
            }
            let repeated = try await cloning.delete(id)
            #expect(repeated.status == 202)
            try await cloning.run()
            let states = try await cloning.states()
            #expect(states.isEmpty && cloning.maker.now.voices.isEmpty)
            let gone = try await cloning.delete(id)
            #expect(gone.status == 204 && gone.body.isEmpty)
            let unknown = try await cloning.delete("voc0nobodys")
            #expect(unknown.status == 404 && unknown.text("error") == "voice_unknown")
            // Its consent is kept, and nothing of the voice.
            let rows = try await cloning.gateway.engine.rows(
                Query("SELECT name, provider_id, consent_text, LENGTH(consent_hash) FROM voices")())
            #expect(rows.map(\.values) == [["", nil, "私の声を使ってよいです。", 43]])
            let next = try await cloning.upload("k1")
            #expect(next.status == 201 && next.text("voice_id") != id)
        }
    }

    @Test("A recording may be Opus, and the provider is told so")
    func opus() async throws {
        try await Cloning.with(.sqlite) { cloning in
            let parts = Cloning.good.map { $0.name == "recording" ? (name: $0.name, value: Cloning.opus()) : $0 }
            let made = try await cloning.upload("k1", parts)
            #expect(made.status == 201, "\(made.body)")
            let body = try #require(cloning.maker.now.bodies.first)
            #expect(body.contains("filename=\"voice.ogg\"\r\nContent-Type: audio/ogg\r\n\r\nOggS"))
        }
    }

    @Test("No recording is in the database or in a log", arguments: DatabaseKind.allCases)
    func neverOnDisk(kind: DatabaseKind) async throws {
        try await Cloning.with(kind) { cloning in
            cloning.gateway.logs.isSecret(Cloning.mark)
            cloning.gateway.logs.isSecret("あかりの声")
            try await cloning.upload("k1")
            cloning.maker.change { $0.losesAnswers = true }
            #expect(cloning.maker.now.bodies.first?.contains(Cloning.mark) == true)
            let folder = cloning.gateway.database.folder
            for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let data = FileManager.default.contents(atPath: "\(folder)/\(file)") ?? Data()
                #expect(data.range(of: Data(Cloning.mark.utf8)) == nil, "\(file)")
            }
            for (table, row) in try await Household.everything(in: cloning.gateway.engine, kind) {
                #expect(!row.contains(Cloning.mark), "\(table)")
            }
        }
    }

    @Test("A voice whose answer was lost is found by its name and deleted", arguments: DatabaseKind.allCases)
    func lostAnswer(kind: DatabaseKind) async throws {
        try await Cloning.with(kind) { cloning in
            cloning.maker.change { $0.losesAnswers = true }
            let lost = try await cloning.upload("k1")
            #expect(lost.status == 502 && lost.text("error") == "provider" && lost.header("retry-after") != nil)
            #expect(cloning.maker.now.voices.count == 1)
            let states = try await cloning.states()
            #expect(states.isEmpty)
            cloning.maker.change { $0.losesAnswers = false }
            // The speaker may try again before anything was cleaned up.
            let made = try await cloning.upload("k1")
            #expect(made.status == 201)
            try await cloning.run()
            #expect(Array(cloning.maker.now.voices.values) == [made.text("voice_id")])
            // It is looked for once more, in case the upload was still on its way.
            let jobs = try await cloning.jobs()
            #expect(jobs.count == 1)
            cloning.talks.advance(minutes: 80)
            try await cloning.run()
            let left = try await cloning.jobs()
            #expect(left.isEmpty && cloning.maker.now.voices.count == 1)
        }
    }

    @Test(
        "An instance that dies while a voice is made leaves none, whether the provider had made it or not",
        arguments: DatabaseKind.allCases, [true, false])
    func crash(kind: DatabaseKind, isMade: Bool) async throws {
        try await Cloning.with(kind) { cloning in
            guard case .begun(let id) = try await cloning.gateway.store.begin(cloning.ask("k1")) else {
                throw LoopbackClient.Trouble(what: "not begun")
            }
            if isMade { cloning.maker.change { $0.voices["el77"] = id } }
            cloning.maker.change { $0.voices["another"] = "somebody else's" }
            let states = try await cloning.states()
            #expect(states == [id: "creating"])
            let atWork = try await cloning.upload("k1")
            #expect(atWork.status == 409 && atWork.text("error") == "voice_at_work")
            #expect(atWork.header("retry-after") != nil)
            try await cloning.run()
            #expect(cloning.maker.now.voices.count == (isMade ? 2 : 1), "it may still be at it")
            cloning.talks.advance(minutes: 3)
            try await cloning.run()
            #expect(Array(cloning.maker.now.voices.keys) == ["another"])
            let after = try await cloning.states()
            #expect(after.isEmpty)
            // It was not dead, only slow: what it brings is deleted.
            cloning.maker.change { $0.voices["late"] = id }
            let kept = try await cloning.gateway.store.keep(id, providerID: "late")
            #expect(kept == nil)
            try await cloning.run()
            #expect(Array(cloning.maker.now.voices.keys) == ["another"])
            let retried = try await cloning.upload("k1")
            #expect(retried.status == 201)
        }
    }

    @Test("A voice that is deleted while it is made is not kept", arguments: DatabaseKind.allCases)
    func deletedMeanwhile(kind: DatabaseKind) async throws {
        try await Cloning.with(kind) { cloning in
            var id = ""
            let answer = try await cloning.upload("k1") {
                let states = try await cloning.states()
                id = try #require(states.keys.first)
                #expect(states == [id: "creating"])
                let deleted = try await cloning.delete(id)
                #expect(deleted.status == 202)
                try await cloning.expectInvariants()
            }
            #expect(answer.status == 409 && answer.text("error") == "voice_deleted", "\(answer.body)")
            try await cloning.expectInvariants()
            try await cloning.run()
            #expect(cloning.maker.now.voices.isEmpty && cloning.maker.now.deleted == 1)
            let gone = try await cloning.delete(id)
            #expect(gone.status == 204)
        }
    }

    /// A speaker that is reset looks for its owner's voices, deletes them, and gives its token back. An upload that was
    /// on its way then would leave one that nobody asks for.
    @Test("Nothing is made of recordings whose speaker signed out as they came", arguments: DatabaseKind.allCases)
    func signedOutMeanwhile(kind: DatabaseKind) async throws {
        try await Cloning.with(kind) { first in
            // Tokens are replaced every evening, and the old one is never revoked.
            let speaker = first.speaker
            try await speaker.rotate()
            _ = try await speaker.get("/mobile/voice")
            // And a successor that never arrived.
            _ = try await speaker.send(rotationWith: speaker.token)
            let cloning = Cloning(talks: first.talks, maker: first.maker, token: speaker.token)
            #expect(cloning.token != first.token)
            let token = try #require(Token(.device, sent: cloning.token))
            let isSignedOut = DispatchSemaphore(value: 0)
            async let answer = cloning.upload("k1", beforeSecondHalf: { isSignedOut.wait() })
            // Whoever has a place here was let in by the token.
            let uploads = cloning.gateway.server.uploads
            for _ in 0..<3_000 where uploads.entered == 0 { try await Task.sleep(for: .milliseconds(10)) }
            #expect(uploads.entered == 1)
            let device = try? await cloning.gateway.store.signOut(by: token)
            isSignedOut.signal()
            let refused = try await answer
            #expect(refused.status == 401 && refused.text("error") == "invalid_token", "\(refused.body)")
            #expect(cloning.maker.now.requests == 0)
            let jobs = try await cloning.jobs()
            #expect(jobs.isEmpty)
            // However late it comes.
            let late = try await cloning.ask("k2", of: device)
            await #expect(throws: EngineError.gone) { try await cloning.gateway.store.begin(late) }
        }
    }

    @Test(
        "Who deletes the account leaves no voice behind, here or there", .requirement("GATEWAY-8", "I15"),
        arguments: DatabaseKind.allCases)
    func personDeleted(kind: DatabaseKind) async throws {
        try await Cloning.with(kind) { cloning in
            let id = try await cloning.upload("k1").text("voice_id")
            let caller = try await cloning.caller()
            let export = try await cloning.gateway.store.export(of: caller)
            guard case .array(let voices)? = export["voices"] else { throw LoopbackClient.Trouble(what: "no voices") }
            #expect(voices.first?["consentText"] == .text("私の声を使ってよいです。") && voices.first?["id"] == .text(id))
            cloning.maker.change { $0.failingDeletions = 1 }
            try await cloning.gateway.server.metering.delete(caller)
            for (table, row) in try await Household.everything(in: cloning.gateway.engine, kind) {
                for trace in [caller.user, caller.account, id, "あかり", "私の声"] {
                    #expect(!row.contains(trace), "\(table): \(row)")
                }
            }
            try await cloning.run()
            let jobs = try await cloning.jobs()
            #expect(jobs == ["id:el1"] && cloning.maker.now.voices.count == 1)
            cloning.talks.advance(minutes: 60)
            try await cloning.run()
            let left = try await cloning.jobs()
            #expect(left.isEmpty && cloning.maker.now.voices.isEmpty)
        }
    }

    @Test("Whoever deletes the account while a voice is made leaves none either", arguments: DatabaseKind.allCases)
    func personDeletedMeanwhile(kind: DatabaseKind) async throws {
        try await Cloning.with(kind) { cloning in
            let answer = try await cloning.upload("k1") {
                try await cloning.gateway.server.metering.delete(cloning.caller())
                try await cloning.expectInvariants()
            }
            #expect(answer.status == 409)
            try await cloning.run()
            #expect(cloning.maker.now.voices.isEmpty && cloning.maker.now.made == 1)
        }
    }

    @Test("What cannot be taken is refused with one clear error", arguments: DatabaseKind.allCases)
    func refusals(kind: DatabaseKind) async throws {
        try await Cloning.with(kind) { cloning in
            func replacing(_ name: String, _ value: [UInt8]?) -> [(name: String, value: [UInt8])] {
                Cloning.good.compactMap { part in
                    guard part.name == name else { return part }
                    return value.map { (name, $0) }
                }
            }
            let cases: [(status: Int, field: String, parts: [(name: String, value: [UInt8])])] = [
                (400, "recording", replacing("recording", nil)), (400, "consent", replacing("consent", nil)),
                (400, "name", replacing("name", nil)), (400, "consent_text", replacing("consent_text", [])),
                (400, "name", replacing("name", Array("a\nb".utf8))), (400, "name", replacing("name", [0xFF])),
                (400, "consent_text", replacing("consent_text", Array(String(repeating: "あ", count: 501).utf8))),
                (400, "recording", replacing("recording", Cloning.recording(seconds: 31))),
                (400, "", Cloning.good + [("name", [0x61])]),
                (400, "", (0..<9).map { ("p\($0)", [0x61]) }),
                (415, "", replacing("recording", Array("OggS".utf8))), (415, "", replacing("consent", Cloning.opus())),
                (400, "recording", replacing("recording", Cloning.opus(seconds: 31))),
                (415, "", replacing("recording", Cloning.opus().dropLast(1))),
                (415, "", replacing("consent", Cloning.recording().dropLast(7))),
            ]
            for (index, (status, field, parts)) in cases.enumerated() {
                let answer = try await cloning.upload("c\(index)", parts)
                #expect(answer.status == status && answer.text("field") == field, "\(index) \(answer.body)")
            }
            let large = try await cloning.upload("k", Cloning.good + [("x", [UInt8](repeating: 0, count: 4 << 20))])
            #expect(large.status == 413)
            let keyless = try await cloning.upload(nil)
            #expect(keyless.status == 400)
            let typed = try await cloning.upload("k", type: "application/json")
            #expect(typed.status == 415)
            let unbounded = try await cloning.upload("k", type: "multipart/form-data")
            #expect(unbounded.status == 400)
            let unknown = try await cloning.gateway.client.send("GET", "/mobile/voice")
            #expect(unknown.status == 401)
            #expect(cloning.maker.now.bodies.isEmpty)
            let rows = try await cloning.gateway.engine.rows(Query("SELECT id FROM voices")())
            #expect(rows.isEmpty)
        }
    }

    @Test(
        "What the provider answers is never a 401 or a 402 of ours, and leaves nothing", .requirement("ACCOUNT-4"),
        arguments: DatabaseKind.allCases)
    func providerTrouble(kind: DatabaseKind) async throws {
        try await Cloning.with(kind) { cloning in
            let cases: [(given: Int, body: String, answered: Int, error: String)] = [
                (422, "{}", 422, "voice_refused"), (400, "{}", 422, "voice_refused"), (401, "{}", 502, "provider"),
                (402, "{}", 502, "provider"), (403, "{}", 502, "provider"), (429, "{}", 503, "provider_busy"),
                (503, "", 502, "provider"), (200, "", 502, "provider"), (200, #"{"voice_id":"../x"}"#, 502, "provider"),
            ]
            for (index, (given, body, answered, error)) in cases.enumerated() {
                cloning.maker.change { $0.faults = [(given, body)] }
                let answer = try await cloning.upload("k\(index)")
                #expect(answer.status == answered && answer.text("error") == error, "\(given) \(answer.body)")
                #expect((answer.header("retry-after") != nil) == (answered != 422))
                let states = try await cloning.states()
                #expect(states.isEmpty)
            }
            cloning.talks.advance(minutes: 60)
            cloning.maker.change { $0.wantsVerification = true }
            let verification = try await cloning.upload("v")
            #expect(verification.status == 502 && cloning.maker.now.voices.count == 1)
            try await cloning.run()
            #expect(cloning.maker.now.voices.isEmpty)
        }
    }

    @Test("The key comes by credential or by its earlier name, and the address is encrypted", .requirement("GATEWAY-9"))
    func settings() async throws {
        var sources = SettingsSources()
        let none = try await sources.read().get().cloning
        #expect(none == CloningSettings() && none.summary.hasPrefix("no voice_key"))
        sources.environment = ["ELEVENLABS_API_KEY": "xi-1\n", "ANICCA_GATEWAY_VOICE_MODEL": "eleven_flash_v2_5"]
        let cloning = try await sources.read().get().cloning
        #expect(cloning.key == "xi-1" && cloning.model == "eleven_flash_v2_5")
        #expect(cloning.summary == "https://api.elevenlabs.io")
        sources.environment = [:]
        sources.overrides = ["voice_address": "http://voices.example", "voice_key": "two words", "voice_model": "../x"]
        guard case .failure(let faults) = await sources.read() else { throw LoopbackClient.Trouble(what: "no fault") }
        #expect(faults.all.map(\.setting).sorted() == ["voice_address", "voice_key", "voice_model"])
        #expect(!faults.description.contains("two words"))
    }

    @Test("Without a key, without a plan, and too often", arguments: DatabaseKind.allCases)
    func notAllowed(kind: DatabaseKind) async throws {
        try await Cloning.with(kind, tune: { _, settings in settings.cloning.key = nil }) { cloning in
            let off = try await cloning.upload("k1")
            #expect(off.status == 403 && off.text("error") == "voices_off" && off.text("message").contains("voice_key"))
            let states = try await cloning.states()
            #expect(states.isEmpty && cloning.gateway.server.voices == nil)
        }
        try await Cloning.with(kind) { cloning in
            _ = try await cloning.gateway.engine.write { transaction throws(EngineError) in
                try transaction.enqueue(Query("UPDATE accounts SET plan = 'free'")())
            }
            let free = try await cloning.upload("k1")
            #expect(free.status == 403 && free.text("error") == "plan")
            let asked = try await cloning.gateway.store.begin(cloning.ask("k1"))
            #expect(asked == .plan)
            _ = try await cloning.gateway.engine.write { transaction throws(EngineError) in
                try transaction.enqueue(Query("UPDATE accounts SET plan = 'owner'")())
            }
            cloning.maker.change { $0.faults = (0..<10).map { _ in (422, "{}") } }
            for number in 0..<10 {
                let refused = try await cloning.upload("t\(number)")
                #expect(refused.status == 422)
            }
            let often = try await cloning.upload("t11")
            #expect(often.status == 429 && often.header("retry-after") != nil)
        }
    }
}
