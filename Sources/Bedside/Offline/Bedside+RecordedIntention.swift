/// Without a live companion, the owner's own voice keeps what they intend for tomorrow, if they have agreed to that
/// it is recorded at bedtime, heard in the morning's routine, and asked about the next evening.
extension Bedside {
    /// Whether the device's own routine waits for what the owner says about tomorrow: being recorded, or being sealed. No
    /// other routine, as one that another habit begins, has a recording.
    var isKeepingIntention: Bool {
        guard isTalking, !isRinging, case .offline(let routine) = conversation?.mode else { return false }
        return routine.isRecording || routine.isKeeping
    }

    func recordsIntention(at now: Moment) -> Bool { MemoryKeeper.recordsIntention(in: context(at: now)) }

    /// The steps of a morning's routine with the recording of the evening before, after the greeting.
    func withRecordedIntention(_ steps: [Routine.Step], for habit: Habit?, at now: Moment) -> [Routine.Step] {
        guard habit?.subject == .wake, let recording = MemoryKeeper.recordedIntention(in: context(at: now)) else {
            return steps
        }
        let lines = [OfflineScript.Line(Phrase.recordedForToday, in: profile.language), OfflineScript.Line(recording)]
        let step = Routine.Step(step: OfflineScript.Step(lines: lines, pauseSeconds: 1), number: 0)
        var steps = steps
        steps.insert(step, at: min(1, steps.count))
        return steps
    }

    // MARK: Recording

    /// Whether Start or Stop ends the recording now.
    var isRecordingIntention: Bool {
        guard !isRinging, case .offline(let routine) = conversation?.mode else { return false }
        return routine.isRecording
    }

    /// Begins the recording that the routine asks for.
    mutating func recordIntention(at now: Moment) {
        guard let output = features.affirmations.recordIntention(in: context(at: now)) else {
            return intentionRecorded(.failed, at: now)
        }
        visitAffirmations(at: now) { _, _ in output }
    }

    /// A button ends the recording, not the talk.
    mutating func finishRecordingIntention(at now: Moment) {
        emit(.click)
        routineStep(at: now) { $0.finishRecording(at: now.boot) }
    }

    /// Takes what became of the recording, and says so.
    mutating func intentionRecorded(_ take: PhraseTake, at now: Moment) {
        var isKept = false
        if case .kept(let file) = take {
            if isKeepingIntention, let output = features.memory.intend(file, in: context(at: now)) {
                visitMemory(at: now) { _, _ in output }
                isKept = true
            } else {
                emitLast(.affirmation(.forget(file)))
            }
        }
        let line = OfflineScript.Line(isKept ? .intentionRecorded : .intentionNotRecorded, in: profile.language)
        routineStep(at: now) { $0.recorded(saying: line, at: now.boot) }
    }
}

extension OfflineScript.Line {
    /// A line that is the owner's own recording.
    init(_ recording: PhraseRecordingFile) {
        self.init(text: "")
        isPrivate = true
        self.recording = recording
    }
}
