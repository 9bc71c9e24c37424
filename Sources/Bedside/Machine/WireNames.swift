// The names of associated values in JSON, on the control socket and in the journal. Cases and labels are called there
// as in Swift, so one that is renamed needs its old name here. Otherwise older files and programs can no longer be
// read.

extension Command {
    enum ApplyCodingKeys: String, CodingKey { case _0 = "patch" }
    enum SkipCodingKeys: String, CodingKey { case _0 = "habit" }
    enum UnskipCodingKeys: String, CodingKey { case _0 = "habit" }
    enum MoveCodingKeys: String, CodingKey { case _0 = "habit", time, date }
    enum CancelOnceCodingKeys: String, CodingKey { case _0 = "alarm" }
    enum PressCodingKeys: String, CodingKey { case _0 = "button", heldMilliseconds, from }
    enum TalkCodingKeys: String, CodingKey { case _0 = "habit" }
    enum PreviewCodingKeys: String, CodingKey { case _0 = "habit" }
    enum MuteCodingKeys: String, CodingKey { case _0 = "isMuted" }
    enum SetupCodingKeys: String, CodingKey { case _0 = "command" }
    enum MemoryCodingKeys: String, CodingKey { case _0 = "command" }
    enum TeachingCodingKeys: String, CodingKey { case _0 = "command" }
    enum RecordingsCodingKeys: String, CodingKey { case _0 = "command" }
    enum FadingCodingKeys: String, CodingKey { case _0 = "command" }
    enum NudgeCodingKeys: String, CodingKey { case _0 = "command" }
    enum AffirmationCodingKeys: String, CodingKey { case _0 = "command" }
    enum AccountCodingKeys: String, CodingKey { case _0 = "command" }
    enum OwnVoiceCodingKeys: String, CodingKey { case _0 = "command" }
    enum SafetyConcernCodingKeys: String, CodingKey { case _0 = "level" }
    enum MeditateCodingKeys: String, CodingKey { case _0 = "request" }
}

extension Reply {
    enum StatusCodingKeys: String, CodingKey { case _0 = "status" }
    enum NextCodingKeys: String, CodingKey { case _0 = "next" }
    enum ChangedCodingKeys: String, CodingKey { case _0 = "differences", next }
    enum SetupCodingKeys: String, CodingKey { case _0 = "turn" }
    enum MemoryCodingKeys: String, CodingKey { case _0 = "answer" }
    enum TeachingCodingKeys: String, CodingKey { case _0 = "answer" }
    enum FadingCodingKeys: String, CodingKey { case _0 = "answer" }
    enum NudgesCodingKeys: String, CodingKey { case _0 = "answer" }
    enum AffirmationCodingKeys: String, CodingKey { case _0 = "answer" }
    enum OwnVoiceCodingKeys: String, CodingKey { case _0 = "answer" }
    enum RefusedCodingKeys: String, CodingKey { case _0 = "refusal" }
}

extension SetupQuestion {
    enum HabitTimeCodingKeys: String, CodingKey { case _0 = "habit", then }
    enum HabitDaysCodingKeys: String, CodingKey { case _0 = "habit", then }
}

extension SetupAnswer {
    enum TextCodingKeys: String, CodingKey { case _0 = "text" }
    enum PrivateTextCodingKeys: String, CodingKey { case _0 = "text" }
    enum YesCodingKeys: String, CodingKey { case _0 = "isYes" }
    enum HeardCodingKeys: String, CodingKey { case _0 = "what" }
    enum NotPlayedCodingKeys: String, CodingKey { case _0 = "refusal" }
    enum NotSignedInCodingKeys: String, CodingKey { case _0 = "failure" }
}

extension SetupText {
    enum ExpectedOneOfCodingKeys: String, CodingKey { case _0 = "choices" }
    enum FaultCodingKeys: String, CodingKey { case _0 = "fault" }
    enum RefusedCodingKeys: String, CodingKey { case _0 = "refusal" }
    enum NotSignedInCodingKeys: String, CodingKey { case _0 = "failure" }
}

