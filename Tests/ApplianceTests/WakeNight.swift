import Cloud
import Foundation
import Glibc
import Realtime
import Synchronization
import TestKit
import Testing

@testable import Appliance
@testable import Bedside
@testable import Sound
@testable import Store

/// The service that reads the wake message, with its faults. What it is asked for ends with the power.
final class NightService: Sendable {
    enum Mood: CaseIterable, Sendable { case right, wrongWords, unreachable, slow, silent, tooLong, keyless }

    private struct State {
        var mood: Mood
        /// A slow service is waited for.
        var isHeld = false
        var mayAnswer = false
        var isOff = false
        var reports: [Event] = []
    }
    private let state: Mutex<State>

    init(_ mood: Mood) { state = Mutex(State(mood: mood)) }

    /// The companion's voice.
    static let reading = (0..<14_400).map { Int16(9_800 * sin(2 * .pi * 1100 * Double($0) / 24_000)) }

    var mood: Mood {
        get { state.withLock { $0.mood } }
        set { state.withLock { $0.mood = newValue } }
    }
    var isHeld: Bool { state.withLock { $0.isHeld } }
    var key: Credential? { mood == .keyless ? nil : Credential("sk-stand-in") }

    /// A slow service answers, now and from now on.
    func answer() { state.withLock { $0.mayAnswer = true } }
    func cutPower() { state.withLock { $0.isOff = true } }
    func report(_ event: Event) { state.withLock { $0.reports.append(event) } }
    func takeReports() -> [Event] {
        state.withLock { state in
            defer { state.reports = [] }
            return state.reports
        }
    }
    var hasReports: Bool { state.withLock { !$0.reports.isEmpty } }

    func read(_ isWanted: () -> Bool) -> Result<[Int16], ReadingFailure> {
        let mood = mood
        if mood == .slow {
            state.withLock { $0.isHeld = true }
            while isWanted(), state.withLock({ !$0.mayAnswer && !$0.isOff }) { usleep(300) }
            state.withLock { $0.isHeld = false }
        }
        guard isWanted(), !state.withLock({ $0.isOff }) else { return .failure(.cancelled) }
        return switch mood {
        case .right, .slow, .keyless: .success(Self.reading)
        case .wrongWords: .failure(.notAsWritten)
        case .unreachable: .failure(.service(.network))
        case .silent: .success([Int16](repeating: 0, count: 24_000))
        case .tooLong: .success([Int16](repeating: 3_000, count: 13 * 24_000))
        }
    }
}

/// One night on a virtual clock: the real rules, store and shelf, the real maker of readings and loader of voices, and a
/// synthesizer that notes what it is to say. The power can fail between any two actions.
final class WakeNight {
    enum Voice: Hashable, CaseIterable { case reading, synthesizer, line, none }

    /// One time that the melody, or the pattern, began.
    struct Ring {
        var shape: RingShape
        var followUp: Int
        var voice: Voice
        var said: String
        /// Whether a reading that can be heard was there as the voice was made.
        var hadReading: Bool
        /// The stay under power in which it rang.
        var session: Int
        /// How long before it the device had power, knew the time, and was to ring.
        var late: TimeSpan
        var isHeardToItsVoice = false
    }

    private var folder: TemporaryFolder
    private let tools: TemporaryFolder
    private var store: BedsideStore?
    private(set) var service: NightService
    private var maker: WakeVoiceMaker?
    private(set) var machine: Bedside?
    private(set) var now: Moment
    private(set) var session = 0
    private(set) var rings: [Ring] = []
    private(set) var stuckDeadlines = 0
    private(set) var hasLostWrites = false
    /// The number of actions until the power fails; nil: it stays on.
    var actionsUntilCut: Int?
    var hasSynthesizer = true
    var mood: NightService.Mood { didSet { service.mood = mood } }
    private var pending: [(at: BootTime, event: Event)] = []
    private var unwritten: [Change]?
    private var voices: [Int: (voice: Voice, said: String, hadReading: Bool)] = [:]
    private let due: CivilTime
    private let configuration: Configuration
    private var readyAt: BootTime?
    private var ringsSince: BootTime?

