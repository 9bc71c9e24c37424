/// Decides which talks are recorded, as a feature (GUARD-1).
///
/// A talk is recorded if the owner has switched recordings on, the device has said so aloud, the clock is trusted
/// (otherwise nobody could say when its time is over) and the memory is not paused. A recording begins with the talk or
/// not at all. It is destroyed, whole, when the owner may be at risk (SAFE-3), goes off the record or pauses the
/// memory: the words that are not to be kept were said before the wish was understood, and nobody knows where.
///
/// It also plays one, as long as nothing else is to be heard: an alarm always wins.
public struct RecordingKeeper: Feature {
    public typealias Change = RecordingChoice
    public typealias Command = RecordingCommand

    /// A report from the driver.
    public enum Event: Hashable, Codable, Sendable {
        /// The recording was played to its end, or cannot be played. `play` is the number that its effect had: it may be
        /// played again by the time that the report of an earlier play comes.
        case played(Int, play: Int)

        enum CodingKeys: String, CodingKey { case played }
        enum PlayedCodingKeys: String, CodingKey { case _0 = "id", play }
    }

    public enum Effect: Hashable, Codable, Sendable {
        /// Record the call that is open, both voices.
        case begin(RecordingStart)
        /// The recording is over, and is kept.
        case end
        /// Destroy the recording that is being made, or the last one if it has just ended.
        case drop
        /// `play` counts what is played; `output` is an index into the board's list of outputs: if that one fails, the
        /// next ones are tried.
        case play(Int, play: Int, output: Int, volumePercent: Int)
        case stopPlaying

        enum CodingKeys: String, CodingKey { case begin, end, drop, play, stopPlaying }
        enum BeginCodingKeys: String, CodingKey { case _0 = "start" }
        enum PlayCodingKeys: String, CodingKey { case _0 = "id", play, output, volumePercent }
    }

    private enum Talk: Hashable, Sendable {
        /// Can go to `waiting`.
        case none
        /// Before the first call of a conversation. Can go to `recording`, `unrecorded`, `none`.
        case waiting(isSaid: Bool)
        /// Can go to `unrecorded`, `none`.
        case recording
        /// Nothing more of this conversation is recorded. Can go to `none`.
        case unrecorded
        /// The last conversation was recorded, and words of it may still be written down. Can go to `none`.
        case over
    }

    private var talk = Talk.none
    /// Whether the talk before this one was recorded, and words of it may still be written down; until this one's call
    /// is open.
    private var wasLastRecorded = false
    private var playing: Int?
    /// How often something was played; the number of the last play.
    private var plays = 0
    /// Now, if something that goes on must end.
    private var endsAt: BootTime?

    var isRecording: Bool { talk == .recording }
    var isPlaying: Bool { playing != nil }

    /// Whether the talk that is on, or the next one, is recorded.
    func records(in context: FeatureContext) -> Bool {
        switch talk {
        case .recording: true
        case .unrecorded: false
        case .waiting(let isSaid): mayRecord(in: context) && (isSaid || context.settings.recordings.isTold)
        // If the owner has not heard yet that talks are recorded, the device says so before the talk.
        case .none, .over: mayRecord(in: context)
        }
    }

    /// What the device says before a talk that will be the first to be recorded, once its call is ready; nil if it has
    /// said so, or the talk is not recorded.
    mutating func firstWords(in context: FeatureContext) -> Phrase? {
        guard talk == .waiting(isSaid: false), mayRecord(in: context), !context.settings.recordings.isTold else {
            return nil
        }
        talk = .waiting(isSaid: true)
        return .talksAreRecorded
    }

    /// The words were not heard, so this talk is not recorded, and they are said before the next one.
    mutating func firstWordsUnheard() { if talk == .waiting(isSaid: true) { talk = .unrecorded } }

    private func mayRecord(in context: FeatureContext) -> Bool {
        context.settings.recordings.keepDays != nil && context.isClockTrusted && context.durable.memory.mode != .paused
    }

    mutating func hear(_ notice: Notice, in context: FeatureContext) -> FeatureOutput<RecordingKeeper> {
        switch notice {
        case .conversationBegan:
            var output = stopPlaying()
            let wasLastRecorded = talk == .over
            output.effects += leave(.end)
            talk = .waiting(isSaid: false)
            self.wasLastRecorded = wasLastRecorded
            return output
        case .callOpened: return begin(in: context)
        case .concernRaised, .wentOffRecord:
            switch talk {
            case .none, .unrecorded: return FeatureOutput()
            case .over: return FeatureOutput(effects: leave(.drop))
            case .waiting, .recording:
                let effects = dropLast().effects + leave(.drop)
                talk = .unrecorded
                return FeatureOutput(effects: effects)
            }
        case .conversationEnded:
            let wasRecording = isRecording
            let effects = leave(.end)
            if wasRecording { talk = .over }
            return FeatureOutput(effects: effects)
        case .pressed: return stopPlaying()
        case .heard, .said, .occurrenceEnded, .profileChanged, .clockTrusted, .calendarChanged, .devicesChanged,
            .alarmChecked, .companionChecked:
            return FeatureOutput()
        }
    }

