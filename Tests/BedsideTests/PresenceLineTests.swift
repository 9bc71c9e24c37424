import TestKit
import Testing

@testable import Bedside

/// The sensor's line, debounced like a button (FADE-2, BOARD-2).
@Suite(.requirement("FADE-2")) struct PresenceLineTests {
    private static let start = BootTime(nanoseconds: 1_000_000_000)

    /// How often somebody is seen, if the line changes at these milliseconds, the first time to active.
    private func seen(_ changes: [Int], from isActive: Bool = false) -> Int {
        var line = PresenceLine(timing: ButtonTiming())
        line.read(isActive: isActive)
        var count = 0
        for (index, change) in changes.enumerated() {
            let isRise = (index % 2 == 0) != isActive
            count += line.edge(isActive: isRise, at: Self.start + .milliseconds(change)) ? 1 : 0
        }
        return count + (line.advance(to: Self.start + .seconds(60)) ? 1 : 0)
    }

    @Test(arguments: [
        ([0], 1), ([0, 4], 0), ([0, 5], 1), ([0, 2, 3, 4], 0), ([0, 2, 3], 1),
        // Let go for shorter than bounce lasts, and for longer.
        ([0, 100, 110], 1), ([0, 100, 200], 2),
    ])
    func aRiseThatHoldsIsSeenOnce(changes: [Int], count: Int) { #expect(seen(changes) == count) }

    /// A shorted line must not keep nets from ringing.
    @Test func aLineThatIsActiveFromTheStartIsNotSeenUntilItWasLetGo() {
        #expect(seen([], from: true) == 0)
        #expect(seen([100], from: true) == 0)
        #expect(seen([100, 200], from: true) == 1)
    }

    @Test func throughTheMachine() throws {
        for (level, settles) in [(FadingLevel.net, true), (.ringOnly, false)] {
            let bedside = try FadingStoryTests.bedside(levels: [.wake: level])
            bedside.post(.presenceRead(isActive: false))
            bedside.advance(to: try #require(LocalDateTime("2026-11-21T05:45")))
            bedside.post(.presenceEdge(isActive: true))
            bedside.advance(by: .milliseconds(10))
            bedside.post(.presenceEdge(isActive: false))
            bedside.advance(to: try #require(LocalDateTime("2026-11-21T12:00")))
            #expect(bedside.entries(.ring).isEmpty == settles)
        }
    }
}
