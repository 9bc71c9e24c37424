import Bedside
import Synchronization
import System

/// What other threads may read at any time.
final class RealtimeSnapshot: Sendable {
    struct State: Sendable {
        var history: [Turn] = []
        var statistics = StatisticsKeeper()
        var transport: (any RealtimeTransport)?
        /// How many closed connections are still saying goodbye.
        var farewells = 0
    }
    let state = Mutex(State())
}

enum RealtimeClock {
    static var now: BootTime { BootTime(nanoseconds: bootNanoseconds()) }
}