extension Refusal {
    enum ProfileCodingKeys: String, CodingKey { case _0 = "fields" }
    enum NoSuchHabitCodingKeys: String, CodingKey { case _0 = "habit", known }
    enum NothingToSkipCodingKeys: String, CodingKey { case _0 = "habit" }
    enum NothingToMoveCodingKeys: String, CodingKey { case _0 = "habit" }
    enum NothingToTakeBackCodingKeys: String, CodingKey { case _0 = "habit" }
    enum UsualTimePassedCodingKeys: String, CodingKey { case _0 = "habit" }
    enum NoSuchTimeCodingKeys: String, CodingKey { case _0 = "time", date, zone }
    enum TooFarAheadCodingKeys: String, CodingKey { case _0 = "date", last }
    enum TooFarToMoveCodingKeys: String, CodingKey { case _0 = "habit", to }
    enum NoSuchOneOffCodingKeys: String, CodingKey { case _0 = "alarm", known }
    enum TooManyOneOffsCodingKeys: String, CodingKey { case _0 = "maximum" }
    enum AlarmOfAnotherCodingKeys: String, CodingKey { case _0 = "habit" }
    enum ToldCodingKeys: String, CodingKey { case _0 = "code", _1 = "message" }
    enum MemoryCodingKeys: String, CodingKey { case _0 = "reason" }
    enum MemoryOffCodingKeys: String, CodingKey { case _0 = "mode" }
    enum MemoryUnreadableCodingKeys: String, CodingKey { case _0 = "fault" }
    enum NoSuchMemoryCodingKeys: String, CodingKey { case _0 = "id" }
    enum TooManyPinnedCodingKeys: String, CodingKey { case _0 = "maximum" }
    enum KeepDaysCodingKeys: String, CodingKey { case _0 = "days" }
    enum NoSuchStepCodingKeys: String, CodingKey { case _0 = "step", known }
    enum NotRipeCodingKeys: String, CodingKey { case _0 = "habit" }
    enum AutomaticityCodingKeys: String, CodingKey { case _0 = "score" }
    enum AffirmationCodingKeys: String, CodingKey { case _0 = "reason" }
    enum OwnVoiceCodingKeys: String, CodingKey { case _0 = "reason" }
}

extension FieldFault {
    enum ExpectedCodingKeys: String, CodingKey { case _0 = "expectation", found, suggestion }
    enum MissingCodingKeys: String, CodingKey { case _0 = "expectation" }
    enum MissingForNewHabitCodingKeys: String, CodingKey { case _0 = "expectation", suggestion }
    enum RepeatedCodingKeys: String, CodingKey { case _0 = "value" }
    enum ToldCodingKeys: String, CodingKey { case _0 = "wording" }
}

extension FieldExpectation {
    enum FieldsCodingKeys: String, CodingKey { case _0 = "names" }
    enum OneOfCodingKeys: String, CodingKey { case _0 = "values" }
    enum ListOfCodingKeys: String, CodingKey { case _0 = "values" }
    enum AtMostCeilingCodingKeys: String, CodingKey { case _0 = "percent" }
    enum AtLeastFloorCodingKeys: String, CodingKey { case _0 = "percent" }
    enum ToldCodingKeys: String, CodingKey { case _0 = "wording" }
}

extension FoundValue {
    enum TextCodingKeys: String, CodingKey { case _0 = "text" }
    enum NumberCodingKeys: String, CodingKey { case _0 = "number" }
    enum FollowUpsCodingKeys: String, CodingKey { case _0 = "count", everySeconds }
}

extension Event {
    enum ZoneCodingKeys: String, CodingKey { case _0 = "rules" }
    enum ButtonsReadCodingKeys: String, CodingKey { case _0 = "levels" }
    enum EdgeCodingKeys: String, CodingKey { case _0 = "button", isActive }
    enum PressCodingKeys: String, CodingKey { case _0 = "button", heldMilliseconds, from }
    enum CommandCodingKeys: String, CodingKey { case _0 = "command", ticket }
    enum SoundCodingKeys: String, CodingKey { case _0 = "event" }
    /// The names in journals of version 0.1.0.
    enum ConversationCodingKeys: String, CodingKey { case _0 = "event", call = "line" }
    enum CompanionCheckedCodingKeys: String, CodingKey { case _0 = "failure" }
    enum EveningCheckCodingKeys: String, CodingKey { case _0 = "found" }
    enum MemoryCodingKeys: String, CodingKey { case _0 = "event" }
    enum TeachingCodingKeys: String, CodingKey { case _0 = "event" }
    enum RecordingsCodingKeys: String, CodingKey { case _0 = "event" }
    enum AffirmationCodingKeys: String, CodingKey { case _0 = "event" }
    enum AccountCodingKeys: String, CodingKey { case _0 = "event" }
    enum OwnVoiceCodingKeys: String, CodingKey { case _0 = "event" }
    enum WakeVoiceCodingKeys: String, CodingKey { case _0 = "event" }
}

