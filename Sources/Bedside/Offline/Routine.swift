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
        /// The lines were a question, and a button answers it. Can go to `replying`, `pausing`.
        case asking(until: BootTime)
        /// Line `index` after an answer is being said. Can go to `pausing`.
        case replying(index: Int)
        /// The owner speaks, or has just stopped. Can go to `pausing`.
        case hearing(until: BootTime)
        /// Can go to `listening`.
        case insisting
        /// What the owner says is recorded; their voice counts from `from` on, once the tone before it is over. It ends at
        /// `until` unless they speak. Can go to `keeping`, `replying`.
        case recording(from: BootTime, until: BootTime, hasSpoken: Bool)
        /// The recording is over, and is being sealed. Can go to `replying`, `pausing`.
        case keeping(until: BootTime)
        /// Can go to `saying`, `finished`.
        case pausing(until: BootTime)
        case finished
    }
    enum Output: Hashable, Sendable {
        /// `emphasis` counts how often nobody was heard: louder each time.
        case say(OfflineScript.Line, key: String?, emphasis: Int)
        /// The owner's voice was heard.
        case heard
        /// A question begins to be said.
        case asks(MemoryID, OfflineScript.Ask.Question)
        /// A button answered; `reply` goes on.
        case answered(MemoryID, OfflineScript.Ask.Question, isYes: Bool)
        /// What the owner says now is to be recorded; `recorded` goes on.
        case records
        /// The owner has spoken.
        case hasRecorded
        case finished
    }
    /// A step of the script as it is said: with its values, and what it asks about.
    struct Step: Hashable, Sendable {
        var step: OfflineScript.Step
        /// Its place in the script, counted from 1, which names its pre-rendered lines.
        var number: Int
        var asked: MemoryID?
        /// Whether the answer is recorded.
        var records = false
    }

    static let tail = TimeSpan.milliseconds(300)
    /// How long after the owner's voice ends the routine waits, so that they can finish.
    static let courtesy = TimeSpan.milliseconds(700)
    static let maximumTurn = TimeSpan.seconds(20)
    /// The tone before a recording, and its echo.
    static let tone = TimeSpan.milliseconds(800)
    /// How long a recording goes on while the owner says nothing, before their first word and after the last.
    static let firstSilence = TimeSpan.seconds(9)
    static let lastSilence = TimeSpan.seconds(2)
    /// How long the routine waits for a recording to be sealed.
    static let sealing = TimeSpan.seconds(8)

    private let key: String
    private let steps: [Step]
    private(set) var stage: Stage = .finished
    /// Questions that need no more asking: answered with yes, or left unanswered.
    private var settled: Set<OfflineScript.Ask.Question> = []
    /// Whether an earlier intention was taken for tomorrow.
    private var hasTomorrow = false
    /// What is said after the answer.
    private var replies: [OfflineScript.Line] = []
    private var replyKey: String?
    private var step = 0
    private var insisted = 0
    private(set) var isVoiceActive = false
    /// Whether a voice can be heard at all; if there is no microphone, or it is muted, the routine does not insist.
    var canHear: Bool
    private let preface: Utterance?
    /// Whether Start signs in at the gateway (ACCOUNT-1), as the preface says.
    let offersSignIn: Bool

    /// - Parameter preface: said first; not part of the script, whose pre-rendered lines are counted from its own start.
    init(script: OfflineScript, canHear: Bool, preface: Utterance? = nil) {
        let steps = script.steps.enumerated().filter { $1.ask == nil }.map { Step(step: $1, number: $0 + 1) }
        self.init(key: script.key, steps: steps, canHear: canHear, preface: preface, offersSignIn: false)
    }

    /// - Parameter key: the script's.
    init(key: String, steps: [Step], canHear: Bool, preface: Utterance?, offersSignIn: Bool) {
        self.key = key
        self.steps = steps
        self.canHear = canHear
        self.preface = preface
        self.offersSignIn = offersSignIn
    }

    private var place: Step? { steps.indices.contains(step) ? steps[step] : nil }
    private var current: OfflineScript.Step? { place?.step }

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
        case .replying(let index):
            return index + 1 < replies.count ? reply(index + 1) : pause(at: now)
        case .listening, .asking, .hearing, .recording, .keeping, .pausing, .finished:
            return []
        }
    }

    // MARK: Recording

    /// Whether what the owner says is being recorded.
    var isRecording: Bool {
        switch stage {
        case .recording: true
        case .prefacing, .saying, .listening, .asking, .replying, .hearing, .insisting, .keeping, .pausing, .finished:
            false
        }
    }

    /// Whether what the owner has said is being sealed.
    var isKeeping: Bool {
        switch stage {
        case .keeping: true
        case .prefacing, .saying, .listening, .asking, .replying, .hearing, .insisting, .recording, .pausing, .finished:
            false
        }
    }

    /// Ends the recording: a button was pressed, or the owner has said what they had to say.
    mutating func finishRecording(at now: BootTime) -> [Output] {
        guard isRecording else { return [] }
        stage = .keeping(until: now + Routine.sealing)
        return [.hasRecorded]
    }

    /// Goes on after a recording, or where none could be made.
    mutating func recorded(saying line: OfflineScript.Line, at now: BootTime) -> [Output] {
        switch stage {
        case .recording, .keeping: stage = .replying(index: -1)
        case .prefacing, .saying, .listening, .asking, .replying, .hearing, .insisting, .pausing, .finished: return []
        }
        return reply(with: line, at: now)
    }

    // MARK: Questions

    /// Whether a question is being said, or waits for a button.
    var isAsking: Bool {
        guard place?.asked != nil, current?.ask != nil else { return false }
        switch stage {
        case .saying, .asking: return true
        case .prefacing, .listening, .replying, .hearing, .insisting, .recording, .keeping, .pausing, .finished:
            return false
        }
    }

    /// Takes a button as the answer to the question; empty if there is none.
    mutating func answer(isYes: Bool) -> [Output] {
        guard isAsking, let ask = current?.ask, let asked = place?.asked else { return [] }
        replies = isYes ? ask.yes : ask.no
        replyKey = isYes ? "yes" : "no"
        if isYes, ask.question == .tomorrow {
            settled.insert(ask.question)
            hasTomorrow = true
        }
        // Goes on with `reply`.
        stage = .replying(index: -1)
        return [.answered(asked, ask.question, isYes: isYes)]
    }

    /// Goes on after an answer.
    ///
    /// - Parameter line: what the answer itself leads to, in place of the script's own words.
    mutating func reply(with line: OfflineScript.Line?, at now: BootTime) -> [Output] {
        guard case .replying(-1) = stage else { return [] }
        if let line {
            replies = [line]
            replyKey = nil
        }
        return replies.isEmpty ? pause(at: now) : reply(0)
    }

    private mutating func reply(_ index: Int) -> [Output] {
        guard replies.indices.contains(index) else { return [] }
        stage = .replying(index: index)
        return [.say(replies[index], key: replyKey.flatMap { key($0, index + 1) }, emphasis: 0)]
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
        case (.recording(let from, _, _), true) where now >= from:
            stage = .recording(from: from, until: now + Routine.maximumTurn, hasSpoken: true)
            return [.heard]
        case (.recording(let from, _, true), false):
            stage = .recording(from: from, until: now + Routine.lastSilence, hasSpoken: true)
            return []
        case (.asking, true):
            // Whether it was yes or no, nobody can tell here.
            return [.heard]
        case (.listening, _), (.prefacing, _), (.saying, _), (.insisting, _), (.pausing, _), (.finished, _),
            (.asking, _), (.replying, _), (.recording, _), (.keeping, _):
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
        case .asking:
            if let ask = current?.ask { settled.insert(ask.question) }
            return pause(at: now)
        case .recording: return finishRecording(at: now)
        case .keeping: return pause(at: now)
        case .pausing:
            step += 1
            return enterStep(at: now)
        case .prefacing, .saying, .insisting, .replying, .finished:
            return []
        }
    }

    var deadline: BootTime? {
        switch stage {
        // An owner who spoke before the line ended, and still does, is heard too.
        case .listening(let from, let until): isVoiceActive ? min(from + Routine.courtesy, until) : until
        case .hearing(let until), .pausing(let until), .asking(let until), .recording(_, let until, _),
            .keeping(let until):
            until
        case .prefacing, .saying, .insisting, .replying, .finished: nil
        }
    }

    var isListening: Bool {
        switch stage {
        case .listening, .hearing, .asking, .recording: true
        case .prefacing, .saying, .insisting, .replying, .keeping, .pausing, .finished: false
        }
    }

    /// Whether a step is over and the next has not begun: nobody speaks, and no answer is waited for.
    var isPausing: Bool {
        switch stage {
        case .pausing: !isVoiceActive
        case .prefacing, .saying, .listening, .asking, .replying, .hearing, .insisting, .recording, .keeping, .finished:
            false
        }
    }

    private mutating func hear(at now: BootTime) -> [Output] {
        stage = .hearing(until: now + Routine.maximumTurn)
        return [.heard]
    }

    private mutating func enterStep(at now: BootTime) -> [Output] {
        insisted = 0
        while let ask = current?.ask, settled.contains(ask.question) { step += 1 }
        guard let current else {
            stage = .finished
            return [.finished]
        }
        let said = current.lines.isEmpty ? listen(at: now) : say(0)
        guard let ask = current.ask, let asked = place?.asked else { return said }
        return [.asks(asked, ask.question)] + said
    }

    private mutating func say(_ index: Int) -> [Output] {
        guard let current, current.lines.indices.contains(index) else { return [] }
        stage = .saying(index: index)
        return [.say(current.lines[index], key: key("say", index + 1), emphasis: 0)]
    }

    private mutating func listen(at now: BootTime) -> [Output] {
        if let ask = current?.ask {
            stage = .asking(until: now + .seconds(ask.seconds))
            return []
        }
        guard let current, current.listenSeconds > 0 else { return pause(at: now) }
        // After choosing an earlier act for tomorrow, the owner is not asked for another one.
        if place?.records == true, canHear, !hasTomorrow {
            let from = now + Routine.tone
            stage = .recording(from: from, until: from + Routine.firstSilence, hasSpoken: false)
            return [.records]
        }
        // If nobody can be heard, a short pause keeps the pace.
        let seconds = canHear ? current.listenSeconds : min(current.listenSeconds, 4)
        stage = .listening(from: now + Routine.tail, until: now + Routine.tail + .seconds(seconds))
        return []
    }

    private mutating func pause(at now: BootTime) -> [Output] {
        stage = .pausing(until: now + .seconds(current?.pauseSeconds ?? 0))
        return []
    }

    /// Nil for a step that no script has.
    private func key(_ part: String, _ number: Int) -> String? {
        place.flatMap { $0.number > 0 ? "\(key).\($0.number).\(part).\(number)" : nil }
    }
}
