import Bedside
import Foundation
import Synchronization
import System
import TestKit
import Testing

@testable import Sound

private let seconds: Int64 = 1_000_000_000

/// Against a real PulseAudio daemon through the real libasound. Times are generous, because the machine may be busy.
@Suite(.serialized, .bounded) struct DriverTests {
    private func sineFile(_ hertz: Double) throws -> String {
        let path = NSTemporaryDirectory() + "/anicca-driver-\(UUID().uuidString).wav"
        try wavFile(sine(hertz, seconds: 2, amplitude: 0.89)).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test(.requirement("ALARM-2", "ALARM-3")) func ringsRisesAndFallsSilentOnStop() throws {
        let pulse = try PulseHarness()
        let file = try sineFile(1000)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let recording = try pulse.record()
        let listener = Listener(
            SoundConfiguration(outputs: [OutputDevice(name: pulse.speaker)], alarmFile: file))
        listener.driver.play(alarm(1, from: 10, to: 80, rise: 2000))
        #expect(listener.waitFor { $0 == .sound(.audible(id: 1)) })
        #expect(waitUntil(seconds: 10) { rms(recording.recent(milliseconds: 100)) > 0.48 })
        let ring = recording.samples()
        let first = ring.firstIndex { abs($0) > 0.01 } ?? 0
        let parts = stride(from: first, to: min(first + 96_000, ring.count - 9600), by: 9600).map {
            rms(ring[$0..<$0 + 9600])
        }
        #expect(zip(parts, parts.dropFirst()).filter { $0 < $1 }.count >= parts.count - 3, "\(parts)")
        #expect(waitUntil(seconds: 5) { hears(1000, in: recording.recent(milliseconds: 200)) })
        #expect((ring.map { abs($0) }.max() ?? 1) < 0.89 * 0.8 + 0.02)

        listener.driver.silence()
        #expect(waitUntil(seconds: 5) { recording.isSilent(milliseconds: 100) })
        #expect(waitUntil(seconds: 5) { listener.driver.counters().openOutput == nil })
        let counters = listener.driver.counters()
        #expect(counters.framesDelivered > 48_000)
        #expect(counters.lastHandedID == 1)
        #expect(counters.deviceErrors == 0)
        #expect(!listener.has(.sound(.finished(id: 1))))
        listener.driver.shutDown()
    }

    /// GUARD-3: the service manager's watchdog is fed only while the driver's thread turns.
    @Test(.requirement("GUARD-3")) func aHungThreadGivesNoSignOfLife() throws {
        let (isIn, goOn) = (WakeUp(), WakeUp())
        let driver = SoundDriver(
            configuration: SoundConfiguration(outputs: []),
            post: { _ in
                isIn.signal()
                goOn.wait(nanoseconds: 20 * seconds)
            }, log: { _, _ in })
        // The first has nothing to prove; from then on each proves the one before.
        #expect(driver.provesAlive())
        for _ in 0..<3 { #expect(waitUntil(seconds: 5) { driver.provesAlive() }) }
        // There is no such output: the driver's thread reports that, and its listener hangs.
        driver.play(alarm(1))
        isIn.wait(nanoseconds: 5 * seconds)
        _ = driver.provesAlive()
        for _ in 0..<5 {
            usleep(20_000)
            #expect(!driver.provesAlive())
        }
        goOn.signal()
        #expect(waitUntil(seconds: 5) { driver.provesAlive() })
        driver.shutDown()
    }

    @Test func aNewSoundReplacesTheOldOneAndFinishesByItsLimit() throws {
        let pulse = try PulseHarness()
        let files = [try sineFile(500), try sineFile(1500)]
        defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
        let recording = try pulse.record()
        let listener = Listener(SoundConfiguration(outputs: [OutputDevice(name: pulse.speaker)]))
        let second = alarm(2, limit: 600, file: files[1])
        listener.driver.play(alarm(1, file: files[0]))
        #expect(listener.waitFor { $0 == .sound(.audible(id: 1)) })
        listener.driver.prepare(second)
        listener.driver.play(second)
        #expect(listener.waitFor { $0 == .sound(.audible(id: 2)) })
        #expect(listener.waitFor { $0 == .sound(.finished(id: 2)) })
        #expect(!listener.has(.sound(.finished(id: 1))))
        let heard = recording.samples()
        let last = heard.lastIndex { abs($0) > 0.05 } ?? 0
        #expect(hears(1500, in: heard[max(0, last - 9600)..<max(1, last)]))
        listener.driver.shutDown()
    }

    @Test(.requirement("SOUND-2")) func aMissingOutputFailsAtOnceAndTheNextOneRings() throws {
        let pulse = try PulseHarness()
        let listener = Listener(
            SoundConfiguration(outputs: [
                OutputDevice(name: "no_such_device"), OutputDevice(name: pulse.speaker2),
            ]))
        let began = bootNanoseconds()
        listener.driver.play(alarm(1, output: 0))
        #expect(listener.waitFor(5, isFailed(1)))
        #expect((listener.time(of: isFailed(1)) ?? .max) - began < seconds)
        #expect(listener.failure(of: 1)?.contains("no_such_device") == true)
        let recording = try pulse.record("speaker2")
        listener.driver.play(alarm(2, output: 1))
        #expect(listener.waitFor { $0 == .sound(.audible(id: 2)) })
        #expect(waitUntil(seconds: 5) { !recording.isSilent(milliseconds: 100) })
        listener.driver.play(alarm(3, output: 7))
        #expect(listener.waitFor(5, isFailed(3)))
        #expect(listener.driver.counters().deviceErrors == 1)
        listener.driver.shutDown()
    }

    /// With no card left, opening is tried twice a second, and the log is on the same disk as the alarms.
    @Test func aMissingCardCausesOneWarningAMinute() {
        let listener = Listener(SoundConfiguration(outputs: [OutputDevice(name: "hw:CARD=Absent")]))
        for id in 1...5 {
            listener.driver.play(alarm(id))
            #expect(listener.waitFor(5, isFailed(id)))
        }
        #expect(listener.warnings.count == 1 && listener.lines.count == 5, "\(listener.lines)")
        #expect(listener.driver.counters().deviceErrors == 5)
        listener.driver.shutDown()
        var complaints = Complaints()
        let later = BootTime.zero + .seconds(59)
        #expect(complaints.level(of: "it is gone", at: .zero) == .warning)
        #expect(complaints.level(of: "it is gone", at: later) == .debug)
        #expect(complaints.level(of: "it is taken", at: later) == .warning)
        #expect(complaints.level(of: "it is gone", at: BootTime.zero + .seconds(60)) == .warning)
    }

    @Test(.requirement("SOUND-2")) func ringsOnTheNextDeviceWhenTheSpeakerVanishesInMidRing() throws {
        let first = try PulseHarness()
        let second = try PulseHarness()
        let recording = try second.record()
        let listener = Listener(
            SoundConfiguration(outputs: [OutputDevice(name: first.speaker), OutputDevice(name: second.speaker)]))
        listener.driver.play(alarm(1))
        #expect(listener.waitFor { $0 == .sound(.audible(id: 1)) })
        let standstill = Standstill.begin()
        let gone = bootNanoseconds()
        first.end()
        #expect(listener.waitFor(5, isFailed(1)))
        listener.driver.play(alarm(2, output: 1))
        #expect(listener.waitFor { $0 == .sound(.audible(id: 2)) })
        let back = listener.time { $0 == .sound(.audible(id: 2)) } ?? .max
        #expect(back - gone < seconds + Standstill.nanoseconds(since: standstill))
        #expect(waitUntil(seconds: 5) { !recording.isSilent(milliseconds: 100) })
        listener.driver.shutDown()
    }

    @Test(.requirement("SOUND-2")) func aStalledSoundServerIsGivenUpWithinASecond() throws {
        let pulse = try PulseHarness()
        let listener = Listener(SoundConfiguration(outputs: [OutputDevice(name: pulse.speaker)]))
        listener.driver.play(alarm(1))
        #expect(listener.waitFor { $0 == .sound(.audible(id: 1)) })
        pulse.hang()
        let standstill = Standstill.begin()
        let hung = bootNanoseconds()
        #expect(listener.waitFor(5, isFailed(1)))
        let failed = listener.time(of: isFailed(1)) ?? .max
        #expect(failed - hung < seconds + Standstill.nanoseconds(since: standstill))
        // Opening hangs as well, but the main loop does not.
        let secondStandstill = Standstill.begin()
        let called = bootNanoseconds()
        listener.driver.play(alarm(2))
        listener.driver.click()
        #expect(bootNanoseconds() - called < seconds / 10 + Standstill.nanoseconds(since: secondStandstill))
        #expect(listener.waitFor(5, isFailed(2)))
        let failedAgain = listener.time(of: isFailed(2)) ?? .max
        #expect(failedAgain - called < seconds + Standstill.nanoseconds(since: secondStandstill))
        let lastStandstill = Standstill.begin()
        let ending = bootNanoseconds()
        listener.driver.shutDown()
        #expect(bootNanoseconds() - ending < 2 * seconds + Standstill.nanoseconds(since: lastStandstill))
        pulse.proceed()
    }

    /// A sound server that hangs is tried again all morning: nothing may be left of each attempt.
    @Test(.requirement("SOUND-2")) func openingsThatHangKeepNoSoundInMemory() throws {
        let pulse = try PulseHarness()
        let listener = Listener(SoundConfiguration(outputs: [OutputDevice(name: pulse.speaker)]))
        listener.driver.play(alarm(1))
        #expect(listener.waitFor { $0 == .sound(.audible(id: 1)) })
        listener.driver.silence()
        #expect(waitUntil(seconds: 10) { listener.driver.counters().openOutput == nil })
        pulse.hang()
        for id in 2...5 {
            listener.driver.play(alarm(id))
            #expect(listener.waitFor(5, isFailed(id)))
            #expect(listener.failure(of: id)?.contains("did not open") == true)
        }
        #expect(waitUntil(seconds: 5) { listener.driver.counters().lentSounds == 0 })
        // Each attempt leaves a thread behind, so no more are made for now, and the next output of a list is tried at
        // once.
        listener.driver.play(alarm(6))
        #expect(listener.waitFor(5, isFailed(6)))
        #expect(listener.failure(of: 6)?.contains("4 openings have not returned") == true)
        pulse.proceed()
        var id = 6
        let isHeard = waitUntil(seconds: 30) {
            id += 1
            listener.driver.play(alarm(id))
            return listener.waitFor(1) { $0 == .sound(.audible(id: id)) }
        }
        #expect(isHeard, "\(listener.lines.suffix(3))")
        listener.driver.shutDown()
    }

    @Test(.requirement("SOUND-1")) func clickAndChimeAreHeardAndTheDeviceClosesAfterwards() throws {
        let pulse = try PulseHarness()
        let recording = try pulse.record()
        let listener = Listener(SoundConfiguration(outputs: [OutputDevice(name: pulse.speaker)]))
        listener.driver.click()
        #expect(waitUntil(seconds: 5) { recording.samples().contains { abs($0) > 0.05 } })
        #expect(listener.events.isEmpty)
        listener.driver.play(
            Playback(
                id: 1, source: .chime, fromPercent: 60, toPercent: 60, riseMilliseconds: 0, limitMilliseconds: 3000,
                output: 0))
        #expect(listener.waitFor { $0 == .sound(.finished(id: 1)) })
        #expect(waitUntil(seconds: 5) { listener.driver.counters().openOutput == nil })
        listener.driver.shutDown()
    }

    @Test(.requirement("SOUND-4")) func hearsAVoiceAtTheMicrophoneAndClosesItWhenMuted() throws {
        let pulse = try PulseHarness()
        let listener = Listener(
            SoundConfiguration(outputs: [], inputs: [InputDevice(name: pulse.microphone)]))
        listener.driver.listen(true)
        #expect(waitUntil(seconds: 10) { listener.driver.counters().framesCaptured > 24_000 })
        #expect(!listener.has(.voice(isActive: true)))
        // Syllables: bursts in the band of speech.
        var voice: [Float] = []
        for _ in 0..<6 { voice += sine(600, seconds: 0.2, amplitude: 0.2) + [Float](repeating: 0, count: 4800) }
        let speaking = try pulse.speak(voice)
        #expect(listener.waitFor { $0 == .voice(isActive: true) })
        #expect(listener.waitFor { $0 == .voice(isActive: false) })
        #expect(listener.events.count == 2)
        speaking.waitUntilExit()
        listener.driver.listen(false)
        #expect(waitUntil(seconds: 5) { listener.driver.counters().openInput == nil })
        let captured = listener.driver.counters().framesCaptured
        usleep(100_000)
        #expect(listener.driver.counters().framesCaptured == captured)
        listener.driver.shutDown()
    }

    @Test func aMicrophoneThatCannotBeOpenedIsReportedOnce() {
        PulseHarness.prepareNames()
        let listener = Listener(SoundConfiguration(outputs: [], inputs: [InputDevice(name: "no_such_microphone")]))
        listener.driver.listen(true)
        #expect(listener.waitFor { $0 == .microphoneFailed })
        #expect(listener.driver.counters().captureErrors == 3)
        listener.driver.listen(false)
        listener.driver.shutDown()
        #expect(listener.events == [.microphoneFailed])
    }

    @Test(.requirement("SETUP-1", "GUARD-5")) func checksDevicesForSetup() throws {
        let pulse = try PulseHarness()
        #expect(try SoundCheck.tryOutput(OutputDevice(name: pulse.speaker)).contains("48000 Hz"))
        let absent = #expect(throws: SoundError.self) {
            try SoundCheck.tryOutput(OutputDevice(name: "no_such_device"))
        }
        #expect(absent?.isBusy == false)
        #expect(SoundError.cannotOpen(device: "hw:0", code: -EBUSY).isBusy)
        let silent = try SoundCheck.microphone(InputDevice(name: pulse.microphone), seconds: 0.3)
        #expect(silent.isDead && !silent.heardVoice)
        let speaking = try pulse.speak(sine(700, seconds: 3, amplitude: 0.3))
        let levels = Ring<Double>(minimumCapacity: 1024, zero: 0)
        let loud = try SoundCheck.microphone(InputDevice(name: pulse.microphone), seconds: 2) { _ = levels.push($0) }
        speaking.waitUntilExit()
        #expect(!loud.isDead && loud.loudestDBFS > -20 && !loud.isClipping)
        #expect(levels.count >= 190)
        _ = SoundCheck.outputs() + SoundCheck.inputs()
    }

    @Test(.requirement("SOUND-1")) func playsOnDevicesWithoutAClockAndWithOtherChannels() throws {
        PulseHarness.prepareNames()
        let listener = Listener(
            SoundConfiguration(outputs: [OutputDevice(name: "four"), OutputDevice(name: "tape")]))
        listener.driver.play(alarm(1, limit: 400))
        #expect(listener.waitFor { if case .sound(.audible(1)) = $0 { true } else { isFailed(1)($0) } })
        #expect(listener.failure(of: 1) == nil)
        #expect(listener.waitFor { $0 == .sound(.finished(id: 1)) })
        let before = listener.driver.counters().framesDelivered
        // In real time, not as fast as the device accepts.
        #expect(before < 48_000)
        listener.driver.play(alarm(2, limit: 400, output: 1))
        #expect(listener.waitFor { $0 == .sound(.finished(id: 2)) })
        #expect(waitUntil(seconds: 5) { listener.driver.counters().openOutput == nil })
        let tape = try Data(contentsOf: URL(fileURLWithPath: PulseHarness.tapePath))
        #expect(tape.count >= 400 * 48 * 4)
        listener.driver.shutDown()
    }

    @Test func shutsDownInMidRing() throws {
        let pulse = try PulseHarness()
        let listener = Listener(SoundConfiguration(outputs: [OutputDevice(name: pulse.speaker)]))
        listener.driver.play(alarm(1))
        #expect(listener.waitFor { $0 == .sound(.audible(id: 1)) })
        let began = bootNanoseconds()
        listener.driver.shutDown()
        listener.driver.shutDown()
        #expect(bootNanoseconds() - began < seconds)
        #expect(listener.driver.counters().openOutput == nil)
    }

    @Test func aMicrophoneThatAlwaysHasDataIsReadInRealTimeAndCloses() throws {
        PulseHarness.prepareNames()
        let listener = Listener(SoundConfiguration(outputs: [], inputs: [InputDevice(name: "nowhere")]))
        listener.driver.listen(true)
        #expect(waitUntil(seconds: 10) { listener.driver.counters().framesCaptured > 0 })
        let frames = listener.driver.counters().framesCaptured
        let began = bootNanoseconds()
        let load = Self.processorSeconds(ofThreads: "sound-in") { usleep(1_000_000) }
        let passed = Double(bootNanoseconds() - began) / 1e9
        let captured = Double(listener.driver.counters().framesCaptured - frames)
        #expect(captured > 24_000 * passed && captured < 96_000 * passed)
        #expect(load < 0.25 * passed)
        listener.driver.listen(false)
        #expect(waitUntil(seconds: 5) { Self.threads(named: "sound-in").isEmpty })
        #expect(listener.events.isEmpty)
        listener.driver.shutDown()
    }

    @Test(.requirement("SOUND-6")) func aSpeakerThatAcceptsEverythingIsFedInRealTimeAndProvesItself() throws {
        PulseHarness.prepareNames()
        let listener = Listener(SoundConfiguration(outputs: [OutputDevice(name: "nowhere")]))
        listener.driver.play(alarm(1))
        #expect(listener.waitFor { $0 == .sound(.audible(id: 1)) })
        // That it has no clock is found out gradually, more slowly if the thread is late.
        usleep(500_000)
        var underruns = -1
        #expect(
            waitUntil(seconds: 20) {
                defer { underruns = listener.driver.counters().underruns }
                usleep(300_000)
                return listener.driver.counters().underruns == underruns
            })
        let standstill = Standstill.begin()
        let frames = listener.driver.counters().framesDelivered
        let began = bootNanoseconds()
        let load = Self.processorSeconds(ofThreads: "sound-out") { usleep(1_000_000) }
        let passed = Double(bootNanoseconds() - began) / 1e9
        let delivered = Double(listener.driver.counters().framesDelivered - frames)
        // What was not fed while the machine stalled is not made up for.
        let awake = passed - Standstill.seconds(since: standstill)
        #expect(delivered > 40_000 * awake && delivered < 56_000 * passed)
        #expect(load < 0.25 * passed)
        #expect(listener.driver.counters().underruns == underruns)
        listener.driver.silence()
        #expect(waitUntil(seconds: 5) { listener.driver.counters().openOutput == nil })
        listener.driver.shutDown()
    }

