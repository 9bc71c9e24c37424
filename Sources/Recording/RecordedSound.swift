/// The figures of recorded sound.
public enum RecordedSound {
    public static let samplesPerSecond = 48_000
    /// 20 ms.
    public static let packetSamples = 960
    /// Packets that are sealed and written together: a power cut costs these and what is not encoded yet, about a
    /// second.
    public static let chunkPackets = 40
    /// For each voice: enough for good speech; silence costs next to nothing.
    static let bitsPerSecond = 20_000
    static let complexity = 3
    static let maximumPacketBytes = 800
}
