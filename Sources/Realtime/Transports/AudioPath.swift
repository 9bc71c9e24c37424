import PeerConnection
import Synchronization
import System

/// Connects speaker and microphone to the current transport, and reports when the companion is audible.
///
/// Two real-time threads use a transport's sound while the event thread swaps it, so a transport that was swapped out
/// is kept until neither uses it.
public final class AudioPath: Sendable {
    /// A class, so that a pointer to it can be exchanged; a transport's sound itself is an existential.
    private final class Slot: Sendable {
        let sound: any TransportSound
        init(_ sound: any TransportSound) { self.sound = sound }
    }

    /// Pauses inside words are shorter than this.
    private static let quietSamples = 4800

    /// One for each real-time thread.
    private let forPlayback = Handover<Slot>()
    private let forCapture = Handover<Slot>()
    private let isShut = Atomic<Bool>(false)
    private let audible = Atomic<Bool>(false)
    private let resetRequest = Atomic<Bool>(false)
    /// Playback thread only; atomic because the object is shared.
    private let quiet = Atomic<Int>(0)
    private let wakeUp = WakeUp()

    // MARK: Event thread

    /// Readable when `isAudible` may have changed; -1: no descriptor was left, and nobody will be notified.
    var descriptor: Int32 { wakeUp.descriptor }

    func clearDescriptor() { wakeUp.clear() }

    var isAudible: Bool { audible.load(ordering: .acquiring) }

    /// Connects to a transport, with the gate open (it was shut for the previous one). nil: silence is played, and the
    /// microphone's sound is dropped.
    func attach(_ transport: (any RealtimeTransport)?) {
        let slot = transport.map { Slot($0.sound) }
        forPlayback.publish(slot)
        forCapture.publish(slot)
        setGate(isShut: false)
        reset()
    }

    /// Releases transports that no real-time thread uses any more; false: call again later.
    @discardableResult
    func reap() -> Bool {
        let isUnusedByPlayback = forPlayback.reap()
        return forCapture.reap() && isUnusedByPlayback
    }

    func setGate(isShut: Bool) { self.isShut.store(isShut, ordering: .releasing) }

    /// Forgets that something was audible, after a cut, so that the next audible sample is reported again.
    func reset() { resetRequest.store(true, ordering: .releasing) }

    // MARK: Real-time threads

    /// Fills all of `frames` with 48 kHz mono; returns how many samples are voice. Playback thread only, real time.
    public func render(into frames: UnsafeMutableBufferPointer<Float>) -> Int {
        var count = 0
        if let slot = forPlayback.take() {
            count = slot._withUnsafeGuaranteedRef { $0.sound.render(into: frames) }
            forPlayback.release()
            if isShut.load(ordering: .acquiring) {
                frames.update(repeating: 0)
                count = 0
            }
        } else {
            frames.update(repeating: 0)
        }
        watch(frames, voiced: count)
        return count
    }

    /// Takes captured samples, 48 kHz mono, echo-cancelled. Capture thread only, real time.
    public func capture(_ frames: UnsafeBufferPointer<Float>) {
        guard let slot = forCapture.take() else { return }
        slot._withUnsafeGuaranteedRef { $0.sound.capture(frames) }
        forCapture.release()
    }

    private func watch(_ frames: UnsafeMutableBufferPointer<Float>, voiced: Int) {
        if resetRequest.exchange(false, ordering: .acquiringAndReleasing) { tell(false) }
        var peak: Float = 0
        if voiced > 0 { for sample in frames { peak = max(peak, abs(sample)) } }
        // The service may send silence between answers.
        if peak > Audio.audiblePeak {
            quiet.store(0, ordering: .relaxed)
            tell(true)
        } else if audible.load(ordering: .relaxed) {
            let silent = quiet.load(ordering: .relaxed) + frames.count
            quiet.store(silent, ordering: .relaxed)
            // Nothing left at all is the end at once; a quiet stretch of voice must last longer.
            if voiced == 0 || silent >= AudioPath.quietSamples { tell(false) }
        }
    }

    private func tell(_ isAudible: Bool) {
        guard audible.load(ordering: .relaxed) != isAudible else { return }
        audible.store(isAudible, ordering: .releasing)
        wakeUp.signal()
    }
}
