import Foundation
import GatewayRules
import Testing

@testable import Gateway
@testable import SQLEngines

/// A gateway with a provider of voices on loopback, and a speaker of its owner's.
struct Cloning {
    let talks: Talks
    let maker: StandInElevenLabs
    let token: String

    var gateway: RunningGateway { talks.gateway }
    var speaker: TestSpeaker {
        let speaker = TestSpeaker(gateway)
        speaker.token = token
        return speaker
    }

    static func with(
        _ kind: DatabaseKind, tune: (inout GatewayServer.Tuning, inout Settings) -> Void = { _, _ in },
        _ body: (Cloning) async throws -> Void
    ) async throws {
        try await StandInElevenLabs.with { maker in
            try await Talks.with(
                kind,
                tune: { tuning, settings in
                    settings.cloning.address = "http://127.0.0.1:\(maker.port)"
                    settings.cloning.key = StandInElevenLabs.key
                    tune(&tuning, &settings)
                }
            ) { talks in
                talks.gateway.logs.isSecret(StandInElevenLabs.key)
                try await body(Cloning(talks: talks, maker: maker, token: try await talks.speaker().token))
            }
        }
    }

    /// Words that stand in the recordings, to be found where they should not be.
    static let mark = "THE-OWNERS-OWN-VOICE"

    static func recording(seconds: Int = 2, rate: Int = 16_000) -> [UInt8] {
        var samples = Array(mark.utf8)
        samples += [UInt8](repeating: 11, count: seconds * rate * 2 - samples.count)
        return WaveFile.bytes(samples: samples, rate: rate)
    }

    /// Silence as Opus: packets of 20 ms.
    static func opus(seconds: Int = 2) -> [UInt8] {
        OggOpusFile.bytes(
            packets: Array(repeating: [0xF8, 0xFF, 0xFE], count: seconds * 50), preSkip: 0,
            granules: seconds * OggOpusFile.rate, inputRate: 48_000, serial: 7)
    }

    static func form(
        _ parts: [(name: String, value: [UInt8])], boundary: String = "b0undary"
    ) -> [UInt8] {
        var body: [UInt8] = []
        for part in parts {
            body += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\"\r\n\r\n".utf8)
            body += part.value + Array("\r\n".utf8)
        }
        return body + Array("--\(boundary)--\r\n".utf8)
    }

    static let good: [(name: String, value: [UInt8])] = [
        ("recording", recording()), ("consent", recording(seconds: 1)),
        ("consent_text", Array("私の声を使ってよいです。".utf8)), ("name", Array("あかりの声".utf8)),
    ]

    @discardableResult func upload(
        _ key: String?, _ parts: [(name: String, value: [UInt8])] = good,
        type: String = "multipart/form-data; boundary=b0undary",
        beforeSecondHalf wait: @escaping @Sendable () -> Void = {}
    ) async throws -> LoopbackClient.Answer {
        var headers = speaker.headers + [("Authorization", "Bearer \(speaker.token)"), ("Content-Type", type)]
        if let key { headers.append(("Idempotency-Key", key)) }
        return try await gateway.client.send(
            "POST", "/mobile/voice", headers: headers, bytes: Self.form(parts), beforeSecondHalf: wait
        ).answer
    }

    func delete(_ id: String) async throws -> LoopbackClient.Answer {
        try await gateway.client.send(
            "DELETE", "/mobile/voice/\(id)", headers: speaker.headers + [("Authorization", "Bearer \(speaker.token)")])
    }

    /// Each voice's state by its id.
    func states() async throws -> [String: String] {
        let answer = try await speaker.get("/mobile/voice")
        #expect(answer.status == 200)
        var states: [String: String] = [:]
        for voice in answer.json["voices"] as? [[String: Any]] ?? [] {
            states[voice["voice_id"] as? String ?? ""] = voice["state"] as? String
        }
        return states
    }

    /// Uploads, and runs `body` while the provider has the recording and has not answered.
    func upload(_ key: String, during body: () async throws -> Void) async throws -> LoopbackClient.Answer {
        let before = maker.now.requests
        maker.change { $0.isHeld = true }
        async let answer = upload(key)
        while maker.now.requests == before { try await Task.sleep(for: .milliseconds(10)) }
        try await body()
        maker.change { $0.isHeld = false }
        return try await answer
    }

    /// One round of an instance's jobs.
    func run() async throws { try await #require(gateway.server.voices).runDue() }

    func jobs() async throws -> [String] {
        var keys: [String] = []
        for row in try await gateway.engine.rows(Query("SELECT key FROM jobs WHERE kind = 'voice' ORDER BY key")()) {
            keys.append(try row.text(0))
        }
        return keys
    }

    func expectInvariants() async throws {
        for (invariant, violations) in try await Invariant.counts(in: gateway.engine) {
            #expect(violations == 0, "\(invariant.number): \(invariant.sentence)")
        }
    }

    /// The owner as the store knows them.
    func caller(_ device: String? = nil) async throws -> Caller {
        let row = try #require(await gateway.engine.rows(Query("SELECT id, account_id FROM users")()).first)
        return Caller(
            user: try row.text(0), account: try row.text(1), device: device, deviceID: nil, issuedAt: 0, expiresAt: .max
        )
    }

    func ask(_ key: String, of device: String? = nil) async throws -> VoiceAsk {
        VoiceAsk(caller: try await caller(device), key: key, name: "x", consentText: "y", consentHash: "z")
    }
}
