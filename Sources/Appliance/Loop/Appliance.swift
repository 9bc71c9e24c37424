import Bedside
import Board
import Glibc
import Logging
import Realtime
import Sound
import Store

/// The loop that feeds events to the rules and performs what they ask. Everything here is on the main thread.
final class Appliance {
    struct Parts {
        var options: RunOptions
        var board: BoardDescription
        var hardware: any BoardDriver
        var store: BedsideStore
        var reactor: Reactor
        var manager: ServiceManager
        var clock = LoopClock.machine
        var makeDrivers: (Parts, Drivers.Ways) -> Drivers = Drivers.real
    }

    let parts: Parts
    private(set) var machine: Bedside
    let store: any StoreDriver
    let sound: any SpeakerDriver
    let companion: any CompanionDriver
    let recordings: any RecordingDriver
    let phrases: any PhraseDriver
    let wakeVoice: any WakeVoiceDriver
    let account: any AccountDriver
    let ownVoice: any OwnVoiceDriver
    /// The voices whose deletion is asked for before everything is erased (V-3).
    var voicesToDelete: [VoiceToDelete] = []
    let logger = Logger(label: "loop")
    var control: ControlServer?
    var signals: Signals?
    var zoneWatcher: ZoneWatcher?
    /// The descriptors of the button lines that can be read.
    var buttonDescriptors: [Int32] = []
    /// The descriptor of the presence sensor while it is listened to.
    var presenceDescriptor: Int32?
    let ringMemory = RingMemory()
    var memoryTimer: LoopTimer?
    var recordingTimer: LoopTimer?
    var partSearch: LoopTimer?
    /// The time for which the search is armed.
    var partSearchAt: BootTime?
    /// The number of searches since all parts were there.
    var partSearches = 0
    /// The buzzer's fault as it was last logged; nil if it works.
    private var buzzerFault: GPIOError?
    /// The bed shaker's fault as it was last logged; nil if it works.
    var shakerFault: GPIOError?
    /// The fault of the last commit; nil if it is on disk.
    var storeFault: StoreError?
    /// When the disk began to be slow; nil while it keeps up.
    var storeSlowSince: BootTime?
    var clockCheck: LoopTimer?
    static let clockCheckPause = TimeSpan.seconds(30)
    let events: Mailbox<Event>
    var housekeeping: LoopTimer?
    var watchdog: LoopTimer?
    var isHousekeepingArmed = false
    /// Whether an event is being handled.
    private var isTaking = false
    var isStoreWorking = true
    var isRecoveryTold = false
    let display: Display
    var ringTiming = RingTiming()
    private(set) var lineTrouble = LineTrouble()
    let descriptorReserve = DescriptorReserve()
    var descriptorsGivenAt: BootTime?
    var edgeNotes = EdgeNotes()

    var reactor: Reactor { parts.reactor }

