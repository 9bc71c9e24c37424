import Synchronization
import System

/// One sound as the playback thread plays it. Plain data: the driver keeps what the pointers point to until the thread
/// reports `released`.
///
/// `@unchecked Sendable`: the samples do not change while the voice is alive, the stream is a lock-free ring.
struct Voice: BitwiseCopyable, @unchecked Sendable {
    /// `Playback.id`.
    var id = 0
    /// The token of the material, for `released`.
    var token = 0
    var samples: UnsafePointer<Float>?
    var count = 0
    var isLooping = false
    /// The samples of speech, as they are made; in place of `samples`.
    var stream: Unmanaged<SampleStream>?
    var curve = GainCurve(fromPercent: 100, toPercent: 100, riseFrames: 0)
    /// The maximum length, in frames at 48 kHz.
    var limitFrames = Int.max
    /// The voice that interrupts a ring; nil: none.
    var clip: Unmanaged<RingClip>?
    /// When it speaks, in frames from the ring's first.
    var clipFrame = Int.max
    /// How long the alarm sounds before it speaks again, in frames; 0: it speaks once.
    var clipPauseFrames = 0

    static let none = Voice()
}

extension GainCurve: BitwiseCopyable {}
extension FadeIn: BitwiseCopyable {}

/// Speech on its way from the synthesizer to the playback thread.
package final class SampleStream: Sendable {
    /// Two seconds: the synthesizer is faster than speech, and waits when it is full.
    package let ring = Ring<Float>(minimumCapacity: 96_000, zero: 0)
    private let ended = Atomic<Bool>(false)

    package var isEnded: Bool { ended.load(ordering: .acquiring) }
    /// Ends the stream. Called by the producer, after its last write.
    func end() { ended.store(true, ordering: .releasing) }
}

/// A command to the playback thread.
enum OutputCommand: BitwiseCopyable, Sendable {
    /// Replaces what plays.
    case start(Voice)
    /// Fades out what plays.
    case stop
    case click
    /// Keep the device open until this boot time in nanoseconds.
    case hold(Int64)
}

/// A note from the playback thread.
enum OutputNote: BitwiseCopyable, Sendable {
    /// First frames of the sound were handed to the device, at this boot time in nanoseconds.
    case handed(id: Int, at: Int64)
    case audible(id: Int)
    case finished(id: Int)
    /// The sound came to its own end without one audible frame.
    case silent(id: Int)
    /// The thread does not touch this voice's material any more.
    case released(token: Int)
}

/// The state that the playback thread and the driver share.
final class OutputLink: Sendable {
    let commands = Ring<OutputCommand>(minimumCapacity: 64, zero: .stop)
    let notes = Ring<OutputNote>(minimumCapacity: 256, zero: .released(token: 0))
    /// Wakes the playback thread.
    let wakeUp = WakeUp()
    /// Wakes the driver.
    let driverWakeUp: WakeUp
    let totals: SoundTotals
    /// The open line, which the mixer pulls from; published by the driver, followed by a signal.
    let line = Handover<LineSource>()
    /// Distinguishes this opening from all others.
    let serial = OutputLink.serials.wrappingAdd(1, ordering: .relaxed).newValue
    private static let serials = Atomic<Int>(0)
    /// Boot time in nanoseconds at which the playback thread expects to begin its next turn; long after that, a call
    /// into the device hangs. Max before the device is open and while nothing sounds.
    let dueBack = Atomic<Int64>(.max)
    private enum Stage: UInt8, AtomicRepresentable {
        case opening, open, givenUp
    }
    private let stage = Atomic<Stage>(.opening)
    private let closing = Atomic<Bool>(false)

    init(driverWakeUp: WakeUp, totals: SoundTotals) {
        self.driverWakeUp = driverWakeUp
        self.totals = totals
    }

    /// Called by the playback thread once the device is open. False: the opening was given up meanwhile, and nothing
    /// that was sent may be read.
    func hasOpened() -> Bool {
        stage.compareExchange(expected: .opening, desired: .open, ordering: .acquiringAndReleasing).exchanged
    }

    /// Whether the playback thread has to fade out what sounds, then end.
    var isToClose: Bool { closing.load(ordering: .acquiring) }

    /// Called by the driver: nothing more is played here. True: the device has not opened, and nothing that was sent
    /// will be read.
    func giveUp() -> Bool {
        closing.store(true, ordering: .releasing)
        wakeUp.signal()
        return stage.compareExchange(expected: .opening, desired: .givenUp, ordering: .acquiringAndReleasing).exchanged
    }
}

/// The counters of SOUND-5, written by the real-time threads.
final class SoundTotals: Sendable {
    let underruns = Atomic<Int>(0)
    let overruns = Atomic<Int>(0)
    let lateWakeUps = Atomic<Int>(0)
    let framesDelivered = Atomic<Int>(0)
    let framesCaptured = Atomic<Int>(0)
    /// Hundredths of a dB.
    let level = Atomic<Int>(-12_000)
    let captureLevel = Atomic<Int>(-12_000)
    let farResyncs = Atomic<Int>(0)
    let captureReopenings = Atomic<Int>(0)
    /// Hundredths of a millisecond and of a dB; `unknown` if there is none.
    let echoDelay = Atomic<Int>(SoundTotals.unknown)
    let echoEnhancement = Atomic<Int>(SoundTotals.unknown)
    static let unknown = Int.min
}

extension Atomic where Value == Int {
    @inline(__always)
    func increase(by amount: Int = 1) { wrappingAdd(amount, ordering: .relaxed) }
}
