import TestKit
import Testing

@testable import Sound

/// When a conversation's line tries the first output again (SOUND-2).
@Suite(.requirement("SOUND-2")) struct LineKeeperTests {
    private func keeper(output: Int) -> LineKeeper {
        var keeper = LineKeeper()
        keeper.open(output: output)
        return keeper
    }

    private func comesBack(_ keeper: inout LineKeeper) -> Bool { keeper.takeComeback() }

    @Test func aCardThatAppearsBringsItBackOnce() {
        var keeper = keeper(output: 1)
        #expect(!comesBack(&keeper))
        keeper.cardArrived()
        #expect(comesBack(&keeper))
        #expect(!comesBack(&keeper))
    }

    @Test func onTheFirstOutputOrClosedThereIsNothingToComeBackTo() {
        var first = keeper(output: 0)
        first.cardArrived()
        #expect(!comesBack(&first))
        var closed = keeper(output: 1)
        closed.cardArrived()
        closed.close()
        #expect(!comesBack(&closed))
        closed.cardArrived()
        #expect(!comesBack(&closed))
    }

    /// A plug that makes contact now and then.
    @Test func itGoesBackAndForthThreeTimesForEachLine() {
        var keeper = keeper(output: 1)
        for arrival in 1...6 {
            keeper.cardArrived()
            #expect(comesBack(&keeper) == (arrival <= 3))
        }
        keeper.open(output: 1)
        keeper.cardArrived()
        #expect(comesBack(&keeper))
    }
}