    init(_ parts: Parts, at now: Moment) throws {
        self.parts = parts
        display = Display(parts)
        let board = parts.board
        let shared = parts.options.shared
        // Events from other threads reach the machine through here; `self` does not exist yet.
        let box = WeakBox<Appliance>()
        events = try parts.reactor.makeMailbox(of: Event.self) { box.value?.handle($0) }
        let mailbox = events
        let caughtUp = try parts.reactor.makeMailbox(of: CaughtUp.self) { _ in box.value?.storeCaughtUp() }
        // The service has its own mailbox, of which each turn takes one event, so no event of the sound waits behind
        // it.
        let told = try parts.reactor.makeMailbox(of: Event.self, limit: 512, turnLimit: 1) { box.value?.handle($0) }
        let turns = try parts.reactor.makeMailbox(of: Turn.self, limit: 256, turnLimit: 1) { box.value?.heard($0) }
        let found = try parts.reactor.makeMailbox(of: CompanionFiles.Found.self) { box.value?.take($0) }
        let drivers = parts.makeDrivers(
            parts,
            Drivers.Ways(
                event: { mailbox.post($0) }, told: { told.post($0) }, turn: { turns.post($0) },
                found: { found.post($0) }, caughtUp: { caughtUp.post(CaughtUp()) }))
        (sound, store, companion) = (drivers.sound, drivers.store, drivers.companion)
        (recordings, phrases, wakeVoice) = (drivers.recordings, drivers.phrases, drivers.wakeVoice)
        (account, ownVoice) = (drivers.account, drivers.ownVoice)
        let logger = logger
        let (zone, zoneProblem) = SystemZone.load()
        if let zoneProblem { logger.error("\(zoneProblem)") }
        var configuration = Configuration(
            clockFloor: BuildInfo.clockFloor, outputs: board.outputs, hasBuzzer: board.buzzer != nil,
            hasMicrophone: !board.inputs.isEmpty, buttonRules: board.timing,
            scripts: ScriptLibrary.load(shared) { logger.log(level: $0.logging, "\($1)") },
            conversation: parts.options.companion.timing)
        configuration.meditation = MeditationFile.load(shared) {
            logger.log(level: $0.logging, "\($1)")
        }
        let durable: Durable
        do throws(StoreError) {
            durable = try parts.store.load()
        } catch {
            logger.error("\(error)")
            durable = Durable()
        }
        let isSynchronized = parts.clock.isSynchronized()
        machine = Bedside(
            configuration: configuration, durable: durable, zone: zone, isClockSynchronized: isSynchronized, at: now)
        box.value = self
        journalStart = JournalLine.Start(
            configuration: configuration, durable: durable, zone: zone, isClockSynchronized: isSynchronized, at: now)
    }

    private var journalStart: JournalLine.Start?

    // MARK: Beginning and end

    /// Starts the buttons, then serves whatever is due (BOARD-2: live before any sound starts).
    func begin() {
        // Before a due ring begins, so that a press during its start does not count as a stuck button.
        let levels = parts.hardware.buttons.readLevels()
        do {
            try watch()
        } catch {
            logger.error("\(error)")
        }
        // Taken from the opening: slow first writes on a card that has just been started are not a failure.
        isStoreWorking = store.isWorking
        let now = parts.clock.now()
        let actions = machine.start(at: now)
        if let journalStart {
            store.note {
                var start = journalStart
                start.at = now
                start.digest = JournalLine.digest(actions)
                return JournalLine.start(start)
            }
        }
        journalStart = nil
        perform(actions)
        // Before all waiting edges, so that a press since then counts as one.
        take(.buttonsRead(levels), at: parts.clock.now())
        listenToPresence()
        for problem in parts.hardware.problems { logger.error("\(problem)") }
        if store.report.needsAttention { logger.error("storage: \(store.report)") }
        if !isStoreWorking {
            handle(.store(isWorking: false))
        } else if store.report.needsAttention {
            isRecoveryTold = true
            handle(.storeRecovered)
        }
        for problem in parts.options.settingsProblems {
            logger.error("settings: \(problem); those of the last good start are used")
        }
        if !parts.options.settingsProblems.isEmpty { handle(.settingsUnreadable) }
        display.levels = { [weak self] in self?.levels }
        if let problem = companion.settingsProblem {
            display.settingsProblem = problem.wording
            logger.error("companion: \(problem)")
        }
        display.armed(status)
        let next = status.next.map { "\($0.occurrence) at \($0.local)" } ?? "nothing"
        logger.notice("armed", metadata: ["next": "\(next)"])
        settle()
        descriptorReserve.fill()
        parts.manager.ready()
        proveLife()
        let began = SystemClock.boot()
        memoryTimer = try? reactor.makeTimer { [weak self] in self?.keepMemory(since: began) }
        memoryTimer?.arm(began + RingMemory.settlingDelay)
    }

    func openPanel() {
        display.openPanel(
            reactor: reactor, status: { [weak self] in self?.status },
            onKey: { [weak self] in self?.key($0) })
    }

