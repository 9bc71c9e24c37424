/// Decoded samples waiting to be played, and the last ones that were played, in one flat block so that time-scaling and
/// fades can work in place. Playback thread only; allocates only in `init`.
final class PlayoutBuffer {
    /// Played samples kept before the waiting ones.
    static let historySamples = 480
    private static let capacity = 1 << 15
    /// Once so many samples have been played (85 ms), the waiting ones move to the front. Most of the block is there for
    /// rare long stretches, and the system gives it no memory until it is touched.
    private static let mostPlayedSamples = 1 << 12
    private let storage: UnsafeMutablePointer<Float>
    private var start = PlayoutBuffer.historySamples
    private var end = PlayoutBuffer.historySamples

    init() {
        storage = .allocate(capacity: Self.capacity)
        storage.initialize(repeating: 0, count: Self.historySamples)
    }

    deinit { storage.deallocate() }

    /// How many samples wait.
    var count: Int { end - start }
    /// The waiting samples; history lies at negative offsets, down to `-historySamples`.
    var waiting: UnsafeMutablePointer<Float> { storage + start }

    /// Room for `samples` more after the waiting ones; nil if the buffer cannot hold that many.
    func room(_ samples: Int) -> UnsafeMutablePointer<Float>? {
        guard samples >= 0, count + samples + Self.historySamples <= Self.capacity else { return nil }
        if end + samples > Self.capacity || start > Self.mostPlayedSamples {
            let from = storage + (start - Self.historySamples)
            storage.update(from: from, count: count + Self.historySamples)
            end = count + Self.historySamples
            start = Self.historySamples
        }
        return storage + end
    }

    /// Adds the samples that were written to the room.
    func commit(_ samples: Int) { end = min(Self.capacity, end + max(0, samples)) }

    /// Drops waiting samples from the end.
    func truncate(to samples: Int) { end = min(end, start + max(0, samples)) }

    /// Copies out the next samples; the caller has made sure that they are there.
    func take(_ samples: Int, into target: UnsafeMutablePointer<Float>) {
        let given = min(samples, count)
        target.update(from: storage + start, count: given)
        if given < samples { (target + given).update(repeating: 0, count: samples - given) }
        start += given
    }

    /// Ends what waits within 5 ms: keeps that much with a fade, or mirrors what was played last if nothing waits.
    func fadeOut() {
        let length = 240
        if count >= length {
            truncate(to: length)
        } else if let room = room(length - count) {
            let missing = length - count
            for at in 0..<missing { room[at] = (room - 1 - at).pointee }
            commit(missing)
        }
        let samples = waiting
        let last = count
        for at in 0..<last { samples[at] *= Float(last - at) / Float(last + 1) }
    }
}
