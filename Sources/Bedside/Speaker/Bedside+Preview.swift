/// Who waits for the answer to `alarm preview`, until the sound has proved itself (SOUND-6).
struct AwaitedPreview: Hashable, Sendable {
    var tickets: [Int]
    /// Why the last output failed; nil: none has.
    var reason: String?
}

/// Tries the alarm out, and says that it is heard only once it is.
extension Bedside {
    mutating func preview(_ id: HabitID?, at now: Moment) -> Reply {
        if let id, profile.habit(id) == nil { return unknownHabit(id) }
        guard ringing == nil, conversation == nil, practice == nil else {
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
        awaitedPreview = AwaitedPreview(tickets: (awaitedPreview?.tickets ?? []) + [ticket])
    }

    mutating func previewIsHeard(at now: Moment) {
        guard awaitedPreview != nil else { return }
        note(.preview, at: now, cause: .owner)
        answerPreview(.done)
    }

    mutating func previewIsSilent() {
        guard let awaitedPreview else { return }
        answerPreview(.refused(.silent(reason: awaitedPreview.reason)))
    }

    /// Answers whoever waits for a preview that gave way to something else, or was stopped, before it was heard.
    mutating func endUnprovenPreview() {
        guard awaitedPreview != nil, playing?.purpose != .preview else { return }
        answerPreview(playing == nil ? .done : .refused(.sounding))
    }

    private mutating func answerPreview(_ reply: Reply) {
        let tickets = awaitedPreview?.tickets ?? []
        awaitedPreview = nil
        for ticket in tickets { emitAfterCommit(.reply(reply, ticket: ticket)) }
    }
}
