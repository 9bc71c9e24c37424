import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

@Suite(
    "The profile: the newest wins, and the answer is the winner", .requirement("ACCOUNT-2", "GATEWAY-1", "GATEWAY-3"))
struct ProfileTests {
    private func put(
        _ speaker: TestSpeaker, _ members: String, path: String = "/mobile/profile"
    ) async throws -> LoopbackClient.Answer {
        try await speaker.send("PUT", path, json: "{\(members)}")
    }

    @Test("Nothing yet, the first, a conditional read, the same on another speaker", arguments: DatabaseKind.allCases)
    func life(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let (one, two) = (try await talks.speaker("speaker-1"), try await talks.speaker("speaker-2"))
            let none = try await one.get("/mobile/profile")
            #expect(none.status == 404 && none.text("error") == "no_profile")
            let body = """
                "displayName":"あかり \\u003c","preferredLanguage":"ja","sleepLocation":"寝室","trainingFocus":["core","cardio"],
                "timeZone":"Asia/Tokyo","habits":[{"id":"wake","at":"06:00","weight":1.5}],"future":{"unknown":true}
                """
            let first = try await put(one, body)
            #expect(first.status == 200 && first.number("version") == 1 && first.header("etag") == "\"1\"", "\(first)")
            #expect(first.number("updatedAt") == talks.time.now && first.json["future"] == nil)
            #expect(first.text("changedBy") == "speaker")
            let read = try await two.get("/api/mobile/profile")
            #expect(read.status == 200 && read.body == first.body && read.text("displayName") == "あかり <")
            #expect(read.body.contains(#""habits":[{"id":"wake","at":"06:00","weight":1.5}]"#))
            for tag in ["\"1\"", "W/\"1\"", "\"0\", \"1\"", "*"] {
                let unchanged = try await two.get("/mobile/profile", headers: [("If-None-Match", tag)])
                #expect(unchanged.status == 304 && unchanged.body.isEmpty, "\(tag)")
            }
            let changed = try await two.get("/mobile/profile", headers: [("If-None-Match", "\"7\"")])
            #expect(changed.status == 200)
            // A lost answer is repeated.
            let again = try await put(one, body)
            #expect(again.body == first.body)
            let entitlement = try await one.get("/mobile/entitlement")
            #expect(entitlement.left("period_ends_at") == 1_801_440_000 - 9 * 3_600, "months are Tokyo's now")
        }
    }

    @Test(
        "Of two changes the newer wins, nothing is newer than now, and ties go by name",
        arguments: DatabaseKind.allCases)
    func newest(kind: DatabaseKind) async throws {
        try await Talks.with(kind) { talks in
            let (one, two) = (try await talks.speaker("speaker-1"), try await talks.speaker("speaker-2"))
            let now = talks.time.now
            func name(_ speaker: TestSpeaker, _ name: String, at time: Int64) async throws -> String {
                let answer = try await put(speaker, #""displayName":"\#(name)","updatedAt":\#(time)"#)
                #expect(answer.status == 200)
                return answer.text("displayName") + " \(answer.number("version"))"
            }
            var winner = try await name(one, "a", at: now - 10_000)
            #expect(winner == "a 1")
            winner = try await name(two, "b", at: now - 20_000)
            #expect(winner == "a 1", "queued for too long")
            winner = try await name(two, "c", at: now - 10_000)
            #expect(winner == "c 2", "speaker-2 comes after speaker-1")
            winner = try await name(one, "d", at: now - 10_000)
            #expect(winner == "c 2")
            // A clock that is a year ahead wins until the next change and no longer.
            winner = try await name(one, "e", at: now + 31_536_000_000)
            #expect(winner == "e 3")
            talks.advance(minutes: 1)
            winner = try await name(two, "f", at: talks.time.now)
            #expect(winner == "f 4")
        }
    }

    @Test("Every order of the same changes has the same winner", arguments: 0..<60)
    func anyOrder(seed: Int) {
        var generator = SeededGenerator(UInt64(seed))
        let stamps = (0..<6).map { _ in
            ChangeStamp(
                claimed: .random(in: 0...3, using: &generator),
                by: "speaker-\(Int.random(in: 0...2, using: &generator))",
                now: 2)
        }
        func winner(_ order: [ChangeStamp]) -> ChangeStamp? {
            order.reduce(nil) { stored, stamp in stamp.replaces(stored, at: 2) ? stamp : stored }
        }
        let expected = stamps.max()
        for _ in 0..<20 { #expect(winner(stamps.shuffled(using: &generator)) == expected) }
        #expect(stamps.allSatisfy { $0.at <= 2 })
    }

    @Test("What is wrong is 400 with the field's name, what is too large is 413")
    func refusals() async throws {
        try await Talks.with(.sqlite) { talks in
            let speaker = try await talks.speaker()
            let long = String(repeating: "x", count: 513)
            let refused: [(String, String)] = [
                (#""displayName":7"#, "displayName"), (#""displayName":"\#(long)""#, "displayName"),
                (#""displayName":"a\u0007""#, "displayName"), (#""preferredLanguage":[]"#, "preferredLanguage"),
                (#""sleepLocation":{}"#, "sleepLocation"), (#""trainingFocus":[7]"#, "trainingFocus"),
                (#""trainingFocus":[""]"#, "trainingFocus"), (#""timeZone":"Mars/Olympus""#, "timeZone"),
                (#""timeZone":"JST""#, "timeZone"), (#""habits":{}"#, "habits"), (#""habits":[1]"#, "habits"),
                (#""updatedAt":"today""#, "updatedAt"), (#""updatedAt":-1"#, "updatedAt"),
                (#""habits":[\#(Array(repeating: "{}", count: 65).joined(separator: ","))]"#, "habits"),
            ]
            for (members, field) in refused {
                let answer = try await put(speaker, members)
                #expect(answer.status == 400 && answer.text("field") == field, "\(members)")
            }
            let large = try await put(speaker, #""habits":["# + String(repeating: " ", count: 64 << 10) + "]")
            #expect(large.status == 413)
            let form = try await speaker.client.send(
                "PUT", "/mobile/profile", headers: [("Authorization", "Bearer \(speaker.token)")], body: "a=b")
            #expect(form.status == 415)
            let none = try await speaker.get("/mobile/profile")
            #expect(none.status == 404)
            // The longest that a speaker takes from its owner.
            let (family, place) = (String(repeating: "👨‍👩‍👧", count: 64), String(repeating: "寝", count: 200))
            let longest = try await put(speaker, #""displayName":"\#(family)","sleepLocation":"\#(place)""#)
            #expect(longest.status == 200 && longest.text("displayName") == family)
            // One text is an array of one; null is left out.
            let older = try await put(speaker, #""trainingFocus":"筋力","displayName":null"#)
            #expect(older.status == 200 && older.json["trainingFocus"] as? [String] == ["筋力"])
        }
    }

    @Test("JSON is read strictly, and comes out as it went in")
    func json() throws {
        let good = #"{"a":[1,-2,0.5,1e9,true,false,null,"x\ny\\\"\/ é 😀"],"b":{"c":{}},"d":[]}"#
        let read = try JSON(parsing: Array(good.utf8))
        #expect(try JSON(parsing: Array(read.encoded.utf8)) == read)
        #expect(
            read["a"]
                == .array([1, -2, .number("0.5"), .number("1e9"), .bool(true), .bool(false), .null, "x\ny\\\"/ é 😀"]))
        let bad = [
            "", "{", "[1,]", "{\"a\"}", "{\"a\":1,\"a\":2}", "01", "1.", ".5", "+1", "nul", "\"\u{01}\"", "\"\\x\"",
            "\"\\u12\"",
            "\"\\uD800\"", "\"\\uD800\\u0041\"", "\"\\u0000\"", "[1] 2", "\"abc", "{a:1}",
            "[" + String(repeating: "[", count: 16),
            String(repeating: "[", count: 17) + String(repeating: "]", count: 17), "1e", "--1", "NaN",
        ]
        for text in bad { #expect(throws: JSON.Fault.self, "\(text)") { try JSON(parsing: Array(text.utf8)) } }
        #expect(throws: JSON.Fault.self) { try JSON(parsing: [0x22, 0xFF, 0x22]) }
        let deep = String(repeating: "[", count: 16) + String(repeating: "]", count: 16)
        _ = try JSON(parsing: Array(deep.utf8))
        var generator = SeededGenerator(5)
        for _ in 0..<2_000 {
            var bytes = Array(good.utf8)
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            if let json = try? JSON(parsing: bytes) { #expect(try JSON(parsing: Array(json.encoded.utf8)) == json) }
        }
    }
}
