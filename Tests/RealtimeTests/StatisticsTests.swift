import Testing

@testable import Realtime

@Suite struct StatisticsTests {
    private func talk(_ keeper: inout StatisticsKeeper, packets: Int, lost: Int, failure: RealtimeFailure? = nil) {
        keeper.call.transport = .webRTC
        keeper.call.connections += 1
        keeper.call.transportFigures.packetsReceived = packets
        keeper.call.transportFigures.packetsLost = lost
        keeper.call.transportFigures.jitterMilliseconds = Double(lost)
        keeper.call.responses = 1
        keeper.end(afterMilliseconds: 1000, failure: failure)
    }

    @Test func aConversationThatGoesOnAfterALossCountsAsOne() {
        var keeper = StatisticsKeeper()
        keeper.connect(id: 1, isContinued: false, isMuted: false)
        talk(&keeper, packets: 100, lost: 30, failure: .lost)
        keeper.connect(id: 2, isContinued: true, isMuted: true)
        keeper.end(afterMilliseconds: 10, failure: .lost)
        // A call that carried nothing removes nothing.
        #expect(keeper.shown(transport: nil).transportFigures.packetsLost == 30)
        #expect(keeper.shown(transport: nil).transportFigures.jitterMilliseconds == 30)
        keeper.connect(id: 3, isContinued: true, isMuted: true)
        talk(&keeper, packets: 50, lost: 2)
        let shown = keeper.shown(transport: nil)
        #expect(shown.transportFigures.packetsReceived == 150)
        #expect(shown.transportFigures.packetsLost == 32)
        #expect(shown.transportFigures.jitterMilliseconds == 2)
        #expect((shown.responses, shown.connections, shown.durationMilliseconds) == (2, 2, 2010))
        #expect(shown.failure == nil && !shown.isOpen)
        keeper.connect(id: 4, isContinued: false, isMuted: false)
        #expect(keeper.shown(transport: nil).transportFigures.packetsReceived == 0)
    }

    @Test func aCallThatWasPreparedAndNeverUsedDoesNotChangeTheLastConversation() {
        var keeper = StatisticsKeeper()
        keeper.connect(id: 1, isContinued: false, isMuted: false)
        talk(&keeper, packets: 100, lost: 3)
        for id in 2...3 {
            keeper.connect(id: id, isContinued: false, isMuted: true)
            #expect(keeper.shown(transport: nil).id == id, "the open call's statistics are shown")
            keeper.end(afterMilliseconds: 60_000, failure: nil)
            #expect(keeper.shown(transport: nil).id == 1)
            #expect(keeper.shown(transport: nil).transportFigures.packetsLost == 3)
        }
        keeper.connect(id: 4, isContinued: false, isMuted: true)
        keeper.open()
        talk(&keeper, packets: 7, lost: 0)
        #expect(keeper.shown(transport: nil).transportFigures.packetsReceived == 7)
    }

    @Test func whyACallCouldNotBePreparedIsShown() {
        var keeper = StatisticsKeeper()
        keeper.connect(id: 1, isContinued: false, isMuted: false)
        talk(&keeper, packets: 100, lost: 3)
        keeper.connect(id: 2, isContinued: false, isMuted: true)
        keeper.end(afterMilliseconds: 100, failure: .credentials)
        #expect(keeper.shown(transport: nil).failure == .credentials)
    }

    @Test func aRenewedSessionCountsWhatCameBefore() {
        var keeper = StatisticsKeeper()
        keeper.connect(id: 1, isContinued: false, isMuted: false)
        var first = TransportStatistics()
        first.packetsReceived = 1000
        first.packetsLost = 5
        keeper.renew(after: first)
        var second = TransportStatistics()
        second.packetsReceived = 10
        #expect(keeper.shown(transport: second).transportFigures.packetsReceived == 1010)
        keeper.call.transportFigures = second
        #expect(keeper.shown(transport: nil).transportFigures.packetsLost == 5)
    }
}
