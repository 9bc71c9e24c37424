/// Runs the real rules over a span of days on a virtual clock (GUARD-8). The speaker, the owner and the power are
/// simulated; the rules are those of the appliance.
///
/// True time is kept apart from the machine's clock: a scripted step moves only the machine's clock, and the script's
/// own times are what a perfect wall clock in the starting zone would show.
public struct Simulator: Sendable {
    /// Makes the text that the companion of a call is given.
    public typealias Instructions = @Sendable (ConversationRequest, Status) -> String
    /// Chooses the theme and the teaching of a morning.
    public typealias Thoughts = @Sendable (TeachingRequest) -> MorningThought
    public typealias Report = (SimulatedLine, ZoneRules) -> Void

    /// Something that will happen by itself: a sound ends, the owner answers.
    struct Pending: Hashable, Sendable {
        var at: CivilTime
        var order: Int
        var event: Event
    }

    let configuration: Configuration
    let script: SimulationScript
    private let end: CivilTime
    var now: CivilTime
    /// The machine's clock minus true time.
    var skew = TimeSpan.zero
    private var bootedAt: CivilTime
    private var durable: Durable
    var zone: ZoneRules
    var isPowered = false
    /// While it is powered; before and after, nothing looks at it.
    var machine: Bedside
    var pending: [Pending] = []
    var order = 0
    var ownerSpeaks = true
    var isNetworkUp = true
    var isListening = false
    private var lastMessage: (text: String, at: CivilTime)?
    /// The summary that was scripted ahead of the end of its talk.
    var nextSummary: MemorySummary??
    var isScriptedTalk = false
    private let instructions: Instructions?
    private let thoughts: Thoughts?
    /// Tool calls whose answers have been reported.
    private var told: Set<String> = []

    /// The span of years that can be simulated: civil time in nanoseconds ends in 2262.
    public static let years = 1971...2200

    /// The last moment of a run, at which what the script has still happens; nil if the start does not exist in the zone.
    public static func end(of days: Int, from: LocalDateTime, in zone: ZoneRules) -> CivilTime? {
        guard let start = zone.instant(of: from) else { return nil }
        let last = LocalDateTime(date: from.date.adding(days: days), time: from.time)
        return zone.instant(of: last) ?? start + .days(days)
    }

    /// Nil if the start does not exist in the zone, or if the start or the end is outside `years`.
    ///
    /// - Parameters:
    ///   - from: where true time starts, by the wall clock of `zone`.
    ///   - memory: whether talks are remembered at the start; nothing of it outlives the simulation.
    ///   - instructions: nil: no prompts are reported.
    ///   - thoughts: nil: mornings have no theme and no teaching.
    public init?(
        configuration: Configuration, profile: Profile, zone: ZoneRules, from: LocalDateTime, days: Int, steps: [Step],
        memory: MemoryMode = .off, instructions: Instructions? = nil, thoughts: Thoughts? = nil
    ) {
        let last = from.date.adding(days: days)
        guard days >= 0, Simulator.years.contains(from.date.components.year),
            Simulator.years.contains(last.components.year), let start = zone.instant(of: from),
            let end = Simulator.end(of: days, from: from, in: zone)
        else { return nil }
        self.configuration = configuration
        self.zone = zone
        self.end = end
        now = start
        bootedAt = start - .minutes(1)
        durable = Durable()
        durable.profile = profile
        durable.lastWritten = start
        durable.setup.step = nil
        durable.memory.mode = memory
        self.instructions = instructions
        self.thoughts = thoughts
        for habit in profile.habits where habit.isOn { durable.armedSince[habit.id] = start }
        script = SimulationScript(steps, in: zone)
        let boot = BootTime(nanoseconds: (start - bootedAt).nanoseconds)
        machine = Bedside(
            configuration: configuration, durable: durable, zone: zone, isClockSynchronized: false,
            at: Moment(boot: boot, civil: start))
    }

    /// Runs to the end; `report` is given each entry of the night log in order, with the zone in force.
    public mutating func run(_ report: (NightEntry, ZoneRules) -> Void) {
        runAll { line, zone in if case .night(let entry) = line { report(entry, zone) } }
    }

    /// Runs to the end; `report` is given each line in order, with the zone in force.
    public mutating func runAll(_ report: Report) {
        powerOn(report)
        var index = 0
        while true {
            let scripted = index < script.steps.count ? script.steps[index].at : nil
            let own = pending.first?.at
            let due = machineDeadline
            guard let next = [scripted, own, due].compactMap({ $0 }).min(), next <= end else { break }
            now = max(now, next)
            if scripted == next {
                play(script.steps[index].kind, report)
                index += 1
            } else if own == next {
                let event = pending.removeFirst().event
                if Self.isOwnersVoice(event), !isListening { continue }
                post(event, report)
            } else {
                post(.tick, report)
            }
        }
        now = end
    }

