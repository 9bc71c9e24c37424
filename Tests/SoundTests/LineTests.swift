import Bedside
import Foundation
import Synchronization
import System
import TestKit
import Testing

@testable import Sound

extension DriverTests {
    /// A conversation's line through the real libasound and a real sound server; never at the same time as tests of
    /// sounds, which count threads. A server's monitor loses samples on a busy machine without saying so, so echo and
    /// the owner's voice are judged in a room that loses none (`RoomTests`).
    @Suite struct LineTests {
        private let second: Int64 = 1_000_000_000

        private func driver(
            _ outputs: [String], input: String?, engine: EchoEngine = .preferred, events: EventBox = EventBox()
        ) -> SoundDriver {
            SoundDriver(
                configuration: SoundConfiguration(
                    outputs: outputs.map { OutputDevice(name: $0) },
                    inputs: input.map { [InputDevice(name: $0)] } ?? [],
                    echoEngine: engine),
                post: { events.add($0) }, log: { _, line in events.log(line) })
        }

        private func alarm(_ id: Int) -> Playback {
            Playback(
                id: id, source: .alarm(file: nil), fromPercent: 80, toPercent: 80, riseMilliseconds: 0,
                limitMilliseconds: 30_000, output: 0)
        }

        @Test(.requirement("SOUND-3")) func theLineCapturesRendersAndCancelsThroughASoundServer() throws {
            let pulse = try PulseHarness()
            try pulse.openRoom(milliseconds: 60)
            let driver = driver([pulse.speaker], input: pulse.microphone)
            let tap = EchoTap()
            let voice = TestLine(SpeechMaterial.companion)
            driver.listen(true)
            driver.openLine(voice.line, output: 0, volumePercent: 80, tap: tap)
            // Some stretch of echo is removed, however often the server recreates the room in between.
            let stretch = 12_000
            var (near, clean): ([Float], [Float]) = ([], [])
            var best = 0.0
            #expect(
                waitUntil(seconds: 40) {
                    clean += tap.clean.drain()
                    near += tap.near.drain()
                    while near.count >= stretch, clean.count >= stretch {
                        let before = power(near.prefix(stretch))
                        if before > -40 { best = max(best, before - power(clean.prefix(stretch))) }
                        near.removeFirst(stretch)
                        clean.removeFirst(stretch)
                    }
                    return best >= 20
                }, "\(best) \(driver.counters())")
            let counters = driver.counters()
            #expect(counters.isLineOpen && counters.echoEngine == EchoEngine.preferred.libraryName)
            #expect(counters.openOutput?.hasPrefix(pulse.speaker) == true)
            #expect(counters.openInput?.hasPrefix(pulse.microphone) == true)
            #expect(voice.rendered.count > 0 && voice.captured.count > 0)
            driver.shutDown()
        }

        @Test(.requirement("SOUND-4")) func muteOpensNoMicrophoneAndTheLinePlaysOn() throws {
            let pulse = try PulseHarness()
            let recording = try pulse.record("room")
            let driver = driver([pulse.room], input: pulse.microphone)
            let voice = TestLine(sine(440, seconds: 1, amplitude: 0.3))
            driver.openLine(voice.line, output: 0, volumePercent: 80)
            #expect(waitUntil(seconds: 5) { !recording.isSilent(milliseconds: 300) })
            #expect(driver.counters().openInput == nil && voice.captured.count == 0)
            driver.listen(true)
            #expect(waitUntil(seconds: 5) { voice.captured.count > 24_000 })
            driver.listen(false)
            #expect(waitUntil(seconds: 5) { driver.counters().openInput == nil })
            let captured = voice.captured.count
            usleep(200_000)
            #expect(voice.captured.count == captured)
            #expect(!recording.isSilent(milliseconds: 100))
            driver.closeLine()
            #expect(waitUntil(seconds: 5) { driver.counters().openOutput == nil })
            let rendered = voice.rendered.count
            usleep(100_000)
            #expect(voice.rendered.count == rendered)
            driver.shutDown()
        }

