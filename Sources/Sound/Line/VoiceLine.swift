import Synchronization
import System

/// Both directions of a conversation, mono at 48 kHz, as the sound driver calls them (TALK-1).
///
/// Both closures run on real-time threads: no allocation, locks or logging in them. Each is called by one thread at a
/// time, and never again once the line has been closed for 100 ms.
public struct VoiceLine: Sendable {
    /// Fills the whole buffer; returns how many of the samples are voice.
    public var render: @Sendable (UnsafeMutableBufferPointer<Float>) -> Int
    /// Gets 10 ms (480 samples) at a time, with echo and noise taken out.
    public var capture: @Sendable (UnsafeBufferPointer<Float>) -> Void

    public init(
        render: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int,
        capture: @escaping @Sendable (UnsafeBufferPointer<Float>) -> Void
    ) {
        self.render = render
        self.capture = capture
    }
}

/// A line's playback side, as the playback thread of the open device uses it. The line outlives its devices.
final class LineSource: Sendable {
    private let render: @Sendable (UnsafeMutableBufferPointer<Float>) -> Int
    /// What the mixer made of it, and of everything else that sounds.
    let far = FarEnd()
    private let owner = Atomic<Int>(0)
    private let isBusy = Atomic<Bool>(false)
    /// Boot time in nanoseconds after which nothing is rendered, kept or captured; max while the line is open.
    private let endsAt = Atomic<Int64>(.max)
    /// Bits of a Float, an amplitude.
    private let amplitude: Atomic<UInt32>

    init(render: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int, volumePercent: Int) {
        self.render = render
        amplitude = Atomic(Self.amplitude(volumePercent).bitPattern)
    }

    /// The volume that the mixer moves to.
    var targetGain: Float { Float(bitPattern: amplitude.load(ordering: .relaxed)) }

    func setVolume(percent: Int) { amplitude.store(Self.amplitude(percent).bitPattern, ordering: .relaxed) }

    /// As loud as a spoken line or an alarm of that percent.
    private static func amplitude(_ percent: Int) -> Float {
        GainCurve(fromPercent: percent, toPercent: percent, riseFrames: 0).to
    }

    /// The device of this link plays the line from now on; that of another, which may still hang in a call, does not.
    func give(to link: OutputLink) { owner.store(link.serial, ordering: .releasing) }

    /// The line is closed. A playback thread has this long to fade it out; one that hangs calls nothing when it is back.
    func end(withinMilliseconds milliseconds: Int64) {
        endsAt.store(bootNanoseconds() + milliseconds * 1_000_000, ordering: .releasing)
    }

    /// Real-time thread. Nothing is done by a thread whose device was given up, nor while such a thread is still inside;
    /// neither ever waits for the other.
    @inline(__always)
    private func asOwner(_ serial: Int, _ body: () -> Void) -> Bool {
        guard owner.load(ordering: .acquiring) == serial, !isOver,
            isBusy.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else { return false }
        body()
        isBusy.store(false, ordering: .releasing)
        return true
    }

    /// Any thread.
    @inline(__always)
    var isOver: Bool {
        let at = endsAt.load(ordering: .acquiring)
        return at != .max && bootNanoseconds() >= at
    }

    /// The line's next samples, silence where it is another device's.
    func fill(_ target: UnsafeMutablePointer<Float>, count: Int, serial: Int) {
        let isFilled = asOwner(serial) { _ = render(UnsafeMutableBufferPointer(start: target, count: count)) }
        for i in 0..<count {
            // What comes from the network must not stay in the filters as NaN.
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
