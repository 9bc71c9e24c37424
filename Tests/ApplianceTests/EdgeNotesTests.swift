import Bedside
import Board
import TestKit
import Testing

@testable import Appliance

/// GUARD-6, GUARD-8: a noisy line does not fill the journal.
@Suite(.requirement("GUARD-6")) struct EdgeNotesTests {
    private func edge(_ milliseconds: Int, isActive: Bool, _ button: Button = .start) -> EdgeNotes.Edge {
        let at = BootTime.zero + .milliseconds(milliseconds)
        return EdgeNotes.Edge(
            edge: ButtonEdge(button: button, isActive: isActive, at: at), event: .edge(button, isActive: isActive),
            moment: Moment(boot: at, civil: CivilTime(seconds: 1_800_000_000) + .milliseconds(milliseconds)),
            actions: [])
    }

    @Test func glitchesAreCountedAndNotWritten() {
        var notes = EdgeNotes()
        for number in 0..<100_000 {
            #expect(notes.take(edge(number * 2, isActive: true), isGlitch: false).isEmpty)
            #expect(notes.take(edge(number * 2 + 1, isActive: false), isGlitch: true).isEmpty)
        }
        #expect(notes.flush().isEmpty)
        #expect(notes.accountDue(at: .zero + .hours(1)) == EdgeNotes.Account(glitches: 100_000, edges: 0))
        #expect(notes.accountDue(at: .zero + .hours(3)) == nil)
    }

    @Test func aPressIsWrittenInItsOrder() {
        var notes = EdgeNotes()
        let (down, other, up) = (edge(0, isActive: true), edge(1, isActive: true, .stop), edge(80, isActive: false))
        #expect(notes.take(down, isGlitch: false).isEmpty)
        #expect(notes.take(other, isGlitch: false).isEmpty)
        // The tick at which the core accepts it.
        #expect(notes.flush() == [down, other])
        #expect(notes.take(up, isGlitch: false) == [up])
    }

    @Test func anEdgeThatWaitsIsWrittenBeforeALaterOne() {
        var notes = EdgeNotes()
        let (down, up) = (edge(0, isActive: true), edge(80, isActive: false, .stop))
        #expect(notes.take(down, isGlitch: false).isEmpty)
        #expect(notes.take(up, isGlitch: false) == [down, up])
    }

    @Test func aNoisyLineIsBoundedPerHour() {
        var notes = EdgeNotes()
        var written = 0
        for number in 0..<10_000 { written += notes.take(edge(number * 20, isActive: false), isGlitch: false).count }
        #expect(written == EdgeNotes.maximumPerHour)
        #expect(notes.accountDue(at: .zero + .minutes(4))?.edges == 10_000 - EdgeNotes.maximumPerHour)
        #expect(notes.take(edge(3_700_000, isActive: false), isGlitch: false).count == 1)
    }

    @Test func theCountIsReportedOnceAnHour() {
        var notes = EdgeNotes()
        var told = 0
        for minute in 0..<180 {
            _ = notes.take(edge(minute * 60_000, isActive: true), isGlitch: false)
            _ = notes.take(edge(minute * 60_000 + 1, isActive: false), isGlitch: true)
            if notes.accountDue(at: .zero + .minutes(minute)) != nil { told += 1 }
        }
        #expect(told == 3)
    }
}
