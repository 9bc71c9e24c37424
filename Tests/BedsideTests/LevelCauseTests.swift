import TestKit
import Testing

@testable import Bedside

/// The night log says who changed a level: the rule over the days, or the owner, and how (FADE-3). What a companion
/// changes is in `FadingToolTests`.
@Suite(.requirement("FADE-3")) struct LevelCauseTests {
    private func causes(_ bedside: VirtualBedside) -> [NightEntry.Cause?] {
        bedside.entries(.levelChanged).map(\.cause)
    }

    private func at(_ text: String, _ bedside: VirtualBedside) throws {
        bedside.advance(to: try #require(LocalDateTime(text)))
    }

    /// An owner at level 2 with four weeks of unaided days, who says that it happens by itself.
    private func ripe() throws -> VirtualBedside {
        let other = try FadingStoryTests.bedside(levels: [.wake: .net])
        var disk = other.disk
        let standing = FadingStanding(
            level: .net, since: nil, daysHere: 28, wasStepDown: false, automaticity: 6,
            days: String(repeating: "u", count: 28))
        disk.fading.apply(.base(.wake, FadingLedger.Base(through: 1, standing: standing)))
        let bedside = VirtualBedside(at: other.now.civil, disk: disk)
        bedside.powerOn()
        return bedside
    }

    @Test func theRuleIsTheTimers() throws {
        let bedside = try FadingStoryTests.bedside()
        for date in 21...25 {
            try at("2026-11-\(date)T05:30:00", bedside)
            bedside.press(.start, heldMilliseconds: 2500)
        }
        #expect(causes(bedside) == [.timer])
    }

    @Test(arguments: [
        (Command.fading(.recall(.wake)), NightEntry.Cause.owner), (.fading(.silence(.wake, isOn: true)), .owner),
        (.press(.start, heldMilliseconds: 5500, from: .button), .button),
        (.press(.start, heldMilliseconds: 5500, from: .socket), .socket),
    ]) func theOwnersWordIsTheirs(command: Command, cause: NightEntry.Cause) throws {
        let bedside = try FadingStoryTests.bedside(levels: [.wake: .graduated])
        bedside.ask(command)
        #expect(causes(bedside) == [cause])
    }

    @Test func aNewTimeIsTheirs() throws {
        let bedside = try FadingStoryTests.bedside(levels: [.wake: .graduated])
        bedside.ask(.fading(.silence(.wake, isOn: true)))
        bedside.advance(by: .minutes(1))
        var patch = ProfilePatch()
        var habit = ProfilePatch.HabitPatch(id: .wake)
        habit.at = LocalTime("08:30")
        patch.habits = [habit]
        bedside.ask(.apply(patch))
        #expect(bedside.entries(.levelChanged).count > 1)
        #expect(causes(bedside).allSatisfy { $0 == .owner })
    }

    @Test func consentIsTheirsByEachWay() throws {
        let typed = try ripe()
        #expect(typed.ask(.fading(.consent(.wake))) == .done)
        #expect(causes(typed) == [.owner])
        for isTyped in [true, false] {
            let asked = try ripe()
            try at("2026-11-20T21:30:00", asked)
            asked.press(.stop)
            asked.advance(by: .seconds(5))
            #expect(asked.machine?.features.fading.asked?.question == .consent)
            if isTyped {
                asked.ask(.fading(.answer(isYes: true)))
            } else {
                asked.press(.start, heldMilliseconds: 2000)
            }
            #expect(asked.disk.fading.level(of: .wake) == .graduated)
            #expect(causes(asked) == [isTyped ? .owner : .button])
        }
    }

    /// A correction brings the level back that two missed days had taken.
    @Test func aCorrectionIsTheirs() throws {
        for isTyped in [true, false] {
            let bedside = try FadingStoryTests.bedside(levels: [.wake: .net])
            try at("2026-11-22T08:00:00", bedside)
            #expect(causes(bedside) == [.timer])
            if isTyped {
                #expect(bedside.ask(.fading(.alreadyUp(.wake))) == .done)
            } else {
                bedside.press(.stop)
                bedside.advance(by: .seconds(12))
                #expect(bedside.machine?.features.fading.asked?.question == .wereYouUp)
                bedside.press(.start)
            }
            #expect(bedside.disk.fading.level(of: .wake) == .net)
            #expect(causes(bedside) == [.timer, isTyped ? .owner : .button])
            #expect(bedside.entries(.alreadyUp).map(\.cause) == [isTyped ? .owner : .button])
        }
    }
}
