import Bedside

/// The core on a virtual clock, with a disk that keeps everything committed: advance time, press, cut the power.
///
/// Playback becomes audible after 10 ms unless `isSpeakerDead`, and speech ends after `speechSpan`.
public final class VirtualBedside {
    public private(set) var machine: Bedside?
    /// The state on disk, which only `commit` changes.
    public private(set) var disk: Durable
    public private(set) var log: [NightEntry] = []
    public private(set) var played: [Playback] = []
    public private(set) var performed: [Action] = []
    public private(set) var replies: [Int: Reply] = [:]
    public private(set) var isBuzzing = false
    public private(set) var isMicrophoneOpen = false
    public private(set) var hasExited = false
    /// Called with each event and what the machine does about it.
    public var observe: ((Event, Moment, [Action]) -> Void)?
    public var isSpeakerDead = false
    public var isBuzzerDead = false
    /// Makes the synthesizer never finish, so that speech is never heard.
    public var isVoiceLate = false
    public var ownerSpeaks = false
    /// Recordings of phrases cannot be read.
    public var isRecordingUnreadable = false
    /// Outputs that fail when something is played on them.
    public var deadOutputs: Set<Int> = []
    /// Bells and dawns are softer than what counts as audible.
    public var isToneInaudible = false
    public private(set) var now: Moment
    public var zone: ZoneRules
    public let configuration: Configuration
    private var pending: [(at: BootTime, event: Event)] = []
    private var ticket = 0

    public init(
        profile: Profile = Profile(), zone: ZoneRules = .utc, at civil: CivilTime,
        configuration: Configuration? = nil, disk: Durable? = nil
    ) {
        now = Moment(boot: BootTime(nanoseconds: 1_000_000_000), civil: civil)
        self.zone = zone
        self.configuration = configuration ?? Configuration(clockFloor: civil - .days(365))
        if let disk {
            self.disk = disk
        } else {
            var fresh = Durable()
            fresh.profile = profile
            for habit in profile.habits where habit.isOn { fresh.armedSince[habit.id] = civil }
            fresh.lastWritten = civil
            self.disk = fresh
        }
    }

    public var light: Light? { machine?.light }
    public var status: Status? { machine?.status(at: now) }
    public func entries(_ kind: NightEntry.Kind) -> [NightEntry] { log.filter { $0.kind == kind } }
    /// The texts that the device itself has spoken, in order.
    public var said: [String] {
        played.compactMap { if case .speech(let words) = $0.source { words.text } else { nil } }
    }
    /// The calls that were requested, in order.
    public var connects: [ConversationRequest] {
        performed.compactMap { if case .connect(let request) = $0 { request } else { nil } }
    }

    /// The number of the call that was last requested.
    public private(set) var call = 0

    /// Posts an event that the online companion's driver reports about that call.
    public func companion(_ event: ConversationEvent) { post(.conversation(event, call: call)) }

    // MARK: Power

    public func powerOn(isClockSynchronized: Bool = false) {
        guard machine == nil else { return }
        now.boot = BootTime(nanoseconds: 1_000_000_000)
        var fresh = Bedside(
            configuration: configuration, durable: disk, zone: zone, isClockSynchronized: isClockSynchronized, at: now)
        let actions = fresh.start(at: now)
        machine = fresh
        perform(actions)
    }

    public func cutPower() {
        machine = nil
        pending = []
        isBuzzing = false
        isMicrophoneOpen = false
    }

    // MARK: Events

    /// - Parameter actionsBeforeCut: the number of actions after which the power is cut; nil keeps it on.
    public func post(_ event: Event, actionsBeforeCut: Int? = nil) {
        guard let actions = machine?.handle(event, at: now) else { return }
        observe?(event, now, actions)
        guard let limit = actionsBeforeCut else {
            perform(actions)
            return
        }
        perform(Array(actions.prefix(limit)))
        cutPower()
    }

    @discardableResult
    public func ask(_ command: Command) -> Reply? {
        ticket += 1
        post(.command(command, ticket: ticket))
        return replies[ticket]
    }

    public func press(_ button: Button, heldMilliseconds: Int = 0) {
        post(.press(button, heldMilliseconds: heldMilliseconds, from: .button))
    }

    /// Sets the civil clock.
    ///
    /// - Parameter isSynchronized: a time server has set it, and keeps it; only of a step that is announced.
    public func step(_ span: TimeSpan, isAnnounced: Bool = true, isSynchronized: Bool = false) {
        now.civil = now.civil + span
        if isAnnounced { post(.clockSet(isSynchronized: isSynchronized)) }
    }

    public func change(zone rules: ZoneRules) {
        zone = rules
        post(.zone(rules))
    }

