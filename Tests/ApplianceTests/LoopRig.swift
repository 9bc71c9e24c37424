import Bedside
import Board
import Realtime
import Sound
import Store
import Testing

@testable import Appliance

/// The calls of all drivers, in order.
final class Story {
    var lines: [String] = []
    func index(_ line: String) -> Int? { lines.firstIndex(of: line) }
}

/// A speaker that plays at once whatever it is given.
final class FakeSpeaker: SpeakerDriver {
    let story: Story
    private(set) var playing: Playback?
    /// Called in the middle of `play`.
    var onPlay: (Playback) -> Void = { _ in }

    init(_ story: Story) { self.story = story }

    private func name(_ playback: Playback) -> String {
        switch playback.source {
        case .alarm: "alarm"
        case .speech: "speech"
        case .chime: "chime"
        }
    }

    func prepare(_ playback: Playback) { story.lines.append("prepare \(name(playback))") }
    func play(_ playback: Playback) {
        playing = playback
        story.lines.append("play \(name(playback))")
        onPlay(playback)
    }
    func silence() {
        playing = nil
        story.lines.append("silence")
    }
    func click() { story.lines.append("click") }
    func listen(_ isOn: Bool) { story.lines.append("listen \(isOn)") }
    func setLineVolume(_ percent: Int) { story.lines.append("volume \(percent)") }
    func counters() -> SoundCounters { SoundCounters() }
    func provesAlive() -> Bool { true }
    func shutDown() {}
}

/// A disk that accepts everything at once, until the test sets a fault.
final class FakeStore: StoreDriver {
    let story: Story
    var fault: StoreError?
    private(set) var patiences: [TimeSpan] = []
    private(set) var notes = 0

    init(_ story: Story) { self.story = story }

    var report: OpenReport { .clean }
    var isWorking: Bool { fault == nil }
    var isBehind: Bool { fault == .slow }

    func commit(_ changes: [Change], within patience: TimeSpan) throws(StoreError) {
        patiences.append(patience)
        let isRecord = changes.contains { if case .record = $0 { true } else { false } }
        story.lines.append(isRecord ? "commit record" : "commit")
        if let fault { throw fault }
    }
    func erase(
        within patience: TimeSpan, others: @escaping @Sendable () -> Bool,
        onEnd: @escaping @Sendable (_ isComplete: Bool) -> Void
    ) throws(StoreError) {
        story.lines.append("erase")
        onEnd(others())
    }
    func flush(within patience: TimeSpan) -> Bool { fault == nil }
    func note(_ entry: some Encodable & Sendable) { notes += 1 }
    func close(within patience: TimeSpan) -> Bool { true }
}

/// A companion that does what the test says.
final class ScriptedCompanion: CompanionDriver {
    let story: Story
    private(set) var call: Int?
    private(set) var answers: [ToolAnswer] = []

    init(_ story: Story) { self.story = story }

    var settingsProblem: RealtimeFailure? { nil }
    var source: (key: CompanionFiles.KeyPlace, address: String?) { (.nowhere, nil) }
    var statistics: ConversationStatistics? { nil }

    func connect(_ request: ConversationRequest, status: Status) {
        call = request.call
        story.lines.append("connect")
    }
    func take(_ found: CompanionFiles.Found) {}
    func open(_ opening: CallOpening) { story.lines.append("open") }
    func handOver(_ request: ConversationRequest, status: Status) { story.lines.append("hand over") }
    func answer(_ answer: ToolAnswer) {
        answers.append(answer)
        story.lines.append("answer")
    }
    func mute(_ isMuted: Bool) {}
    func disconnect(isFinal: Bool) { story.lines.append("disconnect") }
    func rehearse(_ companion: Companion) { story.lines.append("rehearse") }
    func forgetKey() {}
    func shutDown() {}
}

