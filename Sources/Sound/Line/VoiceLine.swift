import Synchronization
import System

/// Both directions of a conversation, mono at 48 kHz, as the sound driver calls them (TALK-1).
///
/// Both closures run on real-time threads: no allocation, locks or logging in them. Each is called by one thread at a
/// time, and never again once the line has been closed for 100 ms.
public struct VoiceLine: Sendable {
    /// Fills the whole buffer; returns how many of the samples are voice.
    public var render: @Sendable (UnsafeMutableBufferPointer<Float>) -> Int
    /// Receives 10 ms (480 samples) at a time, with echo and noise removed.
    public var capture: @Sendable (UnsafeBufferPointer<Float>) -> Void
    /// How much of the microphone's sound it receives.
    public var bandwidth: VoiceBandwidth

    public init(
        render: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int,
        capture: @escaping @Sendable (UnsafeBufferPointer<Float>) -> Void, bandwidth: VoiceBandwidth = .wide
    ) {
        self.render = render
        self.capture = capture
        self.bandwidth = bandwidth
    }
}

/// A line's playback side, as the playback thread of the open device uses it. The line outlives its devices.
final class LineSource: Sendable {
    private let render: @Sendable (UnsafeMutableBufferPointer<Float>) -> Int
    /// The mixer's output: this line and everything else that sounds.
    let far = FarEnd()
    private let owner = Atomic<Int>(0)
    private let isBusy = Atomic<Bool>(false)
    /// Boot time in nanoseconds after which nothing is rendered, kept or captured; max while the line is open.
    private let endsAt = Atomic<Int64>(.max)
    /// An amplitude, as the bits of a Float.
    private let amplitude: Atomic<UInt32>

    init(render: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int, volumePercent: Int) {
        self.render = render
        amplitude = Atomic(Self.amplitude(volumePercent).bitPattern)
    }

    /// The volume that the mixer moves to.
    var targetGain: Float { Float(bitPattern: amplitude.load(ordering: .relaxed)) }

    func setVolume(percent: Int) { amplitude.store(Self.amplitude(percent).bitPattern, ordering: .relaxed) }

    /// The amplitude for a percent, the same as for a spoken line or an alarm.
    private static func amplitude(_ percent: Int) -> Float {
        GainCurve(fromPercent: percent, toPercent: percent, riseFrames: 0).to
    }

    /// Lets the device of this link play the line from now on, and no other: the thread of an earlier one may still
    /// hang in a call.
    func give(to link: OutputLink) { owner.store(link.serial, ordering: .releasing) }

    /// Closes the line. A playback thread has this long to fade it out; a thread that hangs calls nothing when it
    /// returns.
    func end(withinMilliseconds milliseconds: Int64) {
        endsAt.store(bootNanoseconds() + milliseconds * 1_000_000, ordering: .releasing)
    }

    /// Runs `body`, unless this thread's device was given up or a thread of another device is still inside; neither
    /// ever waits for the other. Returns whether it ran. Real-time thread only.
    @inline(__always)
    private func asOwner(_ serial: Int, _ body: () -> Void) -> Bool {
        guard owner.load(ordering: .acquiring) == serial, !isOver,
            isBusy.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else { return false }
        body()
        isBusy.store(false, ordering: .releasing)
        return true
    }

    /// Whether the time to fade out is over. Any thread.
    @inline(__always)
    var isOver: Bool {
        let at = endsAt.load(ordering: .acquiring)
        return at != .max && bootNanoseconds() >= at
    }

    /// Fills `target` with the line's next samples, or with silence if another device plays the line.
    func fill(_ target: UnsafeMutablePointer<Float>, count: Int, serial: Int) {
        let isFilled = asOwner(serial) { _ = render(UnsafeMutableBufferPointer(start: target, count: count)) }
        for i in 0..<count {
            // A NaN from the network would stay in the filters.
            target[i] = isFilled && target[i].isFinite ? min(max(target[i], -1), 1) : 0
        }
    }

    func wrote(_ samples: UnsafePointer<Float>, count: Int, serial: Int) {
        _ = asOwner(serial) { far.write(samples, count: count) }
    }

    func mark(nextHeardAt: Int64, serial: Int) { _ = asOwner(serial) { far.mark(nextHeardAt: nextHeardAt) } }

    func markBreak(serial: Int) { _ = asOwner(serial) { far.markBreak() } }

    func begin(isExact: Bool, serial: Int) {
        _ = asOwner(serial) {
            far.setExact(isExact)
            far.markBreak()
        }
    }
}