        @Test(.requirement("SOUND-2")) func theLineGoesOnOnTheNextDeviceWithinASecond() throws {
            let first = try PulseHarness()
            let next = try PulseHarness()
            let recording = try next.record()
            let events = EventBox()
            let driver = driver([first.speaker, next.speaker], input: next.microphone, events: events)
            let voice = TestLine(sine(440, seconds: 1, amplitude: 0.3))
            driver.listen(true)
            driver.openLine(voice.line, output: 0, volumePercent: 80)
            #expect(waitUntil(seconds: 5) { driver.counters().openOutput?.hasPrefix(first.speaker) == true })
            #expect(waitUntil(seconds: 5) { voice.rendered.count > 9600 })
            let standstill = Standstill.begin()
            let gone = bootNanoseconds()
            first.end()
            #expect(waitUntil(seconds: 5) { !recording.isSilent(milliseconds: 50) })
            let took = bootNanoseconds() - gone
            #expect(took < second + Standstill.nanoseconds(since: standstill))
            let captured = voice.captured.count
            #expect(waitUntil(seconds: 5) { voice.captured.count > captured + 9600 })
            // With no device left it is tried again, and can still be shut down.
            next.end()
            #expect(waitUntil(seconds: 8) { driver.counters().deviceErrors >= 4 })
            driver.shutDown()
            #expect(driver.counters().openOutput == nil && !driver.counters().isLineOpen)
        }

        @Test(.requirement("SOUND-2")) func theLineGoesOnWhenAStalledServerIsGivenUp() throws {
            let first = try PulseHarness()
            let next = try PulseHarness()
            let recording = try next.record()
            let driver = driver([first.speaker, next.speaker], input: nil)
            let voice = TestLine(sine(440, seconds: 1, amplitude: 0.3))
            driver.openLine(voice.line, output: 0, volumePercent: 80)
            #expect(waitUntil(seconds: 5) { voice.rendered.count > 9600 })
            let standstill = Standstill.begin()
            let hung = bootNanoseconds()
            first.hang()
            #expect(waitUntil(seconds: 5) { !recording.isSilent(milliseconds: 50) })
            let took = bootNanoseconds() - hung
            #expect(took < second + Standstill.nanoseconds(since: standstill))
            first.proceed()
            // The thread that was given up ends; the line belongs to the other one.
            usleep(300_000)
            #expect(!recording.isSilent(milliseconds: 100))
            driver.shutDown()
        }