/// The real loop on the test's own clock, with drivers that only record their calls. Its timers are armed far ahead of
/// the machine's clocks, and `advance` does what they would do.
final class LoopRig {
    private final class Clock {
        var now: Moment
        init(_ now: Moment) { self.now = now }
    }
    let story = Story()
    let speaker: FakeSpeaker
    let store: FakeStore
    let companion: ScriptedCompanion
    let appliance: Appliance
    let ways: Drivers.Ways
    private let folder: TemporaryFolder
    private let reactor: Reactor
    private let clock: Clock

    init() throws {
        let folder = try TemporaryFolder()
        let reactor = try Reactor()
        let clock = Clock(SystemClock.now().advanced(by: .days(30)))
        let story = story
        let (speaker, store) = (FakeSpeaker(story), FakeStore(story))
        let companion = ScriptedCompanion(story)
        let wired = Box<Drivers.Ways?>(nil)
        let options = RunOptions(
            board: nil, stateFolder: folder.path, shared: SharedFolders(root: folder.path), logLevel: .error,
            companion: CompanionSettings(), configurationFile: nil, settingsFolder: folder.path)
        let opened = try BedsideStore.openForRinging(folder: folder.path, now: clock.now.civil) { _, _ in }
        let parts = Appliance.Parts(
            options: options, board: .terminal, hardware: BoardHardware(.terminal), store: opened, reactor: reactor,
            manager: ServiceManager(address: nil, limitMicroseconds: nil, watched: nil),
            clock: LoopClock(now: { clock.now }, isSynchronized: { true }),
            makeDrivers: { _, ways in
                wired.value = ways
                return Drivers(sound: speaker, store: store, companion: companion)
            })
        appliance = try Appliance(parts, at: clock.now)
        let ways = try #require(wired.value)
        self.ways = ways
        (self.speaker, self.store, self.companion) = (speaker, store, companion)
        (self.folder, self.reactor, self.clock) = (folder, reactor, clock)
        // What is played becomes audible.
        speaker.onPlay = { ways.event(.sound(.audible(id: $0.id))) }
        appliance.begin()
        try turn()
        story.lines = []
    }

    deinit { appliance.end() }

    func command(_ command: Command) { appliance.handle(.command(command, ticket: 0)) }
    func press(_ button: Button) { command(.press(button, heldMilliseconds: 80, from: .button)) }

    /// Handles what waits in mailboxes, in this many turns of the loop.
    func turn(_ times: Int = 20) throws {
        for _ in 0..<times { try reactor.turn(timeoutMilliseconds: 0) }
    }

    /// Lets time pass, with a tick at each deadline on the way.
    func advance(by span: TimeSpan) throws {
        let end = clock.now.advanced(by: span)
        for _ in 0..<1000 {
            try turn()
            let (civil, boot) = appliance.machine.deadline
            let waits = [civil.map { $0 - clock.now.civil }, boot.map { $0 - clock.now.boot }].compactMap { $0 }
            guard let wait = waits.min(), clock.now.boot + wait <= end.boot else { break }
            clock.now = clock.now.advanced(by: max(.zero, wait))
            appliance.handle(.tick)
        }
        clock.now = end
        appliance.handle(.tick)
        try turn()
    }

    /// Starts an online conversation in which the owner was heard.
    func talk() throws {
        command(.talk(nil))
        try turn()
        told(.ready)
        told(.speaking(true))
        told(.speaking(false))
        try turn()
        // Right after the companion's own voice, the service might have heard that voice.
        try advance(by: .seconds(1))
        told(.ownerSpeaking(true))
        told(.ownerSpeaking(false))
        try turn()
    }

    func told(_ event: ConversationEvent) { ways.told(.conversation(event, call: companion.call ?? 0)) }

    func callTool(_ number: Int, percent: Int) {
        told(.toolCall(ToolRequest(callID: "c\(number)", name: "set_volume", arguments: #"{"percent":\#(percent)}"#)))
    }
}
