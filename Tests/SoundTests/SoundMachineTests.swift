import Bedside
import TestKit
import Testing

@testable import Sound

/// The decisions of the sound driver, without a device, a thread or a clock.
@Suite struct SoundMachineTests {
    // MARK: Prepare, play, silence

    @Test func anAlarmIsReadTheDeviceOpenedAndThenTheSoundSent() {
        var bench = MachineBench()
        #expect(bench(.play(alarm(1))) == [.load(1, alarm(1)), .open(1, output: 0)])
        #expect(bench(.opened(opening: 1)) == [])
        #expect(bench(.loaded(load: 1, isThere: true)) == [.start(1, load: 1, alarm(1))])
        #expect(bench(.audible(opening: 1, id: 1)) == [.report(.audible(id: 1))])
        #expect(bench(.silence) == [.stop(1), .discard(1)])
        #expect(bench(.silence) == [])
    }

    @Test func aChimeIsSentBeforeTheDeviceHasOpened() {
        var bench = MachineBench()
        let chime = chime(1)
        #expect(bench(.play(chime)) == [.load(1, chime), .open(1, output: 0), .start(1, load: 1, chime)])
    }

    @Test func whatWasPreparedStartsAtOnceAndIsReadOnce() {
        var bench = MachineBench()
        #expect(
            bench(.prepare(alarm(1)))
                == [.load(1, alarm(1)), .open(1, output: 0), .hold(1, until: bench.now + .seconds(5))])
        #expect(bench(.prepare(alarm(1))) == [])
        #expect(bench(.loaded(load: 1, isThere: true)) == [])
        #expect(bench(.play(alarm(1))) == [.start(1, load: 1, alarm(1))])
    }

    @Test func whatWasPreparedAndNotPlayedGivesItsMemoryBackWhenTheDeviceCloses() {
        var bench = MachineBench()
        bench(.prepare(alarm(1)))
        bench(.loaded(load: 1, isThere: true))
        #expect(bench(.closed(opening: 1, lost: LostCommands())) == [.discard(1)])
        #expect(bench(.play(alarm(1))) == [.load(2, alarm(1)), .open(2, output: 0)])
    }

    @Test func aNewSoundReplacesTheOneThatPlays() {
        var bench = MachineBench()
        bench.ring(1)
        #expect(bench(.play(alarm(2))) == [.stop(1), .discard(1), .load(2, alarm(2))])
        // The first one's reports come late.
        #expect(bench(.audible(opening: 1, id: 1)) == [])
        #expect(bench(.finished(opening: 1, id: 1)) == [])
        #expect(bench(.loaded(load: 2, isThere: true)) == [.start(1, load: 2, alarm(2))])
        #expect(bench(.finished(opening: 1, id: 2)) == [.discard(2), .report(.finished(id: 2))])
    }

    @Test func silenceBeforeTheFileIsReadMeansThatNothingIsPlayed() {
        var bench = MachineBench()
        bench(.play(alarm(1)))
        #expect(bench(.silence) == [.discard(1)])
        #expect(!bench.machine.awaits(1))
        #expect(bench(.loaded(load: 1, isThere: true)) == [])
    }

    @Test func aFileThatIsNotReadIn400MillisecondsIsReplacedAndComesTooLate() {
        var bench = MachineBench()
        bench(.play(alarm(1)))
        bench(.opened(opening: 1))
        bench.wait(.milliseconds(399))
        #expect(bench.turn() == [])
        #expect(bench.machine.deadline == bench.now + .milliseconds(1))
        bench.wait(.milliseconds(1))
        let actions = bench.turn()
        #expect(actions.contains(.useSynthesizedAlarm(1)))
        #expect(actions.last == .start(1, load: 1, alarm(1)))
        #expect(!bench.machine.awaits(1))
        #expect(bench(.loaded(load: 1, isThere: true)) == [])
    }

    @Test func anUtteranceWithoutARecordingIsSpokenAndItsFailureReported() {
        var bench = MachineBench()
        let words = Utterance(text: "Good morning.", language: .english)
        let speech = speech(1, words)
        bench(.play(speech))
        #expect(bench(.loaded(load: 1, isThere: false)) == [.synthesize(1, words), .start(1, load: 1, speech)])
        let actions = bench(.speechEnded(load: 1, reason: "no voice"))
        #expect(actions.contains(.stop(1)) && actions.contains(.discard(1)))
        #expect(actions.last == .report(.failed(id: 1, reason: "no voice")))
    }

    /// The output has not failed, so the rules are told something else (MIND-7).
    @Test(.requirement("MIND-7"), arguments: [true, false])
    func aRecordingOfAPhraseThatCannotBeReadIsReportedAndNoFailure(hasWords: Bool) {
        var bench = MachineBench()
        let words = hasWords ? Utterance(text: "I can come back.", language: .english) : nil
        let phrase = Playback(
            id: 1, source: .phrase(7, instead: words), fromPercent: 60, toPercent: 60, riseMilliseconds: 0,
            limitMilliseconds: 3000, output: 0)
        bench(.play(phrase))
        bench(.opened(opening: 1))
        #expect(bench(.loaded(load: 1, isThere: false)) == [.discard(1), .report(.unreadable(id: 1))])
        #expect(bench.machine.deviceErrors == 0)
        bench(.play(phrase))
        #expect(bench(.loaded(load: 2, isThere: true)) == [.start(1, load: 2, phrase)])
    }

    @Test(.requirement("SOUND-6")) func aSoundThatIsSilentToItsEndHasFailed() {
        var bench = MachineBench()
        bench.ring(1)
        let actions = bench(.silent(opening: 1, id: 1))
        #expect(actions.last == .report(.failed(id: 1, reason: "the sound is silent")))
    }

    /// A bell of a meditation at a low volume is softer than what counts as audible; the device has not failed.
    @Test(.requirement("MIND-5")) func aSoftToneThatWasNotAudibleHasNotFailed() {
        var bench = MachineBench()
        let bell = Playback(
            id: 1, source: .tone(.bell(decibels: -30)), fromPercent: 5, toPercent: 5, riseMilliseconds: 0,
            limitMilliseconds: 4000, output: 0)
        bench(.play(bell))
        bench(.opened(opening: 1))
        bench(.loaded(load: 1, isThere: true))
        #expect(bench(.silent(opening: 1, id: 1)).last == .report(.finished(id: 1)))
    }

    @Test func aStartThatTheFullPlaybackThreadRefusedHasFailed() {
        var bench = MachineBench()
        bench.ring(1)
        #expect(bench(.refused(opening: 1, load: 7)) == [])
        #expect(failedIDs(bench(.refused(opening: 1, load: 1))) == [1])
    }

    // MARK: Devices that fail (SOUND-2)

    @Test(.requirement("SOUND-2")) func aDeviceThatDoesNotOpenIsGivenUpInTimeForTheNextOneToSoundWithinASecond() {
        var bench = MachineBench()
        let pressed = bench.now
        bench(.play(alarm(1)))
        bench(.loaded(load: 1, isThere: true))
        #expect(bench.machine.deadline == pressed + SoundMachine.openLimit)
        bench.wait(.milliseconds(699))
        #expect(bench.turn() == [])
        bench.wait(.milliseconds(1))
        let actions = bench.turn()
        #expect(actions.first == .giveUp(1))
        #expect(failedIDs(actions) == [1])
        #expect(bench.machine.deviceErrors == 1)
        // The core chooses the next output.
        #expect(bench(.play(alarm(2, output: 1))).contains(.open(2, output: 1)))
        bench(.loaded(load: 2, isThere: true))
        bench(.opened(opening: 2))
        #expect(bench(.audible(opening: 2, id: 2)) == [.report(.audible(id: 2))])
        #expect(bench.now - pressed < .seconds(1))
    }

    @Test(.requirement("SOUND-2")) func aDeviceThatFailsWhileItSoundsIsReportedAtOnce() {
        var bench = MachineBench()
        bench.ring(1)
        let actions = bench(.failed(opening: 1, reason: "unplugged"))
        #expect(actions == [.discard(1), .log(.warning, "unplugged"), .report(.failed(id: 1, reason: "unplugged"))])
        #expect(bench.machine.opening == nil)
        #expect(bench(.play(alarm(2))).contains(.open(2, output: 0)))
    }

    @Test(.requirement("SOUND-2")) func aCallThatHangsInAnOpenDeviceIsGivenUpAfterHalfASecond() {
        var bench = MachineBench()
        bench.ring(1)
        let due = bench.now
        bench.wait(.milliseconds(500))
        #expect(bench.turn(PlaybackThread(dueBack: due)) == [])
        // It is checked on while it has something to do.
        #expect(bench.machine.deadline == bench.now + SoundMachine.checkPause)
        bench.wait(.milliseconds(1))
        let actions = bench.turn(PlaybackThread(dueBack: due))
        #expect(actions.first == .giveUp(1))
        #expect(failedIDs(actions) == [1])
    }

    @Test(.requirement("SOUND-2")) func reportsAboutADeviceThatWasGivenUpChangeNothing() {
        var bench = MachineBench()
        bench.ring(1)
        bench.wait(.milliseconds(600))
        bench.turn(PlaybackThread(dueBack: bench.now - .milliseconds(600)))
        bench(.play(alarm(2, output: 1)))
        bench(.opened(opening: 2))
        bench(.loaded(load: 2, isThere: true))
        for late in [
            SoundInput.audible(opening: 1, id: 2), .finished(opening: 1, id: 2), .silent(opening: 1, id: 2),
            .opened(opening: 1), .refused(opening: 1, load: 2), .failed(opening: 1, reason: "late"),
            .closed(opening: 1, lost: LostCommands(hasClick: true, heldUntil: bench.now)),
        ] {
            #expect(bench(late) == [], "\(late)")
        }
        #expect(bench.machine.opening?.number == 2)
        #expect(bench(.audible(opening: 2, id: 2)) == [.report(.audible(id: 2))])
    }

    @Test(.requirement("SOUND-2")) func openingsThatHangAreBoundedAndTriedAgainAfterAPause() {
        var bench = MachineBench()
        for id in 1...HangingOpenings.most {
            bench(.play(alarm(id)))
            bench.wait(SoundMachine.openLimit)
            #expect(failedIDs(bench.turn()) == [id])
        }
        let refused = bench(.play(alarm(9)))
        #expect(!refused.contains { if case .open = $0 { true } else { false } })
        #expect(failedIDs(refused) == [9])
        bench.wait(HangingOpenings.pause)
        #expect(bench(.play(alarm(10))).contains(.open(5, output: 0)))
    }

    @Test(.requirement("SOUND-2")) func anOpeningThatReturnedNoLongerCounts() {
        var bench = MachineBench()
        for id in 1...HangingOpenings.most {
            bench(.play(alarm(id)))
            bench.wait(SoundMachine.openLimit)
            bench.turn()
        }
        bench(.closed(opening: 2, lost: LostCommands()))
        #expect(bench(.play(alarm(9))).contains(.open(5, output: 0)))
    }

    @Test(.requirement("SOUND-2")) func soundOnAnotherOutputGoesOnWhileOneHangs() {
        var bench = MachineBench()
        for id in 1...HangingOpenings.most {
            bench(.play(alarm(id)))
            bench.wait(SoundMachine.openLimit)
            bench.turn()
        }
        bench(.openLine(output: 1))
        let opened = bench.machine.opening
        #expect(opened?.output == 1)
        let actions = bench(.play(alarm(9, output: 0)))
        #expect(failedIDs(actions) == [9])
        #expect(!actions.contains { if case .giveUp = $0 { true } else { false } })
        #expect(bench.machine.opening == opened)
    }

    @Test(.requirement("SOUND-2")) func anOutputThatTheBoardLacksIsRefusedWithoutADeviceError() {
        var bench = MachineBench()
        #expect(failedIDs(bench(.play(alarm(1, output: 7)))) == [1])
        #expect(bench.machine.deviceErrors == 0)
    }

    @Test(.requirement("SOUND-2")) func aFailureIsLoggedAsAWarningOnceAMinute() {
        var bench = MachineBench()
        var levels: [LogLevel] = []
        for id in 1...3 {
            bench(.play(alarm(id)))
            for action in bench(.failed(opening: id, reason: "no such device")) {
                if case .log(let level, _) = action { levels.append(level) }
            }
        }
        #expect(levels == [.warning, .debug, .debug])
    }

    // MARK: A device that closes at the moment when something is sent

    @Test func whatADeviceDidNotPlayBecauseItClosedIsSentAgain() {
        var bench = MachineBench()
        bench.ring(1)
        #expect(
            bench(.closed(opening: 1, lost: LostCommands(hasClick: true)))
                == [.open(2, output: 0), .start(2, load: 1, alarm(1)), .click(2)])
    }

    @Test func whatIsPreparedIsHeldOnANewOpening() {
        var bench = MachineBench()
        bench(.prepare(alarm(1)))
        let until = bench.now + .seconds(5)
        #expect(
            bench(.closed(opening: 1, lost: LostCommands(heldUntil: until)))
                == [.open(2, output: 0), .hold(2, until: until)])
    }

    // MARK: A conversation's line

    @Test(.requirement("SOUND-2")) func aLineOpensItsDeviceAndIsGivenToTheNextOneWhenThatFails() {
        var bench = MachineBench()
        #expect(bench(.openLine(output: 0)) == [.connectLine, .open(1, output: 0), .giveLine(1)])
        bench(.opened(opening: 1))
        bench(.failed(opening: 1, reason: "unplugged"))
        #expect(bench.turn() == [.open(2, output: 1), .giveLine(2)])
        bench(.failed(opening: 2, reason: "no such device"))
        // Both have failed: the first is tried again in a second.
        #expect(bench.turn() == [])
        #expect(bench.machine.deadline == bench.now + .seconds(1))
        bench.wait(.seconds(1))
        #expect(bench.turn() == [.open(3, output: 0), .giveLine(3)])
        #expect(bench(.closeLine) == [.disconnectLine(3)])
    }

    @Test func anAlarmOnAnotherOutputTakesTheLineAlong() {
        var bench = MachineBench()
        bench(.openLine(output: 0))
        bench(.opened(opening: 1))
        let actions = bench(.play(alarm(1, output: 1)))
        #expect(actions == [.load(1, alarm(1, output: 1)), .giveUp(1), .open(2, output: 1), .giveLine(2)])
    }

    @Test(.requirement("SOUND-2")) func aCardThatComesTakesTheLineBackToTheFirstOutputOnceNothingElseSounds() {
        var bench = MachineBench()
        bench(.openLine(output: 1))
        bench(.opened(opening: 1))
        bench(.play(chime(1, output: 1)))
        bench(.devicesChanged(hasArrival: true))
        bench.wait(SoundMachine.settlePause)
        #expect(bench.turn() == [.report(.devicesChanged)])
        bench(.finished(opening: 1, id: 1))
        #expect(bench.turn() == [.giveUp(1), .open(2, output: 0), .giveLine(2)])
    }

    @Test func aLineWithoutAnyOutputIsRefused() {
        var bench = MachineBench(outputs: 0)
        #expect(bench(.openLine(output: 0)) == [.log(.warning, "no sound output for the conversation")])
        #expect(!bench.machine.line.isOpen)
    }

    // MARK: Time

    @Test func aFlurryOfDeviceFilesIsReportedOnceWhenItHasSettled() {
        var bench = MachineBench()
        var reports = 0
        for _ in 1...5 {
            bench(.devicesChanged(hasArrival: false))
            bench.wait(.milliseconds(100))
            reports += bench.turn().count
        }
        #expect(reports == 0)
        bench.wait(.milliseconds(200))
        #expect(bench.turn() == [.report(.devicesChanged)])
        #expect(bench.turn() == [])
    }

    @Test func withNothingToDoThereIsNoDeadline() {
        var bench = MachineBench()
        #expect(bench.machine.deadline == nil)
        bench.ring(1)
        bench.turn(PlaybackThread(dueBack: bench.now, hasCommands: false))
        #expect(bench.machine.deadline != nil)
        bench(.silence)
        bench.turn(PlaybackThread(dueBack: nil, hasCommands: false))
        #expect(bench.machine.deadline == nil)
    }

    @Test func theEndOfTheDriverStopsAndClosesEverything() {
        var bench = MachineBench()
        bench.ring(1)
        bench(.prepare(alarm(2)))
        bench(.openLine(output: 0))
        let actions = bench(.shutDown)
        #expect(actions == [.stop(1), .discard(1), .disconnectLine(1), .discard(2), .giveUp(1)])
    }
}