extension ConversationEvent {
    enum SpeakingCodingKeys: String, CodingKey { case _0 = "isSpeaking" }
    enum OwnerSpeakingCodingKeys: String, CodingKey { case _0 = "isSpeaking" }
    enum VoiceMissingCodingKeys: String, CodingKey { case _0 = "isMissing" }
    enum ToolCallCodingKeys: String, CodingKey { case _0 = "request" }
    enum SaidCodingKeys: String, CodingKey { case _0 = "voice", _1 = "words", turn }
    enum FailedCodingKeys: String, CodingKey { case _0 = "failure" }
}

extension ToolCall {
    enum SetHabitCodingKeys: String, CodingKey { case _0 = "change", isNew }
    enum RemoveHabitCodingKeys: String, CodingKey { case _0 = "habit" }
    enum SkipNextCodingKeys: String, CodingKey { case _0 = "habit" }
    enum MoveNextOnceCodingKeys: String, CodingKey { case _0 = "habit", time, date }
    enum CancelExceptionCodingKeys: String, CodingKey { case _0 = "name" }
    enum AlreadyUpCodingKeys: String, CodingKey { case _0 = "habit" }
    enum CallMeAgainCodingKeys: String, CodingKey { case _0 = "habit" }
    enum StepBackCodingKeys: String, CodingKey { case _0 = "habit" }
    enum RateHabitCodingKeys: String, CodingKey { case _0 = "habit", score }
    enum StaySilentCodingKeys: String, CodingKey { case _0 = "habit" }
    enum MemoryCodingKeys: String, CodingKey { case _0 = "call" }
    enum StartMeditationCodingKeys: String, CodingKey { case _0 = "minutes", breath }
    enum SafetyConcernCodingKeys: String, CodingKey { case _0 = "level" }
    enum UseVoiceCodingKeys: String, CodingKey { case _0 = "voice" }
}

extension ToolError {
    enum UnknownToolCodingKeys: String, CodingKey { case _0 = "name" }
    enum MalformedCodingKeys: String, CodingKey { case _0 = "fault" }
    enum UnknownArgumentCodingKeys: String, CodingKey { case _0 = "argument", tool }
    enum UnknownHabitCodingKeys: String, CodingKey { case _0 = "habit", known }
}

// Actions and changes are in no file and on no socket, but the journal keeps a digest of their JSON.

extension Action {
    enum CommitCodingKeys: String, CodingKey { case _0 = "changes" }
    enum PrepareCodingKeys: String, CodingKey { case _0 = "playback" }
    enum PlayCodingKeys: String, CodingKey { case _0 = "playback" }
    enum ListenCodingKeys: String, CodingKey { case _0 = "isOn" }
    enum BuzzerCodingKeys: String, CodingKey { case _0 = "isOn" }
    enum ConnectCodingKeys: String, CodingKey { case _0 = "request" }
    enum OpenCodingKeys: String, CodingKey { case _0 = "opening" }
    enum HandOverCodingKeys: String, CodingKey { case _0 = "request" }
    enum SummarizeCodingKeys: String, CodingKey { case _0 = "task" }
    enum AnswerToolCodingKeys: String, CodingKey { case _0 = "answer" }
    enum RecordingCodingKeys: String, CodingKey { case _0 = "effect" }
    enum AffirmationCodingKeys: String, CodingKey { case _0 = "effect" }
    enum AccountCodingKeys: String, CodingKey { case _0 = "effect" }
    enum OwnVoiceCodingKeys: String, CodingKey { case _0 = "effect" }
    enum WakeVoiceCodingKeys: String, CodingKey { case _0 = "effect" }
    enum CheckBeforeAlarmCodingKeys: String, CodingKey { case _0 = "habit", _1 = "companion" }
    enum EveningCheckCodingKeys: String, CodingKey { case _0 = "check" }
    enum CheckCompanionCodingKeys: String, CodingKey { case _0 = "companion" }
    enum ReplyCodingKeys: String, CodingKey { case _0 = "reply", ticket }
    enum LogCodingKeys: String, CodingKey { case _0 = "level", _1 = "text" }
}