        /// A speaker with a loose plug is the one that is heard; a jack used instead may have nothing plugged in
        /// (SOUND-2).
        @Test(.requirement("SOUND-2"), arguments: [true, false]) func theLineComesBackWithTheCard(works: Bool) throws {
            let first = try PulseHarness()
            let next = try PulseHarness()
            let devices = NSTemporaryDirectory() + "/anicca-devices-\(getpid())-\(works)"
            try FileManager.default.createDirectory(atPath: devices, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: devices) }
            var configuration = SoundConfiguration(
                outputs: [first.speaker, next.speaker].map { OutputDevice(name: $0) }, inputs: [])
            configuration.devicesFolder = devices
            let events = EventBox()
            let driver = SoundDriver(
                configuration: configuration, post: { events.add($0) }, log: { _, line in events.log(line) })
            let voice = TestLine(sine(440, seconds: 1, amplitude: 0.3))
            func isOn(_ pulse: PulseHarness) -> Bool {
                driver.counters().openOutput?.hasPrefix(pulse.speaker) == true
            }
            driver.openLine(voice.line, output: 0, volumePercent: 80)
            #expect(waitUntil(seconds: 5) { voice.rendered.count > 9600 })
            first.hang()
            #expect(waitUntil(seconds: 5) { isOn(next) })
            if works { first.proceed() }
            let recording = try works ? first.record() : next.record()
            let errors = driver.counters().deviceErrors
            // A starved server may not open in time: another card, another try, three in all.
            var again = bootNanoseconds()
            let isTried = waitUntil(seconds: 15) {
                if bootNanoseconds() >= again {
                    again += 4 * second
                    _ = FileManager.default.createFile(atPath: devices + "/pcmC\(again)D0p", contents: nil)
                }
                return works ? isOn(first) : driver.counters().deviceErrors > errors
            }
            #expect(isTried && events.events.contains(.sound(.devicesChanged)))
            #expect(waitUntil(seconds: 5) { isOn(works ? first : next) && !recording.isSilent(milliseconds: 50) })
            // A card that goes away takes nothing with it.
            let before = driver.counters().deviceErrors
            for file in try FileManager.default.contentsOfDirectory(atPath: devices) {
                try FileManager.default.removeItem(atPath: devices + "/" + file)
            }
            usleep(600_000)
            #expect(driver.counters().deviceErrors == before)
            driver.shutDown()
            first.proceed()
        }

        @Test(.requirement("ALARM-3")) func anAlarmAndItsStopAreHeardAtOnceOverALine() throws {
            let pulse = try PulseHarness()
            let recording = try pulse.record()
            let events = EventBox()
            let driver = driver([pulse.speaker], input: nil, events: events)
            let voice = TestLine(sine(440, seconds: 1, amplitude: 0.05))
            driver.openLine(voice.line, output: 0, volumePercent: 100)
            #expect(waitUntil(seconds: 5) { !recording.isSilent(milliseconds: 200) })
            let began = bootNanoseconds()
            driver.play(alarm(1))
            #expect(waitUntil(seconds: 5) { events.events.contains(.sound(.audible(id: 1))) })
            #expect((events.time { $0 == .sound(.audible(id: 1)) } ?? .max) - began < second / 2)
            #expect(waitUntil(seconds: 5) { rms(recording.recent(milliseconds: 100)) > 0.1 })
            driver.click()
            driver.silence()
            #expect(waitUntil(seconds: 5) { rms(recording.recent(milliseconds: 100)) < 0.05 })
            #expect(!recording.isSilent(milliseconds: 100))
            let loud = rms(recording.recent(milliseconds: 100))
            driver.setLineVolume(20)
            #expect(waitUntil(seconds: 5) { rms(recording.recent(milliseconds: 100)) < loud * 0.3 })
            driver.closeLine()
            #expect(waitUntil(seconds: 5) { recording.isSilent(milliseconds: 200) })
            driver.shutDown()
        }

        /// In a separate process, because other suites open descriptors and threads beside this one.
        @Test func twoHundredLinesLeaveNothingBehind() async {
            await #expect(processExitsWith: .success) {
                let pulse = try PulseHarness()
                let driver = DriverTests.LineTests().driver([pulse.room], input: pulse.microphone)
                func turn() {
                    let voice = TestLine([0.1])
                    driver.listen(true)
                    driver.openLine(voice.line, output: 0, volumePercent: 50)
                    #expect(waitUntil(seconds: 10) { voice.captured.count > 0 && voice.rendered.count > 0 })
                    driver.closeLine()
                    driver.listen(false)
                    #expect(waitUntil(seconds: 5) { driver.counters().openInput == nil })
                }
                func threads() -> Int {
                    DriverTests.LineTests.names().count { $0.hasPrefix("sound") || $0.hasPrefix("alsa") }
                }
                func used() -> (threads: Int, descriptors: Int) {
                    #expect(waitUntil(seconds: 5) { driver.counters().openOutput == nil })
                    usleep(200_000)
                    let descriptors =
                        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
                    return (threads(), descriptors)
                }
                for _ in 0..<10 { turn() }
                let before = used()
                let memory = residentKilobytes()
                for _ in 0..<200 { turn() }
                #expect(waitUntil(seconds: 10) { threads() <= before.threads })
                let after = used()
                #expect(before.descriptors > 0 && after.descriptors <= before.descriptors + 4)
                #expect(residentKilobytes() - memory < 24_000)
                driver.shutDown()
            }
        }

        @Test(.requirement("GUARD-5")) func theDoctorDistinguishesADeafMicrophoneFromASilentSpeaker() throws {
            let pulse = try PulseHarness()
            let deaf = try SoundCheck.echo(
                output: OutputDevice(name: pulse.speaker), input: InputDevice(name: pulse.microphone))
            #expect(deaf.verdict == .noMicrophoneSignal)
            var random = SeededNoise(seed: 5)
            let speaking = try pulse.speak((0..<48_000 * 14).map { _ in 0.01 * random.next() })
            let silent = try SoundCheck.echo(
                output: OutputDevice(name: pulse.speaker), input: InputDevice(name: pulse.microphone))
            speaking.end()
            #expect(silent.verdict == .noSpeakerSignal, "\(silent)")
            #expect(silent.noiseDBFS > -50 && silent.noiseDBFS < -30)
            #expect(throws: SoundError.self) {
                try SoundCheck.echo(output: OutputDevice(name: "none"), input: InputDevice(name: pulse.microphone))
            }
        }

        /// The names of this process's threads.
        private static func names() -> [String] {
            let tasks = "/proc/self/task"
            return ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).compactMap {
                (try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8))?.trimmingCharacters(in: .newlines)
            }
        }
    }
}

/// What a driver posted.
final class EventBox: Sendable {
    private let state = Mutex<(events: [(Event, Int64)], lines: [String])>(([], []))
    func add(_ event: Event) { state.withLock { $0.events.append((event, bootNanoseconds())) } }
    func log(_ line: String) { state.withLock { $0.lines.append(line) } }
    var events: [Event] { state.withLock { $0.events.map(\.0) } }
    var lines: [String] { state.withLock { $0.lines } }
    func time(of match: (Event) -> Bool) -> Int64? { state.withLock { $0.events.first { match($0.0) }?.1 } }
}
