/// A guided meditation in progress (MIND-5): what is to be heard when, pauses, and the end.
///
/// Pure and absolute: every sound has its time on the boot clock, so nothing adds up to a drift (D-3). It needs no
/// microphone and no network. Its verbs return what the parent has to do, in order.
struct Practice: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        /// `origin` is where the plan's beginning lies on the boot clock; it may still be ahead. Can go to `paused`, or
        /// it is over.
        case running(origin: BootTime)
        /// Can go to `running`, or it is over.
        case paused(at: TimeSpan, since: BootTime)
    }

    enum Output: Hashable, Sendable {
        /// Will be played in a moment: rendered ahead, so that it is never late.
        case prepare(MeditationPlan.Cue)
        case play(MeditationPlan.Cue)
        /// Time for one word begins.
        case asks
        /// The session is to be saved now, in case the power is cut.
        case keep
        case over(Ending)
    }

    enum Ending: String, Hashable, Sendable {
        case completed
        /// Stop was pressed.
        case stopped
        /// Nobody came back to a pause.
        case left
        /// Something else took its place: a conversation, another meditation, the end of the program.
        case replaced
    }

    let plan: MeditationPlan
    let begunAt: CivilTime
    private(set) var stage: Stage
    /// The first cue that has not been played.
    private var next: Int
    private var isNextPrepared = false
    private var hasAsked = false
    /// Time that was spent in it before the last pause.
    private var before = TimeSpan.zero
    /// Where the present stretch began.
    private var from: TimeSpan
    /// The place in the script at which this session began.
    private let beginning: TimeSpan
    /// How many times the session was saved so far.
    private var kept = 0

    /// How long a pause can be (D-5).
    static let longestPause = TimeSpan.minutes(10)
    /// A power cut takes no more of it than this (D-6).
    static let keptEvery = TimeSpan.minutes(1)
    /// How long ahead a sound is rendered.
    static let lead = TimeSpan.seconds(3)
    /// How long after a press it goes on: for the click, and for one breath.
    static let resumeDelay = TimeSpan.seconds(1)

    /// - Parameters:
    ///   - start: when the first sound is heard.
    ///   - from: the place in the plan at which it begins.
    init(_ plan: MeditationPlan, from: TimeSpan = .zero, at start: BootTime, begunAt civil: CivilTime) {
        self.plan = plan
        begunAt = civil
        self.from = from
        beginning = from
        stage = .running(origin: start - from)
        next = Self.firstCue(of: plan, from: from)
    }

    private static func firstCue(of plan: MeditationPlan, from: TimeSpan) -> Int {
        plan.cues.firstIndex { $0.at >= from } ?? plan.cues.count
    }

    var isPaused: Bool { if case .paused = stage { true } else { false } }
    /// Whether the owner may speak now, if anybody listens.
    var isAsking: Bool { hasAsked && !isPaused }

    /// The place in the plan.
    func place(at now: BootTime) -> TimeSpan {
        switch stage {
        case .running(let origin): min(max(now - origin, from), plan.length)
        case .paused(let at, _): at
        }
    }

    /// How long the owner has meditated; pauses do not count, and neither does what was left out, or heard again after a
    /// pause beyond the whole.
    func practised(at now: BootTime) -> TimeSpan {
        isPaused ? before : min(before + (place(at: now) - from), plan.length - beginning)
    }

    var deadline: BootTime {
        switch stage {
        case .paused(_, let since): return since + Self.longestPause
        case .running(let origin):
            var times = [origin + plan.length]
            if plan.cues.indices.contains(next) {
                let at = origin + plan.cues[next].at
                times.append(isNextPrepared ? at : at - Self.lead)
            }
            if let asks = asksAt, !hasAsked { times.append(origin + asks) }
            if let span = nextKept { times.append(origin + from + (span - before)) }
            return times.reduce(origin + plan.length, min)
        }
    }

    /// How long the owner will have meditated when the next while is kept; nil if it is over before.
    private var nextKept: TimeSpan? {
        let span = Self.keptEvery * (kept + 1)
        return span < plan.length - beginning ? span : nil
    }

    private var asksAt: TimeSpan? { plan.items.first { $0.isAsking }?.at }

    mutating func pause(at now: BootTime) {
        guard !isPaused else { return }
        let place = place(at: now)
        before = practised(at: now)
        stage = .paused(at: place, since: now)
        isNextPrepared = false
    }

    /// Goes on at the same step, if it is paused.
    mutating func resume(at now: BootTime) {
        guard case .paused(let at, _) = stage else { return }
        from = plan.resumption(from: at)
        next = Self.firstCue(of: plan, from: from)
        stage = .running(origin: now + Self.resumeDelay - from)
    }

    mutating func advance(to now: BootTime) -> [Output] {
        let origin: BootTime
        switch stage {
        case .paused(_, let since): return since + Self.longestPause <= now ? [.over(.left)] : []
        case .running(let began): origin = began
        }
        var outputs: [Output] = []
        var due: MeditationPlan.Cue?
        while plan.cues.indices.contains(next), origin + plan.cues[next].at <= now {
            due = plan.cues[next]
            next += 1
            isNextPrepared = false
        }
        // A loop that was asleep for long plays what belongs to this instant, and nothing that is over.
        if let due, now < origin + due.until { outputs.append(.play(due)) }
        if !isNextPrepared, plan.cues.indices.contains(next), origin + plan.cues[next].at - Self.lead <= now {
            isNextPrepared = true
            outputs.append(.prepare(plan.cues[next]))
        }
        if !hasAsked, let asks = asksAt, origin + asks <= now {
            hasAsked = true
            outputs.append(.asks)
        }
        while let span = nextKept, span <= practised(at: now) {
            kept += 1
            if outputs.last != .keep { outputs.append(.keep) }
        }
        if origin + plan.length <= now { outputs.append(.over(.completed)) }
        return outputs
    }
}