extension Playback.Source {
    enum SpeechCodingKeys: String, CodingKey { case _0 = "utterance" }
    enum ToneCodingKeys: String, CodingKey { case _0 = "tone" }
    enum PhraseCodingKeys: String, CodingKey { case _0 = "phrase", instead }
}

extension Change {
    enum ProfileCodingKeys: String, CodingKey { case _0 = "profile" }
    enum SettingsCodingKeys: String, CodingKey { case _0 = "settings" }
    enum RecordCodingKeys: String, CodingKey { case _0 = "record" }
    enum RemoveRecordCodingKeys: String, CodingKey { case _0 = "occurrence" }
    enum ExceptionCodingKeys: String, CodingKey { case _0 = "occurrence", _1 = "exception" }
    enum OneOffCodingKeys: String, CodingKey { case _0 = "alarm" }
    enum RemoveOneOffCodingKeys: String, CodingKey { case _0 = "alarm" }
    enum ArmedSinceCodingKeys: String, CodingKey { case _0 = "habit", _1 = "since" }
    enum LastRingCodingKeys: String, CodingKey { case _0 = "habit", _1 = "at" }
    enum LastWrittenCodingKeys: String, CodingKey { case _0 = "time" }
    enum SetupCodingKeys: String, CodingKey { case _0 = "progress" }
    enum MemoryCodingKeys: String, CodingKey { case _0 = "change" }
    enum TalksCodingKeys: String, CodingKey { case _0 = "record" }
    enum TeachingCodingKeys: String, CodingKey { case _0 = "change" }
    enum MeditationCodingKeys: String, CodingKey { case _0 = "change" }
    enum FadingCodingKeys: String, CodingKey { case _0 = "change" }
    enum AffirmationCodingKeys: String, CodingKey { case _0 = "change" }
    enum AccountCodingKeys: String, CodingKey { case _0 = "change" }
    enum OwnVoiceCodingKeys: String, CodingKey { case _0 = "change" }
    enum ZoneCodingKeys: String, CodingKey { case _0 = "name" }
    enum NightCodingKeys: String, CodingKey { case _0 = "entry" }
}

/// The names that version 0.1.0 gave to associated values without a label (`_0`, `_1`), in today's words.
public enum NamesOfFirstVersion {
    /// Today's name of `key`; nil if it is not such a name, or the case had none.
    ///
    /// - Parameter path: the keys that lead to the object that has `key`, with today's names.
    public static func current(_ key: String, in path: [String]) -> String? {
        guard key.first == "_", let index = Int(key.dropFirst()), let parent = path.last else { return nil }
        let names = parent == "told" && path.dropLast().last == "refusal" ? ["code", "message"] : all[parent]
        guard let names, names.indices.contains(index) else { return nil }
        return names[index]
    }

    /// Names by case. Only `told` is shared by cases that hold different things.
    private static let all: [String: [String]] = [
        // Commands.
        "apply": ["patch"], "skip": ["habit"], "unskip": ["habit"], "move": ["habit"], "cancelOnce": ["alarm"],
        "press": ["button"], "talk": ["habit"], "preview": ["habit"], "mute": ["isMuted"], "setup": ["command"],
        // Replies and refusals.
        "status": ["status"], "next": ["next"], "changed": ["differences"], "refused": ["refusal"],
        "profile": ["fields"], "noSuchHabit": ["habit"], "nothingToSkip": ["habit"], "nothingToMove": ["habit"],
        "nothingToTakeBack": ["habit"], "noSuchTime": ["time"], "tooFarToMove": ["habit"], "noSuchOneOff": ["alarm"],
        "tooManyOneOffs": ["maximum"], "alarmOfAnother": ["habit"], "expected": ["expectation"],
        "missing": ["expectation"], "missingForNewHabit": ["expectation"], "repeated": ["value"], "told": ["wording"],
        "fields": ["names"], "oneOf": ["values"], "listOf": ["values"], "atMostCeiling": ["percent"],
        "atLeastFloor": ["percent"], "text": ["text"], "number": ["number"], "followUps": ["count"],
        // The journal.
        "start": ["start"], "event": ["event"], "zone": ["rules"], "buttonsRead": ["levels"], "edge": ["button"],
        "command": ["command"], "sound": ["event"], "conversation": ["event"], "rehearsed": ["failure"],
        "preflight": ["found"], "speaking": ["isSpeaking"], "ownerSpeaking": ["isSpeaking"],
        "voiceMissing": ["isMissing"], "toolCall": ["request"], "failed": ["failure"],
    ]
}