    func end() {
        parts.manager.stopping()
        setWakeClock()
        display.close()
        phrases.lineIsTaken()
        ownVoice.shutDown()
        recordings.shutDown()
        companion.shutDown()
        sound.shutDown()
        try? parts.hardware.light.show(.idle, at: localTime)
        try? parts.hardware.buzzer?.set(false)
        try? parts.hardware.shaker?.set(false)
        // Writing what waits for the disk comes last.
        if !store.close(within: Patience.ofEnd) { logger.error("store: the disk does not answer, and the end comes") }
        control?.close()
    }

    // MARK: Events

    var status: Status { machine.status(at: parts.clock.now()) }
    /// The address of the account at a gateway; nil without one.
    var gateway: String? { machine.gateway }
    var wakeUps: Int { Int(clamping: reactor.wakeUps) }

    /// Handles one event, now. Where a contact may be about to be believed, the edges that wait in the kernel are
    /// handled before it, as events of their own: they are older, and the release may be among them. What a driver
    /// reports in the middle of its work waits, and so do the edges, which keep their own times.
    func handle(_ event: Event) {
        guard !isTaking else {
            events.post(event)
            return
        }
        let now = parts.clock.now()
        if let due = machine.deadline.boot, due <= now.boot { readButtons() }
        take(event, at: now)
    }

    /// Gives one event to the rules and performs what they ask: the only place that does, and never within itself. What
    /// a driver reports in the middle of its work comes after it.
    func take(_ event: Event, at now: Moment) {
        guard !isTaking else {
            events.post(event)
            return
        }
        isTaking = true
        defer { isTaking = false }
        let due = machine.deadline
        let glitches = machine.buttonGlitches
        let actions = machine.handle(event, at: now)
        ringTiming.note(actions, deadline: due, at: now)
        perform(actions, promise: event.promise)
        if case .sound(.audible(let id)) = event { ringTiming.heard(id, sound.counters()) }
        switch event {
        case .clockSet:
            parts.hardware.wakeClock?.forget()
            armHousekeeping()
            armClockCheck()
        case .zone: armHousekeeping()
        // The key may have been read again since the wipe was asked for.
        case .erased: companion.forgetKey()
        default: break
        }
        if event.isWorthKeeping { note(event, at: now, actions, isGlitch: machine.buttonGlitches != glitches) }
        settle()
    }

    /// Brings clocks, light, screen and watchers up to date after every event.
    private func settle() {
        switch machine.activity {
        case .idle, .waiting, .dawn, .ringing, .meditating: display.forgetTurns()
        case .connecting, .listening, .speaking, .preview: break
        }
        let deadline = machine.deadline
        reactor.armCivil(deadline.civil)
        reactor.armBoot(deadline.boot)
        showLight()
        shake()
        takeDescriptorsBack()
        // A ring needs its buttons, its light and its buzzer, so missing parts are searched for sooner than at rest.
        if machine.light == .ringing { armPartSearch() }
        display.refresh(status)
        if let control, control.hasWatchers { control.publish(status) }
        if parts.manager.isPresent { parts.manager.tell(status.serviceLine) }
    }

    /// Shows the drivers' figures while a conversation lasts.
    private var levels: PanelLevels? {
        guard machine.activity == .speaking || machine.activity == .listening else { return nil }
        let counters = sound.counters()
        return PanelLevels(
            speakerDBFS: counters.levelDBFS,
            microphoneDBFS: counters.openInput == nil ? nil : counters.captureLevelDBFS)
    }

    var localTime: LocalTime { machine.zoneRules.local(parts.clock.now().civil).time }

    func signal(_ number: Int32) {
        switch number {
        case SIGTERM, SIGINT: handle(.terminate)
        case SIGHUP: zoneWatcher?.reload()
        case SIGWINCH: display.resize(status)
        default: break
        }
    }

