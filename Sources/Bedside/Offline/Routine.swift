/// The offline companion in progress (TALK-6): says a step, listens, insists while it hears nobody, goes on.
///
/// Without echo cancellation the microphone hears the speaker, so a voice counts only while this listens, and not within
/// `tail` of the last sample (the microphone heard the tail of the reply).
struct Routine: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        /// What has to be said before the routine. Can go to `saying`, `listening`, `pausing`.
        case prefacing
        /// Line `index` of the step is being said. Can go to `saying`, `listening`, `pausing`.
        case saying(index: Int)
        /// Can go to `hearing`, `insisting`, `pausing`.
        case listening(from: BootTime, until: BootTime)
        /// The owner speaks, or has just stopped. Can go to `pausing`.
        case hearing(until: BootTime)
        /// Can go to `listening`.
        case insisting
        /// Can go to `saying`, `finished`.
        case pausing(until: BootTime)
        case finished
    }
    enum Output: Hashable, Sendable {
        /// `emphasis` counts how often nobody was heard: louder each time.
        case say(OfflineScript.Line, key: String?, emphasis: Int)
        /// The owner's voice was heard.
        case heard
        case finished
    }

    static let tail = TimeSpan.milliseconds(300)
    /// How long after the owner's voice ends the routine waits, so that they can finish.
    static let courtesy = TimeSpan.milliseconds(700)
    static let maximumTurn = TimeSpan.seconds(20)

    private(set) var script: OfflineScript
    private(set) var stage: Stage = .finished
    private var step = 0
    private var insisted = 0
    private(set) var isVoiceActive = false
    /// Whether a voice can be heard at all; if there is no microphone, or it is muted, the routine does not insist.
    var canHear: Bool
    private let preface: Utterance?

    /// - Parameter preface: said first; not part of the script, whose pre-rendered lines are counted from its own start.
    init(script: OfflineScript, canHear: Bool, preface: Utterance? = nil) {
        self.script = script
        self.canHear = canHear
        self.preface = preface
    }

    private var current: OfflineScript.Step? { script.steps.indices.contains(step) ? script.steps[step] : nil }

    mutating func begin(at now: BootTime) -> [Output] {
        step = 0
        guard let preface else { return enterStep(at: now) }
        stage = .prefacing
        let line = OfflineScript.Line(text: preface.text, reading: preface.reading)
        return [.say(line, key: preface.key, emphasis: 0)]
    }

    /// Goes on after a line that was played to its end, or could not be played.
    mutating func said(at now: BootTime) -> [Output] {
        switch stage {
        case .prefacing:
            return enterStep(at: now)
        case .saying(let index):
            guard let current, index + 1 < current.lines.count else { return listen(at: now) }
            return say(index + 1)
        case .insisting:
            return listen(at: now)
        case .listening, .hearing, .pausing, .finished:
            return []
        }
    }

    mutating func voice(isActive: Bool, at now: BootTime) -> [Output] {
        isVoiceActive = isActive
        switch (stage, isActive) {
        case (.listening(let from, _), true) where now >= from:
            return hear(at: now)
        case (.hearing, false):
            stage = .hearing(until: now + Routine.courtesy)
            return []
        case (.hearing, true):
            return hear(at: now)
        case (.listening, _), (.prefacing, _), (.saying, _), (.insisting, _), (.pausing, _), (.finished, _):
            return []
        }
    }

    mutating func advance(to now: BootTime) -> [Output] {
        guard let deadline, deadline <= now else { return [] }
        switch stage {
        case .listening(let from, let until):
            if isVoiceActive, now >= from + Routine.courtesy, now < until { return hear(at: now) }
            guard canHear, let current, insisted < current.insisting.count else { return pause(at: now) }
            let line = current.insisting[insisted]
            insisted += 1
            stage = .insisting
            return [.say(line, key: key("again", insisted), emphasis: insisted)]
        case .hearing:
            return pause(at: now)
        case .pausing:
            step += 1
            return enterStep(at: now)
        case .prefacing, .saying, .insisting, .finished:
            return []
        }
    }

    var deadline: BootTime? {
        switch stage {
        // An owner who spoke before the line ended, and still does, is heard too.
        case .listening(let from, let until): isVoiceActive ? min(from + Routine.courtesy, until) : until
        case .hearing(let until), .pausing(let until): until
        case .prefacing, .saying, .insisting, .finished: nil
        }
    }

    var isListening: Bool {
        switch stage {
        case .listening, .hearing: true
        case .prefacing, .saying, .insisting, .pausing, .finished: false
        }
    }

    private mutating func hear(at now: BootTime) -> [Output] {
        stage = .hearing(until: now + Routine.maximumTurn)
        return [.heard]
    }

    private mutating func enterStep(at now: BootTime) -> [Output] {
        insisted = 0
        guard let current else {
            stage = .finished
            return [.finished]
        }
        return current.lines.isEmpty ? listen(at: now) : say(0)
    }

    private mutating func say(_ index: Int) -> [Output] {
        guard let current, current.lines.indices.contains(index) else { return [] }
        stage = .saying(index: index)
        return [.say(current.lines[index], key: key("say", index + 1), emphasis: 0)]
    }

    private mutating func listen(at now: BootTime) -> [Output] {
        guard let current, current.listenSeconds > 0 else { return pause(at: now) }
        // If nobody can be heard, a short pause keeps the pace.
        let seconds = canHear ? current.listenSeconds : min(current.listenSeconds, 4)
        stage = .listening(from: now + Routine.tail, until: now + Routine.tail + .seconds(seconds))
        return []
    }

    private mutating func pause(at now: BootTime) -> [Output] {
        stage = .pausing(until: now + .seconds(current?.pauseSeconds ?? 0))
        return []
    }

    private func key(_ part: String, _ number: Int) -> String { "\(script.key).\(step + 1).\(part).\(number)" }
}