    static func sine(_ hertz: Double, seconds: Double) -> [Float] {
        (0..<Int(48_000 * seconds)).map { 0.3 * Float(sin(2 * .pi * hertz * Double($0) / 48_000)) }
    }

    init(_ changes: [Change], from start: CivilTime, due: CivilTime, mood: NightService.Mood) throws {
        folder = try TemporaryFolder()
        tools = try TemporaryFolder()
        now = Moment(boot: BootTime(nanoseconds: 1_000_000_000), civil: start)
        self.due = due
        self.mood = mood
        service = NightService(mood)
        configuration = Configuration(clockFloor: start - .days(365), hasMicrophone: false)
        // The folder is another's once the store is gone.
        do {
            let store = try BedsideStore.open(folder: folder.path, access: .owner, now: start)
            try store.commit(changes)
            store.close()
        }
        try tools.write("ring.wake.en.wav", Self.wav(Self.sine(500, seconds: 0.6)))
        try tools.write("ring.wake.ja.wav", Self.wav(Self.sine(500, seconds: 0.6)))
        try tools.write("spoken.wav", Self.wav(Self.sine(800, seconds: 0.6)))
        let script = "#!/bin/sh\ncat > \(tools.path)/said\ncat \(tools.path)/spoken.wav\n"
        chmod(try tools.write("synthesizer", script), 0o700)
        try powerOn()
    }

    deinit {
        service.cutPower()
        store?.close()
    }

