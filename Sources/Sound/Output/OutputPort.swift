/// A fault of a call on an open device; no payload that allocates, for real-time threads.
enum PortFault: Error, Sendable, Equatable {
    /// The device ran dry or over (EPIPE).
    case xrun
    /// The machine was suspended while the device was open (ESTRPIPE).
    case suspended
    /// The device has no room (EAGAIN).
    case busy
    /// The device is gone (ENODEV, EBADFD, EIO …); a negative errno.
    case lost(Int32)
}

/// An open playback device, as `OutputLoop` sees it: ALSA, or a simulated one in tests. Real-time thread only; nothing
/// here allocates or waits longer than the device needs.
protocol OutputPort: AnyObject {
    /// Hz; frames below are at this rate.
    var rate: Int { get }
    var channels: Int { get }
    var format: SampleFormat { get }
    var bufferFrames: Int { get }
    /// Frames written that are nearest to being heard and are left alone by `rewind`; nil if nothing can be taken back.
    var rewindGuardFrames: Int? { get }

    /// Frames written that the device has not consumed.
    func queuedFrames() throws(PortFault) -> Int
    /// Frames until one written now is heard; at least `queuedFrames` on most devices.
    func delayFrames() -> Int
    /// `delayFrames` and the instant of that report; nil if the thread was held up in between, so that they do not
    /// belong together.
    /// - Parameter now: boot time in nanoseconds of the turn.
    func account(now: Int64) -> (delayFrames: Int, at: Int64)?
    /// Writes frames; returns how many were taken. The device starts by itself once enough are queued.
    func write(_ frames: UnsafeRawPointer, count: Int) throws(PortFault) -> Int
    /// Takes back frames that were written last; returns how many.
    func rewind(_ frames: Int) -> Int
    /// Throws away what is queued and makes the device ready for `write`.
    func stop() throws(PortFault)
    /// Makes the device ready for `write` again after an xrun or a suspend.
    func recover(from fault: PortFault) throws(PortFault)
}
