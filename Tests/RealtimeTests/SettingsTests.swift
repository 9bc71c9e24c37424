import TestKit
import Testing

@testable import Realtime

@Suite(.requirement("TALK-2")) struct SettingsTests {
    private func settings() -> SessionSettings {
        SessionSettings(
            model: "m", voice: "marin", instructions: "Wake.", language: "ja", transcriptionModel: "gpt-transcribe",
            noiseReduction: nil, turnDetection: .serverVAD(), reasoningEffort: "low",
            tools: SessionSettings.tools(from: Rig.tools).tools)
    }

    @Test func sendsTheWholeConfiguration() {
        let json = settings().json(withModel: false)
        #expect(json["type"]?.text == "realtime")
        // Fixed from the start: an update that names it may be refused.
        #expect(json["model"] == nil)
        #expect(settings().json(withModel: true)["model"]?.text == "m")
        #expect(json["output_modalities"] == .list([.text("audio")]))
        #expect(json["instructions"]?.text == "Wake.")
        let input = json["audio"]?["input"]
        #expect(input?["noise_reduction"] == .null)
        #expect(input?["transcription"]?["model"]?.text == "gpt-transcribe")
        #expect(input?["transcription"]?["languages"] == .list([.text("ja")]))
        let detection = input?["turn_detection"]
        #expect(detection?["type"]?.text == "server_vad")
        #expect(detection?["threshold"]?.decimal == 0.5)
        #expect(detection?["prefix_padding_ms"]?.integer == 300)
        #expect(detection?["silence_duration_ms"]?.integer == 500)
        #expect(detection?["create_response"] == .flag(true))
        #expect(detection?["interrupt_response"] == .flag(true))
        #expect(json["audio"]?["output"]?["voice"]?.text == "marin")
        #expect(json["reasoning"]?["effort"]?.text == "low")
        #expect(
            json["tools"]?.list.compactMap { $0["name"]?.text } == [
                "next_up", "set_volume", "wait_for_user", "remember",
            ])
    }

    @Test func semanticTurnDetectionHasNoFieldsOfTheOtherKind() {
        var settings = settings()
        settings.turnDetection = .semanticVAD(eagerness: .low)
        let detection = settings.json(withModel: false)["audio"]?["input"]?["turn_detection"]
        #expect(detection?["eagerness"]?.text == "low")
        #expect(detection?["threshold"] == nil)
    }

    /// patience is added to what the owner configured, and never taken away.
    @Test(.requirement("MIND-2")) func patienceNeverShortensWhatWasConfigured() {
        #expect(TurnDetection.serverVAD().waiting(atLeastMilliseconds: nil) == .serverVAD())
        #expect(TurnDetection.serverVAD().waiting(atLeastMilliseconds: 900) == .serverVAD(silenceMilliseconds: 900))
        let slow = TurnDetection.serverVAD(threshold: 0.3, silenceMilliseconds: 3000, createsResponse: false)
        #expect(slow.waiting(atLeastMilliseconds: 900) == slow)
        #expect(
            TurnDetection.semanticVAD(eagerness: .high).waiting(atLeastMilliseconds: 900)
                == .semanticVAD(eagerness: .low))
    }

    @Test func olderTranscriptionModelsGetOneLanguage() {
        var settings = settings()
        settings.transcriptionModel = "whisper-1"
        let transcription = settings.json(withModel: false)["audio"]?["input"]?["transcription"]
        #expect(transcription?["language"]?.text == "ja")
        #expect(transcription?["languages"] == nil)
        settings.transcriptionModel = nil
        #expect(settings.json(withModel: false)["audio"]?["input"]?["transcription"] == .null)
    }

    @Test func leavesOutOnlyWhatMayBeLeftOut() {
        var settings = settings()
        let step1 = settings.omit(refused: "session.audio.input.transcription.languages")
        #expect(step1)
        #expect(settings.json(withModel: false)["audio"]?["input"]?["transcription"]?["languages"] == nil)
        #expect(settings.json(withModel: false)["audio"]?["input"]?["transcription"]?["model"] != nil)
        let step2 = settings.omit(refused: "session.audio.input.transcription")
        #expect(step2)
        #expect(settings.json(withModel: false)["audio"]?["input"]?["transcription"] == nil)
        let step3 = settings.omit(refused: "session.reasoning.effort")
        #expect(step3)
        #expect(settings.json(withModel: false)["reasoning"] == nil)
        let step4 = settings.omit(refused: "session.reasoning")
        #expect(!step4)
        let step5 = settings.omit(refused: "session.instructions")
        #expect(!step5)
        let step6 = settings.omit(refused: "")
        #expect(!step6)
    }

    @Test func toolsWithoutAnObjectAsSchemaAreLeftOut() {
        let (tools, rejected) = SessionSettings.tools(from: [
            ToolDefinition(name: "good", description: ""),
            ToolDefinition(name: "bad", description: "", parameters: "{"),
            ToolDefinition(name: "list", description: "", parameters: "[]"),
            ToolDefinition(name: "good", description: "twice"),
        ])
        #expect(tools.map(\.name) == ["good"])
        #expect(rejected == ["bad", "list", "good"])
    }

    @Test func readsBaseURLs() throws {
        #expect(try ServiceAddress(parsing: "https://api.openai.com/v1/") == .openAI)
        #expect(try ServiceAddress(parsing: "https://api.openai.com") == .openAI)
        let local = try ServiceAddress(parsing: "http://127.0.0.1:9000")
        #expect(local.clientSecrets == "http://127.0.0.1:9000/v1/realtime/client_secrets")
        #expect(local.webSocket(model: "a b") == "ws://127.0.0.1:9000/v1/realtime?model=a%20b")
        #expect(try ServiceAddress(parsing: "http://[::1]:9000/x").calls == "http://[::1]:9000/x/realtime/calls")
        #expect(try ServiceAddress(parsing: "http://10.0.0.2/v1", allowsPlain: true).isSecure == false)
        #expect(ServiceAddress.openAI.webSocket(model: "m") == "wss://api.openai.com/v1/realtime?model=m")
        #expect(
            ServiceAddress.openAI.hangUp(call: "rtc_1/../x")
                == "https://api.openai.com/v1/realtime/calls/rtc_1%2F..%2Fx/hangup")
    }

    @Test(arguments: [
        "", "api.openai.com", "ftp://x", "http://10.0.0.2/v1", "http://127.0.0.1.evil.net/", "https://",
        "https://u:p@h/",
        "https://h:0/", "https://h:99999/", "https://h:/", "https://h/ x", "https://h?a=b", "https://h#f",
        "http://[::1",
        "http://localhost.evil.net", "https://h\\x",
    ])
    func refusesInvalidBaseURLs(text: String) {
        #expect(throws: RealtimeFailure.self) { try ServiceAddress(parsing: text) }
    }

    @Test func readsTheCallsIdFromItsLocation() {
        #expect(ServiceAddress.callID(location: "/v1/realtime/calls/rtc_42") == "rtc_42")
        #expect(ServiceAddress.callID(location: "https://h/v1/realtime/calls/rtc_42?x=1") == "rtc_42")
        #expect(ServiceAddress.callID(location: "") == nil)
        #expect(ServiceAddress.callID(location: "/" + String(repeating: "x", count: 300)) == nil)
    }

    @Test func onlyWhatMayPassIsTriedAgain() {
        #expect(RealtimeFailure.network.isRetryable && RealtimeFailure.lost.isRetryable)
        #expect(!RealtimeFailure.credentials.isRetryable && !RealtimeFailure.quota.isRetryable)
        #expect(!RealtimeFailure.rateLimited.isRetryable)
    }
}
