import Bedside
import Cloud
import Foundation
import Sound
import Store
import Synchronization
import TestKit
import Testing

@testable import Appliance

/// Clips in the owner's own voice: fetched, sealed, found by their words and their voice, destroyed (MIND-9, V-3, V-4).
@Suite(.requirement("MIND-9", "GUARD-1"), .bounded) struct VoiceClipMakerTests {
    private static let sound = SyntheticSound(
        samples: [Int16](repeating: 4096, count: 24_000), samplesPerSecond: 24_000)

    /// As the rules approve it; nobody else can make one.
    private static func script(_ text: String = "I can come back.", voice: String = "v1") throws -> VoiceScript {
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.privateWords { decoder.userInfo[key] = true }
        let json = #"{"text":"\#(text)","language":"en","voice":"\#(voice)"}"#
        return try decoder.decode(VoiceScript.self, from: Data(json.utf8))
    }

    private final class World: Sendable {
        let answer = Mutex<Result<HTTPResponse, HTTPFailure>?>(
            .success(HTTPResponse(status: 200, body: VoiceClipMakerTests.sound.bytes)))
        let asked = Mutex<[HTTPRequest]>([])
        let events = Mutex<[Event]>([])
        let lines = Mutex<[String]>([])
        /// Answers that are held back.
        let held = Mutex<[@Sendable () -> Void]>([])
        let isHeld = Mutex(false)

        var reports: [Event] { events.withLock { $0 } }
    }

    private let folder: TemporaryFolder
    private let shelf: SoundShelf
    private let world = World()
    private let maker: VoiceClipMaker

    init() throws {
        folder = try TemporaryFolder()
        shelf = SoundShelf(.voiceClips, stateFolder: folder.path)
        let world = world
        maker = VoiceClipMaker(
            shelf: shelf,
            ask: { address, make, done in
                guard let address, let wire = try? GatewayWire(address: address) else { return done(nil) }
                world.asked.withLock { $0.append(make(wire)) }
                let answer: @Sendable () -> Void = { done(world.answer.withLock { $0 }) }
                if world.isHeld.withLock({ $0 }) { world.held.withLock { $0.append(answer) } } else { answer() }
            },
            today: { "2026-11-28" }, retrySeconds: 0.05,
            post: { event in world.events.withLock { $0.append(event) } },
            log: { _, text in world.lines.withLock { $0.append(text) } })
    }

    private func fetch(_ script: VoiceScript, task: Int) -> VoiceClipOutcome? {
        let before = world.reports.count
        maker.fetch(script, task: task, gateway: "https://gateway.example")
        guard eventually({ world.reports.count > before }),
            case .ownVoice(.fetched(let outcome, task)) = world.reports.last
        else { return nil }
        return outcome
    }

    private func clip(_ script: VoiceScript) -> [Float]? { VoiceClipMaker.clip(of: script, on: shelf) { _, _ in } }

    @Test func aClipIsSealedMarkedAndFoundByItsWordsAndVoice() throws {
        let script = try Self.script()
        #expect(fetch(script, task: 1) == .ready)
        let request = try #require(world.asked.withLock { $0.first })
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == #"{"text":"I can come back.","voice":"v1","language":"en"}"#)
        let heard = try #require(clip(script))
        #expect(heard.count == 48_000)
        #expect(try clip(Self.script("I can not come back.")) == nil)
        #expect(try clip(Self.script(voice: "v2")) == nil)
        let number = try #require(shelf.recordings.first)
        let bytes = try shelf.open(number)
        let sealed = try Data(contentsOf: URL(filePath: folder.path + "/voice-clips/\(number).clip"))
        #expect(!String(decoding: sealed, as: UTF8.self).contains("come back"))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("synthetic=yes\nmodel=own voice v1\ndate=2026-11-28\n"))
        #expect(!world.lines.withLock { $0 }.contains { $0.contains("come back") })
    }

    @Test func whatIsThereIsNotAskedForAgain() throws {
        let script = try Self.script()
        #expect(fetch(script, task: 1) == .ready)
        #expect(fetch(script, task: 2) == .ready)
        #expect(world.asked.withLock { $0.count } == 1 && shelf.recordings.count == 1)
    }

    @Test func aClipThatDoesNotSayThatItIsSyntheticIsNotHeard() throws {
        let script = try Self.script()
        _ = try shelf.keep(ClipFile.bytes(script: script, sound: Self.sound))
        #expect(clip(script) == nil)
    }

    @Test(arguments: [
        (404, #"{"error":"voice_unknown"}"#, VoiceClipOutcome.unknownVoice),
        (404, "<html>", .failed(retryAfterSeconds: nil)), (422, #"{"error":"reworded"}"#, .refused),
        (400, #"{"error":"invalid_request"}"#, .refused),
        (402, #"{"error":"quota_exhausted"}"#, .failed(retryAfterSeconds: nil)),
        (429, #"{"error":"too_many"}"#, .failed(retryAfterSeconds: nil)), (503, "", .failed(retryAfterSeconds: nil)),
        (200, "no sound", .failed(retryAfterSeconds: nil)),
    ])
    func whatBecomesOfItIsReported(status: Int, body: String, expected: VoiceClipOutcome) throws {
        world.answer.withLock { $0 = .success(HTTPResponse(status: status, body: Array(body.utf8))) }
        #expect(try fetch(Self.script(), task: 1) == expected)
        #expect(shelf.recordings.isEmpty)
    }

    @Test func withoutAnAnswerItHasFailed() throws {
        world.answer.withLock { $0 = .failure(.timedOut) }
        #expect(try fetch(Self.script(), task: 1) == .failed(retryAfterSeconds: nil))
        world.answer.withLock { $0 = nil }
        #expect(try fetch(Self.script(), task: 2) == .failed(retryAfterSeconds: nil))
    }

    @Test func forgettingKeepsTheClipsThatAreStillApproved() throws {
        let (kept, gone) = (try Self.script(), try Self.script("I breathe."))
        #expect(fetch(kept, task: 1) == .ready)
        #expect(fetch(gone, task: 2) == .ready)
        maker.forget(keeping: [kept])
        #expect(eventually { shelf.recordings.count == 1 })
        #expect(clip(kept) != nil && clip(gone) == nil)
        maker.forget(keeping: [])
        #expect(eventually { shelf.recordings.isEmpty })
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains("voice-clips.key"))
    }

    @Test func anAnswerThatComesAfterTheWordsWereForgottenIsNotKept() throws {
        world.isHeld.withLock { $0 = true }
        let forgotten = try Self.script()
        maker.fetch(forgotten, task: 1, gateway: "https://gateway.example")
        #expect(eventually { world.held.withLock { $0.count } == 1 })
        maker.forget(keeping: [])
        world.held.withLock { $0 }.forEach { $0() }
        // What is fetched next waits behind that answer.
        world.isHeld.withLock { $0 = false }
        #expect(try fetch(Self.script("I breathe."), task: 2) == .ready)
        #expect(world.reports.count == 1 && shelf.recordings.count == 1 && clip(forgotten) == nil)
    }
}
