import Bedside
import Foundation
import Synchronization
import System
import Testing

@testable import Sound

extension DriverTests {
    /// A microphone that another opening still holds. Never at the same time as tests that count threads.
    @Suite struct CaptureSessionTests {
        /// A card that is busy for this many tries, and ALSA's null after that.
        private final class HeldCard: Sendable {
            private let busyTries: Int
            private let count = Atomic<Int>(0)

            init(busyTries: Int) { self.busyTries = busyTries }

            var tries: Int { count.load(ordering: .relaxed) }

            func open(_ device: String) throws(SoundError) -> ALSADevice {
                guard count.wrappingAdd(1, ordering: .relaxed).newValue > busyTries else {
                    throw .cannotOpen(device: device, code: -EBUSY)
                }
                return try CaptureSession.open("nowhere")
            }
        }

        private static func session(_ card: HeldCard) throws -> CaptureSession {
            PulseHarness.prepareNames()
            return try CaptureSession(
                device: "held", driverWakeUp: WakeUp(), totals: SoundTotals(),
                opening: { device throws(SoundError) in try card.open(device) })
        }

        @Test func aCardThatIsStillHeldIsWaitedForWithoutAFailure() {
            PulseHarness.prepareNames()
            let card = HeldCard(busyTries: CaptureSession.busyTries - 1)
            let totals = SoundTotals()
            let events = EventBox()
            var keeper = MicrophoneKeeper(
                inputs: [InputDevice(name: "held")], wakeUp: WakeUp(), totals: totals, post: { events.add($0) },
                log: { _, line in events.log(line) },
                opening: { device throws(SoundError) in try card.open(device) })
            // Its time stands still, as a stalled machine's may, so no opening is given up meanwhile.
            let began = bootNanoseconds()
            keeper.listen(true, began)
            let isCapturing = waitUntil(seconds: 10) {
                keeper.review(began)
                return totals.framesCaptured.load(ordering: .relaxed) > 0
            }
            #expect(isCapturing)
            #expect(card.tries == CaptureSession.busyTries)
            #expect(keeper.errors == 0 && events.events.isEmpty && events.lines.isEmpty, "\(events.lines)")
            keeper.listen(false, bootNanoseconds())
            let isClosed = waitUntil(seconds: 5) {
                keeper.review(bootNanoseconds())
                return keeper.isClosed
            }
            #expect(isClosed)
        }

        @Test func aCardThatStaysHeldIsGivenUp() throws {
            let card = HeldCard(busyTries: .max)
            let session = try Self.session(card)
            #expect(waitUntil(seconds: 10) { session.result != nil })
            #expect(session.result == .failed(.cannotOpen(device: "held", code: -EBUSY)))
            #expect(card.tries == CaptureSession.busyTries)
        }

        @Test func waitingForACardEndsWhenItIsNotWantedAnyMore() throws {
            let card = HeldCard(busyTries: .max)
            let session = try Self.session(card)
            #expect(waitUntil(seconds: 5) { card.tries > 0 })
            session.stop()
            #expect(waitUntil(seconds: 5) { session.result != nil })
            #expect(session.result == .closed)
        }
    }
}
