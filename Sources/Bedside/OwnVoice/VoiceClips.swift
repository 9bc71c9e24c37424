/// Has a clip of each approved script kept, before it is due (MIND-9). A clip of anything else is destroyed.
struct VoiceClips: Hashable, Sendable {
    private struct Task: Hashable, Sendable {
        var number: Int
        var script: VoiceScript
        var until: BootTime
    }

    enum Output: Hashable, Sendable {
        case fetch(VoiceScript, task: Int)
        case forget(keeping: [VoiceScript])
    }

    /// The scripts whose clips may be kept; nil: not known since the start.
    private var kept: [VoiceScript]?
    private var ready: Set<VoiceScript> = []
    /// Those for which trying again changes nothing.
    private var refused: Set<VoiceScript> = []
    private var asked: Set<VoiceScript> = []
    private var task: Task?
    private var tasks: Int
    private var failures = 0
    private var retryAt: BootTime?
    /// Something happened on which the scripts may depend.
    private var isStale = true

    static let patience = TimeSpan.seconds(90)
    static let retries: [TimeSpan] = [.minutes(1), .minutes(5), .minutes(15), .minutes(30), .hours(1), .hours(2)]

    init(tasks: Int = 0) { self.tasks = tasks }

    /// The number of the last task.
    var lastTask: Int { tasks }

    var deadline: BootTime? { isStale ? .zero : (task?.until).earlier(retryAt) }

    mutating func scriptsChanged() { isStale = true }

    /// The store destroys all of them, and with them perhaps the one that is being fetched.
    mutating func areLost() { (ready, task) = ([], nil) }

    /// The way to the gateway is free.
    mutating func trySoon() {
        (failures, retryAt) = (0, nil)
        isStale = true
    }

    /// Whether a clip of it is kept, as far as the driver has said.
    func isReady(_ script: VoiceScript) -> Bool { ready.contains(script) }

    /// - Parameters:
    ///   - mayHold: whether a clip may be kept from before the start.
    ///   - scripts: all that are approved; nil: that is not known now, so nothing is concluded.
    ///   - mayFetch: whether the gateway may be asked now.
    mutating func advance(
        _ scripts: [VoiceScript]?, mayHold: Bool, mayFetch: Bool, at now: BootTime
    ) -> [Output] {
        isStale = false
        if kept == nil, !mayHold { kept = [] }
        if let retryAt, retryAt <= now { self.retryAt = nil }
        if let task, task.until <= now { failed(retryAfter: nil, at: now) }
        guard let scripts else { return [] }
        var outputs: [Output] = []
        if kept != scripts {
            outputs.append(.forget(keeping: scripts))
            kept = scripts
            // The store destroys all with the first that is lost; what is left is answered for at once.
            ready = []
            refused.formIntersection(scripts)
            asked.formIntersection(scripts)
            if let task, !scripts.contains(task.script) { self.task = nil }
            (failures, retryAt) = (0, nil)
        }
        guard mayFetch, task == nil, retryAt == nil,
            let next = scripts.first(where: { !ready.contains($0) && !refused.contains($0) })
        else { return outputs }
        tasks += 1
        task = Task(number: tasks, script: next, until: now + Self.patience)
        outputs.append(.fetch(next, task: tasks))
        return outputs
    }

    /// All clips are destroyed.
    mutating func forgetAll() -> [Output] {
        self = VoiceClips(tasks: tasks)
        kept = []
        return [.forget(keeping: [])]
    }

    /// Whether this script is asked for the first time since the start.
    mutating func isFirst(_ script: VoiceScript) -> Bool { asked.insert(script).inserted }

    /// - Returns: whether the report was about what is awaited.
    mutating func fetched(_ outcome: VoiceClipOutcome, task number: Int, at now: BootTime) -> Bool {
        guard let task, task.number == number else { return false }
        switch outcome {
        case .ready:
            ready.insert(task.script)
            failures = 0
            self.task = nil
        case .refused:
            refused.insert(task.script)
            self.task = nil
        case .failed(let seconds): failed(retryAfter: seconds, at: now)
        case .unknownVoice: self.task = nil
        }
        isStale = true
        return true
    }

    private mutating func failed(retryAfter seconds: Int?, at now: BootTime) {
        task = nil
        let span = Self.retries[min(failures, Self.retries.count - 1)]
        retryAt = now + span.orLonger(seconds)
        failures += 1
    }
}
