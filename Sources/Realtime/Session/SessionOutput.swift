import Bedside

/// What the machines ask their driver to do, in order. `Int` is the connection's number.
package enum SessionOutput: Sendable, Equatable {
    /// Opens a separate transport; `session` is the `session` object for the client secret.
    case connect(Int, TransportKind, session: [UInt8])
    case send(Int, [UInt8])
    case setSending(Int, Bool)
    case play(Int, pcm: [UInt8], item: String, contentIndex: Int)
    case cut(Int)
    /// While shut, what the connection plays is thrown away (late sound of a cut answer).
    case setGate(isShut: Bool)
    /// The connection that uses speaker and microphone; nil for none.
    case attach(Int?)
    case disconnect(Int)
    case report(RealtimeReport)
    case phase(ConnectPhase)
    case log(LogLevel, String)
}

/// What happened to one session.
package enum SessionInput: Sendable, Equatable {
    case opened
    case message([UInt8])
    case oversized(bytes: Int)
    case faltering(Bool)
    /// Makes the session the conversation's: restores `seed`, and lets the companion speak first if `speaks`.
    case start(seed: [Turn], speaks: Bool, isSending: Bool)
    case setSending(Bool)
    /// `turnDetection` nil: as before.
    case update(instructions: String, tools: [SessionSettings.Tool], turnDetection: TurnDetection?)
    case answer(call: String, output: String, isSilent: Bool)
    case rendering(Bool)
    /// Asks for the summary; nothing else is done any more.
    case summarize(SummaryRequest)
    /// Awaits what the owner said last; nothing else is done any more.
    case awaitLastWords
    case tick
}

/// Times and limits of the machine that no owner would want to change.
enum SessionRule {
    /// For the whole connecting; the transports' own limits together are shorter.
    static let connect = TimeSpan.seconds(30)
    static let outputTimeout = TimeSpan.seconds(15)
    /// How long a call waits for the owner's words. The service writes them down apart from the model that calls, and
    /// mostly later (TheService.md, Events).
    static let wordsTimeout = TimeSpan.seconds(2)
    /// How many things that the owner said can lack their words at once.
    static let maximumUnwritten = 16
    /// From `response.create` to the first event of the response.
    static let answer = TimeSpan.seconds(8)
    /// Between two events of a running response while nothing of it is heard either.
    static let stall = TimeSpan.seconds(10)
    /// From the owner's last words until the service begins its answer by itself.
    static let ownAnswer = TimeSpan.milliseconds(1500)
    /// … and after this time it is asked to answer.
    static let ownAnswerLimit = TimeSpan.seconds(4)
    static let maximumOwnerTurn = TimeSpan.seconds(30)
    static let blocked = TimeSpan.seconds(5)
    /// Less than this is buffered between the service's last word and the speaker.
    static let lastPlay = TimeSpan.seconds(5)
    /// How long after the service's last word the first sound of a short answer may come: it waits in buffers, and for a
    /// processor that is busy.
    static let lateSound = TimeSpan.milliseconds(1500)
    /// The longest time for which late sound of a cut answer is thrown away.
    static let gate = TimeSpan.milliseconds(1500)
    /// After this much quiet following `response.done`, an answer counts as played if the service never says so itself.
    static let quiet = TimeSpan.milliseconds(500)
    /// … and if it said that the sound began but not that it ended.
    static let quietAfterStart = TimeSpan.seconds(3)
    /// If nothing is heard or received for this long in the middle of an answer, it broke off. Pauses between sentences
    /// are shorter.
    static let gap = TimeSpan.milliseconds(1200)
    /// … unless the answer is known to be complete and its sound still comes: then the silence is intended, as between
    /// guided breaths, and only this much is too long.
    static let maximumPause = TimeSpan.seconds(12)
    /// How often to check, in such a pause, whether sound still comes.
    static let pauseCheck = TimeSpan.milliseconds(500)
    static let maximumFailures = 3
    static let maximumMalformed = 50
    static let maximumToolRounds = 10
    static let maximumCalls = 8
    static let maximumVoices = 8
    static let maximumConfigurations = 4
    static let maximumOutputBytes = 32 << 10
}

/// Counts over a conversation.
struct SessionCounts: Sendable, Equatable {
    var responses = 0
    var interruptions = 0
    var failedResponses = 0
    var serviceErrors = 0
    var malformedEvents = 0
    var toolCalls = 0

    static func + (a: SessionCounts, b: SessionCounts) -> SessionCounts {
        SessionCounts(
            responses: a.responses + b.responses, interruptions: a.interruptions + b.interruptions,
            failedResponses: a.failedResponses + b.failedResponses, serviceErrors: a.serviceErrors + b.serviceErrors,
            malformedEvents: a.malformedEvents + b.malformedEvents, toolCalls: a.toolCalls + b.toolCalls)
    }
}
