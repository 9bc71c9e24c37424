/// What a call on an open device may meet; no payload that allocates, for real-time threads.
enum PortFault: Error, Sendable, Equatable {
    /// The device ran dry or over (EPIPE).
    case xrun
    /// The machine was suspended under it (ESTRPIPE).
    case suspended
    /// No room (EAGAIN).
    case busy
    /// Gone (ENODEV, EBADFD, EIO …), a negative errno.
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
    /// Frames written that are nearest to being heard and are left alone by `rewind`; nil: nothing can be taken back.
    var rewindGuardFrames: Int? { get }

    /// Frames written that the device has not consumed.
    func queuedFrames() throws(PortFault) -> Int
    /// Frames until one written now is heard; at least `queuedFrames` on most devices.
    func delayFrames() -> Int
    /// The same with the instant of that account; nil: the thread was held up in between, and nobody can say.
    /// - Parameter now: of the turn, boot time in nanoseconds.
    func account(now: Int64) -> (delayFrames: Int, at: Int64)?
    /// Starts the device by itself once the first period is there. Returns how many were taken.
    func write(_ frames: UnsafeRawPointer, count: Int) throws(PortFault) -> Int
    /// Takes back frames that were written last; returns how many.
    func rewind(_ frames: Int) -> Int
    /// Throws away what is queued and makes ready for `write`.
    func stop() throws(PortFault)
    /// After an xrun or a suspend: ready for `write` again.
    func recover(from fault: PortFault) throws(PortFault)
}
