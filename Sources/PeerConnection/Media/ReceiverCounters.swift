import Synchronization

/// What the receiving side of the audio has done so far, and its current delay.
public struct ReceiverCounters: Sendable, Equatable {
    public var packetsReceived = 0
    /// Packets that never came in time to be played; those that came too late are counted in `packetsLate` as well.
    public var packetsLost = 0
    public var packetsLate = 0
    public var packetsDuplicated = 0
    /// Packets that found no room, or came while nothing was playing.
    public var packetsDropped = 0
    /// Frames recovered from the packet after them.
    public var framesRecovered = 0
    public var concealedMilliseconds = 0
    /// How often concealment began because nothing at all was there to play.
    public var underruns = 0
    public var acceleratedSamples = 0
    public var expandedSamples = 0
    /// How often the numbering, the clock or the source changed.
    public var restarts = 0
    public var targetMilliseconds = 0
    /// How long a packet that took the shortest path waits before it is played.
    public var delayMilliseconds = 0
    public var renderedSamples = 0
    public var voiceSamples = 0

    public var acceleratedMilliseconds: Int { acceleratedSamples / Audio.samplesPerMillisecond }
    public var expandedMilliseconds: Int { expandedSamples / Audio.samplesPerMillisecond }
}

/// The counters as the playback thread publishes them: one atomic each, so that any thread may read.
final class PublishedCounters: Sendable {
    let packetsReceived = Atomic<Int>(0)
    let packetsLost = Atomic<Int>(0)
    let packetsLate = Atomic<Int>(0)
    let packetsDuplicated = Atomic<Int>(0)
    let packetsDropped = Atomic<Int>(0)
    let framesRecovered = Atomic<Int>(0)
    let concealedSamples = Atomic<Int>(0)
    let underruns = Atomic<Int>(0)
    let acceleratedSamples = Atomic<Int>(0)
    let expandedSamples = Atomic<Int>(0)
    let restarts = Atomic<Int>(0)
    let targetMilliseconds = Atomic<Int>(0)
    let delayMilliseconds = Atomic<Int>(0)
    let renderedSamples = Atomic<Int>(0)
    let voiceSamples = Atomic<Int>(0)

    /// The counters' values. Each is exact, but they need not be from the same instant.
    var snapshot: ReceiverCounters {
        func value(_ counter: borrowing Atomic<Int>) -> Int { counter.load(ordering: .relaxed) }
        return ReceiverCounters(
            packetsReceived: value(packetsReceived), packetsLost: value(packetsLost), packetsLate: value(packetsLate),
            packetsDuplicated: value(packetsDuplicated), packetsDropped: value(packetsDropped),
            framesRecovered: value(framesRecovered),
            concealedMilliseconds: value(concealedSamples) / Audio.samplesPerMillisecond, underruns: value(underruns),
            acceleratedSamples: value(acceleratedSamples), expandedSamples: value(expandedSamples),
            restarts: value(restarts), targetMilliseconds: value(targetMilliseconds),
            delayMilliseconds: value(delayMilliseconds), renderedSamples: value(renderedSamples),
            voiceSamples: value(voiceSamples))
    }
}

extension Atomic where Value == Int {
    /// For counters that one thread writes.
    func add(_ amount: Int) { wrappingAdd(amount, ordering: .relaxed) }
    func set(_ value: Int) { store(value, ordering: .relaxed) }
}
