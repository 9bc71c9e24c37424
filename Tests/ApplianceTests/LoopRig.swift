import ApplianceTestKit
import Bedside
import Board
import Store
import Testing

@testable import Appliance

/// The real loop on a clock of the test's own, with drivers that only note what they are asked. Its timers are armed far
/// ahead of the machine's clocks, and `advance` does what they would.
final class LoopRig {
    private final class Clock {
        var now: Moment
        var isSynchronized = true
        init(_ now: Moment) { self.now = now }
    }
    let story = Story()
    let speaker: FakeSpeaker
    let store: FakeStore
    let companion: ScriptedCompanion
    let recordings: FakeRecordings
    let board: FakeBoard
    let appliance: Appliance
    let ways: Drivers.Ways
    private let folder: TemporaryFolder
    private let reactor: Reactor
    private let clock: Clock

    /// - Parameter changes: what is on the disk at the start, besides what is always there.
    init(with changes: [Change] = []) throws {
        let folder = try TemporaryFolder()
        let reactor = try Reactor()
        let clock = Clock(Self.start())
        let story = story
        let (speaker, store) = (FakeSpeaker(story), FakeStore(story))
        let (companion, recordings) = (ScriptedCompanion(story), FakeRecordings(story))
        let board = FakeBoard(story)
        let wired = Box<Drivers.Ways?>(nil)
        let options = RunOptions(
            board: nil, stateFolder: folder.path, shared: SharedFolders(root: folder.path), logLevel: .error,
            companion: CompanionSettings(), configurationFile: nil, settingsFolder: folder.path)
        let opened = try BedsideStore.openForRinging(folder: folder.path, now: clock.now.civil) { _, _ in }
        try opened.commit(changes)
        let parts = Appliance.Parts(
            options: options, board: FakeBoard.description, hardware: board, store: opened, reactor: reactor,
            manager: ServiceManager(address: nil, limitMicroseconds: nil, watched: nil),
            clock: LoopClock(now: { clock.now }, isSynchronized: { clock.isSynchronized }),
            makeDrivers: { _, ways in
                wired.value = ways
                return Drivers(
                    sound: speaker, store: store, companion: companion, recordings: recordings,
                    phrases: FakePhrases(story), wakeVoice: FakeWakeVoice(story),
                    account: FakeAccount(story), ownVoice: FakeOwnVoice(story))
            })
        appliance = try Appliance(parts, at: clock.now)
        let ways = try #require(wired.value)
        self.ways = ways
        (self.speaker, self.store, self.companion, self.recordings) = (speaker, store, companion, recordings)
        (self.board, self.folder, self.reactor, self.clock) = (board, folder, reactor, clock)
        // What is played leaves the device.
        speaker.onPlay = { ways.event(.sound(.audible(id: $0.id))) }
        appliance.begin()
        try turn()
        story.lines = []
    }

    /// A month ahead, at three in the morning of Greenwich: whenever the tests run, no evening check falls into one that
    /// lets ten minutes pass.
    private static func start() -> Moment {
        let now = SystemClock.now()
        let days = now.civil.nanoseconds / 86_400_000_000_000 + 30
        return Moment(boot: now.boot, civil: CivilTime(seconds: days * 86_400 + 3 * 3600))
    }

    deinit { appliance.end() }

    func command(_ command: Command) { appliance.handle(.command(command, ticket: 0)) }
    func press(_ button: Button) { command(.press(button, heldMilliseconds: 80, from: .button)) }

    /// Closes or opens the contact of a button, now.
    func contact(_ button: Button, isActive: Bool) throws {
        board.buttons.set(button, isActive: isActive, at: clock.now.boot)
        try turn()
    }

    /// Whatever waits in mailboxes, so many times round the loop.
    func turn(_ times: Int = 20) throws {
        for _ in 0..<times { try reactor.turn(timeoutMilliseconds: 0) }
    }

    var now: BootTime { clock.now.boot }

    /// Lets time pass in which the loop does nothing.
    func pass(_ span: TimeSpan) { clock.now = clock.now.advanced(by: span) }

    /// Sets the civil clock, by hand or by a time server.
    ///
    /// - Parameter isReported: whether the kernel's report has come already.
    func setClock(by step: TimeSpan, isSynchronized: Bool, isReported: Bool = true) {
        clock.now.civil = clock.now.civil + step
        clock.isSynchronized = isSynchronized
        if isReported { appliance.handle(.clockSet(isSynchronized: isSynchronized)) }
    }

    /// Lets time pass in which the loop does nothing, and then one deadline.
    func late(by span: TimeSpan) {
        pass(span)
        appliance.handle(.tick)
    }

    /// Lets time pass, with a tick at each deadline on the way.
    func advance(by span: TimeSpan) throws {
        let end = clock.now.advanced(by: span)
        for _ in 0..<1000 {
            try turn()
            let (civil, boot) = appliance.machine.deadline
            let search = appliance.partSearchAt
            let waits = [
                civil.map { $0 - clock.now.civil }, boot.map { $0 - clock.now.boot },
                search.map { $0 - clock.now.boot },
            ].compactMap { $0 }
            guard let wait = waits.min(), clock.now.boot + wait <= end.boot else { break }
            clock.now = clock.now.advanced(by: max(.zero, wait))
            if let search, search <= clock.now.boot { appliance.searchParts() }
            appliance.handle(.tick)
        }
        clock.now = end
        appliance.handle(.tick)
        try turn()
    }

    /// Online, the owner heard.
    func talk() throws {
        command(.talk(nil))
        try turn()
        told(.ready)
        told(.speaking(true))
        told(.speaking(false))
        try turn()
        // Close upon the companion's own voice it might be that which the service hears.
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
