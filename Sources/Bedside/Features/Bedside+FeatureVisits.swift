/// One visit to one feature: its view of the machine, and what becomes of its output. A view is large, so each visit has a
/// stack frame of its own: together in their caller's, they would be as many as there are features.
extension Bedside {
    @inline(never)
    mutating func visitEveningCheck(
        at now: Moment, _ body: (inout EveningCheck, FeatureContext) -> FeatureOutput<EveningCheck>
    ) {
        let output = body(&features.eveningCheck, context(at: now))
        grant(output, at: now, action: Action.eveningCheck, change: impossible)
    }

    @inline(never)
    mutating func visitSetup(at now: Moment, _ body: (inout Setup, FeatureContext) -> FeatureOutput<Setup>) {
        let output = body(&features.setup, context(at: now))
        grant(output, at: now, action: impossible, change: Change.setup)
    }

    @inline(never)
    mutating func visitMemory(
        at now: Moment, _ body: (inout MemoryKeeper, FeatureContext) -> FeatureOutput<MemoryKeeper>
    ) {
        // What a call that waits was told must not outlive what the owner forgets.
        let before = call.isWaiting ? durable.memory : nil
        let output = body(&features.memory, context(at: now))
        grant(output, at: now, action: impossible, change: Change.memory)
        if let before, output.changes.contains(where: { before.changesTelling(by: $0) }) { renewRequest(at: now) }
    }

    @inline(never)
    mutating func visitSafety(
        at now: Moment, _ body: (inout SafetyKeeper, FeatureContext) -> FeatureOutput<SafetyKeeper>
    ) {
        let output = body(&features.safety, context(at: now))
        grant(output, at: now, action: impossible, change: impossible)
    }

    @inline(never)
    mutating func visitTalks(
        at now: Moment, _ body: (inout TalkKeeper, FeatureContext) -> FeatureOutput<TalkKeeper>
    ) {
        let output = body(&features.talks, context(at: now))
        grant(output, at: now, action: impossible, change: Change.talks)
    }

    @inline(never)
    mutating func visitTeachings(
        at now: Moment, _ body: (inout TeachingKeeper, FeatureContext) -> FeatureOutput<TeachingKeeper>
    ) {
        let output = body(&features.teachings, context(at: now))
        grant(output, at: now, action: impossible, change: Change.teaching)
    }

    @inline(never)
    mutating func visitRecordings(
        at now: Moment, _ body: (inout RecordingKeeper, FeatureContext) -> FeatureOutput<RecordingKeeper>
    ) {
        let output = body(&features.recordings, context(at: now))
        var settings = settings
        grant(output, at: now, action: Action.recording) { choice in
            settings.recordings = choice
            return .settings(settings)
        }
    }

    /// - Parameter cause: who asked for this; the night log names them if a level changes (TALK-9).
    @inline(never)
    mutating func visitFading(
        by cause: NightEntry.Cause = .timer, at now: Moment,
        _ body: (inout FadingKeeper, FeatureContext) -> FeatureOutput<FadingKeeper>
    ) {
        let output = body(&features.fading, context(at: now))
        let before = durable.fading
        grant(output, by: cause, at: now, action: impossible, change: Change.fading)
        let habits = Set(before.standings.keys).union(durable.fading.standings.keys)
        for id in habits.sorted() where durable.fading.calling(id) != before.calling(id) {
            levelChanged(of: id)
        }
    }

    @inline(never)
    mutating func visitNudges(
        at now: Moment, _ body: (inout NudgeKeeper, FeatureContext) -> FeatureOutput<NudgeKeeper>
    ) {
        let output = body(&features.nudges, context(at: now))
        grant(output, at: now, action: impossible, change: Change.nudge)
    }

    @inline(never)
    mutating func visitAffirmations(
        at now: Moment, _ body: (inout AffirmationKeeper, FeatureContext) -> FeatureOutput<AffirmationKeeper>
    ) {
        let output = body(&features.affirmations, context(at: now))
        grant(output, at: now, isLate: true, action: Action.affirmation, change: Change.affirmation)
    }

    @inline(never)
    mutating func visitWakeVoice(
        at now: Moment, _ body: (inout WakeVoice, FeatureContext) -> FeatureOutput<WakeVoice>
    ) {
        var context = context(at: now)
        context.morning = comingMorning(at: now)
        let output = body(&features.wakeVoice, context)
        // What leaves the device is written down first (M-11).
        for case .render(let words, _, false) in output.effects {
            visitMemory(at: now) { memory, context in memory.sentToBeRead(words, in: context) }
        }
        grant(output, at: now, isLate: true, action: Action.wakeVoice, change: impossible)
    }

    @inline(never)
    mutating func visitDawn(at now: Moment, _ body: (inout Dawn, FeatureContext) -> FeatureOutput<Dawn>) {
        let output = body(&features.dawn, context(at: now))
        grant(output, at: now, action: impossible, change: impossible)
    }

    @inline(never)
    mutating func visitAccount(
        at now: Moment, _ body: (inout AccountKeeper, FeatureContext) -> FeatureOutput<AccountKeeper>
    ) {
        let output = body(&features.account, context(at: now))
        grant(output, at: now, action: Action.account, change: Change.account)
    }
}

/// Maps an effect or a change for a feature that has none.
private func impossible<Value>(_ value: Never) -> Value {}