    /// Lets `span` pass, with a tick at each deadline and each pending event at its time.
    public func advance(by span: TimeSpan) {
        let end = now.advanced(by: span)
        while let next = nextTime, next <= end.boot {
            now = now.advanced(by: max(next - now.boot, .zero))
            if let first = pending.first, first.at <= now.boot {
                pending.removeFirst()
                post(first.event)
            } else {
                let before = machine?.deadline
                post(.tick)
                // A deadline that a tick does not clear would hang the appliance.
                if let before, let after = machine?.deadline, before == after, nextTime.map({ $0 <= now.boot }) ?? false
                {
                    stuckDeadlines += 1
                    break
                }
            }
        }
        now = now.advanced(by: max(end.boot - now.boot, .zero))
    }

    /// The number of ticks that did not clear their own deadline; always 0 in a correct machine.
    public private(set) var stuckDeadlines = 0

    public func advance(to local: LocalDateTime) {
        guard let target = zone.instant(of: local) else { return }
        advance(by: max(target - now.civil, .zero))
    }

    private var nextTime: BootTime? {
        let deadline = machine?.deadline
        let civil = deadline?.civil.map { now.boot + ($0 - now.civil) }
        return [civil, deadline?.boot, pending.first?.at].compactMap { $0 }.min()
    }

    // MARK: Actions

    private func perform(_ actions: [Action]) {
        var isLineRefused = false
        // There is no key here, so report the failure that the driver would report.
        defer { if isLineRefused { companion(.failed(.unavailable)) } }
        for action in actions {
            performed.append(action)
            switch action {
            case .commit(let changes):
                for change in changes {
                    disk.apply(change)
                    if case .night(let entry) = change { log.append(entry) }
                }
                if changes.contains(.wipe) { schedule(.erased(isComplete: true), after: .milliseconds(1)) }
            case .play(let playback): play(playback)
            case .silence: pending.removeAll { if case .sound = $0.event { true } else { false } }
            case .listen(let isOn): isMicrophoneOpen = isOn
            case .buzzer(let isOn):
                isBuzzing = isOn && !isBuzzerDead
                if isOn, isBuzzerDead { schedule(.buzzerFailed, after: .milliseconds(1)) }
            case .reply(let reply, let ticket): replies[ticket] = reply
            case .exit: hasExited = true
            case .connect(let request):
                call = request.call
                isLineRefused = request.companion == .automatic
            case .prepare, .click, .open, .handOver, .disconnect, .summarize, .answerTool, .callVolume,
                .checkBeforeAlarm,
                .eveningCheck, .checkCompanion, .recording, .affirmation, .wakeVoice, .account, .ownVoice,
                .log:
                break
            }
        }
    }

    /// The number of rings that began before their progress was on disk; always 0 in a correct machine (ALARM-7).
    public private(set) var unwrittenRings = 0

    public var speechSpan = TimeSpan.seconds(2)

    private func play(_ playback: Playback) {
        played.append(playback)
        if playback.source.isAlarm, let status, status.activity == .ringing, let occurrence = status.occurrence,
            let followUp = status.followUp, (disk.records[occurrence]?.committedFollowUp ?? -1) < followUp
        {
            unwrittenRings += 1
        }
        pending.removeAll { if case .sound = $0.event { true } else { false } }
        if isSpeakerDead { return }
        if isVoiceLate, case .speech = playback.source { return }
        if deadOutputs.contains(playback.output) {
            schedule(.sound(.failed(id: playback.id, reason: "gone")), after: .milliseconds(5))
            return
        }
        let isPhrase = if case .phrase = playback.source { true } else { false }
        if isPhrase, isRecordingUnreadable {
            return schedule(.sound(.unreadable(id: playback.id)), after: .milliseconds(5))
        }
        let isTone = if case .tone = playback.source { true } else { false }
        if !isTone || !isToneInaudible { schedule(.sound(.audible(id: playback.id)), after: .milliseconds(10)) }
        if isPhrase { return schedule(.sound(.finished(id: playback.id)), after: speechSpan) }
        if case .speech = playback.source {
            schedule(.sound(.finished(id: playback.id)), after: speechSpan)
            pending.removeAll { if case .voice = $0.event { true } else { false } }
            if ownerSpeaks {
                schedule(.voice(isActive: true), after: .milliseconds(3500))
                schedule(.voice(isActive: false), after: .milliseconds(4500))
            }
        } else {
            schedule(.sound(.finished(id: playback.id)), after: .milliseconds(playback.limitMilliseconds))
        }
    }

    private func schedule(_ event: Event, after span: TimeSpan) {
        pending.append((now.boot + span, event))
        pending.sort { $0.at < $1.at }
    }
}
