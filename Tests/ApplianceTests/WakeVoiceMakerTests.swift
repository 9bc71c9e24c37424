import Bedside
import Cloud
import Foundation
import Realtime
import Store
import Synchronization
import TestKit
import Testing

@testable import Appliance

/// The wake message in the companion's voice: read by the service, sealed, found by its words, destroyed (MIND-4).
@Suite(.requirement("MIND-4", "GUARD-1"), .bounded)
struct WakeVoiceMakerTests {
    private static func words(_ text: String = "Stand up. Open the window.") -> Utterance {
        var words = Utterance(text: text, language: .english)
        words.isPrivate = true
        return words
    }
    /// A second, as the service reads it.
    private static let sound = [Int16](repeating: 8192, count: 24_000)

    /// A service, and what the maker told of it.
    private final class World: Sendable {
        let answer = Mutex<Result<[Int16], ReadingFailure>>(.success(WakeVoiceMakerTests.sound))
        let asked = Mutex<[ReadingRequest]>([])
        let events = Mutex<[Event]>([])
        let lines = Mutex<[String]>([])
        let isHeld = Mutex(false)
        let key = Mutex<Result<Credential?, CredentialError>>(.success(Credential("sk-stand-in")))

        var reports: [Event] { events.withLock { $0 } }
        var readings: Int { asked.withLock { $0.count } }
    }

    private let folder: TemporaryFolder
    private let shelf: SoundShelf
    private let world = World()
    private let maker: WakeVoiceMaker

