import Bedside

/// What happened on the morning, by the simulation's own account.
struct FleetRecord {
    /// A session whose name reached the speaker.
    struct Talk {
        let speaker: Int
        var calls: [String] = []
        var stopTries = 0
        /// When the speaker first sent the stop, and when the gateway confirmed it.
        var stopSentAt: CivilTime?
        var confirmedAt: CivilTime?
    }

    /// Whose the first voice after a Start was.
    enum Voice { case live, offline, none }

    /// The first voice after each Start: how long its owner waited for it.
    var voices: [(wait: TimeSpan, voice: Voice)] = []
    /// Talks that the speaker began alone and that the live companion took over.
    var offlineThenLive = 0
    var events = 0
    /// Speakers that signed in by a code.
    var signedIn = 0
    var wasKilled = false
    /// Talks that the provider cut off.
    var cutOff = 0
    var peakMemory = 0
    var gatewaySeconds = 0.0
    private(set) var perSecond: [RequestKind: [Int]] = [:]
    /// How often each kind was answered how: "start 201".
    private(set) var answers: [String: Int] = [:]
    private(set) var talks: [String: Talk] = [:]
    private(set) var speakerOfCall: [String: Int] = [:]
    /// Stops that speakers still owe at the end, sessions that are still open on them, and speakers that are signed out.
    private(set) var owedStops = 0
    private(set) var openSessions = 0
    private(set) var signedOut = 0

    static let seconds = Int((Morning.ends - Morning.begins).seconds) + 1

    mutating func note(_ request: FleetRequest, _ reply: GatewayReply, at now: CivilTime) {
        let kind = request.purpose.kind
        let second = Int((now - Morning.begins).seconds)
        // Nobody has any work with what finds no gateway.
        let isAnswered = if case .unreached = reply { false } else { true }
        if isAnswered, second < Self.seconds {
            perSecond[kind, default: Array(repeating: 0, count: Self.seconds)][second] += 1
        }
        let answer =
            switch reply {
            case .body(_, let message): String(message.status)
            case .refused(let status, let error, _): error.isEmpty ? String(status) : "\(status) \(error)"
            case .unreached: "no answer"
            }
        answers["\(kind.rawValue) \(answer)", default: 0] += 1
        if case .stop(let session) = request.purpose, case .body = reply, talks[session]?.confirmedAt == nil {
            talks[session]?.confirmedAt = now
        }
    }

    mutating func opened(_ session: String, call: String, by speaker: Speaker) {
        talks[session, default: Talk(speaker: speaker.index)].calls.append(call)
        speakerOfCall[call] = speaker.index
    }

    mutating func stopSent(_ session: String, at now: CivilTime) {
        guard var talk = talks[session] else { return }
        talk.stopTries += 1
        talk.stopSentAt = talk.stopSentAt ?? now
        talks[session] = talk
    }

    mutating func note(rest speaker: Speaker) {
        if let startedAt = speaker.startedAt { voices.append((Morning.ends - startedAt, .none)) }
        guard let account = speaker.machine?.durableState.account else { return }
        owedStops += account.owedStops.count
        if account.openSession != nil { openSessions += 1 }
        if !account.isSignedIn { signedOut += 1 }
    }

    var requests: Int { answers.values.reduce(0, +) }

    func count(_ answer: String) -> Int { answers[answer] ?? 0 }

    /// The busiest second of a kind.
    func peak(_ kind: RequestKind) -> (count: Int, at: CivilTime) {
        let counts = perSecond[kind] ?? []
        let highest = counts.max() ?? 0
        return (highest, Morning.begins + .seconds(counts.firstIndex(of: highest) ?? 0))
    }
}