    /// Destroys the recording of the last talk, whose last words were written down when another one had begun: the
    /// owner wanted nothing of it kept.
    mutating func dropLast() -> FeatureOutput<RecordingKeeper> {
        guard wasLastRecorded else { return FeatureOutput() }
        wasLastRecorded = false
        return FeatureOutput(effects: [.drop])
    }

    private mutating func begin(in context: FeatureContext) -> FeatureOutput<RecordingKeeper> {
        // A call in the place of a lost one goes on with the recording.
        guard case .waiting(let isSaid) = talk else { return FeatureOutput() }
        wasLastRecorded = false
        talk = .unrecorded
        var choice = context.settings.recordings
        guard mayRecord(in: context), let keepDays = choice.keepDays, choice.isTold || isSaid else {
            return FeatureOutput()
        }
        talk = .recording
        let start = RecordingStart(at: context.local, keepDays: keepDays)
        guard !choice.isTold else { return FeatureOutput(effects: [.begin(start)]) }
        choice.isTold = true
        return FeatureOutput(changes: [choice], effects: [.begin(start)])
    }

    private mutating func leave(_ effect: Effect) -> [Effect] {
        defer { talk = .none }
        return isRecording || talk == .over && effect == .drop ? [effect] : []
    }

    private mutating func stopPlaying() -> FeatureOutput<RecordingKeeper> {
        guard playing != nil else { return FeatureOutput() }
        playing = nil
        return FeatureOutput(effects: [.stopPlaying])
    }

    /// Destroys the recording that is being made, and ends one that is played: everything of the owner's is erased.
    mutating func forgetTalk() -> FeatureOutput<RecordingKeeper> {
        var output = stopPlaying()
        output.effects += leave(.drop)
        return output
    }

    var deadline: Deadline { Deadline(boot: endsAt) }

    mutating func plan(in context: FeatureContext) {
        let mustEnd = (isRecording && !mayRecord(in: context)) || (playing != nil && !context.isQuiet)
        endsAt = mustEnd ? context.now.boot : nil
    }

    mutating func advance(in context: FeatureContext) -> FeatureOutput<RecordingKeeper> {
        endsAt = nil
        var output = FeatureOutput<RecordingKeeper>()
        if isRecording, !mayRecord(in: context) {
            // Switched off: what was said until then was to be kept.
            let isPaused = context.durable.memory.mode == .paused
            output.effects += leave(isPaused ? .drop : .end)
            talk = .unrecorded
        }
        if !context.isQuiet { output.effects += stopPlaying().effects }
        return output
    }

    mutating func take(_ event: Event, in context: FeatureContext) -> FeatureOutput<RecordingKeeper> {
        switch event {
        case .played(let id, let play): playing == id && plays == play ? stopPlaying() : FeatureOutput()
        }
    }

    mutating func answer(
        _ command: Command, in context: FeatureContext
    ) -> (reply: Reply, output: FeatureOutput<RecordingKeeper>) {
        let choice = context.settings.recordings
        switch command {
        case .on(let keepDays):
            guard (1...RecordingChoice.maximumDays).contains(keepDays) else {
                return (.refused(.keepDays(keepDays)), FeatureOutput())
            }
            let new = RecordingChoice(keepDays: keepDays, isTold: choice.keepDays != nil && choice.isTold)
            return (.done, FeatureOutput(changes: new == choice ? [] : [new]))
        case .off: return (.done, FeatureOutput(changes: choice.keepDays == nil ? [] : [RecordingChoice()]))
        case .play(let id):
            guard context.isQuiet, talk == .none || talk == .over else { return (.refused(.sounding), FeatureOutput()) }
            guard let output = context.output else { return (.refused(.noOutput), FeatureOutput()) }
            var effects = stopPlaying().effects
            playing = id
            plays += 1
            effects.append(
                .play(id, play: plays, output: output, volumePercent: context.settings.audiblePercent))
            return (.done, FeatureOutput(effects: effects))
        }
    }
}

/// When a recording began, and how long it is kept.
public struct RecordingStart: Hashable, Codable, Sendable {
    public var at: LocalMoment
    public var keepDays: Int

    public init(at: LocalMoment, keepDays: Int) {
        self.at = at
        self.keepDays = keepDays
    }

    enum CodingKeys: String, CodingKey { case at, keepDays }
}