    init() throws {
        folder = try TemporaryFolder()
        shelf = SoundShelf(.wakeVoice, stateFolder: folder.path)
        let world = world
        maker = WakeVoiceMaker(
            shelf: shelf, voice: "marin", key: { world.key.withLock { $0 } },
            reader: { request, _, isWanted in
                world.asked.withLock { $0.append(request) }
                while world.isHeld.withLock({ $0 }) {
                    guard isWanted() else { return .failure(.cancelled) }
                    usleep(5000)
                }
                return world.answer.withLock { $0 }
            },
            retrySeconds: 0.05, post: { event in world.events.withLock { $0.append(event) } },
            log: { _, text in world.lines.withLock { $0.append(text) } })
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    private func render(_ task: Int, _ text: String = "Stand up. Open the window.") -> WakeVoice.Outcome? {
        let before = world.reports.count
        maker.perform(.render(Self.words(text), task: task))
        guard eventually({ world.reports.count > before }),
            case .wakeVoice(.rendered(let outcome, task)) = world.reports.last
        else { return nil }
        return outcome
    }

    private func reading(_ text: String = "Stand up. Open the window.") -> [Float]? {
        WakeVoiceMaker.reading(of: Self.words(text), on: shelf) { _, _ in }
    }

    @Test func aReadingIsSealedAndFoundByItsWordsAlone() throws {
        #expect(render(1) == .ready)
        #expect(world.asked.withLock { $0 } == [ReadingRequest(text: "Stand up. Open the window.", voice: "marin")])
        let found = try #require(reading())
        #expect(found.count == 2 * Self.sound.count, "48 kHz")
        #expect(found.dropFirst(200).allSatisfy { abs($0 - 0.25) < 0.01 })
        #expect(reading("Stand up. Do not open the window.") == nil)
        #expect(reading("") == nil)
        #expect(names.contains("wake-voice") && names.contains("wake-voice.key"))
        for number in shelf.recordings {
            let sealed = try Data(contentsOf: URL(filePath: folder.path + "/wake-voice/\(number).reading"))
            #expect(!String(decoding: sealed, as: UTF8.self).contains("window"))
        }
    }

    @Test func whatIsThereIsNotAskedForAgain() throws {
        #expect(render(1) == .ready)
        #expect(render(2) == .ready)
        #expect(world.readings == 1)
        #expect(render(3, "Stand up. Breathe.") == .ready)
        #expect(world.readings == 2 && shelf.recordings.count == 1, "the earlier one is gone")
        #expect(reading() == nil && reading("Stand up. Breathe.") != nil)
    }

    @Test func forgettingDestroysSoundAndKey() throws {
        #expect(render(1) == .ready)
        maker.perform(.forget)
        #expect(eventually { shelf.recordings.isEmpty && !names.contains("wake-voice.key") })
        #expect(reading() == nil)
    }

    @Test func aDamagedReadingIsLeftOutAndMadeAgain() throws {
        #expect(render(1) == .ready)
        let name = "wake-voice/\(try #require(shelf.recordings.first)).reading"
        var bytes = try Data(contentsOf: URL(filePath: folder.path + "/" + name))
        bytes[bytes.count / 2] ^= 1
        try folder.write(name, Array(bytes))
        #expect(reading() == nil)
        #expect(render(2) == .ready)
        #expect(reading() != nil && shelf.recordings.count == 1)
    }

    @Test func whatBecomesOfItIsReported() {
        for (failure, outcome) in [
            (ReadingFailure.service(.network), WakeVoice.Outcome.failed), (.service(.provider(status: 503)), .failed),
            (.service(.credentials), .refused), (.service(.quota), .refused), (.notAsWritten, .refused),
        ] {
            world.answer.withLock { $0 = .failure(failure) }
            #expect(render(1) == outcome, "\(failure)")
        }
        world.key.withLock { $0 = .success(nil) }
        #expect(render(2) == .refused)
        #expect(shelf.recordings.isEmpty)
        #expect(world.lines.withLock { lines in lines.allSatisfy { !$0.contains("window") } })
        // Longer than twelve seconds, which a reader would not return.
        world.key.withLock { $0 = .success(Credential("sk-stand-in")) }
        world.answer.withLock { $0 = .success([Int16](repeating: 3000, count: 13 * 24_000)) }
        #expect(render(3) == .failed)
        #expect(shelf.recordings.isEmpty)
    }

    @Test func aReadingOfTwelveSecondsIsKept() throws {
        world.answer.withLock { $0 = .success([Int16](repeating: 3000, count: 12 * 24_000)) }
        #expect(render(1) == .ready)
        #expect(reading()?.count == 12 * 48_000)
    }

    /// What the disk refuses is tried again, and nothing is made meanwhile.
    @Test func aReadingThatCannotBeDestroyedIsOwed() throws {
        #expect(render(1) == .ready)
        let file = folder.path + "/wake-voice/\(try #require(shelf.recordings.first)).reading"
        // Nobody, not even root, can unlink a folder.
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        maker.perform(.forget)
        #expect(eventually { world.lines.withLock { $0.count { $0.contains("not removed yet") } >= 2 } })
        try FileManager.default.removeItem(atPath: file)
        #expect(eventually { shelf.recordings.isEmpty })
    }

    /// Words that left the device before the start do not leave it again on the same day.
    @Test func whatWasSentBeforeIsOnlyFound() throws {
        maker.perform(.render(Self.words(), task: 1, isSentBefore: true))
        #expect(eventually { world.reports == [.wakeVoice(.rendered(.refused, task: 1))] })
        #expect(world.readings == 0)
        #expect(render(2) == .ready)
        maker.perform(.render(Self.words(), task: 3, isSentBefore: true))
        #expect(eventually { world.reports.last == .wakeVoice(.rendered(.ready, task: 3)) })
        #expect(world.readings == 1)
    }

    @Test func whatIsForgottenWhileItIsReadIsNeverKept() {
        world.isHeld.withLock { $0 = true }
        maker.perform(.render(Self.words(), task: 1))
        #expect(eventually { world.readings == 1 })
        maker.perform(.forget)
        maker.perform(.render(Self.words("Stand up. Breathe."), task: 2))
        world.isHeld.withLock { $0 = false }
        #expect(eventually { world.reports == [.wakeVoice(.rendered(.ready, task: 2))] })
        #expect(reading() == nil && reading("Stand up. Breathe.") != nil)
    }

    @Test func brokenFilesHoldNothing() {
        for bytes: [UInt8] in [[], [1], [5, 0, 65], [255, 255], [0, 0]] {
            #expect(ReadingFile.samples(in: bytes, of: "A") == nil)
        }
        #expect(ReadingFile.samples(in: [1, 0, 65, 0], of: "A") == [])
        #expect(ReadingFile.samples(in: [1, 0, 65, 0, 64], of: "A") == [16_384])
    }
}