    @Test func theMicrophoneCheckEndsOnADeviceThatAlwaysHasData() throws {
        PulseHarness.prepareNames()
        let began = bootNanoseconds()
        let report = try SoundCheck.microphone(InputDevice(name: "nowhere"), seconds: 0.3)
        #expect(report.isDead && !report.heardVoice)
        let took = bootNanoseconds() - began
        #expect(took > seconds / 5 && took < 2 * seconds)
        #expect(waitUntil(seconds: 2) { Self.threads(named: "sound-check").isEmpty })
    }

    @Test(.requirement("SOUND-1")) func whatIsPreparedWhileTheDeviceClosesOpensItAgain() throws {
        let pulse = try PulseHarness()
        let listener = Listener(
            SoundConfiguration(outputs: [OutputDevice(name: pulse.speaker)], lingerMilliseconds: 10))
        let (first, second) = (alarm(1, limit: 60), alarm(2, limit: 60))
        listener.driver.play(first)
        #expect(listener.waitFor { $0 == .sound(.finished(id: 1)) })
        // Closing waits for the server, so the hang comes during it.
        pulse.hang()
        usleep(60_000)
        listener.driver.prepare(second)
        usleep(20_000)
        pulse.proceed()
        // Until it is closed, it is reported as open.
        usleep(300_000)
        #expect(waitUntil(seconds: 5) { listener.driver.counters().openOutput != nil })
        listener.driver.play(second)
        #expect(listener.waitFor { $0 == .sound(.finished(id: 2)) })
        listener.driver.shutDown()
    }

    private static func threads(named name: String) -> [String] {
        let tasks = "/proc/self/task"
        return ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).map { "\(tasks)/\($0)" }.filter {
            (try? String(contentsOfFile: $0 + "/comm", encoding: .utf8)) == name + "\n"
        }
    }

    /// The processor time that threads with that name used meanwhile.
    private static func processorSeconds(ofThreads name: String, _ body: () -> Void) -> Double {
        func used() -> Double {
            threads(named: name).reduce(0) { sum, thread in
                // After the name in brackets: user and system time are the 12th and 13th fields, in ticks.
                let text = (try? String(contentsOfFile: thread + "/stat", encoding: .utf8)) ?? ""
                let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
                guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
                    return sum
                }
                return sum + (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
            }
        }
        let before = used()
        body()
        return used() - before
    }
}
