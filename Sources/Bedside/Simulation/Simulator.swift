/// Runs the real rules over a span of days on a virtual clock (GUARD-8). The speaker, the owner and the power are
/// simulated; the rules are those of the appliance.
///
/// True time is kept apart from the machine's clock: a scripted step moves only the machine's clock, and the script's
/// own times are what a perfect wall clock in the starting zone would show.
public struct Simulator: Sendable {
    /// One line of a script.
    public struct Step: Hashable, Sendable {
        public enum Kind: Hashable, Sendable {
            case press(Button, heldMilliseconds: Int, ownerSpeaks: Bool)
            case power(isOn: Bool)
            case clockStep(TimeSpan)
            case zone(ZoneRules)
            case network(isUp: Bool)
            /// The owner types a command; `existing` names a habit that has to exist.
            case command(Command, existing: HabitID?)
            /// The owner types something that the command line itself refuses.
            case refused(String)
            /// The companion calls a tool in the conversation that is on; `arguments` is JSON text.
            case tool(name: String, arguments: String)
        }
        public var at: LocalDateTime
        public var kind: Kind
        public init(at: LocalDateTime, kind: Kind) {
            self.at = at
            self.kind = kind
        }
    }

    /// Something that will happen by itself: a sound ends, the owner answers.
    private struct Pending: Hashable, Sendable {
        var at: CivilTime
        var order: Int
        var event: Event
    }

    private let configuration: Configuration
    private let steps: [(at: CivilTime, kind: Step.Kind)]
    private let end: CivilTime
    private var now: CivilTime
    /// The machine's clock minus true time.
    private var skew = TimeSpan.zero
    private var bootedAt: CivilTime
    private var durable: Durable
    private var zone: ZoneRules
    private var machine: Bedside?
    private var pending: [Pending] = []
    private var order = 0
    private var ownerSpeaks = true
    private var isNetworkUp = true
    private var isListening = false
    /// Tool calls whose answers have been reported.
    private var told: Set<String> = []

    /// The span of years that can be simulated: civil time in nanoseconds ends in 2262.
    public static let years = 1971...2200

    /// Nil if the start does not exist in the zone, or if the start or the end is outside `years`.
    ///
    /// - Parameter from: where true time starts, by the wall clock of `zone`.
    public init?(
        configuration: Configuration, profile: Profile, zone: ZoneRules, from: LocalDateTime, days: Int, steps: [Step]
    ) {
        let last = LocalDateTime(date: from.date.adding(days: days), time: from.time)
        guard let start = zone.instant(of: from), days >= 0, Simulator.years.contains(from.date.components.year),
            Simulator.years.contains(last.date.components.year)
        else { return nil }
        self.configuration = configuration
        self.zone = zone
        end = zone.instant(of: last) ?? start + .days(days)
        now = start
        bootedAt = start - .minutes(1)
        durable = Durable()
        durable.profile = profile
        durable.lastWritten = start
        durable.setup.step = nil
        for habit in profile.habits where habit.isOn { durable.armedSince[habit.id] = start }
        self.steps =
            steps.compactMap { step in zone.instant(of: step.at).map { (at: $0, kind: step.kind) } }
            .enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    }

    /// Runs to the end; `report` is given each entry in order, with the zone in force.
    public mutating func run(_ report: (NightEntry, ZoneRules) -> Void) {
        powerOn(report)
        var index = 0
        while true {
            let scripted = index < steps.count ? steps[index].at : nil
            let own = pending.first?.at
            let due = machineDeadline
            guard let next = [scripted, own, due].compactMap({ $0 }).min(), next <= end else { break }
            now = max(now, next)
            if scripted == next {
                play(steps[index].kind, report)
                index += 1
            } else if own == next {
                let event = pending.removeFirst().event
                // A muted owner is not heard.
                if case .voice = event, !isListening { continue }
                post(event, report)
            } else {
                post(.tick, report)
            }
        }
        now = end
    }

    private var moment: Moment { Moment(boot: BootTime(nanoseconds: (now - bootedAt).nanoseconds), civil: now + skew) }

    private var machineDeadline: CivilTime? {
        guard let deadline = machine?.deadline else { return nil }
        let civil = deadline.civil.map { $0 - skew }
        let boot = deadline.boot.map { bootedAt + TimeSpan(nanoseconds: $0.nanoseconds) }
        return [civil, boot].compactMap { $0 }.min()
    }

    private mutating func play(_ kind: Step.Kind, _ report: (NightEntry, ZoneRules) -> Void) {
        switch kind {
        case .press(let button, let held, let speaks):
            guard let machine else { return }
            // The press that opens a conversation decides whether the owner speaks in it.
            if button == .start, machine.conversation == nil { ownerSpeaks = speaks }
            post(.edge(button, isActive: true), report)
            schedule(.edge(button, isActive: false), after: .milliseconds(max(held, 50)))
        case .power(let isOn):
            if isOn, machine == nil { powerOn(report) }
            if !isOn { powerOff() }
        case .clockStep(let step):
            skew = skew + step
            post(.clockSet(isSynchronized: false), report)
        case .zone(let rules):
            zone = rules
            post(.zone(rules), report)
        case .network(let isUp):
            isNetworkUp = isUp
        case .command(let command, let existing):
            type(command, existing: existing, report)
        case .refused(let reason):
            refuse(reason, report)
        case .tool(let name, let arguments):
            guard let open = machine?.call.connection, open.stage == .open else {
                let words = Wording("no live conversation is on", "オンラインの会話が始まっていません")
                refuse(words.text(in: language), report)
                return
            }
            order += 1
            let request = ToolRequest(callID: "script-\(order)", name: name, arguments: arguments)
            post(.conversation(.toolCall(request), call: open.id), report)
            // This answer is held back while the device announces what was taken away, but it is decided already.
            if let kept = machine?.upEarly.takeBack?.answers.last, kept.callID == request.callID {
                tell(kept, report)
            }
        }
    }

