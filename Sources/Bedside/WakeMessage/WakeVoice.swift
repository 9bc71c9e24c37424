/// The coming morning, as far as the wake message's voice depends on it.
struct ComingMorning: Hashable, Sendable {
    /// When its call rings first.
    var due: CivilTime
    /// Whether date and memory can be relied on; if not, nothing is concluded from there being no words.
    var isKnown: Bool
    /// The wake message's words; nil if there is none to be said.
    var words: Utterance?
}

/// Has the wake message spoken beforehand by the companion's voice, as a feature (MIND-4).
///
/// From twelve hours before the wake-up call on, so from the evening for most owners, the driver is asked for a reading of
/// exactly the words that the ring would say now: after a talk at bedtime has settled them, and again whenever they change.
/// The reading is sealed, and destroyed once the call has ended, the words have changed, or there are none any more. A
/// ring never waits for it and needs none: the voice loader compares the words, and takes the synthesizer where there is
/// no reading of them.
public struct WakeVoice: Feature {
    typealias Change = Never
    typealias Command = Never

    public enum Outcome: String, Hashable, Codable, Sendable {
        case ready
        /// The service was not reached, or could not do it now.
        case failed
        /// Trying again changes nothing: no key, or the service says other words than these.
        case refused
    }

    /// A report from the driver.
    public enum Event: Hashable, Codable, Sendable {
        case rendered(Outcome, task: Int)

        enum CodingKeys: String, CodingKey { case rendered }
        enum RenderedCodingKeys: String, CodingKey { case _0 = "outcome", task }
    }

    public enum Effect: Hashable, Codable, Sendable {
        /// Keep a reading of these words, and of no others; answered by `Event.rendered`. Ends what an earlier task does.
        /// Words that were sent on this day, before the start, are not sent again: then only what is kept counts.
        case render(Utterance, task: Int, isSentBefore: Bool = false)
        /// Destroy what is kept or being made.
        case forget

        enum CodingKeys: String, CodingKey { case render, forget }
        enum RenderCodingKeys: String, CodingKey { case _0 = "words", task, isSentBefore }
    }

    private enum Kept: Hashable, Sendable {
        /// After a start. Can go to both others.
        case unknown
        /// Can go to `reading`.
        case nothing
        /// Can go to `nothing`.
        case reading(Utterance)
    }

    private struct Task: Hashable, Sendable {
        var number: Int
        var words: Utterance
        var until: BootTime
    }

    private var kept = Kept.unknown
    private var task: Task?
    private var tasks = 0
    /// The words that were asked for last, and how often in a row that failed.
    private var asked: Utterance?
    private var isSentBefore = false
    private var failures = 0
    private var retryAt: BootTime?
    /// When the next morning's reading may be made, and for which call.
    private var opensAt: CivilTime?
    /// The call whose time has been opened.
    private var openedFor: CivilTime?
    private var plannedDue: CivilTime?
    /// Something happened on which the words may depend.
    private var isStale = true

    static let lead = TimeSpan.hours(12)
    /// Nothing is begun any more so shortly before the call.
    static let latest = TimeSpan.minutes(4)
    static let patience = TimeSpan.seconds(90)
    static let retries: [TimeSpan] = [.minutes(5), .minutes(15), .minutes(30), .hours(1), .hours(2)]

    var deadline: Deadline {
        Deadline(civil: opensAt, boot: isStale ? .zero : (task?.until).earlier(retryAt))
    }

    mutating func plan(in context: FeatureContext) {
        let due = context.calendar.upcoming.first { $0.habit.subject == .wake && !$0.isSkipped }?.at
        if due != plannedDue {
            plannedDue = due
            isStale = true
        }
        opensAt = due == openedFor ? nil : due.map { $0 - Self.lead }
    }

    /// Words of the memory were kept, changed or forgotten.
    mutating func memoryChanged() { isStale = true }

    mutating func hear(_ notice: Notice, in context: FeatureContext) -> FeatureOutput<Self> {
        switch notice {
        case .companionChecked(nil):
            // The way to the service is free again, or there is a key now.
            failures = 0
            retryAt = nil
            isStale = true
        case .occurrenceEnded, .conversationEnded, .concernRaised, .profileChanged, .clockTrusted, .calendarChanged:
            isStale = true
        case .pressed, .conversationBegan, .callOpened, .heard, .said, .wentOffRecord, .devicesChanged, .alarmChecked,
            .companionChecked:
            break
        }
        return FeatureOutput()
    }

    mutating func take(_ event: Event, in context: FeatureContext) -> FeatureOutput<Self> {
        switch event {
        case .rendered(let outcome, let number):
            guard let task, task.number == number else { return FeatureOutput() }
            self.task = nil
            switch outcome {
            case .ready:
                kept = .reading(task.words)
                retryAt = nil
                return FeatureOutput(requests: [.log(.info, "the wake message is ready in the companion's voice")])
            case .failed: failed(at: context.now.boot)
            case .refused: failures = Self.retries.count
            }
            return FeatureOutput()
        }
    }

    mutating func advance(in context: FeatureContext) -> FeatureOutput<Self> {
        isStale = false
        let now = context.now
        openedFor = plannedDue.flatMap { $0 - Self.lead <= now.civil ? $0 : nil }
        if let retryAt, retryAt <= now.boot { self.retryAt = nil }
        if let task, task.until <= now.boot {
            self.task = nil
            failed(at: now.boot)
        }
        let morning = context.morning
        guard morning?.isKnown ?? context.isClockTrusted else { return FeatureOutput() }
        guard let morning, let words = morning.words, morning.due - Self.lead <= now.civil else {
            return FeatureOutput(effects: forget())
        }
        guard kept != .reading(words), task?.words != words else { return FeatureOutput() }
        var output = FeatureOutput<Self>(effects: kept == .unknown && task == nil ? [] : forget())
        if asked != words {
            isSentBefore = asked == nil && context.wasReadToday(words)
            asked = words
            failures = 0
            retryAt = nil
        }
        guard mayAsk(in: context, due: morning.due) else { return output }
        tasks += 1
        task = Task(number: tasks, words: words, until: now.boot + Self.patience)
        output.effects.append(.render(words, task: tasks, isSentBefore: isSentBefore))
        return output
    }

    /// Not during a talk or shortly before the alarm; and only if the owner has agreed to being remembered, and is old
    /// enough for a live companion (SAFE-5).
    private func mayAsk(in context: FeatureContext, due: CivilTime) -> Bool {
        switch context.profile.companion {
        case .offline, .gateway: return false
        case .openai, .automatic: break
        }
        guard context.durable.memory.mode == .on, context.profile.age != .under13 else { return false }
        return retryAt == nil && failures < Self.retries.count && !context.isRinging && context.live == nil
            && context.now.civil + Self.latest <= due
    }

    private mutating func failed(at now: BootTime) {
        if Self.retries.indices.contains(failures) { retryAt = now + Self.retries[failures] }
        failures += 1
    }

    private mutating func forget() -> [Effect] {
        let isOwed = kept != .nothing || task != nil
        kept = .nothing
        task = nil
        return isOwed ? [.forget] : []
    }

    /// Everything of the owner's is erased.
    mutating func forgetAll() -> FeatureOutput<Self> {
        let effects = forget()
        self = WakeVoice()
        kept = .nothing
        return FeatureOutput(effects: effects)
    }
}