    private func key(_ key: PanelKey) {
        if key == .quit {
            handle(.terminate)
        } else if let command = key.command {
            // No client waits for this ticket.
            handle(.command(command, ticket: 0))
        }
    }

    // MARK: Actions

    /// - Parameter promise: What a confirmation of the command being answered would say is on disk.
    private func perform(_ actions: [Action], promise: Command.Promise = .nothing) {
        var failure: StoreError?
        var written: [Change] = []
        let until = parts.clock.now().boot + patience(for: actions)
        voicesToDelete = actions.compactMap(\.deletedVoice)
        for action in actions {
            switch action {
            case .commit(let changes):
                failure = commit(changes, within: max(Patience.ofRing, until - parts.clock.now().boot)) ?? failure
                written += changes
            case .prepare(let playback):
                giveDescriptors(to: playback, isPrepared: true)
                sound.prepare(playback)
            case .play(let playback):
                giveDescriptors(to: playback)
                sound.play(playback)
                if case .speech(let words) = playback.source { display.said(words.text) }
            case .silence: sound.silence()
            case .click: sound.click()
            case .listen(let isOn):
                sound.listen(isOn)
                companion.mute(!isOn)
            case .buzzer(let isOn): buzz(isOn)
            case .connect(let request): companion.connect(request)
            case .open(let opening):
                linesAreTaken()
                lineTrouble.opened(sound.counters())
                companion.open(opening)
            case .handOver(let request): companion.handOver(request)
            case .answerTool(let result): answer(result, failure: failure)
            case .callVolume(let percent): sound.setLineVolume(percent)
            case .recording(let effect): recordings.perform(effect)
            case .affirmation(let effect): phrases.perform(effect)
            case .wakeVoice(let effect): wakeVoice.perform(effect)
            // Its voices are deleted with it: afterwards there is no token to ask with.
            case .account(.forget) where !voicesToDelete.isEmpty: account.forget(deleting: voicesToDelete)
            case .account(let effect): account.perform(effect, gateway: gateway, user: machine.gatewayUser)
            case .ownVoice(let effect): ownVoice.perform(effect, gateway: gateway)
            case .disconnect(let isFinal):
                // A call that was never opened has no line, and leaves that of others alone.
                if companion.hasLine { linesAreTaken() }
                lineTrouble.closed(sound.counters())
                companion.disconnect(isFinal: isFinal)
            case .summarize(let task):
                lineTrouble.closed(sound.counters())
                companion.summarize(task)
            case .checkBeforeAlarm(let habit, let companion): checkBeforeAlarm(habit, companion)
            case .eveningCheck(let check): eveningCheck(check)
            case .checkCompanion(let online): companion.check(online, gateway: gateway)
            case .reply(let reply, let ticket):
                let truth = reply.truth(
                    after: written, isOldKeyKept: store.isOldKeyKept, owesRemoval: store.owesRemoval)
                answer(truth, ticket: ticket, promise: promise, failure: failure)
            case .log(let level, let text): logger.log(level: level.logging, "\(text)")
            case .exit: reactor.stop()
            }
        }
    }

    /// Takes the files of a call that is made, back on the loop.
    private func take(_ found: CompanionFiles.Found) {
        machine.learn(found.helpLines)
        companion.take(found)
    }

    /// Shows a line of the conversation on the terminal; it goes nowhere else.
    private func heard(_ turn: Turn) { display.heard(turn, status: status) }

    private func buzz(_ isOn: Bool) {
        do throws(GPIOError) {
            try parts.hardware.buzzer?.set(isOn)
            buzzerFault = nil
        } catch {
            // The rules try it twice a second while nothing sounds.
            if error != buzzerFault { logger.error("buzzer: \(error)") }
            buzzerFault = error
            armPartSearch()
            // Posted, so that it comes after the remaining actions of this event.
            events.post(.buzzerFailed)
        }
    }
}

extension Event {
    fileprivate var promise: Command.Promise {
        if case .command(let command, _) = self { command.promise } else { .nothing }
    }
}
