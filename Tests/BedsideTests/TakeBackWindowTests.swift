import TestKit
import Testing

@testable import Bedside

/// Stop within ten seconds: what counts is when its contact closed, also where that is believed a moment later.
@Suite(.requirement("ALARM-11", "BOARD-2")) struct TakeBackWindowTests {
    /// Ten minutes to six, after the owner has typed that they are up.
    private func up(hold milliseconds: Int) throws -> VirtualBedside {
        let other = try FadingStoryTests.bedside()
        var configuration = try #require(other.machine).configuration
        configuration.buttonRules.holdMilliseconds = milliseconds
        let bedside = VirtualBedside(at: other.now.civil, configuration: configuration, disk: other.disk)
        bedside.powerOn()
        bedside.post(.buttonsRead(Button.allCases.map { ButtonLevel(button: $0, isActive: false) }))
        bedside.advance(to: try #require(LocalDateTime("2026-11-21T05:50:00")))
        bedside.ask(.upEarly)
        return bedside
    }

    private func rings(_ bedside: VirtualBedside) throws -> Bool {
        bedside.advance(to: try #require(LocalDateTime("2026-11-21T06:00:05")))
        return bedside.status?.activity == .ringing
    }

    @Test(arguments: [(9_900, true), (10_000, true), (10_100, false)])
    func theTenthSecondCounts(milliseconds: Int, isTakenBack: Bool) throws {
        // As boards have it, and as slowly as a board file may ask for.
        for hold in [5, 500] {
            let bedside = try up(hold: hold)
            bedside.advance(by: .milliseconds(milliseconds))
            bedside.post(.edge(.stop, isActive: true))
            bedside.advance(by: .milliseconds(700))
            bedside.post(.edge(.stop, isActive: false))
            bedside.advance(by: .seconds(2))
            #expect(bedside.entries(.upEarlyTakenBack).count == (isTakenBack ? 1 : 0), "\(hold)")
            #expect(bedside.stuckDeadlines == 0)
            #expect(try rings(bedside) == isTakenBack, "\(hold)")
        }
    }

    /// A press that has no contact has no earlier moment.
    @Test(arguments: [(9_900, true), (10_000, true), (10_001, false), (10_100, false)])
    func soItDoesByCommand(milliseconds: Int, isTakenBack: Bool) throws {
        let bedside = try up(hold: 5)
        bedside.advance(by: .milliseconds(milliseconds))
        bedside.ask(.press(.stop, heldMilliseconds: 0, from: .socket))
        #expect(try rings(bedside) == isTakenBack)
    }

    /// A slow voice, or a long name: who hears to the end what a companion took away still has ten seconds, and the
    /// companion is answered and heard again.
    @Test(.requirement("TALK-9"), arguments: [(14_000, true), (22_000, true), (22_100, false)])
    func anAnnouncementOfTwelveSecondsLeavesTimeForStop(milliseconds: Int, isTakenBack: Bool) throws {
        let bedside = try CompanionRightsTests.talk()
        bedside.speechSpan = .seconds(12)
        let before = bedside.disk.profile
        CompanionRightsTests.call(bedside, "set_habit", #"{"habit":"wake","on":false}"#)
        bedside.advance(by: .milliseconds(11_900))
        #expect(CompanionRightsTests.answers(bedside).isEmpty)
        bedside.advance(by: .milliseconds(200))
        #expect(CompanionRightsTests.answers(bedside).last?.contains(#""ok":true"#) == true)
        let volumes = bedside.performed.compactMap { if case .callVolume(let percent) = $0 { percent } else { nil } }
        #expect(volumes.last == bedside.disk.settings.voicePercent)
        bedside.advance(by: .milliseconds(milliseconds - 12_100))
        bedside.press(.stop)
        #expect((bedside.disk.profile == before) == isTakenBack)
        #expect(bedside.stuckDeadlines == 0)
    }
}