    /// Whether the device, or the service, hears the owner: not through a closed microphone.
    private static func isOwnersVoice(_ event: Event) -> Bool {
        if case .voice = event { return true }
        if case .conversation(.ownerSpeaking(_), call: _) = event { return true }
        return false
    }

    private var moment: Moment { Moment(boot: BootTime(nanoseconds: (now - bootedAt).nanoseconds), civil: now + skew) }

    private var machineDeadline: CivilTime? {
        guard isPowered else { return nil }
        let deadline = machine.deadline
        let civil = deadline.civil.map { $0 - skew }
        let boot = deadline.boot.map { bootedAt + TimeSpan(nanoseconds: $0.nanoseconds) }
        return civil.earlier(boot)
    }

    private mutating func play(_ kind: Step.Kind, _ report: Report) {
        switch kind {
        case .press(let button, let held, let speaks):
            guard isPowered else { return }
            // The press that opens a conversation decides whether the owner speaks in it.
            if button == .start, machine.conversation == nil { ownerSpeaks = speaks }
            post(.edge(button, isActive: true), report)
            schedule(.edge(button, isActive: false), after: .milliseconds(max(held, 50)))
        case .power(let isOn):
            if isOn, !isPowered { powerOn(report) }
            if !isOn {
                powerOff()
                dropUnusedSummary(report)
            }
        case .clockStep(let step):
            skew = skew + step
            post(.clockSet(isSynchronized: false), report)
        case .zone(let rules):
            zone = rules
            post(.zone(rules), report)
        case .network(let isUp):
            isNetworkUp = isUp
            if !isUp, let open = openCall {
                pending.removeAll { if case .conversation = $0.event { true } else { false } }
                post(.conversation(.failed(.network), call: open.id), report)
            }
        case .command(let command, let existing):
            type(command, existing: existing, report)
        case .refused(let reason):
            refuse(reason, report)
        case .said(let voice, let words): say(words, voice, report)
        case .life: post(.presence, report)
        case .answer(let isYes): type(.fading(.answer(isYes: isYes)), existing: nil, report)
        case .correct: type(.fading(.alreadyUp(nil)), existing: nil, report)
        case .summary(let summary): take(summary, report)
        case .badSummary(let refusal):
            refuse(refusal, report)
            take(nil, report)
        case .tool(let name, let arguments):
            guard let open = openCall else {
                let words = Wording("no live conversation is on", "オンラインの会話が始まっていません")
                refuse(words.text(in: language), report)
                return
            }
            order += 1
            let request = ToolRequest(callID: "script-\(order)", name: name, arguments: arguments)
            post(.conversation(.toolCall(request), call: open.id), report)
            // This answer is held back while the device announces what was taken away, but it is decided already.
            if let kept = machine.upEarly.takeBack?.answers.last, kept.callID == request.callID {
                tell(kept, report)
            }
        }
    }

    private mutating func tell(_ answer: ToolAnswer, _ report: Report) {
        guard told.insert(answer.callID).inserted else { return }
        report(
            .night(NightEntry(at: now + skew, kind: .tool, cause: .companion, detail: answer.output)), zone)
    }

    var language: Language { isPowered ? machine.profile.language : durable.profile.language }

    var openCall: Call.Connection? {
        guard isPowered, let open = machine.call.connection, open.stage == .open else { return nil }
        return open
    }

    private mutating func type(
        _ command: Command, existing: HabitID?, _ report: Report
    ) {
        guard isPowered else {
            return refuse(Wording("the power is off", "電源が切れています").text(in: language), report)
        }
        if let existing, machine.profile.habit(existing) == nil {
            let refusal = Refusal.noSuchHabit(existing, known: machine.profile.habits.map(\.id))
            return refuse(refusal.text(in: language), report)
        }
        order += 1
        post(.command(command, ticket: order), report)
    }

    func refuse(_ reason: String, _ report: Report) {
        report(.night(NightEntry(at: now + skew, kind: .refused, cause: .owner, detail: reason)), zone)
    }

    private mutating func powerOn(_ report: Report) {
        bootedAt = now - .seconds(5)
        var fresh = Bedside(
            configuration: configuration, durable: durable, zone: zone, isClockSynchronized: false, at: moment)
        let actions = fresh.start(at: moment)
        machine = fresh
        isPowered = true
        perform(actions, report)
        post(.buttonsRead(Button.allCases.map { ButtonLevel(button: $0, isActive: false) }), report)
    }

    private mutating func powerOff() {
        if isPowered { durable = machine.durableState }
        isPowered = false
        pending = []
        isListening = false
    }

