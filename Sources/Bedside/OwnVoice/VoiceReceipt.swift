/// What a recording on the way to a voice is of (V-1, V-2).
public enum VoiceTakeKind: String, Hashable, Codable, Sendable, CaseIterable {
    case consent
    /// The text of which the voice is made.
    case sample
}

/// A sealed recording on its way to the gateway, in a file of its own: WAV, 24 kHz, one channel, so that both fit into what
/// the gateway takes.
public struct VoiceRecording: Hashable, Codable, Sendable {
    /// Which file; no two ever have the same number.
    public var number: Int
    public var milliseconds: Int
    /// SHA-256 of the WAV file that is sent, in hexadecimal.
    public var sha256: String

    public init(number: Int, milliseconds: Int, sha256: String) {
        self.number = number
        self.milliseconds = milliseconds
        self.sha256 = sha256
    }

    enum CodingKeys: String, CodingKey { case number = "file", milliseconds, sha256 }
}

/// What became of a recording (V-2): enough to prove that it is gone, and nothing of its sound.
public struct VoiceReceipt: Hashable, Codable, Sendable {
    public var file: Int
    public var kind: VoiceTakeKind
    public var sha256: String
    public var made: CivilTime
    /// When it was first sent; nil: it never was.
    public var sent: CivilTime?
    /// When it was overwritten and removed; nil: not yet.
    public var destroyed: CivilTime?

    public init(
        file: Int, kind: VoiceTakeKind, sha256: String, made: CivilTime, sent: CivilTime? = nil,
        destroyed: CivilTime? = nil
    ) {
        self.file = file
        self.kind = kind
        self.sha256 = sha256
        self.made = made
        self.sent = sent
        self.destroyed = destroyed
    }
}

extension OwnerVoice {
    /// The files of the recordings that are not destroyed yet.
    public var rawFiles: [Int] { receipts.filter { $0.destroyed == nil }.map(\.file) }

    /// Adds a receipt. One of a recording that still exists is never pushed out.
    mutating func note(_ receipt: VoiceReceipt) {
        receipts.append(receipt)
        while receipts.count > Self.maximumReceipts, let old = receipts.firstIndex(where: { $0.destroyed != nil }) {
            receipts.remove(at: old)
        }
    }

    mutating func noteSent(_ files: [Int], at now: CivilTime) {
        for index in receipts.indices where files.contains(receipts[index].file) && receipts[index].sent == nil {
            receipts[index].sent = now
        }
    }

    mutating func noteDestroyed(_ files: [Int], at now: CivilTime) {
        for index in receipts.indices where files.contains(receipts[index].file) && receipts[index].destroyed == nil {
            receipts[index].destroyed = now
        }
    }
}
