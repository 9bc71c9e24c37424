import Board
import Realtime
import Testing

@testable import Appliance

@Suite struct TranscriptKeeperTests {
    @Test func aTurnGrowsAndIsCutInPlace() {
        var keeper = TranscriptKeeper()
        keeper.take(Turn(number: 1, speaker: .companion, text: "Good mor"))
        keeper.take(Turn(number: 2, speaker: .owner, text: "Wait."))
        keeper.take(Turn(number: 1, speaker: .companion, text: "Good", isInterrupted: true))
        #expect(
            keeper.lines == [
                TranscriptLine(speaker: .companion, text: "Good", isInterrupted: true),
                TranscriptLine(speaker: .owner, text: "Wait."),
            ])
    }

    @Test func theAppliancesOwnWordsAreShownInBetween() {
        var keeper = TranscriptKeeper()
        keeper.take("One moment.")
        keeper.take(Turn(number: 1, speaker: .companion, text: "Good morning."))
        keeper.take("The line has dropped.")
        keeper.take(Turn(number: 3, speaker: .companion, text: ""))
        #expect(keeper.lines.map(\.text) == ["One moment.", "Good morning.", "The line has dropped."])
    }

    @Test func itKeepsOnlyTheLastTurns() {
        var keeper = TranscriptKeeper()
        for number in 1...100 { keeper.take(Turn(number: number, speaker: .owner, text: "\(number)")) }
        #expect(keeper.lines.count == 24 && keeper.lines.last?.text == "100")
    }
}