    mutating func post(_ event: Event, _ report: Report) {
        let moment = moment
        guard isPowered else { return }
        perform(machine.handle(event, at: moment), report)
        for level in machine.features.safety.takeReports() { report(.safety(level, at: now + skew), zone) }
        for decided in machine.features.memory.takeReports() {
            report(.memory(SimulatedMemory(decided), at: now + skew), zone)
        }
        for decided in machine.features.fading.takeReports() {
            report(.fading(SimulatedFading(decided), at: now + skew), zone)
        }
        for nudge in machine.features.nudges.takeReports() {
            report(.nudge(nudge.habit, at: now + skew), zone)
        }
        dropUnusedSummary(report)
    }

    private mutating func perform(_ actions: [Action], _ report: Report) {
        for action in actions {
            switch action {
            case .commit(let changes):
                for case .night(let entry) in changes { report(.night(entry), zone) }
            case .play(let playback):
                sound(playback)
                // A ring that begins at once, as after a power cut, was not prepared.
                tellMessage(playback.ring?.voice?.message, report)
            case .silence: pending.removeAll { if case .sound = $0.event { true } else { false } }
            case .listen(let isOn): isListening = isOn
            case .connect(let request):
                tellPrompt(request, report)
                connect(request)
            case .handOver(let request): tellPrompt(request, report)
            case .summarize(let task): summarize(task)
            case .open(let opening): talk(opening.call)
            case .checkBeforeAlarm(_, let companion), .checkCompanion(let companion): checkCompanion(companion)
            case .eveningCheck(let check):
                // The simulated device has a speaker and a microphone that work.
                schedule(.eveningCheck([]), after: .milliseconds(300))
                checkCompanion(check.companion)
            case .disconnect: pending.removeAll { if case .conversation = $0.event { true } else { false } }
            case .answerTool(let answer): tell(answer, report)
            case .reply(.refused(let refusal), _): refuse(refusal.text(in: language), report)
            case .prepare(let playback): tellMessage(playback.ring?.voice?.message, report)
            case .click, .buzzer, .callVolume, .recording, .affirmation, .wakeVoice, .account,
                .ownVoice, .reply, .log, .exit:
                break
            }
        }
    }

    /// Reports a wake message once, and not again for the follow-ups of that morning.
    private mutating func tellMessage(_ message: Utterance?, _ report: Report) {
        guard let message, message.text != lastMessage?.text || now - (lastMessage?.at ?? now) > .hours(12) else {
            return
        }
        lastMessage = (message.text, now)
        report(.message(text: PrivateText(message.text), at: now + skew), zone)
    }

    // MARK: The speaker and the owner

    private mutating func sound(_ playback: Playback) {
        pending.removeAll { if case .sound = $0.event { true } else { false } }
        schedule(.sound(.audible(id: playback.id)), after: .milliseconds(20))
        guard case .speech(let utterance) = playback.source else {
            schedule(.sound(.finished(id: playback.id)), after: .milliseconds(playback.limitMilliseconds))
            return
        }
        let span = Simulator.speechSpan(utterance)
        schedule(.sound(.finished(id: playback.id)), after: span)
        pending.removeAll { if case .voice = $0.event { true } else { false } }
        guard ownerSpeaks, isListening || machine.activity == .speaking else { return }
        schedule(.voice(isActive: true), after: span + .milliseconds(1200))
        schedule(.voice(isActive: false), after: span + .milliseconds(2700))
    }

    private mutating func tellPrompt(_ request: ConversationRequest, _ report: Report) {
        let thought = request.teaching.flatMap { thoughts?($0) }
        if let teaching = request.teaching, let thought {
            for event in thought.reports(for: teaching, in: language) { schedule(event, after: .zero) }
        }
        guard let instructions, let status = request.status else { return }
        let parts = [instructions(request, status), thought?.instructions(in: status.profile.language)]
        let text = parts.compactMap { $0 }.joined(separator: "\n\n")
        report(.prompt(habit: request.habit?.id, text: PrivateText(text), at: now + skew), zone)
    }

    private mutating func checkCompanion(_ companion: Companion) {
        guard companion == .openai || companion == .gateway else { return }
        schedule(.companionChecked(isNetworkUp ? nil : .network), after: .milliseconds(200))
    }

    /// About how long a sentence takes to say.
    static func speechSpan(_ utterance: Utterance) -> TimeSpan { utterance.span(maximumLetters: 400) }

    mutating func schedule(_ event: Event, after span: TimeSpan) {
        order += 1
        let item = Pending(at: now + span, order: order, event: event)
        let index = pending.firstIndex { $0.at > item.at } ?? pending.count
        pending.insert(item, at: index)
    }
}