    private static func wav(_ samples: [Float]) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let body = SoundBytes.bytes(of: samples.map { Int16($0 * 32_767) })
        let format = [(16, 4), (1, 2), (1, 2), (48_000, 4), (96_000, 4), (2, 2), (16, 2)].flatMap(little)
        return Array("RIFF".utf8) + little(36 + body.count, 4) + Array("WAVEfmt ".utf8) + format + Array("data".utf8)
            + little(body.count, 4) + body
    }

    // MARK: Disk

    private static func shelf(_ folder: TemporaryFolder, isRefusing: Bool = false) -> SoundShelf {
        var shelf = SoundShelf(.wakeVoice, stateFolder: folder.path)
        if isRefusing { shelf.freeBytes = { _ in 0 } }
        return shelf
    }

    private var readings: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/wake-voice")) ?? []).map {
            "wake-voice/" + $0
        }
    }

    /// What is left of the reading and of its key.
    var traces: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix("wake-voice.") } + readings
    }

    /// One byte of each reading changes on the card. One that is just being written is renamed meanwhile, so it is left.
    func spoilReadings() throws {
        for name in readings where !name.hasSuffix(".new") {
            var bytes = try Data(contentsOf: URL(filePath: folder.path + "/" + name))
            guard !bytes.isEmpty else { continue }
            bytes[bytes.count / 2] ^= 1
            try folder.write(name, Array(bytes))
        }
    }

    /// From now on nothing is written, or everything again.
    func disk(isRefusing: Bool) throws {
        guard machine != nil, isRefusing != (unwritten != nil) else { return }
        if isRefusing {
            unwritten = []
        } else {
            try store?.commit(Backlog().adding(unwritten ?? []).changes)
            unwritten = nil
        }
        maker = makeMaker()
        post(.store(isWorking: !isRefusing))
    }

    // MARK: Power

    func powerOn(isClockSynchronized: Bool = true) throws {
        guard machine == nil else { return }
        session += 1
        now.boot = BootTime(nanoseconds: 1_000_000_000)
        let opened = try BedsideStore.openForRinging(folder: folder.path, now: now.civil)
        store = opened
        service = NightService(mood)
        maker = makeMaker()
        var fresh = Bedside(
            configuration: configuration, durable: try opened.load(), zone: .utc,
            isClockSynchronized: isClockSynchronized, at: now)
        let actions = fresh.start(at: now)
        machine = fresh
        perform(actions)
    }

    private func makeMaker() -> WakeVoiceMaker {
        let service = service
        return WakeVoiceMaker(
            shelf: Self.shelf(folder, isRefusing: unwritten != nil), voice: "marin", key: { .success(service.key) },
            reader: { _, _, isWanted in service.read(isWanted) }, post: { service.report($0) }, log: { _, _ in })
    }

    /// What is on the card at this instant is all that is left.
    func cutPower() throws {
        guard machine != nil else { return }
        service.cutPower()
        actionsUntilCut = nil
        hasLostWrites = hasLostWrites || unwritten?.isEmpty == false
        (machine, maker, unwritten, readyAt, ringsSince) = (nil, nil, nil, nil, nil)
        (pending, voices) = ([], [:])
        defer {
            store?.close()
            store = nil
        }
        let after = try TemporaryFolder()
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where !name.hasSuffix(".lock") {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: folder.path + "/" + name, isDirectory: &isFolder),
                !name.hasSuffix(".sock")
            else { continue }
            if isFolder.boolValue {
                try FileManager.default.createDirectory(
                    atPath: after.path + "/" + name, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            } else {
                do {
                    try FileManager.default.copyItem(atPath: folder.path + "/" + name, toPath: after.path + "/" + name)
                } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
                    // The maker, which does not know yet that the power is gone, has just renamed it.
                }
            }
        }
        folder = after
    }

    // MARK: Time

    func post(_ event: Event) {
        guard let actions = machine?.handle(event, at: now) else { return }
        perform(actions)
    }

    func step(_ span: TimeSpan) {
        now.civil = now.civil + span
        post(.clockSet(isSynchronized: true))
    }

    /// A clock without a battery, after the power has failed.
    func forgetTime(_ civil: CivilTime) { now.civil = civil }

    func advance(to civil: CivilTime) { advance(by: max(civil - now.civil, .zero)) }

    /// Lets time pass; ends early if the power fails.
    func advance(by span: TimeSpan) {
        let end = now.boot + span
        while machine != nil {
            collect()
            guard let next = nextTime, next <= end else { break }
            now = now.advanced(by: max(next - now.boot, .zero))
            noteReady()
            if let first = pending.first, first.at <= now.boot {
                pending.removeFirst()
                post(first.event)
            } else {
                let before = machine?.deadline
                post(.tick)
                if let before, let after = machine?.deadline, before == after, nextTime.map({ $0 <= now.boot }) ?? false
                {
                    stuckDeadlines += 1
                    break
                }
            }
        }
        if end > now.boot { now = now.advanced(by: end - now.boot) }
        noteReady()
    }

    private var nextTime: BootTime? {
        let deadline = machine?.deadline
        let civil = deadline?.civil.map { now.boot + ($0 - now.civil) }
        return [civil, deadline?.boot, pending.first?.at, voiceAt].compactMap { $0 }.min()
    }

    /// When the ring that sounds has come to its voice.
    private var voiceAt: BootTime? {
        guard let since = ringsSince, let ring = rings.last, !ring.isHeardToItsVoice,
            let voice = ring.shape.voice
        else { return nil }
        return since + .milliseconds(voice.atMilliseconds) + .seconds(1)
    }

    private func noteReady() {
        if let voiceAt, voiceAt <= now.boot, !rings.isEmpty { rings[rings.count - 1].isHeardToItsVoice = true }
        guard readyAt == nil, let machine, machine.clock == .trusted, due <= now.civil else { return }
        readyAt = now.boot
    }

    /// Reports of the maker come a moment later.
    private func collect() {
        for event in service.takeReports() { schedule(event, after: .milliseconds(700)) }
    }

    private func schedule(_ event: Event, after span: TimeSpan) {
        pending.append((now.boot + span, event))
        pending.sort { $0.at < $1.at }
    }

    // MARK: Actions

    private func perform(_ actions: [Action]) {
        noteReady()
        for action in actions {
            guard machine != nil else { return }
            if let left = actionsUntilCut {
                guard left > 0 else {
                    do { try cutPower() } catch { Issue.record(error) }
                    return
                }
                actionsUntilCut = left - 1
            }
            perform(action)
        }
    }

    private func perform(_ action: Action) {
        switch action {
        case .commit(let changes): commit(changes)
        case .prepare(let playback): makeVoice(playback)
        case .play(let playback): play(playback)
        case .silence:
            ringsSince = nil
            pending.removeAll { if case .sound = $0.event { true } else { false } }
        case .wakeVoice(let effect): perform(effect)
        case .checkCompanion, .checkBeforeAlarm:
            schedule(.companionChecked(mood == .unreachable ? .network : nil), after: .seconds(2))
        case .connect(let request):
            schedule(.conversation(.failed(.network), call: request.call), after: .seconds(1))
        case .click, .listen, .buzzer, .open, .handOver, .answerTool, .callVolume, .disconnect, .summarize, .recording,
            .affirmation, .account, .ownVoice, .eveningCheck, .reply, .log, .exit:
            break
        }
    }

    private func commit(_ changes: [Change]) {
        if unwritten != nil {
            unwritten? += changes
            return
        }
        do { try store?.commit(changes) } catch { Issue.record(error) }
    }

    /// Waits, in real time, until the maker has done it or waits for a slow service.
    private func perform(_ effect: WakeVoice.Effect) {
        maker?.perform(effect)
        let service = service
        switch effect {
        case .render: #expect(eventually { service.hasReports || service.isHeld }, "the maker says nothing")
        case .forget: #expect(eventually { traces.isEmpty }, "\(traces)")
        }
    }

    private func play(_ playback: Playback) {
        pending.removeAll { if case .sound = $0.event { true } else { false } }
        ringsSince = nil
        schedule(.sound(.audible(id: playback.id)), after: .milliseconds(10))
        var isRing = false
        switch playback.source {
        case .alarm, .square: isRing = playback.ring != nil
        case .speech, .phrase, .chime, .tone: break
        }
        schedule(
            .sound(.finished(id: playback.id)),
            after: isRing ? .milliseconds(playback.limitMilliseconds) : .seconds(2))
        guard isRing, let shape = playback.ring else { return }
        makeVoice(playback)
        ringsSince = now.boot
        let made = voices[playback.id] ?? (.none, "", false)
        rings.append(
            Ring(
                shape: shape, followUp: machine?.status(at: now).followUp ?? -1, voice: made.voice, said: made.said,
                hadReading: made.hadReading, session: session, late: readyAt.map { now.boot - $0 } ?? .days(1)))
    }

    /// Makes the voice as the driver does, once for each sound.
    private func makeVoice(_ playback: Playback) {
        guard let voice = playback.ring?.voice, voices[playback.id] == nil else { return }
        let shelf = Self.shelf(folder)
        let loader = RingVoiceLoader(
            materials: MaterialLoader(
                configuration: SoundConfiguration(
                    renderedSpeechFolders: [tools.path],
                    synthesizer: hasSynthesizer ? tools.path + "/synthesizer" : "/nonexistent"), log: { _, _ in }),
            reading: { WakeVoiceMaker.reading(of: $0, on: shelf) { _, _ in } })
        func hasReading() -> Bool { voice.message.flatMap(loader.reading)?.contains { abs($0) > 0.01 } ?? false }
        // A slow service may answer at this very moment: then once more.
        repeat {
            let hadReading = hasReading()
            unlink(tools.path + "/said")
            let clip = RingClip()
            loader.load(voice, beside: nil, into: clip)
            let samples = clip.start.map { Array(UnsafeBufferPointer(start: $0, count: clip.frames)) } ?? []
            let said = (try? String(contentsOfFile: tools.path + "/said", encoding: .utf8)) ?? ""
            voices[playback.id] = (Self.voice(samples), said, hadReading)
        } while voices[playback.id]?.hadReading != hasReading()
    }

    private static func voice(_ samples: [Float]) -> Voice {
        guard samples.count > 9600 else { return .none }
        let middle = samples[4800..<samples.count - 4800]
        let crossings = zip(middle, middle.dropFirst()).count { $0.0 < 0 && $0.1 >= 0 }
        switch crossings * 48_000 / middle.count {
        case 1050...1150: return .reading
        case 760...840: return .synthesizer
        case 470...530: return .line
        default: return .none
        }
    }
}
