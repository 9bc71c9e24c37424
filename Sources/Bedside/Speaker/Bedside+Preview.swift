/// The callers that wait for the answer to `alarm preview`, until the sound has proved itself (SOUND-6).
struct AwaitedPreview: Hashable, Sendable {
    var tickets: [Int]
    /// Why the last output failed; nil: none has.
    var reason: String?
}

/// Tries the alarm out, and says that it is heard only once it is.
extension Bedside {
    mutating func preview(_ id: HabitID?, at now: Moment) -> Reply {
        if let id, profile.habit(id) == nil { return unknownHabit(id) }
        guard !isRinging, !isTalking, !isPractising else {
            return .refused(.sounding)
        }
        guard speaker.outputs.count > 0 else { return .refused(.noOutput) }
        let habit = id.flatMap(profile.habit)
        let isSquare = habit.map { RingPlan.isSquare($0, followUp: 0) } ?? false
        // Without the fade of a ring, which would leave nothing to hear in so short a time.
        let alarm = Speaker.Alarm(
            source: isSquare ? .square : .alarm(file: habit?.sound),
            loudness: RingLoudness(wholeClimbOf: profile.volume, riseMilliseconds: 4000), limitMilliseconds: 5000)
        obey(speaker.preview(alarm, at: now.boot), at: now)
        return .done
    }

    /// Leaves the answer until the sound has left an output, or has failed on each.
    mutating func awaitPreview(for ticket: Int) {
        speaker.awaitPreview(ticket)
    }

    mutating func previewIsHeard(at now: Moment) {
        guard speaker.awaitedPreview != nil else { return }
        note(.preview, at: now, cause: .owner)
        answerPreview(.done)
    }

    mutating func previewIsSilent() {
        guard let awaited = speaker.awaitedPreview else { return }
        answerPreview(.refused(.silent(reason: awaited.reason)))
    }

    /// Answers whoever waits for a preview that gave way to something else, or was stopped, before it was heard.
    mutating func endUnprovenPreview() {
        guard speaker.awaitedPreview != nil, playing?.purpose != .preview else { return }
        answerPreview(!isPlaying ? .done : .refused(.sounding))
    }

    private mutating func answerPreview(_ reply: Reply) {
        let tickets = speaker.awaitedPreview?.tickets ?? []
        speaker.endPreviewWait()
        for ticket in tickets { emitAfterCommit(.reply(reply, ticket: ticket)) }
    }
}
