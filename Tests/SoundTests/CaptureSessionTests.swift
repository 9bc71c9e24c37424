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

        /// A card whose openings do not return until they are let go.
        private final class HangingCard: Sendable {
            private let gate = DispatchSemaphore(value: 0)
            private let count = Atomic<Int>(0)

            var tries: Int { count.load(ordering: .relaxed) }

            func open(_ device: String) throws(SoundError) -> ALSADevice {
                count.add(1, ordering: .relaxed)
                gate.wait()
                gate.signal()
                throw .cannotOpen(device: device, code: -EIO)
            }

            func letGo() { gate.signal() }
        }

        private static func now() -> BootTime { BootTime(nanoseconds: bootNanoseconds()) }

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
            let began = Self.now()
            keeper.listen(true, at: began)
            let isCapturing = waitUntil(seconds: 10) {
                keeper.review(at: began)
                return totals.framesCaptured.load(ordering: .relaxed) > 0
            }
            #expect(isCapturing)
            #expect(card.tries == CaptureSession.busyTries)
            #expect(keeper.errors == 0 && events.events.isEmpty && events.lines.isEmpty, "\(events.lines)")
            keeper.listen(false, at: Self.now())
            let isClosed = waitUntil(seconds: 5) {
                keeper.review(at: Self.now())
                return keeper.isClosed
            }
            #expect(isClosed)
        }

        /// Each opening that never returns keeps a thread and descriptors, of which an alarm needs some (SOUND-2).
        @Test(.requirement("SOUND-5")) func aMicrophoneThatHangsIsNotOpenedWithoutEnd() {
            let card = HangingCard()
            let events = EventBox()
            var keeper = MicrophoneKeeper(
                inputs: [InputDevice(name: "hangs")], wakeUp: WakeUp(), totals: SoundTotals(),
                post: { events.add($0) }, log: { _, line in events.log(line) },
                opening: { device throws(SoundError) in try card.open(device) })
            var now = Self.now()
            keeper.listen(true, at: now)
            var begun = 0
            while begun < 40, waitUntil(seconds: 5, { card.tries > begun }) {
                begun += 1
                // It is given up, and the next one is due.
                now = now + .seconds(3)
                keeper.review(at: now)
                now = now + .seconds(10)
                keeper.review(at: now)
            }
            #expect(begun == HangingOpenings.maximumInAll)
            #expect(events.lines.last?.contains("\(begun) openings have not returned") == true, "\(events.lines)")
            #expect(events.events == [.microphoneFailed])
            keeper.listen(false, at: now)
            card.letGo()
            let isClosed = waitUntil(seconds: 10) {
                keeper.review(at: now)
                return keeper.isClosed
            }
            #expect(isClosed && card.tries == begun)
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
