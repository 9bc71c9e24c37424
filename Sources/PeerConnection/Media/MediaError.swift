/// What can go wrong when the media path is set up; nothing throws once it runs.
public enum MediaError: Error, Sendable, Equatable, CustomStringConvertible {
    /// libopus refused to make or set up a codec; its error code.
    case codec(code: Int32, operation: String)
    /// A value that the caller gave is outside what is supported.
    case configuration(String)

    public var description: String {
        switch self {
        case .codec(let code, let operation): "the Opus codec failed to \(operation) (code \(code))"
        case .configuration(let what): "the media path cannot be set up: \(what)"
        }
    }
}

/// Constants of the one audio format that is spoken: Opus on its 48 kHz clock, mono.
package enum Audio {
    static let samplesPerSecond = 48_000
    static let samplesPerMillisecond = 48
    /// The largest RTP packet taken or made, SRTP trailer excluded.
    static let maximumPacketBytes = 1500
    /// The longest Opus packet: 120 ms (RFC 6716 §3.2.5).
    static let maximumPacketSamples = 5760
    /// Below this peak nobody hears anything (-60 dBFS).
    package static let audiblePeak: Float = 0.001
}
