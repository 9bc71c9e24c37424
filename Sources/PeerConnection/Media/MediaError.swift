/// What can go wrong while the media path is set up; once it runs, nothing throws.
public enum MediaError: Error, Sendable, Equatable, CustomStringConvertible {
    /// libopus refused to create or set up a codec; its error code.
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

/// Constants of the only audio format in use: Opus on its 48 kHz clock, mono.
package enum Audio {
    static let samplesPerSecond = 48_000
    static let samplesPerMillisecond = 48
    /// The largest RTP packet that is received or sent, without the SRTP trailer.
    static let maximumPacketBytes = 1500
    /// The longest Opus packet: 120 ms (RFC 6716 §3.2.5).
    static let maximumPacketSamples = 5760
    /// Peak below which nothing can be heard (-60 dBFS).
    package static let audiblePeak: Float = 0.001
}
