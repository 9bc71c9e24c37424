import TestKit
import Testing

@testable import Bedside

/// Held buttons, alone (ALARM-11, SETUP-4).
struct GestureTests {
    private static func at(_ milliseconds: Int) -> BootTime { BootTime(nanoseconds: 0) + .milliseconds(milliseconds) }

    @Test(.requirement("ALARM-11")) func startSaysIAmUpAfterTwoSecondsAndNotBefore() {
        var buttons = Buttons(timing: ButtonTiming())
        buttons.startHeld(since: Self.at(0), cause: .button)
        #expect(buttons.gestureDeadline == Self.at(2000))
        #expect(buttons.takeHeldStart(heldUntil: Self.at(1999)) == nil)
        var lifted = buttons
        #expect(lifted.takeHeldStart() == HeldStart(since: Self.at(0), cause: .button))
        #expect(lifted.takeHeldStart() == nil, "the lifted Start is reported only once")
        #expect(buttons.takeHeldStart(heldUntil: Self.at(2000)) != nil && buttons.gestureDeadline == nil)
    }

    @Test(.requirement("BOARD-2")) func aStuckContactDoesNothing() {
        var buttons = Buttons(timing: ButtonTiming())
        buttons.startHeld(since: Self.at(0), cause: .socket)
        buttons.forgetHeldStart(of: .button)
        #expect(buttons.heldStart != nil, "a Start that the socket holds is kept")
        buttons.forgetHeldStart()
        #expect(buttons.heldStart == nil)
    }

    @Test(.requirement("SETUP-4")) func bothButtonsWarnAfterFiveSecondsAndEraseAfterTen() {
        var buttons = Buttons(timing: ButtonTiming())
        for button in [Button.start, .stop] { _ = buttons.edge(button, isActive: true, at: Self.at(0)) }
        _ = buttons.advance(to: Self.at(5))
        buttons.followEraseHold()
        #expect(buttons.advanceErase(to: Self.at(4999)) == nil)
        #expect(buttons.advanceErase(to: Self.at(5000)) == .warn)
        #expect(buttons.advanceErase(to: Self.at(5001)) == nil, "the warning is given once")
        var released = buttons
        _ = released.edge(.stop, isActive: false, at: Self.at(6000))
        _ = released.advance(to: Self.at(6005))
        released.followEraseHold()
        #expect(released.eraseHold == .none && released.advanceErase(to: Self.at(20_000)) == nil)
        #expect(buttons.advanceErase(to: Self.at(10_000)) == .erase)
        #expect(buttons.advanceErase(to: Self.at(11_000)) == nil, "the erasure is asked for once")
    }
}
