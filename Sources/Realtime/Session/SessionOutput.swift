import Bedside

/// What the machines ask of their driver, in order. `Int` names the connection.
package enum SessionOutput: Sendable, Equatable {
    /// Opens a transport of its own; `session` is the `session` object for the client secret.
    case connect(Int, TransportKind, session: [UInt8])
    case send(Int, [UInt8])
    case setSending(Int, Bool)
    case play(Int, pcm: [UInt8], item: String, contentIndex: Int)
    case cut(Int)
    /// Shut: what the connection plays is thrown away until it is opened again (late sound of a cut answer).
    case setGate(isShut: Bool)
    /// The connection that speaker and microphone belong to; nil: none.
    case attach(Int?)
    case disconnect(Int)
    case report(RealtimeReport)
    case phase(ConnectPhase)
    case log(LogLevel, String)
}

/// What happened, to one session.
package enum SessionInput: Sendable, Equatable {
    case opened
    case message([UInt8])
    case oversized(bytes: Int)
    case faltering(Bool)
    /// The session becomes the conversation's: restores `seed`, and speaks first where `speaks`.
    case start(seed: [Turn], speaks: Bool, isSending: Bool)
    case setSending(Bool)
    case update(instructions: String, tools: [SessionSettings.Tool])
    case answer(call: String, output: String, isSilent: Bool)
    case rendering(Bool)
    case tick
}

/// Times and limits of the machine that no owner would change.
enum SessionRule {
    /// Transport and all: the transports' own limits are shorter together.
    static let connect = TimeSpan.seconds(30)
    static let outputTimeout = TimeSpan.seconds(15)
    /// From `response.create` to any word of it.
    static let answer = TimeSpan.seconds(8)
    /// Between two events of a running response, while nothing of it is heard either.
    static let stall = TimeSpan.seconds(10)
    /// After the owner's last word, for the service to begin its answer by itself.
    static let ownAnswer = TimeSpan.milliseconds(1500)
    /// … and after so long it is asked to.
    static let ownAnswerLimit = TimeSpan.seconds(4)
    static let maximumOwnerTurn = TimeSpan.seconds(30)
    static let blocked = TimeSpan.seconds(5)
    /// What is buffered between the service's last word and the speaker is less than this.
    static let lastPlay = TimeSpan.seconds(5)
    /// Late sound of a cut answer is thrown away at most this long.
    static let gate = TimeSpan.milliseconds(1500)
    /// Quiet for so long after `response.done`: played out, where the service never says so itself.
    static let quiet = TimeSpan.milliseconds(500)
    /// … and where it said that it began, but not that it ended.
    static let quietAfterStart = TimeSpan.seconds(3)
    /// Nothing heard and nothing told for so long in the middle of an answer: it broke off. Pauses between sentences are
    /// shorter.
    static let gap = TimeSpan.milliseconds(1200)
    /// … unless the answer is known to be all made and its sound still comes: then it is silent on purpose, as between
    /// guided breaths, and only this much is too long.
    static let maximumPause = TimeSpan.seconds(12)
    /// How often it is looked at in such a pause whether sound still comes.
    static let pauseCheck = TimeSpan.milliseconds(500)
    static let maximumFailures = 3
    static let maximumMalformed = 50
    static let maximumToolRounds = 10
    static let maximumCalls = 8
    static let maximumVoices = 8
    static let maximumConfigurations = 4
    static let maximumOutputBytes = 32 << 10
}

/// Counted over a conversation.
struct SessionCounts: Sendable, Equatable {
    var responses = 0
    var interruptions = 0
    var failedResponses = 0
    var serviceErrors = 0
    var malformedEvents = 0
    var toolCalls = 0
}
