import TestKit
import Testing

@testable import Bedside

/// MIND-5, D-2 to D-8: a guided meditation on the device, without microphone and network.
@Suite(.requirement("MIND-5")) struct MeditationTests {
    /// Wake at 06:00 and nothing else; the shipped script.
    static func bedside(
        at start: String = "2026-11-20T21:00", wake: String = "06:00", disk: Durable? = nil, outputs: [String] = ["usb"]
    ) throws -> VirtualBedside {
        var profile = Profile(companion: .offline)
        profile.habits[0].isOn = true
        profile.habits[0].at = try #require(LocalTime(wake))
        let local = try #require(LocalDateTime(start))
        let civil = try #require(ZoneRules.utc.instant(of: local))
        var configuration = Configuration(
            clockFloor: civil - .days(30), outputs: outputs, hasBuzzer: true, hasMicrophone: false)
        configuration.meditation = try MeditationScriptTests.shipped()
        let bedside = VirtualBedside(profile: profile, at: civil, configuration: configuration, disk: disk)
        bedside.powerOn()
        return bedside
    }

    /// What was played since the beginning, with the time of each.
    private final class Heard {
        var sounds: [(at: BootTime, playback: Playback)] = []
        var silences: [BootTime] = []

        init(_ bedside: VirtualBedside) {
            bedside.observe = { [self] _, moment, actions in
                for action in actions {
                    if case .play(let playback) = action { sounds.append((moment.boot, playback)) }
                    if case .silence = action { silences.append(moment.boot) }
                }
            }
        }
    }

    private static func bell(_ decibels: Int) -> Playback.Source { .tone(.bell(decibels: decibels)) }

    // MARK: Timing

    @Test(arguments: MeditationLength.allCases, Language.allCases)
    func everySoundComesAtItsTime(length: MeditationLength, language: Language) throws {
        let bedside = try Self.bedside()
        var patch = ProfilePatch()
        patch.language = language
        _ = bedside.ask(.apply(patch))
        let heard = Heard(bedside)
        let asked = bedside.now.boot
        #expect(bedside.ask(.meditate(MeditationRequest(minutes: length))) == .done)
        bedside.advance(by: .minutes(12))
        let plan = MeditationPlan(try MeditationScriptTests.shipped(), length, in: language)
        #expect(heard.sounds.count == plan.cues.count)
        let first = try #require(heard.sounds.first)
        #expect(first.at == asked + .seconds(2))
        for (sound, cue) in zip(heard.sounds, plan.cues) {
            let drift = (sound.at - first.at) - cue.at
            #expect(drift >= .zero && drift <= .milliseconds(50))
        }
        let end = try #require(bedside.entries(.meditationEnded).first)
        let seconds = length.minutes * 60
        #expect(end.detail == "\(seconds) of \(seconds) s, completed" && bedside.status?.meditation == nil)
        #expect(bedside.disk.meditation.sessions.map(\.seconds) == [seconds] && bedside.stuckDeadlines == 0)
    }

    /// D-3, D-4: rendered ahead, so that nothing waits for the synthesizer.
    @Test func everySoundIsRenderedAhead() throws {
        let bedside = try Self.bedside()
        var prepared: [Int: BootTime] = [:]
        var late = 0
        var played = 0
        bedside.observe = { _, moment, actions in
            for action in actions {
                if case .prepare(let playback) = action { prepared[playback.id] = moment.boot }
                guard case .play(let playback) = action else { continue }
                played += 1
                guard let ahead = prepared[playback.id], moment.boot - ahead >= .milliseconds(900) else {
                    late += 1
                    continue
                }
            }
        }
        _ = bedside.ask(.meditate(MeditationRequest()))
        bedside.advance(by: .minutes(9))
        #expect(played > 20 && late == 0)
    }

    /// A loop that was held up for seconds moves no later sound.
    @Test func aLateLoopAddsUpToNothing() throws {
        var practice = Practice(
            MeditationPlan(try MeditationScriptTests.shipped(), .eight, in: .english), at: BootTime(nanoseconds: 0),
            begunAt: CivilTime(nanoseconds: 0))
        var now = BootTime(nanoseconds: 0)
        var delays: [TimeSpan] = []
        var seed: UInt64 = 7
        for _ in 0..<400 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1
            now = max(now, practice.deadline) + .milliseconds(Int(seed >> 54) % 40)
            for output in practice.advance(to: now) {
                if case .play(let cue) = output { delays.append(now - (BootTime(nanoseconds: 0) + cue.at)) }
                if case .over(let ending) = output {
                    #expect(ending == .completed)
                    #expect(delays.count == practice.plan.cues.count && delays.allSatisfy { $0 <= .milliseconds(40) })
                    return
                }
            }
        }
        Issue.record("it never ends")
    }

    @Test func aLoopThatSleptPlaysNothingThatIsOver() throws {
        let plan = MeditationPlan(try MeditationScriptTests.shipped(), .three, in: .english)
        var practice = Practice(plan, at: BootTime(nanoseconds: 0), begunAt: CivilTime(nanoseconds: 0))
        let outputs = practice.advance(to: BootTime(nanoseconds: 0) + .minutes(2))
        #expect(!outputs.contains { if case .play(let cue) = $0 { cue.until <= .minutes(2) } else { false } })
        #expect(practice.place(at: BootTime(nanoseconds: 0) + .minutes(2)) == .minutes(2))
    }

    // MARK: Start and Stop (D-5)

    @Test func startPausesAndGoesOnAtTheSameStep() throws {
        let bedside = try Self.bedside()
        let heard = Heard(bedside)
        _ = bedside.ask(.meditate(MeditationRequest(minutes: .five)))
        bedside.speechSpan = .seconds(8)
        // In the middle of "Feel your feet".
        bedside.advance(by: .seconds(2 + 52 + 30 + 4))
        #expect(bedside.status?.meditation?.step == "body-feet" && bedside.status?.activity == .meditating)
        bedside.press(.start)
        #expect(heard.silences.last == bedside.now.boot)
        #expect(bedside.status?.meditation?.isPaused == true && bedside.machine?.conversation == nil)
        let before = heard.sounds.count
        bedside.advance(by: .minutes(9))
        #expect(heard.sounds.count == before)
        bedside.press(.start)
        bedside.advance(by: .milliseconds(1001))
        guard case .speech(let words)? = heard.sounds.last?.playback.source else {
            Issue.record("no words")
            return
        }
        #expect(words.key == "meditation.body-feet.en" && heard.sounds.count == before + 1)
        bedside.advance(by: .minutes(5))
        // The four seconds that were cut off are heard twice, and counted once.
        #expect(bedside.entries(.meditationEnded).map(\.detail) == ["300 of 300 s, completed"])
    }

    @Test func aPauseInTheSilenceGoesOnAtTheSameInstant() throws {
        let plan = MeditationPlan(try MeditationScriptTests.shipped(), .eight, in: .english)
        let quiet = try #require(plan.item("quiet-8"))
        #expect(plan.resumption(from: quiet.at + .seconds(59)) == quiet.at + .seconds(59))
        let breath = try #require(plan.item("breath"))
        #expect(plan.resumption(from: breath.at + .seconds(17)) == breath.at + .seconds(10))
    }

    @Test func aPauseEndsAfterTenMinutes() throws {
        let bedside = try Self.bedside()
        _ = bedside.ask(.meditate(MeditationRequest()))
        bedside.advance(by: .seconds(100))
        bedside.press(.start)
        bedside.advance(by: .minutes(10))
        #expect(bedside.status?.meditation == nil)
        #expect(bedside.entries(.meditationEnded).map(\.detail) == ["98 of 480 s, left"])
        bedside.press(.start)
        #expect(bedside.machine?.conversation != nil)
    }

    @Test(arguments: [0, 1, 30, 62, 200, 330, 479]) func stopEndsItWithOneSoftBell(second: Int) throws {
        let bedside = try Self.bedside()
        let heard = Heard(bedside)
        _ = bedside.ask(.meditate(MeditationRequest()))
        bedside.advance(by: .seconds(second))
        let before = heard.sounds.count
        bedside.press(.stop)
        #expect(heard.sounds.count == before + 1 && heard.sounds.last?.at == bedside.now.boot)
        #expect(heard.sounds.last?.playback.source == Self.bell(-30) && bedside.status?.meditation == nil)
        bedside.advance(by: .minutes(9))
        #expect(heard.sounds.count == before + 1)
        #expect(bedside.disk.meditation.sessions.map(\.seconds) == (second > 2 ? [second - 2] : []))
    }

    @Test(arguments: [MeditationLength.one, .eight])
    func withoutBellsStopEndsItWithAClick(length: MeditationLength) throws {
        let bedside = try Self.bedside()
        _ = bedside.ask(.meditate(MeditationRequest(minutes: length, hasBells: false)))
        bedside.advance(by: .seconds(40))
        let (played, performed) = (bedside.played.count, bedside.performed.count)
        bedside.press(.stop)
        #expect(bedside.status?.meditation == nil && bedside.status?.activity == .idle)
        #expect(bedside.performed.dropFirst(performed).contains(.click))
        bedside.advance(by: .seconds(10))
        #expect(bedside.played.count == played)
    }

    @Test func stopInAPauseEndsItToo() throws {
        let bedside = try Self.bedside()
        _ = bedside.ask(.meditate(MeditationRequest()))
        bedside.advance(by: .seconds(40))
        bedside.press(.start)
        bedside.press(.stop)
        #expect(bedside.status?.meditation == nil && bedside.played.last?.source == Self.bell(-30))
    }

    // MARK: Six in the morning

    @Test func anAlarmRingsAtItsTimeAndTheMeditationWaits() throws {
        let bedside = try Self.bedside(at: "2026-11-20T05:56:17")
        let heard = Heard(bedside)
        _ = bedside.ask(.meditate(MeditationRequest()))
        let due = bedside.now.boot + .seconds(223)
        bedside.advance(by: .seconds(224))
        let ring = try #require(heard.sounds.last)
        guard case .alarm = ring.playback.source else {
            Issue.record("no ring")
            return
        }
        #expect(ring.at == due && bedside.light == .ringing && bedside.status?.meditation?.isPaused == true)
        bedside.advance(by: .minutes(3))
        // Nothing of the meditation sounds into the follow-ups.
        #expect(!heard.sounds.contains { $0.at > due && Self.isOfMeditation($0.playback) })
        bedside.press(.stop)
        #expect(bedside.light != .ringing && bedside.status?.meditation?.isPaused == true)
        bedside.press(.start)
        bedside.advance(by: .minutes(6))
        #expect(bedside.entries(.meditationEnded).first?.detail?.hasSuffix("completed") == true)
    }

    /// Every second of a meditation is tried as the second of the alarm.
    @Test func noInstantOfItDelaysARing() throws {
        for second in stride(from: 0, through: 190, by: 7) {
            let bedside = try Self.bedside(at: "2026-11-20T05:50")
            let heard = Heard(bedside)
            bedside.advance(by: .seconds(600 - second))
            _ = bedside.ask(.meditate(MeditationRequest(minutes: .three)))
            bedside.advance(by: .seconds(second + 1))
            let ring = heard.sounds.first { if case .alarm = $0.playback.source { true } else { false } }
            #expect(ring.map { ($0.at - bedside.now.boot).milliseconds } == -1000, "\(second)")
            #expect(bedside.unwrittenRings == 0)
        }
    }

    /// The alarm's sound stays ready in the driver, which holds one prepared sound.
    @Test func theAlarmsPreparedSoundIsNotReplaced() throws {
        for second in stride(from: 4, through: 180, by: 3) {
            let bedside = try Self.bedside(at: "2026-11-20T05:50")
            bedside.advance(by: .seconds(600 - second))
            _ = bedside.ask(.meditate(MeditationRequest(minutes: .three)))
            bedside.advance(by: .seconds(second - 1))
            let last = bedside.performed.last { if case .prepare = $0 { true } else { false } }
            guard case .prepare(let playback)? = last, case .alarm = playback.source else {
                Issue.record("\(second): the alarm's sound is not prepared")
                return
            }
            bedside.advance(by: .seconds(2))
            #expect(bedside.light == .ringing && bedside.played.last == playback)
        }
    }

    private static func isOfMeditation(_ playback: Playback) -> Bool {
        switch playback.source {
        case .tone: true
        case .speech(let words): words.key?.hasPrefix("meditation.") == true
        case .alarm, .square, .chime, .phrase: false
        }
    }

    @Test func startAtTheAlarmOpensTheTalkAndEndsTheMeditation() throws {
        let bedside = try Self.bedside(at: "2026-11-20T05:58")
        _ = bedside.ask(.meditate(MeditationRequest()))
        bedside.advance(by: .seconds(125))
        bedside.press(.start)
        #expect(bedside.machine?.conversation != nil && bedside.status?.meditation == nil)
        #expect(bedside.entries(.meditationEnded).map(\.detail) == ["118 of 480 s, replaced"])
    }

    // MARK: Around it

    @Test func itIsRefusedWhileAnAlarmRings() throws {
        let bedside = try Self.bedside(at: "2026-11-20T05:59")
        bedside.advance(by: .seconds(61))
        #expect(bedside.ask(.meditate(MeditationRequest())) == .refused(.sounding) && bedside.light == .ringing)
    }

    @Test func whatIsWrongIsRefused() throws {
        let bedside = try Self.bedside()
        guard
            case .refused(.noSuchStep("nowhere", let known))? = bedside.ask(
                .meditate(MeditationRequest(minutes: .three, from: "nowhere")))
        else {
            Issue.record("taken")
            return
        }
        #expect(known.contains("breath") && !known.contains("quiet-8"))
        for seconds in [-1, 301, .max] {
            let reply = bedside.ask(.meditate(MeditationRequest(delaySeconds: seconds)))
            #expect(reply == .refused(.meditationDelay(seconds: seconds)))
        }
        let mute = try Self.bedside(outputs: [])
        #expect(mute.ask(.meditate(MeditationRequest())) == .refused(.noOutput))
        #expect(bedside.status?.meditation == nil && bedside.entries(.meditation).isEmpty)
    }

    @Test func itBeginsWhereAndWhenItIsAskedTo() throws {
        let bedside = try Self.bedside()
        let heard = Heard(bedside)
        let asked = bedside.now.boot
        _ = bedside.ask(.meditate(MeditationRequest(minutes: .five, from: "body-belly", delaySeconds: 300)))
        bedside.advance(by: .seconds(303))
        #expect(heard.sounds.first?.at == asked + .seconds(302) && heard.sounds.count == 1)
        #expect(bedside.status?.meditation?.step == "body-belly")
        bedside.press(.stop)
        #expect(bedside.disk.meditation.sessions.map(\.seconds) == [1])
    }

    @Test func aConversationAndASecondOneTakeItsPlace() throws {
        let bedside = try Self.bedside()
        _ = bedside.ask(.meditate(MeditationRequest()))
        bedside.advance(by: .seconds(10))
        _ = bedside.ask(.meditate(MeditationRequest(minutes: .three)))
        #expect(bedside.status?.meditation?.minutes == .three)
        _ = bedside.ask(.talk(nil))
        #expect(bedside.machine?.conversation != nil && bedside.status?.meditation == nil)
        #expect(bedside.entries(.meditationEnded).count == 2)
        // And the other way round: the offline companion gives way.
        _ = bedside.ask(.meditate(MeditationRequest(minutes: .three)))
        #expect(bedside.machine?.conversation == nil && bedside.status?.meditation != nil)
    }

    /// D-6: once in seven days.
    @Test func theOwnerHearsOnceAWeekThatEyesMayStayOpen() throws {
        let bedside = try Self.bedside()
        var days: [Bool] = []
        for _ in 0..<15 {
            let before = bedside.played.count
            _ = bedside.ask(.meditate(MeditationRequest(minutes: .three)))
            bedside.advance(by: .minutes(4))
            days.append(
                bedside.played.dropFirst(before).contains { playback in
                    if case .speech(let words) = playback.source {
                        words.key == "meditation.open-eyes.en"
                    } else {
                        false
                    }
                })
            bedside.advance(by: .minutes(24 * 60 - 4))
            if bedside.light == .ringing { bedside.press(.stop) }
        }
        #expect(days == (0..<15).map { $0 % 7 == 0 })
        #expect(bedside.disk.meditation.sessions.count == 15)
    }

    @Test func theLightStaysDarkAndNoMicrophoneIsOpened() throws {
        let bedside = try Self.bedside()
        _ = bedside.ask(.meditate(MeditationRequest()))
        for _ in 0..<48 {
            bedside.advance(by: .seconds(10))
            #expect(bedside.light == .idle && !bedside.isMicrophoneOpen)
        }
    }

    @Test func withoutAVoiceOrAnOutputItGoesOn() throws {
        for isDead in [false, true] {
            let bedside = try Self.bedside()
            bedside.isVoiceLate = true
            bedside.isSpeakerDead = isDead
            _ = bedside.ask(.meditate(MeditationRequest()))
            bedside.advance(by: .minutes(9))
            #expect(bedside.entries(.meditationEnded).first?.detail == "480 of 480 s, completed")
            #expect(!bedside.played.contains { $0.source == .chime } && bedside.stuckDeadlines == 0)
        }
    }

    @Test func thePowerTakesItAndNothingElse() throws {
        let bedside = try Self.bedside()
        _ = bedside.ask(.meditate(MeditationRequest()))
        bedside.advance(by: .seconds(200))
        bedside.cutPower()
        bedside.powerOn()
        bedside.advance(by: .minutes(9))
        #expect(bedside.status?.meditation == nil)
        // D-6: whole minutes were kept meanwhile, as one session.
        #expect(bedside.disk.meditation.sessions.map(\.seconds) == [180])
        bedside.advance(to: try #require(LocalDateTime("2026-11-21T06:00:10")))
        #expect(bedside.light == .ringing)
    }

    // MARK: Walk

    /// Every sequence of presses, sounds, commands and deadlines up to a depth, from five places of a meditation.
    @Test(arguments: [0, 5, 45, 70, 470]) func noSequenceContradictsItself(second: Int) throws {
        let bedside = try WalkTests.bedside("2026-11-21T05:50", meditation: MeditationScriptTests.shipped())
        bedside.advance(to: try #require(LocalDateTime("2026-11-21T05:59:00")))
        _ = bedside.ask(.meditate(MeditationRequest()))
        bedside.advance(by: .seconds(second))
        if bedside.light == .ringing { bedside.press(.stop) }
        let machine = try #require(bedside.machine)
        #expect(machine.practice != nil)
        var found: [String] = []
        WalkTests.walk(machine, at: bedside.now, depth: 3, found: &found) { machine, now in
            WalkTests.alphabet(machine, at: now) + [
                (.milliseconds(10), .command(.meditate(MeditationRequest(minutes: .three)), ticket: 1)),
                (.seconds(31), .tick), (.milliseconds(10), .command(.talk(nil), ticket: 1)),
                (.milliseconds(10), .command(.upEarly, ticket: 1)),
            ]
        }
        #expect(found.isEmpty, "\(found)")
    }
}