    private mutating func tell(_ answer: ToolAnswer, _ report: (NightEntry, ZoneRules) -> Void) {
        guard told.insert(answer.callID).inserted else { return }
        report(NightEntry(at: now + skew, kind: .tool, cause: .companion, detail: answer.output), zone)
    }

    private var language: Language { machine?.profile.language ?? durable.profile.language }

    private mutating func type(
        _ command: Command, existing: HabitID?, _ report: (NightEntry, ZoneRules) -> Void
    ) {
        guard let machine else {
            return refuse(Wording("the power is off", "電源が切れています").text(in: language), report)
        }
        if let existing, machine.profile.habit(existing) == nil {
            let refusal = Refusal.noSuchHabit(existing, known: machine.profile.habits.map(\.id))
            return refuse(refusal.text(in: language), report)
        }
        order += 1
        post(.command(command, ticket: order), report)
    }

    private func refuse(_ reason: String, _ report: (NightEntry, ZoneRules) -> Void) {
        report(NightEntry(at: now + skew, kind: .refused, cause: .owner, detail: reason), zone)
    }

    private mutating func powerOn(_ report: (NightEntry, ZoneRules) -> Void) {
        bootedAt = now - .seconds(5)
        var fresh = Bedside(
            configuration: configuration, durable: durable, zone: zone, isClockSynchronized: false, at: moment)
        let actions = fresh.start(at: moment)
        machine = fresh
        perform(actions, report)
        post(.buttonsRead(Button.allCases.map { ButtonLevel(button: $0, isActive: false) }), report)
    }

    private mutating func powerOff() {
        if let state = machine?.durableState { durable = state }
        machine = nil
        pending = []
        isListening = false
    }

    private mutating func post(_ event: Event, _ report: (NightEntry, ZoneRules) -> Void) {
        let moment = moment
        guard let actions = machine?.handle(event, at: moment) else { return }
        perform(actions, report)
    }

    private mutating func perform(_ actions: [Action], _ report: (NightEntry, ZoneRules) -> Void) {
        for action in actions {
            switch action {
            case .commit(let changes):
                for case .night(let entry) in changes { report(entry, zone) }
            case .play(let playback): sound(playback)
            case .silence: pending.removeAll { if case .sound = $0.event { true } else { false } }
            case .listen(let isOn): isListening = isOn
            case .connect(let request): connect(request)
            case .open(let opening): talk(opening.call)
            case .checkBeforeAlarm(_, let companion), .checkCompanion(let companion): checkCompanion(companion)
            case .eveningCheck(let check):
                // The simulated device has a speaker and a microphone that work.
                schedule(.eveningCheck([]), after: .milliseconds(300))
                checkCompanion(check.companion)
            case .disconnect: pending.removeAll { if case .conversation = $0.event { true } else { false } }
            case .answerTool(let answer): tell(answer, report)
            case .reply(.refused(let refusal), _): refuse(refusal.text(in: language), report)
            case .prepare, .click, .buzzer, .handOver, .callVolume, .reply, .log, .exit: break
            }
        }
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
        guard ownerSpeaks, isListening || machine?.activity == .speaking else { return }
        schedule(.voice(isActive: true), after: span + .milliseconds(1200))
        schedule(.voice(isActive: false), after: span + .milliseconds(2700))
    }

    private mutating func connect(_ request: ConversationRequest) {
        let call = request.call
        // There is no key in a simulation; for a night with the online companion, the profile has to name it.
        guard request.companion != .automatic else {
            schedule(.conversation(.failed(.unavailable), call: call), after: .zero)
            return
        }
        guard isNetworkUp else {
            schedule(.conversation(.failed(.network), call: call), after: .milliseconds(100))
            return
        }
        schedule(.conversation(.ready, call: call), after: .milliseconds(300))
    }

    /// Simulates a companion that greets, lets the owner speak if they do, and ends the call after 40 seconds.
    private mutating func talk(_ call: Int) {
        schedule(.conversation(.speaking(true), call: call), after: .milliseconds(200))
        schedule(.conversation(.speaking(false), call: call), after: .seconds(4))
        if ownerSpeaks {
            schedule(.conversation(.ownerSpeaking(true), call: call), after: .seconds(6))
            schedule(.conversation(.ownerSpeaking(false), call: call), after: .seconds(8))
        }
        schedule(.conversation(.speaking(true), call: call), after: .seconds(15))
        schedule(.conversation(.speaking(false), call: call), after: .seconds(25))
        schedule(.conversation(.ended, call: call), after: .seconds(40))
    }

    private mutating func checkCompanion(_ companion: Companion) {
        guard companion == .openai || companion == .gateway else { return }
        schedule(.companionChecked(isNetworkUp ? nil : .network), after: .milliseconds(200))
    }

    /// About how long a sentence takes to say.
    static func speechSpan(_ utterance: Utterance) -> TimeSpan {
        let perCharacter = utterance.language == .japanese ? 140 : 65
        return .milliseconds(400 + perCharacter * min(utterance.spoken.count, 400))
    }

    private mutating func schedule(_ event: Event, after span: TimeSpan) {
        order += 1
        let item = Pending(at: now + span, order: order, event: event)
        let index = pending.firstIndex { $0.at > item.at } ?? pending.count
        pending.insert(item, at: index)
    }
}
