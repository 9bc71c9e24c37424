/// One voice of a recording on a common scale of samples, so that both stay in step: what is missing becomes silence.
///
/// A device gives its samples at its own pace, so blocks are joined as long as they are close to where they belong by
/// the clock, and a jump becomes silence, or is left out.
struct TalkTimeline {
    /// How far a block may be from its place: more than the bursts of any speaker's queue.
    static let toleranceSamples = 5_760

    /// Samples that wait to be encoded.
    private(set) var pending: [Int16] = []
    /// The number of the sample after the last one.
    private(set) var end = 0
    /// Samples that came for a time that is over.
    private(set) var late = 0

    /// Adds a block that begins, by the clock, at this place.
    mutating func place(_ samples: UnsafeBufferPointer<Int16>, at position: Int) {
        if position > end + Self.toleranceSamples { fill(to: position) }
        guard position >= end - Self.toleranceSamples else {
            late += samples.count
            return
        }
        pending.append(contentsOf: samples)
        end += samples.count
    }

    /// Makes silence of what has not come for the time before this place.
    mutating func fill(to position: Int) {
        guard position > end else { return }
        pending.append(contentsOf: repeatElement(0, count: position - end))
        end = position
    }

    /// Writes the oldest samples into every other place of `target`; silence where there are none.
    mutating func take(_ count: Int, into target: inout [Int16], from offset: Int) {
        for i in 0..<count where target.indices.contains(offset + 2 * i) {
            target[offset + 2 * i] = i < pending.count ? pending[i] : 0
        }
        pending.removeFirst(min(count, pending.count))
    }
}