// MARK: -

/// A machine with two outputs and the clock in hand.
private struct MachineBench {
    var machine: SoundMachine
    var now = BootTime(nanoseconds: 1_000_000_000_000)

    init(outputs: Int = 2) {
        let names = ["speaker", "headphones"].prefix(outputs)
        machine = SoundMachine(outputs: names.map(OutputDevice.init(name:)), preparedFor: .seconds(5))
    }

    @discardableResult
    mutating func callAsFunction(_ event: SoundInput) -> [SoundAction] { machine.handle(event, at: now) }

    @discardableResult
    mutating func turn(_ thread: PlaybackThread = PlaybackThread()) -> [SoundAction] { self(.turn(thread)) }

    mutating func wait(_ span: TimeSpan) { now = now + span }

    /// An alarm on an open device.
    mutating func ring(_ id: Int) {
        self(.play(alarm(id)))
        self(.opened(opening: 1))
        self(.loaded(load: 1, isThere: true))
        self(.audible(opening: 1, id: id))
    }
}

private func playback(_ id: Int, _ source: Playback.Source, output: Int) -> Playback {
    Playback(
        id: id, source: source, fromPercent: 30, toPercent: 60, riseMilliseconds: 1000, limitMilliseconds: 60_000,
        output: output)
}

private func chime(_ id: Int, output: Int = 0) -> Playback { playback(id, .chime, output: output) }

private func speech(_ id: Int, _ words: Utterance) -> Playback { playback(id, .speech(words), output: 0) }

/// The sounds that these actions report as failed.
private func failedIDs(_ actions: [SoundAction]) -> [Int] {
    actions.compactMap { if case .report(.failed(let id, _)) = $0 { id } else { nil } }
}
