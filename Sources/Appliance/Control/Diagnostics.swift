import Bedside

/// What the running appliance counts, and what it works with (SOUND-5, GUARD-5). Nil: not known, or unknown to the
/// version that was asked.
struct Diagnostics: Hashable, Sendable {
    struct Sound: Hashable, Sendable {
        var underruns: Int?
        var overruns: Int?
        var lateWakeUps: Int?
        var deviceErrors: Int?
        var captureErrors: Int?
        var framesDelivered: Int?
        var framesCaptured: Int?
        var levelDBFS: Double?
        var captureLevelDBFS: Double?
        var isRealTime: Bool?
        /// The open device; nil: none is open.
        var output: String?
        var input: String?
    }

    struct Ring: Hashable, Sendable {
        var count: Int?
        var latenessMicroseconds: Int?
        var worstLatenessMicroseconds: Int?
    }

    struct Storage: Hashable, Sendable {
        var report: Wording?
        var isWorking: Bool?
        /// A change of the vault's keys has not ended.
        var isOldKeyKept: Bool?
    }

    struct Board: Hashable, Sendable {
        var name: String?
        /// The fingerprint of the board file as it was read.
        var fingerprint: String?
        var missingButtons: Int?
        /// `PART: REASON`.
        var problems: [Wording] = []
    }

    struct Memory: Hashable, Sendable {
        var isLocked: Bool?
        var neededBytes: Int?
    }

    /// What the online companion was set up with.
    struct CompanionSource: Hashable, Sendable {
        /// The place of the key, never the key itself; `none` if there is none.
        var key: String?
        var address: String?
    }

    struct Echo: Hashable, Sendable {
        var engine: String?
        var delayMilliseconds: Double?
        var enhancementDB: Double?
    }

    /// The conversation that goes on, or the last one (TALK-1); no words of it.
    struct Session: Hashable, Sendable {
        var transport: String?
        var isOpen: Bool?
        var readyMilliseconds: Int?
        var firstVoiceMilliseconds: Int?
        var durationMilliseconds: Int?
        /// From the start to each step of the last connection, by the step's name.
        var phaseMilliseconds: [String: Int] = [:]
        var connections: Int?
        var responses: Int?
        var interruptions: Int?
        var failedResponses: Int?
        var toolCalls: Int?
        var serviceErrors: Int?
        var malformedEvents: Int?
        var packetsReceived: Int?
        var packetsLost: Int?
        var jitterMilliseconds: Double?
        var roundTripMilliseconds: Double?
        var bufferMilliseconds: Double?
        var concealedMilliseconds: Int?
        var acceleratedMilliseconds: Int?
        var expandedMilliseconds: Int?
        var bytesSent: Int?
        var bytesReceived: Int?
        /// How often the sound cards ran dry or over meanwhile.
        var underruns: Int?
        var overruns: Int?
        var failure: String?
        /// The failure in the owner's language.
        var failureWords: String?
    }

    var sound = Sound()
    var ring = Ring()
    var storage = Storage()
    var board = Board()
    var memory = Memory()
    var companion = CompanionSource()
    var echo = Echo()
    var session = Session()
    var loopWakeUps: Int?
    var buttonGlitches: Int?
    /// What a later version counts, by its name on the wire.
    var others: [String: DiagnosticValue] = [:]
}
