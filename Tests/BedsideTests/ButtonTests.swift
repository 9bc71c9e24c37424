import TestKit
import Testing

@testable import Bedside

/// BOARD-2: what counts as a press.
@Suite(.requirement("BOARD-2"))
struct ButtonTests {
    private func time(_ milliseconds: Int) -> BootTime { .zero + .milliseconds(milliseconds) }
    private var fresh: Buttons {
        var buttons = Buttons(timing: ButtonTiming())
        _ = buttons.read(Button.allCases.map { ButtonLevel(button: $0, isActive: false) })
        return buttons
    }

    @Test func aPressCountsAfterFiveMillisecondsHeld() {
        var buttons = fresh
        #expect(buttons.edge(.start, isActive: true, at: time(100)).isEmpty)
        #expect(buttons.advance(to: time(104)).isEmpty)
        #expect(buttons.deadline == time(105))
        #expect(buttons.advance(to: time(105)) == [.pressed(.start)])
        #expect(buttons.heldSince(.start) == time(100))
    }

    @Test func aShorterPulseIsCountedAsAGlitch() {
        var buttons = fresh
        _ = buttons.edge(.stop, isActive: true, at: time(100))
        #expect(buttons.edge(.stop, isActive: false, at: time(104)).isEmpty)
        #expect(buttons.advance(to: time(500)).isEmpty)
        #expect(buttons.glitches == 1)
    }

    @Test func aBouncingContactIsOnePressAndOneRelease() {
        var buttons = fresh
        var outputs: [Buttons.Output] = []
        let edges = [
            (100, true), (101, false), (102, true), (110, false), (112, true), (300, false), (303, true), (306, false),
            (311, true), (313, false),
        ]
        for (at, level) in edges {
            outputs += buttons.edge(.start, isActive: level, at: time(at))
        }
        outputs += buttons.advance(to: time(1000))
        #expect(outputs.filter { $0 == .pressed(.start) }.count == 1)
        #expect(outputs.count == 2)
        guard case .released(.start, let held) = outputs.last else {
            Issue.record("the last output is not a release")
            return
        }
        #expect(held.milliseconds >= 190 && held.milliseconds <= 220)
    }

    @Test func aSecondPressAfterTheBounceTimeCounts() {
        var buttons = fresh
        var outputs: [Buttons.Output] = []
        for start in [100, 200, 300] {
            outputs += buttons.edge(.start, isActive: true, at: time(start))
            outputs += buttons.edge(.start, isActive: false, at: time(start + 50))
        }
        outputs += buttons.advance(to: time(1000))
        #expect(outputs.filter { $0 == .pressed(.start) }.count == 3)
    }

    @Test func aButtonDownAtStartIsStuckUntilReleased() {
        var buttons = Buttons(timing: ButtonTiming())
        #expect(buttons.read([ButtonLevel(button: .stop, isActive: true)]) == [.stuck(.stop)])
        #expect(buttons.stuck == [.stop])
        #expect(buttons.advance(to: time(60_000)).isEmpty)
        #expect(buttons.edge(.stop, isActive: false, at: time(61_000)) == [])
        #expect(buttons.advance(to: time(61_024)) == [])
        #expect(buttons.advance(to: time(61_025)) == [.freed(.stop)])
        _ = buttons.edge(.stop, isActive: true, at: time(62_000))
        #expect(buttons.advance(to: time(62_010)) == [.pressed(.stop)])
    }

    /// A short circuit with a shaking contact in the night must not end the alarm.
    @Test func aStuckButtonWhoseContactShakesCausesNoPress() {
        var buttons = Buttons(timing: ButtonTiming())
        _ = buttons.read([ButtonLevel(button: .stop, isActive: true)])
        for shake in 0..<20 {
            #expect(buttons.edge(.stop, isActive: false, at: time(1000 + 40 * shake)) == [])
            #expect(buttons.edge(.stop, isActive: true, at: time(1001 + 41 * shake)) == [])
        }
        #expect(buttons.advance(to: time(100_000)) == [])
        #expect(buttons.stuck == [.stop])
        // Released with bounce: the button is free again, without a press.
        var outputs: [Buttons.Output] = []
        for (level, at) in [(false, 100_000), (true, 100_003), (false, 100_006), (true, 100_015), (false, 100_016)] {
            outputs += buttons.edge(.stop, isActive: level, at: time(at))
        }
        outputs += buttons.advance(to: time(200_000))
        #expect(outputs == [.freed(.stop)])
    }

    @Test func aLineThatComesBackUpIsFree() {
        var buttons = Buttons(timing: ButtonTiming())
        _ = buttons.edge(.stop, isActive: true, at: time(0))
        #expect(
            buttons.read([ButtonLevel(button: .stop, isActive: true)]) == [.stuck(.stop)],
            "a line that fails counts as stuck")
        #expect(buttons.read([ButtonLevel(button: .stop, isActive: false)]) == [.freed(.stop)])
        #expect(buttons.read([ButtonLevel(button: .stop, isActive: false)]).isEmpty)
        _ = buttons.edge(.stop, isActive: true, at: time(1000))
        #expect(buttons.advance(to: time(1010)) == [.pressed(.stop)])
    }

    @Test func aButtonHeldForAMinuteIsStuck() {
        var buttons = fresh
        _ = buttons.edge(.start, isActive: true, at: time(0))
        #expect(buttons.advance(to: time(60_000)) == [.pressed(.start), .stuck(.start)])
        #expect(buttons.heldSince(.start) == nil)
    }

    @Test func timingCanBeConfigured() {
        var buttons = Buttons(timing: ButtonTiming(holdMilliseconds: 30, bounceMilliseconds: 100))
        _ = buttons.edge(.mute, isActive: true, at: time(0))
        #expect(buttons.advance(to: time(29)).isEmpty)
        #expect(buttons.advance(to: time(30)) == [.pressed(.mute)])
    }

    @Test(.requirement("GUARD-6")) func randomEdgesNeverPressTwiceWithoutARelease() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            var buttons = fresh
            var now = 0
            var isDown = false
            for _ in 0..<300 {
                now += Int.random(in: 0...40, using: &random)
                let outputs = buttons.edge(.start, isActive: Bool.random(using: &random), at: time(now))
                for output in outputs {
                    switch output {
                    case .pressed:
                        #expect(!isDown, "seed \(seed)")
                        isDown = true
                    case .released: isDown = false
                    case .stuck, .freed: break
                    }
                }
            }
        }
    }
}
